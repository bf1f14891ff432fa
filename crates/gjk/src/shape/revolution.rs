//! Supporting features and inscribed spheres of solids of revolution about the y axis: caps and side lines.

use glam::{Vec2, Vec3};

use crate::math::{ops, unit};
use crate::support::hints::Vertex;

/// Both coordinates of the diagonal of the unit circle.
const DIAGONAL: f32 = core::f32::consts::FRAC_1_SQRT_2;

/// Eight points of the unit circle that represent the face of a disc.
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

/// The tilt of a disc, as a fraction of the feature tolerance, up to which its direction may be mere rounding.
const LEVEL_TILT: f32 = 1e-2;

/// Returns eight points of the unit circle, of which the one nearest to `out`, the farthest point of a tilted disc, is
/// replaced by it. The others stay fixed, so that contact points do not move with every change of the tilt. A disc
/// tilted by no more than rounding has no farthest point.
#[inline]
pub(super) fn octagon(out: Vec2, tilt: f32, tolerance: f32) -> [Vec2; 8] {
    let mut points = OCTAGON;
    if tilt > LEVEL_TILT * tolerance {
        let nearest = points.iter_mut().max_by(|a, b| a.dot(out).total_cmp(&b.dot(out)));
        if let Some(nearest) = nearest {
            *nearest = out;
        }
    }
    points
}

/// Returns the radius of the largest inscribed sphere around the origin of the hull of two discs across the y axis, of
/// these radii at `half_height` and `-half_height`.
pub(super) fn inscribed_radius_of_frustum(top: f32, bottom: f32, half_height: f32) -> f32 {
    let side = Vec2::new(bottom - top, 2.0 * half_height);
    let square = side.dot(side);
    if !(square > 0.0) {
        return 0.0;
    }
    ((top + bottom) * half_height / ops::f32::sqrt(square)).min(half_height)
}

/// Visits the supporting feature of the hull of two discs across the y axis, each given by its radius and height: a
/// cap as eight points of its rim, the side as one point of each rim.
pub(super) fn visit_rims(
    rims: [(f32, f32); 2],
    direction: Vec3,
    tolerance: f32,
    visit: &mut dyn FnMut(Vertex<Vec3>),
) {
    let across = Vec2::new(direction.x, direction.z);
    let (out, slope) = (unit(across), across.length());
    let support = |(radius, y): (f32, f32)| radius * slope + y * direction.y;
    let most = support(rims[0]).max(support(rims[1]));
    for (rim, bit) in rims.into_iter().zip([0, 1]) {
        let (radius, y) = rim;
        if !(most - support(rim) <= tolerance) {
            continue;
        }
        let at = |out: Vec2| Vec3::new(out.x * radius, y, out.y * radius);
        let tilt = 2.0 * radius * slope;
        if radius > 0.0 && tilt <= tolerance {
            for (point, index) in octagon(out, tilt, tolerance).into_iter().zip(1..) {
                visit(Vertex { point: at(point), id: index << 1 | bit });
            }
        } else {
            visit(Vertex { point: at(out), id: bit });
        }
    }
}
