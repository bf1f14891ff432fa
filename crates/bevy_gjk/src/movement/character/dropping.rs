//! Dropping through one-way platforms: what a character stood on when it began to drop stays passable until the
//! character has left it, however little it moves in that run.

use core::ops::ControlFlow;

use gjk::{SimplexCache, Support, Vector, Wide};
use smallvec::SmallVec;

use super::{MIN_RISE_TO_STAND, SurfaceTests, Walker};
use crate::collider::Dimension;
use crate::movement::{MovingShape, Passable, length, sweep};

/// The one-way platforms that a character drops through.
pub(super) type Dropping = SmallVec<[Passable; 2]>;

/// Reads the platforms as a list, as which they are written.
///
/// # Errors
/// That of the deserializer.
#[cfg(feature = "serialize")]
pub(super) fn deserialize_dropping<'de, S: serde::Deserializer<'de>>(
    source: S,
) -> Result<Dropping, S::Error> {
    <Vec<Passable> as serde::Deserialize>::deserialize(source).map(Dropping::from_vec)
}

/// Writes the platforms as a list.
///
/// # Errors
/// That of the serializer.
#[cfg(feature = "serialize")]
pub(super) fn serialize_dropping<S: serde::Serializer>(
    dropping: &Dropping,
    target: S,
) -> Result<S::Ok, S::Error> {
    target.collect_seq(dropping)
}

impl<D: Dimension> Walker<'_, '_, D> {
    /// Returns the platforms that a character is still on its way through after a displacement. `before` are those at
    /// the beginning of its move, and what it stood on then if it is to drop in this move.
    ///
    /// The way ends when it stands again, when it rises, and when a platform is no longer below it.
    pub(super) fn dropping_after(
        &mut self,
        displacement: D::Wide,
        before: impl Iterator<Item = Passable>,
        is_grounded: bool,
        motion: D::Wide,
    ) -> Dropping {
        let Self { obstacles, surfaces, .. } = self;
        let mut dropping = Dropping::new();
        let settings = &surfaces.settings;
        let rises = motion.dot(settings.up) > obstacles.shape.ulp;
        if is_grounded || rises || settings.least_cosine.is_none() {
            return dropping;
        }
        let is_new = |dropping: &Dropping, platform: Passable| {
            surfaces.one_way(platform).is_some() && !dropping.contains(&platform)
        };
        for platform in before {
            if is_new(&dropping, platform) {
                dropping.push(platform);
            }
        }
        let tops: SmallVec<[f64; 2]> =
            dropping.iter().filter_map(|&platform| height_of_top(surfaces, platform)).collect();
        obstacles.ignored.clear();
        obstacles.touched(displacement, |near| {
            let platform = near.key.passable();
            if !is_new(&dropping, platform) {
                return;
            }
            let is_stood_on =
                surfaces.drop_through && -near.clearance.normal.dot(settings.up) > MIN_RISE_TO_STAND;
            // The next tile of a row is passed, too.
            let is_as_high = |top: f64| tops.iter().any(|other| (top - other).abs() <= near.limits.skin);
            if is_stood_on || height_of_top(surfaces, platform).is_some_and(is_as_high) {
                dropping.push(platform);
            }
        });
        dropping.retain(|platform| is_below(&obstacles.shape, surfaces, displacement, *platform));
        dropping
    }
}

/// Returns the height of the top of a platform, if it blocks from one side only.
fn height_of_top<D: Dimension>(surfaces: &SurfaceTests<D>, platform: Passable) -> Option<f64> {
    surfaces.one_way(platform)?;
    let up = surfaces.settings.up;
    let height = |part: &dyn Support<D::Vector>| part.support(D::Vector::narrow(up)).widen().dot(up);
    let collider = surfaces.query.get(platform.entity)?;
    let mut top = None::<f64>;
    let mut add = |height: f64| top = Some(top.map_or(height, |top| top.max(height)));
    match platform.cell_part {
        Some(part) => collider.with_part(part, |part| add(height(part)))?,
        None => {
            let _ = collider.each_part(|_, part| {
                add(height(part));
                ControlFlow::Continue(())
            });
        }
    }
    top
}

/// Returns whether a character that fell straight down after a displacement would meet a platform.
fn is_below<D: Dimension>(
    shape: &MovingShape<D>,
    surfaces: &SurfaceTests<D>,
    displacement: D::Wide,
    platform: Passable,
) -> bool {
    let Some(collider) = surfaces.query.get(platform.entity) else { return false };
    let all = collider.bounds().union(shape.bounds);
    let size = (all.max - all.min).widen();
    // Of a half-space, the boundary is near.
    let depth = (length(size) + length(displacement)).min(f64::from(f32::MAX));
    let down = surfaces.settings.up * -depth;
    let region = shape.swept_bounds(displacement, down, shape.skin);
    let mut is_below = false;
    let _ = collider.parts_within(&region, |index, part| {
        if platform.cell_part.is_some_and(|cell| cell != index) {
            return ControlFlow::Continue(());
        }
        let mut cache = SimplexCache::default();
        let mut measure = |at| shape.measure(part, at, &mut cache);
        if let Some(start) = measure(displacement) {
            let limits = shape.limits(&start);
            is_below |=
                sweep::<D>(start, down, &limits, |_| false, |time| measure(displacement + down * time))
                    .is_some();
        }
        if is_below { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    is_below
}
