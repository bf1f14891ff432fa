//! Draws the move of a character up to the current step, and says what the step does.

use bevy_camera::Camera;
use bevy_color::{Alpha, Color};
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::prelude::{Local, Query, Res};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{Rect, Vec2, Vec3};
use bevy_transform::components::GlobalTransform;
use core::fmt::Write;

use crate::stepper::character_move::ShownMove;
use crate::stepper::draw::canvas::Canvas;
use crate::stepper::draw::{Bounds, DrawState, to_vec3};
use crate::stepper::labels::{LINE, wrap};
use crate::stepper::layout::Layout;
use crate::stepper::view::View;
use crate::stepper::{CollisionStepper, CollisionStepperGizmos};
use bevy_gjk::Dimension;
use bevy_gjk::trace::{MoveEvent, SweepPurpose, TracedSweep};

/// The lines of text beside the move.
const LINES: f32 = 9.0;

/// Draws the character at the places that it has come to, the current step, and the text.
pub(in crate::stepper) fn draw_move<D: Dimension>(
    stepper: Res<CollisionStepper<D>>,
    shown: Res<ShownMove<D>>,
    cameras: Query<(&Camera, &GlobalTransform)>,
    names: Query<NameOrEntity>,
    mut gizmos: Gizmos<CollisionStepperGizmos>,
    mut state: Local<DrawState>,
) {
    let DrawState { labels, side, text } = &mut *state;
    let trace = &shown.trace;
    let place = trace.translation();
    let all = shown.wireframe.points().iter().flat_map(|&point| [point + trace.start(), point + place]);
    let Some(bounds) = Bounds::of(all.map(|point| to_vec3::<D>(&point))) else { return };
    let Some(view) = View::of_first(&cameras, bounds.center()) else { return };
    let colors = gizmos.config_ext.clone();
    labels.clear();
    let mut canvas = Canvas { gizmos: &mut gizmos, view: &view, labels, colors: &colors, lift: 0.0 };
    let line = LINE * colors.text_size;
    let corners = [bounds.0, bounds.1].map(|corner| view.pixel_of(corner).unwrap_or(view.rect.min));
    let frame = Layout::text_frame(
        stepper.place,
        &view,
        Rect::from_corners(corners[0], corners[1]),
        LINES * line,
        side,
    );
    let current = stepper.current();
    let mut pen = Pen { canvas: &mut canvas, shown: &shown };
    pen.ghost(trace.start(), colors.a);
    for event in trace.events().iter().take(current) {
        if let Some(place) = event.translation() {
            pen.ghost(place, colors.dropped);
        }
        if let Some(sweep) = event.sweep().filter(|sweep| sweep.is_taken) {
            pen.canvas.dashed(to_vec3::<D>(&sweep.from), to_vec3::<D>(&sweep.to()), colors.dropped);
        }
    }
    match shown.event(current) {
        Some(event) => pen.event(event),
        None => pen.ghost(place, colors.nearest),
    }
    canvas.rect(frame, colors.frame);
    canvas.labels.reserve(frame);
    canvas.write_names();
    // Writing to a string cannot fail.
    let _ = write_step(&mut canvas, frame, text, &stepper, &shown, &names);
}

/// Writes the number of the step and what it does; for the last one, why the move ended.
fn write_step<D: Dimension>(
    canvas: &mut Canvas,
    frame: Rect,
    text: &mut String,
    stepper: &CollisionStepper<D>,
    shown: &ShownMove<D>,
    names: &Query<NameOrEntity>,
) -> core::fmt::Result {
    let colors = canvas.colors;
    let line = LINE * colors.text_size;
    let mut corner = frame.min + Vec2::splat(0.4 * line);
    let Some(entity) = shown.entity else { return Ok(()) };
    text.clear();
    write!(text, "move of ")?;
    match names.get(entity) {
        Ok(name) => write!(text, "{name}")?,
        Err(_) => write!(text, "{entity} (gone)")?,
    }
    write!(text, ", step {} of {}", stepper.current() + 1, stepper.count())?;
    if stepper.frozen {
        write!(text, ", frozen")?;
    }
    canvas.line(corner, text, colors.words);
    text.clear();
    let color = match shown.event(stepper.current()) {
        Some(event) => {
            write!(text, "{}", shown.trace.describe(event))?;
            colors.words
        }
        None => {
            write!(text, "{}", shown.trace.summary())?;
            colors.nearest
        }
    };
    for part in wrap(text, colors.text_size, frame.width() - 0.8 * line) {
        corner.y += line;
        canvas.line(corner, part, color);
    }
    Ok(())
}

