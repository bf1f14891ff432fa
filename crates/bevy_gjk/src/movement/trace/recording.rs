//! Records what a move reports.

use bevy_ecs::prelude::Entity;
use gjk::{Vector, Wide};

use super::MoveTrace;
use super::event::{MoveEvent, PushingPart, StepRefusal, SweepPurpose, TracedPush, TracedStep, TracedSweep};
use super::observer::{MoveObserver, Push};
use crate::collider::Dimension;
use crate::movement::answer::{MoveEnd, MoveResponse};
use crate::movement::clearance::MovingShape;
use crate::movement::hit::{Hit, PartKey};
use crate::movement::planes::ContactPlanes;
use crate::movement::slide::report;

impl<D: Dimension> MoveTrace<D> {
    /// Records that a character was not moved at all.
    pub(in crate::movement) fn refuse(&mut self, reason: &'static str) {
        self.clear();
        self.not_moved = Some(reason);
    }

    fn world(&self, displacement: D::Wide) -> D::Vector {
        D::Vector::narrow(self.origin.widen() + displacement)
    }

    fn last_sweep(&mut self) -> Option<&mut TracedSweep<D>> {
        match self.events.last_mut() {
            Some(MoveEvent::Swept(sweep)) => Some(sweep),
            _ => None,
        }
    }

    /// Returns the index of the first sweep of the step that was tried last.
    fn start_of_step(&self) -> usize {
        let is_of_step = |event: &MoveEvent<D>| event.sweep().is_some_and(TracedSweep::is_of_step);
        self.events.iter().rposition(|event| !is_of_step(event)).map_or(0, |index| index + 1)
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

impl<D: Dimension> MoveObserver<D> for MoveTrace<D> {
    fn begin(&mut self, start: D::Vector, wanted: D::Vector) {
        self.clear();
        (self.start, self.origin, self.translation, self.wanted) = (start, start, start, wanted);
    }

    fn set_origin(&mut self, origin: D::Vector) {
        self.origin = origin;
    }

    fn set_ground(&mut self, up: D::Wide, least_cosine: Option<f64>) {
        self.ground = least_cosine.map(|least| (up, least));
    }

    fn set_purpose(&mut self, purpose: SweepPurpose) {
        self.purpose = purpose;
    }

    fn swept(&mut self, displacement: D::Wide, remaining: D::Wide, motion: D::Wide, hit: Option<&Hit<D>>) {
        let time = hit.map_or(1.0, |hit| hit.stop_time);
        let moved = motion * time;
        self.events.push(MoveEvent::Swept(TracedSweep {
            purpose: self.purpose,
            from: self.world(displacement),
            wanted: D::Vector::narrow(remaining),
            allowed: D::Vector::narrow(motion),
            moved: D::Vector::narrow(moved),
            hit: hit.map(|hit| report(hit, displacement + moved, remaining * (1.0 - time))),
            hits_ground: hit
                .zip(self.ground)
                .is_some_and(|(hit, (up, least))| -hit.impact.at_min.clearance.normal.dot(up) >= least),
            response: None,
            is_taken: true,
        }));
    }

    fn answered(&mut self, response: MoveResponse) {
        if let Some(sweep) = self.last_sweep() {
            sweep.response = Some(response);
        }
    }

    fn probed(&mut self) {
        if let Some(sweep) = self.last_sweep() {
            sweep.is_taken = false;
        }
    }

    fn push_limit_exceeded(&mut self, entity: Entity) {
        self.events.push(MoveEvent::PushLimitExceeded(entity));
    }

    fn pushed(
        &mut self,
        shape: &MovingShape<D>,
        displacement: D::Wide,
        push: Push<D>,
        planes: &ContactPlanes<D>,
    ) {
        let zero = D::Wide::ZERO;
        let Push { ground, wanted, moved, end } = push;
        if wanted == zero && moved == zero && end == MoveEnd::Arrived {
            return;
        }
        let by = planes.iter().map(|plane| PushingPart {
            entity: plane.key.entity,
            part: plane.key.part,
            point: D::Vector::narrow(shape.support(plane.normal) + displacement + moved),
            normal: D::Vector::narrow(-plane.normal),
        });
        let push = TracedPush {
            from: self.world(displacement),
            ground,
            wanted: D::Vector::narrow(wanted),
            moved: D::Vector::narrow(moved),
            by: by.collect(),
            end,
        };
        self.events.push(MoveEvent::Pushed(push));
    }

    fn stepped(&mut self, displacement: D::Wide, obstacle: PartKey, to: Result<D::Wide, StepRefusal>) {
        let start = self.start_of_step();
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
            if let Some(hit) = self.events[..start].iter().rposition(is_hit) {
                self.give_up(hit + 1..start);
            }
        } else {
            self.give_up(start..self.events.len());
        }
        let step = TracedStep {
            from: self.world(displacement),
            obstacle: obstacle.entity,
            to: to.ok().map(|to| self.world(to)),
            refusal: to.err(),
        };
        self.events.push(MoveEvent::Step(step));
    }

    fn wedged(&mut self, between: &mut dyn Iterator<Item = Entity>) {
        self.wedged_between.clear();
        for entity in between {
            if !self.wedged_between.contains(&entity) {
                self.wedged_between.push(entity);
            }
        }
    }

    fn end(&mut self, translation: D::Vector, end: MoveEnd) {
        (self.translation, self.end) = (translation, Some(end));
        if self.wanted == D::Vector::ZERO && translation == self.start && end == MoveEnd::Arrived {
            // What is left are the looks at the ground below.
            self.events.clear();
        }
    }
}
