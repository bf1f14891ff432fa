//! The numbers of the kinds of all cells, in chunks that are shared and copied when written.

use core::fmt;
use core::marker::PhantomData;
use std::sync::Arc;

use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};
use gjk::Vector;

use super::chunk::Chunk;
use super::layout::{
    CHILDREN, CHUNK_LEVELS, block_bits, block_counts, child_offset, from_row_major, level_count,
    position_in_chunk, row_major,
};
use crate::collider::error::MAX_PARTS;
use crate::collider::{ContentHash, Dimension};

/// The cells of a [`CellGrid`](super::CellGrid): for each the number of its kind, or 0. Clones share them until they
/// are written.
#[derive(Clone, Reflect)]
#[reflect(opaque, Default, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[type_path = "bevy_gjk"]
pub struct Cells<D: Dimension> {
    /// The number of cells along each axis; along an axis that the dimension does not have, 1.
    size: [u32; 3],
    chunks: Arc<Chunks>,
    /// A hash of all cells, brought up to date with each that is written.
    hash: u64,
    /// The largest number that has been written.
    largest_kind: u16,
    dimension: PhantomData<D>,
}

/// The chunks, and which of them are empty.
#[derive(Clone, Debug, Default)]
struct Chunks {
    /// The chunks, row by row; `None` where all cells are empty.
    list: Vec<Option<Arc<Chunk>>>,
    /// For each level of blocks above the chunks, which children of each block are not empty; a bit for each.
    masks: Vec<Vec<u8>>,
}

impl<D: Dimension> Cells<D> {
    /// Creates empty cells. Of more than 2²⁸, none is stored.
    pub(super) fn new(size: D::Cell) -> Self {
        let mut size = D::cell_coordinates(size);
        size[D::Vector::DIMENSION..].fill(1);
        let count = size.iter().try_fold(1u32, |count, &cells| count.checked_mul(cells));
        let mut chunks = Chunks::default();
        if count.is_some_and(|count| count <= MAX_PARTS) {
            let len = |levels| block_counts::<D>(size, levels).iter().product::<u32>() as usize;
            chunks.list = vec![None; len(CHUNK_LEVELS)];
            chunks.masks =
                (CHUNK_LEVELS..level_count::<D>(size)).map(|level| vec![0; len(level + 1)]).collect();
        }
        Self { size, chunks: chunks.into(), hash: 0, largest_kind: 0, dimension: PhantomData }
    }

    /// Returns the number of cells along each axis.
    pub(super) fn size(&self) -> [u32; 3] {
        self.size
    }

    /// Returns the largest number of a kind that has been written.
    pub(super) fn largest_kind(&self) -> u16 {
        self.largest_kind
    }

    /// Returns the number of levels of blocks.
    pub(super) fn levels(&self) -> u32 {
        level_count::<D>(self.size)
    }

    fn is_inside(&self, cell: [u32; 3]) -> bool {
        cell.iter().zip(self.size).all(|(&at, size)| at < size)
    }

    /// Returns whether a cell is inside of a grid that is not too large to have any.
    fn has(&self, cell: [u32; 3]) -> bool {
        self.is_inside(cell) && !self.chunks.list.is_empty()
    }

    /// Returns the number of the kind of a cell; 0 outside.
    pub(super) fn get(&self, cell: [u32; 3]) -> u16 {
        // Outside, the index of a chunk may be too large for its number.
        let chunk = if self.is_inside(cell) { self.chunk_of(cell) } else { None };
        chunk.map_or(0, |chunk| chunk.get(position_in_chunk::<D>(cell)))
    }

    /// Returns the index of the chunk of a cell.
    fn chunk_index(&self, cell: [u32; 3]) -> usize {
        let bits = block_bits::<D>(CHUNK_LEVELS);
        let chunk = core::array::from_fn(|axis| cell[axis] >> bits[axis]);
        row_major(chunk, block_counts::<D>(self.size, CHUNK_LEVELS)) as usize
    }

    fn chunk_of(&self, cell: [u32; 3]) -> Option<&Chunk> {
        self.chunks.list.get(self.chunk_index(cell))?.as_deref()
    }

    /// Returns the numbers of the eight cells of a block on level 0, of which the first is given.
    #[inline]
    pub(super) fn block(&self, first: [u32; 3]) -> [u16; CHILDREN as usize] {
        let Some(chunk) = self.chunk_of(first) else { return [0; CHILDREN as usize] };
        chunk.block(position_in_chunk::<D>(first))
    }

