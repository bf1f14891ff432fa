//! The contract of a move, judged in `f64` on random scenes of hundreds of obstacles of all kinds.
//!
//! - The clearance to each part after the move, and everywhere on the way, is at least what it was before or the skin, up
//!   to the tolerance.
//! - What is left of the motion on the way is a part of the wanted one, in its direction.
//! - A push out of overlaps is no longer than the shortest displacement that clears all of them, if that one leads into
//!   nothing else.
//! - What the move gave up of the wanted motion was pressed against what it touched: the difference is a sum of
//!   non-negative multiples of the normals of touched parts, which is the condition of the nearest allowed motion.
//!
//! `MOVES` in the environment sets how many moves are judged in each dimension.

use bevy_gjk::{ColliderPart, Dim2, Dim3, Dimension, MoveEnd, dim2, dim3};
use bevy_math::{Affine3A, DMat3, DVec3, Mat3, Quat, Vec2, Vec3};
use bevy_transform::components::Transform;
use gjk::{Affine2, Placed, Support};
use judge::case::{self, Form};
use judge::oracle::{Body, Pair, nearest, signed_depth_of};

use crate::common::Random;
use crate::world::{AffineOf, World};

const SKIN: f32 = 0.01;
/// By how much the normal of a touched part may turn while the tolerance, a 1024th of the skin, is used up. No surface of
/// shapes that are rounded by the skin is curved more than that of a ball of the skin's radius.
const MAX_ANGLE: f64 = 0.0442;
/// By how much a push may be longer than the shortest one: of two directions that lead out of a part by nearly the same
/// way, the oracle may choose the other one.
const MAX_LONGER: f64 = 0.02;
/// So many obstacles are in a scene.
const OBSTACLES: u32 = 250;
/// So many moves are made in a scene.
const MOVES_PER_SCENE: u32 = 200;

/// What the test needs of a dimension.
trait Judged: Dimension {
    const KIND: case::Dimension;
    /// Half the side of the scene.
    const HALF: f32;
    /// A collider, and its convex parts as the oracle knows them, in its own space.
    fn obstacle(random: &mut Random) -> (Self::Collider, Vec<Piece>);
    fn vector(at: Vec3) -> Self::Vector;
    fn wide(at: Self::Vector) -> DVec3;
    fn pose(matrix: Mat3, at: Vec3) -> AffineOf<Self>;
    /// Calls with a shape that moves.
    fn with_mover<T>(kind: u32, size: Vec3, call: impl WithMover<Self, T>) -> T;
}

/// A function of any shape, and of what the oracle knows of it.
trait WithMover<D: Dimension, T> {
    fn call(self, shape: &impl Support<D::Vector>, form: Form) -> T;
}

/// A convex part in the space of its collider.
#[derive(Clone, Debug)]
enum Piece {
    Shape(Form, Mat3, Vec3),
    HalfSpace(Vec3),
}

fn piece(form: Form) -> Piece {
    Piece::Shape(form, Mat3::IDENTITY, Vec3::ZERO)
}

fn vector(random: &mut Random, half: f32) -> Vec3 {
    Vec3::from_array([(); 3].map(|()| random.range(-half, half)))
}

