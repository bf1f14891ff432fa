//! Draws the current step: on the shapes, and in the picture of their Minkowski difference.

mod canvas;
mod character_move;
mod difference;
mod shapes;

use bevy_ecs::name::NameOrEntity;
use bevy_ecs::prelude::{Entity, Local, Query, Res};
use bevy_gizmos::gizmos::Gizmos;
use bevy_gjk::Dimension;
use bevy_gjk::texts::{ApartReason, WhyApart};
use bevy_math::{Rect, Vec2, Vec3};
use gjk::Vector;
use gjk::trace::Algorithm;

use crate::stepper::labels::width;
use crate::stepper::layout::{Content, Layout, Side};
use crate::stepper::recording::Picture;
use crate::stepper::snapshot::Snapshot;
use crate::stepper::view::{Cameras, View, bounds_of, center_of};
use crate::stepper::{CollisionStepper, CollisionStepperGizmos, CollisionTrace, step_text};
use canvas::Canvas;
pub(super) use character_move::draw_move;
use difference::Difference;

/// The number of text lines above and below the difference.
const LINES_ABOVE: f32 = 4.0;
/// The number of further lines above if a rule keeps the two apart.
const LINES_OF_RULE: f32 = 2.0;
const LINES_BELOW: f32 = 4.0;

/// Draws the picture, the shapes, the text and the legend.
pub(super) fn draw<D: Dimension>(
    stepper: Res<CollisionStepper<D>>,
    trace: Res<CollisionTrace<D>>,
    cameras: Cameras,
    names: Query<NameOrEntity>,
    mut gizmos: Gizmos<CollisionStepperGizmos>,
    mut side: Local<Side>,
) {
    let picture = &trace.picture;
    let Some([min, max]) = bounds_of(points(picture)).filter(|_| trace.pair().is_some()) else { return };
    let Some(view) = View::of_first(&cameras, 0.5 * (min + max)) else { return };
    let mut canvas = Canvas::new(&mut gizmos, view);
    let lines_above = LINES_ABOVE + if rule(&trace).is_some() { LINES_OF_RULE } else { 0.0 };
    let content = content::<D>(picture, &canvas, lines_above);
    let covered = screen_rect(picture, &canvas.view);
    let layout = Layout::new(stepper.place, &canvas.view, covered, &content, &mut side);
    let snapshot = Snapshot::at(trace.steps(), stepper.current());

    let Rect { min, max } = layout.frame;
    canvas.rect(layout.frame, canvas.colors.frame);
    canvas.labels.reserve(Rect { min, max: Vec2::new(max.x, min.y + content.above) });
    canvas.labels.reserve(Rect { min: Vec2::new(min.x, max.y - content.below), max });
    let difference = snapshot.as_ref().map(|snapshot| Difference { layout: &layout, picture, snapshot });
    if let Some(difference) = &difference {
        difference.draw(&mut canvas);
    }
    let is_last = stepper.current() + 1 >= trace.steps().len();
    shapes::draw(&mut canvas, &trace, difference.as_ref(), is_last);
    canvas.write_names();
    write_step(&mut canvas, layout.frame, &stepper, &trace, snapshot.as_ref());
    write_legend(&mut canvas, layout.frame, &trace, snapshot.as_ref(), &names);
}

/// Writes the step above the difference, and with the last step the result.
fn write_step<D: Dimension>(
    canvas: &mut Canvas,
    frame: Rect,
    stepper: &CollisionStepper<D>,
    trace: &CollisionTrace<D>,
    snapshot: Option<&Snapshot<D::Vector>>,
) {
    let colors = &canvas.colors;
    let title = step_text::title(trace.steps(), snapshot, stepper.current());
    let mut lines = vec![(title + frozen(stepper), colors.words)];
    let rule = rule(trace);
    if let Some(why) = rule {
        let by = if why.reason == ApartReason::SameEntity { ": " } else { " by " };
        lines.push((format!("kept apart{by}{why}"), colors.rule));
    }
    if let Some(snapshot) = snapshot {
        lines.push((step_text::step(snapshot, f64::from(trace.picture.radius)), colors.words));
    }
    if stepper.current() + 1 >= trace.steps().len() {
        if let Some(contact) = trace.contact() {
            let kind = if rule.is_some() { "the shapes overlap, depth" } else { "they touch, depth" };
            lines.push((step_text::result(kind, contact.depth, contact.normal), colors.nearest));
        } else if let Some(closest) = trace.closest_points() {
            lines.push((step_text::result("distance", closest.distance, closest.normal), colors.nearest));
        }
    }
    canvas.write_lines(frame, &lines);
}

/// Returns what the title adds while the stepper is frozen.
fn frozen<D: Dimension>(stepper: &CollisionStepper<D>) -> &'static str {
    if stepper.frozen { ", frozen" } else { "" }
}