    /// Returns which children of a block on a level above 0 are not empty. `first` is its first cell, and `index` its
    /// index among the blocks of its level, row by row.
    #[inline]
    pub(super) fn mask(&self, level: u32, first: [u32; 3], index: u32) -> u8 {
        if let Some(above) = level.checked_sub(CHUNK_LEVELS) {
            return self.chunks.masks[above as usize][index as usize];
        }
        let Some(chunk) = self.chunk_of(first) else { return 0 };
        chunk.mask(level, position_in_chunk::<D>(first))
    }

    /// Writes the number of a cell's kind and returns the one before; `None` outside.
    pub(super) fn set(&mut self, cell: [u32; 3], kind: u16) -> Option<u16> {
        if !self.has(cell) {
            return None;
        }
        let before = self.get(cell);
        if before == kind {
            return Some(before);
        }
        self.largest_kind = self.largest_kind.max(kind);
        let part = row_major(cell, self.size);
        self.hash ^= hash_of(part, before) ^ hash_of(part, kind);
        let index = self.chunk_index(cell);
        let len = self.chunk_len(cell);
        let chunks = Arc::make_mut(&mut self.chunks);
        let chunk = chunks.list[index].get_or_insert_with(|| Chunk::new(len).into());
        let was_empty = chunk.filled == 0;
        Arc::make_mut(chunk).set(position_in_chunk::<D>(cell), kind);
        let is_empty = chunk.filled == 0;
        if is_empty {
            chunks.list[index] = None;
        }
        if is_empty != was_empty {
            self.mark_chunk(cell, !is_empty);
        }
        Some(before)
    }

    /// Returns how many numbers the chunk of a cell stores: up to that of its last cell that is inside.
    fn chunk_len(&self, cell: [u32; 3]) -> usize {
        let bits = block_bits::<D>(CHUNK_LEVELS);
        let last =
            core::array::from_fn(|axis| (cell[axis] | ((1 << bits[axis]) - 1)).min(self.size[axis] - 1));
        position_in_chunk::<D>(last) as usize + 1
    }

    /// Marks the chunk of a cell as empty or not in the blocks above it.
    fn mark_chunk(&mut self, cell: [u32; 3], mut is_filled: bool) {
        let chunks = Arc::make_mut(&mut self.chunks);
        for (level, masks) in (CHUNK_LEVELS..).zip(&mut chunks.masks) {
            let (bits, below) = (block_bits::<D>(level + 1), block_bits::<D>(level));
            let block = core::array::from_fn(|axis| cell[axis] >> bits[axis]);
            let offset: [u32; 3] = core::array::from_fn(|axis| {
                cell[axis] >> below[axis] & ((1 << (bits[axis] - below[axis])) - 1)
            });
            let is_child = |child: &u32| child_offset::<D>(level, *child) == offset;
            let child = (0..CHILDREN).find(is_child).unwrap_or(0);
            let mask = &mut masks[row_major(block, block_counts::<D>(self.size, level + 1)) as usize];
            *mask = *mask & !(1 << child) | u8::from(is_filled) << child;
            is_filled = *mask != 0;
        }
    }

    /// Returns the index of the part that a cell is; `None` outside.
    pub(super) fn part(&self, cell: [u32; 3]) -> Option<u32> {
        self.has(cell).then(|| row_major(cell, self.size))
    }

    /// Returns the coordinates of the cell that is a part; `None` outside.
    pub(super) fn coordinates(&self, part: u32) -> Option<[u32; 3]> {
        // A grid that is too large has none, and the product of its size may be, too.
        let is_inside = !self.chunks.list.is_empty() && part < self.size.iter().product();
        is_inside.then(|| from_row_major(part, self.size))
    }

    /// Iterates over the cells that are not empty, in the order of their parts.
    pub(super) fn filled(&self) -> impl Iterator<Item = ([u32; 3], u16)> {
        let [width, height, depth] = if self.chunks.list.is_empty() { [0; 3] } else { self.size };
        let bits = block_bits::<D>(CHUNK_LEVELS);
        let rows = (0..depth).flat_map(move |z| (0..height).map(move |y| [y, z]));
        let spans = rows.flat_map(move |[y, z]| (0..width).step_by(1 << bits[0]).map(move |x| [x, y, z]));
        spans.filter(|&first| self.chunk_of(first).is_some()).flat_map(move |[first, y, z]| {
            let cells = (first..width.min(first + (1 << bits[0]))).map(move |x| [x, y, z]);
            cells.map(|cell| (cell, self.get(cell))).filter(|&(_, kind)| kind != 0)
        })
    }

