//! Where the time of this project's frames goes, phase by phase.

use bevy::diagnostic::DiagnosticsStore;
use bevy_gjk::{CollisionDiagnostic, Dim2, Dim3};
use oracle::case::Dimension;

use crate::arena::Arena;
use crate::engine::Engine;
use crate::engines::ours;
use crate::report::{Style, table};
use crate::row::{Row, Task, rows};
use crate::scene::Scene;
use crate::statistics::median;

/// What is shown.
const SHOWN: [(&str, CollisionDiagnostic); 8] = [
    ("bounds", CollisionDiagnostic::Bounds),
    ("broad phase", CollisionDiagnostic::BroadPhase),
    ("narrow phase", CollisionDiagnostic::NarrowPhase),
    ("events", CollisionDiagnostic::Events),
    ("total", CollisionDiagnostic::Total),
    ("pairs", CollisionDiagnostic::Candidates),
    ("tests", CollisionDiagnostic::Tests),
    ("touching", CollisionDiagnostic::Touching),
];

/// Frames that are not counted: what stands still is settled after some.
const WARM_UP: usize = 40;
/// Those that are.
const FRAMES: usize = 101;

/// Prints the medians, for the scenes and settings that have all these words in their names, on so many threads.
pub fn print(only: &[String], sizes: Option<&[usize]>, threads: usize) {
    let head = ["scene", "setting"].into_iter().chain(SHOWN.map(|(name, _)| name));
    let mut lines = vec![head.map(str::to_owned).collect::<Vec<_>>()];
    let scenes = rows(false, Some(sizes.unwrap_or(&[10_000])));
    for row in scenes.iter().filter(|row| row.task == Task::Frames && row.threads == 1) {
        for engine in ours::engines(row.dimension) {
            let of_setting = |word: &&String| engine.name.split(' ').any(|part| part == word.as_str());
            let of_scene: Vec<String> = only.iter().filter(|word| !of_setting(word)).cloned().collect();
            if !row.has(&of_scene) {
                continue;
            }
            let name = format!("{} {} {}", row.kind, crate::scene::name(row.dimension), row.count);
            let medians = measure(row, engine, threads).map(|median| match median {
                Some(count) if count >= 1000.0 => format!("{count:.0}"),
                Some(time) => format!("{time:.3}"),
                None => "–".to_owned(),
            });
            lines.push([name, engine.name.to_owned()].into_iter().chain(medians).collect());
        }
    }
    println!("{}", table("Where the time goes", &lines, "Milliseconds of a frame, medians.", Style::Plain));
}

fn measure(row: &Row, mut engine: Engine, threads: usize) -> [Option<f64>; SHOWN.len()] {
    engine.install = ours::install_with_diagnostics(row.dimension);
    let scene = Scene::new(row.kind, row.dimension, row.count);
    let mut arena = Arena::new(&engine, &scene, threads);
    arena.spawn(&scene);
    let mut measured = SHOWN.map(|_| Vec::new());
    for frame in 0..WARM_UP + FRAMES {
        arena.app.update();
        arena.touches().clear();
        let store = arena.app.world().resource::<DiagnosticsStore>();
        for ((_, of), measured) in SHOWN.iter().zip(&mut measured) {
            let path = match row.dimension {
                Dimension::Plane => of.path::<Dim2>(),
                Dimension::Space => of.path::<Dim3>(),
            };
            let value = store.get(&path).and_then(|diagnostic| diagnostic.measurement());
            measured.extend(value.filter(|_| frame >= WARM_UP).map(|measurement| measurement.value));
        }
    }
    measured.map(|of| (!of.is_empty()).then(|| median(of.into_iter())))
}
