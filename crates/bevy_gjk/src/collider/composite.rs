//! A collider of many convex parts, in a tree of the boxes around them.

use crate::collider::AffineOf;
use core::fmt::Debug;
use core::ops::ControlFlow;

use bevy_ecs::prelude::Entity;
use gjk::{Aabb, Affine, Placed, Support, Vector};

mod aabb_tree;
mod bvh;
mod simplices;

use crate::aabb::padded;
use crate::collider::Dimension;
use crate::collider::{ColliderShape, ConvexOf};
use aabb_tree::AabbTree;
pub(crate) use bvh::{Bvh, BvhNode, BvhVisitor};
pub(crate) use simplices::Simplices;

/// Convex shapes that make a collider together.
#[derive(Debug)]
pub struct CompositeShape<D: Dimension> {
    kind: Kind<D>,
    count: u32,
}

#[derive(Debug)]
enum Kind<D: Dimension> {
    /// Colliders, convex or of parts themselves.
    Group(Vec<Child<D>>, AabbTree<D::Vector>),
    /// The faces of one surface.
    Surface(Box<dyn Surface<D>>),
}

/// A collider that is a part of another one, and where it stands there.
#[derive(Debug)]
pub(crate) struct Child<D: Dimension> {
    form: ColliderShape<D>,
    affine: AffineOf<D>,
    /// The index of its first part among all.
    first: u32,
    /// Whose collider it is, if it is that of another entity.
    entity: Option<Entity>,
}

impl<D: Dimension> Child<D> {
    /// A collider that stands there.
    pub(crate) fn new(form: ColliderShape<D>, affine: AffineOf<D>) -> Self {
        Self { form, affine, first: 0, entity: None }
    }

    /// The collider of an entity, which stands there.
    pub(crate) fn of(entity: Entity, form: ColliderShape<D>, affine: AffineOf<D>) -> Self {
        Self { form, affine, first: 0, entity: Some(entity) }
    }

    fn bounds(&self) -> Aabb<D::Vector> {
        self.form.bounds(&self.affine)
    }
}

/// Many convex faces, which are made when they are asked for. They find themselves by their boxes.
pub(crate) trait Surface<D: Dimension>: Debug + Send + Sync {
    /// How many there are.
    fn len(&self) -> u32;

    /// The face with this index, which is less than the number of them.
    fn face(&self, index: u32) -> ConvexOf<D>;

    /// See [`Bvh::walk`].
    fn walk(&self, walker: &mut dyn BvhVisitor<D::Vector>) -> ControlFlow<()>;

    /// See [`Bvh::level`].
    fn level(&self, depth: u32, visit: &mut dyn FnMut(&Aabb<D::Vector>));
}

impl<D: Dimension> CompositeShape<D> {
    /// These colliders, at least one. All are bounded.
    pub(crate) fn group(children: impl IntoIterator<Item = Child<D>>) -> Self {
        let mut children: Vec<_> = children.into_iter().collect();
        let mut count = 0;
        for child in &mut children {
            child.first = count;
            count += child.form.len();
        }
        let boxes: Vec<_> = children.iter().map(Child::bounds).collect();
        Self { kind: Kind::Group(children, AabbTree::new(&boxes)), count }
    }

    /// Puts the members of a group where these maps put them, in the memory that there is.
    pub(crate) fn move_children(
        &mut self,
        affines: impl IntoIterator<Item = AffineOf<D>>,
        boxes: &mut Vec<Aabb<D::Vector>>,
    ) {
        let Kind::Group(children, tree) = &mut self.kind else { return };
        boxes.clear();
        for (child, affine) in children.iter_mut().zip(affines) {
            child.affine = affine;
            boxes.push(child.bounds());
        }
        tree.rebuild(boxes);
    }

    /// Which part the one with this index is of which collider, which may be that of another entity.
    pub(crate) fn origin_of(&self, index: u32) -> Option<(Option<Entity>, u32)> {
        let child = self.child(index)?;
        Some((child.entity, if child.entity.is_some() { index - child.first } else { index }))
    }

    /// The member of a group that the part with this index belongs to.
    fn child(&self, index: u32) -> Option<&Child<D>> {
        let Kind::Group(children, _) = &self.kind else { return None };
        let after = children.partition_point(|child| child.first <= index);
        children.get(after.checked_sub(1)?)
    }

    /// The faces of a surface, at least one.
    pub(crate) fn surface(surface: impl Surface<D> + 'static) -> Self {
        Self { count: surface.len(), kind: Kind::Surface(Box::new(surface)) }
    }

    /// How many parts there are; at least one.
    pub fn len(&self) -> u32 {
        self.count
    }

