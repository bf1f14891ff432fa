//! A game that is rolled back all the time is to the bit one that never is, in the same order, and its past answers as
//! it did.

use std::collections::VecDeque;

use bevy_gjk::state::{CollisionPast, CollisionState};

use crate::common::prelude::*;
use crate::state::game::{Comeback, Game, Played};
use crate::state::past::answers;

/// How far back a rollback goes at most, in ticks.
const WINDOW: usize = 12;

/// What of the game varies between the tests.
#[derive(Clone, Copy, Debug)]
struct Settings {
    seed: u64,
    ticks: u64,
    /// Entities have keys, and come back under other ids and in other apps.
    is_keyed: bool,
    /// Collisions are detected in `FixedPostUpdate`.
    is_fixed: bool,
}

/// A tick of the game that is never rolled back.
struct TickOfReference<D: Dimension> {
    lines: Vec<String>,
    state: CollisionState<D>,
    answers: Vec<String>,
}

fn reference<D: Spatial>(settings: Settings) -> Vec<TickOfReference<D>> {
    let Settings { seed, ticks, is_keyed, is_fixed } = settings;
    let game = Game::new(&mut Random(seed), is_keyed);
    let mut played = Played::<D>::new(game, [is_keyed, is_fixed], 1);
    let tick = |tick| {
        let lines = played.tick(tick, seed);
        let state = played.moment(tick).state;
        let query = played.app.query::<D>();
        TickOfReference { lines, state, answers: answers(&query, &played.names, tick) }
    };
    (0..ticks).map(tick).collect()
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

fn rolled_back<D: Spatial>(settings: Settings) {
    let Settings { seed, ticks, is_keyed, is_fixed } = settings;
    let reference = reference::<D>(settings);
    let events: usize = reference.iter().map(|tick| tick.lines.len()).sum();
    assert!(events as u64 > 20 * ticks, "too little happens: {events}");
    let mut random = Random(seed ^ 0x9e37);
    let game = Game::new(&mut Random(seed), is_keyed);
    let mut played = Played::<D>::new(game, [is_keyed, is_fixed], 2);
    for _ in 0..if is_keyed { 20 } else { 0 } {
        played.app.spawn(());
    }
    let mut history = VecDeque::new();
    let (mut rollbacks, mut asked, mut tick) = (0, 0, 0);
    while tick < ticks {
        let expected = &reference[tick as usize];
        assert_same(tick, &played.tick(tick, seed), &expected.lines);
        let moment = played.moment(tick);
        if is_keyed {
            let difference = moment.state.first_difference(&expected.state);
            assert_eq!(difference.map(|it| it.to_string()), None, "{settings:?}, tick {tick}");
            assert_eq!(moment.state.checksum(), expected.state.checksum());
        }
        // Asked at random, so that the past has to go to and fro.
        let past = tick - tick.min(random.below(WINDOW as u32).into());
        asked += usize::from(assert_past(&mut played, past, &reference[past as usize].answers));
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
        let comeback = match random.below(8) {
            _ if !is_keyed => Comeback::None,
            0 => Comeback::InNewApp,
            _ => Comeback::Some,
        };
        played.restore(&moment, comeback);
        if !is_keyed {
            assert_eq!(played.moment(0).state, moment.state, "what was restored is saved again");
        }
        tick = moment.tick + 1;
        rollbacks += 1;
        assert!(rollbacks < 20 * ticks, "it gets ahead");
    }
    assert!(rollbacks > ticks / 4, "{rollbacks}");
    assert!(asked as u64 > ticks / 2, "{asked}");
}

/// Asserts that the past gives the answers that were given in a tick, and returns whether that is kept.
#[track_caller]
fn assert_past<D: Spatial>(played: &mut Played<D>, tick: u64, expected: &[String]) -> bool {
    let Played { app, names, .. } = played;
    let mut past = app.resource_mut::<CollisionPast<D>>();
    let kept = past.kept().unwrap();
    if !kept.contains(&tick) {
        assert!(past.at(tick).is_err_and(|error| (error.tick, error.kept) == (tick, Some(kept))));
        return false;
    }
    // What is shown between two ticks leaves no trace.
    let _ = past.between(tick.saturating_sub(1), 0.3);
    let query = past.at(tick).unwrap();
    assert_same(tick, &answers(&query, names, tick), expected);
    true
}

#[test]
fn a_game_that_is_rolled_back_is_one_that_is_not() {
    let settings = |seed, ticks, is_keyed, is_fixed| Settings { seed, ticks, is_keyed, is_fixed };
    for seed in 0..4 {
        rolled_back::<Dim2>(settings(seed, 60, true, seed % 2 == 1));
        rolled_back::<Dim3>(settings(10 + seed, 50, true, seed % 2 == 1));
    }
    // Without keys, entities that stay suffice.
    rolled_back::<Dim2>(settings(20, 60, false, false));
    rolled_back::<Dim3>(settings(21, 50, false, true));
}

/// Runs each tick of a game in another world, too, in which what was before it is restored, with other entities in
/// other trees: faster than long rollbacks, and told by the first tick that differs.
fn forked<D: Spatial>(settings: Settings, forks: u32) {
    let Settings { seed, ticks, is_keyed, is_fixed } = settings;
    let [mut played, mut other] = [1, 2].map(|random| {
        Played::<D>::new(Game::new(&mut Random(seed), is_keyed), [is_keyed, is_fixed], seed + random)
    });
    for tick in 0..ticks {
        let before = played.moment(tick);
        let lines = played.tick(tick, seed);
        for fork in 0..forks {
            let comeback =
                if (tick + u64::from(fork)) % 2 == 0 { Comeback::InNewApp } else { Comeback::Some };
            other.restore(&before, comeback);
            assert_same(tick, &other.tick(tick, seed), &lines);
            let [one, two] = [&other, &played].map(|game| game.moment(tick).state);
            let difference = one.first_difference(&two).map(|it| it.to_string());
            assert_eq!(difference, None, "{settings:?}, tick {tick}");
            assert_eq!(one.checksum(), two.checksum());
        }
    }
}

#[test]
fn each_tick_is_the_same_in_another_world_that_was_restored() {
    let settings = |seed, is_fixed| Settings { seed, ticks: 80, is_keyed: true, is_fixed };
    for seed in 0..4 {
        forked::<Dim2>(settings(30 + seed, seed % 2 == 0), 2);
        forked::<Dim3>(settings(40 + seed, seed % 2 == 1), 2);
    }
}

/// Runs games of more ticks, from other seeds: `STATE_TICKS=10000 STATE_SEED=7 cargo test --test integration state::`.
#[test]
fn a_long_game_that_is_rolled_back_is_one_that_is_not() {
    let read = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let Some(ticks) = read("STATE_TICKS") else { return };
    let seed = read("STATE_SEED").unwrap_or(1);
    let settings = |is_fixed| Settings { seed, ticks, is_keyed: true, is_fixed };
    forked::<Dim2>(settings(false), 4);
    forked::<Dim3>(settings(true), 8);
    rolled_back::<Dim2>(settings(false));
    rolled_back::<Dim3>(settings(true));
}
