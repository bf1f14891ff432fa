//! The traits that abstract over 2D and 3D: [`Dimension`] for its maps and types, [`Shape`] for its collider component.
//!
//! All else in the plugin is written once, generic over these two.

use core::fmt::Debug;
use core::hash::Hash;

use bevy_ecs::component::{Component, Mutable};
use bevy_math::InvalidDirectionError;
use bevy_reflect::{FromReflect, GetTypeRegistration, TypePath, Typed};
use bevy_transform::components::GlobalTransform;
use gjk::{Affine, Space, Support, Vector, WideSpace};

use crate::collider::geometry::{GeometryError, Surface};
use crate::collider::{ColliderError, ColliderShape, Convex};

/// What the feature `serialize` asks of vectors, maps and colliders, so that types that are generic over the dimension can be written.
#[cfg(feature = "serialize")]
pub trait Stored: serde::Serialize + serde::de::DeserializeOwned {}
#[cfg(feature = "serialize")]
impl<T: serde::Serialize + serde::de::DeserializeOwned> Stored for T {}

/// Nothing without the feature `serialize`.
#[cfg(not(feature = "serialize"))]
pub trait Stored {}
#[cfg(not(feature = "serialize"))]
impl<T> Stored for T {}

/// A dimension: [`Dim2`](crate::Dim2) or [`Dim3`](crate::Dim3).
pub trait Dimension: Copy + Debug + Default + PartialEq + Send + Sync + TypePath + 'static {
    /// A point or direction of this dimension.
    type Vector: Space<Scalar = f32, Wide = Self::Wide, Affine: Stored>
        + FromReflect
        + Typed
        + TypePath
        + GetTypeRegistration
        + Stored;
    /// The same with coordinates of `f64`, in which moves add up their steps.
    type Wide: WideSpace;
    /// A unit vector of this dimension, the direction of a cast: [`Dir2`](bevy_math::Dir2) or
    /// [`Dir3`](bevy_math::Dir3).
    type Direction: Copy
        + Debug
        + PartialEq
        + Send
        + Sync
        + Into<Self::Vector>
        + TryFrom<Self::Vector, Error = InvalidDirectionError>
        + 'static;
    /// The component that gives an entity its shape.
    type Collider: Shape<Self> + Stored;
    /// The coordinates of a cell of a grid: [`UVec2`](bevy_math::UVec2) or [`UVec3`](bevy_math::UVec3).
    type Cell: Copy + Debug + Eq + Hash + Send + Sync + FromReflect + Typed + TypePath + GetTypeRegistration;
    /// The name of the dimension in warnings and type paths.
    const NAME: &'static str;

    /// Returns the affine map by which a transform places a collider. It is never decomposed, so shear and mirrors are
    /// kept.
    fn affine(transform: &GlobalTransform) -> <Self::Vector as Vector>::Affine;

    /// Returns whether a transform maps the z axis of its children into x or y, which a rotation about x or y does in
    /// 2D. Then the [map](Self::affine) of a product is not the product of the maps. Always `false` in 3D.
    fn mixes_depth(transform: &GlobalTransform) -> bool;

    /// Returns whether a map has a z component that a transform that [mixes depth](Self::mixes_depth) would map into x
    /// or y.
    fn has_depth(map: &gjk::Affine3A) -> bool;

    /// Returns the linear map with these columns, the images of the axes.
    fn linear(column: impl Fn(usize) -> Self::Vector) -> <Self::Vector as Vector>::Affine;

    /// Composes two maps: `inner` is applied first, then `outer`.
    fn compose(
        outer: &<Self::Vector as Vector>::Affine,
        inner: &<Self::Vector as Vector>::Affine,
    ) -> <Self::Vector as Vector>::Affine;

    /// Interpolates between two maps at a time from 0 to 1: the rotation turns at a constant rate through the smaller
    /// angle; the translation, scale and shear change linearly.
    fn between(
        start: &<Self::Vector as Vector>::Affine,
        end: &<Self::Vector as Vector>::Affine,
        time: f32,
    ) -> <Self::Vector as Vector>::Affine;

    /// Returns how the linear parts of two maps differ along the interpolation [`between`](Self::between) them: a close
    /// upper bound of the rotation angle in radians, and the difference of scale and shear as a linear map.
    fn change(
        start: &<Self::Vector as Vector>::Affine,
        end: &<Self::Vector as Vector>::Affine,
    ) -> (f32, <Self::Vector as Vector>::Affine);

    /// Returns the coordinates of a point in the world; in 2D the third one is 0.
    fn coordinates(point: Self::Vector) -> [f32; 3];

    /// Returns a vector out of a face of a boundary, perpendicular to it: zero if the face is flat. In 2D a face is the
    /// segment between its first two corners, with the inside on its left; in 3D a triangle whose corners are
    /// counterclockwise as seen from outside.
    fn outward(corners: [Self::Wide; 3]) -> Self::Wide;

    /// Returns, in local coordinates, the point that a map places at a point of the world, or `None` if the map is
    /// singular; and whether the map mirrors.
    fn to_local(affine: &<Self::Vector as Vector>::Affine, point: Self::Wide) -> Option<(Self::Wide, bool)>;

    /// Returns the coordinates of a cell of a grid; in 2D the third one is 0.
    fn cell_coordinates(cell: Self::Cell) -> [u32; 3];

    /// Returns the cell of a grid with these coordinates.
    fn cell_from(coordinates: [u32; 3]) -> Self::Cell;
}

