//! The distance of two small polygons that are apart: a walk along the boundary of their Minkowski
//! difference.
//!
//! The edges of the difference are those of both polygons, merged by direction (de Berg et al.,
//! *Computational Geometry*, 13.3). The walk starts at the supporting vertex along a guess of the direction
//! and follows the edges on which the distance from the origin decreases. It ends where the distance no
//! longer decreases: the distance to a convex polygon has no other local minimum. That takes one or two edges
//! as a rule and one round at most. One support point of each polygon along the final normal proves the
//! answer.
//!
//! Measured gain: `closest_points` of separated octagons takes 2.7 times as long without it.

use glam::DVec2;

use crate::fast::sat::{ClosestFeature, TOUCHING_BAND};
use crate::math::ops;
use crate::separation::CoreSeparation;
use crate::support::hints::SmallPolygon;

/// The gap, in touching distances, up to which upper and lower bound of the distance may differ: the
/// precision at which GJK stops.
const MAX_GAP: f64 = 0.5;

/// Returns the vertex with an index.
#[inline(always)]
fn vertex(polygon: &SmallPolygon, index: usize) -> DVec2 {
    polygon.corner(index).as_dvec2()
}

/// Computes the closest points and the vertices that carry them, if the polygons are clearly apart and the
/// bounds prove the answer. `hint` is a guess of the direction from the first polygon to the second.
#[inline]
pub(super) fn distance(
    offset: DVec2,
    [a, b]: &[SmallPolygon; 2],
    hint: DVec2,
    touching_distance: f64,
) -> Option<(CoreSeparation<DVec2>, ClosestFeature)> {
    let direction = hint.as_vec2();
    let (mut index_a, mut index_b) = (a.farthest(direction), b.farthest(-direction));
    let (mut on_a, mut on_b) = (vertex(a, index_a), vertex(b, index_b));
    let mut closest_edge = None;
    let (mut backwards, mut moved) = (false, false);
    for _ in 0..a.len() + b.len() {
        // The boundary of `b − a` is followed: the edges of the first polygon count reversed.
        let (next_a, next_b) =
            (a.neighbor(index_a, backwards != a.clockwise), b.neighbor(index_b, backwards != b.clockwise));
        let (next_on_a, next_on_b) = (vertex(a, next_a), vertex(b, next_b));
        let (edge_a, edge_b) = (on_a - next_on_a, next_on_b - on_b);
        let cross = edge_b.perp_dot(edge_a);
        let advance_b = edge_a == DVec2::ZERO || if backwards { cross < 0.0 } else { cross > 0.0 };
        let edge = if advance_b { edge_b } else { edge_a };
        let displacement = on_b - on_a - offset;
        let (along, length_squared) = (-displacement.dot(edge), edge.dot(edge));
        if !(along > 0.0) {
            if moved || backwards {
                break;
            }
            backwards = true;
        } else if along < length_squared {
            closest_edge = Some((edge, if advance_b { [index_a, next_b] } else { [next_a, index_b] }));
            let step = edge * (along / length_squared);
            if advance_b {
                on_b += step;
            } else {
                on_a -= step;
            }
            break;
        } else {
            moved = true;
            if advance_b {
                (index_b, on_b) = (next_b, next_on_b);
            } else {
                (index_a, on_a) = (next_a, next_on_a);
            }
        }
    }
    let displacement = on_b - on_a - offset;
    // The normal of an edge is taken from the edge: the direction of a short displacement is rounding.
    let (normal, distance) = match closest_edge {
        Some((edge, _)) => {
            let across = if backwards { -edge.perp() } else { edge.perp() };
            let normal = across * (1.0 / ops::f64::sqrt(across.dot(across)));
            (normal, normal.dot(displacement))
        }
        None => {
            let distance = ops::f64::sqrt(displacement.dot(displacement));
            (displacement * (1.0 / distance), distance)
        }
    };
    if !(distance > TOUCHING_BAND * touching_distance) {
        return None;
    }
    let direction = normal.as_vec2();
    let (support_a, support_b) = (vertex(a, a.farthest(direction)), vertex(b, b.farthest(-direction)));
    let gap = normal.dot(support_a - on_a) + normal.dot(on_b - support_b);
    (gap <= MAX_GAP * touching_distance).then(|| {
        let ids = |[index_a, index_b]: [usize; 2]| [a.vertex_id(index_a), b.vertex_id(index_b)];
        let own = ids([index_a, index_b]);
        let feature = match closest_edge {
            Some((_, other)) => ClosestFeature { ids: [own, ids(other)], count: 2 },
            None => ClosestFeature { ids: [own; 2], count: 1 },
        };
        (CoreSeparation { on_a, on_b, normal, distance }, feature)
    })
}

#[cfg(test)]
mod tests {
    use glam::{Affine2, Vec2};

    use crate::fast::sat::fill_small_polygon;
    use crate::support::Support;
    use crate::support::hints::{SmallPolygon, Vertex};
    use crate::{Capsule2, Circle, ConvexPolygon, Rectangle};

    /// Checks that each vertex of the polygon is the vertex of the shape with the same id.
    fn check_ids(shape: &impl Support<Vec2>, count: usize) {
        let mirror = Affine2::from_scale_angle_translation(Vec2::new(2.0, -3.0), 0.4, Vec2::ONE);
        for affine in [Affine2::IDENTITY, mirror] {
            let (placed, mut polygon) = (shape.placed(affine), SmallPolygon::empty());
            assert!(fill_small_polygon(&placed, &mut polygon));
            assert_eq!(polygon.len(), count);
            for index in 0..count {
                let [vertex, ..] = Vertex::with_ids(&placed, [polygon.vertex_id(index); 4]);
                assert!((vertex.point - polygon.corner(index)).length() < 1e-6, "{index}");
            }
        }
    }

    #[test]
    fn small_polygons_keep_the_vertex_ids_of_their_shapes() {
        check_ids(&Rectangle::new(1.0, 2.0), 4);
        check_ids(&Circle::new(0.0), 1);
        check_ids(&Capsule2::new(2.0, 0.0), 2);
        check_ids(&ConvexPolygon::regular(1.0, 7).unwrap(), 7);
    }
}
