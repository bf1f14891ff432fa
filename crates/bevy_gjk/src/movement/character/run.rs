//! One run: moves all characters, one after another.
//!
//! A character that stands on another one comes after it, and otherwise the order is that of the entities, so equal worlds
//! give equal results. Each sees the others where they are by then.

use core::time::Duration;

use bevy_ecs::entity::Entities;
use bevy_ecs::name::NameOrEntity;
use bevy_ecs::prelude::{Entity, Has, Query, Res, ResMut, Resource, With};
use bevy_log::warn;
use bevy_time::Time;
use gjk::{Affine, Support, Vector, Wide};

use super::affine::carried;
use super::checked_settings::CheckedSettings;
use super::collider_mover::{ColliderMover, affine_of_parent};
use super::dropping::dropping_after;
use super::ground::GroundTest;
use super::motion::MoverMotion;
use super::one_way::OneWayPlatform;
use super::platform_moves::{PlatformMove, PlatformMoves};
use super::platforms::{Carrier, PushSolution, PushSolver};
use super::settings::CharacterMover;
use super::solid::Solidity;
use super::stacks::{Below, Stacks};
use super::state::{LastPlace, MoverContact, MoverState};
use super::surface_tests::SurfaceTests;
use super::surface_velocity::SurfaceVelocity;
use super::touched_parts::TouchedParts;
use super::walk::{MIN_RISE_TO_STAND, Walked, walk};
use crate::collider::{ColliderDisabled, Dimension};
use crate::detection::proxies::Colliders;
use crate::ecs::warned_entities::{WarnedEntities, entity_with_name};
use crate::frame::compounds::Compounds;
use crate::movement::answer::MoveEnd;
use crate::movement::clearance::{MovingShape};
use crate::movement::obstacles::Obstacles;
use crate::movement::settings::MoveSettings;
use crate::movement::trace::{MoveObserver, MoveTrace, Unobserved};
use crate::query::{CollisionQuery, QueryFilter};

/// The limit of straight pieces of a slide.
const MAX_STEPS: u32 = 32;
/// A displacement by the ground, in units in the last place, that is the rounding of transforms.
const ROUNDING: f64 = 4.0;

/// What the runs of a dimension share.
#[derive(Resource)]
pub(crate) struct MoverRuns<D: Dimension> {
    /// The characters that cannot be moved, and why.
    warned: WarnedEntities<&'static str>,
    /// The time of the last run; `None` if there were no characters.
    elapsed: Option<Duration>,
    stacks: Stacks,
    /// Scratch memory: the colliders that moved, and those of them that are near.
    platforms: PlatformMoves<D>,
    near: Vec<PlatformMove<D>>,
}

