//! Draws the wireframes of the colliders.

use bevy_color::{Color, Mix};
use bevy_ecs::prelude::{Local, Query, Res};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::Vec3;
use gjk::{Affine, Placed, Vector};

use crate::collider::bvh::QueryByBound;
use crate::collider::{
    AffineOf, ColliderShape, CompositeShape, ConvexOf, Dimension, Shape, is_finite, to_vec3,
};
use crate::debug::overlay::settings::linear;
use crate::debug::overlay::view::{Aabb, ActiveViews, Views};
use crate::debug::overlay::{ColliderGizmo, CollisionGizmos};
use crate::detection::Collisions;
use crate::detection::proxies::{PlacedCollider, State};

/// The size on the screen, in logical pixels, below which a collider is drawn as a single line. Tuning constant.
const MIN_SIZE: f32 = 2.0;
/// The largest distance of a side from its circle, in logical pixels. Tuning constant.
const TOLERANCE: f32 = 0.25;
/// The least and the largest number of sides of a circle. Tuning constants.
const MIN_SIDES: f32 = 8.0;
const MAX_SIDES: f32 = 128.0;

/// Draws the wireframe of each valid collider as of the last run, and the points of each invalid one.
pub(super) fn draw_shapes<D: Dimension>(
    collisions: Res<Collisions<D>>,
    overrides: Query<&ColliderGizmo>,
    colliders: Query<&D::Collider>,
    mut views: Views,
    mut touching: Local<Vec<bool>>,
    mut gizmos: Gizmos<CollisionGizmos>,
) {
    let overlay = gizmos.config_ext;
    let views = views.update(&gizmos.config.render_layers);
    mark_touching(&collisions, &mut touching);
    let [apart, touching_color] = [overlay.apart, overlay.touching].map(linear);
    // The color of a collider by its layer and its state.
    let color_of = |placed: &PlacedCollider<D>, touches: bool| {
        let layer = placed.filter.layers.memberships.0.trailing_zeros() as usize;
        match overlay.layer_colors.get(layer % overlay.layer_colors.len().max(1)) {
            Some(color) if touches => linear(color.mix(&Color::WHITE, 0.5)),
            Some(&color) => linear(color),
            None if touches => touching_color,
            None => apart,
        }
    };
    let any_override = !overrides.is_empty();
    for placed in collisions.colliders.all() {
        let gizmo =
            if any_override { overrides.get(placed.entity).copied() } else { Ok(ColliderGizmo::default()) };
        let gizmo = gizmo.unwrap_or_default();
        if !gizmo.visible || !overlay.shows(placed.space()) {
            continue;
        }
        match (&placed.shape, placed.state) {
            (Ok(shape), State::Active) => {
                let touches = touching[placed.slot as usize];
                let color = gizmo.color.map(linear).unwrap_or_else(|| color_of(placed, touches));
                draw_shape(placed, shape, color, views, &mut gizmos);
            }
            _ if is_finite::<D::Vector>(&placed.affine) => {
                let Ok(collider) = colliders.get(placed.entity) else { continue };
                let points = collider.points();
                let closed = points.iter().chain(points.first()).copied().filter(|point| point.is_finite());
                gizmos.linestrip(closed.map(to_world::<D>(&placed.affine)), overlay.invalid_color);
            }
            _ => {}
        }
    }
}

/// Returns the number of sides of a circle with this diameter on the screen, in logical pixels. It is a multiple of
/// four, so that the polygon is as large as the circle along the axes.
pub(super) fn circle_sides(size: f32) -> u32 {
    // The middle of one of n sides is r (1 - cos(pi / n)) from the circle, which is about r (pi / n)^2 / 2.
    let sides = core::f32::consts::PI * (0.5 * size / (2.0 * TOLERANCE)).sqrt();
    // A NaN or an infinite size gets the maximum.
    let sides = if sides < MAX_SIDES { sides.max(MIN_SIDES) } else { MAX_SIDES };
    4 * (0.25 * sides) as u32
}

