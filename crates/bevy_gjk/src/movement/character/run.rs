//! One run: moves all characters, one after another.
//!
//! A character that stands on another one comes after it, and otherwise the order is that of the entities, so equal
//! worlds give equal results. Each sees the others where they are by then.

use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::entity::Entities;
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::observer::ObservedBy;
use bevy_ecs::prelude::{Changed, Entity, Has, Query, Res, Resource, With};
use bevy_ecs::system::SystemParam;
use bevy_log::warn;
use bevy_time::Time;
use gjk::Vector;

use super::{
    Character, CharacterMover, ColliderMover, LastPlace, MovedPart, MovedParts, MoverContact, MoverMotion,
    MoverState, PlatformMoves, Refusal, SinceLastRun, Stacks, check,
};
use crate::collider::{ColliderDisabled, Dimension, OneWayPlatform, SurfaceVelocity};
use crate::detection::Collisions;
use crate::detection::proxies::Colliders;
use crate::ecs::NameSource;
use crate::ecs::warned_entities::WarnedEntities;
use crate::movement::{MoveEnd, MoveTrace, Recorder};
use crate::query::CollisionQuery;

/// For how many runs a character has no room before the warning: two seconds at 60 runs a second. Tuning constant: what
/// crushes a character in a game, such as a press, opens again, or the game ends the character.
const RUNS_CRUSHED: u32 = 120;

/// How many pairs of a character and what stops it are remembered for the warning about observers. Tuning constant.
const MAX_STOPPED: usize = 64;

