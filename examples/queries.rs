//! Scene queries: a lamp casts rays, a ball is cast from it to the pointer and stops at the first hit, a house at
//! the pointer is green if it overlaps nothing, and lines lead from a scout on its round to the nearest colliders.
//! Move the mouse (without one the pointer moves along a path), click to build the house, press R to rotate it,
//! click with the right button to remove something, F1 to show the overlay.
//!
//!     cargo example queries

use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy_gjk::CollisionOverlayKey;
use bevy_gjk::dim2::prelude::*;
use bevy_gjk::gjk::{Affine2, Circle as Disc, Point, Support};
use examples::cli::Options;
use examples::label::{Status, spawn_label};
use examples::motion::{Drift, MotionPlugin, Spin};
use examples::{look, stage};

/// The number of rays of the lamp.
const RAYS: u32 = 720;
/// The length of the rays.
const REACH: f32 = 420.0;
/// The radius of the ball.
const BALL: f32 = 14.0;
/// The largest distance of the nearest colliders from the scout.
const FEELS: f32 = 150.0;

// The colours.
const LIGHT: Color = Color::srgb(1.0, 0.85, 0.4);
const THROW: Color = Color::srgb(0.35, 0.75, 1.0);
const NEAR: Color = Color::srgb(1.0, 0.45, 0.75);
const FREE: Color = Color::srgb(0.35, 0.9, 0.45);
const TAKEN: Color = Color::srgb(0.95, 0.35, 0.3);

const HELP: &str = "click: build   right click: remove   R: rotate the house   F1: overlay";

/// Runs the example.
pub fn main() -> AppExit {
    let options = Options::parse();
    let mut app = stage::app("bevy_gjk: queries", &options);
    app.add_plugins((CollisionPlugin::default(), CollisionPickingPlugin::default(), MotionPlugin));
    app.insert_resource(CollisionOverlayKey(Some(KeyCode::F1)));
    app.insert_resource(stage::Ready(true));
    let lines = GizmoConfig { line: GizmoLineConfig { width: 3.5, ..default() }, ..default() };
    app.insert_gizmo_config(Bold, lines);
    // In screenshots the pointer is always in the same place.
    app.insert_resource(Aim { strolls: options.screenshot.is_some(), ..default() });
    app.add_systems(Startup, spawn);
    app.add_systems(Update, (dress, (aim, turn, build).chain()));
    // Queries after this system set see the positions of this frame.
    app.add_systems(
        PostUpdate,
        (shine, throw, feel, try_to_build, show_time).chain().after(CollisionSystems::BroadPhase),
    );
    app.add_observer(take_away);
    app.run()
}

/// The position of the pointer, the rotation of the house, and whether there is room for it.
#[derive(Resource, Default)]
struct Aim {
    /// Whether the pointer moves by itself.
    strolls: bool,
    at: Vec2,
    turned: f32,
    free: bool,
    /// The time of this frame's ray casts, in microseconds.
    took: f32,
}

impl Aim {
    fn house(&self) -> Transform {
        Transform::from_translation(self.at.extend(1.0)).with_rotation(Quat::from_rotation_z(self.turned))
    }
}

/// Casts rays from the middle.
#[derive(Component)]
struct Lamp;

/// Thick lines, for all but the rays.
#[derive(Default, Reflect, GizmoConfigGroup)]
struct Bold;

fn house() -> Collider {
    let part = |x, y, width, height| (Transform::from_xyz(x, y, 0.0), Collider::rectangle(width, height));
    Collider::compound([part(0.0, -12.0, 76.0, 24.0), part(-24.0, 12.0, 28.0, 40.0)])
}

