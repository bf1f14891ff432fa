//! A lake like a star with an island: one outline, concave and with a hole. The land is an outline of the same contours.
//!
//! Ducks light up while they touch the water. Boats cannot leave it, and walkers cannot enter it: one goes around the lake and
//! one on the island. A swimmer is led out by `depenetrate`.
//!
//! Press the arrow keys or WASD to walk (a script plays until then), space to lead the swimmer out and in again, F1 for the
//! overlay, P to pause.
//!
//!     cargo example lake
//!     cargo example lake -- --headless    (asserts that what is drawn as water is what touches)

use std::f32::consts::{FRAC_PI_2, PI};

use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;
use bevy_gjk::{Dim2, gjk};
use examples::cli::Options;
use examples::controls::{self, Controls, Cue, ReadControls, Script, jump, walk};
use examples::label::{Status, spawn_label};
use examples::motion::{Drift, MotionPlugin};
use examples::tint::{Tint, tint_2d};
use examples::{look, never_inside, overlay_keys, stage};

#[path = "lake/check.rs"]
mod check;

collision_layers! {
    /// Walkers are stopped by the water and the fence, and boats by the land. The water has an eye on ducks and swimmers.
    enum Layer { Water, Land, Fence, Walker, Boat, Swimmer }
}

/// The script: around the lake, along its shore.
const SCRIPT: &[Cue] = &[
    walk(1.2, 1.0, 0.2),
    jump(4.2, 1.0, 0.2),
    jump(2.6, -0.2, 1.0),
    walk(1.4, -1.0, -0.3),
    jump(3.9, -1.0, 0.3),
    jump(2.8, 0.1, -1.0),
];

const LAND: Color = Color::srgb(0.17, 0.25, 0.18);
/// The speed of walkers and swimmers, in pixels per second.
const SPEED: f32 = 200.0;
/// Where the swimmer swims, in turn.
const SWIMS: [Vec2; 3] = [Vec2::new(-250.0, 30.0), Vec2::new(200.0, -100.0), Vec2::new(40.0, 170.0)];
const SWIMMER: f32 = 12.0;

#[derive(Component)]
struct Walker;

#[derive(Component)]
struct Duck;

#[derive(Component)]
struct Boat {
    heading: Vec2,
}

#[derive(Component)]
struct Swimmer {
    goal: Vec2,
}

/// How often ducks entered the water and left it, and how often the swimmer was led out.
#[derive(Resource, Default)]
struct Tally {
    entered: u32,
    left: u32,
    led_out: u32,
}

/// Runs the example.
pub fn main() -> AppExit {
    let options = Options::parse();
    let mut app = stage::app("bevy_gjk: lake", &options);
    app.add_plugins((
        (CollisionPlugin::default(), MotionPlugin, controls::plugin),
        never_inside::plugin::<Dim2>,
        overlay_keys::hidden_plugin,
    ));
    app.init_resource::<Tally>().insert_resource(Script(SCRIPT)).insert_resource(stage::Ready(true));
    app.add_systems(Startup, (set_stage, spawn));
    app.add_systems(Update, ((steer, sail, swim).after(ReadControls), tint_2d, show_status));
    if app.world().contains_resource::<stage::Headless>() {
        app.add_systems(PostUpdate, check::check.after(CollisionSystems::Events));
        app.add_systems(Last, check::sum_up.after(stage::Ending).run_if(on_message::<AppExit>));
    }
    app.run()
}

/// Returns the contours of the water: the shore of the lake, and that of the island.
fn shores() -> [Vec<Vec2>; 2] {
    [star(285.0, 150.0), star(100.0, 52.0)]
}

/// Returns the corners of a star with five points, wider than high.
fn star(outer: f32, inner: f32) -> Vec<Vec2> {
    let corner = |index: u32| {
        let radius = if index.is_multiple_of(2) { outer } else { inner };
        Vec2::from_angle(FRAC_PI_2 + index as f32 * PI / 5.0) * radius * Vec2::new(1.7, 1.0) - Vec2::Y * 25.0
    };
    (0..10).map(corner).collect()
}

fn rectangle(half: Vec2) -> Vec<Vec2> {
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|corner| half * Vec2::from(corner)).to_vec()
}

