//! What a move does, as it is recorded.

use core::fmt;

use bevy_ecs::prelude::Entity;

use crate::collider::Dimension;
use crate::movement::{MoveEnd, MoveHit, MoveResponse};

/// One thing that a move did. Where it began and led are translations of the shape in the world.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum MoveEvent<D: Dimension> {
    /// The shape was carried by the ground, or pushed by what it overlapped or what was moved into it.
    Pushed(TracedPush<D>),
    /// The shape was swept along a straight line.
    Swept(TracedSweep<D>),
    /// A step was tried. The sweeps of the attempt come before it.
    Step(TracedStep<D>),
    /// A collider would have had to push back more than its limit, and was ignored from then on; see
    /// [`MoveResponse::PushAtMost`].
    PushLimitExceeded(Entity),
}

/// A displacement by others, before the shape moved by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct TracedPush<D: Dimension> {
    /// Where it began.
    pub from: D::Vector,
    /// The ground that carries the shape, if it moved or turned.
    pub ground: Option<Entity>,
    /// The displacement that the ground asked for.
    pub wanted: D::Vector,
    /// The displacement that was made.
    pub moved: D::Vector,
    /// The parts that pushed, or that limited the displacement.
    pub by: Vec<PushingPart<D>>,
    /// Whether there was room: [`Arrived`](MoveEnd::Arrived) if there was. Otherwise nothing was displaced.
    pub end: MoveEnd,
}

/// A part of a collider that pushed the shape, and its plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PushingPart<D: Dimension> {
    /// The entity of the collider.
    pub entity: Entity,
    /// The index of the convex part of the collider: 0 if it is a single one.
    pub part: u32,
    /// The point of the shape that the plane keeps at a distance, where the shape came to.
    pub point: D::Vector,
    /// The unit normal of the plane, out of the part and towards the shape.
    pub normal: D::Vector,
}

/// What a sweep was for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SweepPurpose {
    /// Sliding along everything.
    #[default]
    Slide,
    /// Walking along the ground.
    Walk,
    /// Falling, or rising in a jump.
    Air,
    /// The first part of a step that is tried: straight up.
    StepUp,
    /// The second part of a step that is tried: along the motion, above the ground.
    StepForward,
    /// The last part of a step that is tried: straight down.
    StepDown,
    /// Straight down onto the ground.
    Down,
}

/// A sweep along a straight line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TracedSweep<D: Dimension> {
    /// What it was for.
    pub purpose: SweepPurpose,
    /// Where it began.
    pub from: D::Vector,
    /// The motion that was wanted and still left.
    pub wanted: D::Vector,
    /// What the touched surfaces allow of it.
    pub allowed: D::Vector,
    /// How far the shape could go.
    pub moved: D::Vector,
    /// What was hit, with the plane that was added.
    pub hit: Option<MoveHit<D>>,
    /// Whether what was hit is flat enough for ground.
    pub hits_ground: bool,
    /// What was done about the hit; `None` if nothing was hit, or if the move ended there anyway.
    pub response: Option<MoveResponse>,
    /// Whether the shape went this way. Attempts that are given up are recorded, too: steps that are refused, and the
    /// slide along a wall that a step leads over.
    pub is_taken: bool,
}

/// A step that was tried: up, forward, and down onto ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TracedStep<D: Dimension> {
    /// Where it began.
    pub from: D::Vector,
    /// The collider in the way, for which it was tried.
    pub obstacle: Entity,
    /// Where it led; `None` if it was refused.
    pub to: Option<D::Vector>,
    /// Why it was refused.
    pub refusal: Option<StepRefusal>,
}

/// Why a step is not climbed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StepRefusal {
    /// This collider is higher than [`step_height`](crate::CharacterMover::step_height) above the ground in front of
    /// it.
    TooHigh(Entity),
    /// This collider is above, so that the character cannot rise far enough.
    NoRoomAbove(Entity),
    /// The top, which belongs to this collider, is steeper than [`max_slope`](crate::CharacterMover::max_slope), or no
    /// more than its edge.
    TooSteep(Entity),
    /// There is nothing to stand on behind the obstacle.
    NoGround,
    /// The step leads no farther than sliding along the obstacle does.
    NoGain,
}

impl StepRefusal {
    /// Returns the collider that is the reason.
    pub fn entity(self) -> Option<Entity> {
        match self {
            Self::TooHigh(entity) | Self::NoRoomAbove(entity) | Self::TooSteep(entity) => Some(entity),
            Self::NoGround | Self::NoGain => None,
        }
    }
}

/// The reason in a few words.
impl fmt::Display for StepRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooHigh(_) => "step: too high",
            Self::NoRoomAbove(_) => "step: no room above",
            Self::TooSteep(_) => "step: top too steep",
            Self::NoGround => "step: nothing to stand on",
            Self::NoGain => "step: leads no farther",
        })
    }
}

impl<D: Dimension> MoveEvent<D> {
    /// Returns the sweep, if it is one.
    pub fn sweep(&self) -> Option<&TracedSweep<D>> {
        match self {
            Self::Swept(sweep) => Some(sweep),
            _ => None,
        }
    }

    /// Returns the translation of the shape after it, if the shape has moved there.
    pub fn translation(&self) -> Option<D::Vector> {
        match self {
            Self::Pushed(push) => Some(push.from + push.moved),
            Self::Swept(sweep) => sweep.is_taken.then(|| sweep.to()),
            Self::Step(step) => step.to,
            Self::PushLimitExceeded(_) => None,
        }
    }

    /// Calls for each entity that it names.
    pub(super) fn each_entity(&self, visit: &mut impl FnMut(Entity)) {
        match self {
            Self::Pushed(push) => {
                push.ground.into_iter().chain(push.by.iter().map(|part| part.entity)).for_each(&mut *visit);
                if let MoveEnd::Crushed(pair) = push.end {
                    pair.into_iter().for_each(visit);
                }
            }
            Self::Swept(sweep) => sweep.hit.into_iter().for_each(|hit| visit(hit.entity)),
            Self::Step(step) => {
                visit(step.obstacle);
                step.refusal.and_then(StepRefusal::entity).into_iter().for_each(visit);
            }
            Self::PushLimitExceeded(entity) => visit(*entity),
        }
    }
}

impl<D: Dimension> TracedSweep<D> {
    /// Returns where it led, whether or not the shape went there.
    pub fn to(&self) -> D::Vector {
        self.from + self.moved
    }

    /// Returns whether it belongs to a step that was tried.
    pub fn is_of_step(&self) -> bool {
        matches!(self.purpose, SweepPurpose::StepUp | SweepPurpose::StepForward | SweepPurpose::StepDown)
    }

    /// Returns whether it is a piece of the path of the motion itself, and not of a step or down onto the ground.
    pub(super) fn is_slide(&self) -> bool {
        self.is_taken && matches!(self.purpose, SweepPurpose::Slide | SweepPurpose::Walk | SweepPurpose::Air)
    }

    /// Returns whether its hit gave a plane.
    pub fn slides_along(&self) -> bool {
        matches!(self.response, Some(MoveResponse::Slide | MoveResponse::PushAtMost(_)))
    }
}
