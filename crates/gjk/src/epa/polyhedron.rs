//! The polyhedron that EPA expands in space: triangles, each with its neighbours.

use arrayvec::ArrayVec;
use glam::DVec3;

use super::pierced;
use crate::minkowski::DifferencePoint;
use crate::simplex::triangle;
use crate::vector::Vector;

/// Two hulls need some ten vertices, smooth shapes up to a hundred, those around a common centre all.
pub(super) const MAX_VERTICES: usize = 320;
/// Twice the vertices less four, by Euler, and some more: the slots of dropped faces are used again.
pub(super) const MAX_FACES: usize = 636;

type Index = u16;

/// A triangle, counter-clockwise seen from outside.
#[derive(Clone, Copy)]
pub(super) struct Face {
    vertices: [Index; 3],
    /// The face beyond the edge from each vertex to the next.
    neighbours: [Index; 3],
    /// Outward, of unit length; zero for a face without area.
    pub(super) normal: DVec3,
    alive: bool,
}

/// An edge of a face that stays, to be joined to the new vertex.
#[derive(Clone, Copy)]
struct HorizonEdge {
    face: Index,
    edge: Index,
}

pub(super) struct Polyhedron<V: Vector> {
    pub(super) vertices: ArrayVec<DifferencePoint<V>, MAX_VERTICES>,
    pub(super) faces: ArrayVec<Face, MAX_FACES>,
    /// The signed distance of each face's plane from the origin; infinite for those that are not there.
    pub(super) distances: ArrayVec<f64, MAX_FACES>,
    free: ArrayVec<Index, MAX_FACES>,
    coplanar: f64,
}

impl<V: Vector<Wide = DVec3>> Polyhedron<V> {
    #[inline(always)]
    pub(super) fn empty(coplanar: f64) -> Self {
        Self {
            vertices: ArrayVec::new(),
            faces: ArrayVec::new(),
            distances: ArrayVec::new(),
            free: ArrayVec::new(),
            coplanar,
        }
    }

    /// Begins with a tetrahedron.
    pub(super) fn start(&mut self, [a, b, c, d]: [DifferencePoint<V>; 4]) {
        let volume = (b.point - a.point).cross(c.point - a.point).dot(d.point - a.point);
        // The last vertex lies behind the plane of the first three.
        self.vertices.extend(if volume < 0.0 { [a, b, c, d] } else { [a, c, b, d] });
        self.add([0, 1, 2], [1, 2, 3]);
        self.add([1, 0, 3], [0, 3, 2]);
        self.add([2, 1, 3], [0, 1, 3]);
        self.add([0, 2, 3], [0, 2, 1]);
    }

    /// The face to begin with: the nearest, or the one that a ray leads through.
    pub(super) fn begin(&self, ray: Option<DVec3>, precision: f64) -> usize {
        ray.and_then(|ray| self.pierced(ray, precision)).unwrap_or_else(|| self.nearest_face())
    }

    pub(super) fn nearest_face(&self) -> usize {
        let mut nearest = 0;
        for (index, &distance) in self.distances.iter().enumerate() {
            if distance < self.distances[nearest] {
                nearest = index;
            }
        }
        nearest
    }

    /// The normals of all faces.
    pub(super) fn normals(&self) -> impl Iterator<Item = DVec3> {
        self.faces.iter().filter(|face| face.alive && face.normal != DVec3::ZERO).map(|face| face.normal)
    }

    pub(super) fn corners(&self, face: usize) -> [DifferencePoint<V>; 3] {
        self.faces[face].vertices.map(|index| self.vertices[usize::from(index)])
    }

    /// The face through which a ray from the origin leaves.
    pub(super) fn pierced(&self, ray: DVec3, precision: f64) -> Option<usize> {
        let faces = self.faces.iter().zip(&self.distances).enumerate();
        let faces = faces.map(|(index, (face, &distance))| (index, face.normal, distance));
        pierced(ray, faces, precision, |index, at| {
            let [a, b, c] = self.corners(index).map(|corner| corner.point - at);
            triangle(a, b, c, false).point.length_squared()
        })
    }

