//! The behaviors in which collision plugins differ, each as a tiny scene with `Transform` as its input and
//! events as its output, in 2D and 3D.

use bevy_app::Update;

use crate::common::prelude::*;

/// Instantiates each scene for both dimensions.
macro_rules! facts {
    ($($name:ident)*) => {
        mod in_2d {
            $(#[test] fn $name() { super::$name::<super::Dim2>() })*
        }
        mod in_3d {
            $(#[test] fn $name() { super::$name::<super::Dim3>() })*
        }
    };
}

facts! {
    a_touch_of_colliders_spawned_before_the_first_update_starts_in_it
    a_collider_spawned_between_updates_starts_its_touch_in_the_next_one
    a_collider_spawned_during_an_update_starts_its_touch_in_it
    moving_starts_and_ends_a_touch_in_the_same_update
    a_teleport_ends_one_touch_and_starts_another
    a_despawn_ends_a_touch_once_in_the_same_update
    replacing_an_entity_ends_its_touch_and_starts_another
    an_entity_spawned_and_despawned_between_updates_causes_no_event
    a_stretched_ball_is_an_ellipse
    a_mirrored_box_is_a_box
    scale_may_change_at_run_time
    a_scale_of_zero_makes_a_flat_shape
    children_collide_where_they_are_drawn
    a_turned_child_of_a_stretched_parent_is_sheared
    moving_a_resting_parent_moves_the_child_in_the_same_update
    a_moving_parent_moves_its_child
    slow_rotations_accumulate
    colliders_that_exactly_touch_do_touch_and_near_ones_do_not
    contained_and_coincident_colliders_touch
    a_nan_causes_no_event_and_no_panic
}

/// Runs one update and returns its events without contacts.
fn frame_events<D: Spatial>(app: &mut App) -> Vec<([Entity; 2], Option<EndReason>)> {
    let tell = |event: CollisionEvent<D>| match event {
        CollisionEvent::Started { a, b, .. } => ([a, b], None),
        CollisionEvent::Ended { a, b, reason } => ([a, b], Some(reason)),
    };
    step::<D>(app).into_iter().map(tell).collect()
}

fn started(one: Entity, two: Entity) -> ([Entity; 2], Option<EndReason>) {
    (pair(one, two), None)
}

fn ended(one: Entity, two: Entity, reason: EndReason) -> ([Entity; 2], Option<EndReason>) {
    (pair(one, two), Some(reason))
}

/// Spawns two balls of radius 0.5 at a distance in x, and drops their first events.
fn two_balls<D: Spatial>(distance: f32) -> (App, Entity, Entity) {
    let mut app = app();
    let a = app.spawn((D::ball(0.5), at_xy(0.0, 0.0)));
    let b = app.spawn((D::ball(0.5), at_xy(distance, 0.0)));
    frame_events::<D>(&mut app);
    assert_eq!(frame_events::<D>(&mut app), []);
    (app, a, b)
}

/// Checks at each point whether a tiny ball touches the collider that `build` spawns.
fn probe<D: Spatial>(build: impl FnOnce(&mut App) -> Entity, points: &[([f32; 2], bool)]) {
    let mut app = app();
    let target = build(&mut app);
    let tip = app.spawn((D::ball(0.01), at_xy(1e3, 0.0)));
    for &([x, y], expected) in points {
        set(&mut app, tip, at_xy(x, y));
        app.update();
        let touches = app.resource::<Collisions<D>>().contains(target, tip);
        assert_eq!(touches, expected, "at ({x}, {y})");
    }
}

fn a_touch_of_colliders_spawned_before_the_first_update_starts_in_it<D: Spatial>() {
    let mut app = app();
    let a = app.spawn((D::ball(0.5), at_xy(0.0, 0.0)));
    let b = app.spawn((D::ball(0.5), at_xy(0.6, 0.0)));
    assert_eq!(frame_events::<D>(&mut app), [started(a, b)]);
}

fn a_collider_spawned_between_updates_starts_its_touch_in_the_next_one<D: Spatial>() {
    let (mut app, a, _) = two_balls::<D>(9.0);
    let c = app.spawn((D::ball(0.5), at_xy(0.6, 0.0)));
    assert_eq!(frame_events::<D>(&mut app), [started(a, c)]);
}

#[derive(Resource, Default)]
struct Spawned(Option<Entity>);

fn a_collider_spawned_during_an_update_starts_its_touch_in_it<D: Spatial>() {
    let mut app = app();
    let a = app.spawn((D::ball(0.5), at_xy(0.0, 0.0)));
    app.update();
    app.init_resource::<Spawned>();
    app.add_systems(Update, |mut commands: Commands, mut spawned: ResMut<Spawned>| {
        spawned.0.get_or_insert_with(|| commands.spawn((D::ball(0.5), at_xy(0.6, 0.0))).id());
    });
    let events = frame_events::<D>(&mut app);
    let b = app.resource::<Spawned>().0.unwrap();
    assert_eq!(events, [started(a, b)]);
}

fn moving_starts_and_ends_a_touch_in_the_same_update<D: Spatial>() {
    let (mut app, a, b) = two_balls::<D>(5.0);
    set(&mut app, b, at_xy(0.6, 0.0));
    assert_eq!(frame_events::<D>(&mut app), [started(a, b)]);
    set(&mut app, b, at_xy(5.0, 0.0));
    assert_eq!(frame_events::<D>(&mut app), [ended(a, b, EndReason::Separated)]);
}

fn a_teleport_ends_one_touch_and_starts_another<D: Spatial>() {
    let (mut app, a, b) = two_balls::<D>(9.0);
    let c = app.spawn((D::ball(0.5), at_xy(0.6, 0.0)));
    assert_eq!(frame_events::<D>(&mut app), [started(a, c)]);
    set(&mut app, c, at_xy(9.4, 0.0));
    assert_eq!(frame_events::<D>(&mut app), [ended(a, c, EndReason::Separated), started(b, c)]);
}

fn a_despawn_ends_a_touch_once_in_the_same_update<D: Spatial>() {
    for both in [false, true] {
        let (mut app, a, b) = two_balls::<D>(0.6);
        app.world_mut().despawn(b);
        if both {
            app.world_mut().despawn(a);
        }
        assert_eq!(frame_events::<D>(&mut app), [ended(a, b, EndReason::Despawned)]);
        assert_eq!(frame_events::<D>(&mut app), []);
    }
}

fn replacing_an_entity_ends_its_touch_and_starts_another<D: Spatial>() {
    for reuse in [false, true] {
        let (mut app, a, b) = two_balls::<D>(0.6);
        let parts = (D::ball(0.5), at_xy(0.6, 0.0));
        let new = if reuse {
            let new = app.world_mut().despawn_no_free(b).unwrap();
            app.world_mut().spawn_at(new, parts).unwrap().id()
        } else {
            app.world_mut().despawn(b);
            app.spawn(parts)
        };
        assert!(!reuse || new.index() == b.index());
        assert_eq!(frame_events::<D>(&mut app), [ended(a, b, EndReason::Despawned), started(a, new)]);
    }
    // Both entities are replaced.
    let (mut app, a, b) = two_balls::<D>(0.6);
    let [one, two] = [(a, 0.0), (b, 0.6)].map(|(old, x)| {
        app.world_mut().despawn(old);
        app.spawn((D::ball(0.5), at_xy(x, 0.0)))
    });
    assert_eq!(frame_events::<D>(&mut app), [ended(a, b, EndReason::Despawned), started(one, two)]);
}

fn an_entity_spawned_and_despawned_between_updates_causes_no_event<D: Spatial>() {
    let (mut app, ..) = two_balls::<D>(9.0);
    let c = app.spawn((D::ball(0.5), at_xy(0.6, 0.0)));
    app.world_mut().despawn(c);
    for _ in 0..3 {
        assert_eq!(frame_events::<D>(&mut app), []);
    }
}

fn a_stretched_ball_is_an_ellipse<D: Spatial>() {
    let stretched = Transform::from_scale(Vec3::new(2.0, 1.0, 1.0));
    probe::<D>(
        |app| app.spawn((D::ball(1.0), stretched)),
        &[
            ([1.8, 0.0], true),
            ([1.95, 0.0], true),
            ([2.05, 0.0], false),
            ([0.0, 0.95], true),
            ([0.0, 1.2], false),
            ([0.0, 1.8], false),
            ([1.34, 0.72], true),
            ([1.414, 0.667], true),
            ([1.45, 0.75], false),
        ],
    );
}

fn a_mirrored_box_is_a_box<D: Spatial>() {
    let mirrored = Transform::from_scale(Vec3::new(-2.0, 1.0, 1.0));
    probe::<D>(
        |app| app.spawn((D::cuboid(Vec3::new(1.0, 0.5, 0.5)), mirrored)),
        &[([1.8, 0.0], true), ([-1.8, 0.0], true), ([2.1, 0.0], false), ([0.0, 0.4], true)],
    );
}

fn scale_may_change_at_run_time<D: Spatial>() {
    let grow = |app: &mut App| {
        let ball = app.spawn((D::ball(1.0), at_xy(0.0, 0.0)));
        app.update();
        set(app, ball, Transform::from_scale(Vec3::splat(2.0)));
        ball
    };
    probe::<D>(grow, &[([1.8, 0.0], true), ([2.1, 0.0], false)]);
}

fn a_scale_of_zero_makes_a_flat_shape<D: Spatial>() {
    let flat = Transform::from_scale(Vec3::new(1.0, 0.0, 1.0));
    probe::<D>(
        |app| app.spawn((D::cuboid(Vec3::ONE), flat)),
        &[([0.5, 0.0], true), ([0.5, 0.005], true), ([0.5, 0.02], false), ([1.02, 0.0], false)],
    );
}

fn children_collide_where_they_are_drawn<D: Spatial>() {
    for collider_above in [false, true] {
        let nest = |app: &mut App| {
            let parent = app.spawn(Transform::from_scale(Vec3::splat(3.0)));
            if collider_above {
                app.insert(parent, D::ball(0.01));
            }
            app.spawn((D::ball(0.5), at_xy(1.0, 0.0), ChildOf(parent)))
        };
        let points = [([1.4, 0.0], false), ([1.6, 0.0], true), ([4.4, 0.0], true), ([4.6, 0.0], false)];
        probe::<D>(nest, &points);
    }
}

fn a_turned_child_of_a_stretched_parent_is_sheared<D: Spatial>() {
    let nest = |app: &mut App| {
        let parent = app.spawn(Transform::from_scale(Vec3::new(3.0, 1.0, 1.0)));
        let turned = Transform::from_rotation(Quat::from_rotation_z(core::f32::consts::FRAC_PI_4));
        app.spawn((D::cuboid(Vec3::new(1.0, 0.1, 0.5)), turned, ChildOf(parent)))
    };
    // The result is a parallelogram along (3, 1), which no rotation and scale of the bar gives.
    let points = [
        ([1.0, 0.333], true),
        ([2.0, 0.667], true),
        ([0.6, 0.6], false),
        ([1.2, 1.2], false),
        ([2.0, 2.0], false),
    ];
    probe::<D>(nest, &points);
}

fn moving_a_resting_parent_moves_the_child_in_the_same_update<D: Spatial>() {
    for (collider_above, from) in [(false, 50.0), (true, 50.0), (true, 3.0)] {
        let mut app = app();
        let parent = app.spawn(at_xy(from, 0.0));
        if collider_above {
            app.insert(parent, D::ball(0.1));
        }
        let child = app.spawn((D::ball(0.5), at_xy(1.0, 0.0), ChildOf(parent)));
        let ball = app.spawn((D::ball(0.5), at_xy(0.0, 0.0)));
        for _ in 0..3 {
            frame_events::<D>(&mut app);
        }
        set(&mut app, parent, at_xy(-0.8, 0.0));
        assert_eq!(frame_events::<D>(&mut app), [started(child, ball)]);
        set(&mut app, parent, at_xy(from, 0.0));
        assert_eq!(frame_events::<D>(&mut app), [ended(child, ball, EndReason::Separated)]);
    }
}

#[derive(Component)]
struct Walks;

fn a_moving_parent_moves_its_child<D: Spatial>() {
    let mut app = app();
    let parent = app.spawn((Walks, D::ball(0.1), at_xy(9.0, 0.0)));
    let child = app.spawn((D::ball(0.5), at_xy(1.0, 0.0), ChildOf(parent)));
    let post = app.spawn((D::ball(0.25), at_xy(5.0, 0.0)));
    app.add_systems(Update, |mut walkers: Query<&mut Transform, With<Walks>>| {
        walkers.iter_mut().for_each(|mut transform| transform.translation.x -= 0.25);
    });
    let mut hit = Vec::new();
    for frame in 1..=20 {
        hit.extend(frame_events::<D>(&mut app).into_iter().map(|event| (frame, event)));
    }
    // The parent passes the post from 5.35 to 4.65; the child, one behind, reaches it at 5.75.
    let separated = ended(parent, post, EndReason::Separated);
    assert_eq!(hit, [(15, started(parent, post)), (17, started(child, post)), (18, separated)]);
    assert_eq!(app.get::<GlobalTransform>(child).translation().x, 5.0);
    assert_eq!(app.get::<Transform>(parent).translation.x, 4.0);
}

fn slow_rotations_accumulate<D: Spatial>() {
    for jiggles in [false, true] {
        let mut app = app();
        let bar = app.spawn((D::cuboid(Vec3::new(2.0, 0.05, 0.5)), Transform::IDENTITY));
        let end = 30f32.to_radians();
        let ball = app.spawn((D::ball(0.05), at_xy(1.8 * end.cos(), 1.8 * end.sin())));
        let mut hits = 0;
        for frame in 0..602 {
            let mut transform = app.world_mut().get_mut::<Transform>(bar).unwrap();
            if frame < 600 {
                transform.rotate_z(0.05f32.to_radians());
            }
            if jiggles {
                transform.translation.y = if frame % 2 == 0 { 0.001 } else { 0.0 };
            }
            hits += usize::from(frame_events::<D>(&mut app).contains(&started(bar, ball)));
            // The corner of the bar reaches the ball about three degrees early.
            assert!(hits == 0 || frame > 500, "{frame}");
        }
        assert!(hits > 0 && app.resource::<Collisions<D>>().contains(bar, ball));
        let rotation = app.get::<GlobalTransform>(bar).rotation();
        assert!((rotation.to_euler(EulerRot::ZYX).0.to_degrees() - 30.0).abs() < 0.01);
    }
}

fn colliders_that_exactly_touch_do_touch_and_near_ones_do_not<D: Spatial>() {
    let (app, a, b) = two_balls::<D>(1.0);
    assert!(app.resource::<Collisions<D>>().contains(a, b));
    for gap in [1e-4, 1e-3, 4e-3] {
        let (app, ..) = two_balls::<D>(1.0 + gap);
        assert_eq!(app.resource::<Collisions<D>>().iter().count(), 0, "{gap}");
    }
}

fn contained_and_coincident_colliders_touch<D: Spatial>() {
    let (app, a, b) = two_balls::<D>(0.0);
    assert!(app.resource::<Collisions<D>>().contains(a, b));
    probe::<D>(|app| app.spawn((D::cuboid(Vec3::splat(5.0)), at_xy(0.0, 0.0))), &[([0.3, 0.2], true)]);
}

fn a_nan_causes_no_event_and_no_panic<D: Spatial>() {
    let mut app = app();
    let a = app.spawn((D::ball(0.5), at_xy(0.0, 0.0)));
    let b = app.spawn((D::ball(0.5), at_xy(f32::NAN, 0.0)));
    let c = app.spawn((D::ball(0.5), at_xy(0.6, 0.0)));
    assert_eq!(frame_events::<D>(&mut app), [started(a, c)]);
    assert_eq!(frame_events::<D>(&mut app), []);
    set(&mut app, b, at_xy(-0.6, 0.0));
    assert_eq!(frame_events::<D>(&mut app), [started(a, b)]);
}
