//! The candidates for the shortest way out.

use arrayvec::ArrayVec;
use gjk::{Aabb, Placed, Query, Support, Vector, Wide};

use super::body::BodyHull;
use super::exit::Exit;
use super::in_solid::{Body, OUT, is_touching};
use super::placed_face::PlacedFace;
use crate::collider::Dimension;
use crate::collider::bvh::AabbDistance;

/// The limit of candidates that are kept. Faces in one plane give one.
pub(super) const MAX_WAYS: usize = 24;
/// The limit of candidates that are led out as they are found, so that what is farther needs no look.
const MAX_TRIES: u32 = 4;
/// The limit of the corners of faces that are overlapped together.
const MAX_HULL_CORNERS: usize = 96;
/// The limit of hulls that are tried, and by how much each reaches farther than the one before.
const MAX_HULLS: u32 = 4;
const HULL_GROWTH: f64 = 4.0;
/// The cosine above which two ways have one direction.
pub(super) const SAME_DIRECTION: f64 = 1.0 - 1e-9;

impl<D: Dimension> Body<'_, '_, D> {
    /// Returns the shortest candidates, at most one in about the same direction, and a way that leads out, if the first of them do. `inside` is
    /// a point of the body that is inside, if there is one.
    pub(super) fn ways(&self, inside: Option<D::Wide>) -> (ArrayVec<Exit<D>, MAX_WAYS>, Option<Exit<D>>) {
        let mut ways = ArrayVec::new();
        let mut out: Option<Exit<D>> = None;
        let mut tries_left = MAX_TRIES;
        let mut add = |ways: &mut ArrayVec<_, MAX_WAYS>, way: Exit<D>| {
            let is_shorter = |known: Option<Exit<D>>| known.is_none_or(|known| way.depth < known.depth);
            if insert(ways, way) && tries_left > 0 && is_shorter(out) {
                tries_left -= 1;
                out = self
                    .lead_out(&way)
                    .filter(|&led_out| out.is_none_or(|out| led_out.depth < out.depth))
                    .or(out);
            }
            out
        };
        let mut known = inside.and_then(|point| self.way_of_point(point)).and_then(|way| add(&mut ways, way));
        let longest = |ways: &ArrayVec<Exit<D>, MAX_WAYS>, known: Option<Exit<D>>| {
            let longest = || ways.iter().fold(0.0, |longest: f64, way| longest.max(way.depth)) as f32;
            let limit = if ways.is_full() { longest() } else { f32::MAX };
            known.map_or(limit, |out| limit.min(out.depth as f32))
        };
        self.each_face_near(D::Wide::ZERO, 0.0, |part, face| {
            if let Some(way) = self.way_apart(part, face) {
                known = add(&mut ways, way);
            }
        });
        // Each face once, however many parts are near it. No way beyond a face is shorter than the distance to it.
        let around = AabbDistance::new::<D>(&self.all_bounds());
        self.solid.each_face(&around, longest(&ways, known), |face, limit| {
            if let Some(way) = self.way_beyond(face, &ways, f64::from(limit)) {
                known = add(&mut ways, way);
            }
            longest(&ways, known)
        });
        let shortest = ways.iter().fold(f64::INFINITY, |shortest, way| shortest.min(way.depth));
        for reach in [0.0, shortest] {
            if let Some(way) = self.way_off_edges(reach) {
                let _ = insert(&mut ways, way);
            }
        }
        (ways, known)
    }

    /// Returns the way beyond the plane of a face, if it ends at the face, is not longer than a limit, and no shorter one in its direction
    /// is known.
    fn way_beyond(&self, face: &PlacedFace<D>, known: &[Exit<D>], limit: f64) -> Option<Exit<D>> {
        if face.normal == D::Wide::ZERO {
            return None;
        }
        let (_, deepest) = self.deepest(face.normal);
        let depth = face.normal.dot(face.corners[0] - deepest);
        let is_known = |known: &Exit<D>| {
            known.direction.dot(face.normal) > SAME_DIRECTION
                && (known.depth, known.part) <= (depth, face.part)
        };
        if depth > limit || known.iter().any(is_known) {
            return None;
        }
        let way = face.normal * depth.max(0.0);
        let mut is_there = false;
        self.parts.each(&mut |_, part| {
            is_there = is_there
                || self.measure(part, face, way).is_some_and(|end| {
                    let rounding = OUT * end.touching_distance;
                    depth >= -rounding && end.distance.abs() <= rounding
                });
        });
        is_there.then(|| self.way(face.part, face.normal, depth))
    }

