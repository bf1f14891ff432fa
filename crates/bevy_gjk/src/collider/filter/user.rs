//! User-defined collision filters, which may read the world.

use bevy_ecs::prelude::Entity;
use bevy_ecs::system::ReadOnlySystemParam;

/// A user-defined collision filter: a read-only `SystemParam` that allows or refuses pairs.
///
/// In each run every filter is called for each pair that touched, was near or was refused in the last run, or was tested
/// and is remembered, and for each pair whose AABBs overlap and whose layers agree, if one of the two moved. A pair must be
/// allowed by all filters. When a filter refuses a pair that it allowed before, the touch ends with
/// [`EndReason::Filtered`](crate::EndReason::Filtered), even if the two moved apart in the same run; when all filters allow it again, the touch begins. Filters are not called
/// for pairs that end for a reason that takes precedence over this one.
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
