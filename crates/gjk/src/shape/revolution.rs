//! The supporting features of shapes that are turned about the y axis: caps and side lines.

use glam::{Vec2, Vec3};

use crate::math::ops;
use crate::math::unit;
use crate::support::Vertex;

const DIAGONAL: f32 = core::f32::consts::FRAC_1_SQRT_2;

/// Points around the unit circle that stand for a disc.
const OCTAGON: [Vec2; 8] = [
    Vec2::new(1.0, 0.0),
    Vec2::new(DIAGONAL, DIAGONAL),
    Vec2::new(0.0, 1.0),
    Vec2::new(-DIAGONAL, DIAGONAL),
    Vec2::new(-1.0, 0.0),
    Vec2::new(-DIAGONAL, -DIAGONAL),
    Vec2::new(0.0, -1.0),
    Vec2::new(DIAGONAL, -DIAGONAL),
];

/// A tilt by less than this part of the slop has no direction.
const LEVEL: f32 = 1e-2;

/// Points around the unit circle, of which one is the farthest `out`: the others stay, so that they do not
/// turn with every small change of the tilt. A rim that is tilted by no more than rounding has no farthest
/// point.
#[inline]
pub(super) fn octagon(out: Vec2, tilt: f32, slop: f32) -> [Vec2; 8] {
    let mut points = OCTAGON;
    if tilt > LEVEL * slop {
        let nearest = points.iter_mut().max_by(|a, b| a.dot(out).total_cmp(&b.dot(out)));
        if let Some(nearest) = nearest {
            *nearest = out;
        }
    }
    points
}

/// The radius of the ball around the middle that lies within the hull of two discs across the y axis, at half the
/// height above and below.
pub(super) fn within_side(top: f32, bottom: f32, half_height: f32) -> f32 {
    let side = Vec2::new(bottom - top, 2.0 * half_height);
    let square = side.dot(side);
    if !(square > 0.0) {
        return 0.0;
    }
    ((top + bottom) * half_height / ops::f32::sqrt(square)).min(half_height)
}

/// The feature of the hull of two discs across the y axis, each a radius and a height: a cap is visited as
/// eight points of its rim, the side as one point of each rim.
pub(super) fn visit_rims(
    rims: [(f32, f32); 2],
    direction: Vec3,
    slop: f32,
    visit: &mut dyn FnMut(Vertex<Vec3>),
) {
    let across = Vec2::new(direction.x, direction.z);
    let (out, slope) = (unit(across), across.length());
    let reach = |(radius, y): (f32, f32)| radius * slope + y * direction.y;
    let most = reach(rims[0]).max(reach(rims[1]));
    for (rim, bit) in rims.into_iter().zip([0, 1]) {
        let (radius, y) = rim;
        if !(most - reach(rim) <= slop) {
            continue;
        }
        let at = |out: Vec2| Vec3::new(out.x * radius, y, out.y * radius);
        let tilt = 2.0 * radius * slope;
        if radius > 0.0 && tilt <= slop {
            for (point, index) in octagon(out, tilt, slop).into_iter().zip(1..) {
                visit(Vertex { point: at(point), id: index << 1 | bit });
            }
        } else {
            visit(Vertex { point: at(out), id: bit });
        }
    }
}
