//! What was recorded is played again to the bit, and a change of the code is found at its first run.

use bevy_gjk::recording::{
    CollisionRecorder, CollisionRecorderPlugin, CollisionReplay, PlayedRun, Recordable, Recording,
};

use crate::common::prelude::*;
use crate::state::game::{Comeback, Game, Played};

/// What of the game varies between the tests.
#[derive(Clone, Copy, Debug)]
struct Settings {
    seed: u64,
    ticks: u64,
    is_keyed: bool,
    is_fixed: bool,
    /// Whether it is rolled back all the time.
    goes_back: bool,
    /// The bytes of the ring.
    budget: usize,
}

/// Plays a game and returns its recording.
fn record<D: Spatial + Recordable>(settings: Settings) -> Vec<u8> {
    let Settings { seed, ticks, is_keyed, is_fixed, goes_back, budget } = settings;
    let mut random = Random(seed ^ 0x51ed);
    let mut played = Played::<D>::new(Game::new(&mut Random(seed), true), [is_keyed, is_fixed], 1);
    played.app.add_plugins(CollisionRecorderPlugin::<D>::ring(budget));
    played.app.finish();
    let mut history = Vec::new();
    let mut tick = 0;
    for _ in 0..ticks {
        played.app.resource_mut::<CollisionRecorder<D>>().begin_tick(tick);
        played.tick(tick, seed);
        history.push(played.moment(tick));
        tick += 1;
        if goes_back && random.below(3) == 0 {
            let kept = history.len() - (random.below(8) as usize).min(history.len() - 1);
            history.truncate(kept);
            let moment = history.last().unwrap().clone();
            let comeback = if is_keyed && random.below(2) == 0 { Comeback::Some } else { Comeback::None };
            played.restore(&moment, comeback);
            tick = moment.tick + 1;
        }
    }
    CollisionRecorder::<D>::file(played.app.world_mut())
}

/// Plays a recording to its end or to the first difference.
fn play<D: Recordable>(app: &mut App) -> Vec<PlayedRun> {
    let mut runs = Vec::new();
    while let Some(run) = CollisionReplay::<D>::step(app.world_mut()).unwrap() {
        let is_other = run.difference.is_some();
        runs.push(run);
        if is_other {
            break;
        }
    }
    runs
}

#[track_caller]
fn assert_same(runs: &[PlayedRun], settings: Settings) {
    if let Some(PlayedRun { run, tick, difference: Some(difference) }) = runs.last() {
        panic!("{settings:?}: run {run}, tick {tick}: {difference}\n{difference:#?}");
    }
}

fn played_to_the_bit<D: Spatial + Recordable>(settings: Settings) {
    let file = record::<D>(settings);
    let recording = Recording::<D>::read(file).unwrap();
    assert_eq!(recording.damage(), None);
    assert_eq!(recording.runs().end, settings.ticks);
    let (mut events, mut first) = (0, None);
    recording
        .each_run(|run| {
            events += run.events.len();
            first.get_or_insert(run.run);
            true
        })
        .unwrap();
    assert!(events > settings.ticks as usize, "too little happens: {events}");
    assert_eq!(first, Some(recording.runs().start));
    let count = recording.runs().count();
    let mut app = CollisionReplay::app(recording);
    let runs = play::<D>(&mut app);
    assert_same(&runs, settings);
    assert_eq!(runs.len(), count);
}

const SETTINGS: Settings =
    Settings { seed: 1, ticks: 1500, is_keyed: false, is_fixed: false, goes_back: false, budget: 64 << 20 };

/// Returns the settings of three games; `RECORDING_TICKS` is how long they last, `RECORDING_SEED` a seed.
fn three_games() -> impl Iterator<Item = Settings> {
    let number = |name| std::env::var(name).ok().and_then(|number| number.parse::<u64>().ok());
    let first = number("RECORDING_SEED").unwrap_or(1);
    let ticks = number("RECORDING_TICKS").unwrap_or(SETTINGS.ticks);
    (0..3).map(move |index| Settings {
        seed: first + index,
        ticks,
        is_keyed: index == 1,
        is_fixed: index == 2,
        ..SETTINGS
    })
}

fn a_game_is_played_to_the_bit<D: Spatial + Recordable>() {
    three_games().for_each(played_to_the_bit::<D>);
}

fn a_game_that_is_rolled_back_is_played_to_the_bit<D: Spatial + Recordable>() {
    for settings in three_games() {
        let (seed, is_keyed) = (settings.seed + 3, settings.is_keyed || settings.is_fixed);
        played_to_the_bit::<D>(Settings { seed, is_keyed, goes_back: true, ..settings });
    }
}

in_both_dimensions!(a_game_is_played_to_the_bit, a_game_that_is_rolled_back_is_played_to_the_bit);
