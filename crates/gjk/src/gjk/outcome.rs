//! The outcome of the loop, and what follows from it: the closest points of the cores, and what to cache.

use crate::gjk::{Simplex, SimplexCache};
use crate::math::{Vector, Wide, ops};
use crate::minkowski::means;
use crate::separation::{CoreSeparation, Verdict};
use crate::simplex::Solve;
use crate::trace::Stop;

/// Where the loop ended.
pub struct Outcome<V: Vector> {
    /// The final simplex.
    pub simplex: Simplex<V>,
    /// The point of the difference of the cores nearest to the origin: its length is their distance.
    pub nearest: V::Wide,
    /// Why the loop ended.
    pub stop: Stop,
    /// What every other search would find as well.
    pub verdict: Verdict,
    /// An axis was found along which the shapes are apart.
    pub(super) separated: bool,
    /// The simplex is the cached one, and still encloses the origin.
    pub(super) is_cached: bool,
}

impl<V: Vector<Wide: Solve>> Outcome<V> {
    /// Returns whether the shapes intersect: unless the contrary was proved.
    #[inline]
    pub fn intersects(&self) -> bool {
        !self.separated && self.stop != Stop::NotFinite
    }

    /// Returns whether it was proved that the shapes are apart.
    #[inline]
    pub fn is_apart(&self) -> bool {
        self.separated && self.stop != Stop::NotFinite
    }

    /// Returns the closest points of the cores, relative to the origins of the shapes.
    #[inline]
    pub fn core_points(&self) -> (V::Wide, V::Wide) {
        means(self.simplex.vertices(), &self.simplex.weights())
    }

    /// Returns the unit direction from the first core to the second, and their distance.
    #[inline]
    pub fn core_separation(&self) -> (V::Wide, f64) {
        let distance = ops::f64::sqrt(self.nearest.dot(self.nearest));
        (-self.nearest * (1.0 / distance), distance)
    }

    /// Returns the closest points of the cores with their direction and distance.
    #[inline]
    pub fn cores(&self) -> CoreSeparation<V::Wide> {
        let (normal, distance) = self.core_separation();
        let (on_a, on_b) = self.core_points();
        CoreSeparation { on_a, on_b, normal, distance }
    }

    /// Stores what the next question about the pair may start from.
    #[inline]
    pub fn store(&self, cache: &mut SimplexCache<V>) {
        cache.axis = V::narrow(-self.nearest);
        // If an axis alone gave the answer, the cached vertices are still the best known.
        if !self.simplex.is_empty() && !self.is_cached {
            cache.store(self.simplex.vertices());
        }
    }
}
