//! Down to the ground after a walk: onto ground that is near, into a wedge, after ground that fell away by what can be walked,
//! or by gravity.

use gjk::{Vector, Wide};
use smallvec::SmallVec;

use super::checked_settings::{CheckedSettings, MAX_SLIDE_PIECES};
use super::ground::GroundTest;
use super::slide_policies::{FallPolicy, SinkPolicy};
use super::surface_tests::SurfaceTests;
use super::touched_parts::TouchedParts;
use super::walk::{
    GAIN_ROUNDING, LEAST_GAIN, MAX_CLIMBS, MIN_RISE_TO_LAND, MIN_RISE_TO_STAND, Walked, height_slack,
    sweep_straight, walk_horizontally,
};
use crate::collider::Dimension;
use crate::movement::answer::{MoveEnd, MoveHit};
use crate::movement::constraints::length;
use crate::movement::hit::Hit;
use crate::movement::obstacles::Obstacles;
use crate::movement::slide::Slide;
use crate::movement::trace::{MoveObserver, SweepPurpose, Unobserved};

/// Moves down onto ground: straight, at least as far as it falls and at most as far as it snaps, or farther if it could
/// walk back up; without ground, it falls.
pub(super) fn snap_down<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    surfaces: &SurfaceTests<D>,
    fall: f64,
    hits: &mut Vec<MoveHit<D>>,
    walked: &mut Walked<D>,
    observer: &mut impl MoveObserver<D>,
) {
    let settings = surfaces.settings();
    let snap = match settings.snap_distance {
        distance if distance > 0.0 => distance + height_slack(obstacles),
        _ => 0.0,
    };
    let depth = fall.max(snap);
    if !(depth > 0.0) {
        return;
    }
    let snap_to = |walked: &mut Walked<D>, displacement: D::Wide| {
        walked.snapped += (walked.displacement - displacement).dot(settings.up);
        walked.displacement = displacement;
    };
    observer.set_purpose(SweepPurpose::Down);
    let (displacement, hit) =
        sweep_straight(obstacles, surfaces, walked.displacement, settings.up * -depth, observer);
    if hit.is_some_and(|hit| is_ground(surfaces, &hit)) {
        return snap_to(walked, displacement);
    }
    observer.probed();
    if snap > 0.0 {
        let found = match hit {
            Some(_) => slide_into_wedge(obstacles, surfaces, depth, walked, observer),
            None => follow_ground(obstacles, surfaces, hits, walked, observer),
        };
        if let Some(displacement) = found {
            return snap_to(walked, displacement);
        }
    }
    if !(fall > 0.0) {
        return;
    }
    observer.set_purpose(SweepPurpose::Air);
    let mut policy = FallPolicy { surfaces, hits, min_rise: Some(MIN_RISE_TO_STAND), has_landed: false };
    let mut slid = Slide::new(walked.displacement, settings.up * -fall);
    slid.run(obstacles, MAX_SLIDE_PIECES, &mut policy, observer);
    walked.displacement = slid.displacement;
    if !policy.has_landed {
        walked.min_rise = Some(MIN_RISE_TO_LAND);
        if walked.end == MoveEnd::Arrived && !matches!(slid.end, MoveEnd::Blocked) {
            walked.end = slid.end;
        }
    }
}

fn is_ground<D: Dimension>(surfaces: &SurfaceTests<D>, hit: &Hit<D>) -> bool {
    surfaces.ground_at(hit, MIN_RISE_TO_STAND).is_some()
}

/// Returns where steep surfaces [hold](TouchedParts::held_by) the character together: here, or no deeper than `depth` where
/// it slides down them. Otherwise it would be lifted off by the roundings of a walk along a trench.
fn slide_into_wedge<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    surfaces: &SurfaceTests<D>,
    depth: f64,
    walked: &Walked<D>,
    observer: &mut impl MoveObserver<D>,
) -> Option<D::Wide> {
    let settings = surfaces.settings();
    let is_held = |obstacles: &mut Obstacles<D>, displacement| {
        let mut touched = TouchedParts::new(displacement);
        touched.collect(obstacles, surfaces);
        touched.held_by(surfaces).is_some()
    };
    if is_held(obstacles, walked.displacement) {
        return Some(walked.displacement);
    }
    let mut policy = SinkPolicy(surfaces);
    let mut slid = Slide::new(walked.displacement, settings.up * -depth);
    obstacles.attempt(|obstacles| slid.run(obstacles, MAX_SLIDE_PIECES, &mut policy, &mut Unobserved));
    if !is_held(obstacles, slid.displacement) {
        return None;
    }
    let moved = slid.displacement - walked.displacement;
    observer.swept(walked.displacement, moved, moved, None);
    Some(slid.displacement)
}

