//! The ways out of a part: the normals of the faces of the Minkowski difference of a part and the shape.
//!
//! The shape overlaps a part after the displacements in the difference of the two, a convex set. Each of its supporting
//! planes leads out of it, and of a polytope those of the faces do: whatever lies outside lies beyond one of them. They
//! are found by support points alone, as in the *beneath and beyond* construction of convex hulls: three directions
//! with different support points, two in 2D, have a face between them, which is either the plane through the points or
//! is searched for in both halves of the directions between. Directions that lead out too late are skipped.

use arrayvec::ArrayVec;
use gjk::{Support, Vector, Wide};

use super::constraints::{Constraint, length};
use super::space::NearObstacle;
use crate::collider::Dimension;

/// The limit of normals: two boxes that are turned have 30 in 3D. If there are more, others are not found.
const MAX_NORMALS: usize = 96;
/// How often the directions between two axes are halved: to a quarter of a right angle in 3D, and to a 256th in 2D.
const MAX_DEPTH_2D: u32 = 8;
const MAX_DEPTH_3D: u32 = 6;
/// The depth before which the directions are halved although their middle has no other support point.
const MIN_DEPTH: u32 = 3;
/// The depth up to which the middles are ways out of what is round.
const ROUND_DEPTH_2D: u32 = 2;
const ROUND_DEPTH_3D: u32 = 3;
/// The distance up to which two support points are one, relative to the size of the pair: some hundred roundings.
const SAME_POINT: f64 = 1e-5;
/// The cosine above which two normals are one.
const SAME_NORMAL: f64 = 1.0 - 1e-9;
/// The length of a vector relative to another up to which it depends on it.
const DEPENDENT: f64 = 1e-4;

/// The exits from one obstacle.
pub(super) struct ExitPlanes<'e, D: Dimension> {
    body: &'e dyn Support<D::Vector>,
    obstacle: &'e dyn Support<D::Vector>,
    skin: f64,
    /// The sum of both convex radii.
    radius: f64,
    /// The displacement to which a way out is to be near, and how near.
    wanted: D::Wide,
    limit: f64,
    /// Whether the shape or the part has a radius, so that it has more ways out than its faces.
    pub(super) is_round: bool,
    /// The distance up to which two support points are one.
    same_point: f64,
    /// The displacement between the origins of the cores.
    offset: D::Wide,
    normals: ArrayVec<D::Wide, MAX_NORMALS>,
}

/// Directions around some others, each with its support point. Only the first two count in 2D.
#[derive(Clone, Copy)]
struct Cell<W> {
    directions: [W; 3],
    points: [W; 3],
}

impl<'e, D: Dimension> ExitPlanes<'e, D> {
    /// Finds the ways out of a part that lead to a displacement no farther than `limit` from the wanted one.
    /// `tries_round` adds directions in which a round shape can leave an edge.
    pub(super) fn find<K>(
        near: &NearObstacle<'e, D, K>,
        wanted: D::Wide,
        limit: f64,
        tries_round: bool,
    ) -> Self {
        let &NearObstacle { body, obstacle, skin, .. } = near;
        let radius = f64::from(obstacle.core().convex_radius) + f64::from(body.core().convex_radius);
        let size = (body.size().half_extents + obstacle.size().half_extents).max_element();
        let mut exits = Self {
            body,
            obstacle,
            skin,
            radius,
            wanted,
            limit,
            is_round: radius > 0.0,
            same_point: SAME_POINT * f64::from(size),
            offset: obstacle.core().origin.widen() - body.core().origin.widen(),
            normals: ArrayVec::new(),
        };
        for &normal in near.normals {
            if !exits.leads_too_far(&[normal], &[exits.support(normal)]) {
                exits.add(normal);
            }
        }
        // A ball leaves by the faces of the obstacle; how it leaves an edge is measured where it is near.
        let is_ball = body.size().half_extents.max_element() <= body.core().convex_radius;
        if is_ball && !near.normals.is_empty() {
            exits.is_round = false;
        } else if obstacle.half_space().is_none() {
            exits.search(exits.is_round && tries_round);
        }
        exits
    }

    /// Returns the unit normals, each in the direction of the way out.
    pub(super) fn normals(&self) -> impl Iterator<Item = D::Wide> {
        self.normals.iter().copied()
    }

    /// Returns the plane beyond which a displacement leads out along a normal.
    pub(super) fn plane(&self, out: D::Wide) -> Constraint<D::Wide> {
        let height = self.support(out).dot(out) + self.radius;
        Constraint { normal: -out, offset: -height - self.skin }
    }

    /// Returns whether a point lies wholly on the other side of the part, seen along a way out.
    pub(super) fn is_behind(&self, point: D::Wide, out: D::Wide) -> bool {
        let nearest = self.obstacle.support(D::Vector::narrow(-out)).widen().dot(out);
        out.dot(point) < nearest - self.skin
    }

