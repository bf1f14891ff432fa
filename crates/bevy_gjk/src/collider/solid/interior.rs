//! A convex region inside of a solid, built around a point.
//!
//! A body that contains the point has to leave the whole region, so the region is a convex obstacle that says more of
//! the way out than the faces nearby. It is built as by Deits and Tedrake, *Computing large convex regions of
//! obstacle-free space through semidefinite programming*, 2014, without the ellipsoid: the faces are visited roughly
//! from the nearest to the farthest, and each that still has a part in the region cuts it off by a plane. The plane of
//! the face itself is taken where the point is well behind it, so that around a point in a convex solid the region is
//! the solid; otherwise the one across the shortest way to the face. The corners of the region are those of a polytope
//! that is clipped by one plane after the other.

use core::cell::{Cell, RefCell};

use arrayvec::ArrayVec;
use gjk::support::hints::{Core, Vertex};
use gjk::{Aabb, Query, SignedDistance, Support, Vector, Wide};

use super::Solid;
use super::placed_face::PlacedFace;
use crate::collider::Dimension;
use crate::collider::aabb::padded;
use crate::collider::bvh::{AabbDistance, MAP_ROUNDING, QueryByBound};
use crate::collider::exit_search::constraints::Constraint;

/// The limit of planes, one bit each of the sets of planes through the corners.
pub(super) const MAX_PLANES: usize = 96;
/// The limit of corners, twice as many as a polytope of the planes that are used most often has.
const MAX_CORNERS: usize = 256;
/// The distance of a point from the plane of a face, relative to that from the face, from which on the plane is the
/// cut.
const BEHIND: f64 = 0.5;
/// The number of planes from which on faces that are far are cut off together with their neighbors.
const EXACT_PLANES: usize = 24;
/// The distance of a face from which on it is far, relative to that of the nearest face.
const FAR: f64 = 1.25;
/// By how much the plane that cuts such a face off is nearer to the point, as a part of the distance of the face.
const CUT_OFF: f64 = 0.1;
/// The same part for all faces, where there are too many: less than the search for the shortest exit may be off by.
const COARSE_2D: f64 = 0.008;
const COARSE_3D: f64 = 0.035;
/// The distance of a point from a face, relative to the size of the region, up to which there is no region around it.
const ON_FACE: f64 = 1e-6;
/// By how much the cosine of two unit normals that count as one differs from 1.
const SAME_NORMAL: f64 = 1e-12;

/// A corner of the region, and the planes through it, as a set of bits.
#[derive(Clone, Copy)]
struct Corner<W> {
    point: W,
    planes: u128,
}

/// A convex region around a point, bounded by planes.
struct Region<W> {
    planes: ArrayVec<Constraint<W>, MAX_PLANES>,
    corners: ArrayVec<Corner<W>, MAX_CORNERS>,
    /// The index of the plane that something was beyond last.
    found: Cell<usize>,
}

impl<W: Wide> Region<W> {
    /// Creates a box.
    fn cuboid<D: Dimension<Wide = W>>([min, max]: [W; 2]) -> Self {
        let axis = |index: usize| D::Vector::axis(index).widen();
        let mut region = Self { planes: ArrayVec::new(), corners: ArrayVec::new(), found: Cell::new(0) };
        for index in 0..D::Vector::DIMENSION {
            region.planes.push(Constraint { normal: -axis(index), offset: -min.dot(axis(index)) });
            region.planes.push(Constraint { normal: axis(index), offset: max.dot(axis(index)) });
        }
        for choice in 0..1u32 << D::Vector::DIMENSION {
            let mut corner = Corner { point: W::ZERO, planes: 0 };
            for index in 0..D::Vector::DIMENSION {
                let side = (choice >> index & 1) as usize;
                corner.point += axis(index) * [min, max][side].dot(axis(index));
                corner.planes |= 1 << (2 * index + side);
            }
            region.corners.push(corner);
        }
        region
    }

