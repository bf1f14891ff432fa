//! The closed meshes in which a shape is when its move begins.
//!
//! The parts of a closed mesh are its faces, and nothing holds a shape inside or leads it out. So as long as it is inside, the mesh
//! counts as the half-space behind the end of the shortest way out, and its faces do not count: the shape leaves by that way,
//! and whatever else is done, it gets no deeper. Once it is out, the faces are obstacles as others are.

use core::ops::ControlFlow::Continue;
use core::ops::Range;

use bevy_ecs::prelude::Entity;
use gjk::{Affine, Placed, Vector};
use smallvec::SmallVec;

use super::clearance::{MovingShape, Part};
use super::hit::PartKey;
use crate::collider::bvh::AabbDistance;
use crate::collider::solid::{Exit, Solid};
use crate::collider::{AffineOf, Dimension, Shape};
use crate::detection::proxies::PlacedCollider;
use crate::query::{CollisionQuery, FilterView};

/// The number of entered meshes for which no memory is allocated.
const INLINE: usize = 4;

/// The slots of colliders.
pub(super) type Slots = SmallVec<[u32; INLINE]>;

/// A closed mesh: its collider, and which parts of that are its faces.
#[derive(Clone, Debug)]
pub(super) struct Mesh {
    slot: u32,
    entity: Entity,
    parts: Range<u32>,
}

impl Mesh {
    /// Returns whether a part is one of its faces.
    pub(super) fn has(&self, key: &PartKey) -> bool {
        self.entity == key.entity && self.parts.contains(&key.part)
    }
}

/// Closed meshes.
pub(super) type Meshes = SmallVec<[Mesh; INLINE]>;

/// The closed meshes in which the shape is at the start of a move. Others of the same collider are obstacles.
#[derive(Debug, Default)]
pub(super) struct Entered(Meshes);

impl Entered {
    /// Finds those in which the shape is, in the order of their entities.
    pub(super) fn find<D: Dimension>(
        &mut self,
        query: &CollisionQuery<D>,
        filter: FilterView,
        shape: &MovingShape<D>,
    ) {
        self.0.clear();
        query.each_with_boundary(&AabbDistance::new::<D>(&shape.bounds), filter, |collider| {
            let _ = collider.each_solid(&mut |set| {
                let exit = exit_of(set, shape, <D::Wide as gjk::Wide>::ZERO);
                if exit.is_some_and(|exit| is_deep(&exit, shape)) {
                    let (slot, entity) = (collider.slot, collider.entity());
                    self.0.push(Mesh { slot, entity, parts: set.parts() });
                }
                Continue(())
            });
            true
        });
        self.0.sort_unstable_by_key(|mesh| (query.colliders().order(mesh.slot), mesh.parts.start));
    }

    /// Returns whether the collider in a slot has one of them.
    pub(super) fn contains(&self, slot: u32) -> bool {
        self.0.iter().any(|mesh| mesh.slot == slot)
    }

    /// Calls for each of them in which the shape still is after a displacement, with the half-space that it counts as. Returns
    /// them.
    pub(super) fn each_exit<D: Dimension>(
        &self,
        query: &CollisionQuery<D>,
        shape: &MovingShape<D>,
        displacement: D::Wide,
        mut visit: impl FnMut(PartKey, &Part<D>),
    ) -> Meshes {
        let mut left = Meshes::new();
        for mesh in &self.0 {
            let collider = query.colliders().at(mesh.slot);
            let _ = collider.each_solid(&mut |set| {
                if set.parts() == mesh.parts
                    && let Some(exit) = exit_of(set, shape, displacement)
                {
                    visit_half_space(query, collider, &exit, &mut visit);
                    left.push(mesh.clone());
                }
                Continue(())
            });
        }
        left
    }
}

/// Finds those of some colliders that are closed meshes in which the shape was at the start of a move, where maps place them.
pub(super) fn find_entered<'p, D: Dimension>(
    query: &CollisionQuery<D>,
    shape: &MovingShape<D>,
    placed: impl Iterator<Item = (u32, &'p AffineOf<D>)>,
) -> Slots {
    let was_in = |&(slot, affine): &(u32, &AffineOf<D>)| is_in(query.colliders().at(slot), affine, shape);
    placed.filter(was_in).map(|(slot, _)| slot).collect()
}

/// Returns whether a shape is in a closed mesh where a map places it. What touches a face from outside keeps it as an obstacle.
fn is_in<D: Dimension>(collider: &PlacedCollider<D>, affine: &AffineOf<D>, shape: &MovingShape<D>) -> bool {
    let exit = deepest_exit(collider, affine, shape, <D::Wide as gjk::Wide>::ZERO);
    exit.is_some_and(|exit| is_deep(&exit, shape))
}

/// Returns whether a way out is longer than what touches a face from outside has.
fn is_deep<D: Dimension>(exit: &Exit<D>, shape: &MovingShape<D>) -> bool {
    exit.depth > shape.tolerance(shape.skin)
}

/// Returns the way of a displaced shape out of a set, if that is a closed mesh in which it is.
fn exit_of<D: Dimension>(set: &Solid<D>, shape: &MovingShape<D>, displacement: D::Wide) -> Option<Exit<D>> {
    if set.has_only_face_parts() { set.exit(&shape.shape(), displacement) } else { None }
}

/// Calls with the half-space that a closed mesh counts as, if the shape is in it after a displacement. Returns whether it is.
pub(super) fn visit_exit<D: Dimension>(
    query: &CollisionQuery<D>,
    slot: u32,
    shape: &MovingShape<D>,
    displacement: D::Wide,
    mut visit: impl FnMut(PartKey, &Part<D>),
) -> bool {
    let collider = query.colliders().at(slot);
    let Some(exit) = deepest_exit(collider, collider.affine(), shape, displacement) else { return false };
    visit_half_space(query, collider, &exit, &mut visit);
    true
}

/// Calls with the half-space behind the end of a way out.
fn visit_half_space<D: Dimension>(
    query: &CollisionQuery<D>,
    collider: &PlacedCollider<D>,
    exit: &Exit<D>,
    visit: &mut impl FnMut(PartKey, &Part<D>),
) {
    let key = PartKey::new(collider, exit.part, query.colliders());
    let half_space = D::Collider::half_space_behind(D::Vector::narrow(exit.direction));
    let end = D::Vector::narrow(exit.deepest + exit.direction * exit.depth);
    visit(key, &Placed::new(&half_space, AffineOf::<D>::from_translation(end)));
}

/// Returns the longest of the shortest ways out of the closed meshes that a collider consists of, where a map places it.
fn deepest_exit<D: Dimension>(
    collider: &PlacedCollider<D>,
    affine: &AffineOf<D>,
    shape: &MovingShape<D>,
    displacement: D::Wide,
) -> Option<Exit<D>> {
    collider
        .composite()?
        .deepest_exit(affine, &shape.shape(), displacement, |set: &Solid<D>| set.has_only_face_parts())
}
