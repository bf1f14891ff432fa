//! Benchmarks of pairs of 2D shapes, from circles to polygons of 64 vertices; see [`common`] for the command line.

mod common;

use std::f32::consts::TAU;

use common::{bench_pair, criterion};
use gjk::{Capsule2, Circle, ConvexPolygon, Rectangle, Vec2};

fn main() {
    let criterion = &mut criterion();
    let (wide, tall) = (Rectangle::new(1.0, 0.6), Rectangle::new(1.4, 0.4));
    bench_pair(criterion, "circle-circle", &Circle::new(0.5), &Circle::new(0.75));
    bench_pair(criterion, "box-box 2D", &wide, &tall);
    bench_pair(criterion, "capsule-box 2D", &Capsule2::new(0.5, 0.25), &tall);
    bench_pair(criterion, "8-gon-8-gon", &polygon(8, 0.6, 0.5), &polygon(8, 0.5, 0.7));
    bench_pair(criterion, "64-gon-64-gon", &polygon(64, 0.6, 0.5), &polygon(64, 0.5, 0.7));
    criterion.final_summary();
}

/// Returns a polygon with its vertices on an ellipse of these half axes.
fn polygon(vertices: usize, x: f32, y: f32) -> ConvexPolygon {
    let vertex = |i: usize| Vec2::from_angle(TAU * i as f32 / vertices as f32) * Vec2::new(x, y);
    ConvexPolygon::new((0..vertices).map(vertex)).unwrap()
}
