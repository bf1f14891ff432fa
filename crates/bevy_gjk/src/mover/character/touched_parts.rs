//! What a character touches where it ends: its ground, a wall and a ceiling, and what the final rounding must not pass.

use arrayvec::ArrayVec;
use gjk::{Vector, Wide};

use super::ground::Footing;
use super::state::MoverContact;
use super::steering::Surroundings;
use crate::collider::Dimension;
use crate::mover::clearance::WideOf;
use crate::mover::obstacles::{Obstacles, STORED};
use crate::mover::rounding::round_place;

/// The cosine of the angle from straight down within which a surface is a ceiling: 45 degrees.
const CEILING: f64 = core::f64::consts::FRAC_1_SQRT_2;

/// A part that a character touches: its clearance is the skin.
struct TouchedPart<D: Dimension> {
    footing: Footing<D>,
    /// Of a displacement `x` since the start, `−normal · x` has to stay below this.
    max_along_normal: f64,
}

/// All parts that a character touches at a place.
pub(super) struct TouchedParts<D: Dimension> {
    place: WideOf<D>,
    all: ArrayVec<TouchedPart<D>, STORED>,
}

impl<D: Dimension> TouchedParts<D> {
    /// Finds the parts that are touched at a place, a displacement since the start.
    pub(super) fn at(obstacles: &mut Obstacles<D>, around: &Surroundings<D>, place: WideOf<D>) -> Self {
        let mut all = ArrayVec::new();
        obstacles.touching(place, |key, clearance, limits| {
            let normal = -clearance.normal;
            if around.solidity.is_solid(key.entity, limits, normal) {
                let footing = Footing { key, point: clearance.on_b, normal, tolerance: limits.tolerance };
                let max_along_normal = (clearance.bound - limits.stop_clearance).max(0.0) - normal.dot(place);
                // A character that touches more parts than fit cannot move anyway.
                let _ = all.try_push(TouchedPart { footing, max_along_normal });
            }
        });
        Self { place, all }
    }

    /// Decides what a character stands on after its move: [`MoverState::ground`](crate::MoverState::ground).
    ///
    /// `least_support` is `None` if it rises, and then there is no ground. If it is wedged, what holds it counts.
    pub(super) fn ground_after(
        &self,
        around: &Surroundings<D>,
        least_support: Option<f64>,
        is_wedged: bool,
    ) -> Option<MoverContact<D>> {
        let least_support = least_support?;
        let holding = || if is_wedged { self.support(around, least_support) } else { None };
        self.ground(around, least_support).or_else(holding)
    }

    /// Returns the ground: of several the most upward one.
    pub(super) fn ground(&self, around: &Surroundings<D>, least_support: f64) -> Option<MoverContact<D>> {
        let grounds = self
            .all
            .iter()
            .filter_map(|part| Some((part, around.ground.normal(&part.footing, least_support)?)));
        let (part, normal) = grounds.reduce(|best, next| {
            if next.1.dot(around.settings().up) > best.1.dot(around.settings().up) { next } else { best }
        })?;
        Some(part.report(normal))
    }

    /// Returns the most upward contact, for a character that cannot sink although nothing below it is ground.
    fn support(&self, around: &Surroundings<D>, least_support: f64) -> Option<MoverContact<D>> {
        let rise = |part: &&TouchedPart<D>| part.footing.normal.dot(around.settings().up);
        let highest =
            self.all.iter().reduce(|best, next| if rise(&next) > rise(&best) { next } else { best })?;
        (rise(&highest) >= least_support).then(|| highest.report(highest.footing.normal))
    }

    /// Returns the wall that is most in the way of a motion, and the ceiling.
    pub(super) fn wall_and_ceiling(
        &self,
        around: &Surroundings<D>,
        motion: WideOf<D>,
    ) -> [Option<MoverContact<D>>; 2] {
        let settings = around.settings();
        let is_ceiling = |part: &&TouchedPart<D>| part.footing.normal.dot(settings.up) <= -CEILING;
        let most = |kind: &dyn Fn(&&TouchedPart<D>) -> bool, weight: WideOf<D>| {
            let weight = |part: &TouchedPart<D>| -part.footing.normal.dot(weight);
            let found = self
                .all
                .iter()
                .filter(kind)
                .reduce(|best, next| if weight(next) > weight(best) { next } else { best });
            found.map(|part| part.report(part.footing.normal))
        };
        if settings.least_cosine.is_none() {
            return [most(&|_| true, motion), None];
        }
        let is_wall =
            |part: &&TouchedPart<D>| !is_ceiling(part) && !settings.is_walkable(part.footing.normal);
        [most(&is_wall, motion), most(&is_ceiling, settings.up)]
    }

    /// Rounds the place to a translation that passes none of the planes.
    pub(super) fn round(&self, obstacles: &Obstacles<D>) -> D::Vector {
        let planes = self.all.iter().map(|part| (-part.footing.normal, part.max_along_normal));
        round_place(&obstacles.shape, self.place, planes)
    }
}

impl<D: Dimension> TouchedPart<D> {
    fn report(&self, normal: WideOf<D>) -> MoverContact<D> {
        MoverContact {
            entity: self.footing.key.entity,
            part: self.footing.key.part,
            point: D::Vector::narrow(self.footing.point),
            normal: D::Vector::narrow(normal),
        }
    }
}
