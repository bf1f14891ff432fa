//! Move and slide: sweep, stop, project the motion that remains onto the surfaces that it presses against, repeat.
//!
//! Three properties distinguish it from the mover of Quake III (`PM_SlideMove`) and its descendants:
//! - The sweep is exact, so there is no pull-back, and the clearance is the skin.
//! - A part becomes a plane only if the motion would bring the shape closer to it than its
//!   [minimum](super::clearance::Limits). Planes of parts that are merely near cause ghost collisions at the edges
//!   that two faces of one floor share.
//! - The wanted motion, not the last direction, is replaced by the nearest one that all planes allow at once: an exact,
//!   small quadratic program ([`constraints`](crate::collider::exit_search::constraints)). So opposing planes need no
//!   heuristics, and a slide never turns back.
//!
//! A pair with a plane is not swept while the plane stands: `normal · motion ≤ 0` proves that it does not come closer.

use gjk::{Affine, Vector, Wide};

use super::{
    ContactPlane, ContactPlanes, HeldBy, Hit, MoveEnd, MoveHit, MoveResponse, MoveResult, Obstacles,
    Projection, Recorder, SweepPurpose, length, round_to_translation,
};
use crate::collider::Dimension;

/// A motion shorter than this part of the wanted one is none: rounding of the projection.
const STILL: f64 = 1e-9;

/// What a caller of the slide decides: what is done about a hit, and which motion the touched planes leave.
pub(super) trait SlidePolicy<D: Dimension> {
    /// Decides about a hit of a sweep between two displacements since the start of the move, with the motion that
    /// remains.
    fn respond(&mut self, hit: &Hit<D>, sweep: [D::Wide; 2], remaining: D::Wide) -> MoveResponse;

    /// Returns the best motion that the planes allow.
    fn project(&self, planes: &ContactPlanes<D>, wanted: D::Wide) -> Projection<D> {
        planes.project(wanted)
    }

    /// Returns what its sweeps are for, as they are recorded.
    fn purpose(&self) -> SweepPurpose {
        SweepPurpose::Slide
    }
}

/// Slides along everything, and asks a callback about each hit.
impl<D: Dimension, F: FnMut(&MoveHit<D>) -> MoveResponse> SlidePolicy<D> for F {
    fn respond(&mut self, hit: &Hit<D>, [_, to]: [D::Wide; 2], remaining: D::Wide) -> MoveResponse {
        self(&report(hit, to, remaining))
    }
}

/// A slide, and where it led so far, before rounding.
pub(super) struct Slide<D: Dimension> {
    /// The displacement since the start of the move.
    pub(super) displacement: D::Wide,
    /// The part of the wanted motion that remains.
    pub(super) remaining: D::Wide,
    pub(super) steps: u32,
    pub(super) end: MoveEnd,
    /// The planes at the end, which the final rounding must not pass.
    planes: ContactPlanes<D>,
}

impl<D: Dimension> Slide<D> {
    /// Begins a slide at a displacement since the start of the move.
    #[inline(always)]
    pub(super) fn new(from: D::Wide, motion: D::Wide) -> Self {
        Self {
            displacement: from,
            remaining: motion,
            steps: 0,
            end: MoveEnd::Arrived,
            planes: ContactPlanes::default(),
        }
    }

    /// Moves the shape on. A `step` is a straight piece of its path.
    pub(super) fn run(
        &mut self,
        obstacles: &mut Obstacles<D>,
        max_steps: u32,
        policy: &mut impl SlidePolicy<D>,
        recorder: &mut Recorder<D>,
    ) {
        let motion = self.remaining;
        let still = STILL * length(motion);
        let Self { displacement, remaining, steps, end, planes } = self;
        let start = *displacement;
        // Whether the shape overlaps what blocks it since the start of the move: see `MoveEnd::Buried`.
        let mut is_buried = false;
        *end = loop {
            let step: D::Wide = match policy.project(planes, *remaining) {
                Projection::Motion(step) => step,
                Projection::PushLimitExceeded(plane) => {
                    *remaining = *remaining - plane.normal * plane.max_push;
                    planes.remove(plane.key.entity);
                    recorder.push_limit_exceeded(plane.key.entity);
                    if obstacles.ignore(plane.key.passable()) {
                        continue;
                    }
                    break MoveEnd::OutOfSteps;
                }
                Projection::Infeasible(pair) => break MoveEnd::Crushed(pair.map(|key| key.entity)),
            };
            if !(step.dot(step) > still * still) {
                if motion == D::Wide::ZERO {
                    break MoveEnd::Arrived;
                }
                break if is_buried { MoveEnd::Buried } else { MoveEnd::Blocked };
            }
            let hit = obstacles
                .first_hit(HeldBy::HalfSpacesAndFaces, *displacement, step, |key| planes.contains(key));
            let (from, motions) = (*displacement, [*remaining, step]);
            let Some(hit) = hit else {
                recorder.swept(policy.purpose(), from, motions, None, None);
                *displacement += step;
                *remaining = D::Wide::ZERO;
                *steps += 1;
                break MoveEnd::Arrived;
            };
            let Hit { key, impact, limits, stop_time: time } = hit;
            if time > 0.0 {
                *displacement += step * time;
                *remaining = *remaining * (1.0 - time);
                planes.clear();
            }
            let normal = impact.at_min.clearance.normal;
            is_buried |= limits.stop_clearance < 0.0 && *displacement == start;
            let response = policy.respond(&hit, [from, *displacement], *remaining);
            recorder.swept(policy.purpose(), from, motions, Some(&hit), Some(response));
            if response == MoveResponse::Pass {
                // The path is straight there, so what is passed is no step, and any number may be.
                match obstacles.ignore(key.passable()) {
                    true => continue,
                    false => break MoveEnd::OutOfSteps,
                }
            }
            if time > 0.0 {
                *steps += 1;
                if *steps >= max_steps {
                    break MoveEnd::OutOfSteps;
                }
            }
            if response == MoveResponse::Stop {
                break MoveEnd::Stopped(key.entity);
            }
            let max_push = response.max_push();
            let max_along_normal = normal.dot(*displacement)
                + (impact.separation_at(time, step) - limits.stop_clearance).max(0.0);
            if !planes.push(ContactPlane { key, normal, offset: 0.0, max_push, max_along_normal }) {
                break MoveEnd::OutOfSteps;
            }
        };
    }

    /// Rounds the displacement to a translation.
    pub(super) fn finish(&self, obstacles: &Obstacles<D>) -> MoveResult<D> {
        let start = obstacles.shape.affine.translation().widen();
        let planes = self.planes.iter().map(|plane| (plane.normal, plane.max_along_normal));
        let translation = round_to_translation(&obstacles.shape, self.displacement, planes);
        MoveResult {
            translation,
            moved: D::Vector::narrow(translation.widen() - start),
            remaining: D::Vector::narrow(self.remaining),
            steps: self.steps,
            end: self.end,
        }
    }
}

/// Describes a hit.
pub(super) fn report<D: Dimension>(hit: &Hit<D>, displacement: D::Wide, remaining: D::Wide) -> MoveHit<D> {
    let (at_stop, at_min) = (&hit.impact.at_stop.clearance, &hit.impact.at_min.clearance);
    MoveHit {
        entity: hit.key.entity,
        part: hit.key.part,
        point: D::Vector::narrow(at_min.on_b),
        normal: D::Vector::narrow(-at_min.normal),
        clearance: at_stop.distance as f32,
        skin: hit.limits.skin as f32,
        moved: D::Vector::narrow(displacement),
        remaining: D::Vector::narrow(remaining),
    }
}
