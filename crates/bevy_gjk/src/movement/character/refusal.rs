//! What is checked before a character is moved, and why it is not.

use super::checked_settings::CheckedSettings;
use super::settings::CharacterMover;
use super::state::MoverState;
use crate::collider::Dimension;
use crate::detection::proxies::PlacedCollider;
use crate::movement::MoveEnd;
use gjk::Support;

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
    /// Returns the reason in a few words.
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Disabled => "its collider is disabled",
            Self::NoCollider => "it has no collider of its dimension",
            Self::InvalidCollider => "its collider is invalid",
            Self::Wrong(reason) => reason,
        }
    }
}

impl<D: Dimension> MoverState<D> {
    /// Reports that the character is not moved.
    pub(super) fn refuse(&mut self, refusal: Refusal) {
        match refusal {
            Refusal::Disabled => self.forget(),
            _ => self.clear(),
        }
        self.end = MoveEnd::Refused;
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
