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

use clap::Parser;
use oracle::case::Dimension;
use oracle::distance::{Pair, signed_depth};
use oracle::examine::{Examined, examine};
use oracle::family::{FAMILIES, Family};
use oracle::tally::{Tally, checks, head};

/// Checks `gjk` on many hard cases.
#[derive(Parser)]
struct Options {
    /// The number of cases of each family in each dimension
    #[arg(default_value_t = 1000)]
    cases: u64,
    /// Only the families whose names contain this
    #[arg(long, default_value = "")]
    family: String,
    /// Only this dimension, 2 or 3
    #[arg(long)]
    dimension: Option<Dimension>,
    /// The seed of the cases
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Prints all about this case
    #[arg(long)]
    case: Option<u64>,
}

fn main() -> ExitCode {
    let options = Options::parse();
    let families: Vec<&Family> =
        FAMILIES.iter().filter(|family| family.name.contains(&options.family)).collect();
    let dimensions = options.dimension.map_or(vec![Dimension::Plane, Dimension::Space], |one| vec![one]);
    if let Some(number) = options.case {
        for dimension in dimensions {
            families.iter().for_each(|family| show(family, dimension, options.seed, number));
        }
        return ExitCode::SUCCESS;
    }
    println!("{}", head());
    let mut all = Tally::default();
    let mut second = checks::head();
    for dimension in dimensions {
        for family in &families {
            let tally = run(family, dimension, &options);
            println!("{dimension} {:<29}{tally}", family.name);
            for (number, faults) in &tally.first {
                println!("   case {number}: {faults}");
            }
            second += &format!("\n{dimension} {:<29}{}", family.name, tally.checks);
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
