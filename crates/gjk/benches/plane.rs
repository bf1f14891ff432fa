//! The questions of the plane, from circles to polygons of 64 corners; see [`common`] for how to ask.

mod common;

use std::f32::consts::TAU;

use common::{ask, criterion};
use gjk::{Capsule2, Circle, ConvexPolygon, Rectangle, Vec2};

fn main() {
    let criterion = &mut criterion();
    let (wide, tall) = (Rectangle::new(1.0, 0.6), Rectangle::new(1.4, 0.4));
    ask(criterion, "circle-circle", &Circle::new(0.5), &Circle::new(0.75));
    ask(criterion, "box-box 2D", &wide, &tall);
    ask(criterion, "capsule-box 2D", &Capsule2::new(0.5, 0.25), &tall);
    ask(criterion, "8-gon-8-gon", &polygon(8, 0.6, 0.5), &polygon(8, 0.5, 0.7));
    ask(criterion, "64-gon-64-gon", &polygon(64, 0.6, 0.5), &polygon(64, 0.5, 0.7));
    criterion.final_summary();
}

/// A polygon with its corners on an ellipse of these half axes.
fn polygon(corners: usize, x: f32, y: f32) -> ConvexPolygon {
    let corner = |i: usize| Vec2::from_angle(TAU * i as f32 / corners as f32) * Vec2::new(x, y);
    ConvexPolygon::new((0..corners).map(corner)).unwrap()
}
