//! Queries that see the present: colliders that are read ahead of the run, and shapes that are given to a query.

use bevy_gjk::dim2::prelude::*;
use bevy_gjk::read_colliders;

use crate::common::basics::*;

fn containing(app: &mut App, at: Vec2) -> Option<Entity> {
    app.query::<Dim2>().containing(at, &QueryFilter::ALL)
}

#[test]
fn what_is_read_ahead_is_found_at_once() {
    let mut app = app();
    app.update();
    let tree = app.spawn((Collider::circle(1.0), at_x(3.0)));
    let child = app.spawn((Collider::circle(0.25), at_x(4.0), ChildOf(tree)));
    assert_eq!(containing(&mut app, Vec2::X * 3.0), None);
    read_colliders(app.world_mut());
    assert_eq!(containing(&mut app, Vec2::X * 3.0), Some(tree));
    assert_eq!(containing(&mut app, Vec2::X * 7.0), Some(child));
    set(&mut app, tree, at_x(-3.0));
    read_colliders(app.world_mut());
    assert_eq!(containing(&mut app, Vec2::X * 3.0), None);
    assert_eq!(containing(&mut app, Vec2::X), Some(child));
    app.despawn(tree);
    read_colliders(app.world_mut());
    assert_eq!([-3.0, 1.0].map(|x| containing(&mut app, Vec2::X * x)), [None; 2]);
    assert_eq!(app.drain::<CollisionEvent>(), []);
}

/// A swept bullet, a character on a platform that moves, and things that come and go.
#[derive(Resource)]
struct Scene {
    bullet: Entity,
    platform: Entity,
    walker: Entity,
    things: Vec<Entity>,
}

fn scene() -> (App, Scene) {
    let mut app = app();
    let bullet = app.spawn((Collider::circle(0.1), SweptCollider::default(), at_xy(-20.0, 5.0)));
    app.spawn((Collider::rectangle(0.2, 8.0), at_xy(0.0, 5.0)));
    let platform = app.spawn((Collider::rectangle(4.0, 1.0), at_xy(0.0, -10.0)));
    let walker = app.spawn((Collider::rectangle(1.0, 2.0), CharacterMover::default(), at_xy(0.0, -8.48)));
    app.update();
    (app, Scene { bullet, platform, walker, things: Vec::new() })
}

/// Moves a scene on by a frame; between two steps `read` is called.
fn frame(app: &mut App, scene: &mut Scene, number: u32, read: fn(&mut World)) {
    let x = number as f32;
    read(app.world_mut());
    set(app, scene.platform, at_xy(0.3 * x.sin(), -10.0));
    read(app.world_mut());
    set(app, scene.platform, at_xy(0.2 * x, -10.0));
    // A thing that is new is elsewhere when the run comes: what it passes in between is no motion.
    let thing = app.spawn((Collider::circle(0.3), SweptCollider::default(), at_xy(-6.0, 5.0)));
    read(app.world_mut());
    set(app, thing, at_xy(6.0, 5.0 + 0.1 * x));
    scene.things.push(thing);
    if number.is_multiple_of(3) {
        let gone = scene.things.remove(0);
        app.despawn(gone);
        read(app.world_mut());
    }
    let side = if number.is_multiple_of(2) { 20.0 } else { -20.0 };
    set(app, scene.bullet, at_xy(side, 5.0));
    app.insert(scene.walker, MoverMotion { displacement: Vec2::new(0.05, -0.1), ..Default::default() });
    read(app.world_mut());
    read(app.world_mut());
    app.update();
}

#[test]
fn to_read_ahead_changes_no_event_and_no_move() {
    let mut plain = scene();
    let mut reading = scene();
    for number in 0..12 {
        frame(&mut plain.0, &mut plain.1, number, |_| {});
        frame(&mut reading.0, &mut reading.1, number, read_colliders);
        let [one, two] = [&mut plain, &mut reading].map(|(app, scene)| {
            let place = *app.get::<Transform>(scene.walker);
            let grounded = app.get::<MoverState>(scene.walker).ground.is_some();
            (app.drain::<CollisionEvent>(), place, grounded)
        });
        assert_eq!(one, two, "frame {number}");
        assert!(one.2 && !one.0.is_empty(), "frame {number} tests nothing");
    }
    let carried = plain.0.get::<Transform>(plain.1.walker).translation.x;
    assert!(carried > 2.0, "the platform carries the character: {carried}");
}

