//! Which pair is shown.

use core::ops::ControlFlow::{Break, Continue};

use bevy_ecs::prelude::{Component, Entity, Insert, On, Query, ReflectComponent, Remove, ResMut};
use bevy_math::Vec3;
use bevy_reflect::Reflect;
use bevy_shape::Ray3d;
use gjk::{Segment, Vector};

use crate::collider::Dimension;
use crate::collisions::Collisions;
use crate::proxies::PlacedCollider;
use crate::stepper::CollisionStepper;

/// Where something is that is everywhere: behind all others.
const FAR: (Vec3, f32) = (Vec3::splat(1e4), 2e4);

/// Shows how the test of this entity's collider against another's runs, in the [`CollisionStepper`], for as
/// long as the component is there. The last one inserted counts.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// use bevy_gjk::{StepThrough, dim2::Collider};
///
/// fn spawn(mut commands: Commands) {
///     let wall = commands.spawn(Collider::rectangle(1.0, 20.0)).id();
///     commands.spawn((Collider::circle(1.0), StepThrough(wall)));
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Reflect)]
#[component(immutable)]
#[reflect(Component, Clone, Debug, PartialEq)]
pub struct StepThrough(#[entities] pub Entity);

/// Shows the pair that a component names.
pub(super) fn begin<D: Dimension>(
    inserted: On<Insert<StepThrough>>,
    asked: Query<&StepThrough>,
    mut stepper: ResMut<CollisionStepper<D>>,
) {
    if let Ok(&StepThrough(other)) = asked.get(inserted.entity) {
        stepper.show(inserted.entity, other);
    }
}

/// Shows it no more.
pub(super) fn end<D: Dimension>(
    removed: On<Remove<StepThrough>>,
    asked: Query<&StepThrough>,
    mut stepper: ResMut<CollisionStepper<D>>,
) {
    let Ok(&StepThrough(other)) = asked.get(removed.entity) else { return };
    if stepper.pair == Some([removed.entity, other]) && !stepper.frozen {
        stepper.stop();
    }
}

impl<D: Dimension> CollisionStepper<D> {
    /// Shows the test of the two colliders that are nearest to a ray; in the plane, to the point where the ray
    /// meets it. Nothing changes where there are not two.
    ///
    /// To pick a pair with the mouse, take the ray from `Camera::viewport_to_world`.
    pub fn pick(&mut self, collisions: &Collisions<D>, ray: Ray3d) {
        if let Some([a, b]) = nearest_pair(collisions, ray) {
            self.show(a, b);
        }
    }
}

/// The two colliders nearest to a ray; of those that it goes through, the ones whose middle is nearest.
pub(super) fn nearest_pair<D: Dimension>(collisions: &Collisions<D>, ray: Ray3d) -> Option<[Entity; 2]> {
    let mut nearest: [Option<((f32, f32), Entity)>; 2] = [None; 2];
    for placed in collisions.colliders().iter() {
        let mut entry = Some((distance::<D>(placed, ray), placed.entity));
        for place in &mut nearest {
            if place.is_none_or(|(other, _)| entry.is_some_and(|(distance, _)| distance < other)) {
                core::mem::swap(place, &mut entry);
            }
        }
    }
    let [a, b] = nearest.map(|entry| entry.map(|(_, entity)| entity));
    let (a, b) = (a?, b?);
    Some(if a.index_u32() < b.index_u32() { [a, b] } else { [b, a] })
}

/// How far a collider is from a ray, and how far its middle.
fn distance<D: Dimension>(placed: &PlacedCollider<D>, ray: Ray3d) -> (f32, f32) {
    let gjk::Aabb { min, max } = placed.bounds();
    let [min, max] = [min, max].map(D::coordinates).map(Vec3::from_array);
    let (middle, radius) = ((min + max) * 0.5, (max - min).length() * 0.5);
    // The box of a half-space has no middle, and no end.
    let (middle, radius) = if middle.is_finite() && radius.is_finite() { (middle, radius) } else { FAR };
    let along = |way: f32| ray.origin + *ray.direction * way.max(0.0);
    let [from, to, near] = if D::Vector::DIMENSION == 2 {
        let way = -ray.origin.z / ray.direction.z;
        [along(if way.is_finite() { way } else { 0.0 }); 3]
    } else {
        // As much of the ray as the collider can meet: a longer one would cost precision.
        let way = ray.direction.dot(middle - ray.origin);
        [along(way - radius), along(way + radius), along(way)]
    };
    let segment = Segment::new([from, to].map(point::<D>));
    let mut least = f32::INFINITY;
    let _ = placed.parts_in_order(
        |_| Some(0.0),
        |_, part| {
            least = least.min(gjk::closest_points(part, &segment).map_or(0.0, |closest| closest.distance));
            if least > 0.0 { Continue(()) } else { Break(()) }
        },
    );
    (least, near.distance(middle))
}

/// A point of the world as one of the dimension.
fn point<D: Dimension>(point: Vec3) -> D::Vector {
    let axes = (0..D::Vector::DIMENSION).map(|index| D::Vector::axis(index) * point[index]);
    axes.fold(D::Vector::ZERO, |sum, axis| sum + axis)
}
