//! Records what a move does.

use bevy_ecs::prelude::Entity;
use gjk::{Vector, Wide};

use super::MoveTrace;
use super::event::{MoveEvent, PushingPart, StepRefusal, SweepPurpose, TracedPush, TracedStep, TracedSweep};
use crate::collider::Dimension;
use crate::movement::{ContactPlanes, Hit, MoveEnd, MoveResponse, MovingShape, PartKey, report};
use crate::query::CollisionQuery;

/// What the algorithms of a move report to. Without a trace, nothing is recorded.
pub(crate) struct Recorder<'t, D: Dimension>(pub(crate) Option<&'t mut MoveTrace<D>>);

/// A displacement by others, and the one that the `ground` asked for.
pub(crate) struct Push<D: Dimension> {
    pub(crate) ground: Option<Entity>,
    pub(crate) wanted: D::Wide,
    pub(crate) moved: D::Wide,
    pub(crate) end: MoveEnd,
}

impl<D: Dimension> MoveTrace<D> {
    /// Records that a character was not moved at all.
    pub(crate) fn refuse(&mut self, reason: &'static str) {
        self.clear();
        self.not_moved = Some(reason);
    }

    fn world(&self, displacement: D::Wide) -> D::Vector {
        D::Vector::narrow(self.origin.widen() + displacement)
    }

    /// Marks sweeps as not taken.
    fn give_up(&mut self, range: core::ops::Range<usize>) {
        for event in &mut self.events[range] {
            if let MoveEvent::Swept(sweep) = event {
                sweep.is_taken = false;
            }
        }
    }
}

