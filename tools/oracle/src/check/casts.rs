//! Shape casts of two moving shapes.
//!
//! At the time of impact, the bodies must touch, and the normal must separate them up to the tolerance
//! and oppose the motion. It is then the first time of contact, since the same normal separated them before.
//! A miss is checked by conservative advancement of the oracle's bodies. The error of a time is
//! judged by the remaining distance, since bodies that graze each other have a range of right times.

use gjk::Vec3;
use glam::DVec3;

use super::{Known, Score};
use crate::case::{Case, Dimension};
use crate::distance::{Body, FirstContact, MovingPair, Pair, nearest, signed_depth_of};
use crate::family::Dice;
use crate::subject::{Answers, Native, Witness};
use crate::verdict::{CURVED, EXACT, TOUCH, judge_against, outside};

/// A cast of the second body against the first, which rests.
#[derive(Clone, Debug)]
pub struct Moving {
    /// The dimension of both bodies.
    pub dimension: Dimension,
    /// The pair at the start.
    pub pair: Pair,
    /// The velocity of the second minus that of the first.
    pub velocity: DVec3,
    /// The largest time of impact.
    pub max: f64,
}

/// The answer of `gjk`: the first contact.
#[derive(Clone, Copy, Debug)]
pub struct Impact {
    /// The time of impact.
    pub time: f64,
    /// The unit normal from the first to the second.
    pub normal: DVec3,
}

impl Moving {
    /// Judges an impact, or a miss.
    pub fn judge(&self, impact: Option<Impact>) -> Score {
        let mut score = Score::default();
        match impact {
            None => self.judge_miss(&mut score),
            Some(impact) => self.judge_hit(&impact, &mut score),
        }
        score
    }

    fn judge_miss(&self, score: &mut Score) {
        let size = self.pair.size();
        let path = MovingPair::new(self.pair.clone(), self.velocity);
        // Limit the time to where the bodies have certainly passed each other.
        let past = 2.0 * (self.pair.offset().length() + self.pair.extent()) / self.velocity.length();
        let max = self.max.min(past);
        match path.first_contact(0.0, max) {
            FirstContact::Never => {}
            FirstContact::Unknown => score.undecided = true,
            FirstContact::From(time) => {
                let rounding = self.rounding(time);
                let missed = path.overlaps_by(TOUCH * size + rounding, time, max, self.dimension);
                score.must("missed", !missed);
            }
        }
    }

    fn judge_hit(&self, &Impact { time, normal }: &Impact, score: &mut Score) {
        score.must("form", time >= 0.0 && time <= self.max && (normal.length() - 1.0).abs() <= 1e-5);
        if !score.faults.is_empty() {
            return;
        }
        let (size, rounding) = (self.pair.size(), self.rounding(time));
        let pair = self.pair.shifted(self.velocity * time);
        let near = nearest(&pair, 1e-10 * size);
        score.limit("apart", (-near.low - rounding) / size, TOUCH);
        if time == 0.0 {
            let depth = signed_depth_of(&self.pair, self.dimension);
            let precise = if self.pair.is_curved(self.dimension) { CURVED } else { EXACT };
            score.undecided = depth.gap() > 0.1 * precise * size;
            if !score.undecided {
                score.limit("normal", (self.pair.reach(normal) - depth.high.max(0.0)) / size, precise);
            }
            return;
        }
        let reach = (pair.reach(normal) - rounding) / size;
        score.limit("normal", reach, EXACT);
        if reach > TOUCH {
            // The normal does not prove that they do not overlap yet, so measure the depth.
            let depth = signed_depth_of(&pair, self.dimension);
            score.limit("late", (depth.low - rounding) / size, TOUCH);
        }
        score.limit("recedes", normal.dot(self.velocity) / self.velocity.length(), EXACT);
    }

    /// Returns the rounding of a time as a length, plus that of the products with local coordinates.
    fn rounding(&self, time: f64) -> f64 {
        f64::from(f32::EPSILON) * (time * self.velocity.length() + self.pair.extent())
    }
}

/// The motion of both shapes of a case.
#[derive(Clone, Copy, Debug)]
pub struct Motion {
    /// The velocity of the first shape.
    pub of_a: Vec3,
    /// The velocity of the second shape.
    pub of_b: Vec3,
    /// The largest time of impact.
    pub max: f32,
}

/// The answer of `gjk`: the time of impact and the contact.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// The time of impact.
    pub time: f64,
    /// The contact, with its points in the world at the time of impact.
    pub contact: Witness,
}

