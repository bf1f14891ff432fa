//! Steps that go on by themselves.

use bevy_ecs::prelude::{Res, ResMut};
use bevy_time::{Real, Time};

use crate::collider::Dimension;
use crate::stepper::CollisionStepper;

pub(super) fn is_playing<D: Dimension>(stepper: Res<CollisionStepper<D>>) -> bool {
    stepper.playing && stepper.pair.is_some()
}

/// Goes on by as many steps as the time calls for: real time, for the game may be paused.
pub(super) fn play<D: Dimension>(mut stepper: ResMut<CollisionStepper<D>>, time: Option<Res<Time<Real>>>) {
    let Some(time) = time else { return };
    let stepper = &mut *stepper;
    let played = stepper.played + time.delta_secs() * stepper.speed;
    // A speed that is no number plays nothing.
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
