//! The edges of convex hulls, computed by quickhull when they are first drawn.

#[cfg(feature = "overlay")]
use gjk::Vec3;

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
    /// Returns the edges of the hull of these points; none for a hull without volume, or of more than 4096 points.
    pub(super) fn of(&self, points: impl ExactSizeIterator<Item = Vec3>) -> &[[Vec3; 2]] {
        self.0.get_or_init(|| find(points).unwrap_or_default())
    }
}

/// Computes the edges of the hull of these points, if it has a volume and there are 4 to 4096 points. The upper limit
/// is a tuning constant: it bounds the time of the first drawing.
#[cfg(feature = "overlay")]
fn find(points: impl ExactSizeIterator<Item = Vec3>) -> Option<Vec<[Vec3; 2]>> {
    use quickhull::{ConvexHull3d, ConvexHull3dSettings};

    if !(4..=4096).contains(&points.len()) {
        return None;
    }
    // Through arrays, since `quickhull` depends on another version of glam.
    let points: Vec<_> = points.map(|point| point.to_array().into()).collect();
    let hull = ConvexHull3d::try_from_points(&points, ConvexHull3dSettings::default()).ok()?;
    let mut edges = Vec::new();
    for face in hull.faces() {
        let corners = face.vertex_indices(hull.indices());
        for (index, &from) in corners.iter().enumerate() {
            let to = corners[(index + 1) % corners.len()];
            // The two faces of an edge have it in opposite directions; keep one of them.
            if from < to {
                edges.push(
                    [from, to].map(|corner| Vec3::from(hull.vertices()[usize::from(corner)].to_array())),
                );
            }
        }
    }
    Some(edges)
}

#[cfg(all(test, feature = "overlay"))]
mod tests {
    use super::*;

    #[test]
    fn a_cube_has_twelve_edges_and_a_square_four() {
        let corner = |i: u32| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32);
        let mut cube: Vec<_> = (0..8).map(corner).collect();
        cube.push(Vec3::splat(0.5));
        let edges = Edges::default();
        assert_eq!(edges.of(cube.iter().copied()).len(), 12);
        assert!(edges.of(cube.iter().copied()).iter().all(|[from, to]| from.distance(*to) == 1.0));
        let square = Edges::default();
        let square = square.of(cube[..4].iter().copied());
        assert!(square.len() == 4 && square.iter().all(|[from, to]| from.distance(*to) == 1.0), "{square:?}");
        assert!(Edges::default().of(cube[..2].iter().copied()).is_empty());
    }
}
