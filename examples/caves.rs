//! A dungeon and a cave: a closed mesh with its rooms as cavities, and a terrain with a hole.
//!
//! The dungeon is a block of rock. Balls fly through it and light up while they are in the rock, also where they touch no face;
//! in its rooms, and in one without a door, they do not touch it. One walker walks in it. Another one walks down through
//! the mouth of a cave, where heights of the terrain are NaN, and balls fall through to the floor.
//!
//! Press the arrow keys or WASD to walk both (a script plays until then), F1 for the overlay, P to pause.
//!
//!     cargo example caves --features 3d
//!     cargo example caves --features 3d -- --headless    (asserts that what is rock in the plan is what touches)

use bevy::light::NotShadowCaster;
use bevy::prelude::*;
use bevy_gjk::Dim3;
use bevy_gjk::dim3::prelude::*;
use examples::cli::Options;
use examples::controls::{self, Controls, Cue, ReadControls, Script, walk};
use examples::label::{Status, spawn_label};
use examples::motion::{Drift, MotionPlugin};
use examples::tint::{Tint, tint_3d};
use examples::{look, never_inside, overlay_keys, stage};

use shapes::{CELL, GRID, ROCK, SIDE, block, hill_points, hills, is_rock, mesh_of, rooms};

#[path = "caves/shapes.rs"]
mod shapes;

collision_layers! {
    /// The balls that fly through the rock are ghosts: they touch it, and it does not stop them.
    enum Layer { Rock, Ghost, Walker, Rain }
}

const DUNGEON: Vec3 = Vec3::new(-6.5, -1.5, 0.0);
const BALL: f32 = 0.25;

/// The middle of the hills, and the height of the floor below.
const HILLS: Vec3 = Vec3::new(6.0, 0.0, 0.0);
const FLOOR: f32 = -3.0;

const SPEED: f32 = 2.5;
const GRAVITY: f32 = 15.0;

/// The script: through the corridor into the other room, and down into the cave; and back.
const SCRIPT: &[Cue] =
    &[walk(3.0, -1.0, 0.0), walk(0.5, 0.0, 1.0), walk(0.5, 0.0, -1.0), walk(3.0, 1.0, 0.0)];

/// What falls, and its speed.
#[derive(Component, Default)]
struct Falls(f32);

#[derive(Component)]
struct Walker;

/// A ball that falls on the hills, again and again.
#[derive(Component)]
struct Rain {
    number: u32,
    rests: f32,
}

/// How often balls entered the rock and left it, how many came to rest on the hills and in the cave, and whether a walker was there.
#[derive(Resource, Default)]
struct Tally {
    entered: u32,
    left: u32,
    on_hills: u32,
    in_cave: u32,
    walked_down: bool,
}

fn main() -> AppExit {
    let options = Options::parse();
    let mut app = stage::app("bevy_gjk: caves", &options);
    app.add_plugins((
        (CollisionPlugin::default(), MotionPlugin, controls::plugin),
        never_inside::plugin::<Dim3>,
        overlay_keys::hidden_plugin,
    ));
    app.init_resource::<Tally>().insert_resource(Script(SCRIPT)).insert_resource(stage::Ready(true));
    app.add_systems(Startup, (set_stage, spawn_dungeon, spawn_hills, spawn_movers));
    app.add_systems(Update, (fall.after(ReadControls), rain, tint_3d, show_status));
    if app.world().contains_resource::<stage::Headless>() {
        app.add_systems(PostUpdate, check.after(CollisionSystems::Events));
        app.add_systems(Last, sum_up.after(stage::Ending).run_if(on_message::<AppExit>));
    }
    app.run()
}

