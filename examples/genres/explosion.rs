//! Explosions: damage and knock-back that fade with the distance, walls that give cover, barrels that set each other off,
//! crates that slide and bounce. A click explodes, R starts again, F1 shows the colliders.

use bevy::input::common_conditions::input_just_pressed;
use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;
use bevy_gjk::gjk::Point;

collision_layers! { enum Layer { Wall, Loose } }

const RADIUS: f32 = 190.0;
/// The speed and the damage that an explosion gives to what is at its center.
const KNOCK: f32 = 900.0;
const DAMAGE: f32 = 120.0;

/// What is knocked about: a crate or a barrel.
#[derive(Component)]
struct Loose {
    velocity: Vec2,
    health: f32,
    is_barrel: bool,
}

/// An explosion that takes place when its time is up, and is drawn for a while after.
#[derive(Component)]
struct Blast {
    /// Seconds since it went off; negative before.
    age: f32,
    is_done: bool,
}

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, CollisionPlugin::default().with_overlay(false)))
        .insert_resource(ClearColor(Color::srgb(0.11, 0.11, 0.1)))
        .add_systems(Startup, (spawn_walls, spawn_loose))
        .add_systems(Update, (click, explode, slide, die, draw).chain())
        .add_systems(Update, (clear, spawn_loose).chain().run_if(input_just_pressed(KeyCode::KeyR)))
        .run();
}

fn spawn_walls(mut commands: Commands) {
    commands.spawn(Camera2d);
    commands.spawn(Text::new("click: explosion   R: start again   F1: colliders"));
    let mut wall = |x: f32, y: f32, width: f32, height: f32| {
        let look = Sprite::from_color(Color::srgb(0.35, 0.38, 0.42), Vec2::new(width, height));
        let layers = CollisionLayers::new(Layer::Wall, Layer::Loose);
        commands.spawn((Collider::rectangle(width, height), layers, look, Transform::from_xyz(x, y, 0.0)));
    };
    for side in [-1.0, 1.0] {
        wall(0.0, 350.0 * side, 1280.0, 20.0);
        wall(630.0 * side, 0.0, 20.0, 680.0);
        wall(200.0 * side, -70.0 * side, 260.0, 20.0);
    }
}

fn spawn_loose(mut commands: Commands) {
    for index in 0..60 {
        let (column, row) = (index % 12, index / 12);
        let at = Vec2::new(-550.0 + 100.0 * column as f32, -240.0 + 115.0 * row as f32);
        // Most are near enough to set each other off.
        let is_barrel = [3, 15, 27, 28, 29, 30, 44, 57].contains(&index);
        let color = if is_barrel { Color::srgb(0.8, 0.25, 0.2) } else { Color::srgb(0.62, 0.48, 0.3) };
        commands.spawn((
            Loose { velocity: Vec2::ZERO, health: 100.0, is_barrel },
            (Collider::rectangle(34.0, 34.0), CollisionLayers::new(Layer::Loose, LayerMask::ALL)),
            CharacterMover::top_down_for_size(34.0),
            (Sprite::from_color(color, Vec2::splat(34.0)), Transform::from_translation(at.extend(1.0))),
        ));
    }
}

fn click(
    (window, camera): (Single<&Window>, Single<(&Camera, &GlobalTransform)>),
    buttons: Res<ButtonInput<MouseButton>>,
    mut commands: Commands,
) {
    let cursor = window.cursor_position().filter(|_| buttons.just_pressed(MouseButton::Left));
    if let Some(at) = cursor.and_then(|at| camera.0.viewport_to_world_2d(camera.1, at).ok()) {
        commands.spawn((Blast { age: 0.0, is_done: false }, Transform::from_translation(at.extend(2.0))));
    }
}

/// Hurts and pushes all that is near and has no wall before it.
fn explode(
    mut blasts: Query<(&mut Blast, &Transform)>,
    mut loose: Query<(&mut Loose, &Transform)>,
    query: CollisionQuery,
    time: Res<Time>,
) {
    for (mut blast, place) in &mut blasts {
        blast.age += time.delta_secs();
        if blast.is_done || blast.age < 0.0 {
            continue;
        }
        blast.is_done = true;
        let center = place.translation.truncate();
        let walls = QueryFilter::ALL.in_layers(Layer::Wall);
        let things = QueryFilter::ALL.in_layers(Layer::Loose);
        query.nearest_each(&Point::new([center]), RADIUS, &things, |near| {
            let Ok((mut thing, at)) = loose.get_mut(near.entity) else { return };
            // From the point of the thing that is nearest to the center, out of it to there.
            let to_center = Dir2::new(near.normal).unwrap_or(Dir2::X);
            if query.cast_ray(near.on_collider, to_center, near.distance, &walls).is_some() {
                return;
            }
            let strength = 1.0 - near.distance / RADIUS;
            thing.velocity += KNOCK * strength * (at.translation.truncate() - center).normalize_or_zero();
            thing.health -= DAMAGE * strength;
        });
    }
}

/// Moves by the velocity, which friction eats and what is in the way turns.
fn slide(mut loose: Query<(&mut Loose, &mut MoverMotion, &MoverState)>, time: Res<Time>) {
    for (mut thing, mut motion, state) in &mut loose {
        for hit in &state.hits {
            // The normal points out of the obstacle. Half of the speed into it comes back.
            let into = thing.velocity.dot(-hit.normal).max(0.0);
            thing.velocity += 1.5 * into * hit.normal;
        }
        thing.velocity *= (-3.0 * time.delta_secs()).exp();
        motion.add(thing.velocity, &time);
    }
}

fn die(mut loose: Query<(Entity, &Loose, &Transform, &mut Sprite)>, mut commands: Commands) {
    for (entity, thing, place, mut sprite) in &mut loose {
        sprite.color.set_alpha(0.35 + 0.0065 * thing.health.max(0.0));
        // A barrel explodes a moment after it is hit hard, so a chain of them can be seen to run.
        if thing.is_barrel && thing.health < 60.0 {
            commands.spawn((Blast { age: -0.15, is_done: false }, *place));
            commands.entity(entity).despawn();
        } else if thing.health <= 0.0 {
            commands.entity(entity).despawn();
        }
    }
}

fn draw(blasts: Query<(Entity, &Blast, &Transform)>, mut gizmos: Gizmos, mut commands: Commands) {
    for (entity, blast, place) in &blasts {
        let light = 1.0 - blast.age / 0.8;
        if light <= 0.0 {
            commands.entity(entity).despawn();
        } else if blast.age >= 0.0 {
            for ring in [0.4, 0.7, 1.0] {
                let radius = RADIUS * ring * (1.0 - light * light);
                gizmos.circle_2d(place.translation.truncate(), radius, Color::srgba(1.0, 0.75, 0.3, light));
            }
        }
    }
}

fn clear(loose: Query<Entity, With<Loose>>, mut commands: Commands) {
    loose.iter().for_each(|entity| commands.entity(entity).despawn());
}
