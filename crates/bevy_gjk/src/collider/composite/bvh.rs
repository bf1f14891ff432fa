//! The walk through boxes within boxes, down to the parts.

use core::ops::ControlFlow;

use gjk::{Aabb, Vector};

/// What a walk is led by, and what it comes to.
pub(crate) trait BvhVisitor<V> {
    /// How soon to go on with what is in a box: the less, the sooner. Nothing to leave it out.
    ///
    /// It is asked about whole branches first, and may become choosier meanwhile.
    fn order(&mut self, bounds: &Aabb<V>) -> Option<f32>;

    /// The walk came to this part.
    fn part(&mut self, index: u32) -> ControlFlow<()>;
}

/// Boxes within boxes.
pub(crate) trait Bvh<V: Vector<Scalar = f32>> {
    /// What a box is the box of.
    type Node: Copy;

    /// The one that holds all; none where there are no parts.
    fn root(&self) -> Option<Self::Node>;

    /// The box of a node.
    fn bounds(&self, node: Self::Node) -> Aabb<V>;

    /// What is inside of a node.
    fn inside(&self, node: Self::Node) -> BvhNode<Self::Node>;

    /// Goes to each part that the walker wants.
    fn walk(&self, walker: &mut (impl BvhVisitor<V> + ?Sized)) -> ControlFlow<()> {
        match self.root() {
            Some(root) if walker.order(&self.bounds(root)).is_some() => self.walk_on(root, walker),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Goes on with a node that is wanted.
    fn walk_on(&self, node: Self::Node, walker: &mut (impl BvhVisitor<V> + ?Sized)) -> ControlFlow<()> {
        let nodes = match self.inside(node) {
            BvhNode::Part(index) => return walker.part(index),
            BvhNode::Nodes(nodes) => nodes,
        };
        let wanted = nodes.map(|node| Some((node?, walker.order(&self.bounds(node?))?)));
        match wanted {
            [None, None] => ControlFlow::Continue(()),
            [Some((node, _)), None] | [None, Some((node, _))] => self.walk_on(node, walker),
            [Some(one), Some(two)] => {
                let ((sooner, first), (later, second)) = if two.1 < one.1 { (two, one) } else { (one, two) };
                self.walk_on(sooner, walker)?;
                // What was found meanwhile may make the other one superfluous.
                if first != second && walker.order(&self.bounds(later)).is_none() {
                    return ControlFlow::Continue(());
                }
                self.walk_on(later, walker)
            }
        }
    }

    /// Calls for boxes that together hold all parts: those so many levels below the root, or of the parts that are
    /// met before.
    fn level(&self, depth: u32, visit: &mut dyn FnMut(&Aabb<V>)) {
        if let Some(root) = self.root() {
            self.level_below(root, depth, visit);
        }
    }

    /// The same below a node.
    fn level_below(&self, node: Self::Node, depth: u32, visit: &mut dyn FnMut(&Aabb<V>)) {
        match self.inside(node) {
            BvhNode::Nodes(nodes) if depth > 0 => {
                nodes.into_iter().flatten().for_each(|node| self.level_below(node, depth - 1, visit));
            }
            _ => visit(&self.bounds(node)),
        }
    }
}

/// What is inside of a node.
pub(crate) enum BvhNode<N> {
    /// A single part.
    Part(u32),
    /// At most two nodes.
    Nodes([Option<N>; 2]),
}
