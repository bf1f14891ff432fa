//! The clipping of two faces in 3D (Sutherland, Hodgman, *Reentrant Polygon Clipping*, 1974): one polygon is
//! clipped by each edge of the other in turn.

use arrayvec::ArrayVec;
use glam::DVec2;

use crate::query::manifold::surface::Surface;
use crate::query::manifold::{ClipVertex, ClipVertices, Feature, FeatureVertex, MAX_VERTICES, NEAR};

/// A vertex of the polygon that is being clipped.
#[derive(Clone, Copy)]
struct PolygonVertex {
    position: DVec2,
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
pub(super) fn clip_faces(a: &[FeatureVertex], b: &[FeatureVertex], slop: f64, clipped: &mut ClipVertices) {
    let (mut first, mut second) = (PolygonVertices::new(), PolygonVertices::new());
    // The polygon before and after clipping by one edge. The two references are swapped, which moves no
    // vertices.
    let (mut polygon, mut output) = (&mut first, &mut second);
    for (vertex, index) in a.iter().zip(0..) {
        polygon.push(PolygonVertex {
            position: vertex.position,
            origin: Origin::A(index),
            edge: Edge::A(index),
        });
    }
    for clipper in 0..b.len() {
        if clip_by_edge(polygon, b, clipper, slop, output) {
            core::mem::swap(&mut polygon, &mut output);
        }
    }
    if polygon.is_empty() {
        return;
    }
    let (face_a, face_b) = (Surface::new(a, slop), Surface::new(b, slop));
    let edge = |vertices: &[FeatureVertex], from: u8| {
        let from = usize::from(from);
        let to = if from + 1 == vertices.len() { 0 } else { from + 1 };
        Feature::Edge(vertices[from].id, vertices[to].id)
    };
    for point in &*polygon {
        let position = point.position;
        let (heights, features) = match point.origin {
            Origin::A(index) => {
                let vertex = &a[usize::from(index)];
                ([vertex.height, face_b.height(position)], [Feature::Vertex(vertex.id), Feature::Face])
            }
            Origin::B(index) => {
                let vertex = Feature::Vertex(b[usize::from(index)].id);
                ([face_a.height(position), face_b.height(position)], [Feature::Face, vertex])
            }
            Origin::Crossing(edge_a, edge_b) => {
                ([face_a.height(position), face_b.height(position)], [edge(a, edge_a), edge(b, edge_b)])
            }
        };
        clipped.push(ClipVertex { positions: [position, position], heights, features });
    }
}

/// Clips a polygon by the edge of `b` with the index `clipper`. Returns `false` and writes nothing if the
/// edge cuts nothing off.
#[inline]
fn clip_by_edge(
    polygon: &PolygonVertices,
    b: &[FeatureVertex],
    clipper: usize,
    slop: f64,
    output: &mut PolygonVertices,
) -> bool {
    let end = if clipper + 1 == b.len() { 0 } else { clipper + 1 };
    let start = b[clipper].position;
    let along = b[end].position - start;
    let tolerance = -NEAR * slop * along.length();
    // Distances from the edge, times its length, which changes no sign and no ratio.
    let mut sides = [0.0; 2 * MAX_VERTICES];
    let mut outside = false;
    for (side, point) in sides.iter_mut().zip(polygon) {
        *side = along.perp_dot(point.position - start);
        outside |= !(*side >= tolerance);
    }
    if !outside {
        return false;
    }
    output.clear();
    let clipper = clipper as u8;
    for (index, from) in polygon.iter().enumerate() {
        let next = if index + 1 == polygon.len() { 0 } else { index + 1 };
        let (from_side, to_side) = (sides[index], sides[next]);
        let (from_inside, to_inside) = (from_side >= tolerance, to_side >= tolerance);
        if from_inside {
            // This cannot be full: each edge of the other polygon adds one vertex at most.
            let _ = output.try_push(*from);
        }
        if from_inside != to_inside {
            let fraction = (from_side / (from_side - to_side)).clamp(0.0, 1.0);
            let origin = match from.edge {
                Edge::A(edge) => Origin::Crossing(edge, clipper),
                Edge::B(other) if usize::from(other) + 1 == usize::from(clipper) => Origin::B(clipper),
                Edge::B(other) => Origin::B(other),
            };
            let edge = if from_inside { Edge::B(clipper) } else { from.edge };
            let _ = output.try_push(PolygonVertex {
                position: from.position.lerp(polygon[next].position, fraction),
                origin,
                edge,
            });
        }
    }
    true
}
