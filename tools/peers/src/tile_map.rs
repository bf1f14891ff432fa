//! A map of 1024 by 1024 cells, of which a sixth is filled: a grid of the plugin, parry's [`Voxels`], and the outline of the
//! cells, merged into long segments, as parry's [`Polyline`], which is what avian's and rapier's users make of it. All get the
//! same rays and circles, and their answers are checked by the formula of a rounded square, cell by cell.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::hint::black_box;
use std::time::Instant;

use bevy_app::{App, TaskPoolPlugin};
use bevy_ecs::prelude::Entity;
use bevy_ecs::system::SystemState;
use bevy_gjk::dim2::prelude::{Collider, CollisionPlugin, CollisionQuery, QueryFilter};
use bevy_gjk::dim2::{CellGrid, CellKind};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;
use gjk::{Affine2, Circle, Support, Vec2};
use parry2d::math::{IVector, Pose, Vector};
use parry2d::query::{Ray, ShapeCastOptions, cast_shapes};
use parry2d::shape::{Ball, Polyline, Shape, Voxels};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

const SIDE: u32 = 1024;
/// The number of rays, of circles, and of written cells.
const COUNT: usize = 2_000;
/// How far a ray or a circle goes at most.
const REACH: f32 = 1500.0;
const RADIUS: f32 = 0.3;
/// Distances that are off by more are wrong.
const TOLERANCE: f64 = 1e-3;

/// What one of the three takes.
struct Row {
    made: f64,
    write: f64,
    rays: Answers,
    circles: Answers,
}

/// The distances that were found, and the time of a question in microseconds.
struct Answers {
    time: f64,
    distances: Vec<Option<f32>>,
}

impl Answers {
    fn of(ways: &[(Vec2, Vec2)], ask: impl Fn(Vec2, Vec2) -> Option<f32>) -> Self {
        let start = Instant::now();
        let distances = ways.iter().map(|&(from, to)| black_box(ask(from, to))).collect();
        Self { time: start.elapsed().as_secs_f64() * 1e6 / ways.len() as f64, distances }
    }

    /// Returns how many answers are wrong.
    fn wrong(&self, right: &[f64]) -> usize {
        let is_wrong = |(answer, right): &(&Option<f32>, &f64)| match answer {
            Some(answer) => !((f64::from(*answer) - **right).abs() <= TOLERANCE),
            None => right.is_finite(),
        };
        self.distances.iter().zip(right).filter(is_wrong).count()
    }
}

/// Returns how far each circle of a radius gets until it touches a cell; infinite if it touches none.
fn right_distances(filled: &[bool], ways: &[(Vec2, Vec2)], radius: f64) -> Vec<f64> {
    let cells: Vec<[f64; 2]> = filled_cells(filled).map(|cell| cell.map(f64::from)).collect();
    ways.iter()
        .map(|&(from, to)| {
            let (from, to) = ([from.x, from.y].map(f64::from), [to.x, to.y].map(f64::from));
            let first = cells.iter().map(|cell| {
                let relative = [from[0] - cell[0], from[1] - cell[1]];
                distance_to_rounded_square(relative, to, radius)
            });
            first.filter(|distance| *distance <= f64::from(REACH)).fold(f64::INFINITY, f64::min)
        })
        .collect()
}

/// Returns where a ray meets the points within a radius of the unit square: two rectangles and four discs.
fn distance_to_rounded_square(from: [f64; 2], to: [f64; 2], radius: f64) -> f64 {
    let slab = |axis: usize, radius: f64| {
        let ends = [-radius, 1.0 + radius].map(|at| (at - from[axis]) / to[axis]);
        [ends[0].min(ends[1]), ends[0].max(ends[1])]
    };
    let rectangle = |radii: [f64; 2]| {
        let (x, y) = (slab(0, radii[0]), slab(1, radii[1]));
        let (enter, leave) = (x[0].max(y[0]).max(0.0), x[1].min(y[1]));
        if enter <= leave { enter } else { f64::INFINITY }
    };
    let disc = |center: [f64; 2]| {
        let along = (center[0] - from[0]) * to[0] + (center[1] - from[1]) * to[1];
        let beside = (center[0] - from[0]) * to[1] - (center[1] - from[1]) * to[0];
        let half = (radius * radius - beside * beside).sqrt();
        if half >= 0.0 && along + half >= 0.0 { (along - half).max(0.0) } else { f64::INFINITY }
    };
    let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]].map(disc);
    corners
        .into_iter()
        .chain([rectangle([radius, 0.0]), rectangle([0.0, radius])])
        .fold(f64::INFINITY, f64::min)
}

