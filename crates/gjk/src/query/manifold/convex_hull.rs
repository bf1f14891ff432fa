//! The convex hull of projected vertices.
//!
//! Most shapes report the vertices of a feature in order, so the hull is usually only checked. Otherwise it
//! is Andrew's monotone chain (Andrew, *Another Efficient Algorithm for Convex Hulls in Two Dimensions*,
//! 1979).

use arrayvec::ArrayVec;

use crate::query::manifold::{FeatureVertex, FeatureVertices, MAX_VERTICES};

/// The sine of the turn at a vertex below which the vertex stands out by rounding only: without it, a line
/// would count as a face.
const MIN_TURN: f64 = 1e-4;

/// Reduces vertices to their convex hull, counter-clockwise. Of two, the one with the smaller id comes first.
#[inline]
pub(super) fn convex_hull(vertices: &mut FeatureVertices) {
    match **vertices {
        [] | [_] => {}
        [a, b] => {
            if a.id > b.id {
                vertices.swap(0, 1);
            }
        }
        [a, b, c, ..] => {
            // Most shapes report their vertices in order, in either direction.
            let orientation = cross(&a, &b, &c);
            if !is_convex(vertices, orientation) {
                monotone_chain(vertices);
            } else if orientation < 0.0 {
                vertices.reverse();
            }
        }
    }
}

/// Returns the cross product of the edges from `a` to `b` and from `b` to `c`.
#[inline(always)]
fn cross(a: &FeatureVertex, b: &FeatureVertex, c: &FeatureVertex) -> f64 {
    (b.projection - a.projection).perp_dot(c.projection - b.projection)
}

/// Returns whether the boundary turns left at the second of three vertices; right if `orientation` is
/// negative.
#[inline(always)]
fn is_turn(a: &FeatureVertex, b: &FeatureVertex, c: &FeatureVertex, orientation: f64) -> bool {
    let cross = cross(a, b, c);
    let lengths_squared =
        (b.projection - a.projection).length_squared() * (c.projection - a.projection).length_squared();
    cross * orientation > 0.0 && cross * cross > MIN_TURN * MIN_TURN * lengths_squared
}

/// Returns whether vertices are those of a convex polygon in order, with the orientation of the given sign.
#[inline]
fn is_convex(vertices: &[FeatureVertex], orientation: f64) -> bool {
    let count = vertices.len();
    let (mut before, mut last, mut windings) = (&vertices[count - 2], &vertices[count - 1], 0);
    for vertex in vertices {
        if !is_turn(before, last, vertex, orientation) {
            return false;
        }
        windings += usize::from(!goes_up(before, last) && goes_up(last, vertex));
        (before, last) = (last, vertex);
    }
    // A closed polygon that always turns the same way may wind around several times: as often as it begins to
    // go up.
    windings == 1
}

/// Returns whether `b` is above `a`, or beside it to the right.
#[inline(always)]
fn goes_up(a: &FeatureVertex, b: &FeatureVertex) -> bool {
    b.projection.y > a.projection.y || b.projection.y == a.projection.y && b.projection.x > a.projection.x
}

/// Computes the convex hull by Andrew's monotone chain.
#[inline(never)]
fn monotone_chain(vertices: &mut FeatureVertices) {
    vertices.sort_unstable_by(|a, b| {
        a.projection.x.total_cmp(&b.projection.x).then(a.projection.y.total_cmp(&b.projection.y))
    });
    let mut hull = ArrayVec::<FeatureVertex, { 2 * MAX_VERTICES }>::new();
    let mut half_hull = |vertices: &mut dyn Iterator<Item = &FeatureVertex>| {
        let start = hull.len();
        for vertex in vertices {
            while hull.len() >= start + 2
                && !is_turn(&hull[hull.len() - 2], &hull[hull.len() - 1], vertex, 1.0)
            {
                hull.pop();
            }
            hull.push(*vertex);
        }
        hull.pop();
    };
    half_hull(&mut vertices.iter());
    half_hull(&mut vertices.iter().rev());
    vertices.clear();
    vertices.extend(hull.iter().take(MAX_VERTICES).copied());
}

#[cfg(test)]
mod tests {
    use glam::DVec2;

    use crate::query::manifold::convex_hull::{FeatureVertex, FeatureVertices, convex_hull, cross};

    /// The first vertex of each is on the inner of two loops, from where a triangle fan, too, turns left
    /// everywhere.
    #[test]
    fn the_hull_of_vertices_in_two_loops_is_one_loop() {
        let loops: [&[[f64; 2]]; 3] = [
            &[[-1.0, 0.0], [4.0, 1.0], [-2.0, 0.0], [0.0, -2.0], [-1.0, 3.0]],
            &[[1.0, 2.0], [-2.0, 1.0], [3.0, 0.0], [2.0, 4.0], [-3.0, -4.0], [3.0, 1.0]],
            &[[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]],
        ];
        for (points, count) in loops.into_iter().zip([4, 5, 4]) {
            let vertex = |(&projection, id)| FeatureVertex {
                projection: DVec2::from(projection),
                along_normal: 0.0,
                id,
            };
            let all: FeatureVertices = points.iter().zip(0..).map(vertex).collect();
            let mut vertices = all.clone();
            convex_hull(&mut vertices);
            assert_eq!(vertices.len(), count, "{vertices:?}");
            for (index, one) in vertices.iter().enumerate() {
                let two = &vertices[(index + 1) % count];
                assert!(all.iter().all(|vertex| cross(one, two, vertex) >= 0.0));
            }
        }
    }
}
