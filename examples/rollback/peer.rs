//! A peer: a game that predicts the other's inputs, and goes back when it was wrong.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use bevy::app::Main;
use bevy::ecs::schedule::{Schedules, SingleThreadedExecutor};
use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;

/// The longest delay of an input, in ticks.
pub const MAX_DELAY: u64 = 12;
const BODIES: usize = 9;
pub const RADIUS: f32 = 26.0;
/// Half the size of the room.
pub const ROOM: Vec2 = Vec2::new(280.0, 130.0);
/// How many of the last events are on screen.
pub const LINES: usize = 11;

/// Where the bodies are, and their velocities per tick. The first two are the players.
#[derive(Clone, Copy)]
pub struct Game(pub [[Vec2; 2]; BODIES]);

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
    Vec2::from_angle(((tick / 11) * 5 + 3 * player as u64) as f32 * 1.3) * 5.0
}

/// How late the input of a tick is that has arrived: it varies.
fn lateness(tick: u64, delay: u64) -> u64 {
    if delay == 0 { 0 } else { delay - (tick * 7919 / 3) % delay.min(4) }
}

/// The game and the collisions after a tick, and the inputs with which it was run.
pub struct Past {
    game: Game,
    pub collisions: CollisionState,
    inputs: [Vec2; 2],
}

/// An event without entities, which are others in another world: its tick, whether a touch begins, and who.
pub type Seen = (u64, bool, [usize; 2]);

pub struct Peer {
    pub world: World,
    pub bodies: Vec<Entity>,
    own: usize,
    pub game: Game,
    /// The last ticks.
    pub history: BTreeMap<u64, Past>,
    /// The next tick, and the first one of which the other's input has not arrived.
    pub next: u64,
    pub missing: u64,
    /// What has been presented of the last ticks and was not retracted.
    presented: BTreeSet<Seen>,
    /// What was presented and retracted last; true is retracted.
    pub stream: VecDeque<(bool, Seen)>,
    pub rollbacks: usize,
    pub retractions: usize,
}

impl Peer {
    /// Creates a peer. The second one spawns its bodies in another order.
    pub fn new(own: usize) -> Self {
        let mut app = App::new();
        app.add_plugins((TaskPoolPlugin::default(), TransformPlugin, CollisionPlugin::default()));
        app.add_plugins(CollisionLogPlugin::new(MAX_DELAY as usize + 2));
        app.finish();
        app.cleanup();
        let mut world = std::mem::take(app.world_mut());
        // Inside of a system, a schedule on several threads could wait for the thread of that system.
        for (_, schedule) in world.resource_mut::<Schedules>().iter_mut() {
            schedule.set_executor(SingleThreadedExecutor::new());
        }
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
    pub fn advance(&mut self, delay: u64) {
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
        self.presented.retain(|&(kept, ..)| kept + 3 * MAX_DELAY > tick);
        self.next = tick + 1;
    }

    /// Returns what has been presented of one of the last ticks and was not retracted.
    pub fn presented_in(&self, tick: u64) -> Vec<Seen> {
        self.presented.range((tick, false, [0; 2])..(tick + 1, false, [0; 2])).copied().collect()
    }

    fn seen(&self, tick: u64, event: CollisionEvent) -> Seen {
        let name = |entity| self.bodies.iter().position(|&body| body == entity).unwrap_or(BODIES);
        (tick, event.is_started(), event.entities().map(name))
    }
}
