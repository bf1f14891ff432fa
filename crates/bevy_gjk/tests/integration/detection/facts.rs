//! The behaviors in which collision plugins differ, each as a tiny scene with `Transform` as its input and
//! events as its output, in 2D and 3D.

use EndReason::{Despawned, Separated};
use bevy_app::Update;

use crate::common::prelude::*;

in_both_dimensions! {
    a_touch_starts_in_the_update_in_which_its_colliders_are_there,
    a_move_starts_and_ends_touches_in_the_same_update,
    a_despawn_ends_a_touch_once_in_the_same_update,
    replacing_an_entity_ends_its_touch_and_starts_another,
    colliders_are_where_and_what_their_transforms_make_of_them,
    moving_a_resting_parent_moves_the_child_in_the_same_update,
    a_moving_parent_moves_its_child,
    slow_rotations_accumulate,
    colliders_that_exactly_touch_do_touch_and_near_ones_do_not,
    coincident_colliders_touch,
}

/// Spawns a ball of radius 0.5 on the x axis.
fn ball<D: Spatial>(app: &mut App, x: f32) -> Entity {
    app.spawn((D::ball(0.5), at_x(x)))
}

/// Spawns two balls at a distance in x, and drops their first events.
fn two_balls<D: Spatial>(distance: f32) -> (App, Entity, Entity) {
    let mut app = app();
    let (a, b) = (ball::<D>(&mut app, 0.0), ball::<D>(&mut app, distance));
    app.update();
    assert_eq!(frame_events::<D>(&mut app), NOTHING);
    (app, a, b)
}

fn a_touch_starts_in_the_update_in_which_its_colliders_are_there<D: Spatial>() {
    let mut app = app();
    let (a, b) = (ball::<D>(&mut app, 0.0), ball::<D>(&mut app, 0.6));
    assert_eq!(frame_events::<D>(&mut app), starts(a, b), "spawned before the first update");
    let (mut app, a, _) = two_balls::<D>(9.0);
    let c = ball::<D>(&mut app, 0.6);
    assert_eq!(frame_events::<D>(&mut app), starts(a, c), "spawned between updates");
    let (mut app, a, _) = two_balls::<D>(9.0);
    app.insert_resource(Spawned(None));
    app.add_systems(Update, |mut commands: Commands, mut spawned: ResMut<Spawned>| {
        spawned.0.get_or_insert_with(|| commands.spawn((D::ball(0.5), at_x(0.6))).id());
    });
    let events = frame_events::<D>(&mut app);
    assert_eq!(events, starts(a, app.resource::<Spawned>().0.unwrap()), "spawned during an update");
}

#[derive(Resource)]
struct Spawned(Option<Entity>);

fn a_move_starts_and_ends_touches_in_the_same_update<D: Spatial>() {
    let (mut app, a, b) = two_balls::<D>(9.0);
    let c = ball::<D>(&mut app, 5.0);
    let from_a_to_b = (vec![pair(b, c)], vec![(pair(a, c), Separated)]);
    let story: Story = &[
        ("it is apart from both", &|_| (), NOTHING),
        ("it comes", &|app| set(app, c, at_x(0.6)), starts(a, c)),
        ("it goes", &|app| set(app, c, at_x(5.0)), ends(a, c, Separated)),
        ("it comes again", &|app| set(app, c, at_x(0.6)), starts(a, c)),
        ("it is teleported from one to another", &|app| set(app, c, at_x(9.4)), from_a_to_b),
    ];
    play_in::<D>(&mut app, story);
}

fn a_despawn_ends_a_touch_once_in_the_same_update<D: Spatial>() {
    for both in [false, true] {
        let (mut app, a, b) = two_balls::<D>(0.6);
        app.despawn(b);
        if both {
            app.despawn(a);
        }
        assert_eq!(frame_events::<D>(&mut app), ends(a, b, Despawned));
        assert_eq!(frame_events::<D>(&mut app), NOTHING);
    }
}

