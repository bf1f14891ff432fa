//! The shapes of queries: any support function, and colliders.

use core::fmt::Debug;
use core::ops::ControlFlow;

use bevy_ecs::prelude::Entity;
use bevy_transform::components::GlobalTransform;

use gjk::{Aabb, Support, Vector};

use super::pair::PairQuery;
use crate::collider::aabb::padded;
use crate::collider::geometry::{Geometry, GeometryDetail, GeometryError};
use crate::collider::{ColliderError, Dim2, Dim3, Dimension, Shape};
use crate::detection::proxies::PlacedCollider;

/// A visitor of the convex parts of a shape, which returns whether to continue.
pub type PartVisitor<'v, V> = dyn FnMut(&dyn Support<V>) -> ControlFlow<()> + 'v;

/// A shape in world space, for a [`CollisionQuery`](crate::CollisionQuery).
///
/// It is implemented by every [`Support`] function, [placed](Support::placed) in the world; by a collider
/// [with a transform of its own](PlacedShape); and by the [collider of an entity](crate::CollisionQuery::get).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape with a place in the world",
    label = "not a `QueryShape`",
    note = "a `Collider` becomes one with a transform: `PlacedShape::new(&collider, transform)?`",
    note = "the collider of an entity is one: `query.get(entity)`",
    note = "a shape of `gjk` is one as it is, and `.placed(affine)` moves it"
)]
pub trait QueryShape<D: Dimension> {
    /// Calls `visit` for each convex part, until it breaks.
    fn each_part(&self, visit: &mut PartVisitor<D::Vector>) -> ControlFlow<()>;

    /// Returns the collider that the shape is, if it is one: an area and a closed mesh are more than their parts.
    #[doc(hidden)]
    fn as_collider(&self) -> Option<&PlacedCollider<D>> {
        None
    }
}

impl<D: Dimension, S: Support<D::Vector>> QueryShape<D> for S {
    fn each_part(&self, visit: &mut PartVisitor<D::Vector>) -> ControlFlow<()> {
        visit(self)
    }
}

/// A collider with a transform that belongs to no entity.
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
#[derive(Debug)]
pub struct PlacedShape<D: Dimension>(pub(super) PlacedCollider<D>);

impl<D: Dimension> PlacedShape<D> {
    /// Creates the shape of a collider under a transform.
    ///
    /// # Errors
    /// The collider is checked as that of an entity would be, and the error says what is wrong.
    pub fn new(collider: &D::Collider, transform: impl Into<GlobalTransform>) -> Result<Self, ColliderError> {
        PlacedCollider::detached(collider.prepare()?, D::affine(&transform.into())).map(Self)
    }

    /// Replaces the transform, which is faster than creating another shape.
    ///
    /// # Errors
    /// The place is checked as that of an entity would be; where it is an error, the shape stays where it is.
    pub fn place(&mut self, transform: impl Into<GlobalTransform>) -> Result<(), ColliderError> {
        self.0.move_detached(D::affine(&transform.into()))
    }

    /// Names an entity, which hits of [`CollisionQuery::with_shapes`](crate::CollisionQuery::with_shapes) name in turn,
    /// and which filters see; without, it is [`Entity::PLACEHOLDER`].
    #[must_use]
    pub fn for_entity(mut self, entity: Entity) -> Self {
        self.0.entity = entity;
        self
    }

    /// Returns the queries about this shape and another: whether they touch, how far apart they are, where they touch,
    /// and when they will.
    ///
    /// ```
    /// use bevy_gjk::dim2::prelude::*;
    /// use bevy_transform::components::Transform;
    ///
    /// let ball = PlacedShape::new(&Collider::circle(1.0), Transform::IDENTITY)?;
    /// let wall = PlacedShape::new(&Collider::rectangle(1.0, 8.0), Transform::from_xyz(4.0, 0.0, 0.0))?;
    /// assert_eq!(ball.pair(&wall).distance(), 2.5);
    /// # Ok::<_, bevy_gjk::ColliderError>(())
    /// ```
    pub fn pair<'q>(&'q self, other: &'q Self) -> PairQuery<'q, D> {
        PairQuery::new(&self.0, &other.0)
    }
}

