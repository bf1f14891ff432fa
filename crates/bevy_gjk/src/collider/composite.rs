//! Composite shapes: many convex parts in a bounding volume hierarchy (BVH) of their AABBs.
//!
//! A composite is either a group of shapes, each with its own affine map, or a surface whose faces are made on demand:
//! a triangle mesh, a polyline, a height field. Groups may be nested. Queries walk the BVH in the local coordinates of
//! the collider and map each node's AABB to world coordinates, so the tree does not change when the collider moves.
//! After the composite shapes of parry.

use crate::collider::AffineOf;
use core::fmt::Debug;
use core::ops::ControlFlow;

use bevy_ecs::prelude::Entity;
use gjk::{Aabb, Affine, Placed, Support, Vector};

mod aabb_tree;
mod bvh;
mod simplices;

use crate::collider::ColliderError;
use crate::collider::Dimension;
use crate::collider::aabb::padded;
use crate::collider::{ColliderShape, ConvexOf, part_count};
use aabb_tree::AabbTree;
pub(crate) use bvh::{Bvh, BvhNode, BvhVisitor};
pub(crate) use simplices::Simplices;

/// The padding for the tolerance of touching, relative to the largest half extent: that of [`padded`], which is
/// relative to the extent.
const TOUCH_PADDING: f32 = 2e-6;
/// The padding for rounding, relative to the largest coordinate: the sums that map an AABB, and those that place a
/// shape.
const ROUNDING_PADDING: f32 = 8.0 * f32::EPSILON;

/// A shape of many convex parts, in a bounding volume hierarchy.
#[derive(Debug)]
pub struct CompositeShape<D: Dimension> {
    kind: Kind<D>,
    count: u32,
}

#[derive(Debug)]
enum Kind<D: Dimension> {
    /// Shapes, each convex or itself composite.
    Group(Vec<Child<D>>, AabbTree<D::Vector>),
    /// The faces of a surface.
    Surface(Box<dyn Surface<D>>),
}

/// A shape in a group, and the map that places it in the group.
#[derive(Debug)]
pub(crate) struct Child<D: Dimension> {
    shape: ColliderShape<D>,
    affine: AffineOf<D>,
    /// The index of its first convex part among all those of the group.
    first: u32,
    /// The entity whose collider it is, if it comes from a compound of entities.
    entity: Option<Entity>,
}

impl<D: Dimension> Child<D> {
    /// Creates a child with a shape and the map that places it.
    pub(crate) fn new(shape: ColliderShape<D>, affine: AffineOf<D>) -> Self {
        Self { shape, affine, first: 0, entity: None }
    }

    /// Creates a child from the collider of an entity and the map that places it.
    pub(crate) fn of(entity: Entity, shape: ColliderShape<D>, affine: AffineOf<D>) -> Self {
        Self { shape, affine, first: 0, entity: Some(entity) }
    }

    /// Computes the AABB in the coordinates of the group.
    fn bounds(&self) -> Aabb<D::Vector> {
        self.shape.bounds(&self.affine)
    }
}

/// A surface of many convex faces, which are made on demand, with a BVH over them.
pub(crate) trait Surface<D: Dimension>: Debug + Send + Sync {
    /// Returns the number of faces.
    fn len(&self) -> u32;

    /// Makes the face with an index below [`len`](Self::len).
    fn face(&self, index: u32) -> ConvexOf<D>;

    /// Traverses the BVH: see [`Bvh::walk`].
    fn walk(&self, walker: &mut dyn BvhVisitor<D::Vector>) -> ControlFlow<()>;

    /// Visits the AABBs of one level of the BVH: see [`Bvh::visit_level`].
    fn visit_level(&self, depth: u32, visit: &mut dyn FnMut(&Aabb<D::Vector>));
}

impl<D: Dimension> CompositeShape<D> {
    /// Creates a group of children: at least one, all of them bounded.
    ///
    /// # Errors
    /// [`ColliderError::TooManyParts`].
    pub(crate) fn group(children: impl IntoIterator<Item = Child<D>>) -> Result<Self, ColliderError> {
        let mut children: Vec<_> = children.into_iter().collect();
        let mut count = 0;
        for child in &mut children {
            child.first = count;
            count = part_count(u64::from(count) + u64::from(child.shape.len()))?;
        }
        let aabbs: Vec<_> = children.iter().map(Child::bounds).collect();
        Ok(Self { kind: Kind::Group(children, AabbTree::new(&aabbs)), count })
    }