fn replacing_an_entity_ends_its_touch_and_starts_another<D: Spatial>() {
    for reuse in [false, true] {
        let (mut app, a, b) = two_balls::<D>(0.6);
        let parts = (D::ball(0.5), at_x(0.6));
        let new = if reuse {
            let new = app.world_mut().despawn_no_free(b).unwrap();
            app.world_mut().spawn_at(new, parts).unwrap().id()
        } else {
            app.despawn(b);
            app.spawn(parts)
        };
        assert!(!reuse || new.index() == b.index());
        let replaced = (vec![pair(a, new)], vec![(pair(a, b), Despawned)]);
        assert_eq!(frame_events::<D>(&mut app), replaced);
    }
    // Both entities are replaced.
    let (mut app, a, b) = two_balls::<D>(0.6);
    let [one, two] = [(a, 0.0), (b, 0.6)].map(|(old, x)| {
        app.despawn(old);
        app.spawn((D::ball(0.5), at_x(x)))
    });
    let replaced = (vec![pair(one, two)], vec![(pair(a, b), Despawned)]);
    assert_eq!(frame_events::<D>(&mut app), replaced);
}

/// A scene, how it is built, and at which points a tiny ball touches its collider.
type Probed<'a> = (&'a str, &'a dyn Fn(&mut App) -> Entity, &'a [([f32; 2], bool)]);

fn colliders_are_where_and_what_their_transforms_make_of_them<D: Spatial>() {
    let scaled = |x: f32, y: f32, z: f32| Transform::from_scale(Vec3::new(x, y, z));
    let eighth = Transform::from_rotation(Quat::from_rotation_z(core::f32::consts::FRAC_PI_4));
    let child = |app: &mut App, parent_has_collider: bool| {
        let parent = app.spawn(Transform::from_scale(Vec3::splat(3.0)));
        if parent_has_collider {
            app.insert(parent, D::ball(0.01));
        }
        app.spawn((D::ball(0.5), at_x(1.0), ChildOf(parent)))
    };
    let of_child = &[([1.4, 0.0], false), ([1.6, 0.0], true), ([4.4, 0.0], true), ([4.6, 0.0], false)];
    let ellipse = &[
        ([1.8, 0.0], true),
        ([1.95, 0.0], true),
        ([2.05, 0.0], false),
        ([0.0, 0.95], true),
        ([0.0, 1.2], false),
        ([0.0, 1.8], false),
        ([1.34, 0.72], true),
        ([1.414, 0.667], true),
        ([1.45, 0.75], false),
    ];
    // A parallelogram along (3, 1), which no rotation and scale of the bar gives.
    let sheared = &[
        ([1.0, 0.333], true),
        ([2.0, 0.667], true),
        ([0.6, 0.6], false),
        ([1.2, 1.2], false),
        ([2.0, 2.0], false),
    ];
    let scenes: [Probed; 8] = [
        ("a stretched ball", &|app| app.spawn((D::ball(1.0), scaled(2.0, 1.0, 1.0))), ellipse),
        (
            "a mirrored box",
            &|app| app.spawn((D::cuboid(Vec3::new(1.0, 0.5, 0.5)), scaled(-2.0, 1.0, 1.0))),
            &[([1.8, 0.0], true), ([-1.8, 0.0], true), ([2.1, 0.0], false), ([0.0, 0.4], true)],
        ),
        (
            "a ball whose scale changes at run time",
            &|app| {
                let ball = app.spawn((D::ball(1.0), at_x(0.0)));
                app.update();
                set(app, ball, Transform::from_scale(Vec3::splat(2.0)));
                ball
            },
            &[([1.8, 0.0], true), ([2.1, 0.0], false)],
        ),
        (
            "a box that is flat by a scale of zero",
            &|app| app.spawn((D::cuboid(Vec3::ONE), scaled(1.0, 0.0, 1.0))),
            &[([0.5, 0.0], true), ([0.5, 0.005], true), ([0.5, 0.02], false), ([1.02, 0.0], false)],
        ),
        ("the child of a scaled parent", &|app| child(app, false), of_child),
        ("the child of a scaled parent with a collider", &|app| child(app, true), of_child),
        (
            "the turned child of a stretched parent",
            &|app| {
                let parent = app.spawn(scaled(3.0, 1.0, 1.0));
                app.spawn((D::cuboid(Vec3::new(1.0, 0.1, 0.5)), eighth, ChildOf(parent)))
            },
            sheared,
        ),
        ("what contains the other", &|app| app.spawn(D::cuboid(Vec3::splat(5.0))), &[([0.3, 0.2], true)]),
    ];
    for (what, build, points) in scenes {
        let mut app = app();
        let target = build(&mut app);
        let tip = app.spawn((D::ball(0.01), at_x(1e3)));
        for &([x, y], touches) in points {
            app.update_at(tip, at_xy(x, y));
            let found = app.resource::<Collisions<D>>().contains(target, tip);
            assert_eq!(found, touches, "{what} at ({x}, {y})");
        }
    }
}

