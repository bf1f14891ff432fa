//! Everything at once.

use bevy_app::{PluginGroup, PluginGroupBuilder};

use crate::dim2::Dim2;
use crate::dim3::Dim3;
use crate::plugin::CollisionPlugin;

/// Collision detection in both dimensions, each in `PostUpdate`; with the feature `diagnostics`, on by
/// default, its measurements.
///
/// ```
/// # use bevy_app::prelude::*;
/// use bevy_gjk::{CollisionPlugins, dim2, dim3};
///
/// App::new().add_plugins(CollisionPlugins);
/// // Each part can be set otherwise, or left out.
/// App::new().add_plugins(
///     CollisionPlugins
///         .set(dim2::CollisionPlugin::in_schedule(FixedPostUpdate))
///         .disable::<dim3::CollisionPlugin>(),
/// );
/// ```
///
/// | plugin | what for |
/// |---|---|
/// | [`dim2::CollisionPlugin`](crate::dim2::CollisionPlugin) | the plane |
/// | [`dim3::CollisionPlugin`](crate::dim3::CollisionPlugin) | space |
/// | `CollisionDiagnosticsPlugin<Dim2>`, `CollisionDiagnosticsPlugin<Dim3>` | times and counts |
///
/// The plugins of the features `meshes`, `sprites` and `picking` are added by themselves.
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
            .add(crate::diagnostics::CollisionDiagnosticsPlugin::<Dim2>::default())
            .add(crate::diagnostics::CollisionDiagnosticsPlugin::<Dim3>::default());
        group
    }
}
