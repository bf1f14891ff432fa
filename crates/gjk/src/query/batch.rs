//! The intersection question for many pairs at once.
//!
//! In 3D, pairs of capsules and pairs of boxes under any affine map are tested eight at a time, one in each
//! SIMD lane, which takes about half of the time of a loop if they overlap or nearly touch. The test is in
//! `f32` with a bound of its rounding. Pairs that the bound leaves undecided are tested one by one, so the
//! answers are those of a loop.
//!
//! All other pairs are tested one by one, because lanes were measured not to pay: spheres and 2D shapes are
//! too cheap, searches take different numbers of steps, and contacts cost more time than the verdict saves.
//!
//! ```
//! use gjk::{Affine3A, Cuboid, Query, Support, Vec3, batch};
//!
//! let crates: Vec<_> = (0..100)
//!     .map(|i| Cuboid::new(1.0, 1.0, 1.0).placed(Affine3A::from_translation(Vec3::X * i as f32 * 0.6)))
//!     .collect();
//! let neighbors = crates.windows(2).map(|pair| Query::new(&pair[0], &pair[1]));
//! let mut count = 0;
//! batch::intersects(neighbors, |_index, intersects| count += usize::from(intersects));
//! assert_eq!(count, 99);
//! ```

use arrayvec::ArrayVec;

use crate::fast::batch::{Columns, LANES, Verdicts, boxes, segments};
use crate::fast::bounding_spheres;
use crate::math::{Scalar, Vector};
use crate::query::{Query, Space};
use crate::support::Support;
use crate::support::hints::Zonotope;

/// Tests each pair for intersection and calls `answer` once for each, with the index of the pair in
/// `queries`, in any order.
///
/// See [`intersects`](crate::intersects).
pub fn intersects<'q, V: Space, A: Support<V> + ?Sized + 'q, B: Support<V> + ?Sized + 'q>(
    queries: impl IntoIterator<Item = Query<'q, V, A, B>>,
    mut answer: impl FnMut(usize, bool),
) {
    let mut segment_pairs = PendingPairs::<_, _, _, 2>::new(segments::test_pairs);
    let mut box_pairs = PendingPairs::<_, _, _, 6>::new(boxes::test_pairs);
    // In 2D a loop is faster; and the lanes are `f32`.
    let uses_lanes = V::DIMENSION == 3 && V::EPSILON == glam::Vec3::EPSILON;
    for item in queries.into_iter().enumerate() {
        let cores = if uses_lanes { Zonotope::of(item.1.a).zip(Zonotope::of(item.1.b)) } else { None };
        match cores.map(|(a, b)| (a.count, b.count, a.edges, b.edges)) {
            Some((1, 1, [a, ..], [b, ..])) => segment_pairs.push(item, [a, b], &mut answer),
            Some((1, 0, [a, ..], _)) => segment_pairs.push(item, [a, V::ZERO], &mut answer),
            Some((0, 1, _, [b, ..])) => segment_pairs.push(item, [V::ZERO, b], &mut answer),
            Some((3, 3, [a, a1, a2], [b, b1, b2])) => {
                box_pairs.push(item, [a, a1, a2, b, b1, b2], &mut answer);
            }
            _ => answer(item.0, item.1.intersects()),
        }
    }
    segment_pairs.flush(&mut answer);
    box_pairs.flush(&mut answer);
}

/// The pairs of one kind that are collected until all lanes are full.
struct PendingPairs<'q, V: Space, A: ?Sized, B: ?Sized, const EDGES: usize> {
    queries: ArrayVec<(usize, Query<'q, V, A, B>), LANES>,
    columns: Columns<EDGES>,
    compare: fn(&Columns<EDGES>) -> Verdicts,
}

impl<'q, V: Space, A, B, const EDGES: usize> PendingPairs<'q, V, A, B, EDGES>
where
    A: Support<V> + ?Sized + 'q,
    B: Support<V> + ?Sized + 'q,
{
    /// Creates an empty collection for a test of eight pairs.
    fn new(compare: fn(&Columns<EDGES>) -> Verdicts) -> Self {
        Self { queries: ArrayVec::new(), columns: Columns::default(), compare }
    }

    /// Adds a pair, and tests all pairs if the lanes are full.
    #[inline(always)]
    fn push(
        &mut self,
        (index, query): (usize, Query<'q, V, A, B>),
        edges: [V; EDGES],
        answer: &mut impl FnMut(usize, bool),
    ) {
        // As in a loop: for pairs that are far apart, the lanes take longer than this.
        if bounding_spheres::are_apart(query.a, query.b) {
            return answer(index, false);
        }
        let radius = query.a.core().convex_radius.widen() + query.b.core().convex_radius.widen();
        let offset = query.a.core().origin - query.b.core().origin;
        self.columns.set(self.queries.len(), coordinates(offset), edges.map(coordinates), radius as f32);
        self.queries.push((index, query));
        if self.queries.is_full() {
            self.flush(answer);
        }
    }

    /// Tests all pairs and answers their questions.
    #[inline(always)]
    fn flush(&mut self, answer: &mut impl FnMut(usize, bool)) {
        if self.queries.is_empty() {
            return;
        }
        let Verdicts { apart, intersecting } = (self.compare)(&self.columns);
        for (lane, (index, query)) in self.queries.drain(..).enumerate() {
            let intersects = match (apart >> lane & 1, intersecting >> lane & 1) {
                (1, _) => false,
                (_, 1) => true,
                _ => query.intersects(),
            };
            answer(index, intersects);
        }
    }
}

/// Returns the coordinates in `f32`, padded with zeros in 2D.
#[inline(always)]
fn coordinates<V: Vector>(vector: V) -> [f32; 3] {
    core::array::from_fn(
        |index| {
            if index < V::DIMENSION { vector.element(index).widen() as f32 } else { 0.0 }
        },
    )
}
