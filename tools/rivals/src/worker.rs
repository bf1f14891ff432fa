//! Workers: each row is measured in a process of its own. The number of threads is fixed for the life of a process, memory
//! is that of a process, and no row finds the memory as another left it.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::engine::Engine;
use crate::engines::engines;
use crate::results::Results;
use crate::row::{Row, Task};
use crate::tables::{PARALLEL, versions};
use crate::{births, frames, memory};

/// Measures a row in new processes, for about so many seconds; by another build of this program, if one is given.
pub fn measure(program: Option<&PathBuf>, row: &Row, seconds: f64) -> Result<Results, Box<dyn Error>> {
    let mut results = Results::default();
    let names = match row.task {
        // One engine in a process.
        Task::Memory => engines(row.dimension).iter().map(|engine| engine.name).collect(),
        Task::Frames | Task::Births => vec![""],
    };
    for name in names {
        let mut command = Command::new(program.cloned().map_or_else(std::env::current_exe, Ok)?);
        command.arg("work").args(row.words()).arg(seconds.to_string()).arg(name);
        // rapier's pool, if it is built with `parallel`: as many threads as Bevy has for its tasks.
        command.env("RAYON_NUM_THREADS", row.threads.to_string());
        let output = command.stderr(Stdio::inherit()).output()?;
        if !output.status.success() {
            return Err(format!("{row}: the worker failed, {}", output.status).into());
        }
        results.extend(Results::parse(&*output.stdout)?);
    }
    Ok(results)
}

/// Does the work, and prints the results.
pub fn work(row: &Row, seconds: f64, name: &str) -> Result<(), Box<dyn Error>> {
    let named = |engine: &Engine| name.is_empty() || engine.name == name;
    let engines: Vec<Engine> = engines(row.dimension).into_iter().filter(named).collect();
    let measured = match row.task {
        Task::Frames => frames::measure(row, &engines, seconds),
        Task::Births => births::measure(row, &engines),
        Task::Memory => engines.iter().map(|engine| memory::measure(row, engine)).collect(),
    };
    let mut results = Results::default();
    for (engine, figures) in engines.iter().zip(&measured) {
        results.add(row, engine.name, figures);
    }
    results.print(std::io::stdout())
}

/// Returns whether another build of this program is of the same versions, with rapier's feature `parallel`.
pub fn is_parallel_build(program: &Path) -> Result<bool, Box<dyn Error>> {
    let output = Command::new(program).arg("versions").output()?;
    let theirs = String::from_utf8_lossy(&output.stdout);
    Ok(theirs.contains(PARALLEL) && theirs.trim().replace(PARALLEL, "") == versions().replace(PARALLEL, ""))
}
