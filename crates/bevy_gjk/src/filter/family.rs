//! CompositeShape of one thing that do not meet one another.

use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::{Component, Entity, Has, ReflectComponent, With};
use bevy_ecs::system::SystemParam;
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
#[cfg(feature = "serialize")]
use bevy_reflect::{ReflectDeserialize, ReflectSerialize};

use crate::unfiltered::UnfilteredQuery;

/// The colliders of this entity and of all below it in the hierarchy do not meet one another: the limbs of a
/// body, the turrets of a ship. What is outside they meet as ever.
///
/// The entity need not have a collider of its own. Where such entities are nested, the topmost decides.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::{NoSelfCollision, dim3::Collider};
/// use bevy_transform::components::Transform;
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn((Transform::default(), NoSelfCollision)).with_children(|ship| {
///         ship.spawn(Collider::cuboid(2.0, 1.0, 6.0));
///         ship.spawn(Collider::sphere(1.5));
///     });
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Debug, Default, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
#[cfg_attr(
    feature = "serialize",
    derive(serde::Serialize, serde::Deserialize),
    reflect(Serialize, Deserialize)
)]
pub struct NoSelfCollision;

/// Who belongs together.
#[derive(SystemParam)]
pub(crate) struct SelfCollisionGroups<'w, 's> {
    roots: UnfilteredQuery<'w, 's, (), With<NoSelfCollision>>,
    tree: UnfilteredQuery<'w, 's, (Option<&'static ChildOf>, Has<NoSelfCollision>)>,
}

impl SelfCollisionGroups<'_, '_> {
    /// Whether there is any family: where there is none, nobody needs to be asked.
    pub(crate) fn any(&self) -> bool {
        !self.roots.is_empty()
    }

    /// The topmost entity above another one, or itself, whose parts do not meet.
    pub(crate) fn of(&self, entity: Entity) -> Option<Entity> {
        let mut root = None;
        let mut next = Some(entity);
        // Bevy does not forbid a hierarchy that runs in a circle: it ends where it meets a former place.
        let (mut steps, mut former) = (0_u32, None);
        while let Some(entity) = next.filter(|_| next != former) {
            let Ok((parent, is_root)) = self.tree.get(entity) else { break };
            if is_root {
                root = Some(entity);
            }
            steps += 1;
            if steps.is_power_of_two() {
                former = next;
            }
            next = parent.map(ChildOf::parent);
        }
        root
    }
}
