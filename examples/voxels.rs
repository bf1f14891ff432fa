//! A terrain of 131,072 voxels to walk on, to dig in and to build on: one `CellGrid`, whose cells a ray names. It is drawn as
//! one mesh for each chunk of 16 x 16 x 16 voxels, in `voxels/terrain.rs`.
//!
//! Press the arrow keys or WASD to walk, space to jump, R to restart; the left mouse button digs, the right one builds; E lets
//! the walker dig what it runs into; F1 shows the overlay, T draws the moves and says why the walker is stuck, P pauses the
//! motion. A script plays until the first key.
//!
//!     cargo example voxels --features 3d

use bevy::camera::visibility::VisibilitySystems;
use bevy::prelude::*;
use bevy_gjk::Dim3;
use bevy_gjk::dim3::prelude::*;
use examples::cli::Options;
use examples::controls::{self, Controls, Cue, ReadControls, Script, jump, walk};
use examples::label::{Status, spawn_label};
use examples::trail::{self, Trail};
use examples::{look, never_inside, overlay_keys, stage, why};

use terrain::{KINDS, PLANKS, SIZE, Terrain, VOXEL, Written};

#[path = "voxels/terrain.rs"]
mod terrain;

// Lengths are in metres, times in seconds.
const HEIGHT: f32 = 1.8;
const RADIUS: f32 = 0.3;
const SPEED: f32 = 4.0;
const GRAVITY: f32 = 20.0;
const JUMP_SPEED: f32 = 6.5;
/// How far the mouse reaches, from the camera.
const REACH: f32 = 25.0;
/// How often the walker digs what it runs into.
const DIG_PAUSE: f32 = 0.08;

/// The script: around on the meadow, up a hill, and through another.
const SCRIPT: &[Cue] = &[
    walk(0.3, 0.0, 0.0),
    walk(1.2, 0.7, 0.3),
    jump(0.8, 0.7, 0.0),
    walk(1.2, -0.2, 1.0),
    walk(6.0, -1.0, 0.15),
    walk(4.0, 1.0, 0.1),
    walk(3.0, 0.0, -1.0),
];

