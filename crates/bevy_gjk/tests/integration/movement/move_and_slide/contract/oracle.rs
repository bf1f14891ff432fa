//! The oracle of the contract: clearances, uses and pushes of a move in `f64`.

use oracle::case::{self, Form};
use oracle::distance::{Body, Pair, nearest, signed_depth_of};

use super::SKIN;
use super::scenes::{Judged, Piece};
use crate::common::prelude::*;

/// By how much the normal of a touched part may turn while the tolerance, a 1024th of the skin, is used up. No
/// surface of shapes that are rounded by the skin is curved more than that of a ball of the skin's radius.
const MAX_ANGLE: f64 = 0.0442;
/// By how much a push may be longer than the shortest one: of two directions that lead out of a part by nearly the same
/// way, the oracle may choose the other one.
const MAX_LONGER: f64 = 0.01;
/// A push is judged if normals that are turned by [`MAX_ANGLE`] make the shortest one longer by at most this part of
/// it. A longer way out leads between parts that are nearly opposite: the tolerance of their clearances, which
/// decides how far the normals of curved parts are turned, decides whether there is such a way at all.
const MAX_UNCERTAINTY: f64 = 0.5;

/// A part of an obstacle in the world, as the oracle knows it.
pub(super) enum Solid {
    Body {
        body: Body,
        low: DVec3,
        high: DVec3,
    },
    /// All points `x` with `normal · x ≤ offset`.
    HalfSpace {
        normal: DVec3,
        offset: f64,
    },
}

impl Solid {
    pub(super) fn new<D: Judged>(piece: &Piece, place: Affine3A) -> Self {
        match piece {
            Piece::Shape(form, matrix, at) => {
                // The product of two maps is taken in `f64`: what the crate rounds is for it to answer for.
                let outer = Mat3::from(place.matrix3);
                let inner = case::Shape { form: form.clone(), matrix: *matrix, translation: *at };
                let body = if *matrix == Mat3::IDENTITY && *at == Vec3::ZERO {
                    form.clone().placed(outer, place.translation.into()).body(D::KIND)
                } else {
                    let hull =
                        Form::MinkowskiSum(Box::new(inner), Box::new(Form::Points(vec![Vec3::ZERO]).here()));
                    hull.placed(outer, place.translation.into()).body(D::KIND)
                };
                let [low, high] = corners(&body);
                Self::Body { body, low, high }
            }
            Piece::HalfSpace(normal) => {
                let normal = normal.as_dvec3();
                Self::HalfSpace { normal, offset: normal.dot(Vec3::from(place.translation).as_dvec3()) }
            }
        }
    }

    /// Returns a lower bound of the clearance on a way, from AABBs.
    pub(super) fn is_far(&self, [low, high]: [DVec3; 2], by: f64) -> bool {
        match self {
            Self::Body { low: own_low, high: own_high, .. } => {
                (low - *own_high).max(*own_low - high).max_element() > by
            }
            Self::HalfSpace { .. } => false,
        }
    }

    pub(super) fn half_extent(&self) -> f64 {
        match self {
            Self::Body { body, .. } => body.half_sides().max_element(),
            Self::HalfSpace { .. } => 0.0,
        }
    }
}

pub(super) fn corners(body: &Body) -> [DVec3; 2] {
    let reach = |sign: f64| {
        DVec3::from_array([DVec3::X, DVec3::Y, DVec3::Z].map(|axis| sign * body.reach(axis * sign)))
    };
    [reach(-1.0), reach(1.0)].map(|corner| body.position + corner)
}

/// The clearance between the moving body and a part, between proven bounds, and the direction that proves the lower
/// one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) normal: DVec3,
}

pub(super) fn gap<D: Judged>(body: &Body, solid: &Solid, displacement: DVec3) -> Gap {
    match solid {
        Solid::HalfSpace { normal, offset } => {
            let distance = normal.dot(body.position + displacement) - body.reach(-*normal) - offset;
            Gap { low: distance, high: distance, normal: -*normal }
        }
        Solid::Body { body: other, .. } => {
            let pair = Pair::of(body.clone(), other.clone()).shifted(-displacement);
            let size = pair.size();
            let near = nearest(&pair, 1e-9 * size);
            let found = if near.high < -1e-7 * size { near } else { signed_depth_of(&pair, D::KIND) };
            Gap { low: -found.high, high: -found.low, normal: found.normal }
        }
    }
}

