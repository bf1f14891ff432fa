//! The AABB and the proxy of one collider, computed from its shape and its affine map.
//!
//! The AABB of the shape under the linear part of the map is cached, so a collider that only moves costs one addition
//! for each corner. Half-spaces and colliders that are swept take a slower path.

use bevy_math::Vec4;
use gjk::support::hints::Plane;
use gjk::{Aabb, Affine, Scalar, Support, Vector, Wide};

use crate::collider::aabb::{enlarged, from_vec4, padded_vec4, to_vec4};
use crate::collider::{BoundingVolumes, ColliderError, ColliderShape, Convex, Dimension, is_finite};
use crate::detection::proxies::{PlacedCollider, Proxy, swept_bounds};

/// Computes the proxy of a collider: its AABB in the world, enlarged by its `ProximityMargin`; of a collider that is
/// swept, the AABB of its whole motion.
///
/// `linear_changed` says whether the linear part of its map changed since the last call. Fields that stay the same are
/// not written, because other threads may have their cache line loaded.
///
/// # Errors
/// Returns why the collider is invalid.
#[inline(always)]
pub(crate) fn compute_proxy<D: Dimension>(
    collider: &mut PlacedCollider<D>,
    proxy: &mut Proxy,
    linear_changed: bool,
) -> Result<(), ColliderError> {
    if (linear_changed || collider.needs_volumes)
        && let Err(error) = set_bounding_volumes(collider)
    {
        collider.needs_volumes = true;
        return Err(error);
    }
    if collider.is_half_space || collider.motion().is_some() {
        return compute_half_space_or_swept_proxy(collider, proxy);
    }
    let shift = collider.affine.translation();
    let [low, high] = aabb_corners(collider);
    // A finite coordinate times zero is zero; anything else becomes NaN.
    if low * 0.0 + high * 0.0 != Vec4::ZERO {
        let translation_is_finite = shift.is_finite();
        return Err(if translation_is_finite {
            ColliderError::TooLarge
        } else {
            ColliderError::TransformNotFinite
        });
    }
    let corners = add_margin(collider, [low, high]);
    let center = D::coordinates(collider.center + shift);
    *proxy = Proxy::new(collider, corners, center, collider.radius, collider.inscribed_radius());
    Ok(())
}

/// Computes the bounding volumes of a collider's shape under the linear part of its map. They stay the same while the
/// collider moves without turning.
#[inline(always)]
fn set_bounding_volumes<D: Dimension>(collider: &mut PlacedCollider<D>) -> Result<(), ColliderError> {
    let shape = collider.shape.as_ref().map_err(|&error| error)?;
    let linear = collider.affine.with_translation(D::Vector::ZERO);
    if !is_finite::<D::Vector>(&linear) {
        return Err(ColliderError::TransformNotFinite);
    }
    collider.set_bounding_volumes(match shape {
        ColliderShape::Convex(shape) => shape.enclose(&linear),
        ColliderShape::Composite(parts) => BoundingVolumes::from_aabb(parts.bounds(&linear)),
    });
    Ok(())
}

/// Computes the corners of the AABB in the world, without the margin.
#[inline(always)]
fn aabb_corners<D: Dimension>(collider: &PlacedCollider<D>) -> [Vec4; 2] {
    let shift = to_vec4(collider.affine.translation());
    let Aabb { min, max } = collider.local_aabb;
    padded_vec4::<D::Vector>([min, max].map(|corner| to_vec4(corner) + shift))
}

/// Grows an AABB by the margin of its collider.
#[inline(always)]
fn add_margin<D: Dimension>(collider: &PlacedCollider<D>, corners: [Vec4; 2]) -> [Vec4; 2] {
    if !(collider.margin > 0.0) {
        return corners;
    }
    let [min, max]: [D::Vector; 2] = corners.map(from_vec4);
    let Aabb { min, max } = enlarged(Aabb { min, max }, collider.margin);
    [min, max].map(to_vec4)
}

