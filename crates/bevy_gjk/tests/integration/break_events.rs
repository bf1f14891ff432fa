//! Events, states and bad input of components.

use core::time::Duration;

use crate::break_help::*;
use crate::common::prelude::*;
use bevy_ecs::hierarchy::ChildOf;
use bevy_gjk::grid::{CellEvent, CellGrid, CellKind};
use bevy_math::{UVec2, UVec3};

type C2 = dim2::Collider;
type C3 = dim3::Collider;

fn quiet_app() -> App {
    let mut app = app();
    quiet(&mut app);
    app
}

/// Touches by the events alone.
#[derive(Default)]
struct Book(BTreeSet<[Entity; 2]>);

impl Book {
    fn step(&mut self, app: &mut App) {
        for event in step::<Dim2>(app) {
            match event {
                CollisionEvent::Started { a, b, .. } => assert!(self.0.insert(pair(a, b)), "started twice"),
                CollisionEvent::Ended { a, b, .. } => assert!(self.0.remove(&pair(a, b)), "ended without a start"),
            }
        }
        let now: BTreeSet<_> = app.resource::<Collisions<Dim2>>().iter().map(|t| pair(t.entity, t.other)).collect();
        assert_eq!(self.0, now);
    }
}

#[test]
fn a_collider_that_is_despawned_and_spawned_again_in_its_place_ends_and_begins_once() {
    let mut app = app();
    let mut book = Book::default();
    let a = app.spawn((C2::circle(1.0), Transform::IDENTITY));
    let mut b = app.spawn((C2::circle(1.0), at_x(0.5)));
    book.step(&mut app);
    for _ in 0..20 {
        app.world_mut().despawn(b);
        b = app.spawn((C2::circle(1.0), at_x(0.5)));
        book.step(&mut app);
        assert_eq!(book.0, BTreeSet::from([pair(a, b)]));
    }
}

#[test]
fn a_collider_that_is_removed_and_inserted_again_in_one_frame() {
    let mut app = app();
    let mut book = Book::default();
    let a = app.spawn((C2::circle(1.0), Transform::IDENTITY));
    app.spawn((C2::circle(1.0), at_x(0.5)));
    book.step(&mut app);
    app.remove::<C2>(a);
    app.insert(a, C2::circle(1.0));
    book.step(&mut app);
    assert_eq!(book.0.len(), 1);
}

#[test]
fn layers_that_change_to_and_fro_keep_the_book() {
    let mut app = app();
    let mut book = Book::default();
    let mut random = Random(8);
    let entities: Vec<_> = (0..12).map(|i| app.spawn((C2::circle(1.0), at_x(i as f32 * 0.7)))).collect();
    for _ in 0..200 {
        for _ in 0..random.below(4) {
            let e = entities[random.below(12) as usize];
            match random.below(6) {
                0 => app.insert(e, CollisionLayers::new(LayerMask(random.below(4)), LayerMask(random.below(4)))),
                1 => app.remove::<CollisionLayers>(e),
                2 => app.insert(e, ColliderDisabled),
                3 => app.remove::<ColliderDisabled>(e),
                4 => app.insert(e, CollisionExceptions::of([entities[random.below(12) as usize]])),
                _ => app.remove::<CollisionExceptions>(e),
            }
        }
        book.step(&mut app);
        for (i, &a) in entities.iter().enumerate() {
            for (j, &b) in entities.iter().enumerate().skip(i + 1) {
                let w = app.world();
                let layers = |e| w.get::<CollisionLayers>(e).copied().unwrap_or_default();
                let agree = layers(a).memberships.overlaps(layers(b).filters) && layers(b).memberships.overlaps(layers(a).filters);
                let on = |e| w.get::<ColliderDisabled>(e).is_none();
                let except = |e, o| w.get::<CollisionExceptions>(e).is_some_and(|it| it.0.contains(&o));
                let want = (j - i) as f32 * 0.7 < 2.0 && agree && on(a) && on(b) && !except(a, b) && !except(b, a);
                assert_eq!(book.0.contains(&pair(a, b)), want);
            }
        }
    }
}

