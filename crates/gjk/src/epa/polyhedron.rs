//! The convex polyhedron that EPA expands: a triangle mesh with half-edges, each an edge as one of its two faces has
//! it.
//!
//! A new vertex replaces all faces that it sees with the triangles between it and the horizon, the closed
//! chain of edges around them. The visible faces are found by a depth-first search from neighbor to neighbor,
//! which meets the edges of the horizon in order (Barber, Dobkin, Huhdanpaa, *The Quickhull Algorithm for
//! Convex Hulls*, ACM TOMS 22, 1996).

use arrayvec::ArrayVec;
use glam::DVec3;

use crate::epa::face_queue::FaceQueue;
use crate::epa::facet_hit_by;
use crate::math::Vector;
use crate::minkowski::DifferencePoint;
use crate::simplex::triangle;
use crate::trace::Faces;

/// The limit of vertices. Two hulls need some ten, smooth shapes up to a hundred, smooth shapes with a common
/// center all.
pub(super) const MAX_VERTICES: usize = 320;
/// The limit of faces: twice the vertices minus four, by Euler's formula. The slots of removed faces are used
/// again.
pub(super) const MAX_FACES: usize = 636;

/// The index of a vertex or face.
type Index = u16;

/// A half-edge: a face, and the number of one of its edges. Edge `i` leads from vertex `i` of the face to the
/// next.
#[derive(Clone, Copy)]
struct HalfEdge(Index);

impl HalfEdge {
    /// Packs the index of a face and the number of an edge.
    #[inline(always)]
    const fn new(face: usize, edge: u16) -> Self {
        Self((face as Index) << 2 | edge)
    }

    /// Returns the index of the face.
    #[inline(always)]
    fn face(self) -> usize {
        usize::from(self.0 >> 2)
    }

    /// Returns the number of the edge within the face.
    #[inline(always)]
    fn edge(self) -> usize {
        usize::from(self.0 & 3)
    }
}

/// Returns the number of the next edge of a face, from a table of two bits each.
#[inline(always)]
const fn next(edge: usize) -> usize {
    (0b00_10_01 >> (2 * edge)) & 3
}

/// A triangular face, counter-clockwise seen from outside.
///
/// It takes a cache line. The fourth vertex and half-edge are unused, so that an index of two bits needs no
/// check.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Face {
    vertices: [Index; 4],
    /// The twin of each edge: the half-edge of the neighbor on the other side.
    twins: [HalfEdge; 4],
    /// Whether the face is part of the polyhedron; otherwise its slot is free.
    alive: bool,
    /// The outward normal, of any length, because few faces ever need a unit normal. Zero for a face without
    /// area.
    pub(super) normal: DVec3,
    /// The dot product of the normal and any point of the plane.
    pub(super) offset: f64,
    /// A point is in front of the face if its dot product with the normal is larger.
    visible_above: f64,
}

impl Face {
    const UNUSED: Self = Self {
        vertices: [0; 4],
        twins: [HalfEdge(0); 4],
        alive: false,
        normal: DVec3::ZERO,
        offset: 0.0,
        visible_above: 0.0,
    };

    /// Returns the indices of the vertices.
    #[inline(always)]
    pub(super) fn vertices(&self) -> [Index; 3] {
        let [a, b, c, _] = self.vertices;
        [a, b, c]
    }
}

/// A convex polyhedron of triangular faces.
pub(super) struct Polyhedron<V: Vector> {
    /// All vertices so far, also those that are inside by now.
    pub(super) vertices: ArrayVec<DifferencePoint<V>, MAX_VERTICES>,
    /// The slots of the faces.
    pub(super) faces: ArrayVec<Face, MAX_FACES>,
    queue: FaceQueue,
    /// The free slots.
    free_slots: ArrayVec<Index, MAX_FACES>,
    /// The stack of the depth-first search for visible faces: the twins of the edges of removed faces.
    pending: ArrayVec<HalfEdge, { 2 * MAX_FACES }>,
    /// The half-edges of the faces that stay along the horizon, in order.
    horizon: ArrayVec<HalfEdge, { 2 * MAX_FACES }>,
    /// The distance from a plane within which a vertex counts as in front of it.
    coplanar: f64,
}

impl<V: Vector<Wide = DVec3>> Polyhedron<V> {
    /// Creates a polyhedron without faces.
    #[inline(always)]
    pub(super) fn empty(coplanar: f64) -> Self {
        Self {
            vertices: ArrayVec::new(),
            faces: ArrayVec::new(),
            queue: FaceQueue::new(),
            free_slots: ArrayVec::new(),
            pending: ArrayVec::new(),
            horizon: ArrayVec::new(),
            coplanar,
        }
    }

