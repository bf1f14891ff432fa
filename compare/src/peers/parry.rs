//! parry, the collision crate of rapier and avian: two versions, two dimensions, and two ways to ask.
//!
//! The free functions of `query` find out at run time what the shapes are. The functions of
//! `query::details` are for shapes that are known, and faster; they appear as "typed".
//!
//! The four crates have the same names in them but nothing in common for the compiler. So the questions, and
//! the shapes of either dimension, are one source each, compiled against the crate that the module above
//! calls `parry`.

mod plane_027;
mod plane_031;
mod space_027;
mod space_031;

use judge::case::Dimension;

use crate::bench::Sheet;

/// Enters all questions, to both versions.
pub fn enter(sheet: &mut Sheet) {
    match sheet.workload.dimension {
        Dimension::Plane => {
            plane_031::enter(sheet);
            plane_027::enter(sheet);
        }
        Dimension::Space => {
            space_031::enter(sheet);
            space_027::enter(sheet);
        }
    }
}
