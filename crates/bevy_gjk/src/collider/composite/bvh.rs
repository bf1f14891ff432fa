//! Traversal of bounding volume hierarchies (BVHs), depth first and best child first.
//!
//! [`Bvh`] is the interface of a binary tree of AABBs, stored or implicit; [`BvhVisitor`] prunes the walk and receives
//! the leaves. The names follow parry.

use core::ops::ControlFlow;

use gjk::{Aabb, Vector};

/// A visitor that prunes a BVH traversal and receives its leaves.
pub(crate) trait BvhVisitor<V> {
    /// Returns the priority of a node from its AABB: of two children, the one with the smaller value is visited first.
    /// `None` skips the subtree.
    ///
    /// Inner nodes come before what is below them. The visitor may become stricter during the walk.
    fn order(&mut self, bounds: &Aabb<V>) -> Option<f32>;

    /// Visits a leaf: the part with this index. `Break` ends the walk.
    fn visit_part(&mut self, index: u32) -> ControlFlow<()>;
}

/// A binary bounding volume hierarchy over the parts of a composite shape.
pub(crate) trait Bvh<V: Vector<Scalar = f32>> {
    /// A handle to a node.
    type Node: Copy;

    /// Returns the root, or `None` if there are no parts.
    fn root(&self) -> Option<Self::Node>;

    /// Returns the AABB of a node.
    fn bounds(&self, node: Self::Node) -> Aabb<V>;

    /// Returns the children of an inner node, or the part of a leaf.
    fn contents(&self, node: Self::Node) -> BvhNode<Self::Node>;

    /// Visits all parts whose AABBs, and those of the nodes above, the visitor accepts.
    fn walk(&self, visitor: &mut (impl BvhVisitor<V> + ?Sized)) -> ControlFlow<()> {
        match self.root() {
            Some(root) if visitor.order(&self.bounds(root)).is_some() => self.walk_below(root, visitor),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Walks the subtree of a node that the visitor accepted.
    fn walk_below(&self, node: Self::Node, visitor: &mut (impl BvhVisitor<V> + ?Sized)) -> ControlFlow<()> {
        let nodes = match self.contents(node) {
            BvhNode::Leaf(index) => return visitor.visit_part(index),
            BvhNode::Inner(nodes) => nodes,
        };
        let accepted = nodes.map(|node| Some((node?, visitor.order(&self.bounds(node?))?)));
        match accepted {
            [None, None] => ControlFlow::Continue(()),
            [Some((node, _)), None] | [None, Some((node, _))] => self.walk_below(node, visitor),
            [Some(one), Some(two)] => {
                let ((sooner, first), (later, second)) = if two.1 < one.1 { (two, one) } else { (one, two) };
                self.walk_below(sooner, visitor)?;
                // The visitor may have become stricter and reject the second child now.
                if first != second && visitor.order(&self.bounds(later)).is_none() {
                    return ControlFlow::Continue(());
                }
                self.walk_below(later, visitor)
            }
        }
    }

    /// Calls `visit` with AABBs that together cover all parts: those of the nodes `depth` levels below the root, and of
    /// the leaves above that level.
    fn visit_level(&self, depth: u32, visit: &mut dyn FnMut(&Aabb<V>)) {
        if let Some(root) = self.root() {
            self.visit_level_below(root, depth, visit);
        }
    }

    /// Does the same for the subtree of a node.
    fn visit_level_below(&self, node: Self::Node, depth: u32, visit: &mut dyn FnMut(&Aabb<V>)) {
        match self.contents(node) {
            BvhNode::Inner(nodes) if depth > 0 => {
                nodes.into_iter().flatten().for_each(|node| self.visit_level_below(node, depth - 1, visit));
            }
            _ => visit(&self.bounds(node)),
        }
    }
}

/// The contents of a BVH node.
pub(crate) enum BvhNode<N> {
    /// A leaf: the index of a part.
    Leaf(u32),
    /// An inner node: its children, at most two.
    Inner([Option<N>; 2]),
}