/// The type of the affine maps that place colliders.
pub type AffineOf<D> = <<D as Dimension>::Vector as Vector>::Affine;

/// A collider component: the description of a shape, from which the systems make a [`ColliderShape`].
pub trait Shape<D: Dimension>:
    Component<Mutability = Mutable> + Clone + Debug + PartialEq + Typed + TypePath + GetTypeRegistration
{
    /// A checked convex shape, as the narrow phase tests it.
    type ConvexShape: Convex<D::Vector> + Clone + Debug + PartialEq + Send + Sync;

    /// Checks the description and makes the shape that the narrow phase tests.
    ///
    /// # Errors
    /// Returns what is wrong with the description.
    fn prepare(&self) -> Result<ColliderShape<D>, ColliderError>;

    /// Writes the geometry of a convex set, given by its support function, that is moved by a translation.
    #[doc(hidden)]
    fn add_convex(
        set: &dyn Support<D::Vector>,
        translation: D::Wide,
        surface: &mut Surface<D>,
    ) -> Result<(), GeometryError>;

    /// Draws the wireframe of a convex shape in local coordinates, as polylines. Circles get `sides` sides, a multiple
    /// of four.
    #[cfg(feature = "overlay")]
    fn draw(shape: &Self::ConvexShape, sides: u32, pen: &mut Pen<D::Vector>);

    /// Returns the points of the description, if it has any: the overlay shows them where the shape is invalid.
    #[cfg(feature = "overlay")]
    fn points(&self) -> &[D::Vector];
}

/// A callback that draws a polyline through the given points.
#[cfg(feature = "overlay")]
pub type Pen<'a, V> = dyn FnMut(&mut dyn Iterator<Item = V>) + 'a;

/// Returns the coordinates of a point or vector in 3D.
#[cfg(any(feature = "overlay", feature = "picking"))]
pub(crate) fn to_vec3<D: Dimension>(point: D::Vector) -> bevy_math::Vec3 {
    D::coordinates(point).into()
}

/// Returns whether a map has no NaN and no infinity.
#[inline(always)]
pub(crate) fn is_finite<V: Vector<Scalar = f32>>(affine: &V::Affine) -> bool {
    // A finite number times 0 is 0; NaN and infinities give NaN. So one comparison checks all of them.
    let columns = (0..V::DIMENSION).map(|index| affine.column(index));
    columns.fold(affine.translation() * 0.0, |sum, column| sum + column * 0.0) == V::ZERO
}

/// Returns whether two maps differ by a translation at most.
#[inline(always)]
pub(crate) fn has_same_linear_part<V: Vector>(one: &V::Affine, other: &V::Affine) -> bool {
    (0..V::DIMENSION).all(|index| one.column(index) == other.column(index))
}
