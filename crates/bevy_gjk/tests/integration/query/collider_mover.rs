//! Queries between moves by `ColliderMover` agree with brute force, whatever moved before, appeared or was removed.

use bevy_app::PostUpdate;
use bevy_ecs::prelude::*;
use bevy_gjk::{ColliderDisabled, ColliderMover, CollisionSystems, Dim2, Dim3, Dimension, QueryFilter};
use bevy_math::Vec3;
use bevy_transform::components::Transform;
use gjk::{Aabb, Vector};

use crate::common::{Random, app};

/// Half the side of the room.
const ROOM: f32 = 12.0;

trait Balls: Dimension {
    fn ball(radius: f32) -> Self::Collider;
    fn vector(at: Vec3) -> Self::Vector;
}

impl Balls for Dim2 {
    fn ball(radius: f32) -> Self::Collider {
        bevy_gjk::dim2::Collider::circle(radius)
    }
    fn vector(at: Vec3) -> Self::Vector {
        at.truncate()
    }
}

impl Balls for Dim3 {
    fn ball(radius: f32) -> Self::Collider {
        bevy_gjk::dim3::Collider::sphere(radius)
    }
    fn vector(at: Vec3) -> Self::Vector {
        at
    }
}

fn point(random: &mut Random) -> Vec3 {
    Vec3::from_array([(); 3].map(|()| random.range(-ROOM, ROOM)))
}

#[derive(Component)]
struct Ball;

#[derive(Resource)]
struct Plan {
    random: Random,
    moves: u32,
    /// How many colliders all queries found.
    found: usize,
}

/// Moves some, one after another, and compares after each move.
fn move_and_compare<D: Balls>(
    mut plan: ResMut<Plan>,
    mut mover: ColliderMover<D>,
    balls: Query<Entity, With<Ball>>,
) {
    let entities: Vec<Entity> = balls.iter().collect();
    for _ in 0..plan.moves {
        let random = &mut plan.random;
        let entity = entities[random.below(entities.len() as u32) as usize];
        // Now and then one is moved that has no collider or a disabled one.
        let target = D::vector(point(random));
        assert!(mover.move_to(entity, target));
        let half = D::Vector::splat(random.range(0.1, 4.0));
        let center = D::vector(point(random));
        let query = mover.query();
        if let Some(collider) = query.get(entity) {
            assert_eq!(gjk::Affine::translation(collider.affine()), target);
        }
        for bounds in
            [Aabb { min: center - half, max: center + half }, Aabb { min: target - half, max: target + half }]
        {
            let mut found = Vec::new();
            query.intersections_with_aabb(&bounds, &QueryFilter::ALL, |collider| {
                found.push(collider.entity());
            });
            found.sort_unstable();
            let overlaps =
                |&&entity: &&Entity| query.get(entity).is_some_and(|it| it.bounds().overlaps(&bounds));
            let mut expected: Vec<Entity> = entities.iter().filter(overlaps).copied().collect();
            expected.sort_unstable();
            assert_eq!(found, expected);
            plan.found += found.len();
        }
    }
}

fn queries_agree_with_brute_force<D: Balls>() {
    let mut app = app();
    app.insert_resource(Plan { random: Random(5), moves: 0, found: 0 });
    app.add_systems(PostUpdate, move_and_compare::<D>.in_set(CollisionSystems::Movers));
    let mut random = Random(6);
    let ball = |random: &mut Random| {
        let at = Transform::from_translation(point(random));
        (Ball, D::ball(random.range(0.2, 1.0)), at)
    };
    let mut entities: Vec<Entity> = (0..300).map(|_| app.world_mut().spawn(ball(&mut random)).id()).collect();
    for frame in 0..120_u32 {
        // Some frames without moves let the balls become static.
        let moves = if frame % 40 < 20 { 0 } else { 30 };
        app.world_mut().resource_mut::<Plan>().moves = if frame == 0 { 30 } else { moves };
        if frame % 3 == 0 {
            for _ in 0..random.below(1 + moves) {
                let entity = entities[random.below(entities.len() as u32) as usize];
                let mut entity = app.world_mut().entity_mut(entity);
                match random.below(8) {
                    0 => _ = entity.insert(ColliderDisabled),
                    1 => _ = entity.remove::<ColliderDisabled>(),
                    2 => _ = entity.remove::<D::Collider>(),
                    3 => _ = entity.insert(D::ball(random.range(0.2, 1.0))),
                    _ => entity.get_mut::<Transform>().unwrap().translation = point(&mut random),
                }
            }
            let last = entities.swap_remove(random.below(entities.len() as u32) as usize);
            app.world_mut().despawn(last);
            entities.push(app.world_mut().spawn(ball(&mut random)).id());
        }
        app.update();
    }
    assert!(app.world().resource::<Plan>().found > 1000);
}

#[test]
fn queries_after_moves_in_2d_agree_with_brute_force() {
    queries_agree_with_brute_force::<Dim2>();
}

#[test]
fn queries_after_moves_in_3d_agree_with_brute_force() {
    queries_agree_with_brute_force::<Dim3>();
}
