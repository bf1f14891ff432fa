//! A thousand rooms at one place, each a `CollisionSpace` of its own, beside the same rooms side by side in one space:
//! the time of a frame in which all movers of all rooms move, and of a ray in each room.
//!
//!     cargo bench -p bevy_gjk --bench spaces

mod common;

use std::hint::black_box;

use bevy_app::{App, PostUpdate};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::SingleThreadedExecutor;
use bevy_ecs::system::SystemState;
use bevy_gjk::{
    CollisionPlugin, CollisionQuery, CollisionSpace, Collisions, Dim2, Dim3, Dimension, QueryFilter, dim2,
    dim3,
};
use bevy_math::{Dir2, Dir3, Vec3};
use bevy_transform::TransformPlugin;
use bevy_transform::components::Transform;

use common::{Random, cpu_time};

/// The number of rooms along each side of the square in which they are side by side.
const SIDE: u32 = 32;
const MOVERS: u32 = 50;
const OBSTACLES: u32 = 20;
/// The length of a side of a room, and how far its neighbors are from it.
const SIZE: f32 = 24.0;
const APART: f32 = 32.0;
const SPEED: f32 = 0.1;
/// Frames before anything is measured: obstacles are static by then.
const WARM_UP: u32 = 30;
/// Frames that are measured.
const FRAMES: usize = 40;

/// What the benchmark needs of a dimension.
trait Bench: Dimension {
    const EAST: Self::Direction;
    fn ball() -> Self::Collider;
    fn obstacle() -> Self::Collider;
    fn narrow(at: Vec3) -> Self::Vector;
    fn flat(at: Vec3) -> Vec3;
}

impl Bench for Dim2 {
    const EAST: Dir2 = Dir2::X;
    fn ball() -> dim2::Collider {
        dim2::Collider::circle(0.5)
    }
    fn obstacle() -> dim2::Collider {
        dim2::Collider::rectangle(2.0, 1.0)
    }
    fn narrow(at: Vec3) -> bevy_math::Vec2 {
        at.truncate()
    }
    fn flat(at: Vec3) -> Vec3 {
        at.with_z(0.0)
    }
}

impl Bench for Dim3 {
    const EAST: Dir3 = Dir3::X;
    fn ball() -> dim3::Collider {
        dim3::Collider::sphere(0.5)
    }
    fn obstacle() -> dim3::Collider {
        dim3::Collider::cuboid(2.0, 1.0, 2.0)
    }
    fn narrow(at: Vec3) -> Vec3 {
        at
    }
    fn flat(at: Vec3) -> Vec3 {
        at
    }
}

#[derive(Component)]
struct Mover {
    velocity: Vec3,
    center: Vec3,
}

/// Moves to and fro within the room.
fn go(mut movers: Query<(&mut Mover, &mut Transform)>) {
    for (mut mover, mut place) in &mut movers {
        place.translation += mover.velocity;
        let from_center = place.translation - mover.center;
        for axis in 0..3 {
            if from_center[axis].abs() > 0.5 * SIZE {
                mover.velocity[axis] = -from_center[axis].signum() * mover.velocity[axis].abs();
            }
        }
    }
}

struct Rooms {
    app: App,
    /// The centers of the rooms, and their spaces.
    rooms: Vec<(Vec3, CollisionSpace)>,
}

/// Returns the rooms at one place, or side by side.
fn rooms<D: Bench>(at_one_place: bool) -> Rooms {
    let mut app = App::new();
    app.add_plugins((TransformPlugin, CollisionPlugin::<D>::default()));
    app.add_systems(bevy_app::Update, go);
    app.edit_schedule(PostUpdate, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
    app.edit_schedule(bevy_app::Update, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
    let mut rooms = Vec::new();
    for index in 0..SIDE * SIDE {
        let [row, column] = [index / SIDE, index % SIDE].map(|at| at as f32 * APART);
        let (center, space) = match at_one_place {
            true => (Vec3::ZERO, CollisionSpace(index)),
            false => (Vec3::new(row, column, 0.0), CollisionSpace::DEFAULT),
        };
        rooms.push((center, space));
        // Each room is the same in both.
        let mut random = Random(u64::from(index) + 1);
        let mut spawn = |collider: D::Collider, mover: Option<f32>| {
            let place = Transform::from_translation(center + D::flat(random.point(SIZE)));
            let mut entity = app.world_mut().spawn((collider, place));
            if at_one_place {
                entity.insert(space);
            }
            if let Some(speed) = mover {
                entity.insert(Mover { velocity: D::flat(random.point(2.0 * speed)), center });
            }
        };
        (0..OBSTACLES).for_each(|_| spawn(D::obstacle(), None));
        (0..MOVERS).for_each(|_| spawn(D::ball(), Some(SPEED)));
    }
    Rooms { app, rooms }
}

impl Rooms {
    /// Returns the milliseconds of a frame.
    fn frame(&mut self) -> f64 {
        let start = cpu_time();
        self.app.update();
        (cpu_time() - start).as_secs_f64() * 1e3
    }

    /// Returns the microseconds of a ray in each room.
    fn rays<D: Bench>(&mut self) -> f64 {
        let mut state = SystemState::<CollisionQuery<D>>::new(self.app.world_mut());
        let query = state.get(self.app.world()).unwrap();
        let start = cpu_time();
        for &(center, space) in &self.rooms {
            let origin = D::narrow(center - 0.5 * SIZE * Vec3::X);
            let filter = QueryFilter::ALL.in_space(space);
            black_box(query.cast_ray(origin, D::EAST, SIZE, &filter));
        }
        (cpu_time() - start).as_secs_f64() * 1e6 / self.rooms.len() as f64
    }
}

fn median(numbers: &mut [f64]) -> f64 {
    numbers.sort_unstable_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

fn measure<D: Bench>() {
    let mut both = [true, false].map(rooms::<D>);
    both.iter_mut().for_each(|rooms| (0..WARM_UP).for_each(|_| _ = rooms.frame()));
    let (mut frames, mut rays) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
    for _ in 0..FRAMES {
        // In turns, so that both suffer alike from whatever else the machine does.
        for (index, rooms) in both.iter_mut().enumerate() {
            frames[index].push(rooms.frame());
            rays[index].push(rooms.rays::<D>());
        }
    }
    let touches = both.each_ref().map(|rooms| rooms.app.world().resource::<Collisions<D>>().iter().count());
    let report = |what: &str, times: &mut [Vec<f64>; 2]| {
        let [one_place, side_by_side] = times.each_mut().map(|times| median(times));
        let ratio = one_place / side_by_side;
        println!("{} {what:<18} {one_place:9.3} {side_by_side:9.3} {ratio:6.2}", D::NAME);
    };
    report("frame, ms", &mut frames);
    report("ray, µs", &mut rays);
    println!("{} touches            {:>9} {:>9}", D::NAME, touches[0], touches[1]);
}

fn main() {
    println!("{} rooms of {MOVERS} movers and {OBSTACLES} obstacles, one thread", SIDE * SIDE);
    println!("                      one place      side  ratio");
    measure::<Dim2>();
    measure::<Dim3>();
}
