//! Boxes: those around the colliders, and those of the broad phase around them.

use bevy_color::{Color, Hsla};
use bevy_ecs::prelude::Res;
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{BVec3, Vec3};
use gjk::Vector;

use crate::broad_phase::BroadPhase;
use crate::collider::Dimension;
use crate::collisions::Collisions;
use crate::overlay::CollisionGizmos;
use crate::overlay::settings::linear;
use crate::overlay::view::{Extent, Eyes, Views};

/// What is smaller on the screen, in logical pixels, is left out.
const LEAST: f32 = 2.0;
/// How far a box without end is drawn.
const FAR: f32 = 1e6;

/// Draws the boxes by which pairs are found.
pub(super) fn draw_bounds<D: Dimension>(
    collisions: Res<Collisions<D>>,
    mut views: Views,
    mut gizmos: Gizmos<CollisionGizmos>,
) {
    let eyes = views.look(&gizmos.config.render_layers);
    let color = linear(gizmos.config_ext.bounds_color);
    for placed in collisions.colliders().iter() {
        draw_box::<D>(&Extent::of::<D>(&placed.bounds()), color, eyes, &mut gizmos);
    }
}

/// Draws the tree of what rests, each level in a colour of its own, and the boxes of what is swept.
pub(super) fn draw_tree<D: Dimension>(
    boxes: Res<BroadPhase<D>>,
    collisions: Res<Collisions<D>>,
    mut views: Views,
    mut gizmos: Gizmos<CollisionGizmos>,
) {
    let eyes = views.look(&gizmos.config.render_layers);
    let swept = linear(gizmos.config_ext.dynamic_color);
    let root = Hsla::from(gizmos.config_ext.tree_color);
    let levels: [Color; LEVELS] = core::array::from_fn(|level| linear(color_of(root, level)));
    boxes.visit(collisions.colliders(), |[min, max], depth| {
        let color = depth.map_or(swept, |depth| levels[depth as usize % LEVELS]);
        draw_box::<D>(&Extent { min: min.into(), max: max.into() }, color, eyes, &mut gizmos);
    });
}

/// After so many levels of the tree the colours begin anew.
const LEVELS: usize = 12;

/// The colour of a level of the tree: one after the other round the circle of hues.
fn color_of(root: Hsla, level: usize) -> Color {
    let turn = 360.0 / LEVELS as f32 * level as f32;
    Color::Hsla(Hsla { hue: (root.hue + turn) % 360.0, ..root })
}

/// The edges of a box, if it is seen and large enough.
fn draw_box<D: Dimension>(extent: &Extent, color: Color, eyes: Eyes, gizmos: &mut Gizmos<CollisionGizmos>) {
    if !eyes.density(extent).is_some_and(|density| Eyes::size(extent, density) >= LEAST) {
        return;
    }
    // A half-space has no end, but what is drawn needs one.
    let [min, max] = [extent.min, extent.max].map(|end| end.clamp(Vec3::splat(-FAR), Vec3::splat(FAR)));
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
