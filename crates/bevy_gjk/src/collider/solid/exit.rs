//! The shortest way of a body out of a solid.
//!
//! A way out ends where the body touches the boundary from outside and nothing of it is inside. Each point of the body
//! that is inside has to leave, so that no way is shorter than that of one point. The deepest point, found in turn with
//! the direction in which it leaves, mostly leads the whole body out. Otherwise the way is found by the search for the
//! [shortest exit](crate::collider::exit_search). What the body overlaps after a displacement is shown to the search as
//! one convex obstacle: a [region inside of the solid](super::interior) around a point of the body. What has to leave
//! the region is the part with the point, or, of a body that is a solid itself, the region inside of the body around
//! the point. Where there is no region, as in a solid that is flattened, the obstacle is the face that is overlapped
//! deepest.

use arrayvec::ArrayVec;
use gjk::{Aabb, Query, SignedDistance, Status, Support, Vector, Wide};

use super::Solid;
use super::body::{Body, BodyParts};
use super::interior::{Interior, MAX_PLANES};
use super::placed_face::PlacedFace;
use crate::collider::Dimension;
use crate::collider::exit_search::constraints::{Constraint, length};
use crate::collider::exit_search::{ExitSpace, ExitTask, NearObstacle, shortest_exit};

/// How often the end of a way that leaves a gap is bracketed more closely: to 1e-7 of its length.
const BISECTIONS: usize = 24;
/// The limit of points of the body whose way out is tried, and of steps past what is overlapped at the end of such a
/// way.
const MAX_POINTS: usize = 4;
const MAX_STEPS: usize = 8;
/// The least cosine between a step and the way out of a face by which the step leads past the face.
const LEADS_OUT: f64 = 0.25;

/// The parts of a face around its middle in which a point of the body is searched: behind the rim of a face may be the
/// outside.
const MIDDLES: [f64; 3] = [0.5, 0.9, 0.999];

/// By how much an exit may be longer than the shortest, as a part of it: rounding. So out of a convex solid it is the
/// contact with its hull.
const EXACT: f64 = 1e-5;
/// By how much an exit may be longer than the shortest in a region that is smaller than the solid allows, in parts of
/// the latter.
const COARSE: f64 = 1.2;
/// The number of planes of a region from which on the solid counts as finely divided.
const FEW_PLANES: usize = 24;
/// By how much an exit out of a finely divided solid may be longer than the shortest, as a part of it. Tuning constants:
/// below what is promised, and what they save in time is a third.
const FINE_2D: f64 = 0.004;
/// The same in 3D.
const FINE_3D: f64 = 0.02;

/// A way out of a solid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exit<D: Dimension> {
    /// The index of the part whose face the body touches at the end of the way.
    pub(crate) part: u32,
    /// The unit direction.
    pub(crate) direction: D::Wide,
    /// The length.
    pub(crate) depth: f64,
    /// The point of the body that touches the solid at the end, where it is now: the last one to leave. In the world.
    pub(crate) deepest: D::Wide,
    /// The index of its part.
    pub(crate) part_of_body: u32,
    /// Whether it is the shortest, or a limit ended the search before.
    pub(crate) status: Status,
}

impl<D: Dimension> Solid<'_, D> {
    /// Returns the shortest way of a displaced body out of the solid, or `None` if it does not touch it.
    pub(crate) fn exit(&self, parts: &dyn BodyParts<D>, displacement: D::Wide) -> Option<Exit<D>> {
        Body::new(self, parts, displacement).exit()
    }
}

/// The shortest way out so far, and a length that no way out falls short of.
struct KnownWay<W> {
    way: W,
    length: f64,
    least: f64,
}

impl<W> KnownWay<W> {
    /// Returns whether no way is shorter by more than a part of it.
    fn is_shortest(&self, accuracy: f64) -> bool {
        self.length <= self.least * (1.0 + accuracy)
    }
}

impl<D: Dimension> Body<'_, '_, D> {
    /// Returns the shortest way out, or `None` if the body does not touch the solid.
    fn exit(&self) -> Option<Exit<D>> {
        let (direction, overlaps) = match self.point_inside(D::Wide::ZERO) {
            Some((_, point)) => (self.solid.nearest_face(point)?.normal, true),
            None => self.deepest_touch()?,
        };
        if !overlaps {
            return Some(self.exit_by(D::Wide::ZERO, direction, Status::Converged));
        }
        let known = self.way_of_deepest_point(direction);
        // A little more, so that the known way is found if it is the shortest.
        let limit = known.length * (1.0 + EXACT);
        let mut space = SolidSpace { body: self, overlap: None, known, limit, accuracy: EXACT };
        let task = ExitTask { center: D::Wide::ZERO, wanted: self.displacement, fixed: &[], limit };
        let found = shortest_exit(&mut space, &task);
        let (way, is_capped) = found.map_or((space.known.way, true), |found| {
            (found.displacement - self.displacement, found.is_capped)
        });
        let status = if is_capped { Status::IterationCap } else { Status::Converged };
        Some(self.exit_by(way, direction, status))
    }

