//! The moves of characters are shown step by step.

use bevy_gjk::trace::{MoveEvent, MoveTrace, SweepPurpose};

use bevy_color::ColorToComponents;

use super::*;

/// Returns a character that walks against a block in each frame, in an app that shows its moves.
fn against_a_block() -> (App, Entity) {
    let mut app = app();
    spawn(&mut app, dim2::Collider::rectangle(20.0, 1.0), 0.0, -0.5);
    spawn(&mut app, dim2::Collider::rectangle(1.0, 1.0), 4.0, 0.5);
    let hero = (dim2::Collider::rectangle(1.0, 2.0), CharacterMover::<Dim2>::default());
    let hero = spawn(&mut app, (hero, MoveTrace::<Dim2>::default()), 0.0, 1.01);
    app.update();
    stepper(&mut app).show_move(hero);
    walk(&mut app, hero);
    (app, hero)
}

fn walk(app: &mut App, hero: Entity) {
    app.world_mut().get_mut::<MoverMotion<Dim2>>(hero).unwrap().displacement = Vec2::X * 5.0;
    app.update();
}

fn in_color(app: &App, color: bevy_color::Color) -> Vec<Vec3> {
    let color = LinearRgba::from(color).to_vec3();
    let is_same = |other: LinearRgba| other.to_vec3().distance(color) < 1e-5;
    drawn(app).into_iter().filter(|(_, drawn)| is_same(*drawn)).map(|(at, _)| at).collect()
}

#[test]
fn the_steps_are_the_events_of_the_trace_and_the_end() {
    let (mut app, hero) = against_a_block();
    stepper(&mut app).frozen = true;
    let events = app.get::<MoveTrace<Dim2>>(hero).events().to_vec();
    assert!(events.len() > 4);
    assert_eq!(stepper(&mut app).count(), events.len() + 1);
    let colors = CollisionStepperGizmos::default();
    for (step, event) in events.iter().enumerate() {
        assert_eq!(stepper(&mut app).current(), step);
        app.update();
        let near = |color, x: f32, y: f32| {
            in_color(&app, color).iter().any(|point| point.truncate().distance(Vec2::new(x, y)) < 1e-3)
        };
        match event {
            MoveEvent::Swept(sweep) if sweep.purpose == SweepPurpose::Walk => {
                assert!(near(colors.nearest, 3.49, 0.01), "the character at the block");
                assert!(near(colors.facet, sweep.hit.unwrap().point.x, sweep.hit.unwrap().point.y));
            }
            MoveEvent::Swept(sweep) if sweep.purpose == SweepPurpose::StepUp => {
                assert!(near(colors.support, 2.49, 0.31), "an attempt that is refused");
            }
            MoveEvent::Step(step) => assert!(step.refusal.is_some()),
            _ => {}
        }
        stepper(&mut app).forward();
    }
    app.update();
    assert_eq!(stepper(&mut app).current(), events.len());
    assert!(in_color(&app, colors.nearest).len() > 100, "the summary");
}

#[test]
fn a_frozen_move_stays_and_a_move_of_a_despawned_character_ends() {
    let (mut app, hero) = against_a_block();
    let count = stepper(&mut app).count();
    assert!(count > 2);
    stepper(&mut app).frozen = true;
    app.update();
    assert_eq!(app.get::<MoveTrace<Dim2>>(hero).end(), Some(MoveEnd::Arrived), "it stands");
    assert_eq!(stepper(&mut app).count(), count);
    app.world_mut().despawn(hero);
    app.update();
    assert_eq!(stepper(&mut app).count(), count);
    assert!(!drawn(&app).is_empty());
    stepper(&mut app).frozen = false;
    app.update();
    assert_eq!((stepper(&mut app).character, stepper(&mut app).count()), (None, 0));
    assert!(drawn(&app).is_empty());
}

#[test]
fn a_pair_and_a_character_take_turns() {
    let (mut app, hero) = against_a_block();
    let balls = [6.0, 6.5].map(|x| spawn(&mut app, dim2::Collider::circle(1.0), x, 5.0));
    app.update();
    stepper(&mut app).show(balls[0], balls[1]);
    app.update();
    assert_eq!((trace(&app).pair(), stepper(&mut app).character), (Some(balls), None));
    assert_eq!(stepper(&mut app).count(), trace(&app).steps().len());
    stepper(&mut app).show_move(hero);
    walk(&mut app, hero);
    assert_eq!((trace(&app).pair(), stepper(&mut app).pair), (None, None));
    let events = app.get::<MoveTrace<Dim2>>(hero).events().len();
    assert_eq!(stepper(&mut app).count(), events + 1);
    // Playback goes through them.
    stepper(&mut app).frozen = true;
    stepper(&mut app).speed = 10.0;
    stepper(&mut app).play_or_pause();
    app.update();
    app.update();
    assert!(stepper(&mut app).current() >= 1);
}

#[test]
fn a_key_takes_the_character_at_the_cursor_and_records_it() {
    let mut app = app();
    app.insert_resource(CollisionStepperKeys::STANDARD);
    let people = [-6.0, 6.0]
        .map(|x| spawn(&mut app, (dim2::Collider::circle(1.0), CharacterMover::<Dim2>::top_down()), x, 0.0));
    spawn(&mut app, dim2::Collider::circle(1.0), 3.0, 0.0);
    let window = app.spawn((Window::default(), PrimaryWindow));
    app.update();
    let pixel = Vec2::new(400.0 + 30.0 * 3.0, 300.0);
    app.world_mut().get_mut::<Window>(window).unwrap().set_cursor_position(Some(pixel));
    press(&mut app, KeyCode::F6);
    // The nearest character, not the nearest collider.
    assert_eq!(stepper(&mut app).character, Some(people[1]));
    walk(&mut app, people[1]);
    assert!(app.world().get::<MoveTrace<Dim2>>(people[1]).is_some_and(|trace| !trace.is_empty()));
    assert!(stepper(&mut app).count() > 1 && !drawn(&app).is_empty());
    press(&mut app, KeyCode::F6);
    assert_eq!(stepper(&mut app).character, None);
}
