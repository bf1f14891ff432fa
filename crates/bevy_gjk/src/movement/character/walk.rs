//! The walk of a character: along the ground, up steps, down to the ground again, or through the air.
//!
//! All of it happens in `f64` around one start, so that one rounding ends it.
//!
//! Terms: *horizontal* is perpendicular to the up direction; the *rise* of a [contact](super::ground) is the component
//! of its normal along it; to [snap](super::snap) is to move down onto ground that is near. The *footing* is the last
//! place of a walk at which the character is known to stand.

use gjk::{Vector, Wide};

use super::{CharacterSlide, MAX_SLIDE_PIECES, MoverContact, SlideKind, SurfaceTests, Wall};
use crate::collider::Dimension;
use crate::movement::{
    HeldBy, Hit, MoveEnd, MoveHit, Obstacles, Recorder, Slide, StepRefusal, SweepPurpose, length,
};

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
/// How much farther down ground is looked for, and how much higher a step may be, in tolerances of a clearance: so that
/// a drop of exactly the distance of snapping is one that is snapped over, and a step of exactly the height is climbed.
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

/// A character on its way: what is around it, and the report of what it meets. Displacements are relative to where the
/// obstacles were collected.
pub(super) struct Walker<'a, 'q, D: Dimension> {
    pub(super) obstacles: &'a mut Obstacles<'q, D>,
    pub(super) surfaces: SurfaceTests<'a, D>,
    pub(super) hits: Vec<MoveHit<D>>,
    pub(super) recorder: Recorder<'a, D>,
}

/// Where a slide of a character led.
pub(super) struct Slid<D: Dimension> {
    pub(super) displacement: D::Wide,
    remaining: D::Wide,
    pub(super) end: MoveEnd,
    first_wall: Option<Wall<D>>,
    pub(super) has_landed: bool,
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

impl<D: Dimension> Walker<'_, '_, D> {
    /// Moves a character that stands on ground or not.
    pub(super) fn walk(&mut self, motion: D::Wide, ground: Option<&MoverContact<D>>) -> Walked<D> {
        let settings = self.surfaces.settings;
        let start = D::Wide::ZERO;
        let height_of_ground =
            ground.map_or(f64::NEG_INFINITY, |ground| ground.point.widen().dot(settings.up));
        let mut walked = Walked::from(start, height_of_ground, self.hits.len());
        // A rise by less than the rounding of the translation does not leave the ground.
        let rise = motion.dot(settings.up);
        let rise = if rise.abs() < self.obstacles.shape.ulp { 0.0 } else { rise };
        let (mut horizontal, mut fall) = (settings.horizontal(motion), (-rise).max(0.0));
        if rise > 0.0 || ground.is_none() || settings.least_cosine.is_none() {
            let may_land = rise <= 0.0 && settings.least_cosine.is_some();
            let min_rise = may_land.then_some(MIN_RISE_TO_LAND);
            let slid = self.slide(SlideKind::Air { min_rise }, start, motion);
            if !slid.has_landed {
                return Walked { displacement: slid.displacement, end: slid.end, min_rise, ..walked };
            }
            walked = Walked::from(slid.displacement, height_of_ground, self.hits.len());
            horizontal = settings.horizontal(slid.remaining);
            fall = (-slid.remaining.dot(settings.up)).max(0.0);
        }
        self.walk_horizontally(horizontal, &mut walked);
        self.snap_down(fall, &mut walked);
        walked
    }