    /// Returns a way out, tried from a direction on: that of the deepest point against the direction, or else one along
    /// an axis past the whole solid.
    fn way_of_deepest_point(&self, mut direction: D::Wide) -> KnownWay<D::Wide> {
        let (past, length_past) = self.way_past();
        let mut known = KnownWay { way: past * length_past, length: length_past, least: 0.0 };
        let mut last = None;
        for _ in 0..MAX_POINTS {
            let (_, point) = self.deepest(direction);
            if last.replace(point) == Some(point) || !self.solid.contains(point) {
                break;
            }
            let Some(nearest) = self.solid.nearest_face(point) else { break };
            direction = nearest.normal;
            known.least = known.least.max(nearest.distance);
            if let Some(way) = self.way_along(direction, nearest.distance, known.length) {
                (known.way, known.length) = (way, length(way));
            }
            if known.is_shortest(EXACT) {
                break;
            }
        }
        known
    }

    /// Returns a way out along a direction that is at least as long as one length and shorter than another, if one is
    /// found by a few steps.
    fn way_along(&self, direction: D::Wide, from: f64, limit: f64) -> Option<D::Wide> {
        let mut depth = from;
        for _ in 0..MAX_STEPS {
            if depth >= limit {
                return None;
            }
            let way = direction * depth;
            let mut step = 0.0_f64;
            self.each_face_near(way, |_, part, face| {
                if let Some(near) = self.measure(part, face, way)
                    && !self.is_out(&near)
                {
                    let cosine = direction.dot(self.outward_of(face, &near));
                    step = step.max((self.gap(&near) - near.distance) / cosine.max(LEADS_OUT));
                }
            });
            if step == 0.0 {
                return (!self.overlaps(way)).then_some(way);
            }
            depth += step;
        }
        None
    }

    /// Returns the direction and the length of the shortest way along an axis past the whole solid.
    fn way_past(&self) -> (D::Wide, f64) {
        let Aabb { min, max } = self.solid.bounds();
        let [min, max] = [min, max].map(D::Vector::widen);
        let axes = (0..D::Vector::DIMENSION).map(|axis| D::Vector::axis(axis).widen());
        let ways = axes.flat_map(|axis| [(axis, max.dot(axis)), (-axis, -min.dot(axis))]);
        let mut gap = 0.0_f64;
        self.each_part(&mut |_, part| gap = gap.max(self.max_gap(part)));
        let ways = ways.map(|(out, end)| (out, end + gap - self.deepest(out).1.dot(out)));
        ways.min_by(|one, two| one.1.total_cmp(&two.1)).unwrap_or((D::Wide::ZERO, 0.0))
    }

    /// Returns the exit by a way after which nothing is inside; if the way has no length, in a direction. If nothing
    /// touches there, the way ends where it first does.
    fn exit_by(&self, way: D::Wide, of_touch: D::Wide, status: Status) -> Exit<D> {
        let (mut depth, mut direction) = (length(way), way * (1.0 / length(way)));
        if !direction.is_finite() {
            (depth, direction) = (0.0, of_touch);
        }
        let exit =
            |depth: f64| Exit { part: 0, direction, depth, deepest: D::Wide::ZERO, part_of_body: 0, status };
        if let Some(exit) = self.with_witness(exit(depth)) {
            return exit;
        }
        let mut inside = 0.0;
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (inside + depth);
            if self.overlaps(direction * middle) {
                inside = middle;
            } else {
                depth = middle;
            }
        }
        self.with_witness(exit(depth)).unwrap_or_else(|| {
            let (part_of_body, deepest) = self.deepest(direction);
            Exit { part_of_body, deepest: self.solid.origin() + deepest, ..exit(depth) }
        })
    }

    /// Returns the direction in which the body leaves the face that it overlaps deepest, or of those that it only
    /// touches one that it touches from outside; and whether it overlaps the face by more than rounding.
    fn deepest_touch(&self) -> Option<(D::Wide, bool)> {
        let mut deepest: Option<((bool, bool, f64), D::Wide)> = None;
        self.each_face_near(D::Wide::ZERO, |_, part, face| {
            if let Some(near) = self.measure(part, face, D::Wide::ZERO)
                && near.distance <= near.touching_distance
            {
                let is_out = self.is_out(&near);
                let order = (is_out, is_out && !self.is_outward(-near.normal, face), near.distance);
                if deepest.is_none_or(|(least, _)| order < least) {
                    deepest = Some((order, self.outward_of(face, &near)));
                }
            }
        });
        deepest.map(|((is_out, ..), direction)| (direction, !is_out))
    }

    /// Returns the direction in which a part leaves a face that it touches: that of its normal, unless the face is
    /// touched from outside at its rim.
    fn outward_of(&self, face: &PlacedFace<D>, near: &SignedDistance<D::Vector>) -> D::Wide {
        if self.is_outward(-near.normal, face) { -near.normal } else { face.normal }
    }
}

