//! Depenetration: the shortest displacement that gives the shape its skin again.
//!
//! The plane of each overlapping part bounds the clearance from below, so a displacement that satisfies all planes at
//! once clears all parts in one solve. The displacement itself is swept: what it would enter gets a plane, too. Where
//! it ends, the planes are measured again, and the displacement becomes shorter: between two round or nearly opposite
//! parts, the first planes lead too far.
//!
//! No push is shorter than the exit from the deepest part alone. One that is about as short is the answer, as it is
//! where a single part overlaps. Otherwise some part may be left by another way than the nearest one, or need not be
//! left because the exits from the others leave it, too: see [`shortest_exit`].

use arrayvec::ArrayVec;
use gjk::{Affine, Vector, Wide};

use super::{
    Constraint, ContactPlane, ContactPlanes, HeldBy, Hit, MAX_STORED_PARTS, MoveEnd, MoveHit, MoveResponse,
    MovingShape, Obstacles, PartKey, Passable, Projection, Push, PushResult, Recorder, length, report,
};
use crate::collider::Dimension;
use crate::collider::exit_search::{ExitPlane, ExitSpace, ExitTask, FoundExit, NearObstacle, shortest_exit};

/// The limit of times that a displacement is shortened.
const MAX_SHORTENINGS: u32 = 8;
/// The gain below which a displacement is not shortened again, as a part of it.
const LEAST_GAIN: f64 = 1.0 / 512.0;
/// The longest push out of what does not contain the center of the shape, in sizes of the shape. What it would take
/// more to leave leaves no room.
const MAX_SIZES: f64 = 4.0;

/// Pushes the shape out of the parts that it overlaps. `respond` is asked about each of them.
pub(super) fn push_out<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    max_steps: u32,
    respond: impl FnMut(&MoveHit<D>) -> MoveResponse,
    recorder: &mut Recorder<D>,
) -> PushResult<D> {
    let zero = D::Wide::ZERO;
    let mut push = PushOut { obstacles, respond, displacement: zero, asked: ArrayVec::new(), is_weak: false };
    let mut parts = 0;
    let mut rounds = 0..max_steps.max(1);
    let end = loop {
        // More parts than fit are cleared a few at a time.
        if rounds.next().is_none() {
            break MoveEnd::OutOfSteps;
        }
        let mut planes = match push.planes_of_overlaps() {
            Ok(planes) => planes,
            Err(end) => break end,
        };
        if planes.len() == 0 {
            break MoveEnd::Arrived;
        }
        let overlapped = planes.len();
        let pushed = push.shortest(&mut planes);
        let (moved, end) = pushed.map_or_else(|end| (zero, end), |motion| (motion, MoveEnd::Arrived));
        let by_others = Push { ground: None, wanted: zero, moved, end };
        recorder.pushed(&push.obstacles.shape, push.displacement, by_others, &planes);
        if end == MoveEnd::Arrived {
            parts += planes.len().max(overlapped);
            push.displacement += moved;
        }
        // Without a displacement, the push of all that overlaps exceeds its limit.
        if end != MoveEnd::Arrived || moved == zero {
            break end;
        }
    };
    let start = push.obstacles.shape.affine.translation().widen();
    // The tolerance of the skin is more than the rounding.
    let translation = D::Vector::narrow(start + push.displacement);
    PushResult { translation, pushed: D::Vector::narrow(translation.widen() - start), parts, end }
}

/// A push, and where it led so far. A callback is asked about each part that the shape overlaps or would enter.
struct PushOut<'a, 'q, D: Dimension, F> {
    obstacles: &'a mut Obstacles<'q, D>,
    respond: F,
    displacement: D::Wide,
    /// The parts that the search for the shortest exit has asked about, and whether they stop the push.
    asked: ArrayVec<(PartKey, bool), MAX_STORED_PARTS>,
    /// Whether one of them gives way to a push that is long enough.
    is_weak: bool,
}

impl<D: Dimension, F: FnMut(&MoveHit<D>) -> MoveResponse> PushOut<'_, '_, D, F> {
    /// Returns the planes of the parts that the shape overlaps, and ignores those that are passed.
    fn planes_of_overlaps(&mut self) -> Result<ContactPlanes<D>, MoveEnd> {
        let Self { obstacles, respond, displacement, .. } = self;
        let mut planes = ContactPlanes::default();
        let mut stopped = None;
        let mut ignored = ArrayVec::<_, MAX_STORED_PARTS>::new();
        obstacles.overlapped(*displacement, |near| {
            let (key, zero) = (near.key, D::Wide::ZERO);
            let response = respond(&report(&near.hit(), *displacement, zero));
            match response {
                // What does not fit is asked about again.
                MoveResponse::Pass => _ = ignored.try_push(key.passable()),
                MoveResponse::Stop => stopped = Some(key.entity),
                MoveResponse::Slide | MoveResponse::PushAtMost(_) => {
                    let plane = ContactPlane::keeping(near.limits.skin, key, near.clearance, zero);
                    planes.push_deepest(ContactPlane { max_push: response.max_push(), ..plane });
                }
            }
        });
        ignored.iter().for_each(|&passed| _ = obstacles.ignore(passed));
        stopped.map_or(Ok(planes), |entity| Err(MoveEnd::Stopped(entity)))
    }

