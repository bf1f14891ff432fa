//! Those that are compared, a file each. Each translates poses and shapes to its own format, asks as a
//! knowledgeable user would, and translates the answers back.

pub mod box2d;
pub mod box3d;
#[cfg(feature = "jolt")]
pub mod jolt;
pub mod ours;
pub mod parry;

use judge::case::Dimension;

use crate::bench::Sheet;

/// Lets all enter that know the dimension, ours first.
pub fn enter(sheet: &mut Sheet) {
    ours::enter(sheet);
    parry::enter(sheet);
    match sheet.workload.dimension {
        Dimension::Plane => box2d::enter(sheet),
        Dimension::Space => {
            box3d::enter(sheet);
            #[cfg(feature = "jolt")]
            jolt::enter(sheet);
        }
    }
}
