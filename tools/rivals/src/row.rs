//! What is measured: the rows of the tables.

use std::fmt;

use clap::{Parser, ValueEnum};
use oracle::case::Dimension;

use crate::scene::Kind;

/// What is measured about a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Task {
    /// Frames.
    Frames,
    /// Spawning and despawning all.
    Births,
    /// Memory.
    Memory,
}

/// A scene, and what is measured about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Parser)]
#[command(no_binary_name = true)]
pub struct Row {
    /// What is measured.
    pub task: Task,
    /// The kind of scene.
    pub kind: Kind,
    /// Where.
    pub dimension: Dimension,
    /// How many bodies, or how many at rest.
    pub count: usize,
    /// How many worker threads.
    pub threads: usize,
}

impl Row {
    /// Returns whether the name has all these words.
    pub fn has(&self, words: &str) -> bool {
        let name = self.to_string().to_lowercase();
        words.to_lowercase().split_whitespace().all(|word| name.split(' ').any(|part| part == word))
    }

    /// Returns the words from which the row can be parsed.
    pub fn words(&self) -> [String; 5] {
        let (count, threads) = (self.count.to_string(), self.threads.to_string());
        [name(&self.task), name(&self.kind), self.dimension.to_string(), count, threads]
    }
}

fn name(value: &impl ValueEnum) -> String {
    value.to_possible_value().expect("none is skipped").get_name().to_owned()
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.words().join(" "), if self.threads == 1 { "thread" } else { "threads" })
    }
}

const BOTH: [Dimension; 2] = [Dimension::Plane, Dimension::Space];

/// Returns the rows of the tables. Quick: up to 10k moving bodies; else all sizes, each with one thread and with two.
pub fn rows(full: bool, sizes: Option<&[usize]>) -> Vec<Row> {
    let moving = sizes.unwrap_or(if full { &[1_000, 10_000, 50_000] } else { &[1_000, 10_000] });
    let resting = sizes.unwrap_or(if full { &[10_000, 50_000, 200_000] } else { &[10_000, 50_000] });
    let threads: &[usize] = if full { &[1, 2] } else { &[1] };
    let mut rows = Vec::new();
    for (kind, sizes) in [(Kind::Balls, moving), (Kind::Mixed, moving), (Kind::Still, resting)] {
        for dimension in BOTH {
            for &count in sizes {
                let row = |&threads: &usize| Row { task: Task::Frames, kind, dimension, count, threads };
                rows.extend(threads.iter().map(row));
            }
        }
    }
    let count = sizes.map_or(50_000, |sizes| sizes[0]);
    let mut add = |task, kinds: &[Kind]| {
        for &kind in kinds {
            rows.extend(BOTH.map(|dimension| Row { task, kind, dimension, count, threads: 1 }));
        }
    };
    add(Task::Births, if full { &[Kind::Balls, Kind::Mixed, Kind::Still] } else { &[Kind::Balls] });
    add(Task::Memory, &[Kind::Balls, Kind::Mixed]);
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_back() {
        for row in rows(true, None) {
            assert_eq!(Row::try_parse_from(row.words()).expect("a row"), row);
        }
        assert!(Row::try_parse_from(["frames", "balls", "4D", "1", "1"]).is_err());
    }

    #[test]
    fn words_are_whole() {
        let row = Row::try_parse_from(["frames", "balls", "2D", "10000", "1"]).expect("a row");
        assert!(row.has("2d balls") && row.has("10000 1 thread") && row.has(""));
        assert!(!row.has("1000") && !row.has("births"));
    }
}
