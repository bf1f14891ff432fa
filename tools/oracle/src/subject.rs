//! The static pair queries of `gjk`, run on a case.

mod conversion;

pub(crate) use conversion::place;
pub use conversion::{Boxed, Native};

use gjk::trace::Step;
use gjk::{ClosestPoints, Contact, Query, SimplexCache, Status, Vector};
use glam::DVec3;

use crate::case::Case;

/// The answers of `gjk` to the three static pair queries, converted to `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answers {
    /// The answer to `intersects`.
    pub intersects: bool,
    /// The answer to `closest_points`.
    pub closest: Option<Witness>,
    /// The answer to `contact`.
    pub contact: Option<Witness>,
    /// The largest number of support pairs that an observed query took; zero without an observer.
    pub supports: usize,
    /// A query ended with [`Status::IterationCap`].
    pub capped: bool,
}

/// Two witness points, a normal and a length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Witness {
    /// The point on the first shape.
    pub on_a: DVec3,
    /// The point on the second shape.
    pub on_b: DVec3,
    /// The unit normal from the first to the second shape.
    pub normal: DVec3,
    /// The distance or the depth.
    pub length: f64,
}

impl<V: Native> From<ClosestPoints<V>> for Witness {
    fn from(found: ClosestPoints<V>) -> Self {
        let (on_a, on_b) = (found.on_a.to_dvec3(), found.on_b.to_dvec3());
        Self { on_a, on_b, normal: found.normal.to_dvec3(), length: found.distance.into() }
    }
}

impl<V: Native> From<Contact<V>> for Witness {
    fn from(found: Contact<V>) -> Self {
        let (on_a, on_b) = (found.on_a.to_dvec3(), found.on_b.to_dvec3());
        Self { on_a, on_b, normal: found.normal.to_dvec3(), length: found.depth.into() }
    }
}

/// Runs the static pair queries without a cache.
pub fn query(case: &Case) -> Answers {
    in_dimension!(case.dimension, query_pair(case, None))
}

/// Runs the static pair queries with an observer, so that GJK and EPA answer even where a faster algorithm could.
pub fn query_observed(case: &Case) -> Answers {
    in_dimension!(case.dimension, query_pair_observed(case))
}

/// Runs each static pair query with its own copy of a cache, or without a cache.
pub fn query_pair<V: Native>(case: &Case, cache: Option<&SimplexCache<V>>) -> Answers {
    let (a, b) = (V::shape(&case.a), V::shape(&case.b));
    let mut caches = [cache.copied(); 3];
    let [for_verdict, for_closest, for_contact] = &mut caches;
    let intersects = warmed(Query::new(&a, &b), for_verdict).intersects();
    let closest = warmed(Query::new(&a, &b), for_closest).closest_points();
    let contact = warmed(Query::new(&a, &b), for_contact).contact();
    combine(intersects, closest, contact, 0)
}

fn query_pair_observed<V: Native>(case: &Case) -> Answers {
    let (a, b) = (V::shape(&case.a), V::shape(&case.b));
    let (mut of_verdict, mut of_closest, mut of_contact) = (0, 0, 0);
    let intersects = Query::new(&a, &b).observe(count(&mut of_verdict)).intersects();
    let closest = Query::new(&a, &b).observe(count(&mut of_closest)).closest_points();
    let contact = Query::new(&a, &b).observe(count(&mut of_contact)).contact();
    combine(intersects, closest, contact, of_verdict.max(of_closest).max(of_contact))
}

/// Combines the answers to the three static pair queries.
pub(crate) fn combine<V: Native>(
    intersects: bool,
    closest: Option<ClosestPoints<V>>,
    contact: Option<Contact<V>>,
    supports: usize,
) -> Answers {
    let statuses = [closest.map(|found| found.status), contact.map(|found| found.status)];
    Answers {
        intersects,
        closest: closest.map(Witness::from),
        contact: contact.map(Witness::from),
        supports,
        capped: statuses.contains(&Some(Status::IterationCap)),
    }
}

/// Adds the cache, if there is one, to a query.
fn warmed<'q, V: Native>(
    query: Query<'q, V, Boxed<V>, Boxed<V>>,
    cache: &'q mut Option<SimplexCache<V>>,
) -> Query<'q, V, Boxed<V>, Boxed<V>> {
    match cache {
        Some(cache) => query.cache(cache),
        None => query,
    }
}

/// Returns an observer that counts support pairs.
fn count<V: Vector>(total: &mut usize) -> impl FnMut(Step<'_, V>) {
    move |step| *total += usize::from(matches!(step, Step::Support { .. }))
}
