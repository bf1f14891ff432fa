//! Hit boxes of an animation: a blade hurts only in some pictures of its swing, and each opponent once a swing; a hit on the
//! head counts double; who looks to the left is mirrored, colliders too. Hits knock back and stop the time for a moment.
//! A and D walk, space swings, F1 shows the colliders.

use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;

collision_layers! {
    /// What hurts meets what can be hurt, and nothing else.
    enum Layer {
        Hurt,
        Hit,
    }
}

/// One picture of the swing: how long it shows, how the arm is turned in degrees, and whether the blade hurts.
struct Picture(f32, f32, bool);

const SWING: [Picture; 7] = [
    Picture(0.08, 95.0, false),
    Picture(0.12, 130.0, false),
    Picture(0.04, 75.0, true),
    Picture(0.04, 25.0, true),
    Picture(0.06, -25.0, true),
    Picture(0.14, -40.0, false),
    Picture(0.10, 20.0, false),
];
const REST: Picture = Picture(0.0, 60.0, false);

#[derive(Component)]
struct Fighter {
    health: u32,
    /// Seconds since the swing began.
    swing: Option<f32>,
    /// Who was hit by it.
    struck: Vec<Entity>,
    /// The velocity of the knock-back.
    knock: f32,
    /// What it wants: to walk to the left or to the right, to swing.
    walk: f32,
    attack: bool,
}

#[derive(Component)]
struct Player;

/// A part of a fighter that can be hurt, and how many times the damage it takes.
#[derive(Component)]
struct HurtBox {
    owner: Entity,
    factor: u32,
}

/// The blade of a fighter.
#[derive(Component)]
struct HitBox {
    owner: Entity,
}

#[derive(Component)]
struct Arm;

/// Seconds of real time until the time goes on.
#[derive(Resource, Default)]
struct HitStop(f32);

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, CollisionPlugin::default()))
        .insert_resource(ClearColor(Color::srgb(0.12, 0.13, 0.17)))
        .insert_resource(CollisionOverlayKey(Some(KeyCode::F1)))
        .init_resource::<HitStop>()
        .add_systems(Startup, spawn)
        .add_systems(Update, (read_keys, think, act, animate, go_on).chain())
        .run();
}

fn spawn(mut commands: Commands) {
    commands.spawn(Camera2d);
    commands.spawn(Text::new("A D walk   space swings   F1 colliders"));
    commands.spawn((
        Sprite::from_color(Color::srgb(0.25, 0.27, 0.33), Vec2::new(1280.0, 200.0)),
        Transform::from_xyz(0.0, -220.0, 0.0),
    ));
    for (x, color) in [(-200.0, Color::srgb(0.36, 0.75, 0.5)), (200.0, Color::srgb(0.8, 0.42, 0.45))] {
        let fighter =
            Fighter { health: 10, swing: None, struck: Vec::new(), knock: 0.0, walk: 0.0, attack: false };
        // Its own parts never touch each other.
        let root = (fighter, NoSelfCollision, Visibility::default(), Transform::from_xyz(x, 0.0, 1.0));
        let owner = commands.spawn(root).id();
        if x < 0.0 {
            commands.entity(owner).insert(Player);
        }
        let body = [(50.0, 40.0, 40.0, 2), (-15.0, 54.0, 80.0, 1), (-87.0, 44.0, 60.0, 1)];
        for (y, width, height, factor) in body {
            commands.spawn((
                (HurtBox { owner, factor }, Collider::rectangle(width, height)),
                CollisionLayers::new(Layer::Hurt, Layer::Hit),
                (Sprite::from_color(color, Vec2::new(width, height)), Transform::from_xyz(0.0, y, 0.0)),
                ChildOf(owner),
            ));
        }
        let arm = commands
            .spawn((Arm, Visibility::default(), Transform::from_xyz(10.0, 5.0, 0.5), ChildOf(owner)))
            .id();
        commands
            .spawn((
                // Swept, so that it hurts between two pictures, too.
                (
                    HitBox { owner },
                    Collider::rectangle(120.0, 10.0),
                    SweptCollider::default(),
                    ColliderDisabled,
                ),
                CollisionLayers::new(Layer::Hit, Layer::Hurt),
                (
                    Sprite::from_color(Color::srgb(0.8, 0.85, 0.9), Vec2::new(120.0, 10.0)),
                    Transform::from_xyz(70.0, 0.0, 0.5),
                ),
                ChildOf(arm),
            ))
            .observe(strike);
    }
}

