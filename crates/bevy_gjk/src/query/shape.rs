//! What can be asked about: any support function, and colliders.

use core::fmt::Debug;
use core::ops::ControlFlow;

use bevy_transform::components::GlobalTransform;
use gjk::{Aabb, Affine, Placed, Support, Vector};

use crate::aabb::padded;
use crate::collider::ColliderShape;
use crate::collider::{Dimension, Shape, is_finite};
use crate::dim2::Dim2;
use crate::dim3::Dim3;
use crate::error::ColliderError;
use crate::proxies::PlacedCollider;

/// Sees a convex part of a shape; tells whether to go on.
pub type PartVisitor<'v, V> = dyn FnMut(&dyn Support<V>) -> ControlFlow<()> + 'v;

/// A shape in the world, to ask a [`CollisionQuery`](crate::CollisionQuery) about.
///
/// That is each [`Support`] function, [placed](Support::placed) where it is to be; a collider
/// [at any place](PlacedShape); and an entity's collider [where it is](crate::CollisionQuery::get).
pub trait QueryShape<D: Dimension> {
    /// Calls for each convex part, until told to break.
    fn each_part(&self, visit: &mut PartVisitor<D::Vector>) -> ControlFlow<()>;
}

impl<D: Dimension, S: Support<D::Vector>> QueryShape<D> for S {
    fn each_part(&self, visit: &mut PartVisitor<D::Vector>) -> ControlFlow<()> {
        visit(self)
    }
}

/// A collider that belongs to no entity, somewhere in the world.
///
/// ```
/// use bevy_gjk::{ColliderError, dim2::prelude::*};
/// use bevy_transform::components::Transform;
///
/// fn is_free(query: &CollisionQuery, house: &Collider, at: Transform) -> Result<bool, ColliderError> {
///     let house = PlacedShape::new(house, at)?;
///     Ok(!query.intersects(&house, &QueryFilter::ALL))
/// }
/// ```
#[derive(Clone, Debug)]
pub struct PlacedShape<D: Dimension> {
    form: ColliderShape<D>,
    affine: <D::Vector as Vector>::Affine,
}

impl<D: Dimension> PlacedShape<D> {
    /// The shape of a collider as a transform places it.
    ///
    /// # Errors
    /// The collider is checked as that of an entity would be, and the error says what is wrong.
    pub fn new(collider: &D::Collider, transform: impl Into<GlobalTransform>) -> Result<Self, ColliderError> {
        let form = collider.prepare()?;
        let mut placed = Self { form, affine: Affine::IDENTITY };
        placed.place(transform)?;
        Ok(placed)
    }

    /// Places it elsewhere. This takes less than to make another one.
    ///
    /// # Errors
    /// A transform that holds a NaN or an infinity does not place it: it stays where it is.
    pub fn place(&mut self, transform: impl Into<GlobalTransform>) -> Result<(), ColliderError> {
        let affine = D::affine(&transform.into());
        if !is_finite::<D::Vector>(&affine) {
            return Err(ColliderError::TransformNotFinite);
        }
        self.affine = affine;
        Ok(())
    }

    fn each(&self, visit: &mut PartVisitor<D::Vector>) -> ControlFlow<()> {
        match &self.form {
            ColliderShape::Convex(shape) => visit(&Placed::<_, D::Vector>::new(shape, self.affine)),
            ColliderShape::CompositeShape(parts) => {
                parts.visit(&self.affine, |_| Some(0.0), |_, part| visit(part))
            }
        }
    }
}

// One by one: of all dimensions that others may yet invent, the compiler does not know that these are no
// support functions there.
impl QueryShape<Dim2> for PlacedShape<Dim2> {
    fn each_part(&self, visit: &mut PartVisitor<gjk::Vec2>) -> ControlFlow<()> {
        self.each(visit)
    }
}

impl QueryShape<Dim3> for PlacedShape<Dim3> {
    fn each_part(&self, visit: &mut PartVisitor<gjk::Vec3>) -> ControlFlow<()> {
        self.each(visit)
    }
}

impl QueryShape<Dim2> for PlacedCollider<Dim2> {
    fn each_part(&self, visit: &mut PartVisitor<gjk::Vec2>) -> ControlFlow<()> {
        self.parts_in_order(|_| Some(0.0), |_, part| visit(part))
    }
}

impl QueryShape<Dim3> for PlacedCollider<Dim3> {
    fn each_part(&self, visit: &mut PartVisitor<gjk::Vec3>) -> ControlFlow<()> {
        self.parts_in_order(|_| Some(0.0), |_, part| visit(part))
    }
}

/// The box around a shape that is asked about; nothing if it has no place in the world.
pub(super) fn around<D: Dimension>(shape: &dyn QueryShape<D>) -> Option<Aabb<D::Vector>> {
    let mut all: Option<Aabb<D::Vector>> = None;
    let seen = shape.each_part(&mut |part| {
        let bounds = padded(part.aabb());
        all = Some(all.map_or(bounds, |all| all.union(bounds)));
        if bounds.min.is_finite() && bounds.max.is_finite() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    all.filter(|_| seen.is_continue())
}
