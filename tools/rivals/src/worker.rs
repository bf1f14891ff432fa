//! Workers: each row is measured in a process of its own. The number of threads is fixed for the life of a
//! process, memory is that of a process, and no row finds the memory as another left it.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::births;
use crate::engine::Engine;
use crate::engines::engines;
use crate::frames;
use crate::memory;
use crate::row::{Row, Task};
use crate::wire::{self, Sent};

/// The word with which a worker is started.
pub const WORK: &str = "work";

/// What each engine took.
pub type Measured<S> = Vec<(String, S)>;

/// Measures a row in a new process, for about so many seconds; engines whose names have one of these words,
/// separated by commas.
///
/// # Errors
/// If the process cannot be started, or fails.
pub fn measure<S: Sent>(row: &Row, seconds: f64, names: &str) -> io::Result<Measured<S>> {
    measure_by(&std::env::current_exe()?, row, seconds, names)
}

/// Measures a row by another build of this program.
///
/// # Errors
/// As [`measure`].
pub fn measure_by<S: Sent>(program: &Path, row: &Row, seconds: f64, names: &str) -> io::Result<Measured<S>> {
    let mut command = Command::new(program);
    command.arg(WORK).args(row.words()).arg(seconds.to_string()).arg(names);
    // rapier's pool, if it is built with `parallel`: as many threads as Bevy has for its tasks.
    command.env("RAYON_NUM_THREADS", row.threads.to_string());
    let output = command.stderr(Stdio::inherit()).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let measured: Option<Measured<S>> = text.lines().map(wire::read).collect();
    match measured {
        Some(measured) if output.status.success() => Ok(measured),
        _ => Err(io::Error::other(format!("{row}: the worker failed, {}", output.status))),
    }
}

/// Does the work: the words of a row, the seconds, and words in the names of engines.
///
/// # Errors
/// What is wrong with the words.
pub fn work(words: &[String]) -> Result<(), String> {
    let Some((row, [seconds, names])) = words.split_last_chunk::<2>() else {
        return Err("too few words".into());
    };
    let row = Row::read(row)?;
    let seconds: f64 = seconds.parse().map_err(|_| format!("{seconds} is no number"))?;
    let named = |engine: &Engine| names.split(',').any(|word| engine.name.contains(word));
    let engines: Vec<Engine> = engines(row.dimension).into_iter().filter(named).collect();
    match row.task {
        Task::Frames => print(&engines, &frames::measure(&row, &engines, seconds)),
        Task::Births => print(&engines, &births::measure(&row, &engines, (seconds as usize).clamp(1, 9))),
        Task::Memory => {
            let [engine] = engines[..] else {
                return Err(format!("one engine at a time, not all of {names}"));
            };
            print(&engines, &[memory::measure(&row, &engine)]);
        }
    }
    Ok(())
}

fn print(engines: &[Engine], measured: &[impl Sent]) {
    for (engine, measured) in engines.iter().zip(measured) {
        println!("{}", wire::write(engine.name, measured));
    }
}