/// Finds ground that is deeper than the distance of snapping, but from which the character could walk back to its footing:
/// it ran down a slope or stairs, and did not fly off an edge.
fn follow_ground<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    surfaces: &SurfaceTests<D>,
    hits: &mut Vec<MoveHit<D>>,
    walked: &Walked<D>,
    observer: &mut impl MoveObserver<D>,
) -> Option<D::Wide> {
    let settings = surfaces.settings();
    let up = settings.up;
    let way = length_of_way(settings, hits, walked);
    if !(way > GAIN_ROUNDING * obstacles.shape.ulp) {
        return None;
    }
    let step = settings.step_height.max(settings.snap_distance);
    // The rise of the walk is none of the ground below: it may have run over a crest.
    let rise = (walked.displacement - walked.footing.displacement).dot(up).max(0.0);
    let depth = rise + settings.greatest_descent(way) + f64::from(MAX_CLIMBS) * step;
    let down = up * -depth;
    let (displacement, hit) = sweep_straight(obstacles, surfaces, walked.displacement, down, &mut Unobserved);
    let below = hit.filter(|hit| is_ground(surfaces, hit))?;
    let height_of_ground = below.impact.at_min.clearance.on_b.dot(up);
    let settings = CheckedSettings { step_height: step, ..*settings };
    let GroundTest { query, filter, shape, .. } = surfaces.ground;
    let ground = GroundTest { query, filter, settings: &settings, shape };
    let surfaces = SurfaceTests { ground, blocking: surfaces.blocking };
    let count = hits.len();
    let back = Walked::from(displacement, height_of_ground, count);
    let walks_back = obstacles.attempt(|obstacles| walks_back(obstacles, &surfaces, back, hits, walked));
    hits.truncate(count);
    if !walks_back {
        return None;
    }
    observer.swept(walked.displacement, down, down, Some(&below));
    Some(displacement)
}

/// Returns the places at which a walk turned since its footing, the last one first, and then the footing.
fn turns_back<'w, D: Dimension>(
    hits: &'w [MoveHit<D>],
    walked: &'w Walked<D>,
) -> impl Iterator<Item = D::Wide> + 'w {
    let turns = hits[walked.footing.hits..].iter().rev().map(|hit| hit.moved.widen());
    turns.chain([walked.footing.displacement])
}

/// Returns the horizontal length of a walk since its footing.
fn length_of_way<D: Dimension>(
    settings: &CheckedSettings<D>,
    hits: &[MoveHit<D>],
    walked: &Walked<D>,
) -> f64 {
    let mut from = walked.displacement;
    let mut way = 0.0;
    for turn in turns_back(hits, walked) {
        let piece = settings.horizontal(turn - from);
        way += length(piece);
        from = turn;
    }
    way
}

/// Returns whether the character can walk back the way of a walk to its footing, and comes to that height again.
fn walks_back<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    surfaces: &SurfaceTests<D>,
    mut back: Walked<D>,
    hits: &mut Vec<MoveHit<D>>,
    walked: &Walked<D>,
) -> bool {
    let settings = surfaces.settings();
    let turns: SmallVec<[D::Wide; 8]> = turns_back(hits, walked).collect();
    for turn in turns {
        let missing = |back: &Walked<D>| settings.horizontal(turn - back.displacement);
        let negligible = LEAST_GAIN * length(missing(&back)) + GAIN_ROUNDING * obstacles.shape.ulp;
        for _ in 0..MAX_CLIMBS {
            walk_horizontally(obstacles, surfaces, missing(&back), hits, &mut back, &mut Unobserved);
            if length(missing(&back)) <= negligible {
                break;
            }
            // What stops it in one run may be climbed in the next one, from where it stands then.
            if back.end != MoveEnd::OutOfSteps && !stands_higher(obstacles, surfaces, &mut back) {
                return false;
            }
        }
        if length(missing(&back)) > negligible {
            return false;
        }
    }
    let short = (walked.footing.displacement - back.displacement).dot(settings.up);
    short <= settings.snap_distance + height_slack(obstacles)
}

/// Moves straight down onto ground. Returns whether that is higher than the last one.
fn stands_higher<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    surfaces: &SurfaceTests<D>,
    back: &mut Walked<D>,
) -> bool {
    let settings = surfaces.settings();
    let slack = height_slack(obstacles);
    let down = settings.up * -(settings.step_height + slack);
    let (displacement, hit) = sweep_straight(obstacles, surfaces, back.displacement, down, &mut Unobserved);
    let Some(hit) = hit.filter(|hit| is_ground(surfaces, hit)) else { return false };
    let height = hit.impact.at_min.clearance.on_b.dot(settings.up);
    let is_higher = height > back.footing.height_of_ground + slack;
    back.displacement = displacement;
    back.footing.height_of_ground = back.footing.height_of_ground.max(height);
    is_higher
}
