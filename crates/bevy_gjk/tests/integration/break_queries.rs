//! Queries and verdicts: what users of other engines report, beside references in `f64` and beside each other.

use crate::break_help::*;
use crate::common::prelude::*;
use bevy_gjk::grid::{CellGrid, CellKind};
use bevy_math::{UVec2, UVec3};

type C2 = dim2::Collider;
type C3 = dim3::Collider;

/// The corners and triangles of a box, turned outwards.
pub fn block(low: Vec3, high: Vec3) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let corner = |index: u32| {
        Vec3::new(
            if index & 1 == 0 { low.x } else { high.x },
            if index >> 1 & 1 == 0 { low.y } else { high.y },
            if index >> 2 & 1 == 0 { low.z } else { high.z },
        )
    };
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    ((0..8).map(corner).collect(), sides.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect())
}

pub fn solid_box(half: f32) -> C3 {
    let (v, t) = block(Vec3::splat(-half), Vec3::splat(half));
    C3::solid(v, t)
}

fn world3(colliders: &[(C3, Transform)]) -> (App, Vec<Entity>) {
    let mut app = app();
    let entities = colliders.iter().map(|it| app.spawn(it.clone())).collect();
    app.update();
    (app, entities)
}
fn world2(colliders: &[(C2, Transform)]) -> (App, Vec<Entity>) {
    let mut app = app();
    let entities = colliders.iter().map(|it| app.spawn(it.clone())).collect();
    app.update();
    (app, entities)
}

// --- closed meshes as the shape of a query

// --- outlines as the shape of a query

fn ell() -> C2 {
    C2::outline([(0., 0.), (3., 0.), (3., 1.), (1., 1.), (1., 3.), (0., 3.)].map(Vec2::from))
}

// --- unbounded shapes as the shape of a query

#[test]
fn a_half_space_as_query_shape_intersects_what_is_in_it() {
    let (mut app, _) = world2(&[(C2::circle(0.5), Transform::from_xyz(0.0, -3.0, 0.0))]);
    let ground = C2::half_space(Vec2::Y, 0.0).placed(Transform::IDENTITY).unwrap();
    assert!(app.query::<Dim2>().intersects(&ground, &QueryFilter::ALL));
}

#[test]
fn a_slanted_half_space_as_query_shape_intersects_what_is_in_it() {
    let (mut app, _) = world2(&[(C2::circle(0.5), Transform::from_xyz(0.0, -3.0, 0.0))]);
    let ground = C2::half_space(Vec2::new(0.1, 1.0), 0.0).placed(Transform::IDENTITY).unwrap();
    assert!(app.query::<Dim2>().intersects(&ground, &QueryFilter::ALL));
    let hit = app.query::<Dim2>().nearest(&ground, f32::INFINITY, &QueryFilter::ALL);
    assert_eq!(hit.unwrap().distance, 0.0);
}

#[test]
fn the_half_space_of_an_entity_finds_what_touches_it() {
    let (mut app, entities) = world3(&[
        (C3::half_space(Vec3::Y, 0.0), Transform::IDENTITY),
        (C3::sphere(0.5), Transform::from_xyz(0.0, 0.2, 0.0)),
    ]);
    let query = app.query::<Dim3>();
    assert!(query.intersects(query.get(entities[0]).unwrap(), &QueryFilter::of(entities[0])));
}

// --- all kinds against all kinds

fn scales() -> [Vec3; 7] {
    [
        Vec3::ONE,
        Vec3::new(-1.0, 1.0, 1.0),
        Vec3::new(2.0, 0.25, 1.0),
        Vec3::new(-0.5, -3.0, 1.5),
        Vec3::new(1.0, 0.0, 1.0),
        Vec3::ZERO,
        Vec3::new(1e-3, 50.0, 1.0),
    ]
}

