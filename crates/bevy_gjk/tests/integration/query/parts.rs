//! Queries that answer part by part, in random worlds, against asking every part of every collider.

use core::cell::Cell;

use bevy_gjk::queries::QueryShape;

use crate::common::prelude::*;

/// What the test needs of a dimension.
trait Place: Spatial {
    fn convex(random: &mut Random) -> Self::Collider;
    /// A collider of several parts.
    fn composite(random: &mut Random) -> Self::Collider;
    const LEAST_CONTACTS: usize;
    const LEAST_LEFT: usize;
}

impl Place for Dim2 {
    fn convex(random: &mut Random) -> dim2::Collider {
        let [a, b] = [(); 2].map(|()| random.range(0.2, 1.0));
        match random.below(4) {
            0 => dim2::Collider::circle(a),
            1 => dim2::Collider::rectangle(a, 2.0 * b),
            2 => dim2::Collider::capsule(0.5 * a, b),
            _ => dim2::Collider::regular_polygon(a, 3 + random.below(5)),
        }
    }
    fn composite(random: &mut Random) -> dim2::Collider {
        if random.below(2) == 0 {
            return dim2::Collider::polyline((0..9).map(|_| point(random, 2.0).truncate()));
        }
        let part = |random: &mut Random| -> ColliderPart<dim2::Collider> {
            (transform(random, 1.5), Self::convex(random)).into()
        };
        dim2::Collider::Compound { parts: (0..1 + random.below(9)).map(|_| part(random)).collect() }
    }
    const LEAST_CONTACTS: usize = 2000;
    const LEAST_LEFT: usize = 500;
}

impl Place for Dim3 {
    fn convex(random: &mut Random) -> dim3::Collider {
        let [a, b] = [(); 2].map(|()| random.range(0.2, 1.0));
        match random.below(4) {
            0 => dim3::Collider::sphere(a),
            1 => dim3::Collider::cuboid(a, 2.0 * b, a + b),
            2 => dim3::Collider::capsule(0.5 * a, b),
            _ => dim3::Collider::cone(a, b),
        }
    }
    fn composite(random: &mut Random) -> dim3::Collider {
        match random.below(3) {
            0 => {
                let heights: Vec<_> = (0..30).map(|_| random.range(-0.5, 0.5)).collect();
                dim3::Collider::height_field(heights, 6, Vec2::new(4.0, 3.0))
            }
            1 => {
                let corners: Vec<_> = (0..12).map(|_| point(random, 2.0)).collect();
                dim3::Collider::tri_mesh(corners, (0..10).map(|face| [face, face + 1, face + 2]))
            }
            _ => {
                let part = |random: &mut Random| -> ColliderPart<dim3::Collider> {
                    (transform(random, 1.5), Self::convex(random)).into()
                };
                dim3::Collider::Compound { parts: (0..1 + random.below(9)).map(|_| part(random)).collect() }
            }
        }
    }
    const LEAST_CONTACTS: usize = 1000;
    const LEAST_LEFT: usize = 300;
}

fn transform(random: &mut Random, half: f32) -> Transform {
    let turn = Quat::from_rotation_z(random.range(-3.0, 3.0));
    let scale = [(); 3].map(|()| if random.below(3) == 0 { random.range(-1.5, 1.5) } else { 1.0 });
    at_point(point(random, half)).with_rotation(turn).with_scale(Vec3::from_array(scale))
}

fn collider<D: Place>(random: &mut Random) -> D::Collider {
    if random.below(2) == 0 { D::convex(random) } else { D::composite(random) }
}

/// A convex shape of a collider in the world.
type Piece<D> = Placed<<<D as Dimension>::Collider as Shape<D>>::ConvexShape, <D as Dimension>::Vector>;

/// The answers by entity and part: how far away, how late or how deep.
type Answers = BTreeMap<(u32, u32), f32>;

fn assert_same(what: &str, found: &Answers, expected: &Answers) {
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>(), "{what}");
    for (key, value) in found {
        assert!((value - expected[key]).abs() <= 1e-5, "{what} {key:?}: {value} {}", expected[key]);
    }
}

