//! A twin-stick shooter: bullets that never tunnel, enemies that chase and crowd, health, and a second of safety after
//! each wound. W A S D walk, the mouse aims, its left button fires, F1 shows the colliders.

use std::time::Duration;

use bevy::prelude::*;
use bevy::time::common_conditions::on_timer;
use bevy_gjk::dim2::prelude::*;

collision_layers! { enum Layer { Wall, Player, Enemy, Bullet } }

#[derive(Component, Default)]
struct Player {
    health: u32,
    score: u32,
    deaths: u32,
    /// Seconds until the next shot, and until the next wound.
    reload: f32,
    safety: f32,
}

/// Its health.
#[derive(Component)]
struct Enemy(u32);

/// Flies along its x axis.
#[derive(Component)]
struct Bullet;

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, CollisionPlugin::default().with_overlay(false)))
        .insert_resource(ClearColor(Color::srgb(0.07, 0.08, 0.1)))
        .add_systems(Startup, spawn)
        // Bullets fly before new ones are fired, so that each is seen at the muzzle first and sweeps its whole way.
        .add_systems(Update, ((fly, walk_and_fire).chain(), chase))
        .add_systems(Update, send_enemy.run_if(on_timer(Duration::from_millis(900))))
        .add_systems(PostUpdate, wound.after(CollisionSystems::Events))
        .run();
}

fn spawn(mut commands: Commands) {
    commands.spawn(Camera2d);
    commands.spawn(Text::default());
    let mut wall = |x: f32, y: f32, width: f32, height: f32| {
        let look = Sprite::from_color(Color::srgb(0.3, 0.34, 0.4), Vec2::new(width, height));
        let layers = CollisionLayers::new(Layer::Wall, [Layer::Player, Layer::Enemy, Layer::Bullet]);
        commands.spawn((Collider::rectangle(width, height), layers, look, Transform::from_xyz(x, y, 0.0)));
    };
    for side in [-1.0, 1.0] {
        wall(0.0, 350.0 * side, 1280.0, 20.0);
        wall(630.0 * side, 0.0, 20.0, 680.0);
        wall(250.0 * side, 120.0 * side, 20.0, 180.0);
        wall(-280.0 * side, 140.0 * side, 140.0, 20.0);
    }
    let gun = Sprite::from_color(Color::WHITE, Vec2::new(22.0, 6.0));
    let body = Sprite::from_color(Color::srgb(0.36, 0.8, 0.47), Vec2::new(30.0, 30.0));
    let layers = CollisionLayers::new(Layer::Player, [Layer::Wall, Layer::Enemy]);
    // Only walls stop it; enemies it touches.
    let mover =
        CharacterMover { solid_layers: Layer::Wall.into(), ..CharacterMover::top_down_for_size(30.0) };
    commands
        .spawn((Player { health: 5, ..default() }, Collider::rectangle(30.0, 30.0), layers, mover))
        .insert((body, Transform::from_xyz(0.0, 0.0, 1.0)))
        .with_child((gun, Transform::from_xyz(20.0, 0.0, 0.1)));
}

fn walk_and_fire(
    player: Single<(&mut Player, &mut Transform, &mut MoverMotion)>,
    (window, camera): (Single<&Window>, Single<(&Camera, &GlobalTransform)>),
    (keys, buttons, time): (Res<ButtonInput<KeyCode>>, Res<ButtonInput<MouseButton>>, Res<Time>),
    mut commands: Commands,
) {
    let (mut player, mut place, mut motion) = player.into_inner();
    let pressed = |key| f32::from(keys.pressed(key));
    let right = pressed(KeyCode::KeyD) - pressed(KeyCode::KeyA);
    let up = pressed(KeyCode::KeyW) - pressed(KeyCode::KeyS);
    motion.add(Vec2::new(right, up).normalize_or_zero() * 280.0, &time);

    let cursor = window.cursor_position().and_then(|at| camera.0.viewport_to_world_2d(camera.1, at).ok());
    if let Some(aim) = cursor.and_then(|at| (at - place.translation.truncate()).try_normalize()) {
        place.rotation = Quat::from_rotation_z(aim.to_angle());
    }
    player.reload -= time.delta_secs();
    player.safety -= time.delta_secs();
    if buttons.pressed(MouseButton::Left) && player.reload <= 0.0 {
        player.reload = 0.12;
        let look = Sprite::from_color(Color::srgb(1.0, 0.9, 0.5), Vec2::new(12.0, 5.0));
        let layers = CollisionLayers::new(Layer::Bullet, [Layer::Wall, Layer::Enemy]);
        // It begins inside the shooter: a gun that is pushed against a wall does not reach through it.
        commands
            .spawn((Bullet, Collider::rectangle(12.0, 5.0), SweptCollider::default(), layers, look, *place))
            .observe(strike);
    }
}