macro_rules! consistent {
    ($name:ident, $d:ty, $samples:path, $tilt:expr, $vec:ty, $dirs:expr) => {
        #[test]
        fn $name() {
            let mut random = Random(77);
            let all = $samples();
            let mut faults = BTreeMap::<String, (u32, String)>::new();
            for round in 0..6000 {
                let one = all[random.below(all.len() as u32) as usize].clone();
                let two = all[random.below(all.len() as u32) as usize].clone();
                let mut place = |reach: f32| {
                    let scale = scales()[random.below(7) as usize];
                    let tilt: f32 = $tilt;
                    let at = Vec3::new(random.range(-reach, reach), random.range(-reach, reach), random.range(-reach, reach));
                    let at = if round % 5 == 0 { at.round() } else { at };
                    let angles = [random.range(-tilt, tilt), random.range(-tilt, tilt), random.range(-3.0, 3.0)];
                    let rotation = if round % 3 == 0 { Quat::IDENTITY } else { Quat::from_euler(EulerRot::XYZ, angles[0], angles[1], angles[2]) };
                    Transform { translation: at, rotation, scale }
                };
                let (at, bt) = (place(2.0), place(2.0));
                let (Ok(a), Ok(b)) = (one.placed(at), two.placed(bt)) else { continue };
                // A flattened half-space is a fault of its own: `placed_shapes_are_checked_as_entities_are`.
                let is_flat = |it: &_, at: &Transform| bevy_reflect::enums::Enum::variant_name(it) == "HalfSpace" && at.scale.min_element() == 0.0 && at.scale.y == 0.0;
                if is_flat(&one, &at) || is_flat(&two, &bt) { continue; }
                let pair = a.pair(&b);
                let back = b.pair(&a);
                let note = format!("{one:?} {at:?} {two:?} {bt:?}");
                let mut fault = |what: &str, more: String| {
                    let kind = format!("{what}: {} {}", bevy_reflect::enums::Enum::variant_name(&one), bevy_reflect::enums::Enum::variant_name(&two));
                    faults.entry(kind).or_insert((0, format!("{more} {note}"))).0 += 1;
                };
                let hit = pair.intersects();
                if hit != back.intersects() { fault("intersects asymmetric", String::new()); }
                if hit != (pair.distance() == 0.0) { fault("distance", format!("{hit} {}", pair.distance())); }
                let contact = pair.contact();
                if hit != contact.is_some() { fault("contact", format!("{hit} {contact:?}")); }
                if let Some(c) = contact {
                    if !(c.depth.is_finite() && c.depth >= 0.0 && c.normal.is_finite() && (c.normal.length() - 1.0).abs() < 1e-3) { fault("contact not finite", format!("{c:?}")); }
                    if let Some(other) = back.contact() {
                        let size = 1e-3 * (1.0 + c.depth);
                        if (c.depth - other.depth).abs() > size { fault("depth asymmetric", format!("{} {}", c.depth, other.depth)); }
                    }
                } else {
                    let (d, e) = (pair.distance(), back.distance());
                    if !(d - e).abs().le(&(1e-3 * (1.0 + d))) { fault("distance asymmetric", format!("{d} {e}")); }
                }
                let cast = pair.cast(<$vec>::X, <$vec>::ZERO, 0.0);
                if hit != cast.is_some() { fault("cast of no motion", format!("{hit} {:?}", cast.map(|it| it.time))); }
                let back_cast = back.cast(<$vec>::X, <$vec>::ZERO, 5.0).map(|it| it.time);
                let cast = pair.cast(<$vec>::ZERO, <$vec>::X, 5.0).map(|it| it.time);
                let same = match (cast, back_cast) { (Some(x), Some(y)) => (x - y).abs() < 2e-3, (None, None) => true, (Some(x), None) | (None, Some(x)) => x > 4.99 };
                if !same { fault("cast asymmetric", format!("{cast:?} {back_cast:?}")); }
            }
            for (kind, (count, note)) in &faults {
                println!("{kind}: {count} times, such as {}", &note[..note.len().min(900)]);
            }
            assert!(faults.is_empty(), "{} kinds", faults.len());
        }
    };
}

consistent!(all_questions_agree_in_2d, Dim2, common::samples::flat, 0.0, Vec2, 0);
consistent!(all_questions_agree_in_3d, Dim3, common::samples::solid, 3.0, Vec3, 0);

