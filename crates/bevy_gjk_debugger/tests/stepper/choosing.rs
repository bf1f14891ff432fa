//! The pair to show is selected by a component, by the cursor and keys, or by a ray.

use super::*;

#[test]
fn a_component_selects_the_pair() {
    let mut app = app();
    let wall = spawn(&mut app, dim2::Collider::rectangle(1.0, 4.0), 0.0, 0.0);
    let ball = spawn(&mut app, (dim2::Collider::circle(1.0), StepThrough(wall)), 1.0, 0.0);
    app.update();
    assert_eq!(trace(&app).pair(), Some([ball, wall]));
    let other = spawn(&mut app, dim2::Collider::circle(1.0), -1.0, 0.0);
    app.insert(ball, StepThrough(other));
    app.update();
    assert_eq!(trace(&app).pair(), Some([ball, other]));
    app.remove::<StepThrough>(ball);
    app.update();
    assert_eq!(trace(&app).pair(), None);
}

#[test]
fn keys_select_the_pair_at_the_cursor_and_move_through_its_steps() {
    let mut app = app();
    app.insert_resource(CollisionStepperKeys::STANDARD);
    let places = [(-6.0, 0.0), (-4.5, 0.0), (6.0, 3.0), (6.5, 4.5), (0.0, -6.0)];
    let all = places.map(|(x, y)| spawn(&mut app, dim2::Collider::regular_polygon(1.2, 5), x, y));
    let window = app.spawn((Window::default(), PrimaryWindow));
    app.update();
    let at = |app: &mut App, x: f32, y: f32| {
        let pixel = Vec2::new(400.0 + 30.0 * x, 300.0 - 30.0 * y);
        app.world_mut().get_mut::<Window>(window).unwrap().set_cursor_position(Some(pixel));
        press(app, KeyCode::F2);
        let pair = stepper(app).pair;
        if pair.is_some() {
            press(app, KeyCode::F2);
            assert_eq!(stepper(app).pair, None, "pressed again");
        }
        pair
    };
    assert_eq!(at(&mut app, -5.2, 0.3), Some([all[0], all[1]]));
    assert_eq!(at(&mut app, 6.0, 4.0), Some([all[2], all[3]]));
    assert_eq!(at(&mut app, -1.0, -6.0), Some([all[1], all[4]]));
    at(&mut app, 6.0, 4.0);
    press(&mut app, KeyCode::F2);
    press(&mut app, KeyCode::Period);
    press(&mut app, KeyCode::Period);
    assert_eq!(stepper(&mut app).current(), 2);
    press(&mut app, KeyCode::Comma);
    assert_eq!(stepper(&mut app).current(), 1);
    press(&mut app, KeyCode::F4);
    press(&mut app, KeyCode::F3);
    assert!(stepper(&mut app).frozen && stepper(&mut app).playing);
    // Without keys, nothing happens.
    app.insert_resource(CollisionStepperKeys::default());
    press(&mut app, KeyCode::F2);
    assert!(stepper(&mut app).pair.is_some());
}

#[test]
fn a_ray_selects_3d_colliders() {
    let mut app = app();
    let near = spawn(&mut app, dim3::Collider::cuboid(1.0, 1.0, 1.0), 0.0, 0.0);
    let beside = spawn(&mut app, dim3::Collider::sphere(1.0), 2.0, 0.0);
    spawn(&mut app, dim3::Collider::sphere(1.0), 9.0, 0.0);
    app.update();
    app.world_mut().resource_scope(|world, mut stepper: Mut<CollisionStepper<Dim3>>| {
        let ray = bevy_shape::Ray3d::new(Vec3::new(0.2, 100.0, 0.0), Dir3::NEG_Y);
        stepper.pick(world.resource(), ray);
        assert_eq!(stepper.pair, Some([near, beside]));
    });
}
