//! What queries find depends on the colliders alone, not on the past: hits at the same distance or time come in the
//! order of their entities, whatever the trees look like.

use bevy_gjk::shape::Shape;
use bevy_gjk::{CastHit, CollisionQuery as QueryOf, MoveSettings, Nearby, RayHit};

use super::*;
use crate::common::histories::{HISTORIES, after};

/// Returns a collider that fits on a grid of units, so that many are at the same distance.
fn collider<D: Spatial>(random: &mut Random) -> D::Collider {
    match random.below(4) {
        0 => D::ball(0.5),
        1 => D::cuboid(Vec3::new(0.5, 1.0, 0.5)),
        _ => D::cuboid(Vec3::splat(0.5)),
    }
}

/// Returns the answers of questions about shapes that touch or hit several colliders at the same time.
fn shape_answers<D: Spatial>(query: &QueryOf<D>, at: Vec3, along: D::Vector) -> String {
    let length = along.dot(along).sqrt();
    let way = (D::Direction::try_from(along).unwrap(), length);
    let pose = D::affine(&at_point(at).into());
    let [ball, cuboid] = [D::ball(0.5), D::cuboid(Vec3::splat(0.5))]
        .map(|collider| collider.prepare().unwrap().convex().unwrap().clone());
    let settings = MoveSettings::default();
    let moved = query.move_and_slide(&cuboid, pose, along, &settings, ALL);
    let pushed = query.depenetrate(&ball, pose, &settings, ALL);
    let answers = [ball, cuboid].map(|shape| answers(query, &shape.placed(pose), way));
    format!("{answers:#?} {moved:#?} {pushed:#?}")
}

/// Returns all answers about a shape.
fn answers<D: Dimension>(
    query: &QueryOf<D>,
    shape: &impl bevy_gjk::queries::QueryShape<D>,
    (along, way): (D::Direction, f32),
) -> String {
    let mut hits: Vec<CastHit<D>> = Vec::new();
    query.cast_shape_all(shape, along, way, ALL, &mut hits);
    let first = query.cast_shape(shape, along, way, ALL);
    assert_eq!(first.map(|hit| hit.entity), hits.first().map(|hit| hit.entity));
    let leaving = query.cast_shape_leaving(shape, along, way, ALL);
    let nearest = query.nearest(shape, f32::INFINITY, ALL);
    let mut few: Vec<Nearby<D>> = Vec::new();
    query.nearest_n(shape, 7, 3.0, ALL, &mut few);
    let nearest_of_few = nearest.filter(|near| near.distance <= 3.0);
    assert_eq!(nearest_of_few.map(|near| near.entity), few.first().map(|near| near.entity));
    let meets = query.intersects(shape, ALL);
    format!("{hits:#?} {leaving:#?} {nearest:#?} {few:#?} {meets}")
}

/// Returns all answers about rays and points.
fn ray_answers<D: Dimension>(query: &QueryOf<D>, at: D::Vector, along: D::Direction) -> String {
    let mut hits: Vec<RayHit<D>> = Vec::new();
    query.cast_ray_all(at, along, 20.0, ALL, &mut hits);
    let first = query.cast_ray(at, along, 20.0, ALL);
    assert_eq!(first.map(|hit| hit.entity), hits.first().map(|hit| hit.entity));
    format!("{hits:#?} {:?}", query.containing(at, ALL))
}

in_both_dimensions!(answers_do_not_depend_on_the_past);

fn answers_do_not_depend_on_the_past<D: Spatial>() {
    let seeds = if D::Vector::DIMENSION == 2 { 12 } else { 6 };
    for seed in 0..seeds {
        let mut random = Random(seed);
        let cell = |random: &mut Random| {
            let mut coordinate = || random.below(5) as f32 - 2.0;
            Vec3::new(coordinate(), coordinate(), if D::Vector::DIMENSION == 3 { coordinate() } else { 0.0 })
        };
        let scene: Vec<_> =
            (0..60).map(|_| (collider::<D>(&mut random), at_point(cell(&mut random)))).collect();
        let questions: Vec<_> = (0..12)
            .map(|_| {
                let step = [Vec3::X, Vec3::NEG_Y, Vec3::Y, Vec3::NEG_X][random.below(4) as usize];
                // Half of them begin outside of the grid.
                let begin = if random.below(2) == 0 { -6.0 * step } else { Vec3::splat(0.5) };
                (cell(&mut random) + begin, 8.0 * step)
            })
            .collect();
        let mut expected: Option<Vec<String>> = None;
        for history in 0..HISTORIES {
            let (mut app, _) = after::<D>(history, &scene, &mut random);
            let query = app.query::<D>();
            let answers = questions.iter().map(|&(at, along)| {
                let along = D::vector(along);
                let direction = D::Direction::try_from(along).unwrap();
                shape_answers(&query, at, along) + &ray_answers(&query, D::vector(at), direction)
            });
            let answers: Vec<String> = answers.collect();
            let expected = expected.get_or_insert_with(|| answers.clone());
            for (index, (found, expected)) in answers.iter().zip(&*expected).enumerate() {
                let difference =
                    found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
                assert_eq!(difference, None, "seed {seed}, history {history}, question {index}");
                assert_eq!(found.len(), expected.len());
            }
        }
    }
}
