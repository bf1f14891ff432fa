//! The system parameter that answers what a character's game asks of its surroundings.

use core::ops::ControlFlow;

use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::prelude::{Entity, Query};
use bevy_ecs::system::{Local, SystemParam};
use gjk::{Scalar, Vector, Wide};

use super::{
    CharacterMover, EdgeAhead, LedgeAhead, MoverState, SurfaceTests, Walker, check, is_below, one_way_of,
};
use crate::collider::{Dimension, OneWayPlatform};
use crate::detection::narrow_phase::contains_between_faces;
use crate::detection::proxies::PlacedCollider;
use crate::movement::{MoveHit, MovingShape, Obstacles, PartKey, Recorder, SweepPurpose, any_part, length};
use crate::query::{CollisionQuery, FilterView, QueryFilter, QueryShape};

/// A system parameter that answers what a game asks about the surroundings of a [`CharacterMover`]: whether it may
/// stand up, how far it can rise, where the ground ends, which ledge it could climb.
///
/// The answers agree with the character's own moves. They take into account its skin, its settings, what is solid for
/// it, and that one-way platforms are open from below. They leave out its own collider and those below it in the
/// hierarchy. Like a [`CollisionQuery`], it sees where the colliders, and the character, were in the last run. It
/// changes nothing.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
/// # use bevy_math::Vec2;
/// use bevy_transform::components::Transform;
///
/// #[derive(Component)]
/// struct Crouched;
///
/// /// Stands up as soon as there is room: 24 units higher, on the same feet.
/// fn stand_up(
///     crouched: Single<(Entity, &mut Collider, &mut Transform), With<Crouched>>,
///     characters: CharacterQuery,
///     mut commands: Commands,
/// ) {
///     let (entity, mut collider, mut place) = crouched.into_inner();
///     let (standing, mut upright) = (Collider::capsule(12.0, 36.0), *place);
///     upright.translation.y += 12.0;
///     if standing.placed(upright).is_ok_and(|shape| characters.has_room(entity, &shape)) {
///         (*collider, *place) = (standing, upright);
///         commands.entity(entity).remove::<Crouched>();
///     }
/// }
/// # bevy_ecs::system::assert_is_system(stand_up);
/// ```
///
/// Each method returns `None` or `false` for an entity that is no character, or that could not be moved: see
/// [`MoveTrace::not_moved`](crate::trace::MoveTrace::not_moved). If a system also changes a `CharacterMover`, it needs
/// a `ParamSet` for the two parameters.
#[derive(SystemParam)]
#[doc(alias("character controller", "crouch", "mantle", "ledge", "headroom"))]
pub struct CharacterQuery<'w, 's, D: Dimension> {
    query: CollisionQuery<'w, D>,
    characters: Query<'w, 's, (&'static CharacterMover<D>, &'static MoverState<D>)>,
    one_way: Query<'w, 's, &'static OneWayPlatform<D>>,
    parents: Query<'w, 's, &'static ChildOf>,
    /// Scratch memory of the walks ahead.
    hits: Local<'s, Vec<MoveHit<D>>>,
}

impl<D: Dimension> CharacterQuery<'_, '_, D> {
    /// Returns how far a character can go straight in a direction, at most `max_distance`, which is finite, until
    /// something solid is at the distance of its skin.
    pub fn free_way(&self, entity: Entity, direction: D::Direction, max_distance: f32) -> Option<f32> {
        let direction: D::Vector = direction.into();
        self.along(entity, |_| direction.widen(), max_distance)
    }

    /// Returns how far up a character can rise, at most `max_height`, which is finite, until something solid is at the
    /// distance of its skin above it.
    ///
    /// To find out whether a taller shape fits, use [`has_room`](Self::has_room).
    #[doc(alias("headroom", "ceiling", "crouch"))]
    pub fn head_room(&self, entity: Entity, max_height: f32) -> Option<f32> {
        self.along(entity, |up| up, max_height)
    }

