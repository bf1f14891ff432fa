//! A world of colliders that do not move by themselves.

use crate::common::prelude::*;

pub type AffineOf<D> = <<D as Dimension>::Vector as Vector>::Affine;

pub struct World<D: Dimension> {
    app: App,
    pub settings: MoveSettings,
    _dimension: std::marker::PhantomData<D>,
}

pub fn at(place: Vec3) -> Affine3A {
    Affine3A::from_translation(place)
}

impl World<Dim3> {
    pub fn cuboid(&mut self, center: Vec3, size: Vec3) -> Entity {
        self.spawn(dim3::Collider::cuboid(size.x, size.y, size.z), Transform::from_translation(center))
    }
}

impl<D: Dimension> World<D> {
    /// Creates an empty world. Nothing propagates transforms, so that a `GlobalTransform` may be any affine map.
    pub fn new(skin: f32) -> Self {
        let mut app = App::new();
        app.add_plugins((bevy_app::TaskPoolPlugin::default(), CollisionPlugin::<D>::default()));
        let settings = MoveSettings { skin, ..MoveSettings::default() };
        Self { app, settings, _dimension: std::marker::PhantomData }
    }

    pub fn spawn(&mut self, collider: impl Into<D::Collider>, place: Transform) -> Entity {
        self.spawn_sheared(collider.into(), GlobalTransform::from(place).affine())
    }

    pub fn spawn_sheared(&mut self, collider: D::Collider, place: Affine3A) -> Entity {
        self.app.spawn((collider, GlobalTransform::from(place)))
    }

    pub fn place(&mut self, entity: Entity, place: Transform) {
        *self.app.world_mut().get_mut::<GlobalTransform>(entity).unwrap() = place.into();
    }

    pub fn ask<T>(&mut self, ask: impl FnOnce(&CollisionQuery<D>, &MoveSettings) -> T) -> T {
        ask(&self.app.query::<D>(), &self.settings)
    }

    /// Lets the plugin see what was spawned or placed.
    pub fn update(&mut self) {
        self.app.update();
    }

    /// Moves a shape, and collects the hits.
    pub fn slide(
        &mut self,
        shape: &impl Support<D::Vector>,
        pose: AffineOf<D>,
        motion: D::Vector,
    ) -> (MoveResult<D>, Vec<MoveHit<D>>) {
        let mut hits = Vec::new();
        let moved = self.ask(|query, settings| {
            let mover = query.mover(shape, pose).with_settings(*settings);
            let with_hits = mover.on_hit(|hit| {
                hits.push(*hit);
                MoveResponse::Slide
            });
            with_hits.slide(motion)
        });
        (moved, hits)
    }

    pub fn push(&mut self, shape: &impl Support<D::Vector>, pose: AffineOf<D>) -> PushResult<D> {
        self.ask(|query, settings| query.depenetrate(shape, pose, settings, &QueryFilter::ALL))
    }

    /// Returns the distance to the nearest collider, as the plugin measures it.
    pub fn clearance(&mut self, shape: &impl Support<D::Vector>, pose: AffineOf<D>) -> f32 {
        self.ask(|query, _| {
            let near = query.nearest(&shape.placed(pose), f32::INFINITY, &QueryFilter::ALL);
            near.map_or(f32::INFINITY, |near| near.distance)
        })
    }
}
