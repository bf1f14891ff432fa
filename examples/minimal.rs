//! The least there is to it: two colliders, one of which follows the mouse, and a line in the terminal for each
//! touch. Press F1 to hide and show the overlay.
//!
//!     cargo example minimal

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_gjk::dim2::prelude::*;

#[derive(Component)]
struct FollowsMouse;

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, CollisionPlugin::default()))
        .insert_resource(CollisionOverlayKey(Some(KeyCode::F1)))
        .add_systems(Startup, spawn)
        .add_systems(Update, (follow_mouse, print_events))
        .run();
}

fn spawn(mut commands: Commands, mut store: ResMut<GizmoConfigStore>) {
    commands.spawn(Camera2d);
    commands.spawn((Collider::rectangle(200.0, 120.0), Transform::from_rotation(Quat::from_rotation_z(0.3))));
    commands.spawn((Collider::circle(50.0), Transform::from_xyz(-130.0, 20.0, 0.0), FollowsMouse));
    CollisionGizmos::toggle(&mut store); // the overlay is off until it is toggled
}

fn follow_mouse(
    window: Single<&Window, With<PrimaryWindow>>,
    camera: Single<(&Camera, &GlobalTransform)>,
    mut follower: Single<&mut Transform, With<FollowsMouse>>,
) {
    let (camera, view) = *camera;
    let cursor = window.cursor_position();
    if let Some(point) = cursor.and_then(|cursor| camera.viewport_to_world_2d(view, cursor).ok()) {
        follower.translation = point.extend(0.0);
    }
}

fn print_events(mut events: MessageReader<CollisionEvent>) {
    for event in events.read() {
        println!("{event:?}");
    }
}
