//! The random obstacles and movers of the contract test, each with its convex parts as the oracle knows them.

use oracle::case::{self, Form};

use crate::common::prelude::*;

/// What the test needs of a dimension.
pub(super) trait Judged: Spatial {
    const KIND: case::Dimension;
    /// Half the side of the scene.
    const HALF: f32;
    const SEED: u64;
    /// A collider, and its convex parts as the oracle knows them, in its own space.
    fn obstacle(random: &mut Random) -> (Self::Collider, Vec<Piece>);
    /// Returns a shape that moves, and what the oracle knows of it.
    fn mover(kind: u32, size: Vec3) -> (Box<dyn Support<Self::Vector>>, Form);
}

/// A convex part in the space of its collider.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    Shape(Form, Mat3, Vec3),
    HalfSpace(Vec3),
}

pub(super) fn piece(form: Form) -> Piece {
    Piece::Shape(form, Mat3::IDENTITY, Vec3::ZERO)
}

/// A collider of one part.
fn convex<C>(collider: C, form: Form) -> (C, Vec<Piece>) {
    (collider, vec![piece(form)])
}

/// A linear map: turned, and now and then scaled, mirrored and sheared.
pub(super) fn linear<D: Judged>(random: &mut Random) -> Mat3 {
    let is_flat = D::KIND == case::Dimension::Plane;
    // Now and then at a right angle, so that faces are aligned.
    let angle = if random.below(4) == 0 { 0.0 } else { random.range(-3.0, 3.0) };
    let axis = if is_flat { Vec3::Z } else { (point(random, 1.0) + 1e-3).normalize() };
    let mut matrix = Mat3::from_quat(Quat::from_axis_angle(axis, angle));
    if random.below(3) == 0 {
        let scale = [(); 3].map(|()| random.range(0.3, 1.6) * if random.below(2) == 0 { 1.0 } else { -1.0 });
        matrix *= Mat3::from_diagonal(Vec3::from_array(scale));
    }
    if random.below(3) == 0 {
        let mut shear = Mat3::IDENTITY;
        shear.y_axis.x = random.range(-0.8, 0.8);
        if !is_flat {
            shear.z_axis.y = random.range(-0.8, 0.8);
        }
        matrix *= shear;
    }
    matrix
}

pub(super) fn points(random: &mut Random, count: u32, flat: bool) -> Vec<Vec3> {
    (0..count).map(|_| point(random, 0.8)).map(|point| if flat { point.with_z(0.0) } else { point }).collect()
}

impl Judged for Dim3 {
    const KIND: case::Dimension = case::Dimension::Space;
    const HALF: f32 = 7.0;
    const SEED: u64 = 2;

