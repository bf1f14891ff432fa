//! Warns of names that a scene lists and does not have.

use std::collections::BTreeSet;

use bevy_ecs::entity::Entities;
use bevy_ecs::prelude::{Entity, Name};
use bevy_log::warn;

use super::{CollidersFromScene, SceneQueries};
use crate::ecs::NameSource;
use crate::ecs::warned_entities::WarnedEntities;

/// How many of the names that exist a warning lists.
const LISTED: usize = 8;

impl SceneQueries<'_, '_> {
    /// Warns once of names that the root of a scene lists and nothing below it has, and of meshes whose name differs
    /// from a listed one by the number of a copy only.
    pub(super) fn warn_of_names(
        &self,
        root: Entity,
        meshes: &[Entity],
        warned: &mut WarnedEntities<String>,
        entities: &Entities,
    ) {
        let Ok(scene) = self.scenes.get(root) else { return };
        if scene.named.is_empty() {
            return;
        }
        let names = self.names_of_scene(root);
        let has = |listed: &str| match listed.strip_suffix('*') {
            Some(start) => names.contains(listed) || names.iter().any(|name| name.starts_with(start)),
            None => names.contains(listed),
        };
        let mut flaws: Vec<String> = scene
            .named
            .keys()
            .filter(|listed| !has(listed))
            .map(|listed| format!("nothing has the name \"{listed}\"; there {}", nearest(listed, &names)))
            .collect();
        let copies: BTreeSet<_> =
            meshes.iter().filter_map(|&mesh| self.copy_of_listed(scene, mesh, root)).collect();
        if let Some(&(copy, listed)) = copies.first() {
            let others =
                if copies.len() > 1 { format!(" and {} more", copies.len() - 1) } else { String::new() };
            flaws.push(format!("\"{copy}\"{others} is not \"{listed}\"; \"{listed}*\" stands for both"));
        }
        let text = (!flaws.is_empty()).then(|| flaws.join("; "));
        if let Some(text) = warned.update(root, text, entities) {
            let name = self.names.named(root);
            warn!("the CollidersFromScene of entity {name} lists names in vain: {text}");
        }
    }

    /// Returns the names of the root of a scene and of all below it, but for what is below the root of another scene.
    fn names_of_scene(&self, root: Entity) -> BTreeSet<&str> {
        let (mut stack, mut seen) = (vec![root], bevy_ecs::entity::EntityHashSet::default());
        let mut names = BTreeSet::new();
        while let Some(entity) = stack.pop() {
            if seen.insert(entity) && (entity == root || !self.scenes.contains(entity)) {
                names.extend(self.names.get(entity).map(Name::as_str));
                stack.extend(self.children.get(entity).into_iter().flatten());
            }
        }
        names
    }

    /// Returns the name by which a mesh would be a copy of something listed, as `crate.001` is of `crate`, and what it
    /// would copy, if no listed name fits the mesh.
    fn copy_of_listed<'s>(
        &'s self,
        scene: &'s CollidersFromScene,
        mesh: Entity,
        root: Entity,
    ) -> Option<(&'s str, &'s str)> {
        if self.names_up_to(mesh, root).any(|name| scene.listed(name).is_some()) {
            return None;
        }
        self.names_up_to(mesh, root).find_map(|name| {
            let (original, number) = name.rsplit_once('.')?;
            let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            let (listed, _) = scene.named.get_key_value(original).filter(|_| is_number)?;
            Some((name, listed.as_str()))
        })
    }
}

/// Returns a sentence that lists the names that are most like another one.
fn nearest(wanted: &str, names: &BTreeSet<&str>) -> String {
    if names.is_empty() {
        return "are no names".to_owned();
    }
    let mut sorted: Vec<_> = names.iter().map(|name| (distance(wanted, name), *name)).collect();
    sorted.sort_unstable();
    let listed: Vec<_> = sorted.iter().take(LISTED).map(|(_, name)| format!("\"{name}\"")).collect();
    let more =
        if sorted.len() > LISTED { format!(" and {} more", sorted.len() - LISTED) } else { String::new() };
    format!("{} {}{more}", if sorted.len() == 1 { "is" } else { "are" }, listed.join(", "))
}

/// Computes the edit distance of two names, in which upper and lower case are the same (Levenshtein, 1966).
fn distance(one: &str, other: &str) -> usize {
    let [one, other] = [one, other].map(|name| name.to_lowercase().chars().collect::<Vec<_>>());
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, letter) in one.iter().enumerate() {
        let mut diagonal = core::mem::replace(&mut row[0], index + 1);
        for at in 0..other.len() {
            let replaced = diagonal + usize::from(*letter != other[at]);
            diagonal = row[at + 1];
            row[at + 1] = replaced.min(row[at] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}
