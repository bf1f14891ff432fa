//! Two peers that hear of each other's inputs too late: they predict, go back, and come to the same.

use bevy_gjk::dim2::prelude::*;

use crate::common::basics::*;

/// How long an input is on its way at most, in ticks.
const MAX_DELAY: u64 = 7;
const TICKS: u64 = 400;
/// How far bodies are from the origin at most.
const REACH: f32 = 6.0;

/// What a player wants in a tick: changed now and then.
fn input(player: usize, tick: u64) -> Vec2 {
    let mut random = Random(1 + player as u64 * 1000 + tick / 9);
    (0..4).for_each(|_| _ = random.next());
    Vec2::from_angle(random.range(0.0, 6.0)) * 0.35
}

/// The state of the game: the first two bodies are players.
#[derive(Clone)]
struct Game(Vec<[Vec2; 2]>);

impl Game {
    fn new() -> Self {
        let mut random = Random(77);
        let mut point = |reach: f32| point(&mut random, reach).truncate();
        Self((0..16).map(|_| [point(REACH), point(0.3)]).collect())
    }

    fn step(&mut self, inputs: [Vec2; 2]) {
        for ([_, velocity], input) in self.0.iter_mut().zip(inputs) {
            *velocity = input;
        }
        for [at, velocity] in &mut self.0 {
            *at += *velocity;
            for axis in 0..2 {
                if at[axis].abs() > REACH {
                    velocity[axis] = -at[axis].signum() * velocity[axis].abs();
                }
            }
        }
    }
}

/// An event as players see and hear it: its tick, whether a touch begins, and who.
type Seen = (u64, bool, [usize; 2]);

struct Peer {
    app: App,
    ids: Vec<Entity>,
    game: Game,
    /// The game and the state after each tick, and with which inputs it was run.
    history: Vec<(Game, CollisionState, [Vec2; 2])>,
    /// What is presented and has not been retracted.
    presented: BTreeSet<Seen>,
    retractions: usize,
}

impl Peer {
    /// Creates a peer. Each spawns the bodies in an order of its own.
    fn new(is_reversed: bool) -> Self {
        let mut app = app_with((CollisionPlugin::default(), CollisionLogPlugin::new(MAX_DELAY as usize + 2)));
        let game = Game::new();
        let mut ids = vec![Entity::PLACEHOLDER; game.0.len()];
        let mut order: Vec<_> = (0..ids.len()).collect();
        if is_reversed {
            order.reverse();
        }
        for index in order {
            let swept = (index % 5 == 0).then(SweptCollider::default);
            ids[index] = app.spawn((Collider::circle(0.8), CollisionOrder(index as u64)));
            swept.into_iter().for_each(|swept| app.insert(ids[index], swept));
        }
        Self { app, ids, game, history: Vec::new(), presented: BTreeSet::new(), retractions: 0 }
    }

    fn tick(&mut self, inputs: [Vec2; 2]) {
        let tick = self.history.len() as u64;
        self.game.step(inputs);
        for (&id, [at, _]) in self.ids.iter().zip(&self.game.0) {
            set(&mut self.app, id, at_point(at.extend(0.0)));
        }
        self.app.resource_mut::<CollisionLog>().begin_tick(tick);
        self.app.update();
        let name = |entity| self.ids.iter().position(|&id| id == entity).unwrap();
        let seen = |tick: u64, event: CollisionEvent| {
            let mut names = event.entities().map(name);
            names.sort_unstable();
            (tick, event.is_started(), names)
        };
        for CollisionRetracted { tick, event } in self.app.drain() {
            self.retractions += 1;
            assert!(self.presented.remove(&seen(tick, event)), "{event:?} was not presented");
        }
        for CollisionPresented { tick, event } in self.app.drain() {
            assert!(self.presented.insert(seen(tick, event)), "{event:?} is presented twice");
        }
        let state = self.app.save::<Dim2>();
        self.history.push((self.game.clone(), state, inputs));
    }

    /// Goes back, so that the next tick is this one.
    fn roll_back(&mut self, tick: u64) {
        self.history.truncate(tick as usize);
        let (game, state, _) = self.history.last().unwrap();
        self.game = game.clone();
        self.app.restore(state).unwrap();
    }
}

#[test]
fn peers_that_predict_present_each_event_once_and_come_to_the_same() {
    let mut reference = Peer::new(false);
    (0..TICKS).for_each(|tick| reference.tick([0, 1].map(|player| input(player, tick))));
    assert_eq!(reference.retractions, 0);
    for (own, is_reversed) in [(0, false), (1, true)] {
        let mut peer = Peer::new(is_reversed);
        let mut random = Random(own as u64 + 5);
        // The first tick of which the other's input has not arrived.
        let (mut missing, mut rollbacks) = (0, 0);
        while missing < TICKS {
            let now = peer.history.len() as u64;
            let arrived = now.saturating_sub(u64::from(random.below(MAX_DELAY as u32))).max(missing);
            let arrived = if now == TICKS { TICKS } else { arrived };
            let expected = |tick| {
                let known = if tick < arrived { tick } else { arrived.saturating_sub(1) };
                let mut inputs = [0, 1].map(|player| input(player, tick));
                inputs[1 - own] = input(1 - own, known);
                inputs
            };
            if let Some(wrong) = (missing.max(1)..arrived.min(now))
                .find(|&tick| peer.history[tick as usize].2 != expected(tick))
            {
                peer.roll_back(wrong);
                (wrong..now).for_each(|tick| peer.tick(expected(tick)));
                rollbacks += 1;
            }
            missing = arrived;
            if now < TICKS {
                peer.tick(expected(now));
            }
        }
        assert!(rollbacks > 20 && peer.retractions > 0, "{rollbacks} {}", peer.retractions);
        for (tick, (one, other)) in peer.history.iter().zip(&reference.history).enumerate() {
            let difference = one.1.first_difference(&other.1).map(|difference| difference.to_string());
            assert_eq!(difference, None, "tick {tick}");
            assert_eq!(one.1.checksum(), other.1.checksum());
        }
        assert_eq!(peer.presented, reference.presented);
    }
    assert!(reference.presented.len() > 200, "{}", reference.presented.len());
}
