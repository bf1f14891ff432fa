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
