//! Characters: movers with ground under their feet, on top of move and slide.
//!
//! [`run`] moves all characters of a run, of those that stand on each other the lowest first ([`stacks`]). The move of
//! one ([`one_move`]) has three stages: what the ground asks for ([`carry`]), the [`push`] by what is in the way, of
//! which what moves is swept at the same time ([`platform_sweep`]), and its [own motion](own_motion): it [walks](walk)
//! along the ground, up [steps](walk), [down](snap) again, or falls. Whether a contact is [`ground`] is decided by the
//! most upward normal of the touched feature; what is in the way at all, by [`blocking`]. What the character stands on
//! at the end is decided among all parts that it touches there, in [`touched_parts::TouchedParts::ground`].
//! [`collider_mover`] writes the result to the world. [`character_query`] asks the same algorithms what would be: room,
//! edges and ledges.

mod affine;
mod ahead;
mod blocking;
mod carry;
mod character_query;
mod checked_settings;
mod collider_mover;
mod dropping;
mod ground;
mod last_place;
mod moved_parts;
mod one_move;
mod overlaps;
pub(crate) mod overwritten;
mod own_motion;
mod platform_moves;
mod platform_sweep;
mod push;
mod run;
mod settings;
mod slide_policy;
mod snap;
mod stacks;
mod state;
mod surface_tests;
mod touched_parts;
mod walk;

pub use ahead::{EdgeAhead, LedgeAhead};
pub use character_query::CharacterQuery;
pub use collider_mover::ColliderMover;
pub(crate) use moved_parts::MovedPart;
pub(crate) use run::{CharacterQueries, MoverRuns, has_characters};
pub use settings::{CharacterMover, MoverMotion};
pub use state::{MoverContact, MoverState};

use affine::{carried, carried_normal};
use blocking::one_way_of;
use carry::Carry;
use checked_settings::{CheckedSettings, MAX_SLIDE_PIECES, Refusal, check};
use collider_mover::is_below;
use dropping::Dropping;
use ground::{PartContact, SAME_DIRECTION};
use last_place::{LastPlace, ParentMotion, SinceLastRun};
use moved_parts::MovedParts;
use one_move::Character;
use own_motion::OwnMotion;
use platform_moves::{PlatformMove, PlatformMoves, farthest_corner};
use platform_sweep::{PlatformHit, is_platform};
use push::{Planes, PushSolution, PushSolver};
use slide_policy::{CharacterSlide, SlideKind, VANISHING, Wall, project_fall};
use stacks::Stacks;
use surface_tests::SurfaceTests;
use walk::{GAIN_ROUNDING, LEAST_GAIN, MAX_CLIMBS, MIN_RISE_TO_LAND, MIN_RISE_TO_STAND, Walked, Walker};
