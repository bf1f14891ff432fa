//! The questions about two shapes, and the order of the algorithms that answer them.
//!
//! 1. A pair with a half-space has a closed form ([`half_space`]).
//! 2. An acceleration answers if it can ([`fast`]).
//! 3. Otherwise the [`search`] answers: GJK, and EPA for depths.
//!
//! A question with an observer skips the accelerations, so the observer sees every step of GJK and EPA.

mod advancement;
mod answer;
mod cast;
mod face_normal;
mod half_space;
mod manifold;
mod point;
mod range;
mod ray;
mod signed_distance;

use crate::fast::{self, Sat};
use crate::gjk::SimplexCache;
use crate::math::{Vector, Wide};
use crate::search;
use crate::separation::Answer;
use crate::support::Support;
use crate::support::hints::SmallPolygon;
use crate::trace::{Observer, Unobserved};
pub use advancement::{Approach, time_of_impact};
pub use answer::{ClosestPoints, Contact};
pub use cast::{Cast, cast};
pub use face_normal::face_normal;
use half_space::HalfSpacePair;
use manifold::Clip;
pub use manifold::{Feature, Manifold, ManifoldPoint, manifold};
pub use point::{NearestPoint, contains_point, nearest_point};
pub use ray::{RayHit, ray_cast};
pub use signed_distance::SignedDistance;

/// A space in which questions are answered, named by its vectors: 2D or 3D, in `f32` or `f64`.
///
/// Every [`Vector`] is one, because GJK, EPA, the separating axis tests and the clipping of manifolds are
/// written for both dimensions.
pub trait Space: Vector<Wide: WideSpace> {}

impl<V: Vector<Wide: WideSpace>> Space for V {}

/// The vectors of `f64` in which the questions of a [`Space`] are answered.
pub trait WideSpace: Wide + Clip + Sat {}

impl<W: Wide + Clip + Sat> WideSpace for W {}

/// Returns whether two shapes intersect: whether they overlap, or are apart by at most half a millionth of
/// their size.
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
#[doc(alias = "overlap")]
pub fn intersects<V: Space>(a: &(impl Support<V> + ?Sized), b: &(impl Support<V> + ?Sized)) -> bool {
    Query::new(a, b).intersects()
}

/// Returns the closest points of two shapes, or `None` if they intersect.
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
#[doc(alias("distance", "GJK"))]
pub fn closest_points<V: Space>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
) -> Option<ClosestPoints<V>> {
    Query::new(a, b).closest_points()
}

/// Returns how deep two shapes overlap and the shortest displacement that separates them, or `None` if they
/// are apart.
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
#[doc(alias("penetration", "EPA"))]
pub fn contact<V: Space>(
    a: &(impl Support<V> + ?Sized),
    b: &(impl Support<V> + ?Sized),
) -> Option<Contact<V>> {
    Query::new(a, b).contact()
}

/// A question about two shapes, with an optional cache or observer.
///
/// ```
/// use gjk::{Circle, Query, Rectangle};
/// use gjk::trace::Step;
///
/// let mut supports = 0;
/// let count = |step: Step<gjk::Vec2>| supports += usize::from(matches!(step, Step::Support { .. }));
/// let contact = Query::new(&Circle::new(1.0), &Rectangle::new(1.0, 2.0)).observe(count).contact();
/// assert_eq!(contact.unwrap().depth, 1.5);
/// assert!(supports > 0);
/// ```
pub struct Query<'q, V: Vector, A: ?Sized, B: ?Sized, O = Unobserved> {
    a: &'q A,
    b: &'q B,
    cache: Option<&'q mut SimplexCache<V>>,
    observer: O,
}

impl<'q, V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized> Query<'q, V, A, B> {
    /// Creates a question about two shapes.
    #[inline(always)]
    pub fn new(a: &'q A, b: &'q B) -> Self {
        Self { a, b, cache: None, observer: Unobserved }
    }
}

impl<'q, V: Space, A: Support<V> + ?Sized, B: Support<V> + ?Sized, O: Observer<V>> Query<'q, V, A, B, O> {
    /// Starts from the result of the previous question about this pair in `cache`, and stores the new result
    /// there.
    #[inline]
    #[must_use]
    pub fn cache(mut self, cache: &'q mut SimplexCache<V>) -> Self {
        self.cache = Some(cache);
        self
    }

    /// Reports every step of GJK and EPA to an observer.
    #[inline]
    #[must_use]
    pub fn observe<P: Observer<V>>(self, observer: P) -> Query<'q, V, A, B, P> {
        Query { a: self.a, b: self.b, cache: self.cache, observer }
    }

    /// Returns whether the shapes intersect. See [`intersects`].
    #[inline(always)]
    pub fn intersects(self) -> bool {
        let Self { a, b, cache, mut observer } = self;
        if let Some(pair) = HalfSpacePair::new(a, b) {
            return pair.separation.is_touching();
        }
        let mut search = |cache: Option<&mut _>| search::intersects(a, b, cache, &mut observer);
        if O::ACTIVE { search(cache) } else { fast::intersects(a, b, cache, search) }
    }

    /// Returns the closest points of the shapes. See [`closest_points`].
    #[inline(always)]
    pub fn closest_points(self) -> Option<ClosestPoints<V>> {
        let Self { a, b, cache, mut observer } = self;
        if let Some(pair) = HalfSpacePair::new(a, b) {
            return Some(Answer::clamped(&pair.if_apart()?));
        }
        let mut search = |cache: Option<&mut _>| {
            Some(Answer::clamped(&search::closest_points(a, b, cache, &mut observer)?))
        };
        if O::ACTIVE { search(cache) } else { fast::closest_points(a, b, cache, search) }
    }

    /// Returns the contact of the shapes. See [`contact`].
    #[inline(always)]
    pub fn contact(self) -> Option<Contact<V>> {
        match HalfSpacePair::new(self.a, self.b) {
            Some(pair) => Some(Answer::clamped(&pair.if_touching()?)),
            None => self.deepest_points(&mut [SmallPolygon::empty(), SmallPolygon::empty()]),
        }
    }

    /// Returns an answer about the deepest points of two bounded shapes. Fills `polygons` if both have small
    /// polygons.
    #[inline(always)]
    fn deepest_points<T: Answer<V>>(self, polygons: &mut [SmallPolygon; 2]) -> Option<T> {
        let Self { a, b, cache, mut observer } = self;
        let mut search =
            |cache: Option<&mut _>| Some(T::clamped(&search::deepest_points(a, b, cache, &mut observer)?));
        if O::ACTIVE { search(cache) } else { fast::deepest_points(a, b, cache, polygons, search) }
    }
}
