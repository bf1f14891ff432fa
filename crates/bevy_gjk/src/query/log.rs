//! The log of queries for the overlay: rays, and shapes that move.

use core::ops::{ControlFlow, Range};
use std::sync::{Mutex, PoisonError};

use bevy_ecs::prelude::Resource;
use bevy_math::{Vec3, ops};
use bevy_platform::sync::atomic::{AtomicBool, Ordering};
use gjk::{Support, Vector};

use super::{CastHit, QueryShape, RayHit};
use crate::collider::Dimension;

/// Of more questions in a frame the rest is not drawn.
const MOST: usize = 10_000;
/// How far a ray without end is drawn.
const FAR: f32 = 1e5;
/// With so many sides the shapes are drawn that move.
const SIDES: u32 = 24;

/// A question, as it is drawn.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) from: Vec3,
    /// Where it was hit, or where the way ends.
    pub(crate) to: Vec3,
    pub(crate) hit: Option<Hit>,
    /// The outline of what moves, where it starts, in the list of points.
    pub(crate) outline: Range<usize>,
}

/// What was hit, and its surface there.
#[derive(Debug)]
pub(crate) struct Hit {
    pub(crate) point: Vec3,
    pub(crate) normal: Vec3,
}

/// The questions since they were last drawn, and the points of outlines; a NaN ends each chain.
#[derive(Debug, Default)]
pub(crate) struct Log {
    pub(crate) asked: Vec<Asked>,
    pub(crate) points: Vec<Vec3>,
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
    /// Takes the queries since the last call into `drawn`, whose memory is kept, and notes those to come if they are
    /// `shown`. Returns whether any were noted.
    pub(crate) fn take(&self, drawn: &mut Log, shown: bool) -> bool {
        if !self.shown.swap(shown, Ordering::Relaxed) {
            return false;
        }
        drawn.asked.clear();
        drawn.points.clear();
        core::mem::swap(drawn, &mut self.log.lock().unwrap_or_else(PoisonError::into_inner));
        true
    }

    /// A ray along a direction of any length, up to a distance, and what it hit.
    #[inline]
    pub(crate) fn ray(&self, [origin, direction]: [D::Vector; 2], distance: f32, hit: Option<&RayHit<D>>) {
        if self.shown.load(Ordering::Relaxed) {
            let origin = at::<D>(origin);
            let end = || origin + at::<D>(direction).normalize_or_zero() * distance.min(FAR);
            let hit = hit.map(|hit| Hit { point: at::<D>(hit.point), normal: at::<D>(hit.normal) });
            let to = hit.as_ref().map_or_else(end, |hit| hit.point);
            self.note(|_| Asked { from: origin, to, hit, outline: 0..0 });
        }
    }

    /// A shape that moves for a time, and what it hit.
    #[inline]
    pub(crate) fn cast(
        &self,
        shape: &dyn QueryShape<D>,
        velocity: D::Vector,
        time: f32,
        hit: Option<&CastHit<D>>,
    ) {
        if self.shown.load(Ordering::Relaxed) {
            let time = hit.map_or(time, |hit| hit.time);
            let way = (at::<D>(velocity) * time).clamp_length_max(FAR);
            let hit = hit.map(|CastHit { contact, .. }| Hit {
                point: at::<D>(contact.on_b),
                normal: at::<D>(-contact.normal),
            });
            self.note(|points| {
                let start = points.len();
                let _ = shape.each_part(&mut |part| {
                    outline::<D>(part, points);
                    ControlFlow::Continue(())
                });
                let drawn = points[start..].iter().filter(|point| point.is_finite());
                let ends = drawn.fold(None, |ends: Option<[Vec3; 2]>, &point| {
                    Some(ends.map_or([point; 2], |[min, max]| [min.min(point), max.max(point)]))
                });
                let from = ends.map_or(Vec3::NAN, |[min, max]| 0.5 * (min + max));
                Asked { from, to: from + way, hit, outline: start..points.len() }
            });
        }
    }

    #[cold]
    fn note(&self, asked: impl FnOnce(&mut Vec<Vec3>) -> Asked) {
        let mut log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        let Log { asked: all, points } = &mut *log;
        if all.len() < MOST {
            let asked = asked(points);
            if asked.from.is_finite() && asked.to.is_finite() {
                all.push(asked);
            }
        }
    }
}

/// What a support function gives along a circle of directions, in each plane of two axes.
fn outline<D: Dimension>(shape: &dyn Support<D::Vector>, points: &mut Vec<Vec3>) {
    for one in 0..D::Vector::DIMENSION {
        for two in 0..one {
            for step in 0..=SIDES {
                let (sin, cos) = ops::sin_cos(core::f32::consts::TAU * step as f32 / SIDES as f32);
                let direction = D::Vector::axis(one) * cos + D::Vector::axis(two) * sin;
                points.push(at::<D>(shape.support(direction)));
            }
            points.push(Vec3::NAN);
        }
    }
}
