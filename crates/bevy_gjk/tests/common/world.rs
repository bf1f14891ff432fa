//! What tests do to an app and its world, without naming the world each time.

use bevy_app::App;
use bevy_ecs::component::Mutable;
use bevy_ecs::message::Messages;
use bevy_ecs::observer::IntoEntityObserver;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use bevy_gjk::state::{CollisionState, RestoreError};
use bevy_gjk::{CollisionQuery, Collisions, Dimension};
use bevy_transform::components::Transform;

/// The operations on the world of an app.
pub trait AppWorld {
    fn updates(&mut self, count: u32);
    /// Moves an entity, and runs a frame.
    fn update_at(&mut self, entity: Entity, place: Transform);
    /// Inserts components, and runs a frame.
    fn update_with(&mut self, entity: Entity, bundle: impl Bundle);
    fn spawn(&mut self, bundle: impl Bundle) -> Entity;
    fn insert(&mut self, entity: Entity, bundle: impl Bundle);
    fn remove<B: Bundle>(&mut self, entity: Entity);
    fn despawn(&mut self, entity: Entity);
    fn observe<M>(&mut self, entity: Entity, observer: impl IntoEntityObserver<M>);
    /// Returns a component that the entity has to have.
    fn get<C: Component>(&self, entity: Entity) -> &C;
    fn get_mut<C: Component<Mutability = Mutable>>(&mut self, entity: Entity) -> Mut<'_, C>;
    fn resource<R: Resource>(&self) -> &R;
    fn resource_mut<R: Resource<Mutability = Mutable>>(&mut self) -> Mut<'_, R>;
    /// Returns all messages of a type that have not been taken.
    fn drain<M: Message>(&mut self) -> Vec<M>;
    fn query<D: Dimension>(&mut self) -> CollisionQuery<'_, D>;
    /// Runs a frame, and asks about what is there after it.
    fn query_after_update<D: Dimension>(&mut self) -> CollisionQuery<'_, D>;
    fn save<D: Dimension>(&self) -> CollisionState<D>;
    fn restore<D: Dimension>(&mut self, state: &CollisionState<D>) -> Result<(), RestoreError>;
}

impl AppWorld for App {
    fn updates(&mut self, count: u32) {
        (0..count).for_each(|_| self.update());
    }
    fn update_at(&mut self, entity: Entity, place: Transform) {
        *self.get_mut::<Transform>(entity) = place;
        self.update();
    }
    fn update_with(&mut self, entity: Entity, bundle: impl Bundle) {
        self.insert(entity, bundle);
        self.update();
    }
    fn spawn(&mut self, bundle: impl Bundle) -> Entity {
        self.world_mut().spawn(bundle).id()
    }
    fn insert(&mut self, entity: Entity, bundle: impl Bundle) {
        self.world_mut().entity_mut(entity).insert(bundle);
    }
    fn remove<B: Bundle>(&mut self, entity: Entity) {
        self.world_mut().entity_mut(entity).remove::<B>();
    }
    fn despawn(&mut self, entity: Entity) {
        self.world_mut().despawn(entity);
    }
    fn observe<M>(&mut self, entity: Entity, observer: impl IntoEntityObserver<M>) {
        self.world_mut().entity_mut(entity).observe(observer);
    }
    fn get<C: Component>(&self, entity: Entity) -> &C {
        self.world().get(entity).unwrap()
    }
    fn get_mut<C: Component<Mutability = Mutable>>(&mut self, entity: Entity) -> Mut<'_, C> {
        self.world_mut().get_mut(entity).unwrap()
    }
    fn resource<R: Resource>(&self) -> &R {
        self.world().resource()
    }
    fn resource_mut<R: Resource<Mutability = Mutable>>(&mut self) -> Mut<'_, R> {
        self.world_mut().resource_mut()
    }
    fn query<D: Dimension>(&mut self) -> CollisionQuery<'_, D> {
        let mut state = SystemState::<CollisionQuery<D>>::new(self.world_mut());
        state.get(self.world()).unwrap()
    }
    fn query_after_update<D: Dimension>(&mut self) -> CollisionQuery<'_, D> {
        self.update();
        self.query::<D>()
    }
    fn drain<M: Message>(&mut self) -> Vec<M> {
        self.world_mut().resource_mut::<Messages<M>>().drain().collect()
    }
    fn save<D: Dimension>(&self) -> CollisionState<D> {
        self.resource::<Collisions<D>>().save()
    }
    fn restore<D: Dimension>(&mut self, state: &CollisionState<D>) -> Result<(), RestoreError> {
        self.world_mut().resource_scope(|world, mut collisions: Mut<Collisions<D>>| {
            collisions.restore(state, world.entities())
        })
    }
}

/// Returns whether an entity is a descendant of another or the same one: a hierarchy must have no cycles.
pub fn is_below(world: &World, entity: Entity, above: Entity) -> bool {
    let parent = |child: &Entity| world.get::<ChildOf>(*child).map(ChildOf::parent);
    core::iter::successors(Some(entity), parent).any(|ancestor| ancestor == above)
}
