//! The components that work beside a collider of either dimension: a row for each, for the type registry and the
//! warnings.

use core::any::TypeId;

use bevy_app::App;
use bevy_reflect::GetTypeRegistration;

use crate::collider::{
    ColliderDisabled, CollisionExceptions, CollisionLayers, CollisionOrder, ProximityMargin, SweptCollider,
};
use crate::events::BubbleCollisions;

/// All of them, in alphabetical order. Of each part of a compound with a `SweptCollider`, `needs_root_of_compound`
/// warns.
pub(super) const BESIDE_COLLIDERS: &[BesideCollider] = &[
    BesideCollider::new::<BubbleCollisions>("BubbleCollisions", false),
    BesideCollider::new::<ColliderDisabled>("ColliderDisabled", true),
    #[cfg(feature = "overlay")]
    BesideCollider::new::<crate::debug::ColliderGizmo>("ColliderGizmo", true),
    BesideCollider::new::<CollisionExceptions>("CollisionExceptions", false),
    BesideCollider::new::<CollisionLayers>("CollisionLayers", false),
    BesideCollider::new::<CollisionOrder>("CollisionOrder", false),
    BesideCollider::new::<ProximityMargin>("ProximityMargin", false),
    BesideCollider::new::<SweptCollider>("SweptCollider", true),
];

/// A component that works beside a collider.
pub(super) struct BesideCollider {
    pub(super) component: TypeId,
    pub(super) name: &'static str,
    /// Whether it works on a part of a compound, too; otherwise one warning for each compound says that it does not.
    pub(super) works_on_parts: bool,
    pub(super) register: fn(&mut App),
}

impl BesideCollider {
    const fn new<C: GetTypeRegistration + 'static>(name: &'static str, works_on_parts: bool) -> Self {
        let register = |app: &mut App| _ = app.register_type::<C>();
        Self { component: TypeId::of::<C>(), name, works_on_parts, register }
    }
}
