//! Leading a candidate to a place where the body is out.

use gjk::{Aabb, Vector, Wide};

use super::exit::Exit;
use super::in_solid::{Body, is_out, is_touching};
use super::ways::SAME_DIRECTION;
use crate::collider::Dimension;
use crate::collider::bvh::{AabbCast, AabbDistance};

/// The limit of corrections of a way.
const MAX_CORRECTIONS: usize = 8;
/// The limit of steps of a straight way: of faces and of spaces between them that it leads through.
const MAX_STRAIGHT_STEPS: usize = 32;
/// How often the end of a straight way is bracketed more closely: to 1e-7 of its last step.
const BISECTIONS: usize = 24;
/// How much shorter a way that is led on has to be than the straight one to be taken: its direction is not that of a face.
const STRAIGHT: f64 = 0.95;
/// The limit of times that a way is turned, and how much shorter it has to become each time.
const MAX_TURNS: usize = 16;
const SHORTER: f64 = 1.0 - 1e-6;

impl<D: Dimension> Body<'_, '_, D> {
    /// Returns a way that ends where the body is out: the same one if it does, or else the shorter one of that which goes on straight and
    /// that which is led on.
    pub(super) fn lead_out(&self, &way: &Exit<D>) -> Option<Exit<D>> {
        if self.is_out_after(way.direction * way.depth, way.direction) {
            return Some(way);
        }
        let (straight, led_on) = (self.straight_way(&way), self.lead_on(&way));
        match (straight, led_on) {
            (Some(straight), Some(led_on)) if led_on.depth < STRAIGHT * straight.depth => Some(led_on),
            (straight, led_on) => straight.or(led_on),
        }
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

    /// Returns the shortest of the ways along the axes past all faces, which always lead out.
    pub(super) fn way_past_all(&self) -> Option<Exit<D>> {
        let everywhere = AabbDistance::new::<D>(&self.all_bounds());
        let axes = (0..D::Vector::DIMENSION).map(|axis| D::Vector::axis(axis).widen());
        let ways = axes.flat_map(|axis| [axis, -axis]).filter_map(|direction| {
            let mut farthest: Option<(f64, u32)> = None;
            self.solid.each_face(&everywhere, f32::MAX, |face, limit| {
                let ends = face.corners.iter().map(|corner| corner.dot(direction));
                let end = ends.fold(f64::NEG_INFINITY, f64::max);
                if farthest.is_none_or(|(known, _)| end > known) {
                    farthest = Some((end, face.part));
                }
                limit
            });
            let (end, part) = farthest?;
            let (_, deepest) = self.deepest(direction);
            Some(self.way(part, direction, end - deepest.dot(direction)))
        });
        ways.min_by(|one, two| one.depth.total_cmp(&two.depth))
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

    /// Returns how far a direction leads until all parts are beyond all faces that they overlap after a way, and the part of the last face.
    pub(super) fn farthest_overlap(&self, way: D::Wide, direction: D::Wide) -> Option<(f64, u32)> {
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

    /// Turns a way towards the normals of the faces where it ends, as long as it becomes shorter: as the shortest way out of a convex set, it
    /// ends where it is perpendicular to what the body touches.
    pub(super) fn turned(&self, mut way: Exit<D>) -> Exit<D> {
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
}