    fn obstacle(random: &mut Random) -> (dim3::Collider, Vec<Piece>) {
        let [a, b, c] = [(); 3].map(|()| random.range(0.1, 1.0));
        match random.below(14) {
            0 => convex(dim3::Collider::sphere(a), Form::Ball(a)),
            1 => convex(dim3::Collider::cuboid(2.0 * a, 2.0 * b, 2.0 * c), Form::Box(Vec3::new(a, b, c))),
            2 => {
                let form = Form::Capsule { half_length: b, radius: 0.5 * a };
                convex(dim3::Collider::capsule(0.5 * a, 2.0 * b), form)
            }
            3 => convex(dim3::Collider::cylinder(a, 2.0 * b), Form::Cylinder { radius: a, half_height: b }),
            4 => convex(dim3::Collider::cone(a, 2.0 * b), Form::Cone { radius: a, half_height: b }),
            5 => {
                let points = points(random, 5 + random.0 as u32 % 8, false);
                convex(dim3::Collider::hull(points.clone()), Form::Points(points))
            }
            6 => {
                let half_size = Vec3::new(a, b, c);
                convex(dim3::Collider::Ellipsoid { half_size }, Form::Ellipsoid(half_size))
            }
            // A thin wall.
            7 => {
                let half = Vec3::new(1.5 * a, 1.5 * b, 1e-4);
                convex(dim3::Collider::Cuboid { half_size: half }, Form::Box(half))
            }
            8 => {
                let ends = points(random, 2, false);
                convex(dim3::Collider::segment(ends[0], ends[1]), Form::Points(ends))
            }
            9 => {
                let corners = points(random, 3, false);
                let collider = dim3::Collider::triangle(corners[0], corners[1], corners[2]);
                convex(collider, Form::Points(corners))
            }
            10 => {
                let mut corners = Vec::new();
                for z in 0..5 {
                    for x in 0..5 {
                        corners
                            .push(Vec3::new(x as f32 - 2.0, random.range(-0.3, 0.3), z as f32 - 2.0) * 0.6);
                    }
                }
                let mut triangles = Vec::new();
                for cell in 0..16 {
                    let first = cell / 4 * 5 + cell % 4;
                    triangles.push([first, first + 1, first + 5]);
                    triangles.push([first + 6, first + 5, first + 1]);
                }
                let face = |face: &[u32; 3]| piece(Form::Points(face.map(|i| corners[i as usize]).to_vec()));
                let pieces = triangles.iter().map(face).collect();
                (dim3::Collider::tri_mesh(corners, triangles), pieces)
            }
            11 => {
                let heights: Vec<f32> = (0..25).map(|_| random.range(-0.3, 0.3)).collect();
                let size = Vec2::new(3.0, 3.0);
                let corner = |[x, z]: [u32; 2]| {
                    let at = (Vec2::new(x as f32 / 4.0, z as f32 / 4.0) - 0.5) * size;
                    Vec3::new(at.x, heights[(z * 5 + x) as usize], at.y)
                };
                let mut pieces = Vec::new();
                for cell in 0..16 {
                    let (x, z) = (cell % 4, cell / 4);
                    let (one, two) = ([x + 1, z], [x, z + 1]);
                    for first in [[x + 1, z + 1], [x, z]] {
                        pieces.push(piece(Form::Points([first, one, two].map(corner).to_vec())));
                    }
                }
                (dim3::Collider::height_field(heights, 5, size), pieces)
            }
            12 => {
                let mut parts: Vec<ColliderPart<dim3::Collider>> = Vec::new();
                let mut pieces = Vec::new();
                for _ in 0..3 {
                    let (at, half) = (point(random, 0.8), Vec3::new(0.5 * a, 0.5 * b, 0.5 * c));
                    let turn = Quat::from_rotation_y(random.range(-3.0, 3.0));
                    let place = at_point(at).with_rotation(turn);
                    parts.push((place, dim3::Collider::Cuboid { half_size: half }).into());
                    pieces.push(Piece::Shape(Form::Box(half), Mat3::from_quat(turn), at));
                }
                (dim3::Collider::Compound { parts }, pieces)
            }
            _ => {
                let half = Vec3::new(a, b, c) * 0.6;
                let collider = dim3::Collider::rounded(dim3::Collider::Cuboid { half_size: half }, 0.2);
                convex(collider, Form::Rounded(Box::new(Form::Box(half)), 0.2))
            }
        }
    }
    fn mover(kind: u32, size: Vec3) -> (Box<dyn Support<Vec3>>, Form) {
        let Vec3 { x: radius, y, .. } = size;
        match kind % 6 {
            0 => (Box::new(gjk::Sphere::new(radius)), Form::Ball(radius)),
            1 => (Box::new(gjk::Cuboid::from_half_size(size)), Form::Box(size)),
            2 => {
                let form = Form::Cylinder { radius, half_height: y };
                (Box::new(gjk::Cylinder::new(radius, 2.0 * y)), form)
            }
            3 => {
                let points = vec![size, -size, size.with_x(-size.y), size.with_y(-size.z), Vec3::X * size.y];
                (Box::new(gjk::Hull::new(points.clone()).unwrap()), Form::Points(points))
            }
            _ => (Box::new(gjk::Capsule3::new(y, radius)), Form::Capsule { half_length: y, radius }),
        }
    }
}

