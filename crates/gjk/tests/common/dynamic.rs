//! The questions of the crate about shapes behind pointers: each is compiled once, and not for each pair of types.

use gjk::{Cast, ClosestPoints, Contact, Manifold, NearestPoint, Query, RayHit, Space, Support};

type Shape<'s, V> = &'s (dyn Support<V> + 's);

pub fn query<'s, V: Space>(
    a: Shape<'s, V>,
    b: Shape<'s, V>,
) -> Query<'s, V, dyn Support<V> + 's, dyn Support<V> + 's> {
    Query::new(a, b)
}

pub fn intersects<V: Space>(a: Shape<V>, b: Shape<V>) -> bool {
    gjk::intersects(a, b)
}

pub fn closest_points<V: Space>(a: Shape<V>, b: Shape<V>) -> Option<ClosestPoints<V>> {
    gjk::closest_points(a, b)
}

pub fn contact<V: Space>(a: Shape<V>, b: Shape<V>) -> Option<Contact<V>> {
    gjk::contact(a, b)
}

pub fn manifold<V: Space>(a: Shape<V>, b: Shape<V>) -> Option<Manifold<V>> {
    gjk::manifold(a, b)
}

pub fn cast<V: Space>(
    a: Shape<V>,
    velocity_a: V,
    b: Shape<V>,
    velocity_b: V,
    max: V::Scalar,
) -> Option<Cast<V>> {
    gjk::cast(a, velocity_a, b, velocity_b, max)
}

pub fn ray_cast<V: Space>(shape: Shape<V>, origin: V, direction: V, max: V::Scalar) -> Option<RayHit<V>> {
    gjk::ray_cast(shape, origin, direction, max)
}

pub fn nearest_point<V: Space>(shape: Shape<V>, point: V) -> NearestPoint<V> {
    gjk::nearest_point(shape, point)
}

pub fn contains_point<V: Space>(shape: Shape<V>, point: V) -> bool {
    gjk::contains_point(shape, point)
}

pub fn face_normal<V: Space>(shape: Shape<V>, point: V, normal: V) -> V {
    gjk::face_normal(shape, point, normal)
}
