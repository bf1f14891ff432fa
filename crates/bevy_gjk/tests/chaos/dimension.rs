//! What the run needs of a dimension.

use bevy_gjk::Dimension;
use bevy_math::{DVec3, Quat, Vec3};
use judge::case::Form;

use crate::common::Random;

pub trait Chaotic: Dimension {
    /// The dimension as the oracle calls it.
    const JUDGED: judge::case::Dimension;
    /// Half the side of the square or cube in which things happen.
    const REACH: f32;

    /// A valid shape, of any kind.
    fn collider(random: &mut Random) -> Self::Collider;
    /// A description of no convex shape.
    fn invalid(random: &mut Random) -> Self::Collider;
    /// Changes a number of a description.
    fn tweak(collider: &mut Self::Collider, random: &mut Random);
    /// The shape as the oracle knows it; nothing where the description is of none.
    fn form(collider: &Self::Collider) -> Option<Form>;
    /// A random turn.
    fn turn(random: &mut Random) -> Quat;
    /// A random place.
    fn place(random: &mut Random, reach: f32) -> Vec3;

    /// A point for the oracle.
    fn wide(point: Self::Vector) -> DVec3 {
        Vec3::from_array(Self::coordinates(point)).as_dvec3()
    }
}

/// One of several, all alike.
pub fn one_of<T: Clone>(random: &mut Random, all: &[T]) -> T {
    all[random.below(all.len() as u32) as usize].clone()
}

/// Whether something happens that does once in so many times.
pub fn once_in(random: &mut Random, times: u32) -> bool {
    random.below(times) == 0
}

/// A size that most shapes have.
pub fn size(random: &mut Random) -> f32 {
    random.range(0.2, 1.0)
}

/// A number with which nothing can be done.
pub fn not_finite(random: &mut Random) -> f32 {
    one_of(random, &[f32::NAN, f32::INFINITY, f32::NEG_INFINITY])
}

/// What is wrong with a size.
pub fn bad_size(random: &mut Random) -> f32 {
    if once_in(random, 2) { -0.5 } else { not_finite(random).abs() }
}

/// Whether sizes are those of a shape.
pub fn are_sizes(sizes: &[f32]) -> bool {
    sizes.iter().all(|size| size.is_finite() && *size >= 0.0)
}
