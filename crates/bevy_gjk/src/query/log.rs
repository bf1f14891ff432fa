//! The log of ray casts and shape casts for the overlay.

use core::ops::{ControlFlow, Range};
use std::sync::{Mutex, PoisonError};

use bevy_ecs::prelude::Resource;
use bevy_math::{Vec3, ops};
use bevy_platform::sync::atomic::{AtomicBool, Ordering};
use gjk::{Support, Vector};

use super::{CastHit, QueryShape, RayHit};
use crate::collider::{Dimension, to_vec3};

/// The most queries that are drawn in a frame. Tuning constant.
const MAX_QUERIES: usize = 10_000;
/// The largest drawn length of a ray or a displacement, in world units. Tuning constant.
const MAX_LENGTH: f32 = 1e5;
/// The number of sides of the wireframe of a cast shape. Tuning constant.
const SIDES: u32 = 24;

/// A ray cast or shape cast, as it is drawn.
#[derive(Debug)]
pub(crate) struct LoggedQuery {
    pub(crate) from: Vec3,
    /// The point of the hit, or the end of the ray or the displacement.
    pub(crate) to: Vec3,
    pub(crate) hit: Option<LoggedHit>,
    /// The range of [`LogEntries::points`] with the wireframe of the cast shape at its start; empty for a ray.
    pub(crate) wireframe: Range<usize>,
}

/// A point on the surface of the collider that was hit, and the outward normal there.
#[derive(Debug)]
pub(crate) struct LoggedHit {
    pub(crate) point: Vec3,
    pub(crate) normal: Vec3,
}

/// The queries since the last drawing, and the points of their wireframes; a NaN ends each line strip.
#[derive(Debug, Default)]
pub(crate) struct LogEntries {
    pub(crate) queries: Vec<LoggedQuery>,
    pub(crate) points: Vec<Vec3>,
}

/// Records the queries of a dimension while the overlay draws them, and nothing otherwise.
#[derive(Resource, Debug, Default)]
pub(crate) struct QueryLog<D: Dimension> {
    enabled: AtomicBool,
    entries: Mutex<LogEntries>,
    dimension: core::marker::PhantomData<D>,
}

impl<D: Dimension> QueryLog<D> {
    /// Moves the queries since the last call into `entries`, whose memory is reused, and enables or disables the
    /// recording of further ones. Returns whether recording was enabled.
    pub(crate) fn take(&self, entries: &mut LogEntries, enable: bool) -> bool {
        if !self.enabled.swap(enable, Ordering::Relaxed) {
            return false;
        }
        entries.queries.clear();
        entries.points.clear();
        core::mem::swap(entries, &mut self.entries.lock().unwrap_or_else(PoisonError::into_inner));
        true
    }

    /// Records a ray up to a distance, and its hit.
    #[inline]
    pub(crate) fn record_ray(
        &self,
        [origin, direction]: [D::Vector; 2],
        distance: f32,
        hit: Option<&RayHit<D>>,
    ) {
        if self.enabled.load(Ordering::Relaxed) {
            let origin = to_vec3::<D>(origin);
            let end = || origin + to_vec3::<D>(direction).normalize_or_zero() * distance.min(MAX_LENGTH);
            let hit =
                hit.map(|hit| LoggedHit { point: to_vec3::<D>(hit.point), normal: to_vec3::<D>(hit.normal) });
            let to = hit.as_ref().map_or_else(end, |hit| hit.point);
            self.push(|_| LoggedQuery { from: origin, to, hit, wireframe: 0..0 });
        }
    }

    /// Records a shape that moves up to a distance, and its hit.
    #[inline]
    pub(crate) fn record_cast(
        &self,
        shape: &dyn QueryShape<D>,
        direction: D::Vector,
        distance: f32,
        hit: Option<&CastHit<D>>,
    ) {
        if self.enabled.load(Ordering::Relaxed) {
            let distance = hit.map_or(distance, |hit| hit.distance);
            let displacement = to_vec3::<D>(direction) * distance.min(MAX_LENGTH);
            let hit =
                hit.map(|hit| LoggedHit { point: to_vec3::<D>(hit.point), normal: to_vec3::<D>(hit.normal) });
            self.push(|points| {
                let start = points.len();
                let _ = shape.each_part(&mut |part| {
                    wireframe::<D>(part, points);
                    ControlFlow::Continue(())
                });
                let finite = points[start..].iter().filter(|point| point.is_finite());
                let aabb = finite.fold(None, |aabb: Option<[Vec3; 2]>, &point| {
                    Some(aabb.map_or([point; 2], |[min, max]| [min.min(point), max.max(point)]))
                });
                let from = aabb.map_or(Vec3::NAN, |[min, max]| 0.5 * (min + max));
                LoggedQuery { from, to: from + displacement, hit, wireframe: start..points.len() }
            });
        }
    }

    /// Appends a query, unless the log is full or the query is not finite.
    #[cold]
    fn push(&self, query: impl FnOnce(&mut Vec<Vec3>) -> LoggedQuery) {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let LogEntries { queries, points } = &mut *entries;
        if queries.len() < MAX_QUERIES {
            let query = query(points);
            if query.from.is_finite() && query.to.is_finite() {
                queries.push(query);
            }
        }
    }
}

/// Appends the support points along a circle of directions in each coordinate plane.
fn wireframe<D: Dimension>(shape: &dyn Support<D::Vector>, points: &mut Vec<Vec3>) {
    for one in 0..D::Vector::DIMENSION {
        for two in 0..one {
            for step in 0..=SIDES {
                let (sin, cos) = ops::sin_cos(core::f32::consts::TAU * step as f32 / SIDES as f32);
                let direction = D::Vector::axis(one) * cos + D::Vector::axis(two) * sin;
                points.push(to_vec3::<D>(shape.support(direction)));
            }
            points.push(Vec3::NAN);
        }
    }
}
