//! The list of all compounds, found anew in each run by a depth-first walk below each root.
//!
//! It keeps the composite shape of each compound and rebuilds it only when a part was added, removed, moved or changed.
//!
//! Entities of a hierarchy with a cycle are visited once. An entity that leaves a compound has no change tick of its
//! own, so the members of two successive runs are compared.

mod parts;

use bevy_ecs::entity::{EntityHashMap, EntityHashSet};
use bevy_ecs::hierarchy::{ChildOf, Children};
use bevy_ecs::prelude::{DetectChanges, Entity, Has, Query, Ref, Resource, With};
use bevy_ecs::system::SystemParam;
use bevy_transform::components::{GlobalTransform, Transform};
use gjk::{Aabb, Affine3A};

use crate::collider::{ColliderDisabled, ColliderError, CompoundCollider, Dimension, Shape};
use crate::detection::proxies::Colliders;
use crate::ecs::{UnfilteredQuery, ancestors};
use crate::movement::MovedPart;
use parts::Compound;

/// All compounds that were found in the last run.
#[derive(Resource, Debug, Default)]
pub(crate) struct Compounds<D: Dimension> {
    all: Vec<Compound<D>>,
    /// The index of each compound in `all`, by its root entity.
    index: EntityHashMap<usize>,
    /// The entities that are members of a compound, roots included.
    member_set: EntityHashSet,
    /// The same entities in the order in which they were found, in this run and in the last one.
    members: [Vec<Entity>; 2],
    /// Entities that were a member of a compound in the last run and are not in this one.
    former_members: EntityHashSet,
    /// The stack of the depth-first walk: entities and the maps from their parents to the root.
    stack: Vec<(Entity, Option<Affine3A>)>,
    /// Scratch memory.
    aabbs: Vec<Aabb<D::Vector>>,
}

/// The components read from an entity that may be a part. Disabled ones are read too, since the entities below them
/// belong to the compound.
type MemberData<D> = (
    Option<&'static Transform>,
    Option<Ref<'static, <D as Dimension>::Collider>>,
    Has<ColliderDisabled>,
    Option<&'static Children>,
);