/// What a body overlaps after a displacement: a convex part of it, and a convex obstacle in the solid.
struct Overlap<D: Dimension> {
    displacement: D::Wide,
    part_of_body: u32,
    /// The region inside of the body that has to leave in place of the part, if the body is a solid itself.
    of_body: Option<Interior<D::Vector>>,
    obstacle: Option<Obstacle<D>>,
}

/// A convex obstacle in a solid.
enum Obstacle<D: Dimension> {
    Interior(Interior<D::Vector>),
    Face(PlacedFace<D>),
}

impl<D: Dimension> Obstacle<D> {
    fn shape(&self) -> &dyn Support<D::Vector> {
        match self {
            Self::Interior(interior) => interior,
            Self::Face(face) => &face.shape,
        }
    }

    /// Returns the plane of the exit over the face that is nearest to a point of the body: the shortest exit of a
    /// point.
    fn nearest_exit(
        &self,
        body: &Body<D>,
        part: &dyn Support<D::Vector>,
        displacement: D::Wide,
    ) -> Option<Constraint<D::Wide>> {
        let Self::Interior(interior) = self else { return None };
        let Constraint { normal, offset } = interior.nearest;
        let way = displacement - body.displacement;
        let height = (body.support(part, -normal) + way).dot(normal) - offset;
        Some(Constraint { normal: -normal, offset: height - normal.dot(displacement) })
    }
}

/// The solid as a space of obstacles.
struct SolidSpace<'e, 'b, 's, D: Dimension> {
    body: &'e Body<'b, 's, D>,
    /// What was overlapped last.
    overlap: Option<Overlap<D>>,
    /// What is known of ways out.
    known: KnownWay<D::Wide>,
    /// The length that ways out must not exceed.
    limit: f64,
    /// By how much the exit may be longer than the shortest, as a part of it.
    accuracy: f64,
}

impl<D: Dimension> SolidSpace<'_, '_, '_, D> {
    /// Finds what is overlapped after a displacement.
    fn find_overlap(&self, displacement: D::Wide) -> Overlap<D> {
        let body = self.body;
        let way = displacement - body.displacement;
        let mut overlap = Overlap { displacement, part_of_body: 0, of_body: None, obstacle: None };
        if let Some((part, point)) = body.point_inside(way)
            && self.add_interiors(&mut overlap, part, body.deepened(part, point, way))
        {
            return overlap;
        }
        let mut deepest: Option<(f64, u32, PlacedFace<D>)> = None;
        body.each_face_near(way, |index, part, face| {
            if let Some(near) = body.measure(part, face, way)
                && !body.is_out(&near)
                && deepest.as_ref().is_none_or(|deepest| near.distance < deepest.0)
            {
                deepest = Some((near.distance, index, face.clone()));
            }
        });
        if let Some((_, part, face)) = deepest {
            let point = self.point_behind(part, way, &face);
            if !point.is_some_and(|point| self.add_interiors(&mut overlap, part, point)) {
                (overlap.part_of_body, overlap.obstacle) = (part, Some(Obstacle::Face(face)));
            }
        }
        overlap
    }

    /// Adds the regions around a point of a part that is inside of the solid, and of the body. Returns whether there is
    /// room for one in the solid.
    fn add_interiors(&self, overlap: &mut Overlap<D>, part: u32, point: D::Wide) -> bool {
        let (body, way) = (self.body, overlap.displacement - self.body.displacement);
        overlap.of_body = body.interior_around(part, point, way);
        overlap.part_of_body = part;
        let mut reach = 0.0;
        body.each_part(&mut |index, shape| {
            if index == part {
                let shape = overlap.of_body.as_ref().map_or(shape, |interior| interior);
                let Aabb { min, max } = shape.aabb();
                let point = point - way - body.displacement + body.solid.origin();
                let [low, high] = [point - min.widen(), max.widen() - point].map(D::Vector::narrow);
                reach = length(low.max(high).widen());
            }
        });
        let limit = self.limit + length(way);
        let interior = body.solid.interior_around(point, limit, limit + reach, self.accuracy > EXACT);
        overlap.obstacle = interior.map(Obstacle::Interior);
        overlap.obstacle.is_some()
    }

    /// Returns a point of a part of the body behind a face that it overlaps, inside of the solid.
    fn point_behind(&self, part: u32, way: D::Wide, face: &PlacedFace<D>) -> Option<D::Wide> {
        let (body, solid) = (self.body, self.body.solid);
        let mut found = None;
        body.each_part(&mut |index, shape| {
            if index == part {
                let displacement = body.displacement + way;
                let on_face = MIDDLES.into_iter().find_map(|middle| {
                    let near =
                        Query::new(shape, &solid.middle_of(face, middle)).signed_distance(displacement)?;
                    (!body.is_out(&near)).then(|| near.on_b - solid.origin())
                });
                found = on_face.map(|on_face| (on_face, body.support(shape, -face.normal) + way - on_face));
            }
        });
        let (on_face, through) = found?;
        if !(face.normal.dot(through) < 0.0) {
            return None;
        }
        // From the face to the lowest point, as far as the way is inside.
        let inside = solid.part_inside(on_face, through);
        let point = on_face + through * if inside < 1.0 { 0.5 * inside } else { 1.0 };
        solid.contains(point).then_some(point)
    }
}

