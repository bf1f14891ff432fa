//! Down to the ground after a walk: onto ground that is near, into a wedge, after ground that fell away by what can be
//! walked, or by gravity.

use gjk::{Vector, Wide};
use smallvec::SmallVec;

use super::{
    GAIN_ROUNDING, LEAST_GAIN, MAX_CLIMBS, MIN_RISE_TO_LAND, MIN_RISE_TO_STAND, SlideKind, Walked, Walker,
};
use crate::collider::Dimension;
use crate::movement::{Hit, MoveEnd, MoveHit, SweepPurpose, length};

impl<D: Dimension> Walker<'_, '_, D> {
    /// Moves down onto ground: straight, at least as far as it falls and at most as far as it snaps, or farther if it
    /// could walk back up; without ground, it falls.
    pub(super) fn snap_down(&mut self, fall: f64, walked: &mut Walked<D>) {
        let settings = self.surfaces.settings;
        let snap = match settings.snap_distance {
            distance if distance > 0.0 => distance + self.height_slack(),
            _ => 0.0,
        };
        let depth = fall.max(snap);
        if !(depth > 0.0) {
            return;
        }
        let (displacement, hit) =
            self.sweep_straight(SweepPurpose::Down, walked.displacement, settings.up * -depth);
        let snapped = if hit.is_some_and(|hit| self.is_ground(&hit)) {
            Some(displacement)
        } else {
            self.recorder.probed();
            match hit {
                _ if !(snap > 0.0) => None,
                Some(_) => self.slide_into_wedge(depth, walked),
                None => self.follow_ground(walked),
            }
        };
        if let Some(displacement) = snapped {
            walked.snapped += (walked.displacement - displacement).dot(settings.up);
            walked.displacement = displacement;
        } else if fall > 0.0 {
            let min_rise = Some(MIN_RISE_TO_STAND);
            let slid = self.slide(SlideKind::Air { min_rise }, walked.displacement, settings.up * -fall);
            walked.displacement = slid.displacement;
            if !slid.has_landed {
                walked.min_rise = Some(MIN_RISE_TO_LAND);
                if walked.end == MoveEnd::Arrived && slid.end != MoveEnd::Blocked {
                    walked.end = slid.end;
                }
            }
        }
    }

    fn is_ground(&self, hit: &Hit<D>) -> bool {
        self.surfaces.ground_at(hit, MIN_RISE_TO_STAND).is_some()
    }

    /// Returns where steep surfaces [hold](super::touched_parts::TouchedParts::held_by) the character together: here,
    /// or no deeper than `depth` where it slides down them. Otherwise it would be lifted off by the roundings of a walk
    /// along a trench.
    fn slide_into_wedge(&mut self, depth: f64, walked: &Walked<D>) -> Option<D::Wide> {
        let is_held = |walker: &mut Self, displacement| {
            walker.touched_parts(displacement).held_by(&walker.surfaces).is_some()
        };
        if is_held(self, walked.displacement) {
            return Some(walked.displacement);
        }
        let down = self.surfaces.settings.up * -depth;
        let slid = self.attempt(|walker| walker.slide(SlideKind::Sink, walked.displacement, down));
        if !is_held(self, slid.displacement) {
            return None;
        }
        let moved = slid.displacement - walked.displacement;
        self.recorder.swept(SweepPurpose::Down, walked.displacement, [moved, moved], None, None);
        Some(slid.displacement)
    }

    /// Finds ground that is deeper than the distance of snapping, but from which the character could walk back to its
    /// footing: it ran down a slope or stairs, and did not fly off an edge.
    fn follow_ground(&mut self, walked: &Walked<D>) -> Option<D::Wide> {
        let settings = self.surfaces.settings;
        let up = settings.up;
        // The places at which the walk turned since its footing, the last one first, and then the footing.
        let turns = self.hits[walked.footing.hits..].iter().rev().map(|hit: &MoveHit<D>| hit.moved.widen());
        let turns: SmallVec<[D::Wide; 8]> = turns.chain([walked.footing.displacement]).collect();
        let (mut way, mut from) = (0.0, walked.displacement);
        for &turn in &turns {
            way += length(settings.horizontal(turn - from));
            from = turn;
        }
        if !(way > GAIN_ROUNDING * self.obstacles.shape.ulp) {
            return None;
        }
        let step = settings.step_height.max(settings.snap_distance);
        // The rise of the walk is none of the ground below: it may have run over a crest.
        let rise = (walked.displacement - walked.footing.displacement).dot(up).max(0.0);
        let depth = rise + settings.greatest_descent(way) + f64::from(MAX_CLIMBS) * step;
        let down = up * -depth;
        let (displacement, hit) =
            self.unrecorded(|walker| walker.sweep_straight(SweepPurpose::Down, walked.displacement, down));
        let below = hit.filter(|hit| self.is_ground(hit))?;
        let height_of_ground = below.impact.at_min.clearance.on_b.dot(up);
        self.surfaces.settings.step_height = step;
        let walks_back = self.attempt(|walker| {
            let back = Walked::from(displacement, height_of_ground, walker.hits.len());
            walker.walks_back(back, &turns, walked)
        });
        self.surfaces.settings = settings;
        if !walks_back {
            return None;
        }
        self.recorder.swept(SweepPurpose::Down, walked.displacement, [down, down], Some(&below), None);
        Some(displacement)
    }

    /// Returns whether the character can walk back the way of a walk to its footing, and comes to that height again.
    fn walks_back(&mut self, mut back: Walked<D>, turns: &[D::Wide], walked: &Walked<D>) -> bool {
        let settings = self.surfaces.settings;
        for &turn in turns {
            let missing = |back: &Walked<D>| settings.horizontal(turn - back.displacement);
            let negligible = LEAST_GAIN * length(missing(&back)) + GAIN_ROUNDING * self.obstacles.shape.ulp;
            for _ in 0..MAX_CLIMBS {
                self.walk_horizontally(missing(&back), &mut back);
                if length(missing(&back)) <= negligible {
                    break;
                }
                // What stops it in one run may be climbed in the next one, from where it stands then.
                if back.end != MoveEnd::OutOfSteps && !self.stands_higher(&mut back) {
                    return false;
                }
            }
            if length(missing(&back)) > negligible {
                return false;
            }
        }
        let short = (walked.footing.displacement - back.displacement).dot(settings.up);
        short <= settings.snap_distance + self.height_slack()
    }

    /// Moves straight down onto ground. Returns whether that is higher than the last one.
    fn stands_higher(&mut self, back: &mut Walked<D>) -> bool {
        let settings = self.surfaces.settings;
        let slack = self.height_slack();
        let down = settings.up * -(settings.step_height + slack);
        let (displacement, hit) = self.sweep_straight(SweepPurpose::Down, back.displacement, down);
        let Some(hit) = hit.filter(|hit| self.is_ground(hit)) else { return false };
        let height = hit.impact.at_min.clearance.on_b.dot(settings.up);
        let is_higher = height > back.footing.height_of_ground + slack;
        back.displacement = displacement;
        back.footing.height_of_ground = back.footing.height_of_ground.max(height);
        is_higher
    }
}
