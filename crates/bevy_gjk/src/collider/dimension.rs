//! The plane and space: what the systems need of a dimension. Everything else is written once, over it.

use core::fmt::Debug;

use bevy_ecs::component::{Component, Mutable};
use bevy_reflect::{GetTypeRegistration, TypePath, Typed};
use bevy_transform::components::GlobalTransform;
use gjk::{Affine, Space, Support, Vector};

use crate::collider::{BoundingVolumes, ColliderShape};
use crate::error::ColliderError;

/// A dimension: [`Dim2`] or [`Dim3`].
pub trait Dimension: Copy + Debug + Default + PartialEq + Send + Sync + TypePath + 'static {
    /// A point of this dimension.
    type Vector: Space<Scalar = f32> + TypePath;
    /// The component that gives an entity its shape.
    type Collider: Shape<Self>;
    /// The dimension's name in warnings and type paths.
    const NAME: &'static str;

    /// How a transform places a collider: the whole affine map, never taken apart.
    fn affine(transform: &GlobalTransform) -> <Self::Vector as Vector>::Affine;

    /// Whether a transform brings the depth of what hangs on an entity into view: in 2D, one that is turned out of the
    /// plane moves what is in front of it or behind it to the side. Then the [map](Self::affine) of a product is not
    /// the product of the maps. Never in 3D.
    fn is_askew(transform: &GlobalTransform) -> bool;

    /// Whether a map has a depth that a transform which [is askew](Self::is_askew) would bring into view.
    fn has_depth(map: &gjk::Affine3A) -> bool;

    /// The map that applies `inner` first and `outer` then.
    fn compose(
        outer: &<Self::Vector as Vector>::Affine,
        inner: &<Self::Vector as Vector>::Affine,
    ) -> <Self::Vector as Vector>::Affine;

    /// The map at a time from 0 to 1 on the way from one to another: the rotation turns steadily and the shorter
    /// way round, the translation and all else change linearly.
    fn between(
        start: &<Self::Vector as Vector>::Affine,
        end: &<Self::Vector as Vector>::Affine,
        time: f32,
    ) -> <Self::Vector as Vector>::Affine;

    /// How the linear parts of two maps differ on the way [`between`](Self::between) them: a close upper bound of
    /// the angle of the turn, in radians, and the linear map by which all else changes.
    fn change(
        start: &<Self::Vector as Vector>::Affine,
        end: &<Self::Vector as Vector>::Affine,
    ) -> (f32, <Self::Vector as Vector>::Affine);

    /// A point's place in the world; the third coordinate of the plane is 0.
    fn coordinates(point: Self::Vector) -> [f32; 3];

    /// Draws the boundary of the convex set that a support function gives: a polygon in the plane, the edges
    /// of a hull in space. Curved sets are drawn with many corners.
    #[cfg(feature = "stepper")]
    fn boundary(support: &dyn Fn(Self::Vector) -> Self::Vector, pen: &mut Pen<Self::Vector>);
}

/// The affine map that places a collider.
pub type AffineOf<D> = <<D as Dimension>::Vector as Vector>::Affine;

/// What is written into a collider component, and what the systems make of it.
pub trait Shape<D: Dimension>:
    Component<Mutability = Mutable> + Clone + Debug + PartialEq + Typed + TypePath + GetTypeRegistration
{
    /// A convex shape, checked, as the systems test it.
    type ConvexShape: Support<D::Vector> + Clone + Debug + Send + Sync;

    /// Checks the description and makes the form that the systems test.
    ///
    /// # Errors
    /// The error names what is wrong with the description.
    fn prepare(&self) -> Result<ColliderShape<D>, ColliderError>;

    /// A number below 16 for each kind of convex shape. It is only for the order in which pairs are tested: those of the
    /// same kinds follow each other.
    fn kind(shape: &Self::ConvexShape) -> u8;

    /// The box and the ball around a convex shape, where a map places it.
    fn enclose(
        shape: &Self::ConvexShape,
        affine: &<D::Vector as Vector>::Affine,
    ) -> BoundingVolumes<D::Vector>;

    /// Draws the surface of a convex shape, in its own space, as chains of points. Circles get so many sides: a
    /// multiple of four.
    #[cfg(feature = "overlay")]
    fn outline(shape: &Self::ConvexShape, sides: u32, pen: &mut Pen<D::Vector>);

    /// The points from which the description makes the shape, if it is made of points: to show what is
    /// wrong with them.
    #[cfg(feature = "overlay")]
    fn points(&self) -> &[D::Vector];
}

/// Draws a chain of points, each joined to the next.
#[cfg(feature = "overlay")]
pub type Pen<'a, V> = dyn FnMut(&mut dyn Iterator<Item = V>) + 'a;

/// Whether a map has no NaN and no infinity.
#[inline(always)]
pub(crate) fn is_finite<V: Vector<Scalar = f32>>(affine: &V::Affine) -> bool {
    // What is finite becomes nothing, whatever else becomes no number.
    let columns = (0..V::DIMENSION).map(|index| affine.column(index));
    columns.fold(affine.translation() * 0.0, |sum, column| sum + column * 0.0) == V::ZERO
}