    fn search(&mut self, tries_round: bool) {
        let dimension = D::Vector::DIMENSION;
        let axis = |index: usize, sign: f64| D::Vector::axis(index).widen() * sign;
        for index in 0..dimension {
            self.add(axis(index, 1.0));
            self.add(axis(index, -1.0));
        }
        for choice in 0..1u32 << dimension {
            let mut cell = Cell { directions: [D::Wide::ZERO; 3], points: [D::Wide::ZERO; 3] };
            for index in 0..dimension {
                let sign = if choice >> index & 1 == 0 { 1.0 } else { -1.0 };
                cell.directions[index] = axis(index, sign);
                cell.points[index] = self.support(cell.directions[index]);
            }
            self.search_cell(cell, 0, tries_round);
        }
    }

    /// Searches for faces whose normals lie between the directions of a cell.
    fn search_cell(&mut self, cell: Cell<D::Wide>, depth: u32, tries_round: bool) {
        let dimension = D::Vector::DIMENSION;
        let (directions, points) = (&cell.directions[..dimension], &cell.points[..dimension]);
        if self.normals.is_full() || self.leads_too_far(directions, points) {
            return;
        }
        let sum = directions.iter().fold(D::Wide::ZERO, |sum, &direction| sum + direction);
        let middle = sum * (1.0 / length(sum));
        let (max_depth, round_depth) = match dimension {
            2 => (MAX_DEPTH_2D, ROUND_DEPTH_2D),
            _ => (MAX_DEPTH_3D, ROUND_DEPTH_3D),
        };
        let tries_round = tries_round && depth < round_depth;
        if tries_round {
            self.add(middle);
        }
        let is_one_point = points.iter().all(|&point| self.is_same(point, points[0]));
        if is_one_point && !tries_round {
            return;
        }
        let mut may_have_more = tries_round;
        if !is_one_point {
            let at_middle = self.support(middle);
            may_have_more |= depth < MIN_DEPTH || !points.iter().any(|&point| self.is_same(point, at_middle));
            if let Some(normal) = face_normal(points, middle) {
                let is_face = normal.dot(self.support(normal) - points[0]) <= self.same_point;
                if is_face || depth == max_depth {
                    self.add(normal);
                }
                may_have_more |= !is_face;
                if is_face && dimension == 2 && !tries_round {
                    return;
                }
            }
        }
        if depth == max_depth || !may_have_more {
            return;
        }
        for half in self.halves(&cell) {
            self.search_cell(half, depth + 1, tries_round);
        }
    }

    /// Halves the longest edge of a cell.
    fn halves(&self, cell: &Cell<D::Wide>) -> [Cell<D::Wide>; 2] {
        let mut edge = (0, 1);
        for other in [(1, 2), (2, 0)] {
            let cosine = |(one, two): (usize, usize)| cell.directions[one].dot(cell.directions[two]);
            if D::Vector::DIMENSION == 3 && cosine(other) < cosine(edge) - DEPENDENT {
                edge = other;
            }
        }
        let sum = cell.directions[edge.0] + cell.directions[edge.1];
        let middle = sum * (1.0 / length(sum));
        let point = self.support(middle);
        [edge.0, edge.1].map(|index| {
            let mut half = *cell;
            (half.directions[index], half.points[index]) = (middle, point);
            half
        })
    }

    /// Returns whether no direction of a cell leads out near enough. A unit vector between unit vectors has at least
    /// the least of their dot products with any point, if that is positive.
    fn leads_too_far(&self, directions: &[D::Wide], points: &[D::Wide]) -> bool {
        points.iter().any(|&point| {
            let least = directions.iter().map(|direction| direction.dot(point - self.wanted));
            let least = least.fold(f64::INFINITY, f64::min);
            least > 0.0 && least + self.skin > self.limit
        })
    }

    /// Returns the point of the difference of the cores that is farthest in a direction.
    fn support(&self, direction: D::Wide) -> D::Wide {
        let narrow = D::Vector::narrow(direction);
        let of_obstacle = self.obstacle.core_support(narrow).point.widen();
        self.offset + of_obstacle - self.body.core_support(-narrow).point.widen()
    }

    fn is_same(&self, one: D::Wide, other: D::Wide) -> bool {
        length(one - other) <= self.same_point
    }

    fn add(&mut self, normal: D::Wide) {
        if !self.normals.iter().any(|known| known.dot(normal) > SAME_NORMAL) {
            let _ = self.normals.try_push(normal);
        }
    }
}

/// Returns the unit normal of the plane through some points, towards the side of a direction; `None` if there are
/// several such planes, or if the direction lies in it.
fn face_normal<W: Wide>(points: &[W], towards: W) -> Option<W> {
    let mut normal = towards;
    let mut basis: [W; 2] = [W::ZERO; 2];
    for (index, &point) in points[1..].iter().enumerate() {
        let edge = point - points[0];
        let mut rest = edge;
        for known in &basis[..index] {
            rest = rest - *known * known.dot(rest);
        }
        if !(length(rest) > DEPENDENT * length(edge)) || !(length(edge) > 0.0) {
            return None;
        }
        basis[index] = rest * (1.0 / length(rest));
    }
    // Twice, so that what is left is perpendicular even if it is short.
    for _ in 0..2 {
        for known in &basis {
            normal = normal - *known * known.dot(normal);
        }
    }
    let length = length(normal);
    (length > DEPENDENT).then(|| normal * (1.0 / length))
}