/// Returns the table.
pub fn report() -> String {
    let filled = cells();
    let mut random = Pcg32::seed_from_u64(5);
    let mut ways = Vec::new();
    while ways.len() < COUNT {
        let at = [random.random_range(0..SIDE), random.random_range(0..SIDE)];
        let to = Vec2::new(random.random_range(-1.0..1.0), random.random_range(-0.05..0.05));
        if !filled[index(at)] {
            ways.push((Vec2::new(at[0] as f32, at[1] as f32) + 0.5, to.normalize()));
        }
    }
    let rows = [
        ("a grid of `bevy_gjk`", grid(&filled, &ways)),
        ("parry's `Voxels`", voxels(&filled, &ways)),
        ("the outline as parry's `Polyline`", polyline(&filled, &ways)),
    ];
    let mut text = String::from(
        "| | making it, ms | writing a cell, µs | a ray, µs (wrong) | a circle, µs (wrong) |\n|---|---|---|---|---|\n",
    );
    let [of_rays, of_circles] = [0.0, RADIUS.into()].map(|radius| right_distances(&filled, &ways, radius));
    for (name, Row { made, write, rays, circles }) in &rows {
        let wrong = [rays.wrong(&of_rays), circles.wrong(&of_circles)];
        let _ = writeln!(
            text,
            "| {name} | {made:.1} | {write:.2} | {:.2} ({}) | {:.2} ({}) |",
            rays.time, wrong[0], circles.time, wrong[1]
        );
    }
    let _ = writeln!(text, "\nWrong: answers of {COUNT} that are off by more than {TOLERANCE}.");
    text
}

fn index([x, y]: [u32; 2]) -> usize {
    (y * SIDE + x) as usize
}

/// Floors of any length every eight rows, and single cells between them.
fn cells() -> Vec<bool> {
    let mut random = Pcg32::seed_from_u64(3);
    let mut filled = Vec::new();
    for y in 0..SIDE {
        let mut row = Vec::new();
        while row.len() < SIDE as usize {
            let is_floor = y % 8 == 0;
            let length = if is_floor { random.random_range(1..40) } else { 1 };
            let is_filled = random.random_bool(if is_floor { 0.85 } else { 0.06 });
            row.extend((0..length).map(|_| is_filled));
        }
        filled.extend(row.into_iter().take(SIDE as usize));
    }
    filled
}

fn filled_cells(filled: &[bool]) -> impl Iterator<Item = [u32; 2]> {
    let cells = (0..SIDE * SIDE).map(|cell| [cell % SIDE, cell / SIDE]);
    cells.filter(|&cell| filled[index(cell)])
}

/// Returns the time of a call for each of some cells, in microseconds.
fn write_cells(mut write: impl FnMut([u32; 2])) -> f64 {
    let mut random = Pcg32::seed_from_u64(7);
    let cells: Vec<_> =
        (0..COUNT).map(|_| [random.random_range(0..SIDE), random.random_range(0..SIDE)]).collect();
    let start = Instant::now();
    cells.iter().for_each(|&cell| write(cell));
    start.elapsed().as_secs_f64() * 1e6 / COUNT as f64
}

/// A grid, made and read by a first run.
fn grid(filled: &[bool], ways: &[(Vec2, Vec2)]) -> Row {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TransformPlugin, CollisionPlugin::default()));
    app.update();
    let start = Instant::now();
    let mut grid = CellGrid::new([SIDE; 2].into(), 1.0, [CellKind::full()]);
    for cell in filled_cells(filled) {
        let _ = grid.set(cell.into(), 1);
    }
    let entity: Entity = app.world_mut().spawn((Collider::Grid(grid), Transform::default())).id();
    app.update();
    let made = start.elapsed().as_secs_f64() * 1e3;
    let (rays, circles) = {
        let mut state = SystemState::<CollisionQuery>::new(app.world_mut());
        let query = state.get(app.world()).expect("the plugin is there");
        let rays = Answers::of(ways, |from, to| {
            let direction = to.try_into().expect("a unit vector");
            query.cast_ray(from, direction, REACH, &QueryFilter::ALL).map(|hit| hit.distance)
        });
        let circles = Answers::of(ways, |from, to| {
            let circle = Circle::new(RADIUS).placed(Affine2::from_translation(from));
            let direction = to.try_into().expect("a unit vector");
            query.cast_shape(&circle, direction, REACH, &QueryFilter::ALL).map(|hit| hit.distance)
        });
        (rays, circles)
    };
    let mut collider = app.world_mut().get_mut::<Collider>(entity).expect("it was spawned");
    let write = write_cells(|cell| {
        if let Collider::Grid(grid) = &mut *collider {
            let kind = 1 - grid.get(cell.into());
            let _ = black_box(grid.set(cell.into(), kind));
        }
    });
    Row { made, write, rays, circles }
}

