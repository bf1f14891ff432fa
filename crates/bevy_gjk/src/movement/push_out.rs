//! Depenetration: the shortest displacement that gives the shape its skin again.
//!
//! The plane of each overlapping part bounds the clearance from below, so a displacement that satisfies all planes at
//! once clears all parts in one solve. The displacement itself is swept: what it would enter gets a plane, too. Where it
//! ends, the planes are measured again, and the displacement becomes shorter: between two round or nearly opposite parts,
//! the first planes lead too far.
//!
//! No push is shorter than the way out of the deepest part alone. One that is about as short is the answer, as it is
//! where a single part overlaps. Otherwise some part may be left by another way than the nearest one, or need not be left
//! because the others lead out of it: see [`shortest_exit`].

use arrayvec::ArrayVec;
use gjk::{Affine, Vector, Wide};

use super::answer::{MoveEnd, MoveHit, MoveResponse, PushResult};
use super::clearance::{Clearance, MovingShape, Part};
use super::constraints::{Constraint, length};
use super::hit::{Hit, PartKey, Passable};
use super::obstacles::{HeldBy, MAX_STORED_PARTS, Obstacles};
use super::planes::{ContactPlane, ContactPlanes, Projection};
use super::slide::report;
use super::trace::{MoveObserver, Push};
use crate::collider::Dimension;
use crate::collider::exit_search::{ExitPlane, ExitSpace, ExitTask, FoundExit, NearObstacle, shortest_exit};

/// The limit of times that a displacement is shortened.
const MAX_SHORTENINGS: u32 = 8;
/// The gain below which a displacement is not shortened again, as a part of it.
const LEAST_GAIN: f64 = 1.0 / 512.0;
/// The longest push out of what does not contain the center of the shape, in sizes of the shape. What it would take more
/// to leave leaves no room.
const MAX_SIZES: f64 = 4.0;

/// Pushes the shape out of the parts that it overlaps. `respond` is asked about each of them.
pub(super) fn push_out<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    max_steps: u32,
    mut respond: impl FnMut(&MoveHit<D>) -> MoveResponse,
    observer: &mut impl MoveObserver<D>,
) -> PushResult<D> {
    let start = obstacles.shape.affine.translation().widen();
    let zero = D::Wide::ZERO;
    let mut displacement = zero;
    let mut parts = 0;
    let mut rounds = 0..max_steps.max(1);
    let end = loop {
        // More parts than fit are cleared a few at a time.
        if rounds.next().is_none() {
            break MoveEnd::OutOfSteps;
        }
        let mut planes = match planes_of_overlaps(obstacles, displacement, &mut respond) {
            Ok(planes) => planes,
            Err(end) => break end,
        };
        if planes.len() == 0 {
            break MoveEnd::Arrived;
        }
        let overlapped = planes.len();
        let depth = planes.iter().map(|plane| -plane.offset).fold(0.0, f64::max);
        let mut pushed = push(obstacles, displacement, &mut planes, &mut respond);
        let length = match pushed {
            Ok(motion) => length(motion),
            Err(MoveEnd::Crushed(_) | MoveEnd::OutOfSteps) => f64::INFINITY,
            Err(_) => 0.0,
        };
        let tolerance = obstacles.shape.tolerance(obstacles.shape.skin);
        if length > depth + tolerance && planes.iter().all(|plane| plane.max_push == f64::INFINITY) {
            let mut space =
                AskedParts { obstacles, respond: &mut respond, asked: ArrayVec::new(), is_weak: false };
            if let Some(shorter) = space.shorter_push(displacement, length - tolerance, &mut planes) {
                pushed = shorter;
            }
        }
        let (moved, end) = pushed.map_or_else(|end| (zero, end), |motion| (motion, MoveEnd::Arrived));
        let by_others = Push { ground: None, wanted: zero, moved, end };
        observer.pushed(&obstacles.shape, displacement, by_others, &planes);
        match pushed {
            Ok(motion) => {
                parts += planes.len().max(overlapped);
                displacement += motion;
                if motion == zero {
                    // The push of all that is left exceeds its limit.
                    break MoveEnd::Arrived;
                }
            }
            Err(end) => break end,
        }
    };
    // The tolerance of the skin is more than the rounding.
    let translation = D::Vector::narrow(start + displacement);
    PushResult { translation, pushed: D::Vector::narrow(translation.widen() - start), parts, end }
}

