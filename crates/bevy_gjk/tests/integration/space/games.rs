//! Games in spaces of one app are to the bit what they are in apps of their own.

use crate::common::prelude::*;
use crate::state::game::{Game, Played};

/// The distance of the names of two games: the filter of a game knows names modulo 13.
const NAMES: u64 = 1_300_000;

fn games_in_spaces_are_those_in_apps_of_their_own<D: Spatial>() {
    let count = 4;
    let new = |index: u64| Game::<D>::with_names_from(index * NAMES, &mut Random(index + 70), true);
    let mut alone: Vec<_> = (0..count).map(|index| Played::new(new(index), [true, false], index)).collect();
    let mut games: Vec<_> = (0..count).map(new).collect();
    let mut together = Played::new(Game::union(&games), [true, false], 99);
    let mut compared = 0;
    for tick in 0..if D::Vector::DIMENSION == 2 { 120 } else { 80 } {
        games.iter_mut().zip(0..).for_each(|(game, index)| game.step(tick, index));
        together.game = Game::union(&games);
        let all = together.show(tick);
        let state = together.moment(tick).state;
        for (index, (alone, game)) in (0..).zip(alone.iter_mut().zip(&mut games)) {
            game.take_from(&together.game);
            let is_of_game = |line: &&String| {
                let name: u64 = line.split(' ').next().unwrap().parse().unwrap();
                name / NAMES == index
            };
            let lines: Vec<_> = all.iter().filter(is_of_game).collect();
            let expected = alone.tick(tick, index);
            assert_eq!(lines, expected.iter().collect::<Vec<_>>(), "tick {tick}, game {index}");
            compared += lines.len();
            // A state of all spaces holds that of each.
            let mut own = state.clone();
            own.retain(|entity| together.names[&entity] / NAMES == index);
            let expected = alone.moment(tick).state;
            let difference = own.first_difference(&expected).map(|it| it.to_string());
            assert_eq!(difference, None, "tick {tick}, game {index}");
            assert_eq!(own.checksum(), expected.checksum());
        }
    }
    assert!(compared > 5000, "{compared}");
}

in_both_dimensions!(games_in_spaces_are_those_in_apps_of_their_own);
