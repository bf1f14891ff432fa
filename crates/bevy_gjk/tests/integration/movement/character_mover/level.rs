//! A level with one character, or several, that goes on frame by frame.

use core::time::Duration;

use bevy_time::{TimePlugin, TimeUpdateStrategy};
use gjk::Wide;

use crate::common::prelude::*;

pub struct Level<D: Dimension> {
    pub app: App,
    _dimension: std::marker::PhantomData<D>,
}

impl<D: Dimension> Level<D> {
    /// Creates an empty level with this frame rate.
    pub fn at_rate(frames_per_second: f64) -> Self {
        let mut app = app_with((TimePlugin, CollisionPlugin::<D>::default()));
        let frame = Duration::from_secs_f64(1.0 / frames_per_second);
        app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
        Self { app, _dimension: std::marker::PhantomData }
    }

    pub fn new() -> Self {
        Self::at_rate(60.0)
    }

    pub fn spawn(&mut self, bundle: impl Bundle) -> Entity {
        self.app.spawn(bundle)
    }

    /// Spawns an obstacle.
    pub fn obstacle(&mut self, collider: impl Into<D::Collider>, place: Transform) -> Entity {
        self.spawn((collider.into(), place))
    }

    /// Spawns a character, and lets it find its ground.
    pub fn character(
        &mut self,
        mover: CharacterMover<D>,
        collider: impl Into<D::Collider>,
        place: Transform,
    ) -> Entity {
        let entity = self.spawn((mover, collider.into(), place));
        self.app.update();
        entity
    }

    pub fn get<C: Component + Clone>(&self, entity: Entity) -> C {
        self.app.get::<C>(entity).clone()
    }

    pub fn change<C: Component<Mutability = bevy_ecs::component::Mutable>>(
        &mut self,
        entity: Entity,
        change: impl FnOnce(&mut C),
    ) {
        change(&mut self.app.world_mut().get_mut::<C>(entity).unwrap());
    }

    pub fn state(&self, character: Entity) -> MoverState<D> {
        self.get(character)
    }

    /// Returns where an entity is in the world.
    pub fn place(&self, entity: Entity) -> D::Vector {
        use gjk::Affine;
        D::affine(&self.get::<GlobalTransform>(entity)).translation()
    }

    /// Runs a frame in which a character is to go this way.
    pub fn step(&mut self, character: Entity, way: D::Vector) -> MoverState<D> {
        self.change(character, |motion: &mut MoverMotion<D>| motion.displacement = way);
        self.app.update();
        self.state(character)
    }

    /// Runs frames in each of which a character is to go this way.
    pub fn walk(&mut self, character: Entity, way: D::Vector, frames: u32) {
        (0..frames).for_each(|_| _ = self.step(character, way));
    }

    /// Moves an obstacle before the next frame.
    pub fn set(&mut self, entity: Entity, place: Transform) {
        self.change(entity, |transform: &mut Transform| *transform = place);
    }

    /// Returns the distance of a character from the nearest collider, or less than zero if it overlaps one.
    pub fn clearance(&mut self, character: Entity) -> f64 {
        self.app.world_mut().run_system_cached_with(clearance::<D>, character).unwrap()
    }

    pub fn touches_anything(&self, entity: Entity) -> bool {
        self.app.resource::<Collisions<D>>().collisions_with(entity).next().is_some()
    }
}

fn clearance<D: Dimension>(character: In<Entity>, query: CollisionQuery<D>) -> f64 {
    let own = query.get(*character).unwrap();
    let shape = own.placed().unwrap();
    let mut least = f64::INFINITY;
    query.nearest_parts(&shape, 1e9, &QueryFilter::of(*character), |near| {
        let distance = query
            .get(near.entity)
            .and_then(|other| {
                other.with_part(near.part, |part| {
                    gjk::Query::new(&shape, part)
                        .signed_distance(<D::Vector as Vector>::Wide::ZERO)
                        .unwrap()
                        .distance
                })
            })
            .unwrap();
        least = least.min(distance);
    });
    least
}
