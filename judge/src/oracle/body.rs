//! A convex body: the hull of a few ellipsoids.

use glam::{DMat3, DVec3};

/// An ellipsoid, or a point.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The centre, relative to the body's position.
    pub centre: DVec3,
    /// The map that makes the ellipsoid of the unit ball; none for a point.
    pub image: Option<DMat3>,
}

/// The hull of its parts.
#[derive(Clone, Debug)]
pub struct Body {
    /// At least one.
    pub parts: Vec<Part>,
    /// What the parts are relative to.
    pub position: DVec3,
}

impl Part {
    /// A point.
    pub fn point(centre: DVec3) -> Self {
        Self { centre, image: None }
    }

    /// An ellipsoid.
    pub fn round(centre: DVec3, image: DMat3) -> Self {
        Self { centre, image: Some(image) }
    }

    /// How far the part reaches along a direction.
    pub fn reach(&self, direction: DVec3) -> f64 {
        let bulge = self.image.map_or(0.0, |image| (image.transpose() * direction).length());
        self.centre.dot(direction) + bulge
    }

    fn support(&self, direction: DVec3) -> DVec3 {
        match self.image {
            Some(image) => self.centre + image * (image.transpose() * direction).normalize_or_zero(),
            None => self.centre,
        }
    }
}

impl Body {
    /// A single point of space, for the distance of a point to a body.
    pub fn point(position: DVec3) -> Self {
        Self { parts: vec![Part::point(DVec3::ZERO)], position }
    }

    /// How far the body reaches along a direction from its position.
    pub fn reach(&self, direction: DVec3) -> f64 {
        self.parts.iter().map(|part| part.reach(direction)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// A farthest point along a direction, relative to the position.
    pub fn support(&self, direction: DVec3) -> DVec3 {
        let mut best = &self.parts[0];
        let mut most = best.reach(direction);
        for part in &self.parts[1..] {
            let reach = part.reach(direction);
            if reach > most {
                (best, most) = (part, reach);
            }
        }
        best.support(direction)
    }

    /// Half the diagonal of the axis-aligned box around the body.
    pub fn half_diagonal(&self) -> f64 {
        let side = |axis: DVec3| 0.5 * (self.reach(axis) + self.reach(-axis));
        DVec3::new(side(DVec3::X), side(DVec3::Y), side(DVec3::Z)).length()
    }

    /// How far the farthest point is from the position.
    pub fn extent(&self) -> f64 {
        // The Frobenius norm: at most √3 times the longest half axis.
        let bulge =
            |image: DMat3| DVec3::from(image.to_cols_array_2d().map(|c| DVec3::from(c).length())).length();
        self.parts.iter().map(|part| part.centre.length() + part.image.map_or(0.0, bulge)).fold(0.0, f64::max)
    }

    /// Whether any part has a size.
    pub fn is_curved(&self) -> bool {
        self.parts.iter().any(|part| part.image.is_some_and(|image| image != DMat3::ZERO))
    }

    /// Splits the body into a core and the radius of a ball around each of its points, where it is such a
    /// sum up to the rounding of a rotation matrix. The radius is not more than the true one.
    pub fn without_ball(&self, flat: bool) -> (Self, f64) {
        let whole = || (self.clone(), 0.0);
        let Some(image) = self.parts[0].image else { return whole() };
        if self.parts.iter().any(|part| part.image != Some(image)) {
            return whole();
        }
        let square = image.transpose() * image;
        let columns = [square.x_axis, square.y_axis, square.z_axis];
        let dimension = if flat { 2 } else { 3 };
        let scale = (0..dimension).map(|i| columns[i][i]).sum::<f64>() / dimension as f64;
        let expected = |i: usize, j: usize| if i == j { scale } else { 0.0 };
        // By Gershgorin, no eigenvalue of the square is farther from the mean than this.
        let off = (0..dimension)
            .map(|i| (0..dimension).map(|j| (columns[i][j] - expected(i, j)).abs()).sum::<f64>())
            .fold(0.0, f64::max);
        if off > 1e-5 * scale {
            return whole();
        }
        let parts = self.parts.iter().map(|part| Part::point(part.centre)).collect();
        (Self { parts, position: self.position }, (scale - off).sqrt())
    }
}
