//! The polyhedron that EPA expands in space: triangles, each with its neighbours.

use arrayvec::ArrayVec;
use glam::DVec3;

use crate::math::Vector;
use crate::reference::DifferencePoint;
use crate::reference::epa::exit_face;
use crate::reference::epa::face_queue::FaceQueue;
use crate::reference::simplex::triangle;
use crate::reference::trace::Faces;

/// Two hulls need some ten vertices, smooth shapes up to a hundred, those around a common center all.
pub(super) const MAX_VERTICES: usize = 320;
/// Twice the vertices less four, by Euler, and some more: the slots of dropped faces are used again.
pub(super) const MAX_FACES: usize = 636;

type Index = u16;

/// An edge of a face, as that face has it: the face and the number of the edge, from the vertex of that number
/// to the next.
#[derive(Clone, Copy)]
struct HalfEdge(Index);

impl HalfEdge {
    #[inline(always)]
    const fn new(face: usize, edge: u16) -> Self {
        Self((face as Index) << 2 | edge)
    }

    #[inline(always)]
    fn face(self) -> usize {
        usize::from(self.0 >> 2)
    }

    #[inline(always)]
    fn edge(self) -> usize {
        usize::from(self.0 & 3)
    }
}

/// The number of the next edge around a face, from a table of two bits each.
#[inline(always)]
const fn next(edge: usize) -> usize {
    (0b00_10_01 >> (2 * edge)) & 3
}

/// A triangle, counter-clockwise seen from outside.
///
/// A line of the cache each. There is a fourth of its vertices and edges only so that two bits are an index.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Face {
    vertices: [Index; 4],
    /// Each edge as the face beyond it has it.
    beyond: [HalfEdge; 4],
    alive: bool,
    /// Outward, of any length: few faces are ever asked for more. Zero for a face without area.
    pub(super) normal: DVec3,
    /// The product of the normal with the points of the plane.
    pub(super) offset: f64,
    /// From where on, by that product, a point sees the face.
    seen: f64,
}

impl Face {
    const NONE: Self = Self {
        vertices: [0; 4],
        beyond: [HalfEdge(0); 4],
        alive: false,
        normal: DVec3::ZERO,
        offset: 0.0,
        seen: 0.0,
    };

    #[inline(always)]
    pub(super) fn vertices(&self) -> [Index; 3] {
        let [a, b, c, _] = self.vertices;
        [a, b, c]
    }
}

pub(super) struct Polyhedron<V: Vector> {
    pub(super) vertices: ArrayVec<DifferencePoint<V>, MAX_VERTICES>,
    pub(super) faces: ArrayVec<Face, MAX_FACES>,
    keys: FaceQueue,
    /// The slots of faces that are not there, to be used again.
    free: ArrayVec<Index, MAX_FACES>,
    /// While faces are removed: edges of removed ones, as those beyond have them, to look at.
    pending: ArrayVec<HalfEdge, { 2 * MAX_FACES }>,
    /// The edges of the faces that stay at those that were removed, in their order around.
    horizon: ArrayVec<HalfEdge, { 2 * MAX_FACES }>,
    coplanar: f64,
}

impl<V: Vector<Wide = DVec3>> Polyhedron<V> {
    #[inline(always)]
    pub(super) fn empty(coplanar: f64) -> Self {
        Self {
            vertices: ArrayVec::new(),
            faces: ArrayVec::new(),
            keys: FaceQueue::new(),
            free: ArrayVec::new(),
            pending: ArrayVec::new(),
            horizon: ArrayVec::new(),
            coplanar,
        }
    }