    /// Adds all cells to a hash.
    pub(super) fn add_to(&self, hash: &mut ContentHash) {
        self.size.iter().for_each(|&cells| hash.add(cells.into()));
        hash.add(self.hash);
    }

    /// Returns the bytes that the cells take. Chunks that are shared with a clone are counted here, too.
    #[cfg(test)]
    fn bytes(&self) -> usize {
        let chunks = self.chunks.list.iter().flatten();
        let of_chunk = |chunk: &Arc<Chunk>| {
            size_of::<Chunk>() + 16 + chunk.low.capacity() + chunk.high.as_ref().map_or(0, |high| high.len())
        };
        let pointers = self.chunks.list.capacity() * size_of::<usize>();
        pointers + self.chunks.masks.iter().map(Vec::len).sum::<usize>() + chunks.map(of_chunk).sum::<usize>()
    }
}

/// Returns what the number of a cell's kind adds to the hash of all; nothing for 0.
fn hash_of(part: u32, kind: u16) -> u64 {
    if kind == 0 {
        return 0;
    }
    let mut hash = ContentHash::new();
    hash.add(u64::from(part) << 16 | u64::from(kind));
    hash.finish()
}

/// Creates one empty cell.
impl<D: Dimension> Default for Cells<D> {
    fn default() -> Self {
        Self::new(D::cell_from([1; 3]))
    }
}

impl<D: Dimension> PartialEq for Cells<D> {
    fn eq(&self, other: &Self) -> bool {
        let is_same = |one: &Option<Arc<Chunk>>, two: &Option<Arc<Chunk>>| match (one, two) {
            (Some(one), Some(two)) => {
                Arc::ptr_eq(one, two) || (0..one.low.len() as u32).all(|at| one.get(at) == two.get(at))
            }
            (None, None) => true,
            _ => false,
        };
        let lists = || self.chunks.list.iter().zip(&other.chunks.list);
        (self.size, self.hash) == (other.size, other.hash)
            && (Arc::ptr_eq(&self.chunks, &other.chunks) || lists().all(|(one, two)| is_same(one, two)))
    }
}

impl<D: Dimension> fmt::Debug for Cells<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let filled: u32 = self.chunks.list.iter().flatten().map(|chunk| chunk.filled).sum();
        write!(f, "Cells({:?}, {filled} filled, hash {:x})", D::cell_from(self.size), self.hash)
    }
}

/// Cells in a file: the number of cells along each axis, and the numbers of all, row by row along x, and in 3D layer by
/// layer along z. It does not depend on the feature `serialize`, so that scene files have grids without it.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Cells")]
struct CellList {
    size: Vec<u32>,
    kinds: Vec<u16>,
}

impl<D: Dimension> serde::Serialize for Cells<D> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let count = if self.chunks.list.is_empty() { 0 } else { self.size.iter().product() };
        let kinds = (0..count).map(|part| self.get(from_row_major(part, self.size))).collect();
        CellList { size: self.size[..D::Vector::DIMENSION].to_vec(), kinds }.serialize(serializer)
    }
}

impl<'de, D: Dimension> serde::Deserialize<'de> for Cells<D> {
    fn deserialize<S: serde::Deserializer<'de>>(deserializer: S) -> Result<Self, S::Error> {
        let CellList { size, kinds } = CellList::deserialize(deserializer)?;
        let mut coordinates = [1; 3];
        if size.len() != D::Vector::DIMENSION {
            let text = format!("the size {size:?} of cells has {} numbers", size.len());
            return Err(serde::de::Error::custom(text));
        }
        let count: u128 = size.iter().map(|&cells| u128::from(cells)).product();
        // A grid that is too large stores no cells. It is read, and the app warns about it.
        let is_too_large = count > MAX_PARTS.into() && kinds.is_empty();
        // Checked before memory is allocated by the size.
        if count != kinds.len() as u128 && !is_too_large {
            let text = format!("{} kinds of cells, where the size {size:?} asks for {count}", kinds.len());
            return Err(serde::de::Error::custom(text));
        }
        coordinates[..size.len()].copy_from_slice(&size);
        let mut cells = Self::new(D::cell_from(coordinates));
        for (part, kind) in (0..).zip(kinds).filter(|&(_, kind)| kind != 0) {
            cells.set(from_row_major(part, coordinates), kind);
        }
        Ok(cells)
    }
}

mod changes;
#[cfg(test)]
mod tests;