/// The questions of a `CollisionQuery` with a collider as the shape agree with those about the pair.
#[test]
fn queries_with_a_collider_agree_with_the_pair_in_3d() {
    let mut random = Random(123);
    let all = common::samples::solid();
    let mut faults = BTreeMap::<String, (u32, String)>::new();
    let mut app = app();
    let entities: Vec<_> = all.iter().map(|it| app.spawn((it.clone(), Transform::IDENTITY))).collect();
    for _ in 0..400 {
        let one = &all[random.below(all.len() as u32) as usize];
        let mut place = || Transform::from_translation(point(&mut random, 2.0)).with_rotation(Quat::from_rotation_y(0.3));
        let mut places = vec![];
        for &entity in &entities {
            let to = place();
            places.push(to);
            set(&mut app, entity, to);
        }
        app.update();
        let query = app.query::<Dim3>();
        let shape = one.placed(Transform::from_xyz(0.1, 0.2, 0.3)).unwrap();
        for ((&entity, two), &at) in entities.iter().zip(&all).zip(&places) {
            let name = |what: &str| format!("{what}: {} as shape, {}", bevy_reflect::enums::Enum::variant_name(one), bevy_reflect::enums::Enum::variant_name(two));
            let target = two.placed(at).unwrap();
            let touches = shape.pair(&target).intersects();
            let filter = QueryFilter::ALL.matching(|it| it == entity);
            let mut add = |what: &str, more: String| faults.entry(name(what)).or_insert((0, more)).0 += 1;
            if query.intersects(&shape, &filter) != touches { add("intersects", format!("{touches}")); }
            let near = query.nearest(&shape, f32::INFINITY, &filter);
            if near.is_none_or(|near| (near.distance == 0.0) != touches) { add("nearest", format!("{touches} {near:?}")); }
            let cast = query.cast_shape(&shape, Dir3::X, 0.0, &filter);
            if cast.is_some() != touches { add("cast", format!("{touches}")); }
            let mut contact = None;
            query.contacts_with_shape(&shape, &filter, |_, it| contact = Some(it));
            if contact.is_some() != touches { add("contacts_with_shape", format!("{touches} {contact:?}")); }
        }
    }
    for (kind, (count, note)) in &faults {
        println!("{kind}: {count} times, such as {note}");
    }
    assert!(faults.is_empty(), "{} kinds", faults.len());
}

// --- outlines beside the even-odd rule in f64

fn even_odd(contours: &[Vec<Vec2>], at: DVec2) -> bool {
    let mut inside = false;
    for contour in contours {
        for (index, &a) in contour.iter().enumerate() {
            let (a, b) = (a.as_dvec2(), contour[(index + 1) % contour.len()].as_dvec2());
            if (a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x) {
                inside = !inside;
            }
        }
    }
    inside
}

fn boundary_distance(contours: &[Vec<Vec2>], at: DVec2) -> f64 {
    let mut least = f64::INFINITY;
    for contour in contours {
        for (index, &a) in contour.iter().enumerate() {
            let (a, b) = (a.as_dvec2(), contour[(index + 1) % contour.len()].as_dvec2());
            let t = ((at - a).dot(b - a) / (b - a).length_squared().max(1e-300)).clamp(0.0, 1.0);
            least = least.min(at.distance(a + (b - a) * t));
        }
    }
    least
}

#[test]
fn outlines_hold_what_the_even_odd_rule_holds() {
    let mut random = Random(41);
    let mut count = [0; 2];
    for level in 0..400 {
        let contours: Vec<Vec<Vec2>> = (0..1 + random.below(4))
            .map(|_| {
                (0..3 + random.below(9))
                    .map(|_| {
                        let p = Vec2::new(random.range(-5.0, 5.0), random.range(-5.0, 5.0));
                        if level % 2 == 0 { p.round() } else { p }
                    })
                    .collect()
            })
            .collect();
        let Ok(placed) = C2::outlines(contours.clone()).placed(Transform::IDENTITY) else { continue };
        for _ in 0..40 {
            let at = Vec2::new(random.range(-5.5, 5.5), random.range(-5.5, 5.5));
            if boundary_distance(&contours, at.as_dvec2()) < 1e-4 {
                continue;
            }
            let inside = even_odd(&contours, at.as_dvec2());
            let ball = C2::circle(1e-5).placed(Transform::from_xyz(at.x, at.y, 0.0)).unwrap();
            count[usize::from(inside)] += 1;
            assert_eq!(ball.pair(&placed).intersects(), inside, "{contours:?} {at}");
        }
    }
    assert!(count[0] > 1000 && count[1] > 1000);
}

