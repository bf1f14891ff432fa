//! What is carried from one frame to the next.

use crate::math::{Scalar, Vector};
use crate::reference::minkowski::{DifferencePoint, MinkowskiDifference};
use crate::support::{Support, Vertex, VertexRef, VertexRefs};

/// What a question found out about a pair, to begin the next question about it with.
///
/// In a game most pairs move little from frame to frame. The loop that starts from the last frame's simplex,
/// or at least from its direction, often ends after a single support point. The answer does not depend on
/// the cache beyond the tolerance: it may be empty, old, or from another pair.
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
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SimplexCache<V> {
    /// The last direction from the first shape to the second; zero if there is none.
    pub(crate) axis: V,
    /// The names of the vertices of the last simplex.
    pub(crate) vertices: [[u32; 2]; 4],
    /// How many of them there are.
    pub(crate) count: u8,
    /// Two bits for each vertex, set where it has no name, and in its place the [direction](code) in which it was.
    pub(crate) curved: u8,
}

/// The bits of the first shape, of two for each vertex.
const FIRST: u8 = 0b0101_0101;

impl<V: Vector> Default for SimplexCache<V> {
    fn default() -> Self {
        Self { axis: V::ZERO, vertices: [[0; 2]; 4], count: 0, curved: 0 }
    }
}

impl<V: Vector> SimplexCache<V> {
    /// Whether there is nothing in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0 && self.axis == V::ZERO
    }
}

impl<V: Vector> SimplexCache<V> {
    /// Whether it holds vertices: only a search leaves them.
    #[inline]
    pub(crate) fn has_simplex(&self) -> bool {
        self.count > 0
    }

    /// Whether it holds vertices, all of which have names.
    #[inline(always)]
    pub(crate) fn has_ids(&self) -> bool {
        self.count > 0 && self.curved == 0
    }

    /// Stores the ids of the vertices of a closest feature: one or two pairs, and the axis.
    #[inline(always)]
    pub(crate) fn store_feature(&mut self, axis: V, ids: [[u32; 2]; 2], count: u8) {
        self.axis = axis;
        [self.vertices[0], self.vertices[1]] = ids;
        (self.count, self.curved) = (count, 0);
    }

    /// Stores the vertices of a simplex.
    #[inline]
    pub(crate) fn store(&mut self, simplex: &[DifferencePoint<V>]) {
        (self.count, self.curved) = (simplex.len() as u8, 0);
        for (index, (names, vertex)) in self.vertices.iter_mut().zip(simplex).enumerate() {
            *names = vertex.ids;
            let curved = names.map(|name| u8::from(name == Vertex::<V>::NO_ID));
            self.curved |= (curved[0] | curved[1] << 1) << (2 * index);
        }
        // Of most shapes, all vertices have names, or none.
        for side in [0, 1] {
            if self.curved >> side & FIRST != 0 {
                for (index, (names, vertex)) in self.vertices.iter_mut().zip(simplex).enumerate() {
                    if self.curved >> (2 * index + side) & 1 == 1 {
                        names[side] = code(if side == 0 { vertex.on_a } else { vertex.on_b });
                    }
                }
            }
        }
    }

    /// How many vertices there are.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        usize::from(self.count).min(V::DIMENSION + 1)
    }

    /// The vertices as the shapes are now, and after them any; one that is not there any more is not
    /// finite. Of a curve, where it is farthest along the direction in which the vertex was: some point of the shape,
    /// and of many shapes the same as before.
    #[inline]
    pub(crate) fn refetch<A, B>(&self, difference: &MinkowskiDifference<V, A, B>) -> [DifferencePoint<V>; 4]
    where
        A: Support<V> + ?Sized,
        B: Support<V> + ?Sized,
    {
        let count = self.count();
        difference.refetch(&self.marks(0, count), &self.marks(1, count))
    }

    /// The marks of the vertices of one of the shapes; where there are fewer than four, any.
    #[inline(always)]
    fn marks(&self, side: usize, count: usize) -> VertexRefs<V> {
        let names = self.vertices.map(|names| names[side]);
        let curved = self.curved >> side & FIRST;
        if curved == 0 {
            VertexRefs::Names(names)
        } else if curved == FIRST >> (2 * (4 - count)) {
            VertexRefs::Towards(names.map(decode))
        } else {
            VertexRefs::Mixed(core::array::from_fn(|index| {
                let is_curved = curved >> (2 * index) & 1 == 1;
                if is_curved {
                    VertexRef::Towards(decode(names[index]))
                } else {
                    VertexRef::Name(names[index])
                }
            }))
        }
    }
}

/// How many steps there are along an axis of a code.
const STEPS: f64 = 32_767.0;

/// A direction in 32 bits: the sphere is laid out as an octahedron, its lower half turned outwards over a square
/// (Meyer et al., *On Floating-Point Normal Vectors*, 2010). In the plane, as a square.
fn code<V: Vector>(direction: V) -> u32 {
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

/// The direction of a code.
fn decode<V: Vector>(code: u32) -> V {
    let at = |bits: u32| f64::from((bits as u16).cast_signed()) * (1.0 / STEPS);
    let (u, v) = (at(code >> 16), at(code));
    if V::DIMENSION == 2 {
        return from_elements([u, (1.0 - u.abs()).copysign(v), 0.0]);
    }
    // Without a branch: which half it is is hard to guess.
    let z = 1.0 - u.abs() - v.abs();
    let beyond = (-z).max(0.0);
    from_elements([u - beyond.copysign(u), v - beyond.copysign(v), z])
}

fn elements<V: Vector>(vector: V) -> [f64; 3] {
    [0, 1, 2].map(|index| if index < V::DIMENSION { vector.element(index).widen() } else { 0.0 })
}

fn from_elements<V: Vector>(elements: [f64; 3]) -> V {
    V::from_fn(|index| V::Scalar::narrow(elements[index]))
}

#[cfg(test)]
mod tests {
    use glam::{Vec2, Vec3};

    use crate::reference::simplex_cache::{code, decode};

    #[test]
    fn directions_are_found_again() {
        for index in 0..2000 {
            let turn = index as f32 * 2.399_963;
            let flat = Vec2::from_angle(turn);
            assert!((decode::<Vec2>(code(flat * 7.0)).normalize() - flat).length() < 1e-4, "{flat}");
            let height = (index as f32 + 0.5) / 1000.0 - 1.0;
            let up = (flat * (1.0 - height * height).sqrt()).extend(height);
            assert!((decode::<Vec3>(code(up * 1e-3)).normalize() - up).length() < 2e-4, "{up}");
        }
        for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
            assert_eq!([axis, -axis].map(|axis| decode::<Vec3>(code(axis))), [axis, -axis]);
        }
        assert!(decode::<Vec3>(code(Vec3::ZERO)).is_finite());
    }
}