    /// Returns the way that separates a part from a face that it overlaps, if it leads outwards.
    fn way_apart(&self, part: &dyn Support<D::Vector>, face: &PlacedFace<D>) -> Option<Exit<D>> {
        if self.is_beside(part, face) {
            return None;
        }
        let near = self.measure(part, face, D::Wide::ZERO)?;
        let leads_out = is_touching(&near) && self.is_outward(-near.normal, face);
        leads_out.then(|| self.way(face.part, -near.normal, -near.distance))
    }

    /// Returns whether a part is on one side of the plane of a face.
    fn is_beside(&self, part: &dyn Support<D::Vector>, face: &PlacedFace<D>) -> bool {
        let height = face.normal.dot(face.corners[0]);
        let [low, high] =
            [-face.normal, face.normal].map(|to| self.support(part, to).dot(face.normal) - height);
        let rounding = OUT * self.touching.get();
        face.normal != D::Wide::ZERO && (low > rounding || high < -rounding)
    }

    /// Returns the way of a point inside to the nearest face, and on until the body is beyond the point of the face.
    fn way_of_point(&self, point: D::Wide) -> Option<Exit<D>> {
        let origin = self.solid.origin_point();
        let at = D::Vector::narrow(self.solid.origin() + point);
        let around = AabbDistance::new::<D>(&Aabb { min: at, max: at });
        let mut nearest: Option<(f64, u32, D::Wide)> = None;
        self.solid.each_face(&around, f32::MAX, |face, limit| {
            match Query::new(&origin, &face.shape).signed_distance(point) {
                Some(near) if nearest.is_none_or(|(distance, ..)| near.distance < distance) => {
                    nearest = Some((near.distance, face.part, near.normal));
                    limit.min(near.distance.max(0.0) as f32)
                }
                _ => limit,
            }
        });
        let (distance, part, direction) = nearest?;
        let (_, deepest) = self.deepest(direction);
        Some(self.way(part, direction, distance + direction.dot(point - deepest)))
    }

    /// Returns the way off the hull of the faces nearby, if it leads out and is no longer than a way that does; or else that way. Of a convex
    /// set, it is the shortest one: one that is as long up to rounding may have a direction that is far from it.
    pub(super) fn off_edges_instead(&self, way: Exit<D>) -> Exit<D> {
        let mut reach = way.depth;
        for _ in 0..MAX_HULLS {
            let rounding = OUT * self.touching.get();
            match self.way_off_edges(reach) {
                Some(off) if off.depth <= way.depth + rounding => {
                    if self.is_out_after(off.direction * off.depth, off.direction) {
                        return off;
                    }
                }
                _ => break,
            }
            // It led inwards, off a hull that does not contain what is between its faces and those farther away.
            reach *= HULL_GROWTH;
        }
        way
    }

    /// Returns the way that separates the body from the hull of all faces within a distance: over an edge or a vertex that is convex.
    fn way_off_edges(&self, reach: f64) -> Option<Exit<D>> {
        let mut corners = ArrayVec::<D::Vector, MAX_HULL_CORNERS>::new();
        let mut nearest: Option<(f64, u32)> = None;
        let mut fits = true;
        self.each_face_near(D::Wide::ZERO, reach as f32, |part, face| {
            if fits
                && let Some(near) = self.measure(part, face, D::Wide::ZERO)
                && near.distance <= reach + near.touching_distance
            {
                let mut is_added = |corner| corners.contains(&corner) || corners.try_push(corner).is_ok();
                fits = face.shape.shape().corners.into_iter().all(&mut is_added);
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
            only = Query::new(&BodyHull::new(self.parts), &hull).signed_distance(self.displacement);
        }
        let near = only?;
        is_touching(&near).then(|| self.way(part, -near.normal, -near.distance))
    }
}

/// Adds a way, unless there is one in the same direction that is no longer. If there is no room, it takes the place of the longest. Returns
/// whether it was added.
fn insert<D: Dimension>(ways: &mut ArrayVec<Exit<D>, MAX_WAYS>, way: Exit<D>) -> bool {
    let order = |way: &Exit<D>| (way.depth, way.part);
    if let Some(same) = ways.iter_mut().find(|known| known.direction.dot(way.direction) > SAME_DIRECTION) {
        let is_shorter = order(&way) < order(same);
        if is_shorter {
            *same = way;
        }
        return is_shorter;
    }
    let Err(full) = ways.try_push(way) else { return true };
    let way = full.element();
    if let Some(longest) = ways.iter_mut().max_by(|one, two| one.depth.total_cmp(&two.depth))
        && order(&way) < order(longest)
    {
        *longest = way;
        return true;
    }
    false
}
