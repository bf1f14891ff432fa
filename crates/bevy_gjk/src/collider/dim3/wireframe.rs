//! The wireframes of 3D shapes, drawn as polylines: their edges, and circles around round shapes.

use gjk::{Affine, Support, Vec2, Vec3};

use crate::collider::dim2::wireframe::{HORIZON, capsule, circle, doubling_lengths};
use crate::collider::dim3::ConvexShape;
use crate::collider::{Custom, Dim3, Pen, RoundedShape, dim2};

/// The maps of 2D points into the three coordinate planes: xy, zy and xz.
const PLANES: [fn(Vec2) -> Vec3; 3] =
    [|it| Vec3::new(it.x, it.y, 0.0), |it| Vec3::new(0.0, it.y, it.x), |it| Vec3::new(it.x, 0.0, it.y)];

/// Four directions perpendicular to the y axis.
const AROUND_Y: [Vec3; 4] = [Vec3::X, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Z];

/// Draws a shape in local coordinates.
pub(crate) fn draw(shape: &ConvexShape, sides: u32, pen: &mut Pen<Vec3>) {
    match shape {
        ConvexShape::Sphere(it) => ellipsoid(Vec3::splat(it.radius), sides, pen),
        ConvexShape::Ellipsoid(it) => ellipsoid(it.half_size, sides, pen),
        ConvexShape::Cuboid(it) => cuboid(it.half_size, pen),
        ConvexShape::Segment(it) => complete(&it.corners, pen),
        ConvexShape::Triangle(it) => complete(&it.corners, pen),
        ConvexShape::Tetrahedron(it) => complete(&it.corners, pen),
        ConvexShape::Capsule(it) => {
            for plane in &PLANES[..2] {
                pen(&mut capsule(it.half_length, it.radius, sides).map(plane));
            }
            rim(it.radius, it.half_length, sides, pen);
            rim(it.radius, -it.half_length, sides, pen);
        }
        ConvexShape::Cylinder(it) => frustum([it.radius, it.radius], it.half_height, sides, pen),
        ConvexShape::Cone(it) => frustum([0.0, it.radius], it.half_height, sides, pen),
        ConvexShape::ConicalFrustum(it) => {
            frustum([it.radius_top, it.radius_bottom], it.half_height, sides, pen);
        }
        ConvexShape::Hull(hull) => match hull.1.of(&hull.0) {
            [] => silhouettes(&|direction| hull.0.support(direction), sides, pen),
            edges => edges.iter().for_each(|edge| pen(&mut edge.iter().copied())),
        },
        ConvexShape::Extrusion(it) => extrusion(it, sides, pen),
        ConvexShape::Rounded(it) => rounded(it, sides, pen),
        ConvexShape::HalfSpace(it) => half_space(it, pen),
        ConvexShape::Custom(Custom(it, _)) if it.half_space().is_none() => {
            silhouettes(&|direction| it.support(direction), sides, pen);
        }
        ConvexShape::Custom(Custom(it, _)) => half_space(it, pen),
    }
}

/// Draws an ellipsoid as three ellipses.
fn ellipsoid(half_size: Vec3, sides: u32, pen: &mut Pen<Vec3>) {
    for plane in PLANES {
        pen(&mut circle(sides).map(|point| plane(point) * half_size));
    }
}

/// Draws the twelve edges of a box.
fn cuboid(half_size: Vec3, pen: &mut Pen<Vec3>) {
    let corners = [Vec2::ONE, Vec2::new(1.0, -1.0), Vec2::NEG_ONE, Vec2::new(-1.0, 1.0)];
    for z in [1.0, -1.0] {
        pen(&mut [0, 1, 2, 3, 0].map(|index| corners[index].extend(z) * half_size).into_iter());
    }
    for corner in corners {
        pen(&mut [1.0, -1.0].map(|z| corner.extend(z) * half_size).into_iter());
    }
}

/// Draws all segments between two of some corners.
fn complete(corners: &[Vec3], pen: &mut Pen<Vec3>) {
    for (index, &from) in corners.iter().enumerate() {
        for &to in &corners[..index] {
            pen(&mut [from, to].into_iter());
        }
    }
}

/// Draws a circle around the y axis.
fn rim(radius: f32, y: f32, sides: u32, pen: &mut Pen<Vec3>) {
    pen(&mut circle(sides).map(|point| Vec3::new(point.x * radius, y, point.y * radius)));
}

/// Draws two circles around the y axis and four lines between them.
fn frustum([top, bottom]: [f32; 2], half_height: f32, sides: u32, pen: &mut Pen<Vec3>) {
    let up = Vec3::Y * half_height;
    rim(top, half_height, sides, pen);
    rim(bottom, -half_height, sides, pen);
    for side in AROUND_Y {
        pen(&mut [side * top + up, side * bottom - up].into_iter());
    }
}

/// Draws the wireframe of the base at both ends, and four lines between them.
fn extrusion(shape: &gjk::Extrusion<dim2::ConvexShape>, sides: u32, pen: &mut Pen<Vec3>) {
    for z in [-shape.half_depth, shape.half_depth] {
        dim2::wireframe::draw(
            &shape.base,
            sides,
            &mut |points| pen(&mut points.map(|point| point.extend(z))),
        );
    }
    for direction in [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y] {
        let corner = shape.base.support(direction);
        pen(&mut [-shape.half_depth, shape.half_depth].map(|z| corner.extend(z)).into_iter());
    }
}

/// Draws the shape without its radius, and silhouettes of the rounded one.
fn rounded(shape: &RoundedShape<Dim3>, sides: u32, pen: &mut Pen<Vec3>) {
    silhouettes(&|direction| shape.support(direction), sides, pen);
    let inner = shape.without_radius();
    draw(inner.shape(), sides, &mut |points| pen(&mut points.map(|point| inner.affine().apply(point))));
}

/// Draws the support points along three circles of directions.
fn silhouettes(support: &dyn Fn(Vec3) -> Vec3, sides: u32, pen: &mut Pen<Vec3>) {
    for plane in PLANES {
        pen(&mut circle(sides).map(|point| support(plane(point))));
    }
}

/// Draws the boundary of a half-space: squares around its point, two lines across, and hatches that point inward.
fn half_space(shape: &dyn Support<Vec3>, pen: &mut Pen<Vec3>) {
    let Some(plane) = shape.half_space() else { return };
    let (point, inward) = (plane.point.as_vec3(), -plane.normal.as_vec3());
    let (one, two) = inward.any_orthonormal_pair();
    for tangent in [one, two] {
        pen(&mut [-HORIZON, HORIZON].map(|distance| point + tangent * distance).into_iter());
    }
    for length in doubling_lengths() {
        let corners = [one + two, one - two, -one - two, two - one, one + two];
        pen(&mut corners.into_iter().map(|corner| point + corner * length));
        for side in [one, two, -one, -two] {
            let from = point + side * length;
            pen(&mut [from, from + (inward + side) * (0.125 * length)].into_iter());
        }
    }
}
