//! The picture: the Minkowski difference, the origin, and how the search closes in on it.

use bevy_color::{Alpha, Color};
use bevy_math::Vec3;
use gjk::{DifferencePoint, Vector};

use crate::collider::Dimension;
use crate::stepper::draw::canvas::Canvas;
use crate::stepper::layout::Layout;
use crate::stepper::moment::{Facet, Moment};
use crate::stepper::recording::Picture;
use crate::stepper::words::pair_name;

/// Draws one step.
pub(super) fn draw<D: Dimension>(
    canvas: &mut Canvas,
    layout: &Layout,
    picture: &Picture<D::Vector>,
    moment: &Moment<D::Vector>,
) {
    let colors = canvas.colors;
    let at = |point: D::Vector| layout.at(Vec3::from_array(D::coordinates(point)));
    let wide = |point| at(D::Vector::narrow(point));
    let vertex = |point: &DifferencePoint<D::Vector>| wide(point.point);
    let origin = layout.at(Vec3::ZERO);
    let middle = layout.place;

    // Of space there are many lines, which must not hide the rest.
    let strength = if D::Vector::DIMENSION == 2 { 1.0 } else { 0.35 };
    for chain in picture.difference.iter() {
        canvas.chain(chain.iter().map(|&point| at(point)), colors.difference.with_alpha(strength));
    }
    canvas.axes(origin, colors.origin);
    canvas.name(origin, middle, "O", colors.origin);
    if picture.radius > 0.0 {
        canvas.ring(origin, picture.radius * layout.scale, colors.origin, 64);
    }

    let (before, added) = moment.before;
    for (index, one) in before.iter().chain(&added).enumerate() {
        for two in before.iter().chain(&added).take(index) {
            canvas.dashed(vertex(one), vertex(two), colors.dropped);
        }
    }
    for dropped in moment.dropped() {
        canvas.cross(vertex(&dropped), colors.dropped);
        canvas.name(vertex(&dropped), middle, pair_name(&dropped), colors.dropped);
    }
    if let Some(Facet { vertices, normal, distance, polytope }) = moment.facet {
        polytope.for_each_facet(|facet| {
            canvas.chain(facet.iter().chain(facet.first()).map(vertex), colors.polytope);
        });
        edges(canvas, vertices.iter().map(vertex), colors.facet);
        let foot = wide(normal * distance);
        let answer = if moment.stop.is_some() { colors.nearest } else { colors.facet };
        canvas.arrow(origin, foot, answer);
        canvas.name(foot, origin, "n", answer);
    } else {
        edges(canvas, moment.simplex.iter().map(vertex), colors.simplex);
    }
    if moment.facet.is_none() {
        if let Some(nearest) = moment.nearest.filter(|_| moment.simplex.len() <= D::Vector::DIMENSION) {
            let nearest = wide(nearest);
            canvas.bold(origin, nearest, colors.nearest);
            canvas.dot(nearest, colors.nearest);
            canvas.name(nearest, origin, "v", colors.nearest);
            if let [one, two] = moment.simplex {
                canvas.right_angle(nearest, vertex(two) - vertex(one), origin - nearest, colors.nearest);
            }
        }
        for point in moment.simplex {
            canvas.dot(vertex(point), colors.simplex);
            canvas.name(vertex(point), middle, pair_name(point), colors.simplex);
        }
    }
    if let Some((direction, point)) = moment.support {
        let direction = Vec3::from_array(D::coordinates(direction));
        // It searches from the nearest point, at first from about the middle of the difference; EPA beyond the
        // facet.
        let from = match (moment.facet, moment.nearest) {
            (Some(facet), _) => wide(facet.normal * facet.distance),
            (None, Some(nearest)) => wide(nearest),
            (None, None) => wide(picture.origins[0].widen() - picture.origins[1].widen()),
        };
        // With the last step, the answer has the same direction.
        if moment.stop.is_none() || moment.facet.is_none() {
            let tip = canvas.pointer(from, layout.direction(direction), colors.direction);
            canvas.name(tip, from, "d", colors.direction);
        }
        let found = vertex(&point);
        canvas.dot(found, colors.support);
        canvas.halo(found, colors.support);
        canvas.name(found, middle, "w", colors.support);
        if D::Vector::DIMENSION == 2 {
            canvas.level(found, direction, layout.canvas, colors.support.with_alpha(0.7));
        }
    }
}

/// Each vertex of a simplex joined to each other.
fn edges(canvas: &mut Canvas, vertices: impl Iterator<Item = Vec3> + Clone, color: Color) {
    for (index, one) in vertices.clone().enumerate() {
        for two in vertices.clone().take(index) {
            canvas.bold(one, two, color);
        }
    }
}
