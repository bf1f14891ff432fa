//! The walk of a character: along the ground, up steps, down to the ground again, or through the air.
//!
//! All of it happens in `f64` around one start, so that one rounding ends it.

use gjk::Wide;

use super::steering::{Fall, Surroundings, Walk, Wall};
use crate::collider::Dimension;
use crate::mover::answer::{MoveEnd, MoveHit};
use crate::mover::clearance::WideOf;
use crate::mover::obstacles::{Hit, Obstacles};
use crate::mover::slide::slide;
use crate::mover::trace::{MoveObserver, StepRefusal, SweepPurpose};

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
    observer: &mut impl MoveObserver<D>,
) -> Walked<D> {
    let settings = *around.settings();
    let start = WideOf::<D>::ZERO;
    let mut walked = Walked {
        place: start,
        stepped: 0.0,
        snapped: 0.0,
        end: MoveEnd::Arrived,
        standing: Some(LANDING),
        is_wedged: false,
    };
    if settings.least_cosine.is_none() {
        observer.set_purpose(SweepPurpose::Slide);
        let mut steering = Fall { around, hits, landing: None, has_landed: false };
        let slid = slide(obstacles, start, motion, settings.max_steps, &mut steering, observer);
        return Walked { place: slid.place, end: slid.end, ..walked };
    }
    // A rise by less than the place can tell does not leave the ground.
    let rise = motion.dot(settings.up);
    let rise = if rise.abs() < obstacles.shape.ulp { 0.0 } else { rise };
    let (mut level, mut fall) = (settings.level(motion), (-rise).max(0.0));
    if rise > 0.0 || !was_grounded {
        observer.set_purpose(SweepPurpose::Air);
        let landing = if rise > 0.0 { None } else { Some(LANDING) };
        let mut steering = Fall { around, hits, landing, has_landed: false };
        let slid = slide(obstacles, start, motion, settings.max_steps, &mut steering, observer);
        let has_landed = steering.has_landed;
        walked.place = slid.place;
        walked.end = slid.end;
        if rise > 0.0 {
            walked.standing = None;
            return walked;
        }
        if !has_landed {
            walked.is_wedged = is_wedged(&settings.up, fall, slid.end, slid.place);
            return walked;
        }
        walked.end = MoveEnd::Arrived;
        level = settings.level(slid.remaining);
        fall = (-slid.remaining.dot(settings.up)).max(0.0);
    }
    walked.standing = Some(STANDING);
    walk_level(obstacles, around, level, hits, &mut walked, observer);
    sink(obstacles, around, fall, hits, &mut walked, observer);
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
    observer: &mut impl MoveObserver<D>,
) {
    let settings = around.settings();
    if level == WideOf::<D>::ZERO {
        return;
    }
    for _ in 0..MAX_CLIMBS {
        observer.set_purpose(SweepPurpose::Walk);
        let mut steering = Walk { around, hits, first_wall: None, is_raised: false };
        let slid = slide(obstacles, walked.place, level, settings.max_steps, &mut steering, observer);
        let first_wall = steering.first_wall;
        let step = first_wall.filter(|_| settings.step_height > 0.0).and_then(|wall| {
            let step = climb(obstacles, around, &wall, slid.place, hits, observer);
            observer.stepped(wall.place, wall.key, step.map(|step| step.place));
            Some((step.ok()?, wall.place))
        });
        let Some((step, at)) = step else {
            (walked.place, walked.end) = (slid.place, slid.end);
            return;
        };
        let rise = (step.place - at).dot(settings.up);
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
#[derive(Clone, Copy, Debug)]
struct Step<D: Dimension> {
    place: WideOf<D>,
    /// The level motion that is left.
    left: WideOf<D>,
}

/// Tries to climb a step over a wall: up, along, and down onto ground. It has to lead farther than `slid`, where the slide
/// along the wall ended.
fn climb<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    around: &Surroundings<D>,
    wall: &Wall<D>,
    slid: WideOf<D>,
    hits: &mut Vec<MoveHit<D>>,
    observer: &mut impl MoveObserver<D>,
) -> Result<Step<D>, StepRefusal> {
    let settings = around.settings();
    let Wall { place: at, left, .. } = *wall;
    observer.set_purpose(SweepPurpose::StepUp);
    let (raised, ceiling) =
        sweep_straight(obstacles, around, at, settings.up * settings.step_height, observer);
    observer.set_purpose(SweepPurpose::StepForward);
    // Hits of an attempt are not reported.
    let count = hits.len();
    let mut steering = Walk { around, hits, first_wall: None, is_raised: true };
    let along = slide(obstacles, raised, settings.level(left), settings.max_steps, &mut steering, observer);
    let wall_above = steering.first_wall;
    hits.truncate(count);
    let height = (along.place - at).dot(settings.up);
    if height < 0.0 {
        let above = ceiling.map(|hit| hit.key).or(wall_above.map(|wall| wall.key));
        return Err(StepRefusal::NoRoomAbove(above.unwrap_or(wall.key).entity));
    }
    observer.set_purpose(SweepPurpose::StepDown);
    let down = settings.up * -(height + settings.snap_distance);
    let (place, below) = sweep_straight(obstacles, around, along.place, down, observer);
    let Some(below) = below else { return Err(StepRefusal::NoGround) };
    if around.ground_at(&below, STANDING).is_none() {
        return Err(StepRefusal::TooSteep(below.key.entity));
    }
    let length = left.dot(left).sqrt();
    let gain = |from: WideOf<D>, to: WideOf<D>| (to - from).dot(left) / length;
    let least = LEAST_GAIN * length + 4.0 * obstacles.shape.ulp;
    if gain(at, place) > gain(at, slid) + least {
        return Ok(Step { place, left: settings.level(along.remaining) });
    }
    Err(match (ceiling, wall_above) {
        (Some(ceiling), Some(_)) => StepRefusal::NoRoomAbove(ceiling.key.entity),
        (None, Some(wall)) if gain(raised, wall.place) <= least => StepRefusal::TooHigh(wall.key.entity),
        _ => StepRefusal::NoGain,
    })
}

/// Moves straight down onto ground, at least as far as it falls and at most as far as it snaps; without ground, it falls.
fn sink<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    around: &Surroundings<D>,
    fall: f64,
    hits: &mut Vec<MoveHit<D>>,
    walked: &mut Walked<D>,
    observer: &mut impl MoveObserver<D>,
) {
    let settings = around.settings();
    let depth = fall.max(settings.snap_distance);
    if !(depth > 0.0) {
        return;
    }
    observer.set_purpose(SweepPurpose::Down);
    let (place, hit) = sweep_straight(obstacles, around, walked.place, settings.up * -depth, observer);
    if let Some(hit) = hit
        && around.ground_at(&hit, STANDING).is_some()
    {
        walked.snapped += (walked.place - place).dot(settings.up);
        walked.place = place;
        return;
    }
    observer.probed();
    if !(fall > 0.0) {
        return;
    }
    observer.set_purpose(SweepPurpose::Air);
    let mut steering = Fall { around, hits, landing: Some(STANDING), has_landed: false };
    let slid =
        slide(obstacles, walked.place, settings.up * -fall, settings.max_steps, &mut steering, observer);
    walked.is_wedged = is_wedged(&settings.up, fall, slid.end, slid.place - walked.place);
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
    observer: &mut impl MoveObserver<D>,
) -> (WideOf<D>, Option<Hit<D>>) {
    loop {
        let hit = obstacles.first_hit(from, way, |_| false);
        if hit.is_some_and(|hit| !around.is_solid(&hit) && obstacles.pass(hit.key.entity)) {
            continue;
        }
        observer.swept(from, way, way, hit.as_ref());
        let Some(hit) = hit else { return (from + way, None) };
        return (from + way * hit.impact.at_stop.time, Some(hit));
    }
}
