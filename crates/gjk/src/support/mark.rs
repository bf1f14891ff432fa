//! What is remembered of a vertex, to find it again.

use super::{Support, Vertex};
use crate::vector::{Scalar, Vector};

/// What is remembered of a vertex of a core.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark<V> {
    /// Its name.
    Name(u32),
    /// Of a point of a curve, the direction in which it was.
    Towards(V),
}

/// The vertices of a core with these marks, at most four; one that is not there any more is not finite.
#[inline(always)]
pub(crate) fn find_each<V: Vector>(shape: &(impl Support<V> + ?Sized), marks: &[Mark<V>]) -> [Vertex<V>; 4] {
    let mut vertices = [Vertex::unnamed(V::splat(V::Scalar::narrow(f64::NAN))); 4];
    for (vertex, &mark) in vertices.iter_mut().zip(marks) {
        match mark {
            Mark::Name(id) => {
                if let Some(point) = shape.vertex(id) {
                    *vertex = Vertex { point, id };
                }
            }
            Mark::Towards(direction) => *vertex = shape.core(direction),
        }
    }
    vertices
}

#[cfg(test)]
mod tests {
    use alloc::boxed::Box;
    use alloc::vec::Vec;

    use glam::{Affine3A, Quat, Vec3};

    use super::{Mark, find_each};
    use crate::{Capsule3, Cuboid, Cylinder, Fit, Hull, Placed, Support};

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
        let marks = [Mark::Name(1), Mark::Towards(Vec3::new(0.3, -0.7, 0.2)), Mark::Name(77), Mark::Name(0)];
        for shape in shapes {
            for affine in [turned, stretched] {
                let fit = Fit::new(&*shape, &affine);
                for placed in [Placed::new(&*shape, affine), Placed::fitted(&*shape, affine, &fit)] {
                    let all = placed.recall(&marks);
                    for (found, one) in all.iter().zip(find_each(&placed, &marks)) {
                        let same = found.point == one.point && found.id == one.id;
                        assert!(
                            same || !found.point.is_finite() && !one.point.is_finite(),
                            "{found:?} {one:?}"
                        );
                    }
                    assert!(all[1].point.is_finite() && !all[2].point.is_finite());
                    assert!(!placed.recall(&marks[..2])[3].point.is_finite());
                }
            }
        }
    }
}
