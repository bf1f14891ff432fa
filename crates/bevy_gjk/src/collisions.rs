//! What touches now: the pairs of colliders, from the moment their boxes meet until these part.

use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::{Entity, Resource};
use gjk::{Cache, Contact};

use crate::collider::Proxies;
use crate::dimension::Dimension;
use crate::events::{CollisionEvent, EndReason};

/// What pairs are ordered by: the index of an entity, then its generation.
#[inline]
pub(crate) fn rank(entity: Entity) -> (u32, u32) {
    (entity.index_u32(), entity.generation().to_bits())
}

/// Two colliders whose boxes overlap.
#[derive(Debug)]
pub(crate) struct Pair<D: Dimension> {
    /// Both entities, the one with the lower index first; placeholders in a pair that is not in use.
    pub(crate) entities: [Entity; 2],
    /// Their places in the table of proxies.
    pub(crate) slots: [u32; 2],
    /// Where the pair stands in the lists of both.
    positions: [u32; 2],
    /// The run in which their boxes were last seen to overlap.
    confirmed: u32,
    /// Waits to be tested.
    pub(crate) pending: bool,
    pub(crate) cache: Cache<D::Vector>,
    pub(crate) contact: Option<Contact<D::Vector>>,
}

/// Two colliders that touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch<D: Dimension> {
    /// The one that was asked for, or else the one with the lower index.
    pub entity: Entity,
    /// The other one.
    pub other: Entity,
    /// The contact as `entity` sees it: `on_a` is on its surface, the normal points away from it.
    pub contact: Contact<D::Vector>,
}

/// What touches now, with the contacts; right from the moment the collision systems have run.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
/// # #[derive(Component)] struct Player;
///
/// fn on_ground(player: Single<Entity, With<Player>>, collisions: Res<Collisions>) {
///     let grounded = collisions.of(*player).any(|touch| touch.contact.normal.y < -0.7);
///     println!("grounded: {grounded}");
/// }
/// # bevy_ecs::system::assert_is_system(on_ground);
/// ```
#[derive(Resource, Debug)]
pub struct Collisions<D: Dimension> {
    pairs: Vec<Pair<D>>,
    free: Vec<u32>,
    /// For each proxy the pairs it is in.
    lists: Vec<Vec<u32>>,
    /// The places of the entities that are in a pair.
    slots: EntityHashMap<u32>,
    run: u32,
    /// The pairs to test, each once.
    pub(crate) work: Vec<u32>,
    /// What began or ended, until it is told.
    pub(crate) facts: Vec<CollisionEvent<D>>,
}

impl<D: Dimension> Default for Collisions<D> {
    fn default() -> Self {
        Self {
            pairs: Vec::new(),
            free: Vec::new(),
            lists: Vec::new(),
            slots: EntityHashMap::default(),
            run: 0,
            work: Vec::new(),
            facts: Vec::new(),
        }
    }
}

impl<D: Dimension> Collisions<D> {
    /// All touches, each once, in an order that only depends on what happened before.
    pub fn iter(&self) -> impl Iterator<Item = Touch<D>> {
        self.pairs.iter().filter_map(|pair| {
            let [entity, other] = pair.entities;
            pair.contact.map(|contact| Touch { entity, other, contact })
        })
    }

    /// What an entity touches, as it sees it.
    pub fn of(&self, entity: Entity) -> impl Iterator<Item = Touch<D>> {
        self.list_of(entity).iter().filter_map(move |&index| self.touch(index, entity))
    }

    /// The contact of two entities as the first sees it, if they touch.
    pub fn between(&self, entity: Entity, other: Entity) -> Option<Contact<D::Vector>> {
        let (one, two) = (self.list_of(entity), self.list_of(other));
        let list = if one.len() <= two.len() { one } else { two };
        list.iter()
            .filter_map(|&index| self.touch(index, entity))
            .find_map(|touch| (touch.other == other).then_some(touch.contact))
    }

    /// Whether two entities touch.
    pub fn contains(&self, entity: Entity, other: Entity) -> bool {
        self.between(entity, other).is_some()
    }

    fn list_of(&self, entity: Entity) -> &[u32] {
        self.slots.get(&entity).map_or(&[], |&slot| &self.lists[slot as usize])
    }