/// A linear map: turned, and now and then scaled, mirrored and sheared.
fn linear<D: Judged>(random: &mut Random) -> Mat3 {
    let is_flat = D::KIND == case::Dimension::Plane;
    // Now and then at a right angle, so that faces are aligned.
    let angle = if random.below(4) == 0 { 0.0 } else { random.range(-3.0, 3.0) };
    let axis = if is_flat { Vec3::Z } else { (vector(random, 1.0) + 1e-3).normalize() };
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

fn points(random: &mut Random, count: u32, flat: bool) -> Vec<Vec3> {
    (0..count)
        .map(|_| vector(random, 0.8))
        .map(|point| if flat { point.with_z(0.0) } else { point })
        .collect()
}

impl Judged for Dim3 {
    const KIND: case::Dimension = case::Dimension::Space;
    const HALF: f32 = 7.0;

    fn obstacle(random: &mut Random) -> (dim3::Collider, Vec<Piece>) {
        let [a, b, c] = [(); 3].map(|()| random.range(0.1, 1.0));
        match random.below(14) {
            0 => (dim3::Collider::sphere(a), vec![piece(Form::Ball(a))]),
            1 => (
                dim3::Collider::cuboid(2.0 * a, 2.0 * b, 2.0 * c),
                vec![piece(Form::Box(Vec3::new(a, b, c)))],
            ),
            2 => (
                dim3::Collider::capsule(0.5 * a, 2.0 * b),
                vec![piece(Form::Capsule { half_length: b, radius: 0.5 * a })],
            ),
            3 => (
                dim3::Collider::cylinder(a, 2.0 * b),
                vec![piece(Form::Cylinder { radius: a, half_height: b })],
            ),
            4 => (dim3::Collider::cone(a, 2.0 * b), vec![piece(Form::Cone { radius: a, half_height: b })]),
            5 => {
                let points = points(random, 5 + random.0 as u32 % 8, false);
                (dim3::Collider::hull(points.clone()), vec![piece(Form::Points(points))])
            }
            6 => {
                let half_size = Vec3::new(a, b, c);
                (dim3::Collider::Ellipsoid { half_size }, vec![piece(Form::Ellipsoid(half_size))])
            }
            // A thin wall.
            7 => {
                let half = Vec3::new(1.5 * a, 1.5 * b, 1e-4);
                (dim3::Collider::Cuboid { half_size: half }, vec![piece(Form::Box(half))])
            }
            8 => {
                let ends = points(random, 2, false);
                (dim3::Collider::segment(ends[0], ends[1]), vec![piece(Form::Points(ends))])
            }
            9 => {
                let corners = points(random, 3, false);
                let collider = dim3::Collider::triangle(corners[0], corners[1], corners[2]);
                (collider, vec![piece(Form::Points(corners))])
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
                    let (at, half) = (vector(random, 0.8), Vec3::new(0.5 * a, 0.5 * b, 0.5 * c));
                    let turn = Quat::from_rotation_y(random.range(-3.0, 3.0));
                    let place = Transform::from_translation(at).with_rotation(turn);
                    parts.push((place, dim3::Collider::Cuboid { half_size: half }).into());
                    pieces.push(Piece::Shape(Form::Box(half), Mat3::from_quat(turn), at));
                }
                (dim3::Collider::Compound { parts }, pieces)
            }
            _ => {
                let half = Vec3::new(a, b, c) * 0.6;
                let collider = dim3::Collider::rounded(dim3::Collider::Cuboid { half_size: half }, 0.2);
                (collider, vec![piece(Form::Rounded(Box::new(Form::Box(half)), 0.2))])
            }
        }
    }

    fn vector(at: Vec3) -> Vec3 {
        at
    }
    fn wide(at: Vec3) -> DVec3 {
        at.as_dvec3()
    }
    fn pose(matrix: Mat3, at: Vec3) -> Affine3A {
        Affine3A::from_mat3_translation(matrix, at)
    }
    fn with_mover<T>(kind: u32, size: Vec3, call: impl WithMover<Self, T>) -> T {
        match kind % 6 {
            0 => call.call(&gjk::Sphere::new(size.x), Form::Ball(size.x)),
            1 => call.call(&gjk::Cuboid::from_half_size(size), Form::Box(size)),
            2 => call.call(
                &gjk::Cylinder::new(size.x, 2.0 * size.y),
                Form::Cylinder { radius: size.x, half_height: size.y },
            ),
            3 => {
                let points = vec![size, -size, size.with_x(-size.y), size.with_y(-size.z), Vec3::X * size.y];
                call.call(&gjk::Hull::new(points.clone()).unwrap(), Form::Points(points))
            }
            _ => call.call(
                &gjk::Capsule3::new(size.y, size.x),
                Form::Capsule { half_length: size.y, radius: size.x },
            ),
        }
    }
}

impl Judged for Dim2 {
    const KIND: case::Dimension = case::Dimension::Plane;
    const HALF: f32 = 18.0;

