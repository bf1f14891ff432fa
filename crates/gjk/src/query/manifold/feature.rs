//! Collects the supporting feature of a shape, as vertices in the contact frame.

use crate::math::{Scalar, Vector, Wide};
use crate::query::Space;
use crate::query::manifold::contact_frame::ContactFrame;
use crate::query::manifold::{Clip, Feature, FeatureVertex, FeatureVertices};
use crate::support::Support;
use crate::support::hints::{FEATURE_TOLERANCE, Zonotope};

/// Returns the feature tolerance of a shape: how far from the farthest vertex along the normal another vertex of its
/// supporting feature may be.
#[inline]
pub(super) fn feature_tolerance<V: Vector>(shape: &(impl Support<V> + ?Sized)) -> f64 {
    match Zonotope::of(shape) {
        Some(core) => zonotope_feature_tolerance(&core, shape.core().convex_radius),
        None => FEATURE_TOLERANCE * shape.size().half_extents.max_element().widen(),
    }
}

/// Returns the feature tolerance of a shape whose core is a zonotope.
#[inline(always)]
pub(super) fn zonotope_feature_tolerance<V: Vector>(zonotope: &Zonotope<V>, radius: V::Scalar) -> f64 {
    let half_extents =
        zonotope.edges.iter().take(zonotope.count).fold(V::ZERO, |sum, &edge| sum + edge.abs());
    FEATURE_TOLERANCE * (half_extents.max_element().widen() + radius.widen())
}

/// Adds the convex hull of the supporting feature of a shape along the frame's normal times `sign`, moved by
/// an offset.
#[inline(always)]
pub(super) fn collect_feature<V: Space>(
    shape: &(impl Support<V> + ?Sized),
    frame: &ContactFrame<V::Wide>,
    sign: f64,
    tolerance: f64,
    offset: V::Wide,
    vertices: &mut FeatureVertices,
) {
    let direction = V::narrow(frame.normal * sign);
    shape.support_feature(direction, V::Scalar::narrow(tolerance), &mut |vertex| {
        let point = vertex.point.widen() + offset;
        let vertex = FeatureVertex {
            projection: frame.project(point),
            along_normal: frame.normal.dot(point),
            id: vertex.id,
        };
        if vertices.is_empty() {
            vertices.push(vertex);
        } else {
            add_vertex::<V::Wide>(vertex, sign, tolerance, vertices);
        }
    });
    if vertices.len() > 1 {
        V::Wide::reduce_to_hull(vertices);
    }
}

/// Adds a vertex to the others.
#[inline(never)]
fn add_vertex<W: Clip>(vertex: FeatureVertex, sign: f64, tolerance: f64, vertices: &mut FeatureVertices) {
    // Of vertices with the same projection, as on both sides of a flat shape's rim, keep the farthest.
    let same_projection = |other: &&mut FeatureVertex| {
        other.projection.distance_squared(vertex.projection) <= tolerance * tolerance
    };
    if let Some(other) = vertices.iter_mut().find(same_projection) {
        if sign * (vertex.along_normal - other.along_normal) > 0.0 {
            *other = vertex;
        }
        return;
    }
    if vertices.is_full() {
        make_room::<W>(vertices);
    }
    vertices.push(vertex);
}

/// Reduces the vertices to their convex hull, and drops the one that stands out least if that is still full.
#[cold]
#[inline(never)]
fn make_room<W: Clip>(vertices: &mut FeatureVertices) {
    W::reduce_to_hull(vertices);
    if vertices.is_full() {
        let count = vertices.len();
        let area = |&index: &usize| {
            let projection = |step: usize| vertices[(index + step) % count].projection;
            (projection(0) - projection(count - 1)).perp_dot(projection(1) - projection(0))
        };
        let flattest = (0..count).min_by(|a, b| area(a).total_cmp(&area(b)));
        let _ = flattest.and_then(|index| vertices.pop_at(index));
    }
}

/// Returns the feature that these vertices make.
#[inline]
pub(super) fn classify_feature(vertices: &[FeatureVertex]) -> Feature {
    match vertices {
        [a] => Feature::Vertex(a.id),
        [a, b] => Feature::Edge(a.id, b.id),
        _ => Feature::Face,
    }
}