/// A contact leads out: moved by it and a little more, the two are apart, and it is not longer than to the nearest free place.
#[test]
fn contacts_of_outlines_lead_out_by_the_shortest_way() {
    let mut random = Random(42);
    let (mut stuck, mut long, mut all) = (vec![], vec![], 0);
    for _ in 0..300 {
        let count = 5 + random.below(8);
        let contour: Vec<Vec2> = (0..count)
            .map(|index| Vec2::from_angle(index as f32 / count as f32 * 6.2831) * random.range(1.0, 5.0))
            .collect();
        let area = C2::outline(contour.clone());
        let placed = area.placed(Transform::IDENTITY).unwrap();
        let contours = [contour.clone()];
        for _ in 0..10 {
            let at = Vec2::new(random.range(-4.0, 4.0), random.range(-4.0, 4.0));
            let radius = random.range(0.05, 1.0);
            let ball = C2::circle(radius).placed(at_xy(at.x, at.y)).unwrap();
            let Some(contact) = ball.pair(&placed).contact() else { continue };
            all += 1;
            let free = |to: DVec2| !even_odd(&contours, to) && boundary_distance(&contours, to) > f64::from(radius) - 1e-4;
            let to = at - contact.normal * (contact.depth + 1e-4);
            if !free(to.as_dvec2()) {
                stuck.push(format!("{at} {radius} {contact:?} {contour:?}"));
            }
            // The nearest free place by rings.
            let depth = f64::from(contact.depth);
            let shorter = (0..720).any(|index| {
                let angle = f64::from(index) / 720.0 * std::f64::consts::TAU;
                free(at.as_dvec2() + DVec2::new(angle.cos(), angle.sin()) * (depth * 0.9 - 2e-3))
            });
            if shorter && depth > 0.02 {
                long.push(format!("{at} {radius} {contact:?} {contour:?}"));
            }
        }
    }
    println!("{all} stuck {} long {}", stuck.len(), long.len());
    for it in stuck.iter().take(3).chain(long.iter().take(3)) {
        println!("{it}");
    }
    assert!(stuck.is_empty());
    assert!(long.len() * 100 < all, "more than a hundredth: {} of {all}", long.len());
}

#[test]
fn rays_meet_outlines_where_they_enter() {
    let mut random = Random(43);
    for _ in 0..200 {
        let count = 5 + random.below(12);
        let contour: Vec<Vec2> = (0..count)
            .map(|index| Vec2::from_angle(index as f32 / count as f32 * 6.2831) * random.range(1.0, 5.0))
            .collect();
        let (mut app, _) = world2(&[(C2::outline(contour.clone()), Transform::IDENTITY)]);
        for _ in 0..20 {
            let from = Vec2::new(random.range(-6.0, 6.0), random.range(-6.0, 6.0));
            let direction = Dir2::new(Vec2::from_angle(random.range(0.0, 6.28))).unwrap();
            let (o, d) = (from.as_dvec2(), direction.as_dvec2());
            let mut first = f64::INFINITY;
            let mut least_margin = f64::INFINITY;
            for (index, &a) in contour.iter().enumerate() {
                let (a, b) = (a.as_dvec2(), contour[(index + 1) % contour.len()].as_dvec2());
                let e = b - a;
                let det = d.perp_dot(e);
                let t = (a - o).perp_dot(e) / det;
                let s = (a - o).perp_dot(d) / det;
                least_margin = least_margin.min(s.abs().min((1.0 - s).abs()));
                if (0.0..=1.0).contains(&s) && t >= 0.0 {
                    first = first.min(t);
                }
            }
            if least_margin < 1e-5 || boundary_distance(&[contour.clone()], o) < 1e-4 {
                continue;
            }
            let expected = if even_odd(&[contour.clone()], o) { 0.0 } else { first };
            let hit = app.query::<Dim2>().cast_ray(from, direction, f32::INFINITY, &QueryFilter::ALL);
            let distance = hit.map_or(f64::INFINITY, |hit| hit.distance.into());
            assert!(distance == expected || (distance - expected).abs() < 1e-4, "{from} {direction:?} {contour:?} {distance} {expected}");
        }
    }
}

// --- closed meshes beside boxes

/// A solid of voxels' outer faces; only blocks whose union is a manifold: a staircase.
fn stairs_solid() -> (C3, Vec<(Vec3, Vec3)>) {
    // An extruded L as a closed mesh.
    let outline = [(0., 0.), (3., 0.), (3., 1.), (1., 1.), (1., 3.), (0., 3.)].map(Vec2::from);
    let n = 6u32;
    let mut v: Vec<Vec3> = outline.iter().map(|p| p.extend(0.0)).collect();
    v.extend(outline.iter().map(|p| p.extend(2.0)));
    let caps = [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]];
    let mut t: Vec<[u32; 3]> = caps.iter().map(|&[a, b, c]| [a, c, b]).collect();
    t.extend(caps.iter().map(|&[a, b, c]| [a + n, b + n, c + n]));
    for i in 0..n {
        let j = (i + 1) % n;
        t.push([i, j, j + n]);
        t.push([i, j + n, i + n]);
    }
    (C3::solid(v, t), vec![(Vec3::ZERO, Vec3::new(3., 1., 2.)), (Vec3::ZERO, Vec3::new(1., 3., 2.))])
}