    /// Returns the shortest motion out of the parts with these planes that enters no other part, and replaces the
    /// planes by those that it keeps to.
    fn shortest(&mut self, planes: &mut ContactPlanes<D>) -> Result<D::Wide, MoveEnd> {
        let depth = planes.iter().map(|plane| -plane.offset).fold(0.0, f64::max);
        let pushed = self.nearest(planes);
        let length = match pushed {
            Ok(motion) => length(motion),
            Err(MoveEnd::Crushed(_) | MoveEnd::OutOfSteps) => f64::INFINITY,
            Err(_) => 0.0,
        };
        let tolerance = self.obstacles.shape.tolerance(self.obstacles.shape.skin);
        if length > depth + tolerance
            && planes.iter().all(|plane| plane.max_push == f64::INFINITY)
            && let Some(shorter) = self.shorter(length - tolerance, planes)
        {
            return shorter;
        }
        pushed
    }

    /// Returns the motion by the nearest exit of each part that enters no other part, for which planes are added.
    fn nearest(&mut self, planes: &mut ContactPlanes<D>) -> Result<D::Wide, MoveEnd> {
        let Self { obstacles, respond, displacement, .. } = self;
        let mut wanted = D::Wide::ZERO;
        loop {
            let motion = match planes.project(wanted) {
                Projection::Motion(motion) => motion,
                Projection::PushLimitExceeded(plane) => {
                    wanted = wanted - plane.normal * plane.max_push;
                    planes.remove(plane.key.entity);
                    if !obstacles.ignore(plane.key.passable()) {
                        return Err(MoveEnd::OutOfSteps);
                    }
                    continue;
                }
                Projection::Infeasible(pair) => return Err(MoveEnd::Crushed(pair.map(|key| key.entity))),
            };
            let hit =
                obstacles.first_hit(HeldBy::HalfSpaces, *displacement, motion, |key| planes.contains(key));
            let Some(hit) = hit else { return Ok(self.shorten(wanted, motion, planes)) };
            let at = motion * hit.impact.at_stop.time;
            let response = respond(&report(&hit, *displacement + at, motion - at));
            match response {
                MoveResponse::Stop => return Err(MoveEnd::Stopped(hit.key.entity)),
                MoveResponse::Pass if obstacles.ignore(hit.key.passable()) => continue,
                MoveResponse::Pass => return Err(MoveEnd::OutOfSteps),
                MoveResponse::Slide | MoveResponse::PushAtMost(_) => {}
            }
            if !planes.push(ContactPlane { max_push: response.max_push(), ..plane_of(&hit, motion) }) {
                return Err(MoveEnd::OutOfSteps);
            }
        }
    }

    /// Returns the motion nearest to `wanted` that clears the same parts as `motion` and enters no other, if `motion`
    /// is not far from it: Newton's method, from the side on which nothing overlaps.
    fn shorten(&mut self, wanted: D::Wide, mut motion: D::Wide, planes: &ContactPlanes<D>) -> D::Wide {
        if planes.len() < 2 {
            return motion;
        }
        let distance = |motion| squared_distance(motion, wanted).sqrt();
        let mut planes = planes.clone();
        for _ in 0..MAX_SHORTENINGS {
            let Some(nearer) = self.nearer(wanted, motion, &mut planes) else { break };
            let gain = distance(motion) - distance(nearer);
            motion = nearer;
            if gain < LEAST_GAIN * distance(motion) {
                break;
            }
        }
        motion
    }

    /// Returns a motion nearer to `wanted` than `motion`; `None` if none is found.
    ///
    /// The planes are measured again after `motion`, where no part overlaps any more. All of them allow `motion`, so
    /// the nearest motion that they allow is no farther.
    fn nearer(&mut self, wanted: D::Wide, motion: D::Wide, planes: &mut ContactPlanes<D>) -> Option<D::Wide> {
        let Self { obstacles, displacement, .. } = self;
        obstacles.near_motion(*displacement + motion, motion * -1.0, |near| {
            let slack = near.clearance.bound - near.limits.skin;
            if slack >= 0.0 {
                let normal = near.clearance.normal;
                planes.replace(near.key, normal, normal.dot(motion) + slack);
            }
        });
        loop {
            let Projection::Motion(nearer) = planes.project(wanted) else { return None };
            if !(squared_distance(nearer, wanted) < squared_distance(motion, wanted)) {
                return None;
            }
            let hit =
                obstacles.first_hit(HeldBy::HalfSpaces, *displacement, nearer, |key| planes.contains(key));
            let Some(hit) = hit else { return Some(nearer) };
            if !planes.push(plane_of(&hit, nearer)) {
                return None;
            }
        }
    }