/// Adds an answer, of which there may be one a part.
fn add(answers: &mut Answers, entity: Entity, part: u32, value: f32) {
    assert_eq!(answers.insert((entity.index_u32(), part), value), None, "a part is visited once");
}

/// The signed distance of two shapes.
fn signed<V: gjk::Space<Scalar = f32>>(one: &impl Support<V>, two: &impl Support<V>) -> f32 {
    match gjk::closest_points(one, two) {
        Some(closest) => closest.distance,
        None => gjk::contact(one, two).map_or(f32::NAN, |contact| -contact.depth),
    }
}

#[derive(Debug, Default)]
struct Tally {
    near: usize,
    contacts: usize,
    casts: usize,
    left: usize,
    run_into: usize,
}

in_both_dimensions!(the_parts_that_queries_find_are_those_of_asking_each);

fn the_parts_that_queries_find_are_those_of_asking_each<D: Place>()
where
    PlacedShape<D>: QueryShape<D>,
{
    let mut random = Random(D::Vector::DIMENSION as u64 - 1);
    let mut tally = Tally::default();
    for _ in 0..300 {
        let mut app = app();
        let mut all = Vec::new();
        for _ in 0..random.below(30) {
            let (collider, place) = (collider::<D>(&mut random), transform(&mut random, 4.0));
            let entity = app.spawn((collider.clone(), place));
            all.push((entity, pieces::<D>(&collider, &place.into())));
        }
        app.update();
        let excluded: Vec<_> = all.iter().step_by(5).map(|(entity, _)| *entity).collect();
        let filter = QueryFilter::ALL.excluding(&excluded);
        let asked = || all.iter().filter(|(entity, _)| !excluded.contains(entity));
        let parts = || {
            let of = |entity: Entity, parts| std::iter::zip(std::iter::repeat(entity), parts);
            asked().flat_map(move |(entity, pieces)| of(*entity, pieces.iter().enumerate()))
        };
        let query = app.query::<D>();
        for _ in 0..10 {
            let shape = collider::<D>(&mut random);
            let place = GlobalTransform::from(transform(&mut random, 4.0));
            let own = pieces::<D>(&shape, &place);
            let shape = &PlacedShape::<D>::new(&shape, place).unwrap();
            // What asking each part gives.
            let expected_of = |ask: &dyn Fn(&Piece<D>) -> Option<f32>| {
                let mut expected = Answers::new();
                for (entity, (part, piece)) in parts() {
                    if let Some(value) = ask(piece) {
                        add(&mut expected, entity, part as u32, value);
                    }
                }
                expected
            };

            let limit = random.range(0.0, 2.0);
            let mut found = Answers::new();
            query.nearest_parts(shape, limit, &filter, |near| {
                add(&mut found, near.entity, near.part, near.distance);
            });
            let expected = expected_of(&|piece| {
                let distances = own.iter().map(|own| signed(own, piece).max(0.0));
                distances.reduce(f32::min).filter(|distance| *distance <= limit)
            });
            assert_same("nearest", &found, &expected);
            tally.near += found.len();

            let mut found = Answers::new();
            query.nearest_parts(shape, 0.0, &filter, |near| {
                let between = near.on_shape - near.on_collider;
                add(&mut found, near.entity, near.part, between.dot(between).sqrt());
            });
            let expected = expected_of(&|piece| {
                let depths = own.iter().filter_map(|own| Some(gjk::contact(own, piece)?.depth));
                depths.reduce(f32::max)
            });
            assert_same("contacts", &found, &expected);
            tally.contacts += found.len();

            let velocity = D::vector(point(&mut random, 4.0));
            let direction = D::Direction::try_from(velocity).unwrap();
            let (unit, length): (D::Vector, f32) = (direction.into(), velocity.dot(velocity).sqrt());
            let still = D::Vector::ZERO;
            let (is_certain, left, run_into) = (Cell::new(true), Cell::new(0), Cell::new(0));
            let expected = expected_of(&|piece| {
                let (touching, later): (Vec<_>, Vec<_>) =
                    own.iter().partition(|own| gjk::intersects(*own, piece));
                // What the shape touches at the start is hit if it comes closer within the first thousandths of the
                // way. Where the depth is not linear, two ways out are about equally long, and either may be the
                // shortest.
                let changes = touching.iter().map(|own| {
                    let before = signed(*own, piece);
                    [1e-3, 2e-3].map(|time| {
                        let after = (*own).placed(gjk::Affine::from_translation(velocity * time));
                        signed(&after, piece) - before
                    })
                });
                let changes: Vec<_> = changes.collect();
                let is_linear = |[one, two]: &[f32; 2]| (two - 2.0 * one).abs() <= 0.01 * one.abs();
                let change = changes.iter().map(|[one, _]| *one).reduce(f32::min).unwrap_or(f32::MAX);
                if !changes.iter().all(is_linear) || change.abs() <= 2e-5 {
                    is_certain.set(false);
                }
                if change < 0.0 {
                    run_into.set(run_into.get() + 1);
                    return Some(0.0);
                }
                left.set(left.get() + usize::from(!touching.is_empty()));
                let cast = |own: &&Piece<D>| Some(gjk::cast(*own, unit, piece, still, length)?.time);
                later.iter().filter_map(cast).reduce(f32::min)
            });
            tally.left += left.get();
            tally.run_into += run_into.get();
            let first = query.cast_shape_leaving(shape, direction, length, &filter);
            if is_certain.get() {
                let least = expected.values().copied().reduce(f32::min);
                assert_eq!(first.is_some(), least.is_some());
                if let (Some(hit), Some(least)) = (first, least) {
                    let of_part = expected[&(hit.entity.index_u32(), hit.part)];
                    assert!((hit.distance - least).abs() <= 1e-5, "{hit:?} {least}");
                    assert!((hit.distance - of_part).abs() <= 1e-5, "{hit:?} {of_part}");
                    tally.casts += 1;
                }
            }
        }
    }
    println!("{} {tally:?}", D::NAME);
    let is_enough = tally.near > 5000 && tally.contacts > D::LEAST_CONTACTS && tally.casts > 500;
    assert!(is_enough && tally.left > D::LEAST_LEFT && tally.run_into > D::LEAST_LEFT, "{tally:?}");
}

