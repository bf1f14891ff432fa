//! Spatial queries: ray casts, shape casts, overlap tests and nearest-neighbor search over all colliders.
//!
//! Every query is a traversal with an upper bound that shrinks (branch and bound): the broad phase enumerates the
//! colliders whose AABB is within the bound, [`per_collider`] tests the shape exactly, and each hit lowers the
//! bound for the rest. [`hit`] defines the order of hits. [`log`] records rays and shape casts for the overlay.

use bevy_ecs::prelude::{Entity, Res};
use bevy_ecs::system::SystemParam;
#[cfg(feature = "recorder")]
use gjk::Aabb;

mod cast;
mod face;
mod filter;
mod flaws;
mod hit;
mod leaving;
#[cfg(feature = "overlay")]
pub(crate) mod log;
mod nearest;
mod overlap;
mod pair;
mod part_cast;
mod parts;
mod per_collider;
mod ray;
mod shape;
mod solids;
mod with_shapes;

pub use cast::CastHit;
use filter::Admitted;
pub(crate) use filter::FilterView;
pub use filter::QueryFilter;
use flaws::Flaw;
pub(crate) use flaws::install;
pub use hit::VisitFlow;
use hit::{QueryFn, QueryHit};
pub(crate) use leaving::plane_to_leave_by;
#[cfg(feature = "overlay")]
pub(crate) use log::QueryLog;
pub use nearest::Nearby;
pub use pair::PairQuery;
pub use ray::RayHit;
pub use shape::{PartVisitor, PlacedShape, QueryShape};
pub use with_shapes::QueryWithShapes;

use crate::collider::bvh::AabbQuery;
use crate::collider::{Dimension, add_plugin};
use crate::detection::Collisions;
use crate::detection::broad_phase::BroadPhase;
use crate::detection::proxies::{Colliders, PlacedCollider};
#[cfg(feature = "recorder")]
use crate::detection::{RecordedHit, RecordedQuery, RecordedQueryKind};

/// A system parameter that answers questions about all colliders: what a ray or a moving shape hits, what overlaps a
/// shape, what is nearest, how far a shape can move. Any number of systems can use it at the same time.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::{dim2::prelude::*, gjk::Vec2};
/// use bevy_math::Dir2;
/// # #[derive(Component)] struct Player;
///
/// fn sees(query: CollisionQuery, player: Single<Entity, With<Player>>) {
///     let hit = query.cast_ray(Vec2::ZERO, Dir2::X, 100.0, &QueryFilter::ALL);
///     println!("the player is seen: {}", hit.is_some_and(|hit| hit.entity == *player));
/// }
/// # bevy_ecs::system::assert_is_system(sees);
/// ```
///
/// A [`QueryFilter`] selects the colliders to test. The shape of a query is any shape of [`gjk`] or of your own,
/// [placed](gjk::Support::placed) in the world, or a collider: see [`QueryShape`]. Lengths and points are in the units
/// and coordinates of the world. The results are as precise as [those of `gjk`](gjk#precision), under any transform of
/// the colliders.
///
/// Queries ignore [layers](crate::CollisionLayers) unless the filter names some, and cause no events. Invalid and
/// disabled colliders are not tested, nor those of another [space](crate::CollisionSpace) than the filter names.
///
/// # When the data are updated
/// Queries see the colliders as [`CollisionSystems::Prepare`](crate::CollisionSystems::Prepare) read them last; they do
/// not see later movements, spawns and despawns.
///
/// - In the default schedule, `PostUpdate`, systems that run `.after(CollisionSystems::Prepare)` see the current frame.
///   Systems earlier in the frame see the last one.
/// - [`read_colliders`](crate::read_colliders) reads them at any time: a function for exclusive systems, and a system for
///   any schedule. [`detect_collisions`](crate::detect_collisions) detects collisions as well.
/// - [`with_shapes`](Self::with_shapes) adds shapes that are no colliders yet, such as what the same system spawns.
/// - Between [`Prepare`](crate::CollisionSystems::Prepare) and [`BroadPhase`](crate::CollisionSystems::BroadPhase) the
///   results are correct, but queries take longer if many colliders moved; those of a
///   [`ColliderMover`](crate::ColliderMover) do not.
///
/// # Performance
/// The AABBs of the broad phase are tested first, so only colliders near the query are tested exactly. Queries do not
/// allocate, except for the lists that some of them fill.
#[derive(SystemParam)]
#[doc(alias("raycast", "ray cast", "spatial query", "SpatialQuery", "line of sight"))]
pub struct CollisionQuery<'w, D: Dimension> {
    #[system_param(validation_message = add_plugin::<D>())]
    collisions: Res<'w, Collisions<D>>,
    #[system_param(validation_message = add_plugin::<D>())]
    broad_phase: Res<'w, BroadPhase<D>>,
    /// Records the queries for the overlay.
    #[cfg(feature = "overlay")]
    log: Option<Res<'w, QueryLog<D>>>,
    /// Who asks, for recordings.
    #[cfg(feature = "recorder")]
    system: bevy_ecs::system::SystemName,
}

