//! A level with one character, or several, that goes on frame by frame.

use core::time::Duration;

use bevy_time::{TimePlugin, TimeUpdateStrategy};
use gjk::Wide;

use crate::common::prelude::*;

/// If a test fails, the characters of its level are printed.
pub struct Level<D: Dimension> {
    pub app: App,
    /// The number of frames in a second.
    pub rate: u32,
    _dimension: std::marker::PhantomData<D>,
}

impl<D: Dimension> Level<D> {
    /// Creates an empty level with this frame rate.
    pub fn at_rate(rate: u32) -> Self {
        let mut app = app_with((TimePlugin, CollisionPlugin::<D>::default()));
        let frame = Duration::from_secs_f64(1.0 / f64::from(rate));
        app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
        Self { app, rate, _dimension: std::marker::PhantomData }
    }

    pub fn new() -> Self {
        Self::at_rate(60)
    }

    pub fn spawn(&mut self, bundle: impl Bundle) -> Entity {
        self.app.spawn(bundle)
    }

    /// Spawns an obstacle.
    pub fn obstacle(&mut self, collider: impl Into<D::Collider>, place: Transform) -> Entity {
        self.spawn((collider.into(), place))
    }

    /// Spawns a platform that is solid from above only.
    pub fn one_way(&mut self, collider: impl Into<D::Collider>, place: Transform) -> Entity {
        self.spawn((collider.into(), OneWayPlatform::<D>::default(), place))
    }

    pub fn despawn(&mut self, entity: Entity) {
        self.app.despawn(entity);
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
        change(&mut self.app.get_mut::<C>(entity));
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

    /// Moves an obstacle, and runs a frame in which a character is to go this way.
    pub fn step_beside(
        &mut self,
        obstacle: Entity,
        place: Transform,
        character: Entity,
        way: D::Vector,
    ) -> MoverState<D> {
        self.set(obstacle, place);
        self.step(character, way)
    }

    /// Runs frames in each of which a character is to go this way.
    pub fn walk(&mut self, character: Entity, way: D::Vector, frames: u32) {
        (0..frames).for_each(|_| _ = self.step(character, way));
    }

    /// Runs frames in each of which a character is to go this way, and is on the ground.
    #[track_caller]
    pub fn walk_on_ground(&mut self, character: Entity, way: D::Vector, frames: u32) {
        (0..frames).for_each(|_| assert!(self.step(character, way).is_grounded()));
    }

    /// Does the same, and asserts in each frame that the character is no nearer to any collider than this part of its
    /// skin.
    #[track_caller]
    pub fn walk_clear(&mut self, character: Entity, way: D::Vector, frames: u32, part: f64) {
        for _ in 0..frames {
            self.walk_on_ground(character, way, 1);
            self.assert_clear(character, part);
        }
    }

    /// Moves an obstacle before the next frame.
    pub fn set(&mut self, entity: Entity, place: Transform) {
        self.change(entity, |transform: &mut Transform| *transform = place);
    }

    /// Returns the distance of a character from the nearest collider, or less than zero if it overlaps one.
    pub fn clearance(&mut self, character: Entity) -> f64 {
        self.app.world_mut().run_system_cached_with(clearance::<D>, character).unwrap()
    }

    /// Asserts that a character is no nearer to any collider than this part of its skin.
    #[track_caller]
    pub fn assert_clear(&mut self, character: Entity, part: f64) {
        let least = part * f64::from(self.get::<CharacterMover<D>>(character).skin);
        let clearance = self.clearance(character);
        assert!(clearance > least, "the clearance is {clearance}, not more than {least}");
    }

    pub fn touches_anything(&self, entity: Entity) -> bool {
        self.app.resource::<Collisions<D>>().collisions_with(entity).next().is_some()
    }
}

impl<D: Dimension> Drop for Level<D> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            return;
        }
        let time = self.app.resource::<bevy_time::Time>().elapsed_secs_f64();
        println!("after {:.1} frames at {} Hz", time * f64::from(self.rate), self.rate);
        let world = self.app.world_mut();
        let mut characters = world.query::<(Entity, &GlobalTransform, &MoverState<D>)>();
        for (entity, place, state) in characters.iter(world) {
            println!("character {entity} at {}: {state:?}", place.translation());
        }
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
