//! The shortest way of a body out of a solid.
//!
//! A way out ends where the body touches the boundary from outside and nothing of it is inside. It is found by the
//! search for the [shortest exit](crate::collider::exit_search). What the body overlaps after a displacement is shown
//! to the search as one convex obstacle: a [region inside of the solid](super::interior) around a point of the body
//! that is inside. Where there is no such region, as in a solid that is flattened, it is the face that is overlapped
//! deepest.

use gjk::{Aabb, Query, SignedDistance, Status, Support, Vector, Wide};

use super::Solid;
use super::body::BodyParts;
use super::in_solid::{Body, is_out};
use super::interior::Interior;
use super::placed_face::PlacedFace;
use crate::collider::Dimension;
use crate::collider::bvh::AabbCast;
use crate::collider::exit_search::constraints::{Constraint, length};
use crate::collider::exit_search::{ExitSpace, ExitTask, NearObstacle, shortest_exit};

/// How often the end of a way that leaves a gap is bracketed more closely: to 1e-7 of its length.
const BISECTIONS: usize = 24;

/// The parts of a face around its middle in which a point of the body is searched: behind the rim of a face may be the
/// outside.
const MIDDLES: [f64; 3] = [0.5, 0.9, 0.999];

/// By how much an exit may be longer than the shortest, as a part of it: rounding. So out of a convex solid it is the
/// contact with its hull.
const EXACT: f64 = 1e-5;
/// By how much an exit may be longer than the shortest in a region that is smaller than the solid allows, in parts of
/// the latter.
const COARSE: f64 = 1.2;

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
    /// Returns the shortest way of a displaced body out of the solid, or `None` if it does not touch it, or is endless:
    /// a half-space has a contact with each face alone.
    pub(crate) fn exit(&self, parts: &dyn BodyParts<D::Vector>, displacement: D::Wide) -> Option<Exit<D>> {
        let mut is_endless = false;
        parts.each(&mut |_, part| is_endless |= part.half_space().is_some());
        if is_endless {
            return None;
        }
        let body = Body::new(self, parts, displacement);
        let is_inside = body.point_inside(D::Wide::ZERO).is_some();
        if !is_inside && !body.touches_face() {
            return None;
        }
        let (past, length_past) = body.way_past();
        // A little more, so that the way past the solid is found if it is the shortest.
        let limit = length_past * (1.0 + EXACT);
        let mut space = SolidSpace { body: &body, overlap: None, limit, accuracy: EXACT };
        let task = ExitTask { center: D::Wide::ZERO, wanted: displacement, fixed: &[], limit };
        let found = shortest_exit(&mut space, &task);
        let (way, is_capped) = found
            .map_or((past * length_past, true), |found| (found.displacement - displacement, found.is_capped));
        Some(body.exit_by(way, if is_capped { Status::IterationCap } else { Status::Converged }))
    }
}

impl<D: Dimension> Body<'_, '_, D> {
    /// Returns the direction and the length of the shortest way along an axis past the whole solid.
    fn way_past(&self) -> (D::Wide, f64) {
        let Aabb { min, max } = self.solid.bounds();
        let [min, max] = [min, max].map(D::Vector::widen);
        let axes = (0..D::Vector::DIMENSION).map(|axis| D::Vector::axis(axis).widen());
        let ways = axes.flat_map(|axis| [(axis, max.dot(axis)), (-axis, -min.dot(axis))]);
        let ways = ways.map(|(direction, end)| (direction, end - self.deepest(direction).1.dot(direction)));
        ways.min_by(|one, two| one.1.total_cmp(&two.1)).unwrap_or((D::Wide::ZERO, 0.0))
    }

