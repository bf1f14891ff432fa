//! Which cells differ between two grids that share most of them.

use std::sync::Arc;

use super::{Cells, Chunk};
use crate::collider::Dimension;
use crate::collider::grid::layout::{CHUNK_LEVELS, block_bits, block_counts, from_row_major};

impl<D: Dimension> Cells<D> {
    /// Iterates over the cells that differ from others, chunk by chunk, with the numbers of their kinds before and now.
    pub(in crate::collider::grid) fn changes_since<'c>(
        &'c self,
        before: &'c Self,
    ) -> impl Iterator<Item = ([u32; 3], [u16; 2])> + 'c {
        let is_same = Arc::ptr_eq(&self.chunks, &before.chunks);
        let stored = |cells: &Self| if is_same || cells.chunks.list.is_empty() { [0; 3] } else { cells.size };
        let [one, two] = [stored(self), stored(before)];
        let size: [u32; 3] = core::array::from_fn(|axis| one[axis].max(two[axis]));
        let bits = block_bits::<D>(CHUNK_LEVELS);
        let counts = [one, two].map(|size| block_counts::<D>(size, CHUNK_LEVELS));
        let chunks = |counts: [u32; 3]| {
            (0..counts.iter().product::<u32>()).map(move |index| from_row_major(index, counts))
        };
        // Those of both, each once: a box around both grids may have more than there are numbers.
        let is_in_one = move |chunk: &[u32; 3]| chunk.iter().zip(counts[0]).all(|(&at, count)| at < count);
        let only_in_two = chunks(counts[1]).filter(move |chunk| !is_in_one(chunk));
        let firsts = chunks(counts[0])
            .chain(only_in_two)
            .map(move |chunk| core::array::from_fn::<u32, 3, _>(|axis| chunk[axis] << bits[axis]));
        let differ = move |&first: &[u32; 3]| match [self, before].map(|cells| cells.shared_chunk(first)) {
            [Some(now), Some(before)] => !Arc::ptr_eq(now, before),
            [None, None] => false,
            _ => true,
        };
        let cells = firsts.filter(differ).flat_map(move |first| {
            let len: [u32; 3] = core::array::from_fn(|axis| (size[axis] - first[axis]).min(1 << bits[axis]));
            (0..len.iter().product::<u32>()).map(move |index| {
                let offset = from_row_major(index, len);
                core::array::from_fn::<u32, 3, _>(|axis| first[axis] + offset[axis])
            })
        });
        cells
            .map(|cell| (cell, [before.get(cell), self.get(cell)]))
            .filter(|(_, [before, now])| before != now)
    }

    /// Returns the chunk of a cell, unless all of it is empty or outside.
    fn shared_chunk(&self, cell: [u32; 3]) -> Option<&Arc<Chunk>> {
        let index = self.is_inside(cell).then(|| self.chunk_index(cell))?;
        self.chunks.list.get(index)?.as_ref()
    }
}
