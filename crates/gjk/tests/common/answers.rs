//! Asks all questions about a pair, and checks what must hold for any shapes.

use gjk::trace::Step;
use gjk::*;

/// The faults of answers: the question, and which number is wrong.
pub type Faults = Vec<String>;

struct Checks {
    faults: Faults,
}

impl Checks {
    fn number<S: Scalar>(&mut self, question: &str, name: &str, number: S) {
        if !number.is_finite() {
            self.faults.push(format!("{question}: {name} is {number:?}"));
        }
    }

    fn length<S: Scalar>(&mut self, question: &str, name: &str, length: S) {
        self.number(question, name, length);
        if length < S::ZERO {
            self.faults.push(format!("{question}: {name} is negative"));
        }
    }

    fn point<V: Vector>(&mut self, question: &str, name: &str, point: V) {
        (0..V::DIMENSION).for_each(|index| self.number(question, name, point.element(index)));
    }

    fn normal<V: Vector>(&mut self, question: &str, normal: V) {
        let wide = normal.widen();
        if !((wide.dot(wide) - 1.0).abs() < 1e-4) {
            self.faults.push(format!("{question}: the normal is {normal:?}"));
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
    let mut checks = Checks { faults: Vec::new() };
    let watch = |_: Step<'_, V>| {};
    let mut cache = SimplexCache::default();
    for (a, b) in [(a, b), (b, a)] {
        intersects(a, b);
        checks.closest("closest_points", closest_points(a, b));
        checks.contact("contact", contact(a, b));
        checks.manifold("manifold", manifold(a, b));
        checks.cast("cast", cast(a, velocity, b, V::ZERO, max));
        checks.cast("cast at two velocities", cast(a, velocity, b, velocity * V::Scalar::HALF, max));
        let query = || Query::new(a, b).observe(watch);
        query().intersects();
        checks.closest("closest_points observed", query().closest_points());
        checks.contact("contact observed", query().contact());
        checks.manifold("manifold observed", query().manifold());
        checks.cast("cast observed", query().cast(velocity, V::ZERO, max));
        // The second time around, the cache is of the pair the other way round.
        for _ in 0..2 {
            Query::new(a, b).cache(&mut cache).intersects();
            checks.closest("closest_points cached", Query::new(a, b).cache(&mut cache).closest_points());
            checks.closest("closest_points cached", Query::new(a, b).cache(&mut cache).closest_points());
            checks.contact("contact cached", Query::new(a, b).cache(&mut cache).contact());
            checks.cast("cast cached", Query::new(a, b).cache(&mut cache).cast(velocity, V::ZERO, max));
            checks.manifold("manifold cached", Query::new(a, b).cache(&mut cache).manifold());
        }
        checks.contact("contact with itself", contact(a, a));
        checks.closest("closest_points to itself", closest_points(a, a));
        checks.manifold("manifold with itself", manifold(a, a));
    }
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
