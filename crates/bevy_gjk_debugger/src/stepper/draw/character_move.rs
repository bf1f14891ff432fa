//! Draws the move of a character up to the current step, and says what the step does.

use bevy_color::{Alpha, Color};
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::prelude::{Local, Query, Res};
use bevy_gizmos::gizmos::Gizmos;
use bevy_gjk::Dimension;
use bevy_gjk::trace::{MoveEvent, SweepPurpose, TracedSweep};
use bevy_math::{Rect, Vec3};

use crate::stepper::draw::canvas::Canvas;
use crate::stepper::draw::{frozen, name_of};
use crate::stepper::layout::{Side, text_frame};
use crate::stepper::recording::{ShownMove, Wireframe};
use crate::stepper::view::{Cameras, View, bounds_of, to_vec3};
use crate::stepper::{CollisionStepper, CollisionStepperGizmos};

/// The lines of text beside the move.
const LINES: f32 = 9.0;
/// The opacity of the character at the places that it has come to.
const GHOST: f32 = 0.7;

/// Draws the character at the places that it has come to, the current step, and the text.
pub(in crate::stepper) fn draw_move<D: Dimension>(
    stepper: Res<CollisionStepper<D>>,
    shown: Res<ShownMove<D>>,
    cameras: Cameras,
    names: Query<NameOrEntity>,
    mut gizmos: Gizmos<CollisionStepperGizmos>,
    mut side: Local<Side>,
) {
    let (trace, current) = (&shown.trace, stepper.current());
    let [start, place] = [trace.start(), trace.translation()].map(to_vec3::<D>);
    let all = shown.wireframe.iter().flatten().flat_map(|&point| [point + start, point + place]);
    let (Some([min, max]), Some(entity)) = (bounds_of(all), shown.entity) else { return };
    let Some(view) = View::of_first(&cameras, 0.5 * (min + max)) else { return };
    let corners = [min, max].map(|corner| view.pixel_of(corner).unwrap_or(view.rect.min));
    let covered = Rect::from_corners(corners[0], corners[1]);
    let mut canvas = Canvas::new(&mut gizmos, view);
    let frame = text_frame(stepper.place, &canvas.view, covered, LINES * canvas.line_height(), &mut side);

    let colors = canvas.colors.clone();
    let mut pen = Pen { canvas: &mut canvas, wireframe: &shown.wireframe };
    pen.ghost(start, colors.a);
    for event in trace.events().iter().take(current) {
        if let Some(place) = event.translation() {
            pen.ghost(to_vec3::<D>(place), colors.dropped);
        }
        if let Some(sweep) = event.sweep().filter(|sweep| sweep.is_taken) {
            let [from, to] = [sweep.from, sweep.to()].map(to_vec3::<D>);
            pen.canvas.dashed(from, to, colors.dropped);
        }
    }
    let line = match trace.events().get(current) {
        Some(event) => {
            pen.event(event);
            (trace.describe(event).to_string(), colors.words)
        }
        None => {
            pen.ghost(place, colors.nearest);
            (trace.summary().to_string(), colors.nearest)
        }
    };
    canvas.rect(frame, colors.frame);
    canvas.labels.reserve(frame);
    canvas.write_names();
    let (name, step, frozen) = (name_of(entity, &names), current + 1, frozen(&stepper));
    let title = format!("move of {name}, step {step} of {}{frozen}", stepper.count());
    canvas.write_lines(frame, &[(title, colors.words), line]);
}

/// Draws the events of a move.
struct Pen<'p, 'c, 'w, 's> {
    canvas: &'p mut Canvas<'c, 'w, 's>,
    /// The wireframe of the character around its translation.
    wireframe: &'p Wireframe,
}

impl Pen<'_, '_, '_, '_> {
    /// Draws the wireframe of the character at a place.
    fn ghost(&mut self, place: Vec3, color: Color) {
        for strip in self.wireframe {
            self.canvas.line_strip(strip.iter().map(|&point| point + place), color.with_alpha(GHOST));
        }
    }

    /// Draws the current event.
    fn event<D: Dimension>(&mut self, event: &MoveEvent<D>) {
        let colors = self.canvas.colors.clone();
        match event {
            MoveEvent::Pushed(push) => {
                let [from, wanted, moved] = [push.from, push.wanted, push.moved].map(to_vec3::<D>);
                self.canvas.arrow(from, from + wanted, colors.direction);
                self.canvas.arrow(from, from + moved, colors.nearest);
                self.ghost(from + moved, colors.nearest);
                push.by.iter().for_each(|part| self.plane::<D>(part.point, part.normal));
            }
            MoveEvent::Swept(sweep) => self.sweep(sweep),
            MoveEvent::Step(step) => {
                let (place, color) = match step.to {
                    Some(to) => (to, colors.nearest),
                    None => (step.from, colors.support),
                };
                self.ghost(to_vec3::<D>(place), color);
                self.canvas.cross(to_vec3::<D>(place), color);
            }
            _ => {}
        }
    }

    /// Draws the motion that was wanted, what the surfaces allow of it, how far the character came, and what it met.
    fn sweep<D: Dimension>(&mut self, sweep: &TracedSweep<D>) {
        let colors = self.canvas.colors.clone();
        let [from, to, wanted, allowed] =
            [sweep.from, sweep.to(), sweep.wanted, sweep.allowed].map(to_vec3::<D>);
        let color = if sweep.is_taken { colors.nearest } else { colors.support };
        if sweep.purpose != SweepPurpose::Down {
            self.pointer(from, wanted, "wanted", colors.direction);
        }
        if allowed != wanted {
            self.pointer(from, allowed, "allowed", colors.simplex);
        }
        self.canvas.bold(from, to, color);
        self.ghost(to, color);
        if let Some(hit) = sweep.hit {
            self.plane::<D>(hit.point, hit.normal);
        }
    }

    fn pointer(&mut self, from: Vec3, motion: Vec3, name: &str, color: Color) {
        if motion != Vec3::ZERO && motion.is_finite() {
            let tip = self.canvas.pointer(from, motion, color);
            self.canvas.name(tip, from, name, color);
        }
    }

    /// Draws a point of a surface with its normal. `normal` points out of the surface.
    fn plane<D: Dimension>(&mut self, point: D::Vector, normal: D::Vector) {
        let [point, outward] = [point, normal].map(to_vec3::<D>);
        let color = self.canvas.colors.facet;
        self.canvas.dot(point, color);
        let tip = self.canvas.pointer(point, outward, color);
        self.canvas.name(tip, point, "n", color);
        self.canvas.perpendicular(point, outward, self.canvas.view.rect, color);
    }
}