/// Checks a cast of both shapes, from their places or from farther away.
pub fn check(known: &Known<'_>, dice: &mut Dice) -> Score {
    if dice.once_in(4) {
        let motion = motion(known.case.dimension, &known.pair, dice);
        let hit = query(known.case, &motion);
        return judge(known, &motion, hit.as_ref()).explained(&motion, &hit);
    }
    let mut case = known.case.clone();
    let direction = dice.direction(case.dimension).as_dvec3();
    let reach = known.pair.reach(direction).max(0.0) + known.pair.reach(-direction).max(0.0);
    let away = reach + known.pair.size() * f64::from(dice.magnitude(1e-3, 1e2));
    case.b.translation = (case.b.translation.as_dvec3() + direction * away).as_vec3();
    let pair = Pair::new(&case);
    let truth = signed_depth_of(&pair, case.dimension);
    let known = Known { case: &case, pair, truth, answers: known.answers, observed: known.observed };
    let motion = motion(case.dimension, &known.pair, dice);
    let hit = query(&case, &motion);
    judge(&known, &motion, hit.as_ref()).explained(&(case.b.translation, motion), &hit)
}

/// Chooses a motion: towards each other, grazing, along an axis, or in a random direction.
fn motion(dimension: Dimension, pair: &Pair, dice: &mut Dice) -> Motion {
    let (size, offset) = (pair.size(), pair.offset());
    let towards = match dice.below(5) {
        // Grazing: the boundary of the Minkowski difference passes close to the origin.
        0 | 1 => {
            let across = dice.direction(dimension).as_dvec3();
            let across = across - offset * (across.dot(offset) / offset.length_squared().max(1e-30));
            let across = across.normalize_or(DVec3::X);
            let beside = f64::from(dice.between(-12.0, 12.0)) * dice.pick(&[0.0, 1e-6, 1e-3]);
            pair.support(across) + across * (beside * size)
        }
        2 => dice.direction(dimension).as_dvec3(),
        3 => dice.pick(&[DVec3::X, DVec3::Y, -DVec3::X, -DVec3::Y]),
        _ => {
            let mut end = || pair.support(dice.direction(dimension).as_dvec3());
            let ends = [end(), end()];
            ends[0].lerp(ends[1], dice.between(0.0, 1.0).into())
        }
    };
    let distance = offset.length() + size;
    let max = dice.pick(&[1.0, 0.016, 100.0]);
    let speed = distance * f64::from(dice.magnitude(0.5, 20.0)) / f64::from(max);
    let relative = (towards.normalize_or(DVec3::X) * speed).as_vec3();
    let common = match dice.below(3) {
        0 => Vec3::ZERO,
        1 => -relative,
        _ => dice.vector(dimension) * speed as f32,
    };
    Motion { of_a: common, of_b: common + relative, max }
}

/// Asks the crate.
pub fn query(case: &Case, motion: &Motion) -> Option<Hit> {
    fn query<V: Native>(case: &Case, &Motion { of_a, of_b, max }: &Motion) -> Option<Hit> {
        let (a, b) = (V::shape(&case.a), V::shape(&case.b));
        let hit = gjk::cast(&a, V::from_vec3(of_a), &b, V::from_vec3(of_b), max)?;
        Some(Hit { time: hit.time.into(), contact: hit.contact.into() })
    }
    in_dimension!(case.dimension, query(case, motion))
}

/// Judges the impact or the miss of the pair of a case.
pub fn judge(known: &Known<'_>, motion: &Motion, hit: Option<&Hit>) -> Score {
    let (pair, dimension) = (&known.pair, known.case.dimension);
    let (of_a, of_b) = (motion.of_a.as_dvec3(), motion.of_b.as_dvec3());
    let velocity = of_b - of_a;
    let moving = Moving { dimension, pair: pair.clone(), velocity, max: motion.max.into() };
    let size = pair.size();
    let at_start = known.truth.low > TOUCH * size;
    if at_start || hit.is_some_and(|hit| hit.time == 0.0) {
        // An overlap at the start is judged like a static contact.
        let Some(hit) = hit else {
            return Score { faults: vec!["missed"], ..Score::default() };
        };
        let answers =
            Answers { intersects: true, closest: None, contact: Some(hit.contact), ..known.answers };
        let errors = judge_against(known.case, pair, &known.truth, &answers);
        let mut score = Score {
            worst: errors.worst(),
            faults: errors.faults(),
            undecided: errors.undecided,
            ..Score::default()
        };
        score.must("late", hit.time == 0.0);
        return score;
    }
    let mut score = moving.judge(hit.map(|hit| Impact { time: hit.time, normal: hit.contact.normal }));
    if let Some(&Hit { time, contact }) = hit {
        let moved = |body: &Body, velocity: DVec3| Body {
            set: body.set.clone(),
            position: body.position + velocity * time,
        };
        let (a, b) = (moved(&pair.a, of_a), moved(&pair.b, of_b));
        let terms = contact.on_a.length() + contact.on_b.length() + time * (of_a.length() + of_b.length());
        let rounding = f64::from(f32::EPSILON) * terms;
        score.limit("form", contact.length / size, TOUCH);
        let apart = contact.on_a.distance(contact.on_b) - rounding;
        score.limit("points", apart / size, EXACT);
        let farther = outside(dimension, &a, contact.on_a).max(outside(dimension, &b, contact.on_b));
        score.limit("outside", (farther - rounding) / size, EXACT);
    }
    score
}
