//! The parts of a collider that are entirely in a closed mesh of another one, and so touch none of its faces.

use core::ops::ControlFlow::Continue;
use core::ops::Range;

use gjk::{Support, Wide};

use super::{CountedParts, PartsInRegion, may_touch};
use crate::collider::Dimension;
use crate::collider::bvh::AabbDistance;
use crate::collider::solid::{Exit, Solid};
use crate::detection::proxies::PlacedCollider;

/// Shows each part of one of two colliders that is entirely in a closed mesh of the other, with the face of its
/// shortest way out, as the index of a part of each. A closed mesh that is in another one counts as one part: the
/// deepest of its faces is shown.
///
/// `touching` are the parts that touch. Only those that are `wanted` are shown: it is asked about any of the faces.
pub(in super::super) fn each_part_inside<D: Dimension>(
    pair: [&PlacedCollider<D>; 2],
    touching: &[[u32; 2]],
    wanted: impl Fn([u32; 2]) -> bool,
    mut visit: impl FnMut([u32; 2]),
) {
    for [outer_index, inner_index] in [[0, 1], [1, 0]] {
        let (outer, inner) = (pair[outer_index], pair[inner_index]);
        if !outer.has_closed_mesh() {
            continue;
        }
        let in_order = |of_outer, of_inner| {
            if outer_index == 0 { [of_outer, of_inner] } else { [of_inner, of_outer] }
        };
        let (counts, meshes) = (may_touch(inner, outer), closed_meshes(inner));
        let _ = outer.each_solid(&mut |solid| {
            let touches = touching.iter().filter(|parts| solid.has_part(parts[outer_index]));
            let mut touches: Vec<u32> = touches.map(|parts| parts[inner_index]).collect();
            touches.sort_unstable();
            let is_apart_from_faces = |unit: &Range<u32>| {
                touches
                    .get(touches.partition_point(|&part| part < unit.start))
                    .is_none_or(|&next| next >= unit.end)
            };
            let any_face = solid.parts().start;
            let mut inside: Vec<Range<u32>> = Vec::new();
            inner.search_parts(&AabbDistance::new::<D>(&outer.bounds()), 0.0, &mut |index, part, limit| {
                let mesh = meshes.iter().find(|mesh| mesh.contains(&index));
                let unit = mesh.cloned().unwrap_or(index..index + 1);
                if counts(index)
                    && wanted(in_order(any_face, index))
                    && is_apart_from_faces(&unit)
                    // The parts of a mesh come one by one.
                    && (mesh.is_none() || !inside.contains(&unit))
                    && solid.contains_between_faces(part)
                {
                    inside.push(unit);
                }
                limit
            });
            for unit in inside {
                if let Some(Exit { part, part_of_body, .. }) = exit(solid, inner, unit) {
                    visit(in_order(part, part_of_body));
                }
            }
            Continue(())
        });
    }
}

/// Returns the parts of each closed mesh of a collider.
fn closed_meshes<D: Dimension>(collider: &PlacedCollider<D>) -> Vec<Range<u32>> {
    let mut meshes = Vec::new();
    let _ = collider.each_solid(&mut |solid| {
        if solid.has_only_face_parts() {
            meshes.push(solid.parts());
        }
        Continue(())
    });
    meshes
}

/// Returns the shortest way of some parts of a collider out of a closed mesh.
fn exit<D: Dimension>(solid: &Solid<D>, inner: &PlacedCollider<D>, unit: Range<u32>) -> Option<Exit<D>> {
    if unit.len() > 1 {
        let counts = |part| unit.contains(&part);
        let body = &CountedParts { collider: inner, counts: &counts };
        return solid.exit(&PartsInRegion { body, region: None }, D::Wide::ZERO);
    }
    let of_part = |part: &dyn Support<D::Vector>| solid.exit(&part, D::Wide::ZERO);
    let exit = inner.with_part(unit.start, |part| of_part(part)).flatten()?;
    Some(Exit { part_of_body: unit.start, ..exit })
}
