//! The blocks of a grid: a tree in which each block has eight children, on the lowest level cells.
//!
//! In 3D a block has two children along each axis. In 2D it has four by two and two by four in turn, so that blocks
//! stay square or nearly so, and a node of the BVH is full in both dimensions.

use gjk::Vector;

use crate::collider::Dimension;

/// The number of children of a block.
pub(super) const CHILDREN: u32 = 8;
/// The number of levels of a chunk, the unit that is copied when it is written: 8⁴ cells, 64 by 64 in 2D and 16 by 16
/// by 16 in 3D.
pub(super) const CHUNK_LEVELS: u32 = 4;

/// Returns how many bits of each coordinate tell the children of a block of this level apart; those of level 0 are
/// cells.
#[inline]
pub(super) fn child_bits<D: Dimension>(level: u32) -> [u32; 3] {
    match (D::Vector::DIMENSION, level % 2) {
        (3, _) => [1, 1, 1],
        (_, 0) => [2, 1, 0],
        _ => [1, 2, 0],
    }
}

/// Returns how many bits of each coordinate tell the cells of a block apart that has this number of levels below it.
#[inline]
pub(super) fn block_bits<D: Dimension>(levels: u32) -> [u32; 3] {
    match D::Vector::DIMENSION {
        3 => [levels; 3],
        _ => [(3 * levels).div_ceil(2), 3 * levels / 2, 0],
    }
}

/// Returns the coordinates of a child in its block.
#[inline]
pub(super) fn child_offset<D: Dimension>(level: u32, child: u32) -> [u32; 3] {
    let [x, y, z] = child_bits::<D>(level);
    [child & ((1 << x) - 1), child >> x & ((1 << y) - 1), child >> (x + y) & ((1 << z) - 1)]
}

/// Returns the position of a cell in its chunk, in the order of the tree: the cells of a block follow each other. It
/// grows with each coordinate.
#[inline]
pub(super) fn position_in_chunk<D: Dimension>(cell: [u32; 3]) -> u32 {
    (0..CHUNK_LEVELS).rev().fold(0, |position, level| {
        let (bits, below) = (child_bits::<D>(level), block_bits::<D>(level));
        let [x, y, z] = core::array::from_fn(|axis| cell[axis] >> below[axis] & ((1 << bits[axis]) - 1));
        position << 3 | x | y << bits[0] | z << (bits[0] + bits[1])
    })
}

/// Returns the number of blocks along each axis that have this number of levels below them.
#[inline]
pub(super) fn block_counts<D: Dimension>(size: [u32; 3], levels: u32) -> [u32; 3] {
    let bits = block_bits::<D>(levels);
    // Rounded up, without a division.
    core::array::from_fn(
        |axis| if size[axis] == 0 { 0 } else { ((size[axis] - 1) >> bits[axis].min(31)) + 1 },
    )
}

/// Returns the number of levels of the tree, at least one.
pub(super) fn level_count<D: Dimension>(size: [u32; 3]) -> u32 {
    (1..).find(|&levels| block_counts::<D>(size, levels).iter().all(|&count| count <= 1)).unwrap_or(1)
}

/// Returns the center of a cell, in the coordinates of the grid.
#[inline]
pub(super) fn cell_center<D: Dimension>(cell: [u32; 3], cell_size: D::Vector) -> D::Vector {
    D::Vector::from_fn(|axis| (cell[axis] as f32 + 0.5) * cell_size.element(axis))
}

/// Returns the index of the item with these coordinates, row by row.
#[inline]
pub(super) fn row_major([x, y, z]: [u32; 3], [width, height, _]: [u32; 3]) -> u32 {
    x + width * (y + height * z)
}

/// Returns the coordinates of the item with an index.
#[inline]
pub(super) fn from_row_major(index: u32, [width, height, _]: [u32; 3]) -> [u32; 3] {
    let (row, x) = (index / width, index % width);
    [x, row % height, row / height]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collider::{Dim2, Dim3};

    #[test]
    fn each_cell_of_a_chunk_has_a_position_of_its_own() {
        fn check<D: Dimension>([width, height, depth]: [u32; 3]) {
            let mut seen = [false; 4096];
            for index in 0..width * height * depth {
                let cell = from_row_major(index, [width, height, depth]);
                assert!(!core::mem::replace(&mut seen[position_in_chunk::<D>(cell) as usize], true));
            }
            assert!(seen.iter().all(|&seen| seen));
        }
        check::<Dim2>([64, 64, 1]);
        check::<Dim3>([16, 16, 16]);
    }

    #[test]
    fn the_tree_has_one_root() {
        assert_eq!(level_count::<Dim2>([1, 1, 1]), 1);
        assert_eq!(level_count::<Dim2>([4, 2, 1]), 1);
        assert_eq!(level_count::<Dim2>([4, 3, 1]), 2);
        assert_eq!(level_count::<Dim2>([64, 64, 1]), 4);
        assert_eq!(level_count::<Dim2>([1024, 1024, 1]), 7);
        assert_eq!(level_count::<Dim3>([16, 16, 16]), 4);
        assert!(level_count::<Dim2>([1, 1 << 28, 1]) < 32);
    }
}
