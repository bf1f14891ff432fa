//! One compound: its parts, and the composite shape made from them.
//!
//! The composite shape is rebuilt if its parts or their shapes change. If the parts only move, the maps of the previous
//! but one composite are replaced and its BVH is rebuilt in place, unless a reader still holds it.

use crate::collider::AffineOf;
use std::sync::Arc;

use bevy_ecs::prelude::Entity;
use bevy_transform::components::GlobalTransform;
use gjk::{Aabb, Affine, Affine3A};

use crate::collider::{
    Child, ColliderError, ColliderShape, CompositeShape, Dimension, is_finite, part_count,
};

/// An entity below a compound, whose shape is a part of it.
#[derive(Debug)]
struct Part<D: Dimension> {
    entity: Entity,
    /// The 3D map from the entity to the root of the compound.
    local: Affine3A,
    /// The map of the shape in the composite shape.
    affine: AffineOf<D>,
    /// The map of the run before, if it has moved relative to the root since then.
    before: Option<AffineOf<D>>,
    /// Whether `local` has changed in this run.
    has_new_local: bool,
    shape: Result<ColliderShape<D>, ColliderError>,
    /// The error for which it is left out, if it is invalid.
    error: Option<ColliderError>,
}

impl<D: Dimension> Part<D> {
    /// Returns how many convex parts a composite shape has with this part and a number of parts before it.
    ///
    /// # Errors
    /// That of the shape, or that of the map, or that there are too many.
    fn count_with(&self, before: u32) -> Result<u32, ColliderError> {
        let shape = self.shape.as_ref().map_err(|&error| error)?;
        if !is_finite::<D::Vector>(&self.affine) {
            return Err(ColliderError::PartNotFinite);
        }
        part_count(u64::from(before) + u64::from(shape.len()))
    }
}

/// A compound: its parts and the composite shape made from them.
#[derive(Debug)]
pub(crate) struct Compound<D: Dimension> {
    /// The root: the entity with the `CompoundCollider`.
    pub(super) entity: Entity,
    /// Whether the root is enabled.
    pub(super) enabled: bool,
    /// Whether the root was found in this run.
    pub(super) found: bool,
    parts: Vec<Part<D>>,
    /// The number of parts that have been found in this run.
    found_parts: usize,
    shape: Option<Arc<CompositeShape<D>>>,
    /// The previous shape, whose memory is reused once no reader holds it.
    spare_shape: Option<Arc<CompositeShape<D>>>,
    /// Whether parts were added, removed or reordered, or have new shapes.
    reshaped: bool,
    /// Whether parts moved.
    moved: bool,
    /// Whether the shape has changed since [`take_changed`](Self::take_changed).
    changed: bool,
    /// Whether the parts have the rotation and scale of the world, and the map of the compound only translates them.
    ///
    /// This is needed in 2D where the entity is rotated about x or y and parts have a z offset from it: their positions
    /// do not follow from the root's 2D map.
    uses_world_frame: bool,
    /// Whether `uses_world_frame` has changed since [`take_frame_changed`](Self::take_frame_changed).
    frame_changed: bool,
}

impl<D: Dimension> Compound<D> {
    /// Creates a compound without parts.
    pub(super) fn new(entity: Entity) -> Self {
        Self {
            entity,
            enabled: true,
            found: true,
            parts: Vec::new(),
            found_parts: 0,
            shape: None,
            spare_shape: None,
            reshaped: true,
            moved: false,
            changed: true,
            uses_world_frame: false,
            frame_changed: false,
        }
    }

    /// Begins to collect the parts of this run.
    pub(super) fn begin(&mut self) {
        self.found_parts = 0;
    }

    /// Adds a part, or updates the one of this entity. Calls `prepare` for its shape if it is new or `changed`.
    pub(super) fn add(
        &mut self,
        entity: Entity,
        local: Affine3A,
        changed: bool,
        prepare: impl FnOnce() -> Result<ColliderShape<D>, ColliderError>,
    ) {
        let index = self.found_parts;
        self.found_parts += 1;
        let prepare = || prepare().and_then(ColliderShape::bounded);
        match self.parts[index..].iter().position(|part| part.entity == entity) {
            None => {
                let (affine, shape) = (Affine::IDENTITY, prepare());
                let part =
                    Part { entity, local, affine, before: None, has_new_local: false, shape, error: None };
                self.parts.insert(index, part);
                self.reshaped = true;
            }
            Some(offset) => {
                if offset > 0 {
                    self.parts.swap(index, index + offset);
                    self.reshaped = true;
                }
                let part = &mut self.parts[index];
                part.has_new_local = part.local != local;
                part.local = local;
                if changed {
                    part.shape = prepare();
                    self.reshaped = true;
                }
            }
        }
    }

    /// Returns whether the parts need the rotation and scale of the world: see
    /// [`uses_world_frame`](Self::uses_world_frame).
    fn needs_world_frame(&self, root: &GlobalTransform) -> bool {
        // A compound whose map is not finite is invalid anyway.
        if !D::mixes_depth(root) || !is_finite::<D::Vector>(&D::affine(root)) {
            return false;
        }
        let is_z_finite = root.affine().matrix3.z_axis.is_finite();
        self.parts
            .iter()
            .any(|part| part.entity != self.entity && (!is_z_finite || D::has_depth(&part.local)))
    }

