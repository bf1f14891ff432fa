//! Contacts with 2D areas: none comes from a cut between two parts, and each leads out of the whole area.

use crate::common::prelude::*;

/// A star-shaped contour around a point, counterclockwise.
pub fn star(random: &mut Random, around: Vec2, [least, most]: [f32; 2], corners: u32) -> Vec<Vec2> {
    let corner = |index: u32, random: &mut Random| {
        let angle = core::f32::consts::TAU * (index as f32 + random.range(-0.3, 0.3)) / corners as f32;
        around + Vec2::from_angle(angle) * random.range(least, most)
    };
    (0..corners).map(|index| corner(index, random)).collect()
}

/// Areas: concave ones, with an island or a hole, as outlines and as meshes.
fn areas(random: &mut Random) -> Vec<(&'static str, dim2::Collider, Vec<Vec<Vec2>>)> {
    let mut areas = Vec::new();
    for corners in [5, 9, 16] {
        let outer = star(random, Vec2::ZERO, [4.0, 10.0], corners);
        let hole = star(random, Vec2::ZERO, [1.0, 2.0], 6);
        let mesh_vertices: Vec<_> = outer.iter().copied().chain([Vec2::ZERO]).collect();
        let fan = (0..corners).map(|index| [index, (index + 1) % corners, corners]);
        areas.push(("a fan", dim2::Collider::tri_mesh(mesh_vertices, fan), vec![outer.clone()]));
        areas.push(("a star", dim2::Collider::outline(outer.iter().copied()), vec![outer.clone()]));
        let contours = vec![outer, hole];
        areas.push(("a ring", dim2::Collider::outlines(contours.clone()), contours));
    }
    let steps: Vec<_> = (0..6).flat_map(|step| [[step, step], [step + 1, step]]).collect();
    let mut stairs: Vec<_> = steps.into_iter().map(|[x, y]| Vec2::new(x as f32, y as f32)).collect();
    stairs.extend([Vec2::new(6.0, -2.0), Vec2::new(0.0, -2.0)]);
    stairs.reverse();
    areas.push(("stairs", dim2::Collider::outline(stairs.iter().copied()), vec![stairs]));
    areas
}

fn edges(contours: &[Vec<Vec2>]) -> impl Iterator<Item = [DVec2; 2]> {
    let of_contour = |contour: &Vec<Vec2>| {
        let next = contour.iter().cycle().skip(1);
        contour.iter().zip(next).map(|(from, to)| [from.as_dvec2(), to.as_dvec2()]).collect::<Vec<_>>()
    };
    contours.iter().flat_map(of_contour)
}

/// The distance from the boundary.
fn distance(contours: &[Vec<Vec2>], point: DVec2) -> f64 {
    let to_edge = |[from, to]: [DVec2; 2]| {
        let way = to - from;
        point.distance(from + way * ((point - from).dot(way) / way.length_squared()).clamp(0.0, 1.0))
    };
    edges(contours).map(to_edge).fold(f64::INFINITY, f64::min)
}

fn contains(contours: &[Vec<Vec2>], point: DVec2) -> bool {
    let crosses = |[from, to]: &[DVec2; 2]| {
        (from.y > point.y) != (to.y > point.y)
            && point.x < from.x + (to.x - from.x) * (point.y - from.y) / (to.y - from.y)
    };
    edges(contours).filter(crosses).count() % 2 == 1
}

#[test]
fn the_contact_of_a_disc_leads_over_the_boundary() {
    let mut random = Random(11);
    let (mut tried, mut longer) = (0, 0);
    for _ in 0..12 {
        for (name, area, contours) in areas(&mut random) {
            let area = area.placed(Transform::IDENTITY).unwrap();
            for _ in 0..40 {
                let at = Vec2::new(random.range(-10.0, 10.0), random.range(-10.0, 10.0));
                let radius = random.range(0.05, 1.0);
                let disc = dim2::Collider::circle(radius).placed(at_point(at.extend(0.0))).unwrap();
                let near = distance(&contours, at.as_dvec2()) as f32;
                let inside = contains(&contours, at.as_dvec2());
                let touches = inside || near <= radius;
                assert_eq!(area.pair(&disc).intersects(), touches, "{name} {at} {radius} {near}");
                let Some(contact) = area.pair(&disc).contact() else { continue };
                let least = if inside { radius + near } else { radius - near };
                assert!(contact.depth >= least - 1e-4, "{name} {at} {radius}: {contact:?} for {least}");
                let out = (at + contact.normal * contact.depth).as_dvec2();
                let left = distance(&contours, out);
                assert!(!contains(&contours, out), "{name} {at} {radius}: still inside after {contact:?}");
                assert!(left >= f64::from(radius) - 1e-4, "{name} {at} {radius}: {left} after {contact:?}");
                tried += 1;
                longer += u32::from(contact.depth > 1.01 * least + 1e-4);
            }
        }
    }
    assert!(longer * 3 < tried, "{longer} of {tried} are longer than the distance");
}

