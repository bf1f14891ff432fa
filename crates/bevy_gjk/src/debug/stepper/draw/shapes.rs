//! Draws the two shapes in the world, with the vertices of the step and the result.

use bevy_color::Alpha;
use bevy_math::Vec3;
use gjk::Vector;
use gjk::trace::DifferencePoint;

use crate::collider::Dimension;
use crate::debug::stepper::CollisionTrace;
use crate::debug::stepper::draw::Bounds;
use crate::debug::stepper::draw::canvas::Canvas;
use crate::debug::stepper::layout::Layout;
use crate::debug::stepper::snapshot::Snapshot;
use crate::debug::stepper::step_text::{vertex_name, vertex_name_with_id};

/// Draws the state at one step, and with the last step the result.
pub(super) fn draw<D: Dimension>(
    canvas: &mut Canvas,
    layout: &Layout,
    trace: &CollisionTrace<D>,
    snapshot: Option<&Snapshot<D::Vector>>,
    last: bool,
) {
    let picture = &trace.picture;
    let colors = canvas.colors;
    let to_vec3 = |point: D::Vector| Vec3::from_array(D::coordinates(point));
    for (shape, color) in picture.shapes.iter().zip([colors.a, colors.b]) {
        for strip in shape.iter() {
            canvas.line_strip(strip.iter().map(|&point| to_vec3(point)), color);
        }
    }
    // Names are written on the side away from these centers.
    let centers = [0, 1].map(|index| {
        let points = picture.shapes[index].points().iter().map(|&point| to_vec3(point));
        Bounds::of(points).map_or(Vec3::ZERO, Bounds::center)
    });
    for (index, (name, color)) in [("A", colors.a), ("B", colors.b)].into_iter().enumerate() {
        canvas.name(centers[index], centers[1 - index], name, color);
    }
    let [a, b] = picture.origins;
    let on_shapes = |point: &DifferencePoint<D::Vector>| [to_vec3(a + point.on_a), to_vec3(b + point.on_b)];
    let sides = [("a", colors.a), ("b", colors.b)];
    if let Some(snapshot) = snapshot {
        if let Some((direction, point)) = snapshot.support {
            let direction = to_vec3(direction);
            let found = layout.world_point(to_vec3(D::Vector::narrow(point.point)));
            let points = on_shapes(&point).into_iter().zip([direction, -direction]).zip(sides);
            for (index, ((point_on_shape, direction), (letter, color))) in points.enumerate() {
                canvas.dashed(point_on_shape, found, color.with_alpha(0.6));
                canvas.dot(point_on_shape, colors.support);
                canvas.halo(point_on_shape, colors.support);
                if !last {
                    canvas.pointer(point_on_shape, direction, colors.direction);
                }
                canvas.name(
                    point_on_shape,
                    centers[index],
                    vertex_name_with_id(letter, point.ids[index]),
                    color,
                );
            }
        }
        for (count, corner) in corners(snapshot).iter().enumerate() {
            for (index, (point_on_shape, (letter, color))) in
                on_shapes(corner).into_iter().zip(sides).enumerate()
            {
                let same = |other: &DifferencePoint<D::Vector>| on_shapes(other)[index] == point_on_shape;
                let found = snapshot.support.is_some_and(|(_, point)| same(&point));
                if found || corners(snapshot)[..count].iter().any(same) {
                    continue;
                }
                canvas.dot(point_on_shape, color);
                canvas.name(
                    point_on_shape,
                    centers[index],
                    vertex_name_with_id(letter, corner.ids[index]),
                    color,
                );
            }
        }
    }
    for (index, (point_on_shape, (letter, color))) in picture.first_vertices.iter().zip(sides).enumerate() {
        if let Some(point_on_shape) = point_on_shape {
            canvas.diamond(to_vec3(*point_on_shape), color);
            let first = |point: &DifferencePoint<D::Vector>| point.ids[index] == 0;
            let is_named = snapshot.is_some_and(|snapshot| {
                corners(snapshot).iter().any(first)
                    || snapshot.support.is_some_and(|(_, point)| first(&point))
            });
            if !is_named {
                canvas.name(to_vec3(*point_on_shape), centers[index], vertex_name(letter, 0), color);
            }
        }
    }
    if last {
        if let Some(contact) = trace.contact() {
            let (on_a, on_b) = (to_vec3(contact.on_a), to_vec3(contact.on_b));
            canvas.cross(on_a, colors.nearest);
            canvas.cross(on_b, colors.nearest);
            canvas.arrow(on_b, on_b + to_vec3(contact.normal) * contact.depth, colors.nearest);
        }
        if let Some(closest) = trace.closest_points() {
            let (on_a, on_b) = (to_vec3(closest.on_a), to_vec3(closest.on_b));
            canvas.cross(on_a, colors.nearest);
            canvas.cross(on_b, colors.nearest);
            canvas.bold(on_a, on_b, colors.nearest);
        }
    }
}

/// Returns the vertices of the facet or the simplex of a step.
fn corners<'t, V: Vector>(snapshot: &Snapshot<'t, V>) -> &'t [DifferencePoint<V>] {
    snapshot.facet.map_or(snapshot.simplex, |facet| facet.vertices)
}