    /// Adds the vertices and faces of a tetrahedron, whose orientation may be either, to the empty polyhedron.
    pub(super) fn build_tetrahedron(&mut self, tetrahedron: &[DifferencePoint<V>; 4]) {
        let [a, b, c, d] = tetrahedron;
        let volume = (b.point - a.point).cross(c.point - a.point).dot(d.point - a.point);
        let result = self.vertices.try_extend_from_slice(tetrahedron);
        debug_assert!(result.is_ok(), "an empty polyhedron has room for four vertices");
        // The last vertex must lie behind the plane of the first three.
        if !(volume < 0.0) {
            self.vertices.swap(1, 2);
        }
        for (face, (vertices, twins)) in TETRAHEDRON.into_iter().enumerate() {
            let [a, b, c] = self.face_points(vertices);
            if self.add_slot().is_some() {
                self.set_face(face, vertices, twins, (a - c).cross(b - c), c);
            }
        }
        self.free_slots.clear();
    }

    /// Returns the face nearest to the origin: the next one of the nearest phase.
    #[inline]
    pub(super) fn nearest_face(&self) -> usize {
        FaceQueue::face(self.queue.least())
    }

    /// Returns the unit normal of a face and the signed distance of its plane; infinity for a face without
    /// area.
    #[inline]
    pub(super) fn plane(&self, face: usize) -> (DVec3, f64) {
        let Face { normal, offset, .. } = self.faces[face];
        let scale = 1.0 / normal.length();
        if scale.is_finite() { (normal * scale, offset * scale) } else { (DVec3::ZERO, f64::INFINITY) }
    }

    /// Returns the unit normals of all faces.
    pub(super) fn normals(&self) -> impl Iterator<Item = DVec3> {
        let planes =
            (0..self.faces.len()).filter(|&face| self.faces[face].alive).map(|face| self.plane(face));
        planes.filter(|plane| plane.1.is_finite()).map(|plane| plane.0)
    }

    /// Returns the vertices with these indices.
    pub(super) fn face_vertices(&self, vertices: [Index; 3]) -> [DifferencePoint<V>; 3] {
        vertices.map(|index| self.vertices[usize::from(index)])
    }

    /// Returns the points of the vertices with these indices.
    #[inline]
    pub(super) fn face_points(&self, vertices: [Index; 3]) -> [DVec3; 3] {
        vertices.map(|index| self.vertices[usize::from(index)].point)
    }

    /// Returns the face that a ray from the origin hits from inside: the next one of the ray phase. Returns `None` if
    /// rounding leaves no such face.
    pub(super) fn face_hit_by(&self, ray: DVec3, precision: f64) -> Option<usize> {
        // Where a ray meets a plane does not depend on the length of the normal.
        let faces = self.faces.iter().enumerate().filter(|(_, face)| face.alive);
        let planes = faces.map(|(index, face)| (index, face.normal, face.offset));
        facet_hit_by(ray, planes, precision, |face, exit_point| {
            let [a, b, c] = self.face_points(self.faces[face].vertices()).map(|point| point - exit_point);
            triangle(a, b, c, false).point.length_squared()
        })
    }

    /// Adds a free slot, if there is room.
    #[inline(always)]
    fn add_slot(&mut self) -> Option<()> {
        let slot = self.faces.len();
        self.faces.try_push(Face::UNUSED).ok()?;
        self.queue.reserve(slot);
        self.free_slots.try_push(slot as Index).ok()
    }

    /// Fills a slot with a face, given by its vertices, twins, normal and a point of its plane. Returns its
    /// key in the [queue](FaceQueue).
    #[inline(always)]
    fn set_face(
        &mut self,
        face: usize,
        vertices: [Index; 3],
        twins: [HalfEdge; 3],
        normal: DVec3,
        point: DVec3,
    ) -> f64 {
        let offset = normal.dot(point);
        // The L1 norm is within √3 of the length, which is accurate enough for a tolerance.
        let length = normal.x.abs() + normal.y.abs() + normal.z.abs();
        let visible_above = offset - self.coplanar * length;
        let ([a, b, c], [ab, bc, ca]) = (vertices, twins);
        let (vertices, twins) = ([a, b, c, a], [ab, bc, ca, ab]);
        self.faces[face] = Face { vertices, twins, alive: true, normal, offset, visible_above };
        self.queue.set(face, offset * offset.abs() / normal.dot(normal))
    }

