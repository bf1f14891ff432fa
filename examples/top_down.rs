//! Characters seen from above: they slide along walls and past each other, and turnstiles push them.
//! `CharacterMover::top_down()` has no ground: it only stays outside of solid colliders.
//!
//! Press the arrow keys or WASD to walk (the player follows a script until then), F1 for the overlay, P to
//! pause.
//!
//!     cargo example top_down

use bevy::prelude::*;
use bevy_gjk::Dim2;
use bevy_gjk::dim2::prelude::*;
use examples::cli::Options;
use examples::controls::{self, Controls, Cue, ReadControls, Script, walk};
use examples::label::{Status, spawn_label};
use examples::motion::{MotionPlugin, Spin};
use examples::{look, never_inside, overlay_keys, stage};

/// The speed, in pixels per second.
const SPEED: f32 = 150.0;
const WALKERS: usize = 90;

/// The script: through the doors from the left to the right, along the walls.
const SCRIPT: &[Cue] = &[
    walk(1.0, 1.0, -0.2),
    walk(1.5, 1.0, 0.6),
    walk(1.5, 1.0, -1.0),
    walk(1.5, 1.0, 0.5),
    walk(1.5, 0.6, 1.0),
    walk(2.0, -1.0, 0.3),
    walk(2.0, -1.0, -0.7),
];

/// Runs the example.
pub fn main() -> AppExit {
    let options = Options::parse();
    let mut app = stage::app("bevy_gjk: top_down", &options);
    app.add_plugins((
        CollisionPlugin::default(),
        MotionPlugin,
        controls::plugin,
        never_inside::plugin::<Dim2>,
        overlay_keys::hidden_plugin,
    ));
    app.insert_resource(Script(SCRIPT)).insert_resource(stage::Ready(true));
    app.add_systems(Startup, (set_stage, build_rooms, spawn_walkers));
    app.add_systems(Update, (steer_player.after(ReadControls), wander, show_status));
    app.run()
}

#[derive(Component)]
struct Player;

/// Walks straight on, and turns when it hits something.
#[derive(Component)]
struct Wanderer {
    heading: Vec2,
    material: [Handle<ColorMaterial>; 2],
}

fn steer_player(
    controls: Res<Controls>,
    time: Res<Time>,
    mut motion: Single<&mut MoverMotion, With<Player>>,
) {
    motion.displacement = controls.walk.clamp_length_max(1.0) * 1.5 * SPEED * time.delta_secs();
}

fn wander(
    mut wanderers: Query<(&mut Wanderer, &mut MoverMotion, &MoverState, &mut MeshMaterial2d<ColorMaterial>)>,
    time: Res<Time>,
) {
    for (mut wanderer, mut motion, state, mut material) in &mut wanderers {
        // The normal points away from the wall.
        if let Some(wall) = &state.wall
            && wanderer.heading.dot(wall.normal) < 0.0
        {
            // A little more than a reflection, so that walkers do not go back and forth for ever.
            let reflected = wanderer.heading.reflect(wall.normal);
            wanderer.heading = Rot2::radians(0.3) * reflected;
        }
        motion.displacement = wanderer.heading * SPEED * time.delta_secs();
        let wanted = &wanderer.material[usize::from(!state.hits.is_empty())];
        if material.0 != *wanted {
            material.0 = wanted.clone();
        }
    }
}

fn set_stage(mut commands: Commands) {
    commands.spawn(look::camera_2d());
    spawn_label(
        &mut commands,
        "Walkers slide along walls and past each other, and turnstiles push them; none ends inside a collider",
        "arrows or WASD walk   F1 overlay   P pause",
        &[
            (look::PLAYER, "player"),
            (look::OTHER, "walkers"),
            (look::TOUCHING, "sliding"),
            (look::MOVING, "turnstiles"),
            (look::WALL, "walls"),
        ],
    );
}

