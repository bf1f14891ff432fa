//! Collisions in the terminal: two balls, a bar that turns, and coins. It needs no window and builds in a few minutes.
//!
//!     cargo run -p terminal
//!
//! In a terminal it draws the colliders and lists the last events; otherwise it only prints the events.

use std::io::{IsTerminal, Write, stdout};
use std::time::Duration;

use bevy::app::ScheduleRunnerPlugin;
use bevy::prelude::*;
use bevy_gjk::{dim2::prelude::*, texts::EntityNames};

/// The half width and half height of the field, in world units: one is a column and half a row.
const FIELD: Vec2 = Vec2::new(36.0, 18.0);
/// The number of events that are listed under the picture.
const LINES: usize = 6;
/// For how long it runs.
const SECONDS: f32 = 20.0;

/// What a collider is drawn as.
#[derive(Component)]
struct Symbol(char);

#[derive(Component)]
struct Velocity(Vec2);

#[derive(Component)]
struct Turning;

#[derive(Component)]
struct Coin;

/// The last events, as they are listed.
#[derive(Resource, Default)]
struct Lines(Vec<String>);

fn main() {
    println!("Two balls, a bar that turns, and coins, for {SECONDS} s:");
    App::new()
        .add_plugins((
            MinimalPlugins.set(ScheduleRunnerPlugin::run_loop(Duration::from_millis(33))),
            TransformPlugin,
            CollisionPlugin::default(),
        ))
        .init_resource::<Lines>()
        .add_systems(Startup, spawn)
        .add_systems(Update, (fly, turn, stop))
        .add_systems(PostUpdate, (list_events, collect_coins, draw).chain().after(CollisionSystems::Events))
        .run();
    let _ = writeln!(stdout(), "That was all. In a window, with the overlay: cargo example minimal");
}

fn spawn(mut commands: Commands) {
    for (name, x, velocity) in
        [("ball one", -20.0, Vec2::new(17.0, 9.0)), ("ball two", 20.0, Vec2::new(-12.0, 13.0))]
    {
        commands.spawn((
            Name::new(name),
            Collider::circle(3.0),
            Transform::from_xyz(x, 0.0, 0.0),
            Velocity(velocity),
            Symbol('o'),
        ));
    }
    commands.spawn((Name::new("bar"), Collider::rectangle(24.0, 2.5), Turning, Symbol('#')));
    for x in [-30.0, -10.0, 10.0, 30.0] {
        let place = Transform::from_xyz(x, 14.0, 0.0);
        commands.spawn((Name::new(format!("coin at {x}")), Collider::circle(1.0), place, Coin, Symbol('$')));
    }
}

/// Moves the balls, and reflects them at the border of the field.
fn fly(mut balls: Query<(&mut Transform, &mut Velocity)>, time: Res<Time>) {
    for (mut ball, mut velocity) in &mut balls {
        let place = ball.translation.truncate();
        let leaves = place.abs().cmpgt(FIELD) & (place * velocity.0).cmpgt(Vec2::ZERO);
        velocity.0 = Vec2::select(leaves, -velocity.0, velocity.0);
        ball.translation += velocity.0.extend(0.0) * time.delta_secs();
    }
}

fn turn(mut bars: Query<&mut Transform, With<Turning>>, time: Res<Time>) {
    for mut bar in &mut bars {
        bar.rotate_z(1.2 * time.delta_secs());
    }
}

fn stop(time: Res<Time>, mut exit: MessageWriter<AppExit>) {
    if time.elapsed_secs() > SECONDS {
        exit.write(AppExit::Success);
    }
}

/// A coin that anything touches is gone.
fn collect_coins(
    mut events: MessageReader<CollisionEvent>,
    coins: Query<(), With<Coin>>,
    mut commands: Commands,
) {
    for event in events.read() {
        if let CollisionEvent::Started { a, b, .. } = event {
            for coin in [*a, *b].into_iter().filter(|it| coins.contains(*it)) {
                commands.entity(coin).try_despawn();
            }
        }
    }
}

/// Adds a line for each event, and prints it if there is no picture.
fn list_events(mut events: MessageReader<CollisionEvent>, names: EntityNames, mut lines: ResMut<Lines>) {
    for event in events.read() {
        let line = names.text(event).to_string();
        if !stdout().is_terminal() {
            // The reader of a pipe may stop early.
            let _ = writeln!(stdout(), "{line}");
        }
        lines.0.push(line);
    }
}

/// Draws the colliders by asking which one contains the middle of each cell, and lists the last events below.
fn draw(collisions: CollisionQuery, symbols: Query<&Symbol>, lines: Res<Lines>) {
    if !stdout().is_terminal() {
        return;
    }
    // Clears the screen, and writes from its corner on.
    let mut picture = String::from("\x1b[2J\x1b[H");
    let (columns, rows) = (FIELD.x as i32, FIELD.y as i32 / 2);
    for row in (-rows..=rows).rev() {
        for column in -columns..=columns {
            let cell = Vec2::new(column as f32, 2.0 * row as f32);
            let found = collisions.containing(cell, &QueryFilter::default());
            picture.push(found.and_then(|entity| symbols.get(entity).ok()).map_or('.', |symbol| symbol.0));
        }
        picture.push('\n');
    }
    for line in lines.0.iter().rev().take(LINES) {
        picture += &format!("{line}\n");
    }
    let _ = write!(stdout(), "{picture}");
}