    /// Whether there is no part; never in a collider that takes part.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Calls with the part of this index, placed in the world by a map of the collider; not at all if there is
    /// none.
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
                let Child { form, affine: within, first, .. } = self.child(index)?;
                let affine = D::compose(affine, within);
                match form {
                    ColliderShape::Convex(shape) => Some(visit(&Placed::new(shape, affine))),
                    ColliderShape::Composite(parts) => parts.with_part(index - first, &affine, visit),
                }
            }
            Kind::Surface(surface) => Some(visit(&Placed::new(&surface.face(index), *affine))),
        }
    }

    /// Calls for each part that `order` wants, placed in the world by a map of the collider: sooner for those
    /// for which it gives less.
    ///
    /// `order` is asked about boxes in the world: around many parts at first, around single ones at last.
    /// Where it gives nothing, nothing that is inside is visited. It may become choosier meanwhile.
    pub fn visit(
        &self,
        affine: &AffineOf<D>,
        mut order: impl FnMut(&Aabb<D::Vector>) -> Option<f32>,
        mut visit: impl FnMut(u32, &Placed<&ConvexOf<D>, D::Vector>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        Visit { parts: self, affine, first: 0, order: &mut order, visit: &mut visit }.run()
    }

    /// The box around all parts as a map places them: tight for a few, and somewhat larger for many.
    pub(crate) fn bounds(&self, affine: &AffineOf<D>) -> Aabb<D::Vector> {
        /// So many parts are looked at one by one, and of more as many boxes around them.
        const FEW: u32 = 32;
        let mut all: Option<Aabb<D::Vector>> = None;
        let mut unite = |bounds| all = Some(all.map_or(bounds, |all| all.union(bounds)));
        match &self.kind {
            Kind::Group(children, _) if children.len() <= FEW as usize => {
                for Child { form, affine: within, .. } in children {
                    unite(form.bounds(&D::compose(affine, within)));
                }
            }
            Kind::Surface(surface) if surface.len() <= FEW => {
                for index in 0..surface.len() {
                    unite(padded(Placed::<_, D::Vector>::new(surface.face(index), *affine).aabb()));
                }
            }
            Kind::Group(_, tree) => tree.level(FEW.ilog2(), &mut |bounds| unite(mapped(affine, bounds))),
            Kind::Surface(it) => it.level(FEW.ilog2(), &mut |bounds| unite(mapped(affine, bounds))),
        }
        all.unwrap_or_default()
    }
}

/// A visit to some of the parts.
struct Visit<'v, D: Dimension, O, F> {
    parts: &'v CompositeShape<D>,
    affine: &'v AffineOf<D>,
    /// The index of the first of these parts among all that are visited.
    first: u32,
    order: &'v mut O,
    visit: &'v mut F,
}

impl<D, O, F> Visit<'_, D, O, F>
where
    D: Dimension,
    O: FnMut(&Aabb<D::Vector>) -> Option<f32>,
    F: FnMut(u32, &Placed<&ConvexOf<D>, D::Vector>) -> ControlFlow<()>,
{
    fn run(mut self) -> ControlFlow<()> {
        match &self.parts.kind {
            Kind::Group(_, tree) => tree.walk(&mut self),
            Kind::Surface(surface) => surface.walk(&mut self),
        }
    }
}

impl<D, O, F> BvhVisitor<D::Vector> for Visit<'_, D, O, F>
where
    D: Dimension,
    O: FnMut(&Aabb<D::Vector>) -> Option<f32>,
    F: FnMut(u32, &Placed<&ConvexOf<D>, D::Vector>) -> ControlFlow<()>,
{
    #[inline]
    fn order(&mut self, bounds: &Aabb<D::Vector>) -> Option<f32> {
        (self.order)(&mapped(self.affine, bounds))
    }

    fn part(&mut self, index: u32) -> ControlFlow<()> {
        match &self.parts.kind {
            Kind::Group(children, _) => {
                let Child { form, affine, first, .. } = &children[index as usize];
                let affine = D::compose(self.affine, affine);
                let first = self.first + first;
                match form {
                    ColliderShape::Convex(shape) => (self.visit)(first, &Placed::new(shape, affine)),
                    ColliderShape::Composite(parts) => {
                        let (order, visit) = (&mut *self.order, &mut *self.visit);
                        Visit { parts, affine: &affine, first, order, visit }.run()
                    }
                }
            }
            Kind::Surface(surface) => {
                (self.visit)(self.first + index, &Placed::new(&surface.face(index), *self.affine))
            }
        }
    }
}

/// A box around what a map makes of a box, with room for rounding.
///
/// Also for maps that flatten: so boxes in the space of a collider are brought into the world, and not the
/// other way round.
#[inline]
fn mapped<V: Vector<Scalar = f32>>(affine: &V::Affine, bounds: &Aabb<V>) -> Aabb<V> {
    let (center, half) = (bounds.min * 0.5 + bounds.max * 0.5, bounds.max * 0.5 - bounds.min * 0.5);
    let (mut middle, mut extents) = (affine.translation(), V::ZERO);
    let mut reach = middle.max(-middle);
    for index in 0..V::DIMENSION {
        let column = affine.column(index);
        let (shift, side) = (column * center.element(index), column * half.element(index));
        middle = middle + shift;
        extents = extents + side.max(-side);
        reach = reach + shift.max(-shift);
    }
    // The tolerance of touching, and the rounding of both of the sums above and of those that place the shape.
    let margin = 2e-6 * extents.max_element() + 8.0 * f32::EPSILON * reach.max_element();
    for index in 0..V::DIMENSION {
        extents = extents + V::axis(index) * margin;
    }
    Aabb { min: middle - extents, max: middle + extents }
}
