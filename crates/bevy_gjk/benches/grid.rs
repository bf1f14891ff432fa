//! What a grid of 1024 by 1024 cells costs: making it, writing a cell, rays across it, and 1,000 characters on it, beside the
//! same level as an entity a cell, as one compound of rectangles merged row by row, and as entities of these rectangles.
//!
//!     cargo bench --bench grid

#[allow(dead_code)]
mod common;

use std::hint::black_box;
use std::time::Instant;

use bevy_app::App;
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::SingleThreadedExecutor;
use bevy_ecs::system::SystemState;
use bevy_gjk::dim2::prelude::*;
use bevy_gjk::dim2::{CellGrid, CellKind};
use bevy_math::{Dir2, UVec2, Vec2};
use bevy_transform::prelude::*;

use common::{Random, cpu_time};

const SIDE: u32 = 1024;
const MOVERS: u32 = 1000;
const FRAMES: u32 = 30;

/// The level: floors of any length every eight rows, and some cells on them.
fn cells() -> Vec<bool> {
    let mut random = Random(3);
    let mut filled = vec![false; (SIDE * SIDE) as usize];
    for y in 0..SIDE {
        let mut x = 0;
        while x < SIDE {
            let run = random.range(1.0, 40.0) as u32;
            let is_solid =
                if y % 8 == 0 { random.range(0.0, 1.0) < 0.85 } else { random.range(0.0, 1.0) < 0.06 };
            for x in x..SIDE.min(x + if y % 8 == 0 { run } else { 1 }) {
                filled[(y * SIDE + x) as usize] = is_solid;
            }
            x += if y % 8 == 0 { run } else { 1 };
        }
    }
    filled
}

fn grid(filled: &[bool]) -> CellGrid {
    let mut grid = CellGrid::new(UVec2::splat(SIDE), 1.0, [CellKind::full(), CellKind::slope()]);
    for (part, _) in filled.iter().enumerate().filter(|(_, filled)| **filled) {
        let part = part as u32;
        let _ = grid.set(UVec2::new(part % SIDE, part / SIDE), 1);
    }
    grid
}

/// The filled cells of each row as rectangles: their centers, and their widths.
fn runs(filled: &[bool]) -> Vec<(Vec2, f32)> {
    let mut runs = Vec::new();
    for (y, row) in filled.chunks(SIDE as usize).enumerate() {
        let mut x = 0;
        while x < row.len() {
            let length = row[x..].iter().take_while(|filled| **filled).count();
            if length > 0 {
                runs.push((Vec2::new(x as f32 + 0.5 * length as f32, y as f32 + 0.5), length as f32));
            }
            x += length.max(1);
        }
    }
    runs
}

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TransformPlugin, CollisionPlugin::default()));
    app.edit_schedule(PostUpdate, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
    app
}

fn spawn_movers(app: &mut App) {
    let mut random = Random(9);
    for _ in 0..MOVERS {
        let at = [(); 2].map(|()| random.range(20.0, SIDE as f32 - 20.0));
        let place = Transform::from_xyz(at[0], (at[1] / 8.0).floor() * 8.0 + 2.0, 0.0);
        app.world_mut().spawn((Collider::capsule(0.3, 0.9), CharacterMover::for_height(1.5), place));
    }
}