impl<D: Dimension> CollisionQuery<'_, D> {
    /// Returns the collider of an entity with its transform, its AABB and its layers, if it takes part.
    pub fn get(&self, entity: Entity) -> Option<&PlacedCollider<D>> {
        self.collisions.colliders.get(entity)
    }

    /// Returns the queries about two entities, or `None` if one of them has no collider that takes part.
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
        Some(PairQuery::new(self.get(a)?, self.get(b)?))
    }

    /// Notes a question and an answer for recordings: the AABB in which it was asked, in which direction and up to which
    /// distance, and of the answer the entity, the distance, the point and the normal.
    #[cfg(feature = "recorder")]
    fn note(
        &self,
        kind: RecordedQueryKind,
        bounds: impl FnOnce() -> Option<Aabb<D::Vector>>,
        direction: D::Vector,
        max_distance: f32,
        hit: Option<(Entity, f32, [D::Vector; 2])>,
    ) {
        let Some(tape) = &self.collisions.tape else { return };
        let Some(bounds) = bounds() else { return };
        let hit = hit.map(|(entity, distance, [point, normal])| {
            let [point, normal] = [point, normal].map(D::coordinates);
            RecordedHit { entity, distance, point, normal }
        });
        let [from, direction] = [(bounds.min + bounds.max) * 0.5, direction].map(D::coordinates);
        let label = self.system.as_str().to_string();
        tape.note_query(RecordedQuery { label, kind, from, direction, max_distance, hit });
    }

    /// Returns the table of all colliders.
    pub(crate) fn colliders(&self) -> &Colliders<D> {
        &self.collisions.colliders
    }

    /// Calls `visit` for each collider that passes the filter and whose AABB is within the limit. `visit` returns the
    /// limit for the rest of the traversal; a negative one ends it.
    fn traverse(
        &self,
        aabb_query: &impl AabbQuery,
        limit: f32,
        filter: FilterView,
        visit: &mut dyn FnMut(&Admitted<D>, f32) -> f32,
    ) {
        let Collisions { colliders, warned, .. } = &*self.collisions;
        if colliders.run == 0 && !warned.has_started {
            self.warn_of(Flaw::BeforeFirstRun);
        } else if filter.selects_no_layer() {
            self.warn_of(Flaw::NoLayer);
        }
        let passes = filter.test(colliders);
        let query = (aabb_query, filter.space(colliders));
        self.broad_phase.visit_within(colliders, query, limit, &mut |collider, limit| {
            if passes(collider) { visit(&filter.admit(collider, colliders), limit) } else { limit }
        });
    }

    /// Calls `visit` for each hit within the limit, until it breaks. A query consists of one of AABBs and one of
    /// colliders.
    fn visit_hits<T, F: VisitFlow>(
        &self,
        (aabb_query, query): (impl AabbQuery, impl QueryFn<D, T>),
        limit: f32,
        filter: FilterView,
        mut visit: impl FnMut(T) -> F,
    ) {
        self.traverse(&aabb_query, limit, filter, &mut |collider, limit| {
            let goes_on = query(collider, limit).is_none_or(|hit| visit(hit).goes_on());
            if goes_on { limit } else { -1.0 }
        });
    }

    /// Returns the first hit within the limit in the order of [`QueryHit::order`].
    fn first_hit<T: QueryHit>(
        &self,
        (aabb_query, query): (impl AabbQuery, impl QueryFn<D, T>),
        limit: f32,
        filter: FilterView,
    ) -> Option<T> {
        let mut first: Option<T> = None;
        self.traverse(&aabb_query, limit, filter, &mut |collider, limit| match query(collider, limit) {
            Some(hit) if first.is_none_or(|first| hit.order(&first, self.colliders()).is_lt()) => {
                first = Some(hit);
                hit.key()
            }
            _ => limit,
        });
        first
    }

    /// Adds all hits within the limit to `hits` and sorts them.
    fn all_hits<T: QueryHit>(
        &self,
        (aabb_query, query): (impl AabbQuery, impl QueryFn<D, T>),
        limit: f32,
        filter: FilterView,
        hits: &mut Vec<T>,
    ) {
        self.visit_hits((aabb_query, query), limit, filter, |hit| hits.push(hit));
        hits.sort_unstable_by(|one, two| one.order(two, self.colliders()));
    }

    /// Inserts the first `count` hits within the limit into `hits`, sorted.
    fn first_n_hits<T: QueryHit>(
        &self,
        (aabb_query, query): (impl AabbQuery, impl QueryFn<D, T>),
        limit: f32,
        filter: FilterView,
        count: usize,
        hits: &mut Vec<T>,
    ) {
        let Some(last) = count.checked_sub(1) else { return };
        self.traverse(&aabb_query, limit, filter, &mut |collider, limit| {
            let Some(hit) = query(collider, limit) else { return limit };
            let index = hits.partition_point(|other| other.order(&hit, self.colliders()).is_lt());
            if index > last {
                return limit;
            }
            hits.truncate(last);
            hits.insert(index, hit);
            // Once the list is full, only hits before its last one count.
            hits.get(last).map_or(limit, T::key)
        });
    }
}
