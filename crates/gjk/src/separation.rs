//! The closest or deepest points of two shapes in the precision of the solvers, and the verdict that follows from them.

use crate::math::{Scalar, Vector, Wide, tolerance, touching_band};
use crate::minkowski::MinkowskiDifference;
use crate::support::Support;
use crate::trace::{Status, Stop};

/// What a search has proved about a pair, beyond the rounding of any search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The shapes are apart.
    Apart,
    /// The shapes intersect.
    Intersecting,
    /// Neither: the shapes may nearly touch, or a number is not finite.
    Unclear,
}

impl Verdict {
    /// Returns what a measured signed distance proves outside of a [band](crate::math::touching_band) around touching.
    #[inline(always)]
    pub fn of_distance(signed_distance: f64, band: f64) -> Self {
        if signed_distance > band {
            Self::Apart
        } else if signed_distance < -band {
            Self::Intersecting
        } else {
            Self::Unclear
        }
    }
}

/// If the squares of a position on or in the first shape, of the distance from the second, and of the size have a
/// smaller sum, no number of an answer leaves the range of `f32`.
pub const IN_RANGE_SQUARES: f64 = 1e75;

/// The closest or deepest points of two cores, with their normal and signed distance.
#[derive(Clone, Copy, Debug)]
pub struct CoreSeparation<W> {
    /// The point of the first core, relative to the first shape's origin.
    pub on_a: W,
    /// The point of the second core, relative to the second shape's origin.
    pub on_b: W,
    /// The unit direction from the first core to the second.
    pub normal: W,
    /// The signed distance: negative where the cores overlap.
    pub distance: f64,
}

/// The closest or deepest points of two shapes, in world space.
#[derive(Clone, Copy, Debug)]
pub struct Separation<V: Vector> {
    /// The point of the first shape.
    pub on_a: V::Wide,
    /// The point of the second shape.
    pub on_b: V::Wide,
    /// The unit direction from the first shape to the second.
    pub normal: V::Wide,
    /// The signed distance: negative where the shapes overlap.
    pub distance: f64,
    /// Shapes up to this signed distance are touching.
    pub touching_distance: f64,
    /// How the answer was found.
    pub status: Status,
}

/// The result of a query about two shapes, computed from their separation. No number of it is infinite or NaN.
pub trait Answer<V: Vector>: Sized {
    /// Computes the result of a closed form of [`fast`](crate::fast), with numbers beyond the range of the scalar
    /// clamped to its largest, or `None` if the distance is not finite. `is_in_range` says that no number can be beyond
    /// it.
    fn checked(separation: &Separation<V>, is_in_range: bool) -> Option<Self>;

    /// Computes the result, with all numbers clamped to the range of the scalar, and zeros for the NaNs that a wrong
    /// support function may cause.
    fn clamped(separation: &Separation<V>) -> Self;
}

impl<V: Vector> Separation<V> {
    /// Adds the convex radii, whose sum is `radius`, to the closest or deepest points of two cores.
    #[inline]
    pub fn new<A: Support<V> + ?Sized, B: Support<V> + ?Sized>(
        a: &A,
        b: &B,
        cores: &CoreSeparation<V::Wide>,
        radius: f64,
        touching_distance: f64,
        status: Status,
    ) -> Self {
        let &CoreSeparation { on_a, on_b, normal, distance } = cores;
        Self {
            on_a: a.core().origin.widen() + on_a + normal * a.core().convex_radius.widen(),
            on_b: b.core().origin.widen() + on_b - normal * b.core().convex_radius.widen(),
            normal,
            distance: distance - radius,
            touching_distance,
            status,
        }
    }

    /// Returns whether no number of the answer can leave the range of the scalar; `false` for a NaN.
    ///
    /// Unlike the answer, the positions and the size of the shapes are known early, so nothing waits for this test.
    #[inline(always)]
    pub fn is_in_range(&self, a: &(impl Support<V> + ?Sized), b: &(impl Support<V> + ?Sized)) -> bool {
        let origin = a.core().origin.widen();
        let offset = origin - b.core().origin.widen();
        let size = self.touching_distance * (1.0 / tolerance::touching_distance::<V>(1.0));
        origin.dot(origin) + offset.dot(offset) < IN_RANGE_SQUARES - size * size
    }

