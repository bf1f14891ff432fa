//! Convex polygon in 2D, checked or made as the hull of points (Andrew's monotone chain).

use glam::{Affine2, DVec2, Vec2};
use smallvec::SmallVec;

use crate::math::Scalar;
use crate::shape::inscribed::inscribed_radius_of_polygon;
use crate::shape::point_set::Points;
use crate::shape::straight_corners::{angular_corners, straightness_tolerance};
use crate::shape::winding::{first_crossing, is_strictly_convex, turn, winding_starts};
use crate::shape::{ShapeError, bounding_radius, half_extents, local_origin, validate_corners};
use crate::support::Support;
use crate::support::hints::{Core, Size, SmallPolygon, Vertex, VertexRefs, Zonotope};

/// A convex polygon in 2D with its corners in counter-clockwise order.
// Two cache lines (128 bytes) for up to eight corners, but not aligned to them: with thousands of polygons, aligned
// allocations cost more than they save.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "alloc::vec::Vec<Vec2>", into = "alloc::vec::Vec<Vec2>"))]
pub struct ConvexPolygon {
    /// Relative to the origin.
    corners: Points<Vec2>,
    origin: Vec2,
    half_extents: Vec2,
    bounding_radius: f32,
    inscribed_radius: f32,
    /// A bound on the magnitudes of the corners' coordinates.
    largest: f32,
}

impl ConvexPolygon {
    /// The largest number of corners of a [regular](Self::regular) polygon. It limits the memory that a single number
    /// can ask for, to 64 KiB of corners.
    ///
    /// More corners make no difference: with so many, the middle of a side is 7e-8 of the radius inside the circle, a
    /// third of the distance at which two such shapes count as touching. A [`Circle`](crate::Circle) has the same
    /// answers and costs less.
    pub const MAX_REGULAR_CORNERS: usize = crate::shape::MAX_REGULAR_CORNERS;

    /// Makes a polygon of its corners in order, in either orientation.
    ///
    /// Corners may lie on a straight line, up to the rounding of their coordinates, and repeat the corner before them,
    /// as the last one may repeat the first: the polygon does without them. Rounding is about a millionth of the size,
    /// or half a millionth of the distance from the origin. If all corners lie on a line, the polygon is the segment
    /// between the outermost ones.
    ///
    /// # Errors
    /// Fewer than three corners at different places, a corner that is not finite or is concave, or a boundary that
    /// crosses itself. The error has the index of the corner at fault.
    ///
    /// ```
    /// use gjk::{ConvexPolygon, ShapeError, Vec2};
    ///
    /// let arrow = [Vec2::new(0.0, 2.0), Vec2::new(-1.0, -1.0), Vec2::ZERO, Vec2::new(1.0, -1.0)];
    /// assert_eq!(ConvexPolygon::new(arrow), Err(ShapeError::ConcaveCorner(2)));
    /// ```
    pub fn new(corners: impl IntoIterator<Item = Vec2>) -> Result<Self, ShapeError> {
        let given: SmallVec<[Vec2; 8]> = corners.into_iter().collect();
        validate_corners(&given)?;
        let count = given.len();
        if count < 3 {
            return Err(ShapeError::TooFewCorners(count));
        }
        let repeats = |index: usize| given[index] == given[(index + count - 1) % count];
        // Of the first corner, the repetitions are at the end.
        let last = (0..count).rfind(|&index| given[index] != given[0]).unwrap_or(0);
        let kept: SmallVec<[usize; 8]> = (0..=last).filter(|&index| index == 0 || !repeats(index)).collect();
        if kept.len() < 3 {
            return Err(ShapeError::RepeatedCorner((0..count).find(|&index| repeats(index)).unwrap_or(0)));
        }
        let corners: SmallVec<[Vec2; 8]> = kept.iter().map(|&index| given[index]).collect();
        let angular = angular_corners(&corners, straightness_tolerance(&corners));
        if let Some(flat) = flat_triangle(&corners, &angular) {
            return Ok(Self::from_counter_clockwise(flat.into_iter().collect()));
        }
        let mut corners: SmallVec<[Vec2; 8]> = angular.iter().map(|&index| corners[index]).collect();
        let count = corners.len();
        let turn = |one: usize, two: usize, three: usize| {
            let corner = |index: usize| corners[index % count];
            turn(corner(one), corner(two), corner(three))
        };
        // Twice the area, as a fan from corner 0; its sign is the orientation.
        let orientation: f64 = (1..count - 1).map(|index| turn(0, index, index + 1)).sum();
        let inward = |turn: f64| turn * orientation < 0.0;
        if let Some(index) = (0..count).find(|&index| inward(turn(index + count - 1, index, index + 1))) {
            return Err(ShapeError::ConcaveCorner(kept[angular[index]]));
        }
        // A boundary that winds around twice has no concave corner either.
        if let Some(second) = winding_starts(&corners).nth(1) {
            let crossed = angular[first_crossing(&corners).unwrap_or(second)];
            return Err(ShapeError::SelfIntersecting(kept[crossed]));
        }
        if orientation < 0.0 {
            corners.reverse();
        }
        Ok(Self::from_counter_clockwise(corners))
    }

