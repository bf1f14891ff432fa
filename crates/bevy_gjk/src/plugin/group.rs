//! The plugin group of all collision plugins that need no feature of Bevy's own.

use bevy_app::{PluginGroup, PluginGroupBuilder};

use crate::collider::{Dim2, Dim3};
use crate::plugin::CollisionPlugin;

/// A plugin group: collision detection in 2D and 3D, each in `PostUpdate`, and with the feature `diagnostics`, on by
/// default, their measurements.
///
/// ```
/// # use bevy_app::prelude::*;
/// use bevy_gjk::{CollisionPlugins, dim2, dim3};
///
/// App::new().add_plugins(CollisionPlugins);
/// // Each plugin can be configured or disabled.
/// App::new().add_plugins(
///     CollisionPlugins
///         .set(dim2::CollisionPlugin::in_schedule(FixedPostUpdate))
///         .disable::<dim3::CollisionPlugin>(),
/// );
/// ```
///
/// | plugin | what for |
/// |---|---|
/// | [`dim2::CollisionPlugin`](crate::dim2::CollisionPlugin) | collision detection in 2D |
/// | [`dim3::CollisionPlugin`](crate::dim3::CollisionPlugin) | collision detection in 3D |
/// | `CollisionDiagnosticsPlugin<Dim2>`, `CollisionDiagnosticsPlugin<Dim3>` | times and counts |
///
/// The plugins of the features `meshes`, `sprites` and `picking` are not part of the group: add them separately.
///
/// A dimension in which there is no collider costs a few microseconds a frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct CollisionPlugins;

impl PluginGroup for CollisionPlugins {
    fn build(self) -> PluginGroupBuilder {
        let group = PluginGroupBuilder::start::<Self>()
            .add(CollisionPlugin::<Dim2>::default())
            .add(CollisionPlugin::<Dim3>::default());
        #[cfg(feature = "diagnostics")]
        let group = group
            .add(crate::debug::CollisionDiagnosticsPlugin::<Dim2>::default())
            .add(crate::debug::CollisionDiagnosticsPlugin::<Dim3>::default());
        group
    }
}
