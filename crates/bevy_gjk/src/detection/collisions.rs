//! The façade that users read: the resource [`Collisions`] with the touches and proximities of the last run.
//!
//! It owns the table of colliders, the contact graph and the narrow phase, and answers from them by entity.

use core::time::Duration;

use bevy_ecs::prelude::{Entity, Resource};

mod all_contacts;
mod touch;

use crate::collider::ColliderError;
use crate::collider::{AffineOf, Dimension};
use crate::detection::CellTouches;
use crate::detection::contacts::{Contacts, EdgeRef, PairState};
use crate::detection::narrow_phase::NarrowPhase;
use crate::detection::proxies::{Colliders, State, Warned};
pub use all_contacts::TouchContact;
pub use touch::{Proximity, Touch};

/// A resource that knows what touches now: all touches with their contacts, and all proximities. It is up to date after
/// the phase [`CollisionSystems::NarrowPhase`](crate::CollisionSystems::NarrowPhase).
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
/// # #[derive(Component)] struct Player;
/// # #[derive(Component)] struct Water;
///
/// fn dive(player: Single<Entity, With<Player>>, water: Query<(), With<Water>>, collisions: Res<Collisions>) {
///     let in_water = collisions.collisions_with(*player).filter(|touch| water.contains(touch.other));
///     let depth = in_water.map(|touch| touch.contact().depth).reduce(f32::max);
///     println!("in water: {depth:?}");
/// }
/// # bevy_ecs::system::assert_is_system(dive);
/// ```
///
/// A [`CharacterMover`](crate::CharacterMover) keeps a distance from what stops it, so the two do not touch. Read its
/// ground and its walls from [`MoverState`](crate::MoverState).
#[derive(Resource, Debug, Default)]
#[doc(alias = "overlap")]
pub struct Collisions<D: Dimension> {
    pub(crate) colliders: Colliders<D>,
    pub(crate) contacts: Contacts<D>,
    pub(crate) narrow_phase: NarrowPhase<D>,
    pub(crate) cell_touches: CellTouches<D>,
    /// The errors that have been reported in warnings.
    pub(crate) warned: Warned,
    /// Whether an app asks for the places of the run before.
    pub(crate) keeps_previous_places: bool,
    /// The `Time::elapsed` of the last run that moved characters; `None` if there were none.
    pub(crate) characters_moved_at: Option<Duration>,
    /// The number of states that were restored: events of the runs before are not delivered any more.
    pub(crate) restores: u32,
    /// What is noted for a recorder, if there is one.
    #[cfg(feature = "recorder")]
    pub(crate) tape: Option<Box<crate::detection::Tape>>,
}

