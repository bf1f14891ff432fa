//! A backend for `bevy_picking`: pointers hit colliders.
//!
//! In 3D the ray of each pointer is cast against all colliders. In 2D each collider lies in the plane of its entity's z
//! coordinate: the ray is intersected with that plane, and the point is tested for containment. A camera picks in the
//! space that its own [`CollisionSpace`] names.

use core::marker::PhantomData;

use bevy_app::{App, Plugin, PreUpdate};
use bevy_camera::Camera;
use bevy_camera::visibility::{InheritedVisibility, RenderLayers};
use bevy_ecs::prelude::{
    Component, Entity, Has, IntoScheduleConfigs, MessageWriter, Query, ReflectComponent, ReflectResource,
    Res, Resource, SystemSet, resource_exists,
};
use bevy_log::warn;
use bevy_picking::Pickable;
use bevy_picking::PickingSystems;
use bevy_picking::backend::ray::{RayId, RayMap};
use bevy_picking::backend::{HitData, PointerHits};
use bevy_picking::pointer::PointerId;
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use bevy_shape::Ray3d;
use bevy_transform::components::GlobalTransform;
use gjk::{Vec3, Vector};

use crate::collider::{CollisionSpace, Dimension, GridCell, to_vec3};
use crate::detection::Collisions;
use crate::detection::proxies::EntityOrder;
use crate::ecs::feature_plugins;
use crate::query::{CollisionQuery, QueryFilter};

/// Lets pointers pick colliders: [`dim2::CollisionPickingPlugin`](crate::dim2::CollisionPickingPlugin) or
/// [`dim3::CollisionPickingPlugin`](crate::dim3::CollisionPickingPlugin). Needs Bevy's `PickingPlugin`.
///
/// Every collider can be picked by its exact shape, whether or not its entity is drawn. In 2D a collider is hit where
/// the ray of the pointer crosses the plane of its entity's z coordinate, so that the upper one of two is nearer. Of
/// hits at the same depth, those of a later entity by [`Entity`]'s order come first: Bevy draws entities that become
/// visible together in this order, the last on top. Give overlapping things different depths to be sure: what becomes
/// visible or changes its material later is drawn on top of what has the same depth. Entities with
/// [`Pickable::IGNORE`], hidden entities and entities without a common [`RenderLayers`] layer with the camera are not
/// picked. [`CollisionPickingSettings`] can restrict picking to marked cameras and entities.
///
/// The backend runs in `PreUpdate` like the rest of picking, and uses the colliders of the last frame, which is the
/// frame that the user saw.
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
#[derive(Clone, Copy, Debug, Default)]
#[doc(alias("mouse", "pick", "picking", "pointer", "click"))]
pub struct CollisionPickingPlugin<D: Dimension>(PhantomData<D>);

impl<D: Dimension> Plugin for CollisionPickingPlugin<D> {
    fn build(&self, app: &mut App) {
        feature_plugins::note_plugin::<Self>(app);
        app.register_type::<CollisionPickingSettings>()
            .register_type::<CollisionPickingCamera>()
            .init_resource::<CollisionPickingSettings>()
            .add_message::<PointerHits>()
            .configure_sets(PreUpdate, (PickDimension(2), PickDimension(3)).chain())
            .add_systems(
                PreUpdate,
                pick::<D>
                    .in_set(PickDimension(D::Vector::DIMENSION))
                    .in_set(PickingSystems::Backend)
                    .run_if(resource_exists::<RayMap>)
                    .run_if(resource_exists::<Collisions<D>>),
            );
    }

    fn finish(&self, app: &mut App) {
        let name = D::NAME;
        if !app.world().contains_resource::<RayMap>() {
            warn!("the {name} CollisionPickingPlugin does nothing: add Bevy's DefaultPickingPlugins");
        }
        if !app.world().contains_resource::<Collisions<D>>() {
            warn!("the {name} CollisionPickingPlugin does nothing: add the {name} CollisionPlugin");
        }
    }
}

/// The system of a dimension. Those of 2D run first, so that the hits of both are written in one order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct PickDimension(usize);

/// The settings of [picking](CollisionPickingPlugin).
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[type_path = "bevy_gjk"]
#[reflect(Resource, Default, Debug, Clone, PartialEq)]
pub struct CollisionPickingSettings {
    /// Whether only cameras with [`CollisionPickingCamera`] pick, and only entities with [`Pickable`] are picked.
    pub require_markers: bool,
}

/// Marks a camera whose pointers pick colliders if
/// [`require_markers`](CollisionPickingSettings::require_markers) is set.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[type_path = "bevy_gjk"]
#[reflect(Component, Default, Debug, Clone, PartialEq)]
pub struct CollisionPickingCamera;

/// The components of a camera that decide what it picks.
type CameraData = (
    &'static Camera,
    Has<CollisionPickingCamera>,
    Option<&'static RenderLayers>,
    Option<&'static CollisionSpace>,
);

/// The components that decide whether an entity can be picked, and its transform for the z coordinate.
type Target = (
    Option<&'static Pickable>,
    Option<&'static InheritedVisibility>,
    Option<&'static RenderLayers>,
    &'static GlobalTransform,
);

