//! What the crate answers to a case.

mod native;

pub(crate) use native::place;
pub use native::{Boxed, Native};

use gjk::{ClosestPoints, Contact, Query, SimplexCache, Status, Step, Vec2, Vec3, Vector};
use glam::DVec3;

use crate::case::{Case, Dimension};

/// The crate's answers, widened to `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answers {
    /// The answer to `intersects`.
    pub intersects: bool,
    /// The answer to `closest_points`.
    pub closest: Option<Witness>,
    /// The answer to `contact`.
    pub contact: Option<Witness>,
    /// The most support pairs that a question took, where somebody looked on.
    pub supports: usize,
    /// A question ended at its limit of steps, and says so.
    pub capped: bool,
}

/// Two points, a direction and a length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Witness {
    /// The point on the first shape.
    pub on_a: DVec3,
    /// The point on the second shape.
    pub on_b: DVec3,
    /// The direction from the first to the second.
    pub normal: DVec3,
    /// The distance or the depth.
    pub length: f64,
}

impl<V: Native> From<ClosestPoints<V>> for Witness {
    fn from(found: ClosestPoints<V>) -> Self {
        let (on_a, on_b) = (found.on_a.wide(), found.on_b.wide());
        Self { on_a, on_b, normal: found.normal.wide(), length: found.distance.into() }
    }
}

impl<V: Native> From<Contact<V>> for Witness {
    fn from(found: Contact<V>) -> Self {
        let (on_a, on_b) = (found.on_a.wide(), found.on_b.wide());
        Self { on_a, on_b, normal: found.normal.wide(), length: found.depth.into() }
    }
}

/// Asks the crate.
pub fn ask(case: &Case) -> Answers {
    match case.dimension {
        Dimension::Plane => questions::<Vec2>(case, None),
        Dimension::Space => questions::<Vec3>(case, None),
    }
}

/// Asks the crate with somebody looking on, who is shown GJK also where there is a closed form.
pub fn ask_watched(case: &Case) -> Answers {
    match case.dimension {
        Dimension::Plane => watched_questions::<Vec2>(case),
        Dimension::Space => watched_questions::<Vec3>(case),
    }
}

/// Asks the crate each question, with a copy of a cache or without.
pub fn questions<V: Native>(case: &Case, cache: Option<&SimplexCache<V>>) -> Answers {
    let (a, b) = (V::shape(&case.a), V::shape(&case.b));
    let mut caches = [cache.copied(); 3];
    let [for_verdict, for_closest, for_contact] = &mut caches;
    let intersects = warmed(Query::new(&a, &b), for_verdict).intersects();
    let closest = warmed(Query::new(&a, &b), for_closest).closest_points();
    let contact = warmed(Query::new(&a, &b), for_contact).contact();
    combine(intersects, closest, contact, 0)
}

fn watched_questions<V: Native>(case: &Case) -> Answers {
    let (a, b) = (V::shape(&case.a), V::shape(&case.b));
    let (mut of_verdict, mut of_closest, mut of_contact) = (0, 0, 0);
    let intersects = Query::new(&a, &b).observe(count(&mut of_verdict)).intersects();
    let closest = Query::new(&a, &b).observe(count(&mut of_closest)).closest_points();
    let contact = Query::new(&a, &b).observe(count(&mut of_contact)).contact();
    combine(intersects, closest, contact, of_verdict.max(of_closest).max(of_contact))
}

/// Combines the answers to the three questions.
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

/// The question with the cache, if there is one.
fn warmed<'q, V: Native>(
    query: Query<'q, V, Boxed<V>, Boxed<V>>,
    cache: &'q mut Option<SimplexCache<V>>,
) -> Query<'q, V, Boxed<V>, Boxed<V>> {
    match cache {
        Some(cache) => query.cache(cache),
        None => query,
    }
}

/// An observer that counts support pairs.
fn count<V: Vector>(total: &mut usize) -> impl FnMut(Step<'_, V>) {
    move |step| *total += usize::from(matches!(step, Step::Support { .. }))
}
