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
use crate::collider::solid::Exit;
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
        let (at, start) = (AabbDistance::new::<D>(&shape.bounds), <D::Wide as gjk::Wide>::ZERO);
        query.each_with_boundary(&at, filter, |collider| {
            // What touches a face from outside keeps it as an obstacle.
            let is_in = |exit: Exit<D>| exit.depth > shape.tolerance(shape.skin);
            if deepest_exit(collider, shape, start).is_some_and(is_in) {
                self.0.push(collider.slot);
            }
            true
        });
        self.0.sort_unstable_by_key(|&slot| query.colliders().order(slot));
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
            let collider = query.colliders().at(slot);
            let Some(exit) = deepest_exit(collider, shape, displacement) else { continue };
            let key = PartKey::new(collider, exit.part, query.colliders());
            let half_space = D::Collider::half_space_behind(D::Vector::narrow(exit.direction));
            let end = D::Vector::narrow(exit.deepest + exit.direction * exit.depth);
            visit(key, &Placed::new(&half_space, AffineOf::<D>::from_translation(end)));
            left.push(slot);
        }
        left
    }
}

/// Returns the longest of the shortest ways out of the closed meshes that a collider consists of.
fn deepest_exit<D: Dimension>(
    collider: &PlacedCollider<D>,
    shape: &MovingShape<D>,
    displacement: D::Wide,
) -> Option<Exit<D>> {
    let mut deepest: Option<Exit<D>> = None;
    let _ = collider.each_solid(&mut |solid| {
        if solid.is_hollow()
            && let Some(exit) = solid.exit(&shape.shape(), displacement)
            && deepest.is_none_or(|deepest| exit.depth > deepest.depth)
        {
            deepest = Some(exit);
        }
        core::ops::ControlFlow::Continue(())
    });
    deepest
}
