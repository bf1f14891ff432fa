//! How many steps GJK takes: some pairs are asked once more, with an observer that counts.

use gjk::{Query, Step};

use crate::collider::Dimension;
use crate::collisions::Collisions;

/// How many pairs are asked in a frame.
const SAMPLE: usize = 64;

/// The mean number of support points of a sample; NaN where there is no pair.
pub(super) fn mean_iterations<D: Dimension>(collisions: &Collisions<D>) -> f64 {
    let stride = (collisions.contacts.len() / SAMPLE).max(1);
    let (mut supports, mut asked) = (0, 0);
    for pair in collisions.contacts.iter(&collisions.colliders).step_by(stride) {
        let [one, two] = pair.slots.map(|slot| collisions.colliders.at(slot).placed());
        let (Some(one), Some(two)) = (one, two) else { continue };
        let mut cache = *pair.cache;
        let mut ended = false;
        let count = |step: Step<'_, D::Vector>| match step {
            Step::Support { .. } => supports += u32::from(!ended),
            Step::GjkStop(_) => ended = true,
            _ => {}
        };
        Query::new(&one, &two).cache(&mut cache).observe(count).contact();
        asked += 1;
    }
    f64::from(supports) / f64::from(asked)
}
