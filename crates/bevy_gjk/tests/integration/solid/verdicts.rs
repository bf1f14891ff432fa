//! What is inside of a closed mesh, against the winding number of solid angles in `f64`.

use gjk::{DVec3, Point, Sphere};

use super::areas::star;
use super::meshes::ClosedMesh;
use crate::common::prelude::*;

/// The number of points for each mesh: `SOLID_POINTS`, some hundred by default.
fn points() -> u32 {
    std::env::var("SOLID_POINTS").ok().and_then(|points| points.parse().ok()).unwrap_or(500)
}

fn seed() -> u64 {
    std::env::var("SOLID_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1)
}

/// A transform of any rotation and scale, mirrored or not.
fn somewhere(random: &mut Random) -> Transform {
    let mut place = anywhere::<Dim3>(random, 4.0, false);
    place.scale = place.scale.map(|scale| if scale.abs() < 0.2 { 0.2 } else { scale });
    place
}

/// Returns the mesh as a transform places it.
fn placed(mesh: &ClosedMesh, place: Transform) -> ClosedMesh {
    let affine = place.compute_affine();
    ClosedMesh {
        vertices: mesh.vertices.iter().map(|&vertex| affine.transform_point3(vertex)).collect(),
        ..mesh.clone()
    }
}

fn random_point(random: &mut Random, around: &ClosedMesh) -> Vec3 {
    let (min, max) =
        around.vertices.iter().fold((Vec3::MAX, Vec3::MIN), |(min, max), &at| (min.min(at), max.max(at)));
    let mut between = |low: f32, high: f32| random.range(low - 0.1 * (high - low), high + 0.1 * (high - low));
    Vec3::new(between(min.x, max.x), between(min.y, max.y), between(min.z, max.z))
}

#[test]
fn a_point_is_inside_where_the_winding_number_is_not_zero() {
    let mut random = Random(seed());
    let (mut inside, mut wrong) = (0, Vec::new());
    for (name, mesh) in ClosedMesh::samples() {
        for place in [Transform::IDENTITY, somewhere(&mut random)] {
            let solid = mesh.collider().placed(place).unwrap_or_else(|error| panic!("{name}: {error}"));
            let world = placed(&mesh, place);
            for _ in 0..points() {
                let at = random_point(&mut random, &world);
                let expected = world.winding(at.as_dvec3()).round() != 0.0;
                let point = PlacedShape::new(&dim3::Collider::sphere(0.0), at_point(at)).unwrap();
                let found = solid.pair(&point).intersects();
                inside += u32::from(found);
                // Of what touches a face, both are right.
                if found != expected && world.distance(at.as_dvec3()) > 1e-5 {
                    wrong.push((name, at, found));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {:?}", wrong.len(), &wrong[..wrong.len().min(9)]);
    assert!(inside > 4 * points(), "{inside} inside");
}

/// The points lie on the planes, edges and vertices of the mesh, extended: where rays meet them exactly.
#[test]
fn points_in_line_with_edges_and_vertices_are_decided_exactly() {
    let mut random = Random(seed());
    for (name, mesh) in ClosedMesh::samples() {
        let solid = mesh.collider().placed(Transform::IDENTITY).unwrap();
        for _ in 0..points() / 2 {
            let mut vertex = || mesh.vertices[random.below(mesh.vertices.len() as u32) as usize];
            let (one, two, three) = (vertex(), vertex(), vertex());
            let at = Vec3::new(one.x, two.y, three.z);
            let distance = mesh.distance(at.as_dvec3());
            if distance > 1e-5 {
                let expected = mesh.winding(at.as_dvec3()).round() != 0.0;
                let point = dim3::Collider::sphere(0.0).placed(at_point(at)).unwrap();
                assert_eq!(solid.pair(&point).intersects(), expected, "{name} {at}");
            }
        }
    }
}

#[test]
fn queries_know_what_is_inside() {
    let mut random = Random(seed());
    for (name, mesh) in ClosedMesh::samples() {
        let mut app = app();
        let place = somewhere(&mut random);
        let entity = app.spawn((mesh.collider(), place));
        app.update();
        let world = placed(&mesh, place);
        let query = app.query::<Dim3>();
        let all = QueryFilter::ALL;
        let (mut inside, mut tries) = (0, 0);
        while inside < 8 && tries < 4000 {
            tries += 1;
            let at = random_point(&mut random, &world);
            let distance = world.distance(at.as_dvec3()) as f32;
            if distance < 1e-4 {
                continue;
            }
            let expected = world.winding(at.as_dvec3()).round() != 0.0;
            inside += u32::from(expected);
            let direction = Dir3::new(random_point(&mut random, &world) - at).unwrap_or(Dir3::X);
            let hit = query.cast_ray(at, direction, f32::INFINITY, &all);
            let ball = Sphere::new(0.5 * distance).placed(Affine3A::from_translation(at));
            let nearest = query.nearest(&Point::new([at]), f32::INFINITY, &all).unwrap();
            assert_eq!(query.contains(entity, at), expected, "{name} {at}");
            assert_eq!(query.intersects(&ball, &all), expected, "{name} {at}");
            assert_eq!(query.containing(at, &all).is_some(), expected);
            assert_eq!(hit.is_some_and(|hit| hit.distance == 0.0), expected, "{name} {at} {hit:?}");
            let cast = query.cast_shape(&ball, direction, 10.0, &all);
            assert_eq!(cast.is_some_and(|hit| hit.distance == 0.0), expected, "{name} {cast:?}");
            assert_eq!(nearest.distance == 0.0, expected, "{name} {nearest:?}");
            if expected {
                let hit = hit.unwrap();
                assert_eq!(hit.point, at);
                // The way out of a point is that to the nearest point of the surface.
                let length = nearest.on_collider.distance(at);
                // Two cubes with a common face are no way out of each other.
                let is_fit =
                    (length - distance).abs() < 1e-4 * (1.0 + distance) || name == "cubes side by side";
                assert!(is_fit, "{name}: {length} for {distance} {at} {nearest:?}");
                assert!(hit.normal.distance(nearest.normal) < 1e-3, "{name}: {hit:?} {nearest:?}");
            } else {
                assert!((nearest.distance - distance).abs() < 1e-4 * (1.0 + distance), "{name}: {nearest:?}");
            }
        }
        assert!(inside > 0, "{name}: no point inside");
    }
}

/// The depth of a ball is its radius and the distance of its center from the surface, and it is out after the way that
/// the contact gives.
#[test]
fn the_contact_of_a_ball_leads_over_the_nearest_face() {
    let mut random = Random(seed());
    let (mut tried, mut longer) = (0, 0);
    for (name, mesh) in ClosedMesh::samples() {
        let solid = mesh.collider().placed(Transform::IDENTITY).unwrap();
        for _ in 0..points() / 4 {
            let at = random_point(&mut random, &mesh);
            let radius = random.range(0.02, 0.5);
            let distance = mesh.distance(at.as_dvec3()) as f32;
            let inside = mesh.winding(at.as_dvec3()).round() != 0.0;
            let ball = dim3::Collider::sphere(radius);
            let placed = |at: Vec3| ball.placed(at_point(at)).unwrap();
            let Some(contact) = solid.pair(&placed(at)).contact() else {
                assert!(!inside && distance > radius - 1e-5, "{name} {at} {radius}: no contact");
                continue;
            };
            let least = if inside { radius + distance } else { radius - distance };
            assert!(contact.depth >= least - 1e-4, "{name} {at}: {contact:?} for {least}");
            let out = at + contact.normal * contact.depth;
            let left = mesh.distance(out.as_dvec3());
            let is_out = mesh.winding(out.as_dvec3()).round() == 0.0;
            assert!(is_out, "{name} {at} {radius}: still inside after {contact:?}");
            assert!(left >= f64::from(radius) - 2e-4, "{name} {at} {radius}: {left} after {contact:?}");
            tried += 1;
            longer += u32::from(contact.depth > 1.01 * least + 1e-4);
        }
    }
    // In corners and cavities that the ball does not fit in, the way is longer than to the nearest point.
    assert!(longer * 4 < tried, "{longer} of {tried} are longer than the distance");
}

#[test]
fn a_body_in_a_convex_solid_has_the_contact_that_it_has_with_the_hull() {
    let mut random = Random(seed());
    for (name, mesh) in ClosedMesh::samples() {
        if !["cube", "tetrahedron", "cube turned inwards"].contains(&name) {
            continue;
        }
        let hull = dim3::Collider::hull(mesh.vertices.iter().copied());
        for _ in 0..points() / 4 {
            let place = somewhere(&mut random);
            let world = placed(&mesh, place);
            let body = [
                dim3::Collider::capsule(0.1, 0.4),
                dim3::Collider::cuboid(0.3, 0.2, 0.5),
                dim3::Collider::sphere(0.25),
                dim3::Collider::cone(0.2, 0.6),
            ][random.below(4) as usize]
                .clone();
            let at = somewhere(&mut random)
                .with_translation(random_point(&mut random, &world))
                .with_scale(Vec3::ONE);
            let body = body.placed(at).unwrap();
            let (solid, hull) = (mesh.collider().placed(place).unwrap(), hull.placed(place).unwrap());
            let (found, expected) = (solid.pair(&body).contact(), hull.pair(&body).contact());
            let (Some(found), Some(expected)) = (found, expected) else {
                assert_eq!(found.is_some(), expected.is_some(), "{name}");
                continue;
            };
            // Two edges may be a shorter way than any face, and are not tried for what is deep inside.
            assert!(found.depth >= expected.depth - 1e-4, "{name}: {found:?} {expected:?}");
            assert!(found.depth <= 1.3 * expected.depth + 1e-4, "{name}: {found:?} {expected:?}");
        }
    }
}

#[test]
fn a_ball_that_flies_through_touches_from_the_first_frame_to_the_last_and_once() {
    for (name, mesh) in ClosedMesh::samples() {
        let mut app = app();
        let ball = app.spawn((dim3::Collider::sphere(0.0513), Transform::from_xyz(-9.0, 0.13, 0.07)));
        app.spawn((mesh.collider(), Transform::default()));
        let (mut was_touching, mut touches) = (false, 0);
        for frame in 0..1200 {
            let x = -9.0 + 0.015 * frame as f32;
            set(&mut app, ball, Transform::from_xyz(x, 0.13, 0.07));
            let at = DVec3::new(x.into(), 0.13, 0.07);
            let events = step::<Dim3>(&mut app);
            let touching = mesh.winding(at).round() != 0.0 || mesh.distance(at) <= 0.0513;
            let expected = usize::from(touching != was_touching);
            assert_eq!(events.len(), expected, "{name} at {x}: {events:?}");
            if let [CollisionEvent::Started { .. }] = events[..] {
                touches += 1;
            }
            was_touching = touching;
        }
        assert!(touches > 0 || ["L", "thin torus", "knot"].contains(&name), "{name} is never touched");
    }
}

#[test]
fn a_ball_that_begins_inside_touches_in_the_first_frame() {
    let mut app = app();
    let (_, mesh) = ClosedMesh::samples().swap_remove(12);
    app.spawn((mesh.collider(), Transform::from_scale(Vec3::splat(10.0))));
    let in_the_wall = app.spawn((dim3::Collider::sphere(0.5), at_x(15.0)));
    let in_the_cavity = app.spawn((dim3::Collider::sphere(0.5), Transform::default()));
    let events = step::<Dim3>(&mut app);
    assert_eq!(events.len(), 1, "{events:?}");
    let [CollisionEvent::Started { contact, .. }] = events[..] else { panic!("{events:?}") };
    assert!((contact.depth - 5.5).abs() < 1e-4, "{contact:?}");
    let collisions = app.resource::<Collisions<Dim3>>();
    assert_eq!(collisions.collisions_with(in_the_wall).count(), 1);
    assert_eq!(collisions.collisions_with(in_the_cavity).count(), 0);
    let mut parts = Vec::new();
    let touch = collisions.collisions_with(in_the_wall).next().unwrap();
    touch.all_touching_parts(&mut parts);
    // The part is the face of the way out.
    assert_eq!(parts.first().copied(), touch.touching_parts().map(|[one, two]| [one.index, two.index]));
}

/// Asserts that a body meets a solid at the origin, where it is placed by the same translation, as it does far away.
fn assert_same_far_away<D: Dimension>(solid: &D::Collider, body: &D::Collider, meets: &mut u32) {
    let meets_at = |at: Vec3| {
        let [solid, body] = [solid, body].map(|shape| PlacedShape::<D>::new(shape, at_point(at)).unwrap());
        solid.pair(&body).intersects()
    };
    let at_origin = meets_at(Vec3::ZERO);
    *meets += u32::from(at_origin);
    for far in [1e3, 1e6, 1e12, 1e25] {
        assert_eq!(meets_at(Vec3::new(far, -0.25 * far, 0.0)), at_origin, "at {far}: {solid:?} {body:?}");
    }
}

#[test]
fn what_is_inside_far_from_the_origin_of_the_world_is_what_is_inside_at_it() {
    let mut random = Random(seed());
    let mut meets = 0;
    for (_, mesh) in ClosedMesh::samples() {
        for _ in 0..points() / 5 {
            let at = random_point(&mut random, &mesh);
            let mut near = || at + Vec3::from_array([0; 3].map(|_| random.range(-0.1, 0.1)));
            let body = dim3::Collider::Tetrahedron { corners: [near(), near(), near(), near()] };
            assert_same_far_away::<Dim3>(&mesh.collider(), &body, &mut meets);
        }
    }
    for _ in 0..points() {
        let area = dim2::Collider::outline(star(&mut random, Vec2::ZERO, [0.4, 2.0], 9));
        let at = Vec2::new(random.range(-2.0, 2.0), random.range(-2.0, 2.0));
        let mut near = || at + Vec2::new(random.range(-0.1, 0.1), random.range(-0.1, 0.1));
        let body = dim2::Collider::Triangle { corners: [near(), near(), near()] };
        assert_same_far_away::<Dim2>(&area, &body, &mut meets);
    }
    assert!(meets > points() / 2, "{meets}");
}
