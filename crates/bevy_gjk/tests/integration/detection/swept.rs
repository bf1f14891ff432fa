//! Swept colliders touch the colliders on their path, at any speed.

mod small_steps;
mod turning;

use core::f32::consts::PI;

use bevy_gjk::gjk::{self, Placed};

use crate::common::detour::{allow_detours, detect_at, detour};
use crate::common::prelude::*;

fn swept() -> SweptCollider {
    SweptCollider::default()
}

fn flat_shape(random: &mut Random) -> dim2::Collider {
    match random.below(4) {
        0 => dim2::Collider::circle(0.5),
        1 => dim2::Collider::rectangle(2.0, 0.3),
        2 => dim2::Collider::capsule(0.3, 1.0),
        _ => dim2::Collider::regular_polygon(0.8, 5),
    }
}

/// Spawns a swept circle of radius 0.5.
fn bullet(app: &mut App, x: f32, y: f32) -> Entity {
    app.spawn((dim2::Collider::circle(0.5), swept(), at_xy(x, y)))
}

/// Spawns an upright wall of a width and a height.
fn wall(app: &mut App, x: f32, width: f32, height: f32) -> Entity {
    app.spawn((dim2::Collider::rectangle(width, height), at_x(x)))
}

fn time<D: Dimension>(app: &App, one: Entity, two: Entity) -> Option<f32> {
    app.resource::<Collisions<D>>().get(one, two).map(|touch| touch.time)
}

#[test]
fn a_swept_bullet_touches_a_thin_wall_at_any_speed() {
    for lengths in [10.0, 100.0, 1000.0, 10_000.0] {
        let mut app = app();
        let wall = wall(&mut app, 0.0, 0.01, 10.0);
        let bullet = bullet(&mut app, -0.7 * lengths, 3.0);
        let ghost = app.spawn((dim2::Collider::circle(0.5), at_xy(-0.7 * lengths, 3.0)));
        let slab = app.spawn((dim3::Collider::cuboid(0.01, 10.0, 10.0), at_x(0.0)));
        let ball = app.spawn((dim3::Collider::sphere(0.5), swept(), at_xy(-0.7 * lengths, 3.0)));
        assert_eq!(step2(&mut app).0, [pair(bullet, ghost)]);
        for flyer in [bullet, ball, ghost] {
            set(&mut app, flyer, at_xy(0.3 * lengths, 3.0));
        }
        let events = step::<Dim2>(&mut app);
        let [CollisionEvent::Started { a, b, contact, .. }] = events[..] else { panic!("{events:?}") };
        assert_eq!([a, b], pair(wall, bullet));
        // The contact is that of the first impact, not of the current place of the bullet.
        assert!(contact.on_a.abs_diff_eq(Vec2::new(-0.005, 3.0), 1e-6 * lengths), "{contact:?}");
        assert!(contact.normal.abs_diff_eq(Vec2::NEG_X, 1e-5) && contact.depth == 0.0, "{contact:?}");
        let expected = (0.7 * lengths - 0.505) / lengths;
        for found in [time::<Dim2>(&app, wall, bullet), time::<Dim3>(&app, slab, ball)] {
            assert!((found.unwrap() - expected).abs() < 1e-6, "{found:?} {expected}");
        }
        // In the next frame the bullet is beyond the wall, though nothing moves.
        assert_eq!(step2(&mut app).1, [(pair(wall, bullet), EndReason::Separated)]);
        assert_eq!(time::<Dim3>(&app, slab, ball), None);
        assert_eq!(step2(&mut app), NOTHING);
    }
}

