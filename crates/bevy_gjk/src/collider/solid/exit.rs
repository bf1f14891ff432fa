//! The shortest way of a convex shape out of a solid.
//!
//! A straight way out ends where the shape touches the boundary from outside and nothing of it is inside. Candidates are, of
//! each face nearby, the way along its normal until the shape is beyond its plane; of each face that the shape overlaps, the
//! way by which GJK and EPA separate the two, if it leads outwards; and the way of the shape's center to the nearest point of the
//! boundary, and on until nothing is behind that point. The shortest candidates are tried, shortest first. Where one leads into
//! another face, it is led on out of that one, and if a few of such corrections do not get it out, it is none.

use core::cell::Cell;

use arrayvec::ArrayVec;
use gjk::{Aabb, Affine, Placed, Query, SignedDistance, Support, Vector, Wide};

use super::body::{BodyHull, BodyParts};
use super::{PlacedFace, Solid};
use crate::collider::Dimension;
use crate::collider::aabb::padded;
use crate::collider::bvh::{AabbCast, AabbDistance};

/// The limit of candidates that are kept. Faces in one plane give one.
const MAX_WAYS: usize = 24;
/// The limit of corrections of a way.
const MAX_CORRECTIONS: usize = 8;
/// The limit of steps of a straight way: of faces and of spaces between them that it leads through.
const MAX_STRAIGHT_STEPS: usize = 32;
/// How often the end of a straight way is bracketed more closely: to 1e-7 of its last step.
const BISECTIONS: usize = 24;
/// The limit of the corners of faces that are overlapped together.
const MAX_HULL_CORNERS: usize = 96;
/// How much shorter a way that is led on has to be than the straight one to be taken: its direction is not that of a face.
const STRAIGHT: f64 = 0.95;
/// The limit of times that a way is turned, and how much shorter it has to become each time.
const MAX_TURNS: usize = 16;
const SHORTER: f64 = 1.0 - 1e-6;
/// The distance from a face, relative to the size of the set, up to which a point may be in a part: parts are closed up to a quarter of it.
const ON_FACE: f64 = 2e-6;
/// How far from the center to an extreme point of a part a point is that is tested: what touches a wall beside it is not in the wall.
const NEAR_EXTREME: f64 = 0.999;
/// How much a shape that is out may overlap a face, in touching distances: one for each of the two support points, and the rounding of
/// the way.
const OUT: f64 = 4.0;
/// The cosine above which two ways have one direction.
const SAME_DIRECTION: f64 = 1.0 - 1e-9;

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
}

impl<D: Dimension> Solid<'_, D> {
    /// Returns the shortest way of a displaced body out of the solid, or `None` if it does not touch it. The body is bounded.
    pub(crate) fn exit(&self, parts: &dyn BodyParts<D::Vector>, displacement: D::Wide) -> Option<Exit<D>> {
        let on_face = if self.is_hollow() { 0.0 } else { ON_FACE * self.extent() };
        let body = Body { solid: self, parts, displacement, on_face, touching: Cell::new(0.0) };
        if !body.touches() {
            return None;
        }
        let mut ways = body.ways();
        ways.sort_by(|one, two| one.depth.total_cmp(&two.depth));
        let mut best: Option<Exit<D>> = None;
        for way in &ways {
            if best.is_some_and(|best| best.depth <= way.depth) {
                break;
            }
            if let Some(led_out) = body.lead_out(way)
                && best.is_none_or(|best| led_out.depth < best.depth)
            {
                best = Some(led_out);
            }
        }
        best.map(|way| body.with_witness(body.turned(way)))
    }
}

/// A displaced body in a solid.
struct Body<'b, 's, D: Dimension> {
    solid: &'b Solid<'s, D>,
    parts: &'b dyn BodyParts<D::Vector>,
    displacement: D::Wide,
    /// The distance from a face up to which a point may count as inside.
    on_face: f64,
    /// The largest distance so far at which a part and a face count as touching.
    touching: Cell<f64>,
}

impl<D: Dimension> Body<'_, '_, D> {
    /// Returns whether a part touches a face or has a point inside.
    fn touches(&self) -> bool {
        let zero = D::Wide::ZERO;
        if self.point_inside(zero, zero).is_some() {
            return true;
        }
        let mut touches = false;
        self.each_face_near(zero, 0.0, |part, face| {
            touches = touches || self.measure(part, face, zero).is_some_and(|near| is_touching(&near));
        });
        touches
    }

