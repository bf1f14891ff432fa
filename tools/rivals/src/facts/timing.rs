//! When events come.

use bevy::prelude::*;

use super::lab::{Lab, at, ball, body, has};
use super::{Bench, Fact};

pub const FACTS: &[Fact] = &[
    Fact { question: "overlap in the app's first update: starts", right: "at once", ask: in_first_update },
    Fact { question: "overlap spawned later: starts", right: "at once", ask: spawned_later },
    Fact { question: "spawned by a system in Update: starts", right: "at once", ask: spawned_in_update },
    Fact { question: "moved until it touches: starts", right: "at once", ask: moved_in },
    Fact { question: "moved away: ends", right: "at once", ask: moved_out },
    Fact { question: "from one to another: ends, starts", right: "at once, at once", ask: teleported },
    Fact { question: "one despawned: ends", right: "at once", ask: one_despawned },
    Fact { question: "both despawned: ends", right: "at once", ask: both_despawned },
    Fact { question: "replaced by a new one: ends, starts", right: "at once, at once", ask: replaced },
    Fact { question: "spawned and despawned before an update", right: "nothing", ask: ephemeral },
];

/// Two balls that overlap.
fn overlapping(lab: &mut Lab) -> [Entity; 2] {
    [0.0, 0.6].map(|x| lab.spawn(ball(0.5), at(x, 0.0)))
}

/// The same, whose touch has been told of.
fn touching(bench: &Bench) -> (Lab, [Entity; 2]) {
    let mut lab = bench.lab();
    let pair = overlapping(&mut lab);
    lab.pass(3);
    (lab, pair)
}

fn in_first_update(bench: &Bench) -> String {
    let mut lab = bench.new_lab();
    let [one, other] = overlapping(&mut lab);
    lab.started(one, other)
}

fn spawned_later(bench: &Bench) -> String {
    let mut lab = bench.lab();
    let [one, other] = overlapping(&mut lab);
    lab.started(one, other)
}

#[derive(Resource)]
struct Spawned(Option<Entity>);

fn spawned_in_update(bench: &Bench) -> String {
    let mut lab = bench.lab();
    let one = lab.spawn(ball(0.5), at(0.0, 0.0));
    lab.pass(2);
    let spawn = bench.engine.spawn;
    lab.app.insert_resource(Spawned(None)).add_systems(Update, move |world: &mut World| {
        if world.resource::<Spawned>().0.is_none() {
            let spawned = spawn(world, &body(ball(0.5), at(0.6, 0.0)));
            world.resource_mut::<Spawned>().0 = Some(spawned);
        }
    });
    // It has no other to touch.
    lab.when(|touches| touches.started.iter().any(|pair| pair.contains(&one)))
}

fn moved_in(bench: &Bench) -> String {
    let mut lab = bench.lab();
    let [one, other] = [0.0, 5.0].map(|x| lab.spawn(ball(0.5), at(x, 0.0)));
    lab.pass(3);
    lab.edit(other, |place| place.translation.x = 0.6);
    lab.started(one, other)
}

fn moved_out(bench: &Bench) -> String {
    let (mut lab, [one, other]) = touching(bench);
    lab.edit(other, |place| place.translation.x = 5.0);
    lab.ended(one, other)
}

fn teleported(bench: &Bench) -> String {
    let (mut lab, [one, other]) = touching(bench);
    let third = lab.spawn(ball(0.5), at(9.0, 0.0));
    lab.pass(3);
    lab.edit(other, |place| place.translation.x = 9.4);
    both(&mut lab, [one, other], [third, other])
}

fn one_despawned(bench: &Bench) -> String {
    let (mut lab, [one, other]) = touching(bench);
    lab.despawn(other);
    lab.ended(one, other)
}

fn both_despawned(bench: &Bench) -> String {
    let (mut lab, [one, other]) = touching(bench);
    lab.despawn(one);
    lab.despawn(other);
    lab.ended(one, other)
}

fn replaced(bench: &Bench) -> String {
    let (mut lab, [one, other]) = touching(bench);
    lab.despawn(other);
    let new = lab.spawn(ball(0.5), at(0.6, 0.0));
    both(&mut lab, [one, other], [one, new])
}

/// When the first pair ends, and when the second begins.
fn both(lab: &mut Lab, ends: [Entity; 2], begins: [Entity; 2]) -> String {
    let (mut end, mut begin) = ("never".to_owned(), "never".to_owned());
    for late in 0..4 {
        let name = if late == 0 { "at once".to_owned() } else { format!("{late} late") };
        let touches = lab.step();
        if has(&touches.ended, ends[0], ends[1]) {
            end.clone_from(&name);
        }
        if has(&touches.started, begins[0], begins[1]) {
            begin = name;
        }
    }
    format!("{end}, {begin}")
}

fn ephemeral(bench: &Bench) -> String {
    let mut lab = bench.lab();
    lab.spawn(ball(0.5), at(0.0, 0.0));
    lab.pass(2);
    let other = lab.spawn(ball(0.5), at(0.6, 0.0));
    lab.despawn(other);
    let events: usize = (0..4).map(|_| lab.step()).map(|it| it.started.len() + it.ended.len()).sum();
    if events == 0 { "nothing".into() } else { format!("{events} events") }
}
