//! Queries between moves by `ColliderMover` agree with brute force, whatever moved before, appeared or was removed.

use gjk::Aabb;

use crate::common::prelude::*;

/// Half the side of the room.
const ROOM: f32 = 12.0;

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
fn move_and_compare<D: Spatial>(
    mut plan: ResMut<Plan>,
    mut mover: ColliderMover<D>,
    balls: Query<Entity, With<Ball>>,
) {
    let entities: Vec<Entity> = balls.iter().collect();
    for _ in 0..plan.moves {
        let random = &mut plan.random;
        let entity = entities[random.below(entities.len() as u32) as usize];
        // Now and then one is moved that has no collider or a disabled one.
        let target = D::vector(point(random, ROOM));
        assert!(mover.move_to(entity, target));
        let half = D::Vector::splat(random.range(0.1, 4.0));
        let center = D::vector(point(random, ROOM));
        let query = mover.query();
        if let Some(collider) = query.get(entity) {
            assert_eq!(gjk::Affine::translation(collider.affine()), target);
        }
        for center in [center, target] {
            let bounds = Aabb { min: center - half, max: center + half };
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

in_both_dimensions!(queries_after_moves_agree_with_brute_force);

fn queries_after_moves_agree_with_brute_force<D: Spatial>() {
    let mut app = app();
    app.insert_resource(Plan { random: Random(5), moves: 0, found: 0 });
    app.add_systems(PostUpdate, move_and_compare::<D>.in_set(CollisionSystems::Movers));
    let mut random = Random(6);
    let ball = |random: &mut Random| {
        let at = at_point(point(random, ROOM));
        (Ball, D::ball(random.range(0.2, 1.0)), at)
    };
    let mut entities: Vec<Entity> = (0..300).map(|_| app.spawn(ball(&mut random))).collect();
    for frame in 0..120_u32 {
        // Some frames without moves let the balls become static.
        let moves = if frame % 40 < 20 { 0 } else { 30 };
        app.resource_mut::<Plan>().moves = if frame == 0 { 30 } else { moves };
        if frame % 3 == 0 {
            for _ in 0..random.below(1 + moves) {
                let entity = entities[random.below(entities.len() as u32) as usize];
                let mut entity = app.world_mut().entity_mut(entity);
                match random.below(8) {
                    0 => _ = entity.insert(ColliderDisabled),
                    1 => _ = entity.remove::<ColliderDisabled>(),
                    2 => _ = entity.remove::<D::Collider>(),
                    3 => _ = entity.insert(D::ball(random.range(0.2, 1.0))),
                    _ => entity.get_mut::<Transform>().unwrap().translation = point(&mut random, ROOM),
                }
            }
            let last = entities.swap_remove(random.below(entities.len() as u32) as usize);
            app.despawn(last);
            entities.push(app.spawn(ball(&mut random)));
        }
        app.update();
    }
    assert!(app.resource::<Plan>().found > 1000);
}
