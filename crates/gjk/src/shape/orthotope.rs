//! Rectangle and cuboid: boxes with sides along the axes.

use crate::math::{Affine, Scalar, Vector};
use crate::shape::{ShapeError, length, validate_sizes};
use crate::support::Support;
use crate::support::hints::{Core, Size, SmallPolygon, Vertex, VertexRefs, Zonotope};
use glam::{Vec2, Vec3};

/// A box with sides along the axes: a rectangle in 2D, a cuboid in 3D.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Orthotope<V> {
    /// Half the sides; none negative.
    pub half_size: V,
}

/// A rectangle in 2D.
pub type Rectangle = Orthotope<Vec2>;
/// A cuboid in 3D.
pub type Cuboid = Orthotope<Vec3>;

impl<V: Vector> Orthotope<V> {
    /// Makes a box of half its sides.
    #[inline]
    pub const fn from_half_size(half_size: V) -> Self {
        Self { half_size }
    }

    /// Checks the sizes.
    pub fn validate(&self) -> Result<(), ShapeError> {
        validate_sizes(self.half_size)
    }
}

impl Rectangle {
    /// Makes a rectangle of a width and a height.
    #[inline]
    pub const fn new(width: f32, height: f32) -> Self {
        Self::from_half_size(Vec2::new(width * 0.5, height * 0.5))
    }
}

impl Cuboid {
    /// Makes a cuboid of its sides along x, y and z.
    #[inline]
    pub const fn new(x: f32, y: f32, z: f32) -> Self {
        Self::from_half_size(Vec3::new(x * 0.5, y * 0.5, z * 0.5))
    }
}

impl<V: Vector> Support<V> for Orthotope<V> {
    #[inline(always)]
    fn support(&self, direction: V) -> V {
        self.half_size.with_signs(direction)
    }
    #[inline(always)]
    fn core(&self) -> Core<V> {
        Core { may_be_zonotope: true, ..Core::new(V::ZERO, V::Scalar::ZERO) }
    }
    #[inline(always)]
    fn size(&self) -> Size<V> {
        Size {
            half_extents: self.half_size,
            bounding_radius: length(self.half_size),
            inscribed_radius: -(-self.half_size).max_element(),
        }
    }
    #[inline(always)]
    fn core_support(&self, direction: V) -> Vertex<V> {
        // One bit of the id for each axis, set on the negative side.
        let mut id = 0;
        for index in 0..V::DIMENSION {
            id |= u32::from(direction.element(index).is_negative()) << index;
        }
        Vertex { point: self.half_size.with_signs(direction), id }
    }
    #[inline(always)]
    fn resolve_vertices(&self, refs: &VertexRefs<V>) -> [Vertex<V>; 4] {
        // Without a branch on the signs, which would be unpredictable.
        let signs = [V::Scalar::ONE, -V::Scalar::ONE];
        let corner = |id: u32| V::from_fn(|index| signs[(id >> index & 1) as usize]);
        refs.resolve(self, |id| (id >> V::DIMENSION == 0).then(|| self.half_size.with_signs(corner(id))))
    }
    #[inline(always)]
    fn closed_form(
        &self,
        map: Option<&V::Affine>,
        _polygon: Option<&mut SmallPolygon>,
    ) -> Option<Zonotope<V>> {
        let mut edges = [V::ZERO; 3];
        for (index, edge) in edges.iter_mut().enumerate().take(V::DIMENSION) {
            let axis = map.map_or(V::axis(index), |map| map.column(index));
            *edge = axis * self.half_size.element(index);
        }
        Some(Zonotope { edges, count: V::DIMENSION })
    }
    #[inline(always)]
    fn support_feature(&self, direction: V, tolerance: V::Scalar, visit: &mut dyn FnMut(Vertex<V>)) {
        let farthest = self.core_support(direction);
        // The sides of which both ends lie within the tolerance, with the distance by which the other end lies behind.
        let mut sides = [(V::ZERO, V::Scalar::ZERO, 0); 3];
        let mut count = 0;
        for index in 0..V::DIMENSION {
            let end = farthest.point.element(index);
            let side = end + end;
            let behind = (side * direction.element(index)).abs();
            if behind <= tolerance {
                sides[count] = (V::axis(index) * side, behind, 1 << index);
                count += 1;
            }
        }
        // In the order of the Gray code, adjacent vertices follow each other. The order starts with the smallest id,
        // so that it does not depend on which vertex is the farthest by rounding.
        for step in 0..1_u32 << count {
            let (mut vertex, mut behind) = (farthest, V::Scalar::ZERO);
            for (bit, (side, lag, mask)) in sides.into_iter().enumerate() {
                let negative = (step ^ step >> 1) >> bit & 1 == 1;
                if negative != (farthest.id & mask != 0) && mask != 0 {
                    vertex = Vertex { point: vertex.point - side, id: vertex.id ^ mask };
                    behind = behind + lag;
                }
            }
            if behind <= tolerance {
                visit(vertex);
            }
        }
    }
}
