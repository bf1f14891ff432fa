//! One collider as the systems hold it: its checked shape, where it stands, and on what terms it takes part.

use crate::collider::AffineOf;
use core::ops::ControlFlow;

use bevy_ecs::prelude::Entity;
use gjk::{Aabb, Affine, Placed, Support, TransformCache, Vector};

use super::place::{around, set_bounding_volumes};
use super::settings::{ColliderSettings, InteractionFilter};
use super::swept_motion::SweptMotion;
use crate::collider::BoundingVolumes;
use crate::collider::is_finite;
use crate::collider::{ColliderShape, ConvexOf};
use crate::collider::{Dimension, Shape};
use crate::error::ColliderError;
use crate::layers::CollisionLayers;
use crate::prefetch::prefetch;

/// Whether a collider takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Its box is still to be computed.
    New,
    /// It does.
    Active,
    /// The shape or the transform is invalid.
    Invalid,
    /// Its entity is not there any more; its pairs are still to be removed.
    Removed,
    /// It belongs to no entity and to no pair.
    Free,
}

impl State {
    /// Whether it belongs to an entity.
    pub(crate) fn is_occupied(self) -> bool {
        matches!(self, Self::New | Self::Active | Self::Invalid)
    }
}

/// One collider, as it was when the bounds were last computed.
///
/// What all tests need comes first, two lines of the processor's cache in the plane and three in space, of three and
/// four; and of it, what changes as it moves: to put down a move, no other line is written, but for the middle of what
/// turns around another point.
#[derive(Debug)]
#[repr(C, align(64))]
pub struct PlacedCollider<D: Dimension> {
    pub(crate) affine: AffineOf<D>,
    /// Of a single convex shape, what the map makes of its size.
    pub(crate) transform_cache: Option<TransformCache<D::Vector>>,
    /// The radius of a ball around the shape; not a number where none is known.
    pub(crate) radius: f32,
    /// The tight box around the shape, under all of the map but the translation, up to the rounding of its corners.
    pub(crate) local_aabb: Aabb<D::Vector>,
    pub(crate) shape: Result<ColliderShape<D>, ColliderError>,
    /// Of a swept collider, from where it comes.
    pub(super) motion: Option<Box<SweptMotion<D>>>,
    pub(crate) margin: f32,
    pub(crate) touch_only: bool,
    pub(crate) state: State,
    /// What surrounds it is to be computed.
    pub(crate) needs_volumes: bool,
    /// It is a half-space.
    pub(crate) is_half_space: bool,
    /// Its box is to be computed.
    pub(super) needs_aabb: bool,
    pub(crate) slot: u32,
    pub(crate) settings: InteractionFilter,
    pub(crate) entity: Entity,
    /// The run of the systems in which the entity was last looked at.
    pub(crate) seen: u32,
    /// The middle of the ball, under all of the map but the translation.
    pub(crate) center: D::Vector,
}

impl<D: Dimension> PlacedCollider<D> {
    pub(super) fn new(entity: Entity, slot: u32) -> Self {
        Self {
            entity,
            slot,
            state: State::New,
            seen: 0,
            center: D::Vector::ZERO,
            needs_aabb: false,
            needs_volumes: true,
            is_half_space: false,
            margin: 0.0,
            touch_only: false,
            settings: InteractionFilter::default(),
            affine: Affine::IDENTITY,
            transform_cache: None,
            radius: f32::NAN,
            local_aabb: Aabb::default(),
            shape: Err(ColliderError::NoCustomShape),
            motion: None,
        }
    }

    /// Creates a collider that belongs to no entity, where a map places it.
    ///
    /// # Errors
    /// A map that holds a NaN or an infinity is an error.
    pub(crate) fn detached(shape: ColliderShape<D>, affine: AffineOf<D>) -> Result<Self, ColliderError> {
        let mut collider = Self::new(Entity::PLACEHOLDER, u32::MAX);
        collider.reshape(Ok(shape));
        collider.state = State::Active;
        collider.move_detached(affine)?;
        Ok(collider)
    }

    /// Moves a collider that belongs to no entity.
    ///
    /// # Errors
    /// A map that holds a NaN or an infinity is an error, and the collider stays where it is.
    pub(crate) fn move_detached(&mut self, affine: AffineOf<D>) -> Result<(), ColliderError> {
        if !is_finite::<D::Vector>(&affine) {
            return Err(ColliderError::TransformNotFinite);
        }
        let [_, turned] = self.transform(affine);
        if turned || self.needs_volumes {
            set_bounding_volumes(self)?;
        }
        Ok(())
    }