    /// Returns the same for shapes whose size may be wrong, from the numbers of the answer.
    #[inline(always)]
    pub fn has_points_in_range(&self) -> bool {
        self.on_a.dot(self.on_a) + self.distance * self.distance < IN_RANGE_SQUARES
    }

    /// Returns what the measured distance proves beyond the rounding of any search.
    #[inline(always)]
    pub fn verdict(&self) -> Verdict {
        Verdict::of_distance(self.distance, touching_band::<V>(self.touching_distance))
    }

    /// Returns the separation with at least the distance of touching, for shapes whose verdict is that they are apart.
    #[inline]
    pub fn at_least_touching_distance(mut self) -> Self {
        self.distance = self.distance.max(self.touching_distance).max(0.0);
        self
    }

    /// Returns whether the shapes overlap or touch; `false` for a NaN.
    #[inline(always)]
    pub fn is_touching(&self) -> bool {
        self.distance <= self.touching_distance
    }

    /// Returns the separation of shapes whose verdict near touching is that they are apart, unless a number is not
    /// finite, and there is none.
    #[cold]
    pub fn if_apart_near_touching(self) -> Option<Self> {
        let is_finite = (self.distance + self.touching_distance).is_finite();
        is_finite.then(|| self.at_least_touching_distance())
    }

    /// Returns whether the shapes are apart by a finite distance; `false` for a NaN.
    #[inline(always)]
    pub fn is_apart(&self) -> bool {
        self.distance > self.touching_distance && self.distance.is_finite()
    }
}

