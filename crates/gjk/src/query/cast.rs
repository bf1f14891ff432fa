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
//! Shapes that rotate as well are advanced by `bevy_gjk`, in its `detection/narrow_phase/swept/advance.rs`, by the closest
//! points at each time; the sweep of a mover, such as a character, is in its `movement/sweep.rs`.

use crate::epa::penetration;
use crate::gjk::{self, Goal, Outcome};
use crate::math::tolerance::NORMAL_PRECISION;
use crate::math::{Scalar, Vector, Wide, ops};
use crate::minkowski::MinkowskiDifference;
use crate::query::half_space::HalfSpacePair;
use crate::query::range::{RangeCheck, are_finite};
use crate::query::{Contact, Query, Space};
use crate::search::{intersect_near_touching, separation_near_touching};
use crate::separation::{Separation, Verdict};
use crate::support::Support;
use crate::trace::{Observer, Status, Stop};

/// The limit of Newton steps. Smooth shapes that graze each other take about twenty.
const MAX_STEPS: usize = 64;
/// The distance of the cores, as a part of their size, above which the normal is precise.
const PRECISE_NORMAL_DISTANCE: f64 = 1e-4;
/// By how much the way of a shape may miss the other where it grazes it, in `EPSILON` of its length: the rounding of a
/// direction. Otherwise, along a flat shape rounding alone would decide whether the end of that shape is hit.
const WAY_ROUNDING: f64 = 0.5;
/// The closing speed, as a part of the speed, up to which a shape grazes the other.
const GRAZING: f64 = 1e-4;

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
        let mut difference = MinkowskiDifference::new(self.a, self.b);
        let mut own_cache = Default::default();
        let cache = self.cache.take().unwrap_or(&mut own_cache);
        let (initial_offset, precision) = (difference.offset, difference.precision);
        let speed = ops::f64::sqrt(velocity.dot(velocity));
        // A convex radius is met head-on, and nothing but rounding meets a point.
        let is_sharp = !(difference.radius > 0.0) && precision > 0.0;
        let way_rounding = WAY_ROUNDING * V::EPSILON * speed;
        difference.precision *= NORMAL_PRECISION;
        let precise_normal_distance = PRECISE_NORMAL_DISTANCE * precision / V::EPSILON;
        let mut time = 0.0;
        // The last normal of cores that were far enough apart for it to be precise, and the last normal of all.
        let mut normals: Option<[V::Wide; 2]> = None;
        let mut has_stepped_to_surface = false;
        for step in 0..=MAX_STEPS {
            difference.offset = initial_offset - velocity * time;
            let outcome = gjk::run(&difference, Some(cache), Goal::DistanceOrContact, &mut self.observer);
            outcome.store(cache);
            if outcome.stop == Stop::NotFinite {
                return None;
            }
            // Whether the shapes intersect at the start is the same for all questions.
            let intersect = if step == 0 && outcome.verdict == Verdict::Unclear {
                intersect_near_touching(self.a, self.b, &mut self.observer)
            } else {
                outcome.intersects()
            };
            let mut start = None;
            if intersect != outcome.intersects() {
                let separation = separation_near_touching(self.a, self.b, &mut self.observer)?;
                if intersect {
                    return Some(Impact::new(&separation, time));
                }
                start = Some(separation.at_least_touching_distance());
            }
            // GJK's verdict ends the advancement: the distance of the cores is at most the contact distance.
            if intersect {
                if step > 0
                    && !has_stepped_to_surface
                    && only_radii_overlap(&outcome, precise_normal_distance)
                {
                    // With round shapes, the distance of the cores is known much more precisely than the
                    // touching distance: take one more step, from the contact distance to the surface.
                    let (normal, core_distance) = outcome.core_separation();
                    let remaining_time = (core_distance - difference.radius) / -normal.dot(velocity);
                    has_stepped_to_surface = true;
                    if remaining_time.is_finite() {
                        time = (time + remaining_time).clamp(0.0, max);
                        continue;
                    }
                }
                difference.precision = precision;
                let impact = Impact::new(&penetration(&difference, &outcome, &mut self.observer), time);
                return Some(impact.after_a_way(&difference, normals, velocity));
            }
            let (normal, core_distance) = match start {
                Some(Separation { normal, distance, .. }) => (normal, distance + difference.radius),
                None => outcome.core_separation(),
            };
            let gap = core_distance - difference.radius;
            let closing_speed = -normal.dot(velocity);
            let is_beside = gap <= difference.touching_distance + way_rounding * time;
            if is_sharp && normals.is_some() && is_beside && closing_speed <= GRAZING * speed {
                let impact = Impact::touching(&difference, &outcome, Stop::Converged, time);
                return Some(impact.after_a_way(&difference, normals, velocity));
            }
            // This also returns for a NaN.
            if !(closing_speed > 0.0) {
                return None;
            }
            let last_precise = normals.filter(|_| !(core_distance > precise_normal_distance));
            normals = Some([last_precise.map_or(normal, |[precise, _]| precise), normal]);
            let next = time + gap / closing_speed;
            if !(next <= max) && !((next - max) * closing_speed <= difference.touching_distance) {
                return None;
            }
            let next = next.min(max);
            if step == MAX_STEPS || !(next > time) {
                let stop = if step == MAX_STEPS { Stop::IterationCap } else { Stop::Converged };
                return Some(Impact::touching(&difference, &outcome, stop, time));
            }
            time = next;
        }
        None
    }
}

