//! The order in which boxes are packed into nodes.

use crate::broad_phase::tree::WIDTH;
use crate::proxies::{HasAabb, Proxy};

/// The middle of a box, with its slot.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub(super) struct Center {
    /// On each axis, as a number that [compares](ordered) like it.
    at: [i32; 3],
    slot: u32,
}

impl Center {
    pub(super) fn of(proxy: &Proxy) -> Self {
        let [low, high] = proxy.corners();
        Self { at: [0, 1, 2].map(|axis| ordered(0.5 * (low[axis] + high[axis]))), slot: proxy.slot() }
    }

    pub(super) fn slot(&self) -> u32 {
        self.slot
    }
}

/// Brings them into an order in which each eight that follow each other are near each other, as are each eight of
/// these, and so on: divides them at the median of the axis along which they are spread most, and each part in
/// turn, where there is the end of a node of the highest level that has one (Bentley, *Multidimensional binary
/// search trees used for associative searching*, 1975).
pub(super) fn bulk_load(centers: &mut [Center]) {
    let mut room = WIDTH;
    while room * WIDTH < centers.len() {
        room *= WIDTH;
    }
    divide(centers, room);
}

/// Divides what fills several nodes with room for so many each.
fn divide(centers: &mut [Center], mut room: usize) {
    if centers.len() <= WIDTH {
        return;
    }
    while room >= centers.len() {
        room /= WIDTH;
    }
    let axis = widest(centers);
    let middle = centers.len().div_ceil(room) / 2 * room;
    centers.select_nth_unstable_by_key(middle, |center| center.at[axis]);
    let (below, above) = centers.split_at_mut(middle);
    divide(below, room);
    divide(above, room);
}

/// The axis along which they are spread most.
fn widest(centers: &[Center]) -> usize {
    let (mut low, mut high) = ([i32::MAX; 3], [i32::MIN; 3]);
    for center in centers {
        for (axis, &at) in center.at.iter().enumerate() {
            low[axis] = low[axis].min(at);
            high[axis] = high[axis].max(at);
        }
    }
    let spread = [0, 1, 2].map(|axis| number(high[axis]) - number(low[axis]));
    let wider = |one: usize, other: usize| if spread[other] > spread[one] { other } else { one };
    wider(wider(0, 1), 2)
}

/// Integers are compared in one instruction, and in the order of their numbers.
fn ordered(number: f32) -> i32 {
    let bits = number.to_bits() as i32;
    bits ^ magnitude_if_negative(bits)
}

/// The number of what is [`ordered`].
fn number(ordered: i32) -> f32 {
    f32::from_bits((ordered ^ magnitude_if_negative(ordered)) as u32)
}

/// All bits but the sign, where that is set.
fn magnitude_if_negative(bits: i32) -> i32 {
    (bits >> 31) & i32::MAX
}

#[cfg(test)]
mod tests {
    use crate::broad_phase::tree::bulk_load::{Center, bulk_load, number, ordered};

    #[test]
    fn integers_compare_like_their_numbers() {
        let numbers = [f32::NEG_INFINITY, -1e18, -2.0, -1.0, -1e-40, -0.0, 0.0, 1e-40, 1.0, 1.5, 1e18];
        assert!(numbers.map(ordered).is_sorted());
        assert_eq!(numbers.map(ordered).map(number), numbers);
    }

    /// Two crowds that are small beside the distance between them: in each, the nodes are small as well.
    #[test]
    fn crowds_far_apart_are_packed_as_well_as_one() {
        let side = 20;
        let mut centers: Vec<_> = (0..2 * side * side)
            .map(|index| {
                let [x, y] = [index % side, index / side % side].map(|at| at as f32);
                let dynamic_tree = if index < side * side { 0.0 } else { 1e6 };
                Center { at: [x + dynamic_tree, y, 0.0].map(ordered), slot: index }
            })
            .collect();
        bulk_load(&mut centers);
        let mut slots: Vec<_> = centers.iter().map(Center::slot).collect();
        for (room, most) in [(8, 7.0), (64, 24.0)] {
            let spreads = centers.chunks(room).map(|node| {
                [0, 1].map(|axis| {
                    let at = node.iter().map(|center| number(center.at[axis]));
                    let (low, high) = (at.clone().reduce(f32::min), at.reduce(f32::max));
                    high.unwrap_or(0.0) - low.unwrap_or(0.0)
                })
            });
            // One node has some of both crowds, and a few are long.
            let (count, fat) = (spreads.len(), spreads.filter(|[x, y]| x + y > most).count());
            assert!(fat <= 1 + count / 20, "{fat} of {count} nodes with room for {room}");
        }
        slots.sort_unstable();
        assert!(slots.into_iter().eq(0..2 * side * side));
    }
}