/// Returns the planes of the parts that the shape overlaps after a displacement, and ignores those that are passed.
fn planes_of_overlaps<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    displacement: D::Wide,
    respond: &mut impl FnMut(&MoveHit<D>) -> MoveResponse,
) -> Result<ContactPlanes<D>, MoveEnd> {
    let mut planes = ContactPlanes::new();
    let mut stopped = None;
    let mut ignored = ArrayVec::<_, MAX_STORED_PARTS>::new();
    obstacles.overlaps(displacement, |hit| {
        let Hit { key, impact, limits, .. } = hit;
        let clearance = &impact.at_stop.clearance;
        let max_push = match respond(&report(hit, displacement, D::Wide::ZERO)) {
            MoveResponse::Slide => f64::INFINITY,
            MoveResponse::PushAtMost(push) => f64::from(push).max(0.0),
            MoveResponse::Pass => {
                // What does not fit is asked about again.
                let _ = ignored.try_push(key.passable());
                return;
            }
            MoveResponse::Stop => {
                stopped = Some(key.entity);
                return;
            }
        };
        let offset = clearance.bound - limits.skin;
        let plane = ContactPlane::rigid(*key, clearance.normal, offset);
        planes.push_deepest(ContactPlane { max_push, ..plane });
    });
    ignored.iter().for_each(|&passed| _ = obstacles.ignore(passed));
    stopped.map_or(Ok(planes), |entity| Err(MoveEnd::Stopped(entity)))
}

/// Returns the shortest displacement that satisfies all planes and enters no other part, for which planes are added.
fn push<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    displacement: D::Wide,
    planes: &mut ContactPlanes<D>,
    respond: &mut impl FnMut(&MoveHit<D>) -> MoveResponse,
) -> Result<D::Wide, MoveEnd> {
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
        let Some(hit) =
            obstacles.first_hit(HeldBy::HalfSpaces, displacement, motion, |key| planes.contains(key))
        else {
            return Ok(shorten(obstacles, displacement, wanted, motion, planes));
        };
        let at = motion * hit.impact.at_stop.time;
        let max_push = match respond(&report(&hit, displacement + at, motion - at)) {
            MoveResponse::Slide => f64::INFINITY,
            MoveResponse::PushAtMost(push) => f64::from(push).max(0.0),
            MoveResponse::Stop => return Err(MoveEnd::Stopped(hit.key.entity)),
            MoveResponse::Pass if obstacles.ignore(hit.key.passable()) => continue,
            MoveResponse::Pass => return Err(MoveEnd::OutOfSteps),
        };
        if !planes.push(ContactPlane { max_push, ..plane_of(&hit, motion) }) {
            return Err(MoveEnd::OutOfSteps);
        }
    }
}

/// The parts around, of which a callback is asked about each that a push may lead into.
struct AskedParts<'a, 'q, D: Dimension, F> {
    obstacles: &'a mut Obstacles<'q, D>,
    respond: &'a mut F,
    /// The parts that were asked about, and whether they stop the push.
    asked: ArrayVec<(PartKey, bool), MAX_STORED_PARTS>,
    /// Whether one of them gives way to a push that is long enough.
    is_weak: bool,
}

impl<D: Dimension, F: FnMut(&MoveHit<D>) -> MoveResponse> AskedParts<'_, '_, D, F> {
    /// Returns a push that is shorter than this, if there is one, and replaces the planes by its own.
    fn shorter_push(
        &mut self,
        displacement: D::Wide,
        known_length: f64,
        planes: &mut ContactPlanes<D>,
    ) -> Option<Result<D::Wide, MoveEnd>> {
        let shape = &self.obstacles.shape;
        let (center, longest) = (shape.center(), MAX_SIZES * shape.longest_side());
        let limit = exit_limit(self, center, displacement, known_length, longest);
        let task = ExitTask { center, wanted: displacement, fixed: &[], limit };
        self.asked.extend(planes.iter().map(|plane| (plane.key, false)));
        let FoundExit { displacement: found, planes: found_planes, .. } = shortest_exit(self, &task)?;
        if self.is_weak {
            return None;
        }
        planes.clear();
        for ExitPlane { key, constraint: Constraint { normal, offset } } in found_planes {
            planes.push(ContactPlane::rigid(key, normal, offset - normal.dot(displacement)));
        }
        let stops = |plane: &&ContactPlane<D>| self.asked.contains(&(plane.key, true));
        let stopped = planes.iter().find(stops).map(|plane| plane.key.entity);
        Some(stopped.map_or(Ok(found - displacement), |entity| Err(MoveEnd::Stopped(entity))))
    }
}

impl<D: Dimension, F: FnMut(&MoveHit<D>) -> MoveResponse> ExitSpace<D> for AskedParts<'_, '_, D, F> {
    type Key = PartKey;

