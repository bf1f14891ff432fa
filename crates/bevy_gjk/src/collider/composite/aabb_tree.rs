//! A tree of boxes that is built once: each node divides its boxes into two halves, by their centres on the
//! axis along which these are spread most.
//!
//! It is balanced, so that a walk through it is never deep, and where a node's children stand follows from how
//! many boxes there are: it needs no pointers.

use gjk::{Aabb, Vector};

use crate::collider::{Bvh, BvhNode};

/// Boxes, each with its index.
#[derive(Clone, Debug)]
pub(crate) struct AabbTree<V> {
    /// In the order of a walk: a node, all below its first child, all below its second.
    nodes: Vec<Aabb<V>>,
    /// The indices of the boxes, in the order of the leaves.
    leaves: Vec<u32>,
}

/// A node, and which of the leaves are below it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    index: usize,
    first: usize,
    count: usize,
}

impl Node {
    fn children(self) -> [Self; 2] {
        let half = self.count / 2;
        // A tree of n leaves has 2 n - 1 nodes.
        [
            Self { index: self.index + 1, first: self.first, count: half },
            Self { index: self.index + 2 * half, first: self.first + half, count: self.count - half },
        ]
    }
}

impl<V: Vector<Scalar = f32>> AabbTree<V> {
    /// The tree of these boxes, of which there is at least one.
    pub(crate) fn new(boxes: &[Aabb<V>]) -> Self {
        let mut tree = Self { nodes: Vec::new(), leaves: Vec::new() };
        tree.rebuild(boxes);
        tree
    }

    /// Makes it the tree of these boxes, in the memory that it has.
    pub(crate) fn rebuild(&mut self, boxes: &[Aabb<V>]) {
        self.leaves.clear();
        self.leaves.extend(0..boxes.len() as u32);
        self.nodes.resize((2 * boxes.len()).saturating_sub(1), Aabb::default());
        if !boxes.is_empty() {
            self.build(boxes, self.all());
        }
    }

    fn all(&self) -> Node {
        Node { index: 0, first: 0, count: self.leaves.len() }
    }

    fn build(&mut self, boxes: &[Aabb<V>], node: Node) -> Aabb<V> {
        let leaves = &mut self.leaves[node.first..][..node.count];
        let bounds = if let [leaf] = *leaves {
            boxes[leaf as usize]
        } else {
            // Twice the centre, and without overflow.
            let center = |leaf: u32| boxes[leaf as usize].min * 0.5 + boxes[leaf as usize].max * 0.5;
            let first = center(leaves[0]);
            let (low, high) = leaves.iter().fold((first, first), |(low, high), &leaf| {
                let center = center(leaf);
                (low.min(center), high.max(center))
            });
            let spread = high * 0.5 - low * 0.5;
            let longest = |one: usize, two: usize| {
                if spread.element(two) > spread.element(one) { two } else { one }
            };
            let axis = (1..V::DIMENSION).fold(0, longest);
            leaves.select_nth_unstable_by(node.count / 2, |&one, &two| {
                let at = |leaf| center(leaf).element(axis);
                at(one).total_cmp(&at(two)).then(one.cmp(&two))
            });
            let [one, two] = node.children().map(|child| self.build(boxes, child));
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
        (!self.leaves.is_empty()).then(|| self.all())
    }

    #[inline]
    fn bounds(&self, node: Node) -> Aabb<V> {
        self.nodes[node.index]
    }

    #[inline]
    fn inside(&self, node: Node) -> BvhNode<Node> {
        match node.count {
            1 => BvhNode::Part(self.leaves[node.first]),
            _ => BvhNode::Nodes(node.children().map(Some)),
        }
    }
}

#[cfg(test)]
mod tests {
    use core::ops::ControlFlow;

    use gjk::{Aabb, Vec2};

    use crate::collider::composite::aabb_tree::AabbTree;
    use crate::collider::{Bvh, BvhVisitor};

    /// Two functions as a walker.
    struct Walk<O, P>(O, P);

    impl<O, P> BvhVisitor<Vec2> for Walk<O, P>
    where
        O: FnMut(&Aabb<Vec2>) -> Option<f32>,
        P: FnMut(u32) -> ControlFlow<()>,
    {
        fn order(&mut self, bounds: &Aabb<Vec2>) -> Option<f32> {
            self.0(bounds)
        }
        fn part(&mut self, index: u32) -> ControlFlow<()> {
            self.1(index)
        }
    }

    /// Boxes of side 1 in a row, all the same distance apart; the last two coincide.
    fn row(count: u32) -> Vec<Aabb<Vec2>> {
        let at = |index: u32| Vec2::new(2.0 * index.min(count.saturating_sub(2)) as f32, 0.0);
        (0..count).map(|index| Aabb { min: at(index), max: at(index) + Vec2::ONE }).collect()
    }

    #[test]
    fn finds_what_overlaps_and_nothing_else() {
        for count in 0..40 {
            let boxes = row(count);
            let tree = AabbTree::new(&boxes);
            for window in 0..count.max(1) {
                let query =
                    Aabb { min: Vec2::new(0.5, 0.5), max: Vec2::new(2.0 * window as f32 + 0.25, 0.5) };
                let mut found = Vec::new();
                let wanted = |node: &Aabb<Vec2>| node.overlaps(&query).then_some(0.0);
                let _ = tree.walk(&mut Walk(wanted, |index| {
                    found.push(index);
                    ControlFlow::Continue(())
                }));
                found.sort_unstable();
                let overlaps = |index: &u32| boxes[*index as usize].overlaps(&query);
                assert_eq!(found, (0..count).filter(overlaps).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn comes_in_order_and_stops_when_told() {
        let tree = AabbTree::new(&row(33));
        let mut found = Vec::new();
        let _ = tree.walk(&mut Walk(
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
        tree.level(3, &mut |bounds: &Aabb<Vec2>| {
            count += 1;
            all = Some(all.map_or(*bounds, |all| all.union(*bounds)));
        });
        assert_eq!((count, all.unwrap().max), (8, Vec2::new(63.0, 1.0)));
    }
}
