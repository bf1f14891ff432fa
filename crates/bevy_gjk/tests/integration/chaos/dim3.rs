//! The 3D shapes.

use std::sync::LazyLock;

use bevy_gjk::dim3::Collider;
use oracle::case::Form;

use crate::chaos::dimension::{Chaotic, are_sizes, bad_size, not_finite, once_in, one_of, size};
use crate::common::prelude::*;

/// The set of points with |x| + |y| + |z| of at most 1.
struct Octahedron;

impl Support<Vec3> for Octahedron {
    fn support(&self, direction: Vec3) -> Vec3 {
        let axis = [Vec3::X, Vec3::Y, Vec3::Z]
            .into_iter()
            .max_by(|one, two| one.dot(direction).abs().total_cmp(&two.dot(direction).abs()));
        axis.unwrap_or(Vec3::X) * 1f32.copysign(axis.map_or(1.0, |axis| axis.dot(direction)))
    }
}

/// A plate with a rounded rim.
struct Cushion;

const CUSHION: Vec3 = Vec3::new(0.5, 0.125, 0.25);

impl Support<Vec3> for Cushion {
    fn support(&self, direction: Vec3) -> Vec3 {
        CUSHION.copysign(direction) + direction.normalize_or_zero() * 0.125
    }
}

/// An invalid support function.
struct Nowhere;

impl Support<Vec3> for Nowhere {
    fn support(&self, _: Vec3) -> Vec3 {
        Vec3::NAN
    }
}

/// The custom shapes, and the same shapes for the oracle.
static CUSTOM: LazyLock<[(Collider, Option<Form>); 4]> = LazyLock::new(|| {
    let tips = [Vec3::X, Vec3::Y, Vec3::Z, -Vec3::X, -Vec3::Y, -Vec3::Z];
    [
        (Collider::custom(Octahedron), Some(Form::Points(tips.to_vec()))),
        (Collider::custom(Cushion), Some(Form::Rounded(Box::new(Form::Box(CUSHION)), 0.125))),
        (Collider::custom(Nowhere), None),
        (Collider::Custom(CustomShape::default()), None),
    ]
});

fn point(random: &mut Random) -> Vec3 {
    let mut along = || random.range(-1.0, 1.0);
    Vec3::new(along(), along(), along())
}

impl Chaotic for Dim3 {
    const JUDGED: oracle::case::Dimension = oracle::case::Dimension::Space;
    const REACH: f32 = 3.5;