    /// Returns the shortest candidates, at most one in about the same direction.
    fn ways(&self) -> ArrayVec<Exit<D>, MAX_WAYS> {
        let mut ways = ArrayVec::new();
        self.parts.each(&mut |_, part| {
            let bounds = self.bounds(part, D::Wide::ZERO);
            self.solid.each_face(&AabbDistance::new::<D>(&bounds), f32::MAX, |face, _| {
                let found = [self.way_beyond(face), self.way_apart(part, face)];
                found.into_iter().flatten().for_each(|way| insert(&mut ways, way));
                // No way beyond a face is shorter than the distance to it.
                match ways.is_full() {
                    true => ways.iter().fold(0.0, |longest: f64, way| longest.max(way.depth)) as f32,
                    false => f32::MAX,
                }
            });
        });
        if let Some(way) = self.way_of_center() {
            insert(&mut ways, way);
        }
        let shortest = ways.iter().fold(f64::INFINITY, |shortest, way| shortest.min(way.depth));
        for reach in [0.0, shortest] {
            if let Some(way) = self.way_off_edges(reach) {
                insert(&mut ways, way);
            }
        }
        ways
    }

    /// Creates a way from the face to which it leads, its direction and its length.
    fn way(&self, face_part: u32, direction: D::Wide, depth: f64) -> Exit<D> {
        let (part_of_body, deepest) = self.deepest(direction);
        Exit { part: face_part, direction, depth: depth.max(0.0), deepest, part_of_body }
    }

    /// Returns the way beyond the plane of a face, if it ends at the face.
    fn way_beyond(&self, face: &PlacedFace<D>) -> Option<Exit<D>> {
        if face.normal == D::Wide::ZERO {
            return None;
        }
        let (_, deepest) = self.deepest(face.normal);
        let depth = face.normal.dot(face.corners[0] - deepest);
        let way = face.normal * depth.max(0.0);
        let mut is_there = false;
        self.parts.each(&mut |_, part| {
            is_there |= self.measure(part, face, way).is_some_and(|end| {
                let rounding = OUT * end.touching_distance;
                depth >= -rounding && end.distance.abs() <= rounding
            });
        });
        is_there.then(|| self.way(face.part, face.normal, depth))
    }

    /// Returns the way that separates a part from a face that it overlaps, if it leads outwards.
    fn way_apart(&self, part: &dyn Support<D::Vector>, face: &PlacedFace<D>) -> Option<Exit<D>> {
        let near = self.measure(part, face, D::Wide::ZERO)?;
        let leads_out = is_touching(&near) && self.is_outward(-near.normal, face);
        leads_out.then(|| self.way(face.part, -near.normal, -near.distance))
    }

    /// Returns the way of a center that is inside to the nearest point of the boundary, and on until the body is beyond it.
    fn way_of_center(&self) -> Option<Exit<D>> {
        let center = self.point_inside(D::Wide::ZERO, D::Wide::ZERO)?;
        let origin = gjk::Point::new([self.solid.affine.translation()]);
        let at = D::Vector::narrow(self.solid.origin() + center);
        let around = AabbDistance::new::<D>(&Aabb { min: at, max: at });
        let mut nearest: Option<(f64, u32, D::Wide)> = None;
        self.solid.each_face(&around, f32::MAX, |face, limit| {
            match Query::new(&origin, &face.shape).signed_distance(center) {
                Some(near) if nearest.is_none_or(|(distance, ..)| near.distance < distance) => {
                    nearest = Some((near.distance, face.part, near.normal));
                    limit.min(near.distance.max(0.0) as f32)
                }
                _ => limit,
            }
        });
        let (distance, part, direction) = nearest?;
        let (_, deepest) = self.deepest(direction);
        Some(self.way(part, direction, distance + direction.dot(center - deepest)))
    }

