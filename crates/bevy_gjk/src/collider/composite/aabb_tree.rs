//! A static AABB tree: a balanced binary BVH, built top-down by median splits.
//!
//! Each node splits its AABBs into two halves by their centers on the axis of the largest spread. So the depth is
//! logarithmic, and the indices of a node's children follow from the number of leaves below it: the nodes are an array
//! in depth-first order without pointers.

use gjk::{Aabb, Vector};

use crate::collider::{Bvh, BvhNode};

/// A balanced binary tree over AABBs, whose leaves are their indices.
#[derive(Clone, Debug)]
pub(crate) struct AabbTree<V> {
    /// The nodes in depth-first order: a node, its first subtree, its second subtree.
    nodes: Vec<Aabb<V>>,
    /// The indices of the AABBs, in the order of the leaves.
    leaves: Vec<u32>,
}

/// A node, with the range of the leaves below it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    index: usize,
    first: usize,
    count: usize,
}

impl Node {
    /// Returns the two children of an inner node.
    fn children(self) -> [Self; 2] {
        let half = self.count / 2;
        // A tree with n leaves has 2 n - 1 nodes.
        [
            Self { index: self.index + 1, first: self.first, count: half },
            Self { index: self.index + 2 * half, first: self.first + half, count: self.count - half },
        ]
    }
}

impl<V: Vector<Scalar = f32>> AabbTree<V> {
    /// Builds the tree of some AABBs.
    pub(crate) fn new(aabbs: &[Aabb<V>]) -> Self {
        let mut tree = Self { nodes: Vec::new(), leaves: Vec::new() };
        tree.rebuild(aabbs);
        tree
    }

    /// Rebuilds the tree from other AABBs, reusing its memory.
    pub(crate) fn rebuild(&mut self, aabbs: &[Aabb<V>]) {
        self.leaves.clear();
        self.leaves.extend(0..aabbs.len() as u32);
        self.nodes.resize((2 * aabbs.len()).saturating_sub(1), Aabb::default());
        if !aabbs.is_empty() {
            self.build(aabbs, self.root_node());
        }
    }

    /// Returns the root of a tree that is not empty.
    fn root_node(&self) -> Node {
        Node { index: 0, first: 0, count: self.leaves.len() }
    }

    /// Builds the subtree of a node by median splits and returns its AABB.
    fn build(&mut self, aabbs: &[Aabb<V>], node: Node) -> Aabb<V> {
        let leaves = &mut self.leaves[node.first..][..node.count];
        let bounds = if let [leaf] = *leaves {
            aabbs[leaf as usize]
        } else {
            // Each half is scaled before the sum, which could overflow.
            let center = |leaf: u32| aabbs[leaf as usize].min * 0.5 + aabbs[leaf as usize].max * 0.5;
            let first = center(leaves[0]);
            let (low, high) = leaves.iter().fold((first, first), |(low, high), &leaf| {
                let center = center(leaf);
                (low.min(center), high.max(center))
            });
            let spread = high * 0.5 - low * 0.5;
            let wider = |one: usize, two: usize| {
                if spread.element(two) > spread.element(one) { two } else { one }
            };
            let axis = (1..V::DIMENSION).fold(0, wider);
            leaves.select_nth_unstable_by(node.count / 2, |&one, &two| {
                let coordinate = |leaf| center(leaf).element(axis);
                coordinate(one).total_cmp(&coordinate(two)).then(one.cmp(&two))
            });
            let [one, two] = node.children().map(|child| self.build(aabbs, child));
            one.union(two)
        };
        self.nodes[node.index] = bounds;
        bounds
    }
}

impl<V: Vector<Scalar = f32>> Bvh<V> for AabbTree<V> {
    type Node = Node;

    #[inline]
    fn root(&self) -> Option<Node> {
        (!self.leaves.is_empty()).then(|| self.root_node())
    }

    #[inline]
    fn bounds(&self, node: Node) -> Aabb<V> {
        self.nodes[node.index]
    }

    #[inline]
    fn contents(&self, node: Node) -> BvhNode<Node> {
        match node.count {
            1 => BvhNode::Leaf(self.leaves[node.first]),
            _ => BvhNode::Inner(node.children().map(Some)),
        }
    }
}

#[cfg(test)]
mod tests {
    use core::ops::ControlFlow;

    use gjk::{Aabb, Vec2};

    use crate::collider::composite::aabb_tree::AabbTree;
    use crate::collider::{Bvh, BvhVisitor};

    /// A visitor made of two closures.
    struct Closures<O, P>(O, P);

    impl<O, P> BvhVisitor<Vec2> for Closures<O, P>
    where
        O: FnMut(&Aabb<Vec2>) -> Option<f32>,
        P: FnMut(u32) -> ControlFlow<()>,
    {
        fn order(&mut self, bounds: &Aabb<Vec2>) -> Option<f32> {
            self.0(bounds)
        }
        fn visit_part(&mut self, index: u32) -> ControlFlow<()> {
            self.1(index)
        }
    }

    /// Returns unit squares in a row, all the same distance apart; the last two coincide.
    fn row(count: u32) -> Vec<Aabb<Vec2>> {
        let corner = |index: u32| Vec2::new(2.0 * index.min(count.saturating_sub(2)) as f32, 0.0);
        (0..count).map(|index| Aabb { min: corner(index), max: corner(index) + Vec2::ONE }).collect()
    }

    #[test]
    fn a_walk_finds_all_overlapping_aabbs_and_no_others() {
        for count in 0..40 {
            let aabbs = row(count);
            let tree = AabbTree::new(&aabbs);
            for window in 0..count.max(1) {
                let query =
                    Aabb { min: Vec2::new(0.5, 0.5), max: Vec2::new(2.0 * window as f32 + 0.25, 0.5) };
                let mut found = Vec::new();
                let order = |node: &Aabb<Vec2>| node.overlaps(&query).then_some(0.0);
                let _ = tree.walk(&mut Closures(order, |index| {
                    found.push(index);
                    ControlFlow::Continue(())
                }));
                found.sort_unstable();
                let overlaps = |index: &u32| aabbs[*index as usize].overlaps(&query);
                assert_eq!(found, (0..count).filter(overlaps).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn a_walk_follows_the_order_and_stops_on_break() {
        let tree = AabbTree::new(&row(33));
        let mut found = Vec::new();
        let _ = tree.walk(&mut Closures(
            |node: &Aabb<Vec2>| Some(-node.max.x),
            |index| {
                found.push(index);
                if found.len() == 4 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        ));
        found[..2].sort_unstable();
        assert_eq!(found, [31, 32, 30, 29]);
        let mut all: Option<Aabb<Vec2>> = None;
        let mut count = 0;
        tree.visit_level(3, &mut |bounds: &Aabb<Vec2>| {
            count += 1;
            all = Some(all.map_or(*bounds, |all| all.union(*bounds)));
        });
        assert_eq!((count, all.unwrap().max), (8, Vec2::new(63.0, 1.0)));
    }
}
