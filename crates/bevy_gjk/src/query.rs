//! PairTests to all colliders: what a ray hits, what a moving shape touches, what is where, what is nearest.

use bevy_ecs::prelude::{Entity, Res};
use bevy_ecs::system::SystemParam;

mod answer;
mod ask;
mod cast;
mod filter;
#[cfg(feature = "overlay")]
pub(crate) mod log;
mod nearest;
mod overlap;
mod pair;
mod ray;
mod shape;

pub use answer::VisitFlow;
use answer::{Answer, Ask};
pub use cast::CastHit;
pub use filter::QueryFilter;
#[cfg(feature = "overlay")]
pub(crate) use log::QueryLog;
pub use nearest::Nearby;
pub use pair::PairQuery;
pub use ray::RayHit;
pub use shape::{PartVisitor, PlacedShape, QueryShape};

use crate::broad_phase::{AabbQuery, BroadPhase};
use crate::collider::Dimension;
use crate::collisions::Collisions;
use crate::proxies::PlacedCollider;

/// Asks the colliders: a system parameter, which any number of systems may have at once.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::{dim2::prelude::*, gjk::Vec2};
/// # #[derive(Component)] struct Player;
///
/// fn sees(query: CollisionQuery, player: Single<Entity, With<Player>>) {
///     let hit = query.cast_ray(Vec2::ZERO, Vec2::new(3.0, 1.0), 100.0, &QueryFilter::ALL);
///     println!("the player is seen: {}", hit.is_some_and(|hit| hit.entity == *player));
/// }
/// # bevy_ecs::system::assert_is_system(sees);
/// ```
///
/// Which colliders are asked, a [`QueryFilter`] tells. What is asked about is any shape of [`gjk`] or of one's
/// own, [placed](gjk::Support::placed) where it is to be, and any collider: see [`QueryShape`]. The answers are exact, as those of
/// [`gjk`] are, whatever the transforms make of the colliders.
///
/// To be asked, a collider need have no [layer](crate::CollisionLayers) in common with anything, and no events
/// come of it. Those that rest or are disabled are not asked.
///
/// # As of when
/// The answers are as of the last run of [`CollisionSystems::Bounds`](crate::CollisionSystems::Bounds): what
/// has moved, come or gone since is not seen. In the plugin's own schedule, `PostUpdate`, systems that run
/// `.after(CollisionSystems::Bounds)` see this frame's world; elsewhere in the frame they see the last one's.
/// An exclusive system calls [`detect_collisions`](crate::detect_collisions) to bring it up to date at any
/// moment. Asked between [`Bounds`](crate::CollisionSystems::Bounds) and
/// [`BroadPhase`](crate::CollisionSystems::BroadPhase), the answers are right, but take longer where much
/// moved.
///
/// # How long it takes
/// The boxes that the broad phase keeps are asked first, so that only what is near the question is asked in
/// full. No answer allocates memory, but for the lists into which some are written.
#[derive(SystemParam)]
pub struct CollisionQuery<'w, D: Dimension> {
    collisions: Res<'w, Collisions<D>>,
    boxes: Res<'w, BroadPhase<D>>,
    /// What the overlay draws of the questions.
    #[cfg(feature = "overlay")]
    log: Option<Res<'w, QueryLog<D>>>,
}

impl<D: Dimension> CollisionQuery<'_, D> {
    /// The collider of an entity, if it takes part: its place, its box, its layers.
    pub fn get(&self, entity: Entity) -> Option<&PlacedCollider<D>> {
        self.collisions.colliders.get(entity)
    }

    /// Two entities to ask about; nothing if one of them has no collider that takes part.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim3::prelude::*;
    ///
    /// fn too_far(query: &CollisionQuery, dog: Entity, owner: Entity) -> bool {
    ///     query.pair(dog, owner).is_none_or(|pair| pair.distance() > 5.0)
    /// }
    /// ```
    pub fn pair(&self, a: Entity, b: Entity) -> Option<PairQuery<'_, D>> {
        Some(PairQuery { a: self.get(a)?, b: self.get(b)? })
    }

    /// Calls for each collider that the filter lets through and whose box is within the limit.
    fn search(
        &self,
        reach: &impl AabbQuery,
        limit: f32,
        filter: &QueryFilter,
        mut visit: impl FnMut(&PlacedCollider<D>, f32) -> f32,
    ) {
        let colliders = &self.collisions.colliders;
        let lets_through = filter.test(colliders);
        self.boxes.within(colliders, reach, limit, |collider, limit| {
            if lets_through(collider) { visit(collider, limit) } else { limit }
        });
    }

    /// Shows all answers within the limit to a visitor.
    fn each<T, F: VisitFlow>(
        &self,
        reach: &impl AabbQuery,
        limit: f32,
        filter: &QueryFilter,
        ask: impl Ask<D, T>,
        mut visit: impl FnMut(T) -> F,
    ) {
        self.search(reach, limit, filter, |collider, limit| {
            let goes_on = ask(collider, limit).is_none_or(|answer| visit(answer).goes_on());
            if goes_on { limit } else { -1.0 }
        });
    }

    /// The best answer within the limit.
    fn best<T: Answer>(
        &self,
        reach: &impl AabbQuery,
        limit: f32,
        filter: &QueryFilter,
        ask: impl Ask<D, T>,
    ) -> Option<T> {
        let mut best: Option<T> = None;
        self.search(reach, limit, filter, |collider, limit| match ask(collider, limit) {
            Some(answer) if best.is_none_or(|best| answer.order(&best).is_lt()) => {
                best = Some(answer);
                answer.measure()
            }
            _ => limit,
        });
        best
    }

    /// All answers within the limit, the best first.
    fn all<T: Answer>(
        &self,
        reach: &impl AabbQuery,
        limit: f32,
        filter: &QueryFilter,
        ask: impl Ask<D, T>,
        answers: &mut Vec<T>,
    ) {
        self.each(reach, limit, filter, ask, |answer| answers.push(answer));
        answers.sort_unstable_by(T::order);
    }

    /// The best answers within the limit, so many of them, the best first.
    fn few<T: Answer>(
        &self,
        reach: &impl AabbQuery,
        limit: f32,
        filter: &QueryFilter,
        ask: impl Ask<D, T>,
        count: usize,
        answers: &mut Vec<T>,
    ) {
        let Some(last) = count.checked_sub(1) else { return };
        self.search(reach, limit, filter, |collider, limit| {
            let Some(answer) = ask(collider, limit) else { return limit };
            let place = answers.partition_point(|other| other.order(&answer).is_lt());
            if place > last {
                return limit;
            }
            answers.truncate(last);
            answers.insert(place, answer);
            // What is farther away than the last of them is of no interest any more.
            answers.get(last).map_or(limit, T::measure)
        });
    }
}
