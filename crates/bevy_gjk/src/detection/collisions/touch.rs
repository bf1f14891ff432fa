//! A touch and a proximity, as the façade returns them: from the point of view of one of the two entities.

use core::fmt;
use core::time::Duration;

use bevy_ecs::prelude::Entity;
use gjk::{Cast, ClosestPoints, Contact, Manifold, SimplexCache};

use super::Collisions;
use crate::collider::Dimension;
use crate::detection::contacts::{EdgeRef, PairState};
use crate::detection::narrow_phase;
use crate::detection::proxies::{PlacedCollider, SourcePart};

/// Two colliders that touch.
///
/// That they touch is known from the last run. Where and how deep is computed when you read it:
/// [`contact`](Self::contact), [`manifold`](Self::manifold) and [`touching_parts`](Self::touching_parts) give the same
/// bits however often and in whatever order you call them, on any thread.
#[derive(Clone, Copy)]
pub struct Touch<'c, D: Dimension> {
    /// The entity that you asked about. If you asked about none, the one with the lower index, or with the lower
    /// [`CollisionOrder`](crate::CollisionOrder).
    pub entity: Entity,
    /// The other entity.
    pub other: Entity,
    /// The time of the contact during the motion of a [`SweptCollider`](crate::SweptCollider) in the last run, from 0
    /// at its start to 1 at its end; 1 if neither is swept.
    pub time: f32,
    /// The `Time::elapsed` at which the touch began, by the clock of the schedule in which the systems run; 0 in an
    /// app without `Time`.
    pub since: Duration,
    /// The number of runs of the systems since the touch began: 0 if it began in the last one.
    pub runs: u32,
    /// The colliders in the order of the contact graph.
    colliders: [&'c PlacedCollider<D>; 2],
    /// Whether `entity` is the second of them.
    is_flipped: bool,
    /// What the last test left.
    cache: &'c SimplexCache<D::Vector>,
    /// The first impact, if the two touched during a motion.
    impact: Option<&'c Contact<D::Vector>>,
}

/// Without the colliders, which may be meshes.
impl<D: Dimension> fmt::Debug for Touch<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Touch")
            .field("entity", &self.entity)
            .field("other", &self.other)
            .field("time", &self.time)
            .field("since", &self.since)
            .field("runs", &self.runs)
            .finish_non_exhaustive()
    }
}

