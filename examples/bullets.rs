//! Continuous collision detection: two guns fire at thin plates and a rotating blade, so fast that a bullet is
//! in front of a plate in one frame and behind it in the next. The bullets of the upper gun are swept and hit
//! the first target on their path; most of the lower ones tunnel through, where a cross is. The dots are the positions of a
//! bullet, one a frame. Press up and down for faster and slower bullets, F1 to show the overlay, 1 to 9 for its categories,
//! P to pause the motion.
//!
//!     cargo example bullets

use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;
use examples::cli::Options;
use examples::label::{Status, spawn_label};
use examples::motion::{MotionPlugin, Spin};
use examples::{look, overlay_keys, stage};

collision_layers! {
    /// Bullets only collide with targets, and targets only with bullets.
    enum Layer {
        Target,
        Bullet,
    }
}

/// The x coordinates where bullets start and where they are despawned.
const MUZZLE: f32 = -520.0;
const BEYOND: f32 = 640.0;
/// Half the height of a gun's lane.
const LANE: f32 = 120.0;

/// A gun and the counts of its bullets.
#[derive(Component, Default)]
struct Gun {
    is_swept: bool,
    fired: u32,
    hit: u32,
    flown_through: u32,
}

#[derive(Component)]
struct Bullet {
    gun: Entity,
    /// The positions in the frames so far.
    path: Vec<Vec2>,
    /// What it flew through without a hit: where, and before which position.
    missed: Vec<(usize, Vec2)>,
}

impl Bullet {
    fn new(gun: Entity) -> Self {
        Self { gun, path: Vec::new(), missed: Vec::new() }
    }
}

/// The fading path of a bullet that hit or flew through.
#[derive(Component)]
struct Wake {
    path: Vec<Vec2>,
    missed: Vec<(usize, Vec2)>,
    hit: Option<Vec2>,
    age: f32,
}

/// How long a path is seen, in seconds.
const FADES: f32 = 0.6;

const BULLET: Color = Color::srgb(0.95, 0.9, 0.6);
const MISSED: Color = Color::srgb(0.90, 0.36, 0.44);
const PLATE: Color = Color::srgb(0.45, 0.70, 0.95);

/// The speed of the bullets, in units per second.
#[derive(Resource)]
struct Speed(f32);

/// Runs the example.
pub fn main() -> AppExit {
    let options = Options::parse();
    let mut app = stage::app("bevy_gjk: bullets", &options);
    app.add_plugins((CollisionPlugin::default(), MotionPlugin, overlay_keys::hidden_plugin));
    app.insert_resource(Speed(9_000.0)).insert_resource(stage::Ready(true)).add_observer(strike);
    app.add_systems(Startup, set_stage).add_systems(Update, ((fly, fire, draw).chain(), show_status));
    app.add_systems(Update, change_speed.run_if(resource_exists::<ButtonInput<KeyCode>>));
    app.run()
}

