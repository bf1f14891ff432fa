//! The 2D shapes.

use std::sync::LazyLock;

use bevy_gjk::dim2::Collider;
use oracle::case::Form;

use crate::chaos::dimension::{Chaotic, are_sizes, bad_size, not_finite, once_in, one_of, size};
use crate::common::prelude::*;

/// The set of points with |x| + |y| of at most 1.
struct Diamond;

impl Support<Vec2> for Diamond {
    fn support(&self, direction: Vec2) -> Vec2 {
        let along_x = direction.x.abs() > direction.y.abs();
        if along_x { Vec2::X.copysign(direction) } else { Vec2::new(0.0, 1f32.copysign(direction.y)) }
    }
}

/// A rectangle with rounded corners.
struct Cushion;

impl Support<Vec2> for Cushion {
    fn support(&self, direction: Vec2) -> Vec2 {
        Vec2::new(0.5, 0.25).copysign(direction) + direction.normalize_or_zero() * 0.125
    }
}

/// An invalid support function.
struct Nowhere;

impl Support<Vec2> for Nowhere {
    fn support(&self, _: Vec2) -> Vec2 {
        Vec2::NAN
    }
}

/// The custom shapes, and the same shapes for the oracle.
static CUSTOM: LazyLock<[(Collider, Option<Form>); 4]> = LazyLock::new(|| {
    let cushion = Form::Rounded(Box::new(Form::Box(Vec3::new(0.5, 0.25, 0.0))), 0.125);
    [
        (Collider::custom(Diamond), Some(Form::Rhombus(Vec3::new(1.0, 1.0, 0.0)))),
        (Collider::custom(Cushion), Some(cushion)),
        (Collider::custom(Nowhere), None),
        (Collider::Custom(CustomShape::default()), None),
    ]
});

fn point(random: &mut Random) -> Vec2 {
    Vec2::new(random.range(-1.0, 1.0), random.range(-1.0, 1.0))
}

/// Returns the corners of a strictly convex polygon, counter-clockwise.
fn corners(random: &mut Random) -> Vec<Vec2> {
    let count = 3 + random.below(8);
    let (axes, start) = (Vec2::new(size(random), size(random)), random.unit());
    let corner = |index: u32| {
        let turn = (index as f32 + start + random.range(0.0, 0.6)) / count as f32 * core::f32::consts::TAU;
        Vec2::from_angle(turn) * axes
    };
    (0..count).map(corner).collect()
}

impl Chaotic for Dim2 {
    const JUDGED: oracle::case::Dimension = oracle::case::Dimension::Plane;
    const REACH: f32 = 6.0;

    fn collider(random: &mut Random) -> Collider {
        let (a, b) = (size(random), size(random));
        match random.below(14) {
            0 => Collider::circle(a),
            1 => Collider::ellipse(a, b),
            2 => Collider::rectangle(a * 2.0, b * 2.0),
            3 => Collider::segment(point(random), point(random)),
            4 => Collider::capsule(a * 0.5, b * 2.0),
            5 => Collider::triangle(point(random), point(random), point(random)),
            6 => Collider::regular_polygon(a, 3 + random.below(9)),
            7 => {
                let mut corners = corners(random);
                if once_in(random, 2) {
                    corners.reverse();
                }
                if once_in(random, 4) {
                    corners.push(corners[0]);
                }
                Collider::polygon(corners)
            }
            8 => {
                let flat = once_in(random, 4);
                let count = 1 + random.below(40);
                let points = (0..count)
                    .map(|_| if flat { Vec2::splat(random.range(-1.0, 1.0)) } else { point(random) });
                Collider::hull(points.collect::<Vec<_>>())
            }
            9 => Collider::CircularSector { radius: a, half_angle: random.range(0.0, 1.5) },
            10 => Collider::CircularSegment { radius: a, half_angle: random.range(0.05, 3.3) },
            11 => {
                // A fan around the mean of its corners: cuts from there to each of them.
                let mut vertices = corners(random);
                let count = vertices.len() as u32;
                vertices.push(vertices.iter().sum::<Vec2>() / count as f32);
                Collider::tri_mesh(vertices, (0..count).map(|index| [index, (index + 1) % count, count]))
            }
            12 => Collider::outline(corners(random)),
            _ => one_of(random, &CUSTOM[..2]).0,
        }
    }

    fn invalid(random: &mut Random) -> Collider {
        let bad = bad_size(random);
        let mut polygon = corners(random);
        match random.below(15) {
            14 => Self::half_space(one_of(random, &[Vec3::ZERO, Vec3::NAN]), 0.0),
            0 => Collider::circle(bad),
            1 => Collider::ellipse(0.5, bad),
            2 => Collider::Rectangle { half_size: Vec2::new(bad, 0.5) },
            3 => Collider::segment(point(random), Vec2::new(0.0, not_finite(random))),
            4 => Collider::capsule(bad, 1.0),
            5 => Collider::triangle(point(random), point(random), Vec2::splat(not_finite(random))),
            6 if once_in(random, 2) => Collider::regular_polygon(bad, 5),
            6 => Collider::regular_polygon(1.0, random.below(3)),
            7 => Collider::polygon(polygon.drain(..2)),
            8 => Collider::polygon([Vec2::Y, -Vec2::ONE, Vec2::ZERO, Vec2::new(1.0, -1.0)]),
            9 => {
                let tip = |index: u32| Vec2::from_angle(index as f32 * 0.4 * core::f32::consts::TAU);
                Collider::polygon((0..5).map(tip))
            }
            10 => {
                polygon.extend_from_within(..);
                Collider::polygon(polygon)
            }
            11 => Collider::hull([]),
            12 => Collider::CircularSector { radius: 1.0, half_angle: 1.6 },
            _ => one_of(random, &CUSTOM[2..]).0,
        }
    }

