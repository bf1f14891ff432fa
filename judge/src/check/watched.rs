//! The questions of a pair, with somebody looking on: GJK and EPA answer also where there is a closed form.

use super::warm::judge;
use super::{Known, Score};
use crate::family::Dice;

/// Judges answers like those that nobody looked at.
pub fn check(known: &Known<'_>, _dice: &mut Dice) -> Score {
    judge(known, &known.watched).explained(&"watched", &known.watched)
}