#[test]
fn a_visitor_of_parts_may_stop() {
    let mut app = app();
    app.spawn((dim3::Collider::height_field([0.0; 100], 10, Vec2::splat(9.0)), Transform::IDENTITY));
    let query = app.query_after_update::<Dim3>();
    let ball = gjk::Sphere::new(3.0);
    let mut count = 0;
    query.nearest_parts(&ball, 1.0, &QueryFilter::ALL, |_| {
        count += 1;
        if count < 5 { std::ops::ControlFlow::Continue(()) } else { std::ops::ControlFlow::Break(()) }
    });
    assert_eq!(count, 5);
    let mut count = 0;
    query.nearest_parts(&ball, 0.0, &QueryFilter::ALL, |_| count += 1);
    assert!(count > 40, "{count}");
}

/// A ball that lies on a floor rolls along it, and is stopped by the wall that it runs into.
#[test]
fn a_cast_that_leaves_a_floor_is_stopped_by_a_wall() {
    let mut app = app();
    app.spawn((dim2::Collider::rectangle(40.0, 1.0), at_xy(0.0, -1.0)));
    let wall = app.spawn((dim2::Collider::rectangle(1.0, 4.0), at_xy(5.0, 1.0)));
    let query = app.query_after_update::<Dim2>();
    let ball = gjk::Circle::new(0.5);
    let filter = QueryFilter::ALL;
    assert_eq!(query.cast_shape(&ball, Dir2::X, 10.0, &filter).unwrap().distance, 0.0);
    let hit = query.cast_shape_leaving(&ball, Dir2::X, 10.0, &filter).unwrap();
    assert_eq!((hit.entity, hit.distance), (wall, 4.0));
    assert_eq!(query.cast_shape_leaving(&ball, Dir2::Y, 10.0, &filter), None);
    let down = Dir2::new(Vec2::new(1.0, -0.1)).unwrap();
    assert_eq!(query.cast_shape_leaving(&ball, down, 10.0, &filter).unwrap().distance, 0.0);
}

