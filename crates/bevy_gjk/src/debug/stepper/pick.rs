//! The choice of the pair: the [`StepThrough`] component, and picking by a ray.

use bevy_ecs::prelude::{Component, Entity, Insert, On, Query, ReflectComponent, Remove, ResMut};
use bevy_math::Vec3;
use bevy_reflect::Reflect;
use bevy_shape::Ray3d;
use gjk::{Segment, Support, Vector};

use crate::collider::Dimension;
use crate::collider::bvh::AabbDistance;
use crate::debug::stepper::CollisionStepper;
use crate::detection::Collisions;
use crate::detection::proxies::PlacedCollider;

/// The center and the radius that a half-space gets in picking, in world units, so that it is behind all other
/// colliders. Tuning constant.
const HALF_SPACE_SPHERE: (Vec3, f32) = (Vec3::splat(1e4), 2e4);

/// Shows the test of this entity's collider against another one in the [`CollisionStepper`] while the component is
/// present. Of several, the last one inserted is shown.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::{dim2::Collider, stepper::StepThrough};
///
/// fn spawn(mut commands: Commands) {
///     let wall = commands.spawn(Collider::rectangle(1.0, 20.0)).id();
///     commands.spawn((Collider::circle(1.0), StepThrough(wall)));
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[type_path = "bevy_gjk"]
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
        if let Some([a, b]) = nearest_pair(collisions, ray) {
            self.show(a, b);
        }
    }
}

/// Returns the two colliders nearest to a ray; of those that it hits, the ones with the nearest centers, and of those in
/// the same place the ones with the lowest indices.
pub(super) fn nearest_pair<D: Dimension>(collisions: &Collisions<D>, ray: Ray3d) -> Option<[Entity; 2]> {
    let a = nearest(collisions, ray, |_| true)?;
    let b = nearest(collisions, ray, |entity| entity != a)?;
    let order = |entity| collisions.colliders().order_of(entity);
    Some(if order(a) < order(b) { [a, b] } else { [b, a] })
}

/// Returns the collider nearest to a ray, of those that are asked for; see [`nearest_pair`].
pub(super) fn nearest<D: Dimension>(
    collisions: &Collisions<D>,
    ray: Ray3d,
    is_asked_for: impl Fn(Entity) -> bool,
) -> Option<Entity> {
    let all = collisions.colliders().iter().filter(|placed| is_asked_for(placed.entity));
    // Without the entities, it would be the order of the table, which depends on what was spawned and despawned.
    let order = |placed: &PlacedCollider<D>| collisions.colliders().order(placed.slot);
    let all = all.map(|placed| (distance::<D>(placed, ray), order(placed), placed.entity));
    all.reduce(|best, next| if next < best { next } else { best }).map(|(.., entity)| entity)
}

/// Returns the distances of a collider and of its center from a ray.
fn distance<D: Dimension>(placed: &PlacedCollider<D>, ray: Ray3d) -> (f32, f32) {
    let gjk::Aabb { min, max } = placed.bounds();
    let [min, max] = [min, max].map(D::coordinates).map(Vec3::from_array);
    let (center, radius) = ((min + max) * 0.5, (max - min).length() * 0.5);
    // The AABB of a half-space may be infinite.
    let (center, radius) =
        if center.is_finite() && radius.is_finite() { (center, radius) } else { HALF_SPACE_SPHERE };
    let point_at = |distance: f32| ray.origin + *ray.direction * distance.max(0.0);
    let [from, to, near] = if D::Vector::DIMENSION == 2 {
        let distance = -ray.origin.z / ray.direction.z;
        [point_at(if distance.is_finite() { distance } else { 0.0 }); 3]
    } else {
        // Only the segment of the ray that the collider can touch: a longer one would be less precise.
        let distance = ray.direction.dot(center - ray.origin);
        [point_at(distance - radius), point_at(distance + radius), point_at(distance)]
    };
    let segment = Segment::new([from, to].map(point::<D>));
    let least = match placed.placed() {
        // It may be a half-space.
        Some(convex) => distance_to::<D>(&convex, &segment),
        None => {
            let reach = AabbDistance::new::<D>(&segment.aabb());
            placed.search_parts(&reach, f32::INFINITY, &mut |_, part, limit| {
                limit.min(distance_to::<D>(part, &segment))
            })
        }
    };
    (least, near.distance(center))
}

/// Returns the distance of a part from a segment; 0 if they meet.
fn distance_to<D: Dimension>(part: &impl Support<D::Vector>, segment: &Segment<D::Vector>) -> f32 {
    gjk::closest_points(part, segment).map_or(0.0, |closest| closest.distance)
}

/// Returns the first coordinates of a point, as many as the dimension has.
fn point<D: Dimension>(point: Vec3) -> D::Vector {
    let axes = (0..D::Vector::DIMENSION).map(|index| D::Vector::axis(index) * point[index]);
    axes.fold(D::Vector::ZERO, |sum, axis| sum + axis)
}
