//! The walk of a character: along the ground, up steps, down to the ground again, or through the air.
//!
//! All of it happens in `f64` around one start, so that one rounding ends it.

use gjk::Wide;

use super::steering::{Fall, Surroundings, Walk};
use crate::collider::Dimension;
use crate::mover::answer::{MoveEnd, MoveHit};
use crate::mover::clearance::WideOf;
use crate::mover::obstacles::{Hit, Obstacles};
use crate::mover::slide::slide;

/// The sine by which the normal of the contact has to rise for a fall to end on ground: on less of a ledge, the mover
/// slides off.
const LANDING: f64 = 0.1;
/// The same for a mover that stands on ground already, or climbs a step onto it.
pub(super) const STANDING: f64 = 0.004;
/// The limit of steps that one move climbs.
const MAX_CLIMBS: u32 = 16;
/// The least way that a step has to gain, relative to the way that is left.
const LEAST_GAIN: f64 = 1e-3;

/// What a walk came to, in displacements since its start.
pub(super) struct Walked<D: Dimension> {
    pub(super) place: WideOf<D>,
    pub(super) stepped: f64,
    pub(super) snapped: f64,
    pub(super) end: MoveEnd,
    /// The least support of what counts as ground now; `None` if the mover rises.
    pub(super) standing: Option<f64>,
    /// Whether it falls and yet cannot sink.
    pub(super) is_wedged: bool,
}

/// Moves a character that stands on ground or not.
pub(super) fn walk<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    around: &Surroundings<D>,
    motion: WideOf<D>,
    was_grounded: bool,
    hits: &mut Vec<MoveHit<D>>,
) -> Walked<D> {
    let rules = *around.rules();
    let start = WideOf::<D>::ZERO;
    let mut walked = Walked {
        place: start,
        stepped: 0.0,
        snapped: 0.0,
        end: MoveEnd::Arrived,
        standing: Some(LANDING),
        is_wedged: false,
    };
    if rules.least_cosine.is_none() {
        let mut steering = Fall { around, hits, landing: None, has_landed: false };
        let slid = slide(obstacles, start, motion, rules.max_steps, &mut steering);
        return Walked { place: slid.place, end: slid.end, ..walked };
    }
    // A rise by less than the place can tell does not leave the ground.
    let rise = motion.dot(rules.up);
    let rise = if rise.abs() < obstacles.shape.ulp { 0.0 } else { rise };
    let (mut level, mut fall) = (rules.level(motion), (-rise).max(0.0));
    if rise > 0.0 || !was_grounded {
        let landing = if rise > 0.0 { None } else { Some(LANDING) };
        let mut steering = Fall { around, hits, landing, has_landed: false };
        let slid = slide(obstacles, start, motion, rules.max_steps, &mut steering);
        let has_landed = steering.has_landed;
        walked.place = slid.place;
        walked.end = slid.end;
        if rise > 0.0 {
            walked.standing = None;
            return walked;
        }
        if !has_landed {
            walked.is_wedged = is_wedged(&rules.up, fall, slid.end, slid.place);
            return walked;
        }
        walked.end = MoveEnd::Arrived;
        level = rules.level(slid.left);
        fall = (-slid.left.dot(rules.up)).max(0.0);
    }
    walked.standing = Some(STANDING);
    walk_level(obstacles, around, level, hits, &mut walked);
    sink(obstacles, around, fall, hits, &mut walked);
    walked
}

/// Returns whether a fall did not lead down although it was blocked by nothing that is ground.
fn is_wedged<W: Wide>(up: &W, fall: f64, end: MoveEnd, way: W) -> bool {
    fall > 0.0 && end == MoveEnd::Blocked && -way.dot(*up) < 1e-3 * fall
}

