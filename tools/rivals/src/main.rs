//! Whole frames of a Bevy app that only wants to know what touches, and moves along walls: `bevy_gjk` beside avian and
//! `bevy_rapier`, headless, on the same bodies in the same frames; see the README.
//!
//! * [`course`], [`scene`]: what is in the frames.
//! * [`engine`], [`engines`], [`arena`], [`touches`]: who looks at them.
//! * [`frames`], [`births`], [`memory`], [`allocations`]: what is measured.
//! * [`truth`], [`verdict`]: who is right.
//! * [`row`], [`worker`], [`results`]: measurements, each in a process of its own.
//! * [`tables`], [`growth`]: what is made of them.
//! * [`mover`], [`moves`]: move and slide, and characters.
//! * [`snapshots`]: what saving and restoring rapier's state costs.
//! * [`facts`]: how the engines behave in small scenes.

mod allocations;
mod arena;
mod births;
mod course;
mod engine;
mod engines;
mod facts;
mod frames;
mod growth;
mod memory;
mod mover;
mod moves;
mod results;
mod row;
mod scene;
mod snapshots;
mod tables;
mod touches;
mod truth;
mod verdict;
mod worker;

use std::error::Error;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use allocations::Counted;
use results::Results;
use row::{Row, Task, rows};
use tables::versions;

#[global_allocator]
static ALLOCATOR: Counted = Counted;

/// Measures `bevy_gjk` beside avian and `bevy_rapier`.
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Whole frames, spawning and memory: prints tables
    Frames {
        /// All sizes, on one thread and on two, instead of a first look
        #[arg(long)]
        full: bool,
        /// Only the rows whose names have all these words, as in --only "mixed 3D 10000"
        #[arg(long, default_value = "")]
        only: String,
        /// Measures the rows with two threads by this build, which has the feature `rapier-parallel`
        #[arg(long)]
        parallel: Option<PathBuf>,
        #[command(flatten)]
        data: Data,
    },
    /// Plots the time of a frame against the number of bodies
    Growth {
        /// The file for the plot, in SVG
        file: PathBuf,
        #[command(flatten)]
        data: Data,
    },
    /// Move and slide, and characters: prints tables of times, faults and progress
    Moves {
        /// The number of obstacles
        #[arg(long, default_value_t = 10_000)]
        obstacles: usize,
        /// The time for each table in each dimension
        #[arg(long, default_value_t = 10.0)]
        seconds: f64,
        /// So many frames are judged
        #[arg(long, default_value_t = 12)]
        judged: usize,
    },
    /// What it costs to save and restore the state of rapier
    Snapshots,
    /// How the engines behave in small scenes, and what is right
    Facts,
    /// What is compared
    Versions,
    /// Measures a row, for the program that started this one
    #[command(hide = true)]
    Work {
        #[command(flatten)]
        row: Row,
        seconds: f64,
        engines: String,
    },
}

/// Where measurements come from, and where they go to.
#[derive(Args)]
struct Data {
    /// Other numbers of bodies
    #[arg(long, value_delimiter = ',')]
    sizes: Vec<usize>,
    /// The time for each row; many bodies take ten times as long
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// Writes the measurements, a figure a line
    #[arg(long)]
    csv: Option<PathBuf>,
    /// Reads the measurements that --csv wrote, instead of measuring
    #[arg(long)]
    from: Option<PathBuf>,
}

impl Data {
    /// Reads the results, or measures rows.
    fn results(&self, rows: &[Row], parallel: Option<&PathBuf>) -> Result<Results, Box<dyn Error>> {
        if let Some(path) = &self.from {
            return Results::read(path);
        }
        if rows.is_empty() {
            return Err("no row has all the words of --only".into());
        }
        let mut results = Results::default();
        for row in rows {
            eprintln!("{row}");
            let program = parallel.filter(|_| row.threads > 1 && row.task == Task::Frames);
            results.extend(worker::measure(program, row, self.seconds)?);
            if let Some(path) = &self.csv {
                results.write(path)?;
            }
        }
        Ok(results)
    }

    fn sizes(&self) -> Option<&[usize]> {
        (!self.sizes.is_empty()).then_some(&self.sizes)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    match Cli::parse().command {
        Command::Frames { full, only, parallel, data } => {
            if let Some(program) = &parallel
                && !worker::is_parallel_build(program)?
            {
                return Err(
                    format!("{} is not of these versions with rapier-parallel", program.display()).into()
                );
            }
            let rows: Vec<Row> = rows(full, data.sizes()).into_iter().filter(|row| row.has(&only)).collect();
            print!("{}", tables::report(&data.results(&rows, parallel.as_ref())?));
        }
        Command::Growth { file, data } => {
            let results = data.results(&growth::rows(data.sizes()), None)?;
            growth::draw(&results, &file)?;
        }
        Command::Moves { obstacles, seconds, judged } => {
            print!("{}", moves::report(&moves::measure_all(obstacles, seconds, judged)));
        }
        Command::Snapshots => print!("{}", snapshots::report()),
        Command::Facts => println!("{}", facts::report()),
        Command::Versions => println!("{}", versions()),
        Command::Work { row, seconds, engines } => worker::work(&row, seconds, &engines)?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_parsed() {
        let parse = |text: &str| Cli::try_parse_from(text.split_whitespace());
        let Ok(Cli { command: Command::Frames { full, data, .. } }) =
            parse("rivals frames --full --sizes 10,20 --seconds 0.5")
        else {
            panic!("these are options of frames")
        };
        assert!(full && data.sizes() == Some(&[10, 20]) && data.seconds == 0.5);
        for wrong in ["rivals frames --sizes", "rivals growth", "rivals dance", "rivals moves --judged -1"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
