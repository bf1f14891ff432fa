//! The trait of the convex shapes of a dimension, and the macro that defines their enum from one table.

use gjk::{Support, Vector};

use crate::collider::BoundingVolumes;

/// A checked convex shape, as the narrow phase tests it.
pub trait Convex<V: Vector>: Support<V> {
    /// Makes the half-space behind a plane through the origin from its outward unit normal.
    fn half_space_behind(normal: V) -> Self;

    /// Computes the AABB and the bounding sphere of the shape placed by an affine map.
    fn enclose(&self, affine: &V::Affine) -> BoundingVolumes<V>;

    /// Returns whether the data of the shape are elsewhere in memory, and not in the enum: only then does the type of
    /// the variant have anything to drop.
    fn is_boxed(&self) -> bool;

    /// Returns the corners of a segment or a triangle, in their order.
    fn simplex(&self) -> Option<&[V]>;
}

/// Defines the enum of the convex shapes of a dimension: its variants, and the dispatch over them for the bounding
/// volumes and [`Support`](gjk::Support).
///
/// Each row is a variant and the type that it holds. If not the type but one of its fields has the support function,
/// the row names the field: `Custom(Custom<Vec2>) => 0`.
macro_rules! convex_shapes {
    // `$d` is a dollar sign, for the macro that this one defines.
    (($d:tt) $vector:ty;
    $(#[$attribute:meta])*
    pub enum $name:ident {
        $($(#[$doc:meta])* $kind:ident($shape:ty) $(=> $field:tt)?,)*
    }) => {
        $(#[$attribute])*
        pub enum $name {
            $($(#[$doc])* $kind($shape),)*
        }

        /// Evaluates an expression with the shape of any variant.
        macro_rules! dispatch {
            ($d value:ident, $d shape:ident => $d answer:expr) => {
                match $d value {
                    $(Self::$kind($d shape) => {
                        $(let $d shape = &$d shape.$field;)?
                        $d answer
                    })*
                }
            };
        }

        impl crate::collider::Convex<$vector> for $name {
            fn half_space_behind(normal: $vector) -> Self {
                Self::HalfSpace(gjk::HalfSpace::new(normal, 0.0))
            }

            fn enclose(&self, affine: &<$vector as gjk::Vector>::Affine) -> BoundingVolumes<$vector> {
                dispatch!(self, shape => BoundingVolumes::of(shape, affine))
            }

            #[inline]
            fn is_boxed(&self) -> bool {
                match self {
                    $(Self::$kind(_) => core::mem::needs_drop::<$shape>(),)*
                }
            }

            fn simplex(&self) -> Option<&[$vector]> {
                match self {
                    Self::Segment(segment) => Some(&segment.corners),
                    Self::Triangle(triangle) => Some(&triangle.corners),
                    _ => None,
                }
            }
        }

        impl gjk::Support<$vector> for $name {
            gjk::forward_support!(#[inline] $vector, dispatch);
        }
    };
}

/// Returns a shape if its own validation finds no error, or returns the error from the function around.
macro_rules! checked {
    ($shape:expr) => {{
        let shape = $shape;
        shape.validate()?;
        shape
    }};
}

pub(crate) use {checked, convex_shapes};
