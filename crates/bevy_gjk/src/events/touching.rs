//! The component that holds what an entity touches, for the entities that ask for it.

use core::marker::PhantomData;

use bevy_ecs::prelude::{Component, Entity, Local, Mut, ReflectComponent, Res};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};

use crate::collider::Dimension;
use crate::detection::Collisions;
use crate::ecs::UnfilteredQuery;

/// The entities that this one touches, for queries: `Query<&Touching>`, and `Changed<Touching>`.
///
/// Add it to an entity, and the plugin keeps it up to date, after the touches of a run are known and before the events
/// of the run are sent. It counts as changed only if the entity touches other entities than before.
///
/// For where two touch and why a touch ends, see [`Collisions`] and, for observers,
/// [`CollisionStarted`](crate::CollisionStarted) and [`CollisionEnded`](crate::CollisionEnded). While the collider of
/// the entity is disabled, invalid or missing, it touches nothing. On an entity without a collider of its dimension,
/// the component stays empty, and a warning says so.
///
/// ```
/// use bevy_app::prelude::*;
/// use bevy_ecs::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
/// # use bevy_transform::TransformPlugin;
///
/// fn open(plates: Query<(Entity, &Touching), Changed<Touching>>) {
///     for (plate, touching) in &plates {
///         println!("{plate} is {}", if touching.is_empty() { "free" } else { "pressed" });
///     }
/// }
///
/// let mut app = App::new();
/// app.add_plugins((TransformPlugin, CollisionPlugin::default())).add_systems(Last, open);
/// let plate = app.world_mut().spawn((Collider::rectangle(2.0, 2.0), Touching::default())).id();
/// let stone = app.world_mut().spawn(Collider::circle(0.5)).id();
/// app.update();
/// let touching = app.world().get::<Touching>(plate).unwrap();
/// assert!(touching.contains(stone) && touching.entities() == [stone]);
/// ```
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Debug, Default, Clone, PartialEq)]
#[type_path = "bevy_gjk"]
#[doc(alias("CollidingEntities", "colliding entities"))]
pub struct Touching<D: Dimension> {
    /// In their order.
    entities: Vec<Entity>,
    #[reflect(ignore)]
    dimension: PhantomData<D>,
}

impl<D: Dimension> Touching<D> {
    /// Returns the entities that this one touches, in the order of their keys of
    /// [`CollisionOrder`](crate::CollisionOrder), and of their indices where they have none.
    pub fn entities(&self) -> &[Entity] {
        &self.entities
    }

    /// Iterates over the entities that this one touches, in the same order.
    pub fn iter(&self) -> impl Iterator<Item = Entity> + '_ {
        self.entities.iter().copied()
    }

    /// Returns whether an entity is touched.
    pub fn contains(&self, entity: Entity) -> bool {
        self.entities.contains(&entity)
    }

    /// Returns how many entities are touched.
    pub fn len(&self) -> usize {
        self.entities.len()
    }

    /// Returns whether nothing is touched.
    pub fn is_empty(&self) -> bool {
        self.entities.is_empty()
    }
}

/// Brings the components up to date with the contact graph.
pub(crate) fn keep_touching<D: Dimension>(
    collisions: Res<Collisions<D>>,
    mut all: UnfilteredQuery<(Entity, &'static mut Touching<D>)>,
    mut now: Local<Vec<Entity>>,
) {
    for (entity, touching) in all.iter_mut() {
        now.clear();
        now.extend(collisions.entities_colliding_with(entity));
        now.sort_unstable_by_key(|&entity| collisions.colliders.order_of(entity));
        replace_if_changed(touching, &now);
    }
}

/// Replaces the entities without allocating, where the capacity suffices.
fn replace_if_changed<D: Dimension>(mut touching: Mut<Touching<D>>, now: &[Entity]) {
    if touching.entities != now {
        let entities = &mut touching.entities;
        entities.clear();
        entities.extend_from_slice(now);
    }
}
