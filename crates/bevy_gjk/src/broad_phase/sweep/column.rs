//! One column of a sweep.

use bevy_math::{BVec4A, Vec4};
use gjk::Vector;

use crate::broad_phase::sweep::grid::Grid;
use crate::broad_phase::sweep::{BEGINS, Entry};
use crate::collider::Dimension;
use crate::proxies::flag;
use crate::push_if::push_if;

/// How many boxes are compared at once.
const WIDTH: usize = 8;

/// The ends of the boxes of a column, axis by axis, and what they meet.
#[derive(Default)]
pub(crate) struct Lanes {
    low: [Vec<f32>; 3],
    high: [Vec<f32>; 3],
    /// A box, the first of eight others, and a bit for each of these that it meets.
    meetings: Vec<[u32; 3]>,
}

/// Makes room for so many meetings, and for some more.
#[cold]
#[inline(never)]
fn make_room(meetings: &mut Vec<[u32; 3]>, count: usize) {
    meetings.resize(2 * count + 64, [0; 3]);
}

/// The boxes of a column.
pub(super) struct Column<'a> {
    pub(super) entries: &'a [Entry],
    /// How many entries there are before.
    pub(super) before: usize,
    /// Where the cells end.
    pub(super) ends: &'a [u32],
    pub(super) grid: &'a Grid,
}

impl Lanes {
    /// Takes these boxes in place of those it had. Beyond the last one there is nothing that a box could meet.
    #[inline(always)]
    fn fill<D: Dimension>(&mut self, entries: &[Entry]) {
        let length = entries.len() + WIDTH;
        let axes = D::Vector::DIMENSION;
        for lanes in self.low[..axes].iter_mut().chain(&mut self.high[..axes]) {
            if lanes.len() < length {
                lanes.resize(2 * length, 0.0);
            }
            lanes[entries.len()..length].fill(f32::INFINITY);
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
    /// Appends each two boxes that overlap, if they are to be told of here.
    #[inline(always)]
    pub(super) fn pairs<D: Dimension>(&self, is_sorted: bool, lanes: &mut Lanes, found: &mut Vec<[u32; 2]>) {
        lanes.fill::<D>(self.entries);
        let Lanes { low, high, meetings } = lanes;
        // All of one length, so that one check is enough for all; in the plane, the third axis is not looked at.
        let length = self.entries.len() + WIDTH;
        let last = D::Vector::DIMENSION - 1;
        let lows = [&low[0][..length], &low[1][..length], &low[last][..length]];
        let highs = [&high[0][..length], &high[1][..length], &high[last][..length]];
        let mut count = 0;
        for (index, entry) in self.entries.iter().enumerate() {
            let reach = self.ends[self.grid.cell(entry.high[0])] as usize - self.before;
            let low = entry.low.map(Vec4::splat);
            let high = entry.high.map(Vec4::splat);
            let mut from = index + 1;
            // There is room for all that it may meet.
            let most = count + reach.saturating_sub(index).div_ceil(WIDTH);
            if meetings.len() < most {
                make_room(meetings, most);
            }
            let meetings = &mut meetings[..most];
            while from < reach {
                let [mut meets, mut reached] = [[BVec4A::TRUE; 2]; 2];
                for axis in 0..D::Vector::DIMENSION {
                    let lows = lows[axis][from..from + WIDTH].as_chunks::<4>().0;
                    let highs = highs[axis][from..from + WIDTH].as_chunks::<4>().0;
                    for half in 0..WIDTH / 4 {
                        let below = Vec4::from_array(lows[half]).cmple(high[axis]);
                        if axis == 0 {
                            reached[half] = below;
                        }
                        meets[half] &= below & Vec4::from_array(highs[half]).cmpge(low[axis]);
                    }
                }
                let meeting = meets[0].bitmask() | meets[1].bitmask() << 4;
                // Without a branch: whether a box meets another is not to be guessed.
                meetings[count] = [index as u32, from as u32, meeting];
                count += usize::from(meeting != 0);
                from += WIDTH;
                if is_sorted && !(reached[0] | reached[1]).any() {
                    break;
                }
            }
        }
        for &[index, from, mut meeting] in &meetings[..count] {
            let one = &self.entries[index as usize];
            while meeting != 0 {
                let two = &self.entries[(from + meeting.trailing_zeros()) as usize];
                meeting &= meeting - 1;
                push_if(found, [one.slot, two.slot], owns_pair(one, two));
            }
        }
    }
}

/// Whether a pair of boxes that meet is to be told of in this column: one of them moved, and the larger of
/// the lower ends of both lies here.
#[inline(always)]
pub(super) fn owns_pair(a: &Entry, b: &Entry) -> bool {
    let later = |axis: usize| if a.low[axis] >= b.low[axis] { a.flags } else { b.flags };
    ((a.flags | b.flags) & flag::MOVED != 0) & (later(1) & BEGINS[0] != 0) & (later(2) & BEGINS[1] != 0)
}