impl<D: Dimension> Default for MoverRuns<D> {
    fn default() -> Self {
        Self {
            warned: WarnedEntities::default(),
            elapsed: None,
            stacks: Stacks::default(),
            platforms: PlatformMoves::default(),
            near: Vec::new(),
        }
    }
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

/// Returns whether there are characters, or were in the last run. Without this run condition the system would cost each
/// app without characters a task in each frame.
pub(crate) fn has_characters<D: Dimension>(
    characters: Query<(), With<CharacterMover<D>>>,
    runs: Res<MoverRuns<D>>,
) -> bool {
    !characters.is_empty() || runs.elapsed.is_some()
}

/// Moves all characters of a dimension.
pub(crate) fn move_characters<D: Dimension>(
    mut characters: Query<CharacterData<D>>,
    movers: Query<(Entity, &'static CharacterMover<D>)>,
    one_way: Query<&'static OneWayPlatform<D>>,
    surfaces: Query<&SurfaceVelocity<D>>,
    mut colliders: ColliderMover<D>,
    mut runs: ResMut<MoverRuns<D>>,
    time: Option<Res<Time>>,
    (names, entities, compounds): (Query<NameOrEntity>, &Entities, Res<Compounds<D>>),
) {
    let MoverRuns { warned, elapsed, stacks, platforms, near } = &mut *runs;
    let seconds = time.map_or(0.0, |time| {
        let before = elapsed.replace(time.elapsed());
        let since = before.map_or(time.delta(), |before| time.elapsed().saturating_sub(before));
        since.as_secs_f64()
    });
    if movers.is_empty() {
        *elapsed = None;
        return;
    }
    stacks.update(movers.iter().map(|(entity, _)| entity), |entity| {
        let (mover, _, state, ..) = characters.get(entity).ok()?;
        let ground = state.ground.filter(|ground| characters.contains(ground.entity))?;
        Some(Below { entity: ground.entity, moves_other: mover.rides_platforms && mover.is_pushed })
    });
    {
        let query = colliders.query();
        let table = query.colliders();
        // A character that another system teleports does not push others along the way.
        let moved = table.changed().filter(|collider| !movers.contains(collider.entity()));
        platforms.update(table, moved);
    }
    for entity in stacks.lowest_first() {
        let Ok((mover, mut motion, mut state, mut trace, has_collider, is_disabled)) =
            characters.get_mut(entity)
        else {
            continue;
        };
        let mut refuse = |reason| {
            if let Some(trace) = &mut trace {
                trace.refuse(reason);
            }
        };
        let wanted = *motion;
        if wanted != MoverMotion::default() {
            *motion = MoverMotion::default();
        }
        if is_disabled {
            refuse("its collider is disabled");
            state.forget();
            continue;
        }
        if !has_collider {
            // The collider may arrive later; `missing_partners` warns if it does not.
            refuse("it has no collider of its dimension");
            state.clear();
            continue;
        }
        let settings = CheckedSettings::new(mover, MAX_STEPS).and_then(|settings| {
            let query = colliders.query();
            match query.get(entity) {
                None if compounds.contains(entity) => Err("its collider is a part of a CompoundCollider"),
                // Why it is invalid has been said.
                None => Ok(None),
                Some(collider) => match collider.placed() {
                    Some(shape) if shape.half_space().is_none() => Ok(Some(settings)),
                    Some(_) => Err("its collider is a half-space"),
                    None => Err("its collider has several parts, and has to be a single convex one"),
                },
            }
        });
        let settings = match settings {
            Ok(Some(settings)) => settings,
            Ok(None) => {
                refuse("its collider is invalid");
                state.clear();
                continue;
            }
            Err(reason) => {
                if warned.insert(entity, reason, entities) != Some(reason) {
                    let name = entity_with_name(entity, &names);
                    let dimension = D::NAME;
                    warn!(
                        "the {dimension} CharacterMover of entity {name} does not move until it is fixed: {reason}"
                    );
                }
                refuse(reason);
                state.clear();
                continue;
            }
        };
        warned.remove(entity);
        let last = state.last;
        let local_place = colliders.local_place(entity);
        // How far its parent has moved it since the last run; not known of a new one.
        let parent = local_place.and_then(|(_, parent)| parent);
        let has_new_parent = last.is_some_and(|last| last.parent != parent.map(|(parent, _)| parent));
        let moved_by_parent = match (last, parent) {
            (Some(last), Some((_, parent))) if !has_new_parent => {
                let now = affine_of_parent(Some(&parent)).transform_point3(last.local);
                D::affine(&bevy_transform::components::GlobalTransform::from_translation(now))
                    .translation()
                    .widen()
                    - last.world.widen()
            }
            _ => D::Wide::ZERO,
        };
        let character = Character {
            entity,
            mover,
            settings,
            wanted,
            seconds,
            moved_by_parent,
            root: colliders.root_above(entity),
            before_new_parent: last.filter(|_| has_new_parent).map(|last| last.world.widen()),
            was_teleported: last.zip(local_place).is_some_and(|(last, (local, _))| last.local != local),
            surface: state
                .ground
                .and_then(|ground| surfaces.get(ground.entity).ok())
                .map(|surface| surface.velocity),
        };
        let target = {
            let (query, is_below) = colliders.query_and_hierarchy();
            let environment = Environment {
                query: &query,
                is_below: &is_below,
                movers: &movers,
                stacks,
                one_way: &one_way,
            };
            match &mut trace {
                None => character.move_in(&environment, platforms, near, &mut state, &mut Unobserved),
                Some(trace) => {
                    let target = character.move_in(&environment, platforms, near, &mut state, &mut **trace);
                    trace.set_names(|entity| names.get(entity).ok()?.name);
                    target
                }
            }
        };
        if let Some(target) = target {
            colliders.move_to(entity, target);
        }
        let local_place = colliders.local_place(entity);
        state.last = local_place.and_then(|(local, parent)| {
            let world = colliders.query().get(entity)?.affine().translation();
            Some(LastPlace { local, parent: parent.map(|(parent, _)| parent), world })
        });
    }
}

/// A character at the beginning of its move.
struct Character<'a, D: Dimension> {
    entity: Entity,
    mover: &'a CharacterMover<D>,
    settings: CheckedSettings<D>,
    wanted: MoverMotion<D>,
    /// The time since the last run.
    seconds: f64,
    moved_by_parent: D::Wide,
    /// The topmost entity above it.
    root: Option<Entity>,
    /// Where the last run left it, if it has got another parent since.
    before_new_parent: Option<D::Wide>,
    /// Whether the app wrote its `Transform` since the last run.
    was_teleported: bool,
    /// The velocity of the surface that it stands on.
    surface: Option<D::Vector>,
}

/// What a character moves in, borrowed from different parameters of the system.
struct Environment<'a, 'w, 'q, 's, D: Dimension> {
    query: &'a CollisionQuery<'w, D>,
    is_below: &'a dyn Fn(Entity, Entity) -> bool,
    movers: &'a Query<'q, 's, (Entity, &'static CharacterMover<D>)>,
    stacks: &'a Stacks,
    one_way: &'a Query<'q, 's, &'static OneWayPlatform<D>>,
}

