//! Measurements: a figure of an engine in a row each. The same lines of CSV come from a worker and are in a file.

use std::error::Error;
use std::io::{Read, Write};
use std::path::Path;

use clap::Parser;

use crate::row::{Row, Task};

/// What was measured of an engine: names and values.
pub type Figures = Vec<(&'static str, f64)>;

/// The names of the columns.
const HEAD: [&str; 8] = ["task", "scene", "dimension", "bodies", "threads", "engine", "figure", "value"];

/// A figure of an engine in a row.
#[derive(Debug, PartialEq)]
struct Record {
    row: Row,
    engine: String,
    figure: String,
    value: f64,
}

/// All that was measured.
#[derive(Debug, Default, PartialEq)]
pub struct Results(Vec<Record>);

impl Results {
    /// Adds the figures of an engine.
    pub fn add(&mut self, row: &Row, engine: &str, figures: &Figures) {
        self.0.extend(figures.iter().map(|&(figure, value)| Record {
            row: *row,
            engine: engine.to_owned(),
            figure: figure.to_owned(),
            value,
        }));
    }

    /// Adds other results.
    pub fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Returns a figure of an engine in a row.
    pub fn get(&self, row: &Row, engine: &str, figure: &str) -> Option<f64> {
        let of_row = self.0.iter().filter(|it| it.row == *row);
        of_row.filter(|it| it.engine == engine).find(|it| it.figure == figure).map(|it| it.value)
    }

    /// Returns what an engine takes beyond the empty app.
    pub fn net(&self, row: &Row, engine: &str, figure: &str) -> Option<f64> {
        Some(self.get(row, engine, figure)? - self.get(row, "none", figure)?)
    }

    /// Returns the rows of a task, in the order in which they were measured.
    pub fn rows(&self, task: Task) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        for record in self.0.iter().filter(|it| it.row.task == task) {
            if !rows.contains(&record.row) {
                rows.push(record.row);
            }
        }
        rows
    }

    /// Reads the lines of a file or of a worker.
    pub fn parse(lines: impl Read) -> Result<Self, Box<dyn Error>> {
        let mut records = Vec::new();
        for line in csv::Reader::from_reader(lines).records() {
            let line = line?;
            let words: Vec<&str> = line.iter().collect();
            let Some((row, &[engine, figure, value])) = words.split_last_chunk::<3>() else {
                return Err("a line has too few columns".into());
            };
            let (engine, figure) = (engine.to_owned(), figure.to_owned());
            records.push(Record { row: Row::try_parse_from(row)?, engine, figure, value: value.parse()? });
        }
        Ok(Self(records))
    }

    /// Writes the lines.
    pub fn print(&self, to: impl Write) -> Result<(), Box<dyn Error>> {
        let mut to = csv::Writer::from_writer(to);
        to.write_record(HEAD)?;
        for Record { row, engine, figure, value } in &self.0 {
            let last = [engine.clone(), figure.clone(), value.to_string()];
            to.write_record(row.words().iter().chain(&last))?;
        }
        Ok(to.flush()?)
    }

    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, Box<dyn Error>> {
        Self::parse(std::fs::File::open(path)?)
    }

    /// Writes a file.
    pub fn write(&self, path: &Path) -> Result<(), Box<dyn Error>> {
        self.print(std::fs::File::create(path)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let row = Row::try_parse_from(["memory", "mixed", "3D", "10", "1"]).expect("a row");
        let mut results = Results::default();
        results.add(&row, "none", &vec![("wall ms", 0.25), ("with, \"marks\"", 0.1 + 0.2)]);
        results.add(&row, "an engine", &vec![("wall ms", 1.0)]);
        let mut text = Vec::new();
        results.print(&mut text).expect("it is written");
        assert_eq!(Results::parse(&*text).expect("it is read"), results);
        assert_eq!(results.net(&row, "an engine", "wall ms"), Some(0.75));
        assert_eq!((results.rows(Task::Memory), results.rows(Task::Frames)), (vec![row], vec![]));
        assert!(Results::parse(&b"a\nb\n"[..]).is_err());
    }
}