#[test]
fn the_first_of_several_walls_has_the_least_time() {
    #[derive(Resource, Default)]
    struct Received(Vec<(Entity, f32)>);
    let mut app = app();
    app.init_resource::<Received>();
    let wall = |app: &mut App, x| wall(app, x, 1.0, 4.0);
    // Spawned in another order than along the path.
    let walls = [40.0, 10.0, 30.0, 20.0].map(|x| wall(&mut app, x));
    let bullet = bullet(&mut app, 0.0, 0.0);
    app.observe(bullet, |hit: On<CollisionStarted<Dim2>>, mut received: ResMut<Received>| {
        received.0.push((hit.other, hit.time));
    });
    app.update();
    app.update_at(bullet, at_x(100.0));
    let mut hits: Vec<_> =
        app.resource::<Collisions<Dim2>>().collisions_with(bullet).map(|it| (it.other, it.time)).collect();
    hits.sort_by(|one, other| one.1.total_cmp(&other.1));
    let order: Vec<_> = hits.iter().map(|hit| hit.0).collect();
    assert_eq!(order, [walls[1], walls[3], walls[2], walls[0]]);
    for ((_, time), expected) in hits.iter().zip([0.09, 0.19, 0.29, 0.39]) {
        assert!((time - expected).abs() < 1e-6, "{time} {expected}");
    }
    let mut received = app.resource::<Received>().0.clone();
    received.sort_by(|one, other| one.1.total_cmp(&other.1));
    assert_eq!(received, hits);
}

/// Runs a second detection in the middle of a run, between each two of its phases.
#[test]
fn a_detection_between_two_phases_keeps_the_sweep() {
    use CollisionSystems::{BroadPhase, Events, Filter, NarrowPhase, Prepare};
    // The place of the bullet when the systems run, and where a system between their phases moves it.
    let paths = [(3.0, None), (3.0, Some(3.0)), (3.0, Some(9.0)), (-3.0, Some(3.0)), (3.0, Some(-3.0))];
    for (before, after) in [(Prepare, BroadPhase), (BroadPhase, Filter), (Filter, NarrowPhase)] {
        for (to, then) in paths {
            let mut app = app();
            allow_detours(&mut app, before, after);
            let wall = wall(&mut app, 0.0, 0.01, 10.0);
            let bullet = bullet(&mut app, -5.0, 0.0);
            assert_eq!(step2(&mut app), NOTHING);
            for _ in 0..2 {
                set(&mut app, bullet, at_x(to));
                let end = then.unwrap_or(to);
                detour(&mut app, move |world| detect_at(world, bullet, end));
                let case = format!("{before:?} {after:?} {to} {then:?}");
                // The sweep is the straight line from the place of the last test.
                let met = if end > 0.0 { vec![pair(wall, bullet)] } else { vec![] };
                assert_eq!(step2(&mut app), (met.clone(), vec![]), "{case}");
                let first = (end > 0.0).then_some((5.0 - 0.505) / (5.0 + end));
                let found = time::<Dim2>(&app, wall, bullet);
                assert!(found.zip(first).is_none_or(|(found, first)| (found - first).abs() < 1e-5), "{case}");
                assert_eq!(found.is_some(), first.is_some(), "{case}");
                // Back again, beside the wall.
                let parted = met.iter().map(|&pair| (pair, EndReason::Separated)).collect();
                app.get_mut::<SweptCollider>(bullet).reset();
                assert_eq!(app.step_at(bullet, at_x(-5.0)), (vec![], parted), "{case}");
            }
        }
    }
    // After its test, the first run is complete.
    let mut app = app();
    app.add_systems(PostUpdate, detect_collisions.after(NarrowPhase).before(Events));
    let wall = wall(&mut app, 0.0, 0.01, 10.0);
    let bullet = bullet(&mut app, -5.0, 0.0);
    app.update();
    set(&mut app, bullet, at_x(5.0));
    let pair = pair(wall, bullet);
    assert_eq!(step2(&mut app), (vec![pair], vec![(pair, EndReason::Separated)]));
}

