//! A game that is rolled back all the time gives the events of one that never is: to the bit, and in the same order.

use std::collections::VecDeque;

use bevy_gjk::state::CollisionState;

use crate::common::prelude::*;
use crate::state::game::{Game, Played};

/// How far back a rollback goes at most, in ticks.
const WINDOW: usize = 12;

/// What of the game varies between the tests.
#[derive(Clone, Copy, Debug)]
struct Settings {
    seed: u64,
    ticks: u64,
    /// Entities have keys, and come back under other ids.
    is_keyed: bool,
    /// The numbers of contacts are compared as well.
    is_exact: bool,
}

fn reference<D: Spatial>(
    plugin: CollisionPlugin<D>,
    settings: Settings,
) -> Vec<(Vec<String>, CollisionState<D>)> {
    let Settings { seed, ticks, is_keyed, is_exact } = settings;
    let game = Game::new(&mut Random(seed), is_keyed);
    let mut played = Played::new(plugin, game, is_keyed, 1);
    let mut tick = |tick| (compared(played.tick(tick, seed), is_exact), played.moment(tick).state);
    (0..ticks).map(|number| tick(number)).collect()
}

/// Returns what is compared of the lines of a tick: all, or without contacts and closest points.
fn compared(lines: Vec<String>, is_exact: bool) -> Vec<String> {
    let without = |line: String| line.split(": C").next().unwrap_or_default().to_string();
    lines.into_iter().map(|line| if is_exact { line } else { without(line) }).collect()
}

#[track_caller]
fn assert_same(tick: u64, lines: &[String], reference: &[String]) {
    if let Some((one, other)) = lines.iter().zip(reference).find(|(one, other)| one != other) {
        let missing: Vec<_> = reference.iter().filter(|line| !lines.contains(line)).collect();
        let added: Vec<_> = lines.iter().filter(|line| !reference.contains(line)).collect();
        panic!("tick {tick}:\n  {one}\ninstead of\n  {other}\nmissing {missing:#?}\nadded {added:#?}");
    }
    assert_eq!(lines.len(), reference.len(), "tick {tick}: {lines:#?}\ninstead of\n{reference:#?}");
}

fn rolled_back<D: Spatial>(plugin: impl Fn() -> CollisionPlugin<D>, settings: Settings) {
    let Settings { seed, ticks, is_keyed, is_exact } = settings;
    let reference = reference(plugin(), settings);
    let events: usize = reference.iter().map(|(lines, _)| lines.len()).sum();
    assert!(events as u64 > 20 * ticks, "too little happens: {events}");
    let mut random = Random(seed ^ 0x9e37);
    let game = Game::new(&mut Random(seed), is_keyed);
    let mut played = Played::new(plugin(), game, is_keyed, 2);
    for _ in 0..if is_keyed { 20 } else { 0 } {
        played.app.spawn(());
    }
    let mut history = VecDeque::new();
    let (mut rollbacks, mut tick) = (0, 0);
    while tick < ticks {
        let (lines, state) = &reference[tick as usize];
        assert_same(tick, &compared(played.tick(tick, seed), is_exact), lines);
        let moment = played.moment(tick);
        if is_keyed && is_exact {
            let difference = moment.state.first_difference(state);
            assert_eq!(difference.map(|it| it.to_string()), None, "{settings:?}, tick {tick}");
            assert_eq!(moment.state.checksum(), state.checksum());
        }
        history.push_back(moment);
        if history.len() > WINDOW {
            history.pop_front();
        }
        tick += 1;
        if random.below(3) > 0 {
            continue;
        }
        // Predicted by wrong inputs.
        for wrong in 0..random.below(WINDOW as u32) {
            played.tick(tick + u64::from(wrong), seed + 1 + u64::from(random.below(1000)));
        }
        let kept = 1 + random.below(history.len() as u32) as usize;
        history.truncate(kept);
        let moment = history.back().unwrap().clone();
        played.restore(&moment, is_keyed);
        if !is_keyed && is_exact {
            assert_eq!(played.moment(0).state, moment.state, "what was restored is saved again");
        }
        tick = moment.tick + 1;
        rollbacks += 1;
        assert!(rollbacks < 20 * ticks, "it gets ahead");
    }
    assert!(rollbacks > ticks / 4, "{rollbacks}");
}

fn games(is_exact: bool) {
    let settings = |seed, ticks, is_keyed| Settings { seed, ticks, is_keyed, is_exact };
    for seed in 0..4 {
        rolled_back(CollisionPlugin::<Dim2>::default, settings(seed, 120, true));
        rolled_back(CollisionPlugin::<Dim3>::default, settings(10 + seed, 100, true));
    }
    // Without keys, entities that stay suffice.
    rolled_back(CollisionPlugin::<Dim2>::default, settings(20, 120, false));
    rolled_back(CollisionPlugin::<Dim3>::default, settings(21, 100, false));
}

#[test]
fn a_game_that_is_rolled_back_has_the_events_and_moves_of_one_that_is_not() {
    games(false);
}

#[test]

fn a_game_that_is_rolled_back_has_the_contacts_of_one_that_is_not() {
    games(true);
}