/// What was seen.
#[derive(Default, Debug)]
pub(super) struct Tally {
    pub(super) moves: u32,
    pub(super) hits: u32,
    pub(super) steps: u32,
    pub(super) arrived: u32,
    pub(super) blocked: u32,
    pub(super) buried: u32,
    pub(super) out_of_steps: u32,
    pub(super) pushed: u32,
    pub(super) crushed: u32,
    pub(super) pairs: u64,
    pub(super) uses: u32,
    pub(super) violations: u32,
    /// The most that a clearance fell short, in tolerances.
    pub(super) worst: f64,
    /// The most of a motion that was given up without reason, as a part of it.
    pub(super) worst_use: f64,
    /// How many pushes could be compared with the shortest one, how many were too uncertain, and by how much one was
    /// longer, as a part of it.
    pub(super) pushes: u32,
    pub(super) uncertain_pushes: u32,
    pub(super) worst_push: f64,
}

/// The way of a move: displacements since its start, and what is left of the motion there.
pub(super) struct Way {
    pub(super) points: Vec<(DVec3, DVec3)>,
    pub(super) end: DVec3,
    pub(super) left: DVec3,
}

pub(super) struct Judge<'s, D: Judged> {
    pub(super) solids: &'s [Solid],
    pub(super) body: Body,
    pub(super) tally: &'s mut Tally,
    pub(super) note: String,
    pub(super) _dimension: std::marker::PhantomData<D>,
}

