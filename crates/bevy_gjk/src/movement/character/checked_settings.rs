//! What is checked before a character is moved, and its settings as the walk needs them.

use gjk::{Support, Vector, Wide};

use super::{CharacterMover, MIN_RISE_TO_LAND, MoverState, VANISHING};
use crate::collider::Dimension;
use crate::detection::proxies::PlacedCollider;
use crate::movement::{MoveEnd, MoveTrace, length};

/// The limit of straight pieces of one slide.
pub(super) const MAX_SLIDE_PIECES: u32 = 32;
/// The cosine by which ground may be steeper than the limit: the rounding of transforms and normals.
const SLOPE_TOLERANCE: f64 = 1e-4;

/// The cosine of the steepest slope that a character is expected to run down: where upright walls are ground, too, it
/// would be bottomless.
const MIN_COSINE_OF_DESCENT: f64 = 0.01;

/// The settings of one character.
#[derive(Clone, Copy, Debug)]
pub(super) struct CheckedSettings<D: Dimension> {
    /// The unit direction away from the ground.
    pub(super) up: D::Wide,
    /// The cosine of the steepest slope of ground; `None` if there is no ground.
    pub(super) least_cosine: Option<f64>,
    pub(super) step_height: f64,
    pub(super) snap_distance: f64,
    /// The least cosine between the normal of a contact at an edge and that of the surface; zero for no limit.
    pub(super) least_edge_cosine: f64,
}

impl<D: Dimension> CheckedSettings<D> {
    /// Checks the settings.
    ///
    /// # Errors
    /// Returns what is wrong.
    pub(super) fn new(mover: &CharacterMover<D>) -> Result<Self, &'static str> {
        let up = mover.up.widen();
        let length = length(up);
        if !(length.is_finite() && length > 0.0) {
            return Err("its up is zero or not finite");
        }
        let is_length = |length: f32| length.is_finite() && length >= 0.0;
        let lengths = [
            (mover.skin, "its skin is negative or not finite"),
            (mover.step_height, "its step_height is negative or not finite"),
            (mover.snap_distance, "its snap_distance is negative or not finite"),
            (mover.max_slope.unwrap_or(0.0), "its max_slope is negative or not finite"),
            (mover.max_overhang, "its max_overhang is negative or not finite"),
        ];
        if let Some(&(_, flaw)) = lengths.iter().find(|(length, _)| !is_length(*length)) {
            return Err(flaw);
        }
        if mover.max_slope.is_some_and(|angle| angle > core::f32::consts::TAU) {
            return Err("its max_slope is more than a whole turn: it is in radians");
        }
        let overhang = f64::from(mover.max_overhang).min(1.0);
        let least_cosine = mover.max_slope.map(|angle| {
            f64::from(angle).min(core::f64::consts::FRAC_PI_2).cos().max(SLOPE_TOLERANCE) - SLOPE_TOLERANCE
        });
        Ok(Self {
            up: up * (1.0 / length),
            least_cosine,
            step_height: f64::from(mover.step_height),
            snap_distance: f64::from(mover.snap_distance),
            least_edge_cosine: ((1.0 - overhang * overhang).sqrt() - SLOPE_TOLERANCE).max(0.0),
        })
    }

    /// Returns the horizontal part of a vector: what is perpendicular to the up direction.
    pub(super) fn horizontal(&self, vector: D::Wide) -> D::Wide {
        vector - self.up * vector.dot(self.up)
    }

    /// Returns the unit vector of the horizontal part of a direction; `None` if that is vertical.
    pub(super) fn heading(&self, direction: D::Wide) -> Option<D::Wide> {
        let horizontal = self.horizontal(direction);
        let length = length(horizontal);
        (length > VANISHING * self::length(direction)).then(|| horizontal * (1.0 / length))
    }

    /// Returns whether a way down is steeper than ground. `descent` is the unit vector against the up direction without
    /// its components into the surfaces that are touched: the way that a body slides there.
    pub(super) fn is_steep(&self, descent: D::Wide) -> bool {
        // Its length is the sine of the angle of descent.
        let least = self.least_cosine.unwrap_or(1.0).max(MIN_RISE_TO_LAND);
        descent.dot(descent) > 1.0 - least * least
    }

    /// Returns how far the steepest ground falls away on a horizontal way.
    pub(super) fn greatest_descent(&self, way: f64) -> f64 {
        self.least_cosine.map_or(0.0, |cosine| {
            let cosine = cosine.max(MIN_COSINE_OF_DESCENT);
            way * (1.0 - cosine * cosine).sqrt() / cosine
        })
    }

    /// Returns whether a surface with this unit normal, towards the mover, can be walked on. Near an edge, the ground
    /// may be less steep: see [`ground`](super::ground).
    pub(super) fn is_walkable(&self, normal: D::Wide) -> bool {
        self.least_cosine.is_some_and(|least| normal.dot(self.up) >= least)
    }
}

/// Why a character is not moved.
#[derive(Clone, Copy, Debug)]
pub(super) enum Refusal {
    Disabled,
    /// The collider may arrive later; `missing_partners` warns if it does not.
    NoCollider,
    /// Why has been said.
    InvalidCollider,
    /// What the app has to mend.
    Wrong(&'static str),
}

impl Refusal {
    /// Reports in the state and the trace of a character that it is not moved.
    pub(super) fn report<D: Dimension>(self, state: &mut MoverState<D>, trace: Option<&mut MoveTrace<D>>) {
        let reason = match self {
            Self::Disabled => "its collider is disabled",
            Self::NoCollider => "it has no collider of its dimension",
            Self::InvalidCollider => "its collider is invalid",
            Self::Wrong(reason) => reason,
        };
        if let Some(trace) = trace {
            trace.refuse(reason);
        }
        state.clear();
        state.end = MoveEnd::Refused;
        if let Self::Disabled = self {
            state.dropping.clear();
            state.last = None;
        }
    }
}

/// Checks the settings and the collider of a character. `is_in_compound` is asked if there is no valid collider.
///
/// # Errors
/// Returns why it cannot be moved.
pub(super) fn check<D: Dimension>(
    mover: &CharacterMover<D>,
    collider: Option<&PlacedCollider<D>>,
    is_in_compound: impl FnOnce() -> bool,
) -> Result<CheckedSettings<D>, Refusal> {
    let settings = CheckedSettings::new(mover).map_err(Refusal::Wrong)?;
    let Some(collider) = collider else {
        return Err(if is_in_compound() {
            Refusal::Wrong("its collider is a part of a CompoundCollider")
        } else {
            Refusal::InvalidCollider
        });
    };
    match collider.placed() {
        Some(shape) if shape.half_space().is_none() => Ok(settings),
        Some(_) => Err(Refusal::Wrong("its collider is a half-space")),
        None => Err(Refusal::Wrong("its collider has several parts, and has to be a single convex one")),
    }
}
