//! Moves entities after their colliders have been read, and before pairs are searched for.

use core::time::Duration;

use bevy_ecs::hierarchy::{ChildOf, Children};
use bevy_ecs::prelude::{Entity, Has, Local, ParamSet, Query, ResMut};
use bevy_ecs::system::SystemParam;
use bevy_math::Vec3;
use bevy_transform::components::{GlobalTransform, Transform};
use gjk::{Affine, Vector};

use crate::collider::{AffineOf, CompoundCollider, Dimension, add_plugin};
use crate::detection::Collisions;
use crate::detection::broad_phase::BroadPhase;
use crate::detection::proxies::Colliders;
use crate::query::CollisionQuery;

/// A system parameter that moves entities within [`CollisionSystems::Movers`](crate::CollisionSystems::Movers). It
/// writes their transforms, and places the colliders of the entity and of all below it again, so the events of the same
/// run describe where they went.
///
/// Anywhere else, write the `Transform` and let the next run see it.
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// # use bevy_math::Vec2;
/// use bevy_gjk::dim2::prelude::*;
/// # use bevy_gjk::gjk::{Affine2, Circle};
///
/// #[derive(Component)]
/// struct Ball { way: Vec2 }
///
/// fn roll(balls: Query<(Entity, &Ball)>, mut mover: ColliderMover) {
///     for (entity, ball) in &balls {
///         let query = mover.query();
///         let Some(place) = query.get(entity).map(|collider| collider.affine().translation) else { continue };
///         let (shape, pose) = (Circle::new(0.5), Affine2::from_translation(place));
///         let filter = QueryFilter::of(entity);
///         let moved = query.move_and_slide(&shape, pose, ball.way, &MoveSettings::default(), &filter);
///         mover.move_to(entity, moved.translation);
///     }
/// }
///
/// # let mut app = App::new();
/// # app.add_plugins((bevy_transform::TransformPlugin, CollisionPlugin::default()));
/// app.add_systems(PostUpdate, roll.in_set(CollisionSystems::Movers));
/// # let ball = app.world_mut().spawn((Collider::circle(0.5), Ball { way: Vec2::X })).id();
/// # let wall = app.world_mut().spawn((Collider::circle(0.5), bevy_transform::components::Transform::from_xyz(1.9, 0.0, 0.0))).id();
/// # app.update();
/// # let transform = app.world().get::<bevy_transform::components::Transform>(ball).unwrap();
/// # assert!((transform.translation.x - 0.89).abs() < 1e-5);
/// # let seen = app.world().resource::<Collisions>().colliders().get(ball).unwrap().affine().translation;
/// # assert_eq!(seen, transform.translation.truncate());
/// ```
#[derive(SystemParam)]
pub struct ColliderMover<'w, 's, D: Dimension> {
    /// To write and to read: the two never at the same time.
    #[system_param(validation_message = add_plugin::<D>())]
    collisions: ParamSet<'w, 's, (Writers<'w, D>, CollisionQuery<'w, D>)>,
    transforms: Query<'w, 's, (&'static mut Transform, &'static mut GlobalTransform, Has<CompoundCollider>)>,
    parents: Query<'w, 's, &'static ChildOf>,
    children: Query<'w, 's, &'static Children>,
    /// Scratch memory of the walk below an entity.
    stack: Local<'s, Vec<Entity>>,
}

/// What a moved collider changes.
type Writers<'w, D> = (ResMut<'w, Collisions<D>>, ResMut<'w, BroadPhase<D>>);

