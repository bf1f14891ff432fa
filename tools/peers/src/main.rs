//! Benchmarks `gjk` beside its peers with the same queries on the same poses, and checks all answers; see the README.
//!
//! * [`pose`], [`pose_set`], [`workload`]: pairs of shapes and their poses.
//! * [`query`]: the kinds of queries; a query on a pose set is a row.
//! * [`peers`]: the peers, one file each.
//! * [`bench`], [`job`], [`timing`]: the benchmarks, and how they are timed.
//! * [`accuracy`], [`ground_truth`]: whether the answers are right.
//! * [`line`], [`tables`]: what is printed.
//! * [`growth`]: the time of a query against the number of vertices.
//! * [`tile_map`]: a map of cells beside parry's.

mod accuracy;
mod bench;
mod ground_truth;
mod growth;
mod job;
mod line;
mod peers;
mod pose;
mod pose_set;
mod query;
mod tables;
mod tile_map;
mod timing;
mod workload;

use std::error::Error;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use bench::BenchmarkGroup;
use workload::workloads;

/// Benchmarks gjk beside parry, Box2D, Box3D and Jolt.
#[derive(Parser)]
#[command(args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    compare: Compare,
}

#[derive(Subcommand)]
enum Command {
    /// Plots the time of a query of gjk against the number of vertices
    Growth {
        /// The file for the plot, in SVG
        file: PathBuf,
        /// The largest number of vertices
        #[arg(long, default_value_t = 4096)]
        most: usize,
        /// Passes over all numbers of vertices
        #[arg(long, default_value_t = 15, value_parser = positive)]
        passes: usize,
    },
    /// A map of 1024 by 1024 cells: a grid of the plugin, parry's voxels, and the outline of the cells as parry's polyline
    TileMap,
}

#[derive(Args)]
struct Compare {
    /// Only the rows whose names have all these words, as in --only "3D box contact"
    #[arg(long, default_value = "")]
    only: String,
    /// Pairs of poses in each set that is not moving
    #[arg(long, default_value_t = 1024, value_parser = positive)]
    pairs: usize,
    /// Repetitions of every row in a pass
    #[arg(long, default_value_t = 9, value_parser = positive)]
    reps: usize,
    /// Passes over all rows
    #[arg(long, default_value_t = 5, value_parser = positive)]
    passes: usize,
    /// Writes the measurements, a benchmark a line
    #[arg(long)]
    csv: Option<PathBuf>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let Cli { command, compare: options } = Cli::parse();
    match command {
        Some(Command::Growth { file, most, passes }) => growth::draw(most, passes, &file),
        Some(Command::TileMap) => {
            print!("{}", tile_map::report());
            Ok(())
        }
        None => compare(&options),
    }
}

fn compare(options: &Compare) -> Result<(), Box<dyn Error>> {
    let mut workloads = workloads();
    for workload in &mut workloads {
        let name = workload.name;
        workload.prepare(options.pairs, |query, pose_set| {
            has_words(&format!("{name} {query} {pose_set}"), &options.only)
        });
    }
    let mut groups: Vec<BenchmarkGroup> = workloads.iter().map(BenchmarkGroup::new).collect();
    groups.iter_mut().for_each(peers::add);
    if groups.iter().all(|group| group.rows.is_empty()) {
        return Err("no row has all the words of --only".into());
    }
    timing::measure(&mut groups, options.reps, options.passes);
    accuracy::check(&mut groups);
    println!("{}", tables::report(&line::lines(&groups)));
    if let Some(path) = &options.csv {
        tables::write_csv(&groups, path)?;
    }
    Ok(())
}

/// Returns whether a name contains all of some words.
fn has_words(name: &str, words: &str) -> bool {
    words.split_whitespace().all(|word| name.to_lowercase().contains(&word.to_lowercase()))
}

fn positive(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&number| number > 0).ok_or(format!("{text} is not a positive integer"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use query::{PoseSet, QueryKind};

    #[test]
    fn a_selected_row_has_all_the_words() {
        let name = format!("3D box-box {} {}", QueryKind::Contact, PoseSet::Near);
        assert!(has_words(&name, "3d box Contact") && has_words(&name, ""));
        assert!(!has_words(&name, "2D box contact") && !has_words(&name, "3D manifold"));
    }

    #[test]
    fn options_are_parsed() {
        let parse = |text: &str| Cli::try_parse_from(text.split(' '));
        let options = parse("peers --pairs 7 --csv a.csv").expect("options").compare;
        assert_eq!((options.pairs, options.csv), (7, Some("a.csv".into())));
        assert!(matches!(
            parse("peers growth a.svg").expect("a command").command,
            Some(Command::Growth { .. })
        ));
        for wrong in ["peers --pairs 0", "peers --pairs", "peers growth"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
