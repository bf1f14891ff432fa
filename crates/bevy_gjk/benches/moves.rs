//! How long the moves of 1,000 capsules take among 10,000 obstacles at rest, in microseconds each.
//!
//!     cargo bench -p bevy_gjk --bench moves

mod common;

use std::hint::black_box;

use bevy_app::{App, PostUpdate};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use bevy_gjk::{
    CharacterMover, CollisionLayers, CollisionPlugin, CollisionQuery, Dim2, Dim3, Dimension, LayerMask,
    MoveEnd, MoveResponse, MoveSettings, MoverMotion, QueryFilter, dim2, dim3,
};
use bevy_math::{Quat, Vec3};
use bevy_transform::components::{GlobalTransform, Transform};
use gjk::{Affine, Capsule, Vector};

use common::{Random, cpu_time};

const OBSTACLES: u32 = 10_000;
const MOVERS: u32 = 1_000;
/// Frames before anything is measured: many movers have come to something by then.
const WARM_UP: u32 = 60;
/// Frames that are measured.
const FRAMES: u32 = 30;
/// Obstacles are that far from each other, on average along each axis.
const SPACING: f32 = 2.0;
const FALL: Vec3 = Vec3::new(0.0, -0.05, 0.0);
const CHARACTERS: LayerMask = LayerMask::layer(1);

/// What the benchmark needs of a dimension.
trait Bench: Dimension {
    fn obstacle(random: &mut Random, index: u32) -> Self::Collider;
    fn person() -> Self::Collider;
    fn tile() -> Self::Collider;
    fn capsule() -> Capsule<Self::Vector> {
        Capsule::new(0.5, 0.3)
    }
    fn narrow(at: Vec3) -> Self::Vector;
    fn wide(at: Self::Vector) -> Vec3;
}

impl Bench for Dim2 {
    fn obstacle(random: &mut Random, index: u32) -> dim2::Collider {
        let size = random.range(0.6, 1.6);
        match index % 4 {
            0 => dim2::Collider::circle(0.5 * size),
            1 => dim2::Collider::rectangle(size, 0.7 * size),
            2 => dim2::Collider::capsule(0.3 * size, 0.5 * size),
            _ => dim2::Collider::regular_polygon(0.5 * size, 6),
        }
    }
    fn tile() -> dim2::Collider {
        dim2::Collider::rectangle(1.0, 1.0)
    }
    fn person() -> dim2::Collider {
        dim2::Collider::capsule(0.3, 1.0)
    }
    fn narrow(at: Vec3) -> Self::Vector {
        at.truncate()
    }
    fn wide(at: Self::Vector) -> Vec3 {
        at.extend(0.0)
    }
}

impl Bench for Dim3 {
    fn obstacle(random: &mut Random, index: u32) -> dim3::Collider {
        let size = random.range(0.6, 1.6);
        match index % 4 {
            0 => dim3::Collider::sphere(0.5 * size),
            1 => dim3::Collider::cuboid(size, 0.7 * size, 1.2 * size),
            2 => dim3::Collider::capsule(0.3 * size, 0.5 * size),
            _ => dim3::Collider::hull((0..16).map(|_| random.point(size))),
        }
    }
    fn tile() -> dim3::Collider {
        dim3::Collider::cuboid(1.0, 1.0, 1.0)
    }
    fn person() -> dim3::Collider {
        dim3::Collider::capsule(0.3, 1.0)
    }
    fn narrow(at: Vec3) -> Self::Vector {
        at
    }
    fn wide(at: Self::Vector) -> Vec3 {
        at
    }
}

struct Mover {
    at: Vec3,
    way: Vec3,
}

struct Level<D: Dimension> {
    app: App,
    movers: Vec<Mover>,
    side: f32,
    _dimension: std::marker::PhantomData<D>,
}

impl<D: Bench> Level<D> {
    fn new() -> Self {
        let mut app = App::new();
        app.add_plugins((bevy_app::TaskPoolPlugin::default(), CollisionPlugin::<D>::default()));
        let mut random = Random(1);
        let axes = D::Vector::DIMENSION as f32;
        let side = SPACING * (OBSTACLES as f32).powf(axes.recip());
        for index in 0..OBSTACLES {
            let axis =
                if D::Vector::DIMENSION == 2 { Vec3::Z } else { (random.point(2.0) + 1e-3).normalize() };
            let turn = Quat::from_axis_angle(axis, random.range(-3.0, 3.0));
            let place = Transform::from_translation(random.point(side)).with_rotation(turn);
            app.world_mut().spawn((D::obstacle(&mut random, index), GlobalTransform::from(place)));
        }
        app.update();
        let movers = (0..MOVERS)
            .map(|_| Mover { at: random.point(side), way: random.point(2.0).normalize_or_zero() * 0.06 })
            .collect();
        let mut level = Self { app, movers, side, _dimension: std::marker::PhantomData };
        level.push_out();
        level
    }

    fn ask(&mut self, mut each: impl FnMut(&CollisionQuery<D>, &mut Mover)) {
        let mut state = SystemState::<CollisionQuery<D>>::new(self.app.world_mut());
        let query = state.get(self.app.world()).unwrap();
        self.movers.iter_mut().for_each(|mover| each(&query, mover));
    }

    fn push_out(&mut self) {
        let settings = MoveSettings::default();
        self.ask(|query, mover| {
            let pose = Affine::from_translation(D::narrow(mover.at));
            let pushed = query.depenetrate(&D::capsule(), pose, &settings, &QueryFilter::ALL);
            mover.at = D::wide(pushed.translation);
        });
    }

