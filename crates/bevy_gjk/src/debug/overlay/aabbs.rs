//! Draws the AABBs of the colliders, and those of the broad phase.

use bevy_color::{Color, Hsla};
use bevy_ecs::prelude::Res;
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{BVec3, Vec3};
use gjk::Vector;

use crate::collider::Dimension;
use crate::debug::overlay::CollisionGizmos;
use crate::debug::overlay::settings::linear;
use crate::debug::overlay::view::{Aabb, ActiveViews, Views};
use crate::detection::Collisions;
use crate::detection::broad_phase::BroadPhase;

/// The least size on the screen, in logical pixels, at which an AABB is drawn. Tuning constant.
const MIN_SIZE: f32 = 2.0;
/// The largest drawn coordinate of an AABB, in world units, for half-spaces. Tuning constant.
const MAX_DRAWN: f32 = 1e6;

/// Draws the AABBs of the colliders.
pub(super) fn draw_aabbs<D: Dimension>(
    collisions: Res<Collisions<D>>,
    mut views: Views,
    mut gizmos: Gizmos<CollisionGizmos>,
) {
    let views = views.update(&gizmos.config.render_layers);
    let color = linear(gizmos.config_ext.bounds_color);
    for placed in collisions.colliders().iter().filter(|it| gizmos.config_ext.shows(it.space())) {
        draw_aabb::<D>(&Aabb::of::<D>(&placed.bounds()), color, views, &mut gizmos);
    }
}

/// Draws the tree of static proxies, each level in a color of its own, and the AABBs of dynamic proxies.
pub(super) fn draw_tree<D: Dimension>(
    broad_phase: Res<BroadPhase<D>>,
    collisions: Res<Collisions<D>>,
    mut views: Views,
    mut gizmos: Gizmos<CollisionGizmos>,
) {
    let views = views.update(&gizmos.config.render_layers);
    let dynamic = linear(gizmos.config_ext.dynamic_color);
    let root = Hsla::from(gizmos.config_ext.tree_color);
    let levels: [Color; LEVELS] = core::array::from_fn(|level| linear(color_of(root, level)));
    broad_phase.visit(collisions.colliders(), gizmos.config_ext.space, |[min, max], depth| {
        let color = depth.map_or(dynamic, |depth| levels[depth as usize % LEVELS]);
        draw_aabb::<D>(&Aabb { min: min.into(), max: max.into() }, color, views, &mut gizmos);
    });
}

/// The number of colors of tree levels, after which they repeat. Tuning constant.
const LEVELS: usize = 12;

/// Returns the color of a level of the tree: the hues of the levels are evenly spaced on the color wheel.
fn color_of(root: Hsla, level: usize) -> Color {
    let offset = 360.0 / LEVELS as f32 * level as f32;
    Color::Hsla(Hsla { hue: (root.hue + offset) % 360.0, ..root })
}

/// Draws the edges of an AABB if it is visible and large enough on the screen.
fn draw_aabb<D: Dimension>(
    aabb: &Aabb,
    color: Color,
    views: ActiveViews,
    gizmos: &mut Gizmos<CollisionGizmos>,
) {
    if !views.pixels_per_unit(aabb).is_some_and(|scale| aabb.size_in_pixels(scale) >= MIN_SIZE) {
        return;
    }
    // The AABB of a half-space may be infinite, but lines have to be finite.
    let [min, max] =
        [aabb.min, aabb.max].map(|end| end.clamp(Vec3::splat(-MAX_DRAWN), Vec3::splat(MAX_DRAWN)));
    let corner = |x: bool, y: bool, z: bool| Vec3::select(BVec3::new(x, y, z), max, min);
    let face = |z| [(false, false), (true, false), (true, true), (false, true)].map(|(x, y)| corner(x, y, z));
    gizmos.lineloop(face(false), color);
    if D::Vector::DIMENSION == 3 {
        gizmos.lineloop(face(true), color);
        for (near, far) in face(false).into_iter().zip(face(true)) {
            gizmos.line(near, far, color);
        }
    }
}
