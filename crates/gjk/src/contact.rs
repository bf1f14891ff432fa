//! The questions of two shapes: do they meet, how far apart are they, how deep do they overlap.

mod answer;
mod balls;
mod centres;
mod depth;
mod look;

use crate::cache::Cache;
use crate::closed::{self, Clearance, Closed};
use crate::epa::Expand;
use crate::gjk::{self, Goal, Outcome, Simplex};
use crate::half_space::Facing;
use crate::manifold::Clip;
use crate::minkowski::Difference;
use crate::simplex::Solve;
use crate::support::{Outline, Support};
use crate::trace::{Observer, Stop, Unobserved};
use crate::vector::Vector;
pub use answer::{ClosestPoints, Contact};
pub(crate) use depth::penetration;

/// A vector whose space can be searched: every [`Vector`] of this crate.
pub trait Space: Vector<Wide: Solve + Expand + Clip + Closed> {}

impl<V: Vector<Wide: Solve + Expand + Clip + Closed>> Space for V {}

/// Whether two shapes meet: overlap, or touch to within half a millionth of their size.
///
/// ```
/// use gjk::{Affine2, Circle, Rectangle, Support, Vec2};
///
/// let wall = Rectangle::new(2.0, 6.0);
/// let ball = |x| Circle::new(0.5).placed(Affine2::from_translation(Vec2::new(x, 0.0)));
/// assert!(gjk::intersects(&wall, &ball(1.4)));
/// assert!(gjk::intersects(&wall, &ball(1.5)));
/// assert!(!gjk::intersects(&wall, &ball(1.6)));
/// ```
#[inline(always)]
pub fn intersects<V: Space>(a: &(impl Support<V> + ?Sized), b: &(impl Support<V> + ?Sized)) -> bool {
    Query::new(a, b).intersects()
}

/// The nearest points of two shapes, or nothing where they meet.
///
/// ```
/// use gjk::{Affine3A, Cuboid, Sphere, Support, Vec3};
///
/// let crate_ = Cuboid::new(2.0, 2.0, 2.0);
/// let ball = Sphere::new(1.0).placed(Affine3A::from_translation(Vec3::new(0.0, 5.0, 0.0)));
/// let closest = gjk::closest_points(&crate_, &ball).unwrap();
/// assert_eq!(closest.distance, 3.0);
/// assert_eq!(closest.on_b, Vec3::new(0.0, 4.0, 0.0));
/// assert_eq!(closest.normal, Vec3::Y);
/// ```
#[inline(always)]
pub fn closest_points<V: Space>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
) -> Option<ClosestPoints<V>> {
    Query::new(a, b).closest_points()
}

/// How two shapes overlap or touch, or nothing where they are apart.
///
/// ```
/// use gjk::{Affine2, Rectangle, Support, Vec2};
///
/// let floor = Rectangle::new(10.0, 2.0);
/// let feet = Rectangle::new(1.0, 1.0).placed(Affine2::from_translation(Vec2::new(2.0, 1.25)));
/// let contact = gjk::contact(&floor, &feet).unwrap();
/// assert_eq!(contact.normal, Vec2::Y);
/// assert_eq!(contact.depth, 0.25);
/// ```
#[inline(always)]
pub fn contact<V: Space>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
) -> Option<Contact<V>> {
    Query::new(a, b).contact()
}

/// A question about two shapes, with a cache or an observer.
///
/// ```
/// use gjk::{Circle, Query, Rectangle, Step};
///
/// let mut supports = 0;
/// let count = |step: Step<gjk::Vec2>| supports += usize::from(matches!(step, Step::Support { .. }));
/// let contact = Query::new(&Circle::new(1.0), &Rectangle::new(1.0, 2.0)).observe(count).contact();
/// assert_eq!(contact.unwrap().depth, 1.5);
/// assert!(supports > 0);
/// ```
pub struct Query<'q, V: Vector, A: ?Sized, B: ?Sized, O = Unobserved> {
    pub(crate) a: &'q A,
    pub(crate) b: &'q B,
    pub(crate) cache: Option<&'q mut Cache<V>>,
    pub(crate) observer: O,
}

impl<'q, V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized> Query<'q, V, A, B> {
    /// A question about two shapes.
    #[inline(always)]
    pub fn new(a: &'q A, b: &'q B) -> Self {
        Self { a, b, cache: None, observer: Unobserved }
    }
}

impl<'q, V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized, O: Observer<V>> Query<'q, V, A, B, O> {
    /// Begins from what the last question about the pair left in `cache`, and leaves there what this one
    /// found.
    #[inline]
    #[must_use]
    pub fn cache(mut self, cache: &'q mut Cache<V>) -> Self {
        self.cache = Some(cache);
        self
    }

