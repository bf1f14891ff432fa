//! The convex hull of any number of points, kept as a set of points without edges or faces.

use smallvec::SmallVec;

use crate::math::{Scalar, Vector};
use crate::shape::inscribed::inscribed_radius;
use crate::shape::point_set::{CLUSTER_THRESHOLD, Points};
use crate::shape::{ShapeError, bounding_radius, half_extents, local_origin, validate_corners};
use crate::support::Support;
use crate::support::hints::{Core, Size, Vertex, VertexRefs};

/// The convex hull of points, in 2D or 3D. The points may coincide or lie on a line or a plane.
///
/// Points inside the hull are kept and cost time. More than 256 points are reordered by clusters.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "alloc::vec::Vec<V>", into = "alloc::vec::Vec<V>"))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: Vector + serde::Serialize",
        deserialize = "V: Vector + serde::Deserialize<'de>"
    ))
)]
pub struct Hull<V: Vector> {
    points: Points<V>,
    origin: V,
    half_extents: V,
    bounding_radius: V::Scalar,
    inscribed_radius: V::Scalar,
}

impl<V: Vector> Hull<V> {
    /// Makes the hull of points.
    ///
    /// # Errors
    /// [`ShapeError::Empty`] for no points, [`ShapeError::CornerNotFinite`] for one with a NaN or infinity.
    pub fn new(points: impl IntoIterator<Item = V>) -> Result<Self, ShapeError> {
        let mut distinct: SmallVec<[V; 8]> = points.into_iter().collect();
        if distinct.is_empty() {
            return Err(ShapeError::Empty);
        }
        validate_corners(&distinct)?;
        Points::sort(&mut distinct);
        remove_repeated(&mut distinct);
        let half_extents = half_extents(&distinct);
        let origin = local_origin(&distinct, half_extents);
        for point in &mut distinct {
            *point = *point - origin;
        }
        let bounding_radius = bounding_radius(&distinct);
        let inscribed_radius = inscribed_radius(&distinct);
        Ok(Self { points: Points::new(&distinct), origin, half_extents, bounding_radius, inscribed_radius })
    }

    /// Returns the distinct points.
    pub fn points(&self) -> impl ExactSizeIterator<Item = V> + Clone {
        self.points.iter().map(|point| self.origin + point)
    }
}

impl<V: Vector> Support<V> for Hull<V> {
    #[inline]
    fn support(&self, direction: V) -> V {
        self.origin + self.points.at(self.points.farthest(direction))
    }
    #[inline(always)]
    fn core(&self) -> Core<V> {
        Core::new(self.origin, V::Scalar::ZERO)
    }
    #[inline(always)]
    fn size(&self) -> Size<V> {
        Size {
            half_extents: self.half_extents,
            bounding_radius: self.bounding_radius,
            inscribed_radius: self.inscribed_radius,
        }
    }
    #[inline(always)]
    fn core_support(&self, direction: V) -> Vertex<V> {
        let index = self.points.farthest(direction);
        Vertex { point: self.points.at(index), id: index as u32 }
    }
    #[inline(always)]
    fn resolve_vertices(&self, refs: &VertexRefs<V>) -> [Vertex<V>; 4] {
        refs.resolve(self, |id| self.points.get(id as usize))
    }
    #[inline]
    fn support_interval(&self, direction: V) -> [V::Scalar; 2] {
        let [least, most] = self.points.support_interval(direction);
        let shift = self.origin.dot(direction);
        [least + shift, most + shift]
    }
    fn support_feature(&self, direction: V, tolerance: V::Scalar, visit: &mut dyn FnMut(Vertex<V>)) {
        self.points.visit_within(direction, tolerance, visit);
    }
}

/// Removes repeated points, and keeps the first of each.
fn remove_repeated<V: Vector>(points: &mut SmallVec<[V; 8]>) {
    if points.len() > CLUSTER_THRESHOLD {
        // Many points are sorted, so equal ones are adjacent.
        points.dedup();
        return;
    }
    let mut kept = 0;
    for index in 0..points.len() {
        if !points[..kept].contains(&points[index]) {
            points[kept] = points[index];
            kept += 1;
        }
    }
    points.truncate(kept);
}

/// Checks the points as [`Hull::new`] does.
impl<V: Vector> TryFrom<alloc::vec::Vec<V>> for Hull<V> {
    type Error = ShapeError;
    fn try_from(points: alloc::vec::Vec<V>) -> Result<Self, ShapeError> {
        Self::new(points)
    }
}

impl<V: Vector> From<Hull<V>> for alloc::vec::Vec<V> {
    fn from(hull: Hull<V>) -> Self {
        hull.points().collect()
    }
}