fn fly(mut bullets: Query<&mut Transform, With<Bullet>>, time: Res<Time>) {
    for mut place in &mut bullets {
        let way = place.local_x() * 1_500.0 * time.delta_secs();
        place.translation += way;
    }
}

/// Ends a bullet at the first thing on its way, and hurts that if it is an enemy.
fn strike(
    hit: On<CollisionStarted>,
    collisions: Res<Collisions>,
    mut enemies: Query<(&mut Enemy, &mut Sprite)>,
    (mut player, mut commands): (Single<&mut Player>, Commands),
) {
    // A fast bullet may touch several things in a frame: only the first one on its way counts.
    if collisions.first_touch(hit.entity).is_none_or(|first| first.other != hit.other) {
        return;
    }
    commands.entity(hit.entity).despawn();
    let Ok((mut enemy, mut sprite)) = enemies.get_mut(hit.other) else { return };
    enemy.0 -= 1;
    sprite.color.set_alpha(0.3 * enemy.0 as f32);
    if enemy.0 == 0 {
        player.score += 1;
        commands.entity(hit.other).despawn();
    }
}

/// Walks to the player, and around what is in the way, always to the same side.
fn chase(
    player: Single<&Transform, With<Player>>,
    mut enemies: Query<(&Transform, &mut MoverMotion, &MoverState), With<Enemy>>,
    time: Res<Time>,
) {
    for (place, mut motion, state) in &mut enemies {
        let mut way = (player.translation - place.translation).truncate().normalize_or_zero();
        if let Some(wall) = state.wall.filter(|wall| wall.normal.dot(way) < -0.3) {
            way = wall.normal.perp();
        }
        motion.add(way * 120.0, &time);
    }
}

/// Sends one from each corner in turn.
fn send_enemy(mut count: Local<usize>, mut commands: Commands) {
    let corner = [(-590.0, -310.0), (590.0, 310.0), (-590.0, 310.0), (590.0, -310.0)][*count % 4];
    *count += 1;
    // Walls and other enemies stop it, and the player does not.
    let solid_layers = LayerMask::from([Layer::Wall, Layer::Enemy]);
    commands.spawn((
        (Enemy(3), Sprite::from_color(Color::srgb(0.85, 0.3, 0.35), Vec2::splat(28.0))),
        (Collider::rectangle(28.0, 28.0), CollisionLayers::new(Layer::Enemy, LayerMask::ALL)),
        CharacterMover { solid_layers, ..CharacterMover::top_down_for_size(28.0) },
        Transform::from_xyz(corner.0, corner.1, 0.5),
    ));
}

/// Hurts the player while an enemy touches it, at most once a second. When it dies, its score and all enemies are gone.
fn wound(
    player: Single<(Entity, &mut Player)>,
    (collisions, enemies): (Res<Collisions>, Query<Entity, With<Enemy>>),
    (mut text, mut commands): (Single<&mut Text>, Commands),
) {
    let (entity, mut player) = player.into_inner();
    let is_touched = collisions.entities_colliding_with(entity).any(|other| enemies.contains(other));
    if is_touched && player.safety <= 0.0 {
        player.safety = 1.0;
        player.health -= 1;
        if player.health == 0 {
            *player = Player { health: 5, safety: 2.0, deaths: player.deaths + 1, ..default() };
            enemies.iter().for_each(|enemy| commands.entity(enemy).despawn());
        }
    }
    let Player { health, score, deaths, .. } = *player;
    let keys = "W A S D walk, the mouse aims and fires, F1 colliders";
    text.0 = format!("health {health}   score {score}   deaths {deaths}   {keys}");
}