    /// Returns the way that separates the body from the hull of all faces within a distance: over an edge or a vertex that is convex.
    fn way_off_edges(&self, reach: f64) -> Option<Exit<D>> {
        let mut corners = ArrayVec::<D::Vector, MAX_HULL_CORNERS>::new();
        let mut nearest: Option<(f64, u32)> = None;
        let mut fits = true;
        self.each_face_near(D::Wide::ZERO, reach as f32, |part, face| {
            if let Some(near) = self.measure(part, face, D::Wide::ZERO)
                && near.distance <= reach + near.touching_distance
            {
                fits = fits && corners.try_extend_from_slice(&face.shape.shape().corners).is_ok();
                if nearest.is_none_or(|nearest| (near.distance, face.part) < nearest) {
                    nearest = Some((near.distance, face.part));
                }
            }
        });
        let (_, part) = nearest.filter(|_| fits)?;
        let hull = Placed::new(gjk::Hull::new(corners).ok()?, self.solid.affine);
        let mut only = None;
        let mut count = 0;
        self.parts.each(&mut |_, part| {
            count += 1;
            only = Query::new(part, &hull).signed_distance(self.displacement);
        });
        if count > 1 {
            only = Query::new(&BodyHull(self.parts), &hull).signed_distance(self.displacement);
        }
        let near = only?;
        is_touching(&near).then(|| self.way(part, -near.normal, -near.distance))
    }

    /// Returns the straight way in the direction of another, to where the body is out.
    fn straight_way(&self, way: &Exit<D>) -> Option<Exit<D>> {
        let direction = way.direction;
        let (mut inside, mut depth, mut part) = (0.0, 0.0_f64, way.part);
        for _ in 0..MAX_STRAIGHT_STEPS {
            let at = direction * depth;
            let next = if let Some((end, of_face)) = self.farthest_overlap(at, direction) {
                part = of_face;
                end
            } else if let Some(center) = self.point_inside(at, direction) {
                depth + self.distance_ahead(center, direction)?
            } else {
                let depth = self.first_out(direction, [inside, depth]);
                return Some(self.way(part, direction, depth));
            };
            if !(next > depth) {
                return None;
            }
            (inside, depth) = (depth, next);
        }
        None
    }

    /// Returns how far a direction leads until all parts are beyond all faces that they overlap after a way, and the part of the last face.
    fn farthest_overlap(&self, way: D::Wide, direction: D::Wide) -> Option<(f64, u32)> {
        let mut farthest: Option<(f64, u32)> = None;
        self.each_face_near(way, 0.0, |part, face| {
            if self.measure(part, face, way).is_some_and(|near| !is_out(&near)) {
                let start = self.support(part, -direction).dot(direction);
                let ends = face.corners.iter().map(|corner| corner.dot(direction) - start);
                let end = ends.fold(f64::NEG_INFINITY, f64::max);
                if farthest.is_none_or(|(known, _)| end > known) {
                    farthest = Some((end, face.part));
                }
            }
        });
        farthest
    }

    /// Returns the distance of the first face from a point inside, in a direction.
    fn distance_ahead(&self, from: D::Wide, direction: D::Wide) -> Option<f64> {
        let [from, direction] = [self.solid.origin() + from, direction].map(D::Vector::narrow);
        let ray = AabbCast::new::<D>(&Aabb { min: from, max: from }, direction);
        let mut first = None;
        self.solid.each_face(&ray, f32::MAX, |face, limit| {
            match gjk::ray_cast(&face.shape, from, direction, limit) {
                Some(hit) if hit.distance < limit && hit.distance > 0.0 => {
                    first = Some(f64::from(hit.distance));
                    hit.distance
                }
                _ => limit,
            }
        });
        first
    }