fn spawn_dungeon(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let (block, rooms) = (block(), rooms());
    let corners: Vec<_> = block.iter().chain(&rooms).flatten().copied().collect();
    // Each triangle has corners of its own, as in the meshes that are drawn: those at the same place count as one.
    let triangles = (0..corners.len() as u32).step_by(3).map(|first| [first, first + 1, first + 2]);
    let rock = Collider::solid(corners.iter().copied(), triangles);

    let glass = StandardMaterial { alpha_mode: AlphaMode::Blend, ..look::matt(look::WALL.with_alpha(0.3)) };
    // The ceilings, and the walls in front, are seen from behind, and so they are not drawn.
    let inside = look::matt(look::WALL.lighter(0.12));
    let [apart, touching] = [look::MOVING, look::TOUCHING].map(|color| materials.add(look::matt(color)));
    let ball = meshes.add(Sphere::new(BALL));
    let dungeon = (Name::new("dungeon"), rock, Transform::from_translation(DUNGEON));
    commands
        .spawn((dungeon, CollisionLayers::new(Layer::Rock, [Layer::Walker, Layer::Ghost])))
        .insert((Mesh3d(meshes.add(mesh_of(&block))), MeshMaterial3d(materials.add(glass)), NotShadowCaster))
        .observe(|_: On<CollisionStartedWith<Drift>>, mut tally: ResMut<Tally>| tally.entered += 1)
        .observe(|_: On<CollisionEndedWith<Drift>>, mut tally: ResMut<Tally>| tally.left += 1)
        .with_children(|inner| {
            let rooms = meshes.add(mesh_of(&rooms));
            inner.spawn((Mesh3d(rooms), MeshMaterial3d(materials.add(inside)), NotShadowCaster));
            for index in 0..14 {
                let turn = Vec2::from_angle(index as f32 * 2.4);
                let at = Vec3::new(4.5 * turn.x, 0.12 * index as f32 - 0.7, 3.4 * turn.y);
                let velocity = Vec2::from_angle(index as f32 * 1.3) * 1.6;
                let velocity = Vec3::new(velocity.x, 0.0, velocity.y);
                inner.spawn((
                    (Collider::sphere(BALL), CollisionLayers::new(Layer::Ghost, Layer::Rock)),
                    (Drift { velocity, room: 0.5 * ROCK + 0.5 }, Transform::from_translation(at)),
                    (Mesh3d(ball.clone()), MeshMaterial3d(apart.clone())),
                    Tint { apart: apart.clone(), touching: touching.clone() },
                ));
            }
        });
}

fn spawn_hills(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let mut spawn = |name: &'static str, collider: Collider, mesh: Mesh, place: Transform, color: Color| {
        let alpha_mode = if color.alpha() < 1.0 { AlphaMode::Blend } else { AlphaMode::Opaque };
        let two_sided =
            StandardMaterial { double_sided: true, cull_mode: None, alpha_mode, ..look::matt(color) };
        let look = (Mesh3d(meshes.add(mesh)), MeshMaterial3d(materials.add(two_sided)));
        let layers = CollisionLayers::new(Layer::Rock, [Layer::Walker, Layer::Rain]);
        commands.spawn((Name::new(name), collider, layers, place, look));
    };
    let points = hill_points();
    let field = Collider::height_field(points.iter().map(|point| point.y), GRID, Vec2::splat(SIDE));
    spawn("hills", field, mesh_of(&hills(&points)), Transform::from_translation(HILLS), HILL);
    // From the right edge of the hole down to the floor.
    let (top, bottom) = (HILLS.with_x(HILLS.x + 1.6), Vec3::new(HILLS.x - 2.0, FLOOR, 0.0));
    let along = top - bottom;
    let place = Transform::from_translation(
        0.5 * (top + bottom) - 0.1 * Vec3::new(-along.y, along.x, 0.0).normalize(),
    )
    .with_rotation(Quat::from_rotation_z(along.y.atan2(along.x)));
    for (name, size, place) in [
        ("ramp", Vec3::new(along.length(), 0.2, 1.0), place),
        ("floor", Vec3::new(SIDE, 0.3, SIDE), Transform::from_translation(HILLS.with_y(FLOOR - 0.15))),
    ] {
        spawn(
            name,
            Collider::from(Cuboid::from_size(size)),
            Cuboid::from_size(size).into(),
            place,
            look::WALL,
        );
    }
}

fn spawn_movers(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let body = Capsule3d::new(0.3, 1.0);
    for (name, at) in [
        ("walker in the dungeon", DUNGEON + CELL * Vec3::new(3.0, 0.0, -1.0)),
        ("walker on the hills", HILLS + Vec3::new(3.5, 1.3, 0.0)),
    ] {
        commands.spawn((
            (Name::new(name), Walker, Falls::default(), CharacterMover::default()),
            (Collider::from(body), CollisionLayers::new(Layer::Walker, Layer::Rock)),
            (Mesh3d(meshes.add(body)), MeshMaterial3d(materials.add(look::matt(look::PLAYER)))),
            Transform::from_translation(at),
        ));
    }
    let (mesh, gold) = (meshes.add(Sphere::new(BALL)), materials.add(look::matt(look::GOLD)));
    for number in 0..12 {
        commands.spawn((
            (Name::new("ball"), Rain { number, rests: 0.0 }, Falls::default(), CharacterMover::default()),
            (Collider::sphere(BALL), CollisionLayers::new(Layer::Rain, Layer::Rock)),
            (
                Mesh3d(mesh.clone()),
                MeshMaterial3d(gold.clone()),
                Transform::from_translation(drop_at(number)),
            ),
        ));
    }
}

