//! A bullet hell: a thousand bullets against a hit box far smaller than the ship, grazing, bombs on death.
//! The arrow keys fly, shift flies slowly, F1 shows the colliders.

use std::f32::consts::TAU;

use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;

// Bullets meet the ship only, so their number costs no tests among them.
collision_layers! { enum Layer { Ship, Boss, BossBullet, Shot } }

const ROOM: Vec2 = Vec2::new(640.0, 360.0);

#[derive(Component, Default)]
struct Ship {
    grazed: u32,
    hits: u32,
    lost: u32,
    /// Seconds until it can be hit again.
    safety: f32,
}

#[derive(Component)]
struct Boss;

#[derive(Component)]
struct BossBullet;

/// In units a second.
#[derive(Component)]
struct Velocity(Vec2);

/// What the bullets of a kind share, so that they are drawn together.
#[derive(Resource)]
struct Looks([(Mesh2d, MeshMaterial2d<ColorMaterial>); 2]);

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, CollisionPlugin::default().with_overlay(false)))
        .insert_resource(ClearColor(Color::srgb(0.04, 0.04, 0.08)))
        .add_systems(Startup, spawn)
        .add_systems(Update, (fly, steer, attack, show))
        .run();
}

fn spawn(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    commands.spawn(Camera2d);
    commands.spawn(Text::default());
    let mut look = |mesh: Mesh, [red, green, blue]: [f32; 3]| {
        (Mesh2d(meshes.add(mesh)), MeshMaterial2d(materials.add(Color::srgb(red, green, blue))))
    };
    let pink_and_blue = [(7.0, [1.0, 0.35, 0.6]), (5.0, [0.45, 0.7, 1.0])];
    commands
        .insert_resource(Looks(pink_and_blue.map(|(radius, color)| look(Circle::new(radius).into(), color))));
    let hull = Triangle2d::new(Vec2::new(0.0, 20.0), Vec2::new(-14.0, -14.0), Vec2::new(14.0, -14.0));
    let core = look(Circle::new(4.0).into(), [1.0, 1.0, 1.0]);
    let layers = CollisionLayers::new(Layer::Ship, Layer::BossBullet);
    commands
        .spawn((
            // The hit box is the core alone. What comes within 14 units of it is a graze.
            (Ship::default(), Collider::circle(4.0), ProximityMargin(14.0), layers),
            (Transform::from_xyz(0.0, -250.0, 1.0), look(hull.into(), [0.36, 0.8, 0.47])),
        ))
        .with_child((core, Transform::from_xyz(0.0, 0.0, 0.1)))
        .observe(|_: On<ProximityStartedWith<BossBullet>>, mut ship: Single<&mut Ship>| ship.grazed += 1)
        .observe(explode);
    let boss = RegularPolygon::new(46.0, 5);
    commands.spawn((
        (Boss, Collider::from(boss), CollisionLayers::new(Layer::Boss, Layer::Shot)),
        (Transform::from_xyz(0.0, 220.0, 0.0), look(boss.into(), [0.75, 0.3, 0.85])),
    ));
}

fn steer(
    ship: Single<(&mut Ship, &mut Transform, &mut Visibility)>,
    (keys, time): (Res<ButtonInput<KeyCode>>, Res<Time>),
    (mut reload, mut commands): (Local<f32>, Commands),
) {
    let (mut ship, mut place, mut visibility) = ship.into_inner();
    let pressed = |key| f32::from(keys.pressed(key));
    let right = pressed(KeyCode::ArrowRight) - pressed(KeyCode::ArrowLeft);
    let up = pressed(KeyCode::ArrowUp) - pressed(KeyCode::ArrowDown);
    let speed = if keys.pressed(KeyCode::ShiftLeft) { 130.0 } else { 340.0 };
    let way = Vec2::new(right, up).normalize_or_zero() * speed * time.delta_secs();
    place.translation = (place.translation.truncate() + way).clamp(20.0 - ROOM, ROOM - 20.0).extend(1.0);

    ship.safety -= time.delta_secs();
    let blinks = ship.safety > 0.0 && ship.safety % 0.2 > 0.1;
    *visibility = if blinks { Visibility::Hidden } else { Visibility::Inherited };
    *reload -= time.delta_secs();
    if *reload <= 0.0 {
        *reload = 0.08;
        let look = Sprite::from_color(Color::srgb(0.6, 1.0, 0.7), Vec2::new(4.0, 16.0));
        let shot = (Collider::rectangle(4.0, 16.0), CollisionLayers::new(Layer::Shot, Layer::Boss));
        commands.spawn((shot, Velocity(Vec2::Y * 900.0), look, *place)).observe(hit_boss);
    }
}

