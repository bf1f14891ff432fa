//! What is remembered of a vertex, to find it again.

use crate::math::{Scalar, Vector};
use crate::support::Support;

/// A vertex of a shape's core.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex<V> {
    /// Where it is, relative to the shape's [`origin`](Support::core).
    pub point: V,
    /// Its name within the shape, or [`Vertex::NO_ID`] for a point of a curve.
    pub id: u32,
}

impl<V> Vertex<V> {
    /// The id of a point that cannot be found again by name.
    pub const NO_ID: u32 = u32::MAX;

    /// A point of a curved boundary.
    #[inline(always)]
    pub fn without_id(point: V) -> Self {
        Self { point, id: Self::NO_ID }
    }
}

/// What is remembered of a vertex of a core.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum VertexRef<V> {
    /// Its name.
    Name(u32),
    /// Of a point of a curve, the direction in which it was.
    Towards(V),
}

/// What is remembered of four vertices of a core. Most shapes have names for all of theirs or for none: then what it
/// takes to find them again is the same for all four, and no branch is in doubt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum VertexRefs<V> {
    /// Their names.
    Names([u32; 4]),
    /// Of points of a curve, the directions in which they were.
    Towards([V; 4]),
    /// Some of each.
    Mixed([VertexRef<V>; 4]),
}

impl<V: Vector> VertexRefs<V> {
    /// The vertices of a shape's core with these marks; one that is not there any more is not finite.
    #[inline(always)]
    pub(crate) fn find(&self, shape: &(impl Support<V> + ?Sized)) -> [Vertex<V>; 4] {
        let named = |id| {
            let point = shape.vertex(id).unwrap_or(V::splat(V::Scalar::narrow(f64::NAN)));
            Vertex { point, id }
        };
        match self {
            Self::Names(names) => names.map(named),
            Self::Towards(directions) => directions.map(|direction| shape.core_support(direction)),
            Self::Mixed(marks) => marks.map(|mark| match mark {
                VertexRef::Name(id) => named(id),
                VertexRef::Towards(direction) => shape.core_support(direction),
            }),
        }
    }

    /// The same marks, with other directions.
    #[inline(always)]
    pub(crate) fn turned(&self, turn: impl Fn(V) -> V) -> Self {
        match *self {
            Self::Names(names) => Self::Names(names),
            Self::Towards(directions) => Self::Towards(directions.map(turn)),
            Self::Mixed(marks) => Self::Mixed(marks.map(|mark| match mark {
                VertexRef::Name(id) => VertexRef::Name(id),
                VertexRef::Towards(direction) => VertexRef::Towards(turn(direction)),
            })),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::boxed::Box;
    use alloc::vec::Vec;

    use glam::{Affine3A, Quat, Vec3};

    use crate::support::{Placed, Support, TransformCache};
    use crate::support::{VertexRef, VertexRefs};
    use crate::{Capsule3, Cuboid, Cylinder, Hull};

    /// All at once is the same as one after the other, also of what a map has placed.
    #[test]
    fn vertices_are_found_again() {
        let points: Vec<Vec3> =
            (0..9).map(|i| Vec3::new((i % 3) as f32, (i / 3) as f32, (i % 2) as f32)).collect();
        let shapes: [Box<dyn Support<Vec3>>; 4] = [
            Box::new(Cuboid::new(1.0, 2.0, 3.0)),
            Box::new(Capsule3::new(1.0, 0.5)),
            Box::new(Cylinder::new(1.0, 2.0)),
            Box::new(Hull::new(points).unwrap()),
        ];
        let turned =
            Affine3A::from_rotation_translation(Quat::from_rotation_x(0.7), Vec3::new(5.0, -3.0, 2.0));
        let stretched = turned * Affine3A::from_scale(Vec3::new(1.0, 3.0, -2.0));
        let direction = Vec3::new(0.3, -0.7, 0.2);
        let all_marks = [
            VertexRefs::Names([1, 0, 77, 1]),
            VertexRefs::Towards([direction, -direction, Vec3::X, direction]),
            VertexRefs::Mixed([
                VertexRef::Name(1),
                VertexRef::Towards(direction),
                VertexRef::Name(77),
                VertexRef::Name(0),
            ]),
        ];
        for shape in shapes {
            for affine in [turned, stretched] {
                let fit = TransformCache::new(&*shape, &affine);
                for placed in [Placed::new(&*shape, affine), Placed::with_cache(&*shape, affine, &fit)] {
                    for marks in &all_marks {
                        let found = placed.refetch(marks);
                        for (found, one) in found.iter().zip(marks.find(&placed)) {
                            let same = found.point == one.point && found.id == one.id;
                            let lost = !found.point.is_finite() && !one.point.is_finite();
                            assert!(same || lost, "{found:?} {one:?}");
                        }
                        assert_eq!(found[2].point.is_finite(), matches!(marks, VertexRefs::Towards(_)));
                    }
                }
            }
        }
    }
}
