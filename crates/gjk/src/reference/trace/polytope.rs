//! The polytope of EPA, as an observer sees it.

use core::fmt;

use crate::math::Vector;
use crate::reference::DifferencePoint;

/// The facets of a polyhedron that is still being expanded.
pub(crate) trait Faces {
    /// Visits the indices of each face's vertices, counter-clockwise seen from outside.
    fn for_each(&self, visit: &mut dyn FnMut([u16; 3]));
}

/// What EPA has come to: a convex polytope whose vertices are points of the Minkowski difference.
#[derive(Clone, Copy)]
pub struct Polytope<'s, V: Vector> {
    vertices: &'s [DifferencePoint<V>],
    facets: Facets<'s>,
}

#[derive(Clone, Copy)]
enum Facets<'s> {
    /// Each vertex to the next, and the last to the first.
    Ring,
    #[cfg(feature = "alloc")]
    Listed(&'s [[u16; 3]]),
    Live(&'s dyn Faces),
}

impl<'s, V: Vector> Polytope<'s, V> {
    /// A polygon, counter-clockwise.
    pub(crate) fn ring(vertices: &'s [DifferencePoint<V>]) -> Self {
        Self { vertices, facets: Facets::Ring }
    }

    /// A polyhedron.
    pub(crate) fn live(vertices: &'s [DifferencePoint<V>], faces: &'s dyn Faces) -> Self {
        Self { vertices, facets: Facets::Live(faces) }
    }

    /// What was recorded of either; a polygon has no faces.
    #[cfg(feature = "alloc")]
    pub(super) fn recorded(vertices: &'s [DifferencePoint<V>], faces: &'s [[u16; 3]]) -> Self {
        let facets = if V::DIMENSION == 2 { Facets::Ring } else { Facets::Listed(faces) };
        Self { vertices, facets }
    }

    /// All vertices that there ever were; in space, later ones may have enclosed some of them.
    #[cfg(feature = "alloc")]
    pub(super) fn vertices(&self) -> &'s [DifferencePoint<V>] {
        self.vertices
    }

    /// Visits the indices of each face's vertices; a polygon has none.
    pub(super) fn for_each_face(&self, visit: &mut dyn FnMut([u16; 3])) {
        match self.facets {
            Facets::Ring => {}
            #[cfg(feature = "alloc")]
            Facets::Listed(faces) => faces.iter().for_each(|&face| visit(face)),
            Facets::Live(faces) => faces.for_each(visit),
        }
    }

    /// Visits each facet: the two vertices of an edge in the plane, the three of a face in space,
    /// counter-clockwise seen from outside.
    pub fn for_each_facet(&self, mut visit: impl FnMut(&[DifferencePoint<V>])) {
        if let Facets::Ring = self.facets {
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
