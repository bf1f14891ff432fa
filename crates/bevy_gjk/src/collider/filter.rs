//! Collision filters beyond layers: spaces, self-collision groups, exceptions for single pairs, and user-defined filters.
//!
//! These are the components and traits. Layers, groups and exceptions are applied where the pairs of the broad phase
//! become candidates, in `Collector::push_unless_culled` (`detection/narrow_phase/candidates.rs`), and compared in
//! `InteractionFilter::filter_reason` (`detection/proxies/settings.rs`). The filters of the app are applied to the
//! candidates, in `detection/narrow_phase/apply_user_filters.rs` and `detection/narrow_phase/pair_test.rs`. Spaces are
//! kept apart earlier, in the grids and trees of the broad phase, so that one costs another nothing.
//!
//! The places for a new optional component of a collider:
//!
//! | file | what |
//! |---|---|
//! | `collider/components.rs` | the component, or its export, for the root of the crate and the preludes |
//! | `plugin/components.rs` | a row: its reflection, and the warnings of one without a collider, and of one on a part of a compound |
//! | `detection/proxies/settings.rs` | a field of `ColliderSettings`, which the table stores by `PlacedCollider::update_settings`, and `of` |
//! | `frame/read_world/rows.rs` | the columns, both queries and where their items are destructured, `SettingsRefs`, `changed_rows` |
//! | `recording/components.rs` | a row, so that recordings hold it |
//!
//! Of one that filters pairs also:
//!
//! | file | what |
//! |---|---|
//! | `detection/proxies/settings.rs` | a field of `BeyondLayers`; `update`, `add_to`, `only_layers` and `reason_beyond_layers` of `InteractionFilter`; a `FilterReason` |
//! | `frame/inherited.rs`, `frame/read_world.rs`, `frame/read_world/removal.rs` | if it acts on what is below its entity: how it is found, and when it has to be found again |
//! | `debug/rules.rs`, `debug/rules/apart_reason.rs` | its explanation: `reason`; a variant and its text |
//! | `plugin.rs`, `plugin/missing_partners/table.rs`, `plugin/missing_partners/colliders.rs` | if it may stand above its colliders, or lists entities: its reflection, and warnings of its own |
//! | `lib.rs`, `detection/end_reason.rs`, `detection/proxies/placed.rs`, `query/filter.rs`, `movement/character/settings.rs` | the docs that say which filters count |
//!
//! A test compares this list with the files that use the components above. The tests that list all components fail by
//! themselves.

use bevy_ecs::entity::MapEntities;
use bevy_ecs::prelude::{Component, Entity, ReflectComponent};
use bevy_ecs::reflect::ReflectMapEntities;
use bevy_ecs::system::ReadOnlySystemParam;
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};
use gjk::Contact;

use crate::collider::Dimension;

/// The entities with which this entity's collider does not collide. It is enough if one entity of a pair lists the
/// other.
///
/// It is meant for a few entities: a thrower and its projectile, a wheel and its axle. For more, use
/// [`CollisionLayers`](crate::CollisionLayers). Despawned entities in the list have no effect.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::{CollisionExceptions, dim2::Collider};
/// # #[derive(Component)] struct Player;
///
/// fn throw(player: Single<Entity, With<Player>>, mut commands: Commands) {
///     commands.spawn((Collider::circle(0.1), CollisionExceptions::of([*player])));
/// }
/// # bevy_ecs::system::assert_is_system(throw);
/// ```
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, MapEntities, Reflect)]
#[component(summary_tick)]
#[reflect(Component, MapEntities, Debug, Default, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct CollisionExceptions(
    /// The entities, in any order.
    #[entities]
    pub Vec<Entity>,
);

impl CollisionExceptions {
    /// Creates exceptions for these entities.
    pub fn of(entities: impl IntoIterator<Item = Entity>) -> Self {
        Self(entities.into_iter().collect())
    }
}

