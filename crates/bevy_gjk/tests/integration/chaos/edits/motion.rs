//! Edits that move entities.

use crate::chaos::dimension::{Chaotic, once_in, one_of};
use crate::chaos::editor::{Drift, Editor};
use crate::common::prelude::*;

/// Moves an entity a little.
pub fn nudge<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.with::<Transform>()?;
    let by = D::place(editor.random, 0.2);
    let mut transform = editor.world.get_mut::<Transform>(entity)?;
    transform.translation += by;
    Some(format!("{entity} to {}", transform.translation))
}

/// Rotates an entity by up to a full turn, or by a tenth of a degree.
pub fn turn<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.with::<Transform>()?;
    let tiny = Quat::from_rotation_z(0.1f32.to_radians());
    let by = if once_in(editor.random, 2) { tiny } else { D::turn(editor.random) };
    let mut transform = editor.world.get_mut::<Transform>(entity)?;
    transform.rotation = by * transform.rotation;
    Some(format!("{entity} to {}", transform.rotation))
}

pub fn teleport<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.with::<Transform>()?;
    let transform = editor.transform();
    *editor.world.get_mut::<Transform>(entity)? = transform;
    Some(format!("{entity} {transform:?}"))
}

pub fn rescale<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.with::<Transform>()?;
    let scale = editor.scale();
    editor.world.get_mut::<Transform>(entity)?.scale = scale;
    Some(format!("{entity} to {scale}"))
}

/// Moves a collider from the one it touches to another.
pub fn onto_another<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let [one, _] = editor.touching()?;
    let goal = editor.with::<Transform>()?;
    let place = editor.world.get::<Transform>(goal)?.translation;
    editor.world.get_mut::<Transform>(one)?.translation = place;
    Some(format!("{one} to {place}"))
}

/// Moves a parent only.
pub fn move_parent<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let parent = editor.with::<Children>()?;
    let (by, turn, scale) = (D::place(editor.random, 0.5), D::turn(editor.random), editor.scale());
    let how = editor.random.below(3);
    let mut transform = editor.world.get_mut::<Transform>(parent)?;
    match how {
        0 => transform.translation += by,
        1 => transform.rotation = turn,
        _ => transform.scale = scale,
    }
    Some(format!("{parent} {:?}", *transform))
}

pub fn swap<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let (one, two) = (editor.with::<Transform>()?, editor.with::<Transform>()?);
    let (first, second) = (*editor.world.get::<Transform>(one)?, *editor.world.get::<Transform>(two)?);
    *editor.world.get_mut::<Transform>(one)? = second;
    *editor.world.get_mut::<Transform>(two)? = first;
    Some(format!("{one} and {two}"))
}

/// Moves an entity to a far place where a few others may be.
pub fn move_far_away<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.pick(|it| it.contains::<Transform>() && !it.contains::<ChildOf>())?;
    // The nearest place twice as often, since small differences are lost to rounding in the others.
    let far = one_of(editor.random, &[1.0e4, 1.0e4, 1.0e6, 1.0e12, 1.0e25, 1.0e37]);
    let place = Vec3::new(far, -0.25 * far, 0.0) + D::place(editor.random, 0.4 * D::REACH);
    editor.world.get_mut::<Transform>(entity)?.translation = place;
    Some(format!("{entity} to {place}"))
}

/// Makes an entity move by the same small step in every frame from now on.
pub fn begin_to_drift<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    /// More would take the oracle long, as it judges their pairs anew in each frame.
    const MOST: usize = 6;
    let drifting = editor.world.query::<&Drift>().iter(editor.world).count();
    let entity = editor.with::<Transform>().filter(|_| drifting < MOST)?;
    let step = D::place(editor.random, 0.05);
    editor.world.entity_mut(entity).insert(Drift(step));
    Some(format!("{entity} by {step}"))
}

pub fn stop_drifting<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.with::<Drift>()?;
    editor.world.entity_mut(entity).remove::<Drift>();
    Some(format!("{entity}"))
}

/// Moves a single entity far beyond its own size at once, within the arena or to a place far away.
pub fn leap<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.pick(|it| it.contains::<Transform>() && !it.contains::<ChildOf>())?;
    let reach = one_of(editor.random, &[9.0, 9.0, 50.0, 1.0e3]);
    let by = D::place(editor.random, reach);
    let mut transform = editor.world.get_mut::<Transform>(entity)?;
    transform.translation += by;
    Some(format!("{entity} to {}", transform.translation))
}

/// Makes a collider many times as large as all others, within the supported size.
pub fn grow_large<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.leaf()?;
    let factor = editor.random.range(30.0, 1000.0);
    let mut transform = editor.world.get_mut::<Transform>(entity)?;
    transform.scale *= factor;
    Some(format!("{entity} to {}", transform.scale))
}

/// Must cause no event.
pub fn leave_and_return<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.with::<Transform>()?;
    let mut transform = editor.world.get_mut::<Transform>(entity)?;
    let before = *transform;
    transform.translation = Vec3::splat(f32::NAN);
    *transform = before;
    Some(format!("{entity}"))
}

/// Makes a collider larger than the supported size; all others must not be affected.
pub fn grow_out_of_range<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let entity = editor.leaf()?;
    let vast = one_of(editor.random, &[1.0e6, 1.0e12, 1.0e20]);
    let mut transform = editor.world.get_mut::<Transform>(entity)?;
    transform.scale *= vast;
    Some(format!("{entity} to {}", transform.scale))
}

/// Returns a huge or distant entity to the arena.
pub fn return_to_arena<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let is_lost =
        |it: &Transform| it.scale.abs().max_element() > 20.0 || it.translation.abs().max_element() > 1.0e3;
    let entity = editor.pick(|it| it.get::<Transform>().is_some_and(is_lost))?;
    let transform = editor.transform();
    *editor.world.get_mut::<Transform>(entity)? = transform;
    Some(format!("{entity} {transform:?}"))
}
