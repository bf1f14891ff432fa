//! The static pair queries with an observer, which GJK and EPA answer without accelerations.

use super::warm::judge;
use super::{Known, Score};
use crate::family::Dice;

/// Judges the answers to observed queries as those without an observer.
pub fn check(known: &Known<'_>, _dice: &mut Dice) -> Score {
    judge(known, &known.observed).explained(&"observed", &known.observed)
}