#[test]
fn a_solid_answers_as_the_boxes_that_fill_it_under_any_scale() {
    let (solid, boxes) = stairs_solid();
    let mut random = Random(9);
    for scale in [Vec3::ONE, Vec3::new(-1., 1., 1.), Vec3::new(2., 0.5, -1.), Vec3::splat(1e-3), Vec3::splat(1e4)] {
        let place = Transform { scale, rotation: Quat::from_rotation_y(0.7), translation: Vec3::new(1., 2., 3.) };
        let placed = solid.placed(place).unwrap();
        let parts = C3::compound(boxes.iter().map(|(l, h)| {
            (Transform::from_translation((*l + *h) / 2.0), C3::Cuboid { half_size: (*h - *l) / 2.0 })
        }));
        let parts = parts.placed(place).unwrap();
        let mut touching = 0;
        for _ in 0..500 {
            let local = Vec3::new(random.range(-0.5, 3.5), random.range(-0.5, 3.5), random.range(-0.5, 2.5));
            let at = place.transform_point(local);
            let size = scale.abs().min_element();
            let ball = C3::sphere(size * random.range(0.001, 0.3)).placed(Transform::from_translation(at)).unwrap();
            let (one, two) = (ball.pair(&placed).intersects(), ball.pair(&parts).intersects());
            touching += u32::from(one);
            assert_eq!(one, two, "{scale} {local}");
            if !one {
                let (d, e) = (ball.pair(&placed).distance(), ball.pair(&parts).distance());
                assert!((d - e).abs() < 1e-4 * size * 4.0 + 2e-6 * 5.0, "{scale} {local} {d} {e}");
            }
        }
        assert!(touching > 50);
    }
}

#[test]
fn rays_into_a_solid_agree_with_the_boxes() {
    let (solid, boxes) = stairs_solid();
    let (mut app, e) = world3(&[(solid, Transform::IDENTITY)]);
    let mut random = Random(90);
    for _ in 0..2000 {
        let from = Vec3::new(random.range(-1.5, 4.5), random.range(-1.5, 4.5), random.range(-1.5, 3.5));
        let direction = Dir3::new(point(&mut random, 1.0)).unwrap();
        let (o, d) = (from.as_dvec3(), direction.as_dvec3());
        let mut first = f64::INFINITY;
        for (l, h) in &boxes {
            let (mut near, mut far) = (0.0f64, f64::INFINITY);
            for axis in 0..3 {
                let (a, b) = ((f64::from(l[axis]) - o[axis]) / d[axis], (f64::from(h[axis]) - o[axis]) / d[axis]);
                near = near.max(a.min(b));
                far = far.min(a.max(b));
            }
            if near <= far { first = first.min(near); }
        }
        let hit = app.query::<Dim3>().cast_ray(from, direction, f32::INFINITY, &QueryFilter::ALL);
        let distance = hit.map_or(f64::INFINITY, |hit| hit.distance.into());
        assert!(distance == first || (distance - first).abs() < 1e-4, "{from} {direction:?} {distance} {first}");
    }
    _ = e;
}

#[test]
fn a_flattened_solid_is_refused_or_answers_without_a_panic() {
    let (solid, _) = stairs_solid();
    for scale in [Vec3::ZERO, Vec3::new(1., 0., 1.), Vec3::new(0., 0., 1.), Vec3::splat(1e-30), Vec3::splat(1e17)] {
        let Ok(placed) = solid.placed(Transform::from_scale(scale)) else { continue };
        let ball = C3::sphere(0.1).placed(Transform::from_xyz(0.0, 0.0, 0.0)).unwrap();
        let pair = ball.pair(&placed);
        assert_eq!(pair.intersects(), pair.contact().is_some(), "{scale}");
        let far = C3::sphere(0.1).placed(Transform::from_xyz(1e18, 1e18, 1e18)).unwrap();
        assert!(!far.pair(&placed).intersects(), "{scale}");
    }
}

// --- grids: seams, far rays, stale kinds

