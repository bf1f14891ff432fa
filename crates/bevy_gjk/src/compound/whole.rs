//! One compound of entities.

use std::sync::Arc;

use bevy_ecs::prelude::Entity;
use gjk::{Aabb, Vector};

use crate::collider::{Form, Member, Parts};
use crate::dimension::{Dimension, is_finite};
use crate::validate::ColliderError;

/// The affine map that places a shape.
type AffineOf<D> = <<D as Dimension>::Vector as Vector>::Affine;

/// An entity whose shape is a part.
#[derive(Debug)]
struct Part<D: Dimension> {
    entity: Entity,
    /// Where it stands in the whole.
    affine: AffineOf<D>,
    form: Result<Form<D>, ColliderError>,
    /// What is wrong with it, if anything is: then it is left out.
    fault: Option<ColliderError>,
}

impl<D: Dimension> Part<D> {
    fn find_fault(&self) -> Option<ColliderError> {
        let placed = is_finite::<D::Vector>(&self.affine);
        self.form.as_ref().err().copied().or((!placed).then_some(ColliderError::PartNotFinite))
    }
}

/// All shapes of a compound.
#[derive(Debug)]
pub(crate) struct Whole<D: Dimension> {
    /// Whose collider it is.
    pub(super) entity: Entity,
    /// Takes part.
    pub(super) enabled: bool,
    /// Was found in this run.
    pub(super) found: bool,
    parts: Vec<Part<D>>,
    /// How many of the parts have been found again.
    again: usize,
    form: Option<Arc<Parts<D>>>,
    /// What the form was before: its memory serves for the next one, as soon as nobody else has it any more.
    spare: Option<Arc<Parts<D>>>,
    /// Parts came, went or have new shapes.
    reshaped: bool,
    /// Parts stand elsewhere.
    moved: bool,
    /// The form is another one than that which was last given out.
    changed: bool,
}

impl<D: Dimension> Whole<D> {
    pub(super) fn new(entity: Entity) -> Self {
        Self {
            entity,
            enabled: true,
            found: true,
            parts: Vec::new(),
            again: 0,
            form: None,
            spare: None,
            reshaped: true,
            moved: false,
            changed: true,
        }
    }

    /// Begins to look for the parts.
    pub(super) fn begin(&mut self) {
        self.again = 0;
    }

    /// Here is a part. Its form is asked for if it is new, or said to have changed.
    ///
    /// # Errors
    /// What is wrong with the part, if that is news.
    pub(super) fn add(
        &mut self,
        entity: Entity,
        affine: AffineOf<D>,
        changed: bool,
        form: impl FnOnce() -> Result<Form<D>, ColliderError>,
    ) -> Result<(), ColliderError> {
        let place = self.again;
        self.again += 1;
        let form = || form().and_then(Form::bounded);
        match self.parts[place..].iter().position(|part| part.entity == entity) {
            None => {
                self.parts.insert(place, Part { entity, affine, form: form(), fault: None });
                self.reshaped = true;
            }
            Some(behind) => {
                if behind > 0 {
                    self.parts.swap(place, place + behind);
                    self.reshaped = true;
                }
                let part = &mut self.parts[place];
                if part.affine != affine {
                    part.affine = affine;
                    self.moved = true;
                }
                if changed {
                    part.form = form();
                    self.reshaped = true;
                }
            }
        }
        let part = &mut self.parts[place];
        let before = part.fault;
        part.fault = part.find_fault();
        self.reshaped |= before.is_some() != part.fault.is_some();
        // Of what is not mended nobody needs to hear again.
        part.fault.filter(|_| before.is_none()).map_or(Ok(()), Err)
    }

    /// All parts are there: makes the form anew if it has to be.
    pub(super) fn finish(&mut self, boxes: &mut Vec<Aabb<D::Vector>>) {
        self.reshaped |= self.parts.len() > self.again;
        self.parts.truncate(self.again);
        if core::mem::take(&mut self.reshaped) {
            (self.form, self.spare, self.changed) = (self.group(), None, true);
        } else if self.moved {
            let mut next = self.spare.take();
            if let Some(spare) = next.as_mut().and_then(Arc::get_mut) {
                let sound = self.parts.iter().filter(|part| part.fault.is_none());
                spare.move_members(sound.map(|part| part.affine), boxes);
            } else {
                next = self.group();
            }
            self.spare = core::mem::replace(&mut self.form, next);
            self.changed = true;
        }
        self.moved = false;
    }

    fn group(&self) -> Option<Arc<Parts<D>>> {
        let sound = self.parts.iter().filter(|part| part.fault.is_none());
        let member = |part: &Part<D>| Some(Member::of(part.entity, part.form.clone().ok()?, part.affine));
        let mut members = sound.filter_map(member).peekable();
        members.peek()?;
        Some(Parts::group(members).into())
    }

    /// What it is made of, if it is there and has any part.
    pub(crate) fn form(&self) -> Option<Form<D>> {
        self.form.clone().filter(|_| self.enabled).map(Form::Parts)
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
