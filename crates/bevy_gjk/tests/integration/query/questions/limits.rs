//! Queries without an answer, and the times at which queries can be made.

use super::*;

#[test]
fn invalid_queries_have_no_answer() {
    let (mut app, _) = row();
    let query = app.query::<Dim2>();
    let nan = Vec2::new(f32::NAN, 0.0);
    let lost = Circle::new(1.0).placed(Affine2::from_translation(nan));
    let ball = Circle::new(1.0);
    let answers = [
        query.cast_ray(nan, Dir2::X, 10.0, ALL).is_some(),
        Dir2::new(nan).is_ok(),
        Dir2::new(Vec2::ZERO).is_ok(),
        query.cast_ray(Vec2::ZERO, Dir2::X, f32::NAN, ALL).is_some(),
        query.cast_ray(Vec2::ZERO, Dir2::X, -1.0, ALL).is_some(),
        Dir2::new(Vec2::X * f32::INFINITY).is_ok(),
        query.cast_shape(&lost, Dir2::X, 10.0, ALL).is_some(),
        query.cast_shape(&ball, Dir2::X, -1.0, ALL).is_some(),
        query.cast_shape(&ball, Dir2::X, f32::NAN, ALL).is_some(),
        query.intersects(&lost, ALL),
        query.intersects(&Circle::new(f32::INFINITY), ALL),
        query.containing(nan, ALL).is_some(),
        query.nearest(&lost, 10.0, ALL).is_some(),
        query.nearest(&ball, f32::NAN, ALL).is_some(),
        query.pair(Entity::PLACEHOLDER, Entity::PLACEHOLDER).is_some(),
    ];
    assert_eq!(answers, [false; 15]);
}

#[test]
fn queries_work_at_any_distance_and_size() {
    let mut app = app();
    let far = spawn(&mut app, Collider::circle(1e17), 2e18, 3e18);
    let floor = spawn(&mut app, Collider::rectangle(8e18, 2e18), 0.0, -3e18);
    let query = app.query_after_update::<Dim2>();
    for (way, entity) in each([(Vec2::new(2.0, 3.0), far), (Vec2::new(1e-18, -1e-18), floor)]) {
        let hit = query.cast_ray(Vec2::ZERO, Dir2::new(way).unwrap(), f32::INFINITY, ALL);
        assert_eq!(hit.map(|hit| hit.entity), Some(entity));
    }
    for (x, y, entity) in each([(3e18, 3e18, far), (3.9e18, 0.0, floor), (-1e19, 2.0, floor)]) {
        let near = query.nearest(&Point::new([Vec2::new(x, y)]), f32::INFINITY, ALL);
        assert_eq!(near.map(|near| near.entity), Some(entity));
    }
    // Unbounded shapes.
    let mut met = Vec::new();
    query.intersections_with_shape(&HalfSpace::new(Vec2::Y, -2.5e18), ALL, |entity| met.push(entity));
    assert_eq!(met, [floor]);
}

/// Bounds of a query may be infinite, but no number may be NaN.
#[test]
fn infinite_bounds_and_distances_find_everything() {
    let (mut app, _) = row();
    let floor = app.spawn((Collider::half_space(Vec2::Y, -9.0), Transform::IDENTITY));
    app.update();
    let all = app.resource::<Collisions>().colliders().iter().count();
    let query = app.query::<Dim2>();
    let met = |min: Vec2, max: Vec2| {
        let mut met = Vec::new();
        query.intersections_with_aabb(&Aabb { min, max }, ALL, |collider| met.push(collider.entity()));
        met
    };
    let endless = Vec2::INFINITY;
    assert_eq!(met(-endless, endless).len(), all);
    assert_eq!(met(-endless, Vec2::new(f32::INFINITY, -10.0)), [floor]);
    assert_eq!(met(endless, -endless), []);
    assert_eq!(met(-endless, Vec2::new(f32::NAN, 1.0)), []);
    let mut count = 0;
    query.nearest_parts(&Point::new([Vec2::Y * 20.0]), f32::INFINITY, ALL, |_| count += 1);
    assert_eq!(count, all);
}

/// The answers that a system got.
#[derive(Resource, Default)]
struct Seen(Vec<Option<f32>>);

fn sample(query: CollisionQuery, mut seen: ResMut<Seen>) {
    let hit = query.cast_ray(Vec2::ZERO, Dir2::X, f32::INFINITY, ALL);
    seen.0.push(hit.map(|hit| hit.distance));
}

#[test]
fn queries_see_the_current_frame_from_the_first_phase_on() {
    let mut app = app();
    app.init_resource::<Seen>();
    let samples = (
        sample.before(CollisionSystems::Prepare),
        sample.after(CollisionSystems::Prepare).before(CollisionSystems::BroadPhase),
        sample.after(CollisionSystems::BroadPhase),
    );
    app.add_systems(PostUpdate, samples);
    let seen = |app: &mut App| {
        app.update();
        core::mem::take(&mut app.resource_mut::<Seen>().0)
    };
    let ball = spawn(&mut app, Collider::circle(1.0), 5.0, 0.0);
    assert_eq!(seen(&mut app), [None, Some(4.0), Some(4.0)]);
    set(&mut app, ball, at_xy(9.0, 0.0));
    assert_eq!(seen(&mut app), [Some(4.0), Some(8.0), Some(8.0)]);
    app.despawn(ball);
    let other = spawn(&mut app, Collider::circle(1.0), 3.0, 0.0);
    assert_eq!(seen(&mut app), [Some(8.0), Some(2.0), Some(2.0)]);
    app.insert(other, ColliderDisabled);
    assert_eq!(seen(&mut app), [Some(2.0), None, None]);
}

#[test]
fn queries_see_the_world_after_detect_collisions() {
    let (mut app, row) = row();
    set(&mut app, row[0], at_xy(0.0, 9.0));
    assert_eq!(app.query::<Dim2>().containing(Vec2::ZERO, ALL), Some(row[0]));
    detect_collisions(app.world_mut());
    assert_eq!(app.query::<Dim2>().containing(Vec2::ZERO, ALL), None);
}

#[test]
fn queries_work_without_the_plugins_broad_phase() {
    let mut app = app_with(CollisionPlugin::default().without(CollisionSystems::BroadPhase));
    let balls = [0.0, 5.0, 10.0].map(|x| spawn(&mut app, Collider::circle(1.0), x, 0.0));
    app.update();
    for y in each([3.0, 4.0]) {
        app.update_at(balls[1], at_xy(5.0, y));
        let query = app.query::<Dim2>();
        let ray = |y| query.cast_ray(Vec2::new(3.0, y), Dir2::X, 100.0, ALL).unwrap();
        let hits = [ray(0.0), ray(y)].map(|hit| (hit.entity, hit.distance));
        assert_eq!(hits, [(balls[2], 6.0), (balls[1], 1.0)]);
    }
}
