//! parry3d 0.31.

use parry3d as parry;

#[path = "questions.rs"]
#[allow(clippy::duplicate_mod, reason = "another crate each time")]
mod questions;
#[path = "space.rs"]
#[allow(clippy::duplicate_mod, reason = "another crate each time")]
mod shapes;

pub use shapes::enter;

const FREE: &str = "parry 0.31";
const TYPED: &str = "parry 0.31 typed";

fn meets(found: parry::query::ShapeIntersection) -> bool {
    found.intersecting
}
