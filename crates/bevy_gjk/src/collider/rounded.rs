//! Shapes with all points within a radius of them.

use std::sync::Arc;

use gjk::{Placed, ShapeError, Support, forward_support};

use super::part::{ColliderPart, members};
use crate::collider::Dimension;
use crate::collider::{Child, CompositeShape};
use crate::collider::{ColliderShape, ConvexOf};
use crate::error::ColliderError;

/// A convex shape where it stands in its collider, and all points within a radius of it.
///
/// It is behind a call and a pointer: so the kinds of shapes that it is one of do not contain themselves, and the
/// others stay quick.
#[derive(Clone, Debug)]
pub struct RoundedShape<D: Dimension>(Arc<Inner<D>>);

/// The shape where it stands, and its roundness.
type Inner<D> = gjk::Rounded<Placed<ConvexOf<D>, <D as Dimension>::Vector>, <D as Dimension>::Vector>;

impl<D: Dimension> RoundedShape<D> {
    /// The shape without its roundness.
    #[cfg(feature = "overlay")]
    pub(crate) fn bare(&self) -> &Placed<ConvexOf<D>, D::Vector> {
        &self.0.shape
    }
}

macro_rules! dereference {
    ($self:ident, $shape:ident => $answer:expr) => {{
        let $shape = &*$self.0;
        $answer
    }};
}

impl<D: Dimension> Support<D::Vector> for RoundedShape<D> {
    forward_support!(
        #[inline(never)]
        D::Vector,
        dereference
    );
}

/// The form of some parts with all points within a radius of them: each part rounded, since all points near to some
/// shapes are those near to one of them.
pub(crate) fn rounded<D: Dimension>(
    parts: &[ColliderPart<D::Collider>],
    radius: f32,
    shape: fn(RoundedShape<D>) -> ConvexOf<D>,
) -> Result<ColliderShape<D>, ColliderError> {
    if !radius.is_finite() {
        return Err(ShapeError::NotFinite.into());
    }
    if radius < 0.0 {
        return Err(ShapeError::Negative.into());
    }
    let all = CompositeShape::<D>::group(members::<D>(parts)?);
    let identity = gjk::Affine::IDENTITY;
    let round = |index| {
        all.with_part(index, &identity, |part| {
            let part = Placed::new((*part.shape()).clone(), *part.affine());
            shape(RoundedShape(Arc::new(part.rounded(radius))))
        })
    };
    let mut shapes: Vec<_> = (0..all.len()).filter_map(round).collect();
    if shapes.len() == 1 {
        return shapes.pop().map(ColliderShape::Convex).ok_or(ColliderError::NoParts);
    }
    let members = shapes.into_iter().map(|shape| Child::new(ColliderShape::Convex(shape), identity));
    Ok(ColliderShape::Composite(CompositeShape::group(members).into()))
}
