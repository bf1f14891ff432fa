//! Closed meshes and areas as the shapes of questions: what they hold touches them, as it does where they are the
//! colliders.

use bevy_gjk::queries::{CharacterQuery, QueryShape};

use super::meshes::rock;
use crate::common::prelude::*;

/// An L, cut into two parts.
fn ell() -> dim2::Collider {
    dim2::Collider::outline([(0., 0.), (3., 0.), (3., 1.), (1., 1.), (1., 3.), (0., 3.)].map(Vec2::from))
}

/// A world with a ball of radius ½, and a rock around the origin that belongs to no entity.
fn ball_and_rock(at: Vec3) -> (App, Entity, PlacedShape<Dim3>) {
    let mut app = app();
    let ball = app.spawn((dim3::Collider::sphere(0.5), at_point(at)));
    app.update();
    (app, ball, rock(5.0).placed(Transform::IDENTITY).unwrap())
}

#[test]
fn a_solid_as_the_shape_touches_what_is_inside_of_it() {
    let (mut app, _, rock) = ball_and_rock(Vec3::ZERO);
    let query = app.query::<Dim3>();
    assert!(query.intersects(&rock, &QueryFilter::ALL));
    assert_eq!(query.nearest(&rock, 100.0, &QueryFilter::ALL).unwrap().distance, 0.0);
    assert_eq!(query.cast_shape(&rock, Dir3::X, 100.0, &QueryFilter::ALL).unwrap().distance, 0.0);
    // The way out is its contact.
    let (mut app, _, rock) = ball_and_rock(Vec3::new(4.0, 0.0, 0.0));
    let mut contacts = vec![];
    app.query::<Dim3>().contacts_with_shape(&rock, &QueryFilter::ALL, |_, contact| contacts.push(contact));
    assert_eq!(contacts.len(), 1);
    assert!((contacts[0].depth - 1.5).abs() < 1e-3 && contacts[0].normal == Vec3::X, "{contacts:?}");
}

#[test]
fn a_cast_of_a_pair_is_at_zero_whichever_of_the_two_is_the_solid() {
    let rock = rock(5.0).placed(Transform::IDENTITY).unwrap();
    let ball = dim3::Collider::sphere(0.5).placed(Transform::IDENTITY).unwrap();
    let one = ball.pair(&rock).cast(Vec3::X, Vec3::ZERO, 100.0).map(|hit| hit.time);
    let two = rock.pair(&ball).cast(Vec3::ZERO, Vec3::X, 100.0).map(|hit| hit.time);
    assert_eq!((one, two), (Some(0.0), Some(0.0)));
}

#[test]
fn the_solid_of_an_entity_as_the_shape_touches_what_is_inside_of_it() {
    let (mut app, ball, _) = ball_and_rock(Vec3::ZERO);
    let solid = app.spawn((rock(5.0), Transform::IDENTITY));
    let query = app.query_after_update::<Dim3>();
    let [of_solid, of_ball] =
        [solid, ball].map(|it| query.intersects(query.get(it).unwrap(), &QueryFilter::of(it)));
    assert_eq!((query.pair(solid, ball).unwrap().intersects(), of_solid, of_ball), (true, true, true));
}

/// A house is not to be built over a crate.
#[test]
fn there_is_no_room_for_a_closed_mesh_over_a_small_thing() {
    let (mut app, _, house) = ball_and_rock(Vec3::ZERO);
    let mover = (CharacterMover::<Dim3>::default(), at_x(30.0));
    let walker = app.spawn((dim3::Collider::sphere(0.2), mover));
    app.update();
    let cuboid = dim3::Collider::cuboid(10.0, 10.0, 10.0).placed(Transform::IDENTITY).unwrap();
    let beside = rock(5.0).placed(at_xy(0.0, 6.0)).unwrap();
    let ask = move |characters: CharacterQuery<Dim3>| {
        [&house, &cuboid, &beside].map(|shape| characters.has_room(walker, shape))
    };
    assert_eq!(app.world_mut().run_system_once(ask).unwrap(), [false, false, true]);
}

