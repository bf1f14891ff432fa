//! The command line.

use std::path::PathBuf;

/// How to call the program.
pub const USAGE: &str = "usage: rivals [COMMAND] [OPTION]...
  rivals               the tables: time, right answers, allocations, spawning, memory
    --full             all sizes and numbers of threads, instead of a first look
    --only WORDS       the rows whose names have all these words, as in --only \"mixed 3D 10000\"
    --sizes N,N        other numbers of bodies
    --seconds S        the time for each row; many bodies take ten times as long (3; full: 10)
    --csv FILE         writes what was measured, an engine a line
    --markdown FILE    writes the tables in Markdown
    --readme FILE      writes the project's table between its marks in FILE, ../../docs/performance.md
    --parallel PROGRAM measures the rows with several threads by this build, with the feature rapier-parallel
  rivals moves         move and slide, and characters: time, faults, progress
    --sizes N          another number of obstacles
    --seconds S        the time for each table in each dimension (10)
    --judged N         so many frames are judged (12)
    --markdown FILE    writes the tables in Markdown
    --readme FILE      writes them between their marks in FILE, ../../docs/performance.md
  rivals facts         how the engines behave in small scenes, and what is right
  rivals growth FILE   draws the cost by the number of bodies, in SVG
    --sizes N,N        other numbers of bodies
    --seconds S        the time for each number (1)
  rivals versions      what is compared
  rivals paces         the cost when all move equally far in a frame, by how far
  rivals phases        where the time of this project's frames goes
    --only WORDS       the scenes and settings whose names have all these words, as in --only \"mixed touches\"
    --sizes N,N        other numbers of bodies
    --threads N        so many worker threads (1)";

/// What is to be done.
#[derive(Debug, PartialEq)]
pub enum Command {
    /// The tables.
    Tables,
    /// Move and slide.
    Moves,
    /// How the engines behave.
    Facts,
    /// The picture.
    Growth(PathBuf),
    /// The versions of what is compared.
    Versions,
    /// The cost by the pace.
    Paces,
    /// Where the time goes.
    Phases,
    /// The work of a worker.
    Work(Vec<String>),
}

/// What was asked for.
#[derive(Debug, PartialEq)]
pub struct Options {
    /// What is to be done.
    pub command: Command,
    /// Whether all rows are wanted.
    pub full: bool,
    /// Words in the names of rows.
    pub only: Vec<String>,
    /// Numbers of bodies.
    pub sizes: Option<Vec<usize>>,
    /// The number of worker threads.
    pub threads: usize,
    /// The time for each row, in seconds.
    pub seconds: Option<f64>,
    /// The number of frames whose moves are judged.
    pub judged: usize,
    /// Where to write the measurements.
    pub csv: Option<PathBuf>,
    /// Where to write the tables.
    pub markdown: Option<PathBuf>,
    /// The file whose table is written anew, docs/performance.md.
    pub readme: Option<PathBuf>,
    /// The build that measures rows with several threads.
    pub parallel: Option<PathBuf>,
}

impl Options {
    /// Reads them, without the name of the program.
    ///
    /// # Errors
    /// What is wrong with them, to be printed with [`USAGE`].
    pub fn parse(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut arguments = arguments.peekable();
        let command = match arguments.next_if(|word| !word.starts_with('-')).as_deref() {
            None => Command::Tables,
            Some("facts") => Command::Facts,
            Some("moves") => Command::Moves,
            Some("growth") => Command::Growth(arguments.next().ok_or("growth needs a file")?.into()),
            Some("versions") => Command::Versions,
            Some("paces") => Command::Paces,
            Some("phases") => Command::Phases,
            Some(crate::worker::WORK) => Command::Work(arguments.by_ref().collect()),
            Some(word) => return Err(format!("no command {word}")),
        };
        let (only, sizes, seconds, csv, markdown, readme, parallel) = Default::default();
        let (threads, judged) = (1, crate::moves::JUDGED_FRAMES);
        let mut options = Self {
            command,
            full: false,
            only,
            sizes,
            threads,
            seconds,
            judged,
            csv,
            markdown,
            readme,
            parallel,
        };
        while let Some(name) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{name} needs a value"));
            match name.as_str() {
                "--full" => options.full = true,
                "--only" => options.only = value()?.split_whitespace().map(str::to_lowercase).collect(),
                "--sizes" => {
                    options.sizes = Some(value()?.split(',').map(positive).collect::<Result<_, _>>()?);
                }
                "--threads" => options.threads = positive(&value()?)?,
                "--seconds" => options.seconds = Some(positive(&value()?)?),
                "--judged" => options.judged = positive(&value()?)?,
                "--csv" => options.csv = Some(value()?.into()),
                "--markdown" => options.markdown = Some(value()?.into()),
                "--parallel" => options.parallel = Some(value()?.into()),
                "--readme" => options.readme = Some(value()?.into()),
                _ => return Err(format!("no option {name}")),
            }
        }
        Ok(options)
    }
}

fn positive<N: std::str::FromStr + PartialOrd + Default>(text: &str) -> Result<N, String> {
    match text.parse() {
        Ok(number) if number > N::default() => Ok(number),
        _ => Err(format!("{text} is no positive number")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Options, String> {
        Options::parse(text.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn options_are_read() {
        let options = parse("--full --sizes 10,20 --seconds 0.5 --csv a.csv").expect("options");
        assert_eq!(options.command, Command::Tables);
        assert!(options.full);
        assert_eq!((options.sizes, options.seconds), (Some(vec![10, 20]), Some(0.5)));
        assert_eq!(parse("growth a.svg").map(|it| it.command), Ok(Command::Growth("a.svg".into())));
        let work = parse("work frames --x 3").map(|it| it.command);
        assert_eq!(work, Ok(Command::Work(["frames", "--x", "3"].map(str::to_owned).into())));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["--sizes 0", "--sizes", "growth", "dance", "--seconds -1", "--fast"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
