//! A 3D character without a physics engine: on hills of a height field, stairs, ramps, a rotating platform that
//! carries it, and a bridge that is a triangle mesh. A `CharacterMover` moves it; speed, gravity and jumps are
//! the game's own code, in `walk_and_jump`.
//!
//! Press the arrow keys or WASD to walk, space to jump, R to restart; F1 shows the overlay, T draws the moves and
//! says why the walker is stuck, P pauses the motion. A script plays until the first key.
//!
//!     cargo example walker --features 3d

use std::f32::consts::PI;

use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::VisibilitySystems;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy_gjk::dim3::prelude::*;
use bevy_gjk::{Dim3, assets::ColliderFromMesh};
use examples::cli::Options;
use examples::controls::{self, Controls, Cue, ReadControls, Script, jump, walk};
use examples::label::{Status, spawn_label};
use examples::motion::{MotionPlugin, Spin};
use examples::trail::{self, Trail};
use examples::{look, never_inside, overlay_keys, stage, why};

// Lengths are in metres, times in seconds.
const HEIGHT: f32 = 1.8;
const RADIUS: f32 = 0.3;
const SPEED: f32 = 4.0;
const GRAVITY: f32 = 20.0;
const JUMP_SPEED: f32 = 6.5;
const HOME: Vec3 = Vec3::new(0.0, 1.2, 5.0);

/// The hills: the number of heights along each side of a square, and the length of that side.
const GRID: u32 = 61;
const SIDE: f32 = 30.0;

/// The script: up the stairs, around on the rotating platform, over the bridge and back, and up a ramp.
const SCRIPT: &[Cue] = &[
    walk(0.4, 0.0, 0.0),
    walk(1.45, -0.9, 0.45),
    walk(1.8, 0.0, 1.0),
    walk(1.45, 1.0, 0.0),
    walk(2.5, 0.0, 0.0),
    walk(1.1, 1.0, 0.0),
    walk(2.4, 0.17, -1.0),
    walk(2.7, 0.0, 1.0),
    walk(2.7, 0.0, -1.0),
    walk(1.5, -1.0, 0.0),
    walk(1.0, 0.0, 1.0),
    jump(1.2, 0.0, -1.0),
];

/// Runs the example.
pub fn main() -> AppExit {
    let options = Options::parse();
    let mut app = stage::app("bevy_gjk: walker", &options);
    app.add_plugins((
        (CollisionPlugin::default(), MeshColliderPlugin::default()),
        MotionPlugin,
        (controls::plugin, trail::plugin),
        never_inside::plugin::<Dim3>,
        (overlay_keys::hidden_plugin, why::plugin::<Dim3>),
    ));
    app.insert_resource(Script(SCRIPT)).insert_resource(stage::Ready(true));
    app.add_systems(Startup, (set_stage, build_level, spawn_walker));
    app.add_systems(Update, (walk_and_jump.after(ReadControls), start_again, show_status));
    // The camera follows the walker's position in this frame, after transforms have been propagated, and what it sees is
    // found after that.
    app.add_systems(
        PostUpdate,
        follow.after(CollisionSystems::Movers).before(VisibilitySystems::UpdateFrusta),
    );
    app.run()
}

#[derive(Component, Default)]
struct Walker {
    velocity: Vec3,
}

/// Computes the walker's displacement in this frame from the controls.
fn walk_and_jump(
    controls: Res<Controls>,
    time: Res<Time>,
    mut walkers: Query<(&mut Walker, &mut MoverMotion, &MoverState, &mut Transform)>,
) {
    let dt = time.delta_secs();
    for (mut walker, mut motion, state, mut transform) in &mut walkers {
        // The up key moves away from the camera.
        let heading = Vec3::new(controls.walk.x, 0.0, -controls.walk.y).clamp_length_max(1.0);
        // Approaches the target velocity exponentially, at the same rate for every frame rate.
        let walked = (heading * SPEED).lerp(walker.velocity.with_y(0.0), (-12.0 * dt).exp());
        // This is the state after the previous move.
        let up = match state.is_grounded() && walker.velocity.y <= 0.0 {
            true if controls.jump => JUMP_SPEED,
            true => 0.0,
            false => walker.velocity.y - GRAVITY * dt,
        };
        let up = if state.ceiling.is_some() { up.min(0.0) } else { up };
        walker.velocity = walked.with_y(up);
        motion.displacement = walker.velocity * dt;
        // A capsule may be rotated about its axis freely.
        if heading != Vec3::ZERO {
            let wanted = Transform::IDENTITY.looking_to(heading, Vec3::Y).rotation;
            transform.rotation = transform.rotation.slerp(wanted, 1.0 - (-10.0 * dt).exp());
        }
    }
}

