//! The chaos run: a world in which everything that a game may do is done at random, beside a reference that
//! knows no GJK, no tree and no cache.
//!
//! In each frame a few random [edits](edits) are made; observers make [some more](observers) when they are
//! told of a touch. The [reference] looks at the world just before the systems run and judges every pair in
//! `f64`; what must have been told follows from its verdicts of this frame and the last, and is
//! [compared](compare) with the messages, with what observers heard, and with `Collisions`.
//!
//! `CHAOS_FRAMES` and `CHAOS_SEED` set the length of a run and its seed. A run depends on nothing else, so
//! that what fails can be run again.

mod chaos;
#[path = "../common/mod.rs"]
mod common;
mod compare;
mod composed;
mod dimension;
mod editor;
mod edits;
mod observers;
mod oracle;
mod plane;
mod record;
mod reference;
mod space;

use bevy_app::PostUpdate;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_gjk::{Dim2, Dim3};

use chaos::{ByHand, Chaos, setting};
use dimension::Chaotic;

/// Makes a run in a schedule, with a seed.
type New<D, S> = fn(&'static str, u64, S) -> Chaos<D>;

fn run<D: Chaotic>(test: &'static str, frames: u64, schedule: impl ScheduleLabel) {
    run_new::<D, _>(Chaos::new, test, frames, schedule);
}

fn run_new<D: Chaotic, S>(new: New<D, S>, test: &'static str, frames: u64, schedule: S) {
    let (frames, seed) = (setting("CHAOS_FRAMES").unwrap_or(frames), setting("CHAOS_SEED").unwrap_or(1));
    let mut chaos = new(test, seed, schedule);
    (0..frames).for_each(|_| chaos.frame());
    chaos.end();
}

#[test]
fn chaos_in_the_plane() {
    run::<Dim2>("chaos_in_the_plane", 2000, PostUpdate);
}

#[test]
fn chaos_in_space() {
    run::<Dim3>("chaos_in_space", 2000, PostUpdate);
}

#[test]
fn chaos_by_hand() {
    run::<Dim2>("chaos_by_hand", 1000, ByHand);
}

/// Entities are disabled by a component of the app's own as well.
#[test]
fn chaos_with_sleep_in_the_plane() {
    run_new::<Dim2, _>(Chaos::with_sleep, "chaos_with_sleep_in_the_plane", 1000, PostUpdate);
}

#[test]
fn chaos_with_sleep_in_space_by_hand() {
    run_new::<Dim3, _>(Chaos::with_sleep, "chaos_with_sleep_in_space_by_hand", 1000, ByHand);
}

/// What is told depends on what happens alone: not on threads, nor on where things lie in memory.
#[test]
fn chaos_is_the_same_on_one_thread_and_on_many() {
    let hash = |mut chaos: Chaos<Dim3>| {
        (0..300).for_each(|_| chaos.frame());
        chaos.tally().hash
    };
    let new = || Chaos::new("chaos_is_the_same_on_one_thread_and_on_many", 7, PostUpdate);
    assert_eq!(hash(new()), hash(new().on_one_thread()));
}
