//! The closed meshes in which a shape is when its move begins.
//!
//! The parts of a closed mesh are its faces, and nothing holds a shape inside or pushes it out. So as long as the shape
//! is inside, the mesh counts as the half-space behind the end of the shortest exit: the shape leaves by that exit, and
//! whatever else is done, it gets no deeper. What the shape does by itself is stopped by the faces as if it had left by
//! the exit already: so the walls of a room stop what is a little in its floor. Once it is out, the faces are obstacles
//! where they are.

use core::ops::ControlFlow::Continue;
use core::ops::Range;

use bevy_ecs::prelude::Entity;
use gjk::{Affine, Placed, Vector, Wide};
use smallvec::SmallVec;

use super::{MovingShape, PartKey, PlacedPart};
use crate::collider::bvh::AabbDistance;
use crate::collider::solid::{Exit, Solid};
use crate::collider::{AffineOf, Convex, ConvexOf, Dimension};
use crate::detection::proxies::PlacedCollider;
use crate::query::{CollisionQuery, FilterView};

/// The number of entered meshes for which no memory is allocated.
const INLINE: usize = 4;

/// A closed mesh: its collider, and which parts of that are its faces.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mesh {
    slot: u32,
    entity: Entity,
    parts: Range<u32>,
}

impl Mesh {
    fn has(&self, key: &PartKey) -> bool {
        self.entity == key.entity && self.parts.contains(&key.part)
    }
}

/// The closed meshes in which the shape is at the start of a move. Others of the same collider are obstacles.
#[derive(Debug, Default)]
pub(super) struct Entered(SmallVec<[Mesh; INLINE]>);

impl Entered {
    /// Finds those in which the shape is, in the order of their entities.
    pub(super) fn find<D: Dimension>(
        &mut self,
        query: &CollisionQuery<D>,
        filter: FilterView,
        shape: &MovingShape<D>,
    ) {
        self.0.clear();
        query.each_with_solids(&AabbDistance::new::<D>(&shape.bounds), filter, |collider| {
            self.find_in(collider, collider.affine(), shape);
            true
        });
        self.sort(query);
    }

    /// Finds those of some colliders in which the shape is where maps place the colliders.
    pub(super) fn find_placed<'p, D: Dimension>(
        query: &CollisionQuery<D>,
        shape: &MovingShape<D>,
        placed: impl Iterator<Item = (u32, &'p AffineOf<D>)>,
    ) -> Self {
        let mut entered = Self::default();
        placed.for_each(|(slot, affine)| entered.find_in(query.colliders().at(slot), affine, shape));
        entered.sort(query);
        entered
    }

    fn find_in<D: Dimension>(
        &mut self,
        collider: &PlacedCollider<D>,
        affine: &AffineOf<D>,
        shape: &MovingShape<D>,
    ) {
        let Some(composite) = collider.composite().filter(|parts| parts.has_closed_mesh()) else { return };
        let _ = composite.each_solid(affine, 0, &mut |solid| {
            let exit = exit_of(solid, shape, D::Wide::ZERO);
            // What touches a face from outside keeps it as an obstacle.
            if exit.is_some_and(|exit| exit.depth > shape.tolerance(shape.skin)) {
                let (slot, entity) = (collider.slot, collider.entity());
                self.0.push(Mesh { slot, entity, parts: solid.parts() });
            }
            Continue(())
        });
    }

    fn sort<D: Dimension>(&mut self, query: &CollisionQuery<D>) {
        self.0.sort_unstable_by_key(|mesh| (query.colliders().order(mesh.slot), mesh.parts.start));
    }

    /// Returns those of them, and of others, that belong to the collider in a slot.
    pub(super) fn of_collider_with(&self, others: &Self, slot: u32) -> Self {
        let others = others.0.iter().filter(|mesh| !self.0.contains(mesh));
        Self(self.0.iter().chain(others).filter(|mesh| mesh.slot == slot).cloned().collect())
    }

    /// Returns whether a part is a face of one of them.
    pub(super) fn has(&self, key: &PartKey) -> bool {
        self.0.iter().any(|mesh| mesh.has(key))
    }

    /// Calls for each of them in which the shape still is after a displacement, with the half-space that it counts as.
    /// Returns these.
    pub(super) fn each_exit<D: Dimension>(
        &self,
        query: &CollisionQuery<D>,
        shape: &MovingShape<D>,
        displacement: D::Wide,
        mut visit: impl FnMut(PartKey, &PlacedPart<D>),
    ) -> Holding<D> {
        let mut holding = Holding(SmallVec::new());
        for mesh in &self.0 {
            let collider = query.colliders().at(mesh.slot);
            let _ = collider.each_solid(&mut |solid| {
                if solid.parts() == mesh.parts
                    && let Some(exit) = exit_of(solid, shape, displacement)
                {
                    let key = PartKey::new(collider, exit.part, query.colliders());
                    let half_space = ConvexOf::<D>::half_space_behind(D::Vector::narrow(exit.direction));
                    let end = D::Vector::narrow(exit.deepest + exit.direction * exit.depth);
                    visit(key, &Placed::new(&half_space, AffineOf::<D>::from_translation(end)));
                    holding.0.push((mesh.clone(), exit.direction * (exit.depth + shape.skin)));
                }
                Continue(())
            });
        }
        holding
    }
}

/// The closed meshes in which the shape is, each with the displacement by which it leaves: the shortest exit and the
/// skin.
pub(super) struct Holding<D: Dimension>(SmallVec<[(Mesh, D::Wide); INLINE]>);

impl<D: Dimension> Holding<D> {
    /// Returns the displacement by which the shape leaves the mesh of which a part is a face, if it is one of these.
    pub(super) fn exit_from(&self, key: &PartKey) -> Option<D::Wide> {
        self.0.iter().find(|(mesh, _)| mesh.has(key)).map(|&(_, exit)| exit)
    }

    /// Iterates over the displacements.
    pub(super) fn exits(&self) -> impl Iterator<Item = D::Wide> {
        self.0.iter().map(|&(_, exit)| exit)
    }
}

/// Returns the exit of a displaced shape from a solid, if that is a closed mesh in which it is.
fn exit_of<D: Dimension>(solid: &Solid<D>, shape: &MovingShape<D>, displacement: D::Wide) -> Option<Exit<D>> {
    if solid.has_only_face_parts() { solid.exit(&shape.shape, displacement) } else { None }
}
