//! What a move keeps to.

/// How a shape moves among colliders; see [`CollisionQuery::move_and_slide`](crate::CollisionQuery::move_and_slide).
///
/// ```
/// use bevy_gjk::MoveSettings;
///
/// // A game whose unit is a pixel.
/// let settings = MoveSettings { skin: 0.1, ..MoveSettings::default() };
/// # assert_eq!(settings.max_steps, 32);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias("character", "kinematic"))]
pub struct MoveSettings {
    /// The clearance that a move keeps from every collider, in the units of the world. It is at least four times the
    /// distance at which the two count as touching, and at least 9.5e-7 of the largest coordinate that the
    /// motion can lead to (eight times `f32::EPSILON`), so that rounding never makes them touch; [`MoveHit::skin`](crate::MoveHit::skin)
    /// tells what it was.
    pub skin: f32,
    /// How many straight pieces the path of one move may have.
    pub max_steps: u32,
}

impl Default for MoveSettings {
    /// A skin of a hundredth of a unit, and 32 steps.
    fn default() -> Self {
        Self { skin: 0.01, max_steps: 32 }
    }
}
