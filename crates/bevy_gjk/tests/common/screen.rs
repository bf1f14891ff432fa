//! An app that draws gizmos, and a camera like that of a window.

use bevy::mesh::MeshPlugin;
use bevy_app::{App, Plugins};
use bevy_asset::AssetPlugin;
use bevy_camera::{Camera, RenderTargetInfo};
use bevy_ecs::prelude::Bundle;
use bevy_gizmos::GizmoPlugin;
use bevy_gjk::CollisionGizmos;
use bevy_input::InputPlugin;
use bevy_math::UVec2;
use bevy_transform::components::Transform;

/// Returns an app that can draw gizmos, without a camera.
pub fn app() -> App {
    app_with(())
}

/// Returns the same app with further plugins.
pub fn app_with<M>(plugins: impl Plugins<M>) -> App {
    let mut app = super::app();
    // The gizmos of skinned meshes need meshes.
    app.add_plugins((AssetPlugin::default(), MeshPlugin, InputPlugin, GizmoPlugin)).add_plugins(plugins);
    super::finished(app)
}

/// Returns a camera like that of a window of 800 by 600 pixels, which gives marks their size on screen.
pub fn camera() -> Camera {
    let mut camera = Camera::default();
    camera.computed.clip_from_view =
        glam::camera::rh::proj::directx::perspective_infinite_reverse(1.0, 800.0 / 600.0, 0.1);
    camera.computed.target_info =
        Some(RenderTargetInfo { physical_size: UVec2::new(800, 600), scale_factor: 1.0 });
    camera
}

/// Returns the same camera with a transform.
pub fn camera_at(transform: Transform) -> impl Bundle {
    (camera(), transform)
}

/// Returns settings with all categories off.
pub fn nothing() -> CollisionGizmos {
    CollisionGizmos {
        shapes: false,
        bounds: false,
        contacts: false,
        normals: false,
        depths: false,
        near: false,
        tree: false,
        queries: false,
        moves: false,
        names: false,
        one_way: false,
        ..Default::default()
    }
}
