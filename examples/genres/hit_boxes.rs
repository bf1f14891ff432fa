//! Hit boxes of an animation: a blade hurts only in some pictures of its swing, and each opponent once a swing; a hit on the
//! head counts double; who looks to the left is mirrored, colliders too. Hits knock back and stop the time for a moment.
//! A and D walk, space swings, F1 shows the colliders.

use bevy::ecs::entity::EntityHashSet;
use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;

// What hurts meets what can be hurt, and nothing else.
collision_layers! { enum Layer { Hurt, Hit } }

/// One picture of the swing: how long it shows, how the arm is turned in degrees, and whether the blade hurts.
struct Picture(f32, f32, bool);

const SWING: [Picture; 6] = [
    Picture(0.18, 130.0, false),
    Picture(0.04, 75.0, true),
    Picture(0.04, 25.0, true),
    Picture(0.06, -25.0, true),
    Picture(0.14, -40.0, false),
    Picture(0.10, 20.0, false),
];

#[derive(Component, Default)]
struct Fighter {
    health: u32,
    wins: u32,
    /// Seconds since the swing began.
    swing: Option<f32>,
    /// Who was hit by it.
    struck: EntityHashSet,
    /// The velocity of the knock-back.
    knock: f32,
    /// What it wants: to walk to the left or to the right, to swing.
    walk: f32,
    attack: bool,
}

#[derive(Component)]
struct Player;

/// A part of this fighter that can be hurt, and what a hit on it costs.
#[derive(Component)]
struct HurtBox(Entity, u32);

/// The blade of this fighter.
#[derive(Component)]
struct HitBox(Entity);

#[derive(Component)]
struct Arm;

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, CollisionPlugin::default().with_overlay(false)))
        .add_systems(Startup, spawn)
        .add_systems(Update, (read_keys, think, act, animate, show).chain())
        .run();
}

fn spawn(mut commands: Commands) {
    commands.spawn(Camera2d);
    commands.spawn(Text::default());
    let look = |red, green, blue, width, height| {
        Sprite::from_color(Color::srgb(red, green, blue), Vec2::new(width, height))
    };
    commands.spawn((look(0.25, 0.27, 0.33, 1280.0, 260.0), Transform::from_xyz(0.0, -247.0, 0.0)));
    for (x, red, green) in [(-200.0, 0.36, 0.75), (200.0, 0.8, 0.42)] {
        // Its own parts never touch each other.
        let root = (NoSelfCollision, Visibility::default(), Transform::from_xyz(x, 0.0, 1.0));
        let owner = commands.spawn((Fighter { health: 10, ..default() }, root)).id();
        if x < 0.0 {
            commands.entity(owner).insert(Player);
        }
        // The head, the trunk and the legs.
        for (y, width, height, damage) in
            [(50.0, 40.0, 40.0, 2), (-15.0, 54.0, 80.0, 1), (-87.0, 44.0, 60.0, 1)]
        {
            commands.spawn((
                (HurtBox(owner, damage), Collider::rectangle(width, height), ChildOf(owner)),
                CollisionLayers::new(Layer::Hurt, Layer::Hit),
                (look(red, green, 0.5, width, height), Transform::from_xyz(0.0, y, 0.0)),
            ));
        }
        let arm = (Arm, Visibility::default(), Transform::from_xyz(10.0, 5.0, 0.5));
        commands.spawn((arm, ChildOf(owner))).with_children(|arm| {
            // Swept, so that it hurts between two pictures, too.
            let blade = (Collider::rectangle(120.0, 10.0), SweptCollider::default(), ColliderDisabled);
            let layers = CollisionLayers::new(Layer::Hit, Layer::Hurt);
            let look = (look(0.8, 0.85, 0.9, 120.0, 10.0), Transform::from_xyz(70.0, 0.0, 0.5));
            arm.spawn((HitBox(owner), blade, layers, look)).observe(strike);
        });
    }
}

fn read_keys(mut fighter: Single<&mut Fighter, With<Player>>, keys: Res<ButtonInput<KeyCode>>) {
    fighter.walk = f32::from(keys.pressed(KeyCode::KeyD)) - f32::from(keys.pressed(KeyCode::KeyA));
    fighter.attack = keys.just_pressed(KeyCode::Space);
}

