//! Draws the two shapes in the world, with the vertices of the step and the result.

use bevy_color::{Alpha, Color};
use bevy_gjk::Dimension;
use bevy_math::Vec3;
use gjk::Vector;
use gjk::trace::DifferencePoint;

use crate::stepper::CollisionTrace;
use crate::stepper::draw::canvas::Canvas;
use crate::stepper::draw::difference::Difference;
use crate::stepper::recording::Picture;
use crate::stepper::snapshot::Snapshot;
use crate::stepper::step_text::{is_vertex, vertex_name};
use crate::stepper::view::{center_of, to_vec3};

/// Draws the state at one step, and with the last step the result.
pub(super) fn draw<D: Dimension>(
    canvas: &mut Canvas,
    trace: &CollisionTrace<D>,
    difference: Option<&Difference<D>>,
    is_last: bool,
) {
    let picture = &trace.picture;
    let colors = [canvas.colors.a, canvas.colors.b];
    let sides = [0, 1].map(|index| {
        let center = center_of(picture.shapes[index].iter().flatten().copied());
        Side { index, letter: ["a", "b"][index], color: colors[index], center, picture }
    });
    for side in &sides {
        for strip in &picture.shapes[side.index] {
            canvas.line_strip(strip.iter().copied(), side.color);
        }
    }
    for (side, name) in sides.iter().zip(["A", "B"]) {
        canvas.name(side.center, sides[1 - side.index].center, name, side.color);
    }
    if let Some(difference) = difference {
        sides.iter().for_each(|side| side.draw_support(canvas, difference, is_last));
        sides.iter().for_each(|side| side.draw_corners::<D>(canvas, difference.snapshot));
    }
    let snapshot = difference.map(|difference| difference.snapshot);
    sides.iter().for_each(|side| side.draw_first_vertex(canvas, snapshot));
    if is_last {
        draw_result(canvas, trace);
    }
}

/// One of the two shapes.
struct Side<'a> {
    index: usize,
    letter: &'static str,
    color: Color,
    /// Names are written on the side away from it.
    center: Vec3,
    picture: &'a Picture,
}

impl Side<'_> {
    /// Returns the vertex of this shape that makes a point of the difference.
    fn vertex<D: Dimension>(&self, point: &DifferencePoint<D::Vector>) -> Vec3 {
        self.picture.origins[self.index] + to_vec3::<D>([point.on_a, point.on_b][self.index])
    }

    /// Writes the name of a vertex that makes a point of the difference, if it has an id.
    fn name_vertex<D: Dimension>(&self, canvas: &mut Canvas, point: &DifferencePoint<D::Vector>) {
        let id = point.ids[self.index];
        if is_vertex(id) {
            canvas.name(self.vertex::<D>(point), self.center, vertex_name(self.letter, id), self.color);
        }
    }

    /// Draws the vertex that the step found.
    fn draw_support<D: Dimension>(&self, canvas: &mut Canvas, difference: &Difference<D>, is_last: bool) {
        let Some((direction, point)) = difference.snapshot.support else { return };
        let vertex = self.vertex::<D>(&point);
        canvas.dashed(vertex, difference.vertex(&point), self.color.with_alpha(0.6));
        canvas.dot(vertex, canvas.colors.support);
        canvas.halo(vertex, canvas.colors.support, 20);
        if !is_last {
            let direction = to_vec3::<D>(direction) * if self.index == 0 { 1.0 } else { -1.0 };
            canvas.pointer(vertex, direction, canvas.colors.direction);
        }
        self.name_vertex::<D>(canvas, &point);
    }

    /// Draws the vertices of the facet or the simplex, each once.
    fn draw_corners<D: Dimension>(&self, canvas: &mut Canvas, snapshot: &Snapshot<D::Vector>) {
        let mut drawn: Vec<_> = snapshot.support.iter().map(|(_, point)| self.vertex::<D>(point)).collect();
        for corner in corners(snapshot) {
            let vertex = self.vertex::<D>(corner);
            if !drawn.contains(&vertex) {
                drawn.push(vertex);
                canvas.dot(vertex, self.color);
                self.name_vertex::<D>(canvas, corner);
            }
        }
    }

    /// Draws the vertex with the id 0, from which the others are counted.
    fn draw_first_vertex<V: Vector>(&self, canvas: &mut Canvas, snapshot: Option<&Snapshot<V>>) {
        let Some(vertex) = self.picture.first_vertices[self.index] else { return };
        canvas.halo(vertex, self.color, 4);
        let is_named = snapshot.is_some_and(|snapshot| {
            let mut named = corners(snapshot).iter().chain(snapshot.support.as_ref().map(|(_, point)| point));
            named.any(|point| point.ids[self.index] == 0)
        });
        if !is_named {
            canvas.name(vertex, self.center, vertex_name(self.letter, 0), self.color);
        }
    }
}

/// Draws the contact or the closest points.
fn draw_result<D: Dimension>(canvas: &mut Canvas, trace: &CollisionTrace<D>) {
    let color = canvas.colors.nearest;
    let of_contact = trace.contact().map(|contact| [contact.on_a, contact.on_b]);
    let of_distance = trace.closest_points().map(|closest| [closest.on_a, closest.on_b]);
    let Some([on_a, on_b]) = of_contact.or(of_distance).map(|points| points.map(to_vec3::<D>)) else {
        return;
    };
    canvas.cross(on_a, color);
    canvas.cross(on_b, color);
    match trace.contact() {
        Some(contact) => canvas.arrow(on_b, on_b + to_vec3::<D>(contact.normal) * contact.depth, color),
        None => canvas.bold(on_a, on_b, color),
    }
}

/// Returns the vertices of the facet or the simplex of a step.
fn corners<'t, V: Vector>(snapshot: &Snapshot<'t, V>) -> &'t [DifferencePoint<V>] {
    snapshot.facet.map_or(snapshot.simplex, |facet| facet.vertices)
}
