//! What tests do to an app and its world, without naming the world each time.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemState;
use bevy_gjk::{CollisionQuery, Dimension};

/// The operations on the world of an app.
pub trait AppWorld {
    fn updates(&mut self, count: u32);
    fn spawn(&mut self, bundle: impl Bundle) -> Entity;
    fn insert(&mut self, entity: Entity, bundle: impl Bundle);
    fn remove<B: Bundle>(&mut self, entity: Entity);
    /// Returns a component that the entity has to have.
    fn get<C: Component>(&self, entity: Entity) -> &C;
    fn resource<R: Resource>(&self) -> &R;
    fn query<D: Dimension>(&mut self) -> CollisionQuery<'_, D>;
}

impl AppWorld for App {
    fn updates(&mut self, count: u32) {
        (0..count).for_each(|_| self.update());
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
    fn get<C: Component>(&self, entity: Entity) -> &C {
        self.world().get(entity).unwrap()
    }
    fn resource<R: Resource>(&self) -> &R {
        self.world().resource()
    }
    fn query<D: Dimension>(&mut self) -> CollisionQuery<'_, D> {
        let mut state = SystemState::<CollisionQuery<D>>::new(self.world_mut());
        state.get(self.world()).unwrap()
    }
}
