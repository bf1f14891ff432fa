//! Queries on all kinds of colliders, with all kinds of shapes.

use super::*;

#[test]
fn queries_work_in_3d_as_in_2d() {
    let mut app = app();
    let floor = app.spawn(dim3::Collider::cuboid(20.0, 1.0, 20.0));
    let ball = app.spawn((dim3::Collider::sphere(1.0), at_xy(0.0, 6.0)));
    app.update();
    let filter = QueryFilter::ALL.excluding([ball]);
    let hit = app.query::<Dim3>().cast_ray(Vec3::Y * 6.0, Dir3::NEG_Y, 10.0, &filter).unwrap();
    assert_eq!((hit.entity, hit.distance, hit.normal), (floor, 5.5, Vec3::Y));
}

#[test]
fn invalid_colliders_are_not_queried() {
    let mut app = app();
    spawn(&mut app, Collider::circle(f32::NAN), 0.0, 0.0);
    let ball = spawn(&mut app, Collider::circle(1.0), 0.5, 0.0);
    app.update();
    assert_eq!(app.query::<Dim2>().containing(Vec2::ZERO, ALL), Some(ball));
    app.update_with(ball, Collider::polygon([Vec2::ZERO]));
    assert_eq!(app.query::<Dim2>().containing(Vec2::ZERO, ALL), None);
}

#[test]
fn a_collider_serves_as_a_query_shape() {
    let (mut app, row) = row();
    let query = app.query::<Dim2>();
    let mut house = PlacedShape::new(&Collider::rectangle(3.0, 1.0), at_xy(2.5, 0.0)).unwrap();
    assert!(query.intersects(&house, ALL));
    house.place(at_xy(2.5, 1.6)).unwrap();
    assert!(!query.intersects(&house, ALL));
    // An invalid shape gives the reason.
    let dent = Collider::polygon([Vec2::ZERO, Vec2::X, Vec2::new(0.1, 0.1), Vec2::Y]);
    let error = PlacedShape::new(&dent, at_xy(0.0, 0.0)).unwrap_err();
    assert_eq!(error, ColliderError::Shape(gjk::ShapeError::ConcaveCorner(2)));
    let error = PlacedShape::new(&Collider::circle(1.0), at_xy(f32::NAN, 0.0)).unwrap_err();
    assert_eq!(error, ColliderError::TransformNotFinite);
    // The shape of an entity at its transform.
    let own = query.get(row[1]).unwrap();
    let hit = query.cast_shape(own, Dir2::X, 100.0, &QueryFilter::of(row[1]));
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
    let query = app.query_after_update::<Dim2>();
    for (from, to, expected) in each([
        ([5.0, 9.0], Dir2::NEG_Y, (corner, 1, 8.5)),
        ([9.0, 5.0], Dir2::NEG_X, (corner, 0, 8.5)),
        ([9.0, 3.0], Dir2::NEG_X, (disc, 0, 5.5)),
    ]) {
        let hit = query.cast_ray(Vec2::from(from), to, 100.0, ALL).unwrap();
        assert_eq!((hit.entity, hit.part, hit.distance), expected);
    }
    let near = query.nearest(query.get(disc).unwrap(), 9.0, &QueryFilter::of(disc)).unwrap();
    assert_eq!((near.entity, near.distance, near.on_collider), (corner, 2.0, Vec2::new(0.5, 3.0)));
    // A compound is cast as a whole.
    let other = PlacedShape::new(&Collider::compound(parts), at_xy(-10.0, 8.0)).unwrap();
    let hit = query.cast_shape(&other, Dir2::SOUTH_EAST, 100.0, ALL).unwrap();
    // Its lower bar meets the upright one from the left.
    assert_eq!((hit.entity, hit.part, hit.normal), (corner, 0, Vec2::NEG_X));
    assert_near(hit.distance, 4.0 * 2f32.sqrt(), 1e-5);
    let pair = query.pair(corner, disc).unwrap();
    assert_eq!((pair.intersects(), pair.distance(), pair.contact()), (false, 2.0, None));
    let cast = pair.cast(Vec2::X, Vec2::NEG_X, 9.0).unwrap();
    assert_eq!((cast.time, cast.contact.normal), (1.0, Vec2::X));
}

#[test]
fn half_spaces_are_queried_like_other_shapes() {
    let mut app = app();
    // The half-space below a slope through the origin.
    let slope = spawn(&mut app, Collider::custom(HalfSpace::new(Vec2::new(-3.0, 4.0), 0.0)), 0.0, 0.0);
    let ball = spawn(&mut app, Collider::circle(1.0), -30.0, 20.0);
    let query = app.query_after_update::<Dim2>();
    let ray = query.cast_ray(Vec2::new(0.0, 10.0), Dir2::NEG_Y, 100.0, ALL).unwrap();
    assert_eq!((ray.entity, ray.distance), (slope, 10.0));
    assert_near(ray.normal, Vec2::new(-0.6, 0.8), 1e-6);
    let far = query.cast_ray(Vec2::new(4e6, 1e7), Dir2::NEG_Y, f32::INFINITY, ALL);
    assert_eq!(far.map(|hit| (hit.entity, hit.distance)), Some((slope, 7e6)));
    assert_eq!(query.cast_ray(Vec2::new(0.0, 10.0), Dir2::Y, f32::INFINITY, ALL), None);
    let mut near = Vec::new();
    query.nearest_n(&Point::new([Vec2::new(-3.0, 4.0)]), 2, f32::INFINITY, ALL, &mut near);
    let nearest = near.iter().map(|near| (near.entity, near.distance.round()));
    assert_eq!(nearest.collect::<Vec<_>>(), [(slope, 5.0), (ball, 30.0)]);
    assert_eq!(query.containing(Vec2::new(9e8, -1.0), ALL), Some(slope));
    assert_eq!(query.containing(Vec2::new(-9e8, 1.0), ALL), None);
    assert_near(query.pair(slope, ball).unwrap().distance(), 33.0, 1e-4);
}

#[test]
fn casts_of_all_kinds_agree() {
    let (mut app, row) = row();
    let query = app.query::<Dim2>();
    let ball = Circle::new(0.5).placed(place(-5.0, 0.0));
    let (mut times, mut hits) = (Vec::new(), Vec::new());
    query.cast_shape_all(&ball, Dir2::X, 4.0, ALL, &mut hits);
    times.extend(hits.iter().map(|hit| hit.distance));
    query.cast_shape_each(&ball, Dir2::X, 4.0, ALL, |hit| times.push(hit.distance));
    times.extend(query.cast_shape(&ball, Dir2::X, 4.0, ALL).map(|hit| hit.distance));
    times.extend(query.cast_shape_leaving(&ball, Dir2::X, 4.0, ALL).map(|hit| hit.distance));
    times.extend(query.cast_ray(Vec2::new(-4.5, 0.0), Dir2::X, 4.0, ALL).map(|hit| hit.distance));
    let pair = query.pair(row[0], row[1]).unwrap();
    times.extend(pair.cast(Dir2::X, Vec2::X * 0.25, 9.0).map(|hit| hit.time - 0.5));
    let (direction, length) = Dir2::new_and_length(Vec2::X * 7.0).unwrap();
    times.extend(query.cast_shape(&ball, direction, length, ALL).map(|hit| hit.distance));
    let settings = MoveSettings::default();
    let slide = query.move_and_slide(&Circle::new(0.5), place(-5.0, 0.0), Dir2::X, &settings, ALL);
    times.push(slide.moved.x + 2.5);
    assert_eq!(times, [3.5; 8]);
}