#[test]
fn an_outline_as_the_shape_leads_a_ball_out_of_the_whole_area() {
    let mut app = app();
    app.spawn((dim2::Collider::circle(0.25), at_xy(0.5, 0.6)));
    app.update();
    let area = ell().placed(Transform::IDENTITY).unwrap();
    let mut contacts = vec![];
    app.query::<Dim2>().contacts_with_shape(&area, &QueryFilter::ALL, |_, contact| contacts.push(contact));
    assert_eq!(contacts.len(), 1);
    let gjk::Contact { normal, depth, .. } = contacts[0];
    assert!(normal.distance(Vec2::NEG_X) < 1e-4 && (depth - 0.75).abs() < 1e-4, "{contacts:?}");
}

/// Sets and what may be in them.
trait Sets: Spatial {
    fn shape(random: &mut Random) -> Self::Collider;
}

impl Sets for Dim2 {
    fn shape(random: &mut Random) -> dim2::Collider {
        let [a, b] = [(); 2].map(|()| random.range(0.05, 0.5));
        match random.below(6) {
            0 => ell(),
            1 => dim2::Collider::outlines([[-2.0, 2.0], [-1.0, 1.0]].map(|[low, high]: [f32; 2]| {
                [(low, low), (high, low), (high, high), (low, high)].map(Vec2::from).to_vec()
            })),
            2 => dim2::Collider::circle(a),
            3 => dim2::Collider::rectangle(a, b),
            4 => dim2::Collider::polyline([Vec2::ZERO, Vec2::new(a, b), Vec2::new(-b, a)]),
            _ => {
                dim2::Collider::compound([(at_xy(a, b), dim2::Collider::circle(b)), (at_xy(-b, 0.0), ell())])
            }
        }
    }
}

impl Sets for Dim3 {
    fn shape(random: &mut Random) -> dim3::Collider {
        let [a, b] = [(); 2].map(|()| random.range(0.05, 0.5));
        match random.below(6) {
            0 => rock(1.5),
            1 => dim3::Collider::extrusion(ell(), 2.0),
            2 => dim3::Collider::sphere(a),
            3 => dim3::Collider::cuboid(a, b, a),
            4 => {
                let corners = [Vec3::ZERO, Vec3::new(a, b, 0.0), Vec3::new(-b, a, a), Vec3::Z * b];
                dim3::Collider::tri_mesh(corners, [[0, 1, 2], [1, 2, 3]])
            }
            _ => dim3::Collider::compound([
                (at_xy(a, b), dim3::Collider::sphere(b)),
                (Transform::from_xyz(-b, 0.0, a), rock(1.0)),
            ]),
        }
    }
}

/// Returns how often the two touched at the start, and how often they met later.
fn agree<D: Sets>(seed: u64, tilt: f32) -> [u32; 2]
where
    PlacedShape<D>: QueryShape<D>,
{
    let mut random = Random(seed);
    let (mut touching, mut meeting) = (0, 0);
    for _ in 0..300 {
        let mut app = app();
        let place = |random: &mut Random| {
            let [x, y, z] = [(); 3].map(|()| random.range(-tilt, tilt));
            let turn = Quat::from_euler(EulerRot::XYZ, x, y, z + random.range(-3.0, 3.0));
            at_point(point(random, 2.0)).with_rotation(turn)
        };
        let colliders = [(); 2].map(|()| (D::shape(&mut random), place(&mut random)));
        let [a, b] = colliders.clone().map(|it| app.spawn(it));
        let [placed_a, placed_b] =
            colliders.each_ref().map(|(shape, place)| PlacedShape::<D>::new(shape, *place).unwrap());
        let query = app.query_after_update::<D>();
        let pair = query.pair(a, b).unwrap();
        let note = format!("{colliders:?}");
        let touches = pair.intersects();
        let direction: D::Vector = D::Direction::try_from(D::vector(point(&mut random, 1.0))).unwrap().into();
        let direction = |sign: f32| D::Direction::try_from(direction * sign).unwrap();
        let times = [(a, &placed_b, 1.0), (b, &placed_a, -1.0)].map(|(other, shape, sign)| {
            let filter = QueryFilter::ALL.matching(|entity| entity == other);
            assert_eq!(query.intersects(shape, &filter), touches, "{note}");
            let near = query.nearest(shape, f32::INFINITY, &filter).unwrap();
            assert_eq!(near.distance == 0.0, touches, "{note}");
            assert!((near.distance - pair.distance()).abs() < 1e-4, "{note}");
            let mut contacts = vec![];
            query.contacts_with_shape(shape, &filter, |_, contact| contacts.push(contact));
            assert_eq!(contacts.len(), usize::from(touches), "{note}");
            for contact in contacts {
                let of_pair = query.get(other).map(|_| pair.contact().unwrap()).unwrap();
                assert!((contact.depth - of_pair.depth).abs() < 1e-3, "{contact:?} {of_pair:?} {note}");
            }
            let mut nearest = f32::INFINITY;
            query.nearest_parts(shape, 9.0, &filter, |near| nearest = nearest.min(near.distance));
            assert_eq!(nearest == 0.0, touches, "{note}");
            let hit = query.cast_shape(shape, direction(sign), 9.0, &filter);
            assert_eq!(hit.map(|hit| hit.distance == 0.0).unwrap_or(false), touches, "{note}");
            hit.map_or(f32::INFINITY, |hit| hit.distance)
        });
        let still = D::Vector::ZERO;
        let of_pair = pair.cast(still, direction(1.0).into(), 9.0).map_or(f32::INFINITY, |hit| hit.time);
        for time in times {
            assert!(time == of_pair || (time - of_pair).abs() < 2e-3, "{times:?} {of_pair} {note}");
        }
        touching += u32::from(touches);
        meeting += u32::from(!touches && of_pair < 9.0);
    }
    [touching, meeting]
}

