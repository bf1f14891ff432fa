//! The parts of a run that leave no trace in the world, kept for a recorder.

use std::sync::{Mutex, PoisonError};

use bevy_ecs::prelude::Entity;
use serde::{Deserialize, Serialize};

use crate::detection::EndReason;

/// The most questions that are noted between two runs: a game that is paused may go on asking. Tuning constant.
const MAX_QUERIES: usize = 10_000;

/// What was moved, sent and asked since the last run was handed to the recorder.
#[derive(Debug, Default)]
pub(crate) struct Tape {
    /// What a `ColliderMover` has moved, in order, and the numbers of its new `Transform`.
    pub(crate) moves: Vec<(Entity, [f32; 10])>,
    /// How many of these came before the characters were moved.
    pub(crate) moves_before_characters: u32,
    pub(crate) events: Vec<RecordedEvent>,
    /// Whether a filter has seen the contacts of the last run.
    pub(crate) sees_contacts: bool,
    /// Systems on any thread ask.
    queries: Mutex<Vec<RecordedQuery>>,
}

impl Tape {
    /// Notes a question and its answer.
    #[cold]
    pub(crate) fn note_query(&self, query: RecordedQuery) {
        let mut queries = self.queries.lock().unwrap_or_else(PoisonError::into_inner);
        if queries.len() < MAX_QUERIES {
            queries.push(query);
        }
    }

    /// Takes the questions that were asked, in an order that does not depend on threads.
    pub(crate) fn take_queries(&mut self) -> Vec<RecordedQuery> {
        let mut queries = core::mem::take(self.queries.get_mut().unwrap_or_else(PoisonError::into_inner));
        queries.sort_by(|one, other| one.label.cmp(&other.label));
        queries
    }
}

/// What an event of a recording is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum RecordedKind {
    /// Two colliders that touch.
    Touch,
    /// Two colliders that are near.
    Proximity,
    /// A collider that touches a cell of a grid.
    Cell,
}

/// An event of a recording, of whichever dimension: in 2D, the third coordinates are 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedEvent {
    /// What it is about.
    pub kind: RecordedKind,
    /// Whether it began; otherwise it ended.
    pub is_started: bool,
    /// The two entities: those of a pair in their order, or the grid and what touches it.
    pub entities: [Entity; 2],
    /// Why a touch or a proximity ended.
    pub reason: Option<EndReason>,
    /// The points of the contact on both colliders, or their closest points.
    pub points: [[f32; 3]; 2],
    /// The normal, from the first collider to the second one.
    pub normal: [f32; 3],
    /// The depth of the contact, or the distance of two that are near.
    pub depth: f32,
    /// The time of the contact on the way of a swept collider, from 0 to 1.
    pub time: f32,
    /// The coordinates of the cell.
    pub cell: [u32; 3],
}

impl RecordedEvent {
    /// Creates an event that something began or ended, without numbers.
    pub(crate) fn new(kind: RecordedKind, is_started: bool, entities: [Entity; 2]) -> Self {
        Self {
            kind,
            is_started,
            entities,
            reason: None,
            points: [[0.0; 3]; 2],
            normal: [0.0; 3],
            depth: 0.0,
            time: 0.0,
            cell: [0; 3],
        }
    }
}

/// What kind of question was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum RecordedQueryKind {
    /// A ray cast.
    Ray,
    /// A shape cast.
    Cast,
    /// A question for the nearest colliders of a shape.
    Nearest,
    /// A question for what overlaps a shape or an AABB.
    Overlap,
}

/// A question that a system asked, and its answer, of whichever dimension: in 2D, the third coordinates are 0.
///
/// Of a question for all answers there is one without a hit, and then one with each of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedQuery {
    /// The name of the system that asked; without Bevy's feature `debug`, only that there was one.
    pub label: String,
    /// What was asked.
    pub kind: RecordedQueryKind,
    /// The origin of the ray, or the center of the AABB of the shape.
    pub from: [f32; 3],
    /// The direction of the ray, or the displacement of the shape at distance 1; zero if nothing moves.
    pub direction: [f32; 3],
    /// The largest distance that was asked for.
    pub max_distance: f32,
    /// What was hit or found. What overlaps has the center of the shape as its point, and no normal.
    pub hit: Option<RecordedHit>,
}

/// What a ray or a shape has hit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecordedHit {
    /// The entity of the collider.
    pub entity: Entity,
    /// The distance on the way.
    pub distance: f32,
    /// The point on the surface.
    pub point: [f32; 3],
    /// The normal there.
    pub normal: [f32; 3],
}
