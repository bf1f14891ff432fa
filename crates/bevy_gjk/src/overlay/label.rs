//! Numbers on the screen, as many as can be read.

use bevy_color::Color;
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{IVec2, Isometry3d, Vec2, Vec3};
use bevy_platform::collections::HashSet;
use core::fmt::Write;

use crate::overlay::CollisionGizmos;
use crate::overlay::view::View;

/// The height of numbers in logical pixels, at a mark size of 1.
const TEXT: f32 = 13.0;
/// The room of a number in its height: five digits and what keeps it apart from the next.
const ROOM: Vec2 = Vec2::new(4.0, 1.4);

/// Writes numbers, and leaves out those for which there is no room.
#[derive(Default)]
pub(super) struct Labels {
    text: String,
    /// The parts of the screen that are taken.
    taken: HashSet<IVec2>,
}

impl Labels {
    /// Begins a frame.
    pub(super) fn clear(&mut self) {
        self.taken.clear();
    }

    /// Writes a number at a point, beyond it in a direction of the screen.
    pub(super) fn write(
        &mut self,
        gizmos: &mut Gizmos<CollisionGizmos>,
        view: &View,
        (point, pixel): (Vec3, f32),
        outward: Vec2,
        (number, color): (f32, Color),
    ) {
        let anchor = Vec2::new(-0.6, -0.9) * outward;
        let height = TEXT * gizmos.config_ext.mark_size;
        if !self.take(view.project(point) - anchor * ROOM * height, ROOM * height) {
            return;
        }
        self.text.clear();
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{number:.*}", decimals(number));
        let place = Isometry3d::new(point, view.rotation);
        gizmos.text(place, &self.text, height * pixel, anchor, color);
    }

    /// Takes a rectangle of the screen, if it is free.
    fn take(&mut self, center: Vec2, room: Vec2) -> bool {
        // The screen is dealt into cells of half the room, of which a number takes up to nine.
        let cell = 0.5 * room;
        let [from, to] = [-0.49, 0.49].map(|by| ((center + by * room) / cell).floor().as_ivec2());
        let cells = || (from.x..=to.x).flat_map(move |x| (from.y..=to.y).map(move |y| IVec2::new(x, y)));
        let free = cells().all(|cell| !self.taken.contains(&cell));
        if free {
            self.taken.extend(cells());
        }
        free
    }
}

/// Three digits are enough to tell depths apart, and short enough to read in a crowd.
fn decimals(number: f32) -> usize {
    match number {
        ..1.0 => 3,
        ..10.0 => 2,
        ..100.0 => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_so_many() {
        let mut labels = Labels::default();
        let room = ROOM * TEXT;
        assert!(labels.take(Vec2::ZERO, room));
        assert!(!labels.take(Vec2::new(5.0, 3.0), room));
        assert!(labels.take(Vec2::new(2.0 * room.x, 0.0), room));
        assert!(labels.take(Vec2::new(0.0, -2.0 * room.y), room));
        labels.clear();
        let crowd = (0..10_000)
            .filter(|&index| labels.take(Vec2::new((index % 100) as f32, (index / 100) as f32) * 4.0, room));
        // 400 by 400 pixels.
        let most = 400.0 * 400.0 / (room.x * room.y);
        let count = crowd.count() as f32;
        assert!(count < 1.2 * most && count > 0.3 * most, "{count} of {most}");
    }
}
