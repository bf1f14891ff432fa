//! A platformer: coyote time, jump buffering, jumps as high as the key is held, one-way platforms, a lift, coins, spikes.
//! The arrow keys run, space jumps, down drops through a platform, F1 shows the colliders.

use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;

collision_layers! { enum Layer { Ground, Player, Thing } }

/// `#` ground, `/ \` slopes, `-` a one-way platform, `L` the lift, `o` a coin, `^` spikes, `@` the player.
const LEVEL: [&str; 16] = [
    "#                                      #",
    "#                    o   o             #",
    "#                   ---------          #",
    "#       o o                            #",
    "#      -----                     o  o  #",
    "#                               ########",
    "#  o             o              ########",
    "# ---           ---             ########",
    "#                               ########",
    "#      ---               o      ########",
    "#                      /##\\     ########",
    "#   o o               /####\\    ########",
    "#  -----        /##\\            ########",
    "#         o    /####\\       LLL ########",
    "# @      ###  /######\\^^^^      ########",
    "########################################",
];
const TILE: f32 = 32.0;

const SPEED: f32 = 240.0;
const ACCELERATION: f32 = 2_000.0;
const GRAVITY: f32 = 1_900.0;
const JUMP: f32 = 640.0;
/// How long after leaving the ground a jump is possible, and how long before landing its key may be pressed, in seconds.
const COYOTE_TIME: f32 = 0.1;
const JUMP_BUFFER: f32 = 0.12;

#[derive(Component, Default)]
struct Player {
    home: Vec3,
    velocity: Vec2,
    coins: u32,
    /// Seconds since it stood, and since the key was pressed.
    off_ground: f32,
    since_press: f32,
}

/// Goes up and down above this height.
#[derive(Component)]
struct Lift(f32);

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, CollisionPlugin::default().with_overlay(false)))
        .insert_resource(ClearColor(Color::srgb(0.1, 0.12, 0.18)))
        .add_systems(Startup, build)
        .add_systems(Update, (lift, run_and_jump, show))
        .run();
}

fn build(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    commands.spawn(Camera2d);
    commands.spawn(Text::default());
    let h = 0.5 * TILE;
    let [ground, one_way, gold, red, green] = ["#4a5568", "#46a5a2", "#edc44a", "#d05a5f", "#5ccc78"]
        .map(|color| materials.add(Color::from(Srgba::hex(color).unwrap_or_default())));
    for (row, line) in LEVEL.iter().enumerate() {
        for (column, tile) in line.chars().enumerate() {
            let at = Vec3::new(column as f32 - 19.5, 7.5 - row as f32, 0.0) * TILE;
            let triangle = |tip: Vec2| Triangle2d::new(Vec2::new(-h, -h), Vec2::new(h, -h), tip);
            let slope = |side: f32| triangle(Vec2::new(side * h, h));
            let (collider, mesh, color): (Collider, Mesh, _) = match tile {
                '#' => (Collider::rectangle(TILE, TILE), Rectangle::new(TILE, TILE).into(), &ground),
                '/' => (slope(1.0).into(), slope(1.0).into(), &ground),
                '\\' => (slope(-1.0).into(), slope(-1.0).into(), &ground),
                '-' | 'L' => (Collider::rectangle(TILE, 8.0), Rectangle::new(TILE, 8.0).into(), &one_way),
                'o' => (Collider::circle(9.0), Circle::new(9.0).into(), &gold),
                '^' => (triangle(Vec2::Y * h).into(), triangle(Vec2::Y * h).into(), &red),
                '@' => (Collider::capsule(11.0, 18.0), Capsule2d::new(11.0, 18.0).into(), &green),
                _ => continue,
            };
            let look = (Mesh2d(meshes.add(mesh)), MeshMaterial2d(color.clone()));
            let mut body = commands.spawn((collider, look, Transform::from_translation(at)));
            // Tiles that meet do not touch each other.
            let ground_layers = CollisionLayers::new(Layer::Ground, Layer::Player);
            let thing = CollisionLayers::new(Layer::Thing, Layer::Player);
            match tile {
                '-' => body.insert((ground_layers, OneWayPlatform::default())),
                'L' => body.insert((ground_layers, OneWayPlatform::default(), Lift(at.y))),
                'o' => body.insert(thing).observe(collect),
                '^' => body.insert(thing).observe(die),
                '@' => body.insert((
                    Player { home: at, since_press: JUMP_BUFFER, ..default() },
                    CollisionLayers::new(Layer::Player, [Layer::Ground, Layer::Thing]),
                    // Coins and spikes do not stop it, so it touches them.
                    CharacterMover { solid_layers: Layer::Ground.into(), ..CharacterMover::for_height(40.0) },
                )),
                _ => body.insert(ground_layers),
            };
        }
    }
}

fn run_and_jump(
    player: Single<(&mut Player, &mut MoverMotion, &MoverState)>,
    (keys, time): (Res<ButtonInput<KeyCode>>, Res<Time>),
) {
    let (mut player, mut motion, state) = player.into_inner();
    let Player { velocity, off_ground, since_press, .. } = &mut *player;
    let dt = time.delta_secs();
    let right = f32::from(keys.pressed(KeyCode::ArrowRight)) - f32::from(keys.pressed(KeyCode::ArrowLeft));
    velocity.x += (SPEED * right - velocity.x).clamp(-ACCELERATION * dt, ACCELERATION * dt);
    if state.is_grounded() && velocity.y <= 0.0 {
        (velocity.y, *off_ground) = (0.0, 0.0);
    } else {
        velocity.y = (velocity.y - GRAVITY * dt).max(-900.0);
        *off_ground += dt;
    }
    if state.ceiling.is_some() {
        velocity.y = velocity.y.min(0.0);
    } else if keys.just_released(KeyCode::Space) {
        velocity.y = velocity.y.min(0.3 * JUMP); // ends the rise early
    }
    *since_press = if keys.just_pressed(KeyCode::Space) { 0.0 } else { *since_press + dt };
    if *since_press < JUMP_BUFFER && *off_ground < COYOTE_TIME {
        // A lift that rises adds its speed.
        velocity.y = JUMP + state.ground_velocity.y.clamp(0.0, JUMP);
        (*off_ground, *since_press) = (COYOTE_TIME, JUMP_BUFFER);
    }
    motion.displacement = *velocity * dt;
    motion.drop_through = keys.just_pressed(KeyCode::ArrowDown);
}

fn lift(mut lifts: Query<(&Lift, &mut Transform)>, time: Res<Time>) {
    for (lift, mut place) in &mut lifts {
        place.translation.y = lift.0 + 4.25 * TILE * (1.0 - time.elapsed_secs().cos());
    }
}

fn collect(coin: On<CollisionStartedWith<Player>>, mut player: Single<&mut Player>, mut commands: Commands) {
    player.coins += 1;
    commands.entity(coin.entity).despawn();
}

fn die(_: On<CollisionStartedWith<Player>>, mut player: Single<(&mut Player, &mut Transform)>) {
    player.1.translation = player.0.home;
    player.0.velocity = Vec2::ZERO;
}

fn show(player: Single<&Player>, mut text: Single<&mut Text>) {
    let coins = player.coins;
    text.0 = format!("{coins} coins   arrows run, space jumps, down drops through platforms");
}
