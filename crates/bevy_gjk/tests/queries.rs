//! What one can ask of all colliders.

mod common;

use core::ops::ControlFlow;

use bevy_app::{App, PostUpdate};
use bevy_ecs::prelude::*;
use bevy_ecs::system::RunSystemOnce;
use bevy_gjk::dim2::prelude::*;
use bevy_gjk::gjk::{Affine2, Bounds, Circle, HalfSpace, Point, Rectangle, Segment, Support, Vec2};
use bevy_gjk::{ColliderError, PairQuery, detect_collisions, dim3, gjk};
use bevy_math::Vec3;
use bevy_transform::components::Transform;
use common::{app, set};

const ALL: &QueryFilter = &QueryFilter::ALL;

fn at(x: f32, y: f32) -> Transform {
    Transform::from_xyz(x, y, 0.0)
}

fn place(x: f32, y: f32) -> Affine2 {
    Affine2::from_translation(Vec2::new(x, y))
}

fn spawn(app: &mut App, collider: Collider, x: f32, y: f32) -> Entity {
    app.world_mut().spawn((collider, at(x, y))).id()
}

/// Asks what a system would.
fn ask<T: 'static>(app: &mut App, question: impl Fn(&CollisionQuery) -> T + Send + Sync + 'static) -> T {
    app.world_mut().run_system_once(move |query: CollisionQuery| question(&query)).unwrap()
}

/// A row of discs of radius 1 at x = 0, 5, 10 and 15.
fn row() -> (App, [Entity; 4]) {
    let mut app = app();
    let row = [0.0, 5.0, 10.0, 15.0].map(|x| spawn(&mut app, Collider::circle(1.0), x, 0.0));
    app.update();
    (app, row)
}

#[test]
fn a_ray_hits_the_first() {
    let (mut app, row) = row();
    let hit = ask(&mut app, |query| query.ray_cast(Vec2::new(-4.0, 0.0), Vec2::X * 7.0, 100.0, ALL));
    let hit = hit.unwrap();
    assert_eq!((hit.entity, hit.distance), (row[0], 3.0));
    assert_eq!((hit.point, hit.normal), (Vec2::NEG_X, Vec2::NEG_X));
    let short = ask(&mut app, |query| query.ray_cast(Vec2::new(-4.0, 0.0), Vec2::X, 2.9, ALL));
    assert_eq!(short, None);
    let beside = ask(&mut app, |query| query.ray_cast(Vec2::new(-4.0, 1.1), Vec2::X, 100.0, ALL));
    assert_eq!(beside, None);
}

#[test]
fn a_ray_from_within_is_at_its_end() {
    let (mut app, row) = row();
    let hit = ask(&mut app, |query| query.ray_cast(Vec2::new(5.5, 0.0), Vec2::NEG_X, 100.0, ALL)).unwrap();
    assert_eq!((hit.entity, hit.distance, hit.point), (row[1], 0.0, Vec2::new(5.5, 0.0)));
    // The shortest way out.
    assert_eq!(hit.normal, Vec2::X);
}

