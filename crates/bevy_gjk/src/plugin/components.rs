//! The optional components of a collider of either dimension: a row for each, for the type registry and the warnings.

use core::any::TypeId;

use bevy_app::App;
use bevy_reflect::GetTypeRegistration;

use crate::collider::{
    ColliderDisabled, CollisionExceptions, CollisionLayers, CollisionOrder, ProximityMargin, SweptCollider,
};
use crate::events::BubbleCollisions;

/// All of them, in alphabetical order. Of each part of a compound with a `SweptCollider`, `needs_root_of_compound`
/// warns.
pub(super) const COLLIDER_COMPONENTS: &[ColliderComponent] = &[
    ColliderComponent::new::<BubbleCollisions>("BubbleCollisions", false),
    ColliderComponent::new::<ColliderDisabled>("ColliderDisabled", true),
    #[cfg(feature = "overlay")]
    ColliderComponent::new::<crate::debug::ColliderGizmo>("ColliderGizmo", true),
    ColliderComponent::new::<CollisionExceptions>("CollisionExceptions", false),
    ColliderComponent::new::<CollisionLayers>("CollisionLayers", false),
    ColliderComponent::new::<CollisionOrder>("CollisionOrder", false),
    ColliderComponent::new::<ProximityMargin>("ProximityMargin", false),
    ColliderComponent::new::<SweptCollider>("SweptCollider", true),
];

/// An optional component of a collider, which does nothing on an entity without one.
pub(super) struct ColliderComponent {
    pub(super) component: TypeId,
    pub(super) name: &'static str,
    /// Whether it works on a part of a compound, too; otherwise one warning for each compound says that it does not.
    pub(super) works_on_parts: bool,
    pub(super) register: fn(&mut App),
}

impl ColliderComponent {
    const fn new<C: GetTypeRegistration + 'static>(name: &'static str, works_on_parts: bool) -> Self {
        let register = |app: &mut App| _ = app.register_type::<C>();
        Self { component: TypeId::of::<C>(), name, works_on_parts, register }
    }
}
