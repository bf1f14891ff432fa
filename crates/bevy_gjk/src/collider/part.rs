//! Descriptions of the parts of compounds, and the composite shapes made from them.

use core::fmt::Debug;

use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use bevy_transform::components::{GlobalTransform, Transform};

use crate::collider::limits::NestedLevel;
use crate::collider::{Child, ColliderError, ColliderShape, CompositeShape, Dimension, Shape, is_finite};

/// A shape and its transform in a compound, which acts as that of a child entity.
///
/// In 2D, the z coordinates of parts are ignored, even if a parent rotates the compound out of the xy plane. For parts
/// at different depths, use child entities of a [`CompoundCollider`](crate::CompoundCollider).
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
#[cfg_attr(feature = "serialize", serde(bound(deserialize = "C: serde::Deserialize<'de>")))]
pub struct ColliderPart<C> {
    /// The transform of the shape in the compound, of any rotation and scale. Files may omit it.
    #[cfg_attr(feature = "serialize", serde(default))]
    pub transform: Transform,
    /// The shape; compounds may be nested up to 32 levels deep.
    #[cfg_attr(
        feature = "serialize",
        serde(deserialize_with = "crate::collider::limits::deserialize_nested")
    )]
    pub shape: C,
}

impl<C> From<(Transform, C)> for ColliderPart<C> {
    fn from((transform, shape): (Transform, C)) -> Self {
        Self { transform, shape }
    }
}

/// Makes the composite shape of a compound from all of its parts.
pub(crate) fn compound<D: Dimension>(
    parts: &[ColliderPart<D::Collider>],
) -> Result<ColliderShape<D>, ColliderError> {
    Ok(ColliderShape::Composite(CompositeShape::group(prepare_parts::<D>(parts)?)?.into()))
}

/// Checks the parts of a compound and prepares their shapes.
pub(crate) fn prepare_parts<D: Dimension>(
    parts: &[ColliderPart<D::Collider>],
) -> Result<Vec<Child<D>>, ColliderError> {
    if parts.is_empty() {
        return Err(ColliderError::NoParts);
    }
    let _level = NestedLevel::enter()?;
    let prepare = |(index, part): (u32, &ColliderPart<D::Collider>)| {
        let affine = D::affine(&GlobalTransform::from(part.transform));
        if !is_finite::<D::Vector>(&affine) {
            return Err(ColliderError::PartNotFinite);
        }
        let shape = part.shape.prepare().map_err(|error| match error {
            ColliderError::Shape(error) if parts.len() > 1 => ColliderError::ShapeOfPart(index, error),
            error => error,
        })?;
        Ok(Child::new(shape.bounded()?, affine))
    };
    (0..).zip(parts).map(prepare).collect()
}