fn spawn(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    let mut spawn = |name: &'static str, collider: Collider, layers: CollisionLayers, at: Vec3, color| {
        let mesh = meshes.add(Mesh::from(&collider.geometry(0.2).expect("the collider has an area")));
        let look = (Mesh2d(mesh), MeshMaterial2d(materials.add(color)));
        commands.spawn((Name::new(name), collider, layers, look, Transform::from_translation(at))).id()
    };
    // The contours of the water are holes and islands of the land.
    let [shore, island] = shores();
    let field = Vec2::new(615.0, 305.0);
    let land = Collider::outlines([rectangle(field), shore.clone(), island.clone()]);
    let water = Collider::outlines([shore, island]);
    let fence = Collider::outlines([rectangle(field), rectangle(field - 8.0)]);
    let meets = |layer: Layer, others: LayerMask| CollisionLayers::new(layer, others);
    spawn("land", land, meets(Layer::Land, Layer::Boat.into()), Vec3::ZERO, LAND);
    let wet = [Layer::Walker, Layer::Swimmer].into();
    let water = spawn("water", water, meets(Layer::Water, wet), Vec3::Z, look::WATER);
    spawn("fence", fence, meets(Layer::Fence, Layer::Walker.into()), Vec3::Z, look::WALL);

    let walker = meets(Layer::Walker, [Layer::Water, Layer::Fence].into());
    let walkers = [Vec2::new(-560.0, -260.0), Vec2::new(0.0, -25.0)]
        .map(|at| spawn("walker", Collider::circle(13.0), walker, at.extend(4.0), look::PLAYER));
    let boats = [(-280.0, 30.0, 0.4), (230.0, 40.0, 2.5), (150.0, -160.0, 4.1)].map(|(x, y, angle)| {
        let hull = Collider::ellipse(24.0, 11.0);
        let at = Vec3::new(x, y, 3.0);
        (spawn("boat", hull, meets(Layer::Boat, Layer::Land.into()), at, look::MOVING), angle)
    });
    let swims = meets(Layer::Swimmer, Layer::Water.into());
    let ducks: [_; 7] = core::array::from_fn(|index| {
        let at = Vec2::from_angle(index as f32 * 2.4) * Vec2::new(520.0, 240.0);
        (spawn("duck", Collider::circle(10.0), swims, at.extend(5.0), look::GOLD), index)
    });
    let swimmer = spawn("swimmer", Collider::circle(SWIMMER), swims, SWIMS[0].extend(4.0), look::OTHER);

    // Lengths are in pixels.
    let mover = CharacterMover::top_down_for_size(20.0);
    for walker in walkers {
        commands.entity(walker).insert((Walker, mover));
    }
    for (boat, angle) in boats {
        commands.entity(boat).insert((Boat { heading: Vec2::from_angle(angle) }, mover));
    }
    let [apart, touching] = [look::GOLD, look::TOUCHING].map(|color| materials.add(color));
    for (duck, index) in ducks {
        let velocity = Vec2::from_angle(index as f32 * 1.7 + 0.4).extend(0.0) * 90.0;
        let tint = Tint { apart: apart.clone(), touching: touching.clone() };
        commands.entity(duck).insert((Duck, tint, Drift { velocity, room: Vec3::new(590.0, 280.0, 0.0) }));
    }
    commands.entity(swimmer).insert(Swimmer { goal: SWIMS[0] });
    commands
        .entity(water)
        .observe(|_: On<CollisionStartedWith<Duck>>, mut tally: ResMut<Tally>| tally.entered += 1)
        .observe(|_: On<CollisionEndedWith<Duck>>, mut tally: ResMut<Tally>| tally.left += 1);
}

/// Moves both walkers.
fn steer(controls: Res<Controls>, time: Res<Time>, mut walkers: Query<&mut MoverMotion, With<Walker>>) {
    for mut motion in &mut walkers {
        motion.displacement = controls.walk.clamp_length_max(1.0) * SPEED * time.delta_secs();
    }
}

/// Moves the boats, which turn at the shores.
fn sail(mut boats: Query<(&mut Boat, &mut MoverMotion, &MoverState)>, time: Res<Time>) {
    for (mut boat, mut motion, state) in &mut boats {
        if let Some(shore) = state.wall.filter(|shore| shore.normal.dot(boat.heading) < 0.0) {
            boat.heading = Rot2::radians(0.3) * boat.heading.reflect(shore.normal);
        }
        motion.displacement = boat.heading * 70.0 * time.delta_secs();
    }
}

/// Draws the way out of the water for the swimmer, and leads it out, or in again, when the key is pressed.
fn swim(
    (controls, time): (Res<Controls>, Res<Time>),
    query: CollisionQuery,
    swimmer: Single<(Entity, &mut Swimmer, &mut Transform)>,
    mut tally: ResMut<Tally>,
    mut gizmos: Gizmos,
) {
    let (entity, mut swimmer, mut transform) = swimmer.into_inner();
    let here = transform.translation.truncate();
    let (shape, pose) = (gjk::Circle::new(SWIMMER), gjk::Affine2::from_translation(here));
    let settings = MoveSettings { skin: 0.1, ..MoveSettings::default() };
    let out = query.depenetrate(&shape, pose, &settings, &QueryFilter::of(entity));
    if out.pushed != Vec2::ZERO {
        gizmos.arrow_2d(here, out.translation, look::TEXT);
    }
    if controls.jump && out.pushed != Vec2::ZERO {
        swimmer.goal = out.translation;
        tally.led_out += 1;
    } else if controls.jump {
        swimmer.goal = SWIMS[tally.led_out as usize % SWIMS.len()];
    }
    let step = (swimmer.goal - here).clamp_length_max(SPEED * time.delta_secs());
    transform.translation += step.extend(0.0);
}

fn set_stage(mut commands: Commands) {
    commands.spawn(look::camera_2d());
    spawn_label(
        &mut commands,
        "The lake is one outline with a hole: ducks light up in it, boats stay in it, walkers stay out of it",
        "arrows or WASD walk   space leads the swimmer out and in   F1 overlay   P pause",
        &[
            (look::PLAYER, "walkers"),
            (look::MOVING, "boats"),
            (look::GOLD, "duck on land"),
            (look::TOUCHING, "duck on the water"),
            (look::OTHER, "swimmer"),
        ],
    );
}

fn show_status(
    tally: Res<Tally>,
    findings: Res<never_inside::Findings>,
    mut status: Query<&mut Text, With<Status>>,
) {
    let Tally { entered, left, led_out } = *tally;
    for mut text in &mut status {
        text.0 = format!(
            "ducks: {entered} times in, {left} out; swimmer: {led_out} times led out; {} inside of what stops it",
            findings.inside
        );
    }
}