fn spawn(mut commands: Commands) {
    commands.spawn(look::camera_2d());
    commands.spawn((Lamp, Transform::default()));
    for index in 0..26 {
        let angle = index as f32 * 2.4;
        let away = 95.0 + 92.0 * (index as f32).sqrt();
        let at = Vec2::from_angle(angle) * away * Vec2::new(1.0, 0.55);
        let collider = match index % 5 {
            0 => Collider::circle(22.0),
            1 => Collider::rectangle(60.0, 24.0),
            2 => Collider::regular_polygon(28.0, 6),
            3 => Collider::capsule(12.0, 44.0),
            _ => Collider::triangle(Vec2::new(-26.0, -18.0), Vec2::new(28.0, -14.0), Vec2::new(0.0, 30.0)),
        };
        let place = Transform::from_translation(at.extend(0.0)).with_rotation(Quat::from_rotation_z(angle));
        let mut thing = commands.spawn((collider, place, Spin(Vec3::Z * ((index % 3) as f32 - 1.0) * 0.4)));
        if index % 4 == 1 {
            let velocity = (Vec2::from_angle(angle * 1.7) * 45.0).extend(0.0);
            thing.insert(Drift { velocity, room: Vec3::new(560.0, 270.0, 1.0) });
        }
    }
    let legend =
        [(LIGHT, "rays"), (THROW, "shape cast"), (NEAR, "three nearest"), (FREE, "room"), (TAKEN, "no room")];
    spawn_label(
        &mut commands,
        "Ray casts, a shape cast, the nearest colliders and an overlap test, all run in every frame",
        HELP,
        &legend,
    );
}

/// Gives each new collider a filled shape.
fn dress(
    bare: Query<(Entity, &Collider), Added<Collider>>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    for (entity, collider) in &bare {
        let color = materials.add(Color::hsl(215.0 + 9.0 * (entity.index_u32() % 7) as f32, 0.30, 0.40));
        let mut body = |collider: &Collider, place: Transform| {
            let mesh = Mesh::from(&collider.geometry(0.2).ok()?);
            Some((Mesh2d(meshes.add(mesh)), MeshMaterial2d(color.clone()), place))
        };
        if let Collider::Compound { parts } = collider {
            for part in parts {
                let body = body(&part.shape, part.transform);
                commands.entity(entity).insert_if_new(Visibility::default()).with_children(|house| {
                    if let Some(body) = body {
                        house.spawn((body, Pickable::IGNORE));
                    }
                });
            }
        } else if let Some((mesh, material, _)) = body(collider, Transform::default()) {
            commands.entity(entity).insert((mesh, material));
        }
    }
}

/// Moves the pointer to the mouse, or along a path.
fn aim(
    windows: Query<&Window>,
    cameras: Query<(&Camera, &GlobalTransform)>,
    time: Res<Time>,
    mut aim: ResMut<Aim>,
) {
    let mouse =
        windows.iter().find_map(Window::cursor_position).filter(|_| !aim.strolls).and_then(|cursor| {
            let (camera, place) = cameras.iter().find(|(camera, _)| camera.order == 0)?;
            camera.viewport_to_world_2d(place, cursor).ok()
        });
    let now = time.elapsed_secs();
    aim.at =
        mouse.unwrap_or_else(|| Vec2::new(500.0 * (0.41 * now - 2.53).sin(), 210.0 * (0.67 * now).cos()));
}

fn turn(keys: Option<Res<ButtonInput<KeyCode>>>, time: Res<Time>, mut aim: ResMut<Aim>) {
    if keys.is_some_and(|keys| keys.pressed(KeyCode::KeyR)) {
        aim.turned += 1.5 * time.delta_secs();
    }
}

/// Builds the house if there is room for it.
fn build(buttons: Option<Res<ButtonInput<MouseButton>>>, aim: Res<Aim>, mut commands: Commands) {
    if aim.free && buttons.is_some_and(|buttons| buttons.just_pressed(MouseButton::Left)) {
        commands.spawn((house(), aim.house()));
    }
}

/// Removes the collider that is clicked on; picking uses the exact shapes.
fn take_away(click: On<PointerClick>, colliders: Query<(), With<Collider>>, mut commands: Commands) {
    if click.button == PointerButton::Secondary && colliders.contains(click.entity) {
        commands.entity(click.entity).despawn();
    }
}