    /// Returns the exit by a way after which nothing is inside. If nothing touches there, the way ends where it first
    /// does.
    fn exit_by(&self, way: D::Wide, status: Status) -> Exit<D> {
        let (mut depth, mut direction) = (length(way), way * (1.0 / length(way)));
        if !direction.is_finite() {
            (depth, direction) = (0.0, self.direction_of_touch());
        }
        let exit =
            |depth: f64| Exit { part: 0, direction, depth, deepest: D::Wide::ZERO, part_of_body: 0, status };
        if let Some(exit) = self.with_witness(exit(depth)) {
            return exit;
        }
        let mut inside = 0.0;
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (inside + depth);
            if self.is_out_after(direction * middle, direction) {
                depth = middle;
            } else {
                inside = middle;
            }
        }
        self.with_witness(exit(depth)).unwrap_or_else(|| {
            let (part_of_body, deepest) = self.deepest(direction);
            Exit { part_of_body, deepest: self.solid.origin() + deepest, ..exit(depth) }
        })
    }

    /// Returns the outward normal of a face that the body touches: of several, the one that is overlapped deepest.
    fn direction_of_touch(&self) -> D::Wide {
        let mut deepest: Option<(f64, D::Wide)> = None;
        self.each_face_near(D::Wide::ZERO, 0.0, |_, part, face| {
            if let Some(near) = self.measure(part, face, D::Wide::ZERO)
                && deepest.is_none_or(|(distance, _)| near.distance < distance)
            {
                deepest = Some((near.distance, self.outward_of(face, &near)));
            }
        });
        deepest.map_or(D::Vector::axis(0).widen(), |(_, direction)| direction)
    }

    /// Returns the direction in which a part leaves a face that it touches: that of its normal, unless the face is
    /// touched from outside at its rim.
    fn outward_of(&self, face: &PlacedFace<D>, near: &SignedDistance<D::Vector>) -> D::Wide {
        if self.is_outward(-near.normal, face) { -near.normal } else { face.normal }
    }
}

/// What a body overlaps after a displacement.
struct Overlap<D: Dimension> {
    displacement: D::Wide,
    part_of_body: u32,
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

    /// Returns the outward normals of its faces, as far as they are known.
    fn normals(&self) -> &[D::Wide] {
        match self {
            Self::Interior(interior) => &interior.normals,
            Self::Face(_) => &[],
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
    /// The length of a way out that is known.
    limit: f64,
    /// By how much the exit may be longer than the shortest, as a part of it.
    accuracy: f64,
}

impl<D: Dimension> SolidSpace<'_, '_, '_, D> {
    /// Returns whether there was no room for all faces of a region before.
    fn is_coarse(&self) -> bool {
        self.accuracy > EXACT
    }

    /// Finds what is overlapped after a way.
    fn find_overlap(&self, way: D::Wide) -> (u32, Option<Obstacle<D>>) {
        let body = self.body;
        let mut deepest: Option<(f64, u32, PlacedFace<D>)> = None;
        body.each_face_near(way, 0.0, |index, part, face| {
            if let Some(near) = body.measure(part, face, way)
                && !is_out(&near)
                && deepest.as_ref().is_none_or(|deepest| near.distance < deepest.0)
            {
                deepest = Some((near.distance, index, face.clone()));
            }
        });
        let radius = self.limit + length(way);
        if let Some((part, point)) = body.point_inside(way)
            && let Some(interior) = body.solid.interior_around(point, radius, self.is_coarse())
        {
            return (part, Some(Obstacle::Interior(interior)));
        }
        let Some((_, part, face)) = deepest else { return (0, None) };
        let interior = self
            .point_behind(part, way, &face)
            .and_then(|point| body.solid.interior_around(point, radius, self.is_coarse()));
        (part, Some(interior.map_or(Obstacle::Face(face), Obstacle::Interior)))
    }

    /// Returns a point of a part of the body behind a face that it overlaps, inside of the solid.
    fn point_behind(&self, part: u32, way: D::Wide, face: &PlacedFace<D>) -> Option<D::Wide> {
        let (body, solid) = (self.body, self.body.solid);
        let mut found = None;
        body.parts.each(&mut |index, shape| {
            if index == part {
                let displacement = body.displacement + way;
                let on_face = MIDDLES.into_iter().find_map(|middle| {
                    let near =
                        Query::new(shape, &solid.middle_of(face, middle)).signed_distance(displacement)?;
                    (!is_out(&near)).then(|| near.on_b - solid.origin())
                });
                found = on_face.map(|on_face| (on_face, body.support(shape, -face.normal) + way - on_face));
            }
        });
        let (on_face, through) = found?;
        if !(face.normal.dot(through) < 0.0) {
            return None;
        }
        // From the face to the lowest point, as far as the way is inside.
        let [from, motion] = [solid.origin() + on_face, through].map(D::Vector::narrow);
        let (ray, length) =
            (AabbCast::new::<D>(&Aabb { min: from, max: from }, motion), motion.dot(motion).sqrt());
        let mut inside = 1.0_f32;
        solid.each_face(&ray, 1.0, |face, limit| {
            if face.normal.dot(through) <= 0.0 {
                return limit;
            }
            match gjk::ray_cast(&face.shape, from, motion * (1.0 / length), limit * length) {
                Some(hit) => {
                    inside = inside.min(hit.distance / length);
                    inside
                }
                None => limit,
            }
        });
        let part = if inside < 1.0 { 0.5 * f64::from(inside) } else { 1.0 };
        let point = on_face + through * part;
        solid.contains(point).then_some(point)
    }
}

impl<D: Dimension> ExitSpace<D> for SolidSpace<'_, '_, '_, D> {
    type Key = u32;
    const IS_CROWDED: bool = false;
    /// In 3D, more of them find hardly anything shorter.
    const MAX_LOOKS: u32 = if D::Vector::DIMENSION == 2 { 48 } else { 12 };

