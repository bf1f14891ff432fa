//! A collider as the table stores it: its checked shape, its affine map, and its interaction filter.

use crate::collider::AffineOf;

use bevy_ecs::prelude::Entity;
use gjk::support::TransformCache;
use gjk::{Aabb, Affine, Placed, Support, Vector};

mod face;
mod parts;

use super::compute_proxy::{aabb_of, compute_proxy};
use super::proxy::Proxy;
use super::settings::{ColliderSettings, FilterReason, InteractionFilter};
use super::swept_motion::SweptMotion;
use crate::collider::{
    BoundingVolumes, ColliderError, ColliderShape, CollisionLayers, CollisionSpace, CompositeShape, ConvexOf,
    Dimension, PlacedPart, has_same_linear_part,
};
use crate::detection::hot_loops::prefetch;
pub use face::SurfaceFace;
pub use parts::SourcePart;

/// Whether a collider takes part in the detection, and if not, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// The AABB is not computed yet.
    New,
    /// A restored state knows the collider, and the world has not been read since.
    Unread,
    /// It takes part.
    Active,
    /// The shape or the transform is invalid.
    Invalid,
    /// The entity has no collider anymore; its edges in the contact graph are still to be removed.
    Removed,
    /// The slot belongs to no entity and to no edge.
    Free,
}

impl State {
    /// Returns whether the slot belongs to an entity.
    pub(crate) fn is_occupied(self) -> bool {
        matches!(self, Self::New | Self::Unread | Self::Active | Self::Invalid)
    }
}

/// A collider as it was when the AABBs were last computed.
///
/// The fields are ordered by use: those that every test reads come first, in two of three cache lines in 2D and in
/// three of four in 3D. Among these, the fields that change with each move come first again, so that a move writes to
/// no other line, except for the center of a collider that turns around another point.
#[derive(Debug)]
#[repr(C, align(64))]
pub struct PlacedCollider<D: Dimension> {
    pub(crate) affine: AffineOf<D>,
    /// The data that a single convex shape caches for this map.
    pub(crate) transform_cache: Option<TransformCache<D::Vector>>,
    /// The radius of the bounding sphere; NaN if it is unknown.
    pub(crate) radius: f32,
    /// The AABB of the shape under the linear part of the map, exact up to rounding.
    pub(crate) local_aabb: Aabb<D::Vector>,
    pub(crate) shape: Result<ColliderShape<D>, ColliderError>,
    /// Of a swept collider, the motion since the last test.
    pub(super) motion: Option<Box<SweptMotion<D>>>,
    pub(crate) margin: f32,
    pub(crate) state: State,
    /// The bounding volumes are to be computed.
    pub(crate) needs_volumes: bool,
    /// The shape is a half-space.
    pub(crate) is_half_space: bool,
    /// The AABB is to be computed.
    pub(super) needs_aabb: bool,
    pub(crate) slot: u32,
    pub(crate) filter: InteractionFilter,
    pub(crate) entity: Entity,
    /// The run in which the components of the entity were last read.
    pub(crate) last_visited_run: u32,
    /// The center of the bounding sphere, under the linear part of the map.
    pub(crate) center: D::Vector,
}

impl<D: Dimension> PlacedCollider<D> {
    /// Creates a collider without a shape, whose AABB is still to be computed.
    pub(super) fn new(entity: Entity, slot: u32) -> Self {
        Self {
            entity,
            slot,
            state: State::New,
            last_visited_run: 0,
            center: D::Vector::ZERO,
            needs_aabb: false,
            needs_volumes: true,
            is_half_space: false,
            margin: 0.0,
            filter: InteractionFilter::default(),
            affine: Affine::IDENTITY,
            transform_cache: None,
            radius: f32::NAN,
            local_aabb: Aabb::default(),
            shape: Err(ColliderError::NoCustomShape),
            motion: None,
        }
    }

    /// Creates a collider that belongs to no entity, placed by an affine map.
    ///
    /// # Errors
    /// Returns why a collider of an entity would be invalid there.
    pub(crate) fn detached(shape: ColliderShape<D>, affine: AffineOf<D>) -> Result<Self, ColliderError> {
        let mut collider = Self::new(Entity::PLACEHOLDER, u32::MAX);
        collider.set_shape(Ok(shape));
        collider.state = State::Active;
        collider.move_detached(affine)?;
        Ok(collider)
    }

