//! The cache that carries the final simplex of a pair from one frame to the next.
//!
//! It stores ids of vertices instead of points, so that the simplex follows the shapes as they move. A point
//! of a curve has no id; a code of its direction from the origin of its shape is stored instead, in the same
//! 32 bits. So a cache has the same size for all shapes.

use crate::math::{Scalar, Vector};
use crate::minkowski::{DifferencePoint, MinkowskiDifference};
use crate::support::Support;
use crate::support::hints::{Vertex, VertexRef, VertexRefs};

/// The final simplex and axis of a query about a pair, from which the next query about it starts.
///
/// In a game most pairs move little from frame to frame. A loop that starts from the simplex of the last
/// frame, or at least from its axis, often ends after a single support point. The cache never changes
/// whether the shapes intersect, and numbers by no more than the tolerance: it may be empty, old, or from another pair.
///
/// ```
/// use gjk::{SimplexCache, Circle, Query, Rectangle, Support, Affine2, Vec2};
///
/// let (bullet, wall) = (Circle::new(0.1), Rectangle::new(4.0, 0.5));
/// let mut cache = SimplexCache::default();
/// for frame in 0..60 {
///     let bullet = bullet.placed(Affine2::from_translation(Vec2::new(0.0, 3.0 - 0.1 * frame as f32)));
///     if let Some(contact) = Query::new(&bullet, &wall).cache(&mut cache).contact() {
///         assert_eq!(contact.normal, Vec2::NEG_Y);
///         break;
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SimplexCache<V> {
    /// The last direction from the first shape to the second; zero if there is none.
    pub(crate) axis: V,
    /// The ids of the vertices of the last simplex, in both shapes, or the [codes](encode_direction) of their
    /// directions.
    pub(crate) vertices: [[u32; 2]; 4],
    /// The number of vertices.
    pub(crate) count: u8,
    /// Two bits for each vertex, one for each shape: set if the code of a direction is stored instead of an
    /// id.
    pub(crate) direction_mask: u8,
}

/// The bits of the first shape in [`SimplexCache::direction_mask`]; shifted by one, those of the second.
const FIRST_SHAPE_MASK: u8 = 0b0101_0101;

impl<V: Vector> SimplexCache<V> {
    /// Returns whether the cache is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0 && self.axis == V::ZERO
    }

    /// Returns the last direction from the first shape to the second; zero if there is none.
    #[inline]
    pub fn axis(&self) -> V {
        self.axis
    }

    /// Returns the bits of all numbers of the cache, for a checksum. On every platform they are the same for the same
    /// cache.
    ///
    /// ```
    /// use gjk::{SimplexCache, Vec2};
    ///
    /// let empty = SimplexCache::<Vec2>::default();
    /// assert!(empty.bits().all(|number| number == 0));
    /// ```
    pub fn bits(&self) -> impl Iterator<Item = u64> {
        let axis = (0..V::DIMENSION).map(|index| self.axis.element(index).widen().to_bits());
        let vertices = self.vertices.into_iter().map(|[a, b]| u64::from(a) << 32 | u64::from(b));
        axis.chain(vertices).chain([u64::from(self.count) << 8 | u64::from(self.direction_mask)])
    }

    /// Returns whether the cache has vertices. A query that was answered without a search leaves none.
    #[inline]
    pub(crate) fn has_simplex(&self) -> bool {
        self.count > 0
    }

    /// Returns whether the cache has vertices, all of which have ids.
    #[inline(always)]
    pub(crate) fn has_ids(&self) -> bool {
        self.count > 0 && self.direction_mask == 0
    }

    /// Stores the ids of the vertices of a closest feature: one or two pairs, and the axis.
    #[inline(always)]
    pub(crate) fn store_feature(&mut self, axis: V, ids: [[u32; 2]; 2], count: u8) {
        self.axis = axis;
        [self.vertices[0], self.vertices[1]] = ids;
        (self.count, self.direction_mask) = (count, 0);
    }

    /// Stores the vertices of a simplex.
    #[inline]
    pub(crate) fn store(&mut self, simplex: &[DifferencePoint<V>]) {
        (self.count, self.direction_mask) = (simplex.len() as u8, 0);
        for (index, (ids, vertex)) in self.vertices.iter_mut().zip(simplex).enumerate() {
            *ids = vertex.ids;
            let is_direction = ids.map(|id| u8::from(id == Vertex::<V>::NO_ID));
            self.direction_mask |= (is_direction[0] | is_direction[1] << 1) << (2 * index);
        }
        // All vertices of most shapes have ids, or none has.
        for side in [0, 1] {
            if self.direction_mask >> side & FIRST_SHAPE_MASK != 0 {
                for (index, (ids, vertex)) in self.vertices.iter_mut().zip(simplex).enumerate() {
                    if self.direction_mask >> (2 * index + side) & 1 == 1 {
                        ids[side] = encode_direction(if side == 0 { vertex.on_a } else { vertex.on_b });
                    }
                }
            }
        }
    }

    /// Returns the number of vertices.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        usize::from(self.count).min(V::DIMENSION + 1)
    }

    /// Returns the vertices at their current positions, followed by unspecified ones up to four. A vertex
    /// that does not exist any more is not finite. A vertex of a curve is replaced with the support point
    /// along its old direction, which is some point of the shape, and for many shapes the same one.
    #[inline]
    pub(crate) fn restore<A, B>(&self, difference: &MinkowskiDifference<V, A, B>) -> [DifferencePoint<V>; 4]
    where
        A: Support<V> + ?Sized,
        B: Support<V> + ?Sized,
    {
        let count = self.count();
        difference.resolve_vertices(&self.vertex_refs(0, count), &self.vertex_refs(1, count))
    }

    /// Returns references to the vertices of one of the shapes, followed by unspecified ones up to four.
    #[inline(always)]
    fn vertex_refs(&self, side: usize, count: usize) -> VertexRefs<V> {
        let ids = self.vertices.map(|ids| ids[side]);
        let directions = self.direction_mask >> side & FIRST_SHAPE_MASK;
        if directions == 0 {
            VertexRefs::Ids(ids)
        } else if directions == FIRST_SHAPE_MASK >> (2 * (4 - count)) {
            VertexRefs::Directions(ids.map(decode_direction))
        } else {
            VertexRefs::Mixed(core::array::from_fn(|index| {
                let is_direction = directions >> (2 * index) & 1 == 1;
                if is_direction {
                    VertexRef::Direction(decode_direction(ids[index]))
                } else {
                    VertexRef::Id(ids[index])
                }
            }))
        }
    }
}

