//! Draws the two shapes in the world, with the vertices of the step and the result.

use bevy_color::{Alpha, Color};
use bevy_math::Vec3;
use gjk::Vector;
use gjk::trace::DifferencePoint;

use crate::stepper::CollisionTrace;
use crate::stepper::draw::canvas::Canvas;
use crate::stepper::draw::{Bounds, Shown, to_vec3};
use crate::stepper::layout::Layout;
use crate::stepper::snapshot::Snapshot;
use crate::stepper::step_text::{vertex_name, vertex_name_with_id};
use bevy_gjk::Dimension;

/// Draws the state at one step, and with the last step the result.
pub(super) fn draw<D: Dimension>(canvas: &mut Canvas, layout: &Layout, shown: &Shown<D>) {
    let picture = &shown.trace.picture;
    // Names are written on the side away from these centers.
    let centers = [0, 1].map(|index| {
        let points = picture.shapes[index].points().iter().map(to_vec3::<D>);
        Bounds::of(points).map_or(Vec3::ZERO, Bounds::center)
    });
    let colors = [canvas.colors.a, canvas.colors.b];
    let sides = [0, 1].map(|index| Side {
        index,
        letter: ["a", "b"][index],
        color: colors[index],
        center: centers[index],
        origin: picture.origins[index],
    });
    for side in &sides {
        for strip in picture.shapes[side.index].iter() {
            canvas.line_strip(strip.iter().map(to_vec3::<D>), side.color);
        }
    }
    for (side, name) in sides.iter().zip(["A", "B"]) {
        canvas.name(side.center, centers[1 - side.index], name, side.color);
    }
    if let Some(snapshot) = shown.snapshot {
        sides.iter().for_each(|side| side.draw_support::<D>(canvas, layout, snapshot, shown.is_last));
        sides.iter().for_each(|side| side.draw_corners::<D>(canvas, snapshot));
    }
    sides.iter().for_each(|side| side.draw_first_vertex::<D>(canvas, shown));
    if shown.is_last {
        draw_result(canvas, shown.trace);
    }
}

/// One of the two shapes.
struct Side<V> {
    index: usize,
    letter: &'static str,
    color: Color,
    center: Vec3,
    /// Where the coordinates of its vertices begin.
    origin: V,
}

impl<V: Vector<Scalar = f32>> Side<V> {
    /// Returns the vertex of this shape that makes a point of the difference.
    fn vertex<D: Dimension<Vector = V>>(&self, point: &DifferencePoint<V>) -> Vec3 {
        to_vec3::<D>(&(self.origin + [point.on_a, point.on_b][self.index]))
    }

    /// Writes the name of a vertex that makes a point of the difference.
    fn name_vertex<D: Dimension<Vector = V>>(&self, canvas: &mut Canvas, point: &DifferencePoint<V>) {
        let name = vertex_name_with_id(self.letter, point.ids[self.index]);
        canvas.name(self.vertex::<D>(point), self.center, name, self.color);
    }

    /// Draws the vertex that the step found.
    fn draw_support<D: Dimension<Vector = V>>(
        &self,
        canvas: &mut Canvas,
        layout: &Layout,
        snapshot: &Snapshot<V>,
        is_last: bool,
    ) {
        let Some((direction, point)) = snapshot.support else { return };
        let colors = canvas.colors;
        let vertex = self.vertex::<D>(&point);
        let found = layout.world_point(to_vec3::<D>(&V::narrow(point.point)));
        canvas.dashed(vertex, found, self.color.with_alpha(0.6));
        canvas.dot(vertex, colors.support);
        canvas.halo(vertex, colors.support);
        if !is_last {
            let direction = to_vec3::<D>(&direction);
            canvas.pointer(vertex, if self.index == 0 { direction } else { -direction }, colors.direction);
        }
        self.name_vertex::<D>(canvas, &point);
    }

    /// Draws the vertices of the facet or the simplex, each once.
    fn draw_corners<D: Dimension<Vector = V>>(&self, canvas: &mut Canvas, snapshot: &Snapshot<V>) {
        let corners = corners(snapshot);
        for (count, corner) in corners.iter().enumerate() {
            let vertex = self.vertex::<D>(corner);
            let is_same = |other: &DifferencePoint<V>| self.vertex::<D>(other) == vertex;
            let is_support = snapshot.support.is_some_and(|(_, point)| is_same(&point));
            if !is_support && !corners[..count].iter().any(is_same) {
                canvas.dot(vertex, self.color);
                self.name_vertex::<D>(canvas, corner);
            }
        }
    }

    /// Draws the vertex with the id 0, from which the others are counted.
    fn draw_first_vertex<D: Dimension<Vector = V>>(&self, canvas: &mut Canvas, shown: &Shown<D>) {
        let Some(vertex) = &shown.trace.picture.first_vertices[self.index] else { return };
        canvas.diamond(to_vec3::<D>(vertex), self.color);
        let is_first = |point: &DifferencePoint<V>| point.ids[self.index] == 0;
        let is_named = shown.snapshot.is_some_and(|snapshot| {
            corners(snapshot).iter().any(is_first)
                || snapshot.support.is_some_and(|(_, point)| is_first(&point))
        });
        if !is_named {
            canvas.name(to_vec3::<D>(vertex), self.center, vertex_name(self.letter, 0), self.color);
        }
    }
}

/// Draws the contact or the closest points.
fn draw_result<D: Dimension>(canvas: &mut Canvas, trace: &CollisionTrace<D>) {
    let color = canvas.colors.nearest;
    if let Some(contact) = trace.contact() {
        let (on_a, on_b) = (to_vec3::<D>(&contact.on_a), to_vec3::<D>(&contact.on_b));
        canvas.cross(on_a, color);
        canvas.cross(on_b, color);
        canvas.arrow(on_b, on_b + to_vec3::<D>(&contact.normal) * contact.depth, color);
    }
    if let Some(closest) = trace.closest_points() {
        let (on_a, on_b) = (to_vec3::<D>(&closest.on_a), to_vec3::<D>(&closest.on_b));
        canvas.cross(on_a, color);
        canvas.cross(on_b, color);
        canvas.bold(on_a, on_b, color);
    }
}

/// Returns the vertices of the facet or the simplex of a step.
fn corners<'t, V: Vector>(snapshot: &Snapshot<'t, V>) -> &'t [DifferencePoint<V>] {
    snapshot.facet.map_or(snapshot.simplex, |facet| facet.vertices)
}