impl<D: Dimension> Geometry<D> {
    /// Replaces the content by the geometry of a shape in world space.
    ///
    /// # Errors
    /// See [`GeometryError`]. Then nothing is left.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::{dim3::prelude::*, geometry::Geometry};
    ///
    /// /// Exports what takes part, with one buffer for all of them.
    /// fn export(collisions: Res<Collisions>, all: Query<Entity, With<Collider>>, mut geometry: Local<Geometry<Dim3>>) {
    ///     for wall in all.iter().filter_map(|wall| collisions.colliders().get(wall)) {
    ///         match geometry.fill(wall, 0.05) {
    ///             Ok(()) => println!("{} has {} triangles", wall.entity(), geometry.triangles().len()),
    ///             Err(error) => println!("{}: {error}", wall.entity()),
    ///         }
    ///     }
    /// }
    /// # use bevy_gjk::Dim3;
    /// # bevy_ecs::system::assert_is_system(export);
    /// ```
    pub fn fill(
        &mut self,
        shape: &impl QueryShape<D>,
        detail: impl Into<GeometryDetail<D>>,
    ) -> Result<(), GeometryError> {
        self.fill_by(detail.into(), |surface| match shape.as_collider() {
            Some(collider) => {
                let valid = collider.shape.as_ref().map_err(|error| GeometryError::Collider(*error));
                let active = valid.map(|_| collider.shape().ok_or(GeometryError::NotFinite))?;
                surface.add_shape(active?, &collider.affine)
            }
            None => {
                let mut added = Ok(());
                let _ = shape.each_part(&mut |part| {
                    added = surface.add_set(part);
                    if added.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                added
            }
        })
    }
}

impl<D: Dimension> Clone for PlacedShape<D> {
    fn clone(&self) -> Self {
        Self(self.0.clone_detached())
    }
}

/// Makes placed colliders of a dimension the shapes of queries, and adds the method that places one.
///
/// It is for each dimension: the trait is public, so for a generic one the compiler has to assume that these types
/// implement `Support` as well.
macro_rules! placed {
    ($dimension:ident, $vector:ty, $collider:path) => {
        impl QueryShape<$dimension> for PlacedCollider<$dimension> {
            fn each_part(&self, visit: &mut PartVisitor<$vector>) -> ControlFlow<()> {
                self.each_part(|_, part| visit(part))
            }

            fn as_collider(&self) -> Option<&Self> {
                Some(self)
            }
        }

        impl QueryShape<$dimension> for PlacedShape<$dimension> {
            fn each_part(&self, visit: &mut PartVisitor<$vector>) -> ControlFlow<()> {
                self.0.each_part(|_, part| visit(part))
            }

            fn as_collider(&self) -> Option<&PlacedCollider<$dimension>> {
                Some(&self.0)
            }
        }

        impl $collider {
            /// Places the collider in the world without an entity, as the shape of a
            /// [`CollisionQuery`](crate::CollisionQuery).
            ///
            /// # Errors
            /// The collider is checked as that of an entity would be, and the error says what is wrong.
            pub fn placed(
                &self,
                transform: impl Into<GlobalTransform>,
            ) -> Result<PlacedShape<$dimension>, ColliderError> {
                PlacedShape::new(self, transform)
            }
        }
    };
}

placed!(Dim2, gjk::Vec2, crate::collider::dim2::Collider);
placed!(Dim3, gjk::Vec3, crate::collider::dim3::Collider);

/// Returns the AABB of a shape, or `None` if it has no parts or is not finite.
pub(super) fn aabb_of<D: Dimension>(shape: &dyn QueryShape<D>) -> Option<Aabb<D::Vector>> {
    let mut union: Option<Aabb<D::Vector>> = None;
    let flow = shape.each_part(&mut |part| {
        let bounds = padded(part.aabb());
        union = Some(union.map_or(bounds, |union| union.union(bounds)));
        if bounds.min.is_finite() && bounds.max.is_finite() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    union.filter(|_| flow.is_continue())
}