#[test]
fn compounds_that_come_and_go_keep_the_book() {
    let mut app = app();
    let mut book = Book::default();
    let mut random = Random(18);
    let roots: Vec<_> = (0..4).map(|i| app.spawn(at_x(i as f32 * 2.0))).collect();
    let children: Vec<_> = (0..12).map(|i| app.spawn((C2::circle(1.0), at_x(i as f32 * 0.3), ChildOf(roots[i % 4])))).collect();
    for _ in 0..300 {
        let root = roots[random.below(4) as usize];
        let child = children[random.below(12) as usize];
        match random.below(9) {
            0 => app.insert(root, CompoundCollider),
            1 => app.remove::<CompoundCollider>(root),
            2 => app.insert(child, ChildOf(root)),
            3 => app.remove::<ChildOf>(child),
            4 => app.insert(root, NoSelfCollision),
            5 => app.remove::<NoSelfCollision>(root),
            6 => app.insert(root, C2::rectangle(1.0, 1.0)),
            7 => app.remove::<C2>(root),
            _ => app.insert(child, Disabled),
        }
        if random.below(3) == 0 {
            let all: Vec<_> = children.clone();
            for it in all { app.remove::<Disabled>(it); }
        }
        book.step(&mut app);
        for pair in &book.0 {
            for e in pair {
                assert!(app.world().get::<Disabled>(*e).is_none());
            }
        }
    }
}

#[test]
fn observers_that_despawn_and_respawn_hear_of_each_end_once() {
    let mut app = app();
    #[derive(Resource, Default)]
    struct Count(i32, i32);
    app.init_resource::<Count>();
    app.add_observer(|_: On<dim2::CollisionStarted>, mut count: ResMut<Count>| count.0 += 1);
    app.add_observer(|_: On<dim2::CollisionEnded>, mut count: ResMut<Count>| count.1 += 1);
    app.spawn((C2::rectangle(50.0, 1.0), Transform::IDENTITY)).to_bits();
    for i in 0..8 {
        app.world_mut().spawn((C2::circle(1.0), at_x(i as f32 * 5.0 - 20.0))).observe(|hit: On<dim2::CollisionStarted>, mut commands: Commands, place: Query<&Transform>| {
            if let Ok(&at) = place.get(hit.entity) {
                commands.entity(hit.entity).despawn();
                commands.spawn((C2::circle(1.0), at));
            }
        });
    }
    app.updates(4);
    let touching = app.resource::<Collisions<Dim2>>().iter().count() as i32;
    assert_eq!(touching, 8);
    let count = app.resource::<Count>();
    // 8 first touches heard by both, of which 8 despawned entities are silent about the end.
    assert_eq!((count.0, count.1), (32, 8), "{}/{}", count.0, count.1);
}

// --- cells

fn cells_by_force(grid: &CellGrid<Dim2>, place: &Transform, other: &C2, at: &Transform) -> BTreeSet<(u32, u32, u16)> {
    grid.filled().filter(|&(_, kind)| grid.kinds.get(usize::from(kind) - 1).is_some_and(|k| k.reports)).filter(|&(cell, kind)| {
        let shape = grid.kinds[usize::from(kind) - 1].shape.clone().unwrap();
        let tile = *place * Transform::from_translation(grid.center(cell).extend(0.0)).with_scale(grid.cell_size.extend(1.0)) * grid.kinds[usize::from(kind) - 1].transform;
        shape.placed(tile).unwrap().pair(&other.placed(*at).unwrap()).intersects()
    }).map(|(cell, kind)| (cell.x, cell.y, kind)).collect()
}

