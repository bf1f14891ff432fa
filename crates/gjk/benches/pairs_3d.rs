//! Benchmarks of pairs of 3D shapes, from spheres to hulls of 256 points; see [`common`] for the command line.

mod common;

use std::f32::consts::PI;

use common::{bench_pair, criterion};
use gjk::{Capsule3, Cone, Cuboid, Cylinder, Hull, Sphere, Vec2, Vec3};

fn main() {
    let criterion = &mut criterion();
    let (wide, tall) = (Vec3::new(0.6, 0.5, 0.4), Vec3::new(0.4, 0.5, 0.7));
    bench_pair(criterion, "sphere-sphere", &Sphere::new(0.5), &Sphere::new(0.75));
    bench_pair(criterion, "box-box 3D", &Cuboid::new(1.0, 0.6, 1.4), &Cuboid::new(0.8, 1.2, 0.4));
    bench_pair(criterion, "capsule-capsule", &Capsule3::new(0.5, 0.25), &Capsule3::new(0.3, 0.4));
    bench_pair(criterion, "cylinder-cone", &Cylinder::new(0.4, 1.0), &Cone::new(0.5, 1.2));
    bench_pair(criterion, "hull 32-hull 32", &polyhedron(32, wide), &polyhedron(32, tall));
    bench_pair(criterion, "hull 256-hull 256", &polyhedron(256, wide), &polyhedron(256, tall));
    criterion.final_summary();
}

/// Returns a polyhedron with its vertices on an ellipsoid of these half axes, along a Fibonacci spiral.
fn polyhedron(vertices: usize, half_size: Vec3) -> Hull<Vec3> {
    let golden = PI * (3.0 - 5f32.sqrt());
    let vertex = |i: usize| {
        let z = 1.0 - (2 * i + 1) as f32 / vertices as f32;
        let ring = Vec2::from_angle(golden * i as f32) * (1.0 - z * z).sqrt();
        ring.extend(z) * half_size
    };
    Hull::new((0..vertices).map(vertex)).unwrap()
}
