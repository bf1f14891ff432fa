//! The filter of a query.

use core::borrow::Borrow;
use core::fmt;

use arrayvec::ArrayVec;
use bevy_ecs::prelude::Entity;

use crate::collider::{CollisionLayers, CollisionSpace, Dimension, LayerMask};
use crate::detection::proxies::{Colliders, PlacedCollider};

/// Selects the colliders that a [`CollisionQuery`](crate::CollisionQuery) tests; by default all of the
/// [default space](CollisionSpace::DEFAULT).
///
/// It owns the entities that it excludes, up to eight of them without an allocation, and the predicate. A filter with a
/// predicate has a type of its own, so nothing is boxed. Code that only hands the filter on need not name that type.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::{dim2::prelude::*, gjk::Vec2};
/// use bevy_math::Dir2;
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
///     let filter = QueryFilter::ALL
///         .in_layers([Layer::Ground, Layer::Enemy])
///         .excluding([*player])
///         .matching(|entity| !glass.contains(entity));
///     let hit = query.cast_ray(Vec2::ZERO, Dir2::X, 50.0, &filter);
/// #   let _ = hit;
/// }
/// # bevy_ecs::system::assert_is_system(shoot);
/// ```
#[derive(Clone)]
pub struct QueryFilter<F = fn(Entity) -> bool> {
    rules: Rules,
    matches: Option<F>,
}

/// What a filter asks of a collider apart from the predicate.
#[derive(Clone, Debug)]
struct Rules {
    space: Option<CollisionSpace>,
    mask: Option<LayerMask>,
    layers: Option<CollisionLayers>,
    excluded: EntityList,
    on_behalf_of: Option<Entity>,
}

impl QueryFilter {
    /// Selects all colliders that take part, of the [default space](CollisionSpace::DEFAULT), which is that of all
    /// colliders in an app without the component [`CollisionSpace`], or of the one that [`in_space`](Self::in_space)
    /// names.
    pub const ALL: Self = Self::on_behalf_of(None);

    const fn on_behalf_of(entity: Option<Entity>) -> Self {
        let excluded = EntityList::EMPTY;
        let rules = Rules { space: None, mask: None, layers: None, excluded, on_behalf_of: entity };
        Self { rules, matches: None }
    }

    /// Selects the colliders that the collider of this entity may touch, according to its [`CollisionSpace`],
    /// [`CollisionLayers`], [`CollisionExceptions`](crate::CollisionExceptions) and
    /// [`NoSelfCollision`](crate::NoSelfCollision), without the entity itself.
    ///
    /// If the entity has no collider, only the entity itself is excluded.
    pub const fn of(entity: Entity) -> Self {
        Self::on_behalf_of(Some(entity))
    }

    /// Selects only entities for which this predicate is true, such as a closure that borrows the queries of the
    /// system. It is called after all other conditions, and only for colliders whose AABB the query reaches. A filter
    /// has one predicate.
    #[must_use]
    pub fn matching<F: Fn(Entity) -> bool>(self, matches: F) -> QueryFilter<F> {
        QueryFilter { rules: self.rules, matches: Some(matches) }
    }
}

/// Selects all colliders that take part.
impl Default for QueryFilter {
    fn default() -> Self {
        Self::ALL
    }
}

impl<F> QueryFilter<F> {
    /// Selects colliders of this space, and of no other one.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::{dim2::prelude::*, gjk::Vec2};
    ///
    /// fn is_free(query: &CollisionQuery, room: CollisionSpace, at: Vec2) -> bool {
    ///     query.containing(at, &QueryFilter::ALL.in_space(room)).is_none()
    /// }
    /// ```
    #[must_use]
    pub fn in_space(mut self, space: CollisionSpace) -> Self {
        self.rules.space = Some(space);
        self
    }

    /// Selects only colliders in at least one of these layers.
    #[must_use]
    pub fn in_layers(mut self, layers: impl Into<LayerMask>) -> Self {
        self.rules.mask = Some(layers.into());
        self
    }

    /// Selects only colliders that may touch a collider with these layers.
    #[must_use]
    pub fn with_layers(mut self, layers: CollisionLayers) -> Self {
        self.rules.layers = Some(layers);
        self
    }

    /// Excludes these entities, and those that the filter excludes already.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use bevy_gjk::dim2::prelude::*;
    ///
    /// fn others(player: Entity, weapons: &[Entity]) -> QueryFilter {
    ///     QueryFilter::ALL.excluding([player]).excluding(weapons)
    /// }
    /// ```
    #[must_use]
    pub fn excluding(mut self, entities: impl IntoIterator<Item: Borrow<Entity>>) -> Self {
        entities.into_iter().for_each(|entity| self.rules.excluded.push(*entity.borrow()));
        self
    }
}