#[test]
fn cell_events_balance_whatever_happens_to_the_grid() {
    for seed in 0..12 {
        let mut app = app();
        let mut random = Random(seed);
        let kinds = || [
            CellKind::<Dim2>::full(),
            CellKind::<Dim2> { reports: true, tag: 1, ..CellKind::<Dim2>::new(C2::circle(0.3)) },
            CellKind::<Dim2> { reports: true, tag: 2, ..CellKind::<Dim2>::slope() },
        ];
        let fill = |random: &mut Random| {
            let mut grid = CellGrid::<Dim2>::new(UVec2::new(10, 8), 1.0, kinds());
            for x in 0..10 { for y in 0..8 { grid.set(UVec2::new(x, y), (random.below(6).min(3)) as u16).unwrap(); } }
            grid
        };
        let grid = app.spawn((C2::Grid(fill(&mut random)), Transform::IDENTITY));
        let ball_kinds = [C2::circle(0.8), C2::rectangle(1.5, 0.4), C2::outline([(0., 0.), (2., 0.), (0.4, 0.4), (0., 2.)].map(Vec2::from)), C2::circle(0.1)];
        let balls: Vec<_> = ball_kinds.iter().map(|kind| app.spawn((kind.clone(), at_xy(3.0, 3.0)))).collect();
        for &ball in &balls { app.insert(ball, CollisionLayers::new(LayerMask(2), LayerMask(1))); }
        let mut book = BTreeSet::new();
        for frame in 0..150 {
            for &ball in &balls {
                if random.below(2) == 0 {
                    let to = at_xy(random.range(-1.0, 11.0), random.range(-1.0, 9.0));
                    set(&mut app, ball, to);
                }
            }
            match random.below(10) {
                0 => { let new = fill(&mut random); app.insert(grid, C2::Grid(new)); }
                1 => app.insert(grid, C2::rectangle(3.0, 3.0)),
                2 => { let new = fill(&mut random); app.insert(grid, C2::Grid(new)); app.insert(grid, at_xy(random.range(-1.0, 1.0), 0.0)); }
                3 => app.insert(grid, ColliderDisabled),
                4 | 5 => app.remove::<ColliderDisabled>(grid),
                6 => if let C2::Grid(it) = &mut *app.world_mut().get_mut::<C2>(grid).unwrap() { it.kinds[1].reports ^= true; },
                7 => if let C2::Grid(it) = &mut *app.world_mut().get_mut::<C2>(grid).unwrap() { it.kinds[2].tag += 1; },
                8 => if let C2::Grid(it) = &mut *app.world_mut().get_mut::<C2>(grid).unwrap() {
                    for _ in 0..10 { it.set(UVec2::new(random.below(10), random.below(8)), random.below(4) as u16).unwrap(); }
                },
                _ => {}
            }
            app.world_mut().resource_mut::<Messages<CellEvent<Dim2>>>().clear();
            app.update();
            let events: Vec<_> = app.world_mut().resource_mut::<Messages<CellEvent<Dim2>>>().drain().collect();
            for event in events {
                let key = |t: &bevy_gjk::grid::CellTouch<Dim2>| (t.other, t.cell.x, t.cell.y, t.kind);
                match event {
                    CellEvent::Started(t) => assert!(book.insert(key(&t)), "{seed} {frame} twice {t:?}"),
                    CellEvent::Ended(t) => assert!(book.remove(&key(&t)), "{seed} {frame} end without start {t:?}"),
                }
            }
            let mut want = BTreeSet::new();
            if let (C2::Grid(it), None) = (app.world().get::<C2>(grid).unwrap(), app.world().get::<ColliderDisabled>(grid)) {
                for (&ball, kind) in balls.iter().zip(&ball_kinds) {
                    let place = app.world().get::<Transform>(grid).unwrap();
                    let at = app.world().get::<Transform>(ball).unwrap();
                    for (x, y, k) in cells_by_force(it, place, kind, at) { want.insert((ball, x, y, k)); }
                }
            }
            assert_eq!(book, want, "{seed} {frame}");
        }
    }
}

