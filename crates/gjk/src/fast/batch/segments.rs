//! Segments, points and their radii in space, eight pairs at a time.
//!
//! The nearest points of two segments (Ericson, *Real-Time Collision Detection*, 5.1.9) may be much rounded where
//! the segments are about parallel. That does not matter: they are points of the segments, so no nearer than the
//! nearest; and the way between them is a direction, along which the shadows of the segments tell that they are
//! no nearer than that.

use crate::fast::batch::columns::{Columns, ROUNDING, Verdicts};

/// Compares eight pairs.
#[inline(never)]
pub fn compare(columns: &Columns<2>) -> Verdicts {
    let (offset, [a, b], size) = (columns.offset(), columns.edges(), columns.size());
    let (aa, ab, bb) = (a.dot(a), a.dot(b), b.dot(b));
    let (to_a, to_b) = (offset.dot(a), offset.dot(b));
    // Of parallel segments, any point of one will do to begin with.
    let first = (ab * to_b - bb * to_a).fraction(aa * bb - ab * ab);
    let on_b = (to_b + first * ab).fraction(bb);
    let on_a = (on_b * ab - to_a).fraction(aa);
    let between = offset + (a * on_a - b * on_b);

    let square = between.dot(between);
    let rounding = size * ROUNDING;
    let radius = columns.radius();
    let (inner, outer) = ((radius - rounding).max(0.0), radius + rounding);
    let meet = (inner * inner).larger(square);
    // The shadows reach that far from the centers.
    let gap = between.dot(offset) - (between.dot(a).abs() + between.dot(b).abs());
    let gap = (gap - rounding * between.magnitude()).max(0.0);
    Verdicts::new(size, (gap * gap).larger(outer * outer * square), meet)
}
