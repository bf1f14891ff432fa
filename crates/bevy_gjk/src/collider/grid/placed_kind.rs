//! The shape of a kind of cells: checked, and placed in a cell.

use bevy_transform::components::GlobalTransform;
use gjk::{Aabb, Affine, Placed, Support, Vector};

use super::{CellKind, GridError};
use crate::collider::{AffineOf, ColliderError, ColliderShape, ConvexOf, Dimension, Shape, is_finite};

/// How much of a cell a shape may reach beyond it: the rounding of its description.
pub(super) const CELL_TOLERANCE: f32 = 1e-4;
/// The entries of a map that differ from a whole number by no more are that number: quarter turns of a quaternion are.
const QUARTER_TURN_ROUNDING: f32 = 1e-6;

/// The shape of a kind.
#[derive(Debug)]
pub(super) struct PlacedKind<D: Dimension> {
    pub(super) shape: ConvexOf<D>,
    /// Places it around the center of its cell, in the coordinates of the grid.
    pub(super) around_center: AffineOf<D>,
    /// Its AABB around the center.
    pub(super) bounds: Aabb<D::Vector>,
}

/// Checks the shape of a kind and places it around the center of a cell; `None` if it has none.
pub(super) fn place<D: Dimension>(
    kind: &CellKind<D>,
    cell_size: D::Vector,
    number: u16,
) -> Result<Option<PlacedKind<D>>, GridError<D>> {
    let Some(shape) = &kind.shape else { return Ok(None) };
    let invalid = |error| GridError::KindInvalid { kind: number, error, cell: None };
    let shape = match shape.prepare().and_then(ColliderShape::bounded).map_err(invalid)? {
        ColliderShape::Convex(shape) => shape,
        ColliderShape::Composite(_) => return Err(invalid(ColliderError::NotConvex)),
    };
    let local = rounded_to_quarter_turns::<D>(&D::affine(&GlobalTransform::from(kind.transform)));
    if !is_finite::<D::Vector>(&local) {
        return Err(invalid(ColliderError::PartNotFinite));
    }
    let Aabb { min, max } = Placed::<_, D::Vector>::new(&shape, local).aabb();
    if max.max(-min).max_element() > 0.5 + CELL_TOLERANCE {
        return Err(GridError::LeavesCell { kind: number, cell: None });
    }
    let scale = D::linear(|axis| D::Vector::axis(axis) * cell_size.element(axis));
    let around_center = D::compose(&scale, &local);
    let bounds = Placed::<_, D::Vector>::new(&shape, around_center).aabb();
    Ok(Some(PlacedKind { shape, around_center, bounds }))
}

/// Returns a map whose linear part has no rounding of quarter turns.
fn rounded_to_quarter_turns<D: Dimension>(affine: &AffineOf<D>) -> AffineOf<D> {
    let round = |number: f32| {
        let whole = number.round();
        if (number - whole).abs() <= QUARTER_TURN_ROUNDING { whole } else { number }
    };
    let column = |index: usize| {
        let column = affine.column(index);
        D::Vector::from_fn(|axis| round(column.element(axis)))
    };
    D::linear(column).with_translation(affine.translation())
}
