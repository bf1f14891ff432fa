//! The time of impact of two shapes that move without rotation, by conservative advancement (Mirtich,
//! *Impulse-based Dynamic Simulation of Rigid Body Systems*, 1996, 2.3).
//!
//! The distance of two convex shapes that move along straight lines is a convex function of time, and its
//! slope is the closing speed along the normal. So Newton's method on it never passes the impact: the plane
//! perpendicular to the normal separates the shapes until the time of the next step. For polytopes, the
//! number of steps is that of the changes of the closest features. For smooth shapes, each step doubles the
//! number of correct digits, except where the shapes just graze each other: there each step halves the error.
//! Shapes that begin to recede never come back.
//!
//! Times are `f64`. The shapes are not moved, only the offset of their Minkowski difference.
//!
//! The loop is [`time_of_impact`], which serves any motion.

use crate::math::{Scalar, Vector, Wide};
use crate::query::advancement::time_of_impact;
use crate::query::half_space::HalfSpacePair;
use crate::query::range::{RangeCheck, are_finite};
use crate::query::{Contact, Query, Space};
use crate::separation::Separation;
use crate::support::Support;
use crate::trace::{Observer, Status};
use advance::{Advancement, Found, MAX_ITERATIONS};

mod advance;

/// The first impact of two moving shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct Cast<V: Vector> {
    /// The time of impact; zero if the shapes intersect at the start.
    pub time: V::Scalar,
    /// The contact at that time, in world space. The depth is zero unless the shapes overlap at the start.
    pub contact: Contact<V>,
}

/// Returns when two moving shapes first touch, or `None` if they do not within a time of `max`.
///
/// Each shape moves along a straight line at its own velocity. Shapes that intersect at the start get time
/// zero and their contact there, even if they move apart.
///
/// ```
/// use gjk::{Affine2, Circle, Rectangle, Support, Vec2};
///
/// let wall = Rectangle::new(1.0, 8.0);
/// let ball = Circle::new(0.5).placed(Affine2::from_translation(Vec2::new(-5.0, 0.0)));
/// let hit = gjk::cast(&ball, Vec2::new(8.0, 1.0), &wall, Vec2::ZERO, 1.0).unwrap();
/// assert_eq!(hit.time, 0.5);
/// assert_eq!((hit.contact.on_b, hit.contact.normal), (Vec2::new(-0.5, 0.5), Vec2::X));
/// ```
#[inline]
#[doc(alias("shape cast", "time of impact", "tunnelling"))]
pub fn cast<V: Space>(
    a: &(impl Support<V> + ?Sized),
    velocity_a: V,
    b: &(impl Support<V> + ?Sized),
    velocity_b: V,
    max: V::Scalar,
) -> Option<Cast<V>> {
    Query::new(a, b).cast(velocity_a, velocity_b, max)
}

impl<V: Vector> Cast<V> {
    /// Clamps all numbers to the range of the scalar.
    #[cold]
    #[inline(never)]
    fn clamp(&mut self) {
        self.contact = self.contact.clamped_to_range();
        let mut range = RangeCheck { status: self.contact.status };
        self.time = range.clamp(self.time);
        self.contact.status = range.status;
    }
}

/// An impact in the precision of the solvers. The witness points are where the shapes are at the start.
pub(super) struct Impact<V: Vector> {
    pub(super) time: f64,
    pub(super) on_a: V::Wide,
    pub(super) on_b: V::Wide,
    pub(super) normal: V::Wide,
    pub(super) depth: f64,
    pub(super) status: Status,
}

impl<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized, O: Observer<V>> Query<'_, V, A, B, O> {
    /// Returns the first impact of the shapes; see [`cast`]. The observer sees one GJK run for each time
    /// step.
    pub fn cast(self, velocity_a: V, velocity_b: V, max: V::Scalar) -> Option<Cast<V>> {
        let (velocity_a, velocity_b) = (velocity_a.widen(), velocity_b.widen());
        let Impact { time, on_a, on_b, normal, depth, status } =
            self.impact(velocity_b - velocity_a, max.widen())?;
        let (on_a, on_b) = (V::narrow(on_a + velocity_a * time), V::narrow(on_b + velocity_b * time));
        let (depth, time) = (V::Scalar::narrow(depth), V::Scalar::narrow(time));
        let mut hit =
            Cast { time, contact: Contact { on_a, on_b, normal: V::narrow(normal), depth, status } };
        if !are_finite(on_a, on_b, depth + time) {
            hit.clamp();
        }
        Some(hit)
    }

    /// Computes the impact, for the velocity of the second shape relative to the first.
    pub(super) fn impact(mut self, velocity: V::Wide, max: f64) -> Option<Impact<V>> {
        if let Some(pair) = HalfSpacePair::new(self.a, self.b) {
            return half_space_impact(&pair, velocity, max);
        }
        let mut own_cache = Default::default();
        let cache = self.cache.take().unwrap_or(&mut own_cache);
        let mut advancement = Advancement::new(self, cache, velocity, max);
        let mut start = 0.0;
        loop {
            time_of_impact(start, max, MAX_ITERATIONS, |time| advancement.look(time))?;
            match advancement.found.take()? {
                Found::Impact(impact) => return Some(impact),
                Found::NearSurface(time) => start = time,
            }
        }
    }
}

/// Computes the impact on a half-space, from which the distance is linear in time.
fn half_space_impact<V: Vector>(pair: &HalfSpacePair<V>, velocity: V::Wide, max: f64) -> Option<Impact<V>> {
    let &HalfSpacePair { separation, half_space_first } = pair;
    let Separation { on_a, on_b, normal, distance, .. } = separation;
    if !distance.is_finite() {
        return None;
    }
    let impact =
        |time, on_a, on_b, depth| Impact { time, on_a, on_b, normal, depth, status: Status::Converged };
    if separation.is_touching() {
        return Some(impact(0.0, on_a, on_b, (-distance).max(0.0)));
    }
    let closing_speed = -normal.dot(velocity);
    let time = distance / closing_speed;
    if !(closing_speed > 0.0 && time <= max) {
        return None;
    }
    // The point of the boundary that the other shape's deepest point arrives at.
    let displacement = velocity * time;
    Some(if half_space_first {
        impact(time, on_b + displacement, on_b, 0.0)
    } else {
        impact(time, on_a, on_a - displacement, 0.0)
    })
}