#[test]
fn a_sweep_starts_where_the_collider_was_placed() {
    let mut app = app();
    let wall = wall(&mut app, 0.0, 1.0, 4.0);
    // There is no sweep in the first frame.
    let bullet = bullet(&mut app, -9.0, 0.0);
    assert!(app.step_at(bullet, at_x(9.0)).0.is_empty());
    // After a reset there is none in the next frame, but in the one after it.
    let reset = |app: &mut App| app.get_mut::<SweptCollider>(bullet).reset();
    reset(&mut app);
    assert!(app.step_at(bullet, at_x(-9.0)).0.is_empty());
    assert_eq!(app.step_at(bullet, at_x(9.0)).0, [pair(wall, bullet)]);
    // There is none in the first frame after the collider was invalid.
    assert_eq!(app.step_with(bullet, ColliderDisabled).1.len(), 1);
    app.remove::<ColliderDisabled>(bullet);
    assert_eq!(app.step_at(bullet, at_x(-9.0)), NOTHING);
    // There is no sweep if the previous transform is unknown.
    app.update_at(bullet, at_x(f32::NAN));
    assert_eq!(app.step_at(bullet, at_x(9.0)), NOTHING);
    // A collider that becomes swept has moved before.
    app.remove::<SweptCollider>(bullet);
    app.update();
    app.insert(bullet, swept());
    assert_eq!(app.step_at(bullet, at_x(-9.0)).0, [pair(wall, bullet)]);
    // On demand between frames, each run sweeps the motion since the last run.
    set(&mut app, bullet, at_x(-5.0));
    detect_collisions(app.world_mut());
    assert_eq!(time::<Dim2>(&app, wall, bullet), None);
    set(&mut app, bullet, at_x(5.0));
    detect_collisions(app.world_mut());
    assert!((time::<Dim2>(&app, wall, bullet).unwrap() - 0.4).abs() < 1e-6);
}

#[test]
fn colliders_that_overlap_at_the_start_touch_at_time_zero() {
    let mut app = app();
    let wall = wall(&mut app, 0.0, 2.0, 4.0);
    let bullet = bullet(&mut app, -1.25, 0.0);
    assert_eq!(step2(&mut app).0, [pair(wall, bullet)]);
    assert_eq!(time::<Dim2>(&app, wall, bullet), Some(1.0), "it stands");
    assert_eq!(app.step_at(bullet, at_x(-9.0)), NOTHING);
    let touch = app.resource::<Collisions<Dim2>>().get(wall, bullet).unwrap();
    assert!(touch.time == 0.0 && (touch.contact().depth - 0.25).abs() < 1e-6, "{touch:?}");
    assert_eq!(touch.runs, 1);
    assert_eq!(app.step_at(bullet, at_x(-10.0)).1, [(pair(wall, bullet), EndReason::Separated)]);
}

#[test]
fn all_other_settings_apply_to_swept_colliders() {
    let mut app = app();
    let wall = |app: &mut App, bundle: (CollisionLayers, CollisionExceptions)| {
        app.spawn((dim2::Collider::rectangle(1.0, 4.0), at_x(0.0), bundle))
    };
    let bullet = bullet(&mut app, -9.0, 0.0);
    let other_layer = CollisionLayers::new(2, 2);
    wall(&mut app, (other_layer, CollisionExceptions::default()));
    wall(&mut app, (CollisionLayers::default(), CollisionExceptions(vec![bullet])));
    let zone = app.spawn((dim2::Collider::rectangle(1.0, 4.0), at_x(3.0)));
    let near = app.spawn((dim2::Collider::circle(1.0), ProximityMargin(2.0), at_xy(9.0, 3.0)));
    let passed = app.spawn((dim2::Collider::circle(1.0), ProximityMargin(2.0), at_xy(-3.0, 3.0)));
    app.update();
    assert_eq!(app.step_at(bullet, at_x(9.0)).0, [pair(zone, bullet)]);
    let collisions = app.resource::<Collisions<Dim2>>();
    assert!((collisions.get_proximity(bullet, near).unwrap().closest.distance - 1.5).abs() < 1e-6);
    // Proximity counts only at the end of the sweep.
    assert!(collisions.get_proximity(bullet, passed).is_none());
    // On the way back the touch goes on, with the impact of the last run.
    let touch = |app: &App| {
        let touch = app.resource::<Collisions<Dim2>>().get(zone, bullet).unwrap();
        (touch.contact().normal, touch.time)
    };
    let (normal, time) = touch(&app);
    assert!(normal.distance(-Vec2::X) < 1e-6 && (time - 11.0 / 18.0).abs() < 1e-6, "{normal} {time}");
    assert_eq!(app.step_at(bullet, at_x(-9.0)), NOTHING);
    let (normal, time) = touch(&app);
    assert!(normal.distance(Vec2::X) < 1e-6 && (time - 5.0 / 18.0).abs() < 1e-6, "{normal} {time}");
}

