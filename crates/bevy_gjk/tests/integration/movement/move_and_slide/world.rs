//! A world of colliders that do not move by themselves. Shapes are passed as trait objects, so that the code of moves
//! is compiled once in a dimension, and not for each of them.

use crate::common::prelude::*;

pub type AffineOf<D> = <<D as Dimension>::Vector as Vector>::Affine;

pub struct World<D: Dimension> {
    app: App,
    pub settings: MoveSettings,
    /// Whether something was spawned or placed since the plugin ran.
    is_stale: bool,
    _dimension: std::marker::PhantomData<D>,
}

pub fn at<V: Vector<Scalar = f32>>(place: V) -> V::Affine {
    gjk::Affine::from_translation(place)
}

/// Returns an affine map as a dimension has it.
pub fn pose<D: Dimension>(affine: Affine3A) -> AffineOf<D> {
    D::affine(&affine.into())
}

pub fn wide<D: Dimension>(at: D::Vector) -> DVec3 {
    Vec3::from_array(D::coordinates(at)).as_dvec3()
}

impl World<Dim3> {
    pub fn cuboid(&mut self, center: Vec3, size: Vec3) -> Entity {
        self.spawn(dim3::Collider::cuboid(size.x, size.y, size.z), at_point(center))
    }
}

impl<D: Dimension> World<D> {
    /// Creates an empty world. Nothing propagates transforms, so that a `GlobalTransform` may be any affine map.
    pub fn new(skin: f32) -> Self {
        let mut app = App::new();
        app.add_plugins((bevy_app::TaskPoolPlugin::default(), CollisionPlugin::<D>::default()));
        let settings = MoveSettings { skin, ..MoveSettings::default() };
        Self { app, settings, is_stale: true, _dimension: std::marker::PhantomData }
    }

    pub fn spawn(&mut self, collider: impl Into<D::Collider>, place: Transform) -> Entity {
        self.spawn_sheared(collider.into(), GlobalTransform::from(place).affine())
    }

    pub fn spawn_sheared(&mut self, collider: D::Collider, place: Affine3A) -> Entity {
        self.is_stale = true;
        self.app.spawn((collider, GlobalTransform::from(place)))
    }

    pub fn place(&mut self, entity: Entity, place: Transform) {
        self.is_stale = true;
        *self.app.get_mut::<GlobalTransform>(entity) = place.into();
    }

    pub fn ask<T>(&mut self, ask: impl FnOnce(&CollisionQuery<D>, &MoveSettings) -> T) -> T {
        if core::mem::take(&mut self.is_stale) {
            self.app.update();
        }
        ask(&self.app.query::<D>(), &self.settings)
    }

    /// Moves a shape, and collects the hits.
    pub fn slide(
        &mut self,
        shape: &dyn Support<D::Vector>,
        pose: AffineOf<D>,
        motion: D::Vector,
    ) -> (MoveResult<D>, Vec<MoveHit<D>>) {
        let mut hits = Vec::new();
        let moved = self.slide_asking(shape, pose, motion, &mut |hit| {
            hits.push(*hit);
            MoveResponse::Slide
        });
        (moved, hits)
    }

    /// Moves a shape, and asks what each hit does to it.
    pub fn slide_asking(
        &mut self,
        shape: &dyn Support<D::Vector>,
        pose: AffineOf<D>,
        motion: D::Vector,
        respond: &mut dyn FnMut(&MoveHit<D>) -> MoveResponse,
    ) -> MoveResult<D> {
        self.ask(|query, settings| {
            query.mover(&shape, pose).with_settings(*settings).on_hit(|hit| respond(hit)).slide(motion)
        })
    }

    /// Moves a shape by the same motion for a number of frames, lets each move be checked, and returns the last place.
    pub fn walk(
        &mut self,
        shape: &dyn Support<D::Vector>,
        start: D::Vector,
        (frames, motion): (u32, D::Vector),
        check: &mut dyn FnMut(u32, &MoveResult<D>, &[MoveHit<D>]),
    ) -> D::Vector {
        let mut place = start;
        for frame in 0..frames {
            let (moved, hits) = self.slide(shape, at(place), motion);
            let _note = Note::new((frame, place, moved));
            check(frame, &moved, &hits);
            place = moved.translation;
        }
        place
    }

    pub fn push(&mut self, shape: &dyn Support<D::Vector>, pose: AffineOf<D>) -> PushResult<D> {
        self.ask(|query, settings| query.depenetrate(&shape, pose, settings, &QueryFilter::ALL))
    }

    /// Returns the distance to the nearest collider, as the plugin measures it.
    pub fn clearance(&mut self, shape: &dyn Support<D::Vector>, pose: AffineOf<D>) -> f32 {
        self.ask(|query, _| {
            let near = query.nearest(&shape.placed(pose), f32::INFINITY, &QueryFilter::ALL);
            near.map_or(f32::INFINITY, |near| near.distance)
        })
    }
}
