//! The outlines of the colliders.

use core::ops::ControlFlow;

use bevy_color::{Color, Mix};
use bevy_ecs::prelude::{Local, Query, Res};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::Vec3;
use gjk::{Affine, Vector};

use crate::collider::ColliderShape;
use crate::collider::{Dimension, Shape, is_finite};
use crate::collisions::Collisions;
use crate::contacts::PairState;
use crate::overlay::detail::sides;
use crate::overlay::settings::linear;
use crate::overlay::view::{Extent, Eyes, Views};
use crate::overlay::{ColliderGizmo, CollisionGizmos};
use crate::proxies::{PlacedCollider, State};

/// What is smaller on the screen, in logical pixels, is drawn as a dot.
const DOT: f32 = 2.0;

/// Draws each collider as the systems hold it.
pub(super) fn draw_shapes<D: Dimension>(
    collisions: Res<Collisions<D>>,
    looks: Query<&ColliderGizmo>,
    colliders: Query<&D::Collider>,
    mut views: Views,
    mut touching: Local<Vec<bool>>,
    mut gizmos: Gizmos<CollisionGizmos>,
) {
    let overlay = gizmos.config_ext;
    let eyes = views.look(&gizmos.config.render_layers);
    mark_touching(&collisions, &mut touching);
    let palette = Palette::of(overlay);
    let any_look = !looks.is_empty();
    for placed in collisions.colliders.all() {
        let look = if any_look { looks.get(placed.entity).copied() } else { Ok(ColliderGizmo::default()) };
        let look = look.unwrap_or_default();
        if !look.visible {
            continue;
        }
        match (&placed.shape, placed.state) {
            (Ok(form), State::Active) => {
                let touches = touching[placed.slot as usize];
                let color = look.color.map(linear).unwrap_or_else(|| palette.color(placed, touches));
                draw_form(placed, form, color, eyes, &mut gizmos);
            }
            _ if is_finite::<D::Vector>(&placed.affine) => {
                let Ok(collider) = colliders.get(placed.entity) else { continue };
                let points = collider.points();
                let around = points.iter().chain(points.first()).copied().filter(|point| point.is_finite());
                gizmos.linestrip(around.map(place::<D>(&placed.affine)), overlay.resting);
            }
            _ => {}
        }
    }
}

/// Draws what a collider is made of, as far as it is seen.
fn draw_form<D: Dimension>(
    placed: &PlacedCollider<D>,
    form: &ColliderShape<D>,
    color: Color,
    eyes: Eyes,
    gizmos: &mut Gizmos<CollisionGizmos>,
) {
    let extent = Extent::of::<D>(&placed.bounds());
    let Some(density) = eyes.density(&extent) else { return };
    if Eyes::size(&extent, density) < DOT {
        return gizmos.line(extent.min, extent.max, color);
    }
    let sides = sides(Eyes::size(&extent, density));
    let mut draw = |shape: &_, affine: &_| {
        D::Collider::outline(shape, sides, &mut |points| {
            gizmos.linestrip(points.map(place::<D>(affine)), color);
        });
    };
    match form {
        ColliderShape::Convex(shape) => draw(shape, &placed.affine),
        ColliderShape::Composite(parts) => {
            let seen = |bounds: &_| eyes.density(&Extent::of::<D>(bounds)).map(|_| 0.0);
            let _ = parts.visit(&placed.affine, seen, |_, part| {
                draw(part.shape(), part.affine());
                ControlFlow::Continue(())
            });
        }
    }
}

/// Where a map puts the points of a shape.
fn place<D: Dimension>(affine: &<D::Vector as Vector>::Affine) -> impl Fn(D::Vector) -> Vec3 {
    move |point| Vec3::from_array(D::coordinates(affine.apply(point)))
}

/// Notes which places of the table touch something.
fn mark_touching<D: Dimension>(collisions: &Collisions<D>, touching: &mut Vec<bool>) {
    touching.clear();
    touching.resize(collisions.colliders.len(), false);
    let pairs = collisions.contacts.iter(&collisions.colliders);
    for pair in pairs.filter(|pair| matches!(pair.state, PairState::Touching(_))) {
        for slot in pair.slots {
            touching[slot as usize] = true;
        }
    }
}

/// The colours of outlines, as they are drawn.
struct Palette<'o> {
    apart: Color,
    touching: Color,
    layers: &'o [Color],
}

impl<'o> Palette<'o> {
    fn of(overlay: &'o CollisionGizmos) -> Self {
        Self {
            apart: linear(overlay.apart),
            touching: linear(overlay.touching),
            layers: &overlay.layer_colors,
        }
    }

    fn color<D: Dimension>(&self, placed: &PlacedCollider<D>, touches: bool) -> Color {
        let layer = placed.settings.layers.memberships.0.trailing_zeros() as usize;
        match self.layers.get(layer % self.layers.len().max(1)) {
            Some(color) if touches => linear(color.mix(&Color::WHITE, 0.5)),
            Some(&color) => linear(color),
            None if touches => self.touching,
            None => self.apart,
        }
    }
}
