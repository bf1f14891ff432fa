//! Asks all questions about a pair, and checks what must hold for any shapes.

use gjk::trace::{Observer, Step, Unobserved};
use gjk::*;

use super::dynamic::{self, contains_point, nearest_point, ray_cast};

/// The faults of answers: the way of asking, the question, and which number is wrong.
pub type Faults = Vec<String>;

struct Checks {
    faults: Faults,
    /// How the questions are asked.
    way: &'static str,
}

impl Checks {
    fn number<S: Scalar>(&mut self, question: &str, name: &str, number: S) {
        if !number.is_finite() {
            self.faults.push(format!("{} {question}: {name} is {number:?}", self.way));
        }
    }

    fn length<S: Scalar>(&mut self, question: &str, name: &str, length: S) {
        self.number(question, name, length);
        if length < S::ZERO {
            self.faults.push(format!("{} {question}: {name} is negative", self.way));
        }
    }

    fn point<V: Vector>(&mut self, question: &str, name: &str, point: V) {
        (0..V::DIMENSION).for_each(|index| self.number(question, name, point.element(index)));
    }

    fn normal<V: Vector>(&mut self, question: &str, normal: V) {
        let wide = normal.widen();
        if !((wide.dot(wide) - 1.0).abs() < 1e-4) {
            self.faults.push(format!("{} {question}: the normal is {normal:?}", self.way));
        }
    }

    fn closest<V: Vector>(&mut self, question: &str, found: Option<ClosestPoints<V>>) {
        if let Some(ClosestPoints { on_a, on_b, distance, normal, status: _ }) = found {
            self.point(question, "on_a", on_a);
            self.point(question, "on_b", on_b);
            self.length(question, "distance", distance);
            self.normal(question, normal);
        }
    }

    fn contact<V: Vector>(&mut self, question: &str, found: Option<Contact<V>>) {
        if let Some(Contact { on_a, on_b, depth, normal, status: _ }) = found {
            self.point(question, "on_a", on_a);
            self.point(question, "on_b", on_b);
            self.length(question, "depth", depth);
            self.normal(question, normal);
        }
    }

    fn manifold<V: Vector>(&mut self, question: &str, found: Option<Manifold<V>>) {
        let Some(found) = found else { return };
        self.contact(question, Some(found.contact));
        for ManifoldPoint { on_a, on_b, depth, features: _ } in found.points() {
            self.point(question, "on_a of a point", *on_a);
            self.point(question, "on_b of a point", *on_b);
            self.number(question, "depth of a point", *depth);
        }
    }

    fn cast<V: Vector>(&mut self, question: &str, found: Option<Cast<V>>) {
        if let Some(Cast { time, contact }) = found {
            self.length(question, "time", time);
            self.contact(question, Some(contact));
        }
    }

    fn ray<V: Vector>(&mut self, question: &str, found: Option<RayHit<V>>) {
        if let Some(RayHit { point, normal, distance, status: _ }) = found {
            self.point(question, "point", point);
            self.normal(question, normal);
            self.length(question, "distance", distance);
        }
    }

    /// Asks all questions about a pair in one way. In one function, so that each question is compiled once for all
    /// ways.
    fn ask<V: Space, O: Observer<V> + Copy>(
        &mut self,
        pair: [&dyn Support<V>; 2],
        mut cache: Option<&mut SimplexCache<V>>,
        observer: O,
        velocity: V,
        max: V::Scalar,
    ) {
        query(pair, cache.as_deref_mut(), observer).intersects();
        for _ in 0..2 {
            self.closest("closest_points", query(pair, cache.as_deref_mut(), observer).closest_points());
        }
        self.contact("contact", query(pair, cache.as_deref_mut(), observer).contact());
        for (question, velocity_b) in
            [("cast", V::ZERO), ("cast at two velocities", velocity * V::Scalar::HALF)]
        {
            self.cast(question, query(pair, cache.as_deref_mut(), observer).cast(velocity, velocity_b, max));
        }
        self.manifold("manifold", query(pair, cache, observer).manifold());
    }
}

fn query<'q, V: Space, O: Observer<V>>(
    [a, b]: [&'q dyn Support<V>; 2],
    cache: Option<&'q mut SimplexCache<V>>,
    observer: O,
) -> Query<'q, V, dyn Support<V> + 'q, dyn Support<V> + 'q, O> {
    let query = dynamic::query(a, b).observe(observer);
    if let Some(cache) = cache { query.cache(cache) } else { query }
}

/// Asks all questions about two shapes: without a cache, from a cache again and again, and with an observer.
///
/// No number of an answer may be infinite or NaN, no length negative, and no normal of another length than one.
pub fn faults<V: Space>(
    a: &dyn Support<V>,
    b: &dyn Support<V>,
    velocity: V,
    points: &[V],
    max: V::Scalar,
) -> Faults {
    let mut checks = Checks { faults: Vec::new(), way: "" };
    let mut cache = SimplexCache::default();
    for (a, b) in [(a, b), (b, a)] {
        checks.way = "cold";
        checks.ask([a, b], None, Unobserved, velocity, max);
        checks.way = "observed";
        checks.ask([a, b], None, |_: Step<'_, V>| {}, velocity, max);
        checks.way = "cached";
        // The second time around, the cache is of the pair the other way round.
        for _ in 0..2 {
            checks.ask([a, b], Some(&mut cache), Unobserved, velocity, max);
        }
        checks.way = "with itself";
        checks.ask([a, a], None, Unobserved, velocity, max);
    }
    checks.way = "about a point";
    for shape in [a, b] {
        for &point in points {
            contains_point(shape, point);
            let NearestPoint { point: nearest, distance, status: _ } = nearest_point(shape, point);
            checks.point("nearest_point", "point", nearest);
            checks.length("nearest_point", "distance", distance);
            checks.ray("ray_cast", ray_cast(shape, point, velocity, max));
            checks.ray("ray_cast back", ray_cast(shape, point, -velocity, max));
        }
    }
    checks.faults
}
