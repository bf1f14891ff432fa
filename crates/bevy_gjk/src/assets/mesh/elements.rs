//! The elements of a mesh: its triangles, lines or points, and which of them can be used.
//!
//! An element that names a vertex which does not exist, or one whose position is not finite, is left out, as it is by
//! the renderer. So is an element that lacks corners, at the end of the list. The others are not affected.

use bevy_mesh::{Indices, Mesh, MeshAccessError, PrimitiveTopology};
use fixedbitset::FixedBitSet;
use gjk::Vector;

use crate::assets::source::SourceError;

/// The index that ends a strip, as on the GPU; with indices of 16 bits it is their largest.
const RESTART: u32 = u32::MAX;

/// The elements of a mesh that cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::assets) struct LeftOut {
    count: usize,
    total: usize,
    /// What an element is called.
    name: &'static str,
    /// The number of the first element that is left out, counted from 0, and the reason.
    first: (usize, Fault),
}

/// The reason why an element cannot be used.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    /// It has only this many corners.
    Incomplete(usize),
    /// The mesh has only `count` vertices.
    NoSuchVertex { vertex: u32, count: usize },
    /// The position of this vertex is NaN or infinite.
    NotFinite(u32),
}

impl core::fmt::Display for LeftOut {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { count, total, name, first: (number, fault) } = self;
        write!(f, "{count} of its {total} {name}s cannot be used; the first is {name} {number}: ")?;
        match fault {
            Fault::Incomplete(corners) => write!(f, "its list of corners ends after {corners}"),
            Fault::NoSuchVertex { vertex, count } => {
                write!(f, "vertex {vertex} does not exist, as the mesh has {count} vertices")
            }
            Fault::NotFinite(vertex) => write!(f, "the position of vertex {vertex} is NaN or infinite"),
        }
    }
}

/// Returns the vertex indices of a mesh: of a mesh without indices those of all its vertices.
pub(super) fn corners(mesh: &Mesh, vertices: usize) -> Result<Vec<u32>, SourceError> {
    let ends_strips = mesh.primitive_topology().is_strip();
    match mesh.try_indices_option() {
        Ok(Some(Indices::U16(indices))) => Ok(indices
            .iter()
            .map(|&index| if ends_strips && index == u16::MAX { RESTART } else { index.into() })
            .collect()),
        Ok(Some(Indices::U32(indices))) => Ok(indices.clone()),
        Ok(None) | Err(MeshAccessError::NotFound) => Ok((0..vertices as u32).collect()),
        Err(MeshAccessError::ExtractedToRenderWorld) => Err(SourceError::InRenderWorld),
    }
}

/// Returns the elements of this topology that can be used, at least one, and which are left out.
///
/// Fewer corners than an element has are one element by themselves, a line or a point.
pub(super) fn usable<'c, V: Vector>(
    topology: PrimitiveTopology,
    corners: &'c [u32],
    positions: &[V],
) -> Result<(Vec<&'c [u32]>, Option<LeftOut>), SourceError> {
    let size = match topology {
        PrimitiveTopology::PointList => 1,
        PrimitiveTopology::LineList | PrimitiveTopology::LineStrip => 2,
        PrimitiveTopology::TriangleList | PrimitiveTopology::TriangleStrip => 3,
    };
    let size = corners.len().min(size);
    if size == 0 {
        return Err(SourceError::NoElements);
    }
    // The alternating winding of a strip is ignored: colliders have no winding.
    let mut elements: Vec<&[u32]> = if topology.is_strip() {
        corners.split(|&corner| corner == RESTART).flat_map(|strip| strip.windows(size)).collect()
    } else {
        corners.chunks(size).collect()
    };
    let total = elements.len();
    let (mut number, mut first) = (0, None);
    elements.retain(|element| {
        let fault = fault(element, size, positions);
        first = first.or(fault.map(|fault| (number, fault)));
        number += 1;
        fault.is_none()
    });
    let name = ["point", "line", "triangle"][size - 1];
    let left_out = first.map(|first| LeftOut { count: total - elements.len(), total, name, first });
    match left_out {
        Some(left_out) if elements.is_empty() => Err(SourceError::LeftOut(left_out)),
        None if elements.is_empty() => Err(SourceError::NoElements),
        left_out => Ok((elements, left_out)),
    }
}

/// Returns why an element cannot be used.
fn fault<V: Vector>(element: &[u32], size: usize, positions: &[V]) -> Option<Fault> {
    if element.len() < size {
        return Some(Fault::Incomplete(element.len()));
    }
    element.iter().find_map(|&vertex| match positions.get(vertex as usize) {
        None => Some(Fault::NoSuchVertex { vertex, count: positions.len() }),
        Some(position) if !position.is_finite() => Some(Fault::NotFinite(vertex)),
        Some(_) => None,
    })
}

/// Returns the positions of the vertices that elements name. Elements with two corners at the same place are drawn
/// nowhere and do not count, unless all are like that.
pub(super) fn named_points<V: Vector>(elements: &[&[u32]], positions: &[V]) -> Vec<V> {
    let is_collapsed = |element: &[u32]| {
        let corner = |index: usize| positions[element[index] as usize];
        (1..element.len()).any(|index| (0..index).any(|other| corner(index) == corner(other)))
    };
    let mut named = named_by(elements.iter().copied().filter(|element| !is_collapsed(element)), positions);
    if named.is_clear() {
        named = named_by(elements.iter().copied(), positions);
    }
    named.ones().map(|vertex| positions[vertex]).collect()
}

/// Returns the triangles among some elements, at least one, with the vertices that they name.
pub(super) fn triangles<V: Vector>(
    elements: &[&[u32]],
    positions: &[V],
) -> Result<(Vec<V>, Vec<[u32; 3]>), SourceError> {
    let mut triangles: Vec<[u32; 3]> =
        elements.iter().filter_map(|&element| element.try_into().ok()).collect();
    if triangles.is_empty() {
        return Err(SourceError::NoTriangles);
    }
    let named = named_by(triangles.iter().map(<[u32; 3]>::as_slice), positions);
    let mut renumbered = vec![0; positions.len()];
    for (after, before) in named.ones().enumerate() {
        renumbered[before] = after as u32;
    }
    for corner in triangles.as_flattened_mut() {
        *corner = renumbered[*corner as usize];
    }
    Ok((named.ones().map(|vertex| positions[vertex]).collect(), triangles))
}

/// Returns the indices of the vertices that elements name.
fn named_by<'e, V>(elements: impl Iterator<Item = &'e [u32]>, positions: &[V]) -> FixedBitSet {
    let mut named = FixedBitSet::with_capacity(positions.len());
    for &vertex in elements.flatten() {
        named.insert(vertex as usize);
    }
    named
}
