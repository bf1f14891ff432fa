//! Pointers to a shape are shapes: references and, with the feature `alloc`, `Box` and `Arc`.
//!
//! Each method is forwarded, so that no hint of the shape falls back to its default; `tests/integration/hints.rs`
//! checks that.

#[cfg(feature = "alloc")]
use alloc::{boxed::Box, sync::Arc};

use crate::forward_support;
use crate::math::Vector;
use crate::support::Support;

macro_rules! dereference {
    ($self:ident, $shape:ident => $answer:expr) => {{
        let $shape = &**$self;
        $answer
    }};
}

macro_rules! pointer {
    ($pointer:ty) => {
        impl<V: Vector, S: Support<V> + ?Sized> Support<V> for $pointer {
            forward_support!(
                #[inline(always)]
                V,
                dereference
            );
        }
    };
}

pointer!(&S);
#[cfg(feature = "alloc")]
pointer!(Box<S>);
#[cfg(feature = "alloc")]
pointer!(Arc<S>);
