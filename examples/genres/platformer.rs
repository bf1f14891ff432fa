//! A platformer: coyote time, jump buffering, jumps as high as the key is held, one-way platforms, a lift, coins, spikes. The
//! level is one grid of cells.
//! The arrow keys run, space jumps, down drops through a platform, F1 shows the colliders.

use bevy::prelude::*;
use bevy_gjk::dim2::{CellGrid, CellKind, CellStarted, prelude::*};

collision_layers! { enum Layer { Ground, Player, Thing } }

/// `#` ground, `/ \` slopes, `-` a one-way platform, `L` the lift, `o` a coin, `^` spikes, `@` the player.
const LEVEL: [&str; 14] = [
    "########################################",
    "#                                      #",
    "#       o o          o   o             #",
    "#      -----        ---------    o  o  #",
    "#                               ########",
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
        .add_systems(Startup, build)
        .add_systems(Update, (lift, run_and_jump, show))
        .run();
}

/// The tag of the coins' cells; spikes have none.
const COIN: u32 = 1;

/// The picture of a cell.
#[derive(Component)]
struct Drawn(UVec2);

fn build(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    commands.spawn(Camera2d);
    commands.spawn(Text::default());
    let [ground, one_way, gold, red, green] = ["#4a5568", "#46a5a2", "#edc44a", "#d05a5f", "#5ccc78"]
        .map(|color| MeshMaterial2d(materials.add(Color::from(Srgba::hex(color).unwrap_or_default()))));
    let triangle = |x, y| Triangle2d::new(Vec2::new(-0.5, -0.5), Vec2::new(0.5, -0.5), Vec2::new(x, y));
    let (plank, disc, spike) = (Rectangle::new(1.0, 0.25), Circle::new(0.28), triangle(0.0, 0.5));
    // Coins and spikes do not stop the player, who therefore touches them.
    let layers = Some(CollisionLayers::new(Layer::Thing, Layer::Player));
    let kinds = [
        ('#', CellKind::full(), Mesh::from(Rectangle::new(1.0, 1.0)), &ground),
        ('/', CellKind::slope(), triangle(0.5, 0.5).into(), &ground),
        ('\\', CellKind::slope().mirrored_x(), triangle(-0.5, 0.5).into(), &ground),
        ('-', CellKind { one_way: Some(default()), ..CellKind::new(plank) }, plank.into(), &one_way),
        ('o', CellKind { layers, reports: true, tag: COIN, ..CellKind::new(disc) }, disc.into(), &gold),
        ('^', CellKind { layers, reports: true, ..CellKind::new(spike) }, spike.into(), &red),
    ];
    let looks = kinds.each_ref().map(|kind| (Mesh2d(meshes.add(kind.2.clone())), kind.3.clone()));
    let size = UVec2::new(LEVEL[0].len() as u32, LEVEL.len() as u32);
    let mut grid = CellGrid::new(size, TILE, kinds.each_ref().map(|(_, kind, ..)| kind.clone()));
    let corner = -0.5 * TILE * size.as_vec2();
    let ground_layers = CollisionLayers::new(Layer::Ground, Layer::Player);
    for (y, line) in (0..).zip(LEVEL.iter().rev()) {
        for (x, letter) in (0..).zip(line.chars()) {
            let cell = UVec2::new(x, y);
            let at = (corner + grid.center(cell)).extend(0.0);
            if letter == 'L' {
                let plank = Rectangle::new(TILE, 8.0);
                let look = (Mesh2d(meshes.add(plank)), one_way.clone(), Transform::from_translation(at));
                let lift = (Lift(at.y), Collider::from(plank), ground_layers, OneWayPlatform::default());
                commands.spawn((lift, look));
            } else if letter == '@' {
                let body = Capsule2d::new(11.0, 18.0);
                let look = (Mesh2d(meshes.add(body)), green.clone(), Transform::from_translation(at));
                let player = Player { home: at, since_press: JUMP_BUFFER, ..default() };
                let layers = CollisionLayers::new(Layer::Player, [Layer::Ground, Layer::Thing]);
                let solid_layers = Layer::Ground.into();
                let mover = CharacterMover { solid_layers, ..CharacterMover::for_height(40.0) };
                commands.spawn((player, Collider::from(body), layers, mover, look)).observe(touch);
            } else if let Some(index) = kinds.iter().position(|kind| kind.0 == letter) {
                grid.set(cell, index as u16 + 1).expect("the grid is as large as the level");
                let place = Transform::from_translation(at).with_scale(Vec3::splat(TILE));
                commands.spawn((Drawn(cell), looks[index].clone(), place));
            }
        }
    }
    commands.spawn((Collider::Grid(grid), ground_layers, Transform::from_translation(corner.extend(0.0))));
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
        velocity.y = JUMP + state.ground_velocity.y.max(0.0);
        (*off_ground, *since_press) = (COYOTE_TIME, JUMP_BUFFER);
    }
    motion.displacement = *velocity * dt;
    motion.drop_through = keys.just_pressed(KeyCode::ArrowDown);
}

fn lift(mut lifts: Query<(&Lift, &mut Transform)>, time: Res<Time>) {
    for (lift, mut place) in &mut lifts {
        place.translation.y = lift.0 + 3.75 * TILE * (1.0 - time.elapsed_secs().cos());
    }
}

fn touch(
    hit: On<CellStarted>,
    mut player: Single<(&mut Player, &mut Transform)>,
    mut grids: Query<&mut Collider>,
    pictures: Query<(Entity, &Drawn)>,
    mut commands: Commands,
) {
    if hit.touch.tag != COIN {
        player.1.translation = player.0.home;
        player.0.velocity = Vec2::ZERO;
    } else if let Ok(Collider::Grid(grid)) = grids.get_mut(hit.touch.grid).map(Mut::into_inner) {
        player.0.coins += 1;
        let _ = grid.set(hit.touch.cell, 0);
        let drawn = pictures.iter().filter(|(_, drawn)| drawn.0 == hit.touch.cell);
        drawn.for_each(|(picture, _)| commands.entity(picture).despawn());
    }
}

fn show(player: Single<&Player>, mut text: Single<&mut Text>) {
    text.0 = format!("coins: {}   arrows run, space jumps, down drops, F1 colliders", player.coins);
}
