//! Filters of the user's own, which may read the world.

use bevy_ecs::prelude::Entity;
use bevy_ecs::system::ReadOnlySystemParam;

/// Decides about pairs by whatever it reads of the world: a `SystemParam` that only reads.
///
/// Each filter is asked in every run about every pair that touched or was near in the last run, and about every pair
/// that may have come to: whose boxes overlap and whose layers agree, and of which one moved. Once a filter refuses
/// what it allowed, the touch ends with [`EndReason::Filtered`](crate::EndReason::Filtered), also if the two part in
/// the same run, however far; and once all allow it, it begins. A pair has to be allowed by all filters. It is not
/// asked about pairs that end for a reason that comes before this one. Where there is no filter, nothing is asked.
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
///         self.teams.get(a).ok() != self.teams.get(b).ok()
///     }
/// }
///
/// # let mut app = bevy_app::App::new();
/// app.add_plugins(CollisionPlugin::default().with_filter::<NoFriendlyFire>());
/// ```
pub trait CollisionFilter: ReadOnlySystemParam {
    /// Whether the two may touch and be near. Of a pair, `a` is the entity with the lower index; it is asked
    /// once about each.
    fn allows(&self, a: Entity, b: Entity) -> bool;
}