    fn each_overlap(&mut self, displacement: D::Wide, mut visit: impl FnMut(&NearObstacle<D, PartKey>)) {
        let Self { obstacles, respond, asked, is_weak } = self;
        let mut passed = ArrayVec::<Passable, MAX_STORED_PARTS>::new();
        obstacles.overlapping_parts(displacement, |shape, key, part, clearance, limits| {
            if passed.contains(&key.passable()) {
                return;
            }
            if !asked.iter().any(|(known, _)| *known == key) {
                let hit = Hit::at_once(key, clearance, limits);
                match respond(&report(&hit, displacement, D::Wide::ZERO)) {
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
            visit(&near_part(key, shape, part, clearance, limits.skin));
        });
        for passed in passed {
            obstacles.ignore(passed);
        }
    }

    fn each_guess(&mut self, displacement: D::Wide, visit: impl FnMut(D::Wide)) {
        self.obstacles.each_way_out(displacement, visit);
    }

    fn each_near(
        &mut self,
        displacement: D::Wide,
        motion: D::Wide,
        mut visit: impl FnMut(&NearObstacle<D, PartKey>),
    ) {
        self.obstacles.near_motion(displacement, motion, |shape, key, part, clearance, limits| {
            visit(&near_part(key, shape, part, clearance, limits.skin));
        });
    }
}

/// Returns the limit of the length of an exit: a length that is known and, unless the center of the shape is in an obstacle
/// after a displacement, the longest that leaves room.
pub(super) fn exit_limit<D: Dimension>(
    space: &mut impl ExitSpace<D>,
    center: D::Wide,
    displacement: D::Wide,
    known_length: f64,
    longest: f64,
) -> f64 {
    let mut is_buried = false;
    let center = D::Vector::narrow(center + displacement);
    space.each_overlap(displacement, |near| is_buried |= gjk::contains_point(near.obstacle, center));
    if is_buried { known_length } else { known_length.min(longest) }
}

/// Returns a part as an obstacle of the shape.
pub(super) fn near_part<'o, D: Dimension>(
    key: PartKey,
    shape: &'o MovingShape<D>,
    part: &'o Part<D>,
    clearance: &'o Clearance<D>,
    skin: f64,
) -> NearObstacle<'o, D, PartKey> {
    NearObstacle {
        key,
        body: shape.shape(),
        obstacle: part,
        clearance,
        normals: &[],
        known_exit: None,
        skin,
        only_exit: None,
    }
}

/// Returns the plane of a part that a displacement hits.
fn plane_of<D: Dimension>(hit: &Hit<D>, motion: D::Wide) -> ContactPlane<D> {
    let Hit { key, impact, limits, .. } = hit;
    let (at, clearance) = (motion * impact.at_stop.time, &impact.at_stop.clearance);
    ContactPlane::rigid(
        *key,
        clearance.normal,
        clearance.normal.dot(at) + clearance.bound - limits.stop_clearance,
    )
}

/// Returns the displacement nearest to `wanted` that clears the same parts as `motion` and enters no other, if `motion`
/// is not far from it: Newton's method, from the side on which nothing overlaps.
fn shorten<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    displacement: D::Wide,
    wanted: D::Wide,
    mut motion: D::Wide,
    planes: &ContactPlanes<D>,
) -> D::Wide {
    if planes.len() < 2 {
        return motion;
    }
    let distance = |motion| squared_distance(motion, wanted).sqrt();
    let mut planes = planes.clone();
    for _ in 0..MAX_SHORTENINGS {
        let Some(nearer) = nearer_motion(obstacles, displacement, wanted, motion, &mut planes) else { break };
        let gain = distance(motion) - distance(nearer);
        motion = nearer;
        if gain < LEAST_GAIN * distance(motion) {
            break;
        }
    }
    motion
}

/// Returns a displacement nearer to `wanted` than `motion`; `None` if none is found.
///
/// The planes are measured again after `motion`, where no part overlaps any more. All of them allow `motion`, so the
/// nearest displacement that they allow is no farther.
fn nearer_motion<D: Dimension>(
    obstacles: &mut Obstacles<D>,
    displacement: D::Wide,
    wanted: D::Wide,
    motion: D::Wide,
    planes: &mut ContactPlanes<D>,
) -> Option<D::Wide> {
    obstacles.near_motion(displacement + motion, motion * -1.0, |_, key, _, clearance, limits| {
        let slack = clearance.bound - limits.skin;
        if slack >= 0.0 {
            planes.replace(key, clearance.normal, clearance.normal.dot(motion) + slack);
        }
    });
    loop {
        let Projection::Motion(nearer) = planes.project(wanted) else { return None };
        if !(squared_distance(nearer, wanted) < squared_distance(motion, wanted)) {
            return None;
        }
        let Some(hit) =
            obstacles.first_hit(HeldBy::HalfSpaces, displacement, nearer, |key| planes.contains(key))
        else {
            return Some(nearer);
        };
        if !planes.push(plane_of(&hit, nearer)) {
            return None;
        }
    }
}

fn squared_distance<W: Wide>(one: W, other: W) -> f64 {
    (one - other).dot(one - other)
}
