//! Brings a world to where it was before a recorded run.

use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::entity::MapEntities;
use bevy_ecs::prelude::{Entity, Mut, World};
use bevy_time::Time;
use bevy_transform::components::GlobalTransform;

use super::{CollisionReplay, RefusedPairs, reserve, sorted};
use crate::detection::Collisions;
use crate::ecs::transform_numbers::transform_of;
use crate::movement::CharacterMover;
use crate::recording::Recordable;
use crate::recording::components::{CHILDREN, COLLIDER, COLLIDER_OF_BOXES, Mapper, global_of};
use crate::recording::reader::DecodedRun;
use crate::recording::records::{Keyframe, Numbers, Refused, Run, SavedState};
use crate::state::CollisionState;

impl<D: Recordable> CollisionReplay<D> {
    /// Returns the entity that stands for a recorded one; a placeholder if the recording does not have that.
    pub(super) fn own(&self, recorded: Entity) -> Entity {
        self.own_ids.get(&recorded).copied().unwrap_or(Entity::PLACEHOLDER)
    }

    /// Despawns what was played, and spawns the world of a keyframe.
    pub(super) fn begin_anew(&mut self, world: &mut World, keyframe: &Keyframe) {
        for own in self.own_ids.values() {
            if let Ok(entity) = world.get_entity_mut(*own) {
                entity.despawn();
            }
        }
        // An entity that was despawned cannot come back, so others stand for the recorded ones.
        self.own_ids = reserve(&self.recorded, world).into_iter().collect();
        self.recorded_ids = self.own_ids.iter().map(|(&recorded, &own)| (own, recorded)).collect();
        if let Some(mut collisions) = world.get_resource_mut::<Collisions<D>>() {
            let ids = self.recorded_ids.iter().map(|(&own, &recorded)| (own, recorded));
            collisions.colliders.recorded_ids = ids.collect();
        }
        self.with_boxes.clear();
        self.globals.clear();
        self.touched.clear();
        for entity in &keyframe.entities {
            self.spawn(world, entity.entity);
            let own = self.own(entity.entity);
            self.globals.extend(entity.global.map(|numbers| (own, global_of(&numbers))));
            entity.transform.iter().for_each(|numbers| self.place(world, own, numbers));
        }
        let components = keyframe.entities.iter().flat_map(|entity| {
            entity.components.iter().map(|(number, value)| (entity.entity, *number, Some(&value[..])))
        });
        self.write_components(world, components);
        self.refuse(world, &keyframe.refused);
        self.restore(world, &keyframe.state);
    }

    /// Makes the changes before a run, and returns the rest of it.
    pub(super) fn apply(&mut self, world: &mut World, decoded: DecodedRun) -> Run {
        let DecodedRun { run, transforms, globals } = decoded;
        for &entity in &run.entered {
            self.spawn(world, entity);
        }
        for (entity, numbers) in &globals {
            let own = self.own(*entity);
            self.globals.insert(own, global_of(numbers));
            self.touched.push(own);
        }
        for entity in &run.derived {
            let own = self.own(*entity);
            self.globals.remove(&own);
            self.touched.push(own);
        }
        for (entity, numbers) in &transforms {
            self.place(world, self.own(*entity), numbers);
        }
        // What has no new transform may still be elsewhere.
        for (entity, _) in &globals {
            let own = self.own(*entity);
            if let (Some(&place), Some(mut global)) =
                (self.globals.get(&own), world.get_mut::<GlobalTransform>(own))
            {
                global.set_if_neq(place);
            }
        }
        let components =
            run.components.iter().map(|(entity, number, value)| (*entity, *number, value.as_deref()));
        self.write_components(world, components);
        if let Some(refused) = &run.refused {
            self.refuse(world, refused);
        }
        if let Some(state) = &run.restored {
            self.restore(world, state);
        }
        self.remove_left(world, &run.left);
        self.split_moves(world, &run);
        match run.time {
            Some([elapsed, delta]) => {
                let before = elapsed.saturating_sub(delta);
                let mut time = Time::default();
                time.advance_by(before);
                time.advance_by(elapsed - before);
                world.insert_resource::<Time>(time);
            }
            None => _ = world.remove_resource::<Time>(),
        }
        if let Some(mut collisions) = world.get_resource_mut::<Collisions<D>>() {
            let collisions = collisions.bypass_change_detection();
            collisions.tape = Some(Box::default());
            collisions.keeps_previous_places = run.keeps_places;
        }
        run
    }