#[test]
fn questions_agree_whichever_of_the_two_is_the_shape() {
    let counts = [agree::<Dim2>(3, 0.0), agree::<Dim3>(4, 1.0)];
    assert!(counts.iter().flatten().all(|&count| count > 20), "{counts:?}");
}

/// Of a mesh in a rock, each triangle has a way out of its own.
#[test]
fn each_part_of_a_surface_in_a_solid_has_its_own_way_out() {
    let mut app = app();
    let corners = [(4.0, 0.0), (3.0, 0.0), (3.5, 1.0), (-4.0, 0.0), (-3.0, 0.0), (-3.5, 1.0)];
    let corners = corners.map(|(x, y)| Vec3::new(x, y, 0.0));
    app.spawn((dim3::Collider::tri_mesh(corners, [[0, 1, 2], [3, 4, 5]]), Transform::IDENTITY));
    let query = app.query_after_update::<Dim3>();
    let rock = rock(5.0).placed(Transform::IDENTITY).unwrap();
    let mut ways = BTreeMap::new();
    query.nearest_parts(&rock, 0.0, &QueryFilter::ALL, |near| {
        let depth = near.on_shape.distance(near.on_collider);
        assert!((depth - 2.0).abs() < 1e-3, "{near:?}");
        ways.insert(near.part, near.normal);
    });
    assert_eq!(ways.into_iter().collect::<Vec<_>>(), [(0, Vec3::NEG_X), (1, Vec3::X)]);
    // The rock moves to the right: what is in its left leaves it, and what is in its right is in the way.
    let ahead = query.cast_shape_leaving(&rock, Dir3::X, 20.0, &QueryFilter::ALL);
    assert_eq!(ahead.map(|hit| (hit.part, hit.distance)), Some((0, 0.0)));
}

/// A fork that is drawn off a ball is not held by its cuts; its other tine comes later.
#[test]
fn a_moving_area_leaves_what_is_in_it_and_meets_it_again() {
    let fork =
        [(0., 0.), (1., 0.), (1., 3.), (5., 3.), (5., 0.), (6., 0.), (6., 4.), (0., 4.)].map(Vec2::from);
    let fork = dim2::Collider::outline(fork).placed(Transform::IDENTITY).unwrap();
    let mut app = app();
    app.spawn((dim2::Collider::circle(0.1), at_xy(5.2, 1.0)));
    let query = app.query_after_update::<Dim2>();
    let cast = |direction| {
        let hit = query.cast_shape_leaving(&fork, direction, 20.0, &QueryFilter::ALL);
        hit.map(|hit| (hit.distance * 100.0).round() / 100.0)
    };
    assert_eq!(cast(Dir2::NEG_X), Some(0.0));
    assert_eq!(cast(Dir2::X), Some(4.1));
    assert_eq!(cast(Dir2::NEG_Y), None);
}
