//! Queries of a half-space and a shape, judged in closed form.
//!
//! All right answers follow from the support value of the body against the normal of the boundary.

use gjk::{HalfSpace, Vec3};
use glam::{DMat3, DVec3, Mat3};

use super::manifolds::{Answer, feature_tolerance, widened};
use super::{Known, Score, points};
use crate::case::{Dimension, Shape};
use crate::distance::Body;
use crate::family::Dice;
use crate::subject::{Boxed, Native, Witness, place};
use crate::verdict::{EXACT, TOUCH, outside};

/// A half-space, all `x` with `normal · x ≤ offset`, under an affine map.
#[derive(Clone, Copy, Debug)]
pub struct PlacedHalfSpace {
    /// The outward normal; of any length.
    pub normal: Vec3,
    /// The value of `normal · x` on the boundary.
    pub offset: f32,
    /// The linear part of the map.
    pub matrix: Mat3,
    /// The translation of the map.
    pub translation: Vec3,
}

/// The answers of `gjk` about the half-space and a shape, with the half-space as the first of the two.
#[derive(Clone, Debug)]
pub struct Answers {
    /// The answer to `intersects`.
    pub intersects: bool,
    /// The answer to `closest_points`.
    pub closest: Option<Witness>,
    /// The answer to `contact`.
    pub contact: Option<Witness>,
    /// The answer to `manifold`.
    pub manifold: Option<Answer>,
    /// The time of impact and the contact of the moving shape.
    pub cast: Option<(f64, Witness)>,
    /// The distance and the normal of the hit of a ray.
    pub ray: Option<(f64, DVec3)>,
    /// Whether the half-space contains the origin of the ray, and its nearest point to that origin.
    pub point: (bool, DVec3),
}

/// The motion of the shape, and a ray, against the half-space.
#[derive(Clone, Copy, Debug)]
pub struct Motion {
    /// The velocity of the shape, and the direction of the ray.
    pub velocity: Vec3,
    /// The origin of the ray.
    pub origin: Vec3,
    /// The largest time of impact, and the length of the ray.
    pub max: f32,
}

/// Checks a half-space that is near to, touches or overlaps either shape.
pub fn check(known: &Known<'_>, dice: &mut Dice) -> Score {
    let dimension = known.case.dimension;
    let (shape, body) = points::either(known, dice);
    let (half_space, motion) = (below(dimension, body, dice), motion(dimension, body, dice));
    let answers = query(dimension, shape, &half_space, &motion, dice.once_in(2));
    judge(dimension, body, &half_space, &motion, &answers).explained(&(shape, half_space, motion), &answers)
}

/// Places a half-space at a random distance or depth of a body.
fn below(dimension: Dimension, body: &Body, dice: &mut Dice) -> PlacedHalfSpace {
    let up = if dice.once_in(3) { Vec3::Y } else { dice.direction(dimension) };
    let normal = up * if dice.once_in(2) { 1.0 } else { dice.magnitude(1e-3, 1e3) };
    let out = normal.as_dvec3().normalize();
    let gap = match dice.below(4) {
        0 => f64::from(dice.between(-12.0, 12.0)) * 1e-6,
        1 => 0.0,
        _ => f64::from(dice.between(-1.5, 1.0)),
    };
    let height = out.dot(body.position) - body.reach(-out) - gap * body.size();
    if dice.once_in(2) {
        let offset = (height * normal.as_dvec3().length()) as f32;
        return PlacedHalfSpace { normal, offset, matrix: Mat3::IDENTITY, translation: Vec3::ZERO };
    }
    // The local boundary is near the local origin, and the map moves it to the body: n·M⁻¹ must be `out`.
    let mut matrix = dice.rotation(dimension) * dice.magnitude(0.1, 10.0);
    if dice.once_in(2) {
        matrix.x_axis *= dice.pick(&[0.5, 2.0, -1.0]);
        matrix.y_axis += matrix.x_axis * dice.between(-1.0, 1.0);
    }
    if dimension == Dimension::Plane {
        matrix.z_axis = Vec3::Z;
    }
    let normal = matrix.transpose() * normal;
    let normal = if dimension == Dimension::Plane { normal.with_z(0.0) } else { normal };
    let offset = normal.length() * dice.between(-1.0, 1.0) * body.size() as f32 * 0.1;
    let own = PlacedHalfSpace { normal, offset, matrix, translation: Vec3::ZERO };
    let (out, at) = own.boundary();
    let height = out.dot(body.position) - body.reach(-out) - gap * body.size();
    let aside = dice.vector(dimension).as_dvec3() * body.size();
    let aside = body.position + aside;
    let translation = aside + out * (height - at - out.dot(aside));
    PlacedHalfSpace { translation: translation.as_vec3(), ..own }
}

