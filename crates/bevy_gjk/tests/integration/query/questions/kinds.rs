//! Each kind of query.

use super::*;

#[test]
fn a_ray_hits_the_first_collider() {
    let (mut app, row) = row();
    let hit = ask(&mut app, |query| query.cast_ray(Vec2::new(-4.0, 0.0), Dir2::X, 100.0, ALL));
    let hit = hit.unwrap();
    assert_eq!((hit.entity, hit.distance), (row[0], 3.0));
    assert_eq!((hit.point, hit.normal), (Vec2::NEG_X, Vec2::NEG_X));
    let short = ask(&mut app, |query| query.cast_ray(Vec2::new(-4.0, 0.0), Dir2::X, 2.9, ALL));
    assert_eq!(short, None);
    let beside = ask(&mut app, |query| query.cast_ray(Vec2::new(-4.0, 1.1), Dir2::X, 100.0, ALL));
    assert_eq!(beside, None);
}

#[test]
fn a_ray_that_starts_inside_hits_at_once() {
    let (mut app, row) = row();
    let hit = ask(&mut app, |query| query.cast_ray(Vec2::new(5.5, 0.0), Dir2::NEG_X, 100.0, ALL)).unwrap();
    assert_eq!((hit.entity, hit.distance, hit.point), (row[1], 0.0, Vec2::new(5.5, 0.0)));
    // The normal points along the shortest way out.
    assert_eq!(hit.normal, Vec2::X);
}

#[test]
fn a_ray_finds_all_its_hits_in_order() {
    let (mut app, row) = row();
    let hits = ask(&mut app, |query| {
        let mut hits = Vec::new();
        query.cast_ray_all(Vec2::new(20.0, 0.0), Dir2::NEG_X, 12.0, ALL, &mut hits);
        hits
    });
    let found: Vec<_> = hits.iter().map(|hit| (hit.entity, hit.distance)).collect();
    assert_eq!(found, [(row[3], 4.0), (row[2], 9.0)]);
    let count = ask(&mut app, |query| {
        let mut count = 0;
        query.cast_ray_each(Vec2::new(20.0, 0.0), Dir2::NEG_X, f32::INFINITY, ALL, |_| count += 1);
        count
    });
    assert_eq!(count, 4);
    let until_two = ask(&mut app, |query| {
        let mut count = 0;
        query.cast_ray_each(Vec2::new(20.0, 0.0), Dir2::NEG_X, f32::INFINITY, ALL, |_| {
            count += 1;
            if count == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        count
    });
    assert_eq!(until_two, 2);
}

#[test]
fn a_cast_shape_stops_at_the_first_collider() {
    let (mut app, row) = row();
    let hit = ask(&mut app, |query| {
        let square = Rectangle::new(1.0, 1.0).placed(place(-6.0, 0.0));
        query.cast_shape(&square, Dir2::X, 10.0, ALL)
    });
    let hit = hit.unwrap();
    assert_eq!((hit.entity, hit.distance), (row[0], 4.5));
    assert_eq!((hit.normal, hit.point, hit.depth), (Vec2::NEG_X, Vec2::NEG_X, 0.0));
    // A shape that starts in a collider touches it at once, even if it moves out.
    let hit = ask(&mut app, |query| {
        query.cast_shape(&Circle::new(0.5).placed(place(6.0, 0.0)), Dir2::X, 10.0, ALL)
    });
    let hit = hit.unwrap();
    assert_eq!((hit.entity, hit.distance, hit.depth), (row[1], 0.0, 0.5));
    let all = ask(&mut app, |query| {
        let mut hits = Vec::new();
        let ball = Circle::new(0.5).placed(place(7.5, 0.0));
        query.cast_shape_all(&ball, Dir2::X, 10.0, ALL, &mut hits);
        hits
    });
    let found: Vec<_> = all.iter().map(|hit| (hit.entity, hit.distance)).collect();
    assert_eq!(found, [(row[2], 1.0), (row[3], 6.0)]);
    // A shape that does not move touches the colliders it overlaps.
    let still = ask(&mut app, |query| {
        let ball = |x| Circle::new(0.5).placed(place(x, 0.0));
        [2.0, 4.0].map(|x| query.cast_shape(&ball(x), Dir2::X, 0.0, ALL).map(|hit| hit.entity))
    });
    assert_eq!(still, [None, Some(row[1])]);
}

#[test]
fn intersections_are_found_by_shape_point_and_aabb() {
    let (mut app, row) = row();
    let point = |x| move |query: &CollisionQuery| query.containing(Vec2::new(x, 0.5), ALL);
    assert_eq!(ask(&mut app, point(10.5)), Some(row[2]));
    assert_eq!(ask(&mut app, point(12.5)), None);
    let met = ask(&mut app, |query| {
        let bar = Segment::new([Vec2::new(4.0, 0.9), Vec2::new(10.0, 0.9)]);
        let mut met = Vec::new();
        query.intersections_with_shape(&bar, ALL, |entity| met.push(entity));
        met.sort_by_key(|entity| entity.index_u32());
        met
    });
    assert_eq!(met, [row[1], row[2]]);
    let depths = ask(&mut app, |query| {
        let ball = Circle::new(2.0).placed(place(2.5, 0.0));
        let mut depths = Vec::new();
        query.contacts_with_shape(&ball, ALL, |entity, contact| {
            depths.push((entity, contact.depth, contact.normal));
        });
        depths.sort_by_key(|depth| depth.0.index_u32());
        depths
    });
    assert_eq!(depths, [(row[0], 0.5, Vec2::NEG_X), (row[1], 0.5, Vec2::X)]);
    // The corner of the AABB of a disk is not in the disk.
    let corner = Aabb { min: Vec2::new(0.9, 0.9), max: Vec2::new(0.95, 0.95) };
    let rough = ask(&mut app, move |query| {
        let mut found = Vec::new();
        query.intersections_with_aabb(&corner, ALL, |collider| found.push(collider.entity()));
        let size = corner.max - corner.min;
        let exact = Rectangle::new(size.x, size.y).placed(Affine2::from_translation(corner.min + 0.5 * size));
        (found, query.intersects(&exact, ALL))
    });
    assert_eq!(rough, (vec![row[0]], false));
}

#[test]
fn nearest_queries_find_the_closest_colliders() {
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
        query.nearest_n(&mouse, 3, f32::INFINITY, ALL, &mut few);
        few
    });
    assert_eq!(few.iter().map(|near| near.entity).collect::<Vec<_>>(), [row[2], row[3], row[1]]);
    // Inside a collider, the distance is 0 and the normal is that of the shortest way out.
    let within = Point::new([Vec2::new(5.0, 0.75)]);
    let nearest = ask(&mut app, move |query| query.nearest(&within, 1.0, ALL)).unwrap();
    assert_eq!((nearest.entity, nearest.distance, nearest.normal), (row[1], 0.0, Vec2::Y));
    assert_eq!((nearest.on_shape, nearest.on_collider), (Vec2::new(5.0, 0.75), Vec2::new(5.0, 1.0)));
    let count = ask(&mut app, |query| {
        let mut count = 0;
        query.nearest_each(&Circle::new(1.0), 5.0, ALL, |_| count += 1);
        count
    });
    assert_eq!(count, 2);
}

