//! Measures `bevy_gjk` beside its rivals; see the crate's page.

use std::process::ExitCode;
use std::{env, fs, io};

use rivals::allocations::Counted;
use rivals::engines::engines;
use rivals::options::{Command, Options, USAGE};
use rivals::report::{Results, Style, csv, into_readme, moves_into_readme, report};
use rivals::row::{Row, Task, rows};
use rivals::versions::{is_parallel_build, versions};
use rivals::{facts, growth, moves, paces, phases, worker};

#[global_allocator]
static ALLOCATOR: Counted = Counted;

/// How often spawning is measured.
const BIRTHS: f64 = 3.0;

fn main() -> ExitCode {
    let done = Options::parse(env::args().skip(1)).map_err(|message| format!("{message}\n{USAGE}"));
    match done.and_then(|options| run(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let done = match &options.command {
        Command::Work(words) => return worker::work(words),
        Command::Facts => {
            println!("{}", facts::report());
            Ok(())
        }
        Command::Versions => {
            println!("{}", versions());
            Ok(())
        }
        Command::Growth(file) => growth::draw(options.sizes.as_deref(), options.seconds.unwrap_or(1.0), file),
        Command::Paces => paces::print(options.seconds.unwrap_or(3.0)),
        Command::Phases => {
            phases::print(&options.only, options.sizes.as_deref(), options.threads);
            Ok(())
        }
        Command::Moves => moves(options),
        Command::Tables => tables(options),
    };
    done.map_err(|error| error.to_string())
}

fn moves(options: &Options) -> io::Result<()> {
    let obstacles = options.sizes.as_ref().map_or(moves::OBSTACLES, |sizes| sizes[0]);
    let measured = moves::measure_all(obstacles, options.seconds.unwrap_or(10.0), options.judged);
    println!("{}", rivals::report::moves(&measured, Style::Plain));
    if let Some(path) = &options.markdown {
        fs::write(path, rivals::report::moves(&measured, Style::Markdown))?;
    }
    if let Some(path) = &options.readme {
        moves_into_readme(&measured, path)?;
    }
    Ok(())
}

fn tables(options: &Options) -> io::Result<()> {
    let rows = rows(options.full, options.sizes.as_deref());
    let rows: Vec<Row> = rows.into_iter().filter(|row| row.has(&options.only)).collect();
    if rows.is_empty() {
        return Err(io::Error::other(format!("no row has all those words\n{USAGE}")));
    }
    let seconds = options.seconds.unwrap_or(if options.full { 10.0 } else { 3.0 });
    let this = env::current_exe()?;
    let parallel = options.parallel.as_deref();
    if let Some(program) = parallel
        && !is_parallel_build(program)?
    {
        let message = "is no build of the same versions with the feature rapier-parallel";
        return Err(io::Error::other(format!("{} {message}", program.display())));
    }
    let mut results = Results { parallel: parallel.is_some(), ..Results::default() };
    for row in rows {
        eprintln!("{row}");
        match row.task {
            Task::Frames => {
                let program = parallel.filter(|_| row.threads > 1).unwrap_or(&this);
                results.frames.push((row, worker::measure_by(program, &row, seconds, "")?));
            }
            Task::Births => results.births.push((row, worker::measure(&row, BIRTHS, "")?)),
            Task::Memory => {
                let mut all = Vec::new();
                for engine in engines(row.dimension) {
                    all.extend(worker::measure(&row, seconds, engine.name)?);
                }
                results.memory.push((row, all));
            }
        }
    }
    println!("{}", report(&results, Style::Plain));
    if let Some(path) = &options.csv {
        fs::write(path, csv(&results))?;
    }
    if let Some(path) = &options.markdown {
        fs::write(path, report(&results, Style::Markdown))?;
    }
    if let Some(path) = &options.readme {
        into_readme(&results, path)?;
    }
    Ok(())
}