impl<F: Fn(Entity) -> bool> QueryFilter<F> {
    /// Returns the filter without the type of its predicate.
    pub(crate) fn view(&self) -> FilterView<'_> {
        let matches = self.matches.as_ref().map(|matches| matches as &dyn Fn(Entity) -> bool);
        FilterView { rules: &self.rules, matches }
    }
}

impl<F> fmt::Debug for QueryFilter<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QueryFilter")
            .field("rules", &self.rules)
            .field("has_predicate", &self.matches.is_some())
            .finish()
    }
}

/// A borrowed filter without the type of its predicate: what queries work with.
#[derive(Clone, Copy)]
pub(crate) struct FilterView<'f> {
    rules: &'f Rules,
    matches: Option<&'f dyn Fn(Entity) -> bool>,
}

impl<'f> FilterView<'f> {
    /// Returns the space of the colliders that it selects.
    pub(crate) fn space<D: Dimension>(self, colliders: &Colliders<D>) -> CollisionSpace {
        let own = || colliders.get(self.rules.on_behalf_of?).map(PlacedCollider::space);
        self.rules.space.or_else(own).unwrap_or_default()
    }

    /// Returns whether the filter asks for layers, and for none of them.
    pub(super) fn selects_no_layer(self) -> bool {
        self.rules.mask == Some(LayerMask::NONE)
    }

    /// Returns the predicate for single colliders.
    pub(crate) fn test<D: Dimension>(
        self,
        colliders: &'f Colliders<D>,
    ) -> impl Fn(&PlacedCollider<D>) -> bool + 'f {
        let Self { rules, matches } = self;
        let own = rules.on_behalf_of.and_then(|entity| colliders.get(entity));
        let space = self.space(colliders);
        move |collider| {
            let layers = collider.layers();
            collider.space() == space
                && rules.mask.is_none_or(|mask| mask.overlaps(layers.memberships))
                && rules.layers.is_none_or(|own| own.interacts_with(layers))
                && rules.on_behalf_of.is_none_or(|entity| entity != collider.entity())
                && own.is_none_or(|own| own.should_collide(collider))
                && !rules.excluded.contains(collider.entity())
                && matches.is_none_or(|matches| matches(collider.entity()))
        }
    }
}

/// A collider that a filter lets through, and what the filter asks of the layers of its cells.
pub(crate) struct Admitted<'c, D: Dimension> {
    pub(super) collider: &'c PlacedCollider<D>,
    mask: Option<LayerMask>,
    layers: [Option<CollisionLayers>; 2],
}

impl<'f> FilterView<'f> {
    /// Returns what the filter asks of a collider that it lets through.
    #[inline]
    pub(crate) fn admit<'c, D: Dimension>(
        self,
        collider: &'c PlacedCollider<D>,
        colliders: &Colliders<D>,
    ) -> Admitted<'c, D> {
        if !collider.has_cell_layers() {
            return collider.into();
        }
        let Rules { mask, layers, on_behalf_of, .. } = *self.rules;
        let of_own = on_behalf_of.and_then(|entity| colliders.get(entity)).map(PlacedCollider::layers);
        Admitted { collider, mask, layers: [layers, of_own] }
    }
}

/// Creates a collider of which all parts are let through.
impl<'c, D: Dimension> From<&'c PlacedCollider<D>> for Admitted<'c, D> {
    #[inline]
    fn from(collider: &'c PlacedCollider<D>) -> Self {
        Self { collider, mask: None, layers: [None; 2] }
    }
}

impl<D: Dimension> Admitted<'_, D> {
    /// Returns whether a part is let through.
    #[inline]
    pub(crate) fn admits(&self, part: u32) -> bool {
        self.asks_nothing() || self.admits_layers(self.collider.layers_of_part(part))
    }

    /// Returns whether it has solids, and they are let through: cells beside them may have other layers.
    #[inline]
    pub(super) fn has_solids(&self) -> bool {
        self.collider.has_boundary()
            && (self.asks_nothing() || self.admits_layers(self.collider.layers_of_entity()))
    }

    #[inline]
    fn asks_nothing(&self) -> bool {
        self.mask.is_none() && self.layers.iter().all(Option::is_none)
    }

    fn admits_layers(&self, layers: CollisionLayers) -> bool {
        self.mask.is_none_or(|mask| mask.overlaps(layers.memberships))
            && self.layers.iter().flatten().all(|own| own.interacts_with(layers))
    }
}

/// A list of entities, the first of them without an allocation.
#[derive(Clone, Debug)]
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
