//! The state of one pair, computed in `f64` with a proof.
//!
//! Bounded shapes go to the `oracle` crate; pairs with a half-space have a closed form.

use gjk::Contact;
use oracle::case::{Case, Form, Shape};
use oracle::distance::{Body, Effort, Pair, least_reach, nearest};
use oracle::subject::{Answers, Witness};
use oracle::verdict::{CURVED, EXACT, Errors, TOUCH, judge};

use crate::chaos::dimension::Chaotic;
use crate::chaos::half_space::HalfSpace;
use crate::common::prelude::*;

/// The state of a pair by its signed distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Apart,
    Touching,
    /// The distance is within the tolerance of zero, or undecided.
    Either,
    /// One of the two exceeds the supported size.
    Beyond,
}

/// The largest supported size.
pub const LARGEST: f64 = 1e4;

/// A placed shape.
#[derive(Debug)]
pub enum OracleShape {
    Bounded(Bounded),
    HalfSpace(HalfSpace),
}

/// A placed bounded shape and its AABB.
#[derive(Debug)]
pub struct Bounded {
    pub shape: Shape,
    body: Body,
    low: DVec3,
    high: DVec3,
}

impl OracleShape {
    /// Places a collider by a finite transform. Returns `None` if it is invalid.
    pub fn new<D: Chaotic>(collider: &D::Collider, global: &GlobalTransform) -> Option<Self> {
        if let Some((normal, offset)) = D::as_half_space(collider) {
            return HalfSpace::new::<D>(normal, offset, global).map(Self::HalfSpace);
        }
        let shape = Bounded::new::<D>(D::form(collider)?, global);
        // Beyond the range of `f32` it is invalid.
        let is_in_range = [shape.low, shape.high].iter().all(|corner| corner.as_vec3().is_finite());
        is_in_range.then_some(Self::Bounded(shape))
    }

    /// Returns the shape, if it is bounded.
    pub fn bounded(&self) -> Option<&Bounded> {
        match self {
            Self::Bounded(shape) => Some(shape),
            Self::HalfSpace(_) => None,
        }
    }

    /// Returns whether the AABBs are apart by more than any tolerance.
    pub fn is_far_from(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Bounded(a), Self::Bounded(b)) => a.is_far_from(b),
            _ => false,
        }
    }

    /// Returns whether one is a half-space whose plane is rounded by more than the size of the other.
    pub fn is_lost_in_rounding(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::HalfSpace(plane), Self::Bounded(it)) | (Self::Bounded(it), Self::HalfSpace(plane)) => {
                plane.rounding(&it.body) > it.body.size()
            }
            _ => false,
        }
    }

    /// Returns whether the shape is flat along some direction, up to the rounding of its transform.
    pub fn is_flat<D: Chaotic>(&self) -> bool {
        self.bounded().is_some_and(Bounded::is_flat::<D>)
    }
}

impl Bounded {
    fn new<D: Chaotic>(form: Form, global: &GlobalTransform) -> Self {
        let affine = global.affine();
        let shape = form.placed(Mat3::from(affine.matrix3), Vec3::from(affine.translation));
        let body = shape.body(D::JUDGED);
        let reach = |sign: f64| {
            let along = |axis: DVec3| sign * body.reach(sign * axis);
            body.position + DVec3::new(along(DVec3::X), along(DVec3::Y), along(DVec3::Z))
        };
        Self { low: reach(-1.0), high: reach(1.0), shape, body }
    }

    fn is_far_from(&self, other: &Self) -> bool {
        let gap = (self.low - other.high).max(other.low - self.high).max_element();
        gap > TOUCH * self.body.size().max(other.body.size())
    }