#[test]
fn cell_events_of_a_swept_bullet_name_the_cells_on_its_way() {
    let mut app = app();
    let mut grid = CellGrid::<Dim2>::new(UVec2::new(40, 3), 1.0, [CellKind::<Dim2> { reports: true, ..CellKind::<Dim2>::full() }]);
    for x in [5, 11, 30] { for y in 0..3 { grid.set(UVec2::new(x, y), 1).unwrap(); } }
    app.spawn((C2::Grid(grid), Transform::IDENTITY));
    let bullet = app.spawn((C2::circle(0.1), SweptCollider::default(), at_xy(0.5, 1.5)));
    app.update();
    app.world_mut().resource_mut::<Messages<CellEvent<Dim2>>>().clear();
    set(&mut app, bullet, at_xy(38.5, 1.5));
    let events = step::<Dim2>(&mut app);
    assert_eq!(events.len(), 1);
    let cells: Vec<_> = app.world_mut().resource_mut::<Messages<CellEvent<Dim2>>>().drain().collect();
    println!("{cells:?}");
    let xs: BTreeSet<u32> = cells.iter().map(|it| match it { CellEvent::Started(t) | CellEvent::Ended(t) => t.cell.x }).collect();
    assert_eq!(xs, BTreeSet::from([5, 11, 30]));
    app.world_mut().resource_mut::<Messages<CellEvent<Dim2>>>().clear();
    app.update();
    let ended = app.world_mut().resource_mut::<Messages<CellEvent<Dim2>>>().drain().filter(|it| matches!(it, CellEvent::Ended(_))).count();
    assert_eq!(ended, cells.len());
}

// --- swept

#[test]
fn a_swept_bullet_meets_what_it_passes_for_all_kinds_with_an_inside() {
    let (v, t) = crate::break_queries::block(Vec3::splat(-1.0), Vec3::splat(1.0));
    let kinds = [C3::solid(v, t), C3::cuboid(2., 2., 2.), C3::tri_mesh([Vec3::new(0., -2., -2.), Vec3::new(0., 2., -2.), Vec3::new(0., 0., 3.)], [[0, 1, 2]]),
        C3::extrusion(C2::outline([(-1., -1.), (1., -1.), (0.5, 0.), (1., 1.), (-1., 1.)].map(Vec2::from)), 2.0)];
    for kind in kinds {
        for start in [-50.0f32, -1.5, 0.0] {
            let mut app = app();
            let wall = app.spawn((kind.clone(), Transform::IDENTITY));
            let bullet = app.spawn((C3::sphere(0.1), SweptCollider::default(), at_x(start)));
            app.update();
            set(&mut app, bullet, at_x(70.0));
            app.update();
            let touch = app.resource::<Collisions<Dim3>>().get(bullet, wall);
            assert!(touch.is_some(), "{kind:?} {start}");
            app.update();
            assert!(app.resource::<Collisions<Dim3>>().get(bullet, wall).is_none(), "{kind:?} {start}");
        }
    }
}

#[test]
fn a_bullet_within_a_solid_touches_it_all_the_time() {
    let (v, t) = crate::break_queries::block(Vec3::splat(-100.0), Vec3::splat(100.0));
    let mut app = app();
    app.spawn((C3::solid(v, t), Transform::IDENTITY));
    let bullet = app.spawn((C3::sphere(0.1), SweptCollider::default(), at_x(-80.0)));
    app.update();
    let mut events = 0;
    for i in 0..10 {
        set(&mut app, bullet, at_x(-70.0 + 10.0 * i as f32));
        events += step::<Dim3>(&mut app).len();
    }
    assert_eq!(events, 0);
}

// --- components with bad numbers are named

fn named_warnings(bundle: impl Bundle, frames: u32) -> Vec<String> {
    let mut app = quiet_app();
    let floor = app.spawn((C2::rectangle(100.0, 10.0), at_xy(0.0, -5.0)));
    app.insert(floor, (Name::new("culprit"), bundle));
    let walker = app.spawn((C2::rectangle(1.0, 2.0), CharacterMover::<Dim2>::default(), at_xy(0.0, 1.01)));
    let mut lines = vec![];
    lines.extend(warnings(|| for _ in 0..frames {
        app.world_mut().get_mut::<MoverMotion<Dim2>>(walker).unwrap().displacement = Vec2::new(0.1, -0.1);
        app.update();
    }));
    assert!(app.world().get::<Transform>(walker).unwrap().translation.is_finite());
    lines
}

