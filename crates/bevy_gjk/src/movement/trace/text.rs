//! The text of a trace: first why the move ended, then what it did.
//!
//! Apart from the names of entities it is ASCII, since the stroke font of Bevy's gizmos has no other characters.

use core::fmt::{Display, Formatter, Result};

use bevy_ecs::prelude::Entity;
use gjk::Vector;

use super::MoveTrace;
use super::event::{MoveEvent, StepRefusal, SweepPurpose, TracedPush, TracedStep, TracedSweep};
use crate::collider::Dimension;
use crate::ecs::names::{NameSource, Written};
use crate::ecs::numbers::{Coordinates, Number};
use crate::movement::{MoveEnd, MoveHit, MoveResponse, length};

/// Why the move ended, and each of its events in a line.
impl<D: Dimension> Display for MoveTrace<D> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "{}", self.summary())?;
        if self.is_empty() {
            return Ok(());
        }
        writeln!(f, "from {} by {}:", Coordinates(self.start), Coordinates(self.wanted))?;
        for (index, event) in self.events.iter().enumerate() {
            writeln!(f, "{}. {}", index + 1, self.describe(event))?;
        }
        writeln!(f, "to {}", Coordinates(self.translation))
    }
}

impl<D: Dimension> MoveTrace<D> {
    /// Returns one or two sentences that say why the move ended: the first line of the whole text.
    pub fn summary(&self) -> impl Display + '_ {
        Written(move |f: &mut Formatter<'_>| self.write_summary(f))
    }

