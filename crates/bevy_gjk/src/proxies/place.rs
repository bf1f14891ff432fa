//! Where one collider stands, and the box around it.

use bevy_math::Vec4;
use gjk::{Aabb, Affine, Plane, Scalar, Support, Vector, Wide};

use crate::aabb::{from_lanes, lanes, loosened, padded_lanes};
use crate::collider::{BoundingVolumes, ColliderShape};
use crate::collider::{Dimension, Shape, is_finite};
use crate::error::ColliderError;
use crate::proxies::{PlacedCollider, Proxy};

/// Computes how a collider looks at a glance where its transform places it: the box around it, with its margin, and of
/// a swept one that of all its way.
///
/// `turned` tells whether its map differs from the last one by more than the translation. What does not change is not
/// written: other threads may have that line of memory at hand.
///
/// # Errors
/// Why it rests.
#[inline(always)]
pub(crate) fn place<D: Dimension>(
    collider: &mut PlacedCollider<D>,
    proxy: &mut Proxy,
    turned: bool,
) -> Result<(), ColliderError> {
    if (turned || collider.needs_volumes)
        && let Err(error) = set_bounding_volumes(collider)
    {
        collider.needs_volumes = true;
        return Err(error);
    }
    if collider.is_half_space || collider.motion().is_some() {
        return place_thoroughly(collider, proxy);
    }
    let shift = collider.affine.translation();
    let [low, high] = corners(collider);
    // What is finite becomes nothing, whatever else becomes no number.
    if low * 0.0 + high * 0.0 != Vec4::ZERO {
        let placed = shift.is_finite();
        return Err(if placed { ColliderError::TooLarge } else { ColliderError::TransformNotFinite });
    }
    let corners = with_margin(collider, [low, high]);
    let center = D::coordinates(collider.center + shift);
    *proxy = Proxy::new(collider, corners, center, collider.radius, collider.inscribed_radius());
    Ok(())
}

/// Computes what surrounds a collider's shape at the origin, under all of its transform but the translation: for
/// what moves without turning, that stays.
#[inline(always)]
pub(super) fn set_bounding_volumes<D: Dimension>(
    collider: &mut PlacedCollider<D>,
) -> Result<(), ColliderError> {
    let form = collider.shape.as_ref().map_err(|&error| error)?;
    let linear = collider.affine.with_translation(D::Vector::ZERO);
    if !is_finite::<D::Vector>(&linear) {
        return Err(ColliderError::TransformNotFinite);
    }
    collider.set_bounding_volumes(match form {
        ColliderShape::Convex(shape) => D::Collider::enclose(shape, &linear),
        ColliderShape::Composite(parts) => BoundingVolumes::of_box(parts.bounds(&linear)),
    });
    Ok(())
}

/// The corners of the box around a collider where it stands, without its margin.
#[inline(always)]
fn corners<D: Dimension>(collider: &PlacedCollider<D>) -> [Vec4; 2] {
    let shift = lanes(collider.affine.translation());
    let Aabb { min, max } = collider.local_aabb;
    padded_lanes::<D::Vector>([min, max].map(|corner| lanes(corner) + shift))
}

/// The same with its margin.
#[inline(always)]
fn with_margin<D: Dimension>(collider: &PlacedCollider<D>, corners: [Vec4; 2]) -> [Vec4; 2] {
    if !(collider.margin > 0.0) {
        return corners;
    }
    let [min, max]: [D::Vector; 2] = corners.map(from_lanes);
    let Aabb { min, max } = loosened(Aabb { min, max }, collider.margin);
    [min, max].map(lanes)
}

/// The box around a collider that was placed; around all of its way, if it is swept.
pub(crate) fn around<D: Dimension>(collider: &PlacedCollider<D>) -> Aabb<D::Vector> {
    if let Some(motion) = collider.motion() {
        return motion.around;
    }
    if collider.is_half_space
        && let Ok(form) = &collider.shape
    {
        return standing(form, &collider.affine, collider.margin).unwrap_or_default();
    }
    let [min, max] = with_margin(collider, corners(collider)).map(from_lanes);
    Aabb { min, max }
}

/// Does the same for what has no end, or is under way.
fn place_thoroughly<D: Dimension>(
    collider: &mut PlacedCollider<D>,
    proxy: &mut Proxy,
) -> Result<(), ColliderError> {
    let form = collider.shape.as_ref().map_err(|&error| error)?;
    let margin = collider.margin;
    let mut bounds = standing(form, &collider.affine, margin)?;
    if let Some(motion) = collider.motion() {
        let at_start = standing(form, &motion.start, margin).unwrap_or(bounds);
        bounds = motion.bounds(at_start, bounds, collider.affine.translation());
    }
    collider.set_swept_aabb(bounds);
    *proxy = Proxy::new(collider, [bounds.min, bounds.max].map(lanes), [0.0; 3], f32::NAN, 0.0);
    Ok(())
}

/// The box of a form where a map places it, with a margin around.
fn standing<D: Dimension>(
    form: &ColliderShape<D>,
    affine: &<D::Vector as Vector>::Affine,
    margin: f32,
) -> Result<Aabb<D::Vector>, ColliderError> {
    if !is_finite::<D::Vector>(affine) {
        return Err(ColliderError::TransformNotFinite);
    }
    if let ColliderShape::Convex(shape) = form
        && let Some(plane) = shape.placed(*affine).half_space()
    {
        return is_half_space(&plane, margin);
    }
    let bounds = form.bounds(affine);
    if !(bounds.min.is_finite() && bounds.max.is_finite()) {
        return Err(ColliderError::TooLarge);
    }
    Ok(loosened(bounds, margin))
}

/// The box of a half-space, with a margin around. Only across an axis it has an end: the tolerance of touching
/// is a matter of the other shape alone.
fn is_half_space<V: Vector<Scalar = f32>>(plane: &Plane<V>, margin: f32) -> Result<Aabb<V>, ColliderError> {
    if !(plane.point.is_finite() && plane.normal.is_finite()) {
        return Err(ColliderError::Flattened);
    }
    let (point, normal) = (V::narrow(plane.point), V::narrow(plane.normal));
    if !point.is_finite() {
        return Err(ColliderError::TooLarge);
    }
    let mut bounds = Aabb { min: V::ZERO, max: V::ZERO };
    for index in 0..V::DIMENSION {
        let (axis, at) = (V::axis(index), point.element(index));
        let room = margin + 4.0 * f32::EPSILON * (margin + at.abs());
        let [low, high] =
            [-1.0, 1.0].map(|sign| if normal == axis * sign { at + sign * room } else { sign * f32::FAR });
        bounds.min = bounds.min + axis * low.max(-f32::FAR);
        bounds.max = bounds.max + axis * high.min(f32::FAR);
    }
    Ok(bounds)
}