fn assert_named(lines: Vec<String>) {
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(lines[0].contains("culprit"), "{lines:?}");
}

#[test]
fn a_surface_velocity_that_is_no_number_is_named() {
    assert_named(named_warnings(SurfaceVelocity::<Dim2>::new(Vec2::new(f32::NAN, 0.0)), 5));
}
#[test]
fn a_surface_velocity_without_end_is_named() {
    assert_named(named_warnings(SurfaceVelocity::<Dim2>::new(Vec2::new(f32::INFINITY, 0.0)), 5));
}
#[test]
fn a_one_way_platform_without_direction_is_named() {
    assert_named(named_warnings(OneWayPlatform::<Dim2> { direction: Vec2::ZERO, ..Default::default() }, 5));
}
#[test]
fn a_one_way_platform_whose_direction_is_no_number_is_named() {
    assert_named(named_warnings(OneWayPlatform::<Dim2> { direction: Vec2::NAN, ..Default::default() }, 5));
}
#[test]
fn a_one_way_platform_whose_angle_is_no_number_is_named() {
    assert_named(named_warnings(OneWayPlatform::<Dim2> { max_angle: f32::NAN, ..Default::default() }, 5));
}
#[test]
fn a_margin_that_is_no_number_is_named() {
    assert_named(named_warnings(ProximityMargin(f32::NAN), 5));
}

#[test]
fn bad_numbers_in_the_kind_of_a_cell_are_named() {
    let bad = [
        CellKind::<Dim2> { surface_velocity: Vec2::NAN, ..CellKind::<Dim2>::full() },
        CellKind::<Dim2> { one_way: Some(OneWayPlatform { direction: Vec2::ZERO, ..Default::default() }), ..CellKind::<Dim2>::full() },
        CellKind::<Dim2> { one_way: Some(OneWayPlatform { direction: Vec2::NAN, ..Default::default() }), ..CellKind::<Dim2>::full() },
        CellKind::<Dim2> { transform: Transform::from_xyz(f32::NAN, 0.0, 0.0), ..CellKind::<Dim2>::full() },
    ];
    let mut silent = vec![];
    for (index, kind) in bad.into_iter().enumerate() {
        let mut grid = CellGrid::<Dim2>::new(UVec2::new(200, 1), 1.0, [kind]);
        for x in 0..200 { grid.set(UVec2::new(x, 0), 1).unwrap(); }
        let lines = warnings(|| {
            let mut app = quiet_app();
            app.spawn((Name::new("culprit"), C2::Grid(grid.clone()), at_xy(-100.0, -1.0)));
            let walker = app.spawn((C2::rectangle(1.0, 2.0), CharacterMover::<Dim2>::default(), at_xy(0.0, 1.01)));
            for _ in 0..5 {
                app.world_mut().get_mut::<MoverMotion<Dim2>>(walker).unwrap().displacement = Vec2::new(0.1, -0.1);
                app.update();
            }
        });
        if lines.len() != 1 || !lines[0].contains("culprit") { silent.push((index, lines)); }
    }
    assert!(silent.is_empty(), "{silent:?}");
}

#[test]
fn a_mover_motion_that_is_no_number_is_named_or_in_the_state() {
    let mut app = quiet_app();
    let walker = app.spawn((C2::rectangle(1.0, 2.0), CharacterMover::<Dim2>::default(), at_xy(0.0, 1.01)));
    app.update();
    app.world_mut().get_mut::<MoverMotion<Dim2>>(walker).unwrap().displacement = Vec2::NAN;
    app.update();
    assert_eq!(app.get::<MoverState<Dim2>>(walker).end, MoveEnd::NotFinite);
}