    fn obstacle(random: &mut Random) -> (dim2::Collider, Vec<Piece>) {
        let [a, b] = [(); 2].map(|()| random.range(0.1, 1.0));
        let flat = |at: Vec3| at.truncate();
        match random.below(10) {
            0 => (dim2::Collider::circle(a), vec![piece(Form::Ball(a))]),
            1 => (dim2::Collider::rectangle(2.0 * a, 2.0 * b), vec![piece(Form::Box(Vec3::new(a, b, 0.0)))]),
            2 => (
                dim2::Collider::capsule(0.5 * a, 2.0 * b),
                vec![piece(Form::Capsule { half_length: b, radius: 0.5 * a })],
            ),
            3 => {
                let ends = points(random, 2, true);
                (dim2::Collider::segment(flat(ends[0]), flat(ends[1])), vec![piece(Form::Points(ends))])
            }
            4 => {
                let points = points(random, 3 + random.0 as u32 % 6, true);
                let collider = dim2::Collider::hull(points.iter().map(|&at| flat(at)));
                (collider, vec![piece(Form::Points(points))])
            }
            5 => (dim2::Collider::ellipse(a, b), vec![piece(Form::Ellipsoid(Vec3::new(a, b, 0.0)))]),
            6 => {
                let half = Vec3::new(2.0 * a, 1e-4, 0.0);
                (dim2::Collider::Rectangle { half_size: flat(half) }, vec![piece(Form::Box(half))])
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
                    let (at, half) = (vector(random, 0.8).with_z(0.0), Vec3::new(0.5 * a, 0.5 * b, 0.0));
                    let turn = Quat::from_rotation_z(random.range(-3.0, 3.0));
                    let place = Transform::from_translation(at).with_rotation(turn);
                    parts.push((place, dim2::Collider::Rectangle { half_size: flat(half) }).into());
                    pieces.push(Piece::Shape(Form::Box(half), Mat3::from_quat(turn), at));
                }
                (dim2::Collider::Compound { parts }, pieces)
            }
            _ => {
                let half = Vec3::new(a, b, 0.0) * 0.6;
                let collider =
                    dim2::Collider::rounded(dim2::Collider::Rectangle { half_size: flat(half) }, 0.2);
                (collider, vec![piece(Form::Rounded(Box::new(Form::Box(half)), 0.2))])
            }
        }
    }

    fn vector(at: Vec3) -> Vec2 {
        at.truncate()
    }
    fn wide(at: Vec2) -> DVec3 {
        at.extend(0.0).as_dvec3()
    }
    fn pose(matrix: Mat3, at: Vec3) -> Affine2 {
        Affine2::from_cols(matrix.x_axis.truncate(), matrix.y_axis.truncate(), at.truncate())
    }
    fn with_mover<T>(kind: u32, size: Vec3, call: impl WithMover<Self, T>) -> T {
        match kind % 4 {
            0 => call.call(&gjk::Circle::new(size.x), Form::Ball(size.x)),
            1 => call.call(&gjk::Rectangle::from_half_size(size.truncate()), Form::Box(size.with_z(0.0))),
            2 => {
                let corners = [Vec3::X, Vec3::Y, Vec3::new(-1.0, -0.5, 0.0)].map(|corner| corner * size.x);
                let flat = corners.map(Vec3::truncate);
                call.call(&gjk::Triangle::new(flat), Form::Points(corners.to_vec()))
            }
            _ => call.call(
                &gjk::Capsule2::new(size.y, size.x),
                Form::Capsule { half_length: size.y, radius: size.x },
            ),
        }
    }
}

/// A part of an obstacle in the world, as the oracle knows it.
enum Solid {
    Body {
        body: Body,
        low: DVec3,
        high: DVec3,
    },
    /// All points `x` with `normal · x ≤ offset`.
    HalfSpace {
        normal: DVec3,
        offset: f64,
    },
}

impl Solid {
    fn new<D: Judged>(piece: &Piece, place: Affine3A) -> Self {
        match piece {
            Piece::Shape(form, matrix, at) => {
                // The product of two maps is taken in `f64`: what the crate rounds is for it to answer for.
                let outer = Mat3::from(place.matrix3);
                let inner = case::Shape { form: form.clone(), matrix: *matrix, translation: *at };
                let body = if *matrix == Mat3::IDENTITY && *at == Vec3::ZERO {
                    form.clone().placed(outer, place.translation.into()).body(D::KIND)
                } else {
                    let hull =
                        Form::MinkowskiSum(Box::new(inner), Box::new(Form::Points(vec![Vec3::ZERO]).here()));
                    hull.placed(outer, place.translation.into()).body(D::KIND)
                };
                let [low, high] = corners(&body);
                Self::Body { body, low, high }
            }
            Piece::HalfSpace(normal) => {
                let normal = normal.as_dvec3();
                Self::HalfSpace { normal, offset: normal.dot(Vec3::from(place.translation).as_dvec3()) }
            }
        }
    }