/// A flat shape and a flat part, both through the origin.
type FlatPair<D> = (&'static str, Box<dyn Support<<D as Dimension>::Vector>>, <D as Dimension>::Collider);

fn flat_pairs_2d(random: &mut Random) -> Vec<FlatPair<Dim2>> {
    use gjk::{Hull, Point, Rectangle, Segment};
    let x = random.range(0.2, 1.0);
    let ends = [Vec2::X * -x, Vec2::X * random.range(0.5, 1.5)];
    let segment = || dim2::Collider::segment(ends[0], ends[1]);
    let line = dim2::Collider::polyline([ends[0], Vec2::ZERO, ends[1]]);
    let hull = Hull::new([-Vec2::X, Vec2::ZERO, Vec2::X]).unwrap();
    let unit = Segment::new([Vec2::ZERO, Vec2::X]);
    vec![
        ("point on segment", Box::new(Point::new([Vec2::ZERO])), segment()),
        ("segment on segment", Box::new(unit), segment()),
        ("segment on rectangle", Box::new(unit), dim2::Collider::rectangle(x, 0.0)),
        ("rectangle on segment", Box::new(Rectangle::new(1.0, 0.0)), segment()),
        ("hull on hull", Box::new(hull), dim2::Collider::hull(ends)),
        ("thin on segment", Box::new(Rectangle::new(1.0, 1e-7)), segment()),
        ("segment on polyline", Box::new(Segment::new(ends)), line),
    ]
}

fn flat_pairs_3d(random: &mut Random) -> Vec<FlatPair<Dim3>> {
    let (x, z) = (random.range(0.2, 1.0), random.range(0.2, 1.0));
    let corners = [Vec3::new(-x, 0.0, -z), Vec3::new(x, 0.0, -z), Vec3::new(0.3 * x, 0.0, z)];
    let triangle = || dim3::Collider::Triangle { corners };
    let quad = [Vec3::X, Vec3::Z, -Vec3::X, -Vec3::Z];
    let mesh = dim3::Collider::tri_mesh(quad, [[0, 1, 2], [2, 3, 0]]);
    let segment = dim3::Collider::segment(corners[0], -corners[0]);
    vec![
        ("point on triangle", Box::new(gjk::Point::new([Vec3::ZERO])), triangle()),
        ("segment on triangle", Box::new(gjk::Segment::new([Vec3::ZERO, Vec3::new(x, 0.0, z)])), triangle()),
        ("triangle on triangle", Box::new(gjk::Triangle::new([corners[1], Vec3::ZERO, Vec3::Z])), triangle()),
        ("hull on triangle", Box::new(gjk::Hull::new(quad).unwrap()), triangle()),
        ("disc on triangle", Box::new(gjk::Cylinder::new(x, 0.0)), triangle()),
        ("cuboid on cuboid", Box::new(gjk::Cuboid::new(x, 0.0, z)), dim3::Collider::cuboid(z, 0.0, x)),
        ("thin on triangle", Box::new(gjk::Cuboid::new(x, 1e-7, z)), triangle()),
        ("triangle on mesh", Box::new(gjk::Triangle::new(corners)), mesh),
        ("point on segment", Box::new(gjk::Point::new([Vec3::ZERO])), segment),
    ]
}

/// Casts flat shapes that lie on flat parts in all directions.
fn leave_flat_parts<D: Spatial>(seed: u64, pairs: fn(&mut Random) -> Vec<FlatPair<D>>) {
    use gjk::Affine;
    let mut random = Random(seed);
    for case in 0..60 {
        for (name, shape, part) in pairs(&mut random) {
            let place = match (case, D::Vector::DIMENSION) {
                (0, _) => Transform::IDENTITY,
                (_, 2) => at_point(point(&mut random, 2.0))
                    .with_rotation(Quat::from_rotation_z(random.range(-3.0, 3.0))),
                _ => {
                    let turn = Quat::from_rotation_y(random.range(-3.0, 3.0))
                        * Quat::from_rotation_x(random.range(-3.0, 3.0));
                    at_point(point(&mut random, 2.0)).with_rotation(turn)
                }
            };
            let place = GlobalTransform::from(place);
            let affine = D::affine(&place);
            let mut app = app();
            app.spawn((part, place.compute_transform()));
            let query = app.query_after_update::<D>();
            let placed = (&*shape).placed(affine);
            let filter = QueryFilter::ALL;
            let _note = Note::new((name, place));
            assert!(query.intersects(&placed, &filter));
            let column = |index: usize, vector: D::Vector| affine.column(index) * vector.element(index);
            let turned = |vector: D::Vector| {
                (0..D::Vector::DIMENSION).fold(D::Vector::ZERO, |sum, index| sum + column(index, vector))
            };
            let up = D::Vector::axis(1);
            let others: Vec<_> = (0..6).map(|_| D::vector(point(&mut random, 2.0))).collect();
            for velocity in each([up, -up].into_iter().chain(others)) {
                let direction = D::Direction::try_from(turned(velocity)).unwrap();
                assert_eq!(query.cast_shape_leaving(&placed, direction, 9.0, &filter), None);
                let settings = MoveSettings { skin: 0.0, ..MoveSettings::default() };
                let moved = query.move_and_slide(&&*shape, affine, turned(velocity), &settings, &filter);
                assert_eq!((moved.end, moved.steps), (MoveEnd::Arrived, 1));
            }
        }
    }
}

#[test]
fn a_flat_shape_leaves_a_flat_part_to_either_side() {
    leave_flat_parts::<Dim2>(11, flat_pairs_2d);
    leave_flat_parts::<Dim3>(12, flat_pairs_3d);
}

/// At a corner, the planes of both faces and of all normals between them separate the two.
#[test]
fn a_shape_at_a_corner_leaves_by_any_of_the_planes_there() {
    let mut app = app();
    app.spawn((dim2::Collider::rectangle(2.0, 2.0), Transform::IDENTITY));
    let query = app.query_after_update::<Dim2>();
    let filter = QueryFilter::ALL;
    let shapes: [Box<dyn Support<Vec2>>; 3] = [
        Box::new(gjk::Point::new([Vec2::ONE])),
        Box::new(gjk::Rectangle::new(1.0, 1.0).placed(Affine2::from_translation(Vec2::splat(1.5)))),
        Box::new(gjk::Segment::new([Vec2::ONE, Vec2::new(2.0, 3.0)])),
    ];
    let leaving = [[1.0, -0.1], [-0.1, 1.0], [1.0, -9.0]].map(|way| (way, None));
    let entering = [[-0.1, -0.1], [-1.0, -1e-3], [-1e-3, -1.0]].map(|way| (way, Some(0.0)));
    for (index, (way, distance)) in each2(0..3, leaving.into_iter().chain(entering)) {
        let direction = Dir2::new(Vec2::from(way)).unwrap();
        let hit = query.cast_shape_leaving(&&*shapes[index], direction, 5.0, &filter);
        assert_eq!(hit.map(|hit| hit.distance), distance);
    }
}

/// What is thin, but not flat, is left to the side on which the shape touches it.
#[test]
fn a_shape_on_a_thin_plate_does_not_leave_it_through_the_plate() {
    let mut app = app();
    app.spawn((dim3::Collider::cuboid(1.0, 1e-4, 1.0), Transform::IDENTITY));
    let query = app.query_after_update::<Dim3>();
    let filter = QueryFilter::ALL;
    for y in [5e-5, -5e-5] {
        let point = gjk::Point::new([Vec3::new(0.1, y, 0.2)]);
        let side = Vec3::Y * y.signum();
        let to_side = Dir3::new(side).unwrap();
        assert_eq!(query.cast_shape_leaving(&point, to_side, 1.0, &filter), None);
        let hit = query.cast_shape_leaving(&point, -to_side, 1.0, &filter);
        assert_eq!(hit.map(|hit| hit.distance), Some(0.0));
        let settings = MoveSettings { skin: 0.0, ..MoveSettings::default() };
        let pose = Affine3A::IDENTITY;
        assert!(query.move_and_slide(&point, pose, side, &settings, &filter).moved.distance(side) < 1e-5);
        assert!(query.move_and_slide(&point, pose, -side, &settings, &filter).moved.length() < 1e-5);
    }
}