    /// Adds a face; nothing if there is no room left.
    fn add(&mut self, vertices: [Index; 3], neighbours: [Index; 3]) -> Option<Index> {
        let [a, b, c] = vertices.map(|index| self.vertices[usize::from(index)].point);
        let normal = (b - a).cross(c - a).normalize_or_zero();
        // A face without area has no plane, is never the nearest and never seen.
        let distance = if normal == DVec3::ZERO { f64::INFINITY } else { normal.dot(a + b + c) / 3.0 };
        let face = Face { vertices, neighbours, normal, alive: true };
        if let Some(index) = self.free.pop() {
            self.faces[usize::from(index)] = face;
            self.distances[usize::from(index)] = distance;
            return Some(index);
        }
        self.faces.try_push(face).ok()?;
        self.distances.push(distance);
        Some((self.faces.len() - 1) as Index)
    }

    /// Replaces all faces that see `vertex` by those that join it to the edges around them.
    ///
    /// Nothing if rounding has broken the surface or there is no room for more.
    pub(super) fn expand(&mut self, nearest: usize, vertex: DifferencePoint<V>) -> Option<()> {
        let apex = self.vertices.len() as Index;
        self.vertices.push(vertex);
        let mut horizon = ArrayVec::<HorizonEdge, MAX_FACES>::new();
        self.remove_visible(nearest as Index, 0, 3, vertex.point, &mut horizon)?;
        let count = horizon.len();
        if count < 3 {
            return None;
        }
        let mut fan = ArrayVec::<Index, MAX_FACES>::new();
        let mut end = None;
        for &HorizonEdge { face, edge } in &horizon {
            let Face { vertices, .. } = self.faces[usize::from(face)];
            // The new face runs along the edge the other way.
            let (from, to) = (vertices[next(edge)], vertices[usize::from(edge)]);
            if end.is_some_and(|end| end != from) {
                return None;
            }
            end = Some(to);
            let new = self.add([from, to, apex], [face, 0, 0])?;
            self.faces[usize::from(face)].neighbours[usize::from(edge)] = new;
            fan.push(new);
        }
        for (index, &new) in fan.iter().enumerate() {
            let face = &mut self.faces[usize::from(new)];
            face.neighbours[1] = fan[(index + 1) % count];
            face.neighbours[2] = fan[(index + count - 1) % count];
        }
        Some(())
    }

    /// Removes a face and, beyond `count` of its edges from `first` on, those that see `point`; collects the
    /// edges where it stopped, in their order around.
    fn remove_visible(
        &mut self,
        index: Index,
        first: usize,
        count: usize,
        point: DVec3,
        horizon: &mut ArrayVec<HorizonEdge, MAX_FACES>,
    ) -> Option<()> {
        let face = &mut self.faces[usize::from(index)];
        face.alive = false;
        let face = *face;
        self.distances[usize::from(index)] = f64::INFINITY;
        self.free.push(index);
        for edge in (first..first + count).map(|edge| edge % 3) {
            let beyond = face.neighbours[edge];
            let neighbour = &self.faces[usize::from(beyond)];
            if !neighbour.alive {
                continue;
            }
            let shared = neighbour.neighbours.iter().position(|&back| back == index)?;
            let distance = self.distances[usize::from(beyond)];
            if neighbour.normal.dot(point) - distance > -self.coplanar {
                self.remove_visible(beyond, shared + 1, 2, point, horizon)?;
            } else {
                horizon.try_push(HorizonEdge { face: beyond, edge: shared as Index }).ok()?;
            }
        }
        Some(())
    }
}

/// The index of the vertex after the edge's first.
fn next(edge: Index) -> usize {
    (usize::from(edge) + 1) % 3
}