#[test]
fn all_that_a_ray_hits() {
    let (mut app, row) = row();
    let hits = ask(&mut app, |query| {
        let mut hits = Vec::new();
        query.ray_cast_all(Vec2::new(20.0, 0.0), Vec2::NEG_X, 12.0, ALL, &mut hits);
        hits
    });
    let found: Vec<_> = hits.iter().map(|hit| (hit.entity, hit.distance)).collect();
    assert_eq!(found, [(row[3], 4.0), (row[2], 9.0)]);
    let count = ask(&mut app, |query| {
        let mut count = 0;
        query.ray_cast_each(Vec2::new(20.0, 0.0), Vec2::NEG_X, f32::INFINITY, ALL, |_| count += 1);
        count
    });
    assert_eq!(count, 4);
    let until_two = ask(&mut app, |query| {
        let mut count = 0;
        query.ray_cast_each(Vec2::new(20.0, 0.0), Vec2::NEG_X, f32::INFINITY, ALL, |_| {
            count += 1;
            if count == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        count
    });
    assert_eq!(until_two, 2);
}

#[test]
fn a_shape_stops_at_the_first() {
    let (mut app, row) = row();
    let hit = ask(&mut app, |query| {
        let square = Rectangle::new(1.0, 1.0).placed(place(-6.0, 0.0));
        query.shape_cast(&square, Vec2::X * 10.0, 1.0, ALL)
    });
    let hit = hit.unwrap();
    assert_eq!((hit.entity, hit.time), (row[0], 0.45));
    assert_eq!((hit.contact.normal, hit.contact.on_b), (Vec2::X, Vec2::NEG_X));
    // One that starts in a collider touches it at once, even where it leaves.
    let hit = ask(&mut app, |query| {
        query.shape_cast(&Circle::new(0.5).placed(place(6.0, 0.0)), Vec2::X, 10.0, ALL)
    });
    let hit = hit.unwrap();
    assert_eq!((hit.entity, hit.time, hit.contact.depth), (row[1], 0.0, 0.5));
    let all = ask(&mut app, |query| {
        let mut hits = Vec::new();
        let ball = Circle::new(0.5).placed(place(7.5, 0.0));
        query.shape_cast_all(&ball, Vec2::X, 10.0, ALL, &mut hits);
        hits
    });
    let found: Vec<_> = all.iter().map(|hit| (hit.entity, hit.time)).collect();
    assert_eq!(found, [(row[2], 1.0), (row[3], 6.0)]);
    // What does not move touches what it meets.
    let still = ask(&mut app, |query| {
        let ball = |x| Circle::new(0.5).placed(place(x, 0.0));
        [2.0, 4.0].map(|x| query.shape_cast(&ball(x), Vec2::ZERO, 1.0, ALL).map(|hit| hit.entity))
    });
    assert_eq!(still, [None, Some(row[1])]);
}

#[test]
fn what_is_where() {
    let (mut app, row) = row();
    let point = |x| move |query: &CollisionQuery| query.containing(Vec2::new(x, 0.5), ALL);
    assert_eq!(ask(&mut app, point(10.5)), Some(row[2]));
    assert_eq!(ask(&mut app, point(12.5)), None);
    let met = ask(&mut app, |query| {
        let bar = Segment::new([Vec2::new(4.0, 0.9), Vec2::new(10.0, 0.9)]);
        let mut met = Vec::new();
        query.intersect_each(&bar, ALL, |entity| met.push(entity));
        met.sort_by_key(|entity| entity.index_u32());
        met
    });
    assert_eq!(met, [row[1], row[2]]);
    let depths = ask(&mut app, |query| {
        let ball = Circle::new(2.0).placed(place(2.5, 0.0));
        let mut depths = Vec::new();
        query.contact_each(&ball, ALL, |entity, contact| {
            depths.push((entity, contact.depth, contact.normal));
        });
        depths.sort_by_key(|depth| depth.0.index_u32());
        depths
    });
    assert_eq!(depths, [(row[0], 0.5, Vec2::NEG_X), (row[1], 0.5, Vec2::X)]);
    // The corner of the box of a disc is not in it.
    let corner = Bounds { min: Vec2::new(0.9, 0.9), max: Vec2::new(0.95, 0.95) };
    let rough = ask(&mut app, move |query| {
        let mut found = Vec::new();
        query.bounds_each(&corner, ALL, |collider| found.push(collider.entity()));
        let size = corner.max - corner.min;
        let exact = Rectangle::new(size.x, size.y).placed(Affine2::from_translation(corner.min + 0.5 * size));
        (found, query.intersects(&exact, ALL))
    });
    assert_eq!(rough, (vec![row[0]], false));
}

#[test]
fn what_is_nearest() {
    let (mut app, row) = row();
    let mouse = Point::new([Vec2::new(11.0, 3.0)]);
    let nearest = ask(&mut app, move |query| query.nearest(&mouse, f32::INFINITY, ALL)).unwrap();
    assert_eq!(nearest.entity, row[2]);
    assert!((nearest.distance - (10f32.sqrt() - 1.0)).abs() < 1e-6);
    assert!((nearest.on_collider - Vec2::new(10.0, 0.0)).length() - 1.0 < 1e-6);
    assert_eq!(nearest.on_shape, Vec2::new(11.0, 3.0));
    assert_eq!(ask(&mut app, move |query| query.nearest(&mouse, 2.0, ALL)), None);
    let few = ask(&mut app, move |query| {
        let mut few = Vec::new();
        query.nearest_few(&mouse, 3, f32::INFINITY, ALL, &mut few);
        few
    });
    assert_eq!(few.iter().map(|near| near.entity).collect::<Vec<_>>(), [row[2], row[3], row[1]]);
    // Within a collider, the distance is 0 and the normal tells the way out.
    let within = Point::new([Vec2::new(5.0, 0.75)]);
    let nearest = ask(&mut app, move |query| query.nearest(&within, 1.0, ALL)).unwrap();
    assert_eq!((nearest.entity, nearest.distance, nearest.normal), (row[1], 0.0, Vec2::NEG_Y));
    assert_eq!((nearest.on_shape, nearest.on_collider), (Vec2::new(5.0, 0.75), Vec2::new(5.0, 1.0)));
    let count = ask(&mut app, |query| {
        let mut count = 0;
        query.nearest_each(&Circle::new(1.0), 5.0, ALL, |_| count += 1);
        count
    });
    assert_eq!(count, 2);
}

#[test]
fn two_that_are_given() {
    let (mut app, row) = row();
    let pair = move |query: &CollisionQuery, question: fn(PairQuery<bevy_gjk::Dim2>) -> f32| {
        query.pair(row[0], row[3]).map(question)
    };
    assert_eq!(ask(&mut app, move |query| pair(query, |pair| pair.distance())), Some(13.0));
    assert!(!ask(&mut app, move |query| query.pair(row[0], row[3]).unwrap().intersects()));
    let closest = ask(&mut app, move |query| query.pair(row[0], row[1]).unwrap().closest_points()).unwrap();
    assert_eq!((closest.on_a, closest.on_b, closest.normal), (Vec2::X, Vec2::X * 4.0, Vec2::X));
    let cast = ask(&mut app, move |query| {
        query.pair(row[0], row[3]).unwrap().cast(Vec2::X * 10.0, Vec2::X * -3.0, 5.0)
    });
    assert_eq!(cast.unwrap().time, 1.0);
    let square = spawn(&mut app, Collider::rectangle(2.0, 2.0), 0.0, 1.5);
    let other = spawn(&mut app, Collider::rectangle(2.0, 2.0), 1.0, 3.25);
    app.update();
    let contact = ask(&mut app, move |query| query.pair(square, other).unwrap().contact()).unwrap();
    assert_eq!((contact.depth, contact.normal), (0.25, Vec2::Y));
    let manifold = ask(&mut app, move |query| query.pair(square, other).unwrap().manifold()).unwrap();
    assert_eq!(manifold.points().len(), 2);
    app.world_mut().entity_mut(other).insert(ColliderDisabled);
    app.update();
    assert!(ask(&mut app, move |query| query.pair(square, other).is_none()));
}

collision_layers! {
    enum Layer { Ground, Player, Ghost }
}

#[test]
fn who_is_asked() {
    let (mut app, row) = row();
    let world = app.world_mut();
    world.entity_mut(row[0]).insert(CollisionLayers::new(Layer::Player, Layer::Ground));
    world.entity_mut(row[1]).insert(CollisionLayers::new(Layer::Ghost, LayerMask::NONE));
    world.entity_mut(row[3]).insert(CollisionExceptions::of([row[0]]));
    app.update();
    let hits = |app: &mut App, filter: fn(&[Entity; 4]) -> QueryFilter| {
        ask(app, move |query| {
            let mut hits = Vec::new();
            query.ray_cast_all(Vec2::X * -9.0, Vec2::X, f32::INFINITY, &filter(&row), &mut hits);
            hits.iter().map(|hit| row.iter().position(|&it| it == hit.entity).unwrap()).collect::<Vec<_>>()
        })
    };
    assert_eq!(hits(&mut app, |_| QueryFilter::ALL), [0, 1, 2, 3]);
    assert_eq!(hits(&mut app, |_| QueryFilter::ALL.in_layers(Layer::Ghost)), [1]);
    assert_eq!(hits(&mut app, |_| QueryFilter::ALL.in_layers([Layer::Ghost, Layer::Player])), [0, 1]);
    let player = |_: &_| QueryFilter::ALL.with_layers(CollisionLayers::new(Layer::Player, LayerMask::ALL));
    assert_eq!(hits(&mut app, player), [2, 3]);
    assert_eq!(hits(&mut app, |row| QueryFilter::ALL.excluding(&row[..2])), [2, 3]);
    assert_eq!(hits(&mut app, |row| QueryFilter::of(row[0])), [2]);
    let none = ask(&mut app, move |query| {
        let beyond = |entity| entity == row[3];
        let filter = QueryFilter::ALL.matching(&beyond).excluding(&row);
        query.nearest(&Circle::new(1.0), f32::INFINITY, &filter)
    });
    assert_eq!(none, None);
    let last = ask(&mut app, move |query| {
        let last = |entity| entity == row[3];
        query.nearest(&Circle::new(1.0), f32::INFINITY, &QueryFilter::ALL.matching(&last))
    });
    assert_eq!(last.map(|near| near.entity), Some(row[3]));
}

#[test]
fn what_is_no_question_has_no_answer() {
    let (mut app, _) = row();
    let answers = ask(&mut app, |query| {
        let nan = Vec2::new(f32::NAN, 0.0);
        let lost = || Circle::new(1.0).placed(Affine2::from_translation(nan));
        let endless = Circle::new(f32::INFINITY);
        [
            query.ray_cast(nan, Vec2::X, 10.0, ALL).is_some(),
            query.ray_cast(Vec2::ZERO, nan, 10.0, ALL).is_some(),
            query.ray_cast(Vec2::ZERO, Vec2::ZERO, 10.0, ALL).is_some(),
            query.ray_cast(Vec2::ZERO, Vec2::X, f32::NAN, ALL).is_some(),
            query.ray_cast(Vec2::ZERO, Vec2::X, -1.0, ALL).is_some(),
            query.ray_cast(Vec2::ZERO, Vec2::X * f32::INFINITY, 10.0, ALL).is_some(),
            query.shape_cast(&lost(), Vec2::X, 10.0, ALL).is_some(),
            query.shape_cast(&Circle::new(1.0), nan, 10.0, ALL).is_some(),
            query.shape_cast(&Circle::new(1.0), Vec2::X, f32::NAN, ALL).is_some(),
            query.intersects(&lost(), ALL),
            query.intersects(&endless, ALL),
            query.containing(nan, ALL).is_some(),
            query.nearest(&lost(), 10.0, ALL).is_some(),
            query.nearest(&Circle::new(1.0), f32::NAN, ALL).is_some(),
            query.pair(Entity::PLACEHOLDER, Entity::PLACEHOLDER).is_some(),
        ]
    });
    assert_eq!(answers, [false; 15]);
}

#[test]
fn nothing_is_too_far_or_too_large() {
    let mut app = app();
    let far = spawn(&mut app, Collider::circle(1e17), 2e18, 3e18);
    let floor = spawn(&mut app, Collider::rectangle(8e18, 2e18), 0.0, -3e18);
    app.update();
    let hits = ask(&mut app, |query| {
        let ray = |direction| query.ray_cast(Vec2::ZERO, direction, f32::INFINITY, ALL);
        [ray(Vec2::new(2.0, 3.0)), ray(Vec2::new(1e-30, -1e-30))].map(|hit| hit.map(|hit| hit.entity))
    });
    assert_eq!(hits, [Some(far), Some(floor)]);
    let nearest = ask(&mut app, |query| {
        let point = |x, y| Point::new([Vec2::new(x, y)]);
        [point(3e18, 3e18), point(3.9e18, 0.0), point(-1e19, 2.0)]
            .map(|point| query.nearest(&point, f32::INFINITY, ALL).map(|near| near.entity))
    });
    assert_eq!(nearest, [Some(far), Some(floor), Some(floor)]);
    // What has no end at all.
    let met = ask(&mut app, |query| {
        let below = HalfSpace::new(Vec2::Y, -2.5e18);
        let mut met = Vec::new();
        query.intersect_each(&below, ALL, |entity| met.push(entity));
        met
    });
    assert_eq!(met, [floor]);
}

/// What a system saw.
#[derive(Resource, Default)]
struct Seen(Vec<Option<f32>>);

fn look(query: CollisionQuery, mut seen: ResMut<Seen>) {
    let hit = query.ray_cast(Vec2::ZERO, Vec2::X, f32::INFINITY, ALL);
    seen.0.push(hit.map(|hit| hit.distance));
}

#[test]
fn systems_see_this_frame_from_the_first_phase_on() {
    let mut app = app();
    app.init_resource::<Seen>();
    app.add_systems(
        PostUpdate,
        (
            look.before(CollisionSystems::Bounds),
            look.after(CollisionSystems::Bounds).before(CollisionSystems::BroadPhase),
            look.after(CollisionSystems::BroadPhase),
        ),
    );
    let ball = spawn(&mut app, Collider::circle(1.0), 5.0, 0.0);
    app.update();
    set(&mut app, ball, at(9.0, 0.0));
    app.update();
    app.world_mut().despawn(ball);
    let other = spawn(&mut app, Collider::circle(1.0), 3.0, 0.0);
    app.update();
    app.world_mut().entity_mut(other).insert(ColliderDisabled);
    app.update();
    let seen = app.world_mut().resource::<Seen>();
    let expected = [
        None,
        Some(4.0),
        Some(4.0),
        Some(4.0),
        Some(8.0),
        Some(8.0),
        Some(8.0),
        Some(2.0),
        Some(2.0),
        Some(2.0),
        None,
        None,
    ];
    assert_eq!(seen.0, expected);
}

#[test]
fn by_hand_at_any_moment() {
    let (mut app, row) = row();
    set(&mut app, row[0], at(0.0, 9.0));
    assert_eq!(ask(&mut app, |query| query.containing(Vec2::ZERO, ALL)), Some(row[0]));
    detect_collisions(app.world_mut());
    assert_eq!(ask(&mut app, |query| query.containing(Vec2::ZERO, ALL)), None);
}

#[test]
fn without_a_broad_phase_too() {
    fn each_with_each(mut collisions: ResMut<Collisions>) {
        collisions.update_pairs(|colliders, pairs| {
            for moved in colliders.moved() {
                colliders.iter().for_each(|other| pairs.propose(moved, other));
            }
        });
    }
    let left_out = CollisionPlugin::default().without(CollisionSystems::BroadPhase);
    let replaced = CollisionPlugin::default().replace(CollisionSystems::BroadPhase, each_with_each);
    for plugin in [left_out, replaced] {
        let mut app = App::new();
        app.add_plugins((bevy_app::TaskPoolPlugin::default(), bevy_transform::TransformPlugin, plugin));
        let balls = [0.0, 5.0, 10.0].map(|x| spawn(&mut app, Collider::circle(1.0), x, 0.0));
        app.update();
        for y in [3.0, 4.0] {
            set(&mut app, balls[1], at(5.0, y));
            app.update();
            let hits = ask(&mut app, move |query| {
                let ray = |y| query.ray_cast(Vec2::new(3.0, y), Vec2::X, 100.0, ALL).unwrap();
                [ray(0.0), ray(y)].map(|hit| (hit.entity, hit.distance))
            });
            assert_eq!(hits, [(balls[2], 6.0), (balls[1], 1.0)]);
        }
    }
}

#[test]
fn in_space_as_in_the_plane() {
    let mut app = app();
    let floor = app.world_mut().spawn(dim3::Collider::cuboid(20.0, 1.0, 20.0)).id();
    let ball = app.world_mut().spawn((dim3::Collider::sphere(1.0), Transform::from_xyz(0.0, 6.0, 0.0))).id();
    app.update();
    let hit = app.world_mut().run_system_once(move |query: dim3::CollisionQuery| {
        let own = [ball];
        query.ray_cast(Vec3::new(0.0, 6.0, 0.0), Vec3::NEG_Y, 10.0, &ALL.excluding(&own))
    });
    let hit = hit.unwrap().unwrap();
    assert_eq!((hit.entity, hit.distance, hit.normal), (floor, 5.5, Vec3::Y));
}

#[test]
fn what_rests_is_not_asked() {
    let mut app = app();
    spawn(&mut app, Collider::circle(f32::NAN), 0.0, 0.0);
    let ball = spawn(&mut app, Collider::circle(1.0), 0.5, 0.0);
    app.update();
    assert_eq!(ask(&mut app, |query| query.containing(Vec2::ZERO, ALL)), Some(ball));
    app.world_mut().entity_mut(ball).insert(Collider::polygon([Vec2::ZERO]));
    app.update();
    assert_eq!(ask(&mut app, |query| query.containing(Vec2::ZERO, ALL)), None);
}

#[test]
fn a_collider_is_a_shape_to_ask_about() {
    let (mut app, row) = row();
    let house = Collider::rectangle(3.0, 1.0);
    let free = ask(&mut app, move |query| {
        let mut house = PlacedShape::new(&house, at(2.5, 0.0)).unwrap();
        let first = query.intersects(&house, ALL);
        house.place(at(2.5, 1.6)).unwrap();
        [first, query.intersects(&house, ALL)]
    });
    assert_eq!(free, [true, false]);
    // A wrong one says why.
    let dent = Collider::polygon([Vec2::ZERO, Vec2::X, Vec2::new(0.1, 0.1), Vec2::Y]);
    let error = PlacedShape::new(&dent, at(0.0, 0.0)).unwrap_err();
    assert_eq!(error, ColliderError::Shape(gjk::ShapeError::ConcaveCorner(2)));
    let error = PlacedShape::new(&Collider::circle(1.0), at(f32::NAN, 0.0)).unwrap_err();
    assert_eq!(error, ColliderError::TransformNotFinite);
    // That of an entity, where it is.
    let hit = ask(&mut app, move |query| {
        let own = query.get(row[1]).unwrap();
        query.shape_cast(own, Vec2::X, 100.0, &QueryFilter::of(row[1]))
    });
    assert_eq!(hit.map(|hit| (hit.entity, hit.time)), Some((row[2], 3.0)));
}

#[test]
fn of_many_parts_the_best_answers() {
    let mut app = app();
    // An L, and a disc in its corner.
    let parts =
        [(at(0.0, 3.0), Collider::rectangle(1.0, 7.0)), (at(3.0, 0.0), Collider::rectangle(5.0, 1.0))];
    let corner = spawn(&mut app, Collider::compound(parts.clone()), 0.0, 0.0);
    let disc = spawn(&mut app, Collider::circle(0.5), 3.0, 3.0);
    app.update();
    let ray = |from: [f32; 2], to: [f32; 2]| {
        move |query: &CollisionQuery| {
            let hit = query.ray_cast(Vec2::from(from), Vec2::from(to), 100.0, ALL)?;
            Some((hit.entity, hit.part, hit.distance))
        }
    };
    assert_eq!(ask(&mut app, ray([5.0, 9.0], [0.0, -1.0])), Some((corner, 1, 8.5)));
    assert_eq!(ask(&mut app, ray([9.0, 5.0], [-1.0, 0.0])), Some((corner, 0, 8.5)));
    assert_eq!(ask(&mut app, ray([9.0, 3.0], [-1.0, 0.0])), Some((disc, 0, 5.5)));
    let nearest = ask(&mut app, move |query| {
        let filter = QueryFilter::of(disc);
        query.nearest(query.get(disc).unwrap(), 9.0, &filter)
    });
    assert_eq!(
        nearest.map(|near| (near.entity, near.distance, near.on_collider)),
        Some((corner, 2.0, Vec2::new(0.5, 3.0)))
    );
    // Another one as a whole, on its way.
    let hit = ask(&mut app, move |query| {
        let other = PlacedShape::new(&Collider::compound(parts.clone()), at(-10.0, 8.0)).unwrap();
        query.shape_cast(&other, Vec2::NEG_Y + Vec2::X, 100.0, ALL)
    });
    // Its lower bar meets the upright one from the left.
    assert_eq!(hit.map(|hit| (hit.entity, hit.part, hit.time)), Some((corner, 0, 4.0)));
    let pair = ask(&mut app, move |query| {
        let pair = query.pair(corner, disc).unwrap();
        let cast = pair.cast(Vec2::X, Vec2::NEG_X, 9.0).unwrap();
        (pair.intersects(), pair.distance(), pair.contact(), cast.time, cast.contact.normal)
    });
    assert_eq!(pair, (false, 2.0, None, 1.0, Vec2::X));
}

#[test]
fn half_spaces_are_asked_like_others() {
    let mut app = app();
    // All below a slope through the origin.
    let slope = spawn(&mut app, Collider::custom(HalfSpace::new(Vec2::new(-3.0, 4.0), 0.0)), 0.0, 0.0);
    let ball = spawn(&mut app, Collider::circle(1.0), -30.0, 20.0);
    app.update();
    let ray = ask(&mut app, |query| query.ray_cast(Vec2::new(0.0, 10.0), Vec2::NEG_Y, 100.0, ALL)).unwrap();
    assert_eq!((ray.entity, ray.distance), (slope, 10.0));
    assert!(ray.normal.distance(Vec2::new(-0.6, 0.8)) < 1e-6);
    let far = ask(&mut app, |query| query.ray_cast(Vec2::new(4e6, 1e7), Vec2::NEG_Y, f32::INFINITY, ALL));
    assert_eq!(far.map(|hit| (hit.entity, hit.distance)), Some((slope, 7e6)));
    let up = ask(&mut app, |query| query.ray_cast(Vec2::new(0.0, 10.0), Vec2::Y, f32::INFINITY, ALL));
    assert_eq!(up, None);
    let nearest = ask(&mut app, move |query| {
        let point = Point::new([Vec2::new(-3.0, 4.0)]);
        let mut near = Vec::new();
        query.nearest_few(&point, 2, f32::INFINITY, ALL, &mut near);
        near.iter().map(|near| (near.entity, near.distance.round())).collect::<Vec<_>>()
    });
    assert_eq!(nearest, [(slope, 5.0), (ball, 30.0)]);
    assert_eq!(ask(&mut app, |query| query.containing(Vec2::new(9e8, -1.0), ALL)), Some(slope));
    assert_eq!(ask(&mut app, |query| query.containing(Vec2::new(-9e8, 1.0), ALL)), None);
    let distance = ask(&mut app, move |query| query.pair(slope, ball).unwrap().distance());
    assert!((distance - 33.0).abs() < 1e-4, "{distance}");
}
