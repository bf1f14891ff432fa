//! The verdict on one pair, in `f64`, with its proof.

use bevy_math::{DVec3, Mat3, Vec3};
use bevy_transform::components::GlobalTransform;
use gjk::Contact;
use judge::case::{Case, Form, Shape};
use judge::oracle::{Body, Effort, Pair, least_reach, nearest};
use judge::subject::{Answers, Witness};
use judge::verdict::{CURVED, EXACT, Errors, TOUCH, judge};

use crate::dimension::Chaotic;

/// What the signed distance of a pair says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Apart,
    Touching,
    /// Nearer to zero than the tolerance, or not found out.
    Either,
    /// One is larger than anything about which there is a promise.
    Beyond,
}

/// The largest size about which there is a promise.
const LARGEST: f64 = 1e4;

/// A shape where it stands, and the box around it.
pub struct Standing {
    pub shape: Shape,
    pub body: Body,
    low: DVec3,
    high: DVec3,
}

impl Standing {
    pub fn new<D: Chaotic>(form: Form, global: &GlobalTransform) -> Self {
        let affine = global.affine();
        let shape = form.placed(Mat3::from(affine.matrix3), Vec3::from(affine.translation));
        let body = shape.body(D::JUDGED);
        let reach = |sign: f64| {
            let along = |axis: DVec3| sign * body.reach(sign * axis);
            body.position + DVec3::new(along(DVec3::X), along(DVec3::Y), along(DVec3::Z))
        };
        Self { low: reach(-1.0), high: reach(1.0), shape, body }
    }

    /// Whether the boxes are apart by more than any tolerance.
    pub fn is_far_from(&self, other: &Self) -> bool {
        let gap = (self.low - other.high).max(other.low - self.high).max_element();
        gap > TOUCH * self.body.size().max(other.body.size())
    }

    /// Whether it has no thickness along some direction, up to the rounding of its transform.
    pub fn is_flat<D: Chaotic>(&self) -> bool {
        let nowhere = Body { set: judge::oracle::Set::Point(DVec3::ZERO), position: self.body.position };
        let pair = Pair::of(self.body.clone(), nowhere.clone());
        let twice = Pair::of(self.body.clone(), Body { position: nowhere.position, ..self.body.clone() });
        let effort = |pair: &Pair| Effort { gap: 1e-3 * pair.size(), cells: 2_000 };
        // The least width is the least reach of the differences with itself.
        least_reach(&twice, D::JUDGED, effort(&pair)).high < 1e-4 * pair.size()
    }
}

/// Whether two shapes touch.
pub fn verdict<D: Chaotic>(a: &Standing, b: &Standing) -> Verdict {
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
    // Most overlaps are deep, and proven by a rough bound.
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

/// What a cheap look finds wrong with a contact: moving the second shape by it must separate the two.
pub fn fault_of_push<D: Chaotic>(a: &Standing, b: &Standing, contact: &Contact<D::Vector>) -> Option<String> {
    let pair = Pair::of(a.body.clone(), b.body.clone());
    let (normal, depth) = (D::wide(contact.normal), f64::from(contact.depth));
    let limit = if pair.is_curved(D::JUDGED) { CURVED } else { EXACT };
    let left = (pair.reach(normal) - depth) / pair.size();
    let unit = (normal.length() - 1.0).abs() <= 1e-5;
    (!(unit && depth >= 0.0 && left <= limit)).then(|| format!("{left:e} of the size left: {contact:?}"))
}

/// All that is wrong with a contact.
pub fn errors_of<D: Chaotic>(a: &Standing, b: &Standing, contact: &Contact<D::Vector>) -> Errors {
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