    fn tweak(collider: &mut Collider, random: &mut Random) {
        let by = random.range(0.7, 1.4);
        match collider {
            Collider::Circle { radius } | Collider::CircularSegment { radius, .. } => *radius *= by,
            Collider::Ellipse { half_size } | Collider::Rectangle { half_size } => half_size.x *= by,
            Collider::Segment { a, .. } => *a *= by,
            Collider::Capsule { half_length, .. } => *half_length *= by,
            Collider::Triangle { corners } => corners[1] *= by,
            Collider::RegularPolygon { sides, .. } => *sides = 3 + random.below(9),
            Collider::TriMesh { vertices, .. } => vertices.iter_mut().for_each(|vertex| *vertex *= by),
            Collider::Outline { contours } => contours[0].iter_mut().for_each(|corner| *corner *= by),
            Collider::Polygon { corners } => corners.iter_mut().for_each(|corner| *corner *= by),
            Collider::Hull { points } if points.len() > 1 && once_in(random, 2) => points.truncate(1),
            Collider::Hull { points } => points.push(point(random)),
            Collider::CircularSector { half_angle, .. } => *half_angle = random.range(0.0, 1.5),
            Collider::HalfSpace { offset, .. } => *offset += by - 1.0,
            _ => *collider = Self::collider(random),
        }
    }

    fn form(collider: &Collider) -> Option<Form> {
        let points = |points: &[Vec2]| Form::Points(points.iter().map(|point| point.extend(0.0)).collect());
        let finite = |points: &[Vec2]| points.iter().all(|point| point.is_finite());
        let (valid, form) = match collider {
            &Collider::Circle { radius } => (are_sizes(&[radius]), Form::Ball(radius)),
            Collider::Ellipse { half_size } => {
                (are_sizes(&half_size.to_array()), Form::Ellipsoid(half_size.extend(0.0)))
            }
            Collider::Rectangle { half_size } => {
                (are_sizes(&half_size.to_array()), Form::Box(half_size.extend(0.0)))
            }
            Collider::Segment { a, b } => (finite(&[*a, *b]), points(&[*a, *b])),
            &Collider::Capsule { half_length, radius } => {
                (are_sizes(&[half_length, radius]), Form::Capsule { half_length, radius })
            }
            Collider::Triangle { corners } => (finite(corners), points(corners)),
            &Collider::RegularPolygon { circumradius, sides } => {
                let corner = |index: u32| {
                    let angle = f64::from(index) / f64::from(sides) * core::f64::consts::TAU;
                    (DVec2::new(-angle.sin(), angle.cos()) * f64::from(circumradius)).as_vec2()
                };
                let valid = sides >= 3 && are_sizes(&[circumradius]);
                (valid, points(&(0..sides).map(corner).collect::<Vec<_>>()))
            }
            Collider::Polygon { corners } => (is_convex(corners), points(corners)),
            Collider::TriMesh { vertices, .. } => (finite(vertices), points(vertices)),
            Collider::Outline { contours } => (is_convex(&contours[0]), points(&contours[0])),
            Collider::Hull { points: all } => (!all.is_empty() && finite(all), points(all)),
            &Collider::CircularSector { radius, half_angle } => {
                let valid = are_sizes(&[radius, half_angle]) && half_angle <= core::f32::consts::FRAC_PI_2;
                (valid, Form::Sector { radius, half_angle })
            }
            &Collider::CircularSegment { radius, half_angle } => {
                (are_sizes(&[radius, half_angle]), Form::Segment { radius, half_angle })
            }
            custom => return CUSTOM.iter().find(|(known, _)| known == custom)?.1.clone(),
        };
        valid.then_some(form)
    }

    fn as_half_space(collider: &Collider) -> Option<(Vec3, f32)> {
        let &Collider::HalfSpace { normal, offset } = collider else { return None };
        Some((normal.extend(0.0), offset))
    }

    fn turn(random: &mut Random) -> Quat {
        let turn = Quat::from_rotation_z(random.range(-3.2, 3.2));
        // Sometimes a sprite is tilted out of the 2D plane.
        if once_in(random, 10) { turn * Quat::from_rotation_x(random.range(-1.2, 1.2)) } else { turn }
    }

    fn place(random: &mut Random, reach: f32) -> Vec3 {
        let mut along = || random.range(-reach, reach);
        Vec3::new(along(), along(), along())
    }
}

/// Returns whether a polygon turns the same way at each corner, and once around in total. A corner may repeat the one
/// before.
fn is_convex(corners: &[Vec2]) -> bool {
    let mut corners = corners.to_vec();
    corners.dedup();
    if corners.len() > 1 && corners.last() == corners.first() {
        corners.pop();
    }
    let count = corners.len();
    if count < 3 || corners.iter().any(|corner| !corner.is_finite()) {
        return false;
    }
    let side = |index: usize| (corners[(index + 1) % count] - corners[index % count]).as_dvec2();
    let turns: Vec<f64> = (0..count).map(|index| side(index).angle_to(side(index + 1))).collect();
    let around: f64 = turns.iter().sum();
    let one_way = turns.iter().all(|turn| turn * around > 0.0);
    one_way && (around.abs() - core::f64::consts::TAU).abs() < 1e-3
}
