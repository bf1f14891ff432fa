//! The two shapes in the world: where the vertices come from, and what the answer means.

use bevy_color::Alpha;
use bevy_math::Vec3;
use gjk::{DifferencePoint, Vector};

use crate::collider::Dimension;
use crate::stepper::CollisionTrace;
use crate::stepper::draw::Bounds;
use crate::stepper::draw::canvas::Canvas;
use crate::stepper::layout::Layout;
use crate::stepper::moment::Moment;
use crate::stepper::words::{named, vertex_name};

/// Draws one step; with the last one, the answer.
pub(super) fn draw<D: Dimension>(
    canvas: &mut Canvas,
    layout: &Layout,
    trace: &CollisionTrace<D>,
    moment: Option<&Moment<D::Vector>>,
    last: bool,
) {
    let picture = &trace.picture;
    let colors = canvas.colors;
    let at = |point: D::Vector| Vec3::from_array(D::coordinates(point));
    for (shape, color) in picture.shapes.iter().zip([colors.a, colors.b]) {
        for chain in shape.iter() {
            canvas.chain(chain.iter().map(|&point| at(point)), color);
        }
    }
    // Names are on the outside.
    let middles = [0, 1].map(|index| {
        let points = picture.shapes[index].points().iter().map(|&point| at(point));
        Bounds::of(points).map_or(Vec3::ZERO, Bounds::middle)
    });
    for (index, (name, color)) in [("A", colors.a), ("B", colors.b)].into_iter().enumerate() {
        canvas.name(middles[index], middles[1 - index], name, color);
    }
    let [a, b] = picture.origins;
    let on_shapes = |point: &DifferencePoint<D::Vector>| [at(a + point.on_a), at(b + point.on_b)];
    let sides = [("a", colors.a), ("b", colors.b)];
    if let Some(moment) = moment {
        if let Some((direction, point)) = moment.support {
            let direction = at(direction);
            let found = layout.at(at(D::Vector::narrow(point.point)));
            let places = on_shapes(&point).into_iter().zip([direction, -direction]).zip(sides);
            for (index, ((place, direction), (letter, color))) in places.enumerate() {
                canvas.dashed(place, found, color.with_alpha(0.6));
                canvas.dot(place, colors.support);
                canvas.halo(place, colors.support);
                if !last {
                    canvas.pointer(place, direction, colors.direction);
                }
                canvas.name(place, middles[index], named(letter, point.ids[index]), color);
            }
        }
        for (count, corner) in corners(moment).iter().enumerate() {
            for (index, (place, (letter, color))) in on_shapes(corner).into_iter().zip(sides).enumerate() {
                let same = |other: &DifferencePoint<D::Vector>| on_shapes(other)[index] == place;
                let found = moment.support.is_some_and(|(_, point)| same(&point));
                if found || corners(moment)[..count].iter().any(same) {
                    continue;
                }
                canvas.dot(place, color);
                canvas.name(place, middles[index], named(letter, corner.ids[index]), color);
            }
        }
    }
    for (index, (place, (letter, color))) in picture.first_vertices.iter().zip(sides).enumerate() {
        if let Some(place) = place {
            canvas.diamond(at(*place), color);
            let first = |point: &DifferencePoint<D::Vector>| point.ids[index] == 0;
            let known = moment.is_some_and(|it| {
                corners(it).iter().any(first) || it.support.is_some_and(|(_, point)| first(&point))
            });
            if !known {
                canvas.name(at(*place), middles[index], vertex_name(letter, 0), color);
            }
        }
    }
    if last {
        if let Some(contact) = trace.contact() {
            let (on_a, on_b) = (at(contact.on_a), at(contact.on_b));
            canvas.cross(on_a, colors.nearest);
            canvas.cross(on_b, colors.nearest);
            canvas.arrow(on_b, on_b + at(contact.normal) * contact.depth, colors.nearest);
        }
        if let Some(closest) = trace.closest_points() {
            let (on_a, on_b) = (at(closest.on_a), at(closest.on_b));
            canvas.cross(on_a, colors.nearest);
            canvas.cross(on_b, colors.nearest);
            canvas.bold(on_a, on_b, colors.nearest);
        }
    }
}

/// The points of the difference that the step is about.
fn corners<'t, V: Vector>(moment: &Moment<'t, V>) -> &'t [DifferencePoint<V>] {
    moment.facet.map_or(moment.simplex, |facet| facet.vertices)
}
