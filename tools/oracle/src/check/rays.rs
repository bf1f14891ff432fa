//! Ray casts against a shape.

use gjk::Vec3;
use glam::DVec3;

use super::{Known, Score, points};
use crate::case::{Dimension, Shape};
use crate::check::casts::{Impact, Moving};
use crate::distance::{Body, Pair};
use crate::family::Dice;
use crate::subject::Native;
use crate::verdict::EXACT;

/// A ray.
#[derive(Clone, Copy, Debug)]
pub struct Ray {
    /// The origin.
    pub origin: Vec3,
    /// The direction; of any length.
    pub direction: Vec3,
    /// The largest distance of a hit.
    pub max: f32,
}

/// The answer of `gjk`.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// The point at which the ray enters the shape.
    pub point: DVec3,
    /// The outward unit normal of the shape.
    pub normal: DVec3,
    /// The distance from the origin of the ray.
    pub distance: f64,
}

/// Checks a ray against either shape.
pub fn check(known: &Known<'_>, dice: &mut Dice) -> Score {
    let dimension = known.case.dimension;
    let (shape, body) = points::either(known, dice);
    let ray = towards(dimension, body, dice);
    let hit = query(dimension, shape, &ray);
    judge(dimension, body, &ray, hit.as_ref()).explained(&(shape, ray), &hit)
}

/// Returns a ray with its origin mostly outside of a body, towards the body, grazing it, or in a random
/// direction.
pub(super) fn towards(dimension: Dimension, body: &Body, dice: &mut Dice) -> Ray {
    let size = body.size();
    let origin = match dice.below(8) {
        0 => points::somewhere(dimension, body, dice),
        _ => {
            let away = f64::from(dice.magnitude(0.5, 30.0)) * size;
            (body.position + dice.direction(dimension).as_dvec3() * (body.set.extent() + away)).as_vec3()
        }
    };
    let from_body = origin.as_dvec3() - body.position;
    let towards = match dice.below(6) {
        // Grazing: through a support point across the line to the body, or close to it.
        0 | 1 => {
            let across = dice.direction(dimension).as_dvec3();
            let across =
                (across - from_body * (across.dot(from_body) / from_body.length_squared())).normalize();
            let beside = f64::from(dice.between(-12.0, 12.0)) * dice.pick(&[0.0, 1e-6, 1e-3]);
            body.support(across) + across * (beside * size) - from_body
        }
        2 => dice.direction(dimension).as_dvec3(),
        3 => {
            let axis = dice.pick(&[DVec3::X, DVec3::Y, -DVec3::X, -DVec3::Y]);
            axis * from_body.dot(axis).signum() * -1.0
        }
        _ => {
            let direction = |dice: &mut Dice| dice.direction(dimension).as_dvec3();
            let ends = [body.support(direction(dice)), body.support(direction(dice))];
            ends[0].lerp(ends[1], dice.between(0.0, 1.0).into()) - from_body
        }
    };
    let length = if dice.once_in(3) { 1.0 } else { f64::from(dice.magnitude(1e-3, 1e3)) };
    let direction = (towards.normalize_or(DVec3::X) * length).as_vec3();
    let max = match dice.below(4) {
        0 => (from_body.length() * f64::from(dice.between(0.2, 1.5))) as f32,
        1 => f32::MAX,
        _ => (from_body.length() * 4.0 + size) as f32,
    };
    Ray { origin, direction, max }
}

/// Runs the query.
pub fn query(dimension: Dimension, shape: &Shape, ray: &Ray) -> Option<Hit> {
    fn query<V: Native>(shape: &Shape, ray: &Ray) -> Option<Hit> {
        let hit =
            gjk::ray_cast(&V::shape(shape), V::from_vec3(ray.origin), V::from_vec3(ray.direction), ray.max)?;
        Some(Hit {
            point: hit.point.to_dvec3(),
            normal: hit.normal.to_dvec3(),
            distance: hit.distance.into(),
        })
    }
    in_dimension!(dimension, query(shape, ray))
}

/// Judges the hit or the miss of a ray against a body.
pub fn judge(dimension: Dimension, body: &Body, ray: &Ray, hit: Option<&Hit>) -> Score {
    let origin = ray.origin.as_dvec3();
    let direction = ray.direction.as_dvec3().normalize();
    // The ray is the cast of a point against the resting body.
    let pair = Pair::of(Body::point(origin), body.clone());
    let moving = Moving { dimension, pair, velocity: -direction, max: ray.max.into() };
    let impact = hit.map(|hit| Impact { time: hit.distance, normal: -hit.normal });
    let mut score = moving.judge(impact);
    if let Some(hit) = hit {
        let end = origin + direction * hit.distance;
        let rounding = f64::from(f32::EPSILON) * (end.length() + origin.length() + hit.distance);
        let off = hit.point.distance(end) - rounding;
        score.limit("point", off / moving.pair.size(), EXACT);
    }
    score
}
