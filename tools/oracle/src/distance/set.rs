//! A convex set as a tree of Minkowski sums and hulls of points, ellipsoids and arcs.

use glam::{DMat3, DVec2, DVec3};

/// A convex set; an arc stands for its convex hull.
#[derive(Clone, Debug)]
pub enum Set {
    /// A point.
    Point(DVec3),
    /// The image of the unit ball under a linear map.
    Ellipsoid(DMat3),
    /// The image of an arc of the unit circle in the xy plane, symmetric about +y, under a linear map.
    Arc {
        /// The linear map.
        image: DMat3,
        /// The end of the arc at +x: sine and cosine of its half angle, which is at most π.
        end: DVec2,
    },
    /// The convex hull of at least one set.
    Hull(Vec<Self>),
    /// The Minkowski sum of sets.
    Sum(Vec<Self>),
}

impl Set {
    /// Returns the translated set.
    pub fn translated(self, by: DVec3) -> Self {
        Self::Sum(vec![Self::Point(by), self])
    }

    /// Creates the segment from `-half` to `half`.
    pub fn segment(half: DVec3) -> Self {
        Self::Hull(vec![Self::Point(-half), Self::Point(half)])
    }

    /// Returns the support value along a direction.
    pub fn reach(&self, direction: DVec3) -> f64 {
        match self {
            Self::Point(point) => point.dot(direction),
            Self::Ellipsoid(image) => (image.transpose() * direction).length(),
            Self::Arc { image, end } => (*image * on_arc(image, *end, direction)).dot(direction),
            Self::Hull(parts) => {
                parts.iter().map(|part| part.reach(direction)).fold(f64::NEG_INFINITY, f64::max)
            }
            Self::Sum(terms) => terms.iter().map(|term| term.reach(direction)).sum(),
        }
    }

    /// Returns a support point along a direction.
    pub fn support(&self, direction: DVec3) -> DVec3 {
        match self {
            Self::Point(point) => *point,
            Self::Ellipsoid(image) => *image * (image.transpose() * direction).normalize_or_zero(),
            Self::Arc { image, end } => *image * on_arc(image, *end, direction),
            Self::Hull(parts) => {
                let mut best = &parts[0];
                let mut most = best.reach(direction);
                for part in &parts[1..] {
                    let reach = part.reach(direction);
                    if reach > most {
                        (best, most) = (part, reach);
                    }
                }
                best.support(direction)
            }
            Self::Sum(terms) => terms.iter().map(|term| term.support(direction)).sum(),
        }
    }

    /// Returns a tight upper bound of the distance of any point from the origin.
    pub fn extent(&self) -> f64 {
        // The Frobenius norm: at most √3 times the longest half axis.
        let norm =
            |image: &DMat3| DVec3::from(image.to_cols_array_2d().map(|c| DVec3::from(c).length())).length();
        match self {
            Self::Point(point) => point.length(),
            Self::Ellipsoid(image) | Self::Arc { image, .. } => norm(image),
            Self::Hull(parts) => parts.iter().map(Self::extent).fold(0.0, f64::max),
            Self::Sum(terms) => terms.iter().map(Self::extent).sum(),
        }
    }

    /// Returns whether any part of the boundary is curved.
    pub fn is_curved(&self) -> bool {
        match self {
            Self::Point(_) => false,
            Self::Ellipsoid(image) | Self::Arc { image, .. } => *image != DMat3::ZERO,
            Self::Hull(parts) | Self::Sum(parts) => parts.iter().any(Self::is_curved),
        }
    }

    /// Splits the set into a core and the radius of a ball whose Minkowski sum it is, up to the rounding of a rotation
    /// matrix. The radius is not more than the true one; zero if there is no such ball.
    pub fn without_ball(&self, flat: bool) -> (Self, f64) {
        match self {
            Self::Ellipsoid(image) => match radius(image, flat) {
                Some(radius) => (Self::Point(DVec3::ZERO), radius),
                None => (self.clone(), 0.0),
            },
            Self::Sum(terms) => {
                let (cores, radii): (Vec<_>, Vec<_>) =
                    terms.iter().map(|term| term.without_ball(flat)).unzip();
                (Self::Sum(cores), radii.iter().sum())
            }
            _ => (self.clone(), 0.0),
        }
    }
}

/// Returns the support point of an arc before the map, along a direction after it.
fn on_arc(image: &DMat3, end: DVec2, direction: DVec3) -> DVec3 {
    let along = (image.transpose() * direction).truncate().normalize_or_zero();
    let farthest = if along != DVec2::ZERO && along.y >= end.y {
        along
    } else if along.x < 0.0 {
        DVec2::new(-end.x, end.y)
    } else {
        end
    };
    farthest.extend(0.0)
}

/// Returns the radius of a ball inside an ellipsoid that is a ball up to rounding; otherwise `None`.
fn radius(image: &DMat3, flat: bool) -> Option<f64> {
    let square = image.transpose() * *image;
    let columns = [square.x_axis, square.y_axis, square.z_axis];
    let dimension = if flat { 2 } else { 3 };
    let scale = (0..dimension).map(|i| columns[i][i]).sum::<f64>() / dimension as f64;
    let expected = |i: usize, j: usize| if i == j { scale } else { 0.0 };
    // By Gershgorin, no eigenvalue of the square is farther from the mean than this.
    let off = (0..dimension)
        .map(|i| (0..dimension).map(|j| (columns[i][j] - expected(i, j)).abs()).sum::<f64>())
        .fold(0.0, f64::max);
    (off <= 1e-5 * scale).then(|| (scale - off).sqrt())
}