    /// Moves a collider that belongs to no entity.
    ///
    /// # Errors
    /// Returns why a collider of an entity would be invalid there; the collider stays where it is.
    pub(crate) fn move_detached(&mut self, affine: AffineOf<D>) -> Result<(), ColliderError> {
        let last = self.affine;
        let mut place = |affine| {
            let [_, linear_changed] = self.set_affine(affine);
            compute_proxy(self, &mut Proxy::unplaced(self.slot), linear_changed)
        };
        // What was valid is valid again.
        place(affine).inspect_err(|_| _ = place(last))
    }

    /// Returns a copy of a collider that belongs to no entity.
    pub(crate) fn clone_detached(&self) -> Self {
        let mut collider = Self::new(self.entity, self.slot);
        (collider.affine, collider.state, collider.shape) = (self.affine, self.state, self.shape.clone());
        (collider.transform_cache, collider.radius, collider.local_aabb, collider.center) =
            (self.transform_cache, self.radius, self.local_aabb, self.center);
        (collider.is_half_space, collider.needs_volumes) = (self.is_half_space, self.needs_volumes);
        collider.filter = self.filter.only_layers();
        collider
    }

    /// Replaces the map, and returns whether it changed at all, and whether its linear part changed.
    #[inline]
    pub(super) fn set_affine(&mut self, affine: AffineOf<D>) -> [bool; 2] {
        let linear_changed = !has_same_linear_part::<D::Vector>(&affine, &self.affine);
        let moved = affine.translation() != self.affine.translation();
        self.affine = affine;
        [linear_changed || moved, linear_changed]
    }

    /// Returns whether it has the same shape, if that is a convex one.
    pub(super) fn has_shape(&self, shape: &Result<ColliderShape<D>, ColliderError>) -> bool {
        let shapes = [&self.shape, shape].map(|shape| shape.as_ref().ok().and_then(ColliderShape::convex));
        shapes[0].is_some() && shapes[0] == shapes[1]
    }

    /// Replaces the shape.
    pub(super) fn set_shape(&mut self, shape: Result<ColliderShape<D>, ColliderError>) {
        let convex = shape.as_ref().ok().and_then(ColliderShape::convex);
        self.is_half_space = convex.is_some_and(|shape| shape.half_space().is_some());
        self.shape = shape;
        self.needs_volumes = true;
    }

    /// Replaces the bounding volumes.
    #[inline(always)]
    pub(crate) fn set_bounding_volumes(
        &mut self,
        BoundingVolumes { transform_cache, center, radius, bounds }: BoundingVolumes<D::Vector>,
    ) {
        (self.transform_cache, self.radius, self.local_aabb) = (transform_cache, radius, bounds);
        // These rarely change, and a write would dirty another cache line.
        if self.center != center {
            self.center = center;
        }
        if self.needs_volumes {
            self.needs_volumes = false;
        }
    }

    /// Replaces the settings once the shape is the new one, and returns whether they changed.
    #[inline]
    pub(super) fn update_settings(&mut self, new: &ColliderSettings) -> bool {
        let unchanged = self.margin == new.margin;
        self.margin = new.margin;
        let parts = self.shape.as_ref().ok().and_then(ColliderShape::composite);
        self.filter.update(new, parts.and_then(CompositeShape::layers_of_kinds)) || !unchanged
    }

    /// Prefetches the cache lines that a test reads.
    #[inline(always)]
    pub(crate) fn prefetch(&self) {
        prefetch(&self.affine);
        prefetch(&self.shape);
        prefetch(&self.transform_cache);
    }

    /// Returns the entity of the collider.
    #[inline]
    pub fn entity(&self) -> Entity {
        self.entity
    }

    /// Returns the AABB in the world, enlarged by the padding for touching and by the
    /// [`ProximityMargin`](crate::ProximityMargin): a collider that does not overlap it neither touches this one nor is
    /// near it. Of a [swept](crate::SweptCollider) collider it is the AABB of its whole motion.
    #[inline]
    #[doc(alias = "AABB")]
    pub fn bounds(&self) -> Aabb<D::Vector> {
        aabb_of(self)
    }

    /// Returns the radius of the inscribed sphere around the center of the bounding sphere; 0 if it is unknown.
    #[inline]
    pub(crate) fn inscribed_radius(&self) -> f32 {
        self.transform_cache.map_or(0.0, |cache| cache.inscribed_radius())
    }

