//! A shape swept along a segment: its Minkowski sum with the segment.

use crate::math::{Plane, Scalar, Vector, Wide};
use crate::support::Support;
use crate::support::hints::{Core, Size, Vertex, VertexRefs};

/// The set that a shape covers while it moves along a straight line: the hull of the shape and its translate.
///
/// ```
/// use gjk::{Circle, Point, Support, Vec2};
///
/// // The path of a circle during one frame.
/// let path = Circle::new(0.5).swept(Vec2::new(8.0, 0.0));
/// assert!(gjk::intersects(&path, &Point::new([Vec2::new(4.0, 0.49)])));
/// assert!(!gjk::intersects(&path, &Point::new([Vec2::new(4.0, 0.51)])));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Swept<S, V> {
    /// The shape at its start.
    pub shape: S,
    /// The displacement from start to end.
    pub translation: V,
}

impl<V: Vector, S: Support<V>> Swept<S, V> {
    /// Sweeps a shape along a translation.
    #[inline]
    pub const fn new(shape: S, translation: V) -> Self {
        Self { shape, translation }
    }

    /// Returns a vertex of the shape at the start or the end of the sweep.
    #[inline]
    fn at(&self, vertex: Vertex<V>, end: bool) -> Vertex<V> {
        let point = if end { vertex.point + self.translation } else { vertex.point };
        // The lowest bit of the id tells start from end.
        let id = if vertex.id < u32::MAX >> 1 { vertex.id << 1 | u32::from(end) } else { Vertex::<V>::NO_ID };
        Vertex { point, id }
    }
}

impl<V: Vector, S: Support<V>> Support<V> for Swept<S, V> {
    #[inline]
    fn support(&self, direction: V) -> V {
        let start = self.shape.support(direction);
        if self.translation.dot(direction) > V::Scalar::ZERO { start + self.translation } else { start }
    }
    #[inline(always)]
    fn core(&self) -> Core<V> {
        Core { may_be_zonotope: false, ..self.shape.core() }
    }
    #[inline]
    fn size(&self) -> Size<V> {
        let start = self.shape.size();
        let translation = self.translation;
        Size {
            half_extents: start.half_extents + translation.abs() * V::Scalar::HALF,
            bounding_radius: start.bounding_radius + translation.dot(translation).sqrt(),
            // The inscribed sphere of the start lies within the sweep.
            inscribed_radius: start.inscribed_radius,
        }
    }
    #[inline]
    fn support_interval(&self, direction: V) -> [V::Scalar; 2] {
        let [least, most] = self.shape.support_interval(direction);
        let along = self.translation.dot(direction);
        if along > V::Scalar::ZERO { [least, most + along] } else { [least + along, most] }
    }
    #[inline(always)]
    fn core_support(&self, direction: V) -> Vertex<V> {
        self.at(self.shape.core_support(direction), self.translation.dot(direction) > V::Scalar::ZERO)
    }
    #[inline(always)]
    fn resolve_vertices(&self, refs: &VertexRefs<V>) -> [Vertex<V>; 4] {
        refs.resolve_all(self, |ids| {
            let at_start = Vertex::with_ids(&self.shape, ids.map(|id| id >> 1));
            core::array::from_fn(|index| self.at(at_start[index], ids[index] & 1 == 1))
        })
    }
    #[inline]
    fn support_feature(&self, direction: V, tolerance: V::Scalar, visit: &mut dyn FnMut(Vertex<V>)) {
        let most = self.core_support(direction).point;
        self.shape.support_feature(direction, tolerance, &mut |vertex| {
            for end in [false, true] {
                let vertex = self.at(vertex, end);
                if (most - vertex.point).dot(direction) <= tolerance {
                    visit(vertex);
                }
            }
        });
    }
    #[inline(always)]
    fn half_space(&self) -> Option<Plane<V>> {
        let plane = self.shape.half_space()?;
        let translation = self.translation.widen();
        Some(if translation.dot(plane.normal) > 0.0 {
            Plane { point: plane.point + translation, ..plane }
        } else {
            plane
        })
    }
}
