//! Draws the current step: on the shapes, and in the picture of their Minkowski difference.

mod canvas;
mod character_move;
mod difference;
mod shapes;

use bevy_camera::Camera;
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::prelude::{Local, Query, Res};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{Rect, Vec2, Vec3};
use bevy_transform::components::GlobalTransform;
use core::fmt::Write;
use gjk::Vector;
use gjk::trace::Algorithm;

use crate::stepper::labels::{LINE, Labels, width, wrap};
use crate::stepper::layout::{Content, Layout, Side};
use crate::stepper::recording::Picture;
use crate::stepper::snapshot::Snapshot;
use crate::stepper::view::View;
use crate::stepper::{CollisionStepper, CollisionStepperGizmos, CollisionTrace, step_text};
use bevy_gjk::Dimension;
use bevy_gjk::texts::WhyApart;
use canvas::Canvas;
pub(super) use character_move::draw_move;

/// The number of text lines above and below the difference.
const LINES_ABOVE: f32 = 4.0;
/// The number of further lines above if a rule keeps the two apart.
const LINES_OF_RULE: f32 = 2.0;
const LINES_BELOW: f32 = 4.0;

/// Memory that is reused in each frame, and the side of the picture.
#[derive(Default)]
pub(super) struct DrawState {
    labels: Labels,
    side: Side,
    text: String,
}

/// What is shown: the trace at one of its steps.
struct Shown<'a, D: Dimension> {
    stepper: &'a CollisionStepper<D>,
    trace: &'a CollisionTrace<D>,
    snapshot: Option<&'a Snapshot<'a, D::Vector>>,
    /// Whether it is the last step, which has the result.
    is_last: bool,
}

/// Draws the picture, the shapes, the text and the legend.
pub(super) fn draw<D: Dimension>(
    stepper: Res<CollisionStepper<D>>,
    trace: Res<CollisionTrace<D>>,
    cameras: Query<(&Camera, &GlobalTransform)>,
    names: Query<NameOrEntity>,
    mut gizmos: Gizmos<CollisionStepperGizmos>,
    mut state: Local<DrawState>,
) {
    let DrawState { labels, side, text } = &mut *state;
    let Some(bounds) = Bounds::of(corners::<D>(&trace.picture)) else { return };
    let Some(view) = View::of_first(&cameras, bounds.center()) else { return };
    let colors = gizmos.config_ext.clone();
    labels.clear();
    let mut canvas = Canvas { gizmos: &mut gizmos, view: &view, labels, colors: &colors, lift: 0.0 };
    let line = LINE * colors.text_size;
    let lines_above = LINES_ABOVE + if rule(&trace).is_some() { LINES_OF_RULE } else { 0.0 };
    let content = content::<D>(&trace.picture, &view, line, lines_above);
    let pair = screen_rect::<D>(&trace.picture, &view);
    let layout = Layout::new(stepper.place, &view, pair, &content, side);
    let snapshot = Snapshot::at(trace.steps(), stepper.current());

    canvas.rect(layout.frame, colors.frame);
    for (edge, height) in [(layout.frame.min.y, content.above), (layout.frame.max.y, content.below)] {
        let far = edge + if edge < layout.canvas.center().y { height } else { -height };
        let (min, max) = (layout.frame.min, layout.frame.max);
        canvas.labels.reserve(Rect::from_corners(Vec2::new(min.x, edge), Vec2::new(max.x, far)));
    }
    if let Some(snapshot) = &snapshot {
        difference::draw::<D>(&mut canvas, &layout, &trace.picture, snapshot);
    }
    let is_last = stepper.current() + 1 >= trace.steps().len();
    let shown = Shown { stepper: &stepper, trace: &trace, snapshot: snapshot.as_ref(), is_last };
    shapes::draw(&mut canvas, &layout, &shown);
    canvas.write_names();
    // Writing to a string cannot fail.
    let _ = write_step(&mut canvas, &layout, text, &shown);
    let _ = write_legend(&mut canvas, &layout, text, &shown, &names);
}

/// Writes the step above the difference, and with the last step the result.
fn write_step<D: Dimension>(
    canvas: &mut Canvas,
    layout: &Layout,
    text: &mut String,
    &Shown { stepper, trace, snapshot, is_last }: &Shown<D>,
) -> core::fmt::Result {
    let colors = canvas.colors;
    let line = LINE * colors.text_size;
    let mut corner = layout.frame.min + Vec2::splat(0.4 * line);
    let max_width = layout.frame.width() - 0.8 * line;
    step_text::title(text, trace.steps(), snapshot, stepper.current(), stepper.frozen)?;
    canvas.line(corner, text, colors.words);
    let mut write = |text: &str, color| {
        for part in wrap(text, colors.text_size, max_width) {
            corner.y += line;
            canvas.line(corner, part, color);
        }
    };
    let rule = rule(trace);
    if let Some(rule) = rule {
        step_text::rule(text, rule)?;
        write(text, colors.rule);
    }
    if let Some(snapshot) = snapshot {
        step_text::step(text, snapshot, f64::from(trace.picture.radius))?;
        write(text, colors.words);
    }
    if is_last {
        match (trace.contact(), trace.closest_points()) {
            (Some(contact), _) => {
                let kind = if rule.is_some() { "the shapes overlap, depth" } else { "they touch, depth" };
                step_text::result(text, kind, contact.depth, contact.normal)?;
            }
            (_, Some(closest)) => step_text::result(text, "distance", closest.distance, closest.normal)?,
            _ => return Ok(()),
        }
        write(text, colors.nearest);
    }
    Ok(())
}