    /// A pair as one of its entities sees it, if it touches and is its pair.
    fn touch(&self, index: u32, entity: Entity) -> Option<Touch<D>> {
        let pair = &self.pairs[index as usize];
        let contact = pair.contact?;
        match pair.entities {
            [a, other] if a == entity => Some(Touch { entity, other, contact }),
            [other, b] if b == entity => Some(Touch { entity, other, contact: contact.flipped() }),
            _ => None,
        }
    }

    pub(crate) fn pair_mut(&mut self, index: u32) -> &mut Pair<D> {
        &mut self.pairs[index as usize]
    }

    /// Begins to find pairs.
    pub(crate) fn begin(&mut self, slots: usize) {
        self.run = self.run.wrapping_add(1);
        if self.lists.len() < slots {
            self.lists.resize_with(slots, Vec::new);
        }
    }

    /// Notes that the boxes of two proxies overlap, so that the pair will be tested.
    pub(crate) fn confirm(&mut self, one: (u32, Entity), two: (u32, Entity)) {
        let (one, two) = if rank(one.1) < rank(two.1) { (one, two) } else { (two, one) };
        let slots = [one.0, two.0];
        let [list, other] = slots.map(|slot| &self.lists[slot as usize]);
        let list = if list.len() <= other.len() { list } else { other };
        let known = list.iter().copied().find(|&index| self.pairs[index as usize].slots == slots);
        let index = known.unwrap_or_else(|| self.insert(slots, [one.1, two.1]));
        let pair = &mut self.pairs[index as usize];
        pair.confirmed = self.run;
        if !pair.pending {
            pair.pending = true;
            self.work.push(index);
        }
    }

    fn insert(&mut self, slots: [u32; 2], entities: [Entity; 2]) -> u32 {
        let index = self.free.pop().unwrap_or(self.pairs.len() as u32);
        let mut positions = [0; 2];
        for side in 0..2 {
            let list = &mut self.lists[slots[side] as usize];
            if list.is_empty() {
                self.slots.insert(entities[side], slots[side]);
            }
            positions[side] = list.len() as u32;
            list.push(index);
        }
        let (cache, contact) = (Cache::default(), None);
        let pair = Pair { entities, slots, positions, confirmed: 0, pending: false, cache, contact };
        match self.pairs.get_mut(index as usize) {
            // A removed pair may still stand in the list of work, and must not stand there twice.
            Some(free) => *free = Pair { pending: free.pending, ..pair },
            None => self.pairs.push(pair),
        }
        index
    }

    /// Removes the pairs of a moved proxy that were not confirmed.
    pub(crate) fn remove_stale(&mut self, slot: u32, proxies: &Proxies<D>) {
        for position in (0..self.lists[slot as usize].len()).rev() {
            let index = self.lists[slot as usize][position];
            let pair = &self.pairs[index as usize];
            if pair.confirmed != self.run {
                let [one, two] = pair.slots.map(|slot| proxies.get(slot).layers);
                let filtered = !one.interacts_with(two);
                self.remove(index, if filtered { EndReason::Filtered } else { EndReason::Separated });
            }
        }
    }

    /// Removes all pairs of a proxy that takes no part any more.
    pub(crate) fn remove_all(&mut self, slot: u32, reason: EndReason) {
        while let Some(&index) = self.lists.get(slot as usize).and_then(|list| list.last()) {
            self.remove(index, reason);
        }
    }

    fn remove(&mut self, index: u32, reason: EndReason) {
        let pair = &mut self.pairs[index as usize];
        let (entities, slots, positions) = (pair.entities, pair.slots, pair.positions);
        let touched = pair.contact.take().is_some();
        pair.entities = [Entity::PLACEHOLDER; 2];
        for side in 0..2 {
            let list = &mut self.lists[slots[side] as usize];
            list.swap_remove(positions[side] as usize);
            if let Some(&filler) = list.get(positions[side] as usize) {
                let filler = &mut self.pairs[filler as usize];
                let side_of_filler = usize::from(filler.slots[1] == slots[side]);
                filler.positions[side_of_filler] = positions[side];
            } else if list.is_empty() {
                self.slots.remove(&entities[side]);
            }
        }
        self.free.push(index);
        if touched {
            let [a, b] = entities;
            self.facts.push(CollisionEvent::Ended { a, b, reason });
        }
    }

    /// Whether a pair is in use.
    pub(crate) fn is_live(&self, index: u32) -> bool {
        self.pairs[index as usize].entities[0] != Entity::PLACEHOLDER
    }
}
