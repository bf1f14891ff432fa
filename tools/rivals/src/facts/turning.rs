//! Whether slow turns arrive.

use bevy::prelude::*;

use super::lab::{at, ball, cuboid, has};
use super::{Bench, Fact};

const TURNS: u16 = 600;
/// In degrees.
const EACH: f32 = 0.05;

pub const FACTS: &[Fact] = &[
    Fact {
        question: "bar turned by 0.05° in each of 600 frames: hits, angle",
        right: "1, 30.0°",
        ask: |bench| turn(bench, false),
    },
    Fact { question: "the same while it moves a little", right: "1, 30.0°", ask: |bench| turn(bench, true) },
];

/// The end of the bar comes to a ball that waits there.
fn turn(bench: &Bench, moves: bool) -> String {
    let mut lab = bench.lab();
    let bar = lab.spawn(cuboid(2.0, 0.05, 0.5), Transform::IDENTITY);
    let end = Vec2::from_angle((f32::from(TURNS) * EACH).to_radians()) * 1.8;
    let target = lab.spawn(ball(0.05), at(end.x, end.y));
    let mut hits = false;
    for frame in 0..TURNS + 2 {
        lab.edit(bar, |place| {
            if frame < TURNS {
                place.rotate_z(EACH.to_radians());
            }
            if moves {
                place.translation.y = f32::from(frame % 2) * 0.001;
            }
        });
        hits |= has(&lab.step().started, bar, target);
    }
    let angle = lab.place(bar).rotation.to_euler(EulerRot::ZYX).0.to_degrees();
    format!("{}, {angle:.1}°", u8::from(hits))
}