#[test]
fn a_transform_that_is_no_number_is_named_and_ends_and_begins_again() {
    for kind in common::samples::flat() {
        let mut app = quiet_app();
        let mut book = Book::default();
        let bad = app.spawn((Name::new("culprit"), kind.clone(), at_xy(0.0, 0.0)));
        app.spawn((C2::rectangle(9.0, 9.0), Transform::IDENTITY));
        book.step(&mut app);
        let before = book.0.clone();
        let lines = warnings(|| for at in [Vec3::NAN, Vec3::splat(f32::INFINITY), Vec3::splat(1e30)] {
            set(&mut app, bad, Transform::from_translation(at));
            book.step(&mut app);
        });
        assert!(!lines.is_empty() && lines.iter().all(|it| it.contains("culprit")), "{kind:?} {lines:?}");
        set(&mut app, bad, Transform::IDENTITY);
        book.step(&mut app);
        assert_eq!(book.0, before, "{kind:?}");
    }
}

// --- states

#[test]
fn cells_that_are_touched_are_restored_without_events() {
    let mut app = app();
    let mut grid = CellGrid::<Dim2>::new(UVec2::new(8, 1), 1.0, [CellKind::<Dim2> { reports: true, ..CellKind::<Dim2>::full() }]);
    for x in 0..8 { grid.set(UVec2::new(x, 0), 1).unwrap(); }
    let level = app.spawn((C2::Grid(grid.clone()), Transform::IDENTITY));
    let ball = app.spawn((C2::circle(0.8), at_xy(3.0, 1.2)));
    app.update();
    let saved = app.resource::<Collisions<Dim2>>().save();
    let count = app.resource::<Collisions<Dim2>>().cell_touches().len();
    assert!(count >= 2);
    // A wrong guess: it digs and moves.
    app.world_mut().get_mut::<C2>(level).unwrap().as_grid_mut().unwrap().set(UVec2::new(3, 0), 0).unwrap();
    set(&mut app, ball, at_xy(6.0, 1.2));
    app.update();
    set(&mut app, ball, at_xy(3.0, 1.2));
    app.insert(level, C2::Grid(grid));
    app.world_mut().resource_scope(|world, mut collisions: Mut<Collisions<Dim2>>| collisions.restore(&saved, world.entities()).unwrap());
    app.world_mut().resource_mut::<Messages<CellEvent<Dim2>>>().clear();
    app.update();
    let events: Vec<_> = app.world_mut().resource_mut::<Messages<CellEvent<Dim2>>>().drain().collect();
    assert!(events.is_empty(), "{events:?}");
    assert_eq!(app.resource::<Collisions<Dim2>>().cell_touches().len(), count);
}

// --- steps of no time and of much

#[test]
fn a_belt_carries_nothing_in_no_time_and_all_the_way_in_much() {
    for seconds in [0.0, 1e-9, 1.0, 1e3] {
        let mut level = Level::<Dim2>::at_rate(60.0);
        level.app.insert_resource(bevy_time::TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 60.0)));
        level.spawn((C2::rectangle(1e6, 10.0), at_xy(0.0, -5.0), SurfaceVelocity::<Dim2>::new(Vec2::X)));
        let walker = level.character(CharacterMover::default(), C2::rectangle(1.0, 2.0), at_xy(0.0, 1.01));
        level.step(walker, Vec2::NEG_Y * 0.1);
        level.step(walker, Vec2::NEG_Y * 0.1);
        let from = level.place(walker).x;
        level.app.insert_resource(bevy_time::TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(seconds)));
        level.app.world_mut().resource_mut::<bevy_time::Time<bevy_time::Virtual>>().set_max_delta(Duration::MAX);
        let state = level.step(walker, Vec2::NEG_Y * 0.1);
        let way = level.place(walker).x - from;
        assert!(way.is_finite(), "{seconds} {way}");
        if seconds < 2.0 {
            assert!(approx(way, seconds as f32, 1e-3), "{seconds} {way} {state:?}");
        } else {
            assert!(way > 900.0, "{seconds} {way} {state:?}");
        }
    }
}
