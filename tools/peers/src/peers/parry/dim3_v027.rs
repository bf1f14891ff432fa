//! parry3d 0.27.

use parry3d_027 as parry;

#[path = "queries.rs"]
#[allow(clippy::duplicate_mod, reason = "compiled against another crate each time")]
mod queries;
#[path = "dim3.rs"]
#[allow(clippy::duplicate_mod, reason = "compiled against another crate each time")]
mod shapes;

pub use shapes::add;

const DISPATCHED: &str = "parry 0.27";
const TYPED: &str = "parry 0.27 typed";

fn intersects(found: bool) -> bool {
    found
}