fn set_stage(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    commands.spawn(look::camera_2d());
    spawn_label(
        &mut commands,
        "Per frame, bullets move farther than the targets are thick: only swept bullets always hit",
        &format!("up and down: speed    {}", overlay_keys::HELP),
        &[
            (BULLET, "frame by frame"),
            (look::TOUCHING, "hit"),
            (MISSED, "flew through"),
            (PLATE, "plates"),
            (look::MOVING, "blade"),
        ],
    );
    let mut body = |size: Vec2, color: Color| {
        let mesh = Mesh2d(meshes.add(Rectangle::from_size(size)));
        (mesh, MeshMaterial2d(materials.add(color)))
    };
    let layers = CollisionLayers::new(Layer::Target, Layer::Bullet);
    for (is_swept, y) in [(true, 140.0), (false, -140.0)] {
        let lane = (Transform::from_xyz(0.0, y, 0.0), Visibility::default());
        commands.spawn((Gun { is_swept, ..default() }, lane)).with_children(|lane| {
            let barrel = body(Vec2::new(60.0, 26.0), Color::srgb(0.45, 0.5, 0.55));
            lane.spawn((barrel, Transform::from_xyz(MUZZLE - 30.0, 0.0, 0.0)));
            let words = Text2d::new(if is_swept { "swept" } else { "not swept" });
            let font = TextFont { font_size: FontSize::Px(18.0), ..default() };
            lane.spawn((words, font, Transform::from_xyz(MUZZLE - 64.0, 36.0, 0.0)));
            // A bullet can fly past all but the last plate, which is as high as the lane.
            let plates =
                [(-300.0, 45.0, 75.0), (-150.0, 50.0, -20.0), (0.0, 45.0, 35.0), (130.0, 40.0, -80.0)];
            for (x, height, y) in plates.into_iter().chain([(500.0, 2.0 * LANE, 0.0)]) {
                let size = Vec2::new(6.0, height);
                lane.spawn((
                    (Collider::rectangle(size.x, size.y), layers),
                    body(size, PLATE),
                    Transform::from_xyz(x, y, 0.0),
                ));
            }
            let size = Vec2::new(200.0, 6.0);
            let mut blade = lane.spawn((
                (Collider::rectangle(size.x, size.y), layers),
                body(size, look::MOVING),
                (Spin(Vec3::Z), Transform::from_xyz(270.0, 0.0, 0.0)),
            ));
            if is_swept {
                blade.insert(SweptCollider::default());
            }
        });
    }
}

fn fire(
    mut guns: Query<(Entity, &mut Gun, &Transform)>,
    time: Res<Time>,
    mut wait: Local<f32>,
    mut commands: Commands,
) {
    *wait -= time.delta_secs();
    if *wait > 0.0 {
        return;
    }
    *wait = 0.04;
    for (entity, mut gun, place) in &mut guns {
        // Spread evenly over the lane.
        let height = 0.85 * LANE * (2.0 * (0.618 * gun.fired as f32).fract() - 1.0);
        let from = place.translation.truncate() + Vec2::new(MUZZLE, height);
        gun.fired += 1;
        let mut bullet = commands.spawn((
            Bullet { path: vec![from], ..Bullet::new(entity) },
            (Collider::circle(4.0), CollisionLayers::new(Layer::Bullet, Layer::Target)),
            Transform::from_translation(from.extend(1.0)),
        ));
        if gun.is_swept {
            bullet.insert(SweptCollider::default());
        }
    }
}

fn fly(
    mut bullets: Query<(Entity, &mut Bullet, &mut Transform)>,
    mut guns: Query<&mut Gun>,
    (speed, time, query): (Res<Speed>, Res<Time>, CollisionQuery),
    mut commands: Commands,
) {
    let targets = QueryFilter::ALL.in_layers(Layer::Target);
    for (entity, mut bullet, mut transform) in &mut bullets {
        if transform.translation.x > BEYOND {
            commands.entity(entity).despawn();
            let emptied = Bullet::new(bullet.gun);
            let Bullet { path, missed, .. } = std::mem::replace(&mut *bullet, emptied);
            commands.spawn(Wake { path, missed, hit: None, age: 0.0 });
            if let Ok(mut gun) = guns.get_mut(bullet.gun) {
                gun.flown_through += 1;
            }
            continue;
        }
        let (from, way) = (transform.translation.truncate(), speed.0 * time.delta_secs());
        transform.translation.x += way;
        // What lies between the two positions. If it is hit after all, `strike` takes it back.
        let before = bullet.path.len();
        query.cast_ray_each(from, Dir2::X, way, &targets, |through| {
            bullet.missed.push((before, through.point));
        });
        bullet.path.push(transform.translation.truncate());
    }
}