impl<D: Dimension> Recorder<'_, D> {
    /// Records that a move begins. Displacements are relative to its start, and surfaces whose unit normal has at least
    /// the least cosine along the up direction are `ground`.
    pub(crate) fn begin(&mut self, start: D::Vector, wanted: D::Vector, ground: Option<(D::Wide, f64)>) {
        let Some(trace) = &mut self.0 else { return };
        trace.clear();
        (trace.start, trace.origin, trace.translation, trace.wanted) = (start, start, start, wanted);
        trace.ground = ground;
    }

    /// Makes the displacements that follow relative to a translation.
    pub(crate) fn set_origin(&mut self, origin: D::Vector) {
        if let Some(trace) = &mut self.0 {
            trace.origin = origin;
        }
    }

    /// Records that the shape was swept by a `motion` from where it was after a displacement: what the planes allow of
    /// the motion that is `remaining`. `response` is what is done about the hit.
    pub(crate) fn swept(
        &mut self,
        purpose: SweepPurpose,
        displacement: D::Wide,
        [remaining, motion]: [D::Wide; 2],
        hit: Option<&Hit<D>>,
        response: Option<MoveResponse>,
    ) {
        let Some(trace) = &mut self.0 else { return };
        let time = hit.map_or(1.0, |hit| hit.stop_time);
        let moved = motion * time;
        let sweep = TracedSweep {
            purpose,
            from: trace.world(displacement),
            wanted: D::Vector::narrow(remaining),
            allowed: D::Vector::narrow(motion),
            moved: D::Vector::narrow(moved),
            hit: hit.map(|hit| report(hit, displacement + moved, remaining * (1.0 - time))),
            hits_ground: hit
                .zip(trace.ground)
                .is_some_and(|(hit, (up, least))| -hit.impact.at_min.clearance.normal.dot(up) >= least),
            response,
            is_taken: true,
        };
        trace.events.push(MoveEvent::Swept(sweep));
    }

    /// Records that the last sweep was a probe: the shape does not go there.
    pub(crate) fn probed(&mut self) {
        if let Some(trace) = &mut self.0
            && let Some(last) = trace.events.len().checked_sub(1)
        {
            trace.give_up(last..last + 1);
        }
    }

    /// Records that a collider would have to push back more than its limit, and is ignored from now on.
    pub(crate) fn push_limit_exceeded(&mut self, entity: Entity) {
        if let Some(trace) = &mut self.0 {
            trace.events.push(MoveEvent::PushLimitExceeded(entity));
        }
    }

    /// Records that the shape was pushed by planes from where it was after a displacement, or would have been.
    pub(crate) fn pushed(
        &mut self,
        shape: &MovingShape<D>,
        displacement: D::Wide,
        Push { ground, wanted, moved, end }: Push<D>,
        planes: &ContactPlanes<D>,
    ) {
        let Some(trace) = &mut self.0 else { return };
        if [wanted, moved] == [D::Wide::ZERO; 2] && end == MoveEnd::Arrived {
            return;
        }
        let by = planes.iter().map(|plane| PushingPart {
            entity: plane.key.entity,
            part: plane.key.part,
            point: D::Vector::narrow(shape.support(plane.normal) + displacement + moved),
            normal: D::Vector::narrow(-plane.normal),
        });
        let push = TracedPush {
            from: trace.world(displacement),
            ground,
            wanted: D::Vector::narrow(wanted),
            moved: D::Vector::narrow(moved),
            by: by.collect(),
            end,
        };
        trace.events.push(MoveEvent::Pushed(push));
    }

    /// Records that a step over a part was tried after a displacement, and led `to` another one or was refused.
    pub(crate) fn stepped(
        &mut self,
        displacement: D::Wide,
        obstacle: PartKey,
        to: Result<D::Wide, StepRefusal>,
    ) {
        let Some(trace) = &mut self.0 else { return };
        let is_of_step = |event: &MoveEvent<D>| event.sweep().is_some_and(TracedSweep::is_of_step);
        let start = trace.events.iter().rposition(|event| !is_of_step(event)).map_or(0, |index| index + 1);
        if to.is_ok() {
            // The step begins where the slide hit the obstacle, and replaces what followed.
            let is_hit = |event: &MoveEvent<D>| {
                let hit = event.sweep().filter(|sweep| sweep.is_slide()).and_then(|sweep| sweep.hit);
                hit.is_some_and(|hit| {
                    hit.entity == obstacle.entity
                        && hit.part == obstacle.part
                        && hit.moved == D::Vector::narrow(displacement)
                })
            };
            if let Some(hit) = trace.events[..start].iter().rposition(is_hit) {
                trace.give_up(hit + 1..start);
            }
        } else {
            trace.give_up(start..trace.events.len());
        }
        let step = TracedStep {
            from: trace.world(displacement),
            obstacle: obstacle.entity,
            to: to.ok().map(|to| trace.world(to)),
            refusal: to.err(),
        };
        trace.events.push(MoveEvent::Step(step));
    }

    /// Records between which entities the character is wedged where the move ends.
    pub(crate) fn wedged(&mut self, between: impl Iterator<Item = Entity>) {
        let Some(trace) = &mut self.0 else { return };
        trace.wedged_between.clear();
        for entity in between {
            if !trace.wedged_between.contains(&entity) {
                trace.wedged_between.push(entity);
            }
        }
    }

    /// Records that the move ended at a translation, and which of the parts that it hit are cells of grids.
    pub(crate) fn end(&mut self, query: &CollisionQuery<D>, translation: D::Vector, end: MoveEnd) {
        let Some(trace) = &mut self.0 else { return };
        (trace.translation, trace.end) = (translation, Some(end));
        if trace.wanted == D::Vector::ZERO && translation == trace.start && end == MoveEnd::Arrived {
            // All that is recorded are looks at the ground below.
            trace.events.clear();
        }
        for hit in trace.events.iter().filter_map(|event| event.sweep()?.hit) {
            let cell = query.get(hit.entity).and_then(|collider| collider.cell(hit.part));
            trace.cells.extend(cell.map(|cell| ((hit.entity, hit.part), cell)));
        }
    }
}