/// Draws the visible convex parts of a collider.
fn draw_shape<D: Dimension>(
    placed: &PlacedCollider<D>,
    shape: &ColliderShape<D>,
    color: Color,
    views: ActiveViews,
    gizmos: &mut Gizmos<CollisionGizmos>,
) {
    let aabb = Aabb::of::<D>(&placed.bounds());
    let Some(pixels_per_unit) = views.pixels_per_unit(&aabb) else { return };
    let size = aabb.size_in_pixels(pixels_per_unit);
    if size < MIN_SIZE {
        return gizmos.line(aabb.min, aabb.max, color);
    }
    let sides = circle_sides(size);
    let draw = |shape: &_, affine: &_, gizmos: &mut Gizmos<CollisionGizmos>| {
        D::Collider::draw(shape, sides, &mut |points| {
            gizmos.linestrip(points.map(to_world::<D>(affine)), color);
        });
    };
    match shape {
        ColliderShape::Convex(convex) => draw(convex, &placed.affine, gizmos),
        ColliderShape::Composite(composite) => {
            each_visible_part(composite, &placed.affine, views, &mut |index, part| {
                if composite.has_cells() {
                    draw_cell::<D>(composite, (index, part.shape(), part.affine()), sides, &mut |line| {
                        gizmos.line(line[0], line[1], color);
                    });
                } else if !composite.draw(index, |[from, to]| {
                    let to_world = to_world::<D>(part.affine());
                    gizmos.line(to_world(from), to_world(to), color);
                }) {
                    draw(part.shape(), part.affine(), gizmos);
                }
            });
        }
    }
}

/// Calls `visit` with each placed part of a shape that is not outside of all views.
pub(super) fn each_visible_part<D: Dimension>(
    composite: &CompositeShape<D>,
    affine: &AffineOf<D>,
    views: ActiveViews,
    visit: &mut dyn FnMut(u32, &Placed<&ConvexOf<D>, D::Vector>),
) {
    let is_visible = |bounds: &_| views.pixels_per_unit(&Aabb::of::<D>(bounds)).map(|_| 0.0);
    let visible = QueryByBound::<D, _>::new(is_visible);
    composite.search(affine, &visible, f32::MAX, &mut |index, part, limit| {
        visit(index, part);
        limit
    });
}

/// Draws the lines of a cell's wireframe that are not between two cells.
fn draw_cell<D: Dimension>(
    composite: &CompositeShape<D>,
    (index, shape, affine): (u32, &ConvexOf<D>, &AffineOf<D>),
    sides: u32,
    line: &mut impl FnMut([Vec3; 2]),
) {
    D::Collider::draw(shape, sides, &mut |points| {
        let mut last: Option<D::Vector> = None;
        for point in points {
            if let Some(from) = last.replace(point)
                && !composite.hides(index, [from, point])
            {
                line([from, point].map(to_world::<D>(affine)));
            }
        }
    });
}

/// Returns the function that maps local points of a shape to world space.
pub(super) fn to_world<D: Dimension>(affine: &<D::Vector as Vector>::Affine) -> impl Fn(D::Vector) -> Vec3 {
    move |point| to_vec3::<D>(affine.apply(point))
}

/// Sets for each slot of the collider table whether its collider touches another, or touched it on its way.
fn mark_touching<D: Dimension>(collisions: &Collisions<D>, touching: &mut Vec<bool>) {
    touching.clear();
    touching.resize(collisions.colliders.len(), false);
    let pairs = collisions.contacts.iter(&collisions.colliders);
    for pair in pairs.filter(|pair| pair.state.touches()) {
        for slot in pair.slots {
            touching[slot as usize] = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_stay_within_half_a_pixel_of_the_circle() {
        for size in [1.0, 3.0, 17.0, 100.0, 640.0, 1500.0] {
            let sides = circle_sides(size);
            assert_eq!(sides % 4, 0);
            let error = 0.5 * size * (1.0 - (core::f32::consts::PI / sides as f32).cos());
            assert!(error < 0.5, "{size}: {sides} sides are {error} off");
        }
    }

    #[test]
    fn the_number_of_sides_is_bounded() {
        assert_eq!([0.0, 2.0, 12.0, 100.0].map(circle_sides), [8, 8, 8, 28]);
        assert_eq!([1e6, f32::INFINITY, f32::NAN].map(circle_sides), [128; 3]);
    }
}
