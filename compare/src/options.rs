//! The command line.

use std::path::PathBuf;

use crate::question::{Mix, Question};

/// How to call the program.
pub const USAGE: &str = "usage: compare [OPTION]...
  --only WORDS     the rows whose names have all these words, as in --only \"3D box contact\"
  --pairs N        random pairs of poses for each mix (1024)
  --reps N         repetitions of every row in a pass (9)
  --passes N       passes over all rows (5)
  --csv FILE       writes what was measured, an entry a line
  --markdown FILE  writes the table in Markdown";

/// What was asked for.
pub struct Options {
    /// The rows.
    pub selection: Selection,
    /// How many pairs of poses there are in each mix, but the moving ones.
    pub pairs: usize,
    /// How often each row is timed in a pass.
    pub reps: usize,
    /// How many passes there are.
    pub passes: usize,
    /// Where to write the measurements.
    pub csv: Option<PathBuf>,
    /// Where to write the table.
    pub markdown: Option<PathBuf>,
}

/// Which rows are wanted.
#[derive(Default)]
pub struct Selection {
    words: Vec<String>,
}

impl Selection {
    /// The rows whose names have all the words.
    pub fn new(words: &str) -> Self {
        Self { words: words.split_whitespace().map(str::to_lowercase).collect() }
    }

    /// Whether a row is wanted.
    pub fn has(&self, workload: &str, question: Question, mix: Mix) -> bool {
        let name = format!("{workload} {question} {mix}").to_lowercase();
        self.words.iter().all(|word| name.contains(word))
    }
}

impl Options {
    /// Reads them.
    ///
    /// # Errors
    /// What is wrong with them, to be printed with [`USAGE`].
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
                _ => return Err(format!("no option {name}")),
            }
        }
        Ok(options)
    }
}

fn positive(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(format!("{text} is no positive number")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_all_the_words() {
        let selection = Selection::new("3D box Contact");
        assert!(selection.has("3D box-box", Question::Contact, Mix::Near));
        assert!(!selection.has("2D box-box", Question::Contact, Mix::Near));
        assert!(!selection.has("3D box-box", Question::Manifold, Mix::Near));
        assert!(Selection::default().has("3D box-box", Question::Manifold, Mix::Near));
    }

    #[test]
    fn options_are_read() {
        let parse = |text: &str| Options::parse(text.split(' ').map(str::to_owned));
        let options = parse("compare --pairs 7 --csv a.csv").expect("options");
        assert_eq!((options.pairs, options.csv), (7, Some("a.csv".into())));
        assert!(parse("compare --pairs 0").is_err());
        assert!(parse("compare --pairs").is_err());
    }
}
