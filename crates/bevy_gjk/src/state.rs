//! State that is a value: all that the plugin remembers from one run to the next, to save, restore and compare.
//!
//! Whether two colliders touch follows from where they are now. A run also depends on a little of the past: which pairs
//! touched or were near, and since when; where swept colliders and platforms were; and when characters were last moved.
//! [`CollisionState`] holds that and nothing else. Trees, lists of neighbors and the table of colliders are made from
//! the world. They decide when something is computed, never what.
//!
//! [`Collisions::save`](crate::Collisions::save) takes the state, and
//! [`Collisions::restore`](crate::Collisions::restore) puts it back. [`CollisionState::checksum`] is one number for all
//! of it, by which peers notice that their games differ. [`CollisionState::first_difference`] says where they differ. A
//! [`CollisionLog`] presents each event once, however often its tick is run. [`CollisionPast`] answers questions about
//! the last ticks.

mod check;
mod compare;
mod error;
mod log;
mod merge;
mod past;
mod restore;
mod save;
mod walk;

use bevy_ecs::entity::{Entity, EntityMapper, MapEntities};
use core::time::Duration;

use fixedbitset::FixedBitSet;

use crate::collider::{AffineOf, CollisionSpace, Dimension, SweptCollider};
use crate::detection::RememberedCell;
use crate::detection::contacts::RememberedPair;
use crate::detection::proxies::{EntityOrder, NO_FINGERPRINT, RestoredPlace};
pub use compare::{ColliderName, StateDifference};
pub use error::RestoreError;
pub use log::{CollisionLog, CollisionLogPlugin, CollisionPresented, CollisionRetracted};
pub use past::{CollisionPast, CollisionPastPlugin, TickNotKept};

/// The version of the layout of a [`CollisionState`] in files.
const VERSION: u32 = 4;

/// All that the plugin of a dimension remembers from one run to the next: see
/// [`Collisions::save`](crate::Collisions::save).
///
/// It is a value: you can clone it, compare it, keep it for many ticks, and, with the feature `serialize`, write it to
/// a file or send it to a peer. It names entities, so it implements [`MapEntities`]: if entities come back under other
/// ids, map the state before you restore it.
///
/// Two states are equal if a run after one is the same as a run after the other, in the same world with the same clock.
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// # use bevy_transform::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
///
/// # let mut app = App::new();
/// # app.add_plugins((TransformPlugin, CollisionPlugin::default()));
/// # let ball = app.world_mut().spawn((Collider::circle(1.0), Transform::default())).id();
/// # app.world_mut().spawn((Collider::circle(1.0), Transform::from_xyz(1.5, 0.0, 0.0)));
/// # app.update();
/// // The two touch.
/// let saved: CollisionState = app.world().resource::<Collisions>().save();
///
/// app.world_mut().get_mut::<Transform>(ball).unwrap().translation.x = -9.0;
/// app.update();
/// assert_eq!(app.world().resource::<Collisions>().iter().count(), 0);
///
/// saved.restore(app.world_mut()).unwrap();
/// app.world_mut().get_mut::<Transform>(ball).unwrap().translation.x = 0.0;
/// app.update();
/// // They still touch, since the first run.
/// assert_eq!(app.world().resource::<Collisions>().iter().next().unwrap().runs, 1);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serialize", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serialize", serde(bound = ""))]
#[doc(alias("snapshot", "rollback", "save game", "rewind"))]
pub struct CollisionState<D: Dimension> {
    version: u32,
    /// The number of coordinates of the dimension.
    dimension: u32,
    /// The colliders that the state knows, in their order.
    entities: Vec<Entity>,
    /// Their keys; empty if none has one.
    keys: Vec<Option<u64>>,
    /// Whose the `places` are: the indices in `entities` of those of which the next run needs to know where they were,
    /// ascending.
    placed: Vec<u32>,
    /// The maps that placed these.
    places: Vec<AffineOf<D>>,
    /// The components of these, if they were swept.
    swept: Vec<Option<SweptCollider>>,
    /// Of each collider that is in a pair, a number for all that tests of its pairs depend on; 0 if it is not known, or
    /// if the next run tests them anyway.
    fingerprints: Vec<u64>,
    /// The pairs, in the order of their colliders.
    pairs: Vec<RememberedPair<D>>,
    /// The cells of grids that are touched, of the kinds that report it; sorted by the indices of their colliders.
    cells: Vec<RememberedCell>,
    /// Whether the places of all colliders are kept.
    keeps_previous_places: bool,
    characters_moved_at: Option<Duration>,
    /// The spaces of the colliders; empty if all are in the default one. It is the last field, and what was written
    /// without it has none.
    #[cfg_attr(feature = "serialize", serde(default, deserialize_with = "spaces_if_any"))]
    spaces: Vec<CollisionSpace>,
    /// Where it comes from.
    #[cfg_attr(feature = "serialize", serde(skip))]
    origin: Origin<D>,
}