    /// Makes the convex hull of points in any order.
    ///
    /// # Errors
    /// [`ShapeError::CornerNotFinite`] for a point with a NaN or infinity, [`ShapeError::TooFewCorners`]
    /// where fewer than three distinct points span the hull: such a flat shape is a [`Hull`](crate::Hull).
    pub fn hull(points: impl IntoIterator<Item = Vec2>) -> Result<Self, ShapeError> {
        // Andrew's monotone chain: the lower hull from left to right, then the upper one back.
        let mut points: SmallVec<[Vec2; 8]> = points.into_iter().collect();
        validate_corners(&points)?;
        let from_left = |one: &Vec2, two: &Vec2| one.x.total_cmp(&two.x).then(one.y.total_cmp(&two.y));
        if is_strictly_convex(&points) {
            // The points are their own hull, rotated to begin with the corner that the chain begins with.
            let first = (0..points.len()).min_by(|&one, &two| from_left(&points[one], &points[two]));
            points.rotate_left(first.unwrap_or(0));
            return Ok(Self::from_counter_clockwise(points));
        }
        points.sort_unstable_by(from_left);
        points.dedup();
        let mut hull = SmallVec::<[Vec2; 8]>::new();
        let mut chain = |points: &mut dyn Iterator<Item = Vec2>| {
            let start = hull.len();
            for point in points {
                while hull.len() >= start + 2 {
                    let (one, two) = (hull[hull.len() - 2], hull[hull.len() - 1]);
                    if turn(one, two, point) > 0.0 {
                        break;
                    }
                    hull.pop();
                }
                hull.push(point);
            }
            hull.pop();
        };
        chain(&mut points.iter().copied());
        chain(&mut points.iter().rev().copied());
        if hull.len() < 3 {
            return Err(ShapeError::TooFewCorners(hull.len()));
        }
        Ok(Self::from_counter_clockwise(hull))
    }

    /// Makes a regular polygon with this many corners on a circle, at least three and at most
    /// [`MAX_REGULAR_CORNERS`](Self::MAX_REGULAR_CORNERS); the first corner lies on +y.
    ///
    /// # Errors
    /// [`ShapeError::NotFinite`] or [`ShapeError::Negative`] for such a radius, [`ShapeError::TooFewCorners`] or
    /// [`ShapeError::TooManyCorners`] for such a number, before any memory is allocated.
    pub fn regular(circumradius: f32, sides: usize) -> Result<Self, ShapeError> {
        super::validate_size(circumradius)?;
        if sides < 3 {
            return Err(ShapeError::TooFewCorners(sides));
        }
        if sides > Self::MAX_REGULAR_CORNERS {
            return Err(ShapeError::TooManyCorners(sides));
        }
        let step = core::f64::consts::TAU / sides as f64;
        let corner = |index: usize| {
            let (sin, cos) = Scalar::sin_cos(step * index as f64);
            let radius = f64::from(circumradius);
            DVec2::new(-sin * radius, cos * radius).as_vec2()
        };
        Ok(Self::from_counter_clockwise((0..sides).map(corner).collect()))
    }

