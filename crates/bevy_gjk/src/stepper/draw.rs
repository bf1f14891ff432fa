//! Draws the current step: on the shapes, and in the picture of their difference.

mod canvas;
mod difference;
mod shapes;

use bevy_camera::Camera;
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::prelude::{Local, Query, Res};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{Rect, Vec2, Vec3};
use bevy_transform::components::GlobalTransform;
use core::fmt::Write;
use gjk::{Algorithm, Vector};

use crate::collider::Dimension;
use crate::stepper::labels::{LINE, Labels, width, wrap};
use crate::stepper::layout::{Content, Layout, Side};
use crate::stepper::moment::Moment;
use crate::stepper::recording::Picture;
use crate::stepper::view::View;
use crate::stepper::{CollisionStepper, CollisionStepperGizmos, CollisionTrace, words};
use canvas::Canvas;

/// How many lines there are above and below the difference.
const LINES_ABOVE: f32 = 4.0;
const LINES_BELOW: f32 = 4.0;

/// What is kept from frame to frame.
#[derive(Default)]
pub(super) struct Kept {
    labels: Labels,
    side: Side,
    text: String,
}

pub(super) fn draw<D: Dimension>(
    stepper: Res<CollisionStepper<D>>,
    trace: Res<CollisionTrace<D>>,
    cameras: Query<(&Camera, &GlobalTransform)>,
    names: Query<NameOrEntity>,
    mut gizmos: Gizmos<CollisionStepperGizmos>,
    mut kept: Local<Kept>,
) {
    let Kept { labels, side, text } = &mut *kept;
    let Some(bounds) = Bounds::of(corners::<D>(&trace.picture)) else { return };
    let Some(view) = View::of_first(&cameras, bounds.middle()) else { return };
    let colors = gizmos.config_ext.clone();
    labels.clear();
    let mut canvas = Canvas { gizmos: &mut gizmos, view: &view, labels, colors: &colors, lift: 0.0 };
    let line = LINE * colors.text_size;
    let content = content::<D>(&trace.picture, &view, line);
    let pair = on_screen::<D>(&trace.picture, &view);
    let layout = Layout::new(stepper.place, &view, pair, &content, side);
    let moment = Moment::at(trace.steps(), stepper.current());

    canvas.rect(layout.frame, colors.frame);
    for (edge, height) in [(layout.frame.min.y, content.above), (layout.frame.max.y, content.below)] {
        let far = edge + if edge < layout.canvas.center().y { height } else { -height };
        let (min, max) = (layout.frame.min, layout.frame.max);
        canvas.labels.take(Rect::from_corners(Vec2::new(min.x, edge), Vec2::new(max.x, far)));
    }
    if let Some(moment) = &moment {
        difference::draw::<D>(&mut canvas, &layout, &trace.picture, moment);
    }
    let last = stepper.current() + 1 >= trace.steps().len();
    shapes::draw::<D>(&mut canvas, &layout, &trace, moment.as_ref(), last);
    canvas.write_names();
    // Writing to a string cannot fail.
    let _ = write_words(&mut canvas, &layout, text, &stepper, &trace, moment.as_ref(), last);
    let _ = write_legend(&mut canvas, &layout, text, &trace, moment.as_ref(), &names);
}

/// The steps above the picture.
fn write_words<D: Dimension>(
    canvas: &mut Canvas,
    layout: &Layout,
    text: &mut String,
    stepper: &CollisionStepper<D>,
    trace: &CollisionTrace<D>,
    moment: Option<&Moment<D::Vector>>,
    last: bool,
) -> core::fmt::Result {
    let colors = canvas.colors;
    let line = LINE * colors.text_size;
    let mut corner = layout.frame.min + Vec2::splat(0.4 * line);
    let room = layout.frame.width() - 0.8 * line;
    words::title(text, trace.steps(), moment, stepper.current(), stepper.frozen)?;
    canvas.line(corner, text, colors.words);
    let mut write = |text: &str, color| {
        for words in wrap(text, colors.text_size, room) {
            corner.y += line;
            canvas.line(corner, words, color);
        }
    };
    if let Some(moment) = moment {
        words::step(text, moment, f64::from(trace.picture.radius))?;
        write(text, colors.words);
    }
    if last {
        match (trace.contact(), trace.closest_points()) {
            (Some(contact), _) => words::answer(text, "they touch, depth", contact.depth, contact.normal)?,
            (_, Some(closest)) => words::answer(text, "distance", closest.distance, closest.normal)?,
            _ => return Ok(()),
        }
        write(text, colors.nearest);
    }
    Ok(())
}

