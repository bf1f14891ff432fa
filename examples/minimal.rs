//! The minimum: two colliders, one of which moves, and a line in the terminal for each event. Move the mouse to
//! move the circle, press F1 to hide and show the overlay. Needs nothing but `bevy` and `bevy_gjk`.
//!
//!     cargo example minimal
//!     cargo example minimal -- --screenshot picture.png    (after 300 frames, and exits)

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk};
use bevy_gjk::{dim2::prelude::*, texts::EntityNames};

/// Follows the mouse; moves in a circle until there is one.
#[derive(Component)]
struct Ball;

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, CollisionPlugin::default().with_overlay(true)))
        .add_systems(Startup, spawn)
        .add_systems(Update, move_ball)
        .add_systems(PostUpdate, print_events.after(CollisionSystems::Events))
        .add_systems(Last, take_screenshot)
        .run();
}

fn spawn(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    commands.spawn(Camera2d);
    let (wall, ball) = (Rectangle::new(480.0, 270.0), Circle::new(120.0));
    commands.spawn((
        (Name::new("wall"), Collider::from(wall)),
        Transform::from_rotation(Quat::from_rotation_z(0.3)),
        (Mesh2d(meshes.add(wall)), MeshMaterial2d(materials.add(Color::srgb(0.29, 0.33, 0.39)))),
    ));
    commands.spawn((
        (Name::new("ball"), Ball, Collider::from(ball)),
        (Mesh2d(meshes.add(ball)), MeshMaterial2d(materials.add(Color::srgb(0.16, 0.3, 0.52)))),
    ));
}

fn move_ball(
    window: Single<&Window>,
    camera: Single<(&Camera, &GlobalTransform)>,
    mut ball: Single<&mut Transform, With<Ball>>,
    time: Res<Time>,
) {
    let (camera, view) = *camera;
    let mouse = window.cursor_position().and_then(|cursor| camera.viewport_to_world_2d(view, cursor).ok());
    let round = Vec2::from_angle(time.elapsed_secs()) * Vec2::new(400.0, 190.0);
    ball.translation = mouse.unwrap_or(round).extend(1.0);
}

fn print_events(mut events: MessageReader<CollisionEvent>, names: EntityNames) {
    for event in events.read() {
        println!("{}", names.text(event));
    }
}

/// Writes a picture to the file that the command line names, if it does.
fn take_screenshot(mut frame: Local<u32>, mut commands: Commands) {
    *frame += 1;
    let path = std::env::args().skip_while(|argument| argument != "--screenshot").nth(1);
    if let Some(path) = path.filter(|_| *frame == 300) {
        commands.spawn(Screenshot::primary_window()).observe(save_to_disk(path)).observe(
            |_: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>| {
                exit.write(AppExit::Success);
            },
        );
    }
}
