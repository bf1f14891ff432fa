//! Playback: steps that advance automatically.

use bevy_ecs::prelude::{Res, ResMut};
use bevy_time::{Real, Time};

use crate::stepper::CollisionStepper;
use bevy_gjk::Dimension;

/// Returns whether playback is running.
pub(super) fn is_playing<D: Dimension>(stepper: Res<CollisionStepper<D>>) -> bool {
    stepper.playing && stepper.is_on()
}

/// Advances by the steps of the elapsed time. It uses real time, since the game may be paused.
pub(super) fn advance<D: Dimension>(mut stepper: ResMut<CollisionStepper<D>>, time: Option<Res<Time<Real>>>) {
    let Some(time) = time else { return };
    let stepper = &mut *stepper;
    let played = stepper.played + time.delta_secs() * stepper.speed;
    // A NaN or an infinite speed does not advance.
    stepper.played = if played.is_finite() { played.max(0.0) } else { 0.0 };
    while stepper.played >= 1.0 {
        if stepper.current() == stepper.last() {
            (stepper.playing, stepper.played) = (stepper.count == 0, 0.0);
            break;
        }
        stepper.played -= 1.0;
        stepper.forward();
    }
}