/// A box lies on stairs whose steps are divided by cuts: the normal is that of the step, the manifold has its corners.
#[test]
fn a_box_on_a_floor_of_many_parts_has_the_normal_of_the_floor() {
    let mut random = Random(4);
    // A comb: the floor is one long edge below the teeth, and cuts end at it.
    let mut comb = vec![Vec2::new(0.0, 0.0)];
    comb.extend((0..20).flat_map(|tooth| {
        let x = tooth as f32;
        [[x, -2.0], [x + 0.4, -2.0 - random.range(0.5, 3.0)], [x + 0.8, -2.0]].map(Vec2::from)
    }));
    comb.push(Vec2::new(20.0, 0.0));
    let floor = dim2::Collider::outline(comb).placed(Transform::IDENTITY).unwrap();
    for step in 0..400 {
        let x = 0.6 + 0.047 * step as f32;
        for (depth, body) in [
            (0.01, dim2::Collider::rectangle(1.0, 1.0)),
            (0.3, dim2::Collider::rectangle(1.0, 1.0)),
            (0.1, dim2::Collider::capsule(0.25, 0.5)),
            (0.0, dim2::Collider::rectangle(1.0, 1.0)),
        ] {
            let body = body.placed(at_xy(x, 0.5 - depth)).unwrap();
            let pair = floor.pair(&body);
            let contact = pair.contact().unwrap();
            assert!(contact.normal.distance(Vec2::Y) < 1e-4, "{x} {depth}: {contact:?}");
            assert!((contact.depth - depth).abs() < 1e-5, "{x} {depth}: {contact:?}");
            for point in pair.manifold().unwrap().points() {
                assert!((point.depth - depth).abs() < 1e-4, "{x} {depth}: {point:?}");
            }
        }
    }
}

#[test]
fn rays_and_casts_have_normals_of_the_boundary() {
    let mut random = Random(8);
    for (name, area, contours) in areas(&mut random) {
        let mut app = app();
        app.spawn((area, Transform::default()));
        let query = app.query_after_update::<Dim2>();
        let normals: Vec<_> = edges(&contours).map(|[from, to]| (to - from).perp().normalize()).collect();
        let corners: Vec<_> = contours.iter().flatten().copied().collect();
        for index in 0..400 {
            // Many aim at a corner exactly, where cuts end.
            let from = Vec2::from_angle(random.range(0.0, 6.3)) * 30.0;
            let to = corners[index % corners.len()];
            let direction = Dir2::new(to - from).unwrap();
            let Some(hit) = query.cast_ray(from, direction, 100.0, &QueryFilter::ALL) else { continue };
            assert!(distance(&contours, hit.point.as_dvec2()) < 1e-4, "{name}: {hit:?}");
            assert!(hit.normal.dot(*direction) <= 1e-4, "{name}: {hit:?} {direction:?} {to} {contours:?}");
            // It is of an edge that ends there, or between two of them.
            let at_hit: Vec<_> = edges(&contours)
                .zip(&normals)
                .filter(|([from, to], _)| {
                    let way = *to - *from;
                    let at = hit.point.as_dvec2();
                    at.distance(*from + way * ((at - *from).dot(way) / way.length_squared()).clamp(0.0, 1.0))
                        < 1e-4
                })
                .map(|(_, normal)| normal)
                .collect();
            let is_one = at_hit.iter().any(|normal| normal.dot(hit.normal.as_dvec2()).abs() > 1.0 - 1e-4);
            assert!(is_one || at_hit.len() == 2, "{name}: {hit:?} {at_hit:?}");
        }
    }
}

#[test]
fn a_body_slides_along_the_boundary_without_a_stop() {
    let mut app = app();
    let mut floor: Vec<Vec2> = (0..200).map(|x| Vec2::new(x as f32, 0.0)).collect();
    floor.extend((0..100).rev().map(|x| Vec2::new(x as f32 * 2.0, if x % 2 == 0 { -3.0 } else { -1.0 })));
    app.spawn((dim2::Collider::outline(floor), Transform::default()));
    let query = app.query_after_update::<Dim2>();
    let body = gjk::Rectangle::new(0.8, 0.8);
    let settings = MoveSettings::default();
    let mut at = Vec2::new(1.0, 1.0);
    let mut height = None;
    for _ in 0..800 {
        let (pose, motion) = (Affine2::from_translation(at), Vec2::new(0.2, -0.2));
        let moved = query.move_and_slide(&body, pose, motion, &settings, &QueryFilter::ALL);
        if let Some(height) = height {
            assert_eq!(moved.translation.y, height, "at {at}");
            assert!((moved.translation.x - at.x - 0.2).abs() < 1e-4, "a stop at {at}");
        }
        at = moved.translation;
        height = (at.y < 0.5).then_some(at.y).filter(|_| height.is_some() || at.y < 0.42);
    }
    assert!(at.x > 150.0);
}