    /// Returns a copy of a collider that belongs to no entity.
    pub(crate) fn clone_detached(&self) -> Self {
        let mut collider = Self::new(self.entity, self.slot);
        (collider.affine, collider.state, collider.shape) = (self.affine, self.state, self.shape.clone());
        (collider.transform_cache, collider.radius, collider.local_aabb, collider.center) =
            (self.transform_cache, self.radius, self.local_aabb, self.center);
        (collider.is_half_space, collider.needs_volumes) = (self.is_half_space, self.needs_volumes);
        collider
    }

    /// Takes over another map, and tells whether it moved, and whether it turned.
    #[inline]
    pub(super) fn transform(&mut self, affine: AffineOf<D>) -> [bool; 2] {
        let turned = (0..D::Vector::DIMENSION).any(|index| affine.column(index) != self.affine.column(index));
        let moved = affine.translation() != self.affine.translation();
        self.affine = affine;
        [turned || moved, turned]
    }

    /// Takes over another shape.
    pub(super) fn reshape(&mut self, shape: Result<ColliderShape<D>, ColliderError>) {
        let convex = shape.as_ref().ok().and_then(ColliderShape::convex);
        self.is_half_space = convex.is_some_and(|shape| shape.half_space().is_some());
        self.shape = shape;
        self.needs_volumes = true;
    }

    /// Takes over what surrounds the shape now.
    #[inline(always)]
    pub(crate) fn set_bounding_volumes(
        &mut self,
        BoundingVolumes { transform_cache, center, radius, bounds }: BoundingVolumes<D::Vector>,
    ) {
        (self.transform_cache, self.radius, self.local_aabb) = (transform_cache, radius, bounds);
        // As a rule these stay as they are.
        if self.center != center {
            self.center = center;
        }
        if self.needs_volumes {
            self.needs_volumes = false;
        }
    }

    /// Takes over other terms, and tells whether they differ from those before.
    #[inline]
    pub(super) fn update_settings(&mut self, new: &ColliderSettings) -> bool {
        let same = self.margin == new.margin && self.touch_only == new.touch_only;
        (self.margin, self.touch_only) = (new.margin, new.touch_only);
        self.settings.update(new) || !same
    }

    /// A number below 16 for what kind of shape it is.
    #[inline(always)]
    pub(super) fn kind(&self) -> u8 {
        match &self.shape {
            Ok(ColliderShape::Convex(shape)) => D::Collider::kind(shape),
            _ => 15,
        }
    }

    /// Asks for what tests need.
    #[inline(always)]
    pub(crate) fn prefetch(&self) {
        prefetch(&self.affine);
        prefetch(&self.shape);
        prefetch(&self.transform_cache);
    }

    /// Whose collider it is.
    #[inline]
    pub fn entity(&self) -> Entity {
        self.entity
    }

    /// The box around the shape where it stands, larger by the tolerance of touching and the
    /// [`ProximityMargin`](crate::ProximityMargin): what does not meet it cannot touch, nor be near. Around all
    /// of its way, if it is [swept](crate::SweptCollider).
    #[inline]
    pub fn bounds(&self) -> Aabb<D::Vector> {
        around(self)
    }

    /// The radius of a ball within the shape, around the middle of the one around it; 0 where none is known.
    #[inline]
    pub(crate) fn inscribed_radius(&self) -> f32 {
        self.transform_cache.map_or(0.0, |fit| fit.inscribed_radius())
    }

    /// Whether it takes part; a collider that rests, or whose entity is gone, does not.
    #[inline]
    pub(crate) fn is_active(&self) -> bool {
        self.state == State::Active
    }

    /// Its layers.
    #[inline]
    pub fn layers(&self) -> CollisionLayers {
        self.settings.layers
    }

    /// Up to which distance it takes notice of others; 0 without a
    /// [`ProximityMargin`](crate::ProximityMargin).
    #[inline]
    pub fn margin(&self) -> f32 {
        self.margin
    }

    /// Whether it is [`TouchOnly`](crate::TouchOnly).
    #[inline]
    pub fn is_touch_only(&self) -> bool {
        self.touch_only
    }

    /// Whether layers, exceptions and [`NoSelfCollision`](crate::NoSelfCollision) let the two meet.
    #[inline]
    pub fn may_meet(&self, other: &Self) -> bool {
        self.entity != other.entity && self.settings.allow(&other.settings, [self.entity, other.entity])
    }

    /// What it is made of; nothing while it rests.
    #[inline]
    pub fn shape(&self) -> Option<&ColliderShape<D>> {
        match (&self.shape, self.state) {
            (Ok(form), State::Active) => Some(form),
            _ => None,
        }
    }

    /// The map that places it in the world.
    #[inline]
    pub fn affine(&self) -> &<D::Vector as Vector>::Affine {
        &self.affine
    }

