//! The overlay draws what the cameras see, by its size on screen.

use bevy_camera::Camera;
use bevy_camera::visibility::RenderLayers;

use super::{count, drawn, shown, shown_from};
use crate::common::prelude::*;
use crate::common::screen::{self, nothing};

#[test]
fn colliders_outside_of_every_view_are_not_drawn() {
    let everything = CollisionGizmos { bounds: true, tree: true, ..Default::default() };
    let mut app = shown(everything);
    // Two colliders touch far to the right of the view; then the camera turns to them.
    for x in [500.0, 501.0] {
        app.spawn((dim2::Collider::circle(1.0), at_x(x)));
        app.spawn((dim3::Collider::sphere(1.0), at_xy(x, 9.0)));
    }
    assert!(drawn(&mut app).is_empty());
    let mut cameras = app.world_mut().query_filtered::<&mut Transform, With<Camera>>();
    cameras.single_mut(app.world_mut()).unwrap().translation.x = 500.0;
    assert!(drawn(&mut app).len() > 100);
}

#[test]
fn cameras_that_do_not_see_the_overlay_are_ignored() {
    let shapes = || CollisionGizmos { shapes: true, ..nothing() };
    let mut app = shown(shapes());
    app.spawn(dim2::Collider::circle(1.0));
    let before = drawn(&mut app).len();
    // A close camera on another layer would need finer lines, and so would an inactive one.
    let near = Transform::from_xyz(0.0, 0.0, 1.0);
    app.spawn((screen::camera_at(near), RenderLayers::layer(7)));
    app.spawn((Camera { is_active: false, ..screen::camera() }, near));
    assert_eq!(drawn(&mut app).len(), before);
    app.spawn(screen::camera_at(near));
    assert!(drawn(&mut app).len() > before);
    // Without a camera nothing is drawn.
    let cameras: Vec<_> =
        app.world_mut().query_filtered::<Entity, With<Camera>>().iter(app.world()).collect();
    cameras.into_iter().for_each(|camera| app.despawn(camera));
    assert!(drawn(&mut app).is_empty());
}

#[test]
fn circles_get_sides_by_their_size_on_screen() {
    let points_at = |distance: f32| {
        let mut app = shown_from(distance, CollisionGizmos { shapes: true, ..nothing() });
        app.spawn(dim2::Collider::circle(1.0));
        drawn(&mut app).len()
    };
    let counts = [1.5, 5.0, 30.0, 200.0, 1000.0].map(points_at);
    assert!(counts.is_sorted_by(|near, far| near > far), "{counts:?}");
    assert!(counts[0] > 60 && counts[3] <= 10, "{counts:?}");
    assert_eq!(counts[4], 2, "a dot");
}

#[test]
fn marks_keep_their_size_on_screen() {
    // Returns the size of the cross at a contact in pixels, seen from a distance.
    let size_at = |distance: f32| {
        let mut app = shown_from(distance, CollisionGizmos { contacts: true, ..nothing() });
        // The two just touch, so that both points coincide.
        app.spawn((dim3::Collider::sphere(1.0), at_x(-1.0)));
        app.spawn((dim3::Collider::sphere(1.0), at_x(1.0)));
        let points: Vec<_> = drawn(&mut app).into_iter().map(|(point, _)| point).collect();
        let [low, high] = [f32::min, f32::max]
            .map(|best: fn(f32, f32) -> f32| points.iter().map(|point| point.y).reduce(best).unwrap());
        (high - low) * 600.0 / (2.0 * 0.5f32.tan() * distance)
    };
    for distance in [3.0, 20.0, 400.0] {
        let size = size_at(distance);
        assert!((size - 6.0).abs() < 0.1, "{size} pixels from {distance}");
    }
}

#[test]
fn numbers_do_not_overlap() {
    let mut app = shown(CollisionGizmos { depths: true, ..nothing() });
    let number = CollisionGizmos::default().depth_color;
    let pair = |app: &mut App, y: f32| {
        for x in [0.0, 0.5] {
            app.spawn((dim2::Collider::circle(0.3), at_xy(x, y)));
        }
    };
    pair(&mut app, 0.0);
    let one = count(&mut app, number);
    assert!(one > 10);
    pair(&mut app, 4.0);
    assert_eq!(count(&mut app, number), 2 * one, "there is room for two of the same");
    // A hundred labels in the same place would be illegible, so that one is drawn.
    for _ in 0..100 {
        app.spawn((dim2::Collider::circle(0.3), at_xy(0.0, -6.0)));
    }
    let crowd = count(&mut app, number);
    assert!(crowd < 10 * one, "{crowd} points");
}
