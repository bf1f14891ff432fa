//! The closed meshes in which a shape is when its move begins.
//!
//! The parts of a closed mesh are its faces, and nothing holds a shape inside or leads it out. So as long as it is inside, the mesh
//! counts as the half-space behind the end of the shortest way out, and its faces do not count: the shape leaves by that way,
//! and whatever else is done, it gets no deeper. Once it is out, the faces are obstacles as others are.

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

/// The closed meshes in which the shape is at the start of a move.
#[derive(Debug, Default)]
pub(super) struct Entered(Slots);

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
            if is_in(collider, collider.affine(), shape) {
                self.0.push(collider.slot);
            }
            true
        });
        self.0.sort_unstable_by_key(|&slot| query.colliders().order(slot));
    }

    /// Returns whether the collider in a slot is one of them.
    pub(super) fn contains(&self, slot: u32) -> bool {
        self.0.contains(&slot)
    }

    /// Calls for each of them in which the shape still is after a displacement, with the half-space that it counts as. Returns their slots.
    pub(super) fn each_exit<D: Dimension>(
        &self,
        query: &CollisionQuery<D>,
        shape: &MovingShape<D>,
        displacement: D::Wide,
        mut visit: impl FnMut(PartKey, &Part<D>),
    ) -> Slots {
        let mut left = Slots::new();
        for &slot in &self.0 {
            if visit_exit(query, slot, shape, displacement, &mut visit) {
                left.push(slot);
            }
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
    exit.is_some_and(|exit| exit.depth > shape.tolerance(shape.skin))
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
    let key = PartKey::new(collider, exit.part, query.colliders());
    let half_space = D::Collider::half_space_behind(D::Vector::narrow(exit.direction));
    let end = D::Vector::narrow(exit.deepest + exit.direction * exit.depth);
    visit(key, &Placed::new(&half_space, AffineOf::<D>::from_translation(end)));
    true
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