    /// Spawns what stands for a recorded entity, unless it is there.
    fn spawn(&self, world: &mut World, recorded: Entity) {
        // An entity that the recording has under two names at once is not spawned twice.
        let _ = world.spawn_empty_at(self.own(recorded));
    }

    /// Writes a transform and what it makes of the entity.
    fn place(&mut self, world: &mut World, own: Entity, numbers: &Numbers) {
        let transform = transform_of(numbers);
        let global = self.globals.get(&own).copied().unwrap_or_else(|| GlobalTransform::from(transform));
        if let Ok(mut entity) = world.get_entity_mut(own) {
            entity.insert((transform, global));
            self.touched.push(own);
        }
    }

    /// Inserts and removes components; those that name other entities last.
    fn write_components<'c>(
        &mut self,
        world: &mut World,
        components: impl Iterator<Item = (Entity, u8, Option<&'c [u8]>)> + Clone,
    ) {
        for is_last in [false, true] {
            for (recorded, number, value) in components.clone() {
                let Some(row) = self.rows.iter().find(|row| row.number == number) else { continue };
                let Ok(mut entity) = world.get_entity_mut(self.own(recorded)) else { continue };
                if (number == CHILDREN) != is_last {
                    continue;
                }
                match value {
                    // What a later version has made of it is left out.
                    Some(value) => _ = (row.insert)(&mut entity, value, &mut |entity| self.own(entity)),
                    None => (row.remove)(&mut entity),
                }
                match number {
                    COLLIDER_OF_BOXES => _ = self.with_boxes.insert(recorded),
                    COLLIDER => _ = self.with_boxes.remove(&recorded),
                    _ => {}
                }
            }
        }
    }

    /// Sets which pairs are refused.
    fn refuse(&self, world: &mut World, refused: &Refused) {
        let own = |pairs: &[[Entity; 2]]| {
            let mut pairs: Vec<_> =
                pairs.iter().map(|pair| sorted(pair.map(|entity| self.own(entity)))).collect();
            pairs.sort_unstable();
            pairs
        };
        let mut now = RefusedPairs::<D>::default();
        (now.pairs, now.contacts) = (own(&refused.pairs), own(&refused.contacts));
        now.sees_contacts = refused.sees_contacts;
        world.insert_resource(now);
    }

    /// Reads a state that was written, with the recorded entities.
    pub(super) fn read_state(state: &SavedState) -> Option<CollisionState<D>> {
        postcard::from_bytes(&state.bytes).ok()
    }

    /// Restores a state. What existed when it was restored in the game and is gone since is despawned again.
    fn restore(&self, world: &mut World, state: &SavedState) {
        let Some(mut read) = Self::read_state(state) else { return };
        let mut gone = Vec::new();
        for &entity in &state.entities {
            let own = self.own(entity);
            if world.get_entity(own).is_err() && world.spawn_empty_at(own).is_ok() {
                gone.push(own);
            }
        }
        read.map_entities(&mut Mapper(&mut |entity| self.own(entity)));
        let _ = world.try_resource_scope(|world, mut collisions: Mut<Collisions<D>>| {
            // Of a file that was edited, what can be restored is: the rest begins anew.
            if collisions.restore(&read, world.entities()).is_err() {
                read.retain(|entity| world.get_entity(entity).is_ok());
                let _ = collisions.restore(&read, world.entities());
            }
        });
        for own in gone {
            world.despawn(own);
        }
    }

    /// Despawns what was despawned, and removes the components of what takes no part any longer.
    fn remove_left(&mut self, world: &mut World, left: &[(Entity, bool)]) {
        for &(recorded, still_exists) in left {
            let own = self.own(recorded);
            self.with_boxes.remove(&recorded);
            self.globals.remove(&own);
            let Ok(mut entity) = world.get_entity_mut(own) else { continue };
            // Those of its children that were despawned, too, are in the list.
            entity.detach_all_children();
            if still_exists {
                self.rows.iter().for_each(|row| (row.remove)(&mut entity));
            } else {
                entity.despawn();
            }
        }
    }

    /// Splits what a `ColliderMover` moved in this run. The characters move by themselves; what was moved after them did
    /// not stand in their way.
    fn split_moves(&mut self, world: &World, run: &Run) {
        let own = |(recorded, numbers): &(Entity, Numbers)| (self.own(*recorded), *numbers);
        let (before, after) = run.moves.split_at(run.moves.len().min(run.moves_before_characters as usize));
        let is_character = |(own, _): &(Entity, Numbers)| world.get::<CharacterMover<D>>(*own).is_some();
        let after = after.iter().map(own).filter(|moved| !is_character(moved));
        self.moves = [before.iter().map(own).collect(), after.collect()];
    }
}
