//! What can be repaired of a mesh that is to be closed, without guessing: vertices that rounding has moved apart are
//! moved together, and triangles are turned so that neighbors agree.

use std::collections::VecDeque;

use bevy_platform::collections::HashMap;
use gjk::Vec3;

use super::faces::{Edges, joined};

/// The distance up to which two vertices are one, relative to the size of the mesh: some ten roundings. Where a mesh
/// closes around an axis, the sine of a whole turn is not zero.
const SAME_VERTEX: f32 = 1e-6;

/// Returns vertices of which those that are one up to rounding are at the same place: that of the first of them.
pub(super) fn moved_together(mut vertices: Vec<Vec3>) -> Vec<Vec3> {
    let finite = vertices.iter().filter(|at| at.is_finite());
    let (min, max) = finite.fold((Vec3::MAX, Vec3::MIN), |(min, max), &at| (min.min(at), max.max(at)));
    let distance = SAME_VERTEX * (max - min).max_element();
    if !(distance > 0.0 && distance.is_finite()) {
        return vertices;
    }
    // Cells in which few vertices are near a border.
    let cell_of = |at: Vec3| (at / (16.0 * distance)).floor().as_i64vec3();
    let mut known: HashMap<_, Vec<Vec3>> = HashMap::new();
    for vertex in &mut vertices {
        let (low, high) = (cell_of(*vertex - distance), cell_of(*vertex + distance));
        let cells = (low.x..=high.x)
            .flat_map(|x| (low.y..=high.y).flat_map(move |y| (low.z..=high.z).map(move |z| [x, y, z])));
        let near = cells.filter_map(|cell| known.get(&cell)).flatten();
        match near.copied().find(|known| (*known - *vertex).abs().max_element() <= distance) {
            Some(same) => *vertex = same,
            None => known.entry(cell_of(*vertex).to_array()).or_default().push(*vertex),
        }
    }
    vertices
}

/// Returns triangles, some of them turned round, so that neighbors agree at each edge that two triangles share, as far
/// as that is possible. Of each connected piece, the first triangle stays as it is.
pub(super) fn turned_alike(vertices: &[Vec3], mut triangles: Vec<[u32; 3]>) -> Vec<[u32; 3]> {
    let exists = |&vertex: &u32| (vertex as usize) < vertices.len();
    if !triangles.iter().flatten().all(exists) {
        return triangles;
    }
    let faces = joined(vertices, &triangles);
    let mut neighbors = vec![[None; 3]; faces.len()];
    for group in Edges::new(&faces).groups() {
        if let [one, other] = group {
            let agrees = one.is_forward != other.is_forward;
            for (of, to) in [(one, other), (other, one)] {
                let slots = &mut neighbors[of.face as usize];
                if let Some(slot) = slots.iter_mut().find(|slot| slot.is_none()) {
                    *slot = Some((to.face, agrees));
                }
            }
        }
    }
    let mut is_turned = vec![None; faces.len()];
    let mut queue = VecDeque::new();
    for start in 0..faces.len() {
        if is_turned[start].is_none() {
            is_turned[start] = Some(false);
            queue.push_back(start);
        }
        while let Some(face) = queue.pop_front() {
            for (neighbor, agrees) in neighbors[face].into_iter().flatten() {
                let turned = &mut is_turned[neighbor as usize];
                if turned.is_none() {
                    queue.push_back(neighbor as usize);
                }
                let of_face = is_turned[face] == Some(true);
                is_turned[neighbor as usize].get_or_insert(of_face == agrees);
            }
        }
    }
    for (triangle, turned) in triangles.iter_mut().zip(is_turned) {
        if turned == Some(true) {
            triangle.swap(1, 2);
        }
    }
    triangles
}
