//! parry2d 0.27.

use parry2d_027 as parry;

#[path = "questions.rs"]
#[allow(clippy::duplicate_mod, reason = "another crate each time")]
mod questions;
#[path = "plane.rs"]
#[allow(clippy::duplicate_mod, reason = "another crate each time")]
mod shapes;

pub use shapes::enter;

const FREE: &str = "parry 0.27";
const TYPED: &str = "parry 0.27 typed";

fn meets(found: bool) -> bool {
    found
}
