//! The past: where colliders were in the last ticks, and questions about it.
//!
//! A tick keeps the places of the colliders that changed in it. A table of its own, a [`View`], shows the world of one
//! tick: asked for another one, it changes what differs, and nothing else. It is queried by the same code as the
//! present.

use core::fmt;
use core::ops::RangeInclusive;
use std::collections::VecDeque;

use bevy_app::{App, Plugin};
use bevy_ecs::entity::{EntityMapper, MapEntities};
use bevy_ecs::prelude::Resource;
use bevy_platform::collections::HashMap;
use core::marker::PhantomData;
use fixedbitset::FixedBitSet;
use std::sync::Arc;

mod definition;
mod view;

use crate::collider::{AffineOf, Dimension};
use crate::detection::proxies::Colliders;
use crate::query::CollisionQuery;
use definition::Definition;
use view::View;

/// Adds the resource [`CollisionPast`] to an app.
///
/// ```
/// # use bevy_app::prelude::*;
/// use bevy_gjk::dim3::prelude::*;
///
/// // Shots are judged by what their shooters saw at most 20 ticks ago.
/// App::new().add_plugins((CollisionPlugin::in_schedule(FixedPostUpdate), CollisionPastPlugin::new(20)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CollisionPastPlugin<D: Dimension> {
    ticks: usize,
    dimension: PhantomData<D>,
}

impl<D: Dimension> CollisionPastPlugin<D> {
    /// Creates a plugin that keeps the places of `ticks` ticks, at least one.
    pub fn new(ticks: usize) -> Self {
        Self { ticks, dimension: PhantomData }
    }
}

impl<D: Dimension> Plugin for CollisionPastPlugin<D> {
    fn build(&self, app: &mut App) {
        app.insert_resource(CollisionPast::<D>::new(self.ticks));
    }
}

/// A tick is no longer kept, or not yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TickNotKept {
    /// The tick that was asked for.
    pub tick: u64,
    /// The ticks that are kept; `None` if none is.
    pub kept: Option<RangeInclusive<u64>>,
}

impl fmt::Display for TickNotKept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tick {} is not kept: ", self.tick)?;
        match &self.kept {
            Some(kept) => write!(f, "only {} to {} are", kept.start(), kept.end()),
            None => f.write_str("none is yet"),
        }
    }
}

impl core::error::Error for TickNotKept {}

/// Where a collider was, and what it was.
#[derive(Clone, Debug)]
struct Place<D: Dimension> {
    definition: Arc<Definition<D>>,
    affine: AffineOf<D>,
    /// The map at the start of its motion, if it was swept and moved.
    start: Option<Box<AffineOf<D>>>,
}

/// A slot that changed in a tick, and what is in it since; `None` for no valid collider.
#[derive(Debug)]
struct Change<D: Dimension> {
    slot: u32,
    place: Option<Place<D>>,
}

/// What changed in one tick.
#[derive(Debug)]
struct Tick<D: Dimension> {
    number: u64,
    changes: Vec<Change<D>>,
}

/// A resource: where the colliders were in the last ticks. Every question of a [`CollisionQuery`] can be asked about
/// any of them, and about the time between two: so a server judges a shot by what the shooter saw.
///
/// Name the tick before each run by [`begin_tick`](Self::begin_tick). Its places are kept at the end of the run, in
/// [`CollisionSystems::Events`](crate::CollisionSystems::Events). A tick that is run again replaces itself and those
/// after it. Only what changed in a tick takes memory and time, and each shape is kept once.
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// # use bevy_transform::prelude::*;
/// use bevy_gjk::{dim2::prelude::*, gjk::Vec2};
/// use bevy_math::Dir2;
///
/// # let mut app = App::new();
/// # app.add_plugins((TransformPlugin, CollisionPlugin::default()));
/// app.add_plugins(CollisionPastPlugin::new(8));
/// # let target = app.world_mut().spawn((Collider::circle(1.0), Transform::default())).id();
/// for tick in 0..5 {
///     app.world_mut().resource_mut::<CollisionPast>().begin_tick(tick);
///     app.world_mut().get_mut::<Transform>(target).unwrap().translation.y = 10.0 * tick as f32;
///     app.update();
/// }
///
/// fn judge(mut past: ResMut<CollisionPast>) {
///     // The shooter saw tick 2, and a half of the way to tick 3.
///     let seen = past.between(2, 0.5).unwrap();
///     let hit = seen.cast_ray(Vec2::new(-9.0, 25.0), Dir2::X, 100.0, &QueryFilter::ALL);
///     assert_eq!(hit.unwrap().distance, 8.0);
///     assert_eq!(past.at(7).err().unwrap().to_string(), "tick 7 is not kept: only 0 to 4 are");
/// }
/// # app.world_mut().run_system_cached(judge).unwrap();
/// ```
///
/// The colliders are those of the tick, as they were then, also if they have been despawned: the filter of a query that
/// asks your own components about an entity should expect that. Where entities come back under other ids, map it as
/// well: it implements [`MapEntities`].
#[derive(Resource)]
#[doc(alias("lag compensation", "rewind", "hit validation", "history"))]
pub struct CollisionPast<D: Dimension> {
    capacity: usize,
    /// The ticks that are kept, ascending.
    ticks: VecDeque<Tick<D>>,
    /// What was in each slot before these.
    base: Vec<Option<Place<D>>>,
    /// The present definition of the collider in each slot, if it is known.
    definitions: Vec<Option<Arc<Definition<D>>>>,
    tick: u64,
    /// The memory of ticks that are no longer kept.
    spare: Vec<Vec<Change<D>>>,
    /// A buffer: the slots of a tick.
    slots: Vec<u32>,
    /// A buffer: the slots that have been seen.
    seen: FixedBitSet,
    view: View<D>,
}

