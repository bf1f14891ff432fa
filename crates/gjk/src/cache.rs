//! What is carried from one frame to the next.

use crate::vector::Vector;

/// What a question found out about a pair, to begin the next question about it with.
///
/// In a game most pairs move little from frame to frame. The loop that starts from the last frame's simplex,
/// or at least from its direction, often ends after a single support point. The answer does not depend on
/// the cache beyond the tolerance: it may be empty, old, or from another pair.
///
/// ```
/// use gjk::{Cache, Circle, Query, Rectangle, Support, Affine2, Vec2};
///
/// let (bullet, wall) = (Circle::new(0.1), Rectangle::new(4.0, 0.5));
/// let mut cache = Cache::default();
/// for frame in 0..60 {
///     let bullet = bullet.placed(Affine2::from_translation(Vec2::new(0.0, 3.0 - 0.1 * frame as f32)));
///     if let Some(contact) = Query::new(&bullet, &wall).cache(&mut cache).contact() {
///         assert_eq!(contact.normal, Vec2::NEG_Y);
///         break;
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cache<V> {
    /// The last direction from the first shape to the second; zero if there is none.
    pub(crate) axis: V,
    /// The names of the vertices of the last simplex.
    pub(crate) vertices: [[u32; 2]; 4],
    /// How many of them there are.
    pub(crate) count: u8,
}

impl<V: Vector> Default for Cache<V> {
    fn default() -> Self {
        Self { axis: V::ZERO, vertices: [[0; 2]; 4], count: 0 }
    }
}

impl<V: Vector> Cache<V> {
    /// Whether there is nothing in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0 && self.axis == V::ZERO
    }
}
