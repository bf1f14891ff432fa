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
use crate::compound::parts::Whole;
use crate::error::ColliderError;
use crate::unfiltered::UnfilteredQuery;

/// The compounds, as they were found in the last run.
#[derive(Resource, Debug)]
pub(crate) struct Wholes<D: Dimension> {
    all: Vec<Whole<D>>,
    index: EntityHashMap<usize>,
    /// The entities that belong to a whole.
    below: EntityHashSet,
    /// The same in the order in which they were found, and those of the run before.
    members: [Vec<Entity>; 2],
    /// Those that were a whole, or belonged to one, until now.
    left: EntityHashSet,
    /// Entities to look at, and where they stand in the whole.
    stack: Vec<(Entity, Option<Affine3A>)>,
    boxes: Vec<Aabb<D::Vector>>,
}

impl<D: Dimension> Default for Wholes<D> {
    fn default() -> Self {
        Self {
            all: Vec::new(),
            index: EntityHashMap::default(),
            below: EntityHashSet::default(),
            members: [const { Vec::new() }; 2],
            left: EntityHashSet::default(),
            stack: Vec::new(),
            boxes: Vec::new(),
        }
    }
}

/// What is read of an entity that may be a part: also of a disabled one, for what is below it belongs to the whole.
type Below<D> = (
    Option<&'static Transform>,
    Option<Ref<'static, <D as Dimension>::Collider>>,
    Has<ColliderDisabled>,
    Option<&'static Children>,
);

/// What is read of an entity that makes a compound.
type Head = (Entity, Has<ColliderDisabled>, Option<&'static GlobalTransform>);

/// The entities that make compounds, and all above and below.
#[derive(SystemParam)]
pub(crate) struct Descent<'w, 's, D: Dimension> {
    heads: UnfilteredQuery<'w, 's, Head, With<CompoundCollider>>,
    above: UnfilteredQuery<'w, 's, (Option<&'static ChildOf>, Has<CompoundCollider>)>,
    below: UnfilteredQuery<'w, 's, Below<D>>,
    /// All entities that no component disables.
    enabled: Query<'w, 's, ()>,
}

impl<D: Dimension> Descent<'_, '_, D> {
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

impl<D: Dimension> Wholes<D> {
    /// Finds all compounds and their parts, and calls for each part that became invalid.
    pub(crate) fn find(&mut self, world: &Descent<D>, mut invalid: impl FnMut(Entity, ColliderError)) {
        self.below.clear();
        self.left.clear();
        self.members.swap(0, 1);
        self.members[0].clear();
        if world.heads.is_empty() && self.all.is_empty() {
            return;
        }
        self.all.iter_mut().for_each(|whole| whole.found = false);
        for (head, disabled, place) in world.heads.iter() {
            if world.is_nested(head) {
                continue;
            }
            let index = *self.index.entry(head).or_insert(self.all.len());
            if index == self.all.len() {
                self.all.push(Whole::new(head));
            }
            let whole = &mut self.all[index];
            (whole.found, whole.enabled) = (true, !disabled && world.enabled.contains(head));
            whole.begin();
            self.stack.push((head, Some(Affine3A::IDENTITY)));
            while let Some((entity, above)) = self.stack.pop() {
                let Ok((transform, collider, disabled, children)) = world.below.get(entity) else {
                    continue;
                };
                // An entity is in one whole, and once, even if the hierarchy runs in a circle.
                if !self.below.insert(entity) {
                    continue;
                }
                self.members[0].push(entity);
                let own = if entity == head { Some(&Transform::IDENTITY) } else { transform };
                // Below an entity without a transform, Bevy places nothing.
                let at = above.zip(own).map(|(above, own)| above * own.compute_affine());
                if let (Some(at), Some(collider)) = (at, collider)
                    && !disabled
                    && world.enabled.contains(entity)
                {
                    whole.add(entity, at, collider.is_changed(), || collider.prepare());
                }
                let children = children.into_iter().flatten().rev();
                self.stack.extend(children.map(|&child| (child, at)));
            }
            whole.finish(place, &mut self.boxes, &mut invalid);
        }
        if self.all.iter().any(|whole| !whole.found) {
            self.left.extend(self.all.iter().filter(|whole| !whole.found).map(Whole::entity));
            self.all.retain(|whole| whole.found);
            self.index.clear();
            self.index.extend(self.all.iter().enumerate().map(|(index, whole)| (whole.entity, index)));
        }
        // No tick tells that an entity belongs to no compound any more.
        let [members, before] = &self.members;
        if members != before {
            self.left.extend(before.iter().filter(|entity| !self.below.contains(*entity)));
        }
    }

    /// All that were found.
    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Whole<D>> {
        self.all.iter_mut()
    }

    /// Whether an entity belongs to a whole, or is one.
    pub(crate) fn holds(&self, entity: Entity) -> bool {
        !self.below.is_empty() && self.below.contains(&entity)
    }

    /// Whether there is none, and none that was one until now.
    pub(crate) fn are_none(&self) -> bool {
        self.all.is_empty() && self.below.is_empty() && self.left.is_empty()
    }

    /// The entities that belong to a whole, or are one.
    pub(crate) fn members(&self) -> impl Iterator<Item = Entity> {
        self.below.iter().copied()
    }

    /// The entities that are no wholes any more, or belong to none: what they have of their own counts again.
    pub(crate) fn left(&self) -> impl Iterator<Item = Entity> {
        self.left.iter().copied()
    }

    /// Whether an entity is a whole that is disabled.
    pub(crate) fn is_disabled(&self, entity: Entity) -> bool {
        self.index.get(&entity).is_some_and(|&index| !self.all[index].enabled)
    }
}
