//! What a move reports: hits on the way, how it ended, and where.

use core::fmt;

use bevy_ecs::prelude::Entity;

use crate::collider::Dimension;

/// A part of a collider that stops or turns a move.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", serde(bound = ""))]
pub struct MoveHit<D: Dimension> {
    /// The entity of the collider.
    pub entity: Entity,
    /// The index of the convex part of the collider: 0 if it is a single one.
    pub part: u32,
    /// The point of the collider that is nearest to the shape or, if they overlap, lies deepest in it.
    pub point: D::Vector,
    /// The unit normal of the surface, out of the collider and towards the shape.
    pub normal: D::Vector,
    /// The distance between the shape and the part; negative if they overlap.
    pub clearance: f32,
    /// The clearance that the move keeps from this part; see [`MoveSettings::skin`](crate::MoveSettings::skin).
    pub skin: f32,
    /// How far the shape has come since the move began.
    pub moved: D::Vector,
    /// The motion that is still wanted.
    pub remaining: D::Vector,
}

/// What a move does about a hit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[doc(alias("one-way", "one-way platform"))]
pub enum MoveResponse {
    /// Slides along the surface.
    #[default]
    Slide,
    /// Ignores the collider for the rest of the move.
    Pass,
    /// Ends the move there.
    Stop,
    /// Slides along the surface, but lets it take no more than this length off the motion, in world units: a motion
    /// that presses harder passes through. Use it for what should slow a shape down instead of stopping it.
    PushAtMost(f32),
}

impl MoveResponse {
    /// Returns the longest push of the plane of the hit.
    pub(super) fn max_push(self) -> f64 {
        match self {
            Self::PushAtMost(push) => f64::from(push).max(0.0),
            _ => f64::INFINITY,
        }
    }
}

/// Why a move ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
pub enum MoveEnd {
    /// All of the motion was used, though surfaces may have turned it. For a push: nothing overlaps any more.
    #[default]
    Arrived,
    /// The touched surfaces leave no direction that the motion agrees with.
    Blocked,
    /// The callback answered [`MoveResponse::Stop`] to a hit on this entity.
    Stopped(Entity),
    /// The path has [`max_steps`](crate::MoveSettings::max_steps) pieces, and there is motion left.
    OutOfSteps,
    /// Two colliders, maybe with others, leave the shape no room: it was not moved. See
    /// [`depenetrate`](crate::CollisionQuery::depenetrate) for how far an exit is searched for.
    Crushed([Entity; 2]),
    /// The shape overlaps colliders from the start, and they block it:
    /// [`depenetrate`](crate::CollisionQuery::depenetrate) first.
    Buried,
    /// The shape, its pose, the motion or the skin is infinite or NaN: nothing was moved.
    NotFinite,
    /// A [`CharacterMover`](crate::CharacterMover) takes no part: it is disabled, or something of it is invalid, as a
    /// warning in the log or its [trace](crate::dim2::MoveTrace) says.
    Refused,
}

/// The reason in a few words.
impl fmt::Display for MoveEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Arrived => "arrived",
            Self::Blocked => "blocked",
            Self::Stopped(_) => "stopped",
            Self::OutOfSteps => "out of steps",
            Self::Crushed(_) => "crushed",
            Self::Buried => "began inside of something",
            Self::NotFinite => "not finite",
            Self::Refused => "refused",
        })
    }
}

/// Where a move led.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveResult<D: Dimension> {
    /// The new translation of the pose. Its linear part stays as it is.
    pub translation: D::Vector,
    /// The new translation minus the old one.
    pub moved: D::Vector,
    /// What is left of the wanted motion; zero if all of it was used, in its own direction or along surfaces.
    pub remaining: D::Vector,
    /// The number of straight pieces of the path.
    pub steps: u32,
    /// Why the move ended.
    pub end: MoveEnd,
}

/// Where a push out of overlapping colliders led; see [`depenetrate`](crate::CollisionQuery::depenetrate).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PushResult<D: Dimension> {
    /// The new translation of the pose. Its linear part stays as it is.
    pub translation: D::Vector,
    /// The new translation minus the old one.
    pub pushed: D::Vector,
    /// The number of parts that the shape was pushed out of, or kept from entering.
    pub parts: u32,
    /// Why the push ended: [`Arrived`](MoveEnd::Arrived) if there is enough room now.
    pub end: MoveEnd,
}