/// Returns where a ball begins to fall: on a spiral around the hole, one higher than the other.
fn drop_at(number: u32) -> Vec3 {
    let around = Vec2::from_angle(number as f32 * 2.4) * (0.4 + (number % 29) as f32 * 0.08);
    HILLS + Vec3::new(around.x, 2.0 + 0.5 * (number % 12) as f32, around.y)
}

/// Moves all that falls; walkers also walk.
fn fall(
    controls: Res<Controls>,
    time: Res<Time>,
    mut bodies: Query<(&mut Falls, &mut MoverMotion, &MoverState, Has<Walker>)>,
) {
    let heading = Vec3::new(controls.walk.x, 0.0, -controls.walk.y).clamp_length_max(1.0);
    for (mut falls, mut motion, state, walks) in &mut bodies {
        falls.0 = if state.is_grounded() { 0.0 } else { falls.0 + GRAVITY * time.delta_secs() };
        let walk = if walks { SPEED * heading } else { Vec3::ZERO };
        motion.displacement = (walk - falls.0 * Vec3::Y) * time.delta_secs();
    }
}

/// Counts where balls come to rest, and lets them fall again.
fn rain(
    mut balls: Query<(&mut Rain, &mut Transform, &MoverState), Without<Walker>>,
    walkers: Query<&Transform, With<Walker>>,
    time: Res<Time>,
    mut tally: ResMut<Tally>,
) {
    tally.walked_down |=
        walkers.iter().any(|walker| walker.translation.x > 0.0 && walker.translation.y < FLOOR + 1.0);
    for (mut ball, mut transform, state) in &mut balls {
        let is_below = transform.translation.y < -0.5;
        if state.is_grounded() && ball.rests == 0.0 {
            *(if is_below { &mut tally.in_cave } else { &mut tally.on_hills }) += 1;
        }
        ball.rests += if state.is_grounded() { time.delta_secs() } else { 0.0 };
        if ball.rests > 1.5 {
            *ball = Rain { number: ball.number + 12, rests: 0.0 };
            transform.translation = drop_at(ball.number);
        }
    }
}

const HILL: Color = Color::srgba(0.25, 0.36, 0.28, 0.7);

fn set_stage(mut commands: Commands) {
    look::spawn_3d(&mut commands, Vec3::new(-0.3, 10.6, 17.6), Vec3::new(-0.3, -1.2, 0.0));
    spawn_label(
        &mut commands,
        "A dungeon is a closed mesh with its rooms as cavities; a cave begins where a terrain has a hole",
        "arrows or WASD walk   F1 overlay   P pause",
        &[
            (look::PLAYER, "walkers"),
            (look::TOUCHING, "ball in the rock"),
            (look::MOVING, "ball outside of it"),
            (HILL, "hills"),
            (look::GOLD, "falling balls"),
        ],
    );
}

fn show_status(
    tally: Res<Tally>,
    findings: Res<never_inside::Findings>,
    mut status: Query<&mut Text, With<Status>>,
) {
    for mut text in &mut status {
        text.0 = format!(
            "rock: {} in, {} out; fallen: {} on hills, {} in the cave; {} stuck",
            tally.entered, tally.left, tally.on_hills, tally.in_cave, findings.inside
        );
    }
}

/// Asserts that balls touch the rock if their centers are in it, and do not if no corner of their boxes is.
fn check(balls: Query<(Entity, &Transform), With<Drift>>, collisions: Res<Collisions>) {
    for (ball, &Transform { translation: at, .. }) in &balls {
        let touches = collisions.entities_colliding_with(ball).next().is_some();
        let corner =
            |index: u32| Vec3::from_array([0, 1, 2].map(|axis| ((index >> axis & 1) * 2) as f32 - 1.0));
        let is_near = (0..8).any(|index| is_rock(at + corner(index) * (BALL + 0.001)));
        assert!(touches || !is_rock(at), "a ball at {at} is in the rock and does not touch it");
        assert!(!touches || is_near, "a ball at {at} is outside of the rock and touches it");
    }
}

fn sum_up(tally: Res<Tally>) {
    let &Tally { entered, left, on_hills, in_cave, walked_down } = &*tally;
    println!(
        "{entered} balls entered the rock and {left} left it; {on_hills} fell on the hills, {in_cave} into the cave."
    );
    assert!(left > 0 && entered >= left && on_hills > 0 && in_cave > 0 && walked_down, "not all was shown");
}