/// Prevents collisions among the colliders of this entity and of all entities below it in the hierarchy: the limbs of a
/// body, the turrets of a ship. They still collide with all others.
///
/// The entity does not need a collider of its own. Of nested entities with this component, the topmost one defines the
/// group.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::{NoSelfCollision, dim3::Collider};
/// use bevy_transform::components::Transform;
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn((Transform::default(), NoSelfCollision)).with_children(|ship| {
///         ship.spawn(Collider::cuboid(2.0, 1.0, 6.0));
///         ship.spawn(Collider::sphere(1.5));
///     });
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Debug, Default, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
pub struct NoSelfCollision;

/// The space that a collider is in: one of several worlds in one app. Colliders of different spaces never touch and are
/// never near, wherever they are, and cost each other nothing: a thousand rooms at the origin take as long as a thousand
/// rooms side by side.
///
/// It acts on the collider of its entity and on those of all entities below it in the hierarchy; of several entities
/// with this component above a collider, the nearest one counts. What has none is in [`CollisionSpace::DEFAULT`], which
/// is space 0. The numbers are yours, they need not follow each other, and a space that nothing else is in is an empty
/// one. A [compound](crate::CompoundCollider) is in the space of its root.
///
/// A collider that changes its space leaves as one that is removed there, and arrives as a new one: its touches end with
/// [`EndReason::Filtered`](crate::EndReason::Filtered), and others begin, in the same run. It is not
/// [swept](crate::SweptCollider) in that run, and carries no [character](crate::CharacterMover) along. The cost is that
/// of a despawn and a spawn, so a space is nothing to change in each frame.
///
/// Queries find what is in the space that their filter names: see
/// [`QueryFilter::in_space`](crate::QueryFilter::in_space). Characters meet what is in their own. For colliders of one
/// space that pass through each other, there are [`CollisionLayers`](crate::CollisionLayers).
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_transform::components::Transform;
/// use bevy_gjk::dim2::prelude::*;
///
/// fn open_room(mut commands: Commands, number: u32) {
///     commands.spawn((Transform::default(), CollisionSpace(number))).with_children(|room| {
///         room.spawn(Collider::rectangle(20.0, 1.0));
///         room.spawn((Collider::circle(0.5), Transform::from_xyz(0.0, 3.0, 0.0)));
///     });
/// }
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Reflect)]
#[reflect(Component, Debug, Default, Clone, PartialEq, Hash)]
#[type_path = "bevy_gjk"]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", reflect(Serialize, Deserialize))]
#[doc(alias("world", "room", "dimension", "context", "instance", "dungeon", "physics world"))]
pub struct CollisionSpace(pub u32);

impl CollisionSpace {
    /// The space of colliders without this component.
    pub const DEFAULT: Self = Self(0);
}

/// A filter of your own that allows or refuses pairs: a read-only `SystemParam`.
///
/// In each run the plugin calls every filter for
///
/// - each pair that touched, was near or was refused in the last run, or was tested and is remembered;
/// - each pair whose AABBs overlap and whose layers agree, if one of the two moved.
///
/// All filters must allow a pair. When a filter refuses a pair that it allowed before, the touch ends with
/// [`EndReason::Filtered`](crate::EndReason::Filtered), even if the two moved apart in the same run. When all filters
/// allow it again, the touch begins. Filters are not called for pairs that end for a reason that takes precedence over
/// this one.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_ecs::system::SystemParam;
/// use bevy_gjk::dim2::prelude::*;
///
/// #[derive(Component, PartialEq)]
/// struct Team(u8);
///
/// #[derive(SystemParam)]
/// struct NoFriendlyFire<'w, 's> {
///     teams: Query<'w, 's, &'static Team>,
/// }
///
/// impl CollisionFilter for NoFriendlyFire<'_, '_> {
///     fn allows(&self, a: Entity, b: Entity) -> bool {
///         match (self.teams.get(a), self.teams.get(b)) {
///             (Ok(one), Ok(other)) => one != other,
///             _ => true,
///         }
///     }
/// }
///
/// # let mut app = bevy_app::App::new();
/// app.add_plugins(CollisionPlugin::default().with_filter::<NoFriendlyFire>());
/// ```
pub trait CollisionFilter: ReadOnlySystemParam {
    /// Returns whether the two may touch and be near. `a` is the entity with the lower index, or with the lower
    /// [`CollisionOrder`](crate::CollisionOrder); the filter is called once per pair and run.
    fn allows(&self, a: Entity, b: Entity) -> bool;
}

