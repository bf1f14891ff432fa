//! The convex hull of any number of points.

use smallvec::SmallVec;

use super::{ShapeError, farthest, half_extents, own_origin, validate_corners, visit_farthest};
use crate::support::{Support, Vertex};
use crate::vector::Vector;

/// The convex hull of points, in the plane or in space; they may coincide or lie in a line or a plane.
///
/// Points inside the hull do no harm but cost time.
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
pub struct Hull<V> {
    points: SmallVec<[V; 8]>,
    origin: V,
    half_extents: V,
}

impl<V: Vector> Hull<V> {
    /// The hull of these points.
    ///
    /// # Errors
    /// [`ShapeError::Empty`] for no points, [`ShapeError::CornerNotFinite`] for one with a NaN or infinity.
    pub fn new(points: impl IntoIterator<Item = V>) -> Result<Self, ShapeError> {
        let mut distinct = SmallVec::<[V; 8]>::new();
        for point in points {
            if !distinct.contains(&point) {
                distinct.push(point);
            }
        }
        if distinct.is_empty() {
            return Err(ShapeError::Empty);
        }
        validate_corners(&distinct)?;
        let half_extents = half_extents(&distinct);
        let origin = own_origin(&distinct, half_extents);
        for point in &mut distinct {
            *point = *point - origin;
        }
        Ok(Self { points: distinct, origin, half_extents })
    }

    /// The points, each once.
    pub fn points(&self) -> impl ExactSizeIterator<Item = V> + Clone {
        self.points.iter().map(|&point| self.origin + point)
    }
}

impl<V: Vector> Support<V> for Hull<V> {
    #[inline]
    fn support(&self, direction: V) -> V {
        self.origin + self.points[farthest(&self.points, direction)]
    }
    #[inline(always)]
    fn origin(&self) -> V {
        self.origin
    }
    #[inline(always)]
    fn core(&self, direction: V) -> Vertex<V> {
        let index = farthest(&self.points, direction);
        Vertex { point: self.points[index], id: index as u32 }
    }
    #[inline(always)]
    fn vertex(&self, id: u32) -> Option<V> {
        self.points.get(id as usize).copied()
    }
    #[inline]
    fn half_extents(&self) -> V {
        self.half_extents
    }
    fn feature(&self, direction: V, slop: V::Scalar, visit: &mut dyn FnMut(Vertex<V>)) {
        visit_farthest(self.points.iter().copied(), direction, slop, visit);
    }
}

/// See [`Hull::new`].
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
