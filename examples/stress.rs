//! Stress test: any number of moving shapes, with the times and counts of each phase on the screen. Press up
//! and down for the number of shapes, left and right for their kind, S to let all but a few rest, C to read all
//! contacts in every frame, P to pause the motion, F1 for the overlay.
//!
//! The figures are ordinary Bevy diagnostics, so the `DiagnosticsOverlay` of `bevy_dev_tools` can show them,
//! too.
//!
//!     cargo example stress --release

use std::time::Duration;

use bevy::diagnostic::{DiagnosticsStore, FrameTimeDiagnosticsPlugin};
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::time::common_conditions::on_timer;
use bevy_gjk::dim2::TouchContact;
use bevy_gjk::dim2::prelude::*;
use bevy_gjk::{
    Dim2,
    diagnostics::{CollisionDiagnostic, CollisionDiagnosticsPlugin},
};
use examples::cli::Options;
use examples::label::{Status, spawn_label};
use examples::motion::{Drift, MotionPlugin, Spin};
use examples::tint::{Tint, tint_2d};
use examples::{look, stage};

/// The shapes cover a third of the window, whatever their number.
const COVER: f32 = 0.33;
const ROOM: Vec2 = Vec2::new(600.0, 300.0);
const KINDS: [&str; 5] = ["circles", "rectangles", "capsules", "polygons", "of all kinds"];

/// The settings.
#[derive(Resource, Clone, Copy, PartialEq)]
struct Crowd {
    count: usize,
    kind: usize,
    still: bool,
    read_contacts: bool,
}

fn main() -> AppExit {
    let options = Options::parse();
    let mut app = stage::app("bevy_gjk: stress", &options);
    app.add_plugins((
        CollisionPlugin::default(),
        CollisionDiagnosticsPlugin::<Dim2>::default(),
        FrameTimeDiagnosticsPlugin::default(),
        MotionPlugin,
    ));
    app.insert_resource(CollisionOverlayKey(Some(KeyCode::F1)));
    app.insert_resource(Crowd { count: 2000, kind: 4, still: false, read_contacts: false });
    app.insert_resource(stage::Ready(true));
    app.add_systems(Startup, set_stage);
    app.add_systems(Update, (press_keys, spawn.run_if(resource_changed::<Crowd>), show_crowd).chain());
    app.add_systems(PostUpdate, read_contacts.after(CollisionSystems::NarrowPhase));
    app.add_systems(Update, (tint_2d, show_figures.run_if(on_timer(Duration::from_millis(200)))));
    app.run()
}

fn set_stage(mut commands: Commands) {
    commands.spawn(look::camera_2d());
    spawn_label(
        &mut commands,
        "Any number of moving shapes, and the time of each phase",
        "up, down: number   left, right: kind   S rest   C read contacts   P pause   F1 overlay",
        &[(look::varied(0), "touches nothing"), (look::TOUCHING, "touches")],
    );
    // Below the other texts.
    commands.spawn((
        Node {
            position_type: PositionType::Absolute,
            top: Val::Px(78.0),
            left: Val::Px(16.0),
            padding: UiRect::axes(Val::Px(12.0), Val::Px(8.0)),
            border_radius: BorderRadius::all(Val::Px(6.0)),
            ..default()
        },
        BackgroundColor(Color::srgba(0.05, 0.06, 0.08, 0.85)),
        children![(Figures, Text::default(), TextFont { font_size: FontSize::Px(14.0), ..default() })],
    ));
}

/// The text that shows the diagnostics.
#[derive(Component)]
struct Figures;

/// Shows each diagnostic of the plugin, and the frame rate, on a line of its own. The font is monospaced.
fn show_figures(
    store: Res<DiagnosticsStore>,
    clock: Option<Res<TimeUpdateStrategy>>,
    mut text: Single<&mut Text, With<Figures>>,
) {
    let paths = CollisionDiagnostic::ALL.iter().map(|diagnostic| diagnostic.path::<Dim2>());
    // In a screenshot the clock is fixed, so the frame rate means nothing.
    let is_real = clock.is_none_or(|clock| matches!(*clock, TimeUpdateStrategy::Automatic));
    let lines: Vec<_> = paths
        .chain(is_real.then_some(FrameTimeDiagnosticsPlugin::FPS))
        .filter_map(|path| store.get(&path))
        .filter_map(|diagnostic| {
            let name = diagnostic.path().as_str().rsplit('/').next()?.replace('_', " ");
            let value = diagnostic.smoothed()?;
            // Times in milliseconds have decimals, counts do not.
            let precision = if diagnostic.suffix == "ms" { 3 } else { 0 };
            Some(format!("{name:<14}{value:>10.precision$} {}", diagnostic.suffix))
        })
        .collect();
    text.0 = lines.join("\n");
}

