//! The properties of a dimension that the run needs.

use oracle::case::Form;

use crate::common::prelude::*;

pub trait Chaotic: Spatial {
    /// The dimension for the oracle.
    const JUDGED: oracle::case::Dimension;
    /// Half the side of the square or cube that holds the scene.
    const REACH: f32;

    /// Returns a random valid shape of any kind.
    fn collider(random: &mut Random) -> Self::Collider;
    /// Returns a random invalid description.
    fn invalid(random: &mut Random) -> Self::Collider;
    /// Changes a number in a description.
    fn tweak(collider: &mut Self::Collider, random: &mut Random);
    /// Returns the bounded shape for the oracle, or `None` if the description is invalid or a half-space.
    fn form(collider: &Self::Collider) -> Option<Form>;
    /// Returns the normal and the offset, if a collider is described as a half-space.
    fn as_half_space(collider: &Self::Collider) -> Option<(Vec3, f32)>;
    /// Returns a random rotation.
    fn turn(random: &mut Random) -> Quat;
    /// Returns a random position.
    fn place(random: &mut Random, reach: f32) -> Vec3;

    /// Returns whether a description is valid.
    fn is_valid(collider: &Self::Collider) -> bool {
        Self::form(collider).is_some()
            || Self::as_half_space(collider).is_some_and(|(normal, offset)| {
                normal.is_finite() && normal != Vec3::ZERO && offset.is_finite()
            })
    }

    /// Returns a half-space of any slope, sometimes level, that divides the scene.
    fn any_half_space(random: &mut Random) -> Self::Collider {
        let normal = Self::place(random, 1.0);
        let level = one_of(random, &[Vec3::X, Vec3::Y, Vec3::NEG_X, Vec3::NEG_Y]);
        let normal = if once_in(random, 4) { level } else { normal };
        let offset = random.range(-Self::REACH, Self::REACH) * normal.length();
        Self::half_space(normal, offset)
    }

    /// Converts a point for the oracle.
    fn wide(point: Self::Vector) -> DVec3 {
        Vec3::from_array(Self::coordinates(point)).as_dvec3()
    }
}

/// Returns one of several items, with equal probability.
pub fn one_of<T: Clone>(random: &mut Random, all: &[T]) -> T {
    all[random.below(all.len() as u32) as usize].clone()
}

/// Returns true with the probability 1 / `times`.
pub fn once_in(random: &mut Random, times: u32) -> bool {
    random.below(times) == 0
}

/// Returns an ordinary size.
pub fn size(random: &mut Random) -> f32 {
    random.range(0.2, 1.0)
}

/// Returns a NaN or an infinity.
pub fn not_finite(random: &mut Random) -> f32 {
    one_of(random, &[f32::NAN, f32::INFINITY, f32::NEG_INFINITY])
}

/// Returns an invalid size.
pub fn bad_size(random: &mut Random) -> f32 {
    if once_in(random, 2) { -0.5 } else { not_finite(random).abs() }
}

/// Returns whether all sizes are valid.
pub fn are_sizes(sizes: &[f32]) -> bool {
    sizes.iter().all(|size| size.is_finite() && *size >= 0.0)
}
