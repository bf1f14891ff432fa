//! The move of one character, in stages: how far the ground carries it, the push by what is in the way, and its own
//! motion from there.

use bevy_ecs::prelude::{Entity, Query};
use gjk::{Affine, Placed, Support, Vector, Wide};

use super::{
    CharacterMover, CheckedSettings, MovedPart, MovedParts, MoverMotion, MoverState, OwnMotion, PlatformMove,
    PlatformMoves, PushSolution, PushSolver, SinceLastRun, Stacks, SurfaceTests, Walker, one_way_of,
};
use crate::collider::aabb::enlarged;
use crate::collider::{Dimension, OneWayPlatform};
use crate::detection::proxies::PlacedCollider;
use crate::movement::{HeldBy, MoveEnd, MovingShape, Obstacles, PartKey, Passable, Recorder, length};
use crate::query::{CollisionQuery, QueryFilter};

/// The least reach of a push, in sizes of the character: most of them are shorter.
const REACH_OF_PUSH: f64 = 0.25;
/// How much longer the way along an arc may be than the displacement that it ends at.
const ARC_PER_CARRY: f64 = 1.5;

/// A character at the beginning of its move, and what it moves in, borrowed from different parameters of the system.
pub(super) struct Character<'a, D: Dimension> {
    pub(super) entity: Entity,
    pub(super) mover: &'a CharacterMover<D>,
    pub(super) settings: CheckedSettings<D>,
    pub(super) wanted: MoverMotion<D>,
    pub(super) since_last_run: SinceLastRun<D>,
    /// The topmost entity above it.
    pub(super) root: Option<Entity>,
    /// The velocity of the surface that it stands on.
    pub(super) surface: Option<D::Vector>,
    pub(super) query: &'a CollisionQuery<'a, D>,
    pub(super) is_below: &'a dyn Fn(Entity, Entity) -> bool,
    pub(super) movers: &'a Query<'a, 'a, (Entity, &'static CharacterMover<D>)>,
    pub(super) stacks: &'a Stacks,
    pub(super) one_way: &'a Query<'a, 'a, &'static OneWayPlatform<D>>,
}

