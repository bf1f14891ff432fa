//! The filter of a query.

use core::borrow::Borrow;
use core::fmt;

use arrayvec::ArrayVec;
use bevy_ecs::prelude::Entity;

use crate::collider::{CollisionLayers, Dimension, LayerMask};
use crate::detection::proxies::{Colliders, PlacedCollider};

/// Selects the colliders that a [`CollisionQuery`](crate::CollisionQuery) tests; by default all of them.
///
/// It keeps a copy of the entities that it excludes, of up to eight without an allocation, and borrows the predicate. Each
/// method returns another filter, and leaves the one that it is called on as it is.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::{dim2::prelude::*, gjk::Vec2};
/// # #[derive(Component)] struct Player;
/// # #[derive(Component)] struct Glass;
/// collision_layers! {
///     enum Layer { Ground, Enemy }
/// }
///
/// fn shoot(
///     player: Single<Entity, With<Player>>,
///     glass: Query<(), With<Glass>>,
///     query: CollisionQuery,
/// ) {
///     let is_opaque = |entity| !glass.contains(entity);
///     let filter = QueryFilter::ALL
///         .in_layers([Layer::Ground, Layer::Enemy])
///         .excluding(&[*player])
///         .matching(&is_opaque);
///     let hit = query.cast_ray(Vec2::ZERO, Vec2::X, 50.0, &filter);
/// #   let _ = hit;
/// }
/// # bevy_ecs::system::assert_is_system(shoot);
/// ```
#[derive(Clone, Default)]
pub struct QueryFilter<'f> {
    mask: Option<LayerMask>,
    layers: Option<CollisionLayers>,
    excluded: EntityList,
    on_behalf_of: Option<Entity>,
    matches: Option<&'f dyn Fn(Entity) -> bool>,
}

impl QueryFilter<'_> {
    /// Selects all colliders that take part.
    pub const ALL: Self = Self::on_behalf_of(None);

    const fn on_behalf_of(entity: Option<Entity>) -> Self {
        Self { mask: None, layers: None, excluded: EntityList::EMPTY, on_behalf_of: entity, matches: None }
    }

    /// Selects the colliders that the collider of this entity may touch, according to its
    /// [`CollisionLayers`], [`CollisionExceptions`](crate::CollisionExceptions) and
    /// [`NoSelfCollision`](crate::NoSelfCollision), without the entity itself.
    ///
    /// If the entity has no collider, only the entity itself is excluded.
    pub const fn of(entity: Entity) -> Self {
        Self::on_behalf_of(Some(entity))
    }

    /// Selects only colliders in at least one of these layers.
    #[must_use]
    pub fn in_layers(&self, layers: impl Into<LayerMask>) -> Self {
        Self { mask: Some(layers.into()), ..self.clone() }
    }

    /// Selects only colliders that may touch a collider with these layers.
    #[must_use]
    pub fn with_layers(&self, layers: CollisionLayers) -> Self {
        Self { layers: Some(layers), ..self.clone() }
    }

    /// Excludes these entities, and those that the filter excludes already.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim2::prelude::*;
    ///
    /// fn others<'f>(player: Entity, weapons: &[Entity]) -> QueryFilter<'f> {
    ///     let filter = QueryFilter::ALL.excluding(&[player]);
    ///     filter.excluding(weapons)
    /// }
    /// ```
    #[must_use]
    pub fn excluding(&self, entities: impl IntoIterator<Item: Borrow<Entity>>) -> Self {
        let mut filter = self.clone();
        entities.into_iter().for_each(|entity| filter.excluded.push(*entity.borrow()));
        filter
    }
}

impl<'f> QueryFilter<'f> {
    /// Selects only entities for which this predicate is true. It is called after all other conditions, and only for
    /// colliders whose AABB the query reaches.
    #[must_use]
    pub fn matching(&self, matches: &'f dyn Fn(Entity) -> bool) -> Self {
        Self { matches: Some(matches), ..self.clone() }
    }

    /// Returns the predicate for single colliders.
    pub(crate) fn test<'a, D: Dimension>(
        &'a self,
        colliders: &'a Colliders<D>,
    ) -> impl Fn(&PlacedCollider<D>) -> bool + 'a {
        let own = self.on_behalf_of.and_then(|entity| colliders.get(entity));
        move |collider| {
            let layers = collider.layers();
            self.mask.is_none_or(|mask| mask.overlaps(layers.memberships))
                && self.layers.is_none_or(|own| own.interacts_with(layers))
                && self.on_behalf_of.is_none_or(|entity| entity != collider.entity())
                && own.is_none_or(|own| own.should_collide(collider))
                && !self.excluded.contains(collider.entity())
                && self.matches.is_none_or(|matches| matches(collider.entity()))
        }
    }
}

impl fmt::Debug for QueryFilter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QueryFilter")
            .field("mask", &self.mask)
            .field("layers", &self.layers)
            .field("excluded", &self.excluded)
            .field("on_behalf_of", &self.on_behalf_of)
            .finish_non_exhaustive()
    }
}

/// A list of entities, the first of them without an allocation.
#[derive(Clone, Debug, Default)]
struct EntityList {
    first: ArrayVec<Entity, 8>,
    others: Vec<Entity>,
}

impl EntityList {
    const EMPTY: Self = Self { first: ArrayVec::new_const(), others: Vec::new() };

    fn push(&mut self, entity: Entity) {
        if self.first.try_push(entity).is_err() {
            self.others.push(entity);
        }
    }

    #[inline]
    fn contains(&self, entity: Entity) -> bool {
        self.first.contains(&entity) || self.others.contains(&entity)
    }
}