fn floor2(width: u32) -> CellGrid<Dim2> {
    let mut grid = CellGrid::<Dim2>::new(UVec2::new(width, 4), 1.0, [CellKind::<Dim2>::full()]);
    for x in 0..width {
        grid.set(UVec2::new(x, 0), 1).unwrap();
    }
    grid
}

#[test]
fn rays_along_the_seams_of_a_grid_hit() {
    let (mut app, _) = world2(&[(C2::Grid(floor2(16)), Transform::IDENTITY)]);
    for x in 0..=16 {
        let query = app.query::<Dim2>();
        let hit = query.cast_ray(Vec2::new(x as f32, 9.0), Dir2::NEG_Y, 100.0, &QueryFilter::ALL);
        assert_eq!(hit.map(|hit| hit.distance), Some(8.0), "{x}");
        let along = query.cast_ray(Vec2::new(-3.0, 1.0), Dir2::X, 100.0, &QueryFilter::ALL);
        assert_eq!(along.map(|hit| hit.distance), Some(3.0));
    }
    let far = app.query::<Dim2>().cast_ray(Vec2::new(8.5, 1e7), Dir2::NEG_Y, f32::INFINITY, &QueryFilter::ALL);
    assert!(far.is_some_and(|hit| (hit.distance - 1e7).abs() < 2.0), "{far:?}");
}

#[test]
fn rays_into_grids_agree_with_entities_for_each_cell() {
    let mut random = Random(3);
    for level in 0..30 {
        let mut grid = CellGrid::<Dim3>::new(UVec3::new(6, 5, 7), 0.5, [CellKind::<Dim3>::full(), CellKind::<Dim3>::slope()]);
        let scale = [Vec3::ONE, Vec3::new(-1., 1., 2.), Vec3::new(0.1, 3., 1.)][level % 3];
        let place = Transform { translation: point(&mut random, 3.0), rotation: Quat::from_rotation_z(random.range(-1., 1.)), scale };
        let mut parts = vec![];
        for _ in 0..60 {
            let cell = UVec3::new(random.below(6), random.below(5), random.below(7));
            if grid.get(cell) == 0 {
                grid.set(cell, 1).unwrap();
                parts.push((Transform::from_translation(grid.center(cell)), C3::cuboid(0.5, 0.5, 0.5)));
            }
        }
        let (mut app, e) = world3(&[(C3::Grid(grid), place), (C3::compound(parts), place)]);
        for _ in 0..200 {
            let from = place.transform_point(Vec3::new(random.range(-2., 5.), random.range(-2., 5.), random.range(-2., 5.)));
            let direction = match random.below(3) { 0 => Dir3::new(place.rotation * Vec3::X).unwrap(), _ => Dir3::new(point(&mut random, 1.0)).unwrap() };
            let query = app.query::<Dim3>();
            let by = |it: Entity| query.cast_ray(from, direction, 100.0, &QueryFilter::ALL.matching(|e| e == it)).map_or(999.0, |hit| hit.distance);
            assert!((by(e[0]) - by(e[1])).abs() < 1e-4, "{level} {from} {direction:?} {} {}", by(e[0]), by(e[1]));
        }
    }
}

#[test]
fn kinds_that_are_taken_away_leave_their_cells_empty_without_a_panic() {
    let mut app = app();
    quiet(&mut app);
    let grid = app.spawn((Name::new("the level"), C2::Grid(floor2(4)), Transform::IDENTITY));
    let ball = app.spawn((C2::circle(0.3), at_xy(1.5, 1.0)));
    let (started, _) = step2(&mut app);
    assert_eq!(started, [pair(grid, ball)]);
    let mut ended = vec![];
    let lines = warnings(|| {
        app.world_mut().get_mut::<C2>(grid).unwrap().as_grid_mut().unwrap().kinds.clear();
        ended = step2(&mut app).1;
        app.update();
    });
    assert_eq!(ended.len(), 1);
    assert!(lines.iter().any(|line| line.contains("the level")), "{lines:?}");
}

// --- arguments that are no numbers

