//! Plays a recording without a window, and says where today's code differs from what was recorded; or compares the
//! recordings of two peers.
//!
//! ```sh
//! cargo run -p bevy_gjk_debugger --features recorder --bin gjk_replay -- lost.gjkrec
//! cargo run -p bevy_gjk_debugger --features recorder --bin gjk_replay -- client.gjkrec server.gjkrec
//! ```
//!
//! | exit code | means |
//! |---|---|
//! | 0 | nothing differs |
//! | 1 | something differs |
//! | 2 | a file cannot be read, or not to its end |

use std::process::ExitCode;

use bevy_gjk::recording::{CollisionReplay, Recordable, Recording, RecordingError};
use bevy_gjk::{Dim2, Dim3};

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let result = match &files[..] {
        [file] => play_file(file),
        [one, other] => compare_files(one, other),
        _ => Err("give a recording to play, or the recordings of two peers to compare".into()),
    };
    match result {
        Ok(is_same) => ExitCode::from(u8::from(!is_same)),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Reads a recording of whichever dimension, and calls one of two functions with it.
fn read<T>(
    file: &str,
    flat: impl FnOnce(Recording<Dim2>) -> Result<T, String>,
    spatial: impl FnOnce(Recording<Dim3>) -> Result<T, String>,
) -> Result<T, String> {
    let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let describe = |error: RecordingError| format!("{file}: {error}");
    match Recording::<Dim2>::read(bytes.clone()) {
        Err(RecordingError::Dimension(3)) => spatial(Recording::read(bytes).map_err(describe)?),
        recording => flat(recording.map_err(describe)?),
    }
}

/// Plays a file. Returns whether nothing differs.
fn play_file(file: &str) -> Result<bool, String> {
    read(file, |recording| play(file, recording), |recording| play(file, recording))
}

fn play<D: Recordable>(file: &str, recording: Recording<D>) -> Result<bool, String> {
    let runs = recording.runs();
    println!("{file}: runs {} to {} of bevy_gjk {}", runs.start, runs.end, recording.header().bevy_gjk);
    let mut app = CollisionReplay::app(recording);
    loop {
        match CollisionReplay::<D>::step(app.world_mut()) {
            Ok(Some(played)) => {
                if let Some(difference) = played.difference {
                    let text = CollisionReplay::<D>::text(app.world(), &difference);
                    println!("{file}: run {}, tick {}: {text}", played.run, played.tick);
                    return Ok(false);
                }
            }
            Ok(None) => {
                println!("{file}: all runs are as they were recorded");
                return Ok(true);
            }
            Err(error) => {
                return Err(format!("{file}: all runs until here are as they were recorded, but {error}"));
            }
        }
    }
}

/// Compares two files. Returns whether nothing differs.
fn compare_files(one: &str, other: &str) -> Result<bool, String> {
    let read_flat =
        |file: &str| read(file, Ok, |_| Err(format!("{file} is of 3D colliders, and {one} of 2D")));
    let read_spatial =
        |file: &str| read(file, |_| Err(format!("{file} is of 2D colliders, and {one} of 3D")), Ok);
    read(one, |first| compare(first, read_flat(other)?), |first| compare(first, read_spatial(other)?))
}

fn compare<D: Recordable>(one: Recording<D>, other: Recording<D>) -> Result<bool, String> {
    match one.first_difference(other) {
        Ok(Some(difference)) => {
            println!("{difference}");
            Ok(false)
        }
        Ok(None) => {
            println!("no tick differs");
            Ok(true)
        }
        Err(error) => Err(format!("no tick differs until here, but {error}")),
    }
}
