//! Edits that make colliders and transforms invalid, and valid again.

use crate::chaos::dimension::{Chaotic, not_finite};
use crate::chaos::editor::Editor;
use crate::common::prelude::*;

pub fn invalidate_collider<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.with::<D::Collider>()?;
    let bad = D::invalid(editor.random);
    *editor.world.get_mut::<D::Collider>(entity)? = bad.clone();
    Some(format!("{entity} {bad:?}"))
}

pub fn repair_collider<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.pick(|it| it.get::<D::Collider>().is_some_and(|it| !D::is_valid(it)))?;
    let collider = D::collider(editor.random);
    *editor.world.get_mut::<D::Collider>(entity)? = collider.clone();
    Some(format!("{entity} {collider:?}"))
}

pub fn invalidate_transform<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.with::<Transform>()?;
    let (bad, axis) = (not_finite(editor.random), editor.random.below(3) as usize);
    let what = editor.random.below(3);
    let mut transform = editor.world.get_mut::<Transform>(entity)?;
    match what {
        0 => transform.translation[axis] = bad,
        1 => transform.scale[axis] = bad,
        _ => transform.rotation = Quat::from_xyzw(bad, 0.0, 0.0, 1.0),
    }
    Some(format!("{entity} {:?}", *transform))
}

pub fn repair_transform<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.pick(|it| it.get::<Transform>().is_some_and(|it| !it.is_finite()))?;
    let transform = editor.transform();
    *editor.world.get_mut::<Transform>(entity)? = transform;
    Some(format!("{entity} {transform:?}"))
}