/// Writes the hits of the ray of each pointer.
fn pick<D: Dimension>(
    rays: Res<RayMap>,
    settings: Res<CollisionPickingSettings>,
    cameras: Query<CameraData>,
    targets: Query<Target>,
    query: CollisionQuery<D>,
    mut hits: MessageWriter<PointerHits>,
) {
    for (id, ray) in in_order(&rays) {
        let Ok((camera, is_marked, camera_layers, space)) = cameras.get(id.camera) else { continue };
        if settings.require_markers && !is_marked {
            continue;
        }
        let camera_layers = camera_layers.unwrap_or_default();
        let can_be_picked = |entity| {
            let Ok((pickable, visibility, layers, _)) = targets.get(entity) else { return false };
            pickable.map_or(!settings.require_markers, |pickable| pickable.is_hoverable)
                && visibility.is_none_or(|visibility| visibility.get())
                && camera_layers.intersects(layers.unwrap_or_default())
        };
        let space = space.copied().unwrap_or_default();
        let filter = QueryFilter::ALL.in_space(space).matching(can_be_picked);
        let mut picks = Vec::new();
        let hit = |entity, (depth, point, normal), cell: Option<GridCell<D>>| {
            let (position, normal) = (Some(point), Some(normal));
            let data = match cell {
                Some(cell) => HitData::new_with_extra(id.camera, depth, position, normal, cell),
                None => HitData::new(id.camera, depth, position, normal),
            };
            picks.push((entity, data));
        };
        if D::Vector::DIMENSION == 3 {
            pick_3d(&query, ray, &filter, hit);
        } else {
            let z_of = |entity| targets.get(entity).map(|target| target.3.translation().z).ok();
            pick_2d(&query, ray, &filter, z_of, hit);
        }
        // Bevy sorts by depth alone and keeps the order of ties, and the first of them hides the others.
        picks.sort_unstable_by(|(one, one_hit), (other, other_hit)| {
            let order = |entity| query.colliders().order_of(entity);
            let by_order = || match query.colliders().has_keys() {
                true => order(*other).cmp(&order(*one)),
                false => other.cmp(one),
            };
            one_hit.depth.total_cmp(&other_hit.depth).then_with(by_order)
        });
        if !picks.is_empty() {
            hits.write(PointerHits::new(id.pointer, picks, camera.order as f32));
        }
    }
}

/// Returns the rays in the order of their cameras, then of their pointers, whatever order the map has them in.
fn in_order(rays: &RayMap) -> Vec<(RayId, Ray3d)> {
    let pointer_order = |pointer| match pointer {
        PointerId::Mouse => (0, 0),
        PointerId::Touch(id) => (1, u128::from(id)),
        PointerId::Custom(id) => (2, id.as_u128()),
    };
    let mut rays: Vec<_> = rays.iter().map(|(&id, &ray)| (id, ray)).collect();
    rays.sort_unstable_by_key(|(id, _)| (EntityOrder::of(id.camera, None), pointer_order(id.pointer)));
    rays
}

/// The depth of a hit along the ray, its point and its normal.
type Hit = (f32, Vec3, Vec3);

/// Reports the colliders that a ray hits.
fn pick_3d<D: Dimension>(
    query: &CollisionQuery<D>,
    ray: Ray3d,
    filter: &QueryFilter<impl Fn(Entity) -> bool>,
    mut hit: impl FnMut(Entity, Hit, Option<GridCell<D>>),
) {
    let [origin, direction] = [ray.origin, *ray.direction].map(project::<D>);
    let Ok(direction) = D::Direction::try_from(direction) else { return };
    query.cast_ray_each(origin, direction, f32::INFINITY, filter, |found| {
        let [point, normal] = [found.point, found.normal].map(to_vec3::<D>);
        let cell = query.get(found.entity).and_then(|collider| collider.cell(found.part));
        hit(found.entity, (found.distance, point, normal), cell);
    });
}

/// Reports the colliders that contain the point where a ray crosses the plane of their z coordinate.
fn pick_2d<D: Dimension>(
    query: &CollisionQuery<D>,
    ray: Ray3d,
    filter: &QueryFilter<impl Fn(Entity) -> bool>,
    z_of: impl Fn(Entity) -> Option<f32>,
    mut hit: impl FnMut(Entity, Hit, Option<GridCell<D>>),
) {
    let direction = *ray.direction;
    let normal = Vec3::new(0.0, 0.0, -direction.z.signum());
    let mut check = |entity| {
        let Some(z) = z_of(entity) else { return };
        let depth = (z - ray.origin.z) / direction.z;
        let point = ray.origin + direction * depth;
        if depth >= 0.0 && depth.is_finite() && query.contains(entity, project::<D>(point)) {
            let cell = query.get(entity).and_then(|collider| collider.cell_at(project::<D>(point)));
            hit(entity, (depth, point.with_z(z), normal), cell);
        }
    };
    // The candidates lie below the ray; a ray along z projects to a point.
    let [origin, along] = [ray.origin, direction].map(project::<D>);
    match D::Direction::try_from(along) {
        Ok(along) => query.cast_ray_each(origin, along, f32::INFINITY, filter, |found| check(found.entity)),
        Err(_) => query.intersections_with_point(origin, filter, check),
    }
}

/// Returns the first coordinates of a point, as many as the dimension has.
fn project<D: Dimension>(point: Vec3) -> D::Vector {
    (0..D::Vector::DIMENSION)
        .fold(D::Vector::ZERO, |sum, index| sum + D::Vector::axis(index) * point.to_array()[index])
}