#[test]
fn pair_queries_compare_two_entities() {
    let (mut app, row) = row();
    let pair = move |query: &CollisionQuery, question: fn(PairQuery<Dim2>) -> f32| {
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
    app.insert(other, ColliderDisabled);
    app.update();
    assert!(ask(&mut app, move |query| query.pair(square, other).is_none()));
}

collision_layers! {
    enum Layer { Ground, Player, Ghost }
}

#[test]
fn filters_limit_the_queried_colliders() {
    let (mut app, row) = row();
    let world = app.world_mut();
    world.entity_mut(row[0]).insert(CollisionLayers::new(Layer::Player, Layer::Ground));
    world.entity_mut(row[1]).insert(CollisionLayers::new(Layer::Ghost, LayerMask::NONE));
    world.entity_mut(row[3]).insert(CollisionExceptions::of([row[0]]));
    app.update();
    let hits = |app: &mut App, filter: fn(&[Entity; 4]) -> QueryFilter| {
        ask(app, move |query| {
            let mut hits = Vec::new();
            query.cast_ray_all(Vec2::X * -9.0, Dir2::X, f32::INFINITY, &filter(&row), &mut hits);
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
        let filter = QueryFilter::ALL.matching(beyond).excluding(row);
        query.nearest(&Circle::new(1.0), f32::INFINITY, &filter)
    });
    assert_eq!(none, None);
    let last = ask(&mut app, move |query| {
        let last = |entity| entity == row[3];
        query.nearest(&Circle::new(1.0), f32::INFINITY, &QueryFilter::ALL.matching(last))
    });
    assert_eq!(last.map(|near| near.entity), Some(row[3]));
}
