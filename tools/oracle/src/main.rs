//! Checks `gjk` on a given number of cases, and prints two tables: the static pair queries, and all other
//! queries.
//!
//! A case takes about a third of a millisecond on one core.
//!
//! ```sh
//! cargo run --release -p oracle -- 10000          # cases of each family in each dimension
//! cargo run --release -p oracle -- 10000 --family needles --seed 7
//! cargo run --release -p oracle -- --family needles --dimension 3 --case 123
//! ```

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use oracle::case::Dimension;
use oracle::distance::{Pair, signed_depth};
use oracle::examine::{Examined, examine};
use oracle::family::{FAMILIES, Family};
use oracle::tally::{Tally, checks, head};

struct Options {
    cases: u64,
    seed: u64,
    family: String,
    dimensions: Vec<Dimension>,
    case: Option<u64>,
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(message) => {
            eprintln!(
                "{message}\nusage: oracle [CASES] [--family NAME] [--dimension 2|3] [--seed N] [--case N]"
            );
            return ExitCode::FAILURE;
        }
    };
    let families: Vec<&Family> =
        FAMILIES.iter().filter(|family| family.name.contains(&options.family)).collect();
    if let Some(number) = options.case {
        for &dimension in &options.dimensions {
            families.iter().for_each(|family| show(family, dimension, options.seed, number));
        }
        return ExitCode::SUCCESS;
    }
    println!("{}", head());
    let mut all = Tally::default();
    let mut second = checks::head();
    for &dimension in &options.dimensions {
        let prefix = if dimension == Dimension::Plane { "2D" } else { "3D" };
        for family in &families {
            let tally = run(family, dimension, &options);
            println!("{prefix} {:<29}{tally}", family.name);
            for (number, faults) in &tally.first {
                println!("   case {number}: {faults}");
            }
            second += &format!("\n{prefix} {:<29}{}", family.name, tally.checks);
            all.merge(Tally { first: Vec::new(), ..tally });
        }
    }
    println!("{:<32}{all}\n\n{second}\n{:<32}{}\n", "all", "all", all.checks);
    let undecided = all.undecided + all.checks.undecided();
    println!("{} of {} cases with a fault, {undecided} queries undecided", all.faulty, all.cases);
    if all.faulty == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run(family: &Family, dimension: Dimension, options: &Options) -> Tally {
    let next = AtomicU64::new(0);
    let worker = || {
        let mut tally = Tally::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= options.cases {
                return tally;
            }
            let case = family.case(dimension, options.seed, number);
            tally.add(number, &examine(&case, options.seed, number));
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().fold(Tally::default(), |mut sum, worker| {
            sum.merge(worker.join().expect("`gjk` or the oracle panicked on a case"));
            sum
        })
    })
}

fn show(family: &Family, dimension: Dimension, seed: u64, number: u64) {
    let case = family.case(dimension, seed, number);
    let (pair, truth) = (Pair::new(&case), signed_depth(&case));
    let examined = examine(&case, seed, number);
    println!("{} {dimension:?}: {case:#?}", family.name);
    println!("size {:e}\ntruth {truth:?}, relative {:e}", pair.size(), truth.high / pair.size());
    let Examined { answers, errors, scores } = &examined;
    println!("{answers:#?}\n{errors:#?}\n{scores:#?}\n{}", examined.faults());
}

fn options() -> Result<Options, String> {
    let mut options = Options {
        cases: 1000,
        seed: 1,
        family: String::new(),
        dimensions: vec![Dimension::Plane, Dimension::Space],
        case: None,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        let number = |text: String| text.parse::<u64>().map_err(|_| format!("{text} is not a number"));
        match argument.as_str() {
            "--family" => options.family = value()?,
            "--seed" => options.seed = number(value()?)?,
            "--case" => options.case = Some(number(value()?)?),
            "--dimension" => match value()?.as_str() {
                "2" => options.dimensions = vec![Dimension::Plane],
                "3" => options.dimensions = vec![Dimension::Space],
                other => return Err(format!("the dimension must be 2 or 3, not {other}")),
            },
            _ => options.cases = number(argument)?,
        }
    }
    Ok(options)
}
