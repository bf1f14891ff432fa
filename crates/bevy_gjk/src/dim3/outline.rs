//! How the shapes of space look: their edges where they have some, circles around them where they are round.

use gjk::{Support, Vec2, Vec3};

use super::Prepared;
use crate::collider::Custom;
use crate::dim2;
use crate::dim2::outline::{capsule, circle};
use crate::dimension::Pen;

/// A point of the plane in each of the three planes of the axes: xy, zy and xz.
const PLANES: [fn(Vec2) -> Vec3; 3] =
    [|it| Vec3::new(it.x, it.y, 0.0), |it| Vec3::new(0.0, it.y, it.x), |it| Vec3::new(it.x, 0.0, it.y)];

/// Four directions across the y axis.
const SIDES: [Vec3; 4] = [Vec3::X, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Z];

/// Draws a shape in its own space.
pub(crate) fn draw(shape: &Prepared, pen: &mut Pen<Vec3>) {
    match shape {
        Prepared::Sphere(it) => ellipsoid(Vec3::splat(it.radius), pen),
        Prepared::Ellipsoid(it) => ellipsoid(it.half_size, pen),
        Prepared::Cuboid(it) => cuboid(it.half_size, pen),
        Prepared::Segment(it) => complete(&it.corners, pen),
        Prepared::Triangle(it) => complete(&it.corners, pen),
        Prepared::Tetrahedron(it) => complete(&it.corners, pen),
        Prepared::Capsule(it) => {
            for plane in &PLANES[..2] {
                pen(&mut capsule(it.half_length, it.radius).map(plane));
            }
            rim(it.radius, it.half_length, pen);
            rim(it.radius, -it.half_length, pen);
        }
        Prepared::Cylinder(it) => frustum(it.radius, it.radius, it.half_height, pen),
        Prepared::Cone(it) => frustum(0.0, it.radius, it.half_height, pen),
        Prepared::Frustum(it) => frustum(it.radius_top, it.radius_bottom, it.half_height, pen),
        Prepared::Hull(it, edges) => match edges.of(it.points()) {
            [] => silhouettes(&|direction| it.support(direction), pen),
            edges => edges.iter().for_each(|edge| pen(&mut edge.iter().copied())),
        },
        Prepared::Extrusion(it) => extrusion(it, pen),
        Prepared::Custom(Custom(it)) => silhouettes(&|direction| it.support(direction), pen),
    }
}

fn ellipsoid(half_size: Vec3, pen: &mut Pen<Vec3>) {
    for plane in PLANES {
        pen(&mut circle().map(|point| plane(point) * half_size));
    }
}

fn cuboid(half_size: Vec3, pen: &mut Pen<Vec3>) {
    for axis in Vec3::AXES {
        for side in [axis, -axis] {
            // Around the face; each edge is drawn from both of its faces.
            let (one, two) = (Vec3::new(axis.y, axis.z, axis.x), Vec3::new(axis.z, axis.x, axis.y));
            let corners = [one + two, one - two, -one - two, two - one, one + two];
            pen(&mut corners.into_iter().map(|corner| (corner + side) * half_size));
        }
    }
}

/// Every line between two of some corners.
fn complete(corners: &[Vec3], pen: &mut Pen<Vec3>) {
    for (index, &from) in corners.iter().enumerate() {
        for &to in &corners[..index] {
            pen(&mut [from, to].into_iter());
        }
    }
}

fn rim(radius: f32, y: f32, pen: &mut Pen<Vec3>) {
    pen(&mut circle().map(|point| Vec3::new(point.x * radius, y, point.y * radius)));
}

fn frustum(top: f32, bottom: f32, half_height: f32, pen: &mut Pen<Vec3>) {
    let up = Vec3::Y * half_height;
    rim(top, half_height, pen);
    rim(bottom, -half_height, pen);
    for side in SIDES {
        pen(&mut [side * top + up, side * bottom - up].into_iter());
    }
}

fn extrusion(shape: &gjk::Extrusion<dim2::Prepared>, pen: &mut Pen<Vec3>) {
    for z in [-shape.half_depth, shape.half_depth] {
        dim2::outline::draw(&shape.base, &mut |points| pen(&mut points.map(|point| point.extend(z))));
    }
    for direction in [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y] {
        let corner = shape.base.support(direction);
        pen(&mut [-shape.half_depth, shape.half_depth].map(|z| corner.extend(z)).into_iter());
    }
}

/// What the support function gives along three circles of directions.
pub(super) fn silhouettes(support: &dyn Fn(Vec3) -> Vec3, pen: &mut Pen<Vec3>) {
    for plane in PLANES {
        pen(&mut circle().map(|point| support(plane(point))));
    }
}
