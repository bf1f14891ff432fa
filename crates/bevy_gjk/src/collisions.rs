//! What touches now, and what is near.

use core::time::Duration;

use bevy_ecs::prelude::{Entity, Resource};
use gjk::{ClosestPoints, Contact, Manifold};

mod phases;

pub use phases::{ColliderWriter, PairWriter};

use crate::collider::{ColliderShape, Dimension};
use crate::contacts::{Contacts, EdgeRef, PairState};
use crate::error::ColliderError;
use crate::narrow_phase::{self, NarrowPhase};
use crate::proxies::{Colliders, State, Warned};

/// Two colliders that touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch<D: Dimension> {
    /// The one that was asked for, or else the one with the lower index.
    pub entity: Entity,
    /// The other one.
    pub other: Entity,
    /// The contact as `entity` sees it: `on_a` is on its surface, the normal points away from it. Of a
    /// [`TouchOnly`](crate::TouchOnly) collider it is that of the beginning.
    pub contact: Contact<D::Vector>,
    /// When they met on the way of a [`SweptCollider`](crate::SweptCollider) in the last run, from 0 at its start
    /// to 1 at its end; 1 if neither is swept.
    pub time: f32,
    /// When it began: the `Time::elapsed` of that moment, by the clock of the schedule in which the systems
    /// run; 0 in an app without `Time`.
    pub since: Duration,
    /// How many runs of the systems ago it began: 0 if in the last one.
    pub runs: u32,
}

/// Two colliders that are within their [margin](crate::ProximityMargin), but do not touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proximity<D: Dimension> {
    /// The one that was asked for, or else the one with the lower index.
    pub entity: Entity,
    /// The other one.
    pub other: Entity,
    /// The nearest points and the distance, as `entity` sees it: `on_a` is on its surface.
    pub closest: ClosestPoints<D::Vector>,
    /// When it began, as in a [`Touch`].
    pub since: Duration,
    /// How many runs of the systems ago it began, as in a [`Touch`].
    pub runs: u32,
}

/// A convex shape that touches another one: see [`Collisions::touching_parts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TouchingPart {
    /// Whose `Collider` it belongs to: one of the entities of a [`CompoundCollider`](crate::CompoundCollider), or else
    /// that which was asked about.
    pub entity: Entity,
    /// Which part of that collider it is: the triangle of a mesh, the segment of a polyline, the part of a compound
    /// counted with all parts of those before. Of each cell of a height field, row by row, there are two triangles. 0
    /// for a collider of a single shape.
    pub index: u32,
}

/// What touches now, with the contacts, and what is near; right from the moment the phase
/// [`CollisionSystems::NarrowPhase`](crate::CollisionSystems::NarrowPhase) has run.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
/// # #[derive(Component)] struct Player;
///
/// fn on_ground(player: Single<Entity, With<Player>>, collisions: Res<Collisions>) {
///     let grounded = collisions.collisions_with(*player).any(|touch| touch.contact.normal.y < -0.7);
///     println!("grounded: {grounded}");
/// }
/// # bevy_ecs::system::assert_is_system(on_ground);
/// ```
///
/// Systems that replace a [phase](crate::CollisionSystems) of the plugin find what they need here, too:
/// [`colliders`](Self::colliders), [`update_colliders`](Self::update_colliders),
/// [`update_pairs`](Self::update_pairs), [`filter_pairs`](Self::filter_pairs),
/// [`test_pairs`](Self::test_pairs) and [`take_events`](Self::take_events).
#[derive(Resource, Debug)]
pub struct Collisions<D: Dimension> {
    pub(crate) colliders: Colliders<D>,
    pub(crate) contacts: Contacts<D>,
    pub(crate) narrow_phase: NarrowPhase<D>,
    /// Who has been warned of.
    pub(crate) warned: Warned,
}

impl<D: Dimension> Default for Collisions<D> {
    fn default() -> Self {
        Self {
            colliders: Colliders::default(),
            contacts: Contacts::default(),
            narrow_phase: NarrowPhase::default(),
            warned: Warned::default(),
        }
    }
}

impl<D: Dimension> Collisions<D> {
    /// Returns all touches, each once, in an order that only depends on what happened before.
    pub fn iter(&self) -> impl Iterator<Item = Touch<D>> {
        self.contacts.iter(&self.colliders).filter_map(|pair| self.touch(pair, pair.entities[0]))
    }

    /// Returns the touches of an entity, as it sees them.
    pub fn collisions_with(&self, entity: Entity) -> impl Iterator<Item = Touch<D>> {
        self.pairs_of(entity).filter_map(move |pair| self.touch(pair, entity))
    }

    /// Returns the entities that an entity touches.
    pub fn entities_colliding_with(&self, entity: Entity) -> impl Iterator<Item = Entity> {
        self.collisions_with(entity).map(|touch| touch.other)
    }

    /// Returns the touch of two entities as the first sees it, or `None` if they do not touch.
    pub fn get(&self, entity: Entity, other: Entity) -> Option<Touch<D>> {
        self.pair(entity, other).and_then(|pair| self.touch(pair, entity))
    }

