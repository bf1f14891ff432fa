//! The operations that edits share: choosing and spawning entities.

use bevy_ecs::world::EntityRef;

use crate::chaos::dimension::{Chaotic, once_in, one_of};
use crate::chaos::record::{AlsoDisabled, Asleep, Ear, Tracked, id, record_ended, record_started};
use crate::common::prelude::*;

/// The step by which an entity moves in every frame.
#[derive(Component, Clone, Copy)]
pub struct Drift(pub Vec3);

/// Changes the world at random.
pub struct Editor<'a, D: Chaotic> {
    pub world: &'a mut World,
    pub random: &'a mut Random,
    dimension: core::marker::PhantomData<D>,
}

impl<'a, D: Chaotic> Editor<'a, D> {
    pub fn new(world: &'a mut World, random: &'a mut Random) -> Self {
        Self { world, random, dimension: core::marker::PhantomData }
    }

    /// Returns all entities of the run, sorted.
    pub fn all(&mut self) -> Vec<Entity> {
        let mut query = self.world.query_filtered::<Entity, (With<Tracked>, AlsoDisabled)>();
        let mut all: Vec<_> = query.iter(self.world).collect();
        all.sort_by_key(|&entity| id(entity));
        all
    }

    /// Returns a random entity of a kind.
    pub fn pick(&mut self, kind: impl Fn(EntityRef) -> bool) -> Option<Entity> {
        let mut all = self.all();
        all.retain(|&entity| kind(self.world.entity(entity)));
        (!all.is_empty()).then(|| one_of(self.random, &all))
    }

    pub fn with<C: Component>(&mut self) -> Option<Entity> {
        self.pick(|entity| entity.contains::<C>())
    }

    /// Returns a collider without children, whose components no descendant depends on.
    pub fn leaf(&mut self) -> Option<Entity> {
        self.pick(|entity| entity.contains::<D::Collider>() && !entity.contains::<Children>())
    }

    /// Returns a pair that touches, according to `Collisions`.
    pub fn touching(&mut self) -> Option<[Entity; 2]> {
        let pairs: Vec<_> = self
            .world
            .resource::<Collisions<D>>()
            .iter()
            .map(|touch| [touch.entity, touch.other])
            .filter(|pair| pair.iter().all(|&entity| self.world.entities().contains(entity)))
            .collect();
        (!pairs.is_empty()).then(|| one_of(self.random, &pairs))
    }

    /// Returns a random transform: rotated, and perhaps stretched, mirrored or flat.
    pub fn transform(&mut self) -> Transform {
        let translation = D::place(self.random, D::REACH);
        let rotation = if once_in(self.random, 4) { Quat::IDENTITY } else { D::turn(self.random) };
        Transform { translation, rotation, scale: self.scale() }
    }

    pub fn scale(&mut self) -> Vec3 {
        let mut side = || self.random.range(0.5, 2.0);
        let (x, y, z) = (side(), side(), side());
        let mut scale = Vec3::new(x, y, z);
        let axis = self.random.below(3) as usize;
        match self.random.below(100) {
            0..30 => scale = Vec3::ONE,
            30..50 => scale = Vec3::splat(x),
            50..75 => {}
            75..87 => scale[axis] = -scale[axis],
            87..89 => scale = -scale,
            89..96 => scale[axis] = 0.0,
            96..97 => scale = Vec3::ZERO,
            97..98 => scale *= 8.0,
            _ => scale *= 0.02,
        }
        scale
    }

    /// Spawns an entity with a collider, and perhaps with layers and observers of its own.
    pub fn spawn(&mut self, collider: D::Collider, transform: Transform, parent: Option<Entity>) -> Entity {
        let entity = self.world.spawn((Tracked, collider, transform)).id();
        self.insert_collider_bundle(entity, parent);
        entity
    }

    pub fn insert_collider_bundle(&mut self, entity: Entity, parent: Option<Entity>) {
        if let Some(parent) = parent {
            self.world.entity_mut(entity).insert(ChildOf(parent));
        }
        if once_in(self.random, 5) {
            let layers = self.layers();
            self.world.entity_mut(entity).insert(layers);
        }
        if once_in(self.random, 4) {
            let bubbles = once_in(self.random, 3);
            let mut entity = self.world.entity_mut(entity);
            entity.insert(Ear { bubbles });
            entity.observe(record_started::<D>(true, bubbles)).observe(record_ended::<D>(true, bubbles));
        }
    }

    /// Returns layers that collide with most others.
    pub fn layers(&mut self) -> CollisionLayers {
        let mut mask = || self.random.below(16) | self.random.below(16);
        CollisionLayers::new(mask(), mask())
    }

    /// Returns a valid shape, rarely a half-space, or sometimes an invalid one.
    pub fn collider(&mut self) -> D::Collider {
        match self.random.below(60) {
            0..5 => D::invalid(self.random),
            5 => D::any_half_space(self.random),
            _ => D::collider(self.random),
        }
    }

    /// Moves what drifts by a step.
    pub fn drift(&mut self) {
        let mut drifting = self.world.query_filtered::<(&Drift, &mut Transform), AlsoDisabled>();
        for (step, mut transform) in drifting.iter_mut(self.world) {
            transform.translation += step.0;
        }
    }

    /// Returns an entity and its ancestors, itself first.
    pub fn ancestors(&self, entity: Entity) -> Vec<Entity> {
        let parent = |&entity: &Entity| self.world.get::<ChildOf>(entity).map(ChildOf::parent);
        core::iter::successors(Some(entity), parent).collect()
    }

    /// Returns whether an entity or an ancestor is disabled, so that Bevy propagates no transform to it.
    pub fn is_below_disabled(&self, entity: Entity) -> bool {
        let ancestors = self.ancestors(entity);
        let mut ancestors = ancestors.iter().map(|&it| self.world.entity(it));
        ancestors.any(|it| it.contains::<Disabled>() || it.contains::<Asleep>())
    }

    /// Marks the transforms of an entity and its descendants as changed: Bevy loses changes below disabled
    /// entities.
    pub fn refresh(&mut self, entity: Entity) {
        if let Some(mut transform) = self.world.get_mut::<Transform>(entity) {
            transform.set_changed();
        }
        let children = self.world.get::<Children>(entity).map(|children| children.to_vec());
        children.into_iter().flatten().for_each(|child| self.refresh(child));
    }
}
