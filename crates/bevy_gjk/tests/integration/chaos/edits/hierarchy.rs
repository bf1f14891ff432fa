//! Edits of the hierarchy.

use crate::chaos::dimension::Chaotic;
use crate::chaos::editor::Editor;
use crate::common::prelude::*;

pub fn set_parent<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let child = editor.pick(|_| true)?;
    let parent = editor.pick(|it| it.contains::<GlobalTransform>() && it.contains::<Transform>())?;
    let ancestors = editor.ancestors(parent);
    if ancestors.contains(&child) || ancestors.len() > 4 {
        return None;
    }
    let is_disabled = editor.is_below_disabled(child);
    editor.world.entity_mut(child).insert(ChildOf(parent));
    if is_disabled {
        editor.refresh(child);
    }
    Some(format!("{child} by {parent}"))
}

pub fn remove_parent<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let child = editor.with::<ChildOf>()?;
    let is_disabled = editor.is_below_disabled(child);
    editor.world.entity_mut(child).remove::<ChildOf>();
    if is_disabled {
        editor.refresh(child);
    }
    Some(format!("{child}"))
}

pub fn detach_all<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let parent = editor.with::<Children>()?;
    let is_disabled = editor.is_below_disabled(parent);
    let children = editor.world.get::<Children>(parent)?.to_vec();
    editor.world.entity_mut(parent).detach_all_children();
    if is_disabled {
        children.iter().for_each(|&child| editor.refresh(child));
    }
    Some(format!("{children:?} of {parent}"))
}

pub fn swap_parent_and_child<D: Chaotic>(editor: &mut Editor<D>) -> Option<String> {
    let child = editor.pick(|it| it.contains::<ChildOf>() && it.contains::<GlobalTransform>())?;
    let parent = editor.world.get::<ChildOf>(child)?.parent();
    let is_disabled = editor.is_below_disabled(child);
    let above = editor.world.get::<ChildOf>(parent).map(ChildOf::parent);
    match above {
        Some(above) => editor.world.entity_mut(child).insert(ChildOf(above)),
        None => editor.world.entity_mut(child).remove::<ChildOf>(),
    };
    editor.world.entity_mut(parent).insert(ChildOf(child));
    if is_disabled {
        editor.refresh(child);
    }
    Some(format!("{child} above {parent}"))
}