    /// Whether two entities touch.
    pub fn contains(&self, entity: Entity, other: Entity) -> bool {
        self.pair(entity, other).is_some_and(|pair| pair.state.touch().is_some())
    }

    /// The few points where the faces or edges of two entities touch, as the first sees it, if they touch:
    /// up to two in the plane, four in space. It is computed when asked for, of the shapes as the systems
    /// last saw them. Of colliders with many parts, it is that of the two parts that overlap deepest.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim3::prelude::*;
    ///
    /// fn rest(boxes: Query<Entity, With<Collider>>, collisions: Res<Collisions>) {
    ///     for touch in boxes.iter().flat_map(|entity| collisions.collisions_with(entity)) {
    ///         let Some(manifold) = collisions.manifold(touch.entity, touch.other) else { continue };
    ///         println!("{} rests on {} points", touch.entity, manifold.points().len());
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(rest);
    /// ```
    pub fn manifold(&self, entity: Entity, other: Entity) -> Option<Manifold<D::Vector>> {
        if !self.contains(entity, other) {
            return None;
        }
        let [one, two] = [entity, other].map(|entity| self.colliders.get(entity));
        narrow_phase::manifold([one?, two?])
    }

    /// Which shapes of two entities touch, if they touch: of all that do the two that overlap deepest, or that met
    /// first on the way of a [`SweptCollider`](crate::SweptCollider), that of the first entity first. It is found when asked for, of the shapes as the systems last saw them.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim3::prelude::*;
    /// # #[derive(Component)] struct Wheel;
    ///
    /// // A level whose collider is a mesh, and wheels that are parts of a car.
    /// fn underfoot(wheels: Query<(), With<Wheel>>, collisions: Res<Collisions>) {
    ///     for touch in collisions.iter() {
    ///         let Some([car, level]) = collisions.touching_parts(touch.entity, touch.other) else { continue };
    ///         if wheels.contains(car.entity) {
    ///             println!("a wheel stands on triangle {}", level.index);
    ///         }
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(underfoot);
    /// ```
    pub fn touching_parts(&self, entity: Entity, other: Entity) -> Option<[TouchingPart; 2]> {
        if !self.contains(entity, other) {
            return None;
        }
        let [one, two] = [self.colliders.get(entity)?, self.colliders.get(other)?];
        let [of_one, of_two] = narrow_phase::touching_parts([one, two])?;
        Some([(one, of_one), (two, of_two)].map(|(collider, index)| {
            let of_itself = TouchingPart { entity: collider.entity(), index };
            let parts = collider.shape().and_then(ColliderShape::composite);
            parts.and_then(|parts| parts.origin_of(index)).map_or(of_itself, |(entity, index)| TouchingPart {
                entity: entity.unwrap_or(collider.entity()),
                index,
            })
        }))
    }

    /// Returns all pairs that are near each other without touching, each once.
    pub fn proximities(&self) -> impl Iterator<Item = Proximity<D>> {
        self.contacts.iter(&self.colliders).filter_map(|pair| self.nearness(pair, pair.entities[0]))
    }

    /// Returns the pairs of an entity that are near, as it sees them.
    pub fn proximities_with(&self, entity: Entity) -> impl Iterator<Item = Proximity<D>> {
        self.pairs_of(entity).filter_map(move |pair| self.nearness(pair, entity))
    }

    /// Returns how near two entities are as the first sees it, or `None` unless they are near without touching.
    pub fn get_proximity(&self, entity: Entity, other: Entity) -> Option<Proximity<D>> {
        self.pair(entity, other).and_then(|pair| self.nearness(pair, entity))
    }

    /// Returns why the collider of an entity is invalid and takes no part, or `None` if it takes part or there is none.
    ///
    /// A warning named the same entity and error when this was found.
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

    fn pairs_of(&self, entity: Entity) -> impl Iterator<Item = EdgeRef<'_, D>> {
        self.colliders.slot_of(entity).into_iter().flat_map(|slot| self.contacts.of(slot, &self.colliders))
    }

    fn pair(&self, one: Entity, two: Entity) -> Option<EdgeRef<'_, D>> {
        self.contacts.find([self.colliders.slot_of(one)?, self.colliders.slot_of(two)?], &self.colliders)
    }

    /// A pair as one of its entities sees it, if it touches.
    fn touch(&self, pair: EdgeRef<D>, entity: Entity) -> Option<Touch<D>> {
        let (contact, time) = pair.state.touch()?;
        let [a, b] = pair.entities;
        let (other, contact) = if entity == a { (b, contact) } else { (a, contact.flipped()) };
        Some(Touch { entity, other, contact, time, since: pair.since, runs: self.runs_since(&pair) })
    }

    /// A pair as one of its entities sees it, if it is near.
    fn nearness(&self, pair: EdgeRef<D>, entity: Entity) -> Option<Proximity<D>> {
        let &PairState::Near(closest) = pair.state else { return None };
        let [a, b] = pair.entities;
        let (other, closest) = if entity == a { (b, closest) } else { (a, closest.flipped()) };
        Some(Proximity { entity, other, closest, since: pair.since, runs: self.runs_since(&pair) })
    }

    fn runs_since(&self, pair: &EdgeRef<D>) -> u32 {
        self.colliders.run.wrapping_sub(pair.since_run)
    }
}