    /// Replaces the maps of a group's children and rebuilds the BVH, reusing its memory.
    pub(crate) fn move_children(
        &mut self,
        affines: impl IntoIterator<Item = AffineOf<D>>,
        aabbs: &mut Vec<Aabb<D::Vector>>,
    ) {
        let Kind::Group(children, tree) = &mut self.kind else { return };
        aabbs.clear();
        for (child, affine) in children.iter_mut().zip(affines) {
            child.affine = affine;
            aabbs.push(child.bounds());
        }
        tree.rebuild(aabbs);
    }

    /// Returns the entity of the collider that a part belongs to, if it is another entity's, and the index of the part
    /// in that collider.
    pub(crate) fn source_of_part(&self, index: u32) -> Option<(Option<Entity>, u32)> {
        let child = self.child(index)?;
        Some((child.entity, if child.entity.is_some() { index - child.first } else { index }))
    }

    /// Returns the child of a group that the part with this index belongs to.
    fn child(&self, index: u32) -> Option<&Child<D>> {
        let Kind::Group(children, _) = &self.kind else { return None };
        let after = children.partition_point(|child| child.first <= index);
        children.get(after.checked_sub(1)?)
    }

    /// Creates a composite shape from a surface with at least one face.
    pub(crate) fn surface(surface: impl Surface<D> + 'static) -> Self {
        Self { count: surface.len(), kind: Kind::Surface(Box::new(surface)) }
    }

    /// Returns the number of convex parts; at least one.
    pub fn len(&self) -> u32 {
        self.count
    }

    /// Returns whether there is no part; never true in a valid collider.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Calls `visit` with the part of this index, placed by the collider's map to the world. Returns `None` without a
    /// call if there is no such part.
    pub fn with_part<T>(
        &self,
        index: u32,
        affine: &AffineOf<D>,
        visit: impl FnOnce(&Placed<&ConvexOf<D>, D::Vector>) -> T,
    ) -> Option<T> {
        if index >= self.count {
            return None;
        }
        match &self.kind {
            Kind::Group(..) => {
                let Child { shape, affine: within, first, .. } = self.child(index)?;
                let affine = D::compose(affine, within);
                match shape {
                    ColliderShape::Convex(shape) => Some(visit(&Placed::new(shape, affine))),
                    ColliderShape::Composite(composite) => composite.with_part(index - first, &affine, visit),
                }
            }
            Kind::Surface(surface) => Some(visit(&Placed::new(&surface.face(index), *affine))),
        }
    }

    /// Calls `visit` for each part that `order` accepts, placed by the collider's map to the world; parts for which
    /// `order` returns less come first.
    ///
    /// `order` gets AABBs in world coordinates: those of the BVH's inner nodes, down to those of single parts. Where it
    /// returns `None`, the node and everything below it are skipped. It may become stricter during the walk.
    pub fn visit(
        &self,
        affine: &AffineOf<D>,
        mut order: impl FnMut(&Aabb<D::Vector>) -> Option<f32>,
        mut visit: impl FnMut(u32, &Placed<&ConvexOf<D>, D::Vector>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        Visitor { composite: self, affine, first: 0, order: &mut order, visit: &mut visit }.run()
    }

    /// Computes the AABB of all parts placed by a map: tight for a few parts, somewhat larger for many.
    pub(crate) fn bounds(&self, affine: &AffineOf<D>) -> Aabb<D::Vector> {
        /// The number of parts up to which each is placed exactly; of more, about as many BVH nodes are. A tuning
        /// constant.
        const FEW: u32 = 32;
        let mut all: Option<Aabb<D::Vector>> = None;
        let mut unite = |bounds| all = Some(all.map_or(bounds, |all| all.union(bounds)));
        match &self.kind {
            Kind::Group(children, _) if children.len() <= FEW as usize => {
                for Child { shape, affine: within, .. } in children {
                    unite(shape.bounds(&D::compose(affine, within)));
                }
            }
            Kind::Surface(surface) if surface.len() <= FEW => {
                for index in 0..surface.len() {
                    unite(padded(Placed::<_, D::Vector>::new(surface.face(index), *affine).aabb()));
                }
            }
            Kind::Group(_, tree) => {
                tree.visit_level(FEW.ilog2(), &mut |bounds| unite(mapped(affine, bounds)));
            }
            Kind::Surface(surface) => {
                surface.visit_level(FEW.ilog2(), &mut |bounds| unite(mapped(affine, bounds)));
            }
        }
        all.unwrap_or_default()
    }
}

/// The [`BvhVisitor`] of [`CompositeShape::visit`].
struct Visitor<'v, D: Dimension, O, F> {
    composite: &'v CompositeShape<D>,
    affine: &'v AffineOf<D>,
    /// The index of this composite's first part among all parts that are visited.
    first: u32,
    order: &'v mut O,
    visit: &'v mut F,
}

