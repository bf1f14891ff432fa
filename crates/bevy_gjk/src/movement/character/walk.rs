//! The walk of a character: along the ground, up steps, down to the ground again, or through the air.
//!
//! All of it happens in `f64` around one start, so that one rounding ends it.
//!
//! Terms: *horizontal* is perpendicular to the up direction; the *rise* of a [contact](super::ground) is the component
//! of its normal along it; to [snap](super::snap) is to move down onto ground that is near. The *footing* is the last place
//! of a walk at which the character is known to stand.

use gjk::{Vector, Wide};

use super::checked_settings::MAX_SLIDE_PIECES;
use super::slide_policies::{FallPolicy, WalkPolicy, Wall};
use super::snap::snap_down;
use super::state::MoverContact;
use super::surface_tests::SurfaceTests;
use super::touched_parts::TouchedParts;
use crate::collider::Dimension;
use crate::movement::answer::{MoveEnd, MoveHit};
use crate::movement::constraints::length;
use crate::movement::hit::Hit;
use crate::movement::obstacles::{HeldBy, Obstacles};
use crate::movement::slide::Slide;
use crate::movement::trace::{MoveObserver, StepRefusal, SweepPurpose};

/// The rise of a contact that ends a fall: on less of a ledge, the mover slides off.
pub(super) const MIN_RISE_TO_LAND: f64 = 0.1;
/// The same for a mover that stands on ground already, or climbs a step onto it.
pub(super) const MIN_RISE_TO_STAND: f64 = 0.004;
/// The limit of steps of a stair that one move climbs, and of those that it goes down.
pub(super) const MAX_CLIMBS: u32 = 16;
/// The least length that a step has to gain, relative to the motion that remains.
pub(super) const LEAST_GAIN: f64 = 1e-3;
/// The gain of a step, along and up, in units in the last place, that is rounding and does not count.
pub(super) const GAIN_ROUNDING: f64 = 4.0;
/// How much farther down ground is looked for, and how much higher a step may be, in tolerances of a clearance: so that a
/// drop of exactly the distance of snapping is one that is snapped over, and a step of exactly the height is climbed.
const HEIGHT_SLACK: f64 = 4.0;

/// What a walk came to, in displacements since its start.
pub(super) struct Walked<D: Dimension> {
    pub(super) displacement: D::Wide,
    pub(super) stepped: f64,
    pub(super) snapped: f64,
    pub(super) end: MoveEnd,
    /// The least rise of a contact that counts as ground now; `None` if the mover rises.
    pub(super) min_rise: Option<f64>,
    pub(super) footing: Footing<D>,
}

/// The last place of a walk at which the character is known to stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Footing<D: Dimension> {
    pub(super) displacement: D::Wide,
    /// The height of the ground there, or of the highest step since the walk began.
    pub(super) height_of_ground: f64,
    /// The number of hits before it.
    pub(super) hits: usize,
}

impl<D: Dimension> Walked<D> {
    /// Begins a walk after a displacement.
    pub(super) fn from(displacement: D::Wide, height_of_ground: f64, hits: usize) -> Self {
        Self {
            displacement,
            stepped: 0.0,
            snapped: 0.0,
            end: MoveEnd::Arrived,
            min_rise: Some(MIN_RISE_TO_STAND),
            footing: Footing { displacement, height_of_ground, hits },
        }
    }
}

/// Moves a character that stands on ground or not.
pub(super) fn walk<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    surfaces: &SurfaceTests<D>,
    motion: D::Wide,
    ground: Option<&MoverContact<D>>,
    hits: &mut Vec<MoveHit<D>>,
    observer: &mut impl MoveObserver<D>,
) -> Walked<D> {
    let settings = *surfaces.settings();
    let start = D::Wide::ZERO;
    let height_of_ground = ground.map_or(f64::NEG_INFINITY, |ground| ground.point.widen().dot(settings.up));
    let mut walked = Walked::from(start, height_of_ground, hits.len());
    if settings.least_cosine.is_none() {
        observer.set_purpose(SweepPurpose::Slide);
        let mut policy = FallPolicy { surfaces, hits, min_rise: None, has_landed: false };
        let mut slid = Slide::new(start, motion);
        slid.run(obstacles, MAX_SLIDE_PIECES, &mut policy, observer);
        return Walked { displacement: slid.displacement, end: slid.end, min_rise: None, ..walked };
    }
    // A rise by less than the rounding of the translation does not leave the ground.
    let rise = motion.dot(settings.up);
    let rise = if rise.abs() < obstacles.shape.ulp { 0.0 } else { rise };
    let (mut horizontal, mut fall) = (settings.horizontal(motion), (-rise).max(0.0));
    if rise > 0.0 || ground.is_none() {
        observer.set_purpose(SweepPurpose::Air);
        let min_rise = if rise > 0.0 { None } else { Some(MIN_RISE_TO_LAND) };
        let mut policy = FallPolicy { surfaces, hits, min_rise, has_landed: false };
        let mut slid = Slide::new(start, motion);
        slid.run(obstacles, MAX_SLIDE_PIECES, &mut policy, observer);
        let has_landed = policy.has_landed;
        walked.displacement = slid.displacement;
        walked.end = slid.end;
        walked.min_rise = min_rise;
        if !has_landed {
            return walked;
        }
        walked = Walked::from(slid.displacement, height_of_ground, hits.len());
        horizontal = settings.horizontal(slid.remaining);
        fall = (-slid.remaining.dot(settings.up)).max(0.0);
    }
    walk_horizontally(obstacles, surfaces, horizontal, hits, &mut walked, observer);
    snap_down(obstacles, surfaces, fall, hits, &mut walked, observer);
    walked
}

