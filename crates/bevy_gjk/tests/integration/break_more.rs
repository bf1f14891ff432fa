//! The second lot.

use crate::break_help::*;
use crate::break_queries::{block, solid_box};
use crate::common::prelude::*;
use bevy_ecs::hierarchy::ChildOf;
use bevy_gjk::grid::{CellEvent, CellGrid, CellKind};
use bevy_math::{UVec2, UVec3};

type C2 = dim2::Collider;
type C3 = dim3::Collider;
type M2 = CharacterMover<Dim2>;
type M3 = CharacterMover<Dim3>;
const FALL: Vec2 = Vec2::new(0.0, -0.05);

// --- a platform that was invalid for a run

#[test]
fn a_platform_that_is_too_far_for_a_run_neither_carries_nor_pushes() {
    let mut faults = vec![];
    for far in [1e10f32, 1e17, 1e19, 1e25, 1e30, 1e38] {
        for axis in [Vec3::X, Vec3::Y, Vec3::NEG_Y, Vec3::ONE] {
            let mut level = Level::<Dim2>::new();
            let platform = level.obstacle(C2::rectangle(10.0, 1.0), at_xy(0.0, -0.5));
            let walker = level.character(M2 { rides_platforms: false, ..M2::default() }, C2::capsule(0.3, 1.0), at_xy(0.0, 0.81));
            level.walk(walker, FALL, 3);
            level.set(platform, Transform::from_translation(axis * far));
            level.step(walker, Vec2::ZERO);
            let one = level.place(walker);
            let error = level.app.resource::<Collisions<Dim2>>().error_of(platform);
            level.set(platform, at_xy(0.0, -0.5));
            level.step(walker, Vec2::ZERO);
            let two = level.place(walker);
            if error.is_some() && two.distance(Vec2::new(0.0, 0.81)) > 0.1 { faults.push(format!("{far} {axis} {error:?} {one} {two}")); }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn a_platform_that_is_too_far_for_a_run_does_not_take_its_rider() {
    let mut faults = vec![];
    for far in [1e19f32, 1e25, 1e30, 1e38] {
        let mut level = Level::<Dim2>::new();
        let platform = level.obstacle(C2::rectangle(10.0, 1.0), at_xy(0.0, -0.5));
        let walker = level.character(M2::default(), C2::capsule(0.3, 1.0), at_xy(0.0, 0.81));
        level.walk(walker, FALL, 3);
        level.set(platform, at_xy(0.0, far));
        level.step(walker, Vec2::ZERO);
        let one = level.place(walker);
        let error = level.app.resource::<Collisions<Dim2>>().error_of(platform);
        level.set(platform, at_xy(0.0, -0.5));
        level.step(walker, Vec2::ZERO);
        let two = level.place(walker);
        if error.is_some() && two.distance(Vec2::new(0.0, 0.81)) > 0.1 { faults.push(format!("{far} {error:?} {one} {two}")); }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

// --- components beside colliders of the other dimension are named

#[test]
fn components_of_the_other_dimension_do_not_do_nothing_in_silence() {
    let mut silent = vec![];
    let mut ask = |what: &str, insert: &dyn Fn(&mut App, Entity)| {
        let mut app = app();
        quiet(&mut app);
        app.edit_schedule(bevy_app::Last, |schedule| { schedule.set_executor(SingleThreadedExecutor::new()); });
        let e = app.spawn((Name::new("culprit"), C2::rectangle(4.0, 1.0), at_xy(0.0, -0.5)));
        insert(&mut app, e);
        let lines = warnings(|| app.updates(40));
        if !lines.iter().any(|it| it.contains("culprit")) { silent.push(format!("{what} {lines:?}")); }
    };
    ask("SurfaceVelocity", &|app, e| app.insert(e, SurfaceVelocity::<Dim3>::new(Vec3::X)));
    ask("OneWayPlatform", &|app, e| app.insert(e, OneWayPlatform::<Dim3>::default()));
    ask("CharacterMover", &|app, e| app.insert(e, M3::default()));
    assert!(silent.is_empty(), "{silent:#?}");
}

// --- what moves inside of a collider

#[test]
fn a_wall_that_is_a_part_of_a_compound_passes_through_nobody() {
    // Shrunk: no ground, top down.
    for is_compound in [false, true] {
        let mut level = Level::<Dim2>::new();
        let root = level.spawn((Transform::IDENTITY,));
        if is_compound { level.app.insert(root, CompoundCollider); }
        let wall = level.spawn((C2::rectangle(1.0, 4.0), at_xy(-4.0, 0.0), ChildOf(root)));
        let walker = level.character(M2::top_down(), C2::circle(0.5), at_xy(0.0, 0.0));
        level.step(walker, Vec2::ZERO);
        level.set(wall, at_xy(4.0, 0.0));
        let state = level.step(walker, Vec2::ZERO);
        assert!(level.place(walker).x > 4.0, "compound: {is_compound}, {} {state:?}", level.place(walker));
    }
}

#[test]
fn a_lift_that_is_a_part_of_a_compound_carries_as_a_lift_does() {
    for is_compound in [false, true] {
        let mut level = Level::<Dim2>::new();
        let root = level.spawn((Transform::IDENTITY,));
        if is_compound { level.app.insert(root, CompoundCollider); }
        let part = level.spawn((C2::rectangle(10.0, 1.0), at_xy(0.0, -0.5), ChildOf(root)));
        let walker = level.character(M2::default(), C2::capsule(0.3, 1.0), at_xy(0.0, 0.81));
        level.walk(walker, FALL, 3);
        for frame in 1..10 {
            level.set(part, at_xy(0.1 * frame as f32, -0.5));
            let state = level.step(walker, FALL);
            assert!((level.place(walker).x - 0.1 * frame as f32).abs() < 1e-2, "compound: {is_compound}, {frame} {} {state:?}", level.place(walker));
        }
    }
}

// --- containers that move fast: all forms

#[test]
fn a_character_in_a_container_of_any_form_that_moves_fast_stays_in_it() {
    let u = [(-3., -3.), (3., -3.), (3., 3.), (2., 3.), (2., -2.), (-2., -2.), (-2., 3.), (-3., 3.)].map(Vec2::from);
    let ring = [[(-3., -3.), (3., -3.), (3., 3.), (-3., 3.)].map(Vec2::from).to_vec(), [(-2., -2.), (2., -2.), (2., 2.), (-2., 2.)].map(Vec2::from).to_vec()];
    let mut grid = CellGrid::<Dim2>::new(UVec2::new(6, 6), 1.0, [CellKind::<Dim2>::full()]);
    for i in 0..6 { for c in [UVec2::new(i, 0), UVec2::new(i, 5), UVec2::new(0, i), UVec2::new(5, i)] { grid.set(c, 1).unwrap(); } }
    let forms: Vec<(&str, C2, Vec2)> = vec![
        ("u", C2::outline(u), Vec2::ZERO), ("ring", C2::outlines(ring.clone()), Vec2::ZERO), ("lines", C2::closed_polyline(ring[1].clone()), Vec2::ZERO),
        ("grid", C2::Grid(grid), Vec2::splat(-3.0)),
    ];
    let mut faults = vec![];
    for (name, form, offset) in &forms {
        for rides in [true, false] {
            for way in [Vec2::new(1.0, 0.0), Vec2::new(7.0, 3.0), Vec2::new(-40.0, 0.5), Vec2::new(0.0, 25.0)] {
                if *name == "u" && way.y < 0.0 { continue; }
                let mut level = Level::<Dim2>::new();
                let room = level.obstacle(form.clone(), at_xy(offset.x, offset.y));
                let walker = level.character(M2 { rides_platforms: rides, ..M2::default() }, C2::capsule(0.3, 1.0), at_xy(0.0, -1.19));
                level.walk(walker, FALL, 2);
                for frame in 1..15 {
                    let at = way * frame as f32;
                    level.set(room, at_xy(at.x + offset.x, at.y + offset.y));
                    let state = level.step(walker, FALL);
                    let local = level.place(walker) - at;
                    if local.abs().max_element() > 2.0 || level.clearance(walker) < 0.0 { faults.push(format!("{name} {rides} {way} {frame}: {local} {:?}", state.end)); break; }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn a_character_in_a_turning_ring_of_any_form_stays_in_it() {
    let ring = [[(-3., -3.), (3., -3.), (3., 3.), (-3., 3.)].map(Vec2::from).to_vec(), [(-2., -2.), (2., -2.), (2., 2.), (-2., 2.)].map(Vec2::from).to_vec()];
    for (name, form) in [("ring", C2::outlines(ring.clone())), ("lines", C2::closed_polyline(ring[1].clone()))] {
        for speed in [0.02f32, 0.2, 0.7, 1.5] {
            let mut level = Level::<Dim2>::new();
            let room = level.obstacle(form.clone(), Transform::IDENTITY);
            let walker = level.character(M2::default(), C2::circle(0.5), at_xy(0.7, -1.4));
            for frame in 1..100 {
                let turn = Quat::from_rotation_z(speed * frame as f32);
                level.set(room, Transform::from_rotation(turn));
                let state = level.step(walker, FALL);
                let local = turn.inverse() * level.place(walker).extend(0.0);
                assert!(local.abs().max_element() < 1.53, "{name} {speed} {frame} {local} {state:?}");
            }
        }
    }
}

// --- ghost hits at seams: casts and slides along flush tops of all forms

#[test]
fn contacts_of_a_box_on_a_flush_floor_point_up() {
    let comb = [(0., 0.), (1., 0.), (1., -1.), (2., -1.), (2., 0.), (4., 0.), (4., -2.), (5., -2.), (5., 0.), (10., 0.), (10., 1.), (0., 1.)].map(Vec2::from);
    let floor = C2::outline(comb).placed(Transform::IDENTITY).unwrap();
    let mut random = Random(61);
    for _ in 0..500 {
        let depth = random.range(0.001, 0.1);
        let at = at_xy(random.range(1.0, 9.0), 1.25 - depth);
        for kind in [C2::rectangle(0.5, 0.5), C2::circle(0.25), C2::capsule(0.2, 0.1), C2::outline([(-0.25, -0.25), (0.25, -0.25), (0.0, 0.0), (0.25, 0.25), (-0.25, 0.25)].map(Vec2::from))] {
            let contact = floor.pair(&kind.placed(at).unwrap()).contact().unwrap();
            assert!(contact.normal.distance(Vec2::Y) < 1e-3 && (contact.depth - depth).abs() < 1e-3, "{kind:?} {at:?} {depth} {contact:?}");
        }
    }
}

// --- contacts of areas with holes and of two areas: moved by it, they just touch

#[test]
fn contacts_of_areas_with_holes_lead_out() {
    let mut random = Random(62);
    let (mut stuck, mut all) = (vec![], 0);
    for _ in 0..300 {
        let contours: Vec<Vec<Vec2>> = (0..1 + random.below(3)).map(|k| {
            let n = 3 + random.below(6);
            let c = Vec2::new(random.range(-1.0, 1.0), random.range(-1.0, 1.0));
            (0..n).map(|i| c + Vec2::from_angle(i as f32 / n as f32 * 6.2831) * random.range(0.5, 4.0) / (1 + k) as f32).collect()
        }).collect();
        let Ok(area) = C2::outlines(contours.clone()).placed(Transform::IDENTITY) else { continue };
        for _ in 0..8 {
            let at = at_xy(random.range(-4.0, 4.0), random.range(-4.0, 4.0)).with_rotation(Quat::from_rotation_z(random.range(-3.0, 3.0)));
            let kinds = [C2::circle(0.4), C2::rectangle(0.8, 0.3), C2::outline([(0., 0.), (2., 0.), (0.4, 0.4), (0., 2.)].map(Vec2::from)), C2::capsule(0.1, 1.0)];
            let kind = &kinds[random.below(4) as usize];
            let placed = kind.placed(at).unwrap();
            let Some(contact) = area.pair(&placed).contact() else { continue };
            all += 1;
            let mut moved = at;
            moved.translation += (contact.normal * (contact.depth + 2e-3)).extend(0.0);
            if let Some(rest) = area.pair(&kind.placed(moved).unwrap()).contact() {
                stuck.push((rest.depth, format!("{kind:?} {at:?} {contact:?} rest {rest:?} {contours:?}")));
            }
        }
    }
    stuck.sort_by(|a, b| b.0.total_cmp(&a.0));
    // Beyond the place where it just touches, it may come to the other side of a narrow hole.
    stuck.retain(|it| it.0 > 3.1e-3);
    println!("{all}, stuck {}", stuck.len());
    for it in stuck.iter().take(3) { println!("{it:?}"); }
    assert!(stuck.is_empty());
}

#[test]
fn contacts_of_solids_lead_out() {
    let mut random = Random(63);
    let (mut stuck, mut all) = (vec![], 0);
    let outline = [(0., 0.), (3., 0.), (3., 1.), (1., 1.), (1., 3.), (0., 3.)].map(Vec2::from);
    let n = 6u32;
    let mut v: Vec<Vec3> = outline.iter().map(|p| p.extend(0.0)).collect();
    v.extend(outline.iter().map(|p| p.extend(2.0)));
    let caps = [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]];
    let mut t: Vec<[u32; 3]> = caps.iter().map(|&[a, b, c]| [a, c, b]).collect();
    t.extend(caps.iter().map(|&[a, b, c]| [a + n, b + n, c + n]));
    for i in 0..n { let j = (i + 1) % n; t.push([i, j, j + n]); t.push([i, j + n, i + n]); }
    let ell = C3::solid(v, t);
    let (bv, bt) = block(Vec3::splat(-0.4), Vec3::splat(0.4));
    let small = C3::solid(bv, bt);
    for _ in 0..1500 {
        let scale = [Vec3::ONE, Vec3::new(-1., 1., 1.), Vec3::new(1., 0.5, 2.)][random.below(3) as usize];
        let area = ell.placed(Transform { scale, rotation: Quat::from_rotation_y(0.4), translation: Vec3::ZERO }).unwrap();
        let at = Transform::from_xyz(random.range(-3.0, 3.0), random.range(0.0, 3.0), random.range(-2.0, 3.0)).with_rotation(Quat::from_euler(EulerRot::XYZ, random.range(-3., 3.), random.range(-3., 3.), 0.0));
        let kinds = [C3::sphere(0.4), C3::cuboid(0.8, 0.3, 1.5), small.clone(), C3::capsule(0.2, 1.0), C3::tri_mesh([Vec3::ZERO, Vec3::X, Vec3::Y], [[0, 1, 2]]), C3::compound([(Transform::from_xyz(0.5, 0., 0.), C3::sphere(0.2)), (Transform::from_xyz(-0.5, 0., 0.), C3::sphere(0.3))])];
        let kind = &kinds[random.below(6) as usize];
        let placed = kind.placed(at).unwrap();
        let Some(contact) = area.pair(&placed).contact() else { continue };
        all += 1;
        let mut moved = at;
        moved.translation += contact.normal * (contact.depth + 3e-3);
        if let Some(rest) = area.pair(&kind.placed(moved).unwrap()).contact() {
            stuck.push((rest.depth, format!("{kind:?} {at:?} {scale} {contact:?} rest {rest:?}")));
        }
    }
    stuck.sort_by(|a, b| b.0.total_cmp(&a.0));
    // Beyond the place where it just touches, it may come to the other side of a narrow hole.
    stuck.retain(|it| it.0 > 3.1e-3);
    println!("{all}, stuck {}", stuck.len());
    for it in stuck.iter().take(3) { println!("{it:?}"); }
    assert!(stuck.is_empty());
}

// --- grids under shear, by parents

#[test]
fn a_sheared_grid_is_the_compound_of_its_cells() {
    let mut random = Random(64);
    for _ in 0..40 {
        let mut app = app();
        let parent = app.spawn(Transform { translation: Vec3::ZERO, rotation: Quat::from_rotation_z(random.range(-2.0, 2.0)), scale: Vec3::new(random.range(0.2, 3.0), random.range(-2.0, -0.1), 1.0) });
        let place = Transform { translation: point(&mut random, 2.0), rotation: Quat::from_rotation_z(random.range(-3., 3.)), scale: Vec3::new(random.range(0.3, 2.0), random.range(0.3, 2.0), 1.0) };
        let mut grid = CellGrid::<Dim2>::new(UVec2::new(7, 6), 0.5, [CellKind::<Dim2>::full(), CellKind::<Dim2>::slope().turned(1), CellKind::<Dim2>::new(C2::circle(0.5))]);
        let mut parts = vec![];
        for x in 0..7 { for y in 0..6 {
            let kind = random.below(5).min(4) as u16;
            if kind == 0 || kind > 3 { continue; }
            let cell = UVec2::new(x, y);
            grid.set(cell, kind).unwrap();
            let k = &grid.kinds[usize::from(kind) - 1];
            let t = Transform::from_translation(grid.center(cell).extend(0.0)).with_scale(Vec3::new(0.5, 0.5, 1.0)) * k.transform;
            parts.push((t, k.shape.clone().unwrap()));
        } }
        let a = app.spawn((C2::Grid(grid), place, ChildOf(parent)));
        let b = app.spawn((C2::compound(parts), place, ChildOf(parent)));
        app.update();
        let at = app.get::<GlobalTransform>(a).translation().truncate();
        let query = app.query::<Dim2>();
        for _ in 0..100 {
            let from = at + Vec2::new(random.range(-8.0, 8.0), random.range(-8.0, 8.0));
            let ball = gjk::Circle::new(0.2).placed(Affine2::from_translation(from));
            let only = |e: Entity| QueryFilter::ALL.matching(move |it| it == e);
            let near = [a, b].map(|e| query.nearest(&ball, f32::INFINITY, &only(e)).unwrap().distance);
            assert!((near[0] - near[1]).abs() < 1e-4 * (1.0 + near[1]), "{near:?}");
            let dir = Dir2::new(at - from).unwrap();
            let rays = [a, b].map(|e| query.cast_ray(from, dir, 100.0, &only(e)).map_or(999.0, |hit| hit.distance));
            assert!((rays[0] - rays[1]).abs() < 1e-3, "{rays:?}");
            let casts = [a, b].map(|e| query.cast_shape(&ball, dir, 100.0, &only(e)).map_or(999.0, |hit| hit.distance));
            assert!((casts[0] - casts[1]).abs() < 1e-3, "{casts:?}");
        }
    }
}

// --- the same in 2D and 3D, and turned by a quarter

#[test]
fn a_walk_over_tiles_is_the_same_in_2d_and_3d_and_turned() {
    let mut random = Random(72);
    for round in 0..40 {
        let width = 24usize;
        let mut cells = vec![0u16; width * 8];
        for x in 0..width {
            let height = 1 + random.below(3) as usize;
            for y in 0..height { cells[y * width + x] = 1; }
            match random.below(5) { 0 => cells[height * width + x] = 2, 1 => cells[height * width + x] = 3, 2 => cells[(height + 3) * width + x] = 1, _ => {} }
        }
        let mut flat = CellGrid::<Dim2>::new(UVec2::new(width as u32, 8), 1.0, [CellKind::<Dim2>::full(), CellKind::<Dim2>::slope(), CellKind::<Dim2>::slope().mirrored_x()]);
        let mut deep = CellGrid::<Dim3>::new(UVec3::new(width as u32, 8, 3), 1.0, [CellKind::<Dim3>::full(), CellKind::<Dim3>::slope(), CellKind::<Dim3>::slope().mirrored_x()]);
        for y in 0..8u32 { for x in 0..width as u32 {
            let kind = cells[y as usize * width + x as usize];
            flat.set(UVec2::new(x, y), kind).unwrap();
            for z in 0..3 { deep.set(UVec3::new(x, y, z), kind).unwrap(); }
        } }
        let start = Vec2::new(random.range(4.0, 20.0), 7.5);
        let mut one = Level::<Dim2>::new();
        one.obstacle(C2::Grid(flat.clone()), Transform::IDENTITY);
        let mut two = Level::<Dim3>::new();
        two.obstacle(C3::Grid(deep), Transform::from_xyz(0.0, 0.0, -1.5));
        let mut three = Level::<Dim2>::new();
        three.obstacle(C2::Grid(flat), Transform::from_rotation(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2)));
        let w1 = one.character(M2::default(), C2::rectangle(0.6, 1.4), at_xy(start.x, start.y));
        let w2 = two.character(M3::default(), C3::cuboid(0.6, 1.4, 0.6), Transform::from_xyz(start.x, start.y, 0.0));
        let w3 = three.character(M2 { up: Vec2::NEG_X, ..M2::default() }, C2::rectangle(1.4, 0.6), at_xy(-start.y, start.x));
        let (mut fall, mut way) = (0.0f32, 0.0f32);
        for frame in 0..250 {
            if frame % 25 == 0 { way = random.range(-0.3, 0.3); if random.below(2) == 0 { fall = -0.25; } }
            let a = one.step(w1, Vec2::new(way, -fall));
            let b = two.step(w2, Vec3::new(way, -fall, 0.0));
            let c = three.step(w3, Vec2::new(fall, way));
            let (p, q, r) = (one.place(w1), two.place(w2), three.place(w3));
            let r = Vec2::new(r.y, -r.x);
            assert!(p.distance(q.truncate()) < 3e-3 && q.z.abs() < 3e-3 && a.is_grounded() == b.is_grounded(), "round {round} frame {frame} start {start}: 2D {p} {} 3D {q} {} way {way} fall {fall} {cells:?}\n{a:?}\n{b:?}", a.is_grounded(), b.is_grounded());
            assert!(p.distance(r) < 3e-3 && a.is_grounded() == c.is_grounded(), "round {round} frame {frame} start {start}: 2D {p} turned {r} way {way} fall {fall} {cells:?}\n{a:?}\n{c:?}");
            fall = if a.is_grounded() { 0.0 } else { fall + 0.01 };
            if p.y < -5.0 { break; }
        }
    }
}

// --- events of cells when entities go

#[test]
fn cells_end_when_the_grid_or_the_other_is_despawned_or_disabled() {
    for what in 0..5 {
        let mut app = app();
        #[derive(Resource, Default)]
        struct Ends(Vec<Entity>);
        app.init_resource::<Ends>();
        let mut grid = CellGrid::<Dim2>::new(UVec2::new(3, 1), 1.0, [CellKind::<Dim2> { reports: true, ..CellKind::<Dim2>::full() }]);
        for x in 0..3 { grid.set(UVec2::new(x, 0), 1).unwrap(); }
        let grid = app.spawn((C2::Grid(grid), Transform::IDENTITY));
        let ball = app.spawn((C2::circle(0.3), at_xy(1.5, 0.5)));
        app.add_observer(|end: On<bevy_gjk::grid::CellEnded<Dim2>>, mut ends: ResMut<Ends>| ends.0.push(end.entity));
        app.update();
        app.world_mut().resource_mut::<Messages<CellEvent<Dim2>>>().clear();
        match what {
            0 => _ = app.world_mut().despawn(grid),
            1 => _ = app.world_mut().despawn(ball),
            2 => app.insert(grid, ColliderDisabled),
            3 => app.insert(ball, Disabled),
            _ => app.insert(ball, Transform::from_xyz(f32::NAN, 0.0, 0.0)),
        }
        app.update();
        let ended: Vec<_> = app.world_mut().resource_mut::<Messages<CellEvent<Dim2>>>().drain().collect();
        assert!(ended.len() == 1 && matches!(ended[0], CellEvent::Ended(_)), "{what} {ended:?}");
        let want = match what { 0 => vec![ball], 1 => vec![grid], 3 => vec![grid], _ => vec![grid, ball] };
        let got = app.resource::<Ends>().0.clone();
        if what == 3 { println!("{got:?} {grid} {ball}"); } else { assert_eq!(got, want, "{what}"); }
    }
}

// --- two runs in one frame

#[test]
fn a_belt_carries_once_in_two_runs_of_a_frame() {
    let mut level = Level::<Dim2>::new();
    level.spawn((C2::rectangle(1e3, 10.0), at_xy(0.0, -5.0), SurfaceVelocity::<Dim2>::new(Vec2::X * 60.0)));
    let walker = level.character(M2::default(), C2::rectangle(1.0, 2.0), at_xy(0.0, 1.01));
    level.walk(walker, FALL, 3);
    let from = level.place(walker).x;
    for _ in 0..10 {
        detect_collisions(level.app.world_mut());
        level.step(walker, FALL);
    }
    assert!((level.place(walker).x - from - 10.0).abs() < 0.01, "{}", level.place(walker).x - from);
}

// --- one-way areas, shrunk

#[test]
fn a_box_in_a_one_way_outline_of_two_parts_falls_through_the_cut() {
    let tee = [(-4., 2.), (-4., 1.), (-2., 1.), (-2., 0.), (2., 0.), (2., 1.), (4., 1.), (4., 2.)].map(Vec2::from);
    let mut level = Level::<Dim2>::new();
    level.spawn((C2::outline(tee), OneWayPlatform::<Dim2>::default(), Transform::IDENTITY));
    let walker = level.character(M2::for_height(0.1), C2::rectangle(0.1, 0.1), at_xy(0.0, 1.5));
    level.walk(walker, FALL, 60);
    assert!(level.place(walker).y < -0.5, "it stands inside of the area at {}", level.place(walker));
}

// --- one-way bodies

#[test]
fn a_jump_into_a_one_way_body_falls_out_of_it_whatever_it_is_made_of() {
    let (v, t) = block(Vec3::new(-2.0, 0.0, -2.0), Vec3::new(2.0, 2.0, 2.0));
    let tee = [(-4., 2.), (-4., 1.), (-2., 1.), (-2., 0.), (2., 0.), (2., 1.), (4., 1.), (4., 2.)].map(Vec2::from);
    let forms: Vec<(&str, C3)> = vec![
        ("cuboid", C3::compound([(Transform::from_xyz(0.0, 1.0, 0.0), C3::cuboid(4.0, 2.0, 4.0))])),
        ("solid", C3::solid(v, t)),
        ("extrusion", C3::extrusion(C2::outline(tee), 4.0)),
    ];
    let mut faults = vec![];
    for (name, form) in forms {
        let mut level = Level::<Dim3>::new();
        level.obstacle(C3::cuboid(50.0, 1.0, 50.0), Transform::from_xyz(0.0, -1.5, 0.0));
        level.spawn((form, OneWayPlatform::<Dim3>::default(), Transform::IDENTITY));
        let walker = level.character(M3::for_height(0.2), C3::cuboid(0.1, 0.2, 0.1), Transform::from_xyz(0.3, -0.85, 0.2));
        let mut speed = 0.22f32;
        let mut top = 0.0f32;
        for _ in 0..200 {
            let state = level.step(walker, Vec3::new(0.0, speed, 0.0));
            speed = if state.is_grounded() { 0.0 } else { speed - 0.01 };
            top = top.max(level.place(walker).y);
        }
        if !(top > 1.1 && top < 1.9 && level.place(walker).y < -0.8) { faults.push(format!("{name}: top {top}, ends at {}", level.place(walker))); }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn a_one_way_height_field_is_jumped_through_and_landed_on() {
    let mut level = Level::<Dim3>::new();
    level.obstacle(C3::cuboid(50.0, 1.0, 50.0), Transform::from_xyz(0.0, -1.5, 0.0));
    level.spawn((C3::height_field([0.5; 25], 5, Vec2::splat(4.0)), OneWayPlatform::<Dim3>::default(), Transform::IDENTITY));
    let walker = level.character(M3::for_height(0.5), C3::capsule(0.1, 0.3), Transform::from_xyz(0.3, -0.74, 0.2));
    let mut speed = 0.3f32;
    for _ in 0..200 {
        let state = level.step(walker, Vec3::new(0.0, speed, 0.0));
        speed = if state.is_grounded() { 0.0 } else { speed - 0.01 };
    }
    assert!((level.place(walker).y - 0.7525).abs() < 0.01, "{}", level.place(walker));
}

#[test]
fn a_wide_character_drops_through_a_row_of_one_way_cells() {
    let one_way = CellKind::<Dim2> { one_way: Some(OneWayPlatform::default()), ..CellKind::<Dim2>::upper_half() };
    for x in [4.0f32, 4.2, 4.5, 4.99] {
        let mut grid = CellGrid::<Dim2>::new(UVec2::new(9, 6), 1.0, [CellKind::<Dim2>::full(), one_way.clone()]);
        for i in 0..9 { grid.set(UVec2::new(i, 0), 1).unwrap(); grid.set(UVec2::new(i, 2), 2).unwrap(); grid.set(UVec2::new(i, 4), 2).unwrap(); }
        let mut level = Level::<Dim2>::new();
        level.obstacle(C2::Grid(grid), Transform::IDENTITY);
        let walker = level.character(M2::default(), C2::rectangle(2.4, 0.8), at_xy(x, 5.41));
        level.walk(walker, FALL, 3);
        level.change(walker, |it: &mut MoverMotion<Dim2>| it.drop_through = true);
        let mut fall = 0.0f32;
        for frame in 0..60 {
            let state = level.step(walker, Vec2::new(if frame % 2 == 0 { 0.03 } else { -0.03 }, -fall));
            fall = if state.is_grounded() { 0.0 } else { fall + 0.01 };
        }
        assert!((level.place(walker).y - 3.41).abs() < 1e-2, "{x} {}", level.place(walker));
    }
}

// --- layers that change below the feet

#[test]
fn ground_that_leaves_the_layers_is_fallen_through_at_once() {
    for what in 0..3 {
        let mut level = Level::<Dim2>::new();
        let floor = level.spawn((C2::rectangle(50.0, 1.0), at_xy(0.0, -0.5), CollisionLayers::new(LayerMask(1), LayerMask::ALL)));
        let walker = level.character(M2::default(), C2::rectangle(1.0, 1.0), at_xy(0.0, 0.51));
        level.walk(walker, FALL, 3);
        match what {
            0 => level.app.insert(floor, CollisionLayers::new(LayerMask(2), LayerMask(2))),
            1 => level.change(walker, |it: &mut M2| it.solid_layers = LayerMask(4)),
            _ => level.app.insert(walker, CollisionExceptions::of([floor])),
        }
        let state = level.step(walker, FALL);
        assert!(!state.is_grounded(), "{what} {state:?}");
        level.walk(walker, FALL, 5);
        assert!((level.place(walker).y - 0.51 + 0.3).abs() < 1e-3, "{what} {}", level.place(walker));
    }
}

// --- a house of a closed mesh is not to be built over a crate

// --- a blow with a part of a compound

#[test]
fn a_swept_compound_meets_what_its_part_passes() {
    for is_compound in [false, true] {
        let mut app = app();
        let root = app.spawn((Transform::IDENTITY,));
        if is_compound { app.insert(root, (CompoundCollider, SweptCollider::default())); }
        let blade = app.spawn((C2::rectangle(0.2, 4.0), at_xy(-4.0, 0.0), ChildOf(root)));
        if !is_compound { app.insert(blade, SweptCollider::default()); }
        app.spawn((C2::circle(0.5), Transform::IDENTITY));
        app.update();
        set(&mut app, blade, at_xy(4.0, 0.0));
        app.update();
        assert_eq!(app.resource::<Collisions<Dim2>>().iter().count(), 1, "compound: {is_compound}");
    }
}

// --- shrunk

#[test]
fn contacts_of_a_box_on_a_flat_mesh_point_up() {
    let mesh = C2::tri_mesh([(0., -1.), (4., -1.), (4., 0.), (0., 0.), (2., 0.)].map(Vec2::from), [[0, 1, 4], [1, 2, 4], [0, 4, 3]]);
    let floor = mesh.placed(Transform::IDENTITY).unwrap();
    let mut random = Random(66);
    for _ in 0..300 {
        let depth = random.range(0.001, 0.1);
        let at = at_xy(random.range(0.5, 3.5), 0.25 - depth);
        for kind in [C2::rectangle(0.5, 0.5), C2::circle(0.25)] {
            let contact = floor.pair(&kind.placed(at).unwrap()).contact().unwrap();
            assert!(contact.normal.distance(Vec2::Y) < 1e-3 && (contact.depth - depth).abs() < 1e-3, "{kind:?} {at:?} {depth} {contact:?}");
        }
    }
}

#[test]
fn a_one_way_flat_mesh_has_no_ground_inside_of_it() {
    let mesh = C2::tri_mesh([(-4., 0.), (4., 0.), (4., 2.), (-4., 2.), (-4., 1.), (4., 1.)].map(Vec2::from), [[0, 1, 5], [0, 5, 4], [4, 5, 2], [4, 2, 3]]);
    let mut level = Level::<Dim2>::new();
    level.spawn((mesh, OneWayPlatform::<Dim2>::default(), Transform::IDENTITY));
    let walker = level.character(M2::for_height(0.1), C2::rectangle(0.1, 0.1), at_xy(0.3, 1.5));
    level.walk(walker, FALL, 60);
    assert!(level.place(walker).y < -0.5, "it stands inside of the area at {}", level.place(walker));
}

// --- turned and stretched levels of cells are those of one box

#[test]
fn a_walk_on_a_turned_grid_is_that_on_one_box() {
    for degrees in [0.0f32, 13.0, 30.0, 45.0, -20.0, 49.0] {
        for scale in [Vec3::ONE, Vec3::new(0.37, 1.3, 1.0), Vec3::new(-1.0, 1.0, 1.0)] {
            for shape in [C2::capsule(0.3, 1.0), C2::rectangle(0.6, 1.6), C2::hull([(-0.3, -0.8), (0.3, -0.8), (0.5, 0.0), (0.0, 0.8)].map(Vec2::from))] {
                let place = Transform { translation: Vec3::new(3.3, -1.7, 0.0), rotation: Quat::from_rotation_z(degrees.to_radians()), scale };
                let mut grid = CellGrid::<Dim2>::new(UVec2::new(60, 3), 1.0, [CellKind::<Dim2>::full()]);
                for x in 0..60 { for y in 0..3 { grid.set(UVec2::new(x, y), 1).unwrap(); } }
                let forms = [C2::Grid(grid), C2::compound([(at_xy(30.0, 1.5), C2::rectangle(60.0, 3.0))])];
                let top = place.transform_point(Vec3::new(30.0, 3.0, 0.0));
                let mut tracks = vec![];
                for form in forms {
                    let mut level = Level::<Dim2>::new();
                    level.obstacle(form, place);
                    let walker = level.character(M2::default(), shape.clone(), at_xy(top.x, top.y + 1.6));
                    let mut track = vec![];
                    let mut fall = 0.0f32;
                    for frame in 0..160 {
                        let state = level.step(walker, Vec2::new(if frame < 80 { 0.11 } else { -0.07 }, -fall));
                        fall = if state.is_grounded() { 0.0 } else { fall + 0.01 };
                        track.push((level.place(walker), state.is_grounded()));
                    }
                    tracks.push(track);
                }
                for frame in 0..160 {
                    let (a, b) = (tracks[0][frame], tracks[1][frame]);
                    assert!(a.0.distance(b.0) < 3e-3 && a.1 == b.1, "{degrees} {scale} {shape:?} {frame}: grid {a:?} box {b:?}");
                }
            }
        }
    }
}

#[test]
fn the_surroundings_of_a_character_are_the_same_in_all_forms_of_a_level() {
    // A profile with a pit, a step, a slope and a wall.
    let points = [(0., 0.), (40., 0.), (40., 6.), (34., 6.), (34., 3.), (28., 3.), (26., 2.0), (22., 2.), (22., 1.), (18., 1.), (18., 1.2), (14., 1.2), (14., 4.), (12., 4.), (12., 2.), (0., 2.)].map(Vec2::from);
    let columns: Vec<(Transform, C2)> = [(0., 12., 2., 2.), (12., 14., 4., 4.), (14., 18., 1.2, 1.2), (18., 22., 1., 1.), (22., 26., 2., 2.), (26., 28., 2., 3.), (28., 34., 3., 3.), (34., 40., 6., 6.)].map(|(a, b, l, r): (f32, f32, f32, f32)| (Transform::IDENTITY, C2::polygon([Vec2::new(a, 0.0), Vec2::new(b, 0.0), Vec2::new(b, r), Vec2::new(a, l)]))).to_vec();
    let forms = [C2::outline(points), C2::compound(columns)];
    let mut answers = vec![];
    for form in forms {
        let mut level = Level::<Dim2>::new();
        level.obstacle(form, Transform::IDENTITY);
        let mut of_form = vec![];
        for (x, y) in [(1.0f32, 2.81f32), (8.0, 2.81), (11.0, 2.81), (13.0, 4.81), (15.0, 2.01), (17.0, 2.01), (20.0, 1.81), (24.0, 2.81), (30.0, 3.81), (33.0, 3.81), (38.0, 6.81)] {
            let walker = level.character(M2::default(), C2::rectangle(0.6, 1.6), at_xy(x, y));
            level.walk(walker, FALL, 4);
            let it = level.app.world_mut().run_system_once(move |mut q: queries::CharacterQuery<Dim2>| {
                let mut text = String::new();
                for d in [Dir2::X, Dir2::NEG_X] {
                    let round = |v: f32| (v * 50.0).round() / 50.0;
                    text += &format!("{:?} {:?} {:?}; ", q.free_way(walker, d, 5.0).map(round), q.edge_ahead(walker, d, 5.0, 0.5).map(|e| (round(e.distance), e.drop.map(round))), q.ledge_ahead(walker, d, 5.0, 3.5).map(|l| (round(l.distance), round(l.height))));
                }
                text + &format!("{:?}", q.head_room(walker, 5.0))
            }).unwrap();
            of_form.push(format!("{x}: {it}"));
            level.app.world_mut().despawn(walker);
        }
        answers.push(of_form);
    }
    for (a, b) in answers[0].iter().zip(&answers[1]) { assert_eq!(a, b); }
}

#[test]
fn the_kind_of_the_cell_below_the_feet_changes_at_run_time() {
    let mut level = Level::<Dim2>::new();
    let mut grid = CellGrid::<Dim2>::new(UVec2::new(9, 3), 1.0, [CellKind::<Dim2>::full()]);
    for x in 0..9 { grid.set(UVec2::new(x, 1), 1).unwrap(); }
    let grid = level.obstacle(C2::Grid(grid), Transform::IDENTITY);
    let walker = level.character(M2::default(), C2::rectangle(0.6, 1.6), at_xy(4.5, 2.81));
    level.walk(walker, FALL, 3);
    // A belt.
    level.change(grid, |it: &mut C2| it.as_grid_mut().unwrap().kinds[0].surface_velocity = Vec2::X * 6.0);
    level.walk(walker, FALL, 2);
    assert!(level.place(walker).x > 4.55, "{}", level.place(walker));
    // Half as high: it is lowered.
    level.change(grid, |it: &mut C2| it.as_grid_mut().unwrap().kinds[0] = CellKind::<Dim2>::lower_half());
    let state = level.step(walker, Vec2::new(0.0, -0.6));
    assert!(state.is_grounded() && (level.place(walker).y - 2.31).abs() < 1e-2, "{} {state:?}", level.place(walker));
    // Other layers: it falls.
    level.change(grid, |it: &mut C2| it.as_grid_mut().unwrap().kinds[0].layers = Some(CollisionLayers::new(LayerMask(2), LayerMask(2))));
    let state = level.step(walker, FALL);
    assert!(!state.is_grounded(), "{state:?}");
}

// --- rollback with characters in all of it

#[test]
fn a_rollback_of_characters_on_areas_grids_and_solids_gives_the_same_bits() {
    for seed in 0..6 {
        let mut level = Level::<Dim2>::new();
        let ring = [[(-3., -3.), (3., -3.), (3., 3.), (-3., 3.)].map(Vec2::from).to_vec(), [(-2., -2.), (2., -2.), (2., 2.), (-2., 2.)].map(Vec2::from).to_vec()];
        let one_way = CellKind::<Dim2> { one_way: Some(OneWayPlatform::default()), ..CellKind::<Dim2>::upper_half() };
        let mut grid = CellGrid::<Dim2>::new(UVec2::new(30, 6), 1.0, [CellKind::<Dim2>::full(), one_way]);
        for x in 0..30 { grid.set(UVec2::new(x, 0), 1).unwrap(); if x % 3 != 0 { grid.set(UVec2::new(x, 2), 2).unwrap(); grid.set(UVec2::new(x, 4), 2).unwrap(); } }
        let grid = level.obstacle(C2::Grid(grid), at_xy(-15.0, -10.0));
        let room = level.obstacle(C2::outlines(ring), Transform::IDENTITY);
        let walkers: Vec<_> = (0..8).map(|i| level.spawn((M2::default(), C2::capsule(0.25, 0.5), at_xy(if i < 3 { i as f32 - 1.0 } else { i as f32 * 2.0 - 12.0 }, if i < 3 { 0.0 } else { -3.5 })))).collect();
        level.app.update();
        let tick = |level: &mut Level<Dim2>, t: u32| {
            let mut random = Random(u64::from(t) * 977 + seed);
            level.set(room, at_xy((t as f32 * 0.1).sin() * 2.0, (t as f32 * 0.07).cos()).with_rotation(Quat::from_rotation_z(t as f32 * 0.02)));
            if t % 5 == 0 {
                let cell = UVec2::new(random.below(30), [0, 2, 4][random.below(3) as usize]);
                let kind = if cell.y == 0 { 1 } else { 2 } * (random.below(2) as u16);
                level.change(grid, |it: &mut C2| _ = it.as_grid_mut().unwrap().set(cell, kind));
            }
            for &w in &walkers {
                let way = Vec2::new(random.range(-0.2, 0.2), if random.below(6) == 0 { 0.5 } else { -0.2 });
                let drop = random.below(7) == 0;
                level.change(w, |it: &mut MoverMotion<Dim2>| { it.displacement = way; it.drop_through = drop; });
            }
            level.app.update();
        };
        for t in 0..40 { tick(&mut level, t); }
        let saved = level.app.resource::<Collisions<Dim2>>().save();
        let kept: Vec<_> = walkers.iter().map(|&w| (level.get::<Transform>(w), level.state(w), level.get::<MoverMotion<Dim2>>(w))).collect();
        let (kept_grid, kept_room) = (level.get::<C2>(grid), level.get::<Transform>(room));
        let mut tracks = vec![];
        for run in 0..2 {
            if run == 1 {
                for (&w, it) in walkers.iter().zip(&kept) { level.app.insert(w, it.clone()); }
                level.app.insert(grid, kept_grid.clone());
                level.app.insert(room, kept_room);
                level.app.world_mut().resource_scope(|world, mut c: Mut<Collisions<Dim2>>| c.restore(&saved, world.entities()).unwrap());
            }
            let mut track = vec![];
            for t in 40..100 {
                tick(&mut level, t);
                track.push(walkers.iter().map(|&w| (level.place(w).to_array().map(f32::to_bits), level.state(w).is_grounded(), level.state(w).end)).collect::<Vec<_>>());
            }
            tracks.push(track);
        }
        for t in 0..60 { assert_eq!(tracks[0][t], tracks[1][t], "seed {seed} tick {}", t + 40); }
    }
}
