//! The order in which AABBs are packed into nodes.

use super::WIDTH;

/// The center of an AABB, with what the leaf stands for.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub(super) struct Center {
    /// The coordinates, as integers that [compare](ordered) like them.
    coordinates: [i32; 3],
    leaf: u32,
}

impl Center {
    /// Computes the center of an AABB. Infinite corners count as the largest numbers.
    pub(super) fn of(leaf: u32, [min, max]: [[f32; 3]; 2]) -> Self {
        let half = |corner: f32| 0.5 * corner.clamp(f32::MIN, f32::MAX);
        Self { coordinates: [0, 1, 2].map(|axis| ordered(half(min[axis]) + half(max[axis]))), leaf }
    }

    /// Returns what the leaf stands for.
    pub(super) fn leaf(&self) -> u32 {
        self.leaf
    }
}

/// Sorts centers so that each eight that follow each other are near each other, as are each eight of these groups, and
/// so on: divides them at the median of the axis with the largest range, and then each part in turn, always at
/// the end of a node of the highest possible level (Bentley, *Multidimensional binary search trees used for associative
/// searching*, 1975). `first` is the index of the first of them among all leaves.
pub(super) fn bulk_load(centers: &mut [Center], first: usize) {
    let mut level = 1;
    while is_divided(nodes(centers, first, level + 1)) {
        level += 1;
    }
    divide(centers, first, level);
}

/// Divides the centers of nodes of a level or a lower one.
fn divide(centers: &mut [Center], first: usize, mut level: u32) {
    if !is_divided(nodes(centers, first, 1)) {
        return;
    }
    while !is_divided(nodes(centers, first, level)) {
        level -= 1;
    }
    let [node, end] = nodes(centers, first, level);
    let axis = widest(centers);
    let middle = ((node + (end - node) / 2) << (level * WIDTH.ilog2())) - first;
    centers.select_nth_unstable_by_key(middle, |center| center.coordinates[axis]);
    let (below, above) = centers.split_at_mut(middle);
    divide(below, first, level);
    divide(above, first + middle, level);
}

/// Returns the index of the first node of a level that has some of the centers, and one more than that of the last. A
/// node of level 1 has leaves.
fn nodes(centers: &[Center], first: usize, level: u32) -> [usize; 2] {
    let bits = level * WIDTH.ilog2();
    [first >> bits, (first + centers.len()).div_ceil(1 << bits)]
}

/// Returns whether there are several nodes.
fn is_divided([node, end]: [usize; 2]) -> bool {
    node + 1 < end
}

/// Returns the axis with the largest range.
fn widest(centers: &[Center]) -> usize {
    let (mut low, mut high) = ([i32::MAX; 3], [i32::MIN; 3]);
    for center in centers {
        for (axis, &coordinate) in center.coordinates.iter().enumerate() {
            low[axis] = low[axis].min(coordinate);
            high[axis] = high[axis].max(coordinate);
        }
    }
    let spread = [0, 1, 2].map(|axis| number(high[axis]) - number(low[axis]));
    let wider = |one: usize, other: usize| if spread[other] > spread[one] { other } else { one };
    wider(wider(0, 1), 2)
}

/// Converts a number to an integer with the same order, because integers compare in one instruction.
fn ordered(number: f32) -> i32 {
    let bits = number.to_bits() as i32;
    bits ^ magnitude_if_negative(bits)
}

/// Converts an integer back to its number; the inverse of [`ordered`].
fn number(ordered: i32) -> f32 {
    f32::from_bits((ordered ^ magnitude_if_negative(ordered)) as u32)
}

/// Returns all bits but the sign if the sign is set, and 0 otherwise.
fn magnitude_if_negative(bits: i32) -> i32 {
    (bits >> 31) & i32::MAX
}

#[cfg(test)]
mod tests {
    use crate::collider::bvh::bulk_load::{Center, bulk_load, number, ordered};

    #[test]
    fn ordered_integers_compare_like_their_numbers() {
        let numbers = [f32::NEG_INFINITY, -1e18, -2.0, -1.0, -1e-40, -0.0, 0.0, 1e-40, 1.0, 1.5, 1e18];
        assert!(numbers.map(ordered).is_sorted());
        assert_eq!(numbers.map(ordered).map(number), numbers);
    }

    /// Two clusters that are small beside the distance between them: the nodes within each are small as well.
    #[test]
    fn clusters_far_apart_are_packed_as_well_as_one() {
        let side = 20;
        let mut centers: Vec<_> = (0..2 * side * side)
            .map(|index| {
                let [x, y] = [index % side, index / side % side].map(|coordinate| coordinate as f32);
                let cluster = if index < side * side { 0.0 } else { 1e6 };
                Center { coordinates: [x + cluster, y, 0.0].map(ordered), leaf: index }
            })
            .collect();
        bulk_load(&mut centers, 0);
        let mut leaves: Vec<_> = centers.iter().map(Center::leaf).collect();
        for (capacity, most) in [(8, 7.0), (64, 24.0)] {
            let spreads = centers.chunks(capacity).map(|node| {
                [0, 1].map(|axis| {
                    let coordinates = node.iter().map(|center| number(center.coordinates[axis]));
                    let (low, high) = (coordinates.clone().reduce(f32::min), coordinates.reduce(f32::max));
                    high.unwrap_or(0.0) - low.unwrap_or(0.0)
                })
            });
            // One node spans both clusters, and a few are long.
            let (count, fat) = (spreads.len(), spreads.filter(|[x, y]| x + y > most).count());
            assert!(fat <= 1 + count / 20, "{fat} of {count} nodes of capacity {capacity}");
        }
        leaves.sort_unstable();
        assert!(leaves.into_iter().eq(0..2 * side * side));
    }
}