/// Moves along the ground, and up steps where a wall is in the way.
fn walk_level<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    around: &Surroundings<D>,
    mut level: WideOf<D>,
    hits: &mut Vec<MoveHit<D>>,
    walked: &mut Walked<D>,
) {
    let rules = around.rules();
    if level == WideOf::<D>::ZERO {
        return;
    }
    for _ in 0..MAX_CLIMBS {
        let mut steering = Walk { around, hits, first_wall: None, is_raised: false };
        let slid = slide(obstacles, walked.place, level, rules.max_steps, &mut steering);
        let first_wall = steering.first_wall;
        let step = first_wall.filter(|_| rules.step_height > 0.0).and_then(|(at, left)| {
            let gain = |place: WideOf<D>| (place - at).dot(left) / left.dot(left).sqrt();
            let step = climb(obstacles, around, at, left, hits)?;
            let least = LEAST_GAIN * left.dot(left).sqrt() + 4.0 * obstacles.shape.ulp;
            (gain(step.place) > gain(slid.place) + least).then_some((step, at))
        });
        let Some((step, at)) = step else {
            (walked.place, walked.end) = (slid.place, slid.end);
            return;
        };
        let rise = (step.place - at).dot(rules.up);
        walked.stepped += rise.max(0.0);
        walked.snapped += (-rise).max(0.0);
        (walked.place, walked.end) = (step.place, MoveEnd::Arrived);
        level = step.left;
        if !(level.dot(level) > 0.0) {
            return;
        }
    }
    walked.end = MoveEnd::OutOfSteps;
}

/// Where a step led.
struct Step<D: Dimension> {
    place: WideOf<D>,
    /// The level motion that is left.
    left: WideOf<D>,
}

/// Tries to climb a step: up, along, and down onto ground.
fn climb<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    around: &Surroundings<D>,
    at: WideOf<D>,
    left: WideOf<D>,
    hits: &mut Vec<MoveHit<D>>,
) -> Option<Step<D>> {
    let rules = around.rules();
    let (raised, _) = sweep_straight(obstacles, around, at, rules.up * rules.step_height);
    // Hits of an attempt are not reported.
    let count = hits.len();
    let mut steering = Walk { around, hits, first_wall: None, is_raised: true };
    let slid = slide(obstacles, raised, rules.level(left), rules.max_steps, &mut steering);
    hits.truncate(count);
    let height = (slid.place - at).dot(rules.up);
    if height < 0.0 {
        return None;
    }
    let (place, hit) =
        sweep_straight(obstacles, around, slid.place, rules.up * -(height + rules.snap_distance));
    around.ground_at(&hit?, STANDING)?;
    Some(Step { place, left: rules.level(slid.left) })
}

/// Moves straight down onto ground, at least as far as it falls and at most as far as it snaps; without ground, it falls.
fn sink<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    around: &Surroundings<D>,
    fall: f64,
    hits: &mut Vec<MoveHit<D>>,
    walked: &mut Walked<D>,
) {
    let rules = around.rules();
    let depth = fall.max(rules.snap_distance);
    if !(depth > 0.0) {
        return;
    }
    let (place, hit) = sweep_straight(obstacles, around, walked.place, rules.up * -depth);
    if let Some(hit) = hit
        && around.ground_at(&hit, STANDING).is_some()
    {
        walked.snapped += (walked.place - place).dot(rules.up);
        walked.place = place;
        return;
    }
    if !(fall > 0.0) {
        return;
    }
    let mut steering = Fall { around, hits, landing: Some(STANDING), has_landed: false };
    let slid = slide(obstacles, walked.place, rules.up * -fall, rules.max_steps, &mut steering);
    walked.is_wedged = is_wedged(&rules.up, fall, slid.end, slid.place - walked.place);
    walked.place = slid.place;
    if !steering.has_landed {
        walked.standing = Some(LANDING);
        if walked.end == MoveEnd::Arrived && !matches!(slid.end, MoveEnd::Blocked) {
            walked.end = slid.end;
        }
    }
}

/// Moves straight until something solid is in the way. Returns the place and what was hit.
fn sweep_straight<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    around: &Surroundings<D>,
    from: WideOf<D>,
    way: WideOf<D>,
) -> (WideOf<D>, Option<Hit<D>>) {
    loop {
        let Some(hit) = obstacles.first_hit(from, way, |_| false) else { return (from + way, None) };
        if !around.is_solid(&hit) && obstacles.pass(hit.key.entity) {
            continue;
        }
        return (from + way * hit.impact.stop.time, Some(hit));
    }
}
