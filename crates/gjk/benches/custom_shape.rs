//! Benchmark of the hints that a custom shape can implement, for the figures of the guide in `src/guide.rs`.
//!
//! `cargo bench -p gjk --bench custom_shape` prints the speed of each step relative to the first. With a step and
//! a query as arguments, such as `2 contact`, it only runs that query, so that its instructions can be counted.

use std::array::from_fn;
use std::hint::black_box;
use std::time::Instant;

use gjk::support::hints::{Core, Size, Vertex, VertexRefs};
use gjk::{Affine3A, Quat, Query, SimplexCache, Support, Vec3};

/// The rounded tent of the guide, with the hints of this step and those before it.
struct Tent<const STEP: usize> {
    corners: [Vec3; 5],
    radius: f32,
}

impl<const STEP: usize> Tent<STEP> {
    fn new() -> Self {
        let [x, y, z] = [1.0, 0.75, 1.5];
        let floor = [(x, z), (-x, z), (-x, -z), (x, -z)].map(|(x, z)| Vec3::new(x, -y, z));
        Self { corners: [floor[0], floor[1], floor[2], floor[3], Vec3::new(0.0, y, 0.0)], radius: 0.25 }
    }

    fn farthest(&self, direction: Vec3) -> usize {
        let along = self.corners.map(|corner| corner.dot(direction));
        (1..5).fold(0, |best, index| if along[index] > along[best] { index } else { best })
    }
}

impl<const STEP: usize> Support<Vec3> for Tent<STEP> {
    fn support(&self, direction: Vec3) -> Vec3 {
        self.corners[self.farthest(direction)] + direction.normalize() * self.radius
    }
    fn core(&self) -> Core<Vec3> {
        Core::new(Vec3::ZERO, if STEP >= 2 { self.radius } else { 0.0 })
    }
    fn size(&self) -> Size<Vec3> {
        if STEP < 2 {
            return Size::without_spheres(self);
        }
        let bounding_radius = self.corners[0].length() + self.radius;
        let half_extents = self.corners[0].abs() + self.radius;
        Size { half_extents, bounding_radius, inscribed_radius: self.radius }
    }
    fn core_support(&self, direction: Vec3) -> Vertex<Vec3> {
        if STEP < 2 {
            return Vertex::without_id(self.support(direction));
        }
        let index = self.farthest(direction);
        Vertex { point: self.corners[index], id: index as u32 }
    }
    fn resolve_vertices(&self, refs: &VertexRefs<Vec3>) -> [Vertex<Vec3>; 4] {
        refs.resolve(self, |id| if STEP < 2 { None } else { self.corners.get(id as usize).copied() })
    }
    fn support_feature(&self, direction: Vec3, tolerance: f32, visit: &mut dyn FnMut(Vertex<Vec3>)) {
        let farthest = self.core_support(direction);
        if STEP < 3 {
            return visit(farthest);
        }
        for (id, &point) in (0..).zip(&self.corners) {
            if (farthest.point - point).dot(direction) <= tolerance {
                visit(Vertex { point, id });
            }
        }
    }
}

/// Returns poses of pairs with random rotations, about `distance` apart.
fn poses(distance: f32) -> Vec<[Affine3A; 2]> {
    let mut seed = 1_u32;
    let mut next = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) as f32 / (1 << 23) as f32 - 1.0
    };
    let mut pose = |distance: f32| {
        let rotation = Quat::from_xyzw(next(), next(), next(), next()).normalize();
        let direction = Vec3::new(next(), next(), next()).normalize();
        Affine3A::from_rotation_translation(rotation, direction * distance * (1.0 + 0.2 * next()))
    };
    (0..256).map(|_| [pose(0.0), pose(distance)]).collect()
}

/// Runs a query on many pairs and returns the number of points of all manifolds.
fn run_query<const STEP: usize>(query: &str) -> usize {
    let tent = Tent::<STEP>::new();
    let mut points = 0;
    for [a, b] in poses(if query == "closest_points" { 4.0 } else { 1.2 }) {
        let a = (&tent).placed(a);
        let mut cache = SimplexCache::default();
        // Eight frames of a slow motion.
        for frame in 0..8 {
            let mut b = b;
            b.translation.x += 0.005 * frame as f32;
            let b = (&tent).placed(b);
            match query {
                "contact" => drop(black_box(gjk::contact(&a, &b))),
                "closest_points" => drop(black_box(Query::new(&a, &b).cache(&mut cache).closest_points())),
                _ => points += gjk::manifold(&a, &b).map_or(0, |manifold| manifold.points().len()),
            }
        }
    }
    points
}

/// Returns the number of points in the manifold of a tent that stands on another.
fn stacked<const STEP: usize>() -> usize {
    let (tent, flip) = (Tent::<STEP>::new(), Quat::from_rotation_z(core::f32::consts::PI));
    let upper = (&tent).placed(Affine3A::from_translation(Vec3::Y * 1.99));
    let lower = (&tent).placed(Affine3A::from_quat(flip));
    gjk::manifold(&lower, &upper).map_or(0, |manifold| manifold.points().len())
}

/// Returns the least time of many runs.
fn least_time(run: impl Fn() -> usize) -> f64 {
    let times = (0..40).map(|_| {
        let start = Instant::now();
        black_box(run());
        start.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let steps: [fn(&str) -> usize; 3] = [run_query::<1>, run_query::<2>, run_query::<3>];
    if let [step, query] = &arguments[..] {
        let step: usize = step.parse().expect("a step from 1 to 3");
        black_box(steps[step - 1](query));
        return;
    }
    for query in ["contact", "closest_points", "manifold"] {
        let times: [f64; 3] = from_fn(|index| least_time(|| steps[index](query)));
        let ratios = times.map(|time| times[0] / time);
        println!("{query}: {ratios:.2?} times as fast as step 1");
    }
    println!("points of a resting manifold: {:?}", [stacked::<1>(), stacked::<2>(), stacked::<3>()]);
}
