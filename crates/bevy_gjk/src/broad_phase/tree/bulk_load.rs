//! The order in which boxes are packed into nodes.

use crate::broad_phase::tree::WIDTH;
use crate::proxies::{Boxed, Glance};

/// The middle of a box, with its slot.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub(super) struct Centre {
    /// On each axis, as a number that [compares](ordered) like it.
    at: [i32; 3],
    slot: u32,
}

impl Centre {
    pub(super) fn of(glance: &Glance) -> Self {
        let [low, high] = glance.corners();
        Self { at: [0, 1, 2].map(|axis| ordered(0.5 * (low[axis] + high[axis]))), slot: glance.slot() }
    }

    pub(super) fn slot(&self) -> u32 {
        self.slot
    }
}

/// Brings them into an order in which each eight that follow each other are near each other, as are each eight of
/// these, and so on: divides them at the median of the axis along which they are spread most, and each part in
/// turn, where there is the end of a node of the highest level that has one (Bentley, *Multidimensional binary
/// search trees used for associative searching*, 1975).
pub(super) fn pack(centres: &mut [Centre]) {
    let mut room = WIDTH;
    while room * WIDTH < centres.len() {
        room *= WIDTH;
    }
    divide(centres, room);
}

/// Divides what fills several nodes with room for so many each.
fn divide(centres: &mut [Centre], mut room: usize) {
    if centres.len() <= WIDTH {
        return;
    }
    while room >= centres.len() {
        room /= WIDTH;
    }
    let axis = widest(centres);
    let middle = centres.len().div_ceil(room) / 2 * room;
    centres.select_nth_unstable_by_key(middle, |centre| centre.at[axis]);
    let (below, above) = centres.split_at_mut(middle);
    divide(below, room);
    divide(above, room);
}

/// The axis along which they are spread most.
fn widest(centres: &[Centre]) -> usize {
    let (mut low, mut high) = ([i32::MAX; 3], [i32::MIN; 3]);
    for centre in centres {
        for (axis, &at) in centre.at.iter().enumerate() {
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
    use crate::broad_phase::tree::bulk_load::{Centre, number, ordered, pack};

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
        let mut centres: Vec<_> = (0..2 * side * side)
            .map(|index| {
                let [x, y] = [index % side, index / side % side].map(|at| at as f32);
                let crowd = if index < side * side { 0.0 } else { 1e6 };
                Centre { at: [x + crowd, y, 0.0].map(ordered), slot: index }
            })
            .collect();
        pack(&mut centres);
        let mut slots: Vec<_> = centres.iter().map(Centre::slot).collect();
        for (room, most) in [(8, 7.0), (64, 24.0)] {
            let spreads = centres.chunks(room).map(|node| {
                [0, 1].map(|axis| {
                    let at = node.iter().map(|centre| number(centre.at[axis]));
                    let (low, high) = (at.clone().reduce(f32::min), at.reduce(f32::max));
                    high.unwrap_or(0.0) - low.unwrap_or(0.0)
                })
            });
            // One node has some of both crowds, and a few are long.
            let (count, large) = (spreads.len(), spreads.filter(|[x, y]| x + y > most).count());
            assert!(large <= 1 + count / 20, "{large} of {count} nodes with room for {room}");
        }
        slots.sort_unstable();
        assert!(slots.into_iter().eq(0..2 * side * side));
    }
}
