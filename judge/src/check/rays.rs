//! Rays against a shape.

use gjk::{Vec2, Vec3};
use glam::DVec3;

use super::{Known, Score, points};
use crate::case::{Dimension, Shape};
use crate::check::casts::{Impact, Moving};
use crate::family::Dice;
use crate::oracle::{Body, Pair};
use crate::subject::Native;
use crate::verdict::EXACT;

/// A ray.
#[derive(Clone, Copy, Debug)]
pub struct Ray {
    /// Where it starts.
    pub origin: Vec3,
    /// Where it goes; of any length.
    pub direction: Vec3,
    /// How far it goes.
    pub max: f32,
}

/// The crate's answer.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// Where the ray enters.
    pub point: DVec3,
    /// Out of the shape.
    pub normal: DVec3,
    /// How far from the origin of the ray.
    pub distance: f64,
}

/// Casts a ray at either shape.
pub fn check(known: &Known<'_>, dice: &mut Dice) -> Score {
    let dimension = known.case.dimension;
    let (shape, body) = points::either(known, dice);
    let ray = towards(dimension, body, dice);
    let hit = ask(dimension, shape, &ray);
    judge(dimension, body, &ray, hit.as_ref()).explained(&(shape, ray), &hit)
}

/// A ray that starts anywhere, mostly outside, and goes towards the body, past it, along its boundary, or
/// away from it.
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
        // Grazing: to a farthest point across some way, or hardly beside it.
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

/// Asks the crate.
pub fn ask(dimension: Dimension, shape: &Shape, ray: &Ray) -> Option<Hit> {
    fn ask<V: Native>(shape: &Shape, ray: &Ray) -> Option<Hit> {
        let hit = gjk::ray_cast(&V::shape(shape), V::of(ray.origin), V::of(ray.direction), ray.max)?;
        Some(Hit { point: hit.point.wide(), normal: hit.normal.wide(), distance: hit.distance.into() })
    }
    match dimension {
        Dimension::Plane => ask::<Vec2>(shape, ray),
        Dimension::Space => ask::<Vec3>(shape, ray),
    }
}

/// Judges where a ray enters a body.
pub fn judge(dimension: Dimension, body: &Body, ray: &Ray, hit: Option<&Hit>) -> Score {
    let origin = ray.origin.as_dvec3();
    let direction = ray.direction.as_dvec3().normalize();
    // The point comes to the body, which rests.
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