#[test]
fn compounds_are_swept_part_by_part() {
    use dim2::Collider;
    let mut app = app();
    // A gate of two posts.
    let post = |y| (at_xy(0.0, y), Collider::rectangle(0.1, 2.0));
    let gate = app.spawn((Collider::compound([post(2.0), post(-2.0)]), at_x(0.0)));
    let through = app.spawn((Collider::circle(0.5), swept(), at_x(-90.0)));
    let against = app.spawn((Collider::circle(0.5), swept(), at_xy(-90.0, 2.5)));
    // A hook of two parts, of which the rear one hits.
    let hook = Collider::compound([
        (at_x(0.0), Collider::rectangle(1.0, 0.2)),
        (at_xy(-4.0, 1.0), Collider::rectangle(0.2, 1.0)),
    ]);
    let hook = app.spawn((hook, swept(), at_x(-90.0)));
    app.update();
    for flyer in [through, against, hook] {
        let y = app.get::<Transform>(flyer).translation.y;
        set(&mut app, flyer, at_xy(90.0, y));
    }
    let mut started = step2(&mut app).0;
    started.retain(|pair| pair.contains(&gate));
    assert_eq!(started, [pair(gate, against), pair(gate, hook)]);
    assert!((time::<Dim2>(&app, gate, against).unwrap() - 89.45 / 180.0).abs() < 1e-5);
    assert!((time::<Dim2>(&app, gate, hook).unwrap() - 93.85 / 180.0).abs() < 1e-5);
}

#[test]
fn swept_colliders_touch_surfaces_and_half_spaces() {
    let mut app = app();
    let ground = app.spawn((dim3::Collider::half_space(Vec3::Y, 0.0), at_xy(0.0, -2.0)));
    let corners = [Vec3::ZERO, Vec3::X * 9.0, Vec3::Z * 9.0, Vec3::new(-9.0, 30.0, 0.0)];
    let sheet = dim3::Collider::tri_mesh(corners, [[0, 2, 3], [0, 1, 2]]);
    let sheet = app.spawn((sheet, at_x(0.0)));
    let over = app.spawn((dim3::Collider::sphere(0.5), swept(), Transform::from_xyz(2.0, 50.0, 2.0)));
    let beside = app.spawn((dim3::Collider::cuboid(1.0, 1.0, 1.0), swept(), at_xy(-5.0, 50.0)));
    let tumbling = app.spawn((dim3::Collider::cuboid(1.0, 1.0, 1.0), swept(), at_xy(-9.0, 50.0)));
    app.update();
    set(&mut app, over, Transform::from_xyz(2.0, -50.0, 2.0));
    set(&mut app, beside, at_xy(-5.0, -50.0));
    app.update_at(tumbling, at_xy(-9.0, -50.0).with_rotation(Quat::from_rotation_z(1.0)));
    let [part, _] =
        app.resource::<dim3::Collisions>().get(sheet, over).and_then(|touch| touch.touching_parts()).unwrap();
    assert_eq!(part.index, 1, "the triangle that it flew through");
    let time = |one, two| time::<Dim3>(&app, one, two).unwrap();
    assert!((time(sheet, over) - 0.495).abs() < 1e-5);
    assert!((time(ground, over) - 0.515).abs() < 1e-5);
    assert!((time(ground, beside) - 0.515).abs() < 1e-5);
    let lowest = 0.5 * (0.513f32.cos() + 0.513f32.sin());
    assert!((time(ground, tumbling) - (52.0 - lowest) / 100.0).abs() < 1e-4);
    // The ground itself moves up, and turns.
    app.update_with(ground, swept());
    set(&mut app, ground, at_xy(0.0, 90.0).with_rotation(Quat::from_rotation_z(0.1)));
    let hit = step::<Dim3>(&mut app).iter().any(|event| event.entities() == pair(ground, sheet));
    assert!(hit);
}

