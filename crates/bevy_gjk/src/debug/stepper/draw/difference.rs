//! Draws the picture: the Minkowski difference, the origin, the simplex and the polytope.

use bevy_color::{Alpha, Color};
use bevy_math::Vec3;
use gjk::Vector;
use gjk::trace::DifferencePoint;

use crate::collider::Dimension;
use crate::debug::stepper::draw::canvas::Canvas;
use crate::debug::stepper::layout::Layout;
use crate::debug::stepper::recording::Picture;
use crate::debug::stepper::snapshot::{Facet, Snapshot};
use crate::debug::stepper::step_text::pair_name;

/// Draws the state at one step.
pub(super) fn draw<D: Dimension>(
    canvas: &mut Canvas,
    layout: &Layout,
    picture: &Picture<D::Vector>,
    snapshot: &Snapshot<D::Vector>,
) {
    let colors = canvas.colors;
    let world_point = |point: D::Vector| layout.world_point(Vec3::from_array(D::coordinates(point)));
    let wide = |point| world_point(D::Vector::narrow(point));
    let vertex = |point: &DifferencePoint<D::Vector>| wide(point.point);
    let origin = layout.world_point(Vec3::ZERO);
    let center = layout.position;

    // In 3D the boundary has many lines, which must not hide the rest.
    let alpha = if D::Vector::DIMENSION == 2 { 1.0 } else { 0.35 };
    for strip in picture.difference.iter() {
        canvas.line_strip(strip.iter().map(|&point| world_point(point)), colors.difference.with_alpha(alpha));
    }
    canvas.axes(origin, colors.origin);
    canvas.name(origin, center, "O", colors.origin);
    if picture.radius > 0.0 {
        canvas.ring(origin, picture.radius * layout.scale, colors.origin, 64);
    }

    let (previous, added) = snapshot.previous;
    for (index, one) in previous.iter().chain(&added).enumerate() {
        for two in previous.iter().chain(&added).take(index) {
            canvas.dashed(vertex(one), vertex(two), colors.dropped);
        }
    }
    for dropped in snapshot.dropped() {
        canvas.cross(vertex(&dropped), colors.dropped);
        canvas.name(vertex(&dropped), center, pair_name(&dropped), colors.dropped);
    }
    if let Some(Facet { vertices, normal, distance, polytope }) = snapshot.facet {
        polytope.for_each_facet(|facet| {
            canvas.line_strip(facet.iter().chain(facet.first()).map(vertex), colors.polytope);
        });
        edges(canvas, vertices.iter().map(vertex), colors.facet);
        let foot = wide(normal * distance);
        let answer = if snapshot.stop.is_some() { colors.nearest } else { colors.facet };
        canvas.arrow(origin, foot, answer);
        canvas.name(foot, origin, "n", answer);
    } else {
        edges(canvas, snapshot.simplex.iter().map(vertex), colors.simplex);
    }
    if snapshot.facet.is_none() {
        if let Some(nearest) = snapshot.nearest.filter(|_| snapshot.simplex.len() <= D::Vector::DIMENSION) {
            let nearest = wide(nearest);
            canvas.bold(origin, nearest, colors.nearest);
            canvas.dot(nearest, colors.nearest);
            canvas.name(nearest, origin, "v", colors.nearest);
            if let [one, two] = snapshot.simplex {
                canvas.right_angle(nearest, vertex(two) - vertex(one), origin - nearest, colors.nearest);
            }
        }
        for point in snapshot.simplex {
            canvas.dot(vertex(point), colors.simplex);
            canvas.name(vertex(point), center, pair_name(point), colors.simplex);
        }
    }
    if let Some((direction, point)) = snapshot.support {
        let direction = Vec3::from_array(D::coordinates(direction));
        // The arrow starts at the nearest point, at first at about the center of the difference; in EPA on the facet.
        let from = match (snapshot.facet, snapshot.nearest) {
            (Some(facet), _) => wide(facet.normal * facet.distance),
            (None, Some(nearest)) => wide(nearest),
            (None, None) => wide(picture.origins[0].widen() - picture.origins[1].widen()),
        };
        // At the last step of EPA, the arrow of the result has the same direction.
        if snapshot.stop.is_none() || snapshot.facet.is_none() {
            let tip = canvas.pointer(from, layout.direction(direction), colors.direction);
            canvas.name(tip, from, "d", colors.direction);
        }
        let found = vertex(&point);
        canvas.dot(found, colors.support);
        canvas.halo(found, colors.support);
        canvas.name(found, center, "w", colors.support);
        if D::Vector::DIMENSION == 2 {
            canvas.perpendicular(found, direction, layout.canvas, colors.support.with_alpha(0.7));
        }
    }
}

/// Draws the edges of a simplex: each pair of its vertices.
fn edges(canvas: &mut Canvas, vertices: impl Iterator<Item = Vec3> + Clone, color: Color) {
    for (index, one) in vertices.clone().enumerate() {
        for two in vertices.clone().take(index) {
            canvas.bold(one, two, color);
        }
    }
}
