//! The first time of impact of two moving shapes.
//!
//! The distance of two convex shapes that move along straight lines is a convex function of time, and its
//! slope is the closing speed along the normal. So Newton's method on it (conservative advancement: Mirtich,
//! *Impulse-based Dynamic Simulation of Rigid Body Systems*, 1996, 2.3) never passes the impact: the plane
//! across the normal separates the shapes until the time that it gives. For polytopes it ends after as many
//! steps as the nearest features change; for smooth shapes each step doubles the digits, but for those that
//! just graze each other, where it halves the rest. A shape that starts to recede never comes back.
//!
//! The times are `f64`, the shapes are never moved: only the offset of their difference is.

use crate::math::{Scalar, Vector, Wide};
use crate::query::half_space::HalfSpacePair;
use crate::query::{Contact, Query, Space};
use crate::reference::{
    Goal, MinkowskiDifference, Observer, Outcome, Separation, Simplex, Status, Stop, gjk, penetration,
};
use crate::support::Support;

/// Grazing smooth shapes need some twenty.
const MAX_STEPS: usize = 64;
/// The normals of near shapes are found to this part of the usual precision.
const REFINEMENT: f64 = 1e-3;
/// Cores that are farther apart than this part of their size have a precise normal.
const CLEAR: f64 = 1e-4;

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
    /// When they first touch; zero if they meet from the start.
    pub time: V::Scalar,
    /// How they touch then: the points are where the shapes are at that time. The depth is zero, unless
    /// they overlap from the start.
    pub contact: Contact<V>,
}

/// When two moving shapes first touch, within a time of `max`, or nothing if they do not.
///
/// Each moves along a straight line at its own velocity. Shapes that meet at the start touch at time zero,
/// with the contact that they have there, even while they part.
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
pub fn cast<V: Space>(
    a: &(impl Support<V> + ?Sized),
    velocity_a: V,
    b: &(impl Support<V> + ?Sized),
    velocity_b: V,
    max: V::Scalar,
) -> Option<Cast<V>> {
    Query::new(a, b).cast(velocity_a, velocity_b, max)
}

/// An impact, in the solvers' precision; the points where the shapes were at the start.
pub(super) struct Impact<V: Vector> {
    pub(super) time: f64,
    pub(super) on_a: V::Wide,
    pub(super) on_b: V::Wide,
    pub(super) normal: V::Wide,
    pub(super) depth: f64,
    pub(super) status: Status,
}

impl<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized, O: Observer<V>> Query<'_, V, A, B, O> {
    /// See [`cast`]. The observer sees GJK anew at each time that was tried.
    pub fn cast(self, velocity_a: V, velocity_b: V, max: V::Scalar) -> Option<Cast<V>> {
        let (velocity_a, velocity_b) = (velocity_a.widen(), velocity_b.widen());
        let Impact { time, on_a, on_b, normal, depth, status } =
            self.impact(velocity_b - velocity_a, max.widen())?;
        Some(Cast {
            time: V::Scalar::narrow(time),
            contact: Contact {
                on_a: V::narrow(on_a + velocity_a * time),
                on_b: V::narrow(on_b + velocity_b * time),
                normal: V::narrow(normal),
                depth: V::Scalar::narrow(depth),
                status,
            },
        })
    }

    /// The impact at the velocity of the second shape relative to the first.
    pub(super) fn impact(mut self, velocity: V::Wide, max: f64) -> Option<Impact<V>> {
        if let Some(pair) = HalfSpacePair::new(self.a, self.b) {
            return of_half_space(&pair, velocity, max);
        }
        let mut difference = MinkowskiDifference::new(self.a, self.b);
        let mut own = Default::default();
        let cache = self.cache.take().unwrap_or(&mut own);
        let start = difference.offset;
        let precision = difference.precision;
        difference.precision *= REFINEMENT;
        let clear = CLEAR * precision / V::EPSILON;
        let mut time = 0.0;
        // The last normal of cores that were far enough apart for it to be precise, and the very last.
        let mut approach: Option<[V::Wide; 2]> = None;
        let mut refined = false;
        for step in 0..=MAX_STEPS {
            difference.offset = start - velocity * time;
            let mut simplex = Simplex::empty();
            let outcome = gjk::run(&difference, Some(cache), Goal::Nearest, &mut self.observer, &mut simplex);
            outcome.store(cache);
            if outcome.stop == Stop::NotFinite {
                return None;
            }
            if outcome.intersects() {
                if step > 0 && !refined && is_round(&outcome, clear) {
                    // Of round cores the distance is known well below the tolerance of touching.
                    let (normal, core_distance) = outcome.core_separation();
                    let rest = (core_distance - difference.radius) / -normal.dot(velocity);
                    refined = true;
                    if rest.is_finite() {
                        time = (time + rest).clamp(0.0, max);
                        continue;
                    }
                }
                difference.precision = precision;
                let overlap = penetration(&difference, &outcome, &mut self.observer);
                let mut impact = Impact::new(&overlap, time);
                if let Some(approach) = approach {
                    impact.depth = 0.0;
                    impact.normal = opposing(&difference, overlap.normal, approach, velocity);
                }
                return Some(impact);
            }
            let (normal, core_distance) = outcome.core_separation();
            let gap = core_distance - difference.radius;
            let closing = -normal.dot(velocity);
            // As well for a NaN.
            if !(closing > 0.0) {
                return None;
            }
            let precise = approach.filter(|_| !(core_distance > clear));
            approach = Some([precise.map_or(normal, |[precise, _]| precise), normal]);
            let next = time + gap / closing;
            if !(next <= max) && !((next - max) * closing <= difference.touch) {
                return None;
            }
            let next = next.min(max);
            if step == MAX_STEPS || !(next > time) {
                let stop = if step == MAX_STEPS { Stop::IterationCap } else { Stop::Converged };
                let touching = difference.separation(&outcome.cores(), stop);
                return Some(Impact::new(&Separation { distance: 0.0, ..touching }, time));
            }
            time = next;
        }
        None
    }
}

