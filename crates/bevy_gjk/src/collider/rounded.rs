//! Rounded shapes: the Minkowski sum of a shape and a sphere.

use core::ops::ControlFlow;
use std::sync::Arc;

use gjk::{Placed, ShapeError, Support, forward_support};

use super::part::{ColliderPart, prepare_parts};
use crate::collider::{Child, ColliderError, ColliderShape, CompositeShape, ConvexOf, Dimension};

/// A convex shape, placed in its collider, and all points within a radius of it.
///
/// It is behind a pointer, because the enum of convex shapes would otherwise contain itself; its methods are not
/// inlined, so that those of the other kinds stay small and fast.
#[derive(Clone, Debug)]
pub struct RoundedShape<D: Dimension>(Arc<RoundedPlaced<D>>);

/// The placed shape and its radius.
type RoundedPlaced<D> =
    gjk::support::Rounded<Placed<ConvexOf<D>, <D as Dimension>::Vector>, <D as Dimension>::Vector>;

impl<D: Dimension> PartialEq for RoundedShape<D> {
    fn eq(&self, other: &Self) -> bool {
        let [one, two] = [self, other].map(|it| (it.0.shape.shape(), it.0.shape.affine(), it.0.radius));
        Arc::ptr_eq(&self.0, &other.0) || one == two
    }
}

impl<D: Dimension> RoundedShape<D> {
    /// Returns the placed shape without its radius.
    #[cfg(feature = "overlay")]
    pub(crate) fn without_radius(&self) -> &Placed<ConvexOf<D>, D::Vector> {
        &self.0.shape
    }
}

/// Forwards each method of [`Support`] to the shape behind the pointer.
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

/// Makes the shape of all points within a radius of some parts. Each part is rounded by itself, since the rounded union
/// is the union of the rounded parts. A closed mesh is there itself, beside its rounded faces, so that it has its
/// inside.
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
    let children = prepare_parts::<D>(parts)?;
    // What closed meshes hold: their parts are only their faces.
    let meshes: Vec<_> = children.iter().filter_map(Child::closed_mesh).collect();
    let all = CompositeShape::<D>::group(children)?;
    let identity = gjk::Affine::IDENTITY;
    let round = |index| {
        all.with_part(index, &identity, |part| {
            let part = Placed::new((*part.shape()).clone(), *part.affine());
            shape(RoundedShape(Arc::new(part.rounded(radius))))
        })
    };
    let mut shapes = Vec::new();
    let _ = all.each_index(&mut |index| {
        shapes.extend(round(index));
        ControlFlow::Continue(())
    });
    if shapes.len() == 1 && meshes.is_empty() {
        return shapes.pop().map(ColliderShape::Convex).ok_or(ColliderError::NoParts);
    }
    let rounded = shapes.into_iter().map(|shape| Child::new(ColliderShape::Convex(shape), identity));
    Ok(ColliderShape::Composite(CompositeShape::group(rounded.chain(meshes))?.into()))
}