fn hit_boss(shot: On<CollisionStarted>, mut ship: Single<&mut Ship>, mut commands: Commands) {
    ship.hits += 1;
    commands.entity(shot.entity).despawn();
}

/// Fires spirals of two kinds from the boss, and a fan at the ship.
fn attack(
    boss: Single<&mut Transform, (With<Boss>, Without<Ship>)>,
    ship: Single<&Transform, With<Ship>>,
    (time, mut wait, mut volley): (Res<Time>, Local<f32>, Local<u32>),
    (looks, mut commands): (Res<Looks>, Commands),
) {
    let (mut boss, now) = (boss.into_inner(), time.elapsed_secs());
    boss.translation.x = 260.0 * (0.5 * now).sin();
    boss.rotation = Quat::from_rotation_z(now);
    *wait -= time.delta_secs();
    if *wait > 0.0 {
        return;
    }
    (*wait, *volley) = (0.06, *volley + 1);
    let turn = *volley as f32;
    let to_ship = (ship.translation - boss.translation).truncate().to_angle();
    let spiral = (0..8).flat_map(|arm| {
        let angle = TAU * arm as f32 / 8.0;
        [(angle + 0.11 * turn, 110.0, 0), (angle - 0.17 * turn, 150.0, 1)]
    });
    let fan = (-3..=3).filter(|_| *volley % 15 == 0).map(|ray| (to_ship + 0.12 * ray as f32, 260.0, 1));
    for (angle, speed, kind) in spiral.chain(fan) {
        commands.spawn((
            (BossBullet, Velocity(Vec2::from_angle(angle) * speed), Collider::circle([7.0, 5.0][kind])),
            CollisionLayers::new(Layer::BossBullet, Layer::Ship),
            (looks.0[kind].clone(), Transform::from_translation(boss.translation.with_z(0.5))),
        ));
    }
}

fn fly(mut flying: Query<(Entity, &Velocity, &mut Transform)>, time: Res<Time>, mut commands: Commands) {
    for (entity, velocity, mut place) in &mut flying {
        place.translation += (velocity.0 * time.delta_secs()).extend(0.0);
        if place.translation.truncate().abs().cmpgt(ROOM + 20.0).any() {
            commands.entity(entity).despawn();
        }
    }
}

/// Loses a life and clears the screen.
fn explode(
    _: On<CollisionStartedWith<BossBullet>>,
    mut ship: Single<&mut Ship>,
    bullets: Query<Entity, With<BossBullet>>,
    mut commands: Commands,
) {
    if ship.safety <= 0.0 {
        ship.lost += 1;
        ship.safety = 2.0;
        bullets.iter().for_each(|bullet| commands.entity(bullet).despawn());
    }
}

fn show(ship: Single<&Ship>, bullets: Query<(), With<BossBullet>>, mut text: Single<&mut Text>) {
    let Ship { hits, grazed, lost, .. } = **ship;
    let count = bullets.iter().len();
    text.0 = format!(
        "{count} bullets   {hits} hits   {grazed} grazed   {lost} lives lost   shift is slow   F1 colliders"
    );
}