#[test]
fn a_swept_collider_at_rest_behaves_like_an_ordinary_one() {
    let run = |is_swept: bool| {
        let mut app = app();
        let mut random = Random(3);
        let mut all = Vec::new();
        for index in 0..60 {
            let place = at_xy(random.range(-4.0, 4.0), random.range(-4.0, 4.0));
            let entity = app.spawn((flat_shape(&mut random), place));
            if is_swept && index % 2 == 0 {
                app.insert(entity, swept());
            }
            all.push(entity);
        }
        let mut log = String::new();
        for _ in 0..20 {
            log += &format!("{:?}", step::<Dim2>(&mut app));
            // The colliders that are not swept move.
            for &entity in all.iter().skip(1).step_by(2) {
                set(&mut app, entity, at_xy(random.range(-4.0, 4.0), random.range(-4.0, 4.0)));
            }
        }
        log
    };
    assert_eq!(run(true), run(false));
}

/// Which entities heard of a bullet as its first touch, in order.
#[derive(Resource, Default)]
struct FirstHits(Vec<Entity>);

#[derive(Component)]
struct Bullet;

/// Despawns the bullet at its first touch; observed on the walls or on the bullet.
fn note_first_hit<const ON_BULLET: bool>(
    hit: On<CollisionStarted<Dim2>>,
    bullets: Query<(), With<Bullet>>,
    collisions: Res<Collisions<Dim2>>,
    mut first_hits: ResMut<FirstHits>,
    mut commands: Commands,
) {
    let [bullet, wall] = if ON_BULLET { [hit.entity, hit.other] } else { [hit.other, hit.entity] };
    // The bullet may have been despawned by an observer before.
    assert!(bullets.contains(bullet) || !first_hits.0.is_empty());
    if collisions.first_touch(bullet).is_some_and(|first| first.other == wall) {
        first_hits.0.push(wall);
        commands.entity(bullet).try_despawn();
    }
}

/// Walls hear of a bullet that is despawned by its first hit, and exactly one of them is that hit.
#[test]
fn a_bullet_has_exactly_one_first_touch_for_all_observers() {
    let mut random = Random(9);
    for round in 0..60 {
        let mut app = app();
        app.init_resource::<FirstHits>();
        // Some walls are in one place, and so hit at the same time.
        let places: Vec<f32> = (0..6).map(|_| 1.0 + random.below(4) as f32).collect();
        // They do not touch one another.
        let layers = CollisionLayers::new(2, 1);
        let walls: Vec<Entity> = places
            .iter()
            .map(|&x| app.spawn((dim2::Collider::rectangle(0.2, 4.0), layers, at_x(x))))
            .collect();
        let bullet = app.spawn((dim2::Collider::circle(0.1), swept(), at_x(-2.0), Bullet));
        if round % 2 == 0 {
            app.observe(bullet, note_first_hit::<true>);
        } else {
            for &wall in &walls {
                app.observe(wall, note_first_hit::<false>);
            }
        }
        assert_eq!(step2(&mut app), NOTHING);
        assert!(app.resource::<Collisions<Dim2>>().first_touch(bullet).is_none());
        assert_eq!(app.step_at(bullet, at_x(9.0)).0.len(), walls.len(), "all touches are reported");
        let nearest = places.iter().copied().fold(f32::INFINITY, f32::min);
        let expected = (0..walls.len()).filter(|&index| places[index] == nearest).map(|index| walls[index]);
        let expected = expected.min_by_key(|wall| wall.index_u32()).unwrap();
        assert_eq!(app.resource::<FirstHits>().0, [expected], "round {round}");
        assert!(app.world().get_entity(bullet).is_err());
        let ended = step2(&mut app).1;
        assert_eq!(ended.len(), walls.len());
        assert!(ended.iter().all(|(_, reason)| *reason == EndReason::Despawned));
    }
}