/// Casts rays in all directions and draws them up to the first hit.
fn shine(
    query: CollisionQuery,
    lamp: Single<&GlobalTransform, With<Lamp>>,
    mut aim: ResMut<Aim>,
    mut gizmos: Gizmos,
) {
    let from = lamp.translation().truncate();
    let start = Instant::now();
    let ends: Vec<_> = (0..RAYS)
        .map(|index| {
            let direction = Rot2::turn_fraction(index as f32 / RAYS as f32) * Dir2::X;
            let hit = query.cast_ray(from, direction, REACH, &QueryFilter::ALL);
            (hit.map_or(from + direction * REACH, |hit| hit.point), hit.is_some())
        })
        .collect();
    aim.took = 1e6 * start.elapsed().as_secs_f32();
    for &(end, is_hit) in &ends {
        let brightness = if is_hit { 0.22 } else { 0.10 };
        gizmos.line_gradient_2d(
            from,
            end,
            Color::srgba(1.0, 0.85, 0.4, brightness),
            Color::srgba(1.0, 0.8, 0.3, 0.02),
        );
        if is_hit {
            gizmos.circle_2d(end, 1.2, Color::srgb(1.0, 0.85, 0.4));
        }
    }
}

/// Casts the ball to the pointer and draws it at the first hit.
fn throw(
    query: CollisionQuery,
    lamp: Single<&GlobalTransform, With<Lamp>>,
    aim: Res<Aim>,
    mut gizmos: Gizmos<Bold>,
) {
    let from = lamp.translation().truncate();
    let way = aim.at - from;
    let ball = Disc::new(BALL).placed(Affine2::from_translation(from));
    let Ok((direction, length)) = Dir2::new_and_length(way) else { return };
    let hit = query.cast_shape(&ball, direction, length, &QueryFilter::ALL);
    let end = from + direction * hit.map_or(length, |hit| hit.distance);
    let side = direction.perp() * BALL;
    gizmos.line_2d(from + side, end + side, THROW);
    gizmos.line_2d(from - side, end - side, THROW);
    gizmos.circle_2d(end, BALL, THROW);
    if let Some(hit) = hit {
        gizmos.circle_2d(hit.point, 4.0, Color::WHITE);
        gizmos.arrow_2d(hit.point, hit.point + hit.normal * 40.0, Color::WHITE);
    }
}

/// Draws lines from the scout to the three nearest colliders, thinner ones to the farther two.
fn feel(query: CollisionQuery, time: Res<Time>, mut nearest: Local<Vec<Nearby>>, mut gizmos: Gizmos<Bold>) {
    let now = 0.3 * time.elapsed_secs() + 4.74;
    let scout = Vec2::new(400.0 * now.cos(), 190.0 * now.sin());
    query.nearest_n(&Point::new([scout]), 3, FEELS, &QueryFilter::ALL, &mut nearest);
    for (index, near) in nearest.iter().enumerate() {
        let color = NEAR.with_alpha(if index == 0 { 1.0 } else { 0.5 });
        gizmos.line_2d(scout, near.on_collider, color);
        gizmos.circle_2d(near.on_collider, 4.0, color);
    }
    gizmos.circle_2d(scout, 7.0, NEAR);
    gizmos.circle_2d(scout, FEELS, NEAR.with_alpha(0.25));
}

/// Draws the house at the pointer, and its contacts with the colliders that it overlaps.
fn try_to_build(query: CollisionQuery, mut aim: ResMut<Aim>, mut gizmos: Gizmos<Bold>) {
    let Ok(shape) = PlacedShape::new(&house(), aim.house()) else { return };
    let was_free = aim.free;
    aim.free = !query.intersects(&shape, &QueryFilter::ALL);
    if aim.free != was_free {
        info!("there is {} for the house", if aim.free { "room" } else { "no room" });
    }
    let color = if aim.free { FREE } else { TAKEN };
    let place = aim.house();
    if let Collider::Compound { parts } = house() {
        for part in parts {
            let Collider::Rectangle { half_size } = part.shape else { continue };
            let at = place * part.transform;
            let turned = Rot2::radians(aim.turned);
            gizmos.rect_2d(Isometry2d::new(at.translation.truncate(), turned), 2.0 * half_size, color);
        }
    }
    query.contacts_with_shape(&shape, &QueryFilter::ALL, |_, contact| {
        gizmos.arrow_2d(contact.on_b, contact.on_a, Color::srgb(1.0, 0.6, 0.2));
    });
}

fn show_time(aim: Res<Aim>, mut status: Query<&mut Text, With<Status>>) {
    for mut text in &mut status {
        let room = if aim.free { "there is room" } else { "there is no room" };
        text.0 = format!("{RAYS} rays in {:.0} us; {room} for the house", aim.took);
    }
}
