//! Affine maps applied in `f64`, so that a platform carries without drift.

use gjk::{Affine, Vector, Wide};

use crate::collider::{AffineOf, Dimension};
use crate::movement::length;

/// Returns where a point comes to that moves with a collider from one map to another; `None` if the first map has no
/// inverse.
pub(super) fn carried<D: Dimension>(
    point: D::Wide,
    before: &AffineOf<D>,
    after: &AffineOf<D>,
) -> Option<D::Wide> {
    let offset = point - before.translation().widen();
    let local = solve::<D>(
        |row, column| before.column(column).widen().dot(axis::<D>(row)),
        |row| offset.dot(axis::<D>(row)),
    )?;
    let image = (0..D::Vector::DIMENSION)
        .fold(after.translation().widen(), |sum, index| sum + after.column(index).widen() * local[index]);
    image.is_finite().then_some(image)
}

/// Returns the unit normal of the image of a plane that moves with a collider from one map to another.
pub(super) fn carried_normal<D: Dimension>(
    normal: D::Wide,
    before: &AffineOf<D>,
    after: &AffineOf<D>,
) -> Option<D::Wide> {
    // The inverse transpose of the whole map: first the transpose of the one, then the inverse transpose of the other.
    let image = solve::<D>(
        |row, column| after.column(row).widen().dot(axis::<D>(column)),
        |row| before.column(row).widen().dot(normal),
    )?;
    let image =
        (0..D::Vector::DIMENSION).fold(D::Wide::ZERO, |sum, index| sum + axis::<D>(index) * image[index]);
    let length = length(image);
    (length.is_finite() && length > 0.0).then(|| image * (1.0 / length))
}

fn axis<D: Dimension>(index: usize) -> D::Wide {
    D::Vector::axis(index).widen()
}

/// Solves a system of linear equations, given by the entries of its matrix and its right side, by elimination with
/// pivots.
fn solve<D: Dimension>(
    matrix: impl Fn(usize, usize) -> f64,
    right: impl Fn(usize) -> f64,
) -> Option<[f64; 3]> {
    let dimension = D::Vector::DIMENSION;
    let mut rows: [[f64; 4]; 3] = core::array::from_fn(|row| {
        core::array::from_fn(|column| match (row < dimension, column < dimension) {
            (true, true) => matrix(row, column),
            (true, false) if column == 3 => right(row),
            _ => 0.0,
        })
    });
    for column in 0..dimension {
        let size = |row: &usize| rows[*row][column].abs();
        let pivot = (column..dimension).max_by(|one, two| size(one).total_cmp(&size(two)))?;
        rows.swap(column, pivot);
        let divisor = rows[column][column];
        if !(divisor.abs() > 0.0 && divisor.is_finite()) {
            return None;
        }
        for row in 0..dimension {
            if row != column {
                let factor = rows[row][column] / divisor;
                let above = rows[column];
                rows[row].iter_mut().zip(above).for_each(|(entry, above)| *entry -= factor * above);
            }
        }
    }
    Some(core::array::from_fn(|row| if row < dimension { rows[row][3] / rows[row][row] } else { 0.0 }))
}

#[cfg(test)]
mod tests {
    use bevy_math::{Affine2, Affine3A, DVec2, DVec3, EulerRot, Quat, Vec2, Vec3};

    use super::{carried, carried_normal};
    use crate::collider::{Dim2, Dim3};

    #[test]
    fn a_point_is_carried_by_a_turn_to_the_last_digits() {
        let [before, after] = [0.3f32, 0.4].map(Affine2::from_angle);
        let at = DVec2::new(9.0, 0.0);
        let found = carried::<Dim2>(at, &before, &after).unwrap();
        assert!(found.distance(DVec2::from_angle(0.1) * 9.0) < 1e-5);
        assert_eq!(carried::<Dim2>(at, &Affine2::from_scale(Vec2::X), &after), None);
    }

    #[test]
    fn a_normal_stays_perpendicular_to_the_image_of_its_plane() {
        let before = Affine3A::from_scale_rotation_translation(
            Vec3::new(1.0, 2.0, -0.5),
            Quat::from_euler(EulerRot::XYZ, 0.3, 1.0, -0.4),
            Vec3::ONE,
        );
        let after =
            before * Affine3A::from_axis_angle(Vec3::X, 0.2) * Affine3A::from_scale(Vec3::new(1.0, 1.0, 3.0));
        let normal = DVec3::new(1.0, 2.0, -0.5).normalize();
        let image = carried_normal::<Dim3>(normal, &before, &after).unwrap();
        for along in [normal.any_orthonormal_vector(), normal.cross(normal.any_orthonormal_vector())] {
            let ends = [DVec3::ZERO, along].map(|at| carried::<Dim3>(at, &before, &after).unwrap());
            assert!((ends[1] - ends[0]).normalize().dot(image).abs() < 1e-6);
        }
    }
}