fn main() -> AppExit {
    let options = Options::parse();
    let mut app = stage::app("bevy_gjk: voxels", &options);
    app.add_plugins((
        CollisionPlugin::default(),
        (controls::plugin, trail::plugin),
        never_inside::plugin::<Dim3>,
        (overlay_keys::hidden_plugin, why::plugin::<Dim3>),
    ));
    app.add_message::<Written>().insert_resource(Digs(true));
    app.insert_resource(Script(SCRIPT)).insert_resource(stage::Ready(true));
    app.add_systems(Startup, (set_stage, terrain::spawn, spawn_walker));
    app.add_systems(Update, (walk_and_jump.after(ReadControls), start_again, show_status));
    app.add_systems(Update, (dig_ahead, dig_and_build, terrain::draw).chain());
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

/// Whether the walker digs what it runs into.
#[derive(Resource)]
struct Digs(bool);

/// Returns the place at which the walker begins: on the meadow.
fn home() -> Vec3 {
    let (x, z) = (32, 40);
    let corner = 0.5 * VOXEL * SIZE.as_vec3();
    let top = terrain::height(x, z) as f32 * VOXEL;
    Vec3::new(x as f32 * VOXEL - corner.x, top + 0.5 * HEIGHT + 0.1, z as f32 * VOXEL - corner.z)
}

/// Computes the walker's displacement in this frame from the controls.
fn walk_and_jump(
    controls: Res<Controls>,
    time: Res<Time>,
    walker: Single<(&mut Walker, &mut MoverMotion, &MoverState, &mut Transform)>,
) {
    let dt = time.delta_secs();
    let (mut walker, mut motion, state, mut transform) = walker.into_inner();
    // The up key moves away from the camera.
    let heading = Vec3::new(controls.walk.x, 0.0, -controls.walk.y).clamp_length_max(1.0);
    let up = match state.is_grounded() && walker.velocity.y <= 0.0 {
        true if controls.jump => JUMP_SPEED,
        true => 0.0,
        false => (walker.velocity.y - GRAVITY * dt).max(-30.0),
    };
    let up = if state.ceiling.is_some() { up.min(0.0) } else { up };
    walker.velocity = (heading * SPEED).with_y(up);
    motion.displacement = walker.velocity * dt;
    if heading != Vec3::ZERO {
        let wanted = Transform::IDENTITY.looking_to(heading, Vec3::Y).rotation;
        transform.rotation = transform.rotation.slerp(wanted, 1.0 - (-10.0 * dt).exp());
    }
}

fn start_again(keys: Res<ButtonInput<KeyCode>>, mut walkers: Query<(&mut Transform, &mut Walker)>) {
    for (mut transform, mut walker) in &mut walkers {
        // Beyond the border there is nothing to stand on.
        if keys.just_pressed(KeyCode::KeyR) || transform.translation.y < -20.0 {
            transform.translation = home();
            walker.velocity = Vec3::ZERO;
        }
    }
}

/// Writes a voxel, and says that it has to be drawn.
fn write(collider: &mut Collider, voxel: UVec3, kind: u16, written: &mut MessageWriter<Written>) {
    if let Collider::Grid(grid) = collider
        && grid.set(voxel, kind).is_ok_and(|before| before != kind)
    {
        written.write(Written(voxel));
    }
}

/// Digs the voxel at the wall that the walker runs into.
fn dig_ahead(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
    mut digs: ResMut<Digs>,
    query: CollisionQuery,
    walkers: Query<&MoverState, With<Walker>>,
    mut terrain: Query<&mut Collider, With<Terrain>>,
    mut written: MessageWriter<Written>,
    mut pause: Local<f32>,
) {
    digs.0 ^= keys.just_pressed(KeyCode::KeyE);
    *pause -= time.delta_secs();
    for wall in walkers.iter().filter_map(|state| state.wall) {
        if digs.0
            && *pause <= 0.0
            && let Some(cell) = query.get(wall.entity).and_then(|wall_of| wall_of.cell(wall.part))
            && let Ok(mut collider) = terrain.get_mut(wall.entity)
        {
            write(&mut collider, cell.cell, 0, &mut written);
            *pause = DIG_PAUSE;
        }
    }
}

/// Digs the voxel under the mouse, or builds one in front of it, and draws the edges of that voxel.
fn dig_and_build(
    buttons: Res<ButtonInput<MouseButton>>,
    window: Single<&Window>,
    camera: Single<(&Camera, &GlobalTransform)>,
    query: CollisionQuery,
    terrain: Single<(Entity, &mut Collider, &GlobalTransform), With<Terrain>>,
    mut written: MessageWriter<Written>,
    mut gizmos: Gizmos,
) {
    let (camera, eye) = *camera;
    let Some(ray) = window.cursor_position().and_then(|at| camera.viewport_to_world(eye, at).ok()) else {
        return;
    };
    let (terrain, mut collider, place) = terrain.into_inner();
    let filter = QueryFilter::default().matching(|entity| entity == terrain);
    let Some(hit) = query.cast_ray(ray.origin, ray.direction, REACH, &filter) else { return };
    let Some(aimed) = query.get(hit.entity).and_then(|hit_of| hit_of.cell(hit.part)) else { return };
    let Collider::Grid(grid) = &*collider else { return };
    let center = place.transform_point(grid.center(aimed.cell));
    gizmos.cube(Transform::from_translation(center).with_scale(Vec3::splat(1.02 * VOXEL)), look::TEXT);
    if buttons.just_pressed(MouseButton::Left) {
        write(&mut collider, aimed.cell, 0, &mut written);
    } else if buttons.just_pressed(MouseButton::Right) {
        let before = center + VOXEL * hit.normal;
        let Some(cell) = grid.cell_at(place.affine().inverse().transform_point3(before)) else { return };
        // The place must be free.
        let voxel = Collider::cuboid(VOXEL, VOXEL, VOXEL);
        let Ok(voxel) = PlacedShape::new(&voxel, Transform::from_translation(before)) else { return };
        if !query.intersects(&voxel, &QueryFilter::default().matching(|entity| entity != terrain)) {
            write(&mut collider, cell, PLANKS, &mut written);
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
        let wanted = walker.translation + offset;
        transform.translation = transform.translation.lerp(wanted, 1.0 - (-4.0 * time.delta_secs()).exp());
        *global = GlobalTransform::from(*transform);
    }
}

fn set_stage(mut commands: Commands) {
    let offset = Vec3::new(0.0, 6.5, 8.5);
    let camera = look::spawn_3d(&mut commands, home() + offset, home());
    commands.entity(camera).insert(Follows(offset));
    let legend: Vec<_> =
        KINDS.iter().map(|&(name, color)| (color, name)).chain([(look::PLAYER, "walker")]).collect();
    spawn_label(
        &mut commands,
        "A terrain of voxels is one grid of cells: walk on it, dig, and build",
        &format!(
            "arrows or WASD walk   space jump   mouse digs and builds   E dig ahead   R restart   F1 overlay   {}   P pause",
            why::HELP
        ),
        &legend,
    );
}

fn spawn_walker(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let body = Capsule3d::new(RADIUS, HEIGHT - 2.0 * RADIUS);
    commands.spawn((
        // It climbs one voxel.
        (Name::new("walker"), Walker::default(), Trail::default()),
        CharacterMover::default().with_step_height(VOXEL + 0.05),
        (Collider::from(body), Transform::from_translation(home())),
        (Mesh3d(meshes.add(body)), MeshMaterial3d(materials.add(look::matt(look::PLAYER)))),
        // A marker in the direction of view.
        children![(
            Mesh3d(meshes.add(Cuboid::new(0.36, 0.12, 0.2))),
            MeshMaterial3d(materials.add(look::matt(look::GROUND))),
            Transform::from_xyz(0.0, 0.6, -0.24),
        )],
    ));
}

/// Shows and logs what the walker stands on, and how many voxels are filled.
fn show_status(
    walker: Single<(&MoverState, &Transform), With<Walker>>,
    terrain: Single<Ref<Collider>, With<Terrain>>,
    query: CollisionQuery,
    mut filled: Local<usize>,
    frame: Res<stage::FrameCount>,
    headless: Option<Res<stage::Headless>>,
    mut before: Local<String>,
    mut status: Query<&mut Text, With<Status>>,
) {
    let (state, place) = *walker;
    if terrain.is_changed()
        && let Collider::Grid(grid) = &**terrain
    {
        *filled = grid.filled().count();
    }
    let under = state.ground.and_then(|ground| query.get(ground.entity)?.cell(ground.part));
    let under =
        under.map_or("in the air".to_owned(), |cell| format!("on {}", KINDS[usize::from(cell.kind) - 1].0));
    let words = format!("{under}, {} voxels", *filled);
    if *before != words {
        if headless.is_some() {
            println!("frame {:3} at {:.1}: {words}", frame.0, place.translation);
        }
        for mut text in &mut status {
            text.0.clone_from(&words);
        }
        *before = words;
    }
}
