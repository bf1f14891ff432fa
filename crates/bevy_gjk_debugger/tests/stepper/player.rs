//! The player of recordings.

use super::*;
use bevy_gjk::recording::{CollisionRecorder, CollisionRecorderPlugin, Recording};
use bevy_gjk_debugger::{RecordingPlayer, RecordingPlayerPlugin};
use bevy_input::mouse::{MouseButton, MouseButtonInput};

/// Returns the recording of a ball that flies through a wall in each 40 runs, with a line of the game.
fn file(runs: u16) -> Vec<u8> {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TransformPlugin, TimePlugin))
        .add_plugins((CollisionPlugin::<Dim2>::default(), CollisionRecorderPlugin::<Dim2>::ring(1 << 20)));
    app.finish();
    spawn(&mut app, dim2::Collider::rectangle(1.0, 8.0), 0.0, 0.0);
    let ball = spawn(&mut app, dim2::Collider::circle(0.5), -4.0, 0.0);
    for run in 0..runs {
        set(&mut app, ball, at_xy(f32::from(run % 40) * 0.25 - 4.0, 0.0));
        if run == 30 {
            app.world_mut().resource_mut::<CollisionRecorder<Dim2>>().note("gone");
        }
        app.update();
    }
    CollisionRecorder::<Dim2>::file(app.world_mut())
}

fn player(file: Vec<u8>) -> App {
    let recording = Recording::<Dim2>::read(file).unwrap();
    let mut app = app_with(RecordingPlayerPlugin::new(recording));
    app.update();
    app
}

fn at(app: &App) -> (u64, Option<u64>) {
    let player = app.resource::<RecordingPlayer<Dim2>>();
    (player.run, player.shown().map(|run| run.run))
}

fn touches(app: &App) -> usize {
    app.resource::<dim2::Collisions>().iter().count()
}

#[test]
fn keys_play_step_and_go_to_marks() {
    let mut app = player(file(40));
    assert_eq!((at(&app), touches(&app)), ((0, Some(0)), 0));
    // The touch begins where the ball is at -1, and ends after 1.
    for (key, run, count) in [
        (KeyCode::PageDown, 12, 1),
        (KeyCode::ArrowRight, 13, 1),
        (KeyCode::PageDown, 21, 0),
        (KeyCode::PageDown, 30, 0),
        (KeyCode::PageDown, 30, 0),
        (KeyCode::PageUp, 21, 0),
        (KeyCode::ArrowLeft, 20, 1),
        (KeyCode::Home, 0, 0),
        (KeyCode::ArrowLeft, 0, 0),
        (KeyCode::End, 39, 0),
        (KeyCode::ArrowRight, 39, 0),
    ] {
        press(&mut app, key);
        assert_eq!((at(&app), touches(&app)), ((run, Some(run)), count), "after {key:?}");
    }
    let marks: Vec<_> = app.resource::<RecordingPlayer<Dim2>>().marks().iter().map(|mark| mark.run).collect();
    assert_eq!(marks, [12, 21, 30]);
    press(&mut app, KeyCode::Home);
    press(&mut app, KeyCode::Space);
    app.updates(14);
    assert_eq!((at(&app), touches(&app)), ((15, Some(15)), 1));
    press(&mut app, KeyCode::Space);
    app.update();
    assert_eq!(at(&app).0, 15, "paused");
    press(&mut app, KeyCode::Space);
    app.updates(60);
    assert_eq!(at(&app), (39, Some(39)), "to the end");
    assert!(!drawn(&app).is_empty());
}

#[test]
fn a_click_on_the_time_line_goes_to_the_run_at_the_cursor() {
    let mut app = player(file(40));
    let mut window = Window { resolution: (800, 600).into(), ..Default::default() };
    window.set_cursor_position(Some(Vec2::new(400.0, 576.0)));
    let window = app.spawn((window, PrimaryWindow));
    let press = |app: &mut App, state| {
        app.world_mut().write_message(MouseButtonInput { button: MouseButton::Left, state, window });
        app.update();
    };
    press(&mut app, ButtonState::Pressed);
    assert_eq!(at(&app), (20, Some(20)));
    // The run follows the cursor, and stays where it is let go.
    app.get_mut::<Window>(window).set_cursor_position(Some(Vec2::new(790.0, 580.0)));
    app.update();
    assert_eq!(at(&app), (39, Some(39)));
    press(&mut app, ButtonState::Released);
    app.get_mut::<Window>(window).set_cursor_position(Some(Vec2::new(400.0, 576.0)));
    app.update();
    assert_eq!(at(&app), (39, Some(39)));
    // Elsewhere a click is the game's.
    app.get_mut::<Window>(window).set_cursor_position(Some(Vec2::new(400.0, 300.0)));
    press(&mut app, ButtonState::Pressed);
    assert_eq!(at(&app), (39, Some(39)));
}

#[test]
fn what_precedes_damage_is_shown_and_the_error_is_said() {
    let mut file = file(1200);
    file.truncate(file.len() * 3 / 4);
    let mut app = player(file);
    press(&mut app, KeyCode::End);
    let player = app.resource::<RecordingPlayer<Dim2>>();
    let last = player.shown().map(|run| run.run);
    assert_eq!(last, Some(player.run));
    assert!((200..1199).contains(&player.run), "{}", player.run);
    assert!(player.error().is_some());
}
