//! The least there is to it: two colliders, one of which moves, and a line in the terminal for each touch. Move the
//! mouse to lead it, press F1 to hide and show the overlay.
//!
//!     cargo example minimal

use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;
use examples::{cli::Options, stage};

/// Follows the mouse, and goes around until there is one.
#[derive(Component)]
struct Ball;

fn main() -> AppExit {
    // In an app of your own: `App::new()` with the `DefaultPlugins`.
    let mut app = stage::app("bevy_gjk: minimal", &Options::parse());
    app.insert_resource(stage::Ready(true));

    app.add_plugins(CollisionPlugin::default())
        .insert_resource(CollisionOverlayKey(Some(KeyCode::F1)))
        .add_systems(Startup, spawn)
        .add_systems(Update, (move_ball, print_events, show_touch))
        .run()
}

fn spawn(mut commands: Commands, mut store: ResMut<GizmoConfigStore>) {
    commands.spawn(Camera2d);
    commands.spawn((Collider::rectangle(320.0, 180.0), Transform::from_rotation(Quat::from_rotation_z(0.3))));
    commands.spawn((Collider::circle(80.0), Ball));
    // The overlay draws colliders and contacts; it is off until it is toggled.
    CollisionGizmos::toggle(&mut store);
    let style = TextFont { font_size: FontSize::Px(24.0), ..default() };
    commands.spawn((Text2d::default(), style, Transform::from_xyz(0.0, -280.0, 0.0)));
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
    let round = Vec2::from_angle(time.elapsed_secs()) * Vec2::new(290.0, 150.0);
    ball.translation = mouse.unwrap_or(round).extend(0.0);
}

fn print_events(mut events: MessageReader<CollisionEvent>) {
    for event in events.read() {
        println!("{event:?}");
    }
}

fn show_touch(collisions: Res<Collisions>, mut text: Single<&mut Text2d>) {
    text.0 = match collisions.iter().next() {
        Some(touch) => format!("they touch, {:.1} deep", touch.contact().depth),
        None => "they do not touch".into(),
    };
}
