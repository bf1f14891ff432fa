//! Shapes of the plane, drawn out along z.

use gjk::{Affine, Affine2, Affine3A, Mat3, Vec3};

use crate::collider::Shape;
use crate::collider::{Form, Member, Parts};
use crate::dim2;
use crate::dim2::checked;
use crate::dim3::Dim3;
use crate::dim3::Prepared;
use crate::error::ColliderError;

/// The form of a shape that reaches so far to either side of the plane: each part of it drawn out.
pub(super) fn extruded(base: &dim2::Collider, half_depth: f32) -> Result<Form<Dim3>, ColliderError> {
    let solid = |base: dim2::Prepared| {
        let solid = gjk::Extrusion { base, half_depth };
        Ok(Form::Convex(Prepared::Extrusion(checked(solid, gjk::Extrusion::validate)?.into())))
    };
    match base.prepare()?.bounded()? {
        Form::Convex(shape) => solid(shape),
        Form::Parts(parts) => {
            let member = |index| {
                parts.with_part(index, &Affine2::IDENTITY, |part| {
                    Ok(Member::new(solid((*part.shape()).clone())?, upright(part.affine())))
                })
            };
            let members: Result<Vec<_>, ColliderError> = (0..parts.len()).filter_map(member).collect();
            Ok(Form::Parts(Parts::group(members?).into()))
        }
    }
}

/// A map of the plane as one of space that leaves z as it is.
fn upright(flat: &Affine2) -> Affine3A {
    let [x, y] = [0, 1].map(|index| flat.column(index).extend(0.0));
    Affine3A::from_mat3_translation(Mat3::from_cols(x, y, Vec3::Z), flat.translation.extend(0.0))
}