impl<D, O, F> Visitor<'_, D, O, F>
where
    D: Dimension,
    O: FnMut(&Aabb<D::Vector>) -> Option<f32>,
    F: FnMut(u32, &Placed<&ConvexOf<D>, D::Vector>) -> ControlFlow<()>,
{
    fn run(mut self) -> ControlFlow<()> {
        match &self.composite.kind {
            Kind::Group(_, tree) => tree.walk(&mut self),
            Kind::Surface(surface) => surface.walk(&mut self),
        }
    }
}

impl<D, O, F> BvhVisitor<D::Vector> for Visitor<'_, D, O, F>
where
    D: Dimension,
    O: FnMut(&Aabb<D::Vector>) -> Option<f32>,
    F: FnMut(u32, &Placed<&ConvexOf<D>, D::Vector>) -> ControlFlow<()>,
{
    #[inline]
    fn order(&mut self, bounds: &Aabb<D::Vector>) -> Option<f32> {
        (self.order)(&mapped(self.affine, bounds))
    }

    fn visit_part(&mut self, index: u32) -> ControlFlow<()> {
        match &self.composite.kind {
            Kind::Group(children, _) => {
                let Child { shape, affine, first, .. } = &children[index as usize];
                let affine = D::compose(self.affine, affine);
                let first = self.first + first;
                match shape {
                    ColliderShape::Convex(shape) => (self.visit)(first, &Placed::new(shape, affine)),
                    ColliderShape::Composite(composite) => {
                        let (order, visit) = (&mut *self.order, &mut *self.visit);
                        Visitor { composite, affine: &affine, first, order, visit }.run()
                    }
                }
            }
            Kind::Surface(surface) => {
                (self.visit)(self.first + index, &Placed::new(&surface.face(index), *self.affine))
            }
        }
    }
}

/// Computes the AABB of a mapped AABB, enlarged by the rounding errors.
///
/// It works for singular maps too. For this reason the AABBs of a collider are mapped to world coordinates, and not
/// those of a query to local ones.
#[inline]
fn mapped<V: Vector<Scalar = f32>>(affine: &V::Affine, bounds: &Aabb<V>) -> Aabb<V> {
    let (center, half) = (bounds.min * 0.5 + bounds.max * 0.5, bounds.max * 0.5 - bounds.min * 0.5);
    let (mut mapped_center, mut extents) = (affine.translation(), V::ZERO);
    let mut magnitude = mapped_center.max(-mapped_center);
    for index in 0..V::DIMENSION {
        let column = affine.column(index);
        let (shift, side) = (column * center.element(index), column * half.element(index));
        mapped_center = mapped_center + shift;
        extents = extents + side.max(-side);
        magnitude = magnitude + shift.max(-shift);
    }
    let margin = TOUCH_PADDING * extents.max_element() + ROUNDING_PADDING * magnitude.max_element();
    for index in 0..V::DIMENSION {
        extents = extents + V::axis(index) * margin;
    }
    Aabb { min: mapped_center - extents, max: mapped_center + extents }
}
