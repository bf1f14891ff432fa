//! Draws the moves of characters from their [`MoveTrace`]s: where they stopped, what they pressed against, and the
//! steps that they tried.

use bevy_color::{Alpha, Color};
use bevy_ecs::prelude::{Entity, Local, Query, Res};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{Vec2, Vec3};
use gjk::{Affine, Vector};

use crate::collider::{AffineOf, ConvexOf, Dimension, Shape, to_vec3};
use crate::debug::overlay::CollisionGizmos;
use crate::debug::overlay::marks::{Labels, Pen, Place};
use crate::debug::overlay::settings::linear;
use crate::debug::overlay::shapes::{circle_sides, to_world};
use crate::debug::overlay::view::{Aabb, Views};
use crate::detection::Collisions;
use crate::movement::{MoveEnd, MoveEvent, MoveResponse, MoveTrace, SweepPurpose};

// Sizes of marks in logical pixels, at a mark size of 1. Tuning constants.
/// Half the size of the drawn part of a plane.
const PLANE: f32 = 12.0;
/// The least length of an arrow: the path of a frame may be shorter than a pixel.
const ARROW: f32 = 28.0;
const ARROW_TIP: f32 = 6.0;
/// The opacity of a ghost.
const GHOST: f32 = 0.5;

/// Draws the last move of each character with a trace.
pub(super) fn draw_moves<D: Dimension>(
    traces: Query<(Entity, &MoveTrace<D>)>,
    collisions: Res<Collisions<D>>,
    mut views: Views,
    mut labels: Local<Labels>,
    mut gizmos: Gizmos<CollisionGizmos>,
) {
    let overlay = gizmos.config_ext;
    let views = views.update(&gizmos.config.render_layers);
    labels.clear();
    let [moved, wanted, plane, refused] =
        [overlay.move_color, overlay.wanted_color, overlay.plane_color, overlay.refused_color].map(linear);
    for (entity, trace) in &traces {
        let Some(placed) = collisions.colliders().get(entity).filter(|_| !trace.is_empty()) else { continue };
        if !overlay.shows(placed.space()) {
            continue;
        }
        let Some(shape) = placed.shape().and_then(|shape| shape.convex()) else { continue };
        let aabb = Aabb::of::<D>(&placed.bounds());
        let place = to_vec3::<D>(trace.translation());
        let Some(pen) = Pen::at(&mut gizmos, views, &aabb, place) else { continue };
        let sides = circle_sides(aabb.size_in_pixels(1.0 / pen.pixel));
        let mut pen = MovePen::<D> { pen, shape, affine: placed.affine(), sides };
        pen.ghost(trace.start(), wanted);
        pen.arrow(trace.start(), trace.wanted(), wanted);
        for (index, event) in trace.events().iter().enumerate() {
            match event {
                MoveEvent::Pushed(push) => {
                    for part in &push.by {
                        pen.plane(part.point, part.normal, plane);
                    }
                    pen.path(push.from, push.from + push.moved, moved);
                }
                MoveEvent::Swept(sweep) if sweep.is_taken => {
                    pen.path(sweep.from, sweep.to(), moved);
                    if sweep.allowed != sweep.wanted && sweep.purpose != SweepPurpose::Down {
                        pen.arrow(sweep.from, sweep.allowed, moved);
                    }
                    if let Some(hit) = sweep.hit.filter(|_| sweep.response != Some(MoveResponse::Pass)) {
                        pen.plane(hit.point, hit.normal, plane);
                    }
                }
                MoveEvent::Step(step) => {
                    let Some(refusal) = step.refusal else { continue };
                    let attempt = trace.events()[..index].iter().rev().map_while(MoveEvent::sweep);
                    let from = to_vec3::<D>(step.from);
                    let mut farthest = from;
                    for sweep in attempt.take_while(|sweep| sweep.is_of_step()) {
                        pen.path(sweep.from, sweep.to(), refused);
                        let to = to_vec3::<D>(sweep.to());
                        if to.distance_squared(from) > farthest.distance_squared(from) {
                            farthest = to;
                        }
                    }
                    let point = farthest + Vec3::Y * (aabb.max.y - place.y);
                    let above = Place { point, outward: Vec2::Y, color: refused };
                    labels.write_text(&mut pen.pen, above, refusal);
                }
                _ => {}
            }
        }
        if let Some(end) = trace.end().filter(|end| *end != MoveEnd::Arrived) {
            let point = Vec3::new(0.5 * (aabb.min.x + aabb.max.x), aabb.min.y, place.z);
            labels.write_text(&mut pen.pen, Place { point, outward: Vec2::NEG_Y, color: refused }, end);
        }
    }
}

/// Draws the move of one character.
struct MovePen<'p, 'w, 's, D: Dimension> {
    pen: Pen<'p, 'w, 's>,
    /// The shape of the character, its placement, and the number of sides of its circles.
    shape: &'p ConvexOf<D>,
    affine: &'p AffineOf<D>,
    sides: u32,
}

impl<D: Dimension> MovePen<'_, '_, '_, D> {
    /// Draws the wireframe of the character at a place.
    fn ghost(&mut self, place: D::Vector, color: Color) {
        let placed = self.affine.with_translation(place);
        D::Collider::draw(self.shape, self.sides, &mut |points| {
            self.pen.gizmos.linestrip(points.map(to_world::<D>(&placed)), color.with_alpha(GHOST));
        });
    }

    /// Draws a straight path, and a ghost where it ends.
    fn path(&mut self, from: D::Vector, to: D::Vector, color: Color) {
        if from != to {
            self.pen.gizmos.line(to_vec3::<D>(from), to_vec3::<D>(to), color);
            self.ghost(to, color);
        }
    }

    /// Draws a motion as an arrow that is long enough to be seen.
    fn arrow(&mut self, from: D::Vector, motion: D::Vector, color: Color) {
        let [from, motion] = [from, motion].map(to_vec3::<D>);
        let length = motion.length();
        if length > 0.0 && length.is_finite() {
            let shown = motion * (length.max(ARROW * self.pen.mark()) / length);
            self.pen.arrow([from, from + shown], ARROW_TIP, color);
        }
    }

    /// Draws a part of a plane around a point, with the normal of the surface. `normal` points out of the surface.
    fn plane(&mut self, point: D::Vector, normal: D::Vector, color: Color) {
        let [point, outward] = [point, normal].map(to_vec3::<D>);
        let Some(outward) = outward.try_normalize() else { return };
        let size = PLANE * self.pen.mark();
        if D::Vector::DIMENSION == 2 {
            let along = Vec3::new(-outward.y, outward.x, 0.0) * size;
            self.pen.gizmos.line(point - along, point + along, color);
        } else {
            let (one, two) = outward.any_orthonormal_pair();
            let corners = [one + two, one - two, -one - two, two - one].map(|corner| point + corner * size);
            self.pen.gizmos.lineloop(corners, color);
        }
        self.pen.arrow([point, point + outward * size], 0.5 * ARROW_TIP, color);
    }
}