    /// Returns the end of a straight way to within rounding, of which a length is known that is too short and one that is not.
    fn first_out(&self, direction: D::Wide, [mut inside, mut out]: [f64; 2]) -> f64 {
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (inside + out);
            if self.is_out_after(direction * middle, direction) {
                out = middle;
            } else {
                inside = middle;
            }
        }
        out
    }

    /// Returns a way that ends where the body is out: the same one if it does, or else the shorter one of that which goes on straight and
    /// that which is led on.
    fn lead_out(&self, &way: &Exit<D>) -> Option<Exit<D>> {
        if self.is_out_after(way.direction * way.depth, way.direction) {
            return Some(way);
        }
        let (straight, led_on) = (self.straight_way(&way), self.lead_on(&way));
        match (straight, led_on) {
            (Some(straight), Some(led_on)) if led_on.depth < STRAIGHT * straight.depth => Some(led_on),
            (straight, led_on) => straight.or(led_on),
        }
    }

    /// Returns where a way leads, with what it takes to get out of the faces that it ends in.
    fn lead_on(&self, way: &Exit<D>) -> Option<Exit<D>> {
        let mut total = way.direction * way.depth;
        for _ in 0..MAX_CORRECTIONS {
            let Some(more) = self.way_on(total) else { break };
            total += more;
        }
        let depth = total.dot(total).sqrt();
        let direction = total * (1.0 / depth);
        let is_out = direction.is_finite() && self.is_out_after(total, direction);
        is_out.then(|| self.way(way.part, direction, depth))
    }

    /// Returns the way out of the face that a part overlaps most after a way, if any overlaps one by more than rounding.
    fn way_on(&self, way: D::Wide) -> Option<D::Wide> {
        let mut deepest: Option<(f64, D::Wide)> = None;
        self.each_face_near(way, 0.0, |part, face| {
            let Some(near) = self.measure(part, face, way) else { return };
            if !is_out(&near) && deepest.is_none_or(|(distance, _)| near.distance < distance) {
                let outward = -near.normal;
                let lowest = self.support(part, -face.normal);
                let beyond = face.normal.dot(face.corners[0] - lowest - way);
                let more = match self.is_outward(outward, face) {
                    true => outward * -near.distance,
                    false => face.normal * beyond.max(0.0),
                };
                deepest = Some((near.distance, more));
            }
        });
        deepest.map(|(_, more)| more)
    }

    /// Returns whether a way leads out of a face to its outer side. Of a set that is flattened, both sides are outside.
    fn is_outward(&self, direction: D::Wide, face: &PlacedFace<D>) -> bool {
        direction.dot(face.normal) > 0.0 || self.solid.sign == 0.0
    }

    /// Returns whether nothing of the body is inside after a way.
    fn is_out_after(&self, way: D::Wide, direction: D::Wide) -> bool {
        self.farthest_overlap(way, direction).is_none() && self.point_inside(way, direction).is_none()
    }

    /// Turns a way towards the normals of the faces where it ends, as long as it becomes shorter: as the shortest way out of a convex set, it
    /// ends where it is perpendicular to what the body touches.
    fn turned(&self, mut way: Exit<D>) -> Exit<D> {
        for _ in 0..MAX_TURNS {
            let end = way.direction * way.depth;
            let mut least: Option<(f64, D::Wide)> = None;
            self.each_face_near(end, 0.0, |part, face| {
                if let Some(near) = self.measure(part, face, end)
                    && is_touching(&near)
                {
                    let cosine = -near.normal.dot(way.direction);
                    if cosine > 0.0 && least.is_none_or(|(known, _)| cosine < known) {
                        least = Some((cosine, -near.normal));
                    }
                }
            });
            let Some((cosine, normal)) = least.filter(|&(cosine, _)| cosine < SAME_DIRECTION) else { break };
            match self.lead_out(&self.way(way.part, normal, way.depth * cosine)) {
                Some(shorter) if shorter.depth < way.depth * SHORTER => way = shorter,
                _ => break,
            }
        }
        way
    }

    /// Returns a way with the points that touch at its end, if any do.
    fn with_witness(&self, way: Exit<D>) -> Exit<D> {
        let end = way.direction * way.depth;
        let mut nearest: Option<((f64, u32, u32), D::Wide)> = None;
        self.each_indexed_face_near(end, 0.0, |part_of_body, part, face| {
            if let Some(near) = self.measure(part, face, end)
                && near.distance.abs() <= OUT * near.touching_distance
            {
                let order = (-face.normal.dot(way.direction), face.part, part_of_body);
                if nearest.is_none_or(|(known, _)| order < known) {
                    nearest = Some((order, near.on_b));
                }
            }
        });
        match nearest {
            Some(((_, part, part_of_body), touched)) => {
                Exit { part, part_of_body, deepest: touched - end, ..way }
            }
            None => Exit { deepest: self.solid.origin() + way.deepest, ..way },
        }
    }

    /// Calls for each part and each face whose AABB is within a distance of that of the part after a way.
    fn each_face_near(
        &self,
        way: D::Wide,
        distance: f32,
        mut visit: impl FnMut(&dyn Support<D::Vector>, &PlacedFace<D>),
    ) {
        self.each_indexed_face_near(way, distance, |_, part, face| visit(part, face));
    }

    /// Does the same with the index of the part.
    fn each_indexed_face_near(
        &self,
        way: D::Wide,
        distance: f32,
        mut visit: impl FnMut(u32, &dyn Support<D::Vector>, &PlacedFace<D>),
    ) {
        self.parts.each(&mut |index, part| {
            let bounds = self.bounds(part, way);
            self.solid.each_face(&AabbDistance::new::<D>(&bounds), distance, |face, limit| {
                visit(index, part, face);
                limit
            });
        });
    }

    fn measure(
        &self,
        part: &dyn Support<D::Vector>,
        face: &PlacedFace<D>,
        way: D::Wide,
    ) -> Option<SignedDistance<D::Vector>> {
        let near = Query::new(part, &face.shape).signed_distance(self.displacement + way)?;
        self.touching.set(self.touching.get().max(near.touching_distance));
        Some(near)
    }

    /// Returns a point of a part that is inside after a way: one in its middle, or one near an extreme point, where a flat part may be
    /// inside that goes through a vertex of the boundary. A single point is on a face at the end of a way: what is just ahead counts.
    fn point_inside(&self, way: D::Wide, direction: D::Wide) -> Option<D::Wide> {
        let ahead = OUT * self.touching.get() + self.on_face;
        let way = way + direction * ahead;
        let mut inside = None;
        self.parts.each(&mut |_, part| {
            let axes = (0..D::Vector::DIMENSION).map(|axis| D::Vector::axis(axis).widen());
            let ends: ArrayVec<D::Wide, 6> =
                axes.flat_map(|axis| [self.support(part, axis), self.support(part, -axis)]).collect();
            let center = ends.iter().fold(D::Wide::ZERO, |sum, &end| sum + end) * (1.0 / ends.len() as f64);
            let near_ends = ends.iter().map(|&end| center + (end - center) * NEAR_EXTREME);
            let mut points = core::iter::once(center).chain(near_ends).map(|point| point + way);
            inside = inside.or_else(|| points.find(|&point| self.solid.contains(point)));
        });
        inside
    }

    /// Returns the point of the displaced body that is deepest behind a direction, and the index of its part.
    fn deepest(&self, direction: D::Wide) -> (u32, D::Wide) {
        let mut deepest: Option<(f64, u32, D::Wide)> = None;
        self.parts.each(&mut |index, part| {
            let point = self.support(part, -direction);
            let height = point.dot(direction);
            if deepest.is_none_or(|(least, ..)| height < least) {
                deepest = Some((height, index, point));
            }
        });
        deepest.map_or((0, self.displacement), |(_, index, point)| (index, point))
    }

    /// Returns the point of a displaced part that is farthest in a unit direction, relative to the origin of the solid.
    fn support(&self, part: &dyn Support<D::Vector>, direction: D::Wide) -> D::Wide {
        let core = part.core();
        let vertex = part.core_support(D::Vector::narrow(direction)).point.widen();
        let origin = core.origin.widen() - self.solid.origin();
        origin + vertex + direction * f64::from(core.convex_radius) + self.displacement
    }

    /// Returns the AABB of a displaced part after a way.
    fn bounds(&self, part: &dyn Support<D::Vector>, way: D::Wide) -> Aabb<D::Vector> {
        let by = D::Vector::narrow(self.displacement + way);
        let Aabb { min, max } = part.aabb();
        padded(Aabb { min: min + by, max: max + by })
    }
}

/// Adds a way, unless there is one in the same direction that is no longer. If there is no room, it takes the place of the longest.
fn insert<D: Dimension>(ways: &mut ArrayVec<Exit<D>, MAX_WAYS>, way: Exit<D>) {
    let order = |way: &Exit<D>| (way.depth, way.part);
    if let Some(same) = ways.iter_mut().find(|known| known.direction.dot(way.direction) > SAME_DIRECTION) {
        if order(&way) < order(same) {
            *same = way;
        }
        return;
    }
    let Err(full) = ways.try_push(way) else { return };
    let way = full.element();
    if let Some(longest) = ways.iter_mut().max_by(|one, two| one.depth.total_cmp(&two.depth))
        && order(&way) < order(longest)
    {
        *longest = way;
    }
}

/// Returns whether a shape overlaps a face by no more than rounding.
fn is_out<V: Vector>(near: &SignedDistance<V>) -> bool {
    near.distance >= -OUT * near.touching_distance
}

fn is_touching<V: Vector>(near: &SignedDistance<V>) -> bool {
    near.distance <= near.touching_distance
}