/// Moves along the ground, and up steps where a wall is in the way.
pub(super) fn walk_horizontally<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    surfaces: &SurfaceTests<D>,
    mut horizontal: D::Wide,
    hits: &mut Vec<MoveHit<D>>,
    walked: &mut Walked<D>,
    observer: &mut impl MoveObserver<D>,
) {
    let settings = surfaces.settings();
    if horizontal == D::Wide::ZERO {
        return;
    }
    for _ in 0..MAX_CLIMBS {
        observer.set_purpose(SweepPurpose::Walk);
        let mut policy = WalkPolicy { surfaces, hits, first_wall: None, step_from: None };
        let mut slid = Slide::new(walked.displacement, horizontal);
        slid.run(obstacles, MAX_SLIDE_PIECES, &mut policy, observer);
        let first_wall = policy.first_wall;
        let step = first_wall.filter(|_| settings.step_height > 0.0).and_then(|wall| {
            let from = StepStart {
                wall,
                height_of_ground: walked.footing.height_of_ground,
                slid: slid.displacement,
                left_by_slide: slid.remaining,
            };
            let step = climb(obstacles, surfaces, &from, hits, observer);
            observer.stepped(wall.displacement, wall.key, step.map(|step| step.displacement));
            Some((step.ok()?, wall.displacement))
        });
        let Some((step, at)) = step else {
            (walked.displacement, walked.end) = (slid.displacement, slid.end);
            return;
        };
        let rise = (step.displacement - at).dot(settings.up);
        walked.stepped += rise.max(0.0);
        walked.snapped += (-rise).max(0.0);
        (walked.displacement, walked.end) = (step.displacement, MoveEnd::Arrived);
        let height_of_ground = walked.footing.height_of_ground.max(step.height_of_top);
        walked.footing = Footing { displacement: step.displacement, height_of_ground, hits: hits.len() };
        horizontal = step.remaining;
        if !(horizontal.dot(horizontal) > 0.0) {
            return;
        }
    }
    walked.end = MoveEnd::OutOfSteps;
}

/// Where a step begins.
struct StepStart<D: Dimension> {
    wall: Wall<D>,
    /// The height of the ground at the start of the walk, or of the highest step since.
    height_of_ground: f64,
    /// Where the slide along the wall ended, and the motion that remained there.
    slid: D::Wide,
    left_by_slide: D::Wide,
}

/// Where a step led.
#[derive(Clone, Copy, Debug)]
struct Step<D: Dimension> {
    displacement: D::Wide,
    /// The height of the ground that it ends on.
    height_of_top: f64,
    /// The horizontal motion that remains.
    remaining: D::Wide,
}

