//! Draws the moves of characters from their [`MoveTrace`]s: where they stopped, what they pressed against, and the steps
//! that they tried.

use bevy_color::{Alpha, Color};
use bevy_ecs::prelude::{Entity, Local, Query, Res};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{Vec2, Vec3};
use gjk::{Affine, Vector};

use crate::collider::{AffineOf, ConvexOf, Dimension, Shape};
use crate::debug::overlay::CollisionGizmos;
use crate::debug::overlay::contacts::arrow;
use crate::debug::overlay::detail::circle_sides;
use crate::debug::overlay::label::{Labels, Place};
use crate::debug::overlay::settings::linear;
use crate::debug::overlay::shapes::to_world;
use crate::debug::overlay::view::{Aabb, View, Views};
use crate::detection::Collisions;
use crate::movement::{MoveEnd, MoveEvent, MoveTrace, SweepPurpose, TracedSweep};

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
        let Some(shape) = placed.shape().and_then(|shape| shape.convex()) else { continue };
        let aabb = Aabb::of::<D>(&placed.bounds());
        let Some(view) = views.first_seeing(&aabb) else { continue };
        let Some(pixel) = view.pixel_at(to_vec3::<D>(trace.translation())) else { continue };
        let sides = circle_sides(aabb.size_in_pixels(1.0 / pixel));
        let mut pen = Pen::<D> {
            gizmos: &mut gizmos,
            view,
            mark: pixel * overlay.mark_size,
            ghost: Ghost { shape, affine: placed.affine(), sides },
        };
        let start = to_vec3::<D>(trace.start());
        pen.ghost(trace.start(), wanted);
        pen.arrow(start, to_vec3::<D>(trace.wanted()), wanted);
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
                        pen.arrow(to_vec3::<D>(sweep.from), to_vec3::<D>(sweep.allowed), moved);
                    }
                    if let Some(hit) = sweep.hit.filter(|_| was_blocked(sweep)) {
                        pen.plane(hit.point, hit.normal, plane);
                    }
                }
                MoveEvent::Step(step) => {
                    let Some(refusal) = step.refusal else { continue };
                    let attempt = trace.events()[..index].iter().rev().map_while(MoveEvent::sweep);
                    let mut farthest = step.from;
                    for sweep in attempt.take_while(|sweep| sweep.is_of_step()) {
                        pen.path(sweep.from, sweep.to(), refused);
                        farthest = farthest_of::<D>([farthest, sweep.to()], step.from);
                    }
                    let head = Vec3::Y * (aabb.max.y - to_vec3::<D>(trace.translation()).y);
                    let point = to_vec3::<D>(farthest) + head;
                    let above = Place { point, pixel, outward: Vec2::Y, color: refused };
                    labels.write_text(pen.gizmos, view, above, &refusal);
                }
                _ => {}
            }
        }
        if let Some(end) = trace.end().filter(|end| *end != MoveEnd::Arrived) {
            let below =
                Vec3::new(0.5 * (aabb.min.x + aabb.max.x), aabb.min.y, to_vec3::<D>(trace.translation()).z);
            let place = Place { point: below, pixel, outward: Vec2::NEG_Y, color: refused };
            labels.write_text(&mut gizmos, view, place, &end);
        }
    }
}

/// Returns whether a sweep ended at something that was not passed.
fn was_blocked<D: Dimension>(sweep: &TracedSweep<D>) -> bool {
    sweep.response != Some(crate::movement::MoveResponse::Pass)
}

/// Returns the point that is farther from a place.
fn farthest_of<D: Dimension>([one, two]: [D::Vector; 2], from: D::Vector) -> D::Vector {
    let distance = |point: D::Vector| to_vec3::<D>(point).distance_squared(to_vec3::<D>(from));
    if distance(two) > distance(one) { two } else { one }
}

fn to_vec3<D: Dimension>(point: D::Vector) -> Vec3 {
    Vec3::from_array(D::coordinates(point))
}

/// The shape of a character, to be drawn at several places.
struct Ghost<'s, D: Dimension> {
    shape: &'s ConvexOf<D>,
    affine: &'s AffineOf<D>,
    sides: u32,
}

/// What is needed to draw the move of one character.
struct Pen<'p, 'w, 's, D: Dimension> {
    gizmos: &'p mut Gizmos<'w, 's, CollisionGizmos>,
    view: &'p View,
    /// The size of a pixel in the world, times the size of marks.
    mark: f32,
    ghost: Ghost<'p, D>,
}

impl<D: Dimension> Pen<'_, '_, '_, D> {
    /// Draws the wireframe of the character at a place.
    fn ghost(&mut self, place: D::Vector, color: Color) {
        let Ghost { shape, affine, sides } = &self.ghost;
        let placed = affine.with_translation(place);
        let gizmos = &mut self.gizmos;
        D::Collider::draw(shape, *sides, &mut |points| {
            gizmos.linestrip(points.map(to_world::<D>(&placed)), color.with_alpha(GHOST));
        });
    }

    /// Draws a straight path, and a ghost where it ends.
    fn path(&mut self, from: D::Vector, to: D::Vector, color: Color) {
        if from != to {
            self.gizmos.line(to_vec3::<D>(from), to_vec3::<D>(to), color);
            self.ghost(to, color);
        }
    }

    /// Draws a motion as an arrow that is long enough to be seen.
    fn arrow(&mut self, from: Vec3, motion: Vec3, color: Color) {
        let length = motion.length();
        if length > 0.0 && length.is_finite() {
            let shown = motion * (length.max(ARROW * self.mark) / length);
            arrow(self.gizmos, [from, from + shown], ARROW_TIP * self.mark, self.view.rotation, color);
        }
    }

    /// Draws a part of a plane around a point, with the normal of the surface. `normal` points out of the surface.
    fn plane(&mut self, point: D::Vector, normal: D::Vector, color: Color) {
        let (point, outward) = (to_vec3::<D>(point), to_vec3::<D>(normal));
        let Some(outward) = outward.try_normalize() else { return };
        let size = PLANE * self.mark;
        if D::Vector::DIMENSION == 2 {
            let along = Vec3::new(-outward.y, outward.x, 0.0) * size;
            self.gizmos.line(point - along, point + along, color);
        } else {
            let (one, two) = outward.any_orthonormal_pair();
            let corners = [one + two, one - two, -one - two, two - one].map(|corner| point + corner * size);
            self.gizmos.lineloop(corners, color);
        }
        let ends = [point, point + outward * size];
        arrow(self.gizmos, ends, 0.5 * ARROW_TIP * self.mark, self.view.rotation, color);
    }
}