    /// Returns whether a character would have room as another shape: whether what is solid for it leaves the shape its
    /// skin.
    ///
    /// The shape is usually its other collider, [placed](crate::dim3::Collider::placed) so that the feet stay where
    /// they are. A one-way platform that the shape would overlap leaves room.
    #[doc(alias("crouch", "stand up", "fits"))]
    pub fn has_room(&self, entity: Entity, shape: &impl QueryShape<D>) -> bool {
        let room = self.with_filter(entity, |mover, collider, filter| {
            let blocks = |key: PartKey| one_way_of(&self.query, &self.one_way, key.passable()).is_none();
            let flow = shape.each_part(&mut |part| {
                let moving = MovingShape::new(part, *collider.affine(), 0.0, mover.skin);
                let has_room = moving
                    .is_some_and(|moving| Obstacles::new(&self.query, filter, moving).leave_room(blocks));
                if has_room { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            // What is entirely inside of a closed mesh touches none of its faces.
            flow.is_continue() && !self.has_blocking_inside(shape.as_collider(), filter, blocks)
        });
        room.unwrap_or(false)
    }

    /// Walks a character ahead, as slow runs would, and returns where it would lose the ground within `distance`;
    /// `None` if the ground goes on, if a wall comes first, or if it does not stand. The depth of the drop is measured
    /// down to `max_drop`.
    ///
    /// A slow walk keeps to the ground longer than a fast one: its round bottom sinks around an edge before it has left
    /// it, so that a drop of up to its [`snap_distance`](CharacterMover::snap_distance) and a little less than its
    /// radius is none. A run that goes far at once may leave the ground there.
    ///
    /// The walk is made in pieces of a quarter of the character's width, each of which costs as much as a move.
    /// Slopes and steps that it walks down are no edges, and how far it may hang over one counts, as
    /// [`max_overhang`](CharacterMover::max_overhang) says.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// # use bevy_math::{Dir2, Vec2};
    /// use bevy_gjk::dim2::prelude::*;
    /// # #[derive(Component)] struct Guard { heading: Dir2 }
    ///
    /// /// Turns before it would fall.
    /// fn patrol(mut guards: Query<(Entity, &mut Guard, &mut MoverMotion)>, mut characters: CharacterQuery) {
    ///     for (entity, mut guard, mut motion) in &mut guards {
    ///         if characters.edge_ahead(entity, guard.heading, 8.0, 0.0).is_some() {
    ///             guard.heading = -guard.heading;
    ///         }
    ///         motion.displacement += guard.heading * 1.0;
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(patrol);
    /// ```
    #[doc(alias("cliff", "ledge", "patrol"))]
    pub fn edge_ahead(
        &mut self,
        entity: Entity,
        direction: D::Direction,
        distance: f32,
        max_drop: f32,
    ) -> Option<EdgeAhead> {
        let direction: D::Vector = direction.into();
        let mut hits = core::mem::take(&mut *self.hits);
        let found = self.look(entity, distance, |walker| {
            core::mem::swap(&mut walker.hits, &mut hits);
            let found = walker.find_edge(direction.widen(), [distance, max_drop].map(f64::from));
            core::mem::swap(&mut walker.hits, &mut hits);
            found
        });
        *self.hits = hits;
        found?
    }

    /// Finds a wall within `distance` whose top is at most `max_height` above the character's feet, where it has room
    /// to stand; `None` if there is none. That is a ledge to climb or to hang from, also in the air.
    ///
    /// A fence counts if the character can stand on it. Under a ceiling, only what it could rise to from where it is
    /// counts.
    ///
    /// ```
    /// # use bevy_ecs::prelude::*;
    /// # use bevy_math::Dir2;
    /// use bevy_gjk::dim2::prelude::*;
    /// # use bevy_transform::components::Transform;
    ///
    /// /// Climbs what is too high for a step, and within reach of the hands.
    /// fn mantle(character: Single<(Entity, &CharacterMover, &mut Transform)>, characters: CharacterQuery) {
    ///     let (entity, mover, mut place) = character.into_inner();
    ///     if let Some(ledge) = characters.ledge_ahead(entity, Dir2::X, 4.0, 40.0)
    ///         && ledge.height > mover.step_height
    ///     {
    ///         place.translation = ledge.translation.extend(place.translation.z);
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(mantle);
    /// ```
    #[doc(alias("mantle", "climb", "vault", "grab"))]
    pub fn ledge_ahead(
        &self,
        entity: Entity,
        direction: D::Direction,
        distance: f32,
        max_height: f32,
    ) -> Option<LedgeAhead<D>> {
        let direction: D::Vector = direction.into();
        self.look(entity, distance.max(max_height), |walker| {
            walker.find_ledge(direction.widen(), [distance, max_height].map(f64::from))
        })?
    }

    /// Returns whether something that blocks is entirely inside of a closed mesh.
    fn has_blocking_inside(
        &self,
        mesh: Option<&PlacedCollider<D>>,
        filter: FilterView,
        blocks: impl Fn(PartKey) -> bool,
    ) -> bool {
        let Some(mesh) = mesh.filter(|mesh| mesh.has_closed_mesh()) else { return false };
        any_part(&self.query, &mesh.bounds(), filter, |key, part| {
            blocks(key) && contains_between_faces(mesh, part)
        })
    }

    /// Returns how far a character can go straight.
    fn along(
        &self,
        entity: Entity,
        direction: impl FnOnce(D::Wide) -> D::Wide,
        max_distance: f32,
    ) -> Option<f32> {
        let max_distance = f64::from(max_distance.max(0.0));
        self.look(entity, max_distance as f32, |walker| {
            let motion = direction(walker.surfaces.settings.up) * max_distance;
            length(walker.sweep_straight(SweepPurpose::Slide, D::Wide::ZERO, motion).0) as f32
        })
    }

    /// Asks about the parts within reach of a character, with its tests of surfaces.
    fn look<T>(&self, entity: Entity, reach: f32, ask: impl FnOnce(&mut Walker<D>) -> T) -> Option<T> {
        self.with_filter(entity, |mover, collider, filter| {
            let (shape, pose) = (collider.placed()?, *collider.affine());
            let settings = check(mover, Some(collider), || false).ok()?;
            let dropping = &self.characters.get(entity).ok()?.1.dropping;
            let reach = reach.widen().max(0.0);
            let moving = MovingShape::new(&shape, pose, reach, mover.skin)?;
            let mut obstacles = Obstacles::new(&self.query, filter, moving);
            obstacles.collect(reach);
            let (query, one_way, shape, drop_through) = (&self.query, &self.one_way, &shape, false);
            let surfaces = SurfaceTests { query, filter, settings, shape, one_way, drop_through, dropping };
            let (hits, recorder) = (Vec::new(), Recorder(None));
            Some(ask(&mut Walker { obstacles: &mut obstacles, surfaces, hits, recorder }))
        })?
    }

    /// Asks with the filter of what is solid for a character.
    fn with_filter<T>(
        &self,
        entity: Entity,
        ask: impl FnOnce(&CharacterMover<D>, &PlacedCollider<D>, FilterView) -> T,
    ) -> Option<T> {
        let (mover, _) = self.characters.get(entity).ok()?;
        let collider = self.query.get(entity)?;
        let filter = QueryFilter::of(entity)
            .in_layers(mover.solid_layers)
            .matching(|other| !is_below(&self.parents, other, entity));
        Some(ask(mover, collider, filter.view()))
    }
}