    /// Moves all by a frame, and returns microseconds of a move and how many parts stopped or turned it.
    fn slide(&mut self) -> [f64; 2] {
        let (settings, capsule, half) = (MoveSettings::default(), D::capsule(), 0.5 * self.side);
        let (mut time, mut hits) = (0.0, 0);
        let mut ends = Vec::with_capacity(self.movers.len());
        let mut start = cpu_time();
        self.ask(|query, mover| {
            if ends.is_empty() {
                start = cpu_time();
            }
            let pose = Affine::from_translation(D::narrow(mover.at));
            let motion = D::narrow(mover.way);
            let moved = query
                .mover(&capsule, pose)
                .with_settings(settings)
                .on_hit(|_| {
                    hits += 1;
                    MoveResponse::Slide
                })
                .slide(motion);
            ends.push(black_box(D::wide(moved.translation)));
        });
        time += 1e6 * (cpu_time() - start).as_secs_f64();
        for (mover, end) in self.movers.iter_mut().zip(ends) {
            mover.at = end;
            // Back into the room.
            let outside = end.abs().cmpgt(Vec3::splat(half));
            mover.way = Vec3::select(outside, mover.way.abs() * -end.signum(), mover.way);
        }
        [time, f64::from(hits)].map(|sum| sum / f64::from(MOVERS))
    }

    fn moves(&mut self) {
        (0..WARM_UP).for_each(|_| _ = self.slide());
        self.print("move_and_slide", Self::slide);
    }

    /// Frames of the systems, with and without characters: the difference is theirs.
    fn characters(&mut self) {
        let mut frame = |level: &mut Self| {
            let start = cpu_time();
            level.app.world_mut().run_schedule(PostUpdate);
            let time = 1e6 * (cpu_time() - start).as_secs_f64() / f64::from(MOVERS);
            level.app.world_mut().clear_trackers();
            [time, 0.0]
        };
        self.print("a frame without", &mut frame);
        let layers = CollisionLayers::new(CHARACTERS, LayerMask::ALL & !CHARACTERS);
        let entities: Vec<Entity> = self
            .movers
            .iter()
            .map(|mover| {
                let place = Transform::from_translation(mover.at);
                let character = CharacterMover::<D>::default();
                self.app
                    .world_mut()
                    .spawn((character, D::person(), place, GlobalTransform::from(place), layers))
                    .id()
            })
            .collect();
        let ways: Vec<D::Vector> =
            self.movers.iter().map(|mover| D::narrow(mover.way.with_y(0.0) + FALL)).collect();
        let walk = |level: &mut Self| {
            for (&entity, &way) in entities.iter().zip(&ways) {
                level.app.world_mut().get_mut::<MoverMotion<D>>(entity).unwrap().displacement = way;
            }
            frame(level)
        };
        (0..WARM_UP).for_each(|_| _ = walk(self));
        self.print("a frame with characters", walk);
    }

    /// Prints the median of the time and the mean of the hits.
    fn print(&mut self, name: &str, mut frame: impl FnMut(&mut Self) -> [f64; 2]) {
        let mut frames: Vec<[f64; 2]> = (0..FRAMES).map(|_| frame(self)).collect();
        let hits = frames.iter().map(|frame| frame[1]).sum::<f64>() / f64::from(FRAMES);
        frames.sort_by(|one, other| one[0].total_cmp(&other[0]));
        let median = frames[frames.len() / 2][0];
        println!("{} {name:24} {median:8.2} us each {hits:8.2} hits", D::NAME);
    }
}

/// The time of a push out of a block of tiles, from each depth: where the shape overlaps tiles all around, the search for
/// the shortest way goes through many combinations of their faces.
fn push_out_of_tiles<D: Bench>() {
    let mut app = App::new();
    app.add_plugins((bevy_app::TaskPoolPlugin::default(), CollisionPlugin::<D>::default()));
    let side = if D::Vector::DIMENSION == 2 { 24 } else { 10 };
    let layers = if D::Vector::DIMENSION == 2 { 1 } else { side };
    for cell in 0..side * side * layers {
        let [x, y, z] = [cell % side, cell / side % side, cell / (side * side)].map(|index| index as f32);
        app.world_mut().spawn((D::tile(), GlobalTransform::from_xyz(x, y, z)));
    }
    app.update();
    let mut state = SystemState::<CollisionQuery<D>>::new(app.world_mut());
    let query = state.get(app.world()).unwrap();
    let mut random = Random(9);
    for depth in 0..side / 2 {
        let (mut times, mut crushed) = (Vec::new(), 0);
        for _ in 0..FRAMES {
            let mut coordinate = || random.range(0.3, 0.7) * side as f32 - 0.5;
            let mut at = Vec3::new(depth as f32 - 0.5 + 0.3, coordinate(), coordinate());
            at.x += 0.4 * coordinate() / side as f32;
            let start = cpu_time();
            let pushed =
                black_box(query.mover(&D::capsule(), Affine::from_translation(D::narrow(at))).push_out());
            times.push(1e6 * (cpu_time() - start).as_secs_f64());
            crushed += u32::from(pushed.end != MoveEnd::Arrived);
        }
        times.sort_by(f64::total_cmp);
        let [median, worst] = [times.len() / 2, times.len() - 1].map(|index| times[index]);
        println!(
            "{} {depth:2} tiles deep: median {median:8.0} us, worst {worst:8.0} us, {crushed} crushed",
            D::NAME
        );
    }
}

fn run<D: Bench>() {
    push_out_of_tiles::<D>();
    let mut level = Level::<D>::new();
    level.moves();
    level.characters();
}

fn main() {
    run::<Dim2>();
    run::<Dim3>();
}
