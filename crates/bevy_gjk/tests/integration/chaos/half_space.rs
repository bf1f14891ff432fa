//! Half-spaces for the oracle, in closed form.

use oracle::distance::Body;
use oracle::verdict::{EXACT, TOUCH};

use crate::chaos::dimension::Chaotic;
use crate::chaos::oracle::{LARGEST, Verdict};
use crate::common::prelude::*;

/// The volume of the image of a unit cube, in parts of the product of its sides, below which its normals are rounding.
const FLAT: f64 = 1e-5;
/// The rounding of a distance in `f64`, in parts of the coordinates, with a normal of such an image.
const ROUNDING: f64 = 1e-10;

/// A placed half-space: a point of its boundary, and the unit normal out of it.
#[derive(Debug)]
pub struct HalfSpace {
    point: DVec3,
    normal: DVec3,
    /// The transform is flat up to its rounding, so that the normal means nothing.
    is_doubtful: bool,
}

impl HalfSpace {
    /// Places a half-space. Returns `None` if the description is invalid, or if nothing is left of it.
    pub fn new<D: Chaotic>(normal: Vec3, offset: f32, global: &GlobalTransform) -> Option<Self> {
        if !(normal.is_finite() && offset.is_finite()) || normal == Vec3::ZERO {
            return None;
        }
        let affine = global.affine();
        let wide = |column: Vec3| column.as_dvec3();
        let mut columns =
            [affine.matrix3.x_axis, affine.matrix3.y_axis, affine.matrix3.z_axis].map(Vec3::from);
        let mut translation = Vec3::from(affine.translation);
        if D::JUDGED == oracle::case::Dimension::Plane {
            columns = [columns[0].with_z(0.0), columns[1].with_z(0.0), Vec3::Z];
            translation.z = 0.0;
        }
        let matrix = DMat3::from_cols(wide(columns[0]), wide(columns[1]), wide(columns[2]));
        let volume = matrix.determinant();
        if volume == 0.0 {
            return None;
        }
        let sides: f64 = columns.iter().map(|&column| wide(column).length()).product();
        let normal = normal.as_dvec3();
        let point = normal * (f64::from(offset) / normal.length_squared());
        let image = matrix.inverse().transpose() * normal;
        let image = (image / image.abs().max_element()).normalize();
        let point = matrix * point + wide(translation);
        (image.is_finite() && point.as_vec3().is_finite()).then_some(Self {
            point,
            normal: image,
            is_doubtful: volume.abs() < FLAT * sides,
        })
    }

    /// Returns the distance of a body, negative if it overlaps, and a bound of its error.
    fn distance(&self, body: &Body) -> [f64; 2] {
        let distance = self.normal.dot(body.position - self.point) - body.reach(-self.normal);
        [distance, self.rounding(body)]
    }

    /// Returns a bound of the error of that distance.
    pub fn rounding(&self, body: &Body) -> f64 {
        ROUNDING * (body.position.abs().max_element() + self.point.abs().max_element())
    }

    /// Returns whether a body touches it.
    pub fn verdict_of_body(&self, body: &Body) -> Verdict {
        let size = body.size();
        if self.is_doubtful || size > LARGEST {
            return Verdict::Beyond;
        }
        let [distance, error] = self.distance(body);
        decide(distance, error + TOUCH * size)
    }

    /// Returns whether two half-spaces touch: unless they face each other.
    pub fn verdict(&self, other: &Self) -> Verdict {
        if self.is_doubtful || other.is_doubtful {
            return Verdict::Beyond;
        }
        match (self.normal + other.normal).length() {
            1e-5.. => Verdict::Touching,
            1e-7.. => Verdict::Either,
            _ => {
                let coordinates = self.point.abs().max_element() + other.point.abs().max_element();
                decide(self.normal.dot(other.point - self.point), ROUNDING * coordinates + f64::MIN_POSITIVE)
            }
        }
    }

    /// Returns what is wrong with the contact of the half-space with a body, with the normal out of the half-space.
    pub fn fault_of_contact(&self, body: &Body, normal: DVec3, depth: f64) -> Option<String> {
        let [distance, error] = self.distance(body);
        let expected = (-distance).min(f64::from(f32::MAX));
        let allowed = error + EXACT * body.size() + 1e-6 * distance.abs();
        let is_right = (depth - expected).abs() <= allowed && normal.distance(self.normal) <= 1e-5;
        let is_judged = !self.is_doubtful && body.size() <= LARGEST;
        (is_judged && !is_right)
            .then(|| format!("{distance:e} from the half-space: depth {depth:e}, normal {normal}"))
    }
}

/// Returns the verdict on a distance with an error.
fn decide(distance: f64, error: f64) -> Verdict {
    if distance > error {
        Verdict::Apart
    } else if distance < -error {
        Verdict::Touching
    } else {
        Verdict::Either
    }
}
