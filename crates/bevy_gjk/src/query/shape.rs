//! What can be asked about: any support function, and colliders.

use core::fmt::Debug;
use core::ops::ControlFlow;

use bevy_transform::components::GlobalTransform;

use gjk::{Aabb, Support, Vector};

use super::pair::PairQuery;
use crate::aabb::padded;
use crate::collider::{Dimension, Shape};
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
#[derive(Debug)]
pub struct PlacedShape<D: Dimension>(PlacedCollider<D>);

impl<D: Dimension> PlacedShape<D> {
    /// Creates the shape of a collider as a transform places it.
    ///
    /// # Errors
    /// The collider is checked as that of an entity would be, and the error says what is wrong.
    pub fn new(collider: &D::Collider, transform: impl Into<GlobalTransform>) -> Result<Self, ColliderError> {
        PlacedCollider::detached(collider.prepare()?, D::affine(&transform.into())).map(Self)
    }

    /// Places it elsewhere, which takes less time than creating another one.
    ///
    /// # Errors
    /// A transform that holds a NaN or an infinity is an error, and the shape stays where it is.
    pub fn place(&mut self, transform: impl Into<GlobalTransform>) -> Result<(), ColliderError> {
        self.0.move_detached(D::affine(&transform.into()))
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
        PairQuery { a: &self.0, b: &other.0 }
    }

    fn each(&self, visit: &mut PartVisitor<D::Vector>) -> ControlFlow<()> {
        self.0.parts_in_order(|_| Some(0.0), |_, part| visit(part))
    }
}

impl<D: Dimension> Clone for PlacedShape<D> {
    fn clone(&self) -> Self {
        Self(self.0.clone_detached())
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

/// Adds the method that places a collider for a query.
macro_rules! placed {
    ($dimension:ident, $collider:path) => {
        impl $collider {
            /// Places the collider where no entity is, to ask a [`CollisionQuery`](crate::CollisionQuery) about it or
            /// to cast it.
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

placed!(Dim2, crate::dim2::Collider);
placed!(Dim3, crate::dim3::Collider);

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
