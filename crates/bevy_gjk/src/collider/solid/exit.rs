//! The shortest way of a convex shape out of a solid.
//!
//! A straight way out ends where the shape touches the boundary from outside and nothing of it is inside. Candidates are, of
//! each face nearby, the way along its normal until the shape is beyond its plane; of each face that the shape overlaps, the
//! way by which GJK and EPA separate the two, if it leads outwards; and the way of the shape's center to the nearest point of the
//! boundary, and on until nothing is behind that point. The shortest candidates are tried, shortest first. Where one leads into
//! another face, it is led on out of that one, and if a few of such corrections do not get it out, it is none.

use core::cell::Cell;

use arrayvec::ArrayVec;
use gjk::{Aabb, Query, SignedDistance, Support, Vector, Wide};

use super::{PlacedFace, Solid};
use crate::collider::Dimension;
use crate::collider::aabb::padded;
use crate::collider::bvh::{self, AabbCast, AabbDistance};

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
/// How much a shape that is out may overlap a face, in touching distances: one for each of the two support points, and the rounding of
/// the way.
const OUT: f64 = 4.0;
/// The cosine above which two ways have one direction.
const SAME_DIRECTION: f64 = 1.0 - 1e-9;

/// A way out of a solid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exit<D: Dimension> {
    /// The index of the part whose face the shape touches at the end of the way.
    pub(crate) part: u32,
    /// The unit direction.
    pub(crate) direction: D::Wide,
    /// The length.
    pub(crate) depth: f64,
    /// The point of the shape that is deepest inside: the last one to leave.
    pub(crate) deepest: D::Wide,
}

impl<D: Dimension> Solid<'_, D> {
    /// Returns the shortest way of a displaced shape out of the solid, or `None` if it does not touch it. `shape` is bounded.
    pub(crate) fn exit(&self, shape: &dyn Support<D::Vector>, displacement: D::Wide) -> Option<Exit<D>> {
        let body = Body { solid: self, shape, displacement, center: center(shape), touching: Cell::new(0.0) };
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
            if let Some(led_out) = body.lead_out(way).or_else(|| body.straight_way(way))
                && best.is_none_or(|best| led_out.depth < best.depth)
            {
                best = Some(led_out);
            }
        }
        best
    }
}

/// A displaced shape in a solid.
struct Body<'b, 's, D: Dimension> {
    solid: &'b Solid<'s, D>,
    shape: &'b dyn Support<D::Vector>,
    displacement: D::Wide,
    /// The center of the AABB, without the displacement.
    center: D::Wide,
    /// The largest distance so far at which the shape and a face count as touching.
    touching: Cell<f64>,
}

impl<D: Dimension> Body<'_, '_, D> {
    /// Returns whether the shape touches a face or has its center inside.
    fn touches(&self) -> bool {
        let mut touches = self.solid.contains(self.center + self.displacement);
        self.each_face_near(D::Wide::ZERO, |face| {
            touches = touches || self.measure(face, D::Wide::ZERO).is_some_and(|near| is_touching(&near));
        });
        touches
    }

