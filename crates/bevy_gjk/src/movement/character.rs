//! Characters: movers with ground under their feet, on top of move and slide.
//!
//! [`run`] moves all characters of a run, of those that stand on each other the lowest first ([`stacks`]). The move of one
//! ([`one_move`]) has three stages: what the ground asks for ([`carry`]), the [`push`] by what is in the way, of which what
//! moves is swept at the same time ([`platform_sweep`]), and its [own motion](own_motion): it [walks](walk) along the
//! ground, up [steps](walk), [down](snap) again, or falls. Whether a contact is [`ground`] is decided by the most upward
//! normal of the touched feature; what is in the way at all, by [`blocking`]. What the character stands on at the end is
//! decided among all parts that it touches there, in [`touched_parts::TouchedParts::ground`]. [`collider_mover`]
//! writes the result to the world. [`character_query`] asks the same algorithms what would be: room, edges and ledges.

mod affine;
mod blocking;
mod carry;
mod character_query;
mod checked_settings;
mod collider_mover;
mod dropping;
mod edge_ahead;
mod ground;
mod last_place;
mod ledge_ahead;
mod motion;
mod moved_parts;
mod one_move;
mod overlaps;
mod own_motion;
mod platform_moves;
mod platform_sweep;
mod push;
mod refusal;
mod run;
mod settings;
mod slide_policies;
mod snap;
mod stacks;
mod state;
mod surface_tests;
mod touched_parts;
mod walk;

pub use character_query::CharacterQuery;
pub use collider_mover::ColliderMover;
pub use edge_ahead::EdgeAhead;
pub use ledge_ahead::LedgeAhead;
pub use motion::MoverMotion;
pub(crate) use moved_parts::MovedPart;
pub(crate) use run::{CharacterQueries, MoverRuns, has_characters};
pub use settings::CharacterMover;
pub use state::{MoverContact, MoverState};
