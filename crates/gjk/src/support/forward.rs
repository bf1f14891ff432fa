//! What points to a shape is that shape: references and, with `alloc`, boxes and shared ones.

#[cfg(feature = "alloc")]
use alloc::{boxed::Box, sync::Arc};

use super::{Bounds, HalfEdges, Marks, Outline, Plane, Support, Vertex};
use crate::vector::Vector;

macro_rules! forward {
    ($pointer:ty) => {
        impl<V: Vector, S: Support<V> + ?Sized> Support<V> for $pointer {
            #[inline(always)]
            fn support(&self, direction: V) -> V {
                (**self).support(direction)
            }
            #[inline(always)]
            fn origin(&self) -> V {
                (**self).origin()
            }
            #[inline(always)]
            fn radius(&self) -> V::Scalar {
                (**self).radius()
            }
            #[inline(always)]
            fn core(&self, direction: V) -> Vertex<V> {
                (**self).core(direction)
            }
            #[inline(always)]
            fn vertex(&self, id: u32) -> Option<V> {
                (**self).vertex(id)
            }
            #[inline(always)]
            fn recall(&self, marks: &Marks<V>) -> [Vertex<V>; 4] {
                (**self).recall(marks)
            }
            #[inline(always)]
            fn half_edges(&self) -> Option<HalfEdges<V>> {
                (**self).half_edges()
            }
            #[inline(always)]
            fn half_edges_under(&self, affine: &V::Affine) -> Option<HalfEdges<V>> {
                (**self).half_edges_under(affine)
            }
            #[inline(always)]
            fn may_have_half_edges(&self) -> bool {
                (**self).may_have_half_edges()
            }
            #[inline(always)]
            fn outline(&self, outline: &mut Outline) -> bool {
                (**self).outline(outline)
            }
            #[inline(always)]
            fn extent(&self, direction: V) -> [V::Scalar; 2] {
                (**self).extent(direction)
            }
            #[inline(always)]
            fn half_extents(&self) -> V {
                (**self).half_extents()
            }
            #[inline(always)]
            fn bounding_radius(&self) -> Option<V::Scalar> {
                (**self).bounding_radius()
            }
            #[inline]
            fn inner_radius(&self) -> V::Scalar {
                (**self).inner_radius()
            }
            #[inline]
            fn radial(&self, direction: V) -> V::Scalar {
                (**self).radial(direction)
            }
            #[inline(always)]
            fn feature(&self, direction: V, slop: V::Scalar, visit: &mut dyn FnMut(Vertex<V>)) {
                (**self).feature(direction, slop, visit);
            }
            #[inline(always)]
            fn half_space(&self) -> Option<Plane<V>> {
                (**self).half_space()
            }
            #[inline]
            fn bounds(&self) -> Bounds<V> {
                (**self).bounds()
            }
        }
    };
}

forward!(&S);
#[cfg(feature = "alloc")]
forward!(Box<S>);
#[cfg(feature = "alloc")]
forward!(Arc<S>);