impl<V: Space> Impact<V> {
    /// Creates the impact at a time, with the separation at that time.
    fn new(separation: &Separation<V>, time: f64) -> Self {
        let &Separation { on_a, on_b, normal, distance, status, .. } = separation;
        Self { time, on_a, on_b, normal, depth: (-distance).max(0.0), status }
    }

    /// Selects the contact normal of shapes that were apart before, by planes with these normals.
    fn after_a_way<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
        self,
        difference: &MinkowskiDifference<V, A, B>,
        normals: Option<[V::Wide; 2]>,
        velocity: V::Wide,
    ) -> Self {
        let Some(normals) = normals else { return self };
        Self { depth: 0.0, normal: select_normal(difference, self.normal, normals, velocity), ..self }
    }

    /// Creates the impact of shapes that are apart by no more than rounding.
    fn touching<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
        difference: &MinkowskiDifference<V, A, B>,
        outcome: &Outcome<V>,
        stop: Stop,
        time: f64,
    ) -> Self {
        let separation = difference.separation(&outcome.cores(), stop);
        Self::new(&Separation { distance: 0.0, ..separation }, time)
    }
}

/// Returns whether only the convex radii overlap, with cores far enough apart for their distance to be
/// precise.
fn only_radii_overlap<V: Space>(outcome: &Outcome<V>, precise_normal_distance: f64) -> bool {
    matches!(outcome.stop, Stop::Converged | Stop::RepeatedSupport)
        && outcome.core_separation().1 > precise_normal_distance
}

/// Selects the contact normal at the impact: among the normal of least depth and those of the planes that
/// separated the shapes before the impact, one that still separates the shapes and opposes the motion.
///
/// Where a vertex or an edge is touched, several normals have depth zero, and some of them do not oppose the
/// motion.
fn select_normal<V: Space, A, B>(
    difference: &MinkowskiDifference<V, A, B>,
    deepest: V::Wide,
    [precise, last]: [V::Wide; 2],
    velocity: V::Wide,
) -> V::Wide
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let closing_speed = |normal: V::Wide| -normal.dot(velocity);
    let separates = |normal: &V::Wide| {
        let overlap = difference.support(V::narrow(*normal)).point.dot(*normal) + difference.radius;
        overlap <= 8.0 * difference.touching_distance
    };
    // A flat shape is separated from either side.
    let candidates = [precise, last, -deepest].into_iter().filter(separates);
    let best =
        candidates.reduce(|one, other| if closing_speed(other) > closing_speed(one) { other } else { one });
    match best {
        Some(best) if !(closing_speed(deepest) > 0.9 * closing_speed(best)) => best,
        _ => deepest,
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
