//! The shells of a mesh: its connected pieces. A shell that is in no other one counts as turned outwards, and what is in it is turned
//! relative to that: a shell that is turned the other way is a cavity.

use gjk::Vec3;

use super::SolidMesh;
use super::faces::Edges;
use crate::collider::ColliderError;

impl SolidMesh {
    /// Turns each outermost shell outwards, together with all shells in it.
    ///
    /// # Errors
    /// Returns an error if a shell encloses no volume, or if one is partly inside of another.
    pub(super) fn turn_outwards(&mut self) -> Result<(), ColliderError> {
        let shells = Shells::new(&self.faces);
        let volumes = shells.volumes(self);
        if volumes.iter().all(|&volume| volume == 0.0) {
            return Err(ColliderError::NoVolume);
        }
        let around = shells.shells_around(self)?;
        let is_outermost = |shell: u32| around[shell as usize].is_empty();
        let is_turned = |shell: u32| {
            let outermost = around[shell as usize].iter().copied().find(|&shell| is_outermost(shell));
            volumes[outermost.unwrap_or(shell) as usize] < 0.0
        };
        for (face, &shell) in self.faces.iter_mut().zip(&shells.of_face) {
            if is_turned(shell) {
                face.swap(1, 2);
            }
        }
        Ok(())
    }
}

/// The shells of a mesh.
struct Shells {
    /// The shell of each face.
    of_face: Vec<u32>,
    count: usize,
}

impl Shells {
    fn new(faces: &[[u32; 3]]) -> Self {
        let mut parents: Vec<u32> = (0..faces.len() as u32).collect();
        for group in Edges::new(faces).groups() {
            for pair in group.windows(2) {
                let [one, other] = [pair[0].face, pair[1].face].map(|face| root(&mut parents, face));
                parents[one.max(other) as usize] = one.min(other);
            }
        }
        let mut numbers = vec![u32::MAX; faces.len()];
        let mut count = 0;
        let of_face = (0..faces.len() as u32)
            .map(|face| {
                let number = &mut numbers[root(&mut parents, face) as usize];
                if *number == u32::MAX {
                    *number = count;
                    count += 1;
                }
                *number
            })
            .collect();
        Self { of_face, count: count as usize }
    }

    /// Computes six times the volume of each shell, which is negative for one that is turned inwards.
    fn volumes(&self, mesh: &SolidMesh) -> Vec<f64> {
        let mut volumes = vec![0.0; self.count];
        let mut origins = vec![None; self.count];
        for (face, &shell) in (0..).zip(&self.of_face) {
            let corners = mesh.corners(face).map(Vec3::as_dvec3);
            let origin = *origins[shell as usize].get_or_insert(corners[0]);
            let [a, b, c] = corners.map(|corner| corner - origin);
            volumes[shell as usize] += a.dot(b.cross(c));
        }
        volumes
    }

    /// Returns the shells that each shell is in.
    ///
    /// # Errors
    /// Returns an error if some vertices of a shell are in another one and some are not.
    fn shells_around(&self, mesh: &SolidMesh) -> Result<Vec<Vec<u32>>, ColliderError> {
        let mut around: Vec<Option<Vec<u32>>> = vec![None; self.count];
        if self.count == 1 {
            return Ok(vec![Vec::new()]);
        }
        let mut is_seen = vec![false; mesh.vertices.len()];
        let (mut windings, mut crossed) = (vec![0; self.count], Vec::new());
        for (face, &shell) in (0..).zip(&self.of_face) {
            for vertex in mesh.faces[face as usize] {
                if core::mem::replace(&mut is_seen[vertex as usize], true) {
                    continue;
                }
                let point = mesh.vertices[vertex as usize].as_dvec3();
                if mesh.is_on_other_shell(point, |face| self.of_face[face as usize] != shell) {
                    continue;
                }
                mesh.each_crossing(point, |face, sign| {
                    let other = self.of_face[face as usize];
                    if other != shell {
                        crossed.push(other);
                        windings[other as usize] += sign;
                    }
                });
                crossed.sort_unstable();
                crossed.dedup();
                let inside: Vec<u32> =
                    crossed.iter().copied().filter(|&other| windings[other as usize] != 0).collect();
                crossed.drain(..).for_each(|other| windings[other as usize] = 0);
                match &around[shell as usize] {
                    None => around[shell as usize] = Some(inside),
                    Some(before) if *before == inside => {}
                    Some(before) => {
                        let differs = |other: &&u32| before.contains(other) != inside.contains(other);
                        let other = before.iter().chain(&inside).find(differs).copied().unwrap_or(shell);
                        let first = self.of_face.iter().position(|&of_face| of_face == other);
                        return Err(ColliderError::CrossingTriangles([face, first.unwrap_or(0) as u32]));
                    }
                }
            }
        }
        Ok(around.into_iter().map(Option::unwrap_or_default).collect())
    }
}

/// Returns the representative of the set that an element is in, and shortens the way to it.
fn root(parents: &mut [u32], mut element: u32) -> u32 {
    while parents[element as usize] != element {
        let parent = parents[element as usize];
        parents[element as usize] = parents[parent as usize];
        element = parent;
    }
    element
}
