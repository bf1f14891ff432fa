//! Draws the picture: the Minkowski difference, the origin, the simplex and the polytope.

use bevy_color::{Alpha, Color};
use bevy_math::Vec3;
use gjk::Vector;
use gjk::trace::DifferencePoint;

use crate::stepper::draw::canvas::Canvas;
use crate::stepper::draw::to_vec3;
use crate::stepper::layout::Layout;
use crate::stepper::recording::Picture;
use crate::stepper::snapshot::{Facet, Snapshot};
use crate::stepper::step_text::pair_name;
use bevy_gjk::Dimension;

/// Draws the state at one step.
pub(super) fn draw<D: Dimension>(
    canvas: &mut Canvas,
    layout: &Layout,
    picture: &Picture<D::Vector>,
    snapshot: &Snapshot<D::Vector>,
) {
    let colors = canvas.colors;
    let difference = Difference::<D> { layout, picture, snapshot, origin: layout.world_point(Vec3::ZERO) };
    difference.draw_boundary(canvas);
    difference.draw_dropped(canvas);
    match &snapshot.facet {
        Some(facet) => difference.draw_facet(canvas, facet),
        None => difference.draw_simplex(canvas),
    }
    if let Some((direction, point)) = snapshot.support {
        let direction = to_vec3::<D>(&direction);
        // At the last step of EPA, the arrow of the result has the same direction.
        if snapshot.stop.is_none() || snapshot.facet.is_none() {
            let from = difference.start_of_search();
            let tip = canvas.pointer(from, layout.direction(direction), colors.direction);
            canvas.name(tip, from, "d", colors.direction);
        }
        let found = difference.vertex(&point);
        canvas.dot(found, colors.support);
        canvas.halo(found, colors.support);
        canvas.name(found, layout.position, "w", colors.support);
        if D::Vector::DIMENSION == 2 {
            canvas.perpendicular(found, direction, layout.canvas, colors.support.with_alpha(0.7));
        }
    }
}

/// The Minkowski difference of the two shapes at one step.
struct Difference<'a, D: Dimension> {
    layout: &'a Layout,
    picture: &'a Picture<D::Vector>,
    snapshot: &'a Snapshot<'a, D::Vector>,
    origin: Vec3,
}

impl<D: Dimension> Difference<'_, D> {
    /// Returns where a point of the difference is drawn.
    fn place(&self, point: <D::Vector as Vector>::Wide) -> Vec3 {
        self.layout.world_point(to_vec3::<D>(&D::Vector::narrow(point)))
    }

    /// Returns where a vertex is drawn.
    fn vertex(&self, point: &DifferencePoint<D::Vector>) -> Vec3 {
        self.place(point.point)
    }

    /// Draws the boundary and the origin.
    fn draw_boundary(&self, canvas: &mut Canvas) {
        let Self { layout, picture, origin, .. } = *self;
        let colors = canvas.colors;
        // In 3D the boundary has many lines, which must not hide the rest.
        let color = colors.difference.with_alpha(if D::Vector::DIMENSION == 2 { 1.0 } else { 0.35 });
        for strip in picture.difference.iter() {
            canvas.line_strip(strip.iter().map(|point| layout.world_point(to_vec3::<D>(point))), color);
        }
        canvas.axes(origin, colors.origin);
        canvas.name(origin, layout.position, "O", colors.origin);
        if picture.radius > 0.0 {
            canvas.ring(origin, picture.radius * layout.scale, colors.origin, 64);
        }
    }

    /// Draws the simplex of the step before, and the vertices that were dropped from it.
    fn draw_dropped(&self, canvas: &mut Canvas) {
        let color = canvas.colors.dropped;
        let (previous, added) = self.snapshot.previous;
        for (index, one) in previous.iter().chain(&added).enumerate() {
            for two in previous.iter().chain(&added).take(index) {
                canvas.dashed(self.vertex(one), self.vertex(two), color);
            }
        }
        for dropped in self.snapshot.dropped() {
            canvas.cross(self.vertex(&dropped), color);
            canvas.name(self.vertex(&dropped), self.layout.position, pair_name(&dropped), color);
        }
    }

    /// Draws the polytope, its nearest facet, and the arrow from the origin to it.
    fn draw_facet(&self, canvas: &mut Canvas, facet: &Facet<D::Vector>) {
        let colors = canvas.colors;
        facet.polytope.for_each_facet(|facet| {
            let corners = facet.iter().chain(facet.first());
            canvas.line_strip(corners.map(|corner| self.vertex(corner)), colors.polytope);
        });
        edges(canvas, facet.vertices.iter().map(|corner| self.vertex(corner)), colors.facet);
        let foot = self.place(facet.normal * facet.distance);
        let answer = if self.snapshot.stop.is_some() { colors.nearest } else { colors.facet };
        canvas.arrow(self.origin, foot, answer);
        canvas.name(foot, self.origin, "n", answer);
    }

    /// Draws the simplex, and its point nearest to the origin.
    fn draw_simplex(&self, canvas: &mut Canvas) {
        let Self { layout, snapshot, origin, .. } = *self;
        let colors = canvas.colors;
        edges(canvas, snapshot.simplex.iter().map(|corner| self.vertex(corner)), colors.simplex);
        if let Some(nearest) = snapshot.nearest.filter(|_| snapshot.simplex.len() <= D::Vector::DIMENSION) {
            let nearest = self.place(nearest);
            canvas.bold(origin, nearest, colors.nearest);
            canvas.dot(nearest, colors.nearest);
            canvas.name(nearest, origin, "v", colors.nearest);
            if let [one, two] = snapshot.simplex {
                let edge = self.vertex(two) - self.vertex(one);
                canvas.right_angle(nearest, edge, origin - nearest, colors.nearest);
            }
        }
        for point in snapshot.simplex {
            canvas.dot(self.vertex(point), colors.simplex);
            canvas.name(self.vertex(point), layout.position, pair_name(point), colors.simplex);
        }
    }

    /// Returns where the arrow of the search starts: at the nearest point, at first at about the center of the difference;
    /// in EPA on the facet.
    fn start_of_search(&self) -> Vec3 {
        let [a, b] = self.picture.origins;
        self.place(match (&self.snapshot.facet, self.snapshot.nearest) {
            (Some(facet), _) => facet.normal * facet.distance,
            (None, Some(nearest)) => nearest,
            (None, None) => a.widen() - b.widen(),
        })
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
