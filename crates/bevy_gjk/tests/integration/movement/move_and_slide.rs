//! Moving a shape among colliders: `move_and_slide` and `depenetrate`.
//!
//! `contract` judges random moves by an `f64` oracle that shares no code with the crate; the other modules have one
//! function for each scene in which movers are known to fail.

mod contract;
mod internal_edges;
mod push_levels;
mod responses;
mod seams;
mod starts;
mod traces;
mod walls;
mod world;