/// Draws the events of a move.
struct Pen<'p, 'c, 'g, 'w, 's, D: Dimension> {
    canvas: &'p mut Canvas<'c, 'g, 'w, 's>,
    shown: &'p ShownMove<D>,
}

impl<D: Dimension> Pen<'_, '_, '_, '_, '_, D> {
    /// Draws the wireframe of the character at a place.
    fn ghost(&mut self, place: D::Vector, color: Color) {
        for strip in self.shown.wireframe.iter() {
            let points = strip.iter().map(|&point| to_vec3::<D>(&(point + place)));
            self.canvas.line_strip(points, color.with_alpha(0.7));
        }
    }

    /// Draws the current event.
    fn event(&mut self, event: &MoveEvent<D>) {
        let colors = self.canvas.colors;
        match event {
            MoveEvent::Pushed(push) => {
                let from = to_vec3::<D>(&push.from);
                self.canvas.arrow(from, from + to_vec3::<D>(&push.wanted), colors.direction);
                self.canvas.arrow(from, to_vec3::<D>(&(push.from + push.moved)), colors.nearest);
                self.ghost(push.from + push.moved, colors.nearest);
                push.by.iter().for_each(|part| self.plane(part.point, part.normal));
            }
            MoveEvent::Swept(sweep) => self.sweep(sweep),
            MoveEvent::Step(step) => {
                let (place, color) = match step.to {
                    Some(to) => (to, colors.nearest),
                    None => (step.from, colors.support),
                };
                self.ghost(place, color);
                self.canvas.cross(to_vec3::<D>(&place), color);
            }
            _ => {}
        }
    }

    /// Draws the motion that was wanted, what the surfaces allow of it, how far the character came, and what it met.
    fn sweep(&mut self, sweep: &TracedSweep<D>) {
        let colors = self.canvas.colors;
        let from = to_vec3::<D>(&sweep.from);
        let color = if sweep.is_taken { colors.nearest } else { colors.support };
        if sweep.purpose != SweepPurpose::Down {
            self.pointer(from, sweep.wanted, "wanted", colors.direction);
        }
        if sweep.allowed != sweep.wanted {
            self.pointer(from, sweep.allowed, "allowed", colors.simplex);
        }
        self.canvas.bold(from, to_vec3::<D>(&sweep.to()), color);
        self.ghost(sweep.to(), color);
        if let Some(hit) = sweep.hit {
            self.plane(hit.point, hit.normal);
        }
    }

    fn pointer(&mut self, from: Vec3, motion: D::Vector, name: &str, color: Color) {
        let motion = to_vec3::<D>(&motion);
        if motion != Vec3::ZERO && motion.is_finite() {
            let tip = self.canvas.pointer(from, motion, color);
            self.canvas.name(tip, from, name, color);
        }
    }

    /// Draws a point of a surface with its normal. `normal` points out of the surface.
    fn plane(&mut self, point: D::Vector, normal: D::Vector) {
        let (point, outward) = (to_vec3::<D>(&point), to_vec3::<D>(&normal));
        let color = self.canvas.colors.facet;
        self.canvas.dot(point, color);
        let tip = self.canvas.pointer(point, outward, color);
        self.canvas.name(tip, point, "n", color);
        let view = self.canvas.view.rect;
        self.canvas.perpendicular(point, outward, view, color);
    }
}
