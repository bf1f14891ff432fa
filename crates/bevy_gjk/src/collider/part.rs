//! A part of a compound, as it is described.

use core::fmt::Debug;

use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use bevy_transform::components::{GlobalTransform, Transform};
use gjk::Support;

use super::form::Form;
use super::parts::Parts;
use crate::dimension::{Dimension, Shape, is_finite};
use crate::validate::ColliderError;

/// A shape and where it stands in a compound: just where it would stand as a child entity with this transform.
///
/// ```
/// use bevy_gjk::dim3::Collider;
/// use bevy_transform::components::Transform;
///
/// let hammer = Collider::compound([
///     (Transform::default(), Collider::cylinder(0.05, 1.0)),
///     (Transform::from_xyz(0.0, 0.5, 0.0), Collider::cuboid(0.4, 0.2, 0.2)),
/// ]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Default, Debug, Clone, PartialEq)]
#[reflect(where C: Clone + Debug + Default + PartialEq)]
#[type_path = "bevy_gjk"]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub struct ColliderPart<C> {
    /// Where the shape stands: turned, scaled and mirrored as one likes.
    pub transform: Transform,
    /// The shape; compounds may be nested.
    pub shape: C,
}

impl<C> From<(Transform, C)> for ColliderPart<C> {
    fn from((transform, shape): (Transform, C)) -> Self {
        Self { transform, shape }
    }
}

/// The form of a compound: the convex parts of all of its parts.
pub(crate) fn compound<D: Dimension>(parts: &[ColliderPart<D::Collider>]) -> Result<Form<D>, ColliderError> {
    let mut pieces = Vec::with_capacity(parts.len());
    for part in parts {
        let affine = D::affine(&GlobalTransform::from(part.transform));
        if !is_finite::<D::Vector>(&affine) {
            return Err(ColliderError::PartNotFinite);
        }
        match part.shape.prepare()? {
            Form::Convex(shape) if shape.half_space().is_some() => return Err(ColliderError::EndlessPart),
            Form::Convex(shape) => pieces.push((shape, affine)),
            Form::Parts(inner) => {
                for index in 0..inner.len() {
                    inner.with_part(index, &affine, |part| {
                        pieces.push(((*part.shape()).clone(), *part.affine()));
                    });
                }
            }
        }
    }
    if pieces.is_empty() {
        return Err(ColliderError::NoParts);
    }
    Ok(Form::Parts(Parts::new(pieces).into()))
}