fn motion(dimension: Dimension, body: &Body, dice: &mut Dice) -> Motion {
    let size = body.size() as f32;
    let velocity = dice.direction(dimension) * (size * dice.magnitude(0.1, 10.0));
    let aside = dice.direction(dimension) * (size * dice.magnitude(0.1, 10.0));
    let max = dice.pick(&[1.0, 10.0, 1e3]);
    Motion { velocity, origin: body.position.as_vec3() + aside, max: max * size.max(1.0) }
}

impl PlacedHalfSpace {
    /// Returns the unit normal and the distance of the boundary from the origin along it.
    pub fn boundary(&self) -> (DVec3, f64) {
        let matrix = DMat3::from_cols(
            self.matrix.x_axis.as_dvec3(),
            self.matrix.y_axis.as_dvec3(),
            self.matrix.z_axis.as_dvec3(),
        );
        let normal = self.normal.as_dvec3();
        // n·x ≤ c is n·M⁻¹(y − t) ≤ c.
        let row = matrix.inverse().transpose() * normal;
        let length = row.length();
        (row / length, f64::from(self.offset) / length + self.translation.as_dvec3().dot(row) / length)
    }

    fn shape<V: Native>(&self) -> Boxed<V> {
        let plane = HalfSpace::new(V::from_vec3(self.normal), self.offset);
        place(plane, V::affine(self.matrix, self.translation))
    }
}

/// Runs the queries, with the shape or with the half-space as the first of the two.
pub fn query(
    dimension: Dimension,
    shape: &Shape,
    half_space: &PlacedHalfSpace,
    motion: &Motion,
    shape_first: bool,
) -> Answers {
    in_dimension!(dimension, query_in(shape, half_space, motion, shape_first))
}

fn query_in<V: Native>(
    shape: &Shape,
    half_space: &PlacedHalfSpace,
    motion: &Motion,
    shape_first: bool,
) -> Answers {
    let (shape, half_space) = (V::shape(shape), half_space.shape::<V>());
    let (velocity, origin, still) =
        (V::from_vec3(motion.velocity), V::from_vec3(motion.origin), V::from_vec3(Vec3::ZERO));
    let ray = gjk::ray_cast(&half_space, origin, velocity, motion.max);
    let point =
        (gjk::contains_point(&half_space, origin), gjk::nearest_point(&half_space, origin).point.to_dvec3());
    let ray = ray.map(|hit| (f64::from(hit.distance), hit.normal.to_dvec3()));
    // With the shape first, the answers are swapped back.
    let (a, b, of_a, of_b) = match shape_first {
        true => (&shape, &half_space, velocity, still),
        false => (&half_space, &shape, still, velocity),
    };
    let turn = |found: Witness| if shape_first { turned(found) } else { found };
    let cast = gjk::cast(a, of_a, b, of_b, motion.max);
    Answers {
        intersects: gjk::intersects(a, b),
        closest: gjk::closest_points(a, b).map(|found| turn(found.into())),
        contact: gjk::contact(a, b).map(|found| turn(found.into())),
        manifold: gjk::manifold(a, b).map(|manifold| {
            let Answer { contact, points, tolerance } = widened(&manifold, feature_tolerance(&shape));
            Answer { contact: turn(contact), points: points.into_iter().map(turn).collect(), tolerance }
        }),
        cast: cast.map(|hit| (hit.time.into(), turn(hit.contact.into()))),
        ray,
        point,
    }
}

/// Swaps the two shapes of a witness.
fn turned(found: Witness) -> Witness {
    Witness { on_a: found.on_b, on_b: found.on_a, normal: -found.normal, length: found.length }
}