fn moving_a_resting_parent_moves_the_child_in_the_same_update<D: Spatial>() {
    for (collider_above, from) in [(false, 50.0), (true, 50.0), (true, 3.0)] {
        let mut app = app();
        let parent = app.spawn(at_x(from));
        if collider_above {
            app.insert(parent, D::ball(0.1));
        }
        let child = app.spawn((D::ball(0.5), at_x(1.0), ChildOf(parent)));
        let ball = app.spawn((D::ball(0.5), at_x(0.0)));
        for _ in 0..3 {
            frame_events::<D>(&mut app);
        }
        set(&mut app, parent, at_x(-0.8));
        assert_eq!(frame_events::<D>(&mut app), starts(child, ball));
        set(&mut app, parent, at_x(from));
        assert_eq!(frame_events::<D>(&mut app), ends(child, ball, Separated));
    }
}

#[derive(Component)]
struct Walks;

fn a_moving_parent_moves_its_child<D: Spatial>() {
    let mut app = app();
    let parent = app.spawn((Walks, D::ball(0.1), at_x(9.0)));
    let child = app.spawn((D::ball(0.5), at_x(1.0), ChildOf(parent)));
    let post = app.spawn((D::ball(0.25), at_x(5.0)));
    app.add_systems(Update, |mut walkers: Query<&mut Transform, With<Walks>>| {
        walkers.iter_mut().for_each(|mut transform| transform.translation.x -= 0.25);
    });
    let frames = (1..=20).map(|frame| (frame, frame_events::<D>(&mut app)));
    let hit: Vec<_> = frames.filter(|(_, events)| *events != NOTHING).collect();
    // The parent passes the post from 5.35 to 4.65; the child, one behind, reaches it at 5.75.
    let separated = ends(parent, post, Separated);
    assert_eq!(hit, [(15, starts(parent, post)), (17, starts(child, post)), (18, separated)]);
    assert_eq!(app.get::<GlobalTransform>(child).translation().x, 5.0);
    assert_eq!(app.get::<Transform>(parent).translation.x, 4.0);
}

fn slow_rotations_accumulate<D: Spatial>() {
    // The bar turns, or it jiggles as well, or its parent turns.
    for [jiggles, is_child] in [[false, false], [true, false], [false, true]] {
        let mut app = app();
        let bar = app.spawn((D::cuboid(Vec3::new(2.0, 0.05, 0.5)), Transform::IDENTITY));
        let parent = app.spawn(Transform::IDENTITY);
        app.insert(bar, ChildOf(parent));
        let turning = if is_child { parent } else { bar };
        let end = 30f32.to_radians();
        let ball = app.spawn((D::ball(0.05), at_xy(1.8 * end.cos(), 1.8 * end.sin())));
        let mut hits = 0;
        for frame in 0..602 {
            let mut transform = app.get_mut::<Transform>(turning);
            if frame < 600 {
                transform.rotate_z(0.05f32.to_radians());
            }
            if jiggles {
                transform.translation.y = if frame % 2 == 0 { 0.001 } else { 0.0 };
            }
            hits += usize::from(frame_events::<D>(&mut app).0.contains(&pair(bar, ball)));
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

fn coincident_colliders_touch<D: Spatial>() {
    let (app, a, b) = two_balls::<D>(0.0);
    assert!(app.resource::<Collisions<D>>().contains(a, b));
}