/// Stops each bullet at the first target on its path; later ones are not hit.
fn strike(
    hit: On<CollisionStarted>,
    mut bullets: Query<&mut Bullet>,
    mut guns: Query<&mut Gun>,
    collisions: Res<Collisions>,
    mut commands: Commands,
) {
    let Ok(mut bullet) = bullets.get_mut(hit.entity) else { return };
    if collisions.first_touch(hit.entity).is_none_or(|first| first.other != hit.other) {
        return;
    }
    commands.entity(hit.entity).despawn();
    let emptied = Bullet::new(bullet.gun);
    let Bullet { gun, mut path, mut missed } = std::mem::replace(&mut *bullet, emptied);
    // It did not get to where it moved in this frame.
    path.pop();
    missed.retain(|(before, _)| *before < path.len());
    commands.spawn(Wake { path, missed, hit: Some(hit.contact.on_b), age: 0.0 });
    if let Ok(mut gun) = guns.get_mut(gun) {
        gun.hit += 1;
    }
}

fn draw(
    bullets: Query<&Bullet>,
    mut wakes: Query<(Entity, &mut Wake)>,
    time: Res<Time>,
    mut gizmos: Gizmos,
    mut commands: Commands,
) {
    for bullet in &bullets {
        // Whether it gets to its last position turns out after this system.
        let [known @ .., _] = &bullet.path[..] else { continue };
        draw_path(known, None, BULLET, &mut gizmos);
        let passed = bullet.missed.iter().filter(|(before, _)| *before < known.len());
        passed.for_each(|(_, at)| draw_cross(*at, MISSED, &mut gizmos));
    }
    for (entity, mut wake) in &mut wakes {
        wake.age += time.delta_secs();
        let light = (1.0 - wake.age / FADES).max(0.0);
        let color = if wake.hit.is_some() { BULLET } else { MISSED };
        draw_path(&wake.path, wake.hit, color.with_alpha(light), &mut gizmos);
        wake.missed.iter().for_each(|(_, at)| draw_cross(*at, MISSED.with_alpha(light), &mut gizmos));
        if let Some(hit) = wake.hit {
            for turn in 0..7_u8 {
                let ray = Vec2::from_angle(f32::from(turn) * 0.9) * (8.0 + 24.0 * wake.age);
                gizmos.line_2d(hit, hit + ray, look::TOUCHING.with_alpha(light));
            }
        }
        if light == 0.0 {
            commands.entity(entity).despawn();
        }
    }
}

/// Marks where a bullet flew through a target.
fn draw_cross(at: Vec2, color: Color, gizmos: &mut Gizmos) {
    gizmos.cross_2d(Isometry2d::new(at, Rot2::degrees(45.0)), 9.0, color);
}

/// Draws the positions in each frame, and a thin line from one to the next.
fn draw_path(path: &[Vec2], end: Option<Vec2>, color: Color, gizmos: &mut Gizmos) {
    gizmos.linestrip_2d(path.iter().copied().chain(end), color.with_alpha(0.3 * color.alpha()));
    for &at in path {
        gizmos.circle_2d(at, 3.0, color);
    }
}

fn change_speed(keys: Res<ButtonInput<KeyCode>>, mut speed: ResMut<Speed>) {
    if keys.just_pressed(KeyCode::ArrowUp) {
        speed.0 = (speed.0 * 2.0).min(600_000.0);
    }
    if keys.just_pressed(KeyCode::ArrowDown) {
        speed.0 = (speed.0 * 0.5).max(200.0);
    }
}

fn show_status(
    guns: Query<&Gun>,
    speed: Res<Speed>,
    time: Res<Time>,
    mut status: Query<&mut Text, With<Status>>,
) {
    let counts = guns.iter().map(|gun| {
        let name = if gun.is_swept { "swept" } else { "not swept" };
        format!("{name}: {} hit, {} through", gun.hit, gun.flown_through)
    });
    let counts = counts.collect::<Vec<_>>().join("; ");
    for mut text in &mut status {
        text.0 = format!("{:.0} units per frame; {counts}", speed.0 * time.delta_secs());
    }
}
