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

/// If the squares of a position on or in the first shape, of the distance from the second, and of the size have a smaller
/// sum, no number of an answer leaves the range of `f32`.
const IN_RANGE_SQUARES: f64 = 1e75;

/// The closest or deepest points of two cores.
#[derive(Clone, Copy, Debug)]
pub struct Cores<W> {
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
    /// Computes the result of an acceleration, with numbers beyond the range of the scalar clamped to its largest, or
    /// `None` if the distance is not finite. `is_in_range` says that no number can be beyond it.
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
        cores: &Cores<V::Wide>,
        radius: f64,
        touching_distance: f64,
        status: Status,
    ) -> Self {
        let &Cores { on_a, on_b, normal, distance } = cores;
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
        origin.dot(origin) + offset.dot(offset) + size * size < IN_RANGE_SQUARES
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

    /// Returns the separation of shapes whose verdict near touching is that they are apart, unless a number is not finite,
    /// and there is none.
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
    pub fn separation(&self, cores: &Cores<V::Wide>, stop: Stop) -> Separation<V> {
        Separation::new(self.a, self.b, cores, self.radius, self.touching_distance, stop.into())
    }
}
