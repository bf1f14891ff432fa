//! The wireframes of 2D shapes, drawn as polylines: what bounds them.

use bevy_math::ops;
use gjk::{Support, Vec2};

use crate::collider::dim2::ConvexShape;
use crate::collider::{Custom, Pen};

/// Returns points on the unit circle, counter-clockwise from one angle to another, in radians. A whole circle would
/// have `sides` sides.
pub(crate) fn arc(from: f32, to: f32, sides: u32) -> impl Iterator<Item = Vec2> + Clone {
    let steps = ((to - from) / core::f32::consts::TAU * sides as f32).round().max(2.0) as u32;
    // Rotating the previous point is many times faster than a sine for each point.
    let rotation = unit_vector((to - from) / steps as f32);
    (0..=steps).scan(unit_vector(from), move |next, _| {
        let point = *next;
        *next = rotation.rotate(point);
        Some(point)
    })
}

/// Returns the point of the unit circle at an angle in radians.
fn unit_vector(angle: f32) -> Vec2 {
    let (sin, cos) = ops::sin_cos(angle);
    Vec2::new(cos, sin)
}

/// Returns points on the whole unit circle; the last one repeats the first.
pub(crate) fn circle(sides: u32) -> impl Iterator<Item = Vec2> {
    arc(0.0, core::f32::consts::TAU, sides)
}

/// Returns the polyline around a capsule along y.
pub(crate) fn capsule(half_length: f32, radius: f32, sides: u32) -> impl Iterator<Item = Vec2> {
    let up = Vec2::new(0.0, half_length);
    let top = arc(0.0, core::f32::consts::PI, sides).map(move |point| point * radius + up);
    let bottom =
        arc(core::f32::consts::PI, core::f32::consts::TAU, sides).map(move |point| point * radius - up);
    top.chain(bottom).chain([Vec2::new(radius, half_length)])
}

/// Draws a shape in local coordinates.
pub(crate) fn draw(shape: &ConvexShape, sides: u32, pen: &mut Pen<Vec2>) {
    match shape {
        ConvexShape::Circle(it) => pen(&mut circle(sides).map(|point| point * it.radius)),
        ConvexShape::Ellipse(it) => pen(&mut circle(sides).map(|point| point * it.half_size)),
        ConvexShape::Rectangle(it) => {
            let Vec2 { x, y } = it.half_size;
            let corners = [Vec2::new(x, y), Vec2::new(-x, y), Vec2::new(-x, -y), Vec2::new(x, -y)];
            around(corners.into_iter(), pen);
        }
        ConvexShape::Segment(it) => pen(&mut it.corners.into_iter()),
        ConvexShape::Capsule(it) => pen(&mut capsule(it.half_length, it.radius, sides)),
        ConvexShape::Triangle(it) => around(it.corners.into_iter(), pen),
        ConvexShape::Polygon(it) => around(it.corners(), pen),
        ConvexShape::Hull(it) => around(it.points(), pen),
        ConvexShape::CircularSector(it) => {
            around(rim(it.disc_radius(), it.half_angle(), sides).chain(core::iter::once(Vec2::ZERO)), pen);
        }
        ConvexShape::CircularSegment(it) => around(rim(it.disc_radius(), it.half_angle(), sides), pen),
        ConvexShape::Rounded(it) => pen(&mut circle(sides).map(|direction| it.support(direction))),
        ConvexShape::HalfSpace(it) => half_space(it, pen),
        ConvexShape::Custom(Custom(it, _)) if it.half_space().is_none() => {
            pen(&mut circle(sides).map(|direction| it.support(direction)));
        }
        ConvexShape::Custom(Custom(it, _)) => half_space(it, pen),
    }
}

/// Returns an arc that extends an angle in radians to either side of +y.
fn rim(radius: f32, half_angle: f32, sides: u32) -> impl Iterator<Item = Vec2> + Clone {
    let up = core::f32::consts::FRAC_PI_2;
    arc(up - half_angle, up + half_angle, sides).map(move |point| point * radius)
}

/// Draws a closed polyline.
fn around(points: impl Iterator<Item = Vec2> + Clone, pen: &mut Pen<Vec2>) {
    let first = points.clone().next();
    pen(&mut points.chain(first));
}

/// The distance to which the boundary of a half-space is drawn, in local units. A tuning constant.
pub(crate) const HORIZON: f32 = 16384.0;

/// Returns lengths up to [`HORIZON`], each twice the one before, so that hatches look alike from near and from far.
pub(crate) fn doubling_lengths() -> impl Iterator<Item = f32> {
    (0..=20).map(|doubling| HORIZON / (1 << doubling) as f32)
}

/// Draws the boundary of a half-space, with hatches that point inward.
fn half_space(shape: &dyn Support<Vec2>, pen: &mut Pen<Vec2>) {
    let Some(plane) = shape.half_space() else { return };
    let (point, inward) = (plane.point.as_vec2(), -plane.normal.as_vec2());
    let tangent = inward.perp();
    pen(&mut [-HORIZON, HORIZON].map(|distance| point + tangent * distance).into_iter());
    for (length, side) in doubling_lengths().flat_map(|length| [(length, tangent), (length, -tangent)]) {
        let from = point + side * length;
        pen(&mut [from, from + (inward + side) * (0.125 * length)].into_iter());
    }
}
