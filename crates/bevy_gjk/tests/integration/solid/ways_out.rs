//! Ways out of areas and closed meshes: of bodies of many parts, of many shells, and of what lies within shells that
//! touch.

use gjk::Contact;

use super::meshes::ClosedMesh;
use crate::common::prelude::*;

fn wall() -> dim3::Collider {
    ClosedMesh::cuboid(Vec3::new(-0.25, -5.0, -5.0), Vec3::new(0.25, 5.0, 5.0)).collider()
}

/// Returns the contact of two colliders of which the second one is at a place.
fn contact_at<D: Dimension>(one: &D::Collider, other: &D::Collider, at: Vec3) -> Option<Contact<D::Vector>>
where
    D::Collider: Clone,
{
    let [one, other] = [(one, Vec3::ZERO), (other, at)]
        .map(|(collider, at)| PlacedShape::<D>::new(collider, at_point(at)).unwrap());
    one.pair(&other).contact()
}

/// Moved by its contact, a body of more parts than are looked at alone is out.
#[test]
fn a_body_of_many_parts_is_led_out_whole() {
    let ball = ClosedMesh::bumpy_ball(24, 12, 0.0).moved(2.0, Vec3::ZERO).collider();
    for at in [Vec3::ZERO, Vec3::new(0.7, 1.0, 0.0), Vec3::new(-1.5, 0.0, -2.0)] {
        let contact = contact_at::<Dim3>(&wall(), &ball, at).unwrap();
        assert!((contact.depth - (2.25 - at.x.abs())).abs() < 0.05, "{at}: {contact:?}");
        let after = contact_at::<Dim3>(&wall(), &ball, at + contact.normal * (contact.depth + 1e-3));
        assert!(after.is_none(), "{at}: {contact:?}, then {after:?}");
    }
    let bar = dim2::Collider::outline([(-9.0, -0.1), (9.0, -0.1), (9.0, 0.1), (-9.0, 0.1)].map(Vec2::from));
    let comb = (0..80).flat_map(|tooth| {
        let x = 0.1 * tooth as f32 - 4.0;
        [Vec2::new(x, 1.0), Vec2::new(x + 0.05, -1.0 - 0.01 * tooth as f32)]
    });
    let comb = dim2::Collider::outline(comb.chain([Vec2::new(4.0, 2.0), Vec2::new(-4.0, 2.0)]));
    let contact = contact_at::<Dim2>(&bar, &comb, Vec3::ZERO).unwrap();
    let way = contact.normal * (contact.depth + 1e-3);
    assert_eq!(contact_at::<Dim2>(&bar, &comb, way.extend(0.0)), None, "{contact:?}");
}

#[test]
fn a_shape_of_two_balls_is_led_out_of_a_wall_with_both() {
    let ball = |x: f32| (at_x(x), dim3::Collider::sphere(0.5));
    let dumbbell = dim3::Collider::compound([ball(0.1), ball(-1.0)]);
    let mut app = app();
    app.spawn((wall(), Transform::IDENTITY));
    app.update();
    let shape = dumbbell.placed(Transform::IDENTITY).unwrap();
    let mut found = vec![];
    app.query::<Dim3>().contacts_with_shape(&shape, &QueryFilter::ALL, |_, contact| found.push(contact));
    let of_pair = contact_at::<Dim3>(&dumbbell, &wall(), Vec3::ZERO).unwrap();
    assert!((of_pair.depth - 0.85).abs() < 1e-3 && of_pair.normal.x > 0.99, "{of_pair:?}");
    assert!((found[0].depth - of_pair.depth).abs() < 1e-4, "{found:?} {of_pair:?}");
    assert!((found[0].normal - of_pair.normal).length() < 1e-4, "{found:?} {of_pair:?}");
}

/// With a search of each face for each part these take minutes.
#[test]
fn two_sets_of_many_parts_have_a_contact() {
    let gear = dim2::Collider::outline((0..800).map(|index| {
        Vec2::from_angle(index as f32 * std::f32::consts::PI / 400.0)
            * if index % 2 == 0 { 10.0 } else { 8.0 }
    }));
    let contact = contact_at::<Dim2>(&gear, &gear, Vec3::new(1.0, 0.0, 0.0)).unwrap();
    let way = contact.normal * (contact.depth + 1e-2);
    assert_eq!(contact_at::<Dim2>(&gear, &gear, Vec3::X + way.extend(0.0)), None, "{contact:?}");
}

#[test]
fn a_body_in_the_middle_of_many_rings_is_led_out_past_all() {
    let square =
        |half: f32| [(-half, -half), (half, -half), (half, half), (-half, half)].map(Vec2::from).to_vec();
    let onion = dim2::Collider::outlines((1..=160).map(|ring| square(ring as f32 * 0.1)));
    let circle = dim2::Collider::circle(0.06);
    let contact = contact_at::<Dim2>(&onion, &circle, Vec3::new(0.15, 0.0, 0.0)).unwrap();
    let way = contact.normal * (contact.depth + 1e-3);
    let after = contact_at::<Dim2>(&onion, &circle, Vec3::new(0.15, 0.0, 0.0) + way.extend(0.0));
    assert_eq!(after, None, "{contact:?}");
}

#[test]
fn what_leaves_two_shells_that_touch_meets_no_face_between_them() {
    let cube = |by: Vec3| ClosedMesh::cuboid(Vec3::NEG_ONE, Vec3::ONE).moved(1.0, by);
    let mut app = app();
    app.spawn((cube(Vec3::ZERO).with(cube(Vec3::new(2.0, 0.5, 0.0))).collider(), Transform::IDENTITY));
    let wall = app.spawn((dim3::Collider::cuboid(1.0, 9.0, 9.0), at_x(9.0)));
    app.update();
    let ball = dim3::Collider::sphere(0.25).placed(Transform::from_xyz(0.2, 0.1, 0.3)).unwrap();
    let hit = app.query::<Dim3>().cast_shape_leaving(&ball, Dir3::X, 20.0, &QueryFilter::ALL).unwrap();
    assert!(hit.entity == wall && (hit.distance - 8.05).abs() < 1e-3, "{hit:?}");
}

/// The lowest corner of a diamond meets a flat top where a cut between two parts ends.
#[test]
fn a_swept_impact_at_the_end_of_a_cut_has_the_normal_of_the_top() {
    let corners = [(-4., -2.), (0., -2.), (4., -2.), (4., 0.), (0., 0.), (-4., 0.)].map(Vec2::from);
    let floor = dim2::Collider::tri_mesh(corners, [[1, 2, 3], [1, 3, 4], [0, 1, 4], [0, 4, 5]]);
    let diamond = dim2::Collider::hull([(0.5, 0.), (0., 0.5), (-0.5, 0.), (0., -0.5)].map(Vec2::from));
    let mut app = app();
    let floor = app.spawn((floor, Transform::IDENTITY));
    let moving = app.spawn((diamond, SweptCollider::default(), at_xy(-2.0, 2.5)));
    app.update();
    set(&mut app, moving, at_xy(2.0, -1.5));
    let events = step::<Dim2>(&mut app);
    let normal = events.iter().find_map(|event| match event.seen_from(floor) {
        Some(CollisionEvent::Started { contact, .. }) => Some(contact.normal),
        _ => None,
    });
    assert_eq!(normal.map(|normal| (normal - Vec2::Y).length() < 1e-3), Some(true), "{events:?}");
}