    /// Returns a lower bound of the clearance on a way, from AABBs.
    fn is_far(&self, [low, high]: [DVec3; 2], by: f64) -> bool {
        match self {
            Self::Body { low: own_low, high: own_high, .. } => {
                (low - *own_high).max(*own_low - high).max_element() > by
            }
            Self::HalfSpace { .. } => false,
        }
    }

    fn half_extent(&self) -> f64 {
        match self {
            Self::Body { body, .. } => body.half_sides().max_element(),
            Self::HalfSpace { .. } => 0.0,
        }
    }
}

fn corners(body: &Body) -> [DVec3; 2] {
    let reach = |sign: f64| {
        DVec3::from_array([DVec3::X, DVec3::Y, DVec3::Z].map(|axis| sign * body.reach(axis * sign)))
    };
    [reach(-1.0), reach(1.0)].map(|corner| body.position + corner)
}

/// The clearance between the moving body and a part, between proven bounds, and the direction that proves the lower one.
#[derive(Clone, Copy, Debug)]
struct Gap {
    low: f64,
    high: f64,
    normal: DVec3,
}

fn gap<D: Judged>(body: &Body, solid: &Solid, displacement: DVec3) -> Gap {
    match solid {
        Solid::HalfSpace { normal, offset } => {
            let distance = normal.dot(body.position + displacement) - body.reach(-*normal) - offset;
            Gap { low: distance, high: distance, normal: -*normal }
        }
        Solid::Body { body: other, .. } => {
            let pair = Pair::of(body.clone(), other.clone()).shifted(-displacement);
            let size = pair.size();
            let near = nearest(&pair, 1e-9 * size);
            let found = if near.high < -1e-7 * size { near } else { signed_depth_of(&pair, D::KIND) };
            Gap { low: -found.high, high: -found.low, normal: found.normal }
        }
    }
}

/// What was seen.
#[derive(Default, Debug)]
struct Tally {
    moves: u32,
    hits: u32,
    steps: u32,
    arrived: u32,
    blocked: u32,
    buried: u32,
    out_of_steps: u32,
    pushed: u32,
    crushed: u32,
    pairs: u64,
    uses: u32,
    violations: u32,
    /// The most that a clearance fell short, in tolerances.
    worst: f64,
    /// The most of a motion that was given up without reason, as a part of it.
    worst_use: f64,
    /// How many pushes could be compared with the shortest one, and by how much one was longer, as a part of it.
    pushes: u32,
    worst_push: f64,
}

/// The way of a move: displacements since its start, and what is left of the motion there.
struct Way {
    points: Vec<(DVec3, DVec3)>,
    end: DVec3,
    left: DVec3,
}

struct Judge<'s, D: Judged> {
    solids: &'s [Solid],
    body: Body,
    tally: &'s mut Tally,
    note: String,
    _dimension: std::marker::PhantomData<D>,
}

