//! Each kind of query.

use super::*;

#[test]
fn a_ray_hits_the_first_collider() {
    let (mut app, row) = row();
    let query = app.query::<Dim2>();
    let hit = query.cast_ray(Vec2::new(-4.0, 0.0), Dir2::X, 100.0, ALL).unwrap();
    assert_eq!((hit.entity, hit.distance), (row[0], 3.0));
    assert_eq!((hit.point, hit.normal), (Vec2::NEG_X, Vec2::NEG_X));
    assert_eq!(query.cast_ray(Vec2::new(-4.0, 0.0), Dir2::X, 2.9, ALL), None, "too short");
    assert_eq!(query.cast_ray(Vec2::new(-4.0, 1.1), Dir2::X, 100.0, ALL), None, "beside");
    // One that starts inside hits at once. The normal points along the shortest way out.
    let hit = query.cast_ray(Vec2::new(5.5, 0.0), Dir2::NEG_X, 100.0, ALL).unwrap();
    assert_eq!((hit.entity, hit.distance, hit.point), (row[1], 0.0, Vec2::new(5.5, 0.0)));
    assert_eq!(hit.normal, Vec2::X);
}

#[test]
fn a_ray_finds_all_its_hits_in_order() {
    let (mut app, row) = row();
    let query = app.query::<Dim2>();
    let from = Vec2::new(20.0, 0.0);
    let mut hits = Vec::new();
    query.cast_ray_all(from, Dir2::NEG_X, 12.0, ALL, &mut hits);
    let found: Vec<_> = hits.iter().map(|hit| (hit.entity, hit.distance)).collect();
    assert_eq!(found, [(row[3], 4.0), (row[2], 9.0)]);
    let mut count = 0;
    query.cast_ray_each(from, Dir2::NEG_X, f32::INFINITY, ALL, |_| count += 1);
    assert_eq!(count, 4);
    let mut until_two = 0;
    query.cast_ray_each(from, Dir2::NEG_X, f32::INFINITY, ALL, |_| {
        until_two += 1;
        if until_two == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(until_two, 2);
}

#[test]
fn a_cast_shape_stops_at_the_first_collider() {
    let (mut app, row) = row();
    let query = app.query::<Dim2>();
    let square = Rectangle::new(1.0, 1.0).placed(place(-6.0, 0.0));
    let hit = query.cast_shape(&square, Dir2::X, 10.0, ALL).unwrap();
    assert_eq!((hit.entity, hit.distance), (row[0], 4.5));
    assert_eq!((hit.normal, hit.point, hit.depth), (Vec2::NEG_X, Vec2::NEG_X, 0.0));
    // A shape that starts in a collider touches it at once, even if it moves out.
    let ball = |x| Circle::new(0.5).placed(place(x, 0.0));
    let hit = query.cast_shape(&ball(6.0), Dir2::X, 10.0, ALL).unwrap();
    assert_eq!((hit.entity, hit.distance, hit.depth), (row[1], 0.0, 0.5));
    let mut hits = Vec::new();
    query.cast_shape_all(&ball(7.5), Dir2::X, 10.0, ALL, &mut hits);
    let found: Vec<_> = hits.iter().map(|hit| (hit.entity, hit.distance)).collect();
    assert_eq!(found, [(row[2], 1.0), (row[3], 6.0)]);
    // A shape that does not move touches the colliders it overlaps.
    let still = [2.0, 4.0].map(|x| query.cast_shape(&ball(x), Dir2::X, 0.0, ALL).map(|hit| hit.entity));
    assert_eq!(still, [None, Some(row[1])]);
}

#[test]
fn intersections_are_found_by_shape_point_and_aabb() {
    let (mut app, row) = row();
    let query = app.query::<Dim2>();
    let point = |x| query.containing(Vec2::new(x, 0.5), ALL);
    assert_eq!([10.5, 12.5].map(point), [Some(row[2]), None]);
    let bar = Segment::new([Vec2::new(4.0, 0.9), Vec2::new(10.0, 0.9)]);
    let mut met = Vec::new();
    query.intersections_with_shape(&bar, ALL, |entity| met.push(entity));
    met.sort_by_key(|entity| entity.index_u32());
    assert_eq!(met, [row[1], row[2]]);
    let ball = Circle::new(2.0).placed(place(2.5, 0.0));
    let mut depths = Vec::new();
    query.contacts_with_shape(&ball, ALL, |entity, contact| {
        depths.push((entity, contact.depth, contact.normal));
    });
    depths.sort_by_key(|depth| depth.0.index_u32());
    assert_eq!(depths, [(row[0], 0.5, Vec2::NEG_X), (row[1], 0.5, Vec2::X)]);
    // The corner of the AABB of a disk is not in the disk.
    let corner = Aabb { min: Vec2::new(0.9, 0.9), max: Vec2::new(0.95, 0.95) };
    let mut found = Vec::new();
    query.intersections_with_aabb(&corner, ALL, |collider| found.push(collider.entity()));
    assert_eq!(found, [row[0]]);
    let size = corner.max - corner.min;
    let exact = Rectangle::new(size.x, size.y).placed(Affine2::from_translation(corner.min + 0.5 * size));
    assert!(!query.intersects(&exact, ALL));
}

#[test]
fn nearest_queries_find_the_closest_colliders() {
    let (mut app, row) = row();
    let query = app.query::<Dim2>();
    let mouse = Point::new([Vec2::new(11.0, 3.0)]);
    let nearest = query.nearest(&mouse, f32::INFINITY, ALL).unwrap();
    assert_eq!(nearest.entity, row[2]);
    assert_near(nearest.distance, 10f32.sqrt() - 1.0, 1e-6);
    assert!((nearest.on_collider - Vec2::new(10.0, 0.0)).length() - 1.0 < 1e-6);
    assert_eq!(nearest.on_shape, Vec2::new(11.0, 3.0));
    assert_eq!(query.nearest(&mouse, 2.0, ALL), None);
    let mut few = Vec::new();
    query.nearest_n(&mouse, 3, f32::INFINITY, ALL, &mut few);
    assert_eq!(few.iter().map(|near| near.entity).collect::<Vec<_>>(), [row[2], row[3], row[1]]);
    // Inside a collider, the distance is 0 and the normal is that of the shortest way out.
    let within = Point::new([Vec2::new(5.0, 0.75)]);
    let nearest = query.nearest(&within, 1.0, ALL).unwrap();
    assert_eq!((nearest.entity, nearest.distance, nearest.normal), (row[1], 0.0, Vec2::Y));
    assert_eq!((nearest.on_shape, nearest.on_collider), (Vec2::new(5.0, 0.75), Vec2::new(5.0, 1.0)));
    let mut count = 0;
    query.nearest_each(&Circle::new(1.0), 5.0, ALL, |_| count += 1);
    assert_eq!(count, 2);
}

#[test]
fn pair_queries_compare_two_entities() {
    let (mut app, row) = row();
    let square = spawn(&mut app, Collider::rectangle(2.0, 2.0), 0.0, 101.5);
    let other = spawn(&mut app, Collider::rectangle(2.0, 2.0), 1.0, 103.25);
    let query = app.query_after_update::<Dim2>();
    let [near, far] = [row[1], row[3]].map(|other| query.pair(row[0], other).unwrap());
    assert_eq!((far.distance(), far.intersects()), (13.0, false));
    let closest = near.closest_points().unwrap();
    assert_eq!((closest.on_a, closest.on_b, closest.normal), (Vec2::X, Vec2::X * 4.0, Vec2::X));
    assert_eq!(far.cast(Vec2::X * 10.0, Vec2::X * -3.0, 5.0).unwrap().time, 1.0);
    let squares = query.pair(square, other).unwrap();
    let contact = squares.contact().unwrap();
    assert_eq!((contact.depth, contact.normal), (0.25, Vec2::Y));
    assert_eq!(squares.manifold().unwrap().points().len(), 2);
    app.update_with(other, ColliderDisabled);
    assert!(app.query::<Dim2>().pair(square, other).is_none());
}

collision_layers! {
    enum Layer { Ground, Player, Ghost }
}

#[test]
fn filters_limit_the_queried_colliders() {
    let (mut app, row) = row();
    app.insert(row[0], CollisionLayers::new(Layer::Player, Layer::Ground));
    app.insert(row[1], CollisionLayers::new(Layer::Ghost, LayerMask::NONE));
    app.update_with(row[3], CollisionExceptions::of([row[0]]));
    let query = app.query::<Dim2>();
    let all = QueryFilter::ALL;
    let player = CollisionLayers::new(Layer::Player, LayerMask::ALL);
    for (name, filter, expected) in [
        ("no filter", all.clone(), vec![0, 1, 2, 3]),
        ("in a layer", all.clone().in_layers(Layer::Ghost), vec![1]),
        ("in two layers", all.clone().in_layers([Layer::Ghost, Layer::Player]), vec![0, 1]),
        ("for a player", all.clone().with_layers(player), vec![2, 3]),
        ("without two", all.clone().excluding(&row[..2]), vec![2, 3]),
        ("of the first", QueryFilter::of(row[0]), vec![2]),
    ] {
        let mut hits = Vec::new();
        query.cast_ray_all(Vec2::X * -9.0, Dir2::X, f32::INFINITY, &filter, &mut hits);
        let found = hits.iter().map(|hit| row.iter().position(|&it| it == hit.entity).unwrap());
        assert_eq!(found.collect::<Vec<_>>(), expected, "{name}");
    }
    let is_last = |entity| entity == row[3];
    let nearest = |filter| query.nearest(&Circle::new(1.0), f32::INFINITY, &filter).map(|near| near.entity);
    assert_eq!(nearest(QueryFilter::ALL.matching(is_last).excluding(row)), None);
    assert_eq!(nearest(QueryFilter::ALL.matching(is_last)), Some(row[3]));
}

#[test]
fn a_filter_keeps_the_entities_that_it_excludes() {
    let (mut app, row) = row();
    let query = app.query::<Dim2>();
    let filter = QueryFilter::ALL.excluding([row[0]]);
    let both = filter.clone().excluding(row[1..3].iter().copied());
    let none = (0..100).fold(both.clone(), |filter, _| filter.excluding([row[3]]));
    let hits =
        [filter, both, none].map(|filter| query.cast_ray(Vec2::new(-9.0, 0.0), Dir2::X, 99.0, &filter));
    assert_eq!(hits.map(|hit| hit.map(|hit| hit.entity)), [Some(row[1]), Some(row[3]), None]);
}
