//! The plane of a face over the contact frame.

use glam::DVec2;

use crate::query::manifold::FeatureVertex;

/// The largest deviation of a vertex from the plane of a flat face, as a part of the feature tolerance.
const MAX_DEVIATION: f64 = 1e-4;

/// The plane of a face of three or more vertices: the coordinate along the normal as a function of the projection. If
/// the face is not flat, it is interpolated between the vertices.
pub(super) struct FacePlane<'c> {
    vertices: &'c [FeatureVertex],
    /// The gradient of that function, if the face is flat.
    gradient: Option<DVec2>,
}

impl<'c> FacePlane<'c> {
    /// Creates the plane of a face, which is flat if all vertices lie within a part of the tolerance of one plane.
    #[inline]
    pub(super) fn new(vertices: &'c [FeatureVertex], tolerance: f64) -> Self {
        // Newell's normal: the sum of the normals of a triangle fan around the first vertex.
        let first = vertices[0];
        let (mut normal, mut area) = (DVec2::ZERO, 0.0);
        for pair in vertices[1..].windows(2) {
            let (b, c) = (pair[0].projection - first.projection, pair[1].projection - first.projection);
            normal += c * (pair[0].along_normal - first.along_normal)
                - b * (pair[1].along_normal - first.along_normal);
            area += b.perp_dot(c);
        }
        let gradient = -normal.perp() * (1.0 / area);
        let is_flat = |vertex: &FeatureVertex| {
            let deviation =
                vertex.along_normal - first.along_normal - gradient.dot(vertex.projection - first.projection);
            deviation.abs() <= MAX_DEVIATION * tolerance
        };
        // A sliver may be steep, and its plane far off outside its boundary: interpolate instead.
        let is_flat = gradient.length_squared() <= 1.0 && vertices[1..].iter().all(is_flat);
        Self { vertices, gradient: is_flat.then_some(gradient) }
    }

    /// Returns the coordinate along the normal of the point with a projection, which lies on the face or outside by
    /// less than the tolerance.
    #[inline(always)]
    pub(super) fn along_normal(&self, projection: DVec2) -> f64 {
        match self.gradient {
            Some(gradient) => {
                self.vertices[0].along_normal + gradient.dot(projection - self.vertices[0].projection)
            }
            None => self.interpolate(projection),
        }
    }

    /// Interpolates in the triangle of the fan that contains the projection or is nearest to it.
    #[inline(never)]
    fn interpolate(&self, projection: DVec2) -> f64 {
        let first = self.vertices[0];
        let (mut best, mut least) = (first.along_normal, f64::NEG_INFINITY);
        let to_projection = projection - first.projection;
        for pair in self.vertices[1..].windows(2) {
            let (b, c) = (pair[0].projection - first.projection, pair[1].projection - first.projection);
            let area = b.perp_dot(c);
            let (to_b, to_c) = (to_projection.perp_dot(c) / area, b.perp_dot(to_projection) / area);
            let to_first = 1.0 - to_b - to_c;
            let inside = to_b.min(to_c).min(to_first);
            if inside > least {
                least = inside;
                let weights = [to_first, to_b, to_c].map(|weight| weight.max(0.0));
                let sum = first.along_normal * weights[0]
                    + pair[0].along_normal * weights[1]
                    + pair[1].along_normal * weights[2];
                best = sum / (weights[0] + weights[1] + weights[2]);
            }
        }
        best
    }
}
