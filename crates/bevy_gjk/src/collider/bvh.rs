//! Bounding volume hierarchies (BVHs) and their traversal.
//!
//! A [`Bvh`] is a tree of AABBs in which a node has up to eight children, so that a query compares with all of them at
//! once. One is stored, the [`PackedBvh`]: over the static colliders, over the parts of meshes and compounds, and over
//! whatever else is queried. Others are implicit and compute their nodes, such as that of a height field.
//!
//! [`search`] traverses any of them, and an [`AabbQuery`] prunes and orders it. [`PackedBvh::for_each_overlap`] is the
//! same for many AABBs at once.

use arrayvec::ArrayVec;
use gjk::Aabb;

mod aabb_query;
mod aabbs;
mod bulk_load;
mod frontier;
mod packed;
mod spaces;
#[cfg(test)]
mod tests;

use crate::collider::Dimension;
pub(crate) use aabb_query::{
    AabbCast, AabbDistance, AabbQuery, MAP_ROUNDING, QueryByBound, RayAlongX, grown, moved_back,
};
pub(crate) use aabbs::Aabbs;
pub(crate) use frontier::QueryFrontier;
pub(crate) use packed::PackedBvh;

/// The number of children of a node, and of AABBs that are compared at once: two SIMD registers of four lanes.
pub(crate) const WIDTH: usize = 8;
/// An upper bound of the number of levels: a binary tree of all 2³² indices, or one of 8¹¹ leaves.
const MAX_LEVELS: usize = 32;
/// The number of waiting nodes that are kept in the order of their distance; with more, only siblings are. Tuning
/// constant.
const MAX_SORTED: usize = 64;

/// A limit that ends a [`search`].
pub(crate) const END_SEARCH: f32 = f32::NEG_INFINITY;

/// An inner node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    /// The level: 0 if the children are leaves.
    pub(crate) level: u8,
    /// The index in its level.
    pub(crate) index: u32,
}

/// A bounding volume hierarchy, stored or implicit.
pub(crate) trait Bvh {
    /// Returns the number of levels of inner nodes; 0 if there are no leaves. The root is node 0 of the highest level.
    fn levels(&self) -> u8;

    /// Returns the AABBs of the children of a node, which an implicit tree writes into `computed`. A lane without a
    /// child is [empty](Aabbs::EMPTY).
    fn children<'a>(&'a self, node: Node, computed: &'a mut Aabbs<WIDTH>) -> &'a Aabbs<WIDTH>;

    /// Returns the index of a child of a node, in the level below; of a leaf, what it stands for.
    fn child(&self, node: Node, lane: u32) -> u32;

    /// Returns whether [`smallest_around`](Self::smallest_around) finds nodes.
    #[inline]
    fn has_smallest_around(&self) -> bool {
        false
    }

    /// Returns the smallest node that contains all leaves near a box, if that follows from the coordinates alone: a
    /// search can begin there.
    #[inline]
    fn smallest_around(&self, _corners: [[f32; 3]; 2]) -> Option<Node> {
        None
    }
}

/// Visits each leaf within the limit of a query, roughly those nearby first. `visit` gets the leaf and the limit, and
/// returns a new limit, which may be lower: one below all bounds ends the search. Returns the last limit.
pub(crate) fn search(
    bvh: &(impl Bvh + ?Sized),
    query: &impl AabbQuery,
    mut limit: f32,
    visit: &mut dyn FnMut(u32, f32) -> f32,
) -> f32 {
    // The nodes to visit: their bound, their level above the leaves, and their index there. While one node is visited,
    // at most seven of its siblings wait on each level.
    let mut waiting = ArrayVec::<(f32, u8, u32), { MAX_SORTED + MAX_LEVELS * WIDTH }>::new();
    let mut computed = Aabbs::EMPTY;
    let levels = bvh.levels();
    if levels > 0 {
        let reach = if bvh.has_smallest_around() { query.reach(limit) } else { None };
        let first = reach.and_then(|reach| bvh.smallest_around(reach));
        let (above, index) = first.map_or((levels, 0), |node| (node.level + 1, node.index));
        waiting.push((f32::NEG_INFINITY, above, index));
    }
    while let Some((bound, level, index)) = waiting.pop() {
        if !(bound <= limit) {
            continue;
        }
        let Some(level) = level.checked_sub(1) else {
            limit = visit(index, limit);
            continue;
        };
        let node = Node { level, index };
        let bounds = query.lower_bounds(bvh.children(node, &mut computed));
        let first = if waiting.len() < MAX_SORTED { 0 } else { waiting.len() };
        for (lane, bound) in (0..).zip(bounds) {
            if bound <= limit && bound < f32::INFINITY {
                // The nearest goes last, to be visited first.
                let mut position = waiting.len();
                waiting.push((bound, level, bvh.child(node, lane)));
                while position > first && waiting[position - 1].0 < bound {
                    waiting.swap(position, position - 1);
                    position -= 1;
                }
            }
        }
    }
    limit
}

/// Visits AABBs that together contain all leaves: those of the nodes or leaves two levels below the root, eight at a
/// time.
pub(crate) fn visit_upper_levels(bvh: &(impl Bvh + ?Sized), mut visit: impl FnMut(&Aabbs<WIDTH>)) {
    let Some(level) = bvh.levels().checked_sub(1) else { return };
    let root = Node { level, index: 0 };
    let mut computed = [Aabbs::EMPTY; 2];
    let [of_root, of_children] = &mut computed;
    let of_root = bvh.children(root, of_root);
    let Some(level) = level.checked_sub(1) else { return visit(of_root) };
    for lane in (0..WIDTH).filter(|&lane| of_root.contains(lane)) {
        let index = bvh.child(root, lane as u32);
        visit(bvh.children(Node { level, index }, of_children));
    }
}

/// Returns the corners of an AABB; in 2D their third coordinate is 0.
#[inline]
pub(crate) fn corners_of<D: Dimension>(bounds: &Aabb<D::Vector>) -> [[f32; 3]; 2] {
    [D::coordinates(bounds.min), D::coordinates(bounds.max)]
}
