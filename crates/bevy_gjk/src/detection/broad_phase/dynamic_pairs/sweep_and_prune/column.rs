//! The sweep along one column.

use bevy_math::{BVec4A, Vec4};
use gjk::Vector;

use crate::collider::Dimension;
use crate::collider::bvh::WIDTH;
use crate::detection::broad_phase::dynamic_pairs::sweep_and_prune::grid::Grid;
use crate::detection::broad_phase::dynamic_pairs::sweep_and_prune::{Entry, LOWER_BOUND_HERE};
use crate::detection::hot_loops::push_if;
use crate::detection::proxies::flag;

/// The bounds of the AABBs of a column as a structure of arrays, and the overlaps found in it.
#[derive(Default)]
pub(crate) struct Lanes {
    low: [Vec<f32>; 3],
    high: [Vec<f32>; 3],
    /// The index of an AABB, the index of the first of eight others, and a bit for each of these that it overlaps.
    overlaps: Vec<[u32; 3]>,
}

/// Makes room for so many overlaps, and for some more.
#[cold]
#[inline(never)]
fn make_room(overlaps: &mut Vec<[u32; 3]>, count: usize) {
    overlaps.resize(2 * count + 64, [0; 3]);
}

/// A column of the grid.
pub(super) struct Column<'a> {
    pub(super) entries: &'a [Entry],
    /// The number of entries before this column.
    pub(super) before: usize,
    /// The ends of the cells.
    pub(super) ends: &'a [u32],
    pub(super) grid: &'a Grid,
}

impl Lanes {
    /// Replaces the bounds by those of a column. The padding behind the last entry is NaN: no comparison with it holds,
    /// so it overlaps nothing.
    #[inline(always)]
    fn fill<D: Dimension>(&mut self, entries: &[Entry]) {
        let length = entries.len() + WIDTH;
        let axes = D::Vector::DIMENSION;
        for lanes in self.low[..axes].iter_mut().chain(&mut self.high[..axes]) {
            if lanes.len() < length {
                lanes.resize(2 * length, 0.0);
            }
            lanes[entries.len()..length].fill(f32::NAN);
        }
        for axis in 0..axes {
            let (low, high) = (&mut self.low[axis][..entries.len()], &mut self.high[axis][..entries.len()]);
            for ((entry, low), high) in entries.iter().zip(low).zip(high) {
                (*low, *high) = (entry.low[axis], entry.high[axis]);
            }
        }
    }
}

impl Column<'_> {
    /// Appends the slots of all pairs that overlap and belong to this column.
    #[inline(always)]
    pub(super) fn pairs<D: Dimension>(&self, is_sorted: bool, lanes: &mut Lanes, found: &mut Vec<[u32; 2]>) {
        lanes.fill::<D>(self.entries);
        let Lanes { low, high, overlaps } = lanes;
        // All slices have one length, so that one bounds check suffices; in 2D, the third axis is not read.
        let length = self.entries.len() + WIDTH;
        let last = D::Vector::DIMENSION - 1;
        let lows = [&low[0][..length], &low[1][..length], &low[last][..length]];
        let highs = [&high[0][..length], &high[1][..length], &high[last][..length]];
        let mut count = 0;
        for (index, entry) in self.entries.iter().enumerate() {
            let end = self.ends[self.grid.cell(entry.high[0])] as usize - self.before;
            let low = entry.low.map(Vec4::splat);
            let high = entry.high.map(Vec4::splat);
            let mut from = index + 1;
            // Room for all overlaps that this entry may have.
            let max_count = count + end.saturating_sub(index).div_ceil(WIDTH);
            if overlaps.len() < max_count {
                make_room(overlaps, max_count);
            }
            let overlaps = &mut overlaps[..max_count];
            while from < end {
                let [mut overlap, mut in_reach] = [[BVec4A::TRUE; 2]; 2];
                for axis in 0..D::Vector::DIMENSION {
                    let lows = lows[axis][from..from + WIDTH].as_chunks::<4>().0;
                    let highs = highs[axis][from..from + WIDTH].as_chunks::<4>().0;
                    for half in 0..WIDTH / 4 {
                        let below = Vec4::from_array(lows[half]).cmple(high[axis]);
                        if axis == 0 {
                            in_reach[half] = below;
                        }
                        overlap[half] &= below & Vec4::from_array(highs[half]).cmpge(low[axis]);
                    }
                }
                let mask = overlap[0].bitmask() | overlap[1].bitmask() << 4;
                // Without branches: whether AABBs overlap is hard to predict.
                overlaps[count] = [index as u32, from as u32, mask];
                count += usize::from(mask != 0);
                from += WIDTH;
                if is_sorted && !(in_reach[0] | in_reach[1]).any() {
                    break;
                }
            }
        }
        for &[index, from, mut mask] in &overlaps[..count] {
            let one = &self.entries[index as usize];
            while mask != 0 {
                let two = &self.entries[(from + mask.trailing_zeros()) as usize];
                mask &= mask - 1;
                push_if(found, [one.slot, two.slot], owns_pair(one, two));
            }
        }
    }
}

/// Returns whether an overlapping pair is reported by this column: the two are in the same space, at least one of them
/// moved, and the larger of their lower bounds lies here on both axes across.
#[inline(always)]
pub(super) fn owns_pair(a: &Entry, b: &Entry) -> bool {
    let later = |axis: usize| if a.low[axis] >= b.low[axis] { a.flags } else { b.flags };
    ((a.flags | b.flags) & flag::CHANGED != 0)
        & ((a.flags ^ b.flags) & flag::SPACE == 0)
        & (later(1) & LOWER_BOUND_HERE[0] != 0)
        & (later(2) & LOWER_BOUND_HERE[1] != 0)
}
