//! The minimum: two colliders, one of which moves, and a line in the terminal for each event. Move the mouse to
//! move the circle, press F1 to hide and show the overlay.
//!
//!     cargo example minimal

use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;
use examples::cli::Options;
use examples::label::{Status, spawn_label};
use examples::{look, overlay_keys, stage};

/// Follows the mouse; moves in a circle until there is one.
#[derive(Component)]
struct Ball;

fn main() -> AppExit {
    // In your own app: `App::new()` with the `DefaultPlugins`.
    let mut app = stage::app("bevy_gjk: minimal", &Options::parse());
    app.insert_resource(stage::Ready(true));

    app.add_plugins(CollisionPlugin::default())
        .insert_resource(CollisionOverlayKey(Some(KeyCode::F1)))
        .add_systems(Startup, spawn)
        .add_systems(Update, (move_ball, print_events, show_touch))
        .run()
}

fn spawn(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut store: ResMut<GizmoConfigStore>,
) {
    commands.spawn(look::camera_2d());
    let (wall, ball) = (Rectangle::new(480.0, 270.0), Circle::new(120.0));
    commands.spawn((
        Collider::from(wall),
        Transform::from_rotation(Quat::from_rotation_z(0.3)),
        (Mesh2d(meshes.add(wall)), MeshMaterial2d(materials.add(look::WALL))),
    ));
    commands.spawn((
        (Ball, Collider::from(ball), Transform::default()),
        (Mesh2d(meshes.add(ball)), MeshMaterial2d(materials.add(look::WATER))),
    ));
    // The overlay draws outlines and contacts; it is off until it is toggled.
    CollisionGizmos::toggle(&mut store);
    let what = "Two colliders, their contact points and their penetration depth";
    spawn_label(&mut commands, what, "mouse moves the circle   F1 overlay", &overlay_keys::legend());
}

fn move_ball(
    window: Query<&Window>,
    camera: Single<(&Camera, &GlobalTransform)>,
    mut ball: Single<&mut Transform, With<Ball>>,
    time: Res<Time>,
) {
    let (camera, view) = *camera;
    let cursor = window.iter().find_map(Window::cursor_position);
    let mouse = cursor.and_then(|cursor| camera.viewport_to_world_2d(view, cursor).ok());
    let round = Vec2::from_angle(time.elapsed_secs()) * Vec2::new(400.0, 190.0);
    ball.translation = mouse.unwrap_or(round).extend(0.0);
}

fn print_events(mut events: MessageReader<CollisionEvent>) {
    for event in events.read() {
        println!("{event:?}");
    }
}

fn show_touch(collisions: Res<Collisions>, mut status: Single<&mut Text, With<Status>>) {
    status.0 = match collisions.iter().next() {
        Some(touch) => format!("they touch, {:.1} deep", touch.contact().depth),
        None => "they do not touch".into(),
    };
}
