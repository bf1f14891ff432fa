//! The steps of a cast: one run of GJK at each time.

use crate::epa::penetration;
use crate::gjk::{self, Goal, Outcome, SimplexCache};
use crate::math::tolerance::NORMAL_PRECISION;
use crate::math::{Vector, Wide, ops};
use crate::minkowski::MinkowskiDifference;
use crate::query::advancement::Approach;
use crate::query::cast::Impact;
use crate::query::{Query, Space};
use crate::search::{intersect_near_touching, separation_near_touching};
use crate::separation::{Separation, Verdict};
use crate::support::Support;
use crate::trace::{Observer, Stop};

/// The limit of iterations of Newton's method. Smooth shapes that graze each other take about twenty.
pub(super) const MAX_ITERATIONS: u32 = 64;
/// The distance of the cores, as a part of their size, above which the normal is precise.
const PRECISE_NORMAL_DISTANCE: f64 = 1e-4;
/// By how much the way of a shape may miss the other where it grazes it, in `EPSILON` of its length: the rounding of a
/// direction. Otherwise, along a flat shape rounding alone would decide whether the end of that shape is hit.
const WAY_ROUNDING: f64 = 0.5;
/// The closing speed, as a part of the speed, up to which a shape grazes the other.
const GRAZING: f64 = 1e-4;

/// What ended an advancement.
pub(super) enum Found<V: Vector> {
    Impact(Impact<V>),
    /// The radii overlap, and their surfaces touch at about this time.
    NearSurface(f64),
}

/// The advancement of two shapes to their impact.
pub(super) struct Advancement<'q, 'c, V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized, O> {
    query: Query<'q, V, A, B, O>,
    cache: &'c mut SimplexCache<V>,
    difference: MinkowskiDifference<'q, V, A, B>,
    initial_offset: V::Wide,
    precision: f64,
    /// The velocity of the second shape relative to the first, and its length.
    velocity: V::Wide,
    speed: f64,
    max: f64,
    /// A convex radius is met head-on, and nothing but rounding meets a point.
    is_sharp: bool,
    way_rounding: f64,
    precise_normal_distance: f64,
    looks: u32,
    /// The last normal of cores that were far enough apart for it to be precise, and the last normal of all.
    normals: Option<[V::Wide; 2]>,
    has_stepped_to_surface: bool,
    pub(super) found: Option<Found<V>>,
}