/// Returns the name of an entity, also if it is gone.
fn name_of(entity: Entity, names: &Query<NameOrEntity>) -> String {
    names.get(entity).map_or_else(|_| format!("{entity} (gone)"), |name| name.to_string())
}

/// Returns the rule that keeps the two apart, whatever their shapes do.
fn rule<D: Dimension>(trace: &CollisionTrace<D>) -> Option<&WhyApart> {
    trace.why_apart().filter(|why| why.reason.is_rule())
}

/// Writes the legend below the difference, each entry in its own color.
fn write_legend<D: Dimension>(
    canvas: &mut Canvas,
    frame: Rect,
    trace: &CollisionTrace<D>,
    snapshot: Option<&Snapshot<D::Vector>>,
    names: &Query<NameOrEntity>,
) {
    let colors = canvas.colors.clone();
    let mut entries = Vec::new();
    for (index, entity) in trace.pair().into_iter().flatten().enumerate() {
        let (letter, color) = [("A", colors.a), ("B", colors.b)][index];
        let part = match (trace.cells()[index], trace.parts()[index]) {
            (Some(cell), _) => format!(", {cell}"),
            (None, Some(part)) => format!(", part {part}"),
            (None, None) => String::new(),
        };
        entries.push((format!("{letter} {}{part}", name_of(entity, names)), color));
    }
    let has_radius = trace.picture.radius > 0.0;
    let of_algorithm = match snapshot.map(|snapshot| snapshot.entry.algorithm) {
        Some(Algorithm::Epa) => {
            [("polytope", colors.polytope), ("nearest facet", colors.facet), ("answer", colors.nearest)]
        }
        _ => [("simplex", colors.simplex), ("dropped", colors.dropped), ("nearest v", colors.nearest)],
    };
    let words = [
        (if has_radius { "A - B of the cores" } else { "A - B" }, colors.difference),
        (if has_radius { "origin, radii" } else { "origin" }, colors.origin),
    ];
    let words = words.into_iter().chain(of_algorithm);
    let words = words.chain([("direction d", colors.direction), ("support w", colors.support)]);
    entries.extend(words.map(|(text, color)| (text.to_owned(), color)));

    let line = canvas.line_height();
    let start = Vec2::new(frame.min.x + 0.4 * line, frame.max.y - (LINES_BELOW - 0.1) * line);
    let mut corner = start;
    for (text, color) in entries {
        let width = width(&text, colors.text_size);
        if corner.x > start.x && corner.x + width > frame.max.x {
            corner = Vec2::new(start.x, corner.y + line);
        }
        canvas.write(corner, &text, color);
        corner.x += width + colors.text_size * 1.5;
    }
}

/// Returns the part of the space of the difference that has to be visible.
fn content<D: Dimension>(picture: &Picture, canvas: &Canvas, lines_above: f32) -> Content {
    let (view, line) = (&canvas.view, canvas.line_height());
    let radius = Vec3::splat(picture.radius);
    let origin = [radius, -radius, Vec3::ZERO];
    let points = || picture.difference.iter().flatten().copied().chain(origin);
    let center = center_of(points());
    let offsets = points().map(|point| point - center);
    let offsets =
        offsets.map(|offset| (Vec2::new(offset.dot(view.right), offset.dot(view.up)), offset.length()));
    let (on_screen, radius) = offsets
        .fold((Vec2::ZERO, 0.0_f32), |size, offset| (size.0.max(offset.0.abs()), size.1.max(offset.1)));
    // In 3D the size is about the same from all sides, so that the scale is steady while the camera turns.
    let half_size =
        if D::Vector::DIMENSION == 2 { on_screen } else { on_screen.max(Vec2::splat(0.8 * radius)) };
    Content { center, half_size, above: lines_above * line, below: LINES_BELOW * line }
}

/// Returns the part of the view that the pair covers.
fn screen_rect(picture: &Picture, view: &View) -> Rect {
    let pixels = points(picture).filter_map(|point| view.pixel_of(point));
    let rect = pixels.map(|pixel| Rect { min: pixel, max: pixel }).reduce(|all, pixel| all.union(pixel));
    rect.unwrap_or(Rect { min: view.rect.min, max: view.rect.min })
}

/// Iterates over the points of the wireframes of the two shapes, without those of a half-space unless both are
/// half-spaces.
fn points(picture: &Picture) -> impl Iterator<Item = Vec3> {
    let all = picture.is_half_space == [true; 2];
    let shapes = picture.shapes.iter().zip(picture.is_half_space);
    let drawn = shapes.filter(move |(_, is_half_space)| all || !is_half_space);
    drawn.flat_map(|(shape, _)| shape).flatten().copied()
}
