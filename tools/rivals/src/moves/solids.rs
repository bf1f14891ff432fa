//! The obstacles as the oracle knows them, and what is wrong with a move.

use std::collections::HashMap;

use bevy::math::{DVec3, IVec3, Mat3, Vec3};
use oracle::case::{Dimension, Shape as Placed};
use oracle::distance::{Body, Bracket, Pair, nearest, signed_depth_of};

use crate::mover::{Question, SKIN, WALKER, Way};
use crate::scene::Scene;

/// A clearance may fall short by so much: a tenth of the skin.
pub const TOLERANCE: f64 = 0.1 * SKIN as f64;

/// How near the oracle's distances come to the exact ones.
const PRECISION: f64 = 1e-9;
/// The side of a cell of the grid.
const CELL: f32 = 3.0;
/// A body larger than this is not in the grid.
const LARGE: f64 = 6.0;
/// The least clearance on a straight way is found after a few steps; more than these are never needed.
const STEPS: usize = 30;

/// What is wrong with a move, the worse the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// Nothing.
    None,
    /// It ended nearer to an obstacle than the skin and than it began.
    Near,
    /// It ended inside an obstacle, deeper than it began.
    Inside,
    /// On its way it was inside an obstacle that it left again.
    Through,
}

/// The faults of many moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Faults {
    /// The moves that were judged.
    pub moves: u64,
    /// Those that ended too near to an obstacle.
    pub near: u64,
    /// Those that ended inside an obstacle.
    pub inside: u64,
    /// Those that passed through an obstacle.
    pub through: u64,
    /// By how much a clearance at an end fell short, at most.
    pub worst: f64,
}

impl Faults {
    /// Counts a move.
    pub fn add(&mut self, fault: Fault, shortfall: f64) {
        self.moves += 1;
        match fault {
            Fault::None => {}
            Fault::Near => self.near += 1,
            Fault::Inside => self.inside += 1,
            Fault::Through => self.through += 1,
        }
        self.worst = self.worst.max(shortfall);
    }
}

/// The obstacles of a level.
pub struct Solids {
    dimension: Dimension,
    walker: Body,
    /// Half the sides of the box around the walker.
    extent: DVec3,
    solids: Vec<Solid>,
    grid: HashMap<IVec3, Vec<u32>>,
    large: Vec<u32>,
}

struct Solid {
    body: Body,
    low: DVec3,
    high: DVec3,
}

impl Solids {
    /// The bodies of a scene.
    pub fn new(scene: &Scene) -> Self {
        let dimension = scene.dimension;
        let walker = WALKER.here().body(dimension);
        let extent = walker.half_sides();
        let (solids, grid, large) = Default::default();
        let mut all = Self { dimension, walker, extent, solids, grid, large };
        for (body, number) in scene.bodies.iter().zip(0..) {
            let place = body.place;
            let matrix = Mat3::from_quat(place.rotation) * Mat3::from_diagonal(place.scale);
            let placed = Placed { form: body.shape.clone(), matrix, translation: place.translation };
            let body = placed.body(dimension);
            let reach = |sign: f64| {
                DVec3::from_array([DVec3::X, DVec3::Y, DVec3::Z].map(|axis| sign * body.reach(axis * sign)))
            };
            let [low, high] = [reach(-1.0), reach(1.0)].map(|corner| body.position + corner);
            if (high - low).max_element() > LARGE {
                all.large.push(number);
            } else {
                for cell in cells(low, high) {
                    all.grid.entry(cell).or_default().push(number);
                }
            }
            all.solids.push(Solid { body, low, high });
        }
        all
    }

    /// Returns the clearance of a walker up to `most`.
    pub fn clearance(&self, at: Vec3, most: f64) -> f64 {
        let at = at.as_dvec3();
        self.near(at, at, most).iter().map(|solid| self.gap(at, solid).low).fold(most, f64::min)
    }

