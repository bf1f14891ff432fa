//! What happens once between two phases of a run.

use bevy_app::{App, PostUpdate};
use bevy_ecs::prelude::*;
use bevy_gjk::{CollisionSystems, detect_collisions};
use bevy_transform::components::Transform;

type Act = Box<dyn FnOnce(&mut World) + Send + Sync>;

#[derive(Resource, Default)]
struct Detour(Option<Act>);

/// Prepares an app for detours between these phases.
pub fn allow_detours(app: &mut App, after: CollisionSystems, before: CollisionSystems) {
    app.init_resource::<Detour>();
    let take =
        |world: &mut World| world.resource_mut::<Detour>().0.take().into_iter().for_each(|act| act(world));
    app.add_systems(PostUpdate, take.after(after).before(before));
}

/// Lets something happen between the phases of the next run.
pub fn detour(app: &mut App, act: impl FnOnce(&mut World) + Send + Sync + 'static) {
    app.world_mut().resource_mut::<Detour>().0 = Some(Box::new(act));
}

/// Moves an entity along x, if it is elsewhere, and runs the whole detection.
pub fn detect_at(world: &mut World, entity: Entity, x: f32) {
    let mut place = world.get_mut::<Transform>(entity).unwrap();
    if place.translation.x != x {
        *place = super::at_x(x);
    }
    detect_collisions(world);
}
