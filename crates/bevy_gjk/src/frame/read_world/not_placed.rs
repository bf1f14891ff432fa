//! Colliders without a place: those whose `GlobalTransform` has never been computed.
//!
//! It is the identity until Bevy's propagation writes it. The propagation does not reach what is below an entity that
//! is disabled or has no `Transform`, and it misses an entity that was spawned disabled and is enabled later. Such a
//! collider would be at the origin, where nothing is drawn.

use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::{DetectChanges, Entity, Ref};
use bevy_ecs::system::SystemParam;
use bevy_transform::components::{GlobalTransform, Transform};
use gjk::{Affine, Vector};

use crate::collider::Dimension;
use crate::ecs::{UnfilteredQuery, ancestors};

/// How far a place may be from the origin, in columns of its map, and still count as the origin: the rounding of a
/// product of transforms. It only decides what is done with a `GlobalTransform` that was never written.
const ROUNDING: f32 = 1e-4;

/// The transforms of an entity and its parent.
type Links = (Option<Ref<'static, GlobalTransform>>, Option<&'static Transform>, Option<&'static ChildOf>);

/// The queries that find out whether an entity has a place.
#[derive(SystemParam)]
pub(crate) struct PlacementQueries<'w, 's> {
    links: UnfilteredQuery<'w, 's, Links>,
}

impl PlacementQueries<'_, '_> {
    /// Returns whether the `GlobalTransform` of an entity has never been written, is the identity, and should not be,
    /// by the `Transform`s of the entity and its ancestors.
    pub(crate) fn is_missing<D: Dimension>(&self, entity: Entity, global: &GlobalTransform) -> bool {
        if *global != GlobalTransform::IDENTITY {
            return false;
        }
        let Ok((Some(global), ..)) = self.links.get(entity) else { return false };
        // A `GlobalTransform` that was spawned with a value has a place, but the identity is also what is spawned
        // without.
        global.last_changed() == global.added() && !is_identity::<D>(&self.expected(entity))
    }

    /// Returns where the `Transform`s place an entity, up to the first ancestor that has none.
    fn expected(&self, entity: Entity) -> GlobalTransform {
        let parent_of = |entity| Some(self.links.get(entity).ok()?.2?.parent());
        let transforms =
            ancestors(entity, parent_of).map_while(|entity| self.links.get(entity).ok().and_then(|it| it.1));
        transforms
            .fold(GlobalTransform::IDENTITY, |below, transform| GlobalTransform::from(*transform) * below)
    }
}

/// Returns whether a transform places a collider like the identity, up to rounding.
fn is_identity<D: Dimension>(transform: &GlobalTransform) -> bool {
    let affine = D::affine(transform);
    let is_small = |vector: D::Vector| D::coordinates(vector).iter().all(|part| part.abs() <= ROUNDING);
    is_small(affine.translation())
        && (0..D::Vector::DIMENSION).all(|index| is_small(affine.column(index) - D::Vector::axis(index)))
}