fn start_again(keys: Res<ButtonInput<KeyCode>>, mut walkers: Query<(&mut Transform, &mut Walker)>) {
    if keys.just_pressed(KeyCode::KeyR) {
        for (mut transform, mut walker) in &mut walkers {
            transform.translation = HOME;
            walker.velocity = Vec3::ZERO;
        }
    }
}

/// Follows the walker at a fixed angle.
#[derive(Component)]
struct Follows(Vec3);

fn follow(
    walker: Single<&Transform, (With<Walker>, Without<Follows>)>,
    mut cameras: Query<(&Follows, &mut Transform, &mut GlobalTransform)>,
    time: Res<Time>,
) {
    for (&Follows(offset), mut transform, mut global) in &mut cameras {
        // Half way to the middle of the level, so that the way ahead is visible.
        let wanted = walker.translation * 0.55 + offset;
        transform.translation = transform.translation.lerp(wanted, 1.0 - (-3.0 * time.delta_secs()).exp());
        *global = GlobalTransform::from(*transform);
    }
}

fn set_stage(mut commands: Commands) {
    let offset = Vec3::new(0.0, 8.5, 11.5);
    let camera = look::spawn_3d(&mut commands, HOME * 0.55 + offset, HOME * 0.55);
    commands.entity(camera).insert(Follows(offset));
    spawn_label(
        &mut commands,
        "A CharacterMover walks over hills, stairs, ramps and a mesh, and rides on rotating platforms",
        &format!("arrows or WASD walk   space jump   R restart   F1 overlay   {}   P pause", why::HELP),
        &[
            (look::PLAYER, "walker"),
            (HILLS, "height field"),
            (look::WALL, "stairs, ramps"),
            (TOO_STEEP, "too steep to walk"),
            (look::MOVING, "rotating"),
            (look::ONE_WAY, "triangle mesh"),
        ],
    );
}

const HILLS: Color = Color::srgb(0.25, 0.36, 0.28);
const TOO_STEEP: Color = Color::srgb(0.50, 0.27, 0.30);

/// Returns the height of the hills: flat where the level is built, and rising towards the edge.
fn height(x: f32, z: f32) -> f32 {
    let away = (Vec2::new(x, z).length() - 8.0).max(0.0);
    let waves = (0.9 * x).sin() * (0.8 * z).cos();
    (0.1 + 0.05 * away) * away * (0.6 + 0.4 * waves)
}

fn build_level(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    // The hills: a collider and a mesh of the same heights.
    let at = |index: u32| (index as f32 / (GRID - 1) as f32 - 0.5) * SIDE;
    let grid = (0..GRID).flat_map(|row| (0..GRID).map(move |column| (at(column), at(row))));
    let points: Vec<_> = grid.map(|(x, z)| Vec3::new(x, height(x, z), z)).collect();
    commands.spawn((
        Name::new("hills"),
        Collider::height_field(points.iter().map(|point| point.y), GRID, Vec2::splat(SIDE)),
        (Mesh3d(meshes.add(grid_mesh(&points, GRID))), MeshMaterial3d(materials.add(look::matt(HILLS)))),
    ));

    let mut spawn = |name: &'static str, collider: Collider, place: Transform, color: Color| {
        let mesh =
            collider.geometry(0.002).map(|geometry| meshes.add(Mesh::from(&geometry))).unwrap_or_default();
        let look = (Mesh3d(mesh), MeshMaterial3d(materials.add(look::matt(color))));
        commands.spawn((Name::new(name), collider, place, look)).id()
    };
    // Ten stairs up to a landing, two metres high.
    for index in 0..10 {
        let height = 0.2 * (index + 1) as f32;
        let place = Transform::from_xyz(-5.0, 0.5 * height, 1.0 - 0.4 * index as f32);
        spawn("stair", Collider::cuboid(2.0, height, 0.4), place, look::WALL);
    }
    spawn("landing", Collider::cuboid(4.0, 2.0, 2.0), Transform::from_xyz(-4.0, 1.0, -4.2), look::WALL);
    // Ramps: the steepest walkable angle is a setting of the mover, 50 degrees here.
    let mut ramp = |at: Vec3, degrees: f32, color: Color| {
        let place =
            Transform::from_translation(at).with_rotation(Quat::from_rotation_x(degrees.to_radians()));
        spawn("ramp", Collider::cuboid(1.4, 0.2, 4.0), place, color);
    };
    ramp(Vec3::new(-1.2, 0.45, 1.5), 20.0, look::WALL);
    ramp(Vec3::new(0.6, 1.1, 1.2), 40.0, look::WALL);
    ramp(Vec3::new(2.4, 1.5, 0.9), 62.0, TOO_STEEP);
    let disc = Collider::Cylinder { radius: 2.2, half_height: 0.15 };
    let platform = spawn("platform", disc, Transform::from_xyz(0.6, 1.85, -4.2), look::MOVING);
    let beam = Collider::cuboid(0.3, 0.5, 1.6);
    let beam = spawn("beam", beam, Transform::from_xyz(1.2, 0.4, 0.0), look::MOVING);
    commands.entity(platform).insert(Spin(Vec3::Y * 0.5)).add_child(beam);
    // A bridge: the collider is made from the mesh.
    commands.spawn((
        (Name::new("bridge"), Transform::from_xyz(6.2, 0.0, -1.0)),
        (Mesh3d(meshes.add(bridge())), MeshMaterial3d(materials.add(look::matt(look::ONE_WAY)))),
        ColliderFromMesh::Triangles,
    ));
}