impl<D: Judged> Judge<'_, D> {
    /// Returns the skin of a pair, and the tolerance of the contract: that of the move, and what rounding the translation
    /// and the support points adds.
    fn limits(&self, solid: &Solid, reach: f64) -> [f64; 2] {
        let touch = 2.0
            * 2.0
            * f64::from(f32::EPSILON)
            * (self.body.half_sides().max_element() + solid.half_extent());
        let ulp = f64::from(f32::EPSILON) * reach;
        let skin = f64::from(SKIN).max(4.0 * touch).max(8.0 * ulp);
        [skin, touch.max(2.0 * ulp).max(skin / 1024.0) + touch + ulp]
    }

    /// Returns the largest coordinate that the translation could get.
    fn reach(&self, way: &Way) -> f64 {
        let wanted = way.points.first().map_or(way.end, |point| point.1);
        self.body.position.abs().max_element() + wanted.length()
    }

    /// Judges the clearance on the way and at its end.
    fn judge_clearance(&mut self, way: &Way, wants_skin: bool) {
        let reach = self.reach(way);
        let [low, high] = corners(&self.body);
        let turns = way.points.iter().map(|point| point.0).chain([way.end]);
        let (first, last) =
            turns.clone().fold((DVec3::ZERO, DVec3::ZERO), |(min, max), at| (min.min(at), max.max(at)));
        for solid in self.solids {
            let [skin, tolerance] = self.limits(solid, reach);
            if solid.is_far([low + first, high + last], skin) {
                continue;
            }
            self.tally.pairs += 1;
            let before = gap::<D>(&self.body, solid, DVec3::ZERO);
            let wanted = if wants_skin { skin } else { before.low.min(skin) };
            let after = gap::<D>(&self.body, solid, way.end);
            self.note_gap("at the end", wanted, tolerance, after);
            if wants_skin {
                continue;
            }
            let mut from = DVec3::ZERO;
            for to in turns.clone() {
                self.judge_piece(solid, from, to, wanted, tolerance);
                from = to;
            }
        }
    }

    /// Returns whether the clearance may fall below a limit on a straight way.
    fn comes_nearer(&self, solid: &Solid, way: DVec3, limit: f64) -> bool {
        let line = |time: f64| {
            let gap = gap::<D>(&self.body, solid, way * time);
            (time, gap.low, -gap.normal.dot(way))
        };
        let (mut left, mut right) = (line(0.0), line(1.0));
        for _ in 0..30 {
            if left.1 < limit || right.1 < limit {
                return true;
            }
            let time = ((right.1 - right.2 * right.0) - (left.1 - left.2 * left.0)) / (left.2 - right.2);
            let bound = left.1 + left.2 * (time - left.0);
            if left.2 >= 0.0 || right.2 <= 0.0 || bound >= limit {
                return false;
            }
            let middle = line(time);
            if middle.2 < 0.0 { left = middle } else { right = middle }
        }
        true
    }

    /// Judges the clearance on a straight way: a convex function, whose minimum cutting planes close in on.
    fn judge_piece(&mut self, solid: &Solid, from: DVec3, to: DVec3, wanted: f64, tolerance: f64) {
        let (way, body) = (to - from, self.body.clone());
        let line = |time: f64| {
            let gap = gap::<D>(&body, solid, from + way * time);
            (time, gap, -gap.normal.dot(way))
        };
        let (mut left, mut right) = (line(0.0), line(1.0));
        for _ in 0..30 {
            if left.2 >= 0.0 || right.2 <= 0.0 {
                break;
            }
            // Where the two lines below the function cross.
            let time =
                ((right.1.low - right.2 * right.0) - (left.1.low - left.2 * left.0)) / (left.2 - right.2);
            let bound = left.1.low + left.2 * (time - left.0);
            if bound >= wanted - tolerance || !(time > left.0 && time < right.0) {
                break;
            }
            let middle = line(time);
            self.note_gap("on the way", wanted, tolerance, middle.1);
            if middle.2 < 0.0 { left = middle } else { right = middle }
        }
    }

    fn note_gap(&mut self, when: &str, wanted: f64, tolerance: f64, gap: Gap) {
        let short = (wanted - gap.high) / tolerance;
        self.tally.worst = self.tally.worst.max(short);
        if short > 1.0 {
            self.tally.violations += 1;
            if self.tally.violations <= 20 {
                println!(
                    "clearance {when}: {gap:?}, wanted {wanted:e}, tolerance {tolerance:e}: {}",
                    self.note
                );
            }
        }
    }

    /// Judges whether what is left of the motion has the direction of the wanted one, and becomes less.
    fn judge_direction(&mut self, way: &Way) {
        let Some(&(_, wanted)) = way.points.first() else { return };
        let mut last = 1.0;
        for left in way.points.iter().map(|point| point.1).chain([way.left]) {
            let part = left.dot(wanted) / wanted.length_squared();
            let rounding = 8.0 * f64::from(f32::EPSILON);
            let is_turned = (left - wanted * part).length() > rounding * wanted.length();
            if is_turned || !(part >= -rounding && part <= last + rounding) {
                self.tally.violations += 1;
                if self.tally.violations <= 20 {
                    println!("{left} is left of {wanted}: {}", self.note);
                }
            }
            last = part;
        }
    }

    /// Judges whether a push is as short as it can be.
    fn judge_push(&mut self, pushed: DVec3) {
        let reach = self.body.position.abs().max_element() + pushed.length();
        let [low, high] = corners(&self.body);
        let mut planes = Vec::new();
        let mut worst_tolerance = 0.0_f64;
        for solid in self.solids {
            let [skin, tolerance] = self.limits(solid, reach);
            if solid.is_far([low, high], skin) {
                continue;
            }
            let gap = gap::<D>(&self.body, solid, DVec3::ZERO);
            if gap.high < skin {
                planes.push((gap.normal, gap.low - skin));
                worst_tolerance = worst_tolerance.max(tolerance);
            }
        }
        let Some(shortest) = shortest_push(&planes) else { return };
        let (first, last) = (shortest.min(DVec3::ZERO), shortest.max(DVec3::ZERO));
        for solid in self.solids {
            let [skin, tolerance] = self.limits(solid, reach);
            if solid.is_far([low + first, high + last], skin) {
                continue;
            }
            let before = gap::<D>(&self.body, solid, DVec3::ZERO).low;
            if before >= skin && self.comes_nearer(solid, shortest, skin + tolerance) {
                return;
            }
        }
        self.tally.pushes += 1;
        let longer = (pushed.length() - shortest.length() - 2.0 * worst_tolerance) / shortest.length();
        self.tally.worst_push = self.tally.worst_push.max(longer);
        if longer > MAX_LONGER {
            self.tally.violations += 1;
            if self.tally.violations <= 20 {
                println!("pushed by {pushed}, not by {shortest}, away from {planes:?}: {}", self.note);
            }
        }
    }

    /// Judges whether the motion was used: what was given up on each straight piece is pressed against touched parts.
    fn judge_use(&mut self, way: &Way, blocked: bool) {
        self.judge_direction(way);
        let mut points = way.points.clone();
        points.dedup_by_key(|point| point.0);
        let mut ends: Vec<_> = points.iter().skip(1).map(|point| point.0).collect();
        ends.push(way.end);
        for (&(at, wanted), &next) in points.iter().zip(&ends) {
            let motion = next - at;
            // Directions of shorter ways are rounding.
            if motion.length() < 1e-2 || wanted.length() < 1e-2 {
                continue;
            }
            let direction = motion.normalize();
            let given_up = wanted - direction * direction.dot(wanted).max(0.0);
            self.note_use(way, at, given_up, wanted.length(), motion.length());
        }
        if blocked && way.left.length() > 1e-3 {
            self.note_use(way, way.end, way.left, way.left.length(), way.left.length());
        }
    }

    fn note_use(&mut self, way: &Way, at: DVec3, given_up: DVec3, length: f64, motion: f64) {
        let [low, high] = corners(&self.body).map(|corner| corner + at);
        let reach = self.reach(way);
        let mut normals = Vec::new();
        for solid in self.solids {
            let [skin, tolerance] = self.limits(solid, reach);
            if solid.is_far([low, high], skin + 2.0 * tolerance) {
                continue;
            }
            let gap = gap::<D>(&self.body, solid, at);
            if gap.low <= skin + 2.0 * tolerance {
                normals.push(gap.normal);
            }
        }
        self.tally.uses += 1;
        // What is reported of the way is rounded to `f32`.
        let rounding = 4.0 * f64::from(f32::EPSILON) * reach * length / motion;
        let unexplained = (cone_distance(given_up, &normals) - rounding) / length;
        self.tally.worst_use = self.tally.worst_use.max(unexplained);
        if unexplained > MAX_ANGLE {
            self.tally.violations += 1;
            if self.tally.violations <= 20 {
                println!("unused at {at}: {given_up} of {length} against {normals:?}: {}", self.note);
            }
        }
    }
}

