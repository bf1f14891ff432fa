//! What is spawned again when a tick is run again is presented once, if it has the same key.

use bevy_gjk::dim2::prelude::*;

use crate::common::basics::*;

/// An event, its tick, whether it is a start, and the keys of both.
type Heard = (u64, bool, [u64; 2]);

/// A game of targets that stand still and bullets that come and go: where each is follows from the tick.
struct Shooting {
    app: App,
    /// The entities by their keys.
    bodies: BTreeMap<u64, Entity>,
    /// The keys of all entities that there ever were.
    keys: BTreeMap<Entity, u64>,
    /// Whether all bodies have keys, or targets have none.
    targets_have_keys: bool,
    states: Vec<CollisionState>,
    presented: Vec<Heard>,
    retracted: Vec<Heard>,
    /// The events that were presented and have not been retracted.
    standing: Vec<CollisionEvent>,
}

const TARGETS: u64 = 10;

impl Shooting {
    fn new(kept: usize, targets_have_keys: bool) -> Self {
        let app = app_with((CollisionPlugin::default(), CollisionLogPlugin::new(kept)));
        let mut game = Self {
            app,
            bodies: BTreeMap::new(),
            keys: BTreeMap::new(),
            targets_have_keys,
            states: Vec::new(),
            presented: Vec::new(),
            retracted: Vec::new(),
            standing: Vec::new(),
        };
        for target in 0..TARGETS {
            game.spawn(target, 1.0);
            set(&mut game.app, game.bodies[&target], at_x(3.0 * target as f32));
        }
        game
    }

    fn spawn(&mut self, key: u64, radius: f32) {
        let entity = self.app.spawn((Collider::circle(radius), Transform::default()));
        if key >= TARGETS || self.targets_have_keys {
            self.app.insert(entity, CollisionOrder(key));
        }
        self.bodies.insert(key, entity);
        self.keys.insert(entity, key);
    }

    /// Returns where a bullet is in a tick, from the input of the player in the tick in which it was shot.
    fn bullet(key: u64, tick: u64, guess: u64) -> Option<Vec2> {
        let shot = key - TARGETS;
        let mut random = Random(shot * 77 + guess);
        (0..6).for_each(|_| _ = random.next());
        let (start, velocity) = (random.range(-2.0, 30.0), random.range(-1.5, 1.5));
        let life = 4 + u64::from(random.below(6));
        let age = tick.checked_sub(shot).filter(|&age| age < life)? as f32;
        Some(Vec2::new(start + velocity * age, 4.0 - 1.2 * age))
    }

    /// Runs a tick. Bullets that were shot up to `known` fly as they were shot, later ones as `guess` predicts.
    fn tick(&mut self, tick: u64, known: u64, guess: u64) {
        for key in TARGETS + tick.saturating_sub(12)..=TARGETS + tick {
            let guess = if key - TARGETS <= known { 0 } else { guess };
            match (Self::bullet(key, tick, guess), self.bodies.get(&key)) {
                (None, None) => {}
                (None, Some(&entity)) => {
                    self.app.despawn(entity);
                    self.bodies.remove(&key);
                }
                (Some(at), body) => {
                    if body.is_none() {
                        self.spawn(key, 0.4);
                    }
                    set(&mut self.app, self.bodies[&key], at_xy(at.x, at.y));
                }
            }
        }
        self.app.resource_mut::<CollisionLog>().begin_tick(tick);
        self.app.update();
        self.hear();
        self.states.truncate(tick as usize);
        self.states.push(self.app.save::<Dim2>());
    }

    /// Reads what is presented and retracted.
    fn hear(&mut self) {
        let heard = |keys: &BTreeMap<Entity, u64>, tick: u64, event: &CollisionEvent| {
            let mut keys = event.entities().map(|entity| keys[&entity]);
            keys.sort_unstable();
            (tick, event.is_started(), keys)
        };
        for CollisionRetracted { tick, event } in self.app.drain() {
            self.retracted.push(heard(&self.keys, tick, &event));
            let presented = self.standing.iter().position(|other| *other == event);
            self.standing.remove(presented.expect("what is retracted was presented, to the bit"));
        }
        for CollisionPresented { tick, event } in self.app.drain() {
            self.presented.push(heard(&self.keys, tick, &event));
            self.standing.push(event);
        }
    }

