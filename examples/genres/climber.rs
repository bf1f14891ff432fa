//! A climber: crouch, jumps from walls, a ladder, ledges to pull oneself up, a lift whose speed a jump inherits.
//! The arrow keys run and climb, down crouches, space jumps, F1 shows the colliders.

use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;

collision_layers! { enum Layer { Ground, Player, Ladder } }

/// `#` ground, `/ \` slopes, `%` a slope that is too steep, `-` a one-way platform, `H` a ladder, `L` the lift, `@` the player.
const LEVEL: [&str; 18] = [
    "########################################",
    "#                                      #",
    "#                              H       #",
    "#                              H-------#",
    "#                              H       #",
    "#         ####                 H       #",
    "#         ####             #####       #",
    "#         ####                         #",
    "# --      ####        ###              #",
    "#      #  ####        ###              #",
    "#      #  ####        ###              #",
    "#      #  ####        ###              #",
    "#      #  ####    #######             %#",
    "#      #  ####                        ##",
    "#      #  ####                       %##",
    "#      #  ####                       ###",
    "# @       #### LL         /#\\       %###",
    "########################################",
];
const TILE: f32 = 32.0;

const GRAVITY: f32 = 1_700.0;
const JUMP: f32 = 600.0;
/// The speeds of running, crouching, climbing, and of sliding down a wall.
const RUN: f32 = 230.0;
const CROUCH: f32 = 90.0;
const CLIMB: f32 = 120.0;
const WALL_SLIDE: f32 = 110.0;
/// How fast it leaves a wall, and for how long the keys do not turn it back.
const WALL_KICK: f32 = 260.0;
const KICK_TIME: f32 = 0.15;
/// How near a ledge has to be, how high it is above the feet at most, and how long it takes to get up.
const REACH: f32 = 6.0;
const HANDS: f32 = 62.0;
const PULL_TIME: f32 = 0.25;

/// Half the heights of the player, upright and crouched, and its radius.
const UPRIGHT: f32 = 22.0;
const CROUCHED: f32 = 13.0;
const RADIUS: f32 = 10.0;

#[derive(Component, Default)]
struct Player {
    velocity: Vec2,
    is_crouched: bool,
    climbs: bool,
    /// Seconds for which a jump from a wall still goes on.
    kick: f32,
    /// Where it pulls itself up from and to, and for how long.
    pull: Option<(Vec2, Vec2, f32)>,
}

/// Goes up and down above this height.
#[derive(Component)]
struct Lift(f32);

/// What the player may climb while it touches it.
#[derive(Component)]
struct Ladder;

fn main() {
    App::new()
        .add_plugins((DefaultPlugins, CollisionPlugin::default().with_overlay(false)))
        .insert_resource(ClearColor(Color::srgb(0.12, 0.1, 0.15)))
        .add_systems(Startup, build)
        .add_systems(Update, (move_lift, (crouch, pull_up, run_and_jump, show).chain()))
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
    let [stone, teal, wood] = ["#5d5470", "#4aa296", "#b08850"]
        .map(|color| materials.add(Color::from(Srgba::hex(color).unwrap_or_default())));
    for (row, line) in LEVEL.iter().enumerate() {
        for (column, tile) in line.chars().enumerate() {
            let at = Vec2::new(column as f32 - 19.5, 8.5 - row as f32) * TILE;
            let slope = |tip: Vec2| Triangle2d::new(Vec2::new(-h, -h), Vec2::new(h, -h), tip);
            let (shape, mesh, color): (Collider, Mesh, _) = match tile {
                '#' => (Collider::rectangle(TILE, TILE), Rectangle::new(TILE, TILE).into(), &stone),
                '/' | '\\' | '%' => {
                    // 45 degrees, and 63, which is more than the 50 of the `CharacterMover`.
                    let side = if tile == '\\' { -h } else { h };
                    let slope = slope(Vec2::new(side, if tile == '%' { 3.0 * h } else { h }));
                    (slope.into(), slope.into(), &stone)
                }
                '-' | 'L' => (Collider::rectangle(TILE, 8.0), Rectangle::new(TILE, 8.0).into(), &teal),
                // Narrower than it is drawn: one has to stand before it.
                'H' => (Collider::rectangle(6.0, TILE), Rectangle::new(14.0, TILE).into(), &wood),
                '@' => {
                    spawn_player(&mut commands, at);
                    continue;
                }
                _ => continue,
            };
            let layer = if tile == 'H' { Layer::Ladder } else { Layer::Ground };
            let look = (Mesh2d(meshes.add(mesh)), MeshMaterial2d(color.clone()));
            let layers = CollisionLayers::new(layer, Layer::Player);
            let mut body = commands.spawn((shape, layers, look, Transform::from_translation(at.extend(0.0))));
            match tile {
                '-' => _ = body.insert(OneWayPlatform::default()),
                'L' => _ = body.insert(Lift(at.y)),
                'H' => _ = body.insert(Ladder),
                _ => {}
            }
        }
    }
}