    /// Begins with a tetrahedron.
    pub(super) fn start(&mut self, tetrahedron: &[DifferencePoint<V>; 4]) {
        let [a, b, c, d] = tetrahedron;
        let volume = (b.point - a.point).cross(c.point - a.point).dot(d.point - a.point);
        let room = self.vertices.try_extend_from_slice(tetrahedron);
        debug_assert!(room.is_ok(), "an empty polyhedron has room");
        // The last vertex lies behind the plane of the first three.
        if !(volume < 0.0) {
            self.vertices.swap(1, 2);
        }
        for (face, (vertices, beyond)) in TETRAHEDRON.into_iter().enumerate() {
            let [a, b, c] = self.points(vertices);
            if self.reserve().is_some() {
                self.set(face, vertices, beyond, (a - c).cross(b - c), c);
            }
        }
        self.free.clear();
    }

    /// The face to begin with: the nearest, or the one that a ray leads through.
    pub(super) fn begin(&self, ray: Option<DVec3>, precision: f64) -> usize {
        ray.and_then(|ray| self.exit_face(ray, precision)).unwrap_or_else(|| self.nearest_face())
    }

    #[inline]
    pub(super) fn nearest_face(&self) -> usize {
        FaceQueue::face(self.keys.least())
    }

    /// The unit normal of a face and the signed distance of its plane; infinitely far without area.
    #[inline]
    pub(super) fn plane(&self, face: usize) -> (DVec3, f64) {
        let Face { normal, offset, .. } = self.faces[face];
        let scale = 1.0 / normal.length();
        if scale.is_finite() { (normal * scale, offset * scale) } else { (DVec3::ZERO, f64::INFINITY) }
    }

    /// The normals of all faces.
    pub(super) fn normals(&self) -> impl Iterator<Item = DVec3> {
        let planes =
            (0..self.faces.len()).filter(|&face| self.faces[face].alive).map(|face| self.plane(face));
        planes.filter(|plane| plane.1.is_finite()).map(|plane| plane.0)
    }

    pub(super) fn corners(&self, vertices: [Index; 3]) -> [DifferencePoint<V>; 3] {
        vertices.map(|index| self.vertices[usize::from(index)])
    }

    #[inline]
    pub(super) fn points(&self, vertices: [Index; 3]) -> [DVec3; 3] {
        vertices.map(|index| self.vertices[usize::from(index)].point)
    }

    /// The face through which a ray from the origin leaves.
    pub(super) fn exit_face(&self, ray: DVec3, precision: f64) -> Option<usize> {
        // The way to a plane does not depend on the length of its normal.
        let faces = self.faces.iter().enumerate().filter(|(_, face)| face.alive);
        let planes = faces.map(|(index, face)| (index, face.normal, face.offset));
        exit_face(ray, planes, precision, |face, at| {
            let [a, b, c] = self.points(self.faces[face].vertices()).map(|point| point - at);
            triangle(a, b, c, false).point.length_squared()
        })
    }

    /// Makes a slot for a face, if there is room.
    #[inline(always)]
    fn reserve(&mut self) -> Option<()> {
        let slot = self.faces.len();
        self.faces.try_push(Face::NONE).ok()?;
        self.keys.reserve(slot);
        self.free.try_push(slot as Index).ok()
    }

    /// Fills a slot with a face of this normal through a point; its key.
    #[inline(always)]
    fn set(
        &mut self,
        face: usize,
        vertices: [Index; 3],
        beyond: [HalfEdge; 3],
        normal: DVec3,
        point: DVec3,
    ) -> f64 {
        let offset = normal.dot(point);
        // About as long as the normal: enough for a tolerance.
        let length = normal.x.abs() + normal.y.abs() + normal.z.abs();
        let seen = offset - self.coplanar * length;
        let ([a, b, c], [ab, bc, ca]) = (vertices, beyond);
        let (vertices, beyond) = ([a, b, c, a], [ab, bc, ca, ab]);
        self.faces[face] = Face { vertices, beyond, alive: true, normal, offset, seen };
        self.keys.set(face, offset * offset.abs() / normal.dot(normal))
    }

