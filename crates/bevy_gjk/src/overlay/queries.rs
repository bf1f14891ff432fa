//! What was asked of the colliders in this frame: rays, and shapes that move.

use std::sync::{Mutex, PoisonError};

use bevy_ecs::prelude::{Local, Res, Resource};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{Vec3, ops};
use bevy_platform::sync::atomic::{AtomicBool, Ordering};
use gjk::Vector;

use super::CollisionGizmos;
use super::contacts::{arrow, cross};
use super::settings::linear;
use super::view::{Extent, Views};
use crate::dimension::Dimension;

/// Of more questions in a frame the rest is not drawn.
const MOST: usize = 10_000;
/// How far a ray without end is drawn.
const FAR: f32 = 1e5;
/// With so many sides the shapes are drawn that move.
const SIDES: u32 = 24;
/// On the screen in logical pixels, at a mark size of 1.
const CROSS: f32 = 4.0;
const ARROW: f32 = 14.0;
const ARROW_TIP: f32 = 4.0;

/// A question, as it is drawn.
#[derive(Debug)]
pub(super) struct Asked {
    from: Vec3,
    /// Where it was hit, or where the way ends.
    to: Vec3,
    hit: Option<Hit>,
    /// The outline of what moves, where it starts, in the list of points.
    outline: core::ops::Range<usize>,
}

/// What was hit, and its surface there.
#[derive(Debug)]
pub(super) struct Hit {
    point: Vec3,
    normal: Vec3,
}

/// The questions since they were last drawn, and the points of outlines; a NaN ends each chain.
#[derive(Debug, Default)]
pub(super) struct Log {
    asked: Vec<Asked>,
    points: Vec<Vec3>,
}

/// Notes the questions of a dimension while the overlay shows them, and nothing otherwise.
#[derive(Resource, Debug)]
pub(crate) struct QueryLog<D: Dimension> {
    shown: AtomicBool,
    log: Mutex<Log>,
    dimension: core::marker::PhantomData<D>,
}

impl<D: Dimension> Default for QueryLog<D> {
    fn default() -> Self {
        Self { shown: AtomicBool::new(false), log: Mutex::default(), dimension: core::marker::PhantomData }
    }
}

fn at<D: Dimension>(point: D::Vector) -> Vec3 {
    Vec3::from_array(D::coordinates(point))
}

impl<D: Dimension> QueryLog<D> {
    /// A ray along a direction of any length, up to a distance, and the point and normal that it hit.
    #[inline]
    pub(crate) fn ray(
        &self,
        [origin, direction]: [D::Vector; 2],
        distance: f32,
        hit: Option<[D::Vector; 2]>,
    ) {
        if self.shown.load(Ordering::Relaxed) {
            let way = at::<D>(direction).normalize_or_zero() * distance.min(FAR);
            self.note(at::<D>(origin), way, hit, None);
        }
    }

    /// A shape, known by its support function, that moves by a way, and the point and normal that it hit and
    /// which part of the way that took.
    #[inline]
    pub(crate) fn cast(
        &self,
        support: &dyn Fn(D::Vector) -> D::Vector,
        way: D::Vector,
        hit: Option<(f32, [D::Vector; 2])>,
    ) {
        if self.shown.load(Ordering::Relaxed) {
            let along = |axis: D::Vector| at::<D>(support(axis));
            let middle = (0..D::Vector::DIMENSION)
                .map(|index| 0.5 * (along(D::Vector::axis(index)) + along(-D::Vector::axis(index))))
                .zip(Vec3::AXES)
                .map(|(middle, axis)| middle * axis)
                .sum();
            let part = hit.as_ref().map_or(1.0, |&(part, _)| part);
            self.note(middle, at::<D>(way) * part, hit.map(|(_, hit)| hit), Some(support));
        }
    }

    #[cold]
    fn note(
        &self,
        from: Vec3,
        way: Vec3,
        hit: Option<[D::Vector; 2]>,
        support: Option<&dyn Fn(D::Vector) -> D::Vector>,
    ) {
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        if log.asked.len() >= MOST || !(from + way).is_finite() {
            return;
        }
        let start = log.points.len();
        if let Some(support) = support {
            outline::<D>(support, &mut log.points);
        }
        let outline = start..log.points.len();
        let hit = hit.map(|hit| hit.map(at::<D>)).map(|[point, normal]| Hit { point, normal });
        let to = match (&hit, support) {
            (Some(hit), None) => hit.point,
            _ => from + way,
        };
        log.asked.push(Asked { from, to, hit, outline });
    }
}

/// What a support function gives along a circle of directions, in each plane of two axes.
fn outline<D: Dimension>(support: &dyn Fn(D::Vector) -> D::Vector, points: &mut Vec<Vec3>) {
    for one in 0..D::Vector::DIMENSION {
        for two in 0..one {
            for step in 0..=SIDES {
                let (sin, cos) = ops::sin_cos(core::f32::consts::TAU * step as f32 / SIDES as f32);
                let direction = D::Vector::axis(one) * cos + D::Vector::axis(two) * sin;
                points.push(at::<D>(support(direction)));
            }
            points.push(Vec3::NAN);
        }
    }
}

/// Draws the questions and forgets them.
pub(super) fn draw_queries<D: Dimension>(
    log: Res<QueryLog<D>>,
    mut views: Views,
    mut drawn: Local<Log>,
    mut gizmos: Gizmos<CollisionGizmos>,
) {
    let overlay = gizmos.config_ext;
    let shown = gizmos.config.enabled && overlay.queries;
    if !log.shown.swap(shown, Ordering::Relaxed) {
        return;
    }
    // The memory of both lists is kept.
    core::mem::swap(&mut *drawn, &mut log.log.lock().unwrap_or_else(PoisonError::into_inner));
    let eyes = views.look(&gizmos.config.render_layers);
    let [color, hit_color] = [overlay.query_color, overlay.contact_color].map(linear);
    for Asked { from, to, hit, outline } in &drawn.asked {
        let Some(view) = eyes.first(&Extent::around(*from, *to)) else { continue };
        gizmos.line(*from, *to, color);
        for by in [Vec3::ZERO, to - from].into_iter().take(2 * usize::from(!outline.is_empty())) {
            gizmos.linestrip(drawn.points[outline.clone()].iter().map(|point| point + by), color);
        }
        if let Some(Hit { point, normal }) = hit
            && let Some(pixel) = view.pixel_at(*point).map(|pixel| pixel * overlay.mark_size)
        {
            cross(&mut gizmos, *point, CROSS * pixel, view.rotation, hit_color);
            arrow(
                &mut gizmos,
                [*point, point + normal * ARROW * pixel],
                ARROW_TIP * pixel,
                view.rotation,
                color,
            );
        }
    }
    drawn.asked.clear();
    drawn.points.clear();
}
