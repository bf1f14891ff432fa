//! The motion of a swept collider since its pairs were last tested, for continuous collision detection.
//!
//! The motion interpolates the affine map between start and end. The points of the shape differ from a pure
//! translation by at most the [rotational bound](SweptMotion::rotational_bound), by which conservative advancement
//! limits its steps, and by which the AABB of the motion is enlarged.

use crate::collider::AffineOf;
use gjk::support::hints::Zonotope;
use gjk::{Aabb, Affine, Support, Vector};

use crate::collider::aabb::enlarged;
use crate::collider::{ColliderShape, Dimension, SweptCollider, has_same_linear_part, is_finite};
use crate::detection::proxies::PlacedCollider;

/// The motion of a swept collider.
#[derive(Debug)]
pub(crate) struct SweptMotion<D: Dimension> {
    component: SweptCollider,
    /// The map when the pairs were last tested.
    pub(crate) start: AffineOf<D>,
    /// The longest path of any point due to rotation and change of size, in units of length: 0 for a pure translation.
    pub(crate) rotational_bound: f32,
    /// The AABB of the whole motion.
    pub(crate) swept_aabb: Aabb<D::Vector>,
}

impl<D: Dimension> PlacedCollider<D> {
    /// Returns the motion of a swept collider whose map changed.
    #[inline]
    pub(crate) fn motion(&self) -> Option<&SweptMotion<D>> {
        self.motion.as_deref().filter(|motion| motion.start != self.affine)
    }

    /// Returns whether it is swept, even if it does not move.
    #[inline]
    pub(super) fn is_swept(&self) -> bool {
        self.motion.is_some()
    }

    /// Returns its component, if it is swept.
    pub(crate) fn swept(&self) -> Option<SweptCollider> {
        self.motion.as_ref().map(|motion| motion.component)
    }

    /// Ends the motion: it starts from the present map now. Returns whether the collider was swept and moved.
    pub(super) fn end_sweep(&mut self) -> bool {
        let Some(motion) = &mut self.motion else { return false };
        core::mem::replace(&mut motion.start, self.affine) != self.affine
    }

    /// Begins the motion anew from another map, at which the collider had this component. Returns whether it was not
    /// swept.
    pub(super) fn sweep_from(&mut self, start: AffineOf<D>, component: SweptCollider) -> bool {
        if let Some(motion) = &mut self.motion {
            (motion.start, motion.component) = (start, component);
        }
        self.update_sweep(Some(component), start)
    }

    /// Replaces the linear part of both the present map and the start of the motion.
    pub(super) fn change_frame(&mut self, affine: &AffineOf<D>) {
        let moved = |to: &AffineOf<D>| {
            let by = to.translation() - affine.translation();
            D::compose(&Affine::from_translation(by), affine)
        };
        self.affine = moved(&self.affine);
        if let Some(motion) = &mut self.motion {
            motion.start = moved(&motion.start);
        }
    }

    /// Updates whether it is swept, and its motion from the map `before`. Returns whether its AABB changes by that.
    pub(super) fn update_sweep(&mut self, swept: Option<SweptCollider>, before: AffineOf<D>) -> bool {
        let Some(component) = swept else { return self.motion.take().is_some() };
        let end = self.affine;
        let mut changed = self.motion.is_none();
        let motion = self.motion.get_or_insert_with(|| {
            Box::new(SweptMotion {
                component,
                start: before,
                rotational_bound: 0.0,
                swept_aabb: Aabb::default(),
            })
        });
        if motion.component != component || !is_finite::<D::Vector>(&motion.start) {
            motion.component = component;
            motion.start = end;
            changed = true;
        }
        motion.rotational_bound = 0.0;
        if let Ok(shape) = &self.shape
            && !has_same_linear_part::<D::Vector>(&motion.start, &end)
        {
            if ignores_rotation(shape, &motion.start, &end) {
                // The shape looks the same under every rotation, so the motion is a pure translation.
                let back = motion.start.translation() - end.translation();
                motion.start = D::compose(&Affine::from_translation(back), &end);
            } else {
                motion.rotational_bound = rotational_bound(shape, &motion.start, &end);
            }
        }
        changed
    }
}

/// Computes the AABB of a whole motion from the AABBs at both ends, the translation, and the bound of the rotation.
pub(crate) fn swept_bounds<V: Vector<Scalar = f32>>(
    at_start: Aabb<V>,
    at_end: Aabb<V>,
    translation: V,
    rotational_bound: f32,
) -> Aabb<V> {
    let mut aabb = at_start.union(at_end);
    if rotational_bound > 0.0 {
        // At any time, each point is within half of the rotational bound of where the linear part of the start, or
        // of the end, would place it.
        let moved = |bounds: Aabb<V>, by| Aabb { min: bounds.min + by, max: bounds.max + by };
        aabb = aabb.union(moved(at_start, translation)).union(moved(at_end, -translation));
    }
    enlarged(aabb, 0.5 * rotational_bound)
}

/// Returns whether the rotation of a shape is ignored: a sphere is invariant under it, and the far points of a
/// half-space would be infinitely fast.
fn ignores_rotation<D: Dimension>(shape: &ColliderShape<D>, start: &AffineOf<D>, end: &AffineOf<D>) -> bool {
    let Some(shape) = shape.convex() else { return false };
    let is_sphere =
        Zonotope::of(shape).is_some_and(|edges| edges.count == 0) && shape.core().origin == D::Vector::ZERO;
    let same_size = || {
        let sizes = start.similarity().zip(end.similarity());
        // Two rotations of one size differ by the rounding of their columns.
        sizes.is_some_and(|(one, two)| (one - two).abs() <= 4.0 * f32::EPSILON * two)
    };
    shape.half_space().is_some() || is_sphere && same_size()
}

/// Computes an upper bound of the path of any point, apart from the translation.
pub(crate) fn rotational_bound<D: Dimension>(
    shape: &ColliderShape<D>,
    start: &AffineOf<D>,
    end: &AffineOf<D>,
) -> f32 {
    // The distance of the farthest point from the origin, under the linear part of a map.
    let farthest = |map: &AffineOf<D>| {
        let linear = D::compose(&Affine::from_translation(-map.translation()), map);
        let Aabb { min, max } = shape.bounds(&linear);
        let corner = max.max(-min);
        corner.dot(corner).sqrt()
    };
    // How the linear part changes: by a rotation, and by a map for the change of scale and shear.
    let (angle, rescaling) = D::change(start, end);
    angle * farthest(start).max(farthest(end)) + farthest(&rescaling)
}
