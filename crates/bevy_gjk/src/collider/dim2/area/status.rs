//! The segments that a sweep is in, from below: a balanced tree that keeps the order in which they were inserted beside
//! each other.
//!
//! A treap (Seidel, Aragon, "Randomized search trees", 1996) whose priorities are a hash of the numbers of the
//! segments, so that it is the same in each run. Segments are removed by their number and not by a search: while
//! rounded crossings have put two of them into the wrong order, nothing is worse than a crossing that the next sweep
//! finds.

/// The number that stands for no segment.
pub(super) const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Node {
    /// The subtrees below and above.
    children: [u32; 2],
    parent: u32,
    /// The neighbors in the order, below and above.
    neighbors: [u32; 2],
}

const APART: Node = Node { children: [NONE; 2], parent: NONE, neighbors: [NONE; 2] };

/// The segments that a sweep is in, by their numbers.
#[derive(Debug)]
pub(super) struct Status {
    root: u32,
    nodes: Vec<Node>,
}

impl Status {
    /// Creates an empty order with memory for this many segments.
    pub(super) fn new(count: usize) -> Self {
        Self { root: NONE, nodes: vec![APART; count] }
    }

    /// Returns the segment below, and the one above.
    pub(super) fn neighbors(&self, number: u32) -> [u32; 2] {
        self.nodes[number as usize].neighbors
    }

    /// Inserts a segment that is not there. `is_above` tells whether it is above another one.
    pub(super) fn insert(&mut self, number: u32, is_above: impl Fn(u32) -> bool) {
        if self.nodes.len() <= number as usize {
            self.nodes.resize(number as usize + 1, APART);
        }
        let (mut parent, mut side, mut next) = (NONE, 0, self.root);
        let mut neighbors = [NONE; 2];
        while next != NONE {
            parent = next;
            side = usize::from(is_above(next));
            neighbors[1 - side] = next;
            next = self.nodes[next as usize].children[side];
        }
        self.nodes[number as usize] = Node { children: [NONE; 2], parent, neighbors };
        self.set_child(parent, side, number);
        self.link(neighbors[0], number);
        self.link(number, neighbors[1]);
        while let parent = self.nodes[number as usize].parent
            && parent != NONE
            && priority(parent) < priority(number)
        {
            self.rotate_up(number);
        }
    }

    /// Removes a segment that is there.
    pub(super) fn remove(&mut self, number: u32) {
        loop {
            let [below, above] = self.nodes[number as usize].children;
            let child = match [below, above] {
                [NONE, NONE] => break,
                [NONE, child] | [child, NONE] => child,
                _ if priority(below) > priority(above) => below,
                _ => above,
            };
            self.rotate_up(child);
        }
        let Node { parent, neighbors, .. } = self.nodes[number as usize];
        let side = self.side_of(parent, number);
        self.set_child(parent, side, NONE);
        self.link(neighbors[0], neighbors[1]);
    }

    /// Notes that two segments follow each other.
    fn link(&mut self, below: u32, above: u32) {
        if let Some(node) = self.nodes.get_mut(below as usize) {
            node.neighbors[1] = above;
        }
        if let Some(node) = self.nodes.get_mut(above as usize) {
            node.neighbors[0] = below;
        }
    }

    /// Returns which child of its parent a node is.
    fn side_of(&self, parent: u32, child: u32) -> usize {
        self.nodes.get(parent as usize).map_or(0, |node| usize::from(node.children[1] == child))
    }

    fn set_child(&mut self, parent: u32, side: usize, child: u32) {
        match self.nodes.get_mut(parent as usize) {
            Some(node) => node.children[side] = child,
            None => self.root = child,
        }
        if let Some(node) = self.nodes.get_mut(child as usize) {
            node.parent = parent;
        }
    }

    /// Puts a node above its parent, which becomes its child.
    fn rotate_up(&mut self, number: u32) {
        let parent = self.nodes[number as usize].parent;
        let side = self.side_of(parent, number);
        let grandparent = self.nodes[parent as usize].parent;
        let parent_side = self.side_of(grandparent, parent);
        let inner = self.nodes[number as usize].children[1 - side];
        self.set_child(parent, side, inner);
        self.set_child(number, 1 - side, parent);
        self.set_child(grandparent, parent_side, number);
    }
}

/// Returns the priority of a segment in the tree: no two have the same.
fn priority(number: u32) -> u32 {
    // Each step can be undone.
    let mixed = (number ^ number >> 16).wrapping_mul(0x7feb_352d);
    let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x846c_a68b);
    mixed ^ mixed >> 16
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks from the lowest segment to the highest.
    fn order(status: &Status, some: u32) -> Vec<u32> {
        let mut lowest = some;
        while status.neighbors(lowest)[0] != NONE {
            lowest = status.neighbors(lowest)[0];
        }
        core::iter::successors(Some(lowest), |&number| {
            Some(status.neighbors(number)[1]).filter(|&above| above != NONE)
        })
        .collect()
    }

    #[test]
    fn segments_stay_in_order_while_others_come_and_go() {
        let mut status = Status::new(0);
        let mut expected: Vec<u32> = Vec::new();
        for step in 0..2000_u32 {
            let number = step.wrapping_mul(2_654_435_761) % 300;
            match expected.binary_search(&number) {
                Ok(place) => {
                    status.remove(number);
                    expected.remove(place);
                }
                Err(place) => {
                    status.insert(number, |other| number > other);
                    expected.insert(place, number);
                }
            }
            if let Some(&some) = expected.get(expected.len() / 2) {
                assert_eq!(order(&status, some), expected);
            }
        }
        assert!(expected.len() > 100);
    }

    #[test]
    fn the_tree_is_flat() {
        let mut status = Status::new(1000);
        (0..1000).for_each(|number| status.insert(number, |other| number > other));
        let depth = |mut number: u32| {
            let mut depth = 0;
            while number != NONE {
                number = status.nodes[number as usize].parent;
                depth += 1;
            }
            depth
        };
        assert!((0..1000).map(depth).max() < Some(40));
    }
}
