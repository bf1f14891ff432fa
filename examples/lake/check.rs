//! What a run without a window asserts: that what is drawn as water is what touches and what stops.

use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;

use super::{Boat, Duck, Tally, Walker, shores};

/// Returns whether a point is in the lake: whether a ray from it crosses an odd number of edges.
fn is_wet(point: Vec2) -> bool {
    let edges = shores().into_iter().flat_map(|shore| {
        let next = shore.clone().into_iter().cycle().skip(1);
        shore.into_iter().zip(next)
    });
    let is_crossed = |&(a, b): &(Vec2, Vec2)| {
        let crossing = a + (b - a) * ((point.y - a.y) / (b.y - a.y));
        (a.y > point.y) != (b.y > point.y) && crossing.x > point.x
    };
    edges.filter(is_crossed).count() % 2 == 1
}

/// Asserts that ducks on the water touch it, that boats are on it, and that walkers are not.
pub fn check(
    collisions: Res<Collisions>,
    ducks: Query<(Entity, &Transform), With<Duck>>,
    boats: Query<&Transform, With<Boat>>,
    walkers: Query<&Transform, With<Walker>>,
) {
    let wet = |place: &Transform| is_wet(place.translation.truncate());
    for (duck, place) in &ducks {
        let touches = collisions.entities_colliding_with(duck).next().is_some();
        assert!(touches || !wet(place), "a duck at {} is on the water", place.translation);
    }
    assert!(boats.iter().all(wet), "a boat is on land");
    assert!(!walkers.iter().any(wet), "a walker is on the water");
}

/// Prints what has happened, and asserts that something has.
pub fn sum_up(tally: Res<Tally>) {
    let Tally { entered, left, led_out } = *tally;
    println!("Ducks entered {entered} times and left {left} times; the swimmer was led out {led_out} times.");
    assert!(left > 0 && entered >= left && led_out > 0, "nothing has happened");
}
