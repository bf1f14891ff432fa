//! One question about many pairs.
//!
//! Whether capsules, and boxes, meet in space is found for eight pairs at a time, one in each lane of the
//! processor's vectors, under any affine map; that takes a third to two thirds of the time of a loop. The comparison is in
//! `f32`, with a bound of its rounding; pairs that are too near to touching for that are asked one by one, so the
//! answers are those of the loop. So are all other pairs and questions, where lanes were measured not to pay:
//! spheres and what is in the plane are too quick already, searches take different numbers of steps, and contacts take more
//! time than the verdict saves.
//!
//! ```
//! use gjk::{Affine3A, Cuboid, Query, Support, Vec3, batch};
//!
//! let crates: Vec<_> = (0..100)
//!     .map(|i| Cuboid::new(1.0, 1.0, 1.0).placed(Affine3A::from_translation(Vec3::X * i as f32 * 0.6)))
//!     .collect();
//! let neighbours = crates.windows(2).map(|pair| Query::new(&pair[0], &pair[1]));
//! let mut met = 0;
//! batch::intersects(neighbours, |_index, meets| met += usize::from(meets));
//! assert_eq!(met, 99);
//! ```

use arrayvec::ArrayVec;

use crate::fast::batch::{Columns, LANES, Verdicts, boxes, segments};
use crate::math::{Scalar, Vector};
use crate::query::{Query, Space};
use crate::support::Support;

/// Whether the shapes of each pair meet: calls `answer` once for each, with its place in `queries`, in any order.
///
/// See [`intersects`](crate::intersects).
pub fn intersects<'q, V: Space, A: Support<V> + ?Sized + 'q, B: Support<V> + ?Sized + 'q>(
    queries: impl IntoIterator<Item = Query<'q, V, A, B>>,
    mut answer: impl FnMut(usize, bool),
) {
    let mut lines = Waiting::<_, _, _, 2>::new(segments::test_pairs);
    let mut solid = Waiting::<_, _, _, 6>::new(boxes::test_pairs);
    // In the plane, a loop is quicker; and the lanes are of `f32`.
    let pays = V::DIMENSION == 3 && V::EPSILON == glam::Vec3::EPSILON;
    for item in queries.into_iter().enumerate() {
        let cores = if pays { item.1.a.zonotope().zip(item.1.b.zonotope()) } else { None };
        match cores.map(|(a, b)| (a.count, b.count, a.edges, b.edges)) {
            Some((1, 1, [a, ..], [b, ..])) => lines.push(item, [a, b], &mut answer),
            Some((1, 0, [a, ..], _)) => lines.push(item, [a, V::ZERO], &mut answer),
            Some((0, 1, _, [b, ..])) => lines.push(item, [V::ZERO, b], &mut answer),
            Some((3, 3, [a, a1, a2], [b, b1, b2])) => {
                solid.push(item, [a, a1, a2, b, b1, b2], &mut answer);
            }
            _ => answer(item.0, item.1.intersects()),
        }
    }
    lines.flush(&mut answer);
    solid.flush(&mut answer);
}

/// The pairs of one kind that wait for company.
struct Waiting<'q, V: Space, A: ?Sized, B: ?Sized, const EDGES: usize> {
    queries: ArrayVec<(usize, Query<'q, V, A, B>), LANES>,
    columns: Columns<EDGES>,
    compare: fn(&Columns<EDGES>) -> Verdicts,
}

impl<'q, V: Space, A, B, const EDGES: usize> Waiting<'q, V, A, B, EDGES>
where
    A: Support<V> + ?Sized + 'q,
    B: Support<V> + ?Sized + 'q,
{
    fn new(compare: fn(&Columns<EDGES>) -> Verdicts) -> Self {
        Self { queries: ArrayVec::new(), columns: Columns::default(), compare }
    }

    #[inline(always)]
    fn push(
        &mut self,
        (index, query): (usize, Query<'q, V, A, B>),
        edges: [V; EDGES],
        answer: &mut impl FnMut(usize, bool),
    ) {
        let reach = query.a.core().convex_radius.widen() + query.b.core().convex_radius.widen();
        let offset = query.a.core().origin - query.b.core().origin;
        self.columns.set(self.queries.len(), coordinates(offset), edges.map(coordinates), reach as f32);
        self.queries.push((index, query));
        if self.queries.is_full() {
            self.flush(answer);
        }
    }

    #[inline(always)]
    fn flush(&mut self, answer: &mut impl FnMut(usize, bool)) {
        if self.queries.is_empty() {
            return;
        }
        let Verdicts { apart, intersecting } = (self.compare)(&self.columns);
        for (lane, (index, query)) in self.queries.drain(..).enumerate() {
            let meets = match (apart >> lane & 1, intersecting >> lane & 1) {
                (1, _) => false,
                (_, 1) => true,
                _ => query.intersects(),
            };
            answer(index, meets);
        }
    }
}

#[inline(always)]
fn coordinates<V: Vector>(vector: V) -> [f32; 3] {
    core::array::from_fn(
        |index| {
            if index < V::DIMENSION { vector.element(index).widen() as f32 } else { 0.0 }
        },
    )
}