    fn accuracy(&self) -> f64 {
        self.accuracy
    }

    /// The body is in the solid already, and may leave it through anything.
    fn passed(&mut self, _task: &ExitTask<D>, _displacement: D::Wide) -> Option<u32> {
        None
    }

    fn each_overlap(&mut self, displacement: D::Wide, mut visit: impl FnMut(&NearObstacle<D, u32>)) {
        if self.overlap.as_ref().is_none_or(|known| known.displacement != displacement) {
            let (part_of_body, obstacle) = self.find_overlap(displacement - self.body.displacement);
            if let Some(Obstacle::Interior(interior)) = &obstacle {
                self.accuracy = self.accuracy.max(COARSE * interior.cut_off);
            }
            self.overlap = Some(Overlap { displacement, part_of_body, obstacle });
        }
        let Some(Overlap { part_of_body, obstacle: Some(obstacle), .. }) = &self.overlap else { return };
        self.body.parts.each(&mut |index, part| {
            if index == *part_of_body
                && let Some(clearance) = Query::new(part, obstacle.shape()).signed_distance(displacement)
            {
                let known_exit = obstacle.nearest_exit(self.body, part, displacement);
                let (body, clearance) = (part, &clearance);
                let (obstacle, normals) = (obstacle.shape(), obstacle.normals());
                visit(&NearObstacle {
                    key: index,
                    body,
                    obstacle,
                    clearance,
                    normals,
                    known_exit,
                    skin: 0.0,
                    only_exit: None,
                });
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
        self.body.each_face_near(way, 0.0, |index, part, face| {
            if let Some(clearance) = self.body.measure(part, face, way)
                && self.body.is_outward(-clearance.normal, face)
            {
                let (body, obstacle) = (part, &face.shape as &dyn Support<D::Vector>);
                let clearance = &clearance;
                visit(&NearObstacle {
                    key: index,
                    body,
                    obstacle,
                    clearance,
                    normals: &[],
                    known_exit: None,
                    skin: 0.0,
                    only_exit: None,
                });
            }
        });
    }
}
