//! The kinds of cells.

use core::fmt;

use bevy_math::{EulerRot, Quat, Vec3};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use bevy_transform::components::Transform;
use gjk::{Vec2, Vector};

use super::error::Coordinates;
use crate::collider::{CollisionLayers, Dim2, Dim3, Dimension, OneWayPlatform, dim2, dim3};

/// What a cell of a [`CellGrid`](super::CellGrid) may be: a shape, and what entities say by components.
///
/// The shape is in the unit cell, from -0.5 to 0.5 along each axis, and is as large as a cell where it is. It is
/// convex; without one, a cell is of that kind and nothing touches it.
///
/// ```
/// use bevy_gjk::dim2::{CellKind, Collider, OneWayPlatform};
/// use bevy_gjk::gjk::Vec2;
///
/// let ground = CellKind::full();
/// let ramp = CellKind::slope();
/// let ceiling_ramp = CellKind::slope().mirrored_y();
/// let branch = CellKind { one_way: Some(OneWayPlatform::default()), ..CellKind::upper_half() };
/// let belt = CellKind { surface_velocity: Vec2::X * 30.0, ..CellKind::full() };
/// // Events tell of each coin that is touched.
/// let coin = CellKind { reports: true, ..CellKind::new(Collider::circle(0.3)) };
/// ```
#[derive(Clone, Debug, PartialEq, Reflect)]
#[reflect(Default, Debug, Clone, PartialEq)]
#[reflect(where D::Collider: bevy_reflect::FromReflect)]
#[type_path = "bevy_gjk"]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serialize",
    serde(
        default,
        bound(
            serialize = "D::Vector: serde::Serialize, D::Collider: serde::Serialize",
            deserialize = "D::Vector: serde::Deserialize<'de>, D::Collider: serde::Deserialize<'de>"
        )
    )
)]
#[doc(alias("palette", "tile", "tileset", "block"))]
pub struct CellKind<D: Dimension> {
    /// The shape, in the unit cell.
    pub shape: Option<D::Collider>,
    /// Places the shape in the cell: turns it, mirrors it. Quarter turns are exact.
    pub transform: Transform,
    /// The layers of these cells; without, those of the entity.
    pub layers: Option<CollisionLayers>,
    /// Makes them solid for characters from one side only.
    pub one_way: Option<OneWayPlatform<D>>,
    /// The velocity at which they carry characters, as a [`SurfaceVelocity`](crate::SurfaceVelocity).
    pub surface_velocity: D::Vector,
    /// Whether each single one that is touched is reported by an event: see [`CellEvent`](crate::grid::CellEvent).
    pub reports: bool,
    /// A number for the game.
    pub tag: u32,
}

/// Creates a kind without a shape.
impl<D: Dimension> Default for CellKind<D> {
    fn default() -> Self {
        Self {
            shape: None,
            transform: Transform::IDENTITY,
            layers: None,
            one_way: None,
            surface_velocity: D::Vector::ZERO,
            reports: false,
            tag: 0,
        }
    }
}

impl<D: Dimension> CellKind<D> {
    /// Creates a kind from a shape in the unit cell.
    pub fn new(shape: impl Into<D::Collider>) -> Self {
        Self { shape: Some(shape.into()), ..Self::default() }
    }

    /// Mirrors the shape: what was at the left is at the right.
    #[must_use]
    pub fn mirrored_x(self) -> Self {
        self.then(Transform::from_scale(Vec3::new(-1.0, 1.0, 1.0)))
    }

    /// Mirrors the shape: what was below is above.
    #[must_use]
    pub fn mirrored_y(self) -> Self {
        self.then(Transform::from_scale(Vec3::new(1.0, -1.0, 1.0)))
    }

    /// Applies another transform to the shape, after those so far.
    fn then(self, transform: Transform) -> Self {
        Self { transform: transform * self.transform, ..self }
    }
}

/// Implements the kinds that fill a cell, or half of it, by the shapes of a dimension.
macro_rules! filling_kinds {
    ($dimension:ty, $full:expr, $half:expr) => {
        impl CellKind<$dimension> {
            /// Creates a kind that fills its cell.
            pub fn full() -> Self {
                Self::new($full)
            }

            /// Creates a kind that fills the lower half of its cell: a slab, a step.
            #[doc(alias("half", "slab"))]
            pub fn lower_half() -> Self {
                Self { transform: Transform::from_xyz(0.0, -0.25, 0.0), ..Self::new($half) }
            }

            /// Creates a kind that fills the upper half of its cell: a branch, whose top is that of a full cell next to
            /// it.
            #[doc(alias("half", "slab"))]
            pub fn upper_half() -> Self {
                Self { transform: Transform::from_xyz(0.0, 0.25, 0.0), ..Self::new($half) }
            }
        }
    };
}

filling_kinds!(Dim2, dim2::Collider::rectangle(1.0, 1.0), dim2::Collider::rectangle(1.0, 0.5));
filling_kinds!(Dim3, dim3::Collider::cuboid(1.0, 1.0, 1.0), dim3::Collider::cuboid(1.0, 0.5, 1.0));

impl CellKind<Dim2> {
    /// Creates a slope that rises to the right by a whole cell.
    pub fn slope() -> Self {
        let [low, right, high] = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5)].map(Vec2::from);
        Self::new(dim2::Collider::triangle(low, right, high))
    }

    /// Turns the shape counter-clockwise by a number of quarter turns.
    #[must_use]
    pub fn turned(self, quarters: i32) -> Self {
        self.then(Transform::from_rotation(Quat::from_rotation_z(quarter_turns(quarters))))
    }
}

impl CellKind<Dim3> {
    /// Creates a slope that rises along x by a whole cell.
    pub fn slope() -> Self {
        let profile = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5)];
        let corners = profile.map(|(x, y)| [-0.5, 0.5].map(|z| Vec3::new(x, y, z)));
        Self::new(dim3::Collider::hull(corners.into_iter().flatten()))
    }

    /// Turns the shape about the y axis by a number of quarter turns, counter-clockwise as seen from above.
    #[must_use]
    pub fn turned(self, quarters: i32) -> Self {
        self.then(Transform::from_rotation(Quat::from_euler(
            EulerRot::YXZ,
            quarter_turns(quarters),
            0.0,
            0.0,
        )))
    }
}

/// Returns the angle of quarter turns, in radians.
fn quarter_turns(quarters: i32) -> f32 {
    quarters.rem_euclid(4) as f32 * core::f32::consts::FRAC_PI_2
}

/// A cell that a query, an event or a move has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridCell<D: Dimension> {
    /// The coordinates.
    pub cell: D::Cell,
    /// The number of its kind.
    pub kind: u16,
    /// The number that the game has given the kind.
    pub tag: u32,
}

/// Writes the coordinates, as in `cell (3, 4)`.
impl<D: Dimension> fmt::Display for GridCell<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cell {}", Coordinates::<D>(self.cell))
    }
}