    /// Returns the shortest candidates, at most one in about the same direction.
    fn ways(&self) -> ArrayVec<Exit<D>, MAX_WAYS> {
        let mut ways = ArrayVec::new();
        let bounds = self.bounds(D::Wide::ZERO);
        self.solid.each_face(&AabbDistance::new::<D>(&bounds), f32::MAX, |face, _| {
            if let Some(way) = self.way_beyond(face) {
                insert(&mut ways, way);
            }
            if let Some(way) = self.way_apart(face) {
                insert(&mut ways, way);
            }
            // No way beyond a face is shorter than the distance to it.
            match ways.is_full() {
                true => ways.iter().fold(0.0, |longest: f64, way| longest.max(way.depth)) as f32,
                false => f32::MAX,
            }
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

    /// Returns the way beyond the plane of a face, if it ends at the face.
    fn way_beyond(&self, face: &PlacedFace<D>) -> Option<Exit<D>> {
        let deepest = self.support(-face.normal);
        let depth = face.normal.dot(face.corners[0].widen() - deepest);
        let way = face.normal * depth.max(0.0);
        let end = self.measure(face, way)?;
        let is_there =
            depth >= -OUT * end.touching_distance && end.distance.abs() <= OUT * end.touching_distance;
        is_there.then_some(Exit { part: face.part, direction: face.normal, depth: depth.max(0.0), deepest })
    }

    /// Returns the way that separates the shape from a face that it overlaps, if it leads outwards.
    fn way_apart(&self, face: &PlacedFace<D>) -> Option<Exit<D>> {
        let near = self.measure(face, D::Wide::ZERO)?;
        let direction = -near.normal;
        (is_touching(&near) && direction.dot(face.normal) > 0.0).then_some(Exit {
            part: face.part,
            direction,
            depth: -near.distance.min(0.0),
            deepest: near.on_a,
        })
    }

    /// Returns the way of the center to the nearest point of the boundary, and on until the shape is beyond it.
    fn way_of_center(&self) -> Option<Exit<D>> {
        let center = self.center + self.displacement;
        if !self.solid.contains(center) {
            return None;
        }
        let center = D::Vector::narrow(center);
        let point = gjk::Point::new([center]);
        let around = AabbDistance::new::<D>(&Aabb { min: center, max: center });
        let mut nearest: Option<(u32, gjk::ClosestPoints<D::Vector>)> = None;
        self.solid.each_face(&around, f32::MAX, |face, limit| {
            match gjk::closest_points(&point, &face.shape()) {
                Some(closest) if closest.distance < limit => {
                    nearest = Some((face.part, closest));
                    closest.distance
                }
                _ => limit,
            }
        });
        let (part, closest) = nearest?;
        let direction = closest.normal.widen();
        let deepest = self.support(-direction);
        let depth = direction.dot(closest.on_b.widen() - deepest);
        Some(Exit { part, direction, depth, deepest })
    }

    /// Returns the way that separates the shape from the hull of all faces within a distance: over an edge or a vertex that is convex.
    fn way_off_edges(&self, reach: f64) -> Option<Exit<D>> {
        let mut corners = ArrayVec::<D::Vector, MAX_HULL_CORNERS>::new();
        let mut nearest: Option<(f64, u32)> = None;
        let mut fits = true;
        let bounds = self.bounds(D::Wide::ZERO);
        self.solid.each_face(&AabbDistance::new::<D>(&bounds), reach as f32, |face, limit| {
            if let Some(near) = self.measure(face, D::Wide::ZERO)
                && near.distance <= reach + near.touching_distance
            {
                fits &= corners.try_extend_from_slice(&face.corners).is_ok();
                if nearest.is_none_or(|nearest| (near.distance, face.part) < nearest) {
                    nearest = Some((near.distance, face.part));
                }
            }
            if fits { limit } else { bvh::END }
        });
        let (_, part) = nearest.filter(|_| fits)?;
        let hull = gjk::Hull::new(corners).ok()?;
        let near = Query::new(self.shape, &hull).signed_distance(self.displacement)?;
        is_touching(&near).then_some(Exit {
            part,
            direction: -near.normal,
            depth: -near.distance.min(0.0),
            deepest: near.on_a,
        })
    }

    /// Returns the straight way in the direction of another, to where the shape is out.
    fn straight_way(&self, way: &Exit<D>) -> Option<Exit<D>> {
        let direction = way.direction;
        let (mut inside, mut depth, mut part) = (0.0, 0.0_f64, way.part);
        for _ in 0..MAX_STRAIGHT_STEPS {
            let at = direction * depth;
            let next = match self.farthest_overlap(at, direction) {
                Some((end, of_face)) => {
                    part = of_face;
                    end
                }
                None if !self.is_center_out(at, direction) => {
                    depth + self.distance_ahead(self.center + self.displacement + at, direction)?
                }
                None => {
                    let depth = self.first_out(direction, [inside, depth]);
                    return Some(Exit { part, direction, depth, deepest: self.support(-direction) });
                }
            };
            if !(next > depth) {
                return None;
            }
            (inside, depth) = (depth, next);
        }
        None
    }

    /// Returns how far a direction leads until the shape is beyond all faces that it overlaps after a way, and the part of the last of them.
    fn farthest_overlap(&self, way: D::Wide, direction: D::Wide) -> Option<(f64, u32)> {
        let start = self.support(-direction).dot(direction);
        let mut farthest: Option<(f64, u32)> = None;
        self.each_face_near(way, |face| {
            if self.measure(face, way).is_some_and(|near| !is_out(&near)) {
                let ends = face.corners.iter().map(|corner| corner.widen().dot(direction) - start);
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
        let (from, direction) = (D::Vector::narrow(from), D::Vector::narrow(direction));
        let ray = AabbCast::new::<D>(&Aabb { min: from, max: from }, direction);
        let mut first = None;
        self.solid.each_face(&ray, f32::MAX, |face, limit| {
            match gjk::ray_cast(&face.shape(), from, direction, limit) {
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
            let at = direction * middle;
            let is_inside =
                self.farthest_overlap(at, direction).is_some() || !self.is_center_out(at, direction);
            if is_inside {
                inside = middle;
            } else {
                out = middle;
            }
        }
        out
    }

    /// Returns where a way leads, with what it takes to get out of the faces that it ends in.
    fn lead_out(&self, &way: &Exit<D>) -> Option<Exit<D>> {
        let mut total = way.direction * way.depth;
        for correction in 0..MAX_CORRECTIONS {
            let Some(more) = self.way_on(total) else {
                if correction == 0 {
                    return self.is_center_out(total, way.direction).then_some(way);
                }
                break;
            };
            total += more;
        }
        let depth = total.dot(total).sqrt();
        let direction = total * (1.0 / depth);
        let is_out =
            self.way_on(total).is_none() && direction.is_finite() && self.is_center_out(total, direction);
        is_out.then_some(Exit { part: way.part, direction, depth, deepest: self.support(-direction) })
    }

    /// Returns the way out of the face that the shape overlaps most after a way, if it overlaps any by more than rounding.
    fn way_on(&self, way: D::Wide) -> Option<D::Wide> {
        let mut deepest: Option<(f64, D::Wide)> = None;
        self.each_face_near(way, |face| {
            let Some(near) = self.measure(face, way) else { return };
            if !is_out(&near) && deepest.is_none_or(|(distance, _)| near.distance < distance) {
                let outward = -near.normal;
                let beyond = face.normal.dot(face.corners[0].widen() - self.support(-face.normal) - way);
                let more = match outward.dot(face.normal) > 0.0 {
                    true => outward * -near.distance,
                    false => face.normal * beyond.max(0.0),
                };
                deepest = Some((near.distance, more));
            }
        });
        deepest.map(|(_, more)| more)
    }

    /// Calls for each face whose AABB is next to the shape after a way.
    fn each_face_near(&self, way: D::Wide, mut visit: impl FnMut(&PlacedFace<D>)) {
        let bounds = self.bounds(way);
        self.solid.each_face(&AabbDistance::new::<D>(&bounds), 0.0, |face, limit| {
            visit(face);
            limit
        });
    }

    fn measure(&self, face: &PlacedFace<D>, way: D::Wide) -> Option<SignedDistance<D::Vector>> {
        let near = Query::new(self.shape, &face.shape()).signed_distance(self.displacement + way)?;
        self.touching.set(self.touching.get().max(near.touching_distance));
        Some(near)
    }

    /// Returns whether the center is outside after a way. Of a single point, it is on a face then: what is just ahead counts.
    fn is_center_out(&self, way: D::Wide, direction: D::Wide) -> bool {
        let ahead = direction * (OUT * self.touching.get());
        !self.solid.contains(self.center + self.displacement + way + ahead)
    }

    /// Returns the point of the displaced shape that is farthest in a direction.
    fn support(&self, direction: D::Wide) -> D::Wide {
        self.shape.support(D::Vector::narrow(direction)).widen() + self.displacement
    }

    /// Returns the AABB of the displaced shape after a way.
    fn bounds(&self, way: D::Wide) -> Aabb<D::Vector> {
        let by = D::Vector::narrow(self.displacement + way);
        let Aabb { min, max } = self.shape.aabb();
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

/// Returns the center of the AABB of a shape.
fn center<V: Vector<Scalar = f32>>(shape: &dyn Support<V>) -> V::Wide {
    let Aabb { min, max } = shape.aabb();
    (min.widen() + max.widen()) * 0.5
}
