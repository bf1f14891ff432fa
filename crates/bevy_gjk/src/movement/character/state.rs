//! The component that reports what a character's last move came to.

use bevy_ecs::entity::{EntityMapper, MapEntities};
use bevy_ecs::prelude::{Component, Entity, ReflectComponent};
use bevy_ecs::reflect::ReflectMapEntities;
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use gjk::{Vector, Wide};

use super::{Dropping, LastPlace};
use crate::collider::Dimension;
use crate::movement::{MoveEnd, MoveHit};

/// A surface that a [`CharacterMover`](crate::CharacterMover) touches: its clearance is the skin.
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(opaque, Clone, Debug, PartialEq)]
#[type_path = "bevy_gjk"]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", serde(bound = ""))]
pub struct MoverContact<D: Dimension> {
    /// The entity of the collider.
    pub entity: Entity,
    /// The index of the convex part of the collider: 0 if it is a single one.
    pub part: u32,
    /// The point of the surface that is nearest to the mover.
    pub point: D::Vector,
    /// The unit normal of the surface, out of the collider and towards the mover. Of ground it is the most upward one:
    /// at the edge of a ledge, that of the top.
    pub normal: D::Vector,
    /// The unit normal of the contact itself, also out of the collider. At the edge of a ledge it is inclined, from the
    /// edge to the round bottom of the mover. Away from edges, and always for walls and ceilings, it equals
    /// [`normal`](Self::normal).
    #[doc(alias = "edge")]
    pub contact_normal: D::Vector,
}

/// What the last run did with a [`CharacterMover`](crate::CharacterMover): how far it moved, what it stands on and
/// touches, and why its move ended.
///
/// The whole displacement is `moved + carried + pushed`, `stepped` along the up direction, and `snapped` against it.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_math::Vec2;
/// use bevy_gjk::dim2::prelude::*;
/// # #[derive(Component)] struct Velocity(Vec2);
///
/// fn stop(mut movers: Query<(&MoverState, &mut Velocity)>) {
///     for (state, mut velocity) in &mut movers {
///         if state.is_grounded() {
///             velocity.0.y = velocity.0.y.max(0.0);
///         }
///         if state.ceiling.is_some() {
///             velocity.0.y = velocity.0.y.min(0.0);
///         }
///         if let MoveEnd::Crushed([one, two]) = state.end {
///             println!("{one} and {two} leave no room");
///         }
///     }
/// }
/// # bevy_ecs::system::assert_is_system(stop);
/// ```
/// It names the entities that the character stands on and has met. If you save and load it, map them: it implements
/// [`MapEntities`].
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[component(map_entities)]
#[reflect(opaque, Component, MapEntities, Debug, Default, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", serde(bound = ""))]
pub struct MoverState<D: Dimension> {
    /// How far the motion itself led, along walls and up slopes.
    pub moved: D::Vector,
    /// How far the ground carried it.
    pub carried: D::Vector,
    /// The velocity of the ground below its feet, in world units per second. It is that of the ground on which it stood
    /// when the run began. So it is set also in the run that leaves the ground, and zero from the next run on.
    ///
    /// The ground carries the character until it leaves, but in the air the velocity of the character is yours. To let
    /// it inherit that of the ground, whether it jumped, walked off or was left behind, add it once:
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// # use bevy_math::Vec2;
    /// use bevy_gjk::dim2::prelude::*;
    /// # #[derive(Component)] struct Velocity(Vec2);
    ///
    /// fn inherit(mut movers: Query<(&MoverState, &mut Velocity)>) {
    ///     for (state, mut velocity) in &mut movers {
    ///         if !state.is_grounded() {
    ///             velocity.0 += state.ground_velocity;
    ///         }
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(inherit);
    /// ```
    ///
    /// It is the displacement of the ground since the last run, divided by `Time`. So move the ground in the schedule
    /// in which the collisions run. [`SurfaceVelocity`](crate::SurfaceVelocity) counts. What the character's own parent
    /// moves does not, since the parent moves the character in the air as well. It is zero without
    /// [`rides_platforms`](crate::CharacterMover::rides_platforms), without `Time`, and while time stands still.
    #[doc(alias("platform velocity", "lift", "inherit"))]
    pub ground_velocity: D::Vector,
    /// How far it was pushed: by what moved into it, and out of what it overlapped.
    pub pushed: D::Vector,
    /// How far it rose by climbing steps.
    pub stepped: f32,
    /// How far it sank to stay on the ground.
    pub snapped: f32,
    /// The ground that it stands on. If it [is wedged](Self::is_wedged), the most upward of the surfaces that hold it.
    #[doc(alias = "grounded")]
    pub ground: Option<MoverContact<D>>,
    /// Whether it stands although each surface below it is too steep for ground: between two steep slopes, in the
    /// corner of a slope and a wall, or in a pit, where together they leave no way down that is steeper than
    /// [`max_slope`](crate::CharacterMover::max_slope). It is grounded then, so it does not gather speed, and can jump
    /// out.
    #[doc(alias("stuck", "trench"))]
    pub is_wedged: bool,
    /// What it slides down: a surface below it that is too steep for ground, while it does not stand. Of several, the
    /// most upward one. What is steeper than 84 degrees is a wall and no slope.
    #[doc(alias("slide", "steep", "slope"))]
    pub steep_slope: Option<MoverContact<D>>,
    /// A wall that it touches: what is too steep for ground. Of several, the one that is most in the way of the motion.
    pub wall: Option<MoverContact<D>>,
    /// A ceiling that it touches.
    pub ceiling: Option<MoverContact<D>>,
    /// What stopped or turned the motion, in order.
    pub hits: Vec<MoveHit<D>>,
    /// Why the move ended. [`Crushed`](MoveEnd::Crushed) names two colliders that leave it no room: it overlaps one of
    /// them, or one was moved so near that there is no room for the skin on both sides. A mover that stands on the
    /// ground and is not to go anywhere has [`Arrived`](MoveEnd::Arrived), and one that takes no part is
    /// [`Refused`](MoveEnd::Refused).
    pub end: MoveEnd,
    /// The one-way platforms that it is on its way down through.
    #[cfg_attr(
        feature = "serialize",
        serde(
            serialize_with = "super::dropping::serialize_dropping",
            deserialize_with = "super::dropping::deserialize_dropping"
        )
    )]
    pub(super) dropping: Dropping,
    /// Where it was left, if it has been moved.
    pub(super) last: Option<LastPlace<D>>,
}