#[test]
fn the_first_touch_is_one_that_began_in_the_last_run() {
    let mut app = app();
    let gun = app.spawn((dim2::Collider::circle(1.0), at_x(0.0)));
    let wall = wall(&mut app, 5.0, 0.2, 4.0);
    let bullet = app.spawn((dim2::Collider::circle(0.1), swept(), at_x(0.0)));
    let first = |app: &App, entity| {
        let touch = app.resource::<Collisions<Dim2>>().first_touch(entity);
        touch.map(|touch| [touch.entity, touch.other])
    };
    app.update();
    assert_eq!(first(&app, bullet), Some([bullet, gun]));
    app.update();
    assert_eq!(first(&app, bullet), None, "it began one run before");
    // On its way out it still touches the gun, at time 0, but that touch does not begin.
    app.update_at(bullet, at_x(9.0));
    assert!(time::<Dim2>(&app, bullet, gun).is_some());
    assert_eq!(first(&app, bullet), Some([bullet, wall]));
    assert_eq!(first(&app, wall), Some([wall, bullet]));
}

/// To flip a sprite is no turn: nothing around it is swept over, and what it is flipped through is itself.
#[test]
fn a_swept_collider_that_is_flipped_does_not_turn_round() {
    let scaled = |x, y, z| Transform::from_scale(Vec3::new(x, y, z));
    let flips = [
        scaled(-1.0, 1.0, 1.0),
        scaled(1.0, -1.0, 1.0),
        Transform::from_rotation(Quat::from_rotation_y(PI)),
        scaled(-1.0, 1.0, 1.0).with_rotation(Quat::from_rotation_z(0.02)),
    ];
    let around = [(0.0, 4.0), (0.0, -4.0), (3.5, 2.0), (-3.5, 2.0)].map(|(x, y)| at_xy(x, y));
    flips.iter().for_each(|&flip| nothing_is_swept_over::<Dim2>(&around, &[flip, Transform::IDENTITY, flip]));
    let around = [Vec3::Y, Vec3::NEG_Y, Vec3::Z, Vec3::NEG_Z].map(|at| at_point(at * 4.0));
    let tilted = |scale| Transform::from_scale(scale).with_rotation(Quat::from_rotation_x(0.3));
    for flip in [Vec3::new(-1.0, 1.0, 1.0), Vec3::new(1.0, -1.0, 1.0), Vec3::new(1.0, 1.0, -1.0), -Vec3::ONE]
    {
        nothing_is_swept_over::<Dim3>(&around, &[tilted(flip), tilted(Vec3::ONE)]);
    }
}

/// Asserts that a swept bar meets none of the balls around it on its way.
fn nothing_is_swept_over<D: Spatial>(around: &[Transform], way: &[Transform]) {
    let mut app = app();
    let bar = app.spawn((D::cuboid(Vec3::new(5.0, 0.5, 0.5)), swept(), Transform::IDENTITY));
    for &at in around {
        app.spawn((D::ball(0.5), at));
    }
    app.update();
    for &there in way {
        set(&mut app, bar, there);
        assert_eq!(step::<D>(&mut app), [], "{there:?}");
    }
}

/// A fast mover that is flipped while it moves still hits what is on its way.
#[test]
fn a_flip_on_the_way_is_still_swept() {
    let mut app = app();
    let shot = app.spawn((dim2::Collider::rectangle(1.0, 0.5), SweptCollider::default(), at_x(-9.0)));
    let wall = app.spawn((dim2::Collider::rectangle(0.2, 8.0), Transform::IDENTITY));
    app.update();
    app.update_at(shot, at_x(9.0).with_scale(Vec3::new(-1.0, 1.0, 1.0)));
    assert!(app.resource::<Collisions<Dim2>>().get(shot, wall).is_some());
}
