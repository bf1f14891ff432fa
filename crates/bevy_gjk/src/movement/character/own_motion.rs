//! The motion that a character makes by itself, and the report of what it came to.

use gjk::{Vector, Wide};

use super::{Character, CheckedSettings, MIN_RISE_TO_STAND, MoverContact, MoverState, Walked, Walker};
use crate::collider::Dimension;
use crate::movement::{MoveEnd, length};

/// What a character is to do from where others brought it.
pub(super) struct OwnMotion<D: Dimension> {
    /// The displacement that is wanted; zero if it is not finite.
    pub(super) wanted: D::Wide,
    is_finite: bool,
    /// The ground on which the last run left it.
    last_ground: Option<MoverContact<D>>,
    /// How the push before it ended.
    pub(super) push_end: MoveEnd,
}

impl<D: Dimension> OwnMotion<D> {
    /// Begins the motion that a character wants, as if nothing had pushed it.
    pub(super) fn of(character: &Character<D>, last_ground: Option<MoverContact<D>>) -> Self {
        let wanted = character.wanted.displacement.widen();
        let is_finite = wanted.is_finite() && length(wanted).is_finite();
        let wanted = if is_finite { wanted } else { D::Wide::ZERO };
        Self { wanted, is_finite, last_ground, push_end: MoveEnd::Arrived }
    }

    /// Returns how far it may lead, with steps and the way down to the ground.
    pub(super) fn reach(&self, character: &Character<D>) -> f64 {
        let settings = &character.settings;
        let horizontal = settings.horizontal(self.wanted);
        length(self.wanted)
            + settings.greatest_descent(length(horizontal))
            + 2.0 * settings.step_height
            + settings.snap_distance
    }

    /// [Walks](super::walk), and writes what it came to and what the character touches then into the state. Returns the
    /// new translation.
    pub(super) fn go(&self, walker: &mut Walker<D>, state: &mut MoverState<D>) -> D::Vector {
        let first_ground = self
            .last_ground
            .or_else(|| walker.touched_parts(D::Wide::ZERO).ground(&walker.surfaces, MIN_RISE_TO_STAND));
        let Walked { displacement, mut stepped, snapped, end, min_rise, .. } =
            walker.walk(self.wanted, first_ground.as_ref());
        let touched = walker.touched_parts(displacement);
        let surfaces = &walker.surfaces;
        let ground = min_rise.and_then(|min_rise| touched.ground(surfaces, min_rise));
        let held = min_rise.filter(|_| ground.is_none()).and_then(|_| touched.held_by(surfaces));
        (state.ground, state.is_wedged) = (ground.or(held), held.is_some());
        if state.is_wedged {
            walker.recorder.wedged(touched.entities());
        }
        state.steep_slope = if state.is_grounded() { None } else { touched.steep_slope(surfaces) };
        [state.wall, state.ceiling] = touched.wall_and_ceiling(surfaces, self.wanted);
        let settings = &surfaces.settings;
        if let (Some(first), Some(last)) = (first_ground, state.ground) {
            stepped += unexplained_rise(settings, displacement, stepped - snapped, [first, last]);
        }
        state.moved = D::Vector::narrow(displacement - settings.up * (stepped - snapped));
        (state.stepped, state.snapped) = (stepped as f32, snapped as f32);
        state.end = match self.push_end {
            _ if !self.is_finite => MoveEnd::NotFinite,
            MoveEnd::Arrived => end,
            push_end => push_end,
        };
        touched.round(walker.obstacles)
    }
}

/// Returns how much a character rose beyond what steps and the slopes of its ground explain: over the edge of a step
/// a round shape climbs bit by bit.
fn unexplained_rise<D: Dimension>(
    settings: &CheckedSettings<D>,
    displacement: D::Wide,
    stepped: f64,
    grounds: [MoverContact<D>; 2],
) -> f64 {
    let up = settings.up;
    let horizontal = settings.horizontal(displacement);
    let [first, last] = grounds.map(|ground| {
        let normal = ground.normal.widen();
        -horizontal.dot(normal) / normal.dot(up).max(f64::MIN_POSITIVE)
    });
    (displacement.dot(up) - stepped - first.max(last).max(0.0)).max(0.0)
}
