//! The candidates for the shortest way out.

use arrayvec::ArrayVec;
use gjk::{Aabb, Affine, Placed, Query, Support, Vector, Wide};

use super::PlacedFace;
use super::body::BodyHull;
use super::exit::Exit;
use super::in_solid::{Body, OUT, is_touching};
use crate::collider::Dimension;
use crate::collider::bvh::AabbDistance;

/// The limit of candidates that are kept. Faces in one plane give one.
pub(super) const MAX_WAYS: usize = 24;
/// The limit of the corners of faces that are overlapped together.
const MAX_HULL_CORNERS: usize = 96;
/// The cosine above which two ways have one direction.
pub(super) const SAME_DIRECTION: f64 = 1.0 - 1e-9;

impl<D: Dimension> Body<'_, '_, D> {
    /// Returns the shortest candidates, at most one in about the same direction.
    pub(super) fn ways(&self) -> ArrayVec<Exit<D>, MAX_WAYS> {
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
