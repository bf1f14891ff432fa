//! Stealth, seen from above: guards see what is in front of them and not behind a wall, chase it to where they saw it last,
//! and walk back the way they came. W A S D walk, F1 shows the colliders.

use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;

collision_layers! { enum Layer { Wall, Player, Guard, Gem } }

/// How far guards see, and half the angle of their view in radians.
const SIGHT: f32 = 300.0;
const HALF_ANGLE: f32 = 0.6;
const HOME: Vec3 = Vec3::new(-560.0, -280.0, 1.0);

#[derive(Component)]
struct Player {
    gems: u32,
}

#[derive(Component)]
struct Guard {
    patrol: [Vec2; 2],
    /// The place where it saw the player last.
    seen: Option<Vec2>,
    /// The way back to the patrol.
    trail: Vec<Vec2>,
    /// The direction in which it looks, in radians.
    heading: f32,
}

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, CollisionPlugin::default().with_overlay(false)))
        .insert_resource(ClearColor(Color::srgb(0.08, 0.09, 0.11)))
        .add_systems(Startup, spawn)
        .add_systems(Update, (walk, patrol, show).chain())
        // From where the guards stand after they have moved.
        .add_systems(PostUpdate, look.after(CollisionSystems::Events))
        .run();
}

fn spawn(mut commands: Commands) {
    commands.spawn(Camera2d);
    commands.spawn(Text::default());
    let mut wall = |x: f32, y: f32, width: f32, height: f32| {
        let look = Sprite::from_color(Color::srgb(0.3, 0.34, 0.4), Vec2::new(width, height));
        // Not with walls: where two of them meet, there are no events.
        let layers = CollisionLayers::new(Layer::Wall, [Layer::Player, Layer::Guard]);
        commands.spawn((Collider::rectangle(width, height), layers, look, Transform::from_xyz(x, y, 0.0)));
    };
    for side in [-1.0, 1.0] {
        wall(0.0, 350.0 * side, 1280.0, 20.0);
        wall(630.0 * side, 0.0, 20.0, 680.0);
        wall(210.0 * side, 190.0, 20.0, 300.0);
        wall(210.0 * side, -240.0, 20.0, 200.0);
        wall(420.0 * side, 40.0 * side, 160.0, 20.0);
    }
    wall(0.0, 0.0, 90.0, 90.0);
    let look = |red, green, blue, side| Sprite::from_color(Color::srgb(red, green, blue), Vec2::splat(side));
    // Only walls stop a mover, so the player and the guards touch.
    let mover =
        CharacterMover { solid_layers: Layer::Wall.into(), ..CharacterMover::top_down_for_size(26.0) };
    commands.spawn((
        (Player { gems: 0 }, look(0.36, 0.8, 0.47, 26.0), Transform::from_translation(HOME)),
        (mover, Collider::rectangle(26.0, 26.0), CollisionLayers::new(Layer::Player, LayerMask::ALL)),
    ));
    for (x, top, bottom) in [(-310.0, 280.0, -60.0), (140.0, 280.0, -280.0), (310.0, 200.0, -280.0)] {
        let patrol = [Vec2::new(x, top), Vec2::new(x, bottom)];
        let guard = Guard { patrol, seen: None, trail: Vec::new(), heading: 0.0 };
        let place = Transform::from_xyz(x, top, 1.0);
        let layers = CollisionLayers::new(Layer::Guard, [Layer::Wall, Layer::Player]);
        let body = (Collider::rectangle(26.0, 26.0), mover, layers, look(0.82, 0.42, 0.46, 26.0));
        commands.spawn((guard, body, place)).observe(catch);
    }
    for (x, y) in [(-560.0, 280.0), (0.0, 240.0), (560.0, 280.0), (560.0, -280.0)] {
        let layers = CollisionLayers::new(Layer::Gem, Layer::Player);
        let gem = (Collider::rectangle(14.0, 14.0), layers, look(0.93, 0.77, 0.28, 14.0));
        commands.spawn((gem, Transform::from_xyz(x, y, 0.5))).observe(take);
    }
}

