//! Collisions in the fixed schedule: the plugin runs in `FixedPostUpdate`, here ten times a second, whatever the
//! frame rate. Press left and right for the rate, space to stop, F1 to hide and show the overlay, 1 to 5 for its
//! categories.
//!
//! What moves in `FixedUpdate` is tested where that step left it, and its events are read in the same schedule.
//!
//!     cargo example fixed_update

use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;
use examples::cli::Options;
use examples::label::{Status, spawn_label};
use examples::motion::{self, Drift, Spin};
use examples::{overlay_keys, stage};

/// What the fixed steps counted.
#[derive(Resource, Default)]
struct Count {
    steps: u32,
    began: u32,
    ended: u32,
}

fn main() -> AppExit {
    let options = Options::parse();
    let mut app = stage::app("bevy_gjk: fixed_update", &options);
    app.add_plugins((CollisionPlugin::in_schedule(FixedPostUpdate), overlay_keys::plugin));
    app.insert_resource(Time::<Fixed>::from_hz(10.0));
    app.init_resource::<Count>().insert_resource(stage::Ready(true));
    app.add_systems(Startup, spawn);
    app.add_systems(FixedUpdate, (motion::drift, motion::spin));
    app.add_systems(FixedPostUpdate, count.after(CollisionSystems::Events));
    app.add_systems(Update, (change_rate, show_count));
    app.run()
}

fn count(mut events: MessageReader<CollisionEvent>, mut count: ResMut<Count>) {
    count.steps += 1;
    for event in events.read() {
        match event {
            CollisionEvent::Started { .. } => count.began += 1,
            CollisionEvent::Ended { .. } => count.ended += 1,
        }
    }
}

fn change_rate(keys: Res<ButtonInput<KeyCode>>, mut time: ResMut<Time<Fixed>>) {
    let rate = 1.0 / time.timestep().as_secs_f64();
    if keys.just_pressed(KeyCode::ArrowRight) {
        time.set_timestep_hz((rate * 2.0).min(160.0));
    } else if keys.just_pressed(KeyCode::ArrowLeft) {
        time.set_timestep_hz((rate * 0.5).max(1.25));
    }
}

fn spawn(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    commands.spawn((Camera2d, Transform::from_xyz(0.0, 24.0, 0.0)));
    for index in 0..20 {
        let direction = Vec2::from_angle(index as f32 * 2.4);
        let collider = match index % 2 {
            0 => Collider::ellipse(60.0, 26.0),
            _ => Collider::RegularPolygon { circumradius: 46.0, sides: 3 + index % 5 },
        };
        let mesh = examples::body::mesh_2d(&collider).map(|mesh| meshes.add(mesh)).unwrap_or_default();
        let color = Color::hsla(36.0 * index as f32, 0.4, 0.45, 0.4);
        let place = direction * Vec2::new(480.0, 200.0) * (index as f32 / 20.0).sqrt();
        commands.spawn((
            collider,
            Transform::from_translation(place.extend(0.0)),
            Drift { velocity: (direction.perp() * 110.0).extend(0.0), room: Vec3::new(560.0, 230.0, 0.0) },
            Spin(Vec3::Z * 1.5 * direction.x),
            (Mesh2d(mesh), MeshMaterial2d(materials.add(color))),
        ));
    }
    spawn_label(&mut commands, &format!("{}   left, right: rate", overlay_keys::HELP));
}

fn show_count(count: Res<Count>, time: Res<Time<Fixed>>, mut status: Query<&mut Text2d, With<Status>>) {
    for mut text in &mut status {
        let rate = 1.0 / time.timestep().as_secs_f64();
        text.0 = format!(
            "{rate:.1} steps a second; {} steps, {} touches began, {} ended",
            count.steps, count.began, count.ended
        );
    }
}
