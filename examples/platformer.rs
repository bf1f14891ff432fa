//! A platformer without a physics engine: a `CharacterMover` walks over tiles, slopes and steps, rides the lift
//! and the conveyor belts, and jumps up through one-way platforms. Speed, gravity, coyote time and jump
//! buffering are a few lines of the game's own code, in `run_and_jump`.
//!
//! The level is one grid of cells, in `platformer/level.rs`. The mouse digs and builds in it, and coins are cells that report
//! who touches them.
//!
//! Press the arrow keys or A and D to run, space to jump, down to drop through a platform, R to restart; the left mouse
//! button digs, the right one builds; F1 shows the overlay, T draws the moves and says why the player is stuck, P pauses the
//! motion. A script plays until the first key.
//!
//!     cargo example platformer

use bevy::prelude::*;
use bevy_gjk::Dim2;
use bevy_gjk::dim2::CellEvent;
use bevy_gjk::dim2::prelude::*;
use examples::cells;
use examples::cli::Options;
use examples::controls::{self, Controls, Cue, ReadControls, Script, drop_through, jump, walk};
use examples::label::{Status, spawn_label};
use examples::trail::{self, Trail};
use examples::{look, never_inside, overlay_keys, stage, why};

use level::{Layer, Level, Places, TILE};

#[path = "platformer/level.rs"]
mod level;

// Lengths are in pixels, times in seconds.
const HEIGHT: f32 = 40.0;
const SPEED: f32 = 230.0;
const ACCELERATION: f32 = 1_800.0;
const GRAVITY: f32 = 1_900.0;
const JUMP_SPEED: f32 = 640.0;
const FALL_SPEED: f32 = 900.0;
const LIFT_SPEED: f32 = 120.0;
/// Coyote time: how long after leaving the ground a jump is still possible.
const COYOTE_TIME: f32 = 0.10;
/// Jump buffering: how long before landing the jump key may be pressed.
const JUMP_BUFFER: f32 = 0.12;

/// The script: over the hill and the belt to the lift, up, over the platforms to the left, and down again.
const SCRIPT: &[Cue] = &[
    walk(0.5, 0.0, 0.0),
    walk(9.0, 1.0, 0.0),
    jump(0.75, -1.0, 0.0),
    jump(0.75, -1.0, 0.0),
    jump(0.9, -1.0, 0.0),
    walk(1.0, -1.0, 0.0),
    jump(1.0, -1.0, 0.0),
    walk(1.4, -1.0, 0.0),
    drop_through(0.3),
    walk(0.5, 0.0, 0.0),
    drop_through(0.3),
    walk(0.8, -1.0, 0.0),
];

/// Runs the example.
pub fn main() -> AppExit {
    let options = Options::parse();
    let mut app = stage::app("bevy_gjk: platformer", &options);
    app.add_plugins((
        CollisionPlugin::default(),
        (controls::plugin, trail::plugin, cells::plugin),
        never_inside::plugin::<Dim2>,
        (overlay_keys::hidden_plugin, why::plugin::<Dim2>),
    ));
    app.insert_resource(Script(SCRIPT)).insert_resource(stage::Ready(true));
    app.add_systems(Startup, (set_stage, build_level));
    // Everything else moves in `Update`; the movers run in `PostUpdate`, before collisions are detected.
    app.add_systems(Update, (move_lift, run_and_jump.after(ReadControls), start_again));
    app.add_systems(Update, (level::dig, collect, level::draw_belts, show_status));
    app.run()
}

#[derive(Component)]
struct Player {
    velocity: Vec2,
    /// Seconds since the player was on the ground.
    off_ground: f32,
    /// Seconds since the jump key was pressed.
    since_press: f32,
    coins: u32,
}

impl Default for Player {
    fn default() -> Self {
        Self { velocity: Vec2::ZERO, off_ground: 0.0, since_press: JUMP_BUFFER, coins: 0 }
    }
}

/// Computes the player's displacement in this frame from the controls.
fn run_and_jump(
    controls: Res<Controls>,
    time: Res<Time>,
    mut players: Query<(&mut Player, &mut MoverMotion, &MoverState)>,
) {
    let dt = time.delta_secs();
    for (mut player, mut motion, state) in &mut players {
        let Player { velocity, off_ground, since_press, .. } = &mut *player;
        let speed_up = ACCELERATION * dt;
        velocity.x += (controls.walk.x * SPEED - velocity.x).clamp(-speed_up, speed_up);

        // This is the state after the previous move.
        if state.is_grounded() && velocity.y <= 0.0 {
            velocity.y = 0.0;
            *off_ground = 0.0;
        } else {
            velocity.y = (velocity.y - GRAVITY * dt).max(-FALL_SPEED);
            *off_ground += dt;
        }
        if state.ceiling.is_some() {
            velocity.y = velocity.y.min(0.0);
        }

        *since_press = if controls.jump { 0.0 } else { *since_press + dt };
        if *since_press < JUMP_BUFFER && *off_ground < COYOTE_TIME {
            velocity.y = JUMP_SPEED;
            // Prevents a second jump from the same press.
            *off_ground = COYOTE_TIME;
            *since_press = JUMP_BUFFER;
        }

        motion.displacement = *velocity * dt;
        motion.drop_through = controls.drop;
    }
}

