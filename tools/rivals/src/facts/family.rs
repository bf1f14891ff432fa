//! Colliders under parents.

use std::f32::consts::FRAC_PI_4;

use bevy::prelude::*;

use super::lab::{Lab, at, ball, cuboid};
use super::scale::probe;
use super::{Bench, Fact};
use crate::scene::Role;

/// From before the shape to behind it.
const ACROSS: &[(f32, f32)] = &[(1.4, 0.0), (1.6, 0.0), (4.4, 0.0), (4.6, 0.0)];

pub const FACTS: &[Fact] = &[
    Fact {
        question: "ball under a plain parent, scale 3: 1.5 to 4.5 is in",
        right: "0 1 1 0",
        ask: |bench| probe(bench, under_plain, ACROSS),
    },
    Fact {
        question: "ball as a part of its parent's body, scale 3",
        right: "0 1 1 0",
        ask: |bench| probe(bench, under_body, ACROSS),
    },
    Fact {
        question: "bar turned 45° under scale (3,1,1): two in the sheared bar, three only in a turned one",
        right: "1 1 0 0 0",
        ask: |bench| probe(bench, sheared, &[(1.0, 0.333), (2.0, 0.667), (0.6, 0.6), (1.2, 1.2), (2.0, 2.0)]),
    },
    Fact {
        question: "plain parent moved until its child touches: starts",
        right: "at once",
        ask: plain_moved,
    },
    Fact {
        question: "body moved from 50 until its part touches: starts, where the part is",
        right: "at once, 0.20",
        ask: |bench| body_moved(bench, 50.0),
    },
    Fact {
        question: "body moved from 3 until its part touches: starts, where the part is",
        right: "at once, 0.20",
        ask: |bench| body_moved(bench, 3.0),
    },
    Fact {
        question: "body with a part walks from 9 to 4: where the part is",
        right: "5.00",
        ask: |bench| walk(bench, true),
    },
    Fact { question: "body alone walks from 9 to 4", right: "4.00", ask: |bench| walk(bench, false) },
];

fn under_plain(lab: &mut Lab) -> Entity {
    let parent = lab.spawn_parent(Transform::from_scale(Vec3::splat(3.0)));
    lab.spawn_child(parent, Role::Mover, ball(0.5), at(1.0, 0.0))
}

fn under_body(lab: &mut Lab) -> Entity {
    let parent = lab.spawn(ball(0.01), Transform::from_scale(Vec3::splat(3.0)));
    lab.spawn_child(parent, Role::Part, ball(0.5), at(1.0, 0.0))
}

/// The exact image of the bar lies along (0.95, 0.32), and no turned and scaled box is it.
fn sheared(lab: &mut Lab) -> Entity {
    let parent = lab.spawn_parent(Transform::from_scale(Vec3::new(3.0, 1.0, 1.0)));
    let turned = Transform::from_rotation(Quat::from_rotation_z(FRAC_PI_4));
    lab.spawn_child(parent, Role::Mover, cuboid(1.0, 0.1, 0.5), turned)
}

fn plain_moved(bench: &Bench) -> String {
    let mut lab = bench.lab();
    let parent = lab.spawn_parent(at(50.0, 0.0));
    let child = lab.spawn_child(parent, Role::Mover, ball(0.5), at(1.0, 0.0));
    let target = lab.spawn(ball(0.5), at(0.0, 0.0));
    lab.pass(3);
    lab.edit(parent, |place| place.translation.x = -0.8);
    lab.started(child, target)
}

fn body_moved(bench: &Bench, from: f32) -> String {
    let mut lab = bench.lab();
    let parent = lab.spawn(ball(0.1), at(from, 0.0));
    let part = lab.spawn_child(parent, Role::Part, ball(0.5), at(1.0, 0.0));
    let target = lab.spawn(ball(0.5), at(0.0, 0.0));
    lab.pass(3);
    lab.edit(parent, |place| place.translation.x = -0.8);
    let started = lab.started(part, target);
    format!("{started}, {:.2}", lab.place(part).translation.x)
}

#[derive(Component)]
struct Walks;

fn walk(bench: &Bench, with_part: bool) -> String {
    let mut lab = bench.lab();
    let walker = lab.spawn(ball(0.1), at(9.0, 0.0));
    lab.app.world_mut().entity_mut(walker).insert(Walks);
    let part = with_part.then(|| lab.spawn_child(walker, Role::Part, ball(0.5), at(1.0, 0.0)));
    lab.app.add_systems(Update, |mut walkers: Query<&mut Transform, With<Walks>>| {
        for mut place in &mut walkers {
            place.translation.x -= 0.25;
        }
    });
    lab.pass(20);
    format!("{:.2}", lab.place(part.unwrap_or(walker)).translation.x)
}