    /// Moves along the ground, and up steps where a wall is in the way.
    pub(super) fn walk_horizontally(&mut self, mut horizontal: D::Wide, walked: &mut Walked<D>) {
        let settings = self.surfaces.settings;
        if horizontal == D::Wide::ZERO {
            return;
        }
        for _ in 0..MAX_CLIMBS {
            let slid = self.slide(SlideKind::Walk, walked.displacement, horizontal);
            let step = slid.first_wall.filter(|_| settings.step_height > 0.0).and_then(|wall| {
                let step = self.climb(&wall, &slid, walked.footing.height_of_ground);
                self.recorder.stepped(wall.displacement, wall.key, step.map(|step| step.displacement));
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
            walked.footing =
                Footing { displacement: step.displacement, height_of_ground, hits: self.hits.len() };
            horizontal = step.remaining;
            if !(horizontal.dot(horizontal) > 0.0) {
                return;
            }
        }
        walked.end = MoveEnd::OutOfSteps;
    }

    /// Tries to climb a step over a wall: up, along, and down onto ground. It has to lead farther than the slide along
    /// the wall. `height_of_ground` is that at the start of the walk, or of the highest step since.
    fn climb(
        &mut self,
        wall: &Wall<D>,
        slid: &Slid<D>,
        height_of_ground: f64,
    ) -> Result<Step<D>, StepRefusal> {
        let settings = self.surfaces.settings;
        let Wall { displacement: at, remaining, .. } = *wall;
        let (raised, ceiling) =
            self.sweep_straight(SweepPurpose::StepUp, at, settings.up * settings.step_height);
        // Hits of an attempt are not reported.
        let count = self.hits.len();
        let along =
            self.slide(SlideKind::StepForward { from: raised }, raised, settings.horizontal(remaining));
        self.hits.truncate(count);
        let height = (along.displacement - at).dot(settings.up);
        if height < 0.0 {
            let above = ceiling.map(|hit| hit.key).or(along.first_wall.map(|wall| wall.key));
            return Err(StepRefusal::NoRoomAbove(above.unwrap_or(wall.key).entity));
        }
        let slack = self.height_slack();
        let down = settings.up * -(height + settings.snap_distance + slack);
        let (displacement, below) = self.sweep_straight(SweepPurpose::StepDown, along.displacement, down);
        let below = below.ok_or(StepRefusal::NoGround)?;
        if self.surfaces.ground_at(&below, MIN_RISE_TO_STAND).is_none() {
            return Err(StepRefusal::TooSteep(below.key.entity));
        }
        // The point of the step that stops the way down.
        let top = below.impact.at_min.clearance.on_b;
        let height_of_top = top.dot(settings.up);
        // With a round bottom, the character may stand on the edge of the step already: then its ground is as high as
        // the top, although its lowest point is far below, and nothing remains to be climbed.
        let stands_on_top = height_of_ground >= height_of_top - slack;
        if !stands_on_top && self.height_of_step(at, top) > settings.step_height + slack {
            return Err(StepRefusal::TooHigh(below.key.entity));
        }
        let length = length(remaining);
        let gain = |from: D::Wide, to: D::Wide| (to - from).dot(remaining) / length;
        let (share, rounding) = (LEAST_GAIN * length, GAIN_ROUNDING * self.obstacles.shape.ulp);
        // Where a wall has ended the step, the slide counts as far as the same part of the motion leads.
        let used = |remaining: D::Wide| 1.0 - self::length(remaining) / length;
        let (used, used_by_slide) = (used(along.remaining), used(slid.remaining));
        let end_of_slide = match along.end {
            MoveEnd::Stopped(_) if used < used_by_slide => {
                at + (slid.displacement - at) * (used / used_by_slide)
            }
            _ => slid.displacement,
        };
        let gained = gain(end_of_slide, displacement);
        // Far from the origin, the motion of a run may be no longer than its rounding: a step is one by the height that
        // is won, too.
        let won = gained + (displacement - end_of_slide).dot(settings.up).max(0.0);
        if gained > share && won > share + rounding {
            let remaining = settings.horizontal(along.remaining);
            return Ok(Step { displacement, height_of_top, remaining });
        }
        Err(match (ceiling, along.first_wall) {
            (Some(ceiling), Some(_)) => StepRefusal::NoRoomAbove(ceiling.key.entity),
            (None, Some(wall)) if gain(raised, wall.displacement) <= share + rounding => {
                StepRefusal::TooHigh(wall.key.entity)
            }
            _ => StepRefusal::NoGain,
        })
    }

    /// Returns the slack of heights and depths, a length.
    pub(super) fn height_slack(&self) -> f64 {
        let shape = &self.obstacles.shape;
        HEIGHT_SLACK * shape.tolerance(shape.skin)
    }

    /// Returns how high the top of a step is above the ground in front of it. That is not how far the mover rises: one
    /// with a round bottom rises over the edge of a step bit by bit, and stands on the edge meanwhile.
    fn height_of_step(&mut self, at: D::Wide, top: D::Wide) -> f64 {
        let up = self.surfaces.settings.up;
        let ground = self.touched_parts(at).ground_height_at(&self.surfaces, top);
        // On its way down a slope, it may touch no ground between two snaps. Then its lowest point stands for the
        // ground.
        let shape = &self.obstacles.shape;
        let lowest_point = || (at + shape.support(up * -1.0)).dot(up) - shape.skin;
        top.dot(up) - ground.unwrap_or_else(lowest_point)
    }

    /// Slides from a displacement.
    pub(super) fn slide(&mut self, kind: SlideKind<D>, from: D::Wide, motion: D::Wide) -> Slid<D> {
        let Self { obstacles, surfaces, hits, recorder } = self;
        let mut policy = CharacterSlide { kind, surfaces, hits, first_wall: None, has_landed: false };
        let mut slide = Slide::new(from, motion);
        slide.run(obstacles, MAX_SLIDE_PIECES, &mut policy, recorder);
        let CharacterSlide { first_wall, has_landed, .. } = policy;
        let Slide { displacement, remaining, end, .. } = slide;
        Slid { displacement, remaining, end, first_wall, has_landed }
    }

    /// Moves straight until something blocks it. Returns the displacement and what was hit.
    pub(super) fn sweep_straight(
        &mut self,
        purpose: SweepPurpose,
        from: D::Wide,
        motion: D::Wide,
    ) -> (D::Wide, Option<Hit<D>>) {
        let (held_by, obstacles) = (HeldBy::HalfSpacesAndFaces, &mut *self.obstacles);
        let hit = self.surfaces.first_blocking_hit(obstacles, held_by, from, motion, |_| false);
        self.recorder.swept(purpose, from, [motion, motion], hit.as_ref(), None);
        (from + motion * hit.map_or(1.0, |hit| hit.stop_time), hit)
    }

    /// Makes an attempt of which only the result counts: nothing is recorded or reported, and then no more is ignored
    /// than before.
    pub(super) fn attempt<T>(&mut self, attempt: impl FnOnce(&mut Self) -> T) -> T {
        let counts = (self.obstacles.ignored.len(), self.hits.len());
        let result = self.unrecorded(attempt);
        self.obstacles.ignored.truncate(counts.0);
        self.hits.truncate(counts.1);
        result
    }

    /// Does something without a record.
    pub(super) fn unrecorded<T>(&mut self, action: impl FnOnce(&mut Self) -> T) -> T {
        let trace = self.recorder.0.take();
        let result = action(self);
        self.recorder.0 = trace;
        result
    }
}