/// The components read from the root of a compound.
type RootData = (Entity, Has<ColliderDisabled>, Option<&'static GlobalTransform>);

/// The queries for the roots of compounds and for the entities above and below them.
#[derive(SystemParam)]
pub(crate) struct HierarchyQueries<'w, 's, D: Dimension> {
    roots: UnfilteredQuery<'w, 's, RootData, With<CompoundCollider>>,
    above: UnfilteredQuery<'w, 's, (Option<&'static ChildOf>, Has<CompoundCollider>)>,
    below: UnfilteredQuery<'w, 's, MemberData<D>>,
    /// All entities without a disabling component.
    enabled: Query<'w, 's, ()>,
}

impl<D: Dimension> HierarchyQueries<'_, '_, D> {
    /// Returns whether an ancestor of an entity is the root of a compound.
    fn is_nested(&self, entity: Entity) -> bool {
        let parent_of = |entity| Some(self.above.get(entity).ok()?.0?.parent());
        let is_compound = |entity| self.above.get(entity).is_ok_and(|(_, is_compound)| is_compound);
        ancestors(entity, parent_of).skip(1).any(is_compound)
    }

    /// Iterates over the children of an entity.
    pub(super) fn children_of(&self, entity: Entity) -> impl Iterator<Item = Entity> {
        let children = self.below.get(entity).ok().and_then(|(.., children)| children);
        children.into_iter().flatten().copied()
    }
}

impl<D: Dimension> Compounds<D> {
    /// Finds all compounds and their parts. Calls `on_invalid` for each part that became invalid.
    pub(crate) fn find(
        &mut self,
        queries: &HierarchyQueries<D>,
        mut on_invalid: impl FnMut(Entity, ColliderError),
    ) {
        self.member_set.clear();
        self.former_members.clear();
        self.members.swap(0, 1);
        self.members[0].clear();
        if queries.roots.is_empty() && self.all.is_empty() {
            return;
        }
        self.all.iter_mut().for_each(|compound| compound.found = false);
        for (root, disabled, transform) in queries.roots.iter() {
            if queries.is_nested(root) {
                continue;
            }
            let index = *self.index.entry(root).or_insert(self.all.len());
            if index == self.all.len() {
                self.all.push(Compound::new(root));
            }
            let compound = &mut self.all[index];
            (compound.found, compound.enabled) = (true, !disabled && queries.enabled.contains(root));
            compound.begin();
            self.stack.push((root, Some(Affine3A::IDENTITY)));
            while let Some((entity, parent)) = self.stack.pop() {
                let Ok((own, collider, disabled, children)) = queries.below.get(entity) else {
                    continue;
                };
                // An entity is a member of one compound only, and once, even if the hierarchy has a cycle.
                if !self.member_set.insert(entity) {
                    continue;
                }
                self.members[0].push(entity);
                let own = if entity == root { Some(&Transform::IDENTITY) } else { own };
                // Bevy does not propagate transforms below an entity without one.
                let local = parent.zip(own).map(|(parent, own)| parent * own.compute_affine());
                // What disables the root disables the compound, and not one of its shapes.
                let is_enabled = entity == root || !disabled && queries.enabled.contains(entity);
                if let (Some(local), Some(collider)) = (local, collider)
                    && is_enabled
                {
                    compound.add(entity, local, collider.is_changed(), || collider.prepare());
                }
                let children = children.into_iter().flatten().rev();
                self.stack.extend(children.map(|&child| (child, local)));
            }
            compound.finish(transform, &mut self.aabbs, &mut on_invalid);
        }
        if self.all.iter().any(|compound| !compound.found) {
            self.former_members
                .extend(self.all.iter().filter(|compound| !compound.found).map(Compound::entity));
            self.all.retain(|compound| compound.found);
            self.index.clear();
            self.index.extend(self.all.iter().enumerate().map(|(index, compound)| (compound.entity, index)));
        }
        // An entity that leaves a compound has no change tick for it.
        let [members, last_members] = &self.members;
        if members != last_members {
            self.former_members
                .extend(last_members.iter().filter(|entity| !self.member_set.contains(*entity)));
        }
    }

    /// Calls `visit` for each valid part that has moved relative to its root since the last run.
    pub(crate) fn each_moved_part(&self, colliders: &Colliders<D>, visit: &mut dyn FnMut(MovedPart<D>)) {
        if colliders.is_first_run_after_restore() {
            return;
        }
        for compound in &self.all {
            if let Some(collider) = colliders.get(compound.entity) {
                compound.each_motion(collider.affine(), |entity, bounds| {
                    visit(MovedPart { root: compound.entity, entity, bounds });
                });
            }
        }
    }

    /// Iterates over all compounds.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Compound<D>> {
        self.all.iter_mut()
    }

    /// Returns whether an entity is the root of a compound or a member of one.
    pub(crate) fn contains(&self, entity: Entity) -> bool {
        !self.member_set.is_empty() && self.member_set.contains(&entity)
    }

    /// Iterates over the members of all compounds, roots included.
    pub(crate) fn members(&self) -> impl Iterator<Item = Entity> {
        self.member_set.iter().copied()
    }

    /// Iterates over the entities that were members in the last run and are not in this one: their own colliders take
    /// part again.
    pub(crate) fn former_members(&self) -> impl Iterator<Item = Entity> {
        self.former_members.iter().copied()
    }

    /// Returns whether an entity is the root of a compound.
    pub(crate) fn is_root(&self, entity: Entity) -> bool {
        self.index.contains_key(&entity)
    }

    /// Returns the root of the compound that an entity is a valid part of.
    pub(crate) fn root_of(&self, part: Entity) -> Option<Entity> {
        self.all.iter().find(|compound| compound.has_valid_part(part)).map(Compound::entity)
    }

    /// Returns why a part is left out of its compound, if it is invalid.
    pub(crate) fn error_of_part(&self, part: Entity) -> Option<ColliderError> {
        self.all.iter().find_map(|compound| compound.error_of_part(part))
    }

    /// Returns whether an entity is the root of a compound without a valid part.
    pub(crate) fn is_empty(&self, entity: Entity) -> bool {
        self.index.get(&entity).is_some_and(|&index| self.all[index].is_empty())
    }

    /// Returns whether an entity is the root of a compound that is disabled.
    pub(crate) fn is_disabled(&self, entity: Entity) -> bool {
        self.index.get(&entity).is_some_and(|&index| !self.all[index].enabled)
    }
}
