//! The mean number of GJK iterations. A sample of the pairs is tested once more, on a copy of their caches, with an
//! observer that counts support points.

use gjk::Query;
use gjk::trace::Step;

use crate::collider::Dimension;
use crate::detection::Collisions;

/// The number of pairs in a sample. Tuning constant.
const SAMPLE: usize = 64;

/// Returns the mean number of support points over a sample of the pairs, or NaN if there is no pair.
pub(super) fn mean_iterations<D: Dimension>(collisions: &Collisions<D>) -> f64 {
    let stride = (collisions.contacts.len() / SAMPLE).max(1);
    let (mut supports, mut tested) = (0, 0);
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
        tested += 1;
    }
    f64::from(supports) / f64::from(tested)
}
