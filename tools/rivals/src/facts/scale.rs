//! Whether shapes are what their scale makes of them.

use bevy::prelude::*;

use super::lab::{Lab, at, ball, cuboid};
use super::{Bench, Fact};

pub const FACTS: &[Fact] = &[
    Fact {
        question: "ball, scale (2,1,1), on its long axis: 1.8, 1.95 in, 2.05 out",
        right: "1 1 0",
        ask: |bench| probe(bench, ellipse, &[(1.8, 0.0), (1.95, 0.0), (2.05, 0.0)]),
    },
    Fact {
        question: "the same, on its short axis: 0.95 in, 1.2, 1.8 out",
        right: "1 0 0",
        ask: |bench| probe(bench, ellipse, &[(0.0, 0.95), (0.0, 1.2), (0.0, 1.8)]),
    },
    Fact {
        question: "the same, aslant: two points in, one out",
        right: "1 1 0",
        ask: |bench| probe(bench, ellipse, &[(1.34, 0.72), (1.414, 0.667), (1.45, 0.75)]),
    },
    Fact {
        question: "box, scale (-2,1,1): 1.8, -1.8 in, 2.1 out",
        right: "1 1 0",
        ask: |bench| probe(bench, mirrored, &[(1.8, 0.0), (-1.8, 0.0), (2.1, 0.0)]),
    },
    Fact {
        question: "ball scaled to 2 at run time: 1.8 in, 2.1 out",
        right: "1 0",
        ask: |bench| probe(bench, rescaled, &[(1.8, 0.0), (2.1, 0.0)]),
    },
    Fact {
        question: "box, scale y = 0: on it, beside it",
        right: "1 0",
        ask: |bench| probe(bench, flattened, &[(0.5, 0.0), (0.5, 0.1)]),
    },
];

/// Which tiny balls touch what is built.
pub fn probe(bench: &Bench, build: fn(&mut Lab) -> Entity, places: &[(f32, f32)]) -> String {
    let hit = |&(x, y): &(f32, f32)| {
        let mut lab = bench.lab();
        let target = build(&mut lab);
        let tiny = lab.spawn(ball(0.01), at(x, y));
        if lab.started(target, tiny) == "never" { "0" } else { "1" }
    };
    places.iter().map(hit).collect::<Vec<_>>().join(" ")
}

fn ellipse(lab: &mut Lab) -> Entity {
    lab.spawn(ball(1.0), Transform::from_scale(Vec3::new(2.0, 1.0, 1.0)))
}

fn mirrored(lab: &mut Lab) -> Entity {
    lab.spawn(cuboid(1.0, 0.5, 0.5), Transform::from_scale(Vec3::new(-2.0, 1.0, 1.0)))
}

fn rescaled(lab: &mut Lab) -> Entity {
    let ball = lab.spawn(ball(1.0), Transform::IDENTITY);
    lab.pass(3);
    lab.edit(ball, |place| place.scale = Vec3::splat(2.0));
    ball
}

fn flattened(lab: &mut Lab) -> Entity {
    lab.spawn(cuboid(1.0, 1.0, 1.0), Transform::from_scale(Vec3::new(1.0, 0.0, 1.0)))
}