/// Returns the shortest displacement `x` with `normal · x ≤ offset` for all planes: the best one on the boundaries of up to
/// three of them.
fn shortest_push(planes: &[(DVec3, f64)]) -> Option<DVec3> {
    let mut best: Option<DVec3> = None;
    let mut consider = |point: DVec3| {
        let fits = planes.iter().all(|(normal, offset)| normal.dot(point) <= offset + 1e-9);
        if fits && best.is_none_or(|best| point.length() < best.length()) {
            best = Some(point);
        }
    };
    for (i, &(a, at_a)) in planes.iter().enumerate() {
        consider(a * at_a);
        for (j, &(b, at_b)) in planes.iter().enumerate().skip(i + 1) {
            let cosine = a.dot(b);
            let determinant = 1.0 - cosine * cosine;
            if determinant > 1e-6 {
                let (s, t) = ((at_a - cosine * at_b) / determinant, (at_b - cosine * at_a) / determinant);
                consider(a * s + b * t);
            }
            for &(c, at_c) in planes.iter().skip(j + 1) {
                let matrix = DMat3::from_cols(a, b, c);
                if matrix.determinant().abs() > 1e-6 {
                    consider(matrix.transpose().inverse() * DVec3::new(at_a, at_b, at_c));
                }
            }
        }
    }
    best
}