/// Returns the mesh of a grid of points, row by row, with two triangles for each cell.
fn grid_mesh(points: &[Vec3], columns: u32) -> Mesh {
    let rows = points.len() as u32 / columns;
    let cells = (0..rows - 1).flat_map(|row| (0..columns - 1).map(move |column| row * columns + column));
    let corners = cells.flat_map(|first| {
        let below = first + columns;
        [first, below, first + 1, first + 1, below, below + 1]
    });
    let positions: Vec<_> = points.iter().map(Vec3::to_array).collect();
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_indices(Indices::U32(corners.collect()))
        .with_computed_normals()
}

/// Returns an arched bridge: a ribbon of quads around its deck.
fn bridge() -> Mesh {
    const STEPS: u32 = 24;
    let section = |step: u32| {
        let along = step as f32 / STEPS as f32 * 2.0 - 1.0;
        let deck = 1.6 * (0.5 * PI * along).cos();
        let [top, bottom] = [deck + 0.1, deck - 0.15];
        // Around the cross section, back to its first point.
        [(-0.8, top), (0.8, top), (0.8, bottom), (-0.8, bottom), (-0.8, top)]
            .map(|(x, y)| Vec3::new(x, y, 5.0 * along))
    };
    let points: Vec<_> = (0..=STEPS).flat_map(section).collect();
    grid_mesh(&points, 5).with_duplicated_vertices().with_computed_flat_normals()
}

fn spawn_walker(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let body = Capsule3d::new(RADIUS, HEIGHT - 2.0 * RADIUS);
    let green = materials.add(look::matt(look::PLAYER));
    commands.spawn((
        (Name::new("walker"), Walker::default(), CharacterMover::default(), Trail::default()),
        (Collider::from(body), Transform::from_translation(HOME)),
        (Mesh3d(meshes.add(body)), MeshMaterial3d(green.clone())),
        // A marker in the direction of view.
        children![(
            Mesh3d(meshes.add(Cuboid::new(0.36, 0.12, 0.2))),
            MeshMaterial3d(materials.add(look::matt(look::GROUND))),
            Transform::from_xyz(0.0, 0.6, -0.24),
        )],
    ));
}

/// Shows and logs what the walker stands on and collides with.
fn show_status(
    walkers: Query<(&MoverState, &Transform), With<Walker>>,
    names: Query<&Name>,
    frame: Res<stage::FrameCount>,
    headless: Option<Res<stage::Headless>>,
    mut before: Local<String>,
    mut status: Query<&mut Text, With<Status>>,
) {
    let Ok((state, transform)) = walkers.single() else { return };
    let name = |contact: &Option<MoverContact>| {
        contact.as_ref().and_then(|contact| names.get(contact.entity).ok()).map(Name::as_str)
    };
    let words = match (name(&state.ground), name(&state.wall)) {
        (Some(ground), Some(wall)) => format!("on the {ground}, against the {wall}"),
        (Some(ground), None) => format!("on the {ground}"),
        (None, _) => "in the air".to_owned(),
    };
    if *before != words {
        let at = transform.translation;
        match headless {
            Some(_) => println!("frame {:3} at ({:.1}, {:.1}, {:.1}): {words}", frame.0, at.x, at.y, at.z),
            None => info!("{words}"),
        }
        for mut text in &mut status {
            text.0.clone_from(&words);
        }
        *before = words;
    }
}