    /// Cuts off what is beyond a plane. Corners are joined by an edge if they have all planes but one in common.
    fn cut(&mut self, plane: Constraint<W>, dimension: u32) {
        let bit = 1u128 << self.planes.len();
        self.planes.push(plane);
        let height = |corner: &Corner<W>| plane.normal.dot(corner.point) - plane.offset;
        let mut kept = ArrayVec::new();
        for inner in self.corners.iter().filter(|corner| height(corner) <= 0.0) {
            let _ = kept.try_push(*inner);
            for outer in self.corners.iter().filter(|corner| height(corner) > 0.0) {
                let planes = inner.planes & outer.planes;
                if planes.count_ones() + 1 >= dimension {
                    let (low, high) = (height(inner), height(outer));
                    let point = inner.point + (outer.point - inner.point) * (low / (low - high));
                    let _ = kept.try_push(Corner { point, planes: planes | bit });
                }
            }
        }
        self.corners = kept;
    }

    /// Returns whether there may be no room for what a plane more adds.
    fn is_full(&self) -> bool {
        self.planes.is_full() || self.corners.len() > MAX_CORNERS / 2
    }

    /// Returns whether something is beyond one of the planes. The one that was found last comes first: what is near
    /// each other is mostly beyond the same plane.
    fn any_plane(&self, is_beyond: impl Fn(&Constraint<W>) -> bool) -> bool {
        if is_beyond(&self.planes[self.found.get()]) {
            return true;
        }
        let found = self.planes.iter().position(is_beyond);
        found.inspect(|&found| self.found.set(found)).is_some()
    }

    /// Returns whether all of some points are beyond a plane, up to a distance.
    fn excludes(&self, points: &[W], distance: f64) -> bool {
        self.any_plane(|plane| points.iter().all(|&point| plane.normal.dot(point) >= plane.offset - distance))
    }
}

/// A convex region inside of a solid, in the world.
pub(super) struct Interior<V: Vector> {
    origin: V,
    /// The corners, relative to the origin.
    corners: ArrayVec<V, MAX_CORNERS>,
    /// By how much it may be smaller than the solid allows, as a part of the distance of its planes.
    pub(super) cut_off: f64,
    /// The outward normals of its faces.
    pub(super) normals: ArrayVec<V::Wide, MAX_PLANES>,
    /// The plane across the shortest way from the point to the nearest face, relative to the origin of the solid.
    pub(super) nearest: Constraint<V::Wide>,
}