impl<D: Judged> Judge<'_, D> {
    /// Returns the skin of a pair, and the tolerance of the contract: that of the move, and what rounding the
    /// translation and the support points adds.
    pub(super) fn limits(&self, solid: &Solid, reach: f64) -> [f64; 2] {
        let touch = 2.0
            * 2.0
            * f64::from(f32::EPSILON)
            * (self.body.half_sides().max_element() + solid.half_extent());
        let ulp = f64::from(f32::EPSILON) * reach;
        let skin = f64::from(SKIN).max(4.0 * touch).max(8.0 * ulp);
        [skin, touch.max(2.0 * ulp).max(skin / 1024.0) + touch + ulp]
    }

    /// Returns the largest coordinate that the translation could get.
    pub(super) fn reach(&self, way: &Way) -> f64 {
        let wanted = way.points.first().map_or(way.end, |point| point.1);
        self.body.position.abs().max_element() + wanted.length()
    }

    /// Judges the clearance on the way and at its end.
    pub(super) fn judge_clearance(&mut self, way: &Way, wants_skin: bool) {
        let reach = self.reach(way);
        let [low, high] = corners(&self.body);
        let turns = way.points.iter().map(|point| point.0).chain([way.end]);
        let (first, last) =
            turns.clone().fold((DVec3::ZERO, DVec3::ZERO), |(min, max), at| (min.min(at), max.max(at)));
        let surfaces = if wants_skin { vec![] } else { self.surfaces(reach) };
        for solid in self.solids {
            let [skin, tolerance] = self.limits(solid, reach);
            if solid.is_far([low + first, high + last], skin) {
                continue;
            }
            self.tally.pairs += 1;
            let before = gap::<D>(&self.body, solid, DVec3::ZERO);
            let wanted = if wants_skin {
                skin
            } else {
                let left = |surface: &Gap| self.left_by_surface(surface, solid, before.low, tolerance);
                surfaces.iter().filter_map(left).fold(before.low.min(skin), f64::min)
            };
            let after = gap::<D>(&self.body, solid, way.end);
            self.note_gap("at the end", wanted, tolerance, after);
            if wants_skin {
                continue;
            }
            let mut from = DVec3::ZERO;
            for to in turns.clone() {
                self.judge_piece(solid, from, to, wanted, tolerance);
                from = to;
            }
        }
    }

    /// Returns what the body is nearer to than its skin when it begins, without overlapping it.
    fn surfaces(&self, reach: f64) -> Vec<Gap> {
        let [low, high] = corners(&self.body);
        let near = self.solids.iter().filter_map(|solid| {
            let [skin, tolerance] = self.limits(solid, reach);
            let gap = (!solid.is_far([low, high], skin)).then(|| gap::<D>(&self.body, solid, DVec3::ZERO))?;
            (gap.low < skin && gap.high >= -tolerance).then_some(gap)
        });
        near.collect()
    }

    /// Returns the clearance that the plane of a nearer part leaves to a part that does not rise above the plane: the
    /// two are one surface, or an edge that leads down from it.
    fn left_by_surface(&self, surface: &Gap, solid: &Solid, before: f64, tolerance: f64) -> Option<f64> {
        let Solid::Body { body: other, .. } = solid else { return None };
        let (normal, own) = (surface.normal, &self.body);
        let nearest = normal.dot(other.position) - other.reach(-normal);
        let left = nearest - normal.dot(own.position) - own.reach(normal);
        (surface.low < before && left >= surface.low - tolerance).then_some(left)
    }

    /// Returns whether the clearance may fall below a limit on a straight way.
    pub(super) fn comes_nearer(&self, solid: &Solid, way: DVec3, limit: f64) -> bool {
        let line = |time: f64| {
            let gap = gap::<D>(&self.body, solid, way * time);
            (time, gap.low, -gap.normal.dot(way))
        };
        let (mut left, mut right) = (line(0.0), line(1.0));
        for _ in 0..30 {
            if left.1 < limit || right.1 < limit {
                return true;
            }
            let time = ((right.1 - right.2 * right.0) - (left.1 - left.2 * left.0)) / (left.2 - right.2);
            let bound = left.1 + left.2 * (time - left.0);
            if left.2 >= 0.0 || right.2 <= 0.0 || bound >= limit {
                return false;
            }
            let middle = line(time);
            if middle.2 < 0.0 { left = middle } else { right = middle }
        }
        true
    }

    /// Judges the clearance on a straight way: a convex function, whose minimum cutting planes close in on.
    pub(super) fn judge_piece(&mut self, solid: &Solid, from: DVec3, to: DVec3, wanted: f64, tolerance: f64) {
        let (way, body) = (to - from, self.body.clone());
        let line = |time: f64| {
            let gap = gap::<D>(&body, solid, from + way * time);
            (time, gap, -gap.normal.dot(way))
        };
        let (mut left, mut right) = (line(0.0), line(1.0));
        for _ in 0..30 {
            if left.2 >= 0.0 || right.2 <= 0.0 {
                break;
            }
            // Where the two lines below the function cross.
            let time =
                ((right.1.low - right.2 * right.0) - (left.1.low - left.2 * left.0)) / (left.2 - right.2);
            let bound = left.1.low + left.2 * (time - left.0);
            if bound >= wanted - tolerance || !(time > left.0 && time < right.0) {
                break;
            }
            let middle = line(time);
            self.note_gap("on the way", wanted, tolerance, middle.1);
            if middle.2 < 0.0 { left = middle } else { right = middle }
        }
    }

    /// Counts a violation, and prints the first ones.
    fn report(&mut self, violation: &str) {
        self.tally.violations += 1;
        if self.tally.violations <= 20 {
            println!("{violation}: {}", self.note);
        }
    }

    pub(super) fn note_gap(&mut self, when: &str, wanted: f64, tolerance: f64, gap: Gap) {
        let short = (wanted - gap.high) / tolerance;
        self.tally.worst = self.tally.worst.max(short);
        if short > 1.0 {
            self.report(&format!("clearance {when}: {gap:?}, wanted {wanted:e}, tolerance {tolerance:e}"));
        }
    }

    /// Judges whether what is left of the motion has the direction of the wanted one, and becomes less.
    pub(super) fn judge_direction(&mut self, way: &Way) {
        let Some(&(_, wanted)) = way.points.first() else { return };
        let mut last = 1.0;
        for left in way.points.iter().map(|point| point.1).chain([way.left]) {
            let part = left.dot(wanted) / wanted.length_squared();
            let rounding = 8.0 * f64::from(f32::EPSILON);
            let is_turned = (left - wanted * part).length() > rounding * wanted.length();
            if is_turned || !(part >= -rounding && part <= last + rounding) {
                self.report(&format!("{left} is left of {wanted}"));
            }
            last = part;
        }
    }

    /// Judges whether a push is as short as it can be.
    pub(super) fn judge_push(&mut self, pushed: DVec3) {
        let reach = self.body.position.abs().max_element() + pushed.length();
        let [low, high] = corners(&self.body);
        let mut planes = Vec::new();
        let mut worst_tolerance = 0.0_f64;
        for solid in self.solids {
            let [skin, tolerance] = self.limits(solid, reach);
            if solid.is_far([low, high], skin) {
                continue;
            }
            let gap = gap::<D>(&self.body, solid, DVec3::ZERO);
            if gap.high < skin {
                planes.push((gap.normal, gap.low - skin));
                worst_tolerance = worst_tolerance.max(tolerance);
            }
        }
        let Some(shortest) = shortest_push(&planes) else { return };
        let (first, last) = (shortest.min(DVec3::ZERO), shortest.max(DVec3::ZERO));
        for solid in self.solids {
            let [skin, tolerance] = self.limits(solid, reach);
            if solid.is_far([low + first, high + last], skin) {
                continue;
            }
            let before = gap::<D>(&self.body, solid, DVec3::ZERO).low;
            if before >= skin && self.comes_nearer(solid, shortest, skin + tolerance) {
                return;
            }
        }
        let turned: Vec<_> =
            planes.iter().map(|(normal, offset)| (*normal, offset - MAX_ANGLE * shortest.length())).collect();
        let limit = (1.0 + MAX_UNCERTAINTY) * shortest.length();
        if shortest_push(&turned).is_none_or(|push| push.length() > limit) {
            self.tally.uncertain_pushes += 1;
            return;
        }
        self.tally.pushes += 1;
        let longer = (pushed.length() - shortest.length() - 2.0 * worst_tolerance) / shortest.length();
        self.tally.worst_push = self.tally.worst_push.max(longer);
        if longer > MAX_LONGER {
            self.report(&format!("pushed by {pushed}, not by {shortest}, away from {planes:?}"));
        }
    }

    /// Judges whether the motion was used: what was given up on each straight piece is pressed against touched parts.
    pub(super) fn judge_use(&mut self, way: &Way, blocked: bool) {
        self.judge_direction(way);
        let mut points = way.points.clone();
        points.dedup_by_key(|point| point.0);
        let mut ends: Vec<_> = points.iter().skip(1).map(|point| point.0).collect();
        ends.push(way.end);
        for (&(at, wanted), &next) in points.iter().zip(&ends) {
            let motion = next - at;
            // Directions of shorter ways are rounding.
            if motion.length() < 1e-2 || wanted.length() < 1e-2 {
                continue;
            }
            let direction = motion.normalize();
            let given_up = wanted - direction * direction.dot(wanted).max(0.0);
            self.note_use(way, at, given_up, wanted.length(), motion.length());
        }
        if blocked && way.left.length() > 1e-3 {
            self.note_use(way, way.end, way.left, way.left.length(), way.left.length());
        }
    }

    pub(super) fn note_use(&mut self, way: &Way, at: DVec3, given_up: DVec3, length: f64, motion: f64) {
        let [low, high] = corners(&self.body).map(|corner| corner + at);
        let reach = self.reach(way);
        let mut normals = Vec::new();
        for solid in self.solids {
            let [skin, tolerance] = self.limits(solid, reach);
            if solid.is_far([low, high], skin + 2.0 * tolerance) {
                continue;
            }
            let gap = gap::<D>(&self.body, solid, at);
            if gap.low <= skin + 2.0 * tolerance {
                normals.push(gap.normal);
            }
        }
        self.tally.uses += 1;
        // What is reported of the way is rounded to `f32`.
        let rounding = 4.0 * f64::from(f32::EPSILON) * reach * length / motion;
        let unexplained = (cone_distance(given_up, &normals) - rounding) / length;
        self.tally.worst_use = self.tally.worst_use.max(unexplained);
        if unexplained > MAX_ANGLE {
            self.report(&format!("unused at {at}: {given_up} of {length} against {normals:?}"));
        }
    }
}

