//! Queries on all kinds of colliders, with all kinds of shapes.

use super::*;

#[test]
fn queries_work_in_3d_as_in_2d() {
    let mut app = app();
    let floor = app.spawn(dim3::Collider::cuboid(20.0, 1.0, 20.0));
    let ball = app.spawn((dim3::Collider::sphere(1.0), at_xy(0.0, 6.0)));
    app.update();
    let hit = app.world_mut().run_system_once(move |query: dim3::CollisionQuery| {
        let own = [ball];
        query.cast_ray(Vec3::new(0.0, 6.0, 0.0), Dir3::NEG_Y, 10.0, &QueryFilter::ALL.excluding(own))
    });
    let hit = hit.unwrap().unwrap();
    assert_eq!((hit.entity, hit.distance, hit.normal), (floor, 5.5, Vec3::Y));
}

#[test]
fn invalid_colliders_are_not_queried() {
    let mut app = app();
    spawn(&mut app, Collider::circle(f32::NAN), 0.0, 0.0);
    let ball = spawn(&mut app, Collider::circle(1.0), 0.5, 0.0);
    app.update();
    assert_eq!(ask(&mut app, |query| query.containing(Vec2::ZERO, ALL)), Some(ball));
    app.insert(ball, Collider::polygon([Vec2::ZERO]));
    app.update();
    assert_eq!(ask(&mut app, |query| query.containing(Vec2::ZERO, ALL)), None);
}

#[test]
fn a_collider_serves_as_a_query_shape() {
    let (mut app, row) = row();
    let house = Collider::rectangle(3.0, 1.0);
    let free = ask(&mut app, move |query| {
        let mut house = PlacedShape::new(&house, at_xy(2.5, 0.0)).unwrap();
        let first = query.intersects(&house, ALL);
        house.place(at_xy(2.5, 1.6)).unwrap();
        [first, query.intersects(&house, ALL)]
    });
    assert_eq!(free, [true, false]);
    // An invalid shape gives the reason.
    let dent = Collider::polygon([Vec2::ZERO, Vec2::X, Vec2::new(0.1, 0.1), Vec2::Y]);
    let error = PlacedShape::new(&dent, at_xy(0.0, 0.0)).unwrap_err();
    assert_eq!(error, ColliderError::Shape(gjk::ShapeError::ConcaveCorner(2)));
    let error = PlacedShape::new(&Collider::circle(1.0), at_xy(f32::NAN, 0.0)).unwrap_err();
    assert_eq!(error, ColliderError::TransformNotFinite);
    // The shape of an entity at its transform.
    let hit = ask(&mut app, move |query| {
        let own = query.get(row[1]).unwrap();
        query.cast_shape(own, Dir2::X, 100.0, &QueryFilter::of(row[1]))
    });
    assert_eq!(hit.map(|hit| (hit.entity, hit.distance)), Some((row[2], 3.0)));
}

