//! A tree of boxes that is built once: each node divides its boxes into two halves, by their centres on the
//! axis along which these are spread most.
//!
//! It is balanced, so that a walk through it is never deep, and where a node's children stand follows from how
//! many boxes there are: it needs no pointers.

use core::ops::ControlFlow;

use gjk::{Bounds, Vector};

/// Boxes, each with its index.
#[derive(Clone, Debug)]
pub(super) struct Tree<V> {
    /// In the order of a walk: a node, all below its first child, all below its second.
    nodes: Vec<Bounds<V>>,
    /// The indices of the boxes, in the order of the leaves.
    leaves: Vec<u32>,
}

/// A node, and which of the leaves are below it.
#[derive(Clone, Copy)]
struct Node {
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

impl<V: Vector<Scalar = f32>> Tree<V> {
    /// The tree of these boxes, of which there is at least one.
    pub(super) fn new(boxes: &[Bounds<V>]) -> Self {
        let mut tree = Self { nodes: Vec::new(), leaves: (0..boxes.len() as u32).collect() };
        tree.nodes.resize((2 * boxes.len()).saturating_sub(1), Bounds::default());
        if !boxes.is_empty() {
            tree.build(boxes, tree.root());
        }
        tree
    }

    fn root(&self) -> Node {
        Node { index: 0, first: 0, count: self.leaves.len() }
    }

    fn build(&mut self, boxes: &[Bounds<V>], node: Node) -> Bounds<V> {
        let leaves = &mut self.leaves[node.first..][..node.count];
        let bounds = if let [leaf] = *leaves {
            boxes[leaf as usize]
        } else {
            // Twice the centre, and without overflow.
            let centre = |leaf: u32| boxes[leaf as usize].min * 0.5 + boxes[leaf as usize].max * 0.5;
            let first = centre(leaves[0]);
            let (low, high) = leaves.iter().fold((first, first), |(low, high), &leaf| {
                let centre = centre(leaf);
                (low.min(centre), high.max(centre))
            });
            let spread = high * 0.5 - low * 0.5;
            let longest = |one: usize, two: usize| {
                if spread.element(two) > spread.element(one) { two } else { one }
            };
            let axis = (1..V::DIMENSION).fold(0, longest);
            leaves.select_nth_unstable_by(node.count / 2, |&one, &two| {
                let at = |leaf| centre(leaf).element(axis);
                at(one).total_cmp(&at(two)).then(one.cmp(&two))
            });
            let [one, two] = node.children().map(|child| self.build(boxes, child));
            one.union(two)
        };
        self.nodes[node.index] = bounds;
        bounds
    }

    /// The boxes that together hold all of the boxes, one level of the tree with at most this many nodes.
    pub(super) fn level(&self, most: usize, mut visit: impl FnMut(&Bounds<V>)) {
        self.visit_level(self.root(), most.max(1).ilog2(), &mut visit);
    }

    fn visit_level(&self, node: Node, below: u32, visit: &mut impl FnMut(&Bounds<V>)) {
        match (below, node.count) {
            (_, 0) => {}
            (0, _) | (_, 1) => visit(&self.nodes[node.index]),
            _ => node.children().into_iter().for_each(|child| self.visit_level(child, below - 1, visit)),
        }
    }

    /// Calls for the index of each box that `order` wants, sooner for those for which it gives less. It is
    /// asked about whole branches first, and wants of these only what has something that it wants.
    pub(super) fn visit(
        &self,
        order: &mut impl FnMut(&Bounds<V>) -> Option<f32>,
        visit: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let root = self.root();
        if root.count == 0 || order(&self.nodes[0]).is_none() {
            return ControlFlow::Continue(());
        }
        self.visit_node(root, order, visit)
    }

    /// Goes on with a node that is wanted.
    fn visit_node(
        &self,
        node: Node,
        order: &mut impl FnMut(&Bounds<V>) -> Option<f32>,
        visit: &mut impl FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if node.count == 1 {
            return visit(self.leaves[node.first]);
        }
        let [one, two] = node.children();
        match [one, two].map(|child| order(&self.nodes[child.index])) {
            [None, None] => ControlFlow::Continue(()),
            [Some(_), None] => self.visit_node(one, order, visit),
            [None, Some(_)] => self.visit_node(two, order, visit),
            [Some(of_one), Some(of_two)] => {
                let (sooner, later) = if of_two < of_one { (two, one) } else { (one, two) };
                self.visit_node(sooner, order, visit)?;
                // What was found meanwhile may make the other one superfluous.
                if (of_one != of_two) && order(&self.nodes[later.index]).is_none() {
                    return ControlFlow::Continue(());
                }
                self.visit_node(later, order, visit)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use core::ops::ControlFlow;

    use gjk::{Bounds, Vec2};

    use super::Tree;

    /// Boxes of side 1 in a row, all the same distance apart; the last two coincide.
    fn row(count: u32) -> Vec<Bounds<Vec2>> {
        let at = |index: u32| Vec2::new(2.0 * index.min(count.saturating_sub(2)) as f32, 0.0);
        (0..count).map(|index| Bounds { min: at(index), max: at(index) + Vec2::ONE }).collect()
    }

    #[test]
    fn finds_what_overlaps_and_nothing_else() {
        for count in 0..40 {
            let boxes = row(count);
            let tree = Tree::new(&boxes);
            for window in 0..count.max(1) {
                let query =
                    Bounds { min: Vec2::new(0.5, 0.5), max: Vec2::new(2.0 * window as f32 + 0.25, 0.5) };
                let mut found = Vec::new();
                let _ = tree.visit(&mut |node| node.overlaps(&query).then_some(0.0), &mut |index| {
                    found.push(index);
                    ControlFlow::Continue(())
                });
                found.sort_unstable();
                let overlaps = |index: &u32| boxes[*index as usize].overlaps(&query);
                assert_eq!(found, (0..count).filter(overlaps).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn comes_in_order_and_stops_when_told() {
        let tree = Tree::new(&row(33));
        let mut found = Vec::new();
        let _ = tree.visit(&mut |node| Some(-node.max.x), &mut |index| {
            found.push(index);
            if found.len() == 4 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found[..2].sort_unstable();
        assert_eq!(found, [31, 32, 30, 29]);
        let mut all: Option<Bounds<Vec2>> = None;
        let mut count = 0;
        tree.level(8, |bounds| {
            count += 1;
            all = Some(all.map_or(*bounds, |all| all.union(*bounds)));
        });
        assert_eq!((count, all.unwrap().max), (8, Vec2::new(63.0, 1.0)));
    }
}
