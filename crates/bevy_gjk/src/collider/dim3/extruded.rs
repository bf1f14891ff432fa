//! Extrusions of 2D shapes along z.

use gjk::{Affine, Affine2, Affine3A, Mat3, Vec3};

use crate::collider::dim3::extruded_area::ExtrudedArea;
use crate::collider::dim3::{Collider, ConvexShape};
use crate::collider::{Child, ColliderError, ColliderShape, CompositeShape, Dim3, Shape, checked, dim2};

impl Collider {
    /// Creates the extrusion of a 2D shape along z, with this full depth.
    pub fn extrusion(base: impl Into<dim2::Collider>, depth: f32) -> Self {
        Self::Extrusion { base: base.into(), half_depth: depth * 0.5 }
    }
}

/// Extrudes a 2D shape along z by `half_depth` to either side. A composite shape is extruded part by part.
pub(super) fn extruded(base: &dim2::Collider, half_depth: f32) -> Result<ColliderShape<Dim3>, ColliderError> {
    match base.prepare()?.bounded()? {
        ColliderShape::Convex(shape) => extruded_part(shape, half_depth).map(ColliderShape::Convex),
        ColliderShape::Composite(parts) => {
            if let Some(boundary) = parts.boundary() {
                let area = ExtrudedArea::new(&parts, boundary, half_depth)?;
                return Ok(ColliderShape::Composite(CompositeShape::implicit(area).into()));
            }
            let extrude_part = |index| {
                parts.with_part(index, &Affine2::IDENTITY, |part| {
                    let shape = extruded_part((*part.shape()).clone(), half_depth)?;
                    Ok(Child::new(ColliderShape::Convex(shape), to_3d(part.affine())))
                })
            };
            let children: Result<Vec<_>, ColliderError> = (0..parts.len()).filter_map(extrude_part).collect();
            Ok(ColliderShape::Composite(CompositeShape::group(children?)?.into()))
        }
    }
}

/// Extrudes a convex shape.
pub(super) fn extruded_part(base: dim2::ConvexShape, half_depth: f32) -> Result<ConvexShape, ColliderError> {
    let extrusion = gjk::Extrusion { base, half_depth };
    Ok(ConvexShape::Extrusion(checked!(extrusion).into()))
}

/// Converts a 2D map to the 3D map that does the same in x and y and leaves z unchanged.
fn to_3d(map: &Affine2) -> Affine3A {
    let [x, y] = [0, 1].map(|index| map.column(index).extend(0.0));
    Affine3A::from_mat3_translation(Mat3::from_cols(x, y, Vec3::Z), map.translation.extend(0.0))
}