impl<D: Dimension> MapEntities for MoverState<D> {
    fn map_entities<E: EntityMapper>(&mut self, mapper: &mut E) {
        let mut map = |entity: &mut Entity| *entity = mapper.get_mapped(*entity);
        [&mut self.ground, &mut self.steep_slope, &mut self.wall, &mut self.ceiling]
            .into_iter()
            .flatten()
            .for_each(|contact| map(&mut contact.entity));
        self.hits.iter_mut().for_each(|hit| map(&mut hit.entity));
        self.dropping.iter_mut().for_each(|platform| map(&mut platform.entity));
        match &mut self.end {
            MoveEnd::Stopped(entity) => map(entity),
            MoveEnd::Crushed(entities) => entities.iter_mut().for_each(&mut map),
            _ => {}
        }
        if let Some((parent, _)) = self.last.as_mut().and_then(|last| last.parent.as_mut()) {
            map(parent);
        }
    }
}

impl<D: Dimension> MoverState<D> {
    /// Returns whether it stands, on ground or [wedged](Self::is_wedged).
    #[doc(alias("grounded", "on ground"))]
    pub fn is_grounded(&self) -> bool {
        self.ground.is_some()
    }

    /// Returns whether a run has moved it.
    pub(crate) fn was_moved(&self) -> bool {
        self.last.is_some()
    }

    /// Clears what a run reports, and keeps its memory.
    pub(super) fn clear(&mut self) {
        let mut hits = core::mem::take(&mut self.hits);
        hits.clear();
        let dropping = core::mem::take(&mut self.dropping);
        *self = Self { hits, dropping, last: self.last, ..Self::default() };
    }

    /// Reports a displacement by others, of which the ground asked for `carry`.
    pub(super) fn report_push(&mut self, displacement: D::Wide, carry: D::Wide) {
        let share = if carry == D::Wide::ZERO {
            0.0
        } else {
            (displacement.dot(carry) / carry.dot(carry)).clamp(0.0, 1.0)
        };
        self.carried = D::Vector::narrow(carry * share);
        self.pushed = D::Vector::narrow(displacement - carry * share);
    }
}