    /// Adds a vertex in front of the face `nearest`: replaces all faces that are visible from it with
    /// triangles between the vertex and the horizon. Returns the face that is nearest then.
    ///
    /// Returns `None` if rounding has broken the surface or there is no room.
    #[inline(always)]
    pub(super) fn expand(&mut self, nearest: usize, vertex: &DifferencePoint<V>) -> Option<usize> {
        let apex = self.vertices.len() as Index;
        self.vertices.push(*vertex);
        self.remove_visible(nearest, vertex.point)?;
        // The key of the nearest face of those that stay; those of the new faces are compared below.
        let mut least = self.queue.least();
        let count = self.horizon.len();
        if count < 3 {
            return None;
        }
        while self.free_slots.len() < count {
            self.add_slot()?;
        }
        let slots = self.free_slots.len() - count;
        let (mut previous, mut from) = self.horizon_slot(count - 1, slots);
        let mut apex_to_from = self.vertices[usize::from(from)].point - vertex.point;
        for index in 0..count {
            let twin = self.horizon[index];
            let slot = usize::from(self.free_slots[slots + index]);
            let next_slot =
                usize::from(self.free_slots[if index + 1 == count { slots } else { slots + index + 1 }]);
            // The new face has the edge in the opposite direction, and must start where the last one ended.
            let neighbor = &mut self.faces[twin.face()];
            let to = neighbor.vertices[twin.edge()];
            if neighbor.vertices[next(twin.edge())] != from {
                return None;
            }
            neighbor.twins[twin.edge()] = HalfEdge::new(slot, 0);
            let apex_to_to = self.vertices[usize::from(to)].point - vertex.point;
            let twins = [twin, HalfEdge::new(next_slot, 2), HalfEdge::new(previous, 1)];
            let key =
                self.set_face(slot, [from, to, apex], twins, apex_to_from.cross(apex_to_to), vertex.point);
            least = FaceQueue::lesser(least, key);
            (from, apex_to_from, previous) = (to, apex_to_to, slot);
        }
        self.free_slots.truncate(slots);
        Some(FaceQueue::face(least))
    }

    /// Returns the slot of the new face at an edge of the horizon, and the vertex at which the edge ends in
    /// that face.
    #[inline(always)]
    fn horizon_slot(&self, index: usize, slots: usize) -> (usize, Index) {
        let twin = self.horizon[index];
        (usize::from(self.free_slots[slots + index]), self.faces[twin.face()].vertices[twin.edge()])
    }

    /// Removes a face, and frees its slot.
    #[inline(always)]
    fn remove(&mut self, face: usize) -> Option<()> {
        self.faces[face].alive = false;
        self.queue.remove(face);
        self.free_slots.try_push(face as Index).ok()
    }

    /// Removes a face and, from neighbor to neighbor, all faces that are visible from `point`, and collects
    /// the horizon.
    #[inline(always)]
    fn remove_visible(&mut self, first: usize, point: DVec3) -> Option<()> {
        self.horizon.clear();
        self.pending.clear();
        self.remove(first)?;
        let [a, b, c, _] = self.faces[first].twins;
        for edge in [c, b, a] {
            self.pending.try_push(edge).ok()?;
        }
        while let Some(edge) = self.pending.pop() {
            let face = &self.faces[edge.face()];
            if !face.alive {
                continue;
            }
            if face.normal.dot(point) > face.visible_above {
                // Pushed in reverse, so that the next edge around the face is visited first.
                let first = face.twins[next(edge.edge())];
                let second = face.twins[next(next(edge.edge()))];
                self.remove(edge.face())?;
                self.pending.try_push(second).ok()?;
                self.pending.try_push(first).ok()?;
            } else {
                self.horizon.try_push(edge).ok()?;
            }
        }
        Some(())
    }
}

impl<V: Vector> Faces for Polyhedron<V> {
    fn for_each(&self, visit: &mut dyn FnMut([u16; 3])) {
        self.faces.iter().filter(|face| face.alive).for_each(|face| visit(face.vertices()));
    }
}

/// The faces of a tetrahedron: the vertices, and the twins of the edges.
const TETRAHEDRON: [([Index; 3], [HalfEdge; 3]); 4] = [
    ([0, 1, 2], [HalfEdge::new(1, 0), HalfEdge::new(2, 0), HalfEdge::new(3, 0)]),
    ([1, 0, 3], [HalfEdge::new(0, 0), HalfEdge::new(3, 2), HalfEdge::new(2, 1)]),
    ([2, 1, 3], [HalfEdge::new(0, 1), HalfEdge::new(1, 2), HalfEdge::new(3, 1)]),
    ([0, 2, 3], [HalfEdge::new(0, 2), HalfEdge::new(2, 2), HalfEdge::new(1, 1)]),
];