impl<D: Dimension> ColliderMover<'_, '_, D> {
    /// Returns the queries of the colliders as they stand now, with all that was moved before.
    pub fn query(&mut self) -> CollisionQuery<'_, D> {
        // Queries find all that changed before in the trees, and what is moved by this parameter anyway.
        let (collisions, mut broad_phase) = self.collisions.p0();
        broad_phase.follow_changes(&collisions.colliders);
        self.collisions.p1()
    }

    /// Notes for a recorder that the characters are moved from now on.
    #[cfg(feature = "recorder")]
    pub(crate) fn note_characters(&mut self) {
        let mut collisions = self.collisions.p0().0;
        if let Some(tape) =
            &mut bevy_ecs::change_detection::DetectChangesMut::bypass_change_detection(&mut collisions).tape
        {
            tape.moves_before_characters = tape.moves.len() as u32;
        }
    }

    /// Sets the `Time::elapsed` of a run that moves characters, or that there are none, and returns the last one.
    pub(super) fn replace_last_run(&mut self, now: Option<Duration>) -> Option<Duration> {
        let mut collisions = self.collisions.p0().0;
        if collisions.characters_moved_at == now {
            return now;
        }
        core::mem::replace(&mut collisions.characters_moved_at, now)
    }

    /// Moves an entity so that its translation in the world is this one. Its rotation and scale stay, and in 2D its z.
    ///
    /// Returns `false`, and changes nothing, if it has no transform, if the transform of its parent has no inverse, or
    /// if the translation is not finite.
    pub fn move_to(&mut self, entity: Entity, translation: D::Vector) -> bool {
        let parent = self.parent_of(entity);
        let Ok((transform, global, _)) = self.transforms.get(entity) else { return false };
        let from = global.translation();
        let [x, y, z] = D::coordinates(translation);
        let target = Vec3::new(x, y, if D::Vector::DIMENSION == 2 { from.z } else { z });
        if target == from {
            return true;
        }
        let mut moved = *transform;
        moved.translation = match parent {
            None => target,
            Some((_, parent)) => parent.affine().inverse().transform_point3(target),
        };
        self.place(entity, moved)
    }

    /// Replaces the `Transform` of an entity.
    ///
    /// Returns `false`, and changes nothing, if it has none or if the new one does not place it at finite coordinates.
    ///
    /// If a part of a [`CompoundCollider`] is moved by itself, its compound changes in the next run.
    pub fn place(&mut self, entity: Entity, transform: Transform) -> bool {
        let global = match self.parent_of(entity) {
            None => GlobalTransform::from(transform),
            Some((_, parent)) => parent.mul_transform(transform),
        };
        if !global.affine().is_finite() {
            return false;
        }
        let Ok((mut own, mut own_global, is_compound)) = self.transforms.get_mut(entity) else {
            return false;
        };
        *own = transform;
        let before = core::mem::replace(&mut *own_global, global);
        let (mut collisions, mut broad_phase) = self.collisions.p0();
        #[cfg(feature = "recorder")]
        if let Some(tape) = &mut collisions.tape {
            tape.moves.push((entity, crate::ecs::transform_numbers::numbers(&transform)));
        }
        let mut place_collider = |entity: Entity, is_compound: bool, affines: [&GlobalTransform; 2]| {
            place_collider(&mut collisions.colliders, &mut broad_phase, entity, is_compound, affines);
        };
        place_collider(entity, is_compound, [&before, &global]);
        self.stack.clear();
        self.stack.push(entity);
        while let Some(parent) = self.stack.pop() {
            let (Ok(children), Ok((_, parent, _))) = (self.children.get(parent), self.transforms.get(parent))
            else {
                continue;
            };
            let parent = *parent;
            for child in children {
                // A broken hierarchy may contain a circle.
                if *child == entity {
                    continue;
                }
                let Ok((transform, mut global, is_compound)) = self.transforms.get_mut(*child) else {
                    continue;
                };
                let placed = parent.mul_transform(*transform);
                if *global == placed {
                    continue;
                }
                let before = core::mem::replace(&mut *global, placed);
                place_collider(*child, is_compound, [&before, &placed]);
                self.stack.push(*child);
            }
        }
        true
    }

    /// Returns the parent of an entity, with its transform in the world.
    fn parent_of(&self, entity: Entity) -> Option<(Entity, GlobalTransform)> {
        let parent = self.parents.get(entity).ok()?.parent();
        self.transforms.get(parent).ok().map(|(_, global, _)| (parent, *global))
    }

    /// Returns the topmost entity above an entity; `None` if it has no parent.
    pub(super) fn root_above(&self, entity: Entity) -> Option<Entity> {
        ancestors(&self.parents, entity).last().filter(|&root| root != entity)
    }

    /// Splits the parameter, so that the hierarchy can be read during a query.
    pub(super) fn query_and_hierarchy(
        &mut self,
    ) -> (CollisionQuery<'_, D>, impl Fn(Entity, Entity) -> bool + '_) {
        let query = self.collisions.p1();
        let parents = &self.parents;
        (query, move |entity, ancestor| is_below(parents, entity, ancestor))
    }

    /// Returns the translation of an entity in the space of its parent, and that parent with its transform in the
    /// world.
    pub(super) fn local_place(&self, entity: Entity) -> Option<(Vec3, Option<(Entity, GlobalTransform)>)> {
        let (transform, ..) = self.transforms.get(entity).ok()?;
        Some((transform.translation, self.parent_of(entity)))
    }
}

pub(super) fn is_below(parents: &Query<&ChildOf>, entity: Entity, ancestor: Entity) -> bool {
    ancestors(parents, entity).any(|above| above == ancestor)
}

fn ancestors(parents: &Query<&ChildOf>, entity: Entity) -> impl Iterator<Item = Entity> {
    crate::ecs::ancestors(entity, move |entity| parents.get(entity).ok().map(ChildOf::parent))
}

/// Places the collider of an entity whose transform was replaced, if it has one.
fn place_collider<D: Dimension>(
    colliders: &mut Colliders<D>,
    broad_phase: &mut BroadPhase<D>,
    entity: Entity,
    is_compound: bool,
    [before, after]: [&GlobalTransform; 2],
) {
    let Some(slot) = colliders.slot_of(entity) else { return };
    let mut affine = D::affine(after);
    // The frame of a compound may be that of the world, moved to its root.
    if is_compound && *colliders.at(slot).affine() != D::affine(before) {
        affine = <AffineOf<D> as Affine<D::Vector>>::from_translation(affine.translation());
    }
    // What the next run finds invalid it reports.
    let _ = colliders.place(slot, affine);
    broad_phase.follow_change(colliders, slot);
}