    /// Returns whether the straight way keeps the skin from everything, and a little more.
    pub fn is_free(&self, question: &Question) -> bool {
        let skin = f64::from(SKIN) + 0.1 * TOLERANCE;
        let from = question.at.as_dvec3();
        let to = from + question.motion.as_dvec3();
        self.near(from, to, skin).iter().all(|solid| self.least(solid, from, to, skin) >= skin)
    }

    /// Judges a move: what is wrong, and by how much a clearance at its end falls short at most.
    pub fn judge(&self, question: &Question, way: &Way) -> (Fault, f64) {
        let from = question.at.as_dvec3();
        let places: Vec<DVec3> = way.turns.iter().chain([&way.end]).map(|at| at.as_dvec3()).collect();
        let (mut fault, shortfall) = self.judge_end(question, way.end);
        if !places.iter().all(|at| at.is_finite()) {
            return (Fault::Through, shortfall);
        }
        let (low, high) = places.iter().fold((from, from), |(low, high), &at| (low.min(at), high.max(at)));
        for solid in self.near(low, high, 0.0) {
            let deepest = self.gap(from, solid).low.min(0.0) - TOLERANCE;
            let ends_inside = self.gap(places[places.len() - 1], solid).high < deepest;
            if !ends_inside && self.dips(solid, from, &places, deepest) {
                fault = Fault::Through;
            }
        }
        (fault, shortfall)
    }

    /// Judges where a move ended, and not its way.
    pub fn judge_end(&self, question: &Question, end: Vec3) -> (Fault, f64) {
        let skin = f64::from(SKIN);
        let (from, to) = (question.at.as_dvec3(), end.as_dvec3());
        if !to.is_finite() {
            return (Fault::Inside, f64::INFINITY);
        }
        let (mut fault, mut shortfall) = (Fault::None, 0.0_f64);
        for solid in self.near(to, to, skin) {
            let before = self.gap(from, solid).low;
            let after = self.gap(to, solid).high;
            let short = before.min(skin) - after;
            shortfall = shortfall.max(short);
            if after < before.min(0.0) - TOLERANCE {
                fault = fault.max(Fault::Inside);
            } else if short > TOLERANCE {
                fault = fault.max(Fault::Near);
            }
        }
        (fault, shortfall)
    }

    /// Returns whether the clearance is below a limit somewhere on the way.
    fn dips(&self, solid: &Solid, from: DVec3, places: &[DVec3], limit: f64) -> bool {
        let mut from = from;
        places.iter().any(|&to| {
            let least = self.least(solid, from, to, limit);
            from = to;
            least < limit
        })
    }

    /// Returns the least clearance on a straight way or, once it is sure not to be less than `enough`, any that is not.
    ///
    /// The clearance is a convex function on the way. Each direction that separates the two proves a line below it, and
    /// where the lines from both sides cross is the next place to look at.
    fn least(&self, solid: &Solid, from: DVec3, to: DVec3, enough: f64) -> f64 {
        let way = to - from;
        let look = |time: f64| {
            let gap = self.gap(from + way * time, solid);
            (time, gap, -gap.normal.dot(way))
        };
        let (mut left, mut right) = (look(0.0), look(1.0));
        let mut least = left.1.high.min(right.1.high);
        for _ in 0..STEPS {
            if left.2 >= 0.0 || right.2 <= 0.0 {
                break;
            }
            let lines = [left, right].map(|(time, gap, slope)| gap.low - slope * time);
            let time = (lines[1] - lines[0]) / (left.2 - right.2);
            let bound = lines[0] + left.2 * time;
            if bound >= enough || !(time > left.0 && time < right.0) {
                break;
            }
            let middle = look(time);
            least = least.min(middle.1.high);
            if middle.2 < 0.0 {
                left = middle;
            } else {
                right = middle;
            }
        }
        least
    }

