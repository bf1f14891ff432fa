//! The shells of a mesh: its connected pieces, and how they are turned.
//!
//! A shell that nothing encloses counts as turned outwards, and so does one in a cavity. What is in it is turned
//! relative to it: a shell that is turned the other way is a cavity, and one that is turned the same way changes
//! nothing, as there is inside on both of its sides.

use core::cell::Cell;

use gjk::Vec3;

use super::SolidMesh;
use super::crossings::PAIRS_PER_FACE;
use super::faces::Edges;
use crate::collider::ColliderError;

impl SolidMesh {
    /// Turns the faces outwards, and finds those with the inside on both sides.
    ///
    /// # Errors
    /// Returns an error if no shell encloses a volume, or if one is partly inside of another.
    pub(super) fn turn_outwards(&mut self) -> Result<(), ColliderError> {
        let shells = Shells::new(&self.faces);
        let volumes = shells.volumes(self);
        if volumes.iter().all(|&volume| volume == 0.0) {
            return Err(ColliderError::NoVolume);
        }
        let around = shells.shells_around(self)?;
        // What encloses a shell is enclosed by fewer.
        let mut outer_first: Vec<usize> = (0..shells.count).collect();
        outer_first.sort_by_key(|&shell| around[shell].len());
        let mut is_turned = vec![false; shells.count];
        let mut signs = vec![0; shells.count];
        let mut is_within = vec![false; shells.count];
        for shell in outer_first {
            let enclosing = around[shell].iter().map(|&outer| outer as usize);
            let parent = enclosing.clone().max_by_key(|&outer| around[outer].len());
            let outside: i32 = enclosing.map(|outer| signs[outer]).sum();
            let is_inwards = volumes[shell] < 0.0;
            is_turned[shell] =
                if outside == 0 { is_inwards } else { parent.is_some_and(|outer| is_turned[outer]) };
            signs[shell] = if is_inwards == is_turned[shell] { 1 } else { -1 };
            is_within[shell] = outside != 0 && outside + signs[shell] != 0;
        }
        for (index, &shell) in shells.of_face.iter().enumerate() {
            if is_turned[shell as usize] {
                self.faces[index].swap(1, 2);
            }
            if is_within[shell as usize] {
                self.not_boundary.grow_and_insert(index);
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
        let mut points = Vec::new();
        let (mut windings, mut crossed) = (vec![0; self.count], Vec::new());
        // When this is used up, one point decides for each shell: many faces are near each point.
        let left = Cell::new(PAIRS_PER_FACE * mesh.faces.len() as u64);
        for (face, &shell) in (0..).zip(&self.of_face) {
            // Shells that cross may have all their vertices on each other, but not all of their faces.
            let corners = mesh.corners(face).map(Vec3::as_dvec3);
            points.clear();
            points.push((corners[0] + corners[1] + corners[2]) * (1.0 / 3.0));
            for (vertex, corner) in mesh.faces[face as usize].into_iter().zip(corners) {
                if !core::mem::replace(&mut is_seen[vertex as usize], true) {
                    points.push(corner);
                }
            }
            for &point in &points {
                if left.get() == 0 && around[shell as usize].is_some() {
                    break;
                }
                let is_of_other = |face: u32| {
                    left.set(left.get().saturating_sub(1));
                    self.of_face[face as usize] != shell
                };
                if mesh.is_on_other_shell(point, is_of_other) {
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