impl<D: Dimension> ExitSpace<D> for SolidSpace<'_, '_, '_, D> {
    type Key = u32;
    const IS_CROWDED: bool = false;
    /// In 3D, more of them find hardly anything shorter.
    const MAX_LOOKS: u32 = if D::Vector::DIMENSION == 2 { 128 } else { 24 };

    fn accuracy(&self) -> f64 {
        self.accuracy
    }

    fn least_length(&self) -> f64 {
        self.known.least
    }

    fn set_limit(&mut self, limit: f64) {
        self.limit = limit;
    }

    fn each_guess(&mut self, displacement: D::Wide, mut visit: impl FnMut(D::Wide)) {
        visit(displacement + self.known.way);
    }

    fn overlaps(&mut self, displacement: D::Wide) -> bool {
        self.body.overlaps(displacement - self.body.displacement)
    }

    /// The body is in the solid already, and may leave it through anything.
    fn passed(&mut self, _task: &ExitTask<D>, _displacement: D::Wide) -> Option<u32> {
        None
    }

    fn each_overlap(&mut self, displacement: D::Wide, mut visit: impl FnMut(&NearObstacle<D, u32>)) {
        if self.overlap.as_ref().is_none_or(|known| known.displacement != displacement) {
            let overlap = self.find_overlap(displacement);
            if let Some(Obstacle::Interior(interior)) = &overlap.obstacle {
                let cut_off = overlap.of_body.as_ref().map_or(0.0, |body| body.cut_off).max(interior.cut_off);
                self.accuracy = self.accuracy.max(COARSE * cut_off);
                if interior.normals.len() > FEW_PLANES {
                    self.accuracy =
                        self.accuracy.max(if D::Vector::DIMENSION == 2 { FINE_2D } else { FINE_3D });
                }
            }
            self.overlap = Some(overlap);
        }
        let Some(Overlap { part_of_body, of_body, obstacle: Some(obstacle), .. }) = &self.overlap else {
            return;
        };
        let mut normals = ArrayVec::<D::Wide, { 2 * MAX_PLANES }>::new();
        if let Obstacle::Interior(interior) = obstacle {
            normals.extend(interior.normals.iter().copied());
            normals.extend(of_body.iter().flat_map(|interior| &interior.normals).map(|&normal| -normal));
        }
        self.body.each_part(&mut |key, part| {
            let body = of_body.as_ref().map_or(part, |interior| interior);
            if key == *part_of_body
                && let Some(clearance) = Query::new(body, obstacle.shape()).signed_distance(displacement)
            {
                let known_exit = obstacle.nearest_exit(self.body, body, displacement);
                let (obstacle, clearance, normals) = (obstacle.shape(), &clearance, &normals[..]);
                let (skin, only_exit) = (self.body.gap(clearance), None);
                visit(&NearObstacle { key, body, obstacle, clearance, normals, known_exit, skin, only_exit });
            }
        });
    }

    /// Shows the faces that the body touches.
    fn each_near(
        &mut self,
        displacement: D::Wide,
        _motion: D::Wide,
        mut visit: impl FnMut(&NearObstacle<D, u32>),
    ) {
        let way = displacement - self.body.displacement;
        self.body.each_face_near(way, |key, body, face| {
            if let Some(clearance) = self.body.measure(body, face, way)
                && self.body.is_outward(-clearance.normal, face)
            {
                let clearance = &self.body.along_normal_of_face(clearance, body, face, way);
                let obstacle: &dyn Support<D::Vector> = &face.shape;
                let (normals, skin) = (&[][..], self.body.gap(clearance));
                let (known_exit, only_exit) = (None, None);
                visit(&NearObstacle { key, body, obstacle, clearance, normals, known_exit, skin, only_exit });
            }
        });
    }
}
