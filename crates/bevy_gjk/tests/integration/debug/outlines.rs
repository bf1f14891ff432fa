//! The outlines that the overlay draws lie on the colliders.

use bevy_gjk::shape::ColliderShape;
use gjk::Affine;

use crate::common::prelude::*;
use crate::common::samples;

/// Draws each part of a collider, and visits its shapes with the points of their outlines.
fn drawn<D: Dimension>(
    collider: &D::Collider,
    mut check: impl FnMut(&<D::Collider as Shape<D>>::ConvexShape, D::Vector),
) -> usize {
    let (mut chains, mut lone) = (0, 0);
    let mut draw = |shape: &<D::Collider as Shape<D>>::ConvexShape| {
        D::Collider::draw(shape, 48, &mut |points| {
            let count = points.map(|point| check(shape, point)).count();
            chains += 1;
            lone += usize::from(count < 2);
        });
    };
    match collider.prepare().unwrap() {
        ColliderShape::Convex(shape) => draw(&shape),
        ColliderShape::Composite(parts) => {
            for index in 0..parts.len() {
                parts.with_part(index, &Affine::IDENTITY, |part| draw(part.shape()));
            }
        }
    }
    assert_eq!(lone, 0, "{collider:?}");
    chains
}

#[test]
fn outlines_lie_on_2d_shapes() {
    let custom = dim2::Collider::custom(gjk::HalfSpace::new(Vec2::new(3.0, 4.0), -2.0));
    for collider in samples::all_2d().into_iter().chain([custom]) {
        let chains = drawn::<Dim2>(&collider, |shape, point| {
            let nearest = gjk::nearest_point(&Placed::<_, Vec2>::new(shape, Affine::IDENTITY), point);
            let size = 1e-5 * (1.0 + point.length());
            assert!(nearest.distance < size, "{collider:?} {point}");
        });
        assert!(chains > 0, "{collider:?}");
    }
}

#[test]
fn outlines_lie_on_3d_shapes() {
    let custom = dim3::Collider::custom(gjk::HalfSpace::new(Vec3::new(2.0, 3.0, 6.0), -2.0));
    for collider in samples::all_3d().into_iter().chain([custom]) {
        let chains = drawn::<Dim3>(&collider, |shape, point| {
            let nearest = gjk::nearest_point(&Placed::<_, Vec3>::new(shape, Affine::IDENTITY), point);
            let size = 1e-5 * (1.0 + point.length());
            assert!(nearest.distance < size, "{collider:?} {point}");
        });
        assert!(chains > 0, "{collider:?}");
    }
}

/// Rounded shapes are drawn at their rounded surface.
#[test]
fn the_outline_of_a_rounded_shape_is_round() {
    let mut farthest = Vec2::ZERO;
    drawn::<Dim2>(&dim2::Collider::rounded(dim2::Collider::rectangle(2.0, 1.0), 0.5), |_, point| {
        farthest = farthest.max(point);
    });
    assert!(farthest.distance(Vec2::new(1.5, 1.0)) < 1e-5, "{farthest}");
}
