//! Conservative advancement: the first time at which two shapes touch that move in any way (Mirtich, *Impulse-based
//! Dynamic Simulation of Rigid Body Systems*, 1996, 2.3).

/// What is known of two shapes at one time of their motions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Approach {
    /// They touch, or are as near as matters to the caller.
    Touching,
    /// They do not touch before this time.
    ApartUntil(f64),
    /// They do not touch any more.
    Never,
}

impl Approach {
    /// Returns what is known of shapes that are apart by a gap at a time, which closes at no more than a speed from
    /// then on.
    #[inline(always)]
    pub fn of_gap(time: f64, gap: f64, speed: f64) -> Self {
        // Written so that a NaN ends the advancement as well.
        if speed > 0.0 { Self::ApartUntil(time + gap / speed) } else { Self::Never }
    }
}

/// Returns when two shapes first touch between two times, or `None` if they do not.
///
/// Two shapes cannot meet before the gap between them is used up at the fastest rate at which it may close. So the time
/// is advanced by gap over rate until `approach`, which measures them at a time, finds that they touch. It is asked
/// again only for later times. Nothing is passed, however fast it moves or turns, if the rates are upper bounds:
/// - of shapes that only translate, the speed along the normal between their closest points. Their distance is a convex
///   function of time, so this is Newton's method on it, and [`cast`](crate::cast) does it for you;
/// - of what turns, in addition the angular speed times the distance from the center to the farthest point.
///
/// Where a step of time is less than the resolution of `f64`, or after `max_steps`, the shapes count as touching.
///
/// ```
/// use gjk::{Affine2, Approach, Circle, Rectangle, Support, Vec2};
///
/// // A blade of length 10 makes half a turn in a unit of time, and a coin lies in its way.
/// let (blade, coin) = (Rectangle::new(10.0, 0.02), Circle::new(0.1));
/// let coin = coin.placed(Affine2::from_translation(Vec2::new(0.0, 4.0)));
/// let angular_speed = core::f32::consts::PI;
/// let time = gjk::time_of_impact(0.0, 1.0, 1000, |time| {
///     let blade = blade.placed(Affine2::from_angle(angular_speed * time as f32));
///     match gjk::closest_points(&blade, &coin) {
///         Some(found) if found.distance > 1e-4 => {
///             Approach::of_gap(time, found.distance.into(), (angular_speed * 5.001).into())
///         }
///         _ => Approach::Touching,
///     }
/// });
/// assert!((time.unwrap() - 0.4912).abs() < 1e-3);
/// ```
#[inline]
#[doc(alias("conservative advancement", "continuous collision detection", "tunnelling"))]
pub fn time_of_impact(
    start: f64,
    end: f64,
    max_steps: u32,
    mut approach: impl FnMut(f64) -> Approach,
) -> Option<f64> {
    let mut time = start;
    for step in 0..=max_steps {
        match approach(time) {
            Approach::Touching => break,
            Approach::Never => return None,
            Approach::ApartUntil(next) => {
                if !(next <= end) {
                    return None;
                }
                if step == max_steps || !(next > time) {
                    break;
                }
                time = next;
            }
        }
    }
    Some(time)
}