/// The opponent comes near, and swings now and then.
fn think(
    opponent: Single<(&mut Fighter, &Transform), Without<Player>>,
    player: Single<&Transform, With<Player>>,
    time: Res<Time>,
) {
    let (mut fighter, place) = opponent.into_inner();
    let way = player.translation.x - place.translation.x;
    fighter.walk = if way.abs() > 140.0 { 0.6 * way.signum() } else { 0.0 };
    fighter.attack = way.abs() < 200.0 && time.elapsed_secs() % 1.7 < time.delta_secs();
}

fn act(mut fighters: Query<(&mut Fighter, &mut Transform)>, time: Res<Time>) {
    let dt = time.delta_secs();
    for (mut fighter, mut place) in &mut fighters {
        let length = SWING.iter().map(|picture| picture.0).sum();
        fighter.swing = fighter.swing.map(|since| since + dt).filter(|since| *since < length);
        // A swing goes on to its end, and the fighter does not walk or turn meanwhile.
        if fighter.swing.is_none() {
            place.scale.x = if fighter.walk == 0.0 { place.scale.x } else { fighter.walk.signum() };
            place.translation.x += 260.0 * fighter.walk * dt;
            if fighter.attack {
                fighter.swing = Some(0.0);
                fighter.struck.clear();
            }
        }
        place.translation.x = (place.translation.x + fighter.knock * dt).clamp(-580.0, 580.0);
        fighter.knock *= (-7.0 * dt).exp();
    }
}

/// Turns the arm as the picture says, and switches the blade on or off.
fn animate(
    fighters: Query<&Fighter>,
    mut arms: Query<(&ChildOf, &Children, &mut Transform), With<Arm>>,
    mut commands: Commands,
) {
    for (arm, children, mut place) in &mut arms {
        let Ok(fighter) = fighters.get(arm.parent()) else { continue };
        let mut left = fighter.swing.unwrap_or(f32::INFINITY);
        let picture = SWING.iter().find(|picture| {
            left -= picture.0;
            left < 0.0
        });
        let Picture(_, degrees, hurts) = picture.unwrap_or(&Picture(0.0, 60.0, false));
        place.rotation = Quat::from_rotation_z(degrees.to_radians());
        for blade in children {
            match hurts {
                true => commands.entity(*blade).remove::<ColliderDisabled>(),
                false => commands.entity(*blade).insert(ColliderDisabled),
            };
        }
    }
}

/// Observes a blade.
fn strike(
    hit: On<CollisionStartedWith<HurtBox>>,
    (blades, parts): (Query<&HitBox>, Query<&HurtBox>),
    mut fighters: Query<(&mut Fighter, &Transform)>,
    mut time: ResMut<Time<Virtual>>,
) {
    let (Ok(blade), Ok(part)) = (blades.get(hit.entity), parts.get(hit.other)) else { return };
    let both = fighters.get_many_mut([blade.0, part.0]);
    let Ok([(mut from, from_place), (mut to, to_place)]) = both else { return };
    // A blade that goes through the head and the trunk hurts once.
    if from.struck.insert(part.0) {
        to.health = to.health.saturating_sub(part.1);
        if to.health == 0 {
            (from.wins, from.health, to.health) = (from.wins + 1, 10, 10);
        }
        to.knock = 700.0 * (to_place.translation.x - from_place.translation.x).signum();
        time.set_relative_speed(0.05);
    }
}

/// Ends the stop after a hit, and shows the health of both.
fn show(
    (player, opponent): (Single<&Fighter, With<Player>>, Single<&Fighter, Without<Player>>),
    (mut time, real): (ResMut<Time<Virtual>>, Res<Time<Real>>),
    mut text: Single<&mut Text>,
) {
    let speed = time.relative_speed() * (15.0 * real.delta_secs()).exp();
    time.set_relative_speed(speed.min(1.0));
    let [you, other] = [*player, *opponent].map(|it| format!("{} health, {} won", it.health, it.wins));
    text.0 = format!("you: {you}   opponent: {other}   A D walk   space swings   F1 colliders");
}