fn build_rooms(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    let mut spawn = |name: &'static str, collider: Collider, place: Transform, color: Color| {
        let mesh =
            collider.geometry(0.2).map(|geometry| meshes.add(Mesh::from(&geometry))).unwrap_or_default();
        let look = (Mesh2d(mesh), MeshMaterial2d(materials.add(color)));
        commands.spawn((Name::new(name), collider, place, look)).id()
    };
    let mut wall = |x: f32, y: f32, width: f32, height: f32, degrees: f32| {
        let turn = Quat::from_rotation_z(degrees.to_radians());
        let place = Transform::from_xyz(x, y, 0.0).with_rotation(turn);
        spawn("wall", Collider::rectangle(width, height), place, look::WALL);
    };
    for side in [-1.0, 1.0] {
        wall(0.0, 308.0 * side, 1240.0, 20.0, 0.0);
        wall(610.0 * side, 0.0, 20.0, 600.0, 0.0);
        // Two walls with doors.
        for door in [-1.0, 1.0] {
            wall(205.0 * side, 185.0 * door, 16.0, 230.0, 0.0);
        }
        // Bevelled corners and narrow wedges.
        wall(540.0 * side, 250.0, 190.0, 16.0, -40.0 * side);
        wall(540.0 * side, -250.0, 190.0, 16.0, 40.0 * side);
        wall(90.0 * side, 240.0, 150.0, 14.0, 62.0 * side);
    }
    for (index, (x, y)) in
        [(-480.0, 60.0), (-330.0, -120.0), (400.0, 130.0), (480.0, -110.0)].into_iter().enumerate()
    {
        let pillar = match index % 2 {
            0 => Collider::circle(44.0),
            _ => Collider::regular_polygon(52.0, 5),
        };
        spawn("pillar", pillar, Transform::from_xyz(x, y, 0.0), look::WALL);
    }
    let arm = |width, height| (Transform::IDENTITY, Collider::rectangle(width, height));
    let turnstiles = [(0.0, -90.0, 0.5), (-390.0, 185.0, -0.6), (350.0, -190.0, 0.7)].map(|(x, y, spin)| {
        let cross = Collider::compound([arm(150.0, 12.0), arm(12.0, 150.0)]);
        (spawn("turnstile", cross, Transform::from_xyz(x, y, 0.0), look::MOVING), spin)
    });
    for (turnstile, spin) in turnstiles {
        commands.entity(turnstile).insert(Spin(Vec3::Z * spin));
    }
}

fn spawn_walkers(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    // Lengths are in pixels, so the skin is a tenth of a pixel.
    let mover = CharacterMover::top_down_for_size(20.0);
    let player = Circle::new(14.0);
    commands.spawn((
        (Name::new("player"), Player, mover),
        (Collider::from(player), Transform::from_xyz(-560.0, 0.0, 2.0)),
        (Mesh2d(meshes.add(player)), MeshMaterial2d(materials.add(look::PLAYER))),
    ));
    let colors = [look::OTHER, look::TOUCHING].map(|color| materials.add(color));
    let shape = Circle::new(9.0);
    let mesh = meshes.add(shape);
    // Rows of walkers start in the middle room and leave it by the doors.
    for index in 0..WALKERS {
        let place = Vec2::new((index % 15) as f32 * 24.0 - 168.0, (index / 15) as f32 * 24.0 + 20.0);
        commands.spawn((
            (Name::new(format!("walker {index}")), mover),
            Wanderer { heading: Vec2::from_angle(index as f32 * 2.4), material: colors.clone() },
            (Collider::from(shape), Transform::from_translation(place.extend(1.0))),
            (Mesh2d(mesh.clone()), MeshMaterial2d(colors[0].clone())),
        ));
    }
}

fn show_status(
    movers: Query<&MoverState>,
    findings: Res<never_inside::Findings>,
    mut status: Query<&mut Text, With<Status>>,
) {
    let sliding = movers.iter().filter(|state| !state.hits.is_empty()).count();
    let pushed = movers.iter().filter(|state| state.pushed != Vec2::ZERO).count();
    for mut text in &mut status {
        text.0 = format!(
            "{sliding} of {} slide, {pushed} are pushed; {} inside a collider",
            movers.iter().len(),
            findings.inside
        );
    }
}
