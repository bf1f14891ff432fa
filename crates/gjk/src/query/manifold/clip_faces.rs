//! The clipping of two faces in 3D (Sutherland, Hodgman, *Reentrant Polygon Clipping*, 1974): one polygon is
//! clipped by each edge of the other in turn.

use arrayvec::ArrayVec;
use glam::DVec2;

use crate::query::manifold::clip_plane::ClipPlane;
use crate::query::manifold::face_plane::FacePlane;
use crate::query::manifold::{ClipVertex, ClipVertices, Feature, FeatureVertex, MAX_VERTICES};

/// A vertex of the polygon that is being clipped.
#[derive(Clone, Copy)]
struct PolygonVertex {
    projection: DVec2,
    origin: Origin,
    /// The edge that begins at the vertex.
    edge: Edge,
}

/// The origin of a vertex, by indices.
#[derive(Clone, Copy)]
enum Origin {
    /// A vertex of the clipped polygon.
    A(u8),
    /// A vertex of the clipping polygon.
    B(u8),
    /// The crossing of an edge of each.
    Crossing(u8, u8),
}

/// An edge, by the index of the vertex that it begins at.
#[derive(Clone, Copy)]
enum Edge {
    A(u8),
    B(u8),
}

type PolygonVertices = ArrayVec<PolygonVertex, { 2 * MAX_VERTICES }>;

/// Clips two faces against each other and adds the vertices of their intersection.
#[inline(never)]
pub(super) fn clip_faces(
    a: &[FeatureVertex],
    b: &[FeatureVertex],
    tolerance: f64,
    clipped: &mut ClipVertices,
) {
    let (mut first, mut second) = (PolygonVertices::new(), PolygonVertices::new());
    // The polygon before and after clipping by one edge. The two references are swapped, which moves no
    // vertices.
    let (mut polygon, mut output) = (&mut first, &mut second);
    for (vertex, index) in a.iter().zip(0..) {
        polygon.push(PolygonVertex {
            projection: vertex.projection,
            origin: Origin::A(index),
            edge: Edge::A(index),
        });
    }
    for clipper in 0..b.len() {
        if clip_by_edge(polygon, b, clipper, tolerance, output) {
            core::mem::swap(&mut polygon, &mut output);
        }
    }
    if polygon.is_empty() {
        return;
    }
    let (face_a, face_b) = (FacePlane::new(a, tolerance), FacePlane::new(b, tolerance));
    let edge = |vertices: &[FeatureVertex], from: u8| {
        let from = usize::from(from);
        let to = if from + 1 == vertices.len() { 0 } else { from + 1 };
        Feature::Edge(vertices[from].id, vertices[to].id)
    };
    for point in &*polygon {
        let projection = point.projection;
        let (along_normal, features) = match point.origin {
            Origin::A(index) => {
                let vertex = &a[usize::from(index)];
                (
                    [vertex.along_normal, face_b.along_normal(projection)],
                    [Feature::Vertex(vertex.id), Feature::Face],
                )
            }
            Origin::B(index) => {
                let vertex = Feature::Vertex(b[usize::from(index)].id);
                ([face_a.along_normal(projection), face_b.along_normal(projection)], [Feature::Face, vertex])
            }
            Origin::Crossing(edge_a, edge_b) => (
                [face_a.along_normal(projection), face_b.along_normal(projection)],
                [edge(a, edge_a), edge(b, edge_b)],
            ),
        };
        clipped.push(ClipVertex { projections: [projection, projection], along_normal, features });
    }
}

/// Clips a polygon by the edge of `b` with the index `clipper`. Returns `false` and writes nothing if the
/// edge cuts nothing off.
#[inline]
fn clip_by_edge(
    polygon: &PolygonVertices,
    b: &[FeatureVertex],
    clipper: usize,
    tolerance: f64,
    output: &mut PolygonVertices,
) -> bool {
    let plane = ClipPlane::new(b, clipper, tolerance);
    let mut distances = [0.0; 2 * MAX_VERTICES];
    let mut outside = false;
    for (distance, point) in distances.iter_mut().zip(polygon) {
        *distance = plane.signed_distance(point.projection);
        outside |= !plane.is_inside(*distance);
    }
    if !outside {
        return false;
    }
    output.clear();
    let clipper = clipper as u8;
    for (index, from) in polygon.iter().enumerate() {
        let next = if index + 1 == polygon.len() { 0 } else { index + 1 };
        let (from_distance, to_distance) = (distances[index], distances[next]);
        let (from_inside, to_inside) = (plane.is_inside(from_distance), plane.is_inside(to_distance));
        if from_inside {
            // This cannot be full: each edge of the other polygon adds one vertex at most.
            let _ = output.try_push(*from);
        }
        if from_inside != to_inside {
            let fraction = (from_distance / (from_distance - to_distance)).clamp(0.0, 1.0);
            let origin = match from.edge {
                Edge::A(edge) => Origin::Crossing(edge, clipper),
                Edge::B(other) if usize::from(other) + 1 == usize::from(clipper) => Origin::B(clipper),
                Edge::B(other) => Origin::B(other),
            };
            let edge = if from_inside { Edge::B(clipper) } else { from.edge };
            let _ = output.try_push(PolygonVertex {
                projection: from.projection.lerp(polygon[next].projection, fraction),
                origin,
                edge,
            });
        }
    }
    true
}
