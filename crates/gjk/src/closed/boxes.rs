//! Zonotopes in space.

use glam::DVec3;

use super::{Closed, Cores, Pair, segments};

impl Closed for DVec3 {
    #[allow(private_interfaces, reason = "a space is one of ours")]
    #[inline(always)]
    fn cores(pair: &Pair<Self>, touch: f64) -> Option<Cores<Self>> {
        match pair.counts {
            [0 | 1, 0 | 1] => segments::cores(pair, touch),
            _ => None,
        }
    }

    #[allow(private_interfaces, reason = "a space is one of ours")]
    #[inline(always)]
    fn within(pair: &Pair<Self>, reach: f64, _touch: f64) -> Option<bool> {
        match pair.counts {
            [0 | 1, 0 | 1] => Some(segments::distance_squared(pair) <= reach * reach),
            _ => None,
        }
    }
}
