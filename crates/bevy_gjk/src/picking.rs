//! A backend for Bevy's picking: pointers meet colliders.

use core::marker::PhantomData;

use bevy_app::{App, Plugin, PreUpdate};
use bevy_camera::Camera;
use bevy_camera::visibility::{InheritedVisibility, RenderLayers};
use bevy_ecs::prelude::{
    Component, Entity, Has, IntoScheduleConfigs, MessageWriter, Query, ReflectComponent, ReflectResource,
    Res, Resource, resource_exists,
};
use bevy_picking::Pickable;
use bevy_picking::PickingSystems;
use bevy_picking::backend::ray::RayMap;
use bevy_picking::backend::{HitData, PointerHits};
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use bevy_shape::Ray3d;
use bevy_transform::components::GlobalTransform;
use gjk::{Vec3, Vector};

use crate::collider::Dimension;
use crate::collisions::Collisions;
use crate::query::{CollisionQuery, QueryFilter};

/// Lets pointers pick colliders: [`dim2::CollisionPickingPlugin`](crate::dim2::CollisionPickingPlugin) or
/// [`dim3::CollisionPickingPlugin`](crate::dim3::CollisionPickingPlugin). Needs Bevy's `PickingPlugin`.
///
/// Every collider can be picked, with or without anything to see, and exactly in its shape. In the plane it is
/// picked where the pointer's ray meets the plane of its entity's z, so that of two the upper one comes first.
/// It has no part who has [`Pickable::IGNORE`], who is hidden, and who shares no
/// [`RenderLayers`] with the camera; who else has, can be told in [`CollisionPickingSettings`].
///
/// It runs in `PreUpdate`, as picking does, and asks where the colliders were in the last frame: that is what
/// the pointer was seen to point at.
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// # use bevy_picking::prelude::*;
/// use bevy_gjk::dim2::prelude::*;
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn(Collider::circle(20.0)).observe(|click: On<PointerClick>| {
///         println!("{} was clicked at {:?}", click.entity, click.hit.position);
///     });
/// }
///
/// App::new().add_plugins((CollisionPlugin::default(), CollisionPickingPlugin::default()));
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CollisionPickingPlugin<D: Dimension>(PhantomData<D>);

impl<D: Dimension> Default for CollisionPickingPlugin<D> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<D: Dimension> Plugin for CollisionPickingPlugin<D> {
    fn build(&self, app: &mut App) {
        app.register_type::<CollisionPickingSettings>()
            .register_type::<CollisionPickingCamera>()
            .init_resource::<CollisionPickingSettings>()
            .add_message::<PointerHits>()
            .add_systems(
                PreUpdate,
                pick::<D>
                    .in_set(PickingSystems::Backend)
                    .run_if(resource_exists::<RayMap>)
                    .run_if(resource_exists::<Collisions<D>>),
            );
    }
}

/// Who takes part in [picking](CollisionPickingPlugin).
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Resource, Default, Debug, Clone, PartialEq)]
pub struct CollisionPickingSettings {
    /// Only cameras with [`CollisionPickingCamera`] pick, and only entities with [`Pickable`] are picked.
    pub require_markers: bool,
}

/// Marks a camera whose pointers pick colliders, where
/// [`require_markers`](CollisionPickingSettings::require_markers) asks for it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component, Default, Debug, Clone, PartialEq)]
pub struct CollisionPickingCamera;

/// What decides about an entity, and where its plane is.
type Target = (
    Option<&'static Pickable>,
    Option<&'static InheritedVisibility>,
    Option<&'static RenderLayers>,
    &'static GlobalTransform,
);

/// Tells what each pointer's ray meets.
fn pick<D: Dimension>(
    rays: Res<RayMap>,
    settings: Res<CollisionPickingSettings>,
    cameras: Query<(&Camera, Has<CollisionPickingCamera>, Option<&RenderLayers>)>,
    targets: Query<Target>,
    query: CollisionQuery<D>,
    mut hits: MessageWriter<PointerHits>,
) {
    for (&id, &ray) in rays.iter() {
        let Ok((camera, is_marked, seen)) = cameras.get(id.camera) else { continue };
        if settings.require_markers && !is_marked {
            continue;
        }
        let seen = seen.unwrap_or_default();
        let can_be_picked = |entity| {
            let Ok((pickable, visibility, layers, _)) = targets.get(entity) else { return false };
            pickable.map_or(!settings.require_markers, |pickable| pickable.is_hoverable)
                && visibility.is_none_or(|visibility| visibility.get())
                && seen.intersects(layers.unwrap_or_default())
        };
        let filter = QueryFilter::ALL.matching(&can_be_picked);
        let mut picks = Vec::new();
        let hit = |entity, (depth, point, normal)| {
            picks.push((entity, HitData::new(id.camera, depth, Some(point), Some(normal))));
        };
        if D::Vector::DIMENSION == 3 {
            pick_in_space(&query, ray, &filter, hit);
        } else {
            let height = |entity| targets.get(entity).map(|target| target.3.translation().z).ok();
            pick_in_plane(&query, ray, &filter, height, hit);
        }
        if !picks.is_empty() {
            hits.write(PointerHits::new(id.pointer, picks, camera.order as f32));
        }
    }
}

/// How far away, where, and with which normal.
type Place = (f32, Vec3, Vec3);

fn pick_in_space<D: Dimension>(
    query: &CollisionQuery<D>,
    ray: Ray3d,
    filter: &QueryFilter,
    mut hit: impl FnMut(Entity, Place),
) {
    let [origin, direction] = [ray.origin, *ray.direction].map(part_of::<D>);
    query.cast_ray_each(origin, direction, f32::INFINITY, filter, |found| {
        let [point, normal] = [found.point, found.normal].map(|it| Vec3::from_array(D::coordinates(it)));
        hit(found.entity, (found.distance, point, normal));
    });
}

fn pick_in_plane<D: Dimension>(
    query: &CollisionQuery<D>,
    ray: Ray3d,
    filter: &QueryFilter,
    height: impl Fn(Entity) -> Option<f32>,
    mut hit: impl FnMut(Entity, Place),
) {
    let direction = *ray.direction;
    let normal = Vec3::new(0.0, 0.0, -direction.z.signum());
    let mut check = |entity| {
        let Some(height) = height(entity) else { return };
        let depth = (height - ray.origin.z) / direction.z;
        let point = ray.origin + direction * depth;
        if depth >= 0.0 && depth.is_finite() && query.contains(entity, part_of::<D>(point)) {
            hit(entity, (depth, point.with_z(height), normal));
        }
    };
    // All that the ray passes over, or the point below it.
    let [origin, along] = [ray.origin, direction].map(part_of::<D>);
    if along == D::Vector::ZERO {
        query.intersections_with_point(origin, filter, check);
    } else {
        query.cast_ray_each(origin, along, f32::INFINITY, filter, |found| check(found.entity));
    }
}

/// The coordinates that the dimension has.
fn part_of<D: Dimension>(point: Vec3) -> D::Vector {
    (0..D::Vector::DIMENSION)
        .fold(D::Vector::ZERO, |sum, index| sum + D::Vector::axis(index) * point.to_array()[index])
}
