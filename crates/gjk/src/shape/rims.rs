//! The supporting features of shapes that are turned about the y axis: caps and side lines.

use glam::{Vec2, Vec3};

use crate::support::{Vertex, unit};

const DIAGONAL: f32 = core::f32::consts::FRAC_1_SQRT_2;

/// Points around the unit circle that stand for a disc.
pub(super) const OCTAGON: [Vec2; 8] = [
    Vec2::new(1.0, 0.0),
    Vec2::new(DIAGONAL, DIAGONAL),
    Vec2::new(0.0, 1.0),
    Vec2::new(-DIAGONAL, DIAGONAL),
    Vec2::new(-1.0, 0.0),
    Vec2::new(-DIAGONAL, -DIAGONAL),
    Vec2::new(0.0, -1.0),
    Vec2::new(DIAGONAL, -DIAGONAL),
];

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
        if radius > 0.0 && 2.0 * radius * slope <= slop {
            for (point, index) in OCTAGON.into_iter().zip(1..) {
                visit(Vertex { point: at(point), id: index << 1 | bit });
            }
        } else {
            visit(Vertex { point: at(out), id: bit });
        }
    }
}
