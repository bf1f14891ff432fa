//! The outlines of the colliders, and the boxes around them.

use bevy_ecs::prelude::{Query, Res};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::Vec3;
use gjk::{Affine, Vector};

use super::{ColliderGizmo, CollisionGizmos};
use crate::collider::{Proxies, State};
use crate::collisions::Collisions;
use crate::dimension::{Dimension, Shape, is_finite};

/// Draws each collider as the systems hold it.
pub(super) fn draw_shapes<D: Dimension>(
    proxies: Res<Proxies<D>>,
    collisions: Res<Collisions<D>>,
    looks: Query<&ColliderGizmo>,
    colliders: Query<&D::Collider>,
    mut gizmos: Gizmos<CollisionGizmos>,
) {
    let overlay = gizmos.config_ext;
    for proxy in proxies.iter() {
        let look = looks.get(proxy.entity).copied().unwrap_or_default();
        if !look.visible {
            continue;
        }
        let place = |point: D::Vector| Vec3::from_array(D::coordinates(proxy.affine.apply(point)));
        match (&proxy.shape, proxy.state) {
            (Ok(shape), State::Active) => {
                let touches = collisions.of(proxy.entity).next().is_some();
                let color = look.color.unwrap_or(if touches { overlay.touching } else { overlay.apart });
                D::Collider::outline(shape, &mut |points| gizmos.linestrip(points.map(place), color));
            }
            _ if is_finite::<D::Vector>(&proxy.affine) => {
                let Ok(collider) = colliders.get(proxy.entity) else { continue };
                let points = collider.points();
                let around = points.iter().chain(points.first()).copied().filter(|point| point.is_finite());
                gizmos.linestrip(around.map(place), overlay.resting);
            }
            _ => {}
        }
    }
}

/// Draws the boxes by which pairs are found.
pub(super) fn draw_bounds<D: Dimension>(proxies: Res<Proxies<D>>, mut gizmos: Gizmos<CollisionGizmos>) {
    let color = gizmos.config_ext.bounds_color;
    for proxy in proxies.iter().filter(|proxy| proxy.state == State::Active) {
        let [min, max] = [proxy.bounds.min, proxy.bounds.max].map(D::coordinates).map(Vec3::from_array);
        let corner = |x: bool, y: bool, z: bool| Vec3::select(bevy_math::BVec3::new(x, y, z), max, min);
        let face =
            |z| [(false, false), (true, false), (true, true), (false, true)].map(|(x, y)| corner(x, y, z));
        gizmos.lineloop(face(false), color);
        if D::Vector::DIMENSION == 3 {
            gizmos.lineloop(face(true), color);
            for (near, far) in face(false).into_iter().zip(face(true)) {
                gizmos.line(near, far, color);
            }
        }
    }
}