impl<D: Dimension> Touch<'_, D> {
    /// Computes the contact from the point of view of `entity`: `on_a` is on its surface, the normal points away from
    /// it, and moving `other` by `normal * depth` makes the two just touch.
    ///
    /// It is the contact of the colliders as they stood in the last run, or of the first impact of a
    /// [`SweptCollider`](crate::SweptCollider). For an area or a closed mesh it is the way out of the whole set; for
    /// other shapes with parts, the contact of the two parts that overlap deepest. Read between the phases `Prepare`
    /// and `NarrowPhase`, when the colliders have moved already and the touch may be about to end, its depth is 0 if
    /// they have come apart.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim2::prelude::*;
    ///
    /// fn report(collisions: Res<Collisions>) {
    ///     for touch in collisions.iter() {
    ///         println!("{} is {} deep in {}", touch.entity, touch.contact().depth, touch.other);
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(report);
    /// ```
    #[doc(alias = "penetration")]
    pub fn contact(&self) -> Contact<D::Vector> {
        let contact = match self.impact {
            Some(impact) => *impact,
            None => narrow_phase::contact(self.colliders, *self.cache),
        };
        if self.is_flipped { contact.flipped() } else { contact }
    }

    /// Computes the contact manifold from the point of view of `entity`: up to two points in 2D, four in 3D. Returns
    /// `None` if the two touched only during the motion of a [`SweptCollider`](crate::SweptCollider).
    ///
    /// For composite shapes it is the manifold of the two parts that overlap deepest.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim3::prelude::*;
    ///
    /// fn rest(collisions: Res<Collisions>) {
    ///     for touch in collisions.iter() {
    ///         let Some(manifold) = touch.manifold() else { continue };
    ///         println!("{} rests on {} points", touch.entity, manifold.points().len());
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(rest);
    /// ```
    pub fn manifold(&self) -> Option<Manifold<D::Vector>> {
        narrow_phase::manifold(self.entity_first())
    }

    /// Finds the parts with which the two touch, that of `entity` first: the two that overlap deepest, or those of the
    /// first impact of a [`SweptCollider`](crate::SweptCollider).
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim3::prelude::*;
    /// # #[derive(Component)] struct Wheel;
    ///
    /// // A level whose collider is a mesh, and wheels that are parts of a car.
    /// fn underfoot(wheels: Query<(), With<Wheel>>, collisions: Res<Collisions>) {
    ///     for touch in collisions.iter() {
    ///         let Some([car, level]) = touch.touching_parts() else { continue };
    ///         if wheels.contains(car.entity) {
    ///             println!("a wheel stands on triangle {}", level.index);
    ///         }
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(underfoot);
    /// ```
    pub fn touching_parts(&self) -> Option<[SourcePart; 2]> {
        let [one, two] = self.entity_first();
        let [of_one, of_two] = narrow_phase::touching_parts([one, two])?;
        Some([one.source_of_part(of_one), two.source_of_part(of_two)])
    }

    /// Replaces the content of `parts` with all pairs of parts with which the two touch, that of `entity` first, in the
    /// order of their indices. Of a [`SweptCollider`](crate::SweptCollider), these are the parts that it touched on its
    /// way.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::{dim2::prelude::*, grid::GridCell, Dim2};
    ///
    /// /// Prints all cells of a grid that a collider touches.
    /// fn cells(collisions: &Collisions, ball: Entity, level: Entity, parts: &mut Vec<[u32; 2]>) {
    ///     let (Some(touch), Some(grid)) = (collisions.get(level, ball), collisions.colliders().get(level)) else { return };
    ///     touch.all_touching_parts(parts);
    ///     for &[part, _] in &*parts {
    ///         println!("{:?}", grid.cell(part));
    ///     }
    /// }
    /// ```
    pub fn all_touching_parts(&self, parts: &mut Vec<[u32; 2]>) {
        parts.clear();
        narrow_phase::each_touching_parts(self.entity_first(), |_| true, |pair| parts.push(pair));
        parts.sort_unstable();
    }

    /// Returns the colliders, that of `entity` first.
    fn entity_first(&self) -> [&PlacedCollider<D>; 2] {
        let [a, b] = self.colliders;
        if self.is_flipped { [b, a] } else { [a, b] }
    }
}

/// Two colliders that are within their [margin](crate::ProximityMargin), but do not touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proximity<D: Dimension> {
    /// The entity that you asked about. If you asked about none, the one with the lower index, or with the lower
    /// [`CollisionOrder`](crate::CollisionOrder).
    pub entity: Entity,
    /// The other entity.
    pub other: Entity,
    /// The closest points and their distance from the point of view of `entity`: `on_a` is on its surface, and the
    /// normal points away from it.
    pub closest: ClosestPoints<D::Vector>,
    /// The time at which it began, as in [`Touch::since`].
    pub since: Duration,
    /// The number of runs since it began, as in [`Touch::runs`].
    pub runs: u32,
}

impl<D: Dimension> Collisions<D> {
    /// Returns the touch of an edge from the point of view of one of its entities, or `None` if the two do not touch.
    pub(crate) fn touch<'c>(&'c self, edge: EdgeRef<'c, D>, entity: Entity) -> Option<Touch<'c, D>> {
        let (impact, time) = match edge.state {
            PairState::Touching => (None, 1.0),
            PairState::Swept(Cast { contact, time }) => (Some(contact), *time),
            PairState::Apart | PairState::FilteredByContact | PairState::Near(_) => return None,
        };
        let colliders = edge.slots.map(|slot| self.colliders.at(slot));
        // Between two phases, a collider may have become invalid, and its touch is about to end.
        if !colliders.iter().all(|collider| collider.is_active()) {
            return None;
        }
        let [a, b] = edge.entities;
        let is_flipped = entity != a;
        Some(Touch {
            entity,
            other: if is_flipped { a } else { b },
            time,
            since: edge.since,
            runs: self.runs_since(&edge),
            colliders,
            is_flipped,
            cache: edge.cache,
            impact,
        })
    }

    /// Returns the proximity of an edge from the point of view of one of its entities, or `None` if the two are not
    /// near.
    pub(super) fn proximity(&self, edge: EdgeRef<D>, entity: Entity) -> Option<Proximity<D>> {
        let &PairState::Near(closest) = edge.state else { return None };
        let [a, b] = edge.entities;
        let (other, closest) = if entity == a { (b, closest) } else { (a, closest.flipped()) };
        Some(Proximity { entity, other, closest, since: edge.since, runs: self.runs_since(&edge) })
    }
}