impl<V: Space> Impact<V> {
    fn new(separation: &Separation<V>, time: f64) -> Self {
        let &Separation { on_a, on_b, normal, distance, status, .. } = separation;
        Self { time, on_a, on_b, normal, depth: (-distance).max(0.0), status }
    }
}

/// Only the radii touch, and the cores are far enough apart for their distance to be precise.
fn is_round<V: Space>(outcome: &Outcome<V>, clear: f64) -> bool {
    matches!(outcome.stop, Stop::Converged | Stop::RepeatedSupport) && outcome.core_separation().1 > clear
}

/// Of the normal of no depth and those of the planes that kept the shapes apart until the impact, the right
/// one: it parts the shapes still, and opposes the motion.
///
/// Where shapes touch in a corner, several normals give no depth, and some of them do not oppose the motion.
fn opposing<V: Space, A, B>(
    difference: &MinkowskiDifference<V, A, B>,
    deepest: V::Wide,
    [precise, last]: [V::Wide; 2],
    velocity: V::Wide,
) -> V::Wide
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let closing = |normal: V::Wide| -normal.dot(velocity);
    let parts = |normal: &V::Wide| {
        let reach = difference.support(V::narrow(*normal)).point.dot(*normal) + difference.radius;
        reach <= 8.0 * difference.touch
    };
    // A flat shape is parted from both sides.
    let others = [precise, last, -deepest].into_iter().filter(parts);
    let best = others.reduce(|one, other| if closing(other) > closing(one) { other } else { one });
    match best {
        Some(best) if !(closing(deepest) > 0.9 * closing(best)) => best,
        _ => deepest,
    }
}

/// The distance of a half-space falls evenly.
fn of_half_space<V: Vector>(pair: &HalfSpacePair<V>, velocity: V::Wide, max: f64) -> Option<Impact<V>> {
    let &HalfSpacePair { separation, first } = pair;
    let Separation { on_a, on_b, normal, distance, .. } = separation;
    if !distance.is_finite() {
        return None;
    }
    let impact =
        |time, on_a, on_b, depth| Impact { time, on_a, on_b, normal, depth, status: Status::Converged };
    if separation.is_touching() {
        return Some(impact(0.0, on_a, on_b, (-distance).max(0.0)));
    }
    let closing = -normal.dot(velocity);
    let time = distance / closing;
    if !(closing > 0.0 && time <= max) {
        return None;
    }
    // Where on the boundary the other shape's point arrives.
    let way = velocity * time;
    Some(if first { impact(time, on_b + way, on_b, 0.0) } else { impact(time, on_a, on_a - way, 0.0) })
}