/// Judges the answers about a half-space and a body.
pub fn judge(
    dimension: Dimension,
    body: &Body,
    half_space: &PlacedHalfSpace,
    motion: &Motion,
    answers: &Answers,
) -> Score {
    let ((normal, height), epsilon) = (half_space.boundary(), f64::from(f32::EPSILON));
    // A single point has no size, so use the rounding of its position as a minimum.
    let size = body.size().max(1e-6 * (body.position.length() + height.abs()));
    let mut score = Score::default();
    let above = |point: DVec3| point.dot(normal) - height;
    let distance = above(body.position) - body.reach(-normal);
    let velocity = motion.velocity.as_dvec3();
    // The rounding of the products with the local coordinates.
    let products = epsilon * body.set.extent();
    let touch = TOUCH * size + products;

    score.must(
        "verdict",
        !(answers.intersects && distance > touch || !answers.intersects && distance < -touch),
    );
    let agree = answers.intersects == answers.contact.is_some()
        && answers.intersects == answers.closest.is_none()
        && answers.intersects == answers.manifold.is_some();
    score.must("agreement", agree);
    let pointwise = |score: &mut Score, found: &Witness, distance: f64, moved: DVec3| {
        let terms = found.on_a.length() + found.on_b.length() + distance.abs() + moved.length();
        let rounding = epsilon * terms + products;
        score.limit("length", (found.length - distance.abs()).abs() / size - rounding / size, EXACT);
        score.limit("normal", found.normal.distance(normal), 1e-6);
        score.limit("boundary", (above(found.on_a).abs() - rounding) / size, EXACT);
        score.limit("height", ((above(found.on_b) - distance).abs() - rounding) / size, EXACT);
        let farther = outside(dimension, body, found.on_b - moved);
        score.limit("outside", (farther - rounding) / size, EXACT);
        let aside = found.on_b - found.on_a - normal * distance;
        score.limit("aside", (aside.length() - rounding) / size, EXACT);
    };
    for found in answers.closest.iter() {
        pointwise(&mut score, found, distance.max(0.0), DVec3::ZERO);
    }
    for found in answers.contact.iter() {
        pointwise(&mut score, found, distance.min(0.0), DVec3::ZERO);
    }
    if let Some(Answer { contact, points, tolerance }) = &answers.manifold {
        score.must("manifold contact", Some(*contact) == answers.contact);
        let most = if dimension == Dimension::Plane { 2 } else { 4 };
        score.must("manifold count", (1..=most).contains(&points.len()));
        for point in points {
            score.limit("manifold tolerance", (-distance - tolerance - point.length) / size, EXACT);
            score.limit("manifold depth", (point.length + distance) / size, EXACT);
            let (as_deep, depth) = (Witness { length: point.length.abs(), ..*point }, point.length);
            pointwise(&mut score, &as_deep, -depth, DVec3::ZERO);
        }
    }

    // The distance to a half-space is a linear function of time.
    let closing = -velocity.dot(normal);
    let (time, max) = (distance / closing, f64::from(motion.max));
    let slack = touch + epsilon * velocity.length() * (max.min(time.abs()));
    match answers.cast {
        Some((0.0, found)) => {
            score.limit("cast apart", distance / size, slack / size);
            pointwise(&mut score, &found, distance.min(0.0), DVec3::ZERO);
        }
        Some((at, found)) => {
            score.must("cast late", distance >= -touch && at <= max);
            score.limit("cast time", (distance - closing * at).abs() / slack, 1.0);
            score.limit("cast depth", found.length / size, TOUCH);
            pointwise(&mut score, &found, 0.0, velocity * at);
        }
        None => score
            .must("cast missed", distance > -slack && !(closing > 0.0 && distance + slack < closing * max)),
    }

    let (origin, direction) = (motion.origin.as_dvec3(), velocity.normalize());
    let (distance, closing) = (above(origin), -direction.dot(normal));
    let rounding = epsilon * (origin.length() + height.abs() + distance.abs());
    let slack = TOUCH * size + rounding;
    match answers.ray {
        Some((at, of_hit)) => {
            let left = if at == 0.0 { distance.max(0.0) } else { distance - closing * at };
            score.limit("ray distance", left.abs() / (slack + epsilon * at), 1.0);
            score.limit("ray normal", of_hit.distance(normal), 1e-6);
            score.must("ray form", (0.0..=max).contains(&at));
        }
        None => score
            .must("ray missed", distance > -slack && !(closing > 0.0 && distance + slack < closing * max)),
    }
    let (contains, nearest) = answers.point;
    score.must("contains", !(contains && distance > slack || !contains && distance < -slack));
    let expected = origin - normal * if contains { 0.0 } else { distance };
    score.limit("nearest", (nearest.distance(expected) - 2.0 * rounding) / size, EXACT);
    score
}