#[test]
fn queries_with_bad_numbers_answer_nothing_and_do_not_panic() {
    let grid = C2::Grid(floor2(16));
    let (mut app, entities) = world2(&[
        (C2::circle(1.0), Transform::IDENTITY), (grid, at_xy(9.0, 0.0)), (ell(), at_xy(-9.0, 0.0)),
        (C2::half_space(Vec2::new(1.0, 1.0), -50.0), Transform::IDENTITY),
    ]);
    let query = app.query::<Dim2>();
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e38, -1e38, f32::MAX] {
        for at in [Vec2::new(bad, 0.0), Vec2::new(0.0, bad), Vec2::splat(bad)] {
            let _ = query.cast_ray(at, Dir2::X, 100.0, &QueryFilter::ALL);
            let _ = query.cast_ray(at, Dir2::new(Vec2::new(0.3, -0.7)).unwrap(), f32::INFINITY, &QueryFilter::ALL);
            let _ = query.containing(at, &QueryFilter::ALL);
            let _ = query.nearest(&gjk::Point::new([at]), f32::INFINITY, &QueryFilter::ALL);
            let ball = gjk::Circle::new(1.0).placed(Affine2::from_translation(at));
            let _ = query.cast_shape(&ball, Dir2::NEG_X, f32::INFINITY, &QueryFilter::ALL);
            let _ = query.depenetrate(&gjk::Circle::new(1.0), Affine2::from_translation(at), &MoveSettings::default(), &QueryFilter::ALL);
            let moved = query.move_and_slide(&gjk::Circle::new(1.0), Affine2::IDENTITY, at, &MoveSettings::default(), &QueryFilter::ALL);
            assert!(moved.translation.is_finite());
        }
        for distance in [bad, -1.0] {
            let hit = query.cast_ray(Vec2::new(-3.0, 0.0), Dir2::X, distance, &QueryFilter::of(entities[2]));
            if distance.is_nan() || distance < 0.0 {
                assert!(hit.is_none(), "{distance} {hit:?}");
            }
            let near = query.nearest(&gjk::Point::new([Vec2::ZERO]), distance, &QueryFilter::ALL);
            if distance.is_nan() || distance < 0.0 {
                assert!(near.is_none(), "{distance} {near:?}");
            }
            let ball = gjk::Circle::new(1.0).placed(Affine2::IDENTITY);
            let hit = query.cast_shape(&ball, Dir2::X, distance, &QueryFilter::ALL);
            if distance.is_nan() || distance < 0.0 {
                assert!(hit.is_none(), "{distance} {hit:?}");
            }
        }
        for skin in [bad, -1.0] {
            let settings = MoveSettings { skin, ..MoveSettings::default() };
            let moved = query.move_and_slide(&gjk::Circle::new(1.0), Affine2::from_translation(Vec2::new(0.0, 5.0)), Vec2::NEG_Y, &settings, &QueryFilter::ALL);
            assert!(moved.translation.is_finite(), "{skin} {moved:?}");
        }
    }
}

// --- height fields

#[test]
fn a_height_field_is_hit_on_all_its_edges_and_vertices_and_not_in_its_holes() {
    let mut heights = vec![0.0f32; 49];
    heights[24] = f32::NAN; // the middle of 7 × 7
    let (mut app, _) = world3(&[(C3::height_field(heights, 7, Vec2::splat(6.0)), Transform::IDENTITY)]);
    let query = app.query::<Dim3>();
    for i in 0..=48 {
        for j in 0..=48 {
            let (x, z) = (i as f32 / 8.0 - 3.0, j as f32 / 8.0 - 3.0);
            let hit = query.cast_ray(Vec3::new(x, 5.0, z), Dir3::NEG_Y, 10.0, &QueryFilter::ALL);
            // The six triangles around the middle are gone; the rest of the four cells depends on the diagonal.
            let (ax, az) = (x.abs(), z.abs());
            let sure_hit = ax >= 1.0 || az >= 1.0;
            let sure_hole = ax + az < 1.0 && ax < 0.5 && az < 0.5 || (x == 0.0 && az < 1.0) || (z == 0.0 && ax < 1.0);
            if sure_hit { assert!(hit.is_some_and(|hit| (hit.distance - 5.0).abs() < 1e-5), "{x} {z} {hit:?}"); }
            if sure_hole { assert!(hit.is_none(), "{x} {z} {hit:?}"); }
        }
    }
}

