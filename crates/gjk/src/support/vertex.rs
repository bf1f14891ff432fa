//! Vertices of a core, and references to them that a [`SimplexCache`](crate::SimplexCache) keeps.

use crate::math::{Scalar, Vector};
use crate::support::Support;

/// A vertex of a shape's core.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex<V> {
    /// The position, relative to the [origin](super::hints::Core::origin) of the shape's core.
    pub point: V,
    /// The id within the shape, or [`Vertex::NO_ID`] for a point of a curved boundary.
    pub id: u32,
}

impl<V> Vertex<V> {
    /// The id of a point that has none.
    pub const NO_ID: u32 = u32::MAX;

    /// Returns a vertex at a point of a curved boundary, without an id.
    #[inline(always)]
    pub fn without_id(point: V) -> Self {
        Self { point, id: Self::NO_ID }
    }
}

impl<V: Vector> Vertex<V> {
    /// Returns the vertices of a shape's core with these ids; one that does not exist is not finite.
    #[inline(always)]
    pub fn with_ids(shape: &(impl Support<V> + ?Sized), ids: [u32; 4]) -> [Self; 4] {
        shape.resolve_vertices(&VertexRefs::Ids(ids))
    }
}

/// A reference to a vertex of a core.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum VertexRef<V> {
    /// The id of a vertex.
    Id(u32),
    /// The direction along which a point of a curved boundary was farthest.
    Direction(V),
}

/// References to four vertices of a core.
///
/// Most shapes have ids for all of their vertices or for none. Then all four are looked up in the same way, after one
/// branch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum VertexRefs<V> {
    /// The ids of four vertices.
    Ids([u32; 4]),
    /// The directions along which points of a curved boundary were farthest.
    Directions([V; 4]),
    /// References of both kinds.
    Mixed([VertexRef<V>; 4]),
}

impl<V: Vector> VertexRefs<V> {
    /// Returns the vertices of a shape's core by their references: those with an id from `by_id`, the others from
    /// `core_support`. A vertex for which `by_id` returns `None` is not finite.
    #[inline(always)]
    pub fn resolve(
        &self,
        shape: &(impl Support<V> + ?Sized),
        by_id: impl Fn(u32) -> Option<V>,
    ) -> [Vertex<V>; 4] {
        let missing = V::splat(V::Scalar::narrow(f64::NAN));
        self.resolve_all(shape, |ids| ids.map(|id| Vertex { point: by_id(id).unwrap_or(missing), id }))
    }

    /// Returns the vertices of a shape's core by their references: those with an id from `by_ids`, which is asked for
    /// four at once, the others from `core_support`.
    #[inline(always)]
    pub(crate) fn resolve_all(
        &self,
        shape: &(impl Support<V> + ?Sized),
        by_ids: impl Fn([u32; 4]) -> [Vertex<V>; 4],
    ) -> [Vertex<V>; 4] {
        match self {
            Self::Ids(ids) => by_ids(*ids),
            Self::Directions(directions) => directions.map(|direction| shape.core_support(direction)),
            Self::Mixed(refs) => {
                let mut vertices = by_ids(refs.map(|reference| match reference {
                    VertexRef::Id(id) => id,
                    VertexRef::Direction(_) => 0,
                }));
                for (vertex, reference) in vertices.iter_mut().zip(refs) {
                    if let VertexRef::Direction(direction) = *reference {
                        *vertex = shape.core_support(direction);
                    }
                }
                vertices
            }
        }
    }

    /// Maps the directions, and keeps the ids.
    #[inline(always)]
    pub(crate) fn map_directions(&self, map: impl Fn(V) -> V) -> Self {
        match *self {
            Self::Ids(ids) => Self::Ids(ids),
            Self::Directions(directions) => Self::Directions(directions.map(map)),
            Self::Mixed(refs) => Self::Mixed(refs.map(|reference| match reference {
                VertexRef::Id(id) => VertexRef::Id(id),
                VertexRef::Direction(direction) => VertexRef::Direction(map(direction)),
            })),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::boxed::Box;
    use alloc::vec::Vec;
    use glam::{Affine3A, Quat, Vec3};

    use super::*;
    use crate::support::{Placed, TransformCache};
    use crate::{Capsule3, Cuboid, Cylinder, Hull};

    /// A placed shape resolves four references at once as it does one after the other, with and without a cache.
    #[test]
    fn placed_shapes_resolve_vertices_by_id_and_direction() {
        let points: Vec<Vec3> =
            (0..9).map(|i| Vec3::new((i % 3) as f32, (i / 3) as f32, (i % 2) as f32)).collect();
        let shapes: [Box<dyn Support<Vec3>>; 4] = [
            Box::new(Cuboid::new(1.0, 2.0, 3.0)),
            Box::new(Capsule3::new(1.0, 0.5)),
            Box::new(Cylinder::new(1.0, 2.0)),
            Box::new(Hull::new(points).unwrap()),
        ];
        let rotated =
            Affine3A::from_rotation_translation(Quat::from_rotation_x(0.7), Vec3::new(5.0, -3.0, 2.0));
        let sheared = rotated * Affine3A::from_scale(Vec3::new(1.0, 3.0, -2.0));
        let direction = Vec3::new(0.3, -0.7, 0.2);
        let all_refs = [
            VertexRefs::Ids([1, 0, 77, 1]),
            VertexRefs::Directions([direction, -direction, Vec3::X, direction]),
            VertexRefs::Mixed([
                VertexRef::Id(1),
                VertexRef::Direction(direction),
                VertexRef::Id(77),
                VertexRef::Id(0),
            ]),
        ];
        for shape in shapes {
            for affine in [rotated, sheared] {
                let cache = TransformCache::new(&*shape, &affine);
                for placed in [Placed::new(&*shape, affine), Placed::with_cache(&*shape, affine, &cache)] {
                    for refs in &all_refs {
                        let found = placed.resolve_vertices(refs);
                        let by_id = |id| Some(Vertex::with_ids(&placed, [id; 4])[0].point);
                        for (found, one) in found.iter().zip(refs.resolve(&placed, by_id)) {
                            let same = found.point == one.point && found.id == one.id;
                            let both_missing = !found.point.is_finite() && !one.point.is_finite();
                            assert!(same || both_missing, "{found:?} {one:?}");
                        }
                        assert_eq!(found[2].point.is_finite(), matches!(refs, VertexRefs::Directions(_)));
                    }
                }
            }
        }
    }
}
