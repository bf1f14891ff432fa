//! Boxes: those around the colliders, and those of the broad phase around them.

use bevy_color::{Color, Hsla};
use bevy_ecs::prelude::Res;
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{BVec3, Vec3};
use gjk::Vector;

use super::CollisionGizmos;
use super::view::{Extent, Eyes, Views};
use crate::broad_phase::BroadPhase;
use crate::collisions::Collisions;
use crate::dimension::Dimension;

/// What is smaller on the screen, in logical pixels, is left out.
const LEAST: f32 = 2.0;

/// Draws the boxes by which pairs are found.
pub(super) fn draw_bounds<D: Dimension>(
    collisions: Res<Collisions<D>>,
    mut views: Views,
    mut gizmos: Gizmos<CollisionGizmos>,
) {
    let eyes = views.look(&gizmos.config.render_layers);
    let color = gizmos.config_ext.bounds_color;
    for placed in collisions.colliders().iter() {
        draw_box::<D>(&Extent::of::<D>(&placed.bounds), color, eyes, &mut gizmos);
    }
}

/// Draws the tree of what rests, each level in a colour of its own, and the boxes of what is swept.
pub(super) fn draw_tree<D: Dimension>(
    boxes: Res<BroadPhase<D>>,
    mut views: Views,
    mut gizmos: Gizmos<CollisionGizmos>,
) {
    let eyes = views.look(&gizmos.config.render_layers);
    let root = gizmos.config_ext.tree_color;
    boxes.visit(|[min, max], depth| {
        let color = match depth {
            Some(depth) => level(root, depth),
            None => gizmos.config_ext.swept_color,
        };
        draw_box::<D>(&Extent::between(min.into(), max.into()), color, eyes, &mut gizmos);
    });
}

/// The colour of a level of the tree: each is turned a little further round the circle of hues.
fn level(root: Color, depth: u32) -> Color {
    let root = Hsla::from(root);
    Color::Hsla(Hsla { hue: (root.hue + 25.0 * depth as f32) % 360.0, ..root })
}

/// The edges of a box, if it is seen, large enough, and has an end.
fn draw_box<D: Dimension>(extent: &Extent, color: Color, eyes: Eyes, gizmos: &mut Gizmos<CollisionGizmos>) {
    let [min, max] = extent.corners();
    let seen = eyes.density(extent).is_some_and(|density| Eyes::size(extent, density) >= LEAST);
    // Beyond, a graphics card cannot tell where the edges are.
    if !seen || !((max - min).max_element() < 1e9) {
        return;
    }
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
