//! Concave things, answered through their convex parts.

use crate::math::Aabb;
use crate::math::{Scalar, Vector};
use crate::query::cast::{Cast, cast};
use crate::query::point::{NearestPoint, contains_point, nearest_point};
use crate::query::ray::{RayHit, ray_cast};
use crate::query::{ClosestPoints, Contact, Space, closest_points, contact, intersects};
use crate::reference::Status;
use crate::shape::Triangle;
use crate::support::Support;

/// Convex parts that make a shape together, which need not be convex: a compound, or the triangles of a mesh.
///
/// The parts are anything that can be gone through again and again: a slice of shapes, or [`triangles`] of
/// shared corners. Each question goes to every part and is answered by the best of them, with its index; so
/// a large mesh should be asked for those triangles alone whose bounds come near.
///
/// Parts that overlap are each asked on their own: the depth is that of the deepest part, and one that is
/// enough to move out of all of them together is larger where they are in each other's way. Of two compounds,
/// ask one about each part of the other.
///
/// ```
/// use gjk::{Affine2, Circle, Composite, Rectangle, Support, Vec2};
///
/// // An L of two bars.
/// let bar = |w, h, x, y| Rectangle::new(w, h).placed(Affine2::from_translation(Vec2::new(x, y)));
/// let bars = [bar(1.0, 4.0, 0.0, 0.0), bar(3.0, 1.0, 1.0, -1.5)];
/// let corner = Composite(&bars);
/// let ball = Circle::new(0.5).placed(Affine2::from_translation(Vec2::new(1.25, 0.0)));
/// assert!(!corner.intersects(&ball));
/// let (index, closest) = corner.closest_points(&ball).unwrap();
/// assert_eq!((index, closest.distance), (0, 0.25));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Composite<P>(pub P);

impl<P: IntoIterator + Clone> Composite<P> {
    /// The parts, with their index.
    fn each(&self) -> impl Iterator<Item = (usize, P::Item)> {
        self.0.clone().into_iter().enumerate()
    }

    /// Whether any part meets another shape. See [`intersects`].
    pub fn intersects<V: Space>(&self, other: &(impl Support<V> + ?Sized)) -> bool
    where
        P::Item: Support<V>,
    {
        self.each().any(|(_, part)| intersects(&part, other))
    }

    /// Whether any part contains a point. See [`contains_point`].
    pub fn contains_point<V: Space>(&self, point: V) -> bool
    where
        P::Item: Support<V>,
    {
        self.each().any(|(_, part)| contains_point(&part, point))
    }

    /// The nearest points of the nearest part and another shape, or nothing where they meet or there are no
    /// parts. See [`closest_points`].
    pub fn closest_points<V: Space>(
        &self,
        other: &(impl Support<V> + ?Sized),
    ) -> Option<(usize, ClosestPoints<V>)>
    where
        P::Item: Support<V>,
    {
        let mut best: Option<(usize, ClosestPoints<V>)> = None;
        for (index, part) in self.each() {
            let Some(found) = closest_points(&part, other) else {
                // A part without a place is apart from everything, and nowhere near.
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

    /// The deepest contact of a part with another shape. See [`contact`].
    pub fn contact<V: Space>(&self, other: &(impl Support<V> + ?Sized)) -> Option<(usize, Contact<V>)>
    where
        P::Item: Support<V>,
    {
        let contacts = self.contacts(other);
        contacts.reduce(|best, found| if found.1.depth > best.1.depth { found } else { best })
    }

    /// The contacts of all parts that meet another shape. See [`contact`].
    pub fn contacts<V: Space>(
        &self,
        other: &(impl Support<V> + ?Sized),
    ) -> impl Iterator<Item = (usize, Contact<V>)>
    where
        P::Item: Support<V>,
    {
        self.each().filter_map(move |(index, part)| Some((index, contact(&part, other)?)))
    }

    /// The first impact of a part, all of which move alike, and another shape. See [`cast`].
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
        for (index, part) in self.each() {
            // What comes later than the first so far is of no interest.
            let until = best.map_or(max, |(_, best)| best.time);
            if let Some(found) = cast(&part, velocity, other, velocity_other, until)
                && best.is_none_or(|(_, best)| found.time < best.time)
            {
                best = Some((index, found));
            }
        }
        best
    }

    /// Where a ray first enters a part. See [`ray_cast`].
    pub fn ray_cast<V: Space>(&self, origin: V, direction: V, max: V::Scalar) -> Option<(usize, RayHit<V>)>
    where
        P::Item: Support<V>,
    {
        let mut best: Option<(usize, RayHit<V>)> = None;
        for (index, part) in self.each() {
            let until = best.map_or(max, |(_, best)| best.distance);
            if let Some(found) = ray_cast(&part, origin, direction, until)
                && best.is_none_or(|(_, best)| found.distance < best.distance)
            {
                best = Some((index, found));
            }
        }
        best
    }

    /// The nearest point of all parts to a point, or nothing if there are no parts. See [`nearest_point`].
    pub fn nearest_point<V: Space>(&self, point: V) -> Option<(usize, NearestPoint<V>)>
    where
        P::Item: Support<V>,
    {
        let answers = self.each().map(|(index, part)| (index, nearest_point(&part, point)));
        let finite = answers.filter(|(_, found)| found.status != Status::NotFinite);
        finite.reduce(|best, found| if found.1.distance < best.1.distance { found } else { best })
    }

    /// The box around all parts, or nothing if there are none.
    pub fn aabb<V: Vector>(&self) -> Option<Aabb<V>>
    where
        P::Item: Support<V>,
    {
        self.each().map(|(_, part)| part.aabb()).reduce(Aabb::union)
    }
}

/// The triangles of a mesh: three indices of corners each. Those that name a corner that is not there have
/// no place and meet nothing, so that the others keep their index.
///
/// ```
/// use gjk::{Composite, Vec3, triangles};
///
/// let corners = [Vec3::ZERO, Vec3::X, Vec3::X + Vec3::Z, Vec3::Z];
/// let square = Composite(triangles(&corners, &[[0, 1, 2], [0, 2, 3]]));
/// let (index, hit) = square.ray_cast(Vec3::new(0.25, 2.0, 0.75), Vec3::NEG_Y, 5.0).unwrap();
/// assert_eq!((index, hit.distance, hit.normal), (1, 2.0, Vec3::Y));
/// ```
pub fn triangles<'m, V: Vector>(
    corners: &'m [V],
    indices: &'m [[u32; 3]],
) -> impl ExactSizeIterator<Item = Triangle<V>> + Clone + 'm {
    let nowhere = V::axis(0) * V::Scalar::narrow(f64::NAN);
    let corner = move |index: u32| corners.get(index as usize).copied().unwrap_or(nowhere);
    indices.iter().map(move |&triangle| Triangle::new(triangle.map(corner)))
}
