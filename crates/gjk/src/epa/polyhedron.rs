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
    pub(super) vertices: [Index; 3],
    /// The face beyond the edge from each vertex to the next.
    neighbours: [Index; 3],
    /// Outward, of any length: few faces are ever asked for more. Zero for a face without area.
    normal: DVec3,
    /// The product of the normal with the points of the plane.
    offset: f64,
    /// From where on, by that product, a point sees the face.
    seen: f64,
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
    /// The square of the distance of each face's plane from the origin with the sign of that distance;
    /// infinite for those that are not there.
    squares: ArrayVec<f64, MAX_FACES>,
    free: ArrayVec<Index, MAX_FACES>,
    coplanar: f64,
}

impl<V: Vector<Wide = DVec3>> Polyhedron<V> {
    #[inline(always)]
    pub(super) fn empty(coplanar: f64) -> Self {
        Self {
            vertices: ArrayVec::new(),
            faces: ArrayVec::new(),
            squares: ArrayVec::new(),
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

    #[inline]
    pub(super) fn nearest_face(&self) -> usize {
        // Two passes without a branch that depends on the numbers.
        let least = self.squares.iter().fold(f64::INFINITY, |least, &square| least.min(square));
        self.squares.iter().position(|&square| square == least).unwrap_or(0)
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
    pub(super) fn pierced(&self, ray: DVec3, precision: f64) -> Option<usize> {
        let alive = (0..self.faces.len()).filter(|&face| self.faces[face].alive);
        let faces = alive.map(|face| (face, self.plane(face))).map(|(face, (n, d))| (face, n, d));
        pierced(ray, faces, precision, |face, at| {
            let [a, b, c] = self.points(self.faces[face].vertices).map(|point| point - at);
            triangle(a, b, c, false).point.length_squared()
        })
    }

    /// Adds a face; nothing if there is no room left.
    #[inline]
    fn add(&mut self, vertices: [Index; 3], neighbours: [Index; 3]) -> Option<Index> {
        let [a, b, c] = self.points(vertices);
        let normal = (b - a).cross(c - a);
        let offset = normal.dot(a + b + c) * (1.0 / 3.0);
        let length_squared = normal.dot(normal);
        // A face without area has no plane, is never the nearest and never seen.
        let square =
            if length_squared > 0.0 { offset * offset.abs() / length_squared } else { f64::INFINITY };
        // About as long as the normal: enough for a tolerance.
        let length = normal.x.abs().max(normal.y.abs()).max(normal.z.abs());
        let seen = offset - self.coplanar * length;
        let face = Face { vertices, neighbours, normal, offset, seen, alive: true };
        if let Some(index) = self.free.pop() {
            self.faces[usize::from(index)] = face;
            self.squares[usize::from(index)] = square;
            return Some(index);
        }
        self.faces.try_push(face).ok()?;
        self.squares.push(square);
        Some((self.faces.len() - 1) as Index)
    }

    /// Replaces all faces that see `vertex` by those that join it to the edges around them.
    ///
    /// Nothing if rounding has broken the surface or there is no room for more.
    pub(super) fn expand(&mut self, nearest: usize, vertex: DifferencePoint<V>) -> Option<()> {
        let apex = self.vertices.len() as Index;
        self.vertices.push(vertex);
        let mut horizon = ArrayVec::<HorizonEdge, MAX_FACES>::new();
        self.remove_visible(nearest as Index, vertex.point, &mut horizon)?;
        let count = horizon.len();
        if count < 3 {
            return None;
        }
        let mut fan = ArrayVec::<Index, MAX_FACES>::new();
        let mut end = None;
        for &HorizonEdge { face, edge } in &horizon {
            let Face { vertices, .. } = self.faces[usize::from(face)];
            // The new face runs along the edge the other way.
            let (from, to) = (vertices[after(edge)], vertices[usize::from(edge)]);
            if end.is_some_and(|end| end != from) {
                return None;
            }
            end = Some(to);
            let new = self.add([from, to, apex], [face, 0, 0])?;
            self.faces[usize::from(face)].neighbours[usize::from(edge)] = new;
            fan.push(new);
        }
        let mut previous = fan[count - 1];
        for (index, &new) in fan.iter().enumerate() {
            let next = if index + 1 == count { fan[0] } else { fan[index + 1] };
            let face = &mut self.faces[usize::from(new)];
            face.neighbours[1] = next;
            face.neighbours[2] = previous;
            previous = new;
        }
        Some(())
    }

    fn remove(&mut self, face: Index) {
        self.faces[usize::from(face)].alive = false;
        self.squares[usize::from(face)] = f64::INFINITY;
        self.free.push(face);
    }

    /// Removes a face and, from neighbour to neighbour, those that see `point`; collects the edges where it
    /// stopped, in their order around.
    fn remove_visible(
        &mut self,
        first: Index,
        point: DVec3,
        horizon: &mut ArrayVec<HorizonEdge, MAX_FACES>,
    ) -> Option<()> {
        // The faces on the way, each with the edge to look beyond next and how many edges are left.
        let mut way = ArrayVec::<(Index, Index, u8), MAX_FACES>::new();
        self.remove(first);
        way.push((first, 0, 3));
        while let Some(top) = way.last_mut() {
            let (face, edge, left) = *top;
            if left == 0 {
                way.pop();
                continue;
            }
            *top = (face, after(edge) as Index, left - 1);
            let beyond = self.faces[usize::from(face)].neighbours[usize::from(edge)];
            let neighbour = &self.faces[usize::from(beyond)];
            if !neighbour.alive {
                continue;
            }
            let shared = neighbour.neighbours.iter().position(|&back| back == face)? as Index;
            if neighbour.normal.dot(point) > neighbour.seen {
                self.remove(beyond);
                way.try_push((beyond, after(shared) as Index, 2)).ok()?;
            } else {
                horizon.try_push(HorizonEdge { face: beyond, edge: shared }).ok()?;
            }
        }
        Some(())
    }
}

/// The index of the vertex after the edge's first.
fn after(edge: Index) -> usize {
    if edge == 2 { 0 } else { usize::from(edge) + 1 }
}