/// What the colours mean, below the picture: each word in its own.
fn write_legend<D: Dimension>(
    canvas: &mut Canvas,
    layout: &Layout,
    text: &mut String,
    trace: &CollisionTrace<D>,
    moment: Option<&Moment<D::Vector>>,
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
    let sides = [("A", colors.a), ("B", colors.b)].into_iter().zip(trace.parts());
    for (entity, ((letter, color), part)) in trace.pair().into_iter().flatten().zip(sides) {
        text.clear();
        match names.get(entity) {
            Ok(name) => write!(text, "{letter} {name}")?,
            Err(_) => write!(text, "{letter} {entity} (gone)")?,
        }
        if let Some(part) = part {
            write!(text, ", part {part}")?;
        }
        write(text, color);
    }
    let cores = if trace.picture.radius > 0.0 { "A - B of the cores" } else { "A - B" };
    write(cores, colors.difference);
    write(if trace.picture.radius > 0.0 { "origin, radii" } else { "origin" }, colors.origin);
    let of_algorithm = match moment.map(|moment| moment.algorithm) {
        Some(Algorithm::Epa) => {
            [("polytope", colors.polytope), ("nearest facet", colors.facet), ("answer", colors.nearest)]
        }
        _ => [("simplex", colors.simplex), ("dropped", colors.dropped), ("nearest v", colors.nearest)],
    };
    let common = [("direction d", colors.direction), ("support w", colors.support)];
    of_algorithm.into_iter().chain(common).for_each(|(text, color)| write(text, color));
    Ok(())
}

/// How much of the space of the difference has to be seen.
fn content<D: Dimension>(picture: &Picture<D::Vector>, view: &View, line: f32) -> Content {
    let round = Vec3::splat(picture.radius);
    let around = [round, -round, Vec3::ZERO];
    let points = || picture.difference.points().iter().map(world::<D>).chain(around);
    let middle = Bounds::of(points()).map_or(Vec3::ZERO, Bounds::middle);
    let offs = points().map(|point| point - middle);
    let offs = offs.map(|off| (Vec2::new(off.dot(view.right), off.dot(view.up)), off.length()));
    let (seen, around) =
        offs.fold((Vec2::ZERO, 0.0_f32), |size, off| (size.0.max(off.0.abs()), size.1.max(off.1)));
    // About the same from all sides.
    let half_size = if D::Vector::DIMENSION == 2 { seen } else { seen.max(Vec2::splat(0.8 * around)) };
    Content { middle, half_size, above: LINES_ABOVE * line, below: LINES_BELOW * line }
}

/// The part of the view that the pair covers.
fn on_screen<D: Dimension>(picture: &Picture<D::Vector>, view: &View) -> Rect {
    let pixels = corners::<D>(picture).filter_map(|point| view.pixel_of(point));
    let around = pixels.map(|pixel| Rect { min: pixel, max: pixel }).reduce(|all, pixel| all.union(pixel));
    around.unwrap_or(Rect { min: view.rect.min, max: view.rect.min })
}

/// The points of the outlines of the two; not of a half-space, unless both are.
fn corners<D: Dimension>(picture: &Picture<D::Vector>) -> impl Iterator<Item = Vec3> {
    let all = picture.endless == [true; 2];
    let shapes = picture.shapes.iter().zip(picture.endless).filter(move |(_, endless)| all || !endless);
    shapes.flat_map(|(shape, _)| shape.points()).map(world::<D>)
}

fn world<D: Dimension>(point: &D::Vector) -> Vec3 {
    Vec3::from_array(D::coordinates(*point))
}

/// A box around points.
#[derive(Clone, Copy)]
struct Bounds(Vec3, Vec3);

impl Bounds {
    fn of(points: impl Iterator<Item = Vec3>) -> Option<Self> {
        let points = points.filter(|point| point.is_finite()).map(|point| Self(point, point));
        points.reduce(|one, two| Self(one.0.min(two.0), one.1.max(two.1)))
    }

    fn middle(self) -> Vec3 {
        (self.0 + self.1) * 0.5
    }
}