    fn collider(random: &mut Random) -> Collider {
        let (a, b, c) = (size(random), size(random), size(random));
        match random.below(14) {
            0 => Collider::sphere(a),
            1 => Collider::ellipsoid(a, b, c),
            2 => Collider::cuboid(a * 2.0, b * 2.0, c * 2.0),
            3 => Collider::segment(point(random), point(random)),
            4 => Collider::capsule(a * 0.5, b * 2.0),
            5 => Collider::cylinder(a, b * 2.0),
            6 => Collider::cone(a, b * 2.0),
            7 => Collider::ConicalFrustum { radius_top: a, radius_bottom: b, half_height: c },
            8 => Collider::triangle(point(random), point(random), point(random)),
            9 => Collider::tetrahedron(point(random), point(random), point(random), point(random)),
            10 => {
                let flat = once_in(random, 4);
                let count = 1 + random.below(60);
                let points = (0..count).map(|_| if flat { point(random).with_z(0.0) } else { point(random) });
                Collider::hull(points.collect::<Vec<_>>())
            }
            11 => Collider::extrusion(Dim2::collider(random), a),
            12 => {
                let corners = [(); 4].map(|()| point(random));
                Collider::solid(corners, [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
            }
            _ => one_of(random, &CUSTOM[..2]).0,
        }
    }

    fn invalid(random: &mut Random) -> Collider {
        let bad = bad_size(random);
        let lost = point(random).with_y(not_finite(random));
        match random.below(16) {
            15 => Collider::solid([(); 4].map(|()| point(random)), [[0, 2, 1], [0, 1, 3], [1, 2, 3]]),
            14 => Self::half_space(one_of(random, &[Vec3::ZERO, Vec3::NAN]), 0.0),
            0 => Collider::sphere(bad),
            1 => Collider::ellipsoid(0.5, bad, 1.0),
            2 => Collider::cuboid(1.0, 1.0, bad),
            3 => Collider::segment(lost, point(random)),
            4 => Collider::capsule(1.0, bad),
            5 => Collider::cylinder(bad, 1.0),
            6 => Collider::cone(1.0, bad),
            7 => Collider::ConicalFrustum { radius_top: 0.5, radius_bottom: bad, half_height: 0.5 },
            8 => Collider::triangle(point(random), lost, point(random)),
            9 => Collider::tetrahedron(point(random), point(random), lost, point(random)),
            10 if once_in(random, 2) => Collider::hull([]),
            10 => Collider::hull([point(random), lost]),
            11 => Collider::extrusion(Dim2::invalid(random), 1.0),
            12 => Collider::extrusion(Dim2::collider(random), bad),
            _ => one_of(random, &CUSTOM[2..]).0,
        }
    }

    fn tweak(collider: &mut Collider, random: &mut Random) {
        let by = random.range(0.7, 1.4);
        match collider {
            Collider::Sphere { radius } | Collider::Cone { radius, .. } => *radius *= by,
            Collider::Ellipsoid { half_size } | Collider::Cuboid { half_size } => half_size.x *= by,
            Collider::Segment { a, .. } => *a *= by,
            Collider::Capsule { half_length, .. } => *half_length *= by,
            Collider::Cylinder { half_height, .. } => *half_height *= by,
            Collider::ConicalFrustum { radius_top, .. } => *radius_top = 0.0,
            Collider::Triangle { corners } => corners[1] *= by,
            Collider::Tetrahedron { corners } => corners[1] *= by,
            Collider::Solid { vertices, .. } => vertices[1] *= by,
            Collider::Hull { points } if points.len() > 1 && once_in(random, 2) => points.truncate(1),
            Collider::Hull { points } => points.push(point(random)),
            Collider::Extrusion { base, .. } => Dim2::tweak(base, random),
            Collider::HalfSpace { offset, .. } => *offset += by - 1.0,
            _ => *collider = Self::collider(random),
        }
    }

    fn form(collider: &Collider) -> Option<Form> {
        let finite = |points: &[Vec3]| points.iter().all(|point| point.is_finite());
        let (valid, form) = match collider {
            &Collider::Sphere { radius } => (are_sizes(&[radius]), Form::Ball(radius)),
            Collider::Ellipsoid { half_size } => {
                (are_sizes(&half_size.to_array()), Form::Ellipsoid(*half_size))
            }
            Collider::Cuboid { half_size } => (are_sizes(&half_size.to_array()), Form::Box(*half_size)),
            Collider::Segment { a, b } => (finite(&[*a, *b]), Form::Points(vec![*a, *b])),
            &Collider::Capsule { half_length, radius } => {
                (are_sizes(&[half_length, radius]), Form::Capsule { half_length, radius })
            }
            &Collider::Cylinder { radius, half_height } => {
                (are_sizes(&[radius, half_height]), Form::Cylinder { radius, half_height })
            }
            &Collider::Cone { radius, half_height } => {
                (are_sizes(&[radius, half_height]), Form::Cone { radius, half_height })
            }
            &Collider::ConicalFrustum { radius_top, radius_bottom, half_height } => {
                let valid = are_sizes(&[radius_top, radius_bottom, half_height]);
                (valid, Form::Frustum { radius_top, radius_bottom, half_height })
            }
            Collider::Triangle { corners } => (finite(corners), Form::Points(corners.to_vec())),
            Collider::Tetrahedron { corners } => (finite(corners), Form::Points(corners.to_vec())),
            // Four corners make a convex one, if it is closed.
            Collider::Solid { vertices, triangles } => {
                (triangles.len() == 4 && finite(vertices), Form::Points(vertices.clone()))
            }
            Collider::Hull { points } => (!points.is_empty() && finite(points), Form::Points(points.clone())),
            Collider::Extrusion { base, half_depth } => {
                let base = Box::new(Dim2::form(base)?);
                (are_sizes(&[*half_depth]), Form::Extrusion { base, half_depth: *half_depth })
            }
            custom => return CUSTOM.iter().find(|(known, _)| known == custom)?.1.clone(),
        };
        valid.then_some(form)
    }

    fn as_half_space(collider: &Collider) -> Option<(Vec3, f32)> {
        let &Collider::HalfSpace { normal, offset } = collider else { return None };
        Some((normal, offset))
    }

    fn turn(random: &mut Random) -> Quat {
        let mut angle = || random.range(-3.2, 3.2);
        Quat::from_euler(EulerRot::XYZ, angle(), angle(), angle())
    }

    fn place(random: &mut Random, reach: f32) -> Vec3 {
        point(random) * reach
    }
}
