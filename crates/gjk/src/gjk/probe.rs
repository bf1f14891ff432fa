//! One look in a direction: a support point, and what it proves.

use crate::cache::Cache;
use crate::minkowski::{Difference, DifferencePoint};
use crate::ops;
use crate::support::Support;
use crate::trace::{Observer, Step, Unobserved};
use crate::vector::{Vector, Wide};

/// A direction for the shapes: some length that squares of coordinates stay in range with.
#[inline(always)]
fn direction<V: Vector>(wide: V::Wide) -> V {
    let square = wide.dot(wide);
    if (1e-12..1e12).contains(&square) {
        V::narrow(wide)
    } else {
        V::narrow(wide * (1.0 / ops::f64::sqrt(square)))
    }
}

/// A support point towards the origin, and the lower bound of the distance that it gives.
pub(super) struct Probe<V: Vector> {
    pub(super) vertex: DifferencePoint<V>,
    /// The direction that the shapes were really asked for, after rounding.
    pub(super) axis: V::Wide,
    pub(super) axis_squared: f64,
    /// How far the difference is from the origin along the axis, times its length.
    pub(super) apart: f64,
}

impl<V: Vector> Probe<V> {
    /// Asks for the support point of the way from `nearest` to the origin.
    #[inline(always)]
    pub(super) fn towards<A, B, O>(
        nearest: V::Wide,
        difference: &Difference<V, A, B>,
        observer: &mut O,
    ) -> Self
    where
        A: Support<V> + ?Sized,
        B: Support<V> + ?Sized,
        O: Observer<V>,
    {
        let direction = direction::<V>(-nearest);
        let vertex = difference.support(direction);
        if O::ACTIVE {
            observer.observe(Step::Support { direction, point: vertex });
        }
        let axis = direction.widen();
        Self { vertex, axis, axis_squared: axis.dot(axis), apart: -axis.dot(vertex.point) }
    }

    /// If the axis separates the shapes, the square of the lower bound and the axis.
    #[inline(always)]
    pub(super) fn proof(&self, reach: f64) -> Option<(f64, V::Wide)> {
        let &Self { axis, axis_squared, apart, .. } = self;
        (apart > 0.0 && apart * apart > reach * reach * axis_squared)
            .then(|| (apart * apart / axis_squared, axis))
    }
}

/// What the last frame's axis [proves](Probe::proof).
#[cold]
#[inline(never)]
pub(super) fn last_proof<V: Vector, A, B, O: Observer<V>>(
    cache: Option<&Cache<V>>,
    difference: &Difference<V, A, B>,
    reach: f64,
    observer: &mut O,
) -> Option<(f64, V::Wide)>
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let axis = cache.map(|cache| cache.axis).filter(|&axis| axis != V::ZERO && axis.is_finite())?;
    Probe::towards(-axis.widen(), difference, observer).proof(reach)
}

/// An axis parts shapes clearly from this many times the touching distance on. The closed forms take the size of a
/// zonotope from its half edges one by one: that may be as many times its half extent as there are dimensions.
const CLEARLY: f64 = 4.0;

/// Whether the last frame's axis, if it separated the shapes, clearly does so still: the shortest way to a verdict.
/// All who look closer find the same.
#[inline]
pub(crate) fn still_apart<V: Vector, A, B>(difference: &Difference<V, A, B>, axis: V::Wide) -> bool
where
    A: Support<V> + ?Sized,
    B: Support<V> + ?Sized,
{
    let reach = difference.radius + CLEARLY * difference.touch;
    // A NaN proves nothing.
    reach.is_finite() && Probe::towards(-axis, difference, &mut Unobserved).proof(reach).is_some()
}