/// Returns how long a frame takes in which all characters walk, in milliseconds.
fn walk(app: &mut App) -> f64 {
    let mut random = Random(11);
    let mut characters = app.world_mut().query_filtered::<Entity, With<CharacterMover>>();
    let characters: Vec<_> = characters.iter(app.world()).collect();
    let mut frame = |app: &mut App| {
        for &character in &characters {
            let displacement = Vec2::new(random.range(-0.1, 0.1), -0.05);
            app.world_mut().entity_mut(character).insert(MoverMotion { displacement, ..Default::default() });
        }
        let start = cpu_time();
        app.update();
        (cpu_time() - start).as_secs_f64() * 1e3
    };
    (0..40).for_each(|_| _ = frame(app));
    let mut times: Vec<f64> = (0..FRAMES).map(|_| frame(app)).collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Returns how long a ray across the level takes, in microseconds.
fn rays(app: &mut App) -> f64 {
    let mut state = SystemState::<CollisionQuery>::new(app.world_mut());
    let query = state.get(app.world()).unwrap();
    let mut random = Random(13);
    let count = 2000;
    let rays: Vec<_> = (0..count)
        .map(|_| {
            let at = Vec2::new(random.range(0.0, 1024.0), (random.range(0.0, 127.0)).floor() * 8.0 + 4.5);
            (at, Dir2::from_xy(random.range(-1.0, 1.0), random.range(-0.01, 0.01)).unwrap())
        })
        .collect();
    // The clock of the processor's time is too coarse for them.
    let start = Instant::now();
    for &(from, direction) in &rays {
        black_box(query.cast_ray(from, direction, 1500.0, &QueryFilter::ALL));
    }
    start.elapsed().as_secs_f64() * 1e6 / f64::from(count)
}

fn measure(name: &str, spawn: impl FnOnce(&mut App)) -> App {
    let mut app = app();
    spawn(&mut app);
    let start = Instant::now();
    app.update();
    let first = start.elapsed().as_secs_f64() * 1e3;
    let ray = rays(&mut app);
    spawn_movers(&mut app);
    let frame = walk(&mut app);
    println!("{name:<24} first run {first:8.1} ms   a ray {ray:6.2} us   {MOVERS} characters {frame:6.2} ms");
    app
}

fn main() {
    let filled = cells();
    let start = Instant::now();
    let level = grid(&filled);
    println!(
        "{} cells of {} filled, made in {:.1} ms",
        filled.iter().filter(|it| **it).count(),
        SIDE * SIDE,
        start.elapsed().as_secs_f64() * 1e3
    );
    let runs = runs(&filled);
    println!("{} merged rectangles", runs.len());
    let mut app = measure("a grid", |app| {
        app.world_mut().spawn((Collider::Grid(level), Transform::default()));
    });
    write(&mut app);
    let _ = measure("merged, a compound", |app| {
        let parts = runs.iter().map(|&(at, width)| {
            (Transform::from_translation(at.extend(0.0)), Collider::rectangle(width, 1.0))
        });
        app.world_mut().spawn((Collider::compound(parts), Transform::default()));
    });
    let _ = measure("merged, entities", |app| {
        let entities = runs.iter().map(|&(at, width)| {
            (Transform::from_translation(at.extend(0.0)), Collider::rectangle(width, 1.0))
        });
        app.world_mut().spawn_batch(entities.collect::<Vec<_>>());
    });
    let _ = measure("an entity a cell", |app| {
        let all = filled.iter().enumerate().filter(|(_, filled)| **filled).map(|(part, _)| {
            let (x, y) = (part as u32 % SIDE, part as u32 / SIDE);
            (Transform::from_xyz(x as f32 + 0.5, y as f32 + 0.5, 0.0), Collider::rectangle(1.0, 1.0))
        });
        app.world_mut().spawn_batch(all.collect::<Vec<_>>());
    });
}

/// Measures writing a cell each frame: the call, and what the frame costs more.
fn write(app: &mut App) {
    let still = walk(app);
    let mut random = Random(17);
    let mut grids = app.world_mut().query::<&mut Collider>();
    let mut calls = Vec::new();
    let mut frames = Vec::new();
    for _ in 0..200 {
        let cell = UVec2::new(random.range(0.0, 1024.0) as u32, random.range(0.0, 1024.0) as u32);
        let start = Instant::now();
        for mut collider in grids.iter_mut(app.world_mut()) {
            if !matches!(*collider, Collider::Grid(_)) {
                continue;
            }
            if let Collider::Grid(grid) = &mut *collider {
                let kind = 1 - grid.get(cell).min(1);
                let _ = black_box(grid.set(cell, kind));
            }
        }
        calls.push(start.elapsed().as_secs_f64() * 1e6);
        let start = cpu_time();
        app.update();
        frames.push((cpu_time() - start).as_secs_f64() * 1e3);
    }
    calls.sort_by(f64::total_cmp);
    frames.sort_by(f64::total_cmp);
    println!(
        "writing a cell: {:.1} us, with a look at all {MOVERS} other colliders; a frame with it {:.2} ms, {still:.2} ms of walking",
        calls[100], frames[100]
    );
}