/// Returns the rule that keeps the two apart, whatever their shapes do.
fn rule<D: Dimension>(trace: &CollisionTrace<D>) -> Option<&WhyApart> {
    trace.why_apart().filter(|why| why.reason.is_rule())
}

/// Writes the legend below the difference, each entry in its own color.
fn write_legend<D: Dimension>(
    canvas: &mut Canvas,
    layout: &Layout,
    text: &mut String,
    &Shown { trace, snapshot, .. }: &Shown<D>,
    names: &Query<NameOrEntity>,
) -> core::fmt::Result {
    let colors = canvas.colors;
    let line = LINE * colors.text_size;
    let start = Vec2::new(layout.frame.min.x + 0.4 * line, layout.frame.max.y - (LINES_BELOW - 0.1) * line);
    let mut corner = start;
    let end = layout.frame.max.x;
    let mut write = |text: &str, color| {
        let width = width(text, colors.text_size);
        if corner.x > start.x && corner.x + width > end {
            corner = Vec2::new(start.x, corner.y + line);
        }
        canvas.line(corner, text, color);
        corner.x += width + colors.text_size * 1.5;
    };
    let sides =
        [("A", colors.a), ("B", colors.b)].into_iter().zip(trace.parts().into_iter().zip(trace.cells()));
    for (entity, ((letter, color), (part, cell))) in trace.pair().into_iter().flatten().zip(sides) {
        text.clear();
        match names.get(entity) {
            Ok(name) => write!(text, "{letter} {name}")?,
            Err(_) => write!(text, "{letter} {entity} (gone)")?,
        }
        match (cell, part) {
            (Some(cell), _) => write!(text, ", {cell}")?,
            (None, Some(part)) => write!(text, ", part {part}")?,
            (None, None) => {}
        }
        write(text, color);
    }
    let cores = if trace.picture.radius > 0.0 { "A - B of the cores" } else { "A - B" };
    write(cores, colors.difference);
    write(if trace.picture.radius > 0.0 { "origin, radii" } else { "origin" }, colors.origin);
    let of_algorithm = match snapshot.map(|snapshot| snapshot.algorithm) {
        Some(Algorithm::Epa) => {
            [("polytope", colors.polytope), ("nearest facet", colors.facet), ("answer", colors.nearest)]
        }
        _ => [("simplex", colors.simplex), ("dropped", colors.dropped), ("nearest v", colors.nearest)],
    };
    let common = [("direction d", colors.direction), ("support w", colors.support)];
    of_algorithm.into_iter().chain(common).for_each(|(text, color)| write(text, color));
    Ok(())
}

/// Returns the part of the space of the difference that has to be visible.
fn content<D: Dimension>(picture: &Picture<D::Vector>, view: &View, line: f32, lines_above: f32) -> Content {
    let radius = Vec3::splat(picture.radius);
    let origin = [radius, -radius, Vec3::ZERO];
    let points = || picture.difference.points().iter().map(to_vec3::<D>).chain(origin);
    let center = Bounds::of(points()).map_or(Vec3::ZERO, Bounds::center);
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
fn screen_rect<D: Dimension>(picture: &Picture<D::Vector>, view: &View) -> Rect {
    let pixels = corners::<D>(picture).filter_map(|point| view.pixel_of(point));
    let rect = pixels.map(|pixel| Rect { min: pixel, max: pixel }).reduce(|all, pixel| all.union(pixel));
    rect.unwrap_or(Rect { min: view.rect.min, max: view.rect.min })
}

/// Iterates over the points of the wireframes of the two shapes, without those of a half-space unless both are
/// half-spaces.
fn corners<D: Dimension>(picture: &Picture<D::Vector>) -> impl Iterator<Item = Vec3> {
    let all = picture.is_half_space == [true; 2];
    let shapes = picture.shapes.iter().zip(picture.is_half_space);
    let drawn = shapes.filter(move |(_, is_half_space)| all || !is_half_space);
    drawn.flat_map(|(shape, _)| shape.points()).map(to_vec3::<D>)
}

/// Returns the coordinates of a point in 3D.
fn to_vec3<D: Dimension>(point: &D::Vector) -> Vec3 {
    Vec3::from_array(D::coordinates(*point))
}

/// The AABB of points in world space.
#[derive(Clone, Copy)]
struct Bounds(Vec3, Vec3);

impl Bounds {
    /// Returns the AABB of the finite points, if there are any.
    fn of(points: impl Iterator<Item = Vec3>) -> Option<Self> {
        let points = points.filter(|point| point.is_finite()).map(|point| Self(point, point));
        points.reduce(|one, two| Self(one.0.min(two.0), one.1.max(two.1)))
    }

    fn center(self) -> Vec3 {
        (self.0 + self.1) * 0.5
    }
}