fn walk(
    mut steered: Single<&mut MoverMotion, With<Player>>,
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
) {
    let pressed = |key| f32::from(keys.pressed(key));
    let right = pressed(KeyCode::KeyD) - pressed(KeyCode::KeyA);
    let up = pressed(KeyCode::KeyW) - pressed(KeyCode::KeyS);
    steered.add(Vec2::new(right, up).normalize_or_zero() * 190.0, &time);
}

/// Finds out which guards see the player, and draws what each of them sees.
fn look(
    player: Single<(Entity, &Transform), With<Player>>,
    mut guards: Query<(&mut Guard, &Transform)>,
    (query, mut gizmos): (CollisionQuery, Gizmos),
) {
    let (entity, target) = (player.0, player.1.translation.truncate());
    let opaque = QueryFilter::ALL.in_layers(Layer::Wall);
    let opaque_or_player = QueryFilter::ALL.in_layers([Layer::Wall, Layer::Player]);
    for (mut guard, place) in &mut guards {
        let eye = place.translation.truncate();
        let to_player = target - eye;
        let is_in_view = Vec2::from_angle(guard.heading).angle_to(to_player).abs() < HALF_ANGLE;
        // The first thing on the ray is the player itself if no wall is before it.
        let way = Dir2::new(to_player).unwrap_or(Dir2::X);
        let hit = query.cast_ray(eye, way, SIGHT, &opaque_or_player);
        if is_in_view && hit.is_some_and(|hit| hit.entity == entity) {
            guard.seen = Some(target);
        }
        let color = Color::srgba(1.0, if guard.seen.is_some() { 0.2 } else { 0.8 }, 0.3, 0.12);
        for step in -30..=30 {
            let ray = Rot2::radians(guard.heading + HALF_ANGLE * step as f32 / 30.0) * Dir2::X;
            let reach = query.cast_ray(eye, ray, SIGHT, &opaque).map_or(SIGHT, |hit| hit.distance);
            gizmos.line_2d(eye, eye + ray * reach, color);
        }
    }
}

/// Walks to where the player was seen, back along the trail, or on with the patrol.
fn patrol(mut guards: Query<(&mut Guard, &Transform, &mut MoverMotion)>, time: Res<Time>) {
    for (mut guard, place, mut motion) in &mut guards {
        let here = place.translation.truncate();
        let goal = guard.seen.or(guard.trail.last().copied()).unwrap_or(guard.patrol[1]);
        if here.distance(goal) < 4.0 {
            if guard.seen.take().is_none() && guard.trail.pop().is_none() {
                guard.patrol.swap(0, 1);
            }
        } else if guard.seen.is_some() && guard.trail.last().is_none_or(|last| here.distance(*last) > 20.0) {
            guard.trail.push(here);
        }
        let speed = if guard.seen.is_some() { 150.0 } else { 80.0 };
        let way = (goal - here).clamp_length_max(speed * time.delta_secs());
        // Time stands still in the first frame, and a zero vector has no angle.
        let turn = if way == Vec2::ZERO { 0.0 } else { Vec2::from_angle(guard.heading).angle_to(way) };
        guard.heading += turn.clamp(-3.0 * time.delta_secs(), 3.0 * time.delta_secs());
        // It turns before it walks.
        motion.displacement = if turn.abs() < FRAC_PI_2 { way } else { Vec2::ZERO };
    }
}

fn take(gem: On<CollisionStartedWith<Player>>, mut player: Single<&mut Player>, mut commands: Commands) {
    player.gems += 1;
    commands.entity(gem.entity).despawn();
}

fn catch(
    _: On<CollisionStartedWith<Player>>,
    mut player: Single<&mut Transform, With<Player>>,
    mut guards: Query<(&mut Guard, &mut Transform), Without<Player>>,
) {
    player.translation = HOME;
    for (mut guard, mut place) in &mut guards {
        (guard.seen, guard.trail) = (None, Vec::new());
        place.translation = guard.patrol[0].extend(1.0);
    }
}

fn show(player: Single<&Player>, mut text: Single<&mut Text>) {
    text.0 = format!("{} of 4 gems   W A S D walk, out of sight of the guards   F1 colliders", player.gems);
}
