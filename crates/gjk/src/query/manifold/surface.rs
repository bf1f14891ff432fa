//! The height of a face over the contact frame.

use glam::DVec2;

use crate::query::manifold::FeatureVertex;

/// The largest deviation of a vertex from the plane of a flat face, as a part of the slop.
const FLAT: f64 = 1e-4;

/// The height of a polygon of three or more vertices, as a function of the position in the frame.
pub(super) struct Surface<'c> {
    vertices: &'c [FeatureVertex],
    /// The gradient of the height, if the face is flat.
    gradient: Option<DVec2>,
}

impl<'c> Surface<'c> {
    /// Creates the surface of a polygon; it is flat if all vertices are.
    #[inline]
    pub(super) fn new(vertices: &'c [FeatureVertex], slop: f64) -> Self {
        // Newell's normal: the sum of the normals of a triangle fan around the first vertex.
        let first = vertices[0];
        let (mut normal, mut area) = (DVec2::ZERO, 0.0);
        for pair in vertices[1..].windows(2) {
            let (b, c) = (pair[0].position - first.position, pair[1].position - first.position);
            normal += c * (pair[0].height - first.height) - b * (pair[1].height - first.height);
            area += b.perp_dot(c);
        }
        let gradient = -normal.perp() * (1.0 / area);
        let is_flat = |vertex: &FeatureVertex| {
            let deviation = vertex.height - first.height - gradient.dot(vertex.position - first.position);
            deviation.abs() <= FLAT * slop
        };
        // A sliver may be steep, and its plane far off outside its boundary: interpolate instead.
        let is_flat = gradient.length_squared() <= 1.0 && vertices[1..].iter().all(is_flat);
        Self { vertices, gradient: is_flat.then_some(gradient) }
    }

    /// Returns the height at a position on the face, or less than the slop outside.
    #[inline(always)]
    pub(super) fn height(&self, position: DVec2) -> f64 {
        match self.gradient {
            Some(gradient) => self.vertices[0].height + gradient.dot(position - self.vertices[0].position),
            None => self.interpolated_height(position),
        }
    }

    /// Interpolates in the triangle of the fan that contains the position or is nearest to it.
    #[inline(never)]
    fn interpolated_height(&self, position: DVec2) -> f64 {
        let first = self.vertices[0];
        let (mut best, mut least) = (first.height, f64::NEG_INFINITY);
        let to_position = position - first.position;
        for pair in self.vertices[1..].windows(2) {
            let (b, c) = (pair[0].position - first.position, pair[1].position - first.position);
            let area = b.perp_dot(c);
            let (to_b, to_c) = (to_position.perp_dot(c) / area, b.perp_dot(to_position) / area);
            let to_first = 1.0 - to_b - to_c;
            let inside = to_b.min(to_c).min(to_first);
            if inside > least {
                least = inside;
                let weights = [to_first, to_b, to_c].map(|weight| weight.max(0.0));
                let heights =
                    first.height * weights[0] + pair[0].height * weights[1] + pair[1].height * weights[2];
                best = heights / (weights[0] + weights[1] + weights[2]);
            }
        }
        best
    }
}
