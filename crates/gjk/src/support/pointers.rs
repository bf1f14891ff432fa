//! What points to a shape is that shape: references and, with `alloc`, boxes and shared ones.

#[cfg(feature = "alloc")]
use alloc::{boxed::Box, sync::Arc};

use crate::math::Vector;
use crate::math::{Aabb, Plane};
use crate::support::{Core, Size, SmallPolygon, Support, Vertex, VertexRefs, Zonotope};

macro_rules! forward {
    ($pointer:ty) => {
        impl<V: Vector, S: Support<V> + ?Sized> Support<V> for $pointer {
            #[inline(always)]
            fn support(&self, direction: V) -> V {
                (**self).support(direction)
            }
            #[inline(always)]
            fn core(&self) -> Core<V> {
                (**self).core()
            }
            #[inline(always)]
            fn size(&self) -> Size<V> {
                (**self).size()
            }
            #[inline(always)]
            fn core_support(&self, direction: V) -> Vertex<V> {
                (**self).core_support(direction)
            }
            #[inline(always)]
            fn vertex(&self, id: u32) -> Option<V> {
                (**self).vertex(id)
            }
            #[inline(always)]
            fn refetch(&self, marks: &VertexRefs<V>) -> [Vertex<V>; 4] {
                (**self).refetch(marks)
            }
            #[inline(always)]
            fn zonotope(&self) -> Option<Zonotope<V>> {
                (**self).zonotope()
            }
            #[inline(always)]
            fn zonotope_under(&self, affine: &V::Affine) -> Option<Zonotope<V>> {
                (**self).zonotope_under(affine)
            }
            #[inline(always)]
            fn may_be_zonotope(&self) -> bool {
                (**self).may_be_zonotope()
            }
            #[inline(always)]
            fn small_polygon(&self, outline: &mut SmallPolygon) -> bool {
                (**self).small_polygon(outline)
            }
            #[inline(always)]
            fn extent(&self, direction: V) -> [V::Scalar; 2] {
                (**self).extent(direction)
            }
            #[inline]
            fn radial(&self, direction: V) -> V::Scalar {
                (**self).radial(direction)
            }
            #[inline(always)]
            fn support_feature(&self, direction: V, slop: V::Scalar, visit: &mut dyn FnMut(Vertex<V>)) {
                (**self).support_feature(direction, slop, visit);
            }
            #[inline(always)]
            fn half_space(&self) -> Option<Plane<V>> {
                (**self).half_space()
            }
            #[inline]
            fn aabb(&self) -> Aabb<V> {
                (**self).aabb()
            }
        }
    };
}

forward!(&S);
#[cfg(feature = "alloc")]
forward!(Box<S>);
#[cfg(feature = "alloc")]
forward!(Arc<S>);