impl Judged for Dim2 {
    const KIND: case::Dimension = case::Dimension::Plane;
    const HALF: f32 = 18.0;
    const SEED: u64 = 1;

    fn obstacle(random: &mut Random) -> (dim2::Collider, Vec<Piece>) {
        let [a, b] = [(); 2].map(|()| random.range(0.1, 1.0));
        let flat = |at: Vec3| at.truncate();
        match random.below(10) {
            0 => convex(dim2::Collider::circle(a), Form::Ball(a)),
            1 => convex(dim2::Collider::rectangle(2.0 * a, 2.0 * b), Form::Box(Vec3::new(a, b, 0.0))),
            2 => {
                let form = Form::Capsule { half_length: b, radius: 0.5 * a };
                convex(dim2::Collider::capsule(0.5 * a, 2.0 * b), form)
            }
            3 => {
                let ends = points(random, 2, true);
                convex(dim2::Collider::segment(flat(ends[0]), flat(ends[1])), Form::Points(ends))
            }
            4 => {
                let points = points(random, 3 + random.0 as u32 % 6, true);
                let collider = dim2::Collider::hull(points.iter().map(|&at| flat(at)));
                convex(collider, Form::Points(points))
            }
            5 => convex(dim2::Collider::ellipse(a, b), Form::Ellipsoid(Vec3::new(a, b, 0.0))),
            6 => {
                let half = Vec3::new(2.0 * a, 1e-4, 0.0);
                convex(dim2::Collider::Rectangle { half_size: flat(half) }, Form::Box(half))
            }
            7 => {
                let chain: Vec<_> =
                    (0..8).map(|i| Vec3::new(i as f32 * 0.4 - 1.4, random.range(-0.4, 0.4), 0.0)).collect();
                let pieces = chain.windows(2).map(|ends| piece(Form::Points(ends.to_vec()))).collect();
                (dim2::Collider::polyline(chain.iter().map(|&at| flat(at))), pieces)
            }
            8 => {
                let mut parts: Vec<ColliderPart<dim2::Collider>> = Vec::new();
                let mut pieces = Vec::new();
                for _ in 0..3 {
                    let (at, half) = (point(random, 0.8).with_z(0.0), Vec3::new(0.5 * a, 0.5 * b, 0.0));
                    let turn = Quat::from_rotation_z(random.range(-3.0, 3.0));
                    let place = at_point(at).with_rotation(turn);
                    parts.push((place, dim2::Collider::Rectangle { half_size: flat(half) }).into());
                    pieces.push(Piece::Shape(Form::Box(half), Mat3::from_quat(turn), at));
                }
                (dim2::Collider::Compound { parts }, pieces)
            }
            _ => {
                let half = Vec3::new(a, b, 0.0) * 0.6;
                let collider =
                    dim2::Collider::rounded(dim2::Collider::Rectangle { half_size: flat(half) }, 0.2);
                convex(collider, Form::Rounded(Box::new(Form::Box(half)), 0.2))
            }
        }
    }
    fn mover(kind: u32, size: Vec3) -> (Box<dyn Support<Vec2>>, Form) {
        let Vec3 { x: radius, y, .. } = size;
        match kind % 4 {
            0 => (Box::new(gjk::Circle::new(radius)), Form::Ball(radius)),
            1 => (Box::new(gjk::Rectangle::from_half_size(size.truncate())), Form::Box(size.with_z(0.0))),
            2 => {
                let corners = [Vec3::X, Vec3::Y, Vec3::new(-1.0, -0.5, 0.0)].map(|corner| corner * radius);
                (Box::new(gjk::Triangle::new(corners.map(Vec3::truncate))), Form::Points(corners.to_vec()))
            }
            _ => (Box::new(gjk::Capsule2::new(y, radius)), Form::Capsule { half_length: y, radius }),
        }
    }
}