/// Returns the distance from a vector to the cone of non-negative combinations of others: the least over all subsets of up
/// to three.
fn cone_distance(vector: DVec3, generators: &[DVec3]) -> f64 {
    let mut best = vector.length();
    for (i, &a) in generators.iter().enumerate() {
        best = best.min((vector - a * a.dot(vector).max(0.0)).length());
        for (j, &b) in generators.iter().enumerate().skip(i + 1) {
            let c = a.dot(b);
            let determinant = 1.0 - c * c;
            if determinant > 1e-12 {
                let (u, v) = (a.dot(vector), b.dot(vector));
                let (s, t) = ((u - c * v) / determinant, (v - c * u) / determinant);
                if s >= 0.0 && t >= 0.0 {
                    best = best.min((vector - a * s - b * t).length());
                }
            }
            for &c in generators.iter().skip(j + 1) {
                let matrix = DMat3::from_cols(a, b, c);
                if matrix.determinant().abs() > 1e-9 && (matrix.inverse() * vector).min_element() >= 0.0 {
                    return 0.0;
                }
            }
        }
    }
    best
}

/// One run of moves of one shape.
struct Walk<'s, D: Judged> {
    world: &'s mut World<D>,
    random: &'s mut Random,
    solids: &'s [Solid],
    tally: &'s mut Tally,
    moves: u32,
}

impl<D: Judged> WithMover<D, ()> for Walk<'_, D> {
    fn call(self, shape: &impl Support<D::Vector>, form: Form) {
        let Self { world, random, solids, tally, moves } = self;
        let matrix = if random.below(3) == 0 { linear::<D>(random) } else { Mat3::IDENTITY };
        let mut at = vector(random, D::HALF);
        if D::KIND == case::Dimension::Plane {
            at.z = 0.0;
        }
        let mut heading = vector(random, 1.0);
        let length = match random.below(10) {
            0..7 => random.range(0.01, 0.3),
            7..9 => random.range(0.5, 5.0),
            _ => 50.0,
        };
        for index in 0..moves {
            // Far outside there is nothing to touch.
            if at.length() > 20.0 * D::HALF {
                return;
            }
            let pose = D::pose(matrix, at);
            let placed: Placed<_, D::Vector> = shape.placed(pose);
            let body = form.clone().placed(matrix, at).body(D::KIND);
            let overlaps = world.ask(|query, _| query.intersects(&placed, &bevy_gjk::QueryFilter::ALL));
            let note = format!("{form:?} {matrix:?} {at:?} {index}");
            let mut judge = Judge::<D> { solids, body, tally, note, _dimension: Default::default() };
            // Mostly, a start inside of something is pushed out, which is judged as well.
            if overlaps && random.below(4) != 0 {
                let pushed = world.push(shape, pose);
                judge.tally.pushed += 1;
                match pushed.end {
                    MoveEnd::Arrived => {
                        let end = D::wide(pushed.translation) - judge.body.position;
                        judge.judge_clearance(&Way { points: vec![], end, left: DVec3::ZERO }, true);
                        judge.judge_push(end);
                        at = D::wide(pushed.translation).as_vec3();
                        continue;
                    }
                    _ => judge.tally.crushed += 1,
                }
                return;
            }
            heading = (heading + vector(random, 0.4)).normalize_or_zero();
            let motion = D::vector(heading * length);
            let (moved, hits) = world.slide(shape, pose, motion);
            judge.note += &format!(" {motion:?} {moved:?}");
            judge.tally.moves += 1;
            judge.tally.hits += hits.len() as u32;
            judge.tally.steps += moved.steps;
            let count = match moved.end {
                MoveEnd::Arrived => &mut judge.tally.arrived,
                MoveEnd::Blocked => &mut judge.tally.blocked,
                MoveEnd::Buried => &mut judge.tally.buried,
                MoveEnd::OutOfSteps => &mut judge.tally.out_of_steps,
                end => panic!("{end:?}"),
            };
            *count += 1;
            let points = [(DVec3::ZERO, D::wide(motion))]
                .into_iter()
                .chain(hits.iter().map(|hit| (D::wide(hit.moved), D::wide(hit.remaining))));
            let end = D::wide(moved.translation) - judge.body.position;
            let way = Way { points: points.collect(), end, left: D::wide(moved.remaining) };
            judge.judge_clearance(&way, false);
            // Which way out of an overlap is the shortest may be ambiguous.
            if !overlaps {
                judge.judge_use(&way, moved.end == MoveEnd::Blocked);
            }
            at = D::wide(moved.translation).as_vec3();
        }
    }
}