impl<D: Dimension> Character<'_, D> {
    /// Moves the character, and returns its new translation.
    fn move_in(
        &self,
        environment: &Environment<D>,
        platforms: &PlatformMoves<D>,
        near: &mut Vec<PlatformMove<D>>,
        state: &mut MoverState<D>,
        observer: &mut impl MoveObserver<D>,
    ) -> Option<D::Vector> {
        let &Environment { query, is_below, movers, stacks, one_way } = environment;
        let table = query.colliders();
        let collider = table.get(self.entity)?;
        let shape = collider.placed()?;
        let pose = *collider.affine();
        // Those that stand on it are moved later, and go along.
        let is_solid = |entity| !is_below(entity, self.entity) && !stacks.rides_on(entity, self.entity);
        let filter = QueryFilter::of(self.entity).in_layers(self.mover.solid_layers).matching(&is_solid);
        let passes = filter.test(table);
        observer.begin(pose.translation(), self.wanted.displacement);
        observer.set_ground(self.settings.up, self.settings.least_cosine);
        let move_settings = MoveSettings { skin: self.mover.skin, max_steps: MAX_STEPS };
        let mut last_ground = state.ground;
        let last_end = state.end;
        state.clear();
        let dropping = core::mem::take(&mut state.dropping);

        // What the ground asks for.
        let start = pose.translation().widen();
        let moved_by_parent =
            self.moved_by_new_parent(table, last_ground, start).unwrap_or(self.moved_by_parent);
        let before = start - moved_by_parent;
        if self.was_teleported {
            let reach = f64::from(self.mover.skin) + self.settings.snap_distance;
            last_ground = last_ground.filter(|ground| {
                let displacement = before - start;
                distance_before(query, ground, &shape, displacement).is_some_and(|distance| distance <= reach)
            });
        }
        let ground_move = last_ground.filter(|_| self.mover.rides_platforms).and_then(|ground| {
            let collider = table.get(ground.entity).filter(|collider| passes(collider))?;
            PlatformMove::of(table, collider).map(|moved| (moved, collider, ground))
        });
        let foot = last_ground.map(|ground| self.foot(before, &ground));
        let mut carry = D::Wide::ZERO;
        if let (Some((moved, collider, _)), Some(foot)) = (&ground_move, foot)
            && let Some(image) = carried::<D>(foot, &moved.before, collider.affine())
        {
            carry = image - foot;
            // What moves both of them does not move it twice.
            let is_in_hierarchy = |root| collider.entity() == root || is_below(collider.entity(), root);
            if self.root.is_some_and(is_in_hierarchy) {
                carry = carry - moved_by_parent;
            }
        }
        if let Some(velocity) = self.surface.filter(|_| self.mover.rides_platforms)
            && velocity.is_finite()
            && last_ground.is_some_and(|ground| table.get(ground.entity).is_some_and(&passes))
        {
            carry += velocity.widen() * self.seconds;
        }
        let length = |vector: D::Wide| vector.dot(vector).sqrt();
        let wanted = self.wanted.displacement.widen();
        let is_finite = wanted.is_finite() && length(wanted).is_finite();
        let wanted = if is_finite { wanted } else { D::Wide::ZERO };
        let horizontal = length(self.settings.horizontal(wanted));
        let reach = length(wanted)
            + self.settings.greatest_descent(horizontal)
            + 2.0 * self.settings.step_height
            + self.settings.snap_distance
            + 1.5 * length(carry);
        let size = shape.size().half_extents.max_element();
        let size = f64::from(size);

        let push_reach = reach.max(0.25 * size);
        let Some(moving) = MovingShape::new(&shape, pose, push_reach, &move_settings) else {
            state.end = MoveEnd::NotFinite;
            observer.end(pose.translation(), state.end);
            return None;
        };
        if length(carry) <= ROUNDING * moving.ulp {
            carry = D::Wide::ZERO;
        }
        let mut obstacles = Obstacles::new(query, &filter, moving);
        obstacles.collect(push_reach);
        let solidity = Solidity { one_way, drop_through: self.wanted.drop_through, dropping: &dropping };
        let settings = &self.settings;
        let ground = GroundTest { query, filter: &filter, settings };
        let surfaces = SurfaceTests { ground, solidity, shape: &shape };
        let ground = ground_move.as_ref().map(|(moved, ..)| moved);
        let passes_filter = |platform: &PlatformMove<D>| passes(table.at(platform.slot));
        platforms.collect_near(&obstacles.shape, carry, ground, passes_filter, near);
        let skin_of_mover = |entity| movers.get(entity).ok().map(|(_, mover)| f64::from(mover.skin));
        let ground = ground_move.as_ref().zip(foot).map(|((moved, ..), foot)| (moved, foot));
        let mut solve = |is_pushed: bool, near: &[PlatformMove<D>], parts_to_the_side| {
            let carrier = Carrier { ground, displacement: carry };
            PushSolver {
                entity: self.entity,
                colliders: table,
                surfaces: &surfaces,
                obstacles: &mut obstacles,
                platforms: near,
                carrier,
                is_pushed,
                skin_of_mover: &skin_of_mover,
                parts_to_the_side,
            }
            .solve(observer)
        };
        let mut solution = solve(self.mover.is_pushed, near, true);
        if solution.end != MoveEnd::Arrived {
            let again = solve(self.mover.is_pushed, near, false);
            solution = if again.end == MoveEnd::Arrived { again } else { solution };
        }
        if let MoveEnd::Crushed(_) = solution.end {
            // It goes along as far as what stands still allows.
            let still = solve(false, &[], false);
            if still.end == MoveEnd::Arrived {
                solution.displacement = still.displacement;
            }
            // Where nothing moves and nothing overlaps, a narrow passage only leaves less room than two skins.
            if near.is_empty() && !overlaps(&mut obstacles) {
                solution.end = MoveEnd::Arrived;
            }
        }
        if let MoveEnd::Crushed(pair) = last_end
            && is_still_crushed(&mut obstacles, pair)
        {
            solution = PushSolution { displacement: D::Wide::ZERO, end: last_end };
        }
        let share = if carry == D::Wide::ZERO {
            0.0
        } else {
            (solution.displacement.dot(carry) / carry.dot(carry)).clamp(0.0, 1.0)
        };
        state.carried = D::Vector::narrow(carry * share);
        state.pushed = D::Vector::narrow(solution.displacement - carry * share);

        // Its own motion, from there on.
        let pose = pose.with_translation(D::Vector::narrow(start + solution.displacement));
        let placed = gjk::Placed::new(*shape.shape(), pose);
        let own_reach = if solution.displacement == D::Wide::ZERO { push_reach } else { reach };
        let moving = || MovingShape::new(&placed, pose, own_reach, &move_settings);
        if solution.displacement != D::Wide::ZERO {
            observer.set_origin(pose.translation());
            obstacles.collect_again(moving()?, reach);
        }
        let mut walk = |obstacles: &mut Obstacles<D>,
                        surfaces: &SurfaceTests<D>,
                        state: &mut MoverState<D>| {
            let end = solution.end;
            self.walk_and_report(obstacles, surfaces, wanted, last_ground, end, is_finite, state, observer)
        };
        let surfaces = SurfaceTests { shape: &placed, ..surfaces };
        let mut translation = walk(&mut obstacles, &surfaces, state);
        if !self.riders_have_room(environment, translation.widen() - pose.translation().widen()) {
            // Then they are in its way like all others.
            let (carried, pushed) = (state.carried, state.pushed);
            state.clear();
            (state.carried, state.pushed) = (carried, pushed);
            let is_solid = |entity| !is_below(entity, self.entity);
            let filter = QueryFilter::of(self.entity).in_layers(self.mover.solid_layers).matching(&is_solid);
            let mut obstacles = Obstacles::new(query, &filter, moving()?);
            obstacles.collect(own_reach);
            let ground = GroundTest { query, filter: &filter, settings };
            let surfaces = SurfaceTests { ground, solidity, shape: &placed };
            translation = walk(&mut obstacles, &surfaces, state);
        }
        let told = last_ground.filter(|_| self.wanted.drop_through).map(|ground| ground.entity);
        if self.wanted.drop_through || solidity.is_dropping() {
            let displacement = translation.widen() - pose.translation().widen();
            let before = told.into_iter().chain(dropping.iter().copied());
            state.dropping = dropping_after(&mut obstacles, &surfaces, displacement, before, state, wanted);
        }
        observer.end(translation, state.end);
        Some(translation)
    }

    /// Returns whether all characters that stand on this one can go along by a displacement.
    fn riders_have_room(&self, environment: &Environment<D>, displacement: D::Wide) -> bool {
        let &Environment { query, is_below, movers, stacks, one_way } = environment;
        stacks.riders_of(self.entity).all(|rider| {
            let Some(collider) = query.get(rider) else { return true };
            let (Some(shape), Ok((_, mover))) = (collider.placed(), movers.get(rider)) else { return true };
            let is_solid = |entity| {
                entity != self.entity
                    && !stacks.rides_on(entity, self.entity)
                    && !is_below(entity, rider)
                    && !one_way.contains(entity)
            };
            let filter = QueryFilter::of(rider).in_layers(mover.solid_layers).matching(&is_solid);
            let settings = MoveSettings { skin: mover.skin, max_steps: MAX_STEPS };
            let length = displacement.dot(displacement).sqrt();
            let Some(moving) = MovingShape::new(&shape, *collider.affine(), length, &settings) else {
                return true;
            };
            let mut obstacles = Obstacles::new(query, &filter, moving);
            obstacles.collect(length);
            obstacles.first_hit(D::Wide::ZERO, displacement, |_| false).is_none()
        })
    }

    /// Returns the point below the origin of the character at the height of its ground.
    fn foot(&self, origin: D::Wide, ground: &MoverContact<D>) -> D::Wide {
        origin + self.settings.up * (ground.point.widen() - origin).dot(self.settings.up)
    }

    /// Returns how far a new parent has moved the character, if it is where the ground would have carried it: then it became
    /// a child of its ground, or of what moves the ground, and the parent has carried it already.
    fn moved_by_new_parent(
        &self,
        table: &Colliders<D>,
        last_ground: Option<MoverContact<D>>,
        start: D::Wide,
    ) -> Option<D::Wide> {
        let before = self.before_new_parent?;
        let ground = last_ground?;
        let collider = table.get(ground.entity)?;
        let moved = PlatformMove::of(table, collider)?;
        let foot = self.foot(before, &ground);
        let carry = carried::<D>(foot, &moved.before, collider.affine())? - foot;
        let rest = start - before - carry;
        (rest.dot(rest).sqrt() <= f64::from(self.mover.skin)).then(|| start - before)
    }

    /// [Walks](walk), and writes what it came to and what the character touches then into the state. Returns the new
    /// translation.
    #[expect(clippy::too_many_arguments, reason = "they are what the two halves of a move share")]
    fn walk_and_report(
        &self,
        obstacles: &mut Obstacles<D>,
        surfaces: &SurfaceTests<D>,
        wanted: D::Wide,
        last_ground: Option<MoverContact<D>>,
        push_end: MoveEnd,
        is_finite: bool,
        state: &mut MoverState<D>,
        observer: &mut impl MoveObserver<D>,
    ) -> D::Vector {
        let start = D::Wide::ZERO;
        let first_ground = last_ground.or_else(|| {
            let mut touched = TouchedParts::new(start);
            touched.collect(obstacles, surfaces);
            touched.ground(surfaces, MIN_RISE_TO_STAND)
        });
        let Walked { displacement, mut stepped, snapped, end, min_rise, .. } =
            walk(obstacles, surfaces, wanted, first_ground.as_ref(), &mut state.hits, observer);
        let mut touched = TouchedParts::new(displacement);
        touched.collect(obstacles, surfaces);
        state.ground = min_rise.and_then(|min_rise| touched.ground(surfaces, min_rise));
        if state.ground.is_none() && min_rise.is_some() {
            state.ground = touched.held_by(surfaces);
            state.is_wedged = state.ground.is_some();
            if state.is_wedged {
                observer.wedged(&mut touched.entities());
            }
        }
        [state.wall, state.ceiling] = touched.wall_and_ceiling(surfaces, wanted);
        if let (Some(first), Some(last)) = (first_ground, state.ground) {
            stepped += self.unexplained_rise(displacement, stepped - snapped, [first, last]);
        }
        let up = self.settings.up;
        state.moved = D::Vector::narrow(displacement - up * (stepped - snapped));
        (state.stepped, state.snapped) = (stepped as f32, snapped as f32);
        state.end = if !is_finite {
            MoveEnd::NotFinite
        } else if push_end == MoveEnd::Arrived {
            end
        } else {
            push_end
        };
        touched.round(obstacles)
    }

    /// Returns how much a character rose beyond what steps and the slopes of its ground explain: over the edge of a step
    /// a round shape climbs bit by bit.
    fn unexplained_rise(&self, displacement: D::Wide, stepped: f64, grounds: [MoverContact<D>; 2]) -> f64 {
        let CheckedSettings { up, .. } = self.settings;
        let horizontal = self.settings.horizontal(displacement);
        let [first, last] = grounds.map(|ground| {
            let normal = ground.normal.widen();
            -horizontal.dot(normal) / normal.dot(up).max(f64::MIN_POSITIVE)
        });
        (displacement.dot(up) - stepped - first.max(last).max(0.0)).max(0.0)
    }
}

