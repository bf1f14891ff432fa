//! The distance of segments and points with convex radii in 3D, for eight pairs at a time.
//!
//! The closest points of two nearly parallel segments (Ericson, *Real-Time Collision Detection*, 5.1.9) may
//! be strongly rounded. The verdicts are certain nevertheless: the points lie on the segments, so their
//! distance is an upper bound; and the projections of the segments on the vector between the points give a
//! lower bound.

use crate::fast::batch::columns::{Columns, SIZE_ROUNDING, Verdicts};

/// Tests eight pairs.
#[inline(never)]
pub fn test_pairs(columns: &Columns<2>) -> Verdicts {
    let (offset, [a, b], size) = (columns.offset(), columns.edges(), columns.size());
    let (aa, ab, bb) = (a.dot(a), a.dot(b), b.dot(b));
    let (to_a, to_b) = (offset.dot(a), offset.dot(b));
    // Any start is right for parallel segments.
    let first = (ab * to_b - bb * to_a).fraction(aa * bb - ab * ab);
    let on_b = (to_b + first * ab).fraction(bb);
    let on_a = (on_b * ab - to_a).fraction(aa);
    let displacement = offset + (a * on_a - b * on_b);

    let distance_squared = displacement.dot(displacement);
    let rounding = size * SIZE_ROUNDING;
    let radius = columns.radius();
    let (inner, outer) = ((radius - rounding).max(0.0), radius + rounding);
    let intersecting = (inner * inner).larger(distance_squared);
    // The lower bound: the distance of the centers along the vector, less the half widths of the segments.
    let gap = displacement.dot(offset) - (displacement.dot(a).abs() + displacement.dot(b).abs());
    let gap = (gap - rounding * displacement.l1_norm()).max(0.0);
    Verdicts::new(size, (gap * gap).larger(outer * outer * distance_squared), intersecting)
}
