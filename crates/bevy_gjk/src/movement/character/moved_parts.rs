//! The parts of compounds that moved relative to their roots, which carry nothing and push nothing on their way: a
//! warning.

use bevy_ecs::prelude::Entity;
use gjk::Aabb;

use crate::collider::Dimension;
use crate::collider::bvh::{AabbDistance, PackedBvh, corners_of, search};
use crate::detection::proxies::Colliders;

/// A part of a compound that has moved relative to the root since the last run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MovedPart<D: Dimension> {
    pub(crate) root: Entity,
    pub(crate) entity: Entity,
    /// The AABB of where it was and is.
    pub(crate) bounds: Aabb<D::Vector>,
}

/// Those of a run, until a warning was logged.
#[derive(Default)]
pub(super) struct MovedParts<D: Dimension> {
    all: Vec<MovedPart<D>>,
    tree: PackedBvh,
    has_warned: bool,
}

impl<D: Dimension> MovedParts<D> {
    /// Replaces them, unless a warning was logged: then there are none.
    pub(super) fn update(
        &mut self,
        colliders: &Colliders<D>,
        each_part: impl FnOnce(&mut dyn FnMut(MovedPart<D>)),
    ) {
        self.all.clear();
        if self.has_warned {
            return;
        }
        let Self { all, tree, .. } = self;
        each_part(&mut |part| all.push(part));
        if !all.is_empty() {
            let space = colliders.space_keys();
            tree.build(
                0..all.len() as u32,
                |index| corners_of::<D>(&all[index as usize].bounds),
                |index| colliders.slot_of(all[index as usize].root).map_or(0, &space),
            );
        }
    }

    /// Takes the first of those in a region, in the space with this key, whose roots are in the way: a warning about it is to be logged, and none
    /// about others.
    pub(super) fn take_first_in(
        &mut self,
        region: &Aabb<D::Vector>,
        space: u32,
        is_in_the_way: impl Fn(Entity) -> bool,
    ) -> Option<MovedPart<D>> {
        if self.all.is_empty() {
            return None;
        }
        let mut first: Option<u32> = None;
        search(&self.tree.in_space(space), &AabbDistance::new::<D>(region), 0.0, &mut |index, limit| {
            let part = &self.all[index as usize];
            if first.is_none_or(|first| index < first)
                && part.bounds.overlaps(region)
                && is_in_the_way(part.root)
            {
                first = Some(index);
            }
            limit
        });
        let part = self.all[first? as usize];
        self.all.clear();
        self.has_warned = true;
        Some(part)
    }
}