fn press_keys(keys: Res<ButtonInput<KeyCode>>, mut crowd: ResMut<Crowd>, mut time: ResMut<Time<Virtual>>) {
    let mut next = *crowd;
    for key in keys.get_just_pressed() {
        match key {
            KeyCode::ArrowUp => next.count = (next.count * 2).min(256_000),
            KeyCode::ArrowDown => next.count = (next.count / 2).max(125),
            KeyCode::ArrowRight => next.kind = (next.kind + 1) % KINDS.len(),
            KeyCode::ArrowLeft => next.kind = (next.kind + KINDS.len() - 1) % KINDS.len(),
            KeyCode::KeyS => next.still = !next.still,
            KeyCode::KeyC => next.read_contacts = !next.read_contacts,
            KeyCode::KeyP if time.is_paused() => time.unpause(),
            KeyCode::KeyP => time.pause(),
            _ => {}
        }
    }
    crowd.set_if_neq(next);
}

/// Reads all contacts, if that is turned on.
fn read_contacts(crowd: Res<Crowd>, collisions: Res<Collisions>, mut contacts: Local<Vec<TouchContact>>) {
    if crowd.read_contacts {
        collisions.contacts(&mut contacts);
    }
}

/// Marks one of the shapes.
#[derive(Component)]
struct Member;

/// Respawns the shapes after a change of the settings.
fn spawn(
    crowd: Res<Crowd>,
    before: Query<Entity, With<Member>>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    for entity in &before {
        commands.entity(entity).despawn();
    }
    // The side of the square that is available for each shape.
    let side = (COVER * 4.0 * ROOM.x * ROOM.y / crowd.count as f32).sqrt();
    let colliders = [
        Collider::circle(0.56 * side),
        Collider::rectangle(1.2 * side, 0.8 * side),
        Collider::capsule(0.35 * side, 0.9 * side),
        Collider::RegularPolygon { circumradius: 0.62 * side, sides: 6 },
    ];
    // All shapes of a kind share one mesh and two colours, so that drawing them costs little.
    let touching = materials.add(look::TOUCHING);
    let bodies: Vec<_> = colliders
        .iter()
        .enumerate()
        .map(|(kind, collider)| {
            let geometry = collider.geometry(0.2);
            let mesh = geometry.map_or_else(|_| Circle::new(side).into(), |geometry| Mesh::from(&geometry));
            (Mesh2d(meshes.add(mesh)), materials.add(look::varied(kind)))
        })
        .collect();
    for index in 0..crowd.count {
        let kind = if crowd.kind < colliders.len() { crowd.kind } else { index % colliders.len() };
        // Spreads them evenly, by a low-discrepancy sequence (the golden ratio in two dimensions).
        let place = Vec2::new((index as f32 * 0.754_877_7).fract(), (index as f32 * 0.569_840_3).fract());
        let direction = Vec2::from_angle(index as f32 * 2.4);
        let mut member = commands.spawn((
            Member,
            colliders[kind].clone(),
            Transform::from_translation(((place * 2.0 - 1.0) * ROOM).extend(0.0))
                .with_rotation(Quat::from_rotation_z(index as f32)),
            bodies[kind].0.clone(),
            MeshMaterial2d(bodies[kind].1.clone()),
            Tint { apart: bodies[kind].1.clone(), touching: touching.clone() },
        ));
        if !crowd.still || index % 500 == 0 {
            let velocity = direction * (20.0 + 40.0 * place.x);
            member.insert((
                Drift { velocity: velocity.extend(0.0), room: ROOM.extend(0.0) },
                Spin(Vec3::Z * direction.x),
            ));
        }
    }
}

fn show_crowd(crowd: Res<Crowd>, mut status: Query<&mut Text, With<Status>>) {
    for mut text in &mut status {
        let Crowd { count, kind, still, read_contacts } = *crowd;
        let motion = if still { ", nearly all of them at rest" } else { "" };
        let question = if read_contacts { "; all contacts are read in every frame" } else { "" };
        text.0 = format!("{count} shapes, {}{motion}{question}", KINDS[kind]);
    }
}
