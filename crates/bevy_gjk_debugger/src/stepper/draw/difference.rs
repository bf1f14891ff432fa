//! Draws the picture: the Minkowski difference, the origin, the simplex and the polytope.

use bevy_color::{Alpha, Color};
use bevy_gjk::Dimension;
use bevy_math::Vec3;
use gjk::Vector;
use gjk::trace::DifferencePoint;

use crate::stepper::draw::canvas::Canvas;
use crate::stepper::layout::Layout;
use crate::stepper::recording::Picture;
use crate::stepper::snapshot::{Facet, Snapshot};
use crate::stepper::step_text::pair_name;
use crate::stepper::view::to_vec3;

/// The Minkowski difference of the two shapes at one step.
pub(super) struct Difference<'a, D: Dimension> {
    pub(super) layout: &'a Layout,
    pub(super) picture: &'a Picture,
    pub(super) snapshot: &'a Snapshot<'a, D::Vector>,
}

impl<D: Dimension> Difference<'_, D> {
    /// Draws the state at the step.
    pub(super) fn draw(&self, canvas: &mut Canvas) {
        let Self { layout, snapshot, .. } = *self;
        self.draw_boundary(canvas);
        self.draw_dropped(canvas);
        match &snapshot.facet {
            Some(facet) => self.draw_facet(canvas, facet),
            None => self.draw_simplex(canvas),
        }
        let Some((direction, point)) = snapshot.support else { return };
        let (direction_color, color) = (canvas.colors.direction, canvas.colors.support);
        let direction = to_vec3::<D>(direction);
        // At the last step of EPA, the arrow of the result has the same direction.
        if snapshot.stop.is_none() || snapshot.facet.is_none() {
            let from = self.start_of_search();
            let tip = canvas.pointer(from, layout.direction(direction), direction_color);
            canvas.name(tip, from, "d", direction_color);
        }
        let found = self.vertex(&point);
        canvas.dot(found, color);
        canvas.halo(found, color, 20);
        canvas.name(found, layout.position, "w", color);
        if D::Vector::DIMENSION == 2 {
            canvas.perpendicular(found, direction, layout.canvas, color.with_alpha(0.7));
        }
    }

    /// Returns where a point of the difference is drawn.
    fn place(&self, point: <D::Vector as Vector>::Wide) -> Vec3 {
        self.layout.world_point(to_vec3::<D>(D::Vector::narrow(point)))
    }

    /// Returns where a vertex is drawn.
    pub(super) fn vertex(&self, point: &DifferencePoint<D::Vector>) -> Vec3 {
        self.place(point.point)
    }

    /// Returns where the origin is drawn.
    fn origin(&self) -> Vec3 {
        self.layout.world_point(Vec3::ZERO)
    }

    /// Draws the boundary and the origin.
    fn draw_boundary(&self, canvas: &mut Canvas) {
        let Self { layout, picture, .. } = *self;
        // In 3D the boundary has many lines, which must not hide the rest.
        let color = canvas.colors.difference.with_alpha(if D::Vector::DIMENSION == 2 { 1.0 } else { 0.35 });
        for strip in &picture.difference {
            canvas.line_strip(strip.iter().map(|&point| layout.world_point(point)), color);
        }
        let (origin, color) = (self.origin(), canvas.colors.origin);
        canvas.axes(origin, color);
        canvas.name(origin, layout.position, "O", color);
        if picture.radius > 0.0 {
            canvas.ring(origin, picture.radius * layout.scale, color, 64);
        }
    }

    /// Draws the simplex of the step before, and the vertices that were dropped from it.
    fn draw_dropped(&self, canvas: &mut Canvas) {
        let color = canvas.colors.dropped;
        let (previous, added) = self.snapshot.previous;
        let previous: Vec<_> = previous.iter().chain(&added).map(|point| self.vertex(point)).collect();
        each_pair(&previous, |one, two| canvas.dashed(one, two, color));
        for dropped in self.snapshot.dropped() {
            canvas.cross(self.vertex(&dropped), color);
            canvas.name(self.vertex(&dropped), self.layout.position, pair_name(&dropped), color);
        }
    }

    /// Draws the polytope, its nearest facet, and the arrow from the origin to it.
    fn draw_facet(&self, canvas: &mut Canvas, facet: &Facet<D::Vector>) {
        let color = canvas.colors.polytope;
        facet.polytope.for_each_facet(|facet| {
            let corners = facet.iter().chain(facet.first());
            canvas.line_strip(corners.map(|corner| self.vertex(corner)), color);
        });
        let color = canvas.colors.facet;
        self.draw_edges(canvas, facet.vertices, color);
        let foot = self.place(facet.normal * facet.distance);
        let answer = if self.snapshot.stop.is_some() { canvas.colors.nearest } else { color };
        canvas.arrow(self.origin(), foot, answer);
        canvas.name(foot, self.origin(), "n", answer);
    }

    /// Draws the simplex, and its point nearest to the origin.
    fn draw_simplex(&self, canvas: &mut Canvas) {
        let Self { layout, snapshot, .. } = *self;
        let (color, origin) = (canvas.colors.simplex, self.origin());
        self.draw_edges(canvas, snapshot.simplex, color);
        if let Some(nearest) = snapshot.nearest.filter(|_| snapshot.simplex.len() <= D::Vector::DIMENSION) {
            let (nearest, color) = (self.place(nearest), canvas.colors.nearest);
            canvas.bold(origin, nearest, color);
            canvas.dot(nearest, color);
            canvas.name(nearest, origin, "v", color);
            if let [one, two] = snapshot.simplex {
                canvas.right_angle(nearest, self.vertex(two) - self.vertex(one), origin - nearest, color);
            }
        }
        for point in snapshot.simplex {
            canvas.dot(self.vertex(point), color);
            canvas.name(self.vertex(point), layout.position, pair_name(point), color);
        }
    }

    /// Draws the edges of a simplex: each pair of its vertices.
    fn draw_edges(&self, canvas: &mut Canvas, vertices: &[DifferencePoint<D::Vector>], color: Color) {
        let vertices: Vec<_> = vertices.iter().map(|point| self.vertex(point)).collect();
        each_pair(&vertices, |one, two| canvas.bold(one, two, color));
    }

    /// Returns where the arrow of the search starts: at the nearest point, at first at about the center of the
    /// difference; in EPA on the facet.
    fn start_of_search(&self) -> Vec3 {
        match (&self.snapshot.facet, self.snapshot.nearest) {
            (Some(facet), _) => self.place(facet.normal * facet.distance),
            (None, Some(nearest)) => self.place(nearest),
            (None, None) => {
                let [a, b] = self.picture.origins;
                self.layout.world_point(a - b)
            }
        }
    }
}

/// Calls `visit` with each two of some points.
fn each_pair(points: &[Vec3], mut visit: impl FnMut(Vec3, Vec3)) {
    for (index, &one) in points.iter().enumerate() {
        points[..index].iter().for_each(|&two| visit(one, two));
    }
}