    /// The shape where it stands in the world, if it is a single convex one; nothing while it rests.
    ///
    /// It may be a half-space, which has no end.
    #[inline]
    pub fn placed(&self) -> Option<Placed<&ConvexOf<D>, D::Vector>> {
        match (&self.shape, self.state) {
            (Ok(ColliderShape::Convex(shape)), State::Active) => Some(match &self.transform_cache {
                Some(fit) => Placed::with_cache(shape, self.affine, fit),
                None => Placed::new(shape, self.affine),
            }),
            _ => None,
        }
    }

    /// What of a single convex shape was computed from the map: with both, [`Placed::fitted`] makes what is
    /// [placed](Self::placed). Nothing while it rests.
    #[inline(always)]
    pub(crate) fn convex_with_cache(&self) -> Option<(&ConvexOf<D>, &TransformCache<D::Vector>)> {
        match (&self.shape, &self.transform_cache, self.state) {
            (Ok(ColliderShape::Convex(shape)), Some(fit), State::Active) => Some((shape, fit)),
            _ => None,
        }
    }

    /// Calls with the convex part of this index where it stands in the world: 0 if it is a single one. Not at
    /// all if there is none, or while it rests.
    pub fn with_part<T>(
        &self,
        index: u32,
        visit: impl FnOnce(&Placed<&ConvexOf<D>, D::Vector>) -> T,
    ) -> Option<T> {
        match self.shape()? {
            ColliderShape::Convex(shape) => (index == 0).then(|| visit(&Placed::new(shape, self.affine))),
            ColliderShape::Composite(parts) => parts.with_part(index, &self.affine, visit),
        }
    }

    /// Calls for each convex part whose box meets another one, until told to break: with its index, and where
    /// it stands in the world.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// use core::ops::ControlFlow;
    /// use bevy_gjk::{Aabb, dim3::prelude::*};
    ///
    /// fn count(collisions: Res<Collisions>, walls: Query<Entity, With<Collider>>) {
    ///     for wall in walls.iter().filter_map(|wall| collisions.colliders().get(wall)) {
    ///         let around = Aabb { min: gjk::Vec3::splat(-1.0), max: gjk::Vec3::splat(1.0) };
    ///         let mut count = 0;
    ///         let _ = wall.parts_within(&around, |_, part| {
    ///             count += usize::from(gjk::intersects(part, &gjk::Sphere::new(1.0)));
    ///             ControlFlow::Continue(())
    ///         });
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(count);
    /// ```
    pub fn parts_within(
        &self,
        bounds: &Aabb<D::Vector>,
        visit: impl FnMut(u32, &Placed<&ConvexOf<D>, D::Vector>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.parts_in_order(|around| around.overlaps(bounds).then_some(0.0), visit)
    }

    /// Calls for each convex part that `order` wants, until told to break: sooner for those for which it gives
    /// less.
    ///
    /// `order` is asked about boxes in the world: around many parts at first, around single ones at last.
    /// Where it gives nothing, nothing that is inside is visited. It may become choosier meanwhile, as when
    /// the nearest part is searched.
    pub fn parts_in_order(
        &self,
        mut order: impl FnMut(&Aabb<D::Vector>) -> Option<f32>,
        mut visit: impl FnMut(u32, &Placed<&ConvexOf<D>, D::Vector>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self.shape() {
            Some(ColliderShape::Convex(shape)) if order(&self.bounds()).is_some() => {
                visit(0, &Placed::new(shape, self.affine))
            }
            Some(ColliderShape::Composite(parts)) => parts.visit(&self.affine, order, visit),
            _ => ControlFlow::Continue(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use core::mem::{offset_of, size_of};

    use crate::dim2::Dim2;
    use crate::dim3::Dim3;
    use crate::proxies::PlacedCollider;

    /// A little more would be a whole line of the cache more.
    #[test]
    fn rows_fill_three_and_four_lines_of_the_cache() {
        assert_eq!(size_of::<PlacedCollider<Dim2>>(), 3 * 64);
        assert_eq!(size_of::<PlacedCollider<Dim3>>(), 4 * 64);
    }

    /// Of these, a move changes the first two at most, and tests need no more than two and three.
    #[test]
    fn what_is_used_together_is_in_the_same_lines() {
        assert!(offset_of!(PlacedCollider<Dim2>, shape) < 2 * 64);
        assert!(offset_of!(PlacedCollider<Dim3>, shape) <= 2 * 64);
        assert!(offset_of!(PlacedCollider<Dim2>, needs_aabb) <= 2 * 64);
        assert!(offset_of!(PlacedCollider<Dim3>, needs_aabb) <= 3 * 64);
    }
}
