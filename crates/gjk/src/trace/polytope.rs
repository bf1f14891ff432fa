//! The polytope of EPA, as an observer sees it: a polygon in 2D, a polyhedron in 3D.

use core::fmt;

use crate::math::Vector;
use crate::minkowski::DifferencePoint;

/// The faces of a polyhedron that is still being expanded.
pub(crate) trait Faces {
    /// Visits the faces as indices of their vertices, counter-clockwise seen from outside.
    fn for_each(&self, visit: &mut dyn FnMut([u16; 3]));
}

/// The convex polytope of EPA. Its vertices are points of the Minkowski difference.
#[derive(Clone, Copy)]
pub struct Polytope<'s, V: Vector> {
    vertices: &'s [DifferencePoint<V>],
    facets: Facets<'s>,
}

/// The facets of a polytope, as indices of vertices.
#[derive(Clone, Copy)]
enum Facets<'s> {
    /// The edges of a polygon, from each vertex to the next.
    Polygon,
    /// The recorded faces of a polyhedron.
    #[cfg(feature = "alloc")]
    Recorded(&'s [[u16; 3]]),
    /// The faces of the polyhedron itself.
    Live(&'s dyn Faces),
}

impl<'s, V: Vector> Polytope<'s, V> {
    /// Creates a polygon from its vertices in counter-clockwise order.
    pub(crate) fn polygon(vertices: &'s [DifferencePoint<V>]) -> Self {
        Self { vertices, facets: Facets::Polygon }
    }

    /// Creates a polyhedron from its vertices and faces.
    pub(crate) fn polyhedron(vertices: &'s [DifferencePoint<V>], faces: &'s dyn Faces) -> Self {
        Self { vertices, facets: Facets::Live(faces) }
    }

    /// Creates either from a record; `faces` is empty for a polygon.
    #[cfg(feature = "alloc")]
    pub(super) fn recorded(vertices: &'s [DifferencePoint<V>], faces: &'s [[u16; 3]]) -> Self {
        let facets = if V::DIMENSION == 2 { Facets::Polygon } else { Facets::Recorded(faces) };
        Self { vertices, facets }
    }

    /// Returns all vertices; in 3D, some of them may not belong to a face any more.
    #[cfg(feature = "alloc")]
    pub(super) fn vertices(&self) -> &'s [DifferencePoint<V>] {
        self.vertices
    }

    /// Visits the faces of a polyhedron as indices of their vertices; a polygon has none.
    pub(super) fn for_each_face(&self, visit: &mut dyn FnMut([u16; 3])) {
        match self.facets {
            Facets::Polygon => {}
            #[cfg(feature = "alloc")]
            Facets::Recorded(faces) => faces.iter().for_each(|&face| visit(face)),
            Facets::Live(faces) => faces.for_each(visit),
        }
    }

    /// Visits the vertices of each facet: two of an edge in 2D, three of a face in 3D, counter-clockwise seen
    /// from outside.
    pub fn for_each_facet(&self, mut visit: impl FnMut(&[DifferencePoint<V>])) {
        if let Facets::Polygon = self.facets {
            self.vertices.windows(2).for_each(&mut visit);
            if let [first, .., last] = self.vertices {
                visit(&[*last, *first]);
            }
        }
        self.for_each_face(&mut |face| visit(&face.map(|index| self.vertices[usize::from(index)])));
    }
}

impl<V: Vector> fmt::Debug for Polytope<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut list = f.debug_list();
        self.for_each_facet(|vertices| {
            list.entry(&vertices);
        });
        list.finish()
    }
}