/// Where a state comes from, which saves work when it is restored there and changes no result.
#[derive(Clone, Debug, Default)]
struct Origin<D: Dimension> {
    /// The id of the table of colliders, and the number of its last search whose pairs had been tested when the state
    /// was saved.
    table_and_search: Option<(u64, u32)>,
    buffers: Buffers<D>,
    /// Whether it was saved by this program and its entities have not been mapped since.
    is_unchanged: bool,
}

/// It makes no difference between two states.
impl<D: Dimension> PartialEq for Origin<D> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The memory with which a state is saved.
#[derive(Debug, Default)]
struct Buffers<D: Dimension> {
    /// The slots of the colliders that are in a pair.
    in_pair: FixedBitSet,
    /// The index of each such collider among the entities of the state, by slot.
    index_of_slot: Vec<u32>,
    /// The colliders and their order, each with the index of its place among the kept ones, and with its fingerprint.
    slots: Vec<(EntityOrder, u32, u32, u64)>,
    /// The places that the next run needs, in the order of the slots.
    kept: Vec<RestoredPlace<D>>,
    /// The colliders of each pair, the first one in the upper half, and its edge in the contact graph.
    edges: Vec<(u64, u32)>,
}

/// A clone of a state begins with empty buffers.
impl<D: Dimension> Clone for Buffers<D> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<D: Dimension> Default for CollisionState<D> {
    fn default() -> Self {
        Self {
            version: VERSION,
            dimension: <D::Vector as gjk::Vector>::DIMENSION as u32,
            entities: Vec::new(),
            keys: Vec::new(),
            placed: Vec::new(),
            places: Vec::new(),
            swept: Vec::new(),
            fingerprints: Vec::new(),
            pairs: Vec::new(),
            cells: Vec::new(),
            keeps_previous_places: false,
            characters_moved_at: None,
            spaces: Vec::new(),
            origin: Origin::default(),
        }
    }
}

impl<D: Dimension> MapEntities for CollisionState<D> {
    fn map_entities<E: EntityMapper>(&mut self, mapper: &mut E) {
        let of_cells = self.cells.iter_mut().filter_map(|touch| touch.grid.as_mut());
        for entity in self.entities.iter_mut().chain(of_cells) {
            let mapped = mapper.get_mapped(*entity);
            self.origin.is_unchanged &= mapped == *entity;
            *entity = mapped;
        }
    }
}

impl<D: Dimension> CollisionState<D> {
    /// Forgets all that concerns the entities for which the condition is `false`: pairs with them are as if they had
    /// never touched. It serves entities that are gone for good, although they were there when the state was saved.
    pub fn retain(&mut self, mut is_kept: impl FnMut(Entity) -> bool) {
        self.cells.retain(|touch| touch.grid.is_none_or(&mut is_kept));
        let is_kept: Vec<bool> = self.entities.iter().map(|&entity| is_kept(entity)).collect();
        // Those that exist are tested anew.
        for (fingerprint, _) in self.fingerprints.iter_mut().zip(&is_kept).filter(|(_, is_kept)| !**is_kept) {
            *fingerprint = NO_FINGERPRINT;
        }
        self.origin.table_and_search = None;
        let is_kept = |index: u32| is_kept.get(index as usize).is_some_and(|&is_kept| is_kept);
        self.pairs.retain(|pair| pair.colliders.iter().all(|&index| is_kept(index)));
        self.cells.retain(|touch| touch.colliders.iter().all(|&index| is_kept(index)));
        let places = self.places.drain(..).zip(self.swept.drain(..));
        let placed = self.placed.drain(..).zip(places).filter(|&(index, _)| is_kept(index));
        let (placed, places): (_, Vec<_>) = placed.unzip();
        self.placed = placed;
        (self.places, self.swept) = places.into_iter().unzip();
    }

    /// Returns the number of pairs that it remembers: those that touch or are near, those that a filter refuses, and
    /// those that have been tested and whose AABBs overlap.
    pub fn pair_count(&self) -> usize {
        self.pairs.len()
    }

    /// Returns all entities that it names, some more than once.
    #[cfg(feature = "recorder")]
    pub(crate) fn named_entities(&self) -> impl Iterator<Item = Entity> {
        self.entities.iter().copied().chain(self.cells.iter().filter_map(|touch| touch.grid))
    }

    /// Returns the key of a collider.
    fn key(&self, index: usize) -> Option<u64> {
        self.keys.get(index).copied().flatten()
    }

    /// Returns the space of a collider.
    fn space(&self, index: usize) -> CollisionSpace {
        self.spaces.get(index).copied().unwrap_or_default()
    }
}

/// Reads the spaces of a state; none if it ends before.
#[cfg(feature = "serialize")]
fn spaces_if_any<'d, R: serde::Deserializer<'d>>(reader: R) -> Result<Vec<CollisionSpace>, R::Error> {
    Ok(serde::Deserialize::deserialize(reader).unwrap_or_default())
}
