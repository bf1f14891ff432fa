//! Whom a query asks.

use core::fmt;

use bevy_ecs::prelude::Entity;

use crate::collider::Dimension;
use crate::layers::{CollisionLayers, LayerMask};
use crate::proxies::{Colliders, PlacedCollider};

/// Which colliders a [`CollisionQuery`](crate::CollisionQuery) asks: all, unless it is told otherwise.
///
/// It borrows what it needs, so that making one costs nothing.
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
///     let own = [*player];
///     let filter = QueryFilter::ALL
///         .in_layers([Layer::Ground, Layer::Enemy])
///         .excluding(&own)
///         .matching(&is_opaque);
///     let hit = query.cast_ray(Vec2::ZERO, Vec2::X, 50.0, &filter);
/// #   let _ = hit;
/// }
/// # bevy_ecs::system::assert_is_system(shoot);
/// ```
#[derive(Clone, Copy, Default)]
pub struct QueryFilter<'f> {
    mask: Option<LayerMask>,
    layers: Option<CollisionLayers>,
    excluded: &'f [Entity],
    on_behalf_of: Option<Entity>,
    matches: Option<&'f dyn Fn(Entity) -> bool>,
}

impl QueryFilter<'_> {
    /// Asks all colliders that take part.
    pub const ALL: Self = Self { mask: None, layers: None, excluded: &[], on_behalf_of: None, matches: None };

    /// Asks those alone that the collider of this entity may meet: never itself, and as its
    /// [`CollisionLayers`], [`CollisionExceptions`](crate::CollisionExceptions) and
    /// [`NoSelfCollision`](crate::NoSelfCollision) say.
    ///
    /// Without a collider, the entity is but left out itself.
    pub const fn of(entity: Entity) -> Self {
        Self { on_behalf_of: Some(entity), ..Self::ALL }
    }

    /// Asks those alone that are in one of these layers.
    #[must_use]
    pub fn in_layers(self, layers: impl Into<LayerMask>) -> Self {
        Self { mask: Some(layers.into()), ..self }
    }

    /// Asks those alone that a collider with these layers could meet.
    #[must_use]
    pub fn with_layers(self, layers: CollisionLayers) -> Self {
        Self { layers: Some(layers), ..self }
    }
}

impl<'f> QueryFilter<'f> {
    /// Leaves these out.
    #[must_use]
    pub const fn excluding(self, entities: &'f [Entity]) -> Self {
        Self { excluded: entities, ..self }
    }

    /// Asks those alone for which this is true. It is asked last, and only about those that come into
    /// question.
    #[must_use]
    pub fn matching(self, matches: &'f dyn Fn(Entity) -> bool) -> Self {
        Self { matches: Some(matches), ..self }
    }

    /// The test of single colliders.
    pub(super) fn test<'a, D: Dimension>(
        &'a self,
        colliders: &'a Colliders<D>,
    ) -> impl Fn(&PlacedCollider<D>) -> bool + 'a {
        let own = self.on_behalf_of.and_then(|entity| colliders.get(entity));
        move |collider| {
            let layers = collider.layers();
            self.mask.is_none_or(|mask| mask.overlaps(layers.memberships))
                && self.layers.is_none_or(|own| own.interacts_with(layers))
                && self.on_behalf_of.is_none_or(|entity| entity != collider.entity())
                && own.is_none_or(|own| own.may_meet(collider))
                && !self.excluded.contains(&collider.entity())
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
