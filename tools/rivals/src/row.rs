//! What is measured: the rows of the tables.

use std::fmt;

use oracle::case::Dimension;

use crate::scene::{Kind, name};

/// What is measured about a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Frames.
    Frames,
    /// Spawning and despawning all.
    Births,
    /// Memory.
    Memory,
}

/// A scene, and what is measured about it.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    /// Whether the name has all these words.
    pub fn has(&self, words: &[String]) -> bool {
        let name = self.to_string().to_lowercase();
        words.iter().all(|word| name.split(' ').any(|part| part == word))
    }

    /// The words by which a worker is told of the row.
    pub fn words(&self) -> [String; 5] {
        let task = match self.task {
            Task::Frames => "frames",
            Task::Births => "births",
            Task::Memory => "memory",
        };
        let (count, threads) = (self.count.to_string(), self.threads.to_string());
        [task.into(), self.kind.to_string(), name(self.dimension).into(), count, threads]
    }

    /// Reads them.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn read(words: &[String]) -> Result<Self, String> {
        let [task, kind, dimension, count, threads] = words else {
            return Err("five words make a row".into());
        };
        let task = match task.as_str() {
            "frames" => Task::Frames,
            "births" => Task::Births,
            "memory" => Task::Memory,
            _ => return Err(format!("no task {task}")),
        };
        let dimension = match dimension.as_str() {
            "2D" => Dimension::Plane,
            "3D" => Dimension::Space,
            _ => return Err(format!("no dimension {dimension}")),
        };
        let number = |text: &String| text.parse().map_err(|_| format!("{text} is no number"));
        Ok(Self { task, kind: kind.parse()?, dimension, count: number(count)?, threads: number(threads)? })
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words().join(" "))?;
        f.write_str(if self.threads == 1 { " thread" } else { " threads" })
    }
}

const BOTH: [Dimension; 2] = [Dimension::Plane, Dimension::Space];

/// The rows of the tables. Quick: up to 10k moving bodies; else all sizes, each with one thread and with two.
pub fn rows(full: bool, sizes: Option<&[usize]>) -> Vec<Row> {
    let mut rows = Vec::new();
    let moving = sizes.unwrap_or(if full { &[1_000, 10_000, 50_000] } else { &[1_000, 10_000] });
    let resting = sizes.unwrap_or(if full { &[10_000, 50_000, 200_000] } else { &[10_000, 50_000] });
    let many: &[usize] = if full { &[1, 2] } else { &[1] };
    let mut frames = |kind, sizes: &[usize], threads: &[usize]| {
        for dimension in BOTH {
            for &count in sizes {
                rows.extend(threads.iter().map(|&threads| Row {
                    task: Task::Frames,
                    kind,
                    dimension,
                    count,
                    threads,
                }));
            }
        }
    };
    frames(Kind::Balls, moving, many);
    frames(Kind::Mixed, moving, many);
    frames(Kind::Still, resting, many);
    if !full {
        frames(Kind::Mixed, sizes.unwrap_or(&[10_000]), &[2]);
    }
    let births: &[Dimension] = if full { &BOTH } else { &BOTH[..1] };
    let of = |task, kind| move |&dimension: &_| Row { task, kind, dimension, count: 50_000, threads: 1 };
    let born: &[Kind] = if full { &[Kind::Balls, Kind::Mixed, Kind::Still] } else { &[Kind::Balls] };
    rows.extend(born.iter().flat_map(|&kind| births.iter().map(of(Task::Births, kind))));
    rows.extend(births.iter().map(of(Task::Memory, Kind::Balls)));
    rows.extend(BOTH.iter().map(of(Task::Memory, Kind::Mixed)));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_back() {
        for row in rows(true, None) {
            assert_eq!(Row::read(&row.words()), Ok(row));
        }
        assert!(Row::read(&["frames", "balls", "4D", "1", "1"].map(str::to_owned)).is_err());
    }

    #[test]
    fn words_are_whole() {
        let row = Row::read(&["frames", "balls", "2D", "10000", "1"].map(str::to_owned)).expect("a row");
        let words = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
        assert!(row.has(&words("2d balls")) && row.has(&words("10000 1 thread")));
        assert!(!row.has(&words("1000")) && !row.has(&words("births")));
    }
}