/// The number of steps along an axis of a code: the largest `i16`.
const STEPS: f64 = 32_767.0;

/// Encodes a direction in 32 bits, to about 1e-4. The octahedral code projects the sphere onto an octahedron,
/// whose lower half is unfolded to a square (Meyer et al., *On Floating-Point Normal Vectors*, 2010). In 2D,
/// the circle is projected onto a diamond.
fn encode_direction<V: Vector>(direction: V) -> u32 {
    let [x, y, z] = elements(direction);
    let sum = x.abs() + y.abs() + z.abs();
    if !(sum > 0.0 && sum < f64::INFINITY) {
        return 0;
    }
    let [x, y, z] = [x / sum, y / sum, z / sum];
    let (u, v) = if V::DIMENSION == 2 {
        (x, if y < 0.0 { -1.0 } else { 0.0 })
    } else if z < 0.0 {
        ((1.0 - y.abs()).copysign(x), (1.0 - x.abs()).copysign(y))
    } else {
        (x, y)
    };
    let step = |at: f64| ((at * STEPS) as i16).cast_unsigned();
    u32::from(step(u)) << 16 | u32::from(step(v))
}

/// Decodes a direction; its length is not one.
fn decode_direction<V: Vector>(code: u32) -> V {
    let at = |bits: u32| f64::from((bits as u16).cast_signed()) * (1.0 / STEPS);
    let (u, v) = (at(code >> 16), at(code));
    if V::DIMENSION == 2 {
        return from_elements([u, (1.0 - u.abs()).copysign(v), 0.0]);
    }
    // Branchless, because the half of the octahedron is unpredictable.
    let z = 1.0 - u.abs() - v.abs();
    let folded = (-z).max(0.0);
    from_elements([u - folded.copysign(u), v - folded.copysign(v), z])
}

/// Returns the coordinates, with zeros for missing ones.
fn elements<V: Vector>(vector: V) -> [f64; 3] {
    [0, 1, 2].map(|index| if index < V::DIMENSION { vector.element(index).widen() } else { 0.0 })
}

/// Creates a vector from as many coordinates as it has.
fn from_elements<V: Vector>(elements: [f64; 3]) -> V {
    V::from_fn(|index| V::Scalar::narrow(elements[index]))
}

#[cfg(test)]
mod tests {
    use glam::{Vec2, Vec3};

    use crate::gjk::simplex_cache::{decode_direction, encode_direction};

    #[test]
    fn decoded_directions_are_close_to_the_encoded_ones() {
        for index in 0..2000 {
            let angle = index as f32 * 2.399_963;
            let flat = Vec2::from_angle(angle);
            assert!(
                (decode_direction::<Vec2>(encode_direction(flat * 7.0)).normalize() - flat).length() < 1e-4,
                "{flat}"
            );
            let height = (index as f32 + 0.5) / 1000.0 - 1.0;
            let up = (flat * (1.0 - height * height).sqrt()).extend(height);
            assert!(
                (decode_direction::<Vec3>(encode_direction(up * 1e-3)).normalize() - up).length() < 2e-4,
                "{up}"
            );
        }
        for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
            assert_eq!(
                [axis, -axis].map(|axis| decode_direction::<Vec3>(encode_direction(axis))),
                [axis, -axis]
            );
        }
        assert!(decode_direction::<Vec3>(encode_direction(Vec3::ZERO)).is_finite());
    }
}