    /// Makes a polygon of valid corners in counter-clockwise order.
    fn from_counter_clockwise(mut corners: SmallVec<[Vec2; 8]>) -> Self {
        let half_extents = half_extents(&corners);
        let origin = local_origin(&corners, half_extents);
        corners.iter_mut().for_each(|corner| *corner -= origin);
        let largest = corners.iter().fold(0.0_f32, |most, corner| most.max(corner.abs().max_element()));
        let (bounding_radius, inscribed_radius) =
            (bounding_radius(&corners), inscribed_radius_of_polygon(&corners));
        let corners = Points::new(&corners);
        Self { corners, origin, half_extents, bounding_radius, inscribed_radius, largest }
    }

    /// Returns the corners in counter-clockwise order.
    pub fn corners(&self) -> impl ExactSizeIterator<Item = Vec2> + Clone {
        self.corners.iter().map(|corner| self.origin + corner)
    }
}

impl Support<Vec2> for ConvexPolygon {
    #[inline]
    fn support(&self, direction: Vec2) -> Vec2 {
        self.origin + self.corners.at(self.corners.farthest(direction))
    }
    #[inline(always)]
    fn core(&self) -> Core<Vec2> {
        Core::new(self.origin, 0.0)
    }
    #[inline(always)]
    fn size(&self) -> Size<Vec2> {
        Size {
            half_extents: self.half_extents,
            bounding_radius: self.bounding_radius,
            inscribed_radius: self.inscribed_radius,
        }
    }
    #[inline(always)]
    fn core_support(&self, direction: Vec2) -> Vertex<Vec2> {
        let index = self.corners.farthest(direction);
        Vertex { point: self.corners.at(index), id: index as u32 }
    }
    #[inline(always)]
    fn resolve_vertices(&self, refs: &VertexRefs<Vec2>) -> [Vertex<Vec2>; 4] {
        refs.resolve(self, |id| self.corners.get(id as usize))
    }
    #[inline(always)]
    fn closed_form(
        &self,
        map: Option<&Affine2>,
        polygon: Option<&mut SmallPolygon>,
    ) -> Option<Zonotope<Vec2>> {
        if let Some(polygon) = polygon
            && polygon.fill(self.corners.len(), self.corners.groups(), self.largest)
            && let Some(Affine2 { matrix2, .. }) = map
        {
            polygon.map(matrix2.x_axis, matrix2.y_axis);
        }
        None
    }
    #[inline]
    fn support_interval(&self, direction: Vec2) -> [f32; 2] {
        let [least, most] = self.corners.support_interval(direction);
        let shift = self.origin.dot(direction);
        [least + shift, most + shift]
    }
    fn support_feature(&self, direction: Vec2, tolerance: f32, visit: &mut dyn FnMut(Vertex<Vec2>)) {
        self.corners.visit_within(direction, tolerance, visit);
    }
}

/// Returns three corners that stand for all of a polygon without an area, or `None` if it has one: the two ends, and
/// between them the corner nearest to the middle. `angular` are the corners that are not straight.
fn flat_triangle(corners: &[Vec2], angular: &[usize]) -> Option<[Vec2; 3]> {
    let &[one, other] = angular else { return None };
    let (start, end) = (corners[one], corners[other]);
    let from_middle = |corner: Vec2| DVec2::from(corner).distance_squared(DVec2::from(start.midpoint(end)));
    let others = (0..corners.len()).filter(|&index| index != one && index != other);
    let middle =
        others.map(|index| corners[index]).min_by(|&a, &b| from_middle(a).total_cmp(&from_middle(b)))?;
    Some(if turn(start, middle, end) < 0.0 { [end, middle, start] } else { [start, middle, end] })
}

/// Checks the corners as [`ConvexPolygon::new`] does.
impl TryFrom<alloc::vec::Vec<Vec2>> for ConvexPolygon {
    type Error = ShapeError;
    fn try_from(corners: alloc::vec::Vec<Vec2>) -> Result<Self, ShapeError> {
        Self::new(corners)
    }
}

impl From<ConvexPolygon> for alloc::vec::Vec<Vec2> {
    fn from(polygon: ConvexPolygon) -> Self {
        polygon.corners().collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::shape::convex_polygon::ConvexPolygon;

    /// A larger polygon would take a third cache line.
    #[test]
    fn a_convex_polygon_takes_two_cache_lines() {
        assert_eq!(size_of::<ConvexPolygon>(), 2 * 64);
    }
}