fn spawn_player(commands: &mut Commands, at: Vec2) {
    commands.spawn((
        Player::default(),
        body(UPRIGHT),
        CollisionLayers::new(Layer::Player, [Layer::Ground, Layer::Ladder]),
        CharacterMover {
            // Ladders do not stop it, so it touches them.
            solid_layers: Layer::Ground.into(),
            // It slips off an edge as soon as half of its bottom is over it.
            max_overhang: 0.5,
            ..CharacterMover::for_height(2.0 * UPRIGHT)
        },
        Sprite::from_color(Color::srgb(0.95, 0.75, 0.35), Vec2::new(2.0 * RADIUS, 2.0 * UPRIGHT)),
        Transform::from_translation(at.extend(1.0)),
    ));
}

/// The collider of half this height.
fn body(half_height: f32) -> Collider {
    Collider::capsule(RADIUS, 2.0 * (half_height - RADIUS))
}

/// Crouches and stands up, on the same feet. Up only where there is room.
fn crouch(
    player: Single<(Entity, &mut Player, &mut Collider, &mut Transform, &mut Sprite, &MoverState)>,
    characters: CharacterQuery,
    keys: Res<ButtonInput<KeyCode>>,
) {
    let (entity, mut player, mut collider, mut place, mut sprite, state) = player.into_inner();
    let wants_to = keys.pressed(KeyCode::ArrowDown) && state.is_grounded();
    if wants_to == player.is_crouched {
        return;
    }
    let [half, change] =
        if wants_to { [CROUCHED, CROUCHED - UPRIGHT] } else { [UPRIGHT, UPRIGHT - CROUCHED] };
    let (shape, mut target) = (body(half), *place);
    target.translation.y += change;
    if wants_to || shape.placed(target).is_ok_and(|shape| characters.has_room(entity, &shape)) {
        (*collider, *place, player.is_crouched) = (shape, target, wants_to);
        sprite.custom_size = Some(Vec2::new(2.0 * RADIUS, 2.0 * half));
    }
}

/// Finds a ledge in front of the hands while it falls, and moves up to it.
fn pull_up(
    player: Single<(Entity, &mut Player, &mut Transform, &CharacterMover, &MoverState)>,
    characters: CharacterQuery,
    (keys, time): (Res<ButtonInput<KeyCode>>, Res<Time>),
) {
    let (entity, mut player, mut place, mover, state) = player.into_inner();
    if let Some((from, to, since)) = player.pull {
        let part = ((since + time.delta_secs()) / PULL_TIME).min(1.0);
        // Up first, then along.
        let [along, up] = [2.0 * part - 1.0, 2.0 * part].map(|part| part.clamp(0.0, 1.0));
        let at = Vec2::new(from.x.lerp(to.x, along), from.y.lerp(to.y, up));
        place.translation = at.extend(place.translation.z);
        player.pull = (part < 1.0).then_some((from, to, part * PULL_TIME));
        return;
    }
    let Some(towards) = heading(&keys) else { return };
    if state.is_grounded() || player.velocity.y > 0.0 || player.kick > 0.0 || player.is_crouched {
        return;
    }
    if let Some(ledge) = characters.ledge_ahead(entity, towards, REACH, HANDS)
        && ledge.height > mover.step_height
    {
        player.velocity = Vec2::ZERO;
        player.pull = Some((place.translation.truncate(), ledge.translation, 0.0));
    }
}