#[test]
fn the_best_part_of_a_compound_answers() {
    let mut app = app();
    // An L shape, and a disk in its corner.
    let parts =
        [(at_xy(0.0, 3.0), Collider::rectangle(1.0, 7.0)), (at_xy(3.0, 0.0), Collider::rectangle(5.0, 1.0))];
    let corner = spawn(&mut app, Collider::compound(parts.clone()), 0.0, 0.0);
    let disc = spawn(&mut app, Collider::circle(0.5), 3.0, 3.0);
    app.update();
    let ray = |from: [f32; 2], to: [f32; 2]| {
        move |query: &CollisionQuery| {
            let hit = query.cast_ray(Vec2::from(from), Dir2::new(Vec2::from(to)).unwrap(), 100.0, ALL)?;
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
    // A compound is cast as a whole.
    let hit = ask(&mut app, move |query| {
        let other = PlacedShape::new(&Collider::compound(parts.clone()), at_xy(-10.0, 8.0)).unwrap();
        query.cast_shape(&other, Dir2::SOUTH_EAST, 100.0, ALL)
    });
    let hit = hit.unwrap();
    // Its lower bar meets the upright one from the left.
    assert_eq!((hit.entity, hit.part), (corner, 0));
    assert!((hit.distance - 4.0 * 2f32.sqrt()).abs() < 1e-5 && hit.normal == Vec2::NEG_X, "{hit:?}");
    let pair = ask(&mut app, move |query| {
        let pair = query.pair(corner, disc).unwrap();
        let cast = pair.cast(Vec2::X, Vec2::NEG_X, 9.0).unwrap();
        (pair.intersects(), pair.distance(), pair.contact(), cast.time, cast.contact.normal)
    });
    assert_eq!(pair, (false, 2.0, None, 1.0, Vec2::X));
}

#[test]
fn half_spaces_are_queried_like_other_shapes() {
    let mut app = app();
    // The half-space below a slope through the origin.
    let slope = spawn(&mut app, Collider::custom(HalfSpace::new(Vec2::new(-3.0, 4.0), 0.0)), 0.0, 0.0);
    let ball = spawn(&mut app, Collider::circle(1.0), -30.0, 20.0);
    app.update();
    let ray = ask(&mut app, |query| query.cast_ray(Vec2::new(0.0, 10.0), Dir2::NEG_Y, 100.0, ALL)).unwrap();
    assert_eq!((ray.entity, ray.distance), (slope, 10.0));
    assert!(ray.normal.distance(Vec2::new(-0.6, 0.8)) < 1e-6);
    let far = ask(&mut app, |query| query.cast_ray(Vec2::new(4e6, 1e7), Dir2::NEG_Y, f32::INFINITY, ALL));
    assert_eq!(far.map(|hit| (hit.entity, hit.distance)), Some((slope, 7e6)));
    let up = ask(&mut app, |query| query.cast_ray(Vec2::new(0.0, 10.0), Dir2::Y, f32::INFINITY, ALL));
    assert_eq!(up, None);
    let nearest = ask(&mut app, move |query| {
        let point = Point::new([Vec2::new(-3.0, 4.0)]);
        let mut near = Vec::new();
        query.nearest_n(&point, 2, f32::INFINITY, ALL, &mut near);
        near.iter().map(|near| (near.entity, near.distance.round())).collect::<Vec<_>>()
    });
    assert_eq!(nearest, [(slope, 5.0), (ball, 30.0)]);
    assert_eq!(ask(&mut app, |query| query.containing(Vec2::new(9e8, -1.0), ALL)), Some(slope));
    assert_eq!(ask(&mut app, |query| query.containing(Vec2::new(-9e8, 1.0), ALL)), None);
    let distance = ask(&mut app, move |query| query.pair(slope, ball).unwrap().distance());
    assert!((distance - 33.0).abs() < 1e-4, "{distance}");
}

#[test]
fn casts_of_all_kinds_agree() {
    let (mut app, row) = row();
    let times = ask(&mut app, move |query| {
        let ball = Circle::new(0.5).placed(place(-5.0, 0.0));
        let pose = place(-5.0, 0.0);
        let mut all = Vec::new();
        let mut hits = Vec::new();
        query.cast_shape_all(&ball, Dir2::X, 4.0, ALL, &mut hits);
        all.extend(hits.iter().map(|hit| hit.distance));
        query.cast_shape_each(&ball, Dir2::X, 4.0, ALL, |hit| all.push(hit.distance));
        query.cast_shape_parts(&ball, Dir2::X, 4.0, ALL, |hit| all.push(hit.distance));
        all.extend(query.cast_shape(&ball, Dir2::X, 4.0, ALL).map(|hit| hit.distance));
        all.extend(query.cast_shape_leaving(&ball, Dir2::X, 4.0, ALL).map(|hit| hit.distance));
        all.extend(query.cast_ray(Vec2::new(-4.5, 0.0), Dir2::X, 4.0, ALL).map(|hit| hit.distance));
        let pair = query.pair(row[0], row[1]).unwrap();
        all.extend(pair.cast(Dir2::X, Vec2::X * 0.25, 9.0).map(|hit| hit.time - 0.5));
        let (direction, length) = Dir2::new_and_length(Vec2::X * 7.0).unwrap();
        all.extend(query.cast_shape(&ball, direction, length, ALL).map(|hit| hit.distance));
        let slide = query.move_and_slide(&Circle::new(0.5), pose, Dir2::X, &MoveSettings::default(), ALL);
        all.push(slide.moved.x + 2.5);
        all
    });
    assert_eq!(times, [3.5; 9]);
}

#[test]
fn a_filter_keeps_the_entities_that_it_excludes() {
    let (mut app, row) = row();
    let hits = ask(&mut app, move |query| {
        let filter = QueryFilter::ALL.excluding([row[0]]);
        let both = filter.clone().excluding(row[1..3].iter().copied());
        let none = (0..100).fold(both.clone(), |filter, _| filter.excluding([row[3]]));
        [filter, both, none].map(|filter| query.cast_ray(Vec2::new(-9.0, 0.0), Dir2::X, 99.0, &filter))
    });
    assert_eq!(hits.map(|hit| hit.map(|hit| hit.entity)), [Some(row[1]), Some(row[3]), None]);
}