fn voxels(filled: &[bool], ways: &[(Vec2, Vec2)]) -> Row {
    let key = |[x, y]: [u32; 2]| IVector::new(x as i32, y as i32);
    let start = Instant::now();
    let coordinates: Vec<_> = filled_cells(filled).map(key).collect();
    let mut voxels = Voxels::new(Vector::splat(1.0), &coordinates);
    let made = start.elapsed().as_secs_f64() * 1e3;
    let (rays, circles) = ask_parry(&voxels, ways);
    let write = write_cells(|cell| {
        let is_empty = voxels.voxel_state(key(cell)).is_none_or(|state| state.is_empty());
        let _ = black_box(voxels.set_voxel(key(cell), is_empty));
    });
    Row { made, write, rays, circles }
}

/// After a cell is written, all of it is made anew.
fn polyline(filled: &[bool], ways: &[(Vec2, Vec2)]) -> Row {
    let start = Instant::now();
    let (points, segments) = outline(filled);
    let polyline = Polyline::new(points, Some(segments));
    let made = start.elapsed().as_secs_f64() * 1e3;
    let (rays, circles) = ask_parry(&polyline, ways);
    Row { made, write: 1e3 * made, rays, circles }
}

fn ask_parry(shape: &dyn Shape, ways: &[(Vec2, Vec2)]) -> (Answers, Answers) {
    let vector = |of: Vec2| Vector::new(of.x, of.y);
    let rays =
        Answers::of(ways, |from, to| shape.cast_local_ray(&Ray::new(vector(from), vector(to)), REACH, true));
    let circles = Answers::of(ways, |from, to| {
        let (at, ball) = (Pose::from_translation(vector(from)), Ball::new(RADIUS));
        let options = ShapeCastOptions::with_max_time_of_impact(REACH);
        let hit = cast_shapes(&Pose::IDENTITY, Vector::ZERO, shape, &at, vector(to), &ball, options);
        hit.expect("parry has these shapes").map(|hit| hit.time_of_impact)
    });
    (rays, circles)
}

/// Returns the sides between filled and empty cells, merged into the longest segments.
fn outline(filled: &[bool]) -> (Vec<Vector>, Vec<[u32; 2]>) {
    let is_filled = |x: u32, y: u32| x < SIDE && y < SIDE && filled[index([x, y])];
    let (mut points, mut segments) = (Vec::new(), Vec::new());
    let mut numbers = BTreeMap::new();
    let mut add = |ends: [[u32; 2]; 2]| {
        segments.push(ends.map(|end| {
            *numbers.entry(end).or_insert_with(|| {
                points.push(Vector::new(end[0] as f32, end[1] as f32));
                points.len() as u32 - 1
            })
        }));
    };
    for line in 0..=SIDE {
        for is_row in [true, false] {
            // Which of the two sides is filled, along the line: where that changes, a segment ends.
            let side = |along: u32| {
                let before = line.wrapping_sub(1);
                let [one, other] = if is_row {
                    [is_filled(along, before), is_filled(along, line)]
                } else {
                    [is_filled(before, along), is_filled(line, along)]
                };
                i8::from(one) - i8::from(other)
            };
            let point = |along: u32| if is_row { [along, line] } else { [line, along] };
            let mut begin = 0;
            for along in 1..=SIDE {
                let was = side(along - 1);
                if along == SIDE || side(along) != was {
                    if was != 0 {
                        add([point(begin), point(along)]);
                    }
                    begin = along;
                }
            }
        }
    }
    (points, segments)
}