fn scene<D: Judged>(random: &mut Random) -> (World<D>, Vec<Solid>) {
    let mut world = World::<D>::new(SKIN);
    let mut solids = Vec::new();
    for _ in 0..OBSTACLES {
        let (collider, pieces) = D::obstacle(random);
        let mut at = vector(random, D::HALF);
        if D::KIND == case::Dimension::Plane {
            at.z = 0.0;
        }
        if random.below(4) == 0 {
            at = at.round();
        }
        let place = Affine3A::from_mat3_translation(linear::<D>(random), at);
        solids.extend(pieces.iter().map(|piece| Solid::new::<D>(piece, place)));
        world.spawn_sheared(collider, place);
    }
    world.update();
    (world, solids)
}

fn contract<D: Judged>(seed: u64, floor: impl Fn(&mut World<D>) -> Piece) {
    let moves = std::env::var("MOVES").ok().and_then(|moves| moves.parse().ok()).unwrap_or(10_000);
    let mut tally = Tally::default();
    let mut random = Random(seed);
    while tally.moves < moves {
        let (mut world, mut solids) = scene::<D>(&mut random);
        if random.below(2) == 0 {
            let piece = floor(&mut world);
            solids.push(Solid::new::<D>(&piece, Affine3A::IDENTITY));
            world.update();
        }
        let goal = tally.moves + MOVES_PER_SCENE;
        while tally.moves < goal {
            let size = Vec3::from_array([(); 3].map(|()| random.range(0.1, 0.6)));
            let (kind, before) = (random.next(), tally.moves);
            let walk = Walk {
                world: &mut world,
                random: &mut random,
                solids: &solids,
                tally: &mut tally,
                moves: 10,
            };
            D::with_mover(kind, size, walk);
            if tally.moves == before && tally.pushed > 100 * moves {
                break;
            }
        }
    }
    println!("{} {tally:?}", D::NAME);
    assert!(tally.hits > tally.moves / 4 && tally.blocked > 0 && tally.uses > tally.moves / 2, "{tally:?}");
    assert_eq!(tally.violations, 0, "{tally:?}");
    // A slide of more than 32 straight pieces is rare.
    assert!(tally.out_of_steps <= tally.moves / 10_000, "{tally:?}");
}

#[test]
fn random_moves_in_2d_keep_the_contract() {
    contract::<Dim2>(1, |world| {
        world.spawn(dim2::Collider::HalfSpace { normal: Vec2::Y, offset: 0.0 }, Transform::IDENTITY);
        Piece::HalfSpace(Vec3::Y)
    });
}

#[test]
fn random_moves_in_3d_keep_the_contract() {
    contract::<Dim3>(2, |world| {
        world.spawn(dim3::Collider::HalfSpace { normal: Vec3::Y, offset: 0.0 }, Transform::IDENTITY);
        Piece::HalfSpace(Vec3::Y)
    });
}