impl<D: Dimension> Character<'_, D> {
    /// Moves the character, and returns its new translation.
    pub(super) fn move_among(
        &self,
        platforms: &mut PlatformMoves<D>,
        state: &mut MoverState<D>,
        mut recorder: Recorder<D>,
    ) -> Option<D::Vector> {
        let &Self { query, is_below, stacks, one_way, settings, .. } = self;
        let (skin, drop_through) = (self.mover.skin, self.wanted.drop_through);
        let collider = query.get(self.entity)?;
        let (shape, pose) = (collider.placed()?, *collider.affine());
        // Those that stand on it are moved later, and go along.
        let may_block = |entity| !is_below(entity, self.entity) && !stacks.rides_on(entity, self.entity);
        let filter = self.filter(may_block);
        let filter = filter.view();
        let passes = filter.test(query.colliders());
        let ground = settings.least_cosine.map(|least| (settings.up, least));
        recorder.begin(pose.translation(), self.wanted.displacement, ground);
        let (ground_before, end_before) = (state.ground, state.end);
        state.clear();
        let dropping_before = core::mem::take(&mut state.dropping);

        let start = pose.translation().widen();
        let carries = |collider: &PlacedCollider<D>, part| {
            passes(collider)
                && collider.with_part(part, |_| ()).is_some()
                && filter.admit(collider, query.colliders()).admits(part)
        };
        let by_parent = self.parent_motion(ground_before, start);
        let (last_ground, carry) = self.ground_and_carry(ground_before, &shape, start, &by_parent, &carries);
        let mut own = OwnMotion::of(self, last_ground);
        let reach = own.reach(self) + ARC_PER_CARRY * length(carry.displacement);
        let size: f64 = shape.size().half_extents.max_element().into();
        let push_reach = reach.max(REACH_OF_PUSH * size);
        let Some(moving) = MovingShape::new(&shape, pose, push_reach, skin) else {
            state.end = MoveEnd::NotFinite;
            recorder.end(query, pose.translation(), state.end);
            return None;
        };
        let carry = carry.without_rounding(moving.ulp);

        let mut obstacles = Obstacles::new(query, filter, moving);
        obstacles.collect(push_reach);
        let dropping: &[Passable] = &dropping_before;
        let surfaces =
            SurfaceTests { query, filter, settings, shape: &shape, one_way, drop_through, dropping };
        let hits = core::mem::take(&mut state.hits);
        let mut walker = Walker { obstacles: &mut obstacles, surfaces, hits, recorder };
        let seen = |platform: &PlatformMove<D>| {
            let may_push = passes(query.colliders().at(platform.slot));
            may_push.then(|| self.as_seen_from_parent(platform, &by_parent)).flatten()
        };
        let platforms =
            platforms.collect_near(collider.slot, &walker.obstacles.shape, &carry, query.colliders(), seen);
        let PushSolution { displacement, end } =
            PushSolver::solve(self, &mut walker, carry, platforms, end_before);
        own.push_end = end;
        state.report_push(displacement, carry.displacement);
        state.ground_velocity = carry.velocity(self.since_last_run.seconds);

        let pose = pose.with_translation(D::Vector::narrow(start + displacement));
        let placed = Placed::new(*shape.shape(), pose);
        walker.surfaces.shape = &placed;
        if displacement != D::Wide::ZERO {
            walker.recorder.set_origin(pose.translation());
            walker.obstacles.shape = MovingShape::new(&placed, pose, reach, skin)?;
            walker.obstacles.collect(reach);
        }
        let translation = self.go_with_riders(&mut walker, &own, state);
        if drop_through || !dropping.is_empty() {
            let dropped_from = last_ground.filter(|_| drop_through).and_then(|ground| {
                Some(PartKey::new(query.get(ground.entity)?, ground.part, query.colliders()).passable())
            });
            let before = dropped_from.into_iter().chain(dropping.iter().copied());
            let moved = translation.widen() - pose.translation().widen();
            state.dropping = walker.dropping_after(moved, before, state.is_grounded(), own.wanted);
        }
        state.hits = walker.hits;
        walker.recorder.end(query, translation, state.end);
        Some(translation)
    }

    /// Makes its own motion together with those that stand on it or, if they have no room, against them. Returns the
    /// new translation.
    fn go_with_riders(
        &self,
        walker: &mut Walker<D>,
        own: &OwnMotion<D>,
        state: &mut MoverState<D>,
    ) -> D::Vector {
        let translation = own.go(walker, state);
        let start = walker.obstacles.shape.affine.translation();
        if self.riders_have_room(translation.widen() - start.widen()) {
            return translation;
        }
        // Then they are in its way like all others.
        walker.hits.clear();
        let &Self { query, is_below, .. } = self;
        let may_block = |entity| !is_below(entity, self.entity);
        let filter = self.filter(may_block);
        let mut obstacles = Obstacles::new(query, filter.view(), walker.obstacles.shape);
        obstacles.collect(walker.obstacles.reach);
        let mut against_riders = Walker {
            obstacles: &mut obstacles,
            surfaces: SurfaceTests { filter: filter.view(), ..walker.surfaces },
            hits: core::mem::take(&mut walker.hits),
            recorder: Recorder(walker.recorder.0.as_deref_mut()),
        };
        let translation = own.go(&mut against_riders, state);
        walker.hits = against_riders.hits;
        translation
    }

    /// Returns whether all characters that stand on this one can go along by a displacement.
    fn riders_have_room(&self, displacement: D::Wide) -> bool {
        let &Self { query, is_below, movers, stacks, one_way, .. } = self;
        stacks.riders_of(self.entity).all(|rider| {
            let Some(collider) = query.get(rider) else { return true };
            let (Some(shape), Ok((_, mover))) = (collider.placed(), movers.get(rider)) else { return true };
            let may_block = |entity| {
                entity != self.entity && !stacks.rides_on(entity, self.entity) && !is_below(entity, rider)
            };
            let filter = QueryFilter::of(rider).in_layers(mover.solid_layers).matching(may_block);
            let length = length(displacement);
            let Some(moving) = MovingShape::new(&shape, *collider.affine(), length, mover.skin) else {
                return true;
            };
            let mut obstacles = Obstacles::new(query, filter.view(), moving);
            obstacles.collect(length);
            let is_one_way = |key: PartKey| one_way_of(query, one_way, key.passable()).is_some();
            obstacles.first_hit(HeldBy::HalfSpaces, D::Wide::ZERO, displacement, is_one_way).is_none()
        })
    }

    /// Takes a part of a compound that was moved where it would carry or push the character, if it were a collider of
    /// its own.
    pub(super) fn moved_part_beside(&self, parts: &mut MovedParts<D>) -> Option<MovedPart<D>> {
        let &Self { query, is_below, .. } = self;
        let collider =
            query.get(self.entity).filter(|_| self.mover.rides_platforms || self.mover.is_pushed)?;
        let may_block = |entity| !is_below(entity, self.entity);
        let filter = self.filter(may_block);
        let passes = filter.view().test(query.colliders());
        let region = enlarged(collider.bounds(), 2.0 * self.mover.skin);
        let space = query.colliders().space_keys()(collider.slot);
        parts.take_first_in(&region, space, |root| query.get(root).is_some_and(&passes))
    }

    /// Returns what the character overlaps at a place although it is not solid for it, by its layers, for the trace.
    pub(super) fn passed_at(&self, translation: D::Vector) -> Vec<Entity> {
        let &Self { query, is_below, .. } = self;
        let own = query.get(self.entity);
        let Some((own, shape)) = own.and_then(|own| Some((own, own.placed()?))) else { return Vec::new() };
        let placed = Placed::new(*shape.shape(), own.affine().with_translation(translation));
        let solid = self.filter(|_| true);
        let is_solid = solid.view().test(query.colliders());
        let is_passed = |entity| !is_below(entity, self.entity) && !query.get(entity).is_some_and(&is_solid);
        let mut passed = Vec::new();
        let others = QueryFilter::ALL.in_space(own.space()).excluding([self.entity]).matching(is_passed);
        query.intersections_with_shape(&placed, &others, |entity| passed.push(entity));
        passed.sort_unstable_by_key(|&entity| query.colliders().order_of(entity));
        passed
    }

    /// Returns the skin of an entity that is a character.
    pub(super) fn skin_of(&self, entity: Entity) -> Option<f64> {
        self.movers.get(entity).ok().map(|(_, mover)| f64::from(mover.skin))
    }

    fn filter<F: Fn(Entity) -> bool>(&self, may_block: F) -> QueryFilter<F> {
        QueryFilter::of(self.entity).in_layers(self.mover.solid_layers).matching(may_block)
    }
}
