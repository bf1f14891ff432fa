//! The command line options.

use std::path::PathBuf;

use crate::query::{PoseSet, QueryKind};

/// The help text.
pub const USAGE: &str = "usage: peers [OPTION]...
  --only WORDS     only the rows whose names have all these words, as in \"3D box contact\"
  --pairs N        pairs of poses in each set that is not moving (1024)
  --reps N         repetitions of every row in a pass (9)
  --passes N       passes over all rows (5)
  --csv FILE       writes the measurements, one benchmark per line
  --markdown FILE  writes the table in Markdown";

/// The options.
pub struct Options {
    /// The rows to run.
    pub selection: Selection,
    /// The number of pose pairs in each pose set that is not moving.
    pub pairs: usize,
    /// How often each row is timed in a pass.
    pub reps: usize,
    /// The number of passes.
    pub passes: usize,
    /// The file for the measurements.
    pub csv: Option<PathBuf>,
    /// The file for the table in Markdown.
    pub markdown: Option<PathBuf>,
}

/// A selection of rows by words in their names.
#[derive(Default)]
pub struct Selection {
    words: Vec<String>,
}

impl Selection {
    /// Selects the rows whose names contain all the words.
    pub fn new(words: &str) -> Self {
        Self { words: words.split_whitespace().map(str::to_lowercase).collect() }
    }

    /// Returns whether a row is selected.
    pub fn includes(&self, workload: &str, query: QueryKind, pose_set: PoseSet) -> bool {
        let name = format!("{workload} {query} {pose_set}").to_lowercase();
        self.words.iter().all(|word| name.contains(word))
    }
}

impl Options {
    /// Parses the arguments of the program, of which the first is its name.
    ///
    /// # Errors
    /// Returns what is wrong with them, to be printed with [`USAGE`].
    pub fn parse(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            selection: Selection::default(),
            pairs: 1024,
            reps: 9,
            passes: 5,
            csv: None,
            markdown: None,
        };
        let mut arguments = arguments.skip(1);
        while let Some(name) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{name} needs a value"));
            match name.as_str() {
                "--only" => options.selection = Selection::new(&value()?),
                "--pairs" => options.pairs = positive(&value()?)?,
                "--reps" => options.reps = positive(&value()?)?,
                "--passes" => options.passes = positive(&value()?)?,
                "--csv" => options.csv = Some(value()?.into()),
                "--markdown" => options.markdown = Some(value()?.into()),
                _ => return Err(format!("unknown option {name}")),
            }
        }
        Ok(options)
    }
}

fn positive(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(format!("{text} is not a positive integer")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selected_row_has_all_the_words() {
        let selection = Selection::new("3D box Contact");
        assert!(selection.includes("3D box-box", QueryKind::Contact, PoseSet::Near));
        assert!(!selection.includes("2D box-box", QueryKind::Contact, PoseSet::Near));
        assert!(!selection.includes("3D box-box", QueryKind::Manifold, PoseSet::Near));
        assert!(Selection::default().includes("3D box-box", QueryKind::Manifold, PoseSet::Near));
    }

    #[test]
    fn options_are_parsed() {
        let parse = |text: &str| Options::parse(text.split(' ').map(str::to_owned));
        let options = parse("peers --pairs 7 --csv a.csv").expect("options");
        assert_eq!((options.pairs, options.csv), (7, Some("a.csv".into())));
        assert!(parse("peers --pairs 0").is_err());
        assert!(parse("peers --pairs").is_err());
    }
}
