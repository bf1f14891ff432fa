//! The outlines of the colliders, and the boxes around them.

use core::ops::ControlFlow;

use bevy_ecs::prelude::{Query, Res};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::Vec3;
use gjk::{Affine, Vector};

use super::{ColliderGizmo, CollisionGizmos};
use crate::collider::{Form, State};
use crate::collisions::Collisions;
use crate::dimension::{Dimension, Shape, is_finite};

/// Draws each collider as the systems hold it.
pub(super) fn draw_shapes<D: Dimension>(
    collisions: Res<Collisions<D>>,
    looks: Query<&ColliderGizmo>,
    colliders: Query<&D::Collider>,
    mut gizmos: Gizmos<CollisionGizmos>,
) {
    let overlay = gizmos.config_ext;
    for placed in collisions.colliders.all() {
        let look = looks.get(placed.entity).copied().unwrap_or_default();
        if !look.visible {
            continue;
        }
        let place = |point: D::Vector| Vec3::from_array(D::coordinates(placed.affine.apply(point)));
        match (&placed.shape, placed.state) {
            (Ok(form), State::Active) => {
                let touches = collisions.of(placed.entity).next().is_some();
                let color = look.color.unwrap_or(if touches { overlay.touching } else { overlay.apart });
                match form {
                    Form::Convex(shape) => {
                        D::Collider::outline(shape, &mut |points| gizmos.linestrip(points.map(place), color));
                    }
                    Form::Parts(_) => {
                        let _ = placed.parts_in_order(
                            |_| Some(0.0),
                            |_, part| {
                                let place =
                                    |point| Vec3::from_array(D::coordinates(part.affine().apply(point)));
                                D::Collider::outline(part.shape(), &mut |points| {
                                    gizmos.linestrip(points.map(place), color);
                                });
                                ControlFlow::Continue(())
                            },
                        );
                    }
                }
            }
            _ if is_finite::<D::Vector>(&placed.affine) => {
                let Ok(collider) = colliders.get(placed.entity) else { continue };
                let points = collider.points();
                let around = points.iter().chain(points.first()).copied().filter(|point| point.is_finite());
                gizmos.linestrip(around.map(place), overlay.resting);
            }
            _ => {}
        }
    }
}

/// Draws the boxes by which pairs are found.
pub(super) fn draw_bounds<D: Dimension>(collisions: Res<Collisions<D>>, mut gizmos: Gizmos<CollisionGizmos>) {
    let color = gizmos.config_ext.bounds_color;
    for placed in collisions.colliders().iter() {
        let [min, max] = [placed.bounds.min, placed.bounds.max].map(D::coordinates).map(Vec3::from_array);
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