    /// Shows every step to an observer.
    #[inline]
    #[must_use]
    pub fn observe<P: Observer<V>>(self, observer: P) -> Query<'q, V, A, B, P> {
        Query { a: self.a, b: self.b, cache: self.cache, observer }
    }

    /// See [`intersects`].
    #[inline(always)]
    pub fn intersects(mut self) -> bool {
        if let Some(facing) = Facing::of(self.a, self.b) {
            return facing.clearance.meets();
        }
        if !O::ACTIVE {
            if let Some(cache) = self.cache.as_deref()
                && let Some(meets) = self.at_a_look(cache)
            {
                return meets;
            }
            // A cache with vertices was left by a search: the balls did not part the shapes then.
            if !self.cache.as_deref().is_some_and(Cache::has_simplex) && balls::apart(self.a, self.b) {
                return false;
            }
            if let Some(meets) = closed::intersects(self.a, self.b) {
                return meets;
            }
        }
        self.search_verdict()
    }

    fn search_verdict(&mut self) -> bool {
        meets(&self.run(Goal::Verdict, &mut Simplex::empty()).1)
    }

    /// See [`closest_points`].
    #[inline(always)]
    pub fn closest_points(mut self) -> Option<ClosestPoints<V>> {
        if let Some(facing) = Facing::of(self.a, self.b) {
            return facing.clearance.closest_points();
        }
        if !O::ACTIVE {
            if let Some(clearance) = Clearance::nearest(self.a, self.b) {
                let found = clearance.closest_points();
                if let (Some(cache), Some(found)) = (self.cache, &found) {
                    cache.axis = found.normal;
                }
                return found;
            }
            if self.cache.as_deref().is_some_and(Cache::has_names)
                && let Some(found) = self.nearest_at_a_look()
            {
                return Some(found);
            }
            let known = self.cache.as_deref().map(|cache| cache.axis).filter(|&axis| axis != V::ZERO);
            if let Some((clearance, carriers)) = Clearance::nearest_of_polygons(self.a, self.b, known) {
                let found = clearance.closest_points();
                if let (Some(cache), Some(found)) = (self.cache, &found) {
                    cache.remember_carriers(found.normal, &carriers);
                }
                return found;
            }
        }
        self.search_nearest()
    }

    fn search_nearest(&mut self) -> Option<ClosestPoints<V>> {
        let mut simplex = Simplex::empty();
        let (difference, outcome) = self.run(Goal::Distance, &mut simplex);
        if !outcome.separated || outcome.stop == Stop::NotFinite {
            return None;
        }
        let (normal, core_distance) = outcome.separation();
        Some(ClosestPoints::new(&difference, outcome.core_points(), normal, core_distance, outcome.stop))
    }

    /// See [`contact`].
    #[inline(always)]
    pub fn contact(mut self) -> Option<Contact<V>> {
        if let Some(facing) = Facing::of(self.a, self.b) {
            return facing.clearance.contact();
        }
        let mut outlines = [Outline::empty(), Outline::empty()];
        self.deepest(&mut outlines).map(|(contact, _)| contact)
    }

    /// The contact of two bounded shapes, and its normal before rounding. Leaves what polygons there are.
    #[inline(always)]
    pub(crate) fn deepest(&mut self, outlines: &mut [Outline; 2]) -> Option<(Contact<V>, V::Wide)> {
        if !O::ACTIVE {
            if balls::apart(self.a, self.b) {
                return None;
            }
            if let Some(known) = Clearance::deepest(self.a, self.b, outlines) {
                return known;
            }
        }
        self.search_deepest()
    }

    fn search_deepest(&mut self) -> Option<(Contact<V>, V::Wide)> {
        if !O::ACTIVE && self.cache.as_deref().is_some_and(|cache| self.are_still_apart(cache)) {
            return None;
        }
        let mut simplex = Simplex::empty();
        let (difference, outcome) = self.run(Goal::Contact, &mut simplex);
        if !meets(&outcome) {
            return None;
        }
        let deepest = penetration(&difference, &outcome, &mut self.observer);
        Some((Contact::new(&difference, &deepest), deepest.normal))
    }

    #[inline]
    pub(crate) fn run<'s>(
        &mut self,
        goal: Goal,
        simplex: &'s mut Simplex<V>,
    ) -> (Difference<'q, V, A, B>, Outcome<'s, V>) {
        let difference = Difference::new(self.a, self.b);
        let outcome = gjk::run(&difference, self.cache.as_deref(), goal, &mut self.observer, simplex);
        if let Some(cache) = self.cache.as_deref_mut() {
            outcome.remember(cache);
        }
        (difference, outcome)
    }
}

/// The verdict: apart if that was proved.
#[inline]
pub(crate) fn meets<V: Vector>(outcome: &Outcome<V>) -> bool {
    !outcome.separated && outcome.stop != Stop::NotFinite
}