/// What the runs of a dimension share.
#[derive(Resource, Default)]
pub(crate) struct MoverRuns<D: Dimension> {
    /// The characters that cannot be moved, and why.
    warned: WarnedEntities<&'static str>,
    /// The characters that had no room in the last run, and for how many runs.
    crushed: WarnedEntities<u32>,
    /// The one-way platforms and the conveyors that are ignored, and why.
    ignored: [WarnedEntities<&'static str>; 2],
    stacks: Stacks,
    platforms: PlatformMoves<D>,
    moved_parts: MovedParts<D>,
    /// The first characters that were stopped, each with what stopped it, where either has observers.
    stopped: Vec<[Entity; 2]>,
    /// The characters of the last run with their skins, for explanations.
    skins: Vec<(Entity, f32)>,
}

/// The components of a character.
type CharacterData<D> = (
    &'static CharacterMover<D>,
    &'static mut MoverMotion<D>,
    &'static mut MoverState<D>,
    Option<&'static mut MoveTrace<D>>,
    Has<<D as Dimension>::Collider>,
    Has<ColliderDisabled>,
);

/// What a run reads and writes beside the colliders.
#[derive(SystemParam)]
pub(crate) struct CharacterQueries<'w, 's, D: Dimension> {
    characters: Query<'w, 's, CharacterData<D>>,
    movers: Query<'w, 's, (Entity, &'static CharacterMover<D>)>,
    one_way: Query<'w, 's, &'static OneWayPlatform<D>>,
    surfaces: Query<'w, 's, &'static SurfaceVelocity<D>>,
    changed_one_way: Query<'w, 's, (Entity, &'static OneWayPlatform<D>), Changed<OneWayPlatform<D>>>,
    changed_surfaces: Query<'w, 's, (Entity, &'static SurfaceVelocity<D>), Changed<SurfaceVelocity<D>>>,
    observed: Query<'w, 's, (), With<ObservedBy>>,
    names: Query<'w, 's, NameOrEntity>,
    entities: &'w Entities,
}

/// Returns whether there are characters, or were in the last run. Without this run condition the system would cost each
/// app without characters a task in each frame.
pub(crate) fn has_characters<D: Dimension>(
    characters: Query<(), With<CharacterMover<D>>>,
    collisions: Res<Collisions<D>>,
) -> bool {
    !characters.is_empty() || collisions.characters_moved_at.is_some()
}

impl<D: Dimension> MoverRuns<D> {
    /// Moves all characters of a dimension. `is_in_compound` returns whether an entity is a part of a compound, and
    /// `each_moved_part` visits those that have moved relative to their roots.
    pub(crate) fn run(
        &mut self,
        queries: &mut CharacterQueries<D>,
        colliders: &mut ColliderMover<D>,
        time: Option<&Time>,
        is_in_compound: impl Fn(Entity) -> bool,
        each_moved_part: impl FnOnce(&Colliders<D>, &mut dyn FnMut(MovedPart<D>)),
    ) {
        self.skins.clear();
        self.skins.extend(queries.movers.iter().map(|(entity, mover)| (entity, mover.skin)));
        if queries.movers.is_empty() {
            colliders.replace_last_run(None);
            return;
        }
        let seconds = self.prepare(queries, colliders, time, each_moved_part);
        let Self { warned, crushed, stopped, stacks, platforms, moved_parts, .. } = self;
        let CharacterQueries { characters, movers, one_way, surfaces, observed, names, entities, .. } =
            queries;
        for entity in stacks.lowest_first() {
            let Ok((mover, mut motion, mut state, mut trace, has_collider, is_disabled)) =
                characters.get_mut(entity)
            else {
                continue;
            };
            let wanted = motion.replace_if_neq(MoverMotion::default()).unwrap_or_default();
            let settings = match is_disabled {
                true => Err(Refusal::Disabled),
                false if !has_collider => Err(Refusal::NoCollider),
                false => check(mover, colliders.query().get(entity), || is_in_compound(entity)),
            };
            let mut warn = |flaw| {
                warn_of::<D>(warned, entity, ["CharacterMover", "does not move"], flaw, (names, entities));
            };
            let settings = match settings {
                Ok(settings) => settings,
                Err(refusal) => {
                    refusal.report(&mut state, trace.as_deref_mut());
                    if let Refusal::Wrong(flaw) = refusal {
                        warn(Some(flaw));
                    }
                    continue;
                }
            };
            let since_last_run = SinceLastRun::of(state.last, colliders.local_place(entity), seconds);
            let surface = surface_velocity(surfaces, &colliders.query(), state.ground);
            let root = colliders.root_above(entity);
            let (query, is_below) = colliders.query_and_hierarchy();
            let character = Character {
                entity,
                mover,
                settings,
                wanted,
                since_last_run,
                root,
                surface,
                query: &query,
                is_below: &is_below,
                movers,
                stacks,
                one_way,
            };
            if let Some(part) = character.moved_part_beside(moved_parts) {
                warn_of_moved_part::<D>([part.root, part.entity, entity], names);
            }
            let target = move_recorded(&character, platforms, &mut state, trace.as_deref_mut(), names);
            drop(is_below);
            let flaw = if target.is_some_and(|target| !colliders.move_to(entity, target)) {
                let flaw = "a scale of 0 above it in the hierarchy keeps it where it is";
                Refusal::Wrong(flaw).report(&mut state, trace.as_deref_mut());
                Some(flaw)
            } else {
                (!wanted.displacement.is_finite())
                    .then_some("the displacement of its MoverMotion is NaN or infinite")
            };
            warn(flaw);
            note_stopped(stopped, entity, &state, observed);
            warn_of_crushed::<D>(crushed, entity, &state.end, (names, entities));
            state.last = LastPlace::of(colliders, entity);
        }
    }

    /// Returns the first characters that were stopped, each with what stopped it, where either has observers.
    pub(crate) fn stopped(&self) -> &[[Entity; 2]] {
        &self.stopped
    }

    /// Returns the skin of an entity that was a character in the last run.
    pub(crate) fn skin_of(&self, entity: Entity) -> Option<f32> {
        self.skins.iter().find(|(of, _)| *of == entity).map(|&(_, skin)| skin)
    }

    /// Warns of the components of grounds that became invalid.
    fn warn_of_ignored(&mut self, queries: &CharacterQueries<D>) {
        let [platforms, conveyors] = &mut self.ignored;
        let check = |warned: &mut WarnedEntities<_>, entity, component, flaw| {
            let names_and_entities = (&queries.names, queries.entities);
            warn_of::<D>(warned, entity, [component, "is ignored"], flaw, names_and_entities);
        };
        for (entity, platform) in &queries.changed_one_way {
            check(platforms, entity, "OneWayPlatform", platform.checked().err());
        }
        for (entity, surface) in &queries.changed_surfaces {
            check(conveyors, entity, "SurfaceVelocity", surface.checked().err());
        }
    }

    /// Finds how the characters stand on each other, and which colliders moved. Returns the seconds since the last run
    /// that moved characters.
    fn prepare(
        &mut self,
        queries: &CharacterQueries<D>,
        colliders: &mut ColliderMover<D>,
        time: Option<&Time>,
        each_moved_part: impl FnOnce(&Colliders<D>, &mut dyn FnMut(MovedPart<D>)),
    ) -> f64 {
        self.warn_of_ignored(queries);
        let seconds = time.map_or(0.0, |time| {
            let before = colliders.replace_last_run(Some(time.elapsed()));
            let since = before.map_or(time.delta(), |before| time.elapsed().saturating_sub(before));
            since.as_secs_f64()
        });
        let query = colliders.query();
        let table = query.colliders();
        let CharacterQueries { characters, movers, .. } = queries;
        let below = |entity| {
            let (mover, _, state, ..) = characters.get(entity).ok()?;
            let ground = state.ground.filter(|ground| characters.contains(ground.entity))?;
            Some((ground.entity, mover.rides_platforms && mover.is_pushed))
        };
        self.stacks.update(movers.iter().map(|(entity, _)| entity), below, |entity| table.order_of(entity));
        // A character that another system teleports does not push others along the way.
        let moved = table.changed().filter(|collider| !movers.contains(collider.entity()));
        self.platforms.update(table, moved);
        self.moved_parts.update(table, |visit| each_moved_part(table, visit));
        seconds
    }
}

/// Moves a character, and records it in its trace. Returns the new translation.
fn move_recorded<D: Dimension>(
    character: &Character<D>,
    platforms: &mut PlatformMoves<D>,
    state: &mut MoverState<D>,
    mut trace: Option<&mut MoveTrace<D>>,
    names: &Query<NameOrEntity>,
) -> Option<D::Vector> {
    let target = character.move_among(platforms, state, Recorder(trace.as_deref_mut()));
    if let Some(trace) = trace {
        trace.passed = character.passed_at(trace.translation());
        trace.set_names(|entity| names.name_of(entity));
    }
    target
}

/// Returns the velocity of the surface of a ground: of the cell of a grid, if its kind has one, or of the entity.
fn surface_velocity<D: Dimension>(
    surfaces: &Query<&'static SurfaceVelocity<D>>,
    query: &CollisionQuery<D>,
    ground: Option<MoverContact<D>>,
) -> Option<D::Vector> {
    let ground = ground?;
    let of_cell = query.get(ground.entity)?.cell_rules(ground.part).map(|rules| rules.surface_velocity);
    of_cell
        .filter(|&velocity| velocity != D::Vector::ZERO)
        .or_else(|| surfaces.get(ground.entity).ok()?.checked().ok().map(|surface| surface.velocity))
}

/// Warns once of what is wrong with a component, until nothing is.
fn warn_of<D: Dimension>(
    warned: &mut WarnedEntities<&'static str>,
    entity: Entity,
    [component, effect]: [&str; 2],
    flaw: Option<&'static str>,
    (names, entities): (&Query<NameOrEntity>, &Entities),
) {
    if let Some(flaw) = warned.update(entity, flaw, entities) {
        let (dimension, name) = (D::NAME, names.named(entity));
        warn!("the {dimension} {component} of entity {name} {effect} until it is fixed: {flaw}");
    }
}

/// Remembers what stops a character if one of the two has observers, which may wait for a touch.
fn note_stopped<D: Dimension>(
    stopped: &mut Vec<[Entity; 2]>,
    entity: Entity,
    state: &MoverState<D>,
    observed: &Query<(), With<ObservedBy>>,
) {
    if stopped.len() == MAX_STOPPED || observed.is_empty() {
        return;
    }
    let surfaces =
        [state.ground, state.wall, state.ceiling].into_iter().flatten().map(|surface| surface.entity);
    for other in surfaces.chain(state.hits.iter().map(|hit| hit.entity)) {
        let pair = [entity, other];
        if stopped.len() < MAX_STOPPED
            && pair.iter().any(|&it| observed.contains(it))
            && !stopped.contains(&pair)
        {
            stopped.push(pair);
        }
    }
}

/// Warns of a character that has had no room for many runs.
fn warn_of_crushed<D: Dimension>(
    crushed: &mut WarnedEntities<u32>,
    entity: Entity,
    end: &MoveEnd,
    (names, entities): (&Query<NameOrEntity>, &Entities),
) {
    let MoveEnd::Crushed(by) = end else {
        crushed.remove(entity);
        return;
    };
    let runs = crushed.get(entity).copied().unwrap_or(0).saturating_add(1);
    crushed.insert(entity, runs, entities);
    if runs == RUNS_CRUSHED {
        let [name, one, two] = [entity, by[0], by[1]].map(|entity| names.named(entity));
        warn!(
            "the {} CharacterMover of entity {name} has had no room for {runs} runs: it is Crushed by {one} and {two}. Spawn it \
             where CharacterQuery::has_room, or let the game end it at MoveEnd::Crushed",
            D::NAME
        );
    }
}

/// Warns of a part that was moved inside of a compound, next to a character.
fn warn_of_moved_part<D: Dimension>(root_part_and_character: [Entity; 3], names: &Query<NameOrEntity>) {
    let [root, part, character] = root_part_and_character.map(|entity| names.named(entity));
    warn!(
        "the {} collider of entity {part} was moved inside of the CompoundCollider of entity {root}, next to the \
         CharacterMover of entity {character}: what moves inside of a compound carries no character, and pushes only \
         what it overlaps in the end. Move the compound as a whole, or take entity {part} out of it (of more \
         like this, nothing is said)",
        D::NAME
    );
}
