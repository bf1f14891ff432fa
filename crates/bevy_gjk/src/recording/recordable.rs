//! What a dimension needs so that it can be recorded.

use gjk::Space;

use crate::collider::{ColliderPart, CustomShape, Dim2, Dim3, Dimension, dim2, dim3};

/// A dimension that can be recorded: [`Dim2`] or [`Dim3`].
pub trait Recordable: Dimension {
    /// Returns the collider with AABBs in place of [`CustomShape`]s, whose functions cannot be written; `None` if there
    /// are none.
    fn with_boxes(collider: &Self::Collider) -> Option<Self::Collider>;
}

/// Replaces the shapes of the app's own in parts; `None` if there are none.
fn parts_with_boxes<C: Clone>(
    parts: &[ColliderPart<C>],
    with_boxes: fn(&C) -> Option<C>,
) -> Option<Vec<ColliderPart<C>>> {
    let boxes: Vec<_> = parts.iter().map(|part| with_boxes(&part.shape)).collect();
    boxes.iter().any(Option::is_some).then(|| {
        let part = |(part, shape): (&ColliderPart<C>, Option<C>)| match shape {
            Some(shape) => ColliderPart { transform: part.transform, shape },
            None => part.clone(),
        };
        parts.iter().zip(boxes).map(part).collect()
    })
}

/// Returns the corners of the AABB of a shape of the app's own, in the order of the bits of their indices; none if it has
/// no support function.
fn corners<V: Space<Scalar = f32>>(shape: &CustomShape<V>) -> Vec<V> {
    let Ok(custom) = shape.prepare() else { return Vec::new() };
    let extent = |sign: f32, axis: usize| custom.0.support(V::axis(axis) * sign).dot(V::axis(axis));
    let sides: Vec<[f32; 2]> =
        (0..V::DIMENSION).map(|axis| [-1.0, 1.0].map(|sign| extent(sign, axis))).collect();
    let corner = |index: usize| {
        let parts = sides.iter().enumerate().map(|(axis, side)| V::axis(axis) * side[index >> axis & 1]);
        parts.fold(V::ZERO, |sum, part| sum + part)
    };
    (0..1 << V::DIMENSION).map(corner).collect()
}

/// Implements the trait for a dimension, with what only its colliders have.
macro_rules! recordable {
    ($dimension:ident, $module:ident, { $($arm:tt)* }) => {
        impl Recordable for $dimension {
            fn with_boxes(collider: &Self::Collider) -> Option<Self::Collider> {
                use $module::Collider;
                match collider {
                    Collider::Custom(shape) => Some(Collider::Hull { points: corners(shape) }),
                    Collider::Compound { parts } => {
                        parts_with_boxes(parts, Self::with_boxes).map(|parts| Collider::Compound { parts })
                    }
                    Collider::Rounded { parts, radius } => {
                        let radius = *radius;
                        parts_with_boxes(parts, Self::with_boxes)
                            .map(|parts| Collider::Rounded { parts, radius })
                    }
                    $($arm)*
                    _ => None,
                }
            }
        }
    };
}

recordable!(Dim2, dim2, {});
recordable!(Dim3, dim3, {
    Collider::Extrusion { base, half_depth } => Dim2::with_boxes(base)
        .map(|base| Collider::Extrusion { base, half_depth: *half_depth }),
});
