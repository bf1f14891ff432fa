//! Rollback: two peers in one process hear of each other's inputs too late. Each predicts, goes back when it was
//! wrong, and runs the ticks again. Below, the events that it presents; those that have not happened after all are
//! red. Press D to raise the delay, Space to pause.
//!
//!     cargo example rollback
//!     cargo example rollback -- --headless    (asserts that both come to the same as a peer without delay)

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use bevy::app::Main;
use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;
use examples::cli::Options;
use examples::label::{Status, spawn_label, words};
use examples::{look, stage};

/// The longest delay of an input, in ticks.
const MAX_DELAY: u64 = 12;
const BODIES: usize = 9;
const RADIUS: f32 = 26.0;
/// Half the size of the room.
const ROOM: Vec2 = Vec2::new(280.0, 130.0);
/// How many of the last events are on screen.
const LINES: usize = 11;
const RETRACTED: Color = Color::srgb(1.0, 0.25, 0.25);

/// Where the bodies are, and their velocities per tick. The first two are the players.
#[derive(Clone, Copy)]
struct Game([[Vec2; 2]; BODIES]);

impl Game {
    fn new() -> Self {
        Self(std::array::from_fn(|index| {
            let turn = Vec2::from_angle(2.4 * index as f32);
            [turn * ROOM * 0.3 * (index as f32).sqrt(), turn.perp() * 1.7]
        }))
    }

    fn step(&mut self, inputs: [Vec2; 2]) {
        for ([_, velocity], input) in self.0.iter_mut().zip(inputs) {
            *velocity = input;
        }
        for [at, velocity] in &mut self.0 {
            *at += *velocity;
            for axis in 0..2 {
                if at[axis].abs() > ROOM[axis] {
                    at[axis] = ROOM[axis].copysign(at[axis]);
                    velocity[axis] = -velocity[axis].abs().copysign(at[axis]);
                }
            }
        }
    }
}

/// What a player wants in a tick: changed now and then.
fn input(player: usize, tick: u64) -> Vec2 {
    Vec2::from_angle(((tick / 23) * 5 + 3 * player as u64) as f32 * 1.3) * 4.0
}

/// How late the input of a tick is that has arrived: it varies.
fn lateness(tick: u64, delay: u64) -> u64 {
    if delay == 0 { 0 } else { delay - (tick * 7919 / 3) % delay.min(4) }
}

/// The game and the collisions after a tick, and the inputs with which it was run.
struct Past {
    game: Game,
    collisions: CollisionState,
    inputs: [Vec2; 2],
}

/// An event without entities, which are others in another world: its tick, whether a touch begins, and who.
type Seen = (u64, bool, [usize; 2]);

struct Peer {
    world: World,
    bodies: Vec<Entity>,
    own: usize,
    game: Game,
    /// The last ticks.
    history: BTreeMap<u64, Past>,
    /// The next tick, and the first one of which the other's input has not arrived.
    next: u64,
    missing: u64,
    presented: BTreeSet<Seen>,
    /// What was presented and retracted last; true is retracted.
    stream: VecDeque<(bool, Seen)>,
    rollbacks: usize,
    retractions: usize,
}

impl Peer {
    /// Creates a peer. The second one spawns its bodies in another order.
    fn new(own: usize) -> Self {
        let mut app = App::new();
        app.add_plugins((TaskPoolPlugin::default(), TransformPlugin, CollisionPlugin::default()));
        app.add_plugins(CollisionLogPlugin::new(MAX_DELAY as usize + 2));
        app.finish();
        app.cleanup();
        let mut world = std::mem::take(app.world_mut());
        let mut bodies = vec![Entity::PLACEHOLDER; BODIES];
        for index in 0..BODIES {
            let index = if own == 0 { index } else { BODIES - 1 - index };
            bodies[index] = world.spawn((Collider::circle(RADIUS), CollisionOrder(index as u64))).id();
        }
        Self {
            world,
            bodies,
            own,
            game: Game::new(),
            history: BTreeMap::new(),
            next: 0,
            missing: 0,
            presented: BTreeSet::new(),
            stream: VecDeque::new(),
            rollbacks: 0,
            retractions: 0,
        }
    }

