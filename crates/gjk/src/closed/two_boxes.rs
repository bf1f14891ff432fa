//! Whether two boxes overlap: the separating axis test, the likely axes first.

use glam::DVec3;

use super::Pair;
use super::boxes::PARALLEL;

/// What an axis says.
enum Axis {
    Apart,
    /// The shadows overlap clearly.
    Overlapping,
    /// The shadows about touch.
    Unclear,
}

/// Whether the cores are within `reach`, if that is clear by more than `near`.
#[inline]
pub(super) fn within(pair: &Pair<DVec3>, reach: f64, near: f64) -> Option<bool> {
    let &Pair { offset, a, b, .. } = pair;
    let far = (reach + near) * (reach + near);
    let judge = |normal: DVec3, shadows: f64, length_squared: f64| {
        let beyond = normal.dot(offset).abs() - shadows;
        let square = beyond * beyond;
        if beyond > 0.0 && square > far * length_squared {
            Axis::Apart
        } else if beyond < 0.0 && square > near * near * length_squared {
            Axis::Overlapping
        } else {
            Axis::Unclear
        }
    };
    let mut clear = true;
    // Along the line of the centres, most of those that are apart are.
    let shadows: f64 = a.iter().chain(&b).map(|edge| edge.dot(offset).abs()).sum();
    if let Axis::Apart = judge(offset, shadows, offset.dot(offset)) {
        return Some(false);
    }
    // Across the faces of one box; its own shadow is its volume. The volumes that its faces make with the
    // edges of the other serve again.
    let mut volumes = [[[0.0; 3]; 2]; 3];
    for (side, (one, other)) in [(a, b), (b, a)].into_iter().enumerate() {
        for face in 0..3 {
            let normal = one[(face + 1) % 3].cross(one[(face + 2) % 3]);
            let length_squared = normal.dot(normal);
            let mut shadows = normal.dot(one[face]).abs();
            for edge in 0..3 {
                let volume = normal.dot(other[edge]).abs();
                volumes[face][side][edge] = volume;
                shadows += volume;
            }
            match judge(normal, shadows, length_squared) {
                Axis::Apart if length_squared > 0.0 => return Some(false),
                Axis::Overlapping => {}
                _ => clear = false,
            }
        }
    }
    for i in 0..3 {
        for j in 0..3 {
            let normal = a[i].cross(b[j]);
            let length_squared = normal.dot(normal);
            if length_squared > PARALLEL * a[i].dot(a[i]) * b[j].dot(b[j]) {
                let shadows = volumes[(i + 1) % 3][0][j]
                    + volumes[(i + 2) % 3][0][j]
                    + volumes[(j + 1) % 3][1][i]
                    + volumes[(j + 2) % 3][1][i];
                match judge(normal, shadows, length_squared) {
                    Axis::Apart => return Some(false),
                    Axis::Overlapping => {}
                    Axis::Unclear => clear = false,
                }
            }
        }
    }
    clear.then_some(true)
}