    /// Returns a motion that is shorter than this by any exit of each part, if there is one, and replaces the planes by
    /// its own.
    fn shorter(
        &mut self,
        known_length: f64,
        planes: &mut ContactPlanes<D>,
    ) -> Option<Result<D::Wide, MoveEnd>> {
        let (displacement, shape) = (self.displacement, self.obstacles.shape);
        self.is_weak = false;
        self.asked.clear();
        self.asked.extend(planes.iter().map(|plane| (plane.key, false)));
        let longest = MAX_SIZES * shape.longest_side();
        let found = nearest_exit(self, &shape, displacement, &[], known_length, longest)?;
        if self.is_weak {
            return None;
        }
        planes.clear();
        for ExitPlane { key, constraint: Constraint { normal, offset } } in found.planes {
            planes.push(ContactPlane::rigid(key, normal, offset - normal.dot(displacement)));
        }
        let stops = |plane: &&ContactPlane<D>| self.asked.contains(&(plane.key, true));
        let stopped = planes.iter().find(stops).map(|plane| plane.key.entity);
        let motion = found.displacement - displacement;
        Some(stopped.map_or(Ok(motion), |entity| Err(MoveEnd::Stopped(entity))))
    }
}

impl<D: Dimension, F: FnMut(&MoveHit<D>) -> MoveResponse> ExitSpace<D> for PushOut<'_, '_, D, F> {
    type Key = PartKey;

    fn each_overlap(&mut self, displacement: D::Wide, mut visit: impl FnMut(&NearObstacle<D, PartKey>)) {
        let Self { obstacles, respond, asked, is_weak, .. } = self;
        let mut passed = ArrayVec::<Passable, MAX_STORED_PARTS>::new();
        obstacles.overlapped(displacement, |near| {
            let key = near.key;
            if passed.contains(&key.passable()) {
                return;
            }
            if !asked.iter().any(|(known, _)| *known == key) {
                match respond(&report(&near.hit(), displacement, D::Wide::ZERO)) {
                    // What does not fit is asked about again.
                    MoveResponse::Slide => _ = asked.try_push((key, false)),
                    MoveResponse::Stop => _ = asked.try_push((key, true)),
                    MoveResponse::PushAtMost(_) => *is_weak = true,
                    MoveResponse::Pass => {
                        let _ = passed.try_push(key.passable());
                        return;
                    }
                }
            }
            visit(&near.obstacle(near.limits.skin));
        });
        passed.iter().for_each(|&passed| _ = obstacles.ignore(passed));
    }

    fn each_guess(&mut self, displacement: D::Wide, visit: impl FnMut(D::Wide)) {
        self.obstacles.each_exit_of_solids(displacement, visit);
    }

    fn each_near(
        &mut self,
        displacement: D::Wide,
        motion: D::Wide,
        mut visit: impl FnMut(&NearObstacle<D, PartKey>),
    ) {
        self.obstacles.near_motion(displacement, motion, |near| visit(&near.obstacle(near.limits.skin)));
    }
}

/// Returns the exit nearest to a displacement that is shorter than a known length and, unless the center of the shape
/// is in an obstacle there, than the longest that leaves room.
pub(super) fn nearest_exit<D: Dimension, S: ExitSpace<D>>(
    space: &mut S,
    shape: &MovingShape<D>,
    wanted: D::Wide,
    fixed: &[Constraint<D::Wide>],
    known_length: f64,
    longest: f64,
) -> Option<FoundExit<D, S::Key>> {
    let center = shape.center();
    let mut is_buried = false;
    let at = D::Vector::narrow(center + wanted);
    space.each_overlap(wanted, |near| is_buried |= gjk::contains_point(near.obstacle, at));
    let limit = if is_buried { known_length } else { known_length.min(longest) };
    shortest_exit(space, &ExitTask { center, wanted, fixed, limit })
}

/// Returns the plane of a part that a displacement hits.
fn plane_of<D: Dimension>(hit: &Hit<D>, motion: D::Wide) -> ContactPlane<D> {
    let at_stop = &hit.impact.at_stop;
    let at = motion * at_stop.time;
    ContactPlane::keeping(hit.limits.stop_clearance, hit.key, &at_stop.clearance, at)
}

fn squared_distance<W: Wide>(one: W, other: W) -> f64 {
    (one - other).dot(one - other)
}
