//! What queries find depends on the colliders alone, not on the past: hits at the same distance or time come in the order
//! of their entities, whatever the trees look like.

use bevy_gjk::gjk::{Cuboid, Sphere};
use bevy_gjk::{CastHit, CollisionQuery as QueryOf, MoveSettings, Nearby, RayHit};

use super::*;
use crate::common::histories::{HISTORIES, after};

/// A dimension with a few shapes that fit on a grid of units, so that many are at the same distance.
trait Grid: Spatial {
    fn collider(random: &mut Random) -> Self::Collider;
    /// Returns the answers of questions about shapes that touch or hit several colliders at the same time.
    fn ask_shapes(query: &QueryOf<Self>, at: Vec3, along: Vec3) -> String;
}

impl Grid for Dim2 {
    fn collider(random: &mut Random) -> Collider {
        match random.below(4) {
            0 => Collider::circle(0.5),
            1 => Collider::rectangle(1.0, 2.0),
            _ => Collider::rectangle(1.0, 1.0),
        }
    }
    fn ask_shapes(query: &QueryOf<Self>, at: Vec3, along: Vec3) -> String {
        let (at, along) = (Self::vector(at), Self::vector(along));
        let way = Dir2::new_and_length(along).unwrap();
        let (ball, square) = (Circle::new(0.5), Rectangle::new(1.0, 1.0));
        let pose = Affine2::from_translation(at);
        let moved = query.move_and_slide(&square, pose, along, &MoveSettings::default(), ALL);
        let pushed = query.depenetrate(&ball, pose, &MoveSettings::default(), ALL);
        let answers = [answers(query, &ball.placed(pose), way), answers(query, &square.placed(pose), way)];
        format!("{answers:#?} {moved:#?} {pushed:#?}")
    }
}

impl Grid for Dim3 {
    fn collider(random: &mut Random) -> dim3::Collider {
        match random.below(4) {
            0 => dim3::Collider::sphere(0.5),
            1 => dim3::Collider::cuboid(1.0, 2.0, 1.0),
            _ => dim3::Collider::cuboid(1.0, 1.0, 1.0),
        }
    }
    fn ask_shapes(query: &QueryOf<Self>, at: Vec3, along: Vec3) -> String {
        let way = Dir3::new_and_length(along).unwrap();
        let (ball, cube) = (Sphere::new(0.5), Cuboid::new(1.0, 1.0, 1.0));
        let pose = Affine3A::from_translation(at);
        let moved = query.move_and_slide(&cube, pose, along, &MoveSettings::default(), ALL);
        let pushed = query.depenetrate(&ball, pose, &MoveSettings::default(), ALL);
        let answers = [answers(query, &ball.placed(pose), way), answers(query, &cube.placed(pose), way)];
        format!("{answers:#?} {moved:#?} {pushed:#?}")
    }
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
    assert_eq!(
        nearest.filter(|near| near.distance <= 3.0).map(|near| near.entity),
        few.first().map(|near| near.entity)
    );
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

fn answers_are_the_same_after_each_history<D: Grid>(seeds: u64) {
    for seed in 0..seeds {
        let mut random = Random(seed);
        let cell = |random: &mut Random| {
            let mut coordinate = || random.below(5) as f32 - 2.0;
            Vec3::new(coordinate(), coordinate(), if D::Vector::DIMENSION == 3 { coordinate() } else { 0.0 })
        };
        let scene: Vec<_> = (0..60)
            .map(|_| {
                let collider = D::collider(&mut random);
                (collider, Transform::from_translation(cell(&mut random)))
            })
            .collect();
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
            let questions = questions.clone();
            let answers = app.world_mut().run_system_once(move |query: QueryOf<D>| {
                let all = questions.iter().map(|&(at, along)| {
                    let [flat_at, flat_along] = [at, along].map(D::vector);
                    D::ask_shapes(&query, at, along)
                        + &ray_answers(&query, flat_at, D::Direction::try_from(flat_along).unwrap())
                });
                all.collect::<Vec<_>>()
            });
            let answers = answers.unwrap();
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

#[test]
fn answers_do_not_depend_on_the_past() {
    answers_are_the_same_after_each_history::<Dim2>(12);
    answers_are_the_same_after_each_history::<Dim3>(6);
}