/// Tries to climb a step over a wall: up, along, and down onto ground. It has to lead farther than the slide along the wall.
fn climb<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    surfaces: &SurfaceTests<D>,
    from: &StepStart<D>,
    hits: &mut Vec<MoveHit<D>>,
    observer: &mut impl MoveObserver<D>,
) -> Result<Step<D>, StepRefusal> {
    let settings = surfaces.settings();
    let StepStart { wall, height_of_ground, slid, left_by_slide } = *from;
    let Wall { displacement: at, remaining, .. } = wall;
    observer.set_purpose(SweepPurpose::StepUp);
    let (raised, ceiling) =
        sweep_straight(obstacles, surfaces, at, settings.up * settings.step_height, observer);
    observer.set_purpose(SweepPurpose::StepForward);
    // Hits of an attempt are not reported.
    let count = hits.len();
    let mut policy = WalkPolicy { surfaces, hits, first_wall: None, step_from: Some(raised) };
    let mut along = Slide::new(raised, settings.horizontal(remaining));
    along.run(obstacles, MAX_SLIDE_PIECES, &mut policy, observer);
    let wall_above = policy.first_wall;
    hits.truncate(count);
    let height = (along.displacement - at).dot(settings.up);
    if height < 0.0 {
        let above = ceiling.map(|hit| hit.key).or(wall_above.map(|wall| wall.key));
        return Err(StepRefusal::NoRoomAbove(above.unwrap_or(wall.key).entity));
    }
    observer.set_purpose(SweepPurpose::StepDown);
    let slack = height_slack(obstacles);
    let down = settings.up * -(height + settings.snap_distance + slack);
    let (displacement, below) = sweep_straight(obstacles, surfaces, along.displacement, down, observer);
    let Some(below) = below else { return Err(StepRefusal::NoGround) };
    if surfaces.ground_at(&below, MIN_RISE_TO_STAND).is_none() {
        return Err(StepRefusal::TooSteep(below.key.entity));
    }
    // The point of the step that stops the way down.
    let top = below.impact.at_min.clearance.on_b;
    let height_of_top = top.dot(settings.up);
    // With a round bottom, the character may stand on the edge of the step already: then its ground is as high as the top,
    // although its lowest point is far below, and nothing is left to climb.
    let stands_on_top = height_of_ground >= height_of_top - slack;
    if !stands_on_top && height_of_step(obstacles, surfaces, at, top) > settings.step_height + slack {
        return Err(StepRefusal::TooHigh(below.key.entity));
    }
    let length = length(remaining);
    let gain = |from: D::Wide, to: D::Wide| (to - from).dot(remaining) / length;
    let (share, rounding) = (LEAST_GAIN * length, GAIN_ROUNDING * obstacles.shape.ulp);
    // Where a wall has ended the step, the slide counts as far as the same part of the motion leads.
    let used = |left: D::Wide| 1.0 - self::length(left) / length;
    let (used, used_by_slide) = (used(along.remaining), used(left_by_slide));
    let slid = match along.end {
        MoveEnd::Stopped(_) if used < used_by_slide => at + (slid - at) * (used / used_by_slide),
        _ => slid,
    };
    let gained = gain(slid, displacement);
    // Far from the origin, the motion of a run may be no longer than its rounding: the height that is won tells that a step
    // is none.
    let won = gained + (displacement - slid).dot(settings.up).max(0.0);
    if gained > share && won > share + rounding {
        return Ok(Step { displacement, height_of_top, remaining: settings.horizontal(along.remaining) });
    }
    Err(match (ceiling, wall_above) {
        (Some(ceiling), Some(_)) => StepRefusal::NoRoomAbove(ceiling.key.entity),
        (None, Some(wall)) if gain(raised, wall.displacement) <= share + rounding => {
            StepRefusal::TooHigh(wall.key.entity)
        }
        _ => StepRefusal::NoGain,
    })
}

/// Returns the slack of heights and depths, a length.
pub(super) fn height_slack<D: Dimension>(obstacles: &Obstacles<D>) -> f64 {
    let shape = &obstacles.shape;
    HEIGHT_SLACK * shape.tolerance(shape.skin)
}

/// Returns how high the top of a step is above the ground in front of it. That is not how far the mover rises: one with a
/// round bottom rises over the edge of a step bit by bit, and stands on the edge meanwhile.
fn height_of_step<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    surfaces: &SurfaceTests<D>,
    at: D::Wide,
    top: D::Wide,
) -> f64 {
    let up = surfaces.settings().up;
    let mut touched = TouchedParts::new(at);
    touched.collect(obstacles, surfaces);
    // On its way down a slope, it may touch no ground between two snaps. Then its lowest point stands for the ground.
    let lowest_point = || (at + obstacles.shape.support(up * -1.0)).dot(up) - obstacles.shape.skin;
    top.dot(up) - touched.ground_height_at(surfaces, top).unwrap_or_else(lowest_point)
}

/// Moves straight until something blocks it. Returns the displacement and what was hit.
pub(super) fn sweep_straight<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    surfaces: &SurfaceTests<D>,
    from: D::Wide,
    motion: D::Wide,
    observer: &mut impl MoveObserver<D>,
) -> (D::Wide, Option<Hit<D>>) {
    loop {
        let hit = obstacles.first_hit(HeldBy::HalfSpacesAndFaces, from, motion, |_| false);
        if hit.is_some_and(|hit| !surfaces.blocks(&hit, from) && obstacles.ignore(hit.key.passable())) {
            continue;
        }
        observer.swept(from, motion, motion, hit.as_ref());
        let Some(hit) = hit else { return (from + motion, None) };
        return (from + motion * hit.stop_time, Some(hit));
    }
}