impl<D: Dimension> Collisions<D> {
    /// Returns all touches, each once, in no order of the entities: the order depends only on what happened before, and
    /// on whether a pointer has 32 or 64 bits. Where the order matters, sort the touches, or read the events, which
    /// come sorted.
    pub fn iter(&self) -> impl Iterator<Item = Touch<'_, D>> {
        let edges = self.contacts.touching(&self.colliders);
        edges.filter_map(|edge| self.touch(edge, edge.entities[0]))
    }

    /// Returns the touches of an entity, from its point of view, in no particular order, as [`iter`](Self::iter) does.
    pub fn collisions_with(&self, entity: Entity) -> impl Iterator<Item = Touch<'_, D>> {
        self.edges_of(entity).filter_map(move |edge| self.touch(edge, entity))
    }

    /// Returns the entities that an entity touches.
    pub fn entities_colliding_with(&self, entity: Entity) -> impl Iterator<Item = Entity> {
        self.collisions_with(entity).map(|touch| touch.other)
    }

    /// Returns the touch of two entities from the point of view of the first, or `None` if they do not touch.
    pub fn get(&self, entity: Entity, other: Entity) -> Option<Touch<'_, D>> {
        self.edge(entity, other).and_then(|edge| self.touch(edge, entity))
    }

    /// Returns whether two entities touch.
    pub fn contains(&self, entity: Entity, other: Entity) -> bool {
        self.get(entity, other).is_some()
    }

    /// Returns the first of the touches of an entity that began in the last run, from its point of view: the one with
    /// the least [`time`](Touch::time) on the way of a [`SweptCollider`](crate::SweptCollider). Of several at the same
    /// time it is that with the entity of the lowest index. So of everything that a bullet meets in one run, exactly
    /// one is hit first.
    ///
    /// It answers the same in each observer of the run, even after one of them has despawned the entity. If a bullet
    /// should end at its first touch, observe the touches of the bullet, and ask whether the observer hears of that
    /// one. Observers of what it hits would not do: what another bullet has despawned in the same run hears of no other
    /// touch.
    ///
    /// ```
    /// # use bevy_app::prelude::*;
    /// # use bevy_ecs::prelude::*;
    /// # use bevy_transform::prelude::*;
    /// use bevy_gjk::dim2::prelude::*;
    ///
    /// fn strike(hit: On<CollisionStarted>, collisions: Res<Collisions>, mut commands: Commands) {
    ///     if collisions.first_touch(hit.entity).is_some_and(|first| first.other == hit.other) {
    ///         commands.entity(hit.entity).despawn();
    ///         commands.entity(hit.other).try_despawn();
    ///     }
    /// }
    /// # let mut app = App::new();
    /// # app.add_plugins((TransformPlugin, CollisionPlugin::default()));
    /// # let enemies = [8.0, 3.0, 5.0].map(|x| {
    /// #     app.world_mut().spawn((Collider::circle(1.0), Transform::from_xyz(x, 0.0, 0.0))).id()
    /// # });
    /// # let bullets = [(); 2].map(|()| {
    /// #     app.world_mut().spawn((Collider::circle(0.1), SweptCollider::default())).observe(strike).id()
    /// # });
    /// # app.world_mut().entity_mut(bullets[1]).insert(CollisionExceptions::of([bullets[0]]));
    /// # app.update();
    /// # bullets.map(|bullet| app.world_mut().get_mut::<Transform>(bullet).unwrap().translation.x = 20.0);
    /// # app.update();
    /// # assert_eq!(enemies.map(|enemy| app.world().get_entity(enemy).is_ok()), [true, false, true]);
    /// # assert_eq!(bullets.map(|bullet| app.world().get_entity(bullet).is_ok()), [false, false]);
    /// ```
    ///
    /// Touches that began in earlier runs do not count. If some things do not stop the bullet, choose yourself: among
    /// the [`collisions_with`](Self::collisions_with) those that do, the least `time`, and of several the one of the
    /// lowest entity.
    #[doc(alias("first hit", "bullet", "earliest"))]
    pub fn first_touch(&self, entity: Entity) -> Option<Touch<'_, D>> {
        let begun = self.collisions_with(entity).filter(|touch| touch.runs == 0);
        let order = |touch: &Touch<D>| self.colliders.order_of(touch.other);
        begun.min_by(|one, two| one.time.total_cmp(&two.time).then_with(|| order(one).cmp(&order(two))))
    }

    /// Returns all pairs within their [margin](crate::ProximityMargin) that do not touch, each once.
    pub fn proximities(&self) -> impl Iterator<Item = Proximity<D>> {
        self.contacts.iter(&self.colliders).filter_map(|edge| self.proximity(edge, edge.entities[0]))
    }

    /// Returns the pairs of an entity that are near without touching, from its point of view.
    pub fn proximities_with(&self, entity: Entity) -> impl Iterator<Item = Proximity<D>> {
        self.edges_of(entity).filter_map(move |edge| self.proximity(edge, entity))
    }

    /// Returns the proximity of two entities from the point of view of the first, or `None` unless they are near
    /// without touching.
    pub fn get_proximity(&self, entity: Entity, other: Entity) -> Option<Proximity<D>> {
        self.edge(entity, other).and_then(|edge| self.proximity(edge, entity))
    }

    /// Keeps, from now on, where each collider was in the run before; see [`previous_affine`](Self::previous_affine).
    ///
    /// It costs nothing for colliders that do not move.
    pub fn keep_previous_places(&mut self) {
        self.keeps_previous_places = true;
        self.colliders.keep_previous_places(true);
    }

    /// Returns the map that placed the collider of an entity in the run before. Together with
    /// [`PlacedCollider::affine`](crate::detection::proxies::PlacedCollider::affine) it tells how the collider has
    /// moved and turned since. For a new collider it is the present map.
    ///
    /// It is kept while there is a [`CharacterMover`](crate::CharacterMover), and after
    /// [`keep_previous_places`](Self::keep_previous_places); otherwise the answer is `None`.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::{dim2::prelude::*, gjk::Vec2};
    ///
    /// /// How far a point of a platform has moved since the run before.
    /// fn carried(collisions: &Collisions, platform: Entity, point: Vec2) -> Option<Vec2> {
    ///     let before = collisions.previous_affine(platform)?;
    ///     let now = collisions.colliders().get(platform)?.affine();
    ///     Some(now.transform_point2(before.inverse().transform_point2(point)) - point)
    /// }
    /// ```
    pub fn previous_affine(&self, entity: Entity) -> Option<&AffineOf<D>> {
        self.colliders.previous_affine(self.colliders.get(entity)?.slot)
    }

    /// Returns the table of colliders: their shapes, where they are placed, and their AABBs.
    pub fn colliders(&self) -> &Colliders<D> {
        &self.colliders
    }

    /// Returns why the collider of an entity is invalid and takes no part, or `None` if it is valid or there is none.
    ///
    /// The plugin has reported the same entity and error in a warning.
    ///
    /// ```
    /// # use bevy_app::prelude::*;
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::{ColliderError, dim2::prelude::*};
    ///
    /// # let mut app = App::new();
    /// # app.add_plugins((bevy_transform::TransformPlugin, CollisionPlugin::default()));
    /// let line = app.world_mut().spawn(Collider::polyline([gjk::Vec2::ZERO])).id();
    /// app.update();
    /// let error = app.world().resource::<Collisions>().error_of(line);
    /// assert_eq!(error, Some(ColliderError::TooFewVertices(1)));
    /// ```
    pub fn error_of(&self, entity: Entity) -> Option<ColliderError> {
        let collider = self.colliders.at(self.colliders.slot_of(entity)?);
        (collider.state == State::Invalid).then(|| self.warned.error_of(entity)).flatten()
    }

    /// Returns whether a filter of the app refused two colliders in the last run.
    pub(crate) fn is_filtered(&self, slots: [u32; 2]) -> bool {
        let edge = self.contacts.find(slots, &self.colliders);
        edge.is_some_and(|edge| self.contacts.graph.flags(edge.id).is_filtered)
    }

    /// Returns whether a filter that saw the contact of two colliders refused it.
    pub(crate) fn is_filtered_by_contact(&self, slots: [u32; 2]) -> bool {
        let edge = self.contacts.find(slots, &self.colliders);
        edge.is_some_and(|edge| matches!(edge.state, PairState::FilteredByContact))
    }

    /// Returns whether an entity touches another or is near it, so that an end event will follow, whatever the state of
    /// its collider: one that came back by a restore is only read by the next run.
    pub(crate) fn is_in_a_pair(&self, entity: Entity) -> bool {
        self.edges_of(entity).any(|edge| !edge.state.kind().is_apart())
    }

    /// Returns the edges of an entity.
    pub(crate) fn edges_of(&self, entity: Entity) -> impl Iterator<Item = EdgeRef<'_, D>> {
        self.colliders.slot_of(entity).into_iter().flat_map(|slot| self.contacts.of(slot, &self.colliders))
    }

    /// Returns the edge between two entities.
    fn edge(&self, one: Entity, two: Entity) -> Option<EdgeRef<'_, D>> {
        self.contacts.find([self.colliders.slot_of(one)?, self.colliders.slot_of(two)?], &self.colliders)
    }

    /// Returns the number of runs since the state of an edge became of its kind.
    fn runs_since(&self, edge: &EdgeRef<D>) -> u32 {
        self.colliders.run.wrapping_sub(edge.since_run)
    }
}
