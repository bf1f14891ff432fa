//! A chunk of cells: what is copied when a cell is written that a clone shares.

use super::layout::{CHILDREN, CHUNK_LEVELS};

/// A block of 4,096 cells.
#[derive(Clone, Debug)]
pub(super) struct Chunk {
    /// The low bytes of the numbers, in the order of the tree; up to the last one that is inside of the grid.
    pub(super) low: Vec<u8>,
    /// The high bytes, if there is a number above 255.
    pub(super) high: Option<Box<[u8]>>,
    /// Which children of each block are not empty: of the 64 blocks on level 1, the 8 on level 2, and the one on level
    /// 3.
    masks: [u8; 73],
    /// The number of cells that are not empty.
    pub(super) filled: u32,
}

/// Returns where the masks of a level of a chunk begin.
const fn masks_of_level(level: u32) -> usize {
    [0, 0, 64, 72][level as usize]
}

impl Chunk {
    pub(super) fn new(len: usize) -> Self {
        Self { low: vec![0; len], high: None, masks: [0; 73], filled: 0 }
    }

    pub(super) fn get(&self, position: u32) -> u16 {
        let low = self.low.get(position as usize).copied().unwrap_or(0);
        let high = self.high.as_ref().and_then(|high| high.get(position as usize)).copied().unwrap_or(0);
        u16::from_le_bytes([low, high])
    }

    /// Returns the numbers of the cells of a block on level 0, of which the position of the first is given.
    #[inline]
    pub(super) fn block(&self, first: u32) -> [u16; CHILDREN as usize] {
        let start = first as usize;
        match self.low.get(start..start + CHILDREN as usize) {
            Some(low) if self.high.is_none() => core::array::from_fn(|child| u16::from(low[child])),
            _ => core::array::from_fn(|child| self.get(first + child as u32)),
        }
    }

    pub(super) fn set(&mut self, position: u32, kind: u16) {
        let [low, high] = kind.to_le_bytes();
        self.filled -= u32::from(self.get(position) != 0);
        self.filled += u32::from(kind != 0);
        self.low[position as usize] = low;
        if self.high.is_some() || high != 0 {
            self.high.get_or_insert_with(|| vec![0; self.low.len()].into())[position as usize] = high;
        }
        let siblings = position / CHILDREN * CHILDREN..(position / CHILDREN + 1) * CHILDREN;
        let mut is_filled = siblings
            .into_iter()
            .any(|position| (position as usize) < self.low.len() && self.get(position) != 0);
        let mut index = position / CHILDREN;
        for level in 1..CHUNK_LEVELS {
            let lane = index % CHILDREN;
            index /= CHILDREN;
            let mask = &mut self.masks[masks_of_level(level) + index as usize];
            *mask = *mask & !(1 << lane) | u8::from(is_filled) << lane;
            is_filled = *mask != 0;
        }
    }

    /// Returns which children of a block on a level above 0 are not empty. The position of its first cell is given.
    #[inline]
    pub(super) fn mask(&self, level: u32, first: u32) -> u8 {
        self.masks[masks_of_level(level) + (first >> (3 * (level + 1))) as usize]
    }
}