    /// Goes back to the end of a tick: despawns what was not there, and spawns what was.
    fn restore(&mut self, tick: u64) {
        use bevy_ecs::entity::{EntityHashMap, MapEntities};
        let mut map = EntityHashMap::<Entity>::default();
        for (key, entity) in core::mem::take(&mut self.bodies) {
            if key < TARGETS {
                self.bodies.insert(key, entity);
            } else {
                self.app.despawn(entity);
            }
        }
        for key in TARGETS..=TARGETS + tick {
            if let Some(at) = Self::bullet(key, tick, 0) {
                let before: Vec<_> = self.keys.iter().filter(|it| *it.1 == key).map(|it| *it.0).collect();
                self.spawn(key, 0.4);
                let back = self.bodies[&key];
                set(&mut self.app, back, at_xy(at.x, at.y));
                map.extend(before.into_iter().map(|entity| (entity, back)));
            }
        }
        let mut state = self.states[tick as usize].clone();
        state.map_entities(&mut map);
        self.app.restore(&state).unwrap();
    }
}

#[test]
fn a_bullet_that_is_spawned_again_is_presented_once() {
    let mut app = app_with((CollisionPlugin::default(), CollisionLogPlugin::new(4)));
    app.spawn((Collider::circle(1.0), CollisionOrder(1), at_x(0.0)));
    let tick = |app: &mut App, tick| {
        app.resource_mut::<CollisionLog>().begin_tick(tick);
        app.update();
        (app.drain::<CollisionPresented>(), app.drain::<CollisionRetracted>())
    };
    tick(&mut app, 0);
    let state = app.save::<Dim2>();
    let bullet = (Collider::circle(1.0), CollisionOrder(2), at_x(1.0));
    let first = app.spawn(bullet.clone());
    let (presented, retracted) = tick(&mut app, 1);
    assert_eq!((presented.len(), retracted.len()), (1, 0));
    app.despawn(first);
    app.restore(&state).unwrap();
    let second = app.spawn(bullet);
    assert_ne!(first, second);
    assert_eq!(tick(&mut app, 1), (vec![], vec![]));
    assert!(app.resource::<CollisionLog>().events(1).unwrap()[0].entities().contains(&second));
    // Its end is the same event, too, although its entity is gone.
    app.despawn(second);
    assert_eq!(tick(&mut app, 2).0.len(), 1);
    app.restore(&state).unwrap();
    let other_key = app.spawn((Collider::circle(1.0), CollisionOrder(3), at_x(1.0)));
    let (again, retracted) = tick(&mut app, 1);
    assert_eq!(retracted[0].event, presented[0].event, "under the names under which it was presented");
    assert!(retracted.len() == 1 && again.len() == 1 && again[0].event.entities().contains(&other_key));
}

#[test]
fn a_game_that_goes_back_each_frame_presents_each_event_once() {
    for targets_have_keys in [true, false] {
        let mut reference = Shooting::new(1, targets_have_keys);
        (0..120).for_each(|tick| reference.tick(tick, tick, 0));
        assert!(reference.presented.len() > 100, "{}", reference.presented.len());
        let mut game = Shooting::new(12, targets_have_keys);
        for tick in 0..120_u64 {
            if let Some(back) = tick.checked_sub(9) {
                game.restore(back);
                (back + 1..tick).for_each(|again| game.tick(again, tick, 0));
            }
            game.tick(tick, tick, 0);
        }
        assert_eq!(game.retracted, []);
        assert_eq!(game.presented, reference.presented);
    }
}

#[test]
fn wrong_guesses_are_retracted_as_they_were_presented_and_what_is_left_is_right() {
    let mut reference = Shooting::new(1, true);
    (0..120).for_each(|tick| reference.tick(tick, tick, 0));
    let mut game = Shooting::new(12, true);
    for tick in 0..120_u64 {
        // What is shot in the last 4 ticks is a guess, which is another one in each frame.
        if let Some(back) = tick.checked_sub(9) {
            game.restore(back);
            (back + 1..tick).for_each(|again| game.tick(again, tick - 4, 1 + tick));
        }
        game.tick(tick, if tick == 119 { tick } else { tick.saturating_sub(4) }, 1 + tick);
    }
    game.restore(110);
    (111..120).for_each(|tick| game.tick(tick, tick, 0));
    assert!(game.retracted.len() > 20, "{}", game.retracted.len());
    let mut left = game.presented.clone();
    for heard in &game.retracted {
        left.remove(left.iter().position(|other| other == heard).unwrap());
    }
    left.sort_unstable();
    reference.presented.sort_unstable();
    assert_eq!(left, reference.presented);
}