    /// Takes the inputs that have arrived, goes back if one was guessed wrongly, and runs the next tick.
    fn advance(&mut self, delay: u64) {
        let now = self.next;
        let arrived = (now + 1).saturating_sub(lateness(now, delay)).max(self.missing);
        let other = 1 - self.own;
        // The guess: a player goes on as in the last tick that is known.
        let inputs = |tick: u64| {
            let mut inputs = [0, 1].map(|player| input(player, tick));
            inputs[other] = input(other, tick.min(arrived.saturating_sub(1)));
            inputs
        };
        let wrong =
            (self.missing.max(1)..arrived.min(now)).find(|tick| self.history[tick].inputs != inputs(*tick));
        if let Some(wrong) = wrong {
            self.roll_back(wrong);
            (wrong..now).for_each(|tick| self.tick(tick, inputs(tick)));
        }
        self.missing = arrived;
        self.tick(now, inputs(now));
    }

    fn roll_back(&mut self, tick: u64) {
        let past = &self.history[&(tick - 1)];
        self.game = past.game;
        self.world.resource_scope(|world, mut collisions: Mut<Collisions>| {
            collisions.restore(&past.collisions, world.entities()).expect("no body is ever despawned");
        });
        self.rollbacks += 1;
    }

    fn tick(&mut self, tick: u64, inputs: [Vec2; 2]) {
        self.game.step(inputs);
        for (&body, [at, _]) in self.bodies.iter().zip(&self.game.0) {
            self.world.entity_mut(body).insert(Transform::from_translation(at.extend(0.0)));
        }
        self.world.resource_mut::<CollisionLog>().begin_tick(tick);
        self.world.run_schedule(Main);
        self.world.clear_trackers();
        let retracted: Vec<_> = self.world.resource_mut::<Messages<CollisionRetracted>>().drain().collect();
        for it in retracted {
            let seen = self.seen(it.tick, it.event);
            assert!(self.presented.remove(&seen), "{seen:?} was not presented");
            self.stream.push_back((true, seen));
            self.retractions += 1;
        }
        let presented: Vec<_> = self.world.resource_mut::<Messages<CollisionPresented>>().drain().collect();
        for it in presented {
            let seen = self.seen(it.tick, it.event);
            assert!(self.presented.insert(seen), "{seen:?} is presented twice");
            self.stream.push_back((false, seen));
        }
        self.stream.drain(..self.stream.len().saturating_sub(LINES));
        let collisions = self.world.resource::<Collisions>().save();
        self.history.insert(tick, Past { game: self.game, collisions, inputs });
        self.history.retain(|&kept, _| kept + 3 * MAX_DELAY > tick);
        self.next = tick + 1;
    }

    fn seen(&self, tick: u64, event: CollisionEvent) -> Seen {
        let name = |entity| self.bodies.iter().position(|&body| body == entity).unwrap_or(BODIES);
        (tick, event.is_started(), event.entities().map(name))
    }
}

/// Returns the last tick of which all peers know all inputs.
fn confirmed(peers: &[Peer]) -> Option<u64> {
    peers.iter().map(|peer| peer.missing.min(peer.next)).min()?.checked_sub(1 + MAX_DELAY)
}

/// Runs two peers with delays beside one without, and asserts that all come to the same.
fn run_script(ticks: u64) {
    let mut peers = [Peer::new(0), Peer::new(1), Peer::new(0)];
    for tick in 0..ticks {
        for (peer, delay) in peers.iter_mut().zip([7, MAX_DELAY, 0]) {
            peer.advance(delay);
        }
        let Some(checked) = confirmed(&peers) else { continue };
        let [one, other, reference] = peers.each_ref().map(|peer| &peer.history[&checked].collisions);
        for state in [one, other] {
            let difference = state.first_difference(reference).map(|difference| difference.to_string());
            assert_eq!(difference, None, "tick {checked}");
            assert_eq!(state.checksum(), reference.checksum(), "tick {checked}");
        }
        if tick % 60 == 0 {
            println!("tick {checked:4}: {:016x} = {:016x}", one.checksum(), other.checksum());
        }
    }
    let last = confirmed(&peers).unwrap_or(0);
    let final_events =
        peers.each_ref().map(|peer| peer.presented.range(..(last, false, [0; 2])).collect::<Vec<_>>());
    assert_eq!(final_events[0], final_events[2], "the first peer presents what has happened");
    assert_eq!(final_events[1], final_events[2], "the second peer presents what has happened");
    assert_eq!(peers[2].rollbacks, 0);
    for (name, peer) in ["first", "second"].iter().zip(&peers) {
        println!("{name} peer: {} rollbacks, {} events retracted", peer.rollbacks, peer.retractions);
    }
    println!(
        "{} events, each presented once by both peers; {ticks} ticks, all equal.",
        final_events[2].len()
    );
}

