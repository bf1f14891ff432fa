//! The edges of convex hulls, computed when they are first drawn.

#[cfg(feature = "overlay")]
use gjk::{Support, Vec3};

#[cfg(feature = "overlay")]
use crate::collider::{Dim3, geometry::Geometry};

/// The edges of a hull, computed on first use.
#[derive(Clone, Default)]
pub struct Edges(#[cfg(feature = "overlay")] std::sync::OnceLock<Vec<[Vec3; 2]>>);

/// Two are equal, whether or not they are computed: they follow from the points.
impl PartialEq for Edges {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Without the edges, which follow from the points: a hull looks the same before and after it is drawn.
impl core::fmt::Debug for Edges {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Edges(..)")
    }
}

#[cfg(feature = "overlay")]
impl Edges {
    /// Returns the edges of a hull; none for a hull of fewer than 4 or more than 4096 points. The upper limit is a tuning
    /// constant: it bounds the time of the first drawing.
    pub(super) fn of(&self, hull: &gjk::Hull<Vec3>) -> &[[Vec3; 2]] {
        /// The distance from a face up to which a point is on it, relative to the size: rounding.
        const ON_FACE: f32 = 1e-6;
        self.0.get_or_init(|| {
            if !(4..=4096).contains(&hull.points().len()) {
                return Vec::new();
            }
            let mut geometry = Geometry::<Dim3>::default();
            let tolerance = ON_FACE * hull.size().bounding_radius;
            // Without edges, silhouettes are drawn.
            let filled = geometry.fill_by(tolerance.into(), |surface| surface.add_set(hull));
            filled.map(|()| geometry.edges()).unwrap_or_default()
        })
    }
}

#[cfg(all(test, feature = "overlay"))]
mod tests {
    use super::*;

    #[test]
    fn a_cube_has_twelve_edges_and_a_square_four() {
        let corner = |i: u32| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32);
        let mut cube: Vec<_> = (0..8).map(corner).collect();
        cube.push(Vec3::splat(0.5));
        let hull = |points: &[Vec3]| gjk::Hull::new(points.iter().copied()).unwrap();
        let edges = Edges::default();
        let edges = edges.of(&hull(&cube));
        assert!(edges.len() == 12 && edges.iter().all(|[from, to]| from.distance(*to) == 1.0), "{edges:?}");
        let square = Edges::default();
        let square = square.of(&hull(&cube[..4]));
        assert!(square.len() == 4 && square.iter().all(|[from, to]| from.distance(*to) == 1.0), "{square:?}");
        assert!(Edges::default().of(&hull(&cube[..2])).is_empty());
    }
}
