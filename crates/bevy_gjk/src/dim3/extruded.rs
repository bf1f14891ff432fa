//! Shapes of the plane, drawn out along z.

use gjk::{Affine, Affine2, Affine3A, Mat3, Vec3};

use crate::collider::Shape;
use crate::collider::{Child, ColliderShape, CompositeShape};
use crate::dim2;
use crate::dim2::checked;
use crate::dim3::ConvexShape;
use crate::dim3::Dim3;
use crate::error::ColliderError;

/// The form of a shape that reaches so far to either side of the plane: each part of it drawn out.
pub(super) fn extruded(base: &dim2::Collider, half_depth: f32) -> Result<ColliderShape<Dim3>, ColliderError> {
    let solid = |base: dim2::ConvexShape| {
        let solid = gjk::Extrusion { base, half_depth };
        Ok(ColliderShape::Convex(ConvexShape::Extrusion(checked(solid, gjk::Extrusion::validate)?.into())))
    };
    match base.prepare()?.bounded()? {
        ColliderShape::Convex(shape) => solid(shape),
        ColliderShape::Composite(parts) => {
            let member = |index| {
                parts.with_part(index, &Affine2::IDENTITY, |part| {
                    Ok(Child::new(solid((*part.shape()).clone())?, upright(part.affine())))
                })
            };
            let members: Result<Vec<_>, ColliderError> = (0..parts.len()).filter_map(member).collect();
            Ok(ColliderShape::Composite(CompositeShape::group(members?).into()))
        }
    }
}

/// A map of the plane as one of space that leaves z as it is.
fn upright(flat: &Affine2) -> Affine3A {
    let [x, y] = [0, 1].map(|index| flat.column(index).extend(0.0));
    Affine3A::from_mat3_translation(Mat3::from_cols(x, y, Vec3::Z), flat.translation.extend(0.0))
}