impl<D: Dimension> CollisionPast<D> {
    /// Creates a past that keeps `ticks` ticks, at least one.
    fn new(ticks: usize) -> Self {
        Self {
            capacity: ticks.max(1),
            ticks: VecDeque::new(),
            base: Vec::new(),
            definitions: Vec::new(),
            tick: 0,
            spare: Vec::new(),
            slots: Vec::new(),
            seen: FixedBitSet::new(),
            view: View::default(),
        }
    }

    /// Names the tick to which the next run belongs. What is kept of this tick, and of later ones, is replaced.
    pub fn begin_tick(&mut self, tick: u64) {
        self.tick = tick;
    }

    /// Returns the ticks that are kept; `None` if none is.
    pub fn kept(&self) -> Option<RangeInclusive<u64>> {
        Some(self.ticks.front()?.number..=self.ticks.back()?.number)
    }

    /// Returns the queries about the colliders as they were at the end of a tick. The answers are those that were given
    /// then, to the bit.
    ///
    /// The first call for a tick places what has moved between that one and the last one that was asked for. So ask all
    /// questions about a tick together.
    ///
    /// # Errors
    /// If the tick is not [kept](Self::kept).
    pub fn at(&mut self, tick: u64) -> Result<CollisionQuery<'_, D>, TickNotKept> {
        self.between(tick, 0.0)
    }

    /// Returns the queries about the colliders between a tick and the next one that is kept: at a fraction of the way,
    /// from 0 to 1, in which places are interpolated as those of a [`SweptCollider`](crate::SweptCollider) are. A
    /// collider that is in only one of both ticks, and one whose shape changes, is as it was in the first one.
    ///
    /// # Errors
    /// If a tick is not [kept](Self::kept). For a fraction of 0, or one that is no number, the second one is not
    /// needed.
    #[doc(alias("interpolation", "subtick"))]
    pub fn between(&mut self, tick: u64, fraction: f32) -> Result<CollisionQuery<'_, D>, TickNotKept> {
        let kept = self.kept();
        let not_kept = |tick| TickNotKept { tick, kept: kept.clone() };
        let index = self.ticks.binary_search_by_key(&tick, |kept| kept.number).map_err(|_| not_kept(tick))?;
        let fraction = if fraction > 0.0 { fraction.min(1.0) } else { 0.0 };
        if fraction > 0.0 && index + 1 == self.ticks.len() {
            return Err(not_kept(tick + 1));
        }
        self.view.show(&self.ticks, index, &self.base, fraction);
        self.view.query().ok_or_else(|| not_kept(tick))
    }

    /// Keeps the places of this run for the tick that was named.
    pub(crate) fn record(&mut self, colliders: &mut Colliders<D>) {
        let Self { ticks, definitions, slots, seen, spare, tick, .. } = self;
        slots.clear();
        let changes = colliders.take_history();
        slots.extend_from_slice(&changes.changed);
        for &slot in &changes.redefined {
            if let Some(definition) = definitions.get_mut(slot as usize) {
                *definition = None;
            }
        }
        colliders.return_history(changes);
        while let Some(last) = ticks.pop_back_if(|last| last.number >= *tick) {
            self.view.forget_tick(&last);
            slots.extend(last.changes.iter().map(|change| change.slot));
            spare.push(last.changes);
        }
        self.view.begin_tick(*tick);
        seen.clear();
        seen.grow(colliders.len());
        if definitions.len() < colliders.len() {
            definitions.resize(colliders.len(), None);
        }
        let mut changes = spare.pop().unwrap_or_default();
        changes.clear();
        for &slot in slots.iter().filter(|&&slot| !seen.put(slot as usize)) {
            let collider = colliders.at(slot);
            let place = collider.is_active().then(|| {
                let definition = definitions[slot as usize]
                    .get_or_insert_with(|| Arc::new(Definition::of(slot, colliders)));
                let start = collider.motion().map(|motion| Box::new(motion.start));
                Place { definition: definition.clone(), affine: *collider.affine(), start }
            });
            changes.push(Change { slot, place });
        }
        ticks.push_back(Tick { number: *tick, changes });
        self.forget_old_ticks();
    }

    fn forget_old_ticks(&mut self) {
        let Self { ticks, base, view, spare, capacity, .. } = self;
        while ticks.len() > *capacity
            && let Some(mut first) = ticks.pop_front()
        {
            view.pass_tick(&first);
            for Change { slot, place } in first.changes.drain(..) {
                let slot = slot as usize;
                if base.len() <= slot {
                    base.resize_with(slot + 1, || None);
                }
                base[slot] = place;
            }
            spare.push(first.changes);
        }
    }
}

impl<D: Dimension> MapEntities for CollisionPast<D> {
    fn map_entities<E: EntityMapper>(&mut self, mapper: &mut E) {
        let mut mapped: HashMap<usize, Arc<Definition<D>>> = HashMap::default();
        let mut map = |definition: &mut Arc<Definition<D>>| {
            let new = mapped.entry(Arc::as_ptr(definition).addr()).or_insert_with(|| {
                // The old one is kept until all are mapped, so no other one has its address.
                Arc::new(definition.mapped(mapper))
            });
            new.clone()
        };
        let mut replaced = Vec::new();
        let places = self.ticks.iter_mut().flat_map(|tick| &mut tick.changes).map(|change| &mut change.place);
        let definitions = places.chain(&mut self.base).flatten().map(|place| &mut place.definition);
        for definition in definitions.chain(self.definitions.iter_mut().flatten()) {
            let new = map(definition);
            replaced.push(core::mem::replace(definition, new));
        }
        self.view = View::default();
    }
}
