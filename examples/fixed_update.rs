//! Collision detection in the fixed schedule: the plugin runs in `FixedPostUpdate`, here ten times per second,
//! whatever the frame rate. Colliders that move in `FixedUpdate` are tested at their new positions (the
//! outlines), and the events are read in the same schedule; the filled shapes are drawn interpolated.
//!
//! Press left and right for the rate, P to pause, F1 to hide and show the overlay, 1 to 9 for its categories.
//!
//!     cargo example fixed_update

use std::collections::VecDeque;

use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;
use examples::cli::Options;
use examples::label::{Status, spawn_label};
use examples::motion::{self, Drift, Spin};
use examples::{look, overlay_keys, stage};

/// The counts of the fixed steps.
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
    app.init_resource::<Count>().init_resource::<Chart>().insert_resource(stage::Ready(true));
    app.add_systems(Startup, spawn);
    app.add_systems(FixedUpdate, (remember, motion::drift, motion::spin).chain());
    app.add_systems(FixedPostUpdate, count.after(CollisionSystems::Events));
    app.add_systems(Update, (change_rate, interpolate, draw_chart, show_count));
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

/// The position of a collider in the previous step.
#[derive(Component)]
struct Before(Transform);

fn remember(mut colliders: Query<(&Transform, &mut Before)>) {
    for (transform, mut before) in &mut colliders {
        before.0 = *transform;
    }
}

/// The filled shape that is drawn for a collider.
#[derive(Component)]
struct Shows(Entity);

/// Draws each filled shape between its last two steps.
fn interpolate(
    colliders: Query<(&Transform, &Before)>,
    mut bodies: Query<(&Shows, &mut Transform), Without<Before>>,
    time: Res<Time<Fixed>>,
) {
    let part = time.overstep_fraction();
    for (&Shows(collider), mut body) in &mut bodies {
        let Ok((now, Before(before))) = colliders.get(collider) else { continue };
        body.translation = before.translation.lerp(now.translation, part);
        body.rotation = before.rotation.slerp(now.rotation, part);
    }
}

fn spawn(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    commands.spawn(look::camera_2d());
    for index in 0..14_u32 {
        let direction = Vec2::from_angle(index as f32 * 2.4);
        let collider = match index % 2 {
            0 => Collider::ellipse(60.0, 26.0),
            _ => Collider::RegularPolygon { circumradius: 46.0, sides: 3 + index % 5 },
        };
        let mesh =
            collider.geometry(0.2).map(|geometry| meshes.add(Mesh::from(&geometry))).unwrap_or_default();
        let color = materials.add(look::varied(index as usize));
        let place = direction * Vec2::new(480.0, 180.0) * (index as f32 / 14.0).sqrt();
        let place = Transform::from_translation(place.extend(0.0));
        let moves = (
            Drift { velocity: (direction.perp() * 190.0).extend(0.0), room: Vec3::new(560.0, 200.0, 0.0) },
            Spin(Vec3::Z * 1.5 * direction.x),
        );
        let collider = commands.spawn((collider, place, moves, Before(place))).id();
        commands.spawn((Shows(collider), place, Mesh2d(mesh), MeshMaterial2d(color)));
    }
    let [none, touches, ..] = overlay_keys::legend();
    spawn_label(
        &mut commands,
        "Ten fixed steps per second: outlines show the last step, filled shapes are interpolated between steps",
        &format!("left and right: rate    {}", overlay_keys::HELP),
        &[none, touches, (FRAME, "frame"), (STEP, "fixed step"), (look::TOUCHING, "touches started")],
    );
}

// The colours of the chart.
const FRAME: Color = Color::srgb(0.35, 0.38, 0.43);
const STEP: Color = Color::srgb(0.35, 0.8, 1.0);

/// The number of steps and of started touches in each of the last frames.
#[derive(Resource, Default)]
struct Chart(VecDeque<[u32; 2]>);

/// Draws a line for each of the last frames, a taller one for frames with steps, and a bar for started touches.
fn draw_chart(count: Res<Count>, mut chart: ResMut<Chart>, mut before: Local<[u32; 2]>, mut gizmos: Gizmos) {
    const FRAMES: usize = 150;
    let now = [count.steps, count.began];
    chart.0.push_back([now[0] - before[0], now[1] - before[1]]);
    *before = now;
    if chart.0.len() > FRAMES {
        chart.0.pop_front();
    }
    for (index, &[steps, began]) in chart.0.iter().enumerate() {
        let at = Vec2::new(index as f32 * 8.0 - 600.0, -312.0);
        gizmos.line_2d(at, at + Vec2::Y * 6.0, FRAME);
        if steps > 0 {
            gizmos.line_2d(at, at + Vec2::Y * (12.0 + 6.0 * steps as f32), STEP);
        }
        for touch in 0..began {
            gizmos.circle_2d(at + Vec2::Y * (28.0 + 8.0 * touch as f32), 3.0, look::TOUCHING);
        }
    }
}

fn show_count(count: Res<Count>, time: Res<Time<Fixed>>, mut status: Query<&mut Text, With<Status>>) {
    for mut text in &mut status {
        let rate = 1.0 / time.timestep().as_secs_f64();
        text.0 = format!(
            "{rate:.1} steps per second; {} steps, {} touches started, {} ended",
            count.steps, count.began, count.ended
        );
    }
}