/// A ball is led out of an extruded area over its caps and its sides, and over no cut.
#[test]
fn the_contact_with_an_extruded_area_leads_over_its_surface() {
    let mut random = Random(14);
    for (name, area, contours) in areas(&mut random) {
        let body = dim3::Collider::extrusion(area, 6.0).placed(Transform::IDENTITY).unwrap();
        for _ in 0..60 {
            let at = Vec3::new(random.range(-10.0, 10.0), random.range(-10.0, 10.0), random.range(-4.0, 4.0));
            let radius = random.range(0.05, 1.0);
            let ball = |at: Vec3| dim3::Collider::sphere(radius).placed(at_point(at)).unwrap();
            let flat = distance(&contours, at.truncate().as_dvec2()) as f32;
            let inside = contains(&contours, at.truncate().as_dvec2()) && at.z.abs() < 3.0;
            let Some(contact) = body.pair(&ball(at)).contact() else {
                assert!(!inside, "{name} {at}");
                continue;
            };
            if inside {
                let least = radius + flat.min(3.0 - at.z.abs());
                assert!(contact.depth >= least - 1e-4, "{name} {at}: {contact:?} for {least}");
            }
            // In a hole that is hardly larger than the ball there is no room to move on.
            let left = body.pair(&ball(at + contact.normal * contact.depth)).contact();
            let left = left.map_or(0.0, |contact| contact.depth);
            assert!(left < 2e-4, "{name} {at} {radius}: {left} after {contact:?}");
        }
    }
}

/// A ball inside leaves the area without meeting its cuts, or is stopped at once, and enters it again at the edges that
/// look against its way.
#[test]
fn a_ball_leaves_an_area_and_enters_it_again() {
    let mut random = Random(21);
    let (radius, length) = (0.3, 30.0);
    let ball = gjk::Circle::new(radius);
    let [mut stopped, mut free, mut entered] = [0; 3];
    for (name, area, contours) in areas(&mut random) {
        let mut app = app();
        app.spawn((area, Transform::default()));
        let query = app.query_after_update::<Dim2>();
        for _ in 0..300 {
            let at = Vec2::new(random.range(-8.0, 8.0), random.range(-8.0, 8.0));
            let direction = Dir2::new(Vec2::from_angle(random.range(-3.0, 3.0))).unwrap();
            let inside = distance(&contours, at.as_dvec2());
            if !contains(&contours, at.as_dvec2()) || inside < 0.01 {
                continue;
            }
            let placed = ball.placed(Affine2::from_translation(at));
            let mut out = None;
            query.contacts_with_shape(&placed, &QueryFilter::ALL, |_, contact| out = Some(contact));
            let out = out.unwrap();
            let hit = query.cast_shape_leaving(&placed, direction, length, &QueryFilter::ALL);
            let towards = out.normal.dot(*direction);
            if towards.abs() < 1e-3 {
                continue;
            }
            if towards > 0.0 {
                assert_eq!(hit.map(|hit| hit.distance), Some(0.0), "{name} {at} {direction:?}");
                stopped += 1;
                continue;
            }
            let time = |[from, to]: [DVec2; 2]| {
                let (edge, way) = (gjk::Segment::new([from.as_vec2(), to.as_vec2()]), direction.as_vec2());
                let side = (to - from).perp().normalize();
                let outward = if contains(&contours, 0.5 * (from + to) + side * 1e-4) { -side } else { side };
                let is_facing = outward.dot(way.as_dvec2()) < 0.0;
                let cast = gjk::cast(&placed, way, &edge, Vec2::ZERO, length)?;
                let is_outside = outward.dot(-cast.contact.normal.as_dvec2()) > 1e-4;
                (is_facing && is_outside && cast.time > 0.0).then_some(cast.time)
            };
            let expected = edges(&contours).filter_map(time).reduce(f32::min);
            match (hit, expected) {
                (Some(hit), Some(time)) => {
                    assert!((hit.distance - time).abs() < 1e-3, "{name} {at} {direction:?} {hit:?} {time}");
                    entered += 1;
                }
                (None, None) => free += 1,
                _ => panic!("{name} {at} {direction:?}: {hit:?}, expected {expected:?}"),
            }
        }
    }
    assert!(stopped > 300 && free > 300 && entered > 30, "{stopped} {free} {entered}");
}
