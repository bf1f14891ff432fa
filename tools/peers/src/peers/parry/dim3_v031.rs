//! parry3d 0.31.

use parry3d as parry;

#[path = "queries.rs"]
#[allow(clippy::duplicate_mod, reason = "compiled against another crate each time")]
mod queries;
#[path = "dim3.rs"]
#[allow(clippy::duplicate_mod, reason = "compiled against another crate each time")]
mod shapes;

pub use shapes::add;

const DISPATCHED: &str = "parry 0.31";
const TYPED: &str = "parry 0.31 typed";

fn intersects(found: parry::query::ShapeIntersection) -> bool {
    found.intersecting
}