/// Returns the side to which the keys point.
fn heading(keys: &ButtonInput<KeyCode>) -> Option<Dir2> {
    match [KeyCode::ArrowLeft, KeyCode::ArrowRight].map(|key| keys.pressed(key)) {
        [true, false] => Some(Dir2::NEG_X),
        [false, true] => Some(Dir2::X),
        _ => None,
    }
}

fn run_and_jump(
    player: Single<(Entity, &mut Player, &mut MoverMotion, &MoverState)>,
    (collisions, ladders): (Res<Collisions>, Query<(), With<Ladder>>),
    (keys, time): (Res<ButtonInput<KeyCode>>, Res<Time>),
) {
    let (entity, mut player, mut motion, state) = player.into_inner();
    let dt = time.delta_secs();
    if player.pull.is_some() {
        return;
    }
    let towards = heading(&keys).map_or(Vec2::ZERO, |to| *to);
    let jumps = keys.just_pressed(KeyCode::Space);
    let Player { velocity, is_crouched, climbs, kick, .. } = &mut *player;
    *kick -= dt;
    let speed = if *is_crouched { CROUCH } else { RUN };
    // It takes hold of a ladder by a key, and keeps to it until it jumps, stands or leaves it.
    let on_ladder = collisions.entities_colliding_with(entity).any(|other| ladders.contains(other));
    let up = f32::from(keys.pressed(KeyCode::ArrowUp)) - f32::from(keys.pressed(KeyCode::ArrowDown));
    *climbs = on_ladder && !jumps && (up > 0.0 || !state.is_grounded() && (*climbs || up < 0.0));
    if *climbs {
        // Straight while it goes up or down, so that it does not leave the ladder by the way.
        *velocity = CLIMB * Vec2::new(if up == 0.0 { 0.5 * towards.x } else { 0.0 }, up);
        motion.displacement = *velocity * dt;
        return;
    }
    // In the air, the velocity changes little by little.
    let change = if state.is_grounded() { 3_000.0 } else { 900.0 };
    if *kick <= 0.0 {
        velocity.x += (speed * towards.x - velocity.x).clamp(-change * dt, change * dt);
    }
    if state.is_grounded() && velocity.y <= 0.0 {
        velocity.y = 0.0;
    } else {
        velocity.y -= GRAVITY * dt;
        *velocity += state.ground_velocity; // of the lift that it left; otherwise zero in the air
    }
    if state.ceiling.is_some() {
        velocity.y = velocity.y.min(0.0);
    }
    // A wall that it leans against in the air; its normal points to the player.
    let wall = state.wall.filter(|wall| !state.is_grounded() && wall.normal.dot(towards) < -0.9);
    if wall.is_some() {
        velocity.y = velocity.y.max(-WALL_SLIDE);
    }
    if jumps && state.is_grounded() && !*is_crouched {
        velocity.y = JUMP;
    } else if jumps && let Some(normal) = wall.or(state.steep_slope).map(|contact| contact.normal) {
        *velocity = Vec2::new(WALL_KICK * normal.x.signum(), 0.9 * JUMP);
        *kick = KICK_TIME;
    }
    motion.displacement = *velocity * dt;
}

fn move_lift(mut lifts: Query<(&Lift, &mut Transform)>, time: Res<Time>) {
    for (lift, mut place) in &mut lifts {
        place.translation.y = lift.0 + 2.75 * TILE * (1.0 - (1.2 * time.elapsed_secs()).cos());
    }
}

fn show(
    player: Single<(Entity, &Player, &MoverState)>,
    characters: CharacterQuery,
    mut text: Single<&mut Text>,
) {
    let (entity, player, state) = *player;
    let what = match state {
        _ if player.pull.is_some() => "pulls itself up",
        _ if player.is_crouched && characters.head_room(entity, 20.0).is_some_and(|room| room < 18.0) => {
            "has to crouch"
        }
        _ if player.is_crouched => "crouches",
        _ if player.climbs => "climbs",
        state if state.is_wedged => "is wedged",
        state if state.is_grounded() => "stands",
        state if state.steep_slope.is_some() => "slides down a slope",
        state if state.wall.is_some() => "leans against a wall",
        _ => "is in the air",
    };
    text.0 =
        format!("it {what}   arrows run and climb, down crouches, space jumps, from walls too, F1 colliders");
}