    /// Returns the solids whose boxes come nearer than this to the box around the walker on its way.
    fn near(&self, from: DVec3, to: DVec3, distance: f64) -> Vec<&Solid> {
        let margin = self.extent + distance;
        let (low, high) = (from.min(to) - margin, from.max(to) + margin);
        let mut numbers = self.large.clone();
        numbers.extend(cells(low, high).filter_map(|cell| self.grid.get(&cell)).flatten());
        numbers.sort_unstable();
        numbers.dedup();
        let solids = numbers.into_iter().map(|number| &self.solids[number as usize]);
        solids.filter(|solid| (low - solid.high).max(solid.low - high).max_element() <= 0.0).collect()
    }

    fn gap(&self, at: DVec3, solid: &Solid) -> Gap {
        let pair = Pair::of(self.walker.clone(), solid.body.clone()).shifted(-at);
        // Radii are exact when they are added last.
        let (cores, radii) = pair.without_balls(self.dimension);
        let near = nearest(&cores, PRECISION);
        let found = if near.high < -1e-7 {
            Bracket { low: near.low + radii, high: near.high + radii, ..near }
        } else {
            signed_depth_of(&pair, self.dimension)
        };
        Gap { low: -found.high, high: -found.low, normal: found.normal }
    }
}

/// The clearance between proven bounds, and the direction to the solid that proves the lower one.
#[derive(Clone, Copy, Debug)]
struct Gap {
    low: f64,
    high: f64,
    normal: DVec3,
}

fn cells(low: DVec3, high: DVec3) -> impl Iterator<Item = IVec3> {
    let cell = |at: DVec3| (at.as_vec3() / CELL).floor().as_ivec3();
    let (low, high) = (cell(low), cell(high));
    (low.z..=high.z).flat_map(move |z| {
        (low.y..=high.y).flat_map(move |y| (low.x..=high.x).map(move |x| IVec3::new(x, y, z)))
    })
}

#[cfg(test)]
mod tests {
    use bevy::prelude::Transform;

    use super::*;
    use crate::course::Room;
    use crate::scene::{Body as SceneBody, Role};
    use oracle::case::Form;

    /// A wall two thick at the origin.
    fn wall() -> Solids {
        let shape = Form::Box(Vec3::new(1.0, 2.0, 2.0));
        let body = SceneBody { shape, role: Role::Still, place: Transform::IDENTITY, course: None };
        let (dimension, bodies) = (Dimension::Space, vec![body]);
        Solids::new(&Scene { dimension, room: Room(Vec3::ONE), bodies })
    }

    fn fault(from: f32, turns: &[f32], end: f32) -> Fault {
        let place = |x: f32| Vec3::new(x, 0.0, 0.0);
        let question = Question { at: place(from), motion: place(1.0) };
        let way = Way { turns: turns.iter().copied().map(place).collect(), end: place(end) };
        wall().judge(&question, &way).0
    }

    #[test]
    fn faults_are_told_apart() {
        assert_eq!(fault(-2.0, &[], -1.31), Fault::None);
        assert_eq!(fault(-2.0, &[], -1.305), Fault::Near);
        assert_eq!(fault(-2.0, &[-1.31], -1.2), Fault::Inside);
        assert_eq!(fault(-2.0, &[], 2.0), Fault::Through);
        assert_eq!(fault(-2.0, &[-1.0], -1.5), Fault::Through);
        // It began as near.
        assert_eq!(fault(-1.305, &[], -1.305), Fault::None);
    }

    #[test]
    fn a_free_way_keeps_the_skin() {
        let walls = wall();
        let free = |x: f32| walls.is_free(&Question { at: Vec3::new(x, -3.0, 0.0), motion: Vec3::Y * 6.0 });
        assert!(free(-1.3105) && !free(-1.3095) && !free(0.0));
    }

    #[test]
    fn a_clearance_is_that_of_the_round_side() {
        let clearance = wall().clearance(Vec3::new(-1.5, 0.0, 0.0), 1.0);
        assert!((clearance - 0.2).abs() < 1e-6, "{clearance}");
    }
}