#[test]
fn colliders_are_read_by_a_system_of_any_schedule() {
    let mut app = app();
    app.add_systems(
        PreUpdate,
        (|mut commands: Commands| _ = commands.spawn(Collider::circle(1.0)), read_colliders).chain(),
    );
    app.add_systems(bevy_app::Update, |query: CollisionQuery, mut runs: Local<usize>| {
        *runs += 1;
        let mut count = 0;
        query.intersections_with_point(Vec2::ZERO, &QueryFilter::ALL, |_| count += 1);
        assert_eq!(count, *runs);
    });
    app.updates(3);
}

#[test]
fn without_a_plugin_nothing_is_read_and_one_warning_says_so() {
    let mut app = App::new();
    let lines = warnings(|| (0..2).for_each(|_| read_colliders(app.world_mut())));
    assert_one_warning(&lines, &["read_colliders did nothing", "CollisionPlugin"]);
}

#[test]
fn shapes_that_are_given_are_seen_beside_the_colliders() {
    let mut app = app();
    let near = app.spawn((Collider::circle(1.0), at_x(5.0)));
    let [one, two] = [0, 1].map(|_| app.spawn(Transform::IDENTITY));
    app.update();
    let placed = |x: f32| Collider::circle(1.0).placed(at_x(x)).unwrap();
    let shapes = [placed(12.0).for_entity(two), placed(3.0).for_entity(one), placed(5.0)];
    let query = app.query::<Dim2>();
    let with = query.with_shapes(&shapes);
    let ray = |filter: &QueryFilter| {
        with.cast_ray(Vec2::ZERO, Dir2::X, 100.0, filter).map(|hit| (hit.entity, hit.distance))
    };
    assert_eq!(ray(&QueryFilter::ALL), Some((one, 2.0)));
    // The collider comes before a shape at the same place.
    assert_eq!(ray(&QueryFilter::ALL.excluding([one])), Some((near, 4.0)));
    assert_eq!(ray(&QueryFilter::ALL.excluding([one, near, Entity::PLACEHOLDER])), Some((two, 11.0)));
    let far = with.cast_ray(Vec2::ZERO, Dir2::X, 1.5, &QueryFilter::ALL);
    assert_eq!(far, None);
    let probe = Collider::circle(0.5).placed(at_x(0.0)).unwrap();
    let hit = with.cast_shape(&probe, Dir2::X, 100.0, &QueryFilter::ALL).unwrap();
    assert_eq!((hit.entity, hit.distance), (one, 1.5));
    let nearest = with.nearest(&probe, 100.0, &QueryFilter::ALL).unwrap();
    assert_eq!((nearest.entity, nearest.distance), (one, 1.5));
    let at = |x: f32| with.intersects(&placed(x), &QueryFilter::ALL);
    assert_eq!([13.5, 9.5, 6.5, 1.5, 0.5].map(at), [true, false, true, true, false]);
    let none = query.with_shapes(&[]).cast_ray(Vec2::ZERO, Dir2::X, 100.0, &QueryFilter::ALL);
    assert_eq!(none.map(|hit| hit.entity), Some(near));
    assert!(with.cast_ray(Vec2::NAN, Dir2::X, 1.0, &QueryFilter::ALL).is_none());
}

#[test]
fn twenty_things_are_placed_beside_each_other_in_one_system() {
    let mut app = app();
    app.spawn((Collider::rectangle(3.0, 3.0), at_xy(0.0, 0.0)));
    app.update();
    let plant = |query: CollisionQuery, mut commands: Commands| {
        let (mut planted, mut random) = (Vec::new(), Random(5));
        while planted.len() < 20 {
            let place = at_xy(random.range(-8.0, 8.0), random.range(-8.0, 8.0));
            let shape = Collider::circle(0.7).placed(place).unwrap();
            if !query.with_shapes(&planted).intersects(&shape, &QueryFilter::ALL) {
                let entity = commands.spawn((Collider::circle(0.7), place)).id();
                planted.push(shape.for_entity(entity));
            }
        }
    };
    app.world_mut().run_system_once(plant).unwrap();
    app.update();
    assert_eq!(app.resource::<Collisions>().iter().count(), 0);
    assert_eq!(app.resource::<Collisions>().colliders().iter().count(), 21);
}