/// Returns the distance of a displaced shape from the ground where it was in the run before.
fn distance_before<D: Dimension>(
    query: &CollisionQuery<D>,
    ground: &MoverContact<D>,
    shape: &impl Support<D::Vector>,
    displacement: D::Wide,
) -> Option<f64> {
    let table = query.colliders();
    let collider = table.get(ground.entity)?;
    let before = table.previous_affine(collider.slot).unwrap_or(collider.affine());
    collider.with_part_at(ground.part, before, |part| {
        Some(gjk::Query::new(shape, part).signed_distance(displacement)?.distance)
    })?
}

/// Returns whether a character overlaps anything at the start of its move.
fn overlaps<D: Dimension>(obstacles: &mut Obstacles<D>) -> bool {
    let mut overlaps = false;
    obstacles.overlaps(D::Wide::ZERO, |hit| {
        overlaps |= hit.impact.at_stop.clearance.bound < -hit.limits.tolerance;
    });
    overlaps
}

/// Returns whether a character that was crushed still touches both colliders and overlaps one of them.
fn is_still_crushed<D: Dimension>(obstacles: &mut Obstacles<D>, pair: [Entity; 2]) -> bool {
    let (mut touched, mut overlaps) = ([false; 2], false);
    obstacles.touching(D::Wide::ZERO, |key, clearance, limits| {
        for (touched, entity) in touched.iter_mut().zip(pair) {
            if key.entity == entity {
                *touched = true;
                overlaps |= clearance.bound < -limits.tolerance;
            }
        }
    });
    touched == [true; 2] && overlaps
}