/// A lift, which goes up while the player stands on it, and down again.
#[derive(Component)]
struct Lift {
    low: f32,
    high: f32,
}

fn move_lift(mut lifts: Query<(Entity, &Lift, &mut Transform)>, movers: Query<&MoverState>, time: Res<Time>) {
    for (entity, lift, mut transform) in &mut lifts {
        let is_used = movers.iter().any(|state| state.ground.is_some_and(|ground| ground.entity == entity));
        let speed = if is_used { LIFT_SPEED } else { -LIFT_SPEED };
        let height = transform.translation.y + speed * time.delta_secs();
        transform.translation.y = height.clamp(lift.low, lift.high);
    }
}

/// The initial position of the player.
#[derive(Component)]
struct Home(Vec3);

fn start_again(keys: Res<ButtonInput<KeyCode>>, mut players: Query<(&Home, &mut Transform, &mut Player)>) {
    if keys.just_pressed(KeyCode::KeyR) {
        for (home, mut transform, mut player) in &mut players {
            transform.translation = home.0;
            player.velocity = Vec2::ZERO;
        }
    }
}

fn set_stage(mut commands: Commands) {
    commands.spawn(look::camera_2d());
    spawn_label(
        &mut commands,
        "A CharacterMover runs, jumps, rides and slides; the level is one grid of cells",
        &format!(
            "arrows or A D run   space jump   down drop   mouse digs and builds   R restart   F1 overlay   {}   P pause",
            why::HELP
        ),
        &[
            (look::PLAYER, "player"),
            (look::WALL, "tiles, slopes, steps"),
            (look::ONE_WAY, "one-way platform"),
            (look::CONVEYOR, "conveyor belt"),
            (look::MOVING, "lift"),
            (look::GOLD, "coin"),
        ],
    );
}

/// Spawns the level, and what moves in it.
fn build_level(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    let Places { lift, home } = level::spawn(&mut commands);
    let mut spawn = |name: &'static str, collider: Collider, place: Vec2, color: Color| {
        let mesh =
            collider.geometry(0.2).map(|geometry| meshes.add(Mesh::from(&geometry))).unwrap_or_default();
        let look = (Mesh2d(mesh), MeshMaterial2d(materials.add(color)));
        commands.spawn((Name::new(name), collider, Transform::from_translation(place.extend(1.0)), look)).id()
    };
    // The lift is one platform, as wide as its letters in the level.
    let size = Vec2::new(lift.width() + TILE - 2.0, 8.0);
    let start = lift.center() + Vec2::Y * (4.1 - 0.5 * TILE);
    let lift = spawn("lift", Collider::rectangle(size.x, size.y), start, look::MOVING);
    let radius = 11.0;
    let shape = Collider::capsule(radius, HEIGHT - 2.0 * radius);
    let player = spawn("player", shape, home, look::PLAYER);

    commands.entity(lift).insert(Lift { low: start.y, high: start.y + 9.0 * TILE - 8.1 });
    // It walks into coins.
    let mover = CharacterMover { solid_layers: Layer::Solid.into(), ..CharacterMover::for_height(HEIGHT) };
    let mover = mover.with_step_height(9.0);
    commands.entity(player).insert((mover, Player::default(), Home(home.extend(1.0)), Trail::default()));
}

/// Empties the coins that the player touches.
fn collect(
    mut events: MessageReader<CellEvent>,
    mut grids: Query<&mut Collider, With<Level>>,
    mut players: Query<&mut Player>,
) {
    for event in events.read() {
        if let CellEvent::Started(touch) = event
            && let Ok(mut player) = players.get_mut(touch.other)
            && let Ok(mut collider) = grids.get_mut(touch.grid)
            && let Collider::Grid(grid) = &mut *collider
            && grid.set(touch.cell, 0).is_ok_and(|before| before != 0)
        {
            player.coins += 1;
        }
    }
}

/// Shows and logs what the player stands on and collides with.
fn show_status(
    players: Query<(&Player, &MoverState, &Transform)>,
    names: Query<&Name>,
    query: CollisionQuery,
    frame: Res<stage::FrameCount>,
    headless: Option<Res<stage::Headless>>,
    mut before: Local<String>,
    mut status: Query<&mut Text, With<Status>>,
) {
    let Ok((player, state, transform)) = players.single() else { return };
    let kinds = level::kinds();
    let name = |contact: &Option<MoverContact>| {
        let contact = contact.as_ref()?;
        match query.get(contact.entity)?.cell(contact.part) {
            Some(cell) => Some(kinds[usize::from(cell.kind) - 1].1),
            None => names.get(contact.entity).ok().map(Name::as_str),
        }
    };
    let words = match (name(&state.ground), name(&state.wall)) {
        (Some(ground), Some(wall)) => format!("on a {ground}, against a {wall}"),
        (Some(ground), None) => format!("on a {ground}"),
        (None, _) if player.velocity.y > 0.0 => "rising".to_owned(),
        (None, _) => "falling".to_owned(),
    };
    let words = format!("{} coins, {words}", player.coins);
    if *before != words {
        let at = transform.translation.truncate();
        match headless {
            Some(_) => println!("frame {:3} at ({:.1}, {:.1}): {words}", frame.0, at.x, at.y),
            None => info!("{words}"),
        }
        for mut text in &mut status {
            text.0.clone_from(&words);
        }
        *before = words;
    }
}