impl<D: Dimension> Solid<'_, D> {
    /// Builds the region around a point inside, given relative to the origin of the solid, that reaches at least as far
    /// as a radius where no face limits it. It is inside of the solid up to a distance from the point. Of a round
    /// solid, there may only be room for planes that cut off neighbors together; `is_coarse` tells it from the start.
    /// Returns `None` if the point is on a face, up to rounding.
    pub(super) fn interior_around(
        &self,
        point: D::Wide,
        mut radius: f64,
        distance: f64,
        is_coarse: bool,
    ) -> Option<Interior<D::Vector>> {
        let coarse = if D::Vector::DIMENSION == 2 { COARSE_2D } else { COARSE_3D };
        let mut cut_off = if is_coarse { coarse } else { 0.0 };
        let nearest = self.nearest_face(point)?;
        if nearest.distance <= ON_FACE * radius.min(self.extent()) {
            return None;
        }
        let mut region = self.region_around(point, [radius, distance], cut_off, nearest.distance);
        while let Err(left) = region {
            if cut_off > 0.0 {
                // The cube with this diagonal is within the distance of the faces that are left.
                radius = (0.5 * radius).min(left / (D::Vector::DIMENSION as f64).sqrt());
            }
            cut_off = coarse;
            region = self.region_around(point, [radius, distance], cut_off, nearest.distance);
        }
        let region = region.ok()?;
        let origin = D::Vector::narrow(self.origin() + point);
        let from_origin = origin.widen() - self.origin();
        let corners: ArrayVec<D::Vector, MAX_CORNERS> =
            region.corners.iter().map(|corner| D::Vector::narrow(corner.point - from_origin)).collect();
        let normals = region.planes.iter().map(|plane| plane.normal).collect();
        let nearest = across(point, nearest.normal, nearest.distance);
        (!corners.is_empty()).then_some(Interior { origin, corners, cut_off, normals, nearest })
    }

    /// Measures the distance of a point from the nearest face.
    pub(super) fn nearest_face(&self, point: D::Wide) -> Option<SignedDistance<D::Vector>> {
        let origin = self.origin_point();
        let at = D::Vector::narrow(self.origin() + point);
        let mut nearest: Option<SignedDistance<D::Vector>> = None;
        let near_point = AabbDistance::new::<D>(&padded(Aabb { min: at, max: at }));
        self.each_face(&near_point, f32::MAX, |face, limit| {
            match Query::new(&origin, &face.shape).signed_distance(point) {
                Some(near) if nearest.is_none_or(|nearest| near.distance < nearest.distance) => {
                    // Before the face itself it is the normal of the face, without rounding.
                    let is_before = near.normal.dot(face.normal) > 1.0 - SAME_NORMAL;
                    let normal = if is_before { face.normal } else { near.normal };
                    nearest = Some(SignedDistance { normal, ..near });
                    limit.min(near.distance as f32)
                }
                _ => limit,
            }
        });
        nearest
    }

    /// Returns the region, or the distance of the nearest face that it has no room for. The planes of all faces but the
    /// nearest one are nearer to the point by a part of their distance.
    fn region_around(
        &self,
        point: D::Wide,
        [radius, distance]: [f64; 2],
        cut_off: f64,
        nearest: f64,
    ) -> Result<Region<D::Wide>, f64> {
        let half = D::Vector::splat(1.0).widen() * radius;
        let region = RefCell::new(Region::cuboid::<D>([point - half, point + half]));
        let on_face = ON_FACE * radius.min(self.extent());
        let mut left = f64::INFINITY;
        let origin = self.origin_point();
        let bound = |bounds: &Aabb<D::Vector>| {
            let center = (bounds.min.widen() + bounds.max.widen()) * 0.5 - self.origin();
            let extent = (bounds.max - bounds.min) * 0.5;
            let is_beyond = |plane: &Constraint<D::Wide>| {
                let normal = D::Vector::narrow(plane.normal);
                let reach = extent.dot(normal.max(-normal));
                plane.normal.dot(center) - f64::from(reach * (1.0 + MAP_ROUNDING)) >= plane.offset
            };
            let away = D::Vector::narrow(point - center);
            let gap = (away.max(-away) - extent).max(D::Vector::ZERO);
            let gap = gap.dot(gap).sqrt();
            (f64::from(gap) <= distance && !region.borrow().any_plane(is_beyond)).then_some(gap)
        };
        self.each_face(&QueryByBound::<D, _>::new(bound), distance as f32, |face, limit| {
            let mut region = region.borrow_mut();
            if region.excludes(&face.corners, on_face) {
                return limit;
            }
            let Some(near) = Query::new(&origin, &face.shape).signed_distance(point) else { return limit };
            if region.is_full() {
                left = left.min(near.distance);
                return limit.min(left as f32);
            }
            let mut plane = plane_of(face, point, near.normal, near.distance);
            if near.distance > nearest {
                let is_far = near.distance > FAR * nearest && region.planes.len() >= EXACT_PLANES;
                let cut_off = if is_far { CUT_OFF } else { cut_off };
                plane.offset -= cut_off * (plane.offset - plane.normal.dot(point));
            }
            region.cut(plane, D::Vector::DIMENSION as u32);
            limit
        });
        if left < f64::INFINITY { Err(left) } else { Ok(region.into_inner()) }
    }
}

/// Returns the plane by which a face limits the region around a point, given the direction and the distance of the
/// face.
fn plane_of<D: Dimension>(
    face: &PlacedFace<D>,
    point: D::Wide,
    direction: D::Wide,
    distance: f64,
) -> Constraint<D::Wide> {
    let offset = face.normal.dot(face.corners[0]);
    if offset - face.normal.dot(point) >= BEHIND * distance {
        return Constraint { normal: face.normal, offset };
    }
    across(point, direction, distance)
}

/// Returns the plane across the end of a way from a point.
fn across<W: Wide>(point: W, direction: W, distance: f64) -> Constraint<W> {
    Constraint { normal: direction, offset: direction.dot(point) + distance }
}

impl<V: Vector<Scalar = f32>> Support<V> for Interior<V> {
    fn support(&self, direction: V) -> V {
        self.origin + self.core_support(direction).point
    }

    fn core(&self) -> Core<V> {
        Core::new(self.origin, 0.0)
    }

    fn core_support(&self, direction: V) -> Vertex<V> {
        let mut farthest = (f32::NEG_INFINITY, V::ZERO);
        for &corner in &self.corners {
            let height = corner.dot(direction);
            if height > farthest.0 {
                farthest = (height, corner);
            }
        }
        Vertex::without_id(farthest.1)
    }
}
