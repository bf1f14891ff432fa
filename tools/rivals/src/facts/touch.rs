//! What counts as touching.

use bevy::prelude::*;

use super::lab::{at, ball, cuboid};
use super::{Bench, Fact};

pub const FACTS: &[Fact] = &[
    Fact {
        question: "balls at a distance of exactly both radii",
        right: "1",
        ask: |bench| gaps(bench, &[0.0]),
    },
    Fact {
        question: "balls 0.0001, 0.001, 0.004 apart",
        right: "0 0 0",
        ask: |bench| gaps(bench, &[1e-4, 1e-3, 4e-3]),
    },
    Fact { question: "a small ball deep inside a box", right: "1", ask: inside },
    Fact { question: "two balls at the same place", right: "1", ask: |bench| gaps(bench, &[-1.0]) },
    Fact { question: "a NaN in a place", right: "0", ask: |bench| gaps(bench, &[f32::NAN]) },
    Fact { question: "balls 0.002 apart, 5000 from the origin", right: "0", ask: far },
];

/// Whether balls of radius 0.5 touch that are so far apart.
fn gaps(bench: &Bench, gaps: &[f32]) -> String {
    let hits = gaps.iter().map(|gap| hit(bench, [at(0.0, 0.0), at(1.0 + gap, 0.0)]));
    hits.collect::<Vec<_>>().join(" ")
}

fn hit(bench: &Bench, places: [Transform; 2]) -> &'static str {
    let mut lab = bench.lab();
    let [one, other] = places.map(|place| lab.spawn(ball(0.5), place));
    if lab.started(one, other) == "never" { "0" } else { "1" }
}

fn far(bench: &Bench) -> String {
    // Both are numbers of `f32`, and so is their difference.
    hit(bench, [at(5000.0, 0.0), at(5001.002, 0.0)]).into()
}

fn inside(bench: &Bench) -> String {
    let mut lab = bench.lab();
    let room = lab.spawn(cuboid(5.0, 5.0, 5.0), Transform::IDENTITY);
    let small = lab.spawn(ball(0.1), at(0.3, 0.2));
    if lab.started(room, small) == "never" { "0".into() } else { "1".into() }
}