/// Returns the shortest displacement `x` with `normal · x ≤ offset` for all planes: the best one on the boundaries of
/// up to three of them.
pub(super) fn shortest_push(planes: &[(DVec3, f64)]) -> Option<DVec3> {
    let mut best: Option<DVec3> = None;
    let mut consider = |point: DVec3| {
        let fits = planes.iter().all(|(normal, offset)| normal.dot(point) <= offset + 1e-9);
        if fits && best.is_none_or(|best| point.length() < best.length()) {
            best = Some(point);
        }
    };
    for (i, &(a, at_a)) in planes.iter().enumerate() {
        consider(a * at_a);
        for (j, &(b, at_b)) in planes.iter().enumerate().skip(i + 1) {
            let cosine = a.dot(b);
            let determinant = 1.0 - cosine * cosine;
            if determinant > 1e-6 {
                let (s, t) = ((at_a - cosine * at_b) / determinant, (at_b - cosine * at_a) / determinant);
                consider(a * s + b * t);
            }
            for &(c, at_c) in planes.iter().skip(j + 1) {
                let matrix = DMat3::from_cols(a, b, c);
                if matrix.determinant().abs() > 1e-6 {
                    consider(matrix.transpose().inverse() * DVec3::new(at_a, at_b, at_c));
                }
            }
        }
    }
    best
}

/// Returns the distance from a vector to the cone of non-negative combinations of others: the least over all subsets
/// of up to three.
pub(super) fn cone_distance(vector: DVec3, generators: &[DVec3]) -> f64 {
    let mut best = vector.length();
    for (i, &a) in generators.iter().enumerate() {
        best = best.min((vector - a * a.dot(vector).max(0.0)).length());
        for (j, &b) in generators.iter().enumerate().skip(i + 1) {
            let c = a.dot(b);
            let determinant = 1.0 - c * c;
            if determinant > 1e-12 {
                let (u, v) = (a.dot(vector), b.dot(vector));
                let (s, t) = ((u - c * v) / determinant, (v - c * u) / determinant);
                if s >= 0.0 && t >= 0.0 {
                    best = best.min((vector - a * s - b * t).length());
                }
            }
            for &c in generators.iter().skip(j + 1) {
                let matrix = DMat3::from_cols(a, b, c);
                if matrix.determinant().abs() > 1e-9 && (matrix.inverse() * vector).min_element() >= 0.0 {
                    return 0.0;
                }
            }
        }
    }
    best
}
