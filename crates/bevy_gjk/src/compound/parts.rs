//! One compound of entities.

use crate::collider::AffineOf;
use std::sync::Arc;

use bevy_ecs::prelude::Entity;
use bevy_transform::components::GlobalTransform;
use gjk::{Aabb, Affine, Affine3A};

use crate::collider::{Dimension, is_finite};
use crate::collider::{Form, Member, Parts};
use crate::error::ColliderError;

/// An entity whose shape is a part.
#[derive(Debug)]
struct Part<D: Dimension> {
    entity: Entity,
    /// Where it stands below the entity of the whole.
    at: Affine3A,
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
    /// The parts are turned and stretched as they stand in the world, and the whole only puts them there.
    ///
    /// So it is in 2D where the entity is turned out of the plane and parts are in front of it or behind it: where these
    /// stand is no matter of the two axes that the entity has in the plane.
    is_unturned: bool,
    /// That is otherwise than when the form was last given out.
    reframed: bool,
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
            is_unturned: false,
            reframed: false,
        }
    }

    /// Begins to look for the parts.
    pub(super) fn begin(&mut self) {
        self.again = 0;
    }

    /// Here is a part. Its form is asked for if it is new, or said to have changed.
    pub(super) fn add(
        &mut self,
        entity: Entity,
        at: Affine3A,
        changed: bool,
        form: impl FnOnce() -> Result<Form<D>, ColliderError>,
    ) {
        let place = self.again;
        self.again += 1;
        let form = || form().and_then(Form::bounded);
        match self.parts[place..].iter().position(|part| part.entity == entity) {
            None => {
                let affine = Affine::IDENTITY;
                self.parts.insert(place, Part { entity, at, affine, form: form(), fault: None });
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
    fn needs_world(&self, head: &GlobalTransform) -> bool {
        // What has no place in the world is invalid as a whole.
        if !D::is_askew(head) || !is_finite::<D::Vector>(&D::affine(head)) {
            return false;
        }
        let is_known = head.affine().matrix3.z_axis.is_finite();
        self.parts.iter().any(|part| part.entity != self.entity && (!is_known || D::has_depth(&part.at)))
    }

    /// All parts are there: places them and makes the form anew if it has to be. Calls for each part that became
    /// invalid.
    pub(super) fn finish(
        &mut self,
        head: Option<&GlobalTransform>,
        boxes: &mut Vec<Aabb<D::Vector>>,
        mut invalid: impl FnMut(Entity, ColliderError),
    ) {
        self.reshaped |= self.parts.len() > self.again;
        self.parts.truncate(self.again);
        let turn = head.filter(|head| self.needs_world(head)).map(|head| head.affine().matrix3);
        self.reframed |= self.is_unturned != turn.is_some();
        self.is_unturned = turn.is_some();
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
            let before = part.fault;
            part.fault = part.find_fault();
            self.reshaped |= before.is_some() != part.fault.is_some();
            // Of what is not mended nobody needs to hear again.
            if let Some(fault) = part.fault.filter(|_| before.is_none()) {
                invalid(part.entity, fault);
            }
        }
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

    /// The map that places the form, where the entity stands there.
    pub(crate) fn affine(&self, head: &GlobalTransform) -> AffineOf<D> {
        let affine = D::affine(head);
        if self.is_unturned { Affine::from_translation(affine.translation()) } else { affine }
    }

    /// Whether the form is told in another frame than before, so that the map is of another kind; it is not when asked
    /// again.
    pub(crate) fn take_reframed(&mut self) -> bool {
        core::mem::take(&mut self.reframed)
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