#[derive(Resource)]
struct Session {
    peers: [Peer; 2],
    delay: u64,
    is_paused: bool,
}

/// A line of the stream: which peer, and the how manieth.
#[derive(Component)]
struct Line(usize, usize);

fn main() -> AppExit {
    let options = Options::parse();
    if !options.wants_window() {
        run_script(u64::from(options.frames));
        return AppExit::Success;
    }
    let mut app = stage::app("bevy_gjk: rollback", &options);
    app.insert_resource(stage::Ready(true)).insert_resource(Time::<Fixed>::from_hz(60.0));
    app.insert_resource(Session { peers: [Peer::new(0), Peer::new(1)], delay: 8, is_paused: false });
    app.add_systems(Startup, spawn)
        .add_systems(FixedUpdate, advance)
        .add_systems(Update, (press_keys, draw, tell));
    app.run()
}

fn spawn(mut commands: Commands) {
    commands.spawn(look::camera_2d());
    let legend = [(look::PLAYER, "players"), (look::TOUCHING, "touches"), (RETRACTED, "retracted")];
    let what =
        "Two peers predict each other's inputs, go back when they were wrong, and present each event once";
    spawn_label(&mut commands, what, "D: delay   Space: pause", &legend);
    for (peer, left) in [(0, 3.0), (1, 52.0)] {
        for line in 0..LINES {
            let top = Val::Px(440.0 + 22.0 * line as f32);
            let place =
                Node { position_type: PositionType::Absolute, left: Val::Percent(left), top, ..default() };
            commands.spawn((Line(peer, line), words("", 15.0, look::TEXT), place));
        }
    }
}

fn press_keys(keys: Res<ButtonInput<KeyCode>>, mut session: ResMut<Session>) {
    if keys.just_pressed(KeyCode::KeyD) {
        session.delay = (session.delay + 2) % (MAX_DELAY + 2);
    }
    session.is_paused ^= keys.just_pressed(KeyCode::Space);
}

fn advance(mut session: ResMut<Session>) {
    let Session { peers, delay, is_paused } = &mut *session;
    if !*is_paused {
        peers.iter_mut().for_each(|peer| peer.advance(*delay));
    }
}

fn draw(session: Res<Session>, mut gizmos: Gizmos) {
    for (peer, middle) in session.peers.iter().zip([Vec2::new(-310.0, 130.0), Vec2::new(310.0, 130.0)]) {
        gizmos.rect_2d(middle, 2.0 * (ROOM + RADIUS), look::WALL);
        let collisions = peer.world.resource::<Collisions>();
        for (index, (&body, [at, _])) in peer.bodies.iter().zip(&peer.game.0).enumerate() {
            let touches = collisions.entities_colliding_with(body).next().is_some();
            let color = if index < 2 { look::PLAYER } else { look::DIM };
            gizmos.circle_2d(middle + at, RADIUS, if touches { look::TOUCHING } else { color });
            gizmos.circle_2d(middle + at, 6.0, color);
        }
    }
}

fn tell(
    session: Res<Session>,
    mut lines: Query<(&Line, &mut Text, &mut TextColor), Without<Status>>,
    mut status: Query<&mut Text, With<Status>>,
) {
    for (line, mut text, mut color) in &mut lines {
        let Some(&(is_retracted, (tick, starts, [a, b]))) = session.peers[line.0].stream.get(line.1) else {
            continue;
        };
        let what = if starts { "touches" } else { "leaves" };
        text.0 = format!("tick {tick}: {a} {what} {b}{}", if is_retracted { ", retracted" } else { "" });
        color.0 = if is_retracted { RETRACTED } else { look::TEXT };
    }
    let Some(tick) = confirmed(&session.peers) else { return };
    let sums = session.peers.each_ref().map(|peer| peer.history[&tick].collisions.checksum());
    let is = if sums[0] == sums[1] { "=" } else { "differs from" };
    let [one, other] = session.peers.each_ref().map(|peer| peer.rollbacks);
    for mut text in &mut status {
        text.0 = format!(
            "delay {} ticks; {one} and {other} rollbacks; tick {tick}: {:016x} {is} {:016x}",
            session.delay, sums[0], sums[1]
        );
    }
}
