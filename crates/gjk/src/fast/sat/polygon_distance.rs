//! The nearest points of two small polygons that are apart: a walk along the outline of their difference.
//!
//! The Minkowski difference of two convex polygons is one whose edges are theirs, in the order of their
//! directions. From the corner that lies nearest along a guess of the direction, one goes along the edges, to the
//! side on which the origin comes nearer, until it no longer does. That is never more than once around, as a rule
//! no more than an edge or two, and the distance to a convex polygon has no other minimum. A last look for corners
//! beyond the answer proves it.

use glam::DVec2;

use crate::fast::sat::{ClosestFeature, NEAR};
use crate::math::ops;
use crate::reference::Cores;
use crate::support::SmallPolygon;

/// By how much a distance may exceed what is proved of it, in touching distances: as in GJK.
const GAP: f64 = 0.5;

/// The corner with an index.
#[inline(always)]
fn at(outline: &SmallPolygon, index: usize) -> DVec2 {
    outline.corner(index).as_dvec2()
}

/// The nearest points and the corners that carry them, if they are clearly apart and the answer proves itself. The
/// second lies about along `hint` from the first, as a guess.
#[inline]
pub(super) fn nearest(
    offset: DVec2,
    [a, b]: &[SmallPolygon; 2],
    hint: DVec2,
    touch: f64,
) -> Option<(Cores<DVec2>, ClosestFeature)> {
    let direction = hint.as_vec2();
    let (mut of_a, mut of_b) = (a.farthest(direction), b.farthest(-direction));
    let (mut on_a, mut on_b) = (at(a, of_a), at(b, of_b));
    let mut edge = None;
    let (mut backwards, mut moved) = (false, false);
    for _ in 0..a.len() + b.len() {
        // From the second to the first: the sides of the first are taken the other way.
        let (next_a, next_b) =
            (a.neighbor(of_a, backwards != a.clockwise), b.neighbor(of_b, backwards != b.clockwise));
        let (at_a, at_b) = (at(a, next_a), at(b, next_b));
        let (side_a, side_b) = (on_a - at_a, at_b - on_b);
        let turn = side_b.perp_dot(side_a);
        let is_of_b = side_a == DVec2::ZERO || if backwards { turn < 0.0 } else { turn > 0.0 };
        let side = if is_of_b { side_b } else { side_a };
        let way = on_b - on_a - offset;
        let (part, square) = (-way.dot(side), side.dot(side));
        if !(part > 0.0) {
            if moved || backwards {
                break;
            }
            backwards = true;
        } else if part < square {
            edge = Some((side, if is_of_b { [of_a, next_b] } else { [next_a, of_b] }));
            let step = side * (part / square);
            if is_of_b {
                on_b += step;
            } else {
                on_a -= step;
            }
            break;
        } else {
            moved = true;
            if is_of_b { (of_b, on_b) = (next_b, at_b) } else { (of_a, on_a) = (next_a, at_a) }
        }
    }
    let way = on_b - on_a - offset;
    // Across an edge: the direction of a short way is rounding.
    let (normal, distance) = match edge {
        Some((side, _)) => {
            let across = if backwards { -side.perp() } else { side.perp() };
            let normal = across * (1.0 / ops::f64::sqrt(across.dot(across)));
            (normal, normal.dot(way))
        }
        None => {
            let distance = ops::f64::sqrt(way.dot(way));
            (way * (1.0 / distance), distance)
        }
    };
    if !(distance > NEAR * touch) {
        return None;
    }
    let direction = normal.as_vec2();
    let (ahead, facing) = (at(a, a.farthest(direction)), at(b, b.farthest(-direction)));
    let gap = normal.dot(ahead - on_a) + normal.dot(on_b - facing);
    (gap <= GAP * touch).then(|| {
        let name = |[of_a, of_b]: [usize; 2]| [a.vertex_id(of_a), b.vertex_id(of_b)];
        let own = name([of_a, of_b]);
        let feature = match edge {
            Some((_, other)) => ClosestFeature { ids: [own, name(other)], count: 2 },
            None => ClosestFeature { ids: [own; 2], count: 1 },
        };
        (Cores { on_a, on_b, normal, distance }, feature)
    })
}

#[cfg(test)]
mod tests {
    use glam::{Affine2, Vec2};

    use crate::fast::sat::small_polygon;
    use crate::support::{SmallPolygon, Support};
    use crate::{Capsule2, Circle, ConvexPolygon, Rectangle};

    fn check(shape: &impl Support<Vec2>, count: usize) {
        let mirror = Affine2::from_scale_angle_translation(Vec2::new(2.0, -3.0), 0.4, Vec2::ONE);
        for affine in [Affine2::IDENTITY, mirror] {
            let (placed, mut corners) = (shape.placed(affine), SmallPolygon::empty());
            assert!(small_polygon(&placed, &mut corners));
            assert_eq!(corners.len(), count);
            for index in 0..count {
                let vertex = placed.vertex(corners.vertex_id(index)).unwrap();
                assert!((vertex - corners.corner(index)).length() < 1e-6, "{index}");
            }
        }
    }

    #[test]
    fn corners_have_the_names_by_which_their_shapes_find_them() {
        check(&Rectangle::new(1.0, 2.0), 4);
        check(&Circle::new(0.0), 1);
        check(&Capsule2::new(2.0, 0.0), 2);
        check(&ConvexPolygon::regular(1.0, 7).unwrap(), 7);
    }
}
