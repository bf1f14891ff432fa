//! Questions that find nothing for a reason that is hard to see.

use bevy_app::Update;
use bevy_gjk::detect_collisions;
use bevy_gjk::dim2::prelude::*;
use bevy_gjk::gjk::{Circle, Point, Rectangle};

use crate::common::basics::*;

const ALL: &QueryFilter = &QueryFilter::ALL;

/// Returns an app with a collider in the middle.
fn app_with_circle() -> App {
    let mut app = app();
    app.spawn(Collider::circle(1.0));
    app
}

/// Asks twice, and returns the warnings.
fn ask(ask: impl Fn(&CollisionQuery)) -> Vec<String> {
    let mut app = app_with_circle();
    let query = app.query_after_update();
    warnings(|| (0..2).for_each(|_| ask(&query)))
}

#[test]
fn a_question_before_the_first_run_is_warned_of_once() {
    fn find(query: CollisionQuery) -> bool {
        query.containing(Vec2::ZERO, ALL).is_some()
    }
    let mut app = app_with_circle();
    let lines = warnings(|| {
        for _ in 0..2 {
            assert!(!app.world_mut().run_system_once(find).unwrap());
        }
    });
    assert_one_warning(&lines, &["before the first run", "read_colliders"]);

    // In the first frame, systems ask before the first run, and may.
    let mut app = app_with_circle();
    app.add_systems(Update, find.pipe(|In(_)| {}));
    app.edit_schedule(Update, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
    assert!(warnings(|| app.updates(3)).is_empty());

    let mut app = app_with_circle();
    detect_collisions(app.world_mut());
    let lines = warnings(|| assert!(app.world_mut().run_system_once(find).unwrap()));
    assert!(lines.is_empty());
}

#[test]
fn a_filter_of_no_layer_is_warned_of_once() {
    let of = |mask| ask(move |query| _ = query.containing(Vec2::ZERO, &QueryFilter::ALL.in_layers(mask)));
    assert_one_warning(&of(LayerMask::NONE), &["in_layers", "an empty LayerMask"]);
    assert!(of(LayerMask::layer(3)).is_empty());
}

#[test]
fn a_shape_that_is_not_finite_or_negative_is_warned_of_once() {
    let not_finite: [fn(&CollisionQuery); 4] = [
        |query| _ = query.intersects(&Circle::new(f32::NAN), ALL),
        |query| _ = query.containing(Vec2::new(f32::NAN, 0.0), ALL),
        |query| _ = query.cast_ray(Vec2::INFINITY, Dir2::X, 1.0, ALL),
        |query| _ = query.cast_shape(&Point::new([Vec2::NAN]), Dir2::X, 1.0, ALL),
    ];
    for question in not_finite {
        assert_one_warning(&ask(question), &["NaN or infinite"]);
    }
    let negative: [fn(&CollisionQuery); 3] = [
        |query| _ = query.intersects(&Rectangle::new(-200.0, 200.0), ALL),
        |query| _ = query.nearest(&Circle::new(-2.0), 1.0, ALL),
        |query| query.nearest_parts(&Rectangle::new(2.0, -2.0), 1.0, ALL, |_| {}),
    ];
    for question in negative {
        assert_one_warning(&ask(question), &["a negative size"]);
    }
    let right: [fn(&CollisionQuery); 4] = [
        |query| _ = query.intersects(&Rectangle::new(200.0, 200.0), ALL),
        |query| _ = query.nearest(&Circle::new(0.0), 1.0, ALL),
        |query| _ = query.cast_ray(Vec2::ZERO, Dir2::X, f32::INFINITY, ALL),
        |query| _ = query.nearest(&Point::new([Vec2::ONE]), f32::INFINITY, ALL),
    ];
    for question in right {
        assert!(ask(question).is_empty());
    }
}
