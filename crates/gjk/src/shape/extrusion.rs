//! Extrusion: a prism over any 2D shape.

use crate::math::unit;
use crate::shape::revolution::octagon;
use crate::shape::{ShapeError, length, validate_size};
use crate::support::Support;
use crate::support::hints::{Core, Size, Vertex, VertexRefs};
use glam::{Vec2, Vec3};

/// The extrusion of a bounded 2D shape in the xy plane along the z axis, to either side.
///
/// ```
/// use gjk::{CircularSector, Extrusion, Support, Vec3};
///
/// let slice_of_cake = Extrusion::new(CircularSector::new(1.0, 0.4)?, 0.5);
/// assert_eq!(slice_of_cake.support(Vec3::new(0.0, 1.0, 0.1)), Vec3::new(0.0, 1.0, 0.25));
/// # Ok::<(), gjk::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Extrusion<S> {
    /// The 2D shape.
    pub base: S,
    /// Half the depth along z; not negative.
    pub half_depth: f32,
}

impl<S: Support<Vec2>> Extrusion<S> {
    /// Extrudes a shape by a full depth.
    #[inline]
    pub const fn new(base: S, depth: f32) -> Self {
        Self { base, half_depth: depth * 0.5 }
    }

    /// Checks the depth.
    pub fn validate(&self) -> Result<(), ShapeError> {
        validate_size(self.half_depth)
    }

    /// Returns a vertex of the base on one of the two faces. A point of a round base has no id.
    #[inline]
    fn at(&self, point: Vec2, id: u32, back: bool) -> Vertex<Vec3> {
        let z = if back { -self.half_depth } else { self.half_depth };
        let id = if id < u32::MAX >> 1 { id << 1 | u32::from(back) } else { Vertex::<Vec3>::NO_ID };
        Vertex { point: point.extend(z), id }
    }
}

impl<S: Support<Vec2>> Support<Vec3> for Extrusion<S> {
    #[inline]
    fn support(&self, direction: Vec3) -> Vec3 {
        self.base.support(direction.truncate()).extend(self.half_depth.copysign(direction.z))
    }
    #[inline(always)]
    fn core(&self) -> Core<Vec3> {
        Core::new(self.base.core().origin.extend(0.0), 0.0)
    }
    #[inline]
    fn size(&self) -> Size<Vec3> {
        let base = self.base.size();
        Size {
            half_extents: base.half_extents.extend(self.half_depth),
            bounding_radius: length(Vec2::new(base.bounding_radius, self.half_depth)),
            inscribed_radius: base.inscribed_radius.min(self.half_depth),
        }
    }
    #[inline]
    fn core_support(&self, direction: Vec3) -> Vertex<Vec3> {
        let along = direction.truncate();
        let mut vertex = self.base.core_support(along);
        // The base is round within its plane alone, so its convex radius is part of the extrusion's core.
        if self.base.core().convex_radius > 0.0 {
            vertex = Vertex::without_id(vertex.point + unit(along) * self.base.core().convex_radius);
        }
        self.at(vertex.point, vertex.id, direction.z.is_sign_negative())
    }
    #[inline]
    fn resolve_vertices(&self, refs: &VertexRefs<Vec3>) -> [Vertex<Vec3>; 4] {
        // A point of a round base has no id.
        let is_round = self.base.core().convex_radius > 0.0;
        refs.resolve_all(self, |ids| {
            let base = Vertex::with_ids(&self.base, ids.map(|id| id >> 1));
            core::array::from_fn(|index| {
                let point = if is_round { Vec2::NAN } else { base[index].point };
                Vertex { id: ids[index], ..self.at(point, 0, ids[index] & 1 == 1) }
            })
        })
    }
    fn support_feature(&self, direction: Vec3, tolerance: f32, visit: &mut dyn FnMut(Vertex<Vec3>)) {
        let (along, radius) = (direction.truncate(), self.base.core().convex_radius);
        // A face of a round base is visited as eight points around each of its vertices.
        let (out, tilt) = (unit(along), 2.0 * radius * along.length());
        let face = radius > 0.0 && tilt <= tolerance;
        let most = self.core_support(direction).point;
        let mut visit_if_near = |vertex: Vertex<Vec3>| {
            if (most - vertex.point).dot(direction) <= tolerance {
                visit(vertex);
            }
        };
        self.base.support_feature(along, tolerance, &mut |vertex| {
            for back in [false, true] {
                if face {
                    for (out, index) in octagon(out, tilt, tolerance).into_iter().zip(0..) {
                        let id = if vertex.id < 1 << 27 { vertex.id << 3 | index } else { vertex.id };
                        visit_if_near(self.at(vertex.point + out * radius, id, back));
                    }
                } else {
                    visit_if_near(self.at(vertex.point + out * radius, vertex.id, back));
                }
            }
        });
    }
}