impl<'q, 'c, V, A, B, O> Advancement<'q, 'c, V, A, B, O>
where
    V: Space,
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
    O: Observer<V>,
{
    pub(super) fn new(
        query: Query<'q, V, A, B, O>,
        cache: &'c mut SimplexCache<V>,
        velocity: V::Wide,
        max: f64,
    ) -> Self {
        let mut difference = MinkowskiDifference::new(query.a, query.b);
        let (initial_offset, precision) = (difference.offset, difference.precision);
        let speed = ops::f64::sqrt(velocity.dot(velocity));
        difference.precision *= NORMAL_PRECISION;
        Self {
            query,
            cache,
            initial_offset,
            precision,
            velocity,
            speed,
            max,
            is_sharp: !(difference.radius > 0.0) && precision > 0.0,
            difference,
            way_rounding: WAY_ROUNDING * V::EPSILON * speed,
            precise_normal_distance: PRECISE_NORMAL_DISTANCE * precision / V::EPSILON,
            looks: 0,
            normals: None,
            has_stepped_to_surface: false,
            found: None,
        }
    }

    /// Runs GJK at a time.
    #[inline(always)]
    pub(super) fn look(&mut self, time: f64) -> Approach {
        let is_first = self.looks == 0;
        self.looks += 1;
        self.found = None;
        let difference = &mut self.difference;
        difference.offset = self.initial_offset - self.velocity * time;
        let (goal, observer) = (Goal::DistanceOrContact, &mut self.query.observer);
        let outcome = gjk::run(difference, Some(self.cache), goal, observer);
        outcome.store(self.cache);
        if outcome.stop == Stop::NotFinite {
            return Approach::Never;
        }
        // Whether the shapes intersect at the start is the same for all questions.
        let (a, b) = (self.query.a, self.query.b);
        let intersect = if is_first && outcome.verdict == Verdict::Unclear {
            intersect_near_touching(a, b, observer)
        } else {
            outcome.intersects()
        };
        let mut start = None;
        if intersect != outcome.intersects() {
            let Some(separation) = separation_near_touching(a, b, observer) else { return Approach::Never };
            if intersect {
                return self.touch(Impact::new(&separation, time));
            }
            start = Some(separation.at_least_touching_distance());
        }
        // GJK's verdict ends the advancement: the distance of the cores is at most the core touching distance.
        if intersect {
            return self.touch_by_verdict(&outcome, time, is_first);
        }
        let (normal, core_distance) = match start {
            Some(Separation { normal, distance, .. }) => (normal, distance + self.difference.radius),
            None => outcome.core_separation(),
        };
        self.look_apart(&outcome, time, normal, core_distance)
    }

    /// Ends the advancement.
    fn touch(&mut self, impact: Impact<V>) -> Approach {
        self.found = Some(Found::Impact(impact));
        Approach::Touching
    }

    /// Ends the advancement at shapes that intersect, or goes on to the surface once more.
    #[inline(always)]
    fn touch_by_verdict(&mut self, outcome: &Outcome<V>, time: f64, is_first: bool) -> Approach {
        let (difference, velocity) = (&mut self.difference, self.velocity);
        if !is_first
            && !self.has_stepped_to_surface
            && only_radii_overlap(outcome, self.precise_normal_distance)
        {
            // With round shapes, the distance of the cores is known much more precisely than the
            // touching distance: take one more step, from the core touching distance to the surface.
            let (normal, core_distance) = outcome.core_separation();
            let remaining_time = (core_distance - difference.radius) / -normal.dot(velocity);
            self.has_stepped_to_surface = true;
            if remaining_time.is_finite() {
                self.found = Some(Found::NearSurface((time + remaining_time).clamp(0.0, self.max)));
                return Approach::Touching;
            }
        }
        difference.precision = self.precision;
        let impact = Impact::new(&penetration(difference, outcome, &mut self.query.observer), time);
        let impact = impact.after_a_way(&self.difference, self.normals, velocity);
        self.touch(impact)
    }

    /// Tells until when shapes are apart whose cores have a normal and a distance.
    #[inline(always)]
    fn look_apart(
        &mut self,
        outcome: &Outcome<V>,
        time: f64,
        normal: V::Wide,
        core_distance: f64,
    ) -> Approach {
        let (difference, velocity, max) = (&self.difference, self.velocity, self.max);
        let gap = core_distance - difference.radius;
        let closing_speed = -normal.dot(velocity);
        let is_beside = gap <= difference.touching_distance + self.way_rounding * time;
        if self.is_sharp && self.normals.is_some() && is_beside && closing_speed <= GRAZING * self.speed {
            let impact = Impact::touching(difference, outcome, Stop::Converged, time);
            let impact = impact.after_a_way(difference, self.normals, velocity);
            return self.touch(impact);
        }
        let last_precise = self.normals.filter(|_| !(core_distance > self.precise_normal_distance));
        self.normals = Some([last_precise.map_or(normal, |[precise, _]| precise), normal]);
        let Approach::ApartUntil(next) = Approach::of_gap(time, gap, closing_speed) else {
            return Approach::Never;
        };
        if !(next <= max) && !((next - max) * closing_speed <= difference.touching_distance) {
            return Approach::Never;
        }
        let next = next.min(max);
        if self.looks > MAX_ITERATIONS || !(next > time) {
            let stop = if self.looks > MAX_ITERATIONS { Stop::IterationCap } else { Stop::Converged };
            let impact = Impact::touching(difference, outcome, stop, time);
            return self.touch(impact);
        }
        Approach::ApartUntil(next)
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
fn select_normal<V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
    difference: &MinkowskiDifference<V, A, B>,
    deepest: V::Wide,
    [precise, last]: [V::Wide; 2],
    velocity: V::Wide,
) -> V::Wide {
    let closing_speed = |normal: V::Wide| -normal.dot(velocity);
    // Up to some touching distances, which are the rounding of the normal, a normal still separates the shapes.
    let separates = |normal: &V::Wide| {
        let overlap = difference.support(V::narrow(*normal)).point.dot(*normal) + difference.radius;
        overlap <= 8.0 * difference.touching_distance
    };
    // A flat shape is separated from either side.
    let candidates = [precise, last, -deepest].into_iter().filter(separates);
    let best =
        candidates.reduce(|one, other| if closing_speed(other) > closing_speed(one) { other } else { one });
    // A normal is replaced only by one that closes clearly faster.
    let normal = match best {
        Some(best) if !(closing_speed(deepest) > 0.9 * closing_speed(best)) => best,
        _ => deepest,
    };
    without_receding(normal, velocity)
}

/// Removes the part of a normal along the motion. Shapes that meet after a way do not recede, so it is rounding: after
/// a long way to a small radius, the place on its surface is less precise than the radius.
fn without_receding<W: Wide>(normal: W, velocity: W) -> W {
    let along = normal.dot(velocity);
    if !(along > 0.0) {
        return normal;
    }
    let across = normal - velocity * (along / velocity.dot(velocity));
    let length = ops::f64::sqrt(across.dot(across));
    if length > 0.5 { across * (1.0 / length) } else { normal }
}