#[test]
fn degenerate_height_fields_do_not_panic() {
    let fields = [
        C3::height_field([0.0; 4], 2, Vec2::ZERO),
        C3::height_field([0.0; 4], 2, Vec2::new(-1.0, 1.0)),
        C3::height_field([0.0; 4], 2, Vec2::new(f32::NAN, 1.0)),
        C3::height_field([f32::NAN; 4], 2, Vec2::ONE),
        C3::height_field([f32::MAX, -f32::MAX, 0.0, 0.0], 2, Vec2::ONE),
        C3::height_field([0.0; 4], 0, Vec2::ONE),
        C3::height_field([0.0; 4], u32::MAX, Vec2::ONE),
        C3::height_field([1e-40; 4], 2, Vec2::splat(1e-40)),
    ];
    for (index, field) in fields.iter().enumerate() {
        let mut app = app();
        quiet(&mut app);
        let lines = warnings(|| {
            app.spawn((Name::new("bad field"), field.clone(), Transform::IDENTITY));
            app.spawn((C3::sphere(1.0), Transform::IDENTITY));
            app.updates(3);
        });
        let query = app.query::<Dim3>();
        let _ = query.cast_ray(Vec3::Y * 5.0, Dir3::NEG_Y, 100.0, &QueryFilter::ALL);
        println!("{index} {lines:?}");
        if matches!(index, 2..=6) {
            assert_eq!(lines.len(), 1, "{index} {lines:?}");
            assert!(lines[0].contains("bad field"), "{lines:?}");
        }
    }
}

// --- coordinates

#[test]
fn verdicts_hold_at_tiny_and_huge_scales() {
    for scale in [1e-12f32, 1e-8, 1e-4, 1.0, 1e4, 1e8, 1e12, 1e15] {
        for (gap, touches) in [(-0.01f32, true), (0.01, false)] {
            let kinds: Vec<C2> = vec![C2::circle(scale), C2::rectangle(2.0 * scale, 2.0 * scale), C2::regular_polygon(scale, 4), C2::outline([(-1., -1.), (1., -1.), (0.3, 0.0), (1., 1.), (-1., 1.)].map(|p| Vec2::from(p) * scale))];
            for kind in &kinds {
                // The left side of each is at most scale to the right of its center: compare against a wall to the left.
                let wall = C2::rectangle(scale, 10.0 * scale);
                let left = match kind { C2::RegularPolygon { .. } => std::f32::consts::FRAC_1_SQRT_2.max(1.0), _ => 1.0 };
                let one = kind.placed(Transform::IDENTITY);
                let at = -(left + 0.5 + gap) * scale;
                let two = wall.placed(at_xy(at, 0.0));
                let (Ok(one), Ok(two)) = (one, two) else { continue };
                if matches!(kind, C2::RegularPolygon { .. }) { continue; }
                assert_eq!(one.pair(&two).intersects(), touches, "{scale} {gap} {kind:?}");
            }
        }
    }
}

#[test]
fn touches_of_entities_hold_at_tiny_and_huge_scales() {
    for scale in [1e-12f32, 1e-8, 1e-4, 1e4, 1e8, 1e12, 1e15] {
        let mut app = app();
        let a = app.spawn((C2::circle(scale), Transform::IDENTITY));
        let b = app.spawn((C2::circle(scale), at_xy(1.9 * scale, 0.0)));
        let c = app.spawn((C2::circle(scale), at_xy(-2.1 * scale, 0.0)));
        app.update();
        let collisions = app.resource::<Collisions<Dim2>>();
        assert!(collisions.contains(a, b), "{scale}");
        assert!(!collisions.contains(a, c), "{scale}");
        for _ in 0..70 { app.update(); }
        set(&mut app, b, at_xy(2.1 * scale, 0.0));
        app.update();
        assert_eq!(app.resource::<Collisions<Dim2>>().iter().count(), 0, "{scale}");
    }
}

// --- casts that start touching

#[test]
fn casts_that_start_touching_or_inside_hit_at_zero_for_all_kinds() {
    for (index, kind) in common::samples::solid().into_iter().enumerate() {
        let (mut app, _) = world3(&[(kind.clone(), Transform::IDENTITY)]);
        let query = app.query::<Dim3>();
        let mut random = Random(index as u64);
        for _ in 0..200 {
            let ball = gjk::Sphere::new(0.2).placed(Affine3A::from_translation(point(&mut random, 2.0)));
            let touches = query.intersects(&ball, &QueryFilter::ALL);
            let direction = Dir3::new(point(&mut random, 1.0)).unwrap();
            let hit = query.cast_shape(&ball, direction, 10.0, &QueryFilter::ALL);
            assert_eq!(touches, hit.is_some_and(|hit| hit.distance == 0.0), "{kind:?} {ball:?} {direction:?} {hit:?}");
        }
    }
}
