//! Compounds and meshes: each question is answered by the best of the convex parts.

use crate::math::Aabb;
use crate::math::{Scalar, Vector};
use crate::query::cast::{Cast, cast};
use crate::query::point::{NearestPoint, contains_point, nearest_point};
use crate::query::ray::{RayHit, ray_cast};
use crate::query::{ClosestPoints, Contact, Space, closest_points, contact, intersects};
use crate::reference::Status;
use crate::shape::Triangle;
use crate::support::Support;

/// A shape made of convex parts, which need not be convex itself: a compound, or the triangles of a mesh.
///
/// The parts are anything that can be iterated repeatedly: a slice of shapes, or [`triangles`] of shared
/// vertices. Each question goes to every part, and the best answer is returned with the index of its part.
/// For a large mesh, pass only the triangles whose boxes are near.
///
/// Each part is tested on its own: the depth is that of the deepest part, and moving out of all parts
/// together may take more. For two compounds, test one against each part of the other.
///
/// ```
/// use gjk::{Affine2, Circle, Composite, Rectangle, Support, Vec2};
///
/// // An L of two bars.
/// let bar = |w, h, x, y| Rectangle::new(w, h).placed(Affine2::from_translation(Vec2::new(x, y)));
/// let bars = [bar(1.0, 4.0, 0.0, 0.0), bar(3.0, 1.0, 1.0, -1.5)];
/// let angle = Composite(&bars);
/// let ball = Circle::new(0.5).placed(Affine2::from_translation(Vec2::new(1.25, 0.0)));
/// assert!(!angle.intersects(&ball));
/// let (index, closest) = angle.closest_points(&ball).unwrap();
/// assert_eq!((index, closest.distance), (0, 0.25));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Composite<P>(pub P);

impl<P: IntoIterator + Clone> Composite<P> {
    /// Iterates over the parts with their indices.
    fn parts(&self) -> impl Iterator<Item = (usize, P::Item)> {
        self.0.clone().into_iter().enumerate()
    }

    /// Returns whether any part intersects another shape. See [`intersects`].
    pub fn intersects<V: Space>(&self, other: &(impl Support<V> + ?Sized)) -> bool
    where
        P::Item: Support<V>,
    {
        self.parts().any(|(_, part)| intersects(&part, other))
    }

    /// Returns whether any part contains a point. See [`contains_point`].
    pub fn contains_point<V: Space>(&self, point: V) -> bool
    where
        P::Item: Support<V>,
    {
        self.parts().any(|(_, part)| contains_point(&part, point))
    }

    /// Returns the closest points of the nearest part and another shape, or `None` if they intersect or there
    /// are no parts. See [`closest_points`].
    pub fn closest_points<V: Space>(
        &self,
        other: &(impl Support<V> + ?Sized),
    ) -> Option<(usize, ClosestPoints<V>)>
    where
        P::Item: Support<V>,
    {
        let mut best: Option<(usize, ClosestPoints<V>)> = None;
        for (index, part) in self.parts() {
            let Some(found) = closest_points(&part, other) else {
                // A part with a NaN is not near anything, but does not intersect either.
                if intersects(&part, other) {
                    return None;
                }
                continue;
            };
            if best.is_none_or(|(_, best)| found.distance < best.distance) {
                best = Some((index, found));
            }
        }
        best
    }

    /// Returns the deepest contact of a part with another shape. See [`contact`].
    pub fn contact<V: Space>(&self, other: &(impl Support<V> + ?Sized)) -> Option<(usize, Contact<V>)>
    where
        P::Item: Support<V>,
    {
        let contacts = self.contacts(other);
        contacts.reduce(|best, found| if found.1.depth > best.1.depth { found } else { best })
    }

    /// Iterates over the contacts of all parts that intersect another shape. See [`contact`].
    pub fn contacts<V: Space>(
        &self,
        other: &(impl Support<V> + ?Sized),
    ) -> impl Iterator<Item = (usize, Contact<V>)>
    where
        P::Item: Support<V>,
    {
        self.parts().filter_map(move |(index, part)| Some((index, contact(&part, other)?)))
    }

    /// Returns the first impact of a part on another shape. All parts have the same velocity. See [`cast`].
    pub fn cast<V: Space>(
        &self,
        velocity: V,
        other: &(impl Support<V> + ?Sized),
        velocity_other: V,
        max: V::Scalar,
    ) -> Option<(usize, Cast<V>)>
    where
        P::Item: Support<V>,
    {
        let mut best: Option<(usize, Cast<V>)> = None;
        for (index, part) in self.parts() {
            // Only an earlier impact than the best so far is of interest.
            let max = best.map_or(max, |(_, best)| best.time);
            if let Some(found) = cast(&part, velocity, other, velocity_other, max)
                && best.is_none_or(|(_, best)| found.time < best.time)
            {
                best = Some((index, found));
            }
        }
        best
    }

    /// Returns where a ray first enters a part. See [`ray_cast`].
    pub fn ray_cast<V: Space>(&self, origin: V, direction: V, max: V::Scalar) -> Option<(usize, RayHit<V>)>
    where
        P::Item: Support<V>,
    {
        let mut best: Option<(usize, RayHit<V>)> = None;
        for (index, part) in self.parts() {
            let max = best.map_or(max, |(_, best)| best.distance);
            if let Some(found) = ray_cast(&part, origin, direction, max)
                && best.is_none_or(|(_, best)| found.distance < best.distance)
            {
                best = Some((index, found));
            }
        }
        best
    }

    /// Returns the nearest point of all parts to a point, or `None` if there are no parts. See
    /// [`nearest_point`].
    pub fn nearest_point<V: Space>(&self, point: V) -> Option<(usize, NearestPoint<V>)>
    where
        P::Item: Support<V>,
    {
        let answers = self.parts().map(|(index, part)| (index, nearest_point(&part, point)));
        let finite = answers.filter(|(_, found)| found.status != Status::NotFinite);
        finite.reduce(|best, found| if found.1.distance < best.1.distance { found } else { best })
    }

    /// Returns the smallest axis-aligned box around all parts, or `None` if there are no parts.
    pub fn aabb<V: Vector>(&self) -> Option<Aabb<V>>
    where
        P::Item: Support<V>,
    {
        self.parts().map(|(_, part)| part.aabb()).reduce(Aabb::union)
    }
}

/// Iterates over the triangles of an indexed mesh. A triangle with an index out of range gets NaN vertices
/// and intersects nothing, so that the other triangles keep their indices.
///
/// ```
/// use gjk::{Composite, Vec3, triangles};
///
/// let vertices = [Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Z, Vec3::Z];
/// let square = Composite(triangles(&vertices, &[[0, 1, 2], [0, 2, 3]]));
/// let (index, hit) = square.ray_cast(Vec3::new(0.25, 2.0, 0.75), Vec3::NEG_Y, 5.0).unwrap();
/// assert_eq!((index, hit.distance, hit.normal), (1, 2.0, Vec3::Y));
/// ```
pub fn triangles<'m, V: Vector>(
    vertices: &'m [V],
    indices: &'m [[u32; 3]],
) -> impl ExactSizeIterator<Item = Triangle<V>> + Clone + 'm {
    let invalid = V::axis(0) * V::Scalar::narrow(f64::NAN);
    let vertex = move |index: u32| vertices.get(index as usize).copied().unwrap_or(invalid);
    indices.iter().map(move |&triangle| Triangle::new(triangle.map(vertex)))
}