impl<V: Vector, A: Support<V> + ?Sized, B: Support<V> + ?Sized> MinkowskiDifference<'_, V, A, B> {
    /// Returns the separation of the shapes for the closest or deepest points of their cores.
    #[inline]
    pub fn separation(&self, cores: &CoreSeparation<V::Wide>, stop: Stop) -> Separation<V> {
        Separation::new(self.a, self.b, cores, self.radius, self.touching_distance, stop.into())
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, Vec2};

    use super::*;
    use crate::shape::Circle;
    use crate::support::Placed;

    fn at_distance(distance: f64) -> Separation<Vec2> {
        Separation {
            on_a: DVec2::ZERO,
            on_b: DVec2::X * distance,
            normal: DVec2::X,
            distance,
            touching_distance: 1e-6,
            status: Stop::Converged.into(),
        }
    }

    #[test]
    fn a_distance_proves_something_only_beyond_the_band() {
        let verdicts = [2.0, 1.0, 0.5, 0.0, -0.5, -1.0, -2.0].map(|it| Verdict::of_distance(it, 1.0));
        use Verdict::{Apart, Intersecting, Unclear};
        assert_eq!(verdicts, [Apart, Unclear, Unclear, Unclear, Unclear, Unclear, Intersecting]);
        assert_eq!(Verdict::of_distance(f64::NAN, 1.0), Unclear);
        let band = touching_band::<Vec2>(1e-6);
        assert!(band >= 1e-6);
        assert_eq!(at_distance(1.01 * band).verdict(), Apart);
        assert_eq!(at_distance(0.99 * band).verdict(), Unclear);
        assert_eq!(at_distance(-1.01 * band).verdict(), Intersecting);
    }

    #[test]
    fn shapes_touch_up_to_the_touching_distance() {
        for (distance, is_touching) in [(-1.0, true), (0.0, true), (1e-6, true), (2e-6, false), (1.0, false)]
        {
            assert_eq!(at_distance(distance).is_touching(), is_touching, "{distance}");
            assert_eq!(at_distance(distance).is_apart(), !is_touching, "{distance}");
        }
        for distance in [f64::NAN, f64::INFINITY] {
            assert!(!at_distance(distance).is_touching() && !at_distance(distance).is_apart());
        }
    }

    #[test]
    fn shapes_that_are_apart_by_verdict_have_at_least_the_touching_distance() {
        for (distance, expected) in [(-1.0, 1e-6), (0.0, 1e-6), (1e-6, 1e-6), (3.0, 3.0)] {
            assert_eq!(at_distance(distance).at_least_touching_distance().distance, expected);
            assert_eq!(at_distance(distance).if_apart_near_touching().unwrap().distance, expected);
        }
        // Points have no size, and so no touching distance.
        let points = Separation { touching_distance: 0.0, ..at_distance(-1.0) };
        assert_eq!(points.at_least_touching_distance().distance, 0.0);
        let broken = Separation { touching_distance: f64::NAN, ..at_distance(-1.0) };
        assert_eq!(broken.at_least_touching_distance().distance, 0.0);
        assert!(broken.if_apart_near_touching().is_none());
        assert!(at_distance(f64::NAN).if_apart_near_touching().is_none());
        assert!(at_distance(f64::INFINITY).if_apart_near_touching().is_none());
    }

    #[test]
    fn radii_are_added_to_the_points_of_the_cores() {
        let [a, b] = [(0.5, 1.0), (0.25, 4.0)].map(|(radius, x)| {
            Placed::new(Circle::new(radius), glam::Affine2::from_translation(Vec2::new(x, 2.0)))
        });
        let difference = MinkowskiDifference::new(&a, &b);
        let cores = CoreSeparation { on_a: DVec2::ZERO, on_b: DVec2::ZERO, normal: DVec2::X, distance: 3.0 };
        let separation = difference.separation(&cores, Stop::Converged);
        assert_eq!(separation.on_a, DVec2::new(1.5, 2.0));
        assert_eq!(separation.on_b, DVec2::new(3.75, 2.0));
        assert_eq!(separation.distance, 2.25);
        assert_eq!(separation.touching_distance, difference.touching_distance);
    }

    #[test]
    fn numbers_are_in_range_unless_a_position_a_distance_or_a_size_is_huge() {
        let is_in_range = |[a, b]: [f32; 2], size: f64| {
            let [a, b] =
                [a, b].map(|x| Placed::new(Circle::new(1.0), glam::Affine2::from_translation(Vec2::X * x)));
            let touching_distance = tolerance::touching_distance::<Vec2>(size);
            Separation { touching_distance, ..at_distance(1.0) }.is_in_range(&a, &b)
        };
        // The limit is the square root of 1e75, 3.16e37.
        assert!(is_in_range([1.0, 2.0], 2.0));
        assert!(is_in_range([3e37, 3e37], 2.0));
        assert!(!is_in_range([3.2e37, 3.2e37], 2.0), "a position");
        assert!(is_in_range([0.0, 3e37], 2.0) && is_in_range([0.0, -3e37], 2.0));
        assert!(!is_in_range([0.0, 3.2e37], 2.0) && !is_in_range([0.0, -3.2e37], 2.0), "an offset");
        assert!(!is_in_range([2e37, -2e37], 2.0), "an offset");
        assert!(is_in_range([0.0, 0.0], 3e37));
        assert!(!is_in_range([0.0, 0.0], 3.2e37), "a size");
        assert!(!is_in_range([2e37, 2e37], 2.5e37), "the sum of squares");
        assert!(!is_in_range([0.0, 2e37], 2.5e37), "the sum of squares");
        assert!(!is_in_range([0.0, 0.0], f64::NAN));
    }

    #[test]
    fn points_are_in_range_unless_one_or_the_distance_is_huge() {
        let is_in_range = |x: f64, distance: f64| {
            Separation { on_a: DVec2::X * x, ..at_distance(distance) }.has_points_in_range()
        };
        assert!(is_in_range(3e37, 1.0) && is_in_range(1.0, 3e37) && is_in_range(1.0, -3e37));
        assert!(!is_in_range(3.2e37, 1.0) && !is_in_range(1.0, 3.2e37) && !is_in_range(2.5e37, 2.5e37));
        assert!(!is_in_range(f64::NAN, 1.0) && !is_in_range(1.0, f64::NAN));
    }
}
