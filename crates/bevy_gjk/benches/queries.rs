//! Benchmark of scene queries among 50,000 static and 10,000 moving colliders, in microseconds per query.
//!
//!     cargo bench -p bevy_gjk --bench queries

mod common;

use std::hint::black_box;
use std::time::Instant;

use bevy_app::{App, PostUpdate};
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use bevy_gjk::{CollisionPlugin, CollisionQuery, Dim2, Dim3, Dimension, QueryFilter, dim2, dim3};
use bevy_math::Vec3;
use bevy_transform::components::{GlobalTransform, Transform};
use gjk::{Affine, Ball, Point, Support};

use common::{Random, cpu_time};

const STATIC: u32 = 50_000;
const MOVING: u32 = 10_000;

fn place(at: Vec3) -> GlobalTransform {
    Transform::from_translation(at).into()
}

struct World<D: Dimension> {
    app: App,
    movers: Vec<Entity>,
    state: SystemState<CollisionQuery<'static, D>>,
    rng: Random,
    side: f32,
    point: fn(Vec3) -> D::Vector,
}

impl<D: Dimension> World<D> {
    fn new(side: f32, point: fn(Vec3) -> D::Vector, shape: fn(u32) -> D::Collider) -> Self {
        let mut app = App::new();
        app.add_plugins((bevy_app::TaskPoolPlugin::default(), CollisionPlugin::<D>::default()));
        let mut rng = Random(1);
        let mut spawn = |index| {
            let at = rng.point(side);
            app.world_mut().spawn((shape(index), place(at))).id()
        };
        (0..STATIC).for_each(|index| _ = spawn(index));
        let movers = (0..MOVING).map(spawn).collect();
        let state = SystemState::new(app.world_mut());
        let mut world = Self { app, movers, state, rng, side, point };
        (0..3).for_each(|_| world.step());
        world
    }

    fn step(&mut self) {
        for &mover in &self.movers {
            let displacement = self.rng.point(0.1);
            let mut at = self.app.world_mut().get_mut::<GlobalTransform>(mover).unwrap();
            *at = place(at.translation() + displacement);
        }
        self.app.world_mut().run_schedule(PostUpdate);
        self.app.world_mut().clear_trackers();
    }

    /// Measures the mean time of a query in a frame with thousands of them, and that of the first query of a frame.
    fn time(&mut self, name: &str, run_query: impl Fn(&CollisionQuery<D>, D::Vector, D::Direction) -> usize) {
        const FRAMES: usize = 5;
        const QUERIES: usize = 5000;
        let mut results = 0;
        let [mut first_times, mut other_times] = [[0.0; FRAMES]; 2];
        for frame in 0..FRAMES {
            self.step();
            let points: Vec<_> = (0..=QUERIES)
                .map(|_| [self.rng.point(self.side), self.rng.point(2.0)].map(self.point))
                .collect();
            let query = self.state.get(self.app.world()).unwrap();
            let mut run = |points: &[[D::Vector; 2]]| {
                let start = cpu_time();
                for &[at, direction] in points {
                    let direction = D::Direction::try_from(direction).unwrap();
                    results += black_box(run_query(&query, at, direction));
                }
                1e6 * (cpu_time() - start).as_secs_f64() / points.len() as f64
            };
            let start = Instant::now();
            run(&points[..1]);
            first_times[frame] = 1e6 * start.elapsed().as_secs_f64();
            other_times[frame] = run(&points[1..]);
        }
        // The minimum is the least disturbed by other programs.
        let [first, other] =
            [first_times, other_times].map(|times| times.into_iter().fold(f64::MAX, f64::min));
        let results = results as f64 / (FRAMES * (QUERIES + 1)) as f64;
        println!("{} {name:22} {other:8.2} {first:8.1} {results:8.1}", D::NAME);
    }

    fn measure_all(&mut self) {
        const ALL: &QueryFilter = &QueryFilter::ALL;
        let ball = |at| Ball::<D::Vector>::new(0.5).placed(Affine::from_translation(at));
        println!("{:25} each, us    first  results", "");
        self.time("point", |query, at, _| usize::from(query.containing(at, ALL).is_some()));
        self.time("ball, any", |query, at, _| usize::from(query.intersects(&ball(at), ALL)));
        self.time("ball, contacts", |query, at, _| {
            let mut count = 0;
            query.contacts_with_shape(&ball(at), ALL, |_, _| count += 1);
            count
        });
        self.time("ray of 10, first", |query, at, direction| {
            usize::from(query.cast_ray(at, direction, 10.0, ALL).is_some())
        });
        self.time("infinite ray, first", |query, at, direction| {
            usize::from(query.cast_ray(at, direction, f32::INFINITY, ALL).is_some())
        });
        self.time("ray of 10, all", |query, at, direction| {
            let mut count = 0;
            query.cast_ray_each(at, direction, 10.0, ALL, |_| count += 1);
            count
        });
        self.time("infinite ray, all", |query, at, direction| {
            let mut count = 0;
            query.cast_ray_each(at, direction, f32::INFINITY, ALL, |_| count += 1);
            count
        });
        self.time("ball cast, first", |query, at, direction| {
            usize::from(query.cast_shape(&ball(at), direction, 10.0, ALL).is_some())
        });
        self.time("nearest to a point", |query, at, _| {
            usize::from(query.nearest(&Point::new([at]), f32::INFINITY, ALL).is_some())
        });
        let nearest = std::cell::RefCell::new(Vec::new());
        self.time("ten nearest", |query, at, _| {
            query.nearest_n(&Point::new([at]), 10, f32::INFINITY, ALL, &mut nearest.borrow_mut());
            nearest.borrow().len()
        });
    }
}

fn main() {
    World::<Dim2>::new(250.0, Vec3::truncate, |index| match index % 3 {
        0 => dim2::Collider::circle(0.3),
        1 => dim2::Collider::rectangle(0.4, 0.7),
        _ => dim2::Collider::regular_polygon(0.4, 6),
    })
    .measure_all();
    World::<Dim3>::new(
        60.0,
        |at| at,
        |index| match index % 3 {
            0 => dim3::Collider::sphere(0.4),
            1 => dim3::Collider::cuboid(0.4, 0.7, 0.9),
            _ => dim3::Collider::cylinder(0.4, 0.8),
        },
    )
    .measure_all();
}