impl<D: Dimension> PlacedCollider<D> {
    /// Finds out why the collider is invalid, if it is.
    pub(crate) fn find_error(&self) -> Option<ColliderError> {
        match &self.shape {
            Ok(shape) => aabb_at(shape, &self.affine, self.margin).err(),
            Err(error) => Some(*error),
        }
    }
}

/// Returns the AABB of a collider in the world; of its whole motion, if it is swept.
pub(crate) fn aabb_of<D: Dimension>(collider: &PlacedCollider<D>) -> Aabb<D::Vector> {
    if let Some(motion) = collider.motion() {
        return motion.swept_aabb;
    }
    if collider.is_half_space
        && let Ok(shape) = &collider.shape
    {
        return aabb_at(shape, &collider.affine, collider.margin).unwrap_or_default();
    }
    let [min, max] = add_margin(collider, aabb_corners(collider)).map(from_vec4);
    Aabb { min, max }
}

/// Computes the proxy of a half-space or of a collider that is swept.
fn compute_half_space_or_swept_proxy<D: Dimension>(
    collider: &mut PlacedCollider<D>,
    proxy: &mut Proxy,
) -> Result<(), ColliderError> {
    let shape = collider.shape.as_ref().map_err(|&error| error)?;
    let margin = collider.margin;
    let mut bounds = aabb_at(shape, &collider.affine, margin)?;
    if let Some(motion) = collider.motion() {
        let at_start = aabb_at(shape, &motion.start, margin).unwrap_or(bounds);
        let translation = collider.affine.translation() - motion.start.translation();
        bounds = swept_bounds(at_start, bounds, translation, motion.rotational_bound);
    }
    if let Some(motion) = &mut collider.motion {
        motion.swept_aabb = bounds;
    }
    // Its spheres are unknown: a sweep has none.
    *proxy = Proxy::new(collider, [bounds.min, bounds.max].map(to_vec4), [0.0; 3], f32::NAN, 0.0);
    Ok(())
}

/// Computes the AABB of a shape under an affine map, enlarged by a margin.
fn aabb_at<D: Dimension>(
    shape: &ColliderShape<D>,
    affine: &<D::Vector as Vector>::Affine,
    margin: f32,
) -> Result<Aabb<D::Vector>, ColliderError> {
    if !is_finite::<D::Vector>(affine) {
        return Err(ColliderError::TransformNotFinite);
    }
    if let ColliderShape::Convex(shape) = shape
        && let Some(plane) = shape.placed(*affine).half_space()
    {
        return half_space_aabb(&plane, margin);
    }
    let bounds = shape.bounds(affine);
    if !(bounds.min.is_finite() && bounds.max.is_finite()) {
        return Err(ColliderError::TooLarge);
    }
    Ok(enlarged(bounds, margin))
}

/// Computes the AABB of a half-space, enlarged by a margin. It is bounded on one side if the normal is parallel to an
/// axis, and nowhere otherwise. The padding for touching is added by the other shape alone.
fn half_space_aabb<V: Vector<Scalar = f32>>(plane: &Plane<V>, margin: f32) -> Result<Aabb<V>, ColliderError> {
    if !(plane.point.is_finite() && plane.normal.is_finite()) {
        return Err(ColliderError::Flattened);
    }
    let (point, normal) = (V::narrow(plane.point), V::narrow(plane.normal));
    if !point.is_finite() {
        return Err(ColliderError::TooLarge);
    }
    let mut bounds = Aabb { min: V::ZERO, max: V::ZERO };
    // `FAR` on the open sides, so that the differences of such bounds are finite.
    for index in 0..V::DIMENSION {
        let (axis, coordinate) = (V::axis(index), point.element(index));
        // The rounding of a coordinate of the boundary where the half-space is placed.
        let pad = margin + 4.0 * f32::EPSILON * (margin + coordinate.abs());
        let [low, high] = [-1.0, 1.0]
            .map(|sign| if normal == axis * sign { coordinate + sign * pad } else { sign * f32::FAR });
        bounds.min = bounds.min + axis * low.max(-f32::FAR);
        bounds.max = bounds.max + axis * high.min(f32::FAR);
    }
    Ok(bounds)
}