    fn is_flat<D: Chaotic>(&self) -> bool {
        let nowhere = Body { set: oracle::distance::Set::Point(DVec3::ZERO), position: self.body.position };
        let pair = Pair::of(self.body.clone(), nowhere.clone());
        let twice = Pair::of(self.body.clone(), Body { position: nowhere.position, ..self.body.clone() });
        let effort = |pair: &Pair| Effort { gap: 1e-3 * pair.size(), cells: 2_000 };
        // The smallest width is the smallest support of the Minkowski difference with itself.
        least_reach(&twice, D::JUDGED, effort(&pair)).high < 1e-4 * pair.size()
    }
}

/// Returns whether two shapes touch.
pub fn verdict<D: Chaotic>(a: &OracleShape, b: &OracleShape) -> Verdict {
    match (a, b) {
        (OracleShape::Bounded(a), OracleShape::Bounded(b)) => verdict_of_bounded::<D>(a, b),
        (OracleShape::HalfSpace(plane), OracleShape::Bounded(it))
        | (OracleShape::Bounded(it), OracleShape::HalfSpace(plane)) => plane.verdict_of_body(&it.body),
        (OracleShape::HalfSpace(a), OracleShape::HalfSpace(b)) => a.verdict(b),
    }
}

fn verdict_of_bounded<D: Chaotic>(a: &Bounded, b: &Bounded) -> Verdict {
    if a.is_far_from(b) {
        return Verdict::Apart;
    }
    let pair = Pair::of(a.body.clone(), b.body.clone());
    let size = pair.size();
    if size > LARGEST {
        return Verdict::Beyond;
    }
    if nearest(&pair, 1e-10 * size).high < -TOUCH * size {
        return Verdict::Apart;
    }
    // Most overlaps are deep and proven by a coarse bound.
    for gap in [3e-2, 1e-3, 3e-5, 1e-6] {
        let found = least_reach(&pair, D::JUDGED, Effort { gap: gap * size, cells: 20_000 });
        if found.low > TOUCH * size {
            return Verdict::Touching;
        }
        if found.high < -TOUCH * size {
            return Verdict::Apart;
        }
        if found.high <= TOUCH * size {
            break;
        }
    }
    Verdict::Either
}

/// Checks a contact cheaply: moving the second shape by it must separate the two.
pub fn fault_of_push<D: Chaotic>(
    a: &OracleShape,
    b: &OracleShape,
    contact: &Contact<D::Vector>,
) -> Option<String> {
    let (normal, depth) = (D::wide(contact.normal), f64::from(contact.depth));
    let [a, b] = match (a, b) {
        (OracleShape::Bounded(a), OracleShape::Bounded(b)) => [a, b],
        (OracleShape::HalfSpace(plane), OracleShape::Bounded(it)) => {
            return plane.fault_of_contact(&it.body, normal, depth);
        }
        (OracleShape::Bounded(it), OracleShape::HalfSpace(plane)) => {
            return plane.fault_of_contact(&it.body, -normal, depth);
        }
        (OracleShape::HalfSpace(_), OracleShape::HalfSpace(_)) => {
            let is_right = depth.is_finite() && depth >= 0.0 && normal.is_normalized();
            return (!is_right).then(|| format!("{contact:?}"));
        }
    };
    let pair = Pair::of(a.body.clone(), b.body.clone());
    let limit = if pair.is_curved(D::JUDGED) { CURVED } else { EXACT };
    let left = (pair.reach(normal) - depth) / pair.size();
    let unit = (normal.length() - 1.0).abs() <= 1e-5;
    (!(unit && depth >= 0.0 && left <= limit)).then(|| format!("{left:e} of the size left: {contact:?}"))
}

/// Returns all faults of a contact.
pub fn errors_of<D: Chaotic>(a: &Bounded, b: &Bounded, contact: &Contact<D::Vector>) -> Errors {
    let found = Witness {
        on_a: D::wide(contact.on_a),
        on_b: D::wide(contact.on_b),
        normal: D::wide(contact.normal),
        length: contact.depth.into(),
    };
    let answers =
        Answers { intersects: true, closest: None, contact: Some(found), supports: 0, capped: false };
    judge(&Case { dimension: D::JUDGED, a: a.shape.clone(), b: b.shape.clone() }, &answers)
}