/// Two colliders that overlap, as a [`ContactFilter`] sees them.
#[derive(Clone, Copy, Debug)]
pub struct FilteredContact<D: Dimension> {
    /// The entity with the lower index, or with the lower [`CollisionOrder`](crate::CollisionOrder).
    pub a: Entity,
    /// The other entity.
    pub b: Entity,
    /// The contact. Its normal points from `a` to `b`.
    pub contact: Contact<D::Vector>,
    /// Whether the two touched in the last run.
    pub was_touching: bool,
}

impl<D: Dimension> FilteredContact<D> {
    /// Returns the entity that is not the given one, and the unit normal from the given one to it. Returns `None` if
    /// the given entity is neither of the two.
    pub fn seen_from(&self, entity: Entity) -> Option<(Entity, D::Vector)> {
        if entity == self.a {
            Some((self.b, self.contact.normal))
        } else {
            (entity == self.b).then(|| (self.a, -self.contact.normal))
        }
    }
}

/// A filter of your own that looks at the contact of a pair before it counts as touching: a read-only `SystemParam`.
///
/// A pair that it refuses does not touch: no touch begins, and one that lasted ends with
/// [`EndReason::Filtered`](crate::EndReason::Filtered). In each run the filter is asked once about each pair that
/// overlaps and of which one collider moved, after layers, exceptions and every
/// [`CollisionFilter`](crate::CollisionFilter). A pair that stands still keeps its state.
///
/// The contact of each of these pairs is computed, and they are tested on one thread. If
/// [`is_concerned`](Self::is_concerned) returns `false` for a pair, no contact is computed for it.
///
/// A hit box that counts only from above:
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_ecs::system::SystemParam;
/// use bevy_gjk::dim2::prelude::*;
///
/// #[derive(Component)]
/// struct FromAbove;
///
/// #[derive(SystemParam)]
/// struct OnlyFromAbove<'w, 's> {
///     marked: Query<'w, 's, (), With<FromAbove>>,
/// }
///
/// impl ContactFilter<bevy_gjk::Dim2> for OnlyFromAbove<'_, '_> {
///     fn is_concerned(&self, a: Entity, b: Entity) -> bool {
///         self.marked.contains(a) || self.marked.contains(b)
///     }
///
///     fn allows(&self, found: &FilteredContact) -> bool {
///         let marked = if self.marked.contains(found.a) { found.a } else { found.b };
///         // Once it has begun from above, it lasts.
///         found.was_touching || found.seen_from(marked).is_some_and(|(_, normal)| normal.y > 0.7)
///     }
/// }
///
/// # let mut app = bevy_app::App::new();
/// app.add_plugins(CollisionPlugin::default().with_contact_filter::<OnlyFromAbove>());
/// ```
#[doc(alias = "one-way")]
#[doc(alias = "contact hook")]
pub trait ContactFilter<D: Dimension>: ReadOnlySystemParam {
    /// Returns whether the filter wants to see the contacts of a pair. `a` is the entity with the lower index, or with
    /// the lower [`CollisionOrder`](crate::CollisionOrder). All other pairs are allowed.
    fn is_concerned(&self, a: Entity, b: Entity) -> bool {
        let _ = (a, b);
        true
    }

    /// Returns whether the two may touch in this way.
    fn allows(&self, found: &FilteredContact<D>) -> bool;
}