    /// Returns a sentence about one of the events.
    pub fn describe<'t>(&'t self, event: &'t MoveEvent<D>) -> impl Display + 't {
        Written(move |f: &mut Formatter<'_>| match event {
            MoveEvent::Pushed(push) => self.write_push(f, push),
            MoveEvent::Swept(sweep) => self.write_sweep(f, sweep),
            MoveEvent::Step(step) => self.write_step(f, step),
            MoveEvent::PushLimitExceeded(entity) => {
                write!(f, "{} cannot push back as much as needed, and is passed", self.entity(*entity))
            }
        })
    }

    /// Returns why a step is refused, in a few words.
    pub fn describe_refusal(&self, refusal: StepRefusal) -> impl Display + '_ {
        Written(move |f: &mut Formatter<'_>| match refusal {
            StepRefusal::TooHigh(entity) => {
                write!(f, "it is too high: {} is in the way there, too", self.entity(entity))
            }
            StepRefusal::NoRoomAbove(entity) => write!(f, "no room above: {} is there", self.entity(entity)),
            StepRefusal::TooSteep(entity) => write!(f, "{} is too steep to stand on", self.entity(entity)),
            StepRefusal::NoGround => write!(f, "nothing to stand on behind it"),
            StepRefusal::NoGain => write!(f, "it leads no farther than sliding along"),
        })
    }

    fn write_summary(&self, f: &mut Formatter<'_>) -> Result {
        if let Some(reason) = self.not_moved {
            return write!(f, "It was not moved: {reason}.");
        }
        let Some(end) = self.end else { return write!(f, "No move is recorded.") };
        if self.is_empty() && end == MoveEnd::Arrived {
            write!(f, "It was not to go anywhere, and nothing carried or pushed it.")?;
            self.write_wedge(f)?;
            return self.write_passed(f);
        }
        match end {
            MoveEnd::Arrived => self.write_arrival(f)?,
            MoveEnd::Blocked => {
                write!(f, "It is blocked: ")?;
                self.write_blockers(f)?;
                write!(f, " in the way.")?;
            }
            MoveEnd::Stopped(entity) => write!(f, "The callback stopped it at {}.", self.entity(entity))?,
            MoveEnd::OutOfSteps => write!(f, "It ran out of steps: its way has too many pieces.")?,
            MoveEnd::Crushed([one, two]) => {
                write!(f, "It is crushed: {} and {} leave it no room.", self.entity(one), self.entity(two))?;
            }
            MoveEnd::Buried => {
                write!(f, "It began inside of something and is blocked: ")?;
                self.write_blockers(f)?;
                write!(f, " in the way. Depenetrate first.")?;
            }
            MoveEnd::NotFinite => {
                write!(f, "It was not moved: the shape, its place, the motion or the skin is not finite.")?;
            }
            // A trace of it has the reason instead of an end.
            MoveEnd::Refused => write!(f, "It was not moved.")?,
        }
        if let Some(refusal) = self.step_refusal() {
            write!(f, " A step was tried and refused: {}.", self.describe_refusal(refusal))?;
        } else if end == MoveEnd::Blocked && self.ends_in_the_air() {
            write!(f, " It did not stand on ground, so no step was tried.")?;
        }
        self.write_wedge(f)?;
        self.write_passed(f)
    }

    /// Writes what holds the character where nothing is ground.
    fn write_wedge(&self, f: &mut Formatter<'_>) -> Result {
        for (index, &entity) in self.wedged_between.iter().enumerate() {
            let before =
                if index == 0 { " It is wedged, and stands: by itself, nothing is ground of " } else { ", " };
            write!(f, "{before}{}", self.entity(entity))?;
        }
        if self.wedged_between.is_empty() { Ok(()) } else { write!(f, ".") }
    }

    /// Writes what it overlaps that is not solid for it.
    fn write_passed(&self, f: &mut Formatter<'_>) -> Result {
        let Some(first) = self.passed.first() else { return Ok(()) };
        write!(f, " It passes through {}", self.entity(*first))?;
        match self.passed.len() {
            1 => write!(f, ", which is not solid for it: see solid_layers and the layers of both."),
            more => write!(
                f,
                " and {} more, which are not solid for it: see solid_layers and the layers of all.",
                more - 1
            ),
        }
    }

    /// Returns whether the last slide was one through the air.
    fn ends_in_the_air(&self) -> bool {
        let slides = self.events.iter().filter_map(MoveEvent::sweep).filter(|sweep| sweep.is_slide());
        slides.last().is_some_and(|sweep| sweep.purpose == SweepPurpose::Air)
    }

    /// Writes what turned the motion, apart from ground.
    fn write_arrival(&self, f: &mut Formatter<'_>) -> Result {
        let turned = |event: &MoveEvent<D>| {
            let sweep = event.sweep().filter(|sweep| sweep.is_slide() && sweep.slides_along())?;
            sweep.hit.filter(|_| !sweep.hits_ground).map(|hit| hit.entity)
        };
        let mut count = 0;
        for (index, event) in self.events.iter().enumerate() {
            let Some(entity) = turned(event) else { continue };
            if self.events[..index].iter().filter_map(turned).all(|before| before != entity) {
                let before = if count == 0 { "It arrived; " } else { " and " };
                write!(f, "{before}{}", self.entity(entity))?;
                count += 1;
            }
        }
        write!(f, "{}", if count == 0 { "It arrived." } else { " turned its motion." })
    }

    fn write_blockers(&self, f: &mut Formatter<'_>) -> Result {
        let mut count = 0;
        for entity in self.blockers() {
            write!(f, "{}{}", if count > 0 { " and " } else { "" }, self.entity(entity))?;
            count += 1;
        }
        match count {
            0 => write!(f, "what it touches is"),
            1 => write!(f, " is"),
            _ => write!(f, " are"),
        }
    }

    fn write_push(&self, f: &mut Formatter<'_>, push: &TracedPush<D>) -> Result {
        let TracedPush { ground, wanted, moved, by, end, .. } = push;
        match ground {
            Some(ground) => write!(f, "{} carries it by {}", self.entity(*ground), Coordinates(*wanted))?,
            None if *wanted != D::Vector::ZERO => {
                write!(f, "the ground carries it by {}", Coordinates(*wanted))?;
            }
            None => write!(f, "it is pushed")?,
        }
        for (index, part) in by.iter().enumerate() {
            let before = if index == 0 { "; away from " } else { " and " };
            write!(f, "{before}{}", self.entity(part.entity))?;
        }
        match end {
            MoveEnd::Arrived => write!(f, "; moved by {}", Coordinates(*moved)),
            MoveEnd::Crushed([one, two]) => {
                write!(f, "; {} and {} leave no room for that", self.entity(*one), self.entity(*two))
            }
            MoveEnd::Stopped(entity) => write!(f, "; the callback stopped it at {}", self.entity(*entity)),
            _ => write!(f, "; no place was found in time"),
        }
    }

    fn write_sweep(&self, f: &mut Formatter<'_>, sweep: &TracedSweep<D>) -> Result {
        let TracedSweep { purpose, from, wanted, allowed, moved, hit, is_taken, .. } = sweep;
        let is_moved = *moved != D::Vector::ZERO;
        let [way, whole] = [moved, allowed].map(|vector| Number(length(vector.widen())));
        match (purpose, hit.map(|hit| self.entity(hit.entity))) {
            (SweepPurpose::Down, Some(hit)) if !is_taken => {
                return write!(f, "looks for ground below: {hit} is none");
            }
            (SweepPurpose::Down, None) if !is_taken => {
                return write!(f, "looks for ground below: there is none within {whole}");
            }
            (SweepPurpose::StepUp, Some(hit)) => {
                return write!(f, "tries a step: up by {way} of {whole}, up to {hit}");
            }
            (SweepPurpose::StepUp, None) => return write!(f, "tries a step: up by {way}"),
            (SweepPurpose::StepDown, Some(hit)) => return write!(f, "down from there by {way}: onto {hit}"),
            (SweepPurpose::StepDown, None) => return write!(f, "down from there by {way}: nothing is there"),
            (SweepPurpose::Down, Some(hit)) => return write!(f, "straight down by {way} onto {hit}"),
            (SweepPurpose::Down, None) => return write!(f, "straight down by {way}"),
            _ if !is_moved => write!(f, "at {}", Coordinates(*from))?,
            (SweepPurpose::Walk, _) => write!(f, "walks by {}", Coordinates(*moved))?,
            (SweepPurpose::Air, _) => write!(f, "moves through the air by {}", Coordinates(*moved))?,
            (SweepPurpose::StepForward, _) => write!(f, "forward from there by {}", Coordinates(*moved))?,
            (SweepPurpose::Slide, _) => write!(f, "moves by {}", Coordinates(*moved))?,
        }
        if is_moved && allowed != wanted {
            write!(f, ", since of {} the surfaces leave {}", Coordinates(*wanted), Coordinates(*allowed))?;
        }
        if let Some(hit) = hit {
            write!(f, "{}", if is_moved { ", up to " } else { " it meets " })?;
            self.write_hit(f, sweep, hit)?;
        }
        if !is_taken && !sweep.is_of_step() {
            write!(f, " (a step is taken instead)")?;
        }
        Ok(())
    }

    fn write_hit(&self, f: &mut Formatter<'_>, sweep: &TracedSweep<D>, hit: &MoveHit<D>) -> Result {
        write!(f, "{}", self.entity(hit.entity))?;
        match self.cell(hit) {
            Some(cell) => write!(f, ", {cell}")?,
            None if hit.part > 0 => write!(f, ", part {}", hit.part)?,
            None => {}
        }
        write!(f, ", which faces {}", Coordinates(hit.normal))?;
        match sweep.response {
            Some(MoveResponse::Slide) if sweep.hits_ground => write!(f, " and is ground"),
            Some(MoveResponse::Slide) | None => Ok(()),
            Some(MoveResponse::Pass) => write!(f, ", and passes through"),
            Some(MoveResponse::Stop) => write!(f, ", and stops"),
            Some(MoveResponse::PushAtMost(push)) => {
                write!(f, ", which pushes by at most {}", Number(f64::from(push)))
            }
        }
    }

    fn write_step(&self, f: &mut Formatter<'_>, step: &TracedStep<D>) -> Result {
        match (step.to, step.refusal) {
            (Some(to), _) => {
                write!(f, "the step leads over {} to {}", self.entity(step.obstacle), Coordinates(to))
            }
            (None, Some(refusal)) => write!(f, "the step is refused: {}", self.describe_refusal(refusal)),
            (None, None) => write!(f, "the step is refused"),
        }
    }

    /// Returns an entity with its name.
    fn entity(&self, entity: Entity) -> impl Display + '_ {
        self.names.named(entity)
    }
}
