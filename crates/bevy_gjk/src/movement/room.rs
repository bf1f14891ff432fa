//! Whether a shape has room where it is, with its skin.

use gjk::Wide;

use super::hit::PartKey;
use super::obstacles::Obstacles;
use crate::collider::Dimension;

/// By how much less than its skin a clearance may be that counts as room, in tolerances: a shape stands at less by one, and is
/// placed anew with a rounding of one.
const ROOM_SLACK: f64 = 2.0;

/// Returns whether all parts near a shape leave it the skin, up to the tolerance. `blocks` tells which parts count.
pub(super) fn has_room<D: Dimension>(obstacles: &mut Obstacles<D>, blocks: impl Fn(PartKey) -> bool) -> bool {
    let mut has_room = true;
    obstacles.collect(0.0);
    obstacles.near_motion(D::Wide::ZERO, D::Wide::ZERO, |_, key, _, clearance, limits| {
        let least = limits.skin - ROOM_SLACK * limits.tolerance;
        has_room &= clearance.bound >= least || !blocks(key);
    });
    has_room
}
