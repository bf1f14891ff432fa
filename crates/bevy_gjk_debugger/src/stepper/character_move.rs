//! The move of a character that is shown, from its [`MoveTrace`].

use bevy_ecs::entity::Entities;
use bevy_ecs::prelude::{Entity, Query, ResMut, Resource};
use gjk::Affine;

use crate::stepper::CollisionStepper;
use crate::stepper::recording::LineStrips;
use crate::stepper::wireframe::SIDES;
use bevy_gjk::shape::Shape;
use bevy_gjk::trace::{MoveEvent, MoveTrace};
use bevy_gjk::{CollisionQuery, Dimension};

/// A copy of the trace of the character of the [`CollisionStepper`], which is kept while it is frozen.
#[derive(Resource, Debug, Default)]
pub(super) struct ShownMove<D: Dimension> {
    pub(super) entity: Option<Entity>,
    pub(super) trace: MoveTrace<D>,
    /// The wireframe of the character around its translation.
    pub(super) wireframe: LineStrips<D::Vector>,
}

impl<D: Dimension> ShownMove<D> {
    /// Returns the event of a step; `None` for the last one, which is the end of the move.
    pub(super) fn event(&self, step: usize) -> Option<&MoveEvent<D>> {
        self.trace.events().get(step)
    }

    /// Returns the number of steps.
    fn count(&self) -> usize {
        self.trace.events().len() + 1
    }
}

/// Copies the trace of the shown character, or clears the copy if there is none.
pub(super) fn record_move<D: Dimension>(
    mut stepper: ResMut<CollisionStepper<D>>,
    mut shown: ResMut<ShownMove<D>>,
    query: CollisionQuery<D>,
    traces: Query<&MoveTrace<D>>,
    entities: &Entities,
) {
    let is_frozen = stepper.frozen && shown.entity.is_some() && shown.entity == stepper.character;
    if !is_frozen {
        if stepper.character.is_some_and(|entity| !entities.contains(entity)) {
            stepper.stop();
        }
        let found = stepper.character.and_then(|entity| {
            let placed = query.get(entity)?;
            Some((entity, traces.get(entity).ok()?, placed, placed.shape()?.convex()?))
        });
        let shown = &mut *shown;
        shown.entity = found.map(|(entity, ..)| entity);
        shown.wireframe.clear();
        match found {
            None => shown.trace.clear(),
            Some((_, trace, placed, shape)) => {
                shown.trace.clone_from(trace);
                let around = placed.affine().with_translation(gjk::Vector::ZERO);
                D::Collider::draw(shape, SIDES, &mut |strip| {
                    shown.wireframe.push(strip.map(|point| around.apply(point)));
                });
            }
        }
    }
    let count = if shown.entity.is_some() { shown.count() } else { 0 };
    if (stepper.character.is_some() || stepper.pair.is_none()) && stepper.count != count {
        stepper.count = count;
    }
}
