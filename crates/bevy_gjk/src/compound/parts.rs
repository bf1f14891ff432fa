//! One compound of entities.

use crate::collider::AffineOf;
use std::sync::Arc;

use bevy_ecs::prelude::Entity;
use bevy_transform::components::GlobalTransform;
use gjk::{Aabb, Affine, Affine3A};

use crate::collider::{Child, ColliderShape, CompositeShape};
use crate::collider::{Dimension, is_finite};
use crate::error::ColliderError;

/// An entity whose shape is a part.
#[derive(Debug)]
struct Part<D: Dimension> {
    entity: Entity,
    /// Where it stands below the entity of the whole.
    at: Affine3A,
    /// Where it stands in the whole.
    affine: AffineOf<D>,
    form: Result<ColliderShape<D>, ColliderError>,
    /// What is wrong with it, if anything is: then it is left out.
    error: Option<ColliderError>,
}

impl<D: Dimension> Part<D> {
    fn find_error(&self) -> Option<ColliderError> {
        let placed = is_finite::<D::Vector>(&self.affine);
        self.form.as_ref().err().copied().or((!placed).then_some(ColliderError::PartNotFinite))
    }
}

/// All shapes of a compound.
#[derive(Debug)]
pub(crate) struct Compound<D: Dimension> {
    /// Whose collider it is.
    pub(super) entity: Entity,
    /// Takes part.
    pub(super) enabled: bool,
    /// Was found in this run.
    pub(super) found: bool,
    parts: Vec<Part<D>>,
    /// How many of the parts have been found again.
    found_parts: usize,
    form: Option<Arc<CompositeShape<D>>>,
    /// What the form was before: its memory serves for the next one, as soon as nobody else has it any more.
    spare_shape: Option<Arc<CompositeShape<D>>>,
    /// CompositeShape came, went or have new shapes.
    reshaped: bool,
    /// CompositeShape stand elsewhere.
    moved: bool,
    /// The form is another one than that which was last given out.
    changed: bool,
    /// The parts are turned and stretched as they stand in the world, and the whole only puts them there.
    ///
    /// So it is in 2D where the entity is turned out of the plane and parts are in front of it or behind it: where these
    /// stand is no matter of the two axes that the entity has in the plane.
    uses_world_frame: bool,
    /// That is otherwise than when the form was last given out.
    frame_changed: bool,
}

impl<D: Dimension> Compound<D> {
    pub(super) fn new(entity: Entity) -> Self {
        Self {
            entity,
            enabled: true,
            found: true,
            parts: Vec::new(),
            found_parts: 0,
            form: None,
            spare_shape: None,
            reshaped: true,
            moved: false,
            changed: true,
            uses_world_frame: false,
            frame_changed: false,
        }
    }

    /// Begins to look for the parts.
    pub(super) fn begin(&mut self) {
        self.found_parts = 0;
    }

    /// Here is a part. Its form is asked for if it is new, or said to have changed.
    pub(super) fn add(
        &mut self,
        entity: Entity,
        at: Affine3A,
        changed: bool,
        form: impl FnOnce() -> Result<ColliderShape<D>, ColliderError>,
    ) {
        let place = self.found_parts;
        self.found_parts += 1;
        let form = || form().and_then(ColliderShape::bounded);
        match self.parts[place..].iter().position(|part| part.entity == entity) {
            None => {
                let affine = Affine::IDENTITY;
                self.parts.insert(place, Part { entity, at, affine, form: form(), error: None });
                self.reshaped = true;
            }
            Some(behind) => {
                if behind > 0 {
                    self.parts.swap(place, place + behind);
                    self.reshaped = true;
                }
                let part = &mut self.parts[place];
                part.at = at;
                if changed {
                    part.form = form();
                    self.reshaped = true;
                }
            }
        }
    }

    /// Whether the parts have to be turned and stretched as they stand in the world, where the entity stands there.
    fn needs_world(&self, root: &GlobalTransform) -> bool {
        // What has no place in the world is invalid as a whole.
        if !D::is_askew(root) || !is_finite::<D::Vector>(&D::affine(root)) {
            return false;
        }
        let is_known = root.affine().matrix3.z_axis.is_finite();
        self.parts.iter().any(|part| part.entity != self.entity && (!is_known || D::has_depth(&part.at)))
    }

    /// All parts are there: places them and makes the form anew if it has to be. Calls for each part that became
    /// invalid.
    pub(super) fn finish(
        &mut self,
        root: Option<&GlobalTransform>,
        boxes: &mut Vec<Aabb<D::Vector>>,
        mut invalid: impl FnMut(Entity, ColliderError),
    ) {
        self.reshaped |= self.parts.len() > self.found_parts;
        self.parts.truncate(self.found_parts);
        let turn = root.filter(|root| self.needs_world(root)).map(|root| root.affine().matrix3);
        self.frame_changed |= self.uses_world_frame != turn.is_some();
        self.uses_world_frame = turn.is_some();
        for part in &mut self.parts {
            let at = match turn {
                Some(matrix3) if part.entity == self.entity => Affine3A { matrix3, ..Affine3A::IDENTITY },
                Some(matrix3) => Affine3A { matrix3, ..Affine3A::IDENTITY } * part.at,
                None => part.at,
            };
            let affine = D::affine(&GlobalTransform::from(at));
            if part.affine != affine {
                part.affine = affine;
                self.moved = true;
            }
            let before = part.error;
            part.error = part.find_error();
            self.reshaped |= before.is_some() != part.error.is_some();
            // Of what is not mended nobody needs to hear again.
            if let Some(error) = part.error.filter(|_| before.is_none()) {
                invalid(part.entity, error);
            }
        }
        if core::mem::take(&mut self.reshaped) {
            (self.form, self.spare_shape, self.changed) = (self.group(), None, true);
        } else if self.moved {
            let mut next = self.spare_shape.take();
            if let Some(spare_shape) = next.as_mut().and_then(Arc::get_mut) {
                let sound = self.parts.iter().filter(|part| part.error.is_none());
                spare_shape.move_children(sound.map(|part| part.affine), boxes);
            } else {
                next = self.group();
            }
            self.spare_shape = core::mem::replace(&mut self.form, next);
            self.changed = true;
        }
        self.moved = false;
    }

    fn group(&self) -> Option<Arc<CompositeShape<D>>> {
        let sound = self.parts.iter().filter(|part| part.error.is_none());
        let child = |part: &Part<D>| Some(Child::of(part.entity, part.form.clone().ok()?, part.affine));
        let mut children = sound.filter_map(child).peekable();
        children.peek()?;
        Some(CompositeShape::group(children).into())
    }

    /// What it is made of, if it is there and has any part.
    pub(crate) fn shape(&self) -> Option<ColliderShape<D>> {
        self.form.clone().filter(|_| self.enabled).map(ColliderShape::Composite)
    }

    /// The map that places the form, where the entity stands there.
    pub(crate) fn affine(&self, root: &GlobalTransform) -> AffineOf<D> {
        let affine = D::affine(root);
        if self.uses_world_frame { Affine::from_translation(affine.translation()) } else { affine }
    }

    /// Whether the form is told in another frame than before, so that the map is of another kind; it is not when asked
    /// again.
    pub(crate) fn take_frame_changed(&mut self) -> bool {
        core::mem::take(&mut self.frame_changed)
    }

    /// Whose collider it is.
    pub(crate) fn entity(&self) -> Entity {
        self.entity
    }

    /// Whether the form is another one than before; it is not when asked again.
    pub(crate) fn take_changed(&mut self) -> bool {
        core::mem::take(&mut self.changed)
    }
}