fn read_keys(mut fighter: Single<&mut Fighter, With<Player>>, keys: Res<ButtonInput<KeyCode>>) {
    fighter.walk = f32::from(keys.pressed(KeyCode::KeyD)) - f32::from(keys.pressed(KeyCode::KeyA));
    fighter.attack = keys.just_pressed(KeyCode::Space);
}

/// The opponent keeps its distance, and swings now and then.
fn think(
    opponent: Single<(&mut Fighter, &Transform), Without<Player>>,
    player: Single<&Transform, With<Player>>,
    time: Res<Time>,
) {
    let (mut fighter, place) = opponent.into_inner();
    let way = player.translation.x - place.translation.x;
    fighter.walk = if way.abs() > 160.0 { 0.6 * way.signum() } else { 0.0 };
    fighter.attack = way.abs() < 200.0 && time.elapsed_secs() % 1.7 < time.delta_secs();
}

fn act(mut fighters: Query<(&mut Fighter, &mut Transform)>, time: Res<Time>) {
    let dt = time.delta_secs();
    for (mut fighter, mut place) in &mut fighters {
        fighter.swing = fighter
            .swing
            .map(|since| since + dt)
            .filter(|since| *since < SWING.iter().map(|picture| picture.0).sum());
        // A swing goes on to its end, and the fighter does not walk or turn meanwhile.
        if fighter.swing.is_none() {
            if fighter.walk != 0.0 {
                place.scale.x = fighter.walk.signum();
            }
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
    mut arms: Query<&mut Transform, With<Arm>>,
    blades: Query<(Entity, &HitBox, &ChildOf, Has<ColliderDisabled>)>,
    mut commands: Commands,
) {
    for (blade, hit_box, arm, is_off) in &blades {
        let (Ok(fighter), Ok(mut arm)) = (fighters.get(hit_box.owner), arms.get_mut(arm.parent())) else {
            continue;
        };
        let mut left = fighter.swing.unwrap_or(f32::INFINITY);
        let picture = SWING.iter().find(|picture| {
            left -= picture.0;
            left < 0.0
        });
        let Picture(_, degrees, hurts) = picture.unwrap_or(&REST);
        arm.rotation = Quat::from_rotation_z(degrees.to_radians());
        match (hurts, is_off) {
            (true, true) => _ = commands.entity(blade).remove::<ColliderDisabled>(),
            (false, false) => _ = commands.entity(blade).insert(ColliderDisabled),
            _ => {}
        }
    }
}

/// Observes a blade.
fn strike(
    hit: On<CollisionStartedWith<HurtBox>>,
    (blades, parts): (Query<&HitBox>, Query<&HurtBox>),
    mut fighters: Query<(&mut Fighter, &Transform)>,
    (mut stop, mut time): (ResMut<HitStop>, ResMut<Time<Virtual>>),
) {
    let (Ok(blade), Ok(part)) = (blades.get(hit.entity), parts.get(hit.other)) else { return };
    let Ok([(mut from, from_place), (mut to, to_place)]) = fighters.get_many_mut([blade.owner, part.owner])
    else {
        return;
    };
    if from.struck.contains(&part.owner) {
        return;
    }
    from.struck.push(part.owner);
    to.health = to.health.saturating_sub(part.factor);
    to.knock = 700.0 * (to_place.translation.x - from_place.translation.x).signum();
    stop.0 = 0.04 + 0.04 * part.factor as f32;
    time.set_relative_speed(0.05);
}

fn go_on(
    mut stop: ResMut<HitStop>,
    real: Res<Time<Real>>,
    mut time: ResMut<Time<Virtual>>,
    mut fighters: Query<&mut Fighter>,
    mut text: Single<&mut Text>,
) {
    stop.0 -= real.delta_secs();
    if stop.0 <= 0.0 && time.relative_speed() < 1.0 {
        time.set_relative_speed(1.0);
    }
    text.0 = "A D walk   space swings   F1 colliders   health:".into();
    for mut fighter in &mut fighters {
        text.0 += &format!(" {}", fighter.health);
        if fighter.health == 0 {
            fighter.health = 10;
        }
    }
}
