//! What a snapshot of rapier costs: its sets and phases, as its users save them for a rollback, beside the figures of
//! `cargo bench --bench state` of `bevy_gjk`, whose scene this is: 1,000 bodies that move among 10,000 that stand still.

use std::fmt::Write;
use std::time::Instant;

/// The number of bodies that move, beside ten times as many that stand still.
const MOVING: usize = 1_000;
/// The number of measurements, of which the median counts.
const SAMPLES: usize = 31;

/// Returns the table.
pub fn report() -> String {
    let mut text =
        String::from("| | pairs | bytes | clone | serialize | deserialize |\n|---|---|---|---|---|---|\n");
    for (name, row) in [("2D", two::measure()), ("3D", three::measure())] {
        let Row { pairs, bytes, clone, write, read } = row;
        let _ =
            writeln!(text, "| {name} | {pairs} | {bytes} | {clone:.0} us | {write:.0} us | {read:.0} us |");
    }
    text
}

struct Row {
    pairs: usize,
    bytes: usize,
    clone: f64,
    write: f64,
    read: f64,
}

/// Returns the median time of a call, in microseconds.
fn median<T>(mut run: impl FnMut() -> T) -> f64 {
    let mut times: Vec<f64> = (0..SAMPLES)
        .map(|_| {
            let start = Instant::now();
            let kept = std::hint::black_box(run());
            let time = start.elapsed().as_secs_f64() * 1e6;
            drop(kept);
            time
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[SAMPLES / 2]
}

/// Numbers from -0.5 to 0.5: a linear congruential generator.
fn random_numbers() -> impl FnMut() -> f32 {
    let mut state = 1_u64;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 24) as f32 - 0.5
    }
}

/// A module for one dimension, which rapier has in a crate of its own.
macro_rules! dimension {
    ($name:ident, $plugin:ident, $side:literal, $axes:literal) => {
        mod $name {
            use $plugin::rapier::prelude::*;

            use super::{MOVING, Row, median, random_numbers};

            /// What a user saves: all that a step reads and writes.
            type World = (IslandManager, BroadPhaseBvh, NarrowPhase, RigidBodySet, ColliderSet);

            pub(super) fn measure() -> Row {
                let world = world();
                let bytes = postcard::to_stdvec(&world).expect("rapier's sets can be serialized");
                let read = || postcard::from_bytes::<World>(&bytes).expect("this is what was written");
                Row {
                    pairs: world.2.intersection_pairs().filter(|pair| pair.2).count(),
                    bytes: bytes.len(),
                    clone: median(|| world.clone()),
                    write: median(|| postcard::to_extend(&world, Vec::with_capacity(bytes.len()))),
                    read: median(read),
                }
            }

            /// Balls of radius 1 that are sensors, after 40 steps of the collision pipeline.
            fn world() -> World {
                let mut world = World::default();
                let (mut number, mut moving) = (random_numbers(), Vec::new());
                let count = ((11 * MOVING) as f32).powf(1.0 / $axes as f32).ceil() as usize;
                for index in 0..11 * MOVING {
                    let is_moving = index % 11 == 0;
                    let tile = [index % count, index / count % count, index / (count * count)];
                    let tile = tile.map(|at| ((at as f32 + 0.5) / count as f32 - 0.5) * $side);
                    let mut point = |size: f32| [(); 3].map(|()| number() * size);
                    let (at, velocity) =
                        if is_moving { (point($side), point(0.4)) } else { (tile, [0.0; 3]) };
                    let body = RigidBodyBuilder::kinematic_position_based();
                    let (_, _, _, bodies, colliders) = &mut world;
                    let body = bodies.insert(body.translation(vector(at)));
                    let ball = ColliderBuilder::ball(1.0).sensor(true);
                    let ball = ball.active_collision_types(ActiveCollisionTypes::all());
                    colliders.insert_with_parent(ball, body, bodies);
                    if is_moving {
                        moving.push((body, at, velocity));
                    }
                }
                let mut pipeline = CollisionPipeline::new();
                for step in 0..40 {
                    let (islands, broad_phase, narrow_phase, bodies, colliders) = &mut world;
                    for (body, at, velocity) in &moving {
                        let now = |axis: usize| at[axis] + velocity[axis] * step as f32;
                        bodies[*body].set_translation(vector([0, 1, 2].map(now)), true);
                    }
                    pipeline.step(0.0, islands, broad_phase, narrow_phase, bodies, colliders, &(), &());
                }
                world
            }

            fn vector(at: [f32; 3]) -> Vector {
                let mut vector = Vector::ZERO;
                (0..$axes).for_each(|axis| vector[axis] = at[axis]);
                vector
            }
        }
    };
}

dimension!(two, bevy_rapier2d, 500.0, 2);
dimension!(three, bevy_rapier3d, 110.0, 3);