    /// Finishes the collection of parts: places them and updates the composite shape if needed. Calls `on_invalid` for
    /// each part that became invalid.
    pub(super) fn finish(
        &mut self,
        root: Option<&GlobalTransform>,
        aabbs: &mut Vec<Aabb<D::Vector>>,
        mut on_invalid: impl FnMut(Entity, ColliderError),
    ) {
        self.reshaped |= self.parts.len() > self.found_parts;
        self.parts.truncate(self.found_parts);
        let world_matrix = root.filter(|root| self.needs_world_frame(root)).map(|root| root.affine().matrix3);
        self.frame_changed |= self.uses_world_frame != world_matrix.is_some();
        self.uses_world_frame = world_matrix.is_some();
        let mut count = 0;
        for part in &mut self.parts {
            let map = match world_matrix {
                Some(matrix3) if part.entity == self.entity => Affine3A { matrix3, ..Affine3A::IDENTITY },
                Some(matrix3) => Affine3A { matrix3, ..Affine3A::IDENTITY } * part.local,
                None => part.local,
            };
            let affine = D::affine(&GlobalTransform::from(map));
            part.before = None;
            if part.affine != affine {
                part.before = part.has_new_local.then_some(part.affine);
                part.affine = affine;
                self.moved = true;
            }
            let last_error = part.error;
            match part.count_with(count) {
                Ok(with_part) => (count, part.error) = (with_part, None),
                Err(error) => part.error = Some(error),
            }
            self.reshaped |= last_error.is_some() != part.error.is_some();
            // One warning until the part is valid again.
            if let Some(error) = part.error.filter(|_| last_error.is_none()) {
                on_invalid(part.entity, error);
            }
        }
        if core::mem::take(&mut self.reshaped) {
            (self.shape, self.spare_shape, self.changed) = (self.group(), None, true);
        } else if self.moved {
            let mut next = self.spare_shape.take();
            if let Some(spare_shape) = next.as_mut().and_then(Arc::get_mut) {
                let valid = self.parts.iter().filter(|part| part.error.is_none());
                spare_shape.move_children(valid.map(|part| part.affine), aabbs);
            } else {
                next = self.group();
            }
            self.spare_shape = core::mem::replace(&mut self.shape, next);
            self.changed = true;
        }
        self.moved = false;
    }

    /// Makes a composite shape of all valid parts; `None` if there are none.
    fn group(&self) -> Option<Arc<CompositeShape<D>>> {
        let valid = self.parts.iter().filter(|part| part.error.is_none());
        let child = |part: &Part<D>| Some(Child::of(part.entity, part.shape.clone().ok()?, part.affine));
        let mut children = valid.filter_map(child).peekable();
        children.peek()?;
        // The parts that would be too many are among the invalid ones.
        Some(CompositeShape::group(children).ok()?.into())
    }

    /// Returns the composite shape, if the compound is enabled and has a valid part.
    pub(crate) fn shape(&self) -> Option<ColliderShape<D>> {
        self.shape.clone().filter(|_| self.enabled).map(ColliderShape::Composite)
    }

    /// Returns the map that places the shape in the world, from the root's `GlobalTransform`.
    pub(crate) fn affine(&self, root: &GlobalTransform) -> AffineOf<D> {
        let affine = D::affine(root);
        if self.uses_world_frame { Affine::from_translation(affine.translation()) } else { affine }
    }

    /// Returns whether the frame of the shape has changed since the last call. Then maps of earlier runs cannot be
    /// compared with the present one.
    pub(crate) fn take_frame_changed(&mut self) -> bool {
        core::mem::take(&mut self.frame_changed)
    }

    /// Returns whether the shape of an entity is a valid part of it.
    pub(super) fn has_valid_part(&self, entity: Entity) -> bool {
        self.parts.iter().any(|part| part.entity == entity && part.error.is_none())
    }

    /// Returns why a part is left out, if it is invalid.
    pub(super) fn error_of_part(&self, entity: Entity) -> Option<ColliderError> {
        self.parts.iter().find(|part| part.entity == entity)?.error
    }

    /// Returns whether it has no valid part.
    pub(super) fn is_empty(&self) -> bool {
        self.parts.iter().all(|part| part.error.is_some())
    }

    /// Iterates over the valid parts that have moved relative to the root since the last run.
    pub(crate) fn moved_parts(&self) -> impl Iterator<Item = Entity> {
        let moved = self.parts.iter().filter(|part| part.before.is_some() && part.error.is_none());
        moved.map(|part| part.entity)
    }

    /// Calls `visit` for each of them with the AABBs of where it was and is, from the map of the compound.
    pub(super) fn each_motion(&self, affine: &AffineOf<D>, mut visit: impl FnMut(Entity, Aabb<D::Vector>)) {
        for part in self.parts.iter().filter(|part| part.error.is_none()) {
            if let (Some(before), Ok(shape)) = (&part.before, &part.shape)
                && is_finite::<D::Vector>(before)
            {
                let [before, after] =
                    [before, &part.affine].map(|within| shape.bounds(&D::compose(affine, within)));
                visit(part.entity, before.union(after));
            }
        }
    }

    /// Returns the root entity.
    pub(crate) fn entity(&self) -> Entity {
        self.entity
    }

    /// Returns whether the shape has changed since the last call.
    pub(crate) fn take_changed(&mut self) -> bool {
        core::mem::take(&mut self.changed)
    }
}
