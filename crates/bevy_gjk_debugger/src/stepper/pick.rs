//! The choice of the pair: the [`StepThrough`] component, and picking by a ray.

use bevy_ecs::prelude::{Component, Entity, Insert, On, Query, ReflectComponent, Remove, ResMut};
use bevy_math::Vec3;
use bevy_reflect::Reflect;
use bevy_shape::Ray3d;
use core::ops::ControlFlow;
use gjk::{Aabb, Segment, Vector};

use crate::stepper::CollisionStepper;
use crate::stepper::view::to_vec3;
use bevy_gjk::{Collisions, Dimension};

/// The center and the radius that a half-space gets in picking, in world units, so that it is behind all other
/// colliders. Tuning constant.
const HALF_SPACE_SPHERE: (Vec3, f32) = (Vec3::splat(1e4), 2e4);

/// Shows the test of this entity's collider against another one in the [`CollisionStepper`] while the component is
/// present. Of several, the last one inserted is shown.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::dim2::Collider;
/// use bevy_gjk_debugger::StepThrough;
///
/// fn spawn(mut commands: Commands) {
///     let wall = commands.spawn(Collider::rectangle(1.0, 20.0)).id();
///     commands.spawn((Collider::circle(1.0), StepThrough(wall)));
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[type_path = "bevy_gjk_debugger"]
#[component(immutable)]
#[reflect(Component, Clone, Debug, PartialEq)]
pub struct StepThrough(#[entities] pub Entity);

/// Shows the pair of an inserted component.
pub(super) fn on_insert<D: Dimension>(
    inserted: On<Insert<StepThrough>>,
    components: Query<&StepThrough>,
    mut stepper: ResMut<CollisionStepper<D>>,
) {
    if let Ok(&StepThrough(other)) = components.get(inserted.entity) {
        stepper.show(inserted.entity, other);
    }
}

/// Turns the stepper off if it shows the pair of a removed component and is not frozen.
pub(super) fn on_remove<D: Dimension>(
    removed: On<Remove<StepThrough>>,
    components: Query<&StepThrough>,
    mut stepper: ResMut<CollisionStepper<D>>,
) {
    let Ok(&StepThrough(other)) = components.get(removed.entity) else { return };
    if stepper.pair == Some([removed.entity, other]) && !stepper.frozen {
        stepper.stop();
    }
}

impl<D: Dimension> CollisionStepper<D> {
    /// Shows the test of the two colliders that are nearest to a ray; in 2D, to the point where the ray crosses the
    /// plane z = 0. Does nothing if there are fewer than two colliders.
    ///
    /// To pick a pair with the mouse, take the ray from `Camera::viewport_to_world`.
    pub fn pick(&mut self, collisions: &Collisions<D>, ray: Ray3d) {
        let Some(a) = nearest(collisions, ray, |_| true) else { return };
        let Some(b) = nearest(collisions, ray, |entity| entity != a) else { return };
        if a.index() < b.index() { self.show(a, b) } else { self.show(b, a) }
    }
}

/// Returns the collider nearest to a ray, of those that are asked for; of those that it hits, the one with the nearest
/// center, and of those in the same place the one with the lowest index.
pub(super) fn nearest<D: Dimension>(
    collisions: &Collisions<D>,
    ray: Ray3d,
    is_asked_for: impl Fn(Entity) -> bool,
) -> Option<Entity> {
    let all = collisions.colliders().iter().filter(|placed| is_asked_for(placed.entity()));
    let all = all.map(|placed| {
        let (segment, from_center) = near_segment::<D>(&placed.bounds(), ray);
        let mut distance = f32::INFINITY;
        let _ = placed.parts_within(&placed.bounds(), |_, part| {
            let closest = gjk::closest_points(part, &segment);
            distance = distance.min(closest.map_or(0.0, |closest| closest.distance));
            ControlFlow::Continue(())
        });
        // Without the entity, it would be the order of the table, which depends on what was spawned and despawned.
        ((distance, from_center, placed.entity().index()), placed.entity())
    });
    all.reduce(|best, next| if next.0 < best.0 { next } else { best }).map(|(_, entity)| entity)
}

/// Returns the segment of a ray that a collider with an AABB can touch, since a longer one would be less precise, and
/// the distance of the center of the AABB from the ray. In 2D the segment is the point where the ray crosses the plane
/// z = 0.
fn near_segment<D: Dimension>(bounds: &Aabb<D::Vector>, ray: Ray3d) -> (Segment<D::Vector>, f32) {
    let [min, max] = [bounds.min, bounds.max].map(to_vec3::<D>);
    let (center, radius) = ((min + max) * 0.5, (max - min).length() * 0.5);
    // The AABB of a half-space may be infinite.
    let (center, radius) =
        if center.is_finite() && radius.is_finite() { (center, radius) } else { HALF_SPACE_SPHERE };
    let point_at = |distance: f32| ray.origin + *ray.direction * distance.max(0.0);
    let [from, to, near] = if D::Vector::DIMENSION == 2 {
        let distance = -ray.origin.z / ray.direction.z;
        [point_at(if distance.is_finite() { distance } else { 0.0 }); 3]
    } else {
        let distance = ray.direction.dot(center - ray.origin);
        [point_at(distance - radius), point_at(distance + radius), point_at(distance)]
    };
    // The first coordinates of a point, as many as the dimension has.
    let point = |point: Vec3| {
        let axes = (0..D::Vector::DIMENSION).map(|index| D::Vector::axis(index) * point[index]);
        axes.fold(D::Vector::ZERO, |sum, axis| sum + axis)
    };
    (Segment::new([from, to].map(point)), near.distance(center))
}