    /// Returns whether the collider takes part: it is valid, and its entity still has it.
    #[inline]
    pub(crate) fn is_active(&self) -> bool {
        self.state == State::Active
    }

    /// Returns its collision layers: of a grid with [kinds](crate::grid::CellKind::layers) that have their own, those
    /// of all its cells together.
    #[inline]
    pub fn layers(&self) -> CollisionLayers {
        self.filter.layers
    }

    /// Returns the layers of parts that have none of their own.
    #[inline]
    pub(crate) fn layers_of_entity(&self) -> CollisionLayers {
        self.filter.layers_of_entity()
    }

    /// Returns the [space](CollisionSpace) that it is in, by its entity or by one above.
    #[inline]
    pub fn space(&self) -> CollisionSpace {
        self.filter.space
    }

    /// Returns the distance up to which others count as near; 0 without a
    /// [`ProximityMargin`](crate::ProximityMargin).
    #[inline]
    pub fn margin(&self) -> f32 {
        self.margin
    }

    /// Returns whether two colliders should collide, by their spaces, layers, exceptions and
    /// [`NoSelfCollision`](crate::NoSelfCollision).
    #[inline]
    pub fn should_collide(&self, other: &Self) -> bool {
        self.filter_reason(other).is_none()
    }

    /// Returns why two colliders [should not collide](Self::should_collide), or `None` if they should.
    #[inline]
    pub(crate) fn filter_reason(&self, other: &Self) -> Option<FilterReason> {
        if self.entity == other.entity {
            return Some(FilterReason::SameEntity);
        }
        self.filter.filter_reason(&other.filter, [self.entity, other.entity])
    }

    /// Returns the shape, or `None` while the collider is invalid.
    #[inline]
    pub fn shape(&self) -> Option<&ColliderShape<D>> {
        match (&self.shape, self.state) {
            (Ok(shape), State::Active) => Some(shape),
            _ => None,
        }
    }

    /// Returns the affine map that places the shape in the world.
    #[inline]
    pub fn affine(&self) -> &<D::Vector as Vector>::Affine {
        &self.affine
    }

    /// Returns the shape placed in the world, if it is a single convex one; `None` while the collider is invalid.
    ///
    /// The shape may be a half-space, which is unbounded.
    #[inline]
    pub fn placed(&self) -> Option<PlacedPart<'_, D>> {
        match (&self.shape, self.state) {
            (Ok(ColliderShape::Convex(shape)), State::Active) => Some(match &self.transform_cache {
                Some(cache) => Placed::with_cache(shape, self.affine, cache),
                None => Placed::new(shape, self.affine),
            }),
            _ => None,
        }
    }

    /// Returns a single convex shape and what it caches for the map: together with the [map](Self::affine) they make
    /// the [placed](Self::placed) shape, by [`Placed::with_cache`]. `None` while the collider is invalid.
    #[inline(always)]
    pub(crate) fn convex_with_cache(&self) -> Option<(&ConvexOf<D>, &TransformCache<D::Vector>)> {
        match (&self.shape, &self.transform_cache, self.state) {
            (Ok(ColliderShape::Convex(shape)), Some(cache), State::Active) => Some((shape, cache)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use core::mem::{offset_of, size_of};

    use crate::collider::{Dim2, Dim3};
    use crate::detection::proxies::PlacedCollider;

    /// One more field could cost a whole cache line.
    #[test]
    fn a_placed_collider_fills_three_cache_lines_in_2d_and_four_in_3d() {
        assert_eq!(size_of::<PlacedCollider<Dim2>>(), 3 * 64);
        assert_eq!(size_of::<PlacedCollider<Dim3>>(), 4 * 64);
    }

    /// A move writes to the first two lines at most, and tests read no more than two in 2D and three in 3D.
    #[test]
    fn fields_that_are_used_together_share_cache_lines() {
        assert!(offset_of!(PlacedCollider<Dim2>, shape) < 2 * 64);
        assert!(offset_of!(PlacedCollider<Dim3>, shape) <= 2 * 64);
        assert!(offset_of!(PlacedCollider<Dim2>, needs_aabb) <= 2 * 64);
        assert!(offset_of!(PlacedCollider<Dim3>, needs_aabb) <= 3 * 64);
    }
}
