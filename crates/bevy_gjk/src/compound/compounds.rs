//! All compounds of entities.

use bevy_ecs::entity::{EntityHashMap, EntityHashSet};
use bevy_ecs::hierarchy::{ChildOf, Children};
use bevy_ecs::prelude::{DetectChanges, Entity, Has, Query, Ref, Resource, With};
use bevy_ecs::system::SystemParam;
use bevy_transform::components::{GlobalTransform, Transform};
use gjk::{Aabb, Affine3A};

use crate::collider::ColliderDisabled;
use crate::collider::{Dimension, Shape};
use crate::compound::CompoundCollider;
use crate::compound::parts::Compound;
use crate::error::ColliderError;
use crate::unfiltered::UnfilteredQuery;

/// The compounds, as they were found in the last run.
#[derive(Resource, Debug)]
pub(crate) struct Compounds<D: Dimension> {
    all: Vec<Compound<D>>,
    index: EntityHashMap<usize>,
    /// The entities that belong to a whole.
    below: EntityHashSet,
    /// The same in the order in which they were found, and those of the run before.
    members: [Vec<Entity>; 2],
    /// Those that were a whole, or belonged to one, until now.
    former_members: EntityHashSet,
    /// Entities to look at, and where they stand in the whole.
    stack: Vec<(Entity, Option<Affine3A>)>,
    boxes: Vec<Aabb<D::Vector>>,
}

impl<D: Dimension> Default for Compounds<D> {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            index: EntityHashMap::default(),
            below: EntityHashSet::default(),
            members: [const { Vec::new() }; 2],
            former_members: EntityHashSet::default(),
            stack: Vec::new(),
            boxes: Vec::new(),
        }
    }
}

/// What is read of an entity that may be a part: also of a disabled one, for what is below it belongs to the whole.
type MemberData<D> = (
    Option<&'static Transform>,
    Option<Ref<'static, <D as Dimension>::Collider>>,
    Has<ColliderDisabled>,
    Option<&'static Children>,
);

/// What is read of an entity that makes a compound.
type Root = (Entity, Has<ColliderDisabled>, Option<&'static GlobalTransform>);

/// The entities that make compounds, and all above and below.
#[derive(SystemParam)]
pub(crate) struct HierarchyQueries<'w, 's, D: Dimension> {
    roots: UnfilteredQuery<'w, 's, Root, With<CompoundCollider>>,
    above: UnfilteredQuery<'w, 's, (Option<&'static ChildOf>, Has<CompoundCollider>)>,
    below: UnfilteredQuery<'w, 's, MemberData<D>>,
    /// All entities that no component disables.
    enabled: Query<'w, 's, ()>,
}

impl<D: Dimension> HierarchyQueries<'_, '_, D> {
    /// Whether there is a compound above an entity.
    fn is_nested(&self, entity: Entity) -> bool {
        let parent = |entity| Some(self.above.get(entity).ok()?.0?.parent());
        let mut next = parent(entity);
        // A hierarchy may run in a circle: it ends where it meets a former place.
        let (mut steps, mut former) = (0_u32, Some(entity));
        while let Some(above) = next.filter(|_| next != former) {
            if self.above.get(above).is_ok_and(|(_, is_compound)| is_compound) {
                return true;
            }
            steps += 1;
            if steps.is_power_of_two() {
                former = next;
            }
            next = parent(above);
        }
        false
    }
}

impl<D: Dimension> Compounds<D> {
    /// Finds all compounds and their parts, and calls for each part that became invalid.
    pub(crate) fn find(
        &mut self,
        world: &HierarchyQueries<D>,
        mut invalid: impl FnMut(Entity, ColliderError),
    ) {
        self.below.clear();
        self.former_members.clear();
        self.members.swap(0, 1);
        self.members[0].clear();
        if world.roots.is_empty() && self.all.is_empty() {
            return;
        }
        self.all.iter_mut().for_each(|compound| compound.found = false);
        for (root, disabled, place) in world.roots.iter() {
            if world.is_nested(root) {
                continue;
            }
            let index = *self.index.entry(root).or_insert(self.all.len());
            if index == self.all.len() {
                self.all.push(Compound::new(root));
            }
            let compound = &mut self.all[index];
            (compound.found, compound.enabled) = (true, !disabled && world.enabled.contains(root));
            compound.begin();
            self.stack.push((root, Some(Affine3A::IDENTITY)));
            while let Some((entity, above)) = self.stack.pop() {
                let Ok((transform, collider, disabled, children)) = world.below.get(entity) else {
                    continue;
                };
                // An entity is in one whole, and once, even if the hierarchy runs in a circle.
                if !self.below.insert(entity) {
                    continue;
                }
                self.members[0].push(entity);
                let own = if entity == root { Some(&Transform::IDENTITY) } else { transform };
                // MemberData an entity without a transform, Bevy places nothing.
                let at = above.zip(own).map(|(above, own)| above * own.compute_affine());
                if let (Some(at), Some(collider)) = (at, collider)
                    && !disabled
                    && world.enabled.contains(entity)
                {
                    compound.add(entity, at, collider.is_changed(), || collider.prepare());
                }
                let children = children.into_iter().flatten().rev();
                self.stack.extend(children.map(|&child| (child, at)));
            }
            compound.finish(place, &mut self.boxes, &mut invalid);
        }
        if self.all.iter().any(|compound| !compound.found) {
            self.former_members
                .extend(self.all.iter().filter(|compound| !compound.found).map(Compound::entity));
            self.all.retain(|compound| compound.found);
            self.index.clear();
            self.index.extend(self.all.iter().enumerate().map(|(index, compound)| (compound.entity, index)));
        }
        // No tick tells that an entity belongs to no compound any more.
        let [members, before] = &self.members;
        if members != before {
            self.former_members.extend(before.iter().filter(|entity| !self.below.contains(*entity)));
        }
    }

    /// All that were found.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Compound<D>> {
        self.all.iter_mut()
    }

    /// Whether an entity belongs to a whole, or is one.
    pub(crate) fn contains(&self, entity: Entity) -> bool {
        !self.below.is_empty() && self.below.contains(&entity)
    }

    /// Whether there is none, and none that was one until now.
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty() && self.below.is_empty() && self.former_members.is_empty()
    }

    /// The entities that belong to a whole, or are one.
    pub(crate) fn members(&self) -> impl Iterator<Item = Entity> {
        self.below.iter().copied()
    }

    /// The entities that are no wholes any more, or belong to none: what they have of their own counts again.
    pub(crate) fn former_members(&self) -> impl Iterator<Item = Entity> {
        self.former_members.iter().copied()
    }

    /// Whether an entity is a whole that is disabled.
    pub(crate) fn is_disabled(&self, entity: Entity) -> bool {
        self.index.get(&entity).is_some_and(|&index| !self.all[index].enabled)
    }
}