    /// Replaces all faces that see `vertex` by those that join it to the edges around them, and gives the
    /// face that is nearest then.
    ///
    /// Nothing if rounding has broken the surface or there is no room for more.
    #[inline(always)]
    pub(super) fn expand(&mut self, nearest: usize, vertex: &DifferencePoint<V>) -> Option<usize> {
        let apex = self.vertices.len() as Index;
        self.vertices.push(*vertex);
        self.remove_visible(nearest, vertex.point)?;
        // Of those that stay. The others follow while they are made.
        let mut least = self.keys.least();
        let count = self.horizon.len();
        if count < 3 {
            return None;
        }
        while self.free.len() < count {
            self.reserve()?;
        }
        let slots = self.free.len() - count;
        let (mut previous, mut from) = self.opposite(count - 1, slots);
        let mut to_from = self.vertices[usize::from(from)].point - vertex.point;
        for index in 0..count {
            let beyond = self.horizon[index];
            let slot = usize::from(self.free[slots + index]);
            let following =
                usize::from(self.free[if index + 1 == count { slots } else { slots + index + 1 }]);
            // The new face runs along the edge the other way, and goes on where the last one ended.
            let neighbour = &mut self.faces[beyond.face()];
            let to = neighbour.vertices[beyond.edge()];
            if neighbour.vertices[next(beyond.edge())] != from {
                return None;
            }
            neighbour.beyond[beyond.edge()] = HalfEdge::new(slot, 0);
            let to_to = self.vertices[usize::from(to)].point - vertex.point;
            let edges = [beyond, HalfEdge::new(following, 2), HalfEdge::new(previous, 1)];
            let key = self.set(slot, [from, to, apex], edges, to_from.cross(to_to), vertex.point);
            least = FaceQueue::lesser(least, key);
            (from, to_from, previous) = (to, to_to, slot);
        }
        self.free.truncate(slots);
        Some(FaceQueue::face(least))
    }

    /// The slot of the new face at an edge of the horizon, and the vertex where it ends there.
    #[inline(always)]
    fn opposite(&self, index: usize, slots: usize) -> (usize, Index) {
        let beyond = self.horizon[index];
        (usize::from(self.free[slots + index]), self.faces[beyond.face()].vertices[beyond.edge()])
    }

    #[inline(always)]
    fn remove(&mut self, face: usize) -> Option<()> {
        self.faces[face].alive = false;
        self.keys.remove(face);
        self.free.try_push(face as Index).ok()
    }

    /// Removes a face and, from neighbour to neighbour, those that see `point`; collects the edges where it
    /// stopped.
    #[inline(always)]
    fn remove_visible(&mut self, first: usize, point: DVec3) -> Option<()> {
        self.horizon.clear();
        self.pending.clear();
        self.remove(first)?;
        let [a, b, c, _] = self.faces[first].beyond;
        for edge in [c, b, a] {
            self.pending.try_push(edge).ok()?;
        }
        while let Some(edge) = self.pending.pop() {
            let face = &self.faces[edge.face()];
            if !face.alive {
                continue;
            }
            if face.normal.dot(point) > face.seen {
                // The edges beyond which to look then, the next of them last.
                let one = face.beyond[next(edge.edge())];
                let other = face.beyond[next(next(edge.edge()))];
                self.remove(edge.face())?;
                self.pending.try_push(other).ok()?;
                self.pending.try_push(one).ok()?;
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

/// The faces of a tetrahedron: the vertices, and the edges beyond.
const TETRAHEDRON: [([Index; 3], [HalfEdge; 3]); 4] = [
    ([0, 1, 2], [HalfEdge::new(1, 0), HalfEdge::new(2, 0), HalfEdge::new(3, 0)]),
    ([1, 0, 3], [HalfEdge::new(0, 0), HalfEdge::new(3, 2), HalfEdge::new(2, 1)]),
    ([2, 1, 3], [HalfEdge::new(0, 1), HalfEdge::new(1, 2), HalfEdge::new(3, 1)]),
    ([0, 2, 3], [HalfEdge::new(0, 2), HalfEdge::new(2, 2), HalfEdge::new(1, 1)]),
];
