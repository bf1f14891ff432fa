//! Where entities are drawn, composed in `f64` from the `Transform`s of their ancestors.

use crate::chaos::dimension::Chaotic;
use crate::chaos::record::{Id, Seen, id};
use crate::common::prelude::*;

/// An affine map, and a bound of the size of its terms, to which rounding is relative.
#[derive(Clone, Copy)]
struct Map {
    matrix: DMat3,
    translation: DVec3,
    large_matrix: DMat3,
    large_translation: DVec3,
    depth: f64,
}

/// Returns the entities whose `GlobalTransform` is not the product of the `Transform`s of itself and its
/// ancestors.
///
/// Disabled entities and their descendants are left out, since Bevy does not propagate to them.
pub fn misplaced<D: Chaotic>(seen: &[Seen<D>]) -> Vec<String> {
    let by_id: BTreeMap<Id, &Seen<D>> = seen.iter().map(|it| (id(it.entity), it)).collect();
    let mut faults = Vec::new();
    for it in seen {
        let (Some(map), Some(global)) = (map(it, &by_id), it.global) else { continue };
        let affine = global.affine();
        let found = [affine.matrix3.x_axis, affine.matrix3.y_axis, affine.matrix3.z_axis, affine.translation];
        let columns = |matrix: DMat3, last: DVec3| [matrix.x_axis, matrix.y_axis, matrix.z_axis, last];
        let true_ones = columns(map.matrix, map.translation);
        let large = columns(map.large_matrix, map.large_translation);
        let allowed = 16.0 * map.depth * f64::from(f32::EPSILON);
        let within = (0..4).all(|column| {
            let error = (found[column].as_dvec3() - true_ones[column]).abs();
            // Values beyond the range of `f32` become infinite.
            error.cmple(large[column] * allowed).all() || !true_ones[column].as_vec3().is_finite()
        });
        if !within {
            faults.push(format!("{} is drawn at {found:?}, and not at {true_ones:?}", it.entity));
        }
    }
    faults
}

fn map<D: Chaotic>(seen: &Seen<D>, by_id: &BTreeMap<Id, &Seen<D>>) -> Option<Map> {
    if seen.hidden || seen.global.is_none() {
        return None;
    }
    let local = seen.local?;
    let scale = local.scale.as_dvec3();
    let translation = local.translation.as_dvec3();
    let matrix = DMat3::from_quat(local.rotation.as_dquat()) * DMat3::from_diagonal(scale);
    let large = [scale.x, scale.y, scale.z].map(|scale| DVec3::splat(scale.abs()));
    let own = Map {
        matrix,
        translation,
        large_matrix: DMat3::from_cols(large[0], large[1], large[2]),
        large_translation: translation.abs(),
        depth: 1.0,
    };
    let Some(parent) = seen.parent else { return Some(own) };
    let parent = map(by_id.get(&id(parent))?, by_id)?;
    Some(Map {
        matrix: parent.matrix * own.matrix,
        translation: parent.matrix * own.translation + parent.translation,
        large_matrix: parent.large_matrix * own.large_matrix,
        large_translation: parent.large_matrix * own.large_translation + parent.large_translation,
        depth: parent.depth + 1.0,
    })
}
