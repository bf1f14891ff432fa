//! A tree over any AABBs, such as those of the motions of moved colliders.

use gjk::Aabb;

use super::aabb_query::{AabbDistance, clamped_corners};
use super::tree::PackedRTree;
use crate::collider::Dimension;
use crate::detection::proxies::Corner;

/// A tree that finds the AABBs that overlap another one.
#[derive(Default)]
pub(crate) struct AabbTree {
    /// The AABBs, which carry their indices as slots.
    aabbs: Vec<[Corner; 2]>,
    tree: PackedRTree,
}

impl AabbTree {
    /// Rebuilds the tree from other AABBs, in the memory of the old one.
    pub(crate) fn build<D: Dimension>(&mut self, aabbs: impl Iterator<Item = Aabb<D::Vector>>) {
        self.aabbs.clear();
        self.aabbs.extend(aabbs.zip(0..).map(|(aabb, index)| {
            let [min, max] = clamped_corners::<D>(&aabb);
            [Corner::new(min, index), Corner::new(max, 0)]
        }));
        self.tree.build(&self.aabbs, 0..self.aabbs.len() as u32);
    }

    /// Visits the index of each AABB that overlaps or touches another one, in no particular order.
    pub(crate) fn for_each_overlap<D: Dimension>(
        &self,
        bounds: &Aabb<D::Vector>,
        mut visit: impl FnMut(usize),
    ) {
        self.tree.search(&AabbDistance::new::<D>(bounds), 0.0, |index, limit| {
            visit(index as usize);
            limit
        });
    }
}

#[cfg(test)]
mod tests {
    use gjk::{Aabb, Vec2};

    use super::AabbTree;
    use crate::collider::Dim2;

    #[test]
    fn a_tree_finds_the_aabbs_that_overlap_another_one() {
        let mut tree = AabbTree::default();
        for count in [0, 1, 7, 100] {
            let mut aabbs: Vec<Aabb<Vec2>> = (0..count)
                .map(|index| {
                    let at = Vec2::new((index * 7 % 31) as f32, (index * 5 % 23) as f32);
                    Aabb { min: at, max: at + 1.5 }
                })
                .collect();
            aabbs.push(Aabb { min: Vec2::splat(f32::MIN / 4.0), max: Vec2::splat(f32::MAX / 4.0) });
            tree.build::<Dim2>(aabbs.iter().copied());
            for corner in [Vec2::ZERO, Vec2::new(12.2, 7.7), Vec2::splat(1e20), Vec2::splat(-1e20)] {
                let bounds = Aabb { min: corner, max: corner + Vec2::new(2.0, 0.7) };
                let mut found = Vec::new();
                tree.for_each_overlap::<Dim2>(&bounds, |index| found.push(index));
                found.sort_unstable();
                let expected: Vec<usize> =
                    (0..aabbs.len()).filter(|&index| aabbs[index].overlaps(&bounds)).collect();
                assert_eq!(found, expected);
            }
        }
    }
}
