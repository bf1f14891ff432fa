//! Rollback: two peers in one process hear of each other's inputs too late. Each predicts, goes back when it was
//! wrong, and runs the ticks again. Below, the events that it presents; those that have not happened after all are
//! red. Press D to raise the delay, Space to pause.
//!
//!     cargo example rollback
//!     cargo example rollback -- --headless    (asserts that both come to the same as a peer without delay)

use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;
use examples::cli::Options;
use examples::label::{Status, spawn_label, words};
use examples::{look, stage};

#[path = "rollback/peer.rs"]
mod peer;

use peer::{LINES, MAX_DELAY, Peer, RADIUS, ROOM};

/// The least number of ticks of a run without a window: enough for each peer to retract something.
const LEAST_TICKS: u64 = 600;
const RETRACTED: Color = Color::srgb(1.0, 0.25, 0.25);

/// Returns the last tick of which all peers know all inputs.
fn confirmed(peers: &[Peer]) -> Option<u64> {
    peers.iter().map(|peer| peer.missing.min(peer.next)).min()?.checked_sub(1 + MAX_DELAY)
}

/// Runs two peers with delays beside one without, and asserts that all come to the same.
fn run_script(ticks: u64) {
    let mut peers = [Peer::new(0), Peer::new(1), Peer::new(0)];
    let (mut unchecked, mut events) = (0, 0);
    for _ in 0..ticks {
        for (peer, delay) in peers.iter_mut().zip([7, MAX_DELAY, 0]) {
            peer.advance(delay);
        }
        let Some(last) = confirmed(&peers) else { continue };
        for checked in unchecked..=last {
            let [one, other, reference] = peers.each_ref().map(|peer| &peer.history[&checked].collisions);
            for state in [one, other] {
                let difference = state.first_difference(reference).map(|difference| difference.to_string());
                assert_eq!(difference, None, "tick {checked}");
                assert_eq!(state.checksum(), reference.checksum(), "tick {checked}");
            }
            let presented = peers.each_ref().map(|peer| peer.presented_in(checked));
            assert_eq!(presented[0], presented[2], "the first peer presents what has happened");
            assert_eq!(presented[1], presented[2], "the second peer presents what has happened");
            events += presented[2].len();
            if checked % 60 == 0 {
                println!("tick {checked:4}: {:016x} = {:016x}", one.checksum(), other.checksum());
            }
        }
        unchecked = last + 1;
    }
    assert!(events > 0, "nothing has happened");
    assert_eq!(peers[2].rollbacks, 0);
    for (name, peer) in ["first", "second"].iter().zip(&peers) {
        assert!(peer.rollbacks > 0, "the {name} peer has never gone back");
        assert!(peer.retractions > 0, "the {name} peer has retracted nothing");
        println!("{name} peer: {} rollbacks, {} events retracted", peer.rollbacks, peer.retractions);
    }
    println!("{events} events, each presented once by both peers; {ticks} ticks, all equal.");
}

#[derive(Resource)]
struct Session {
    peers: [Peer; 2],
    delay: u64,
    is_paused: bool,
}

/// A line of the stream: which peer, and which of its last events.
#[derive(Component)]
struct Line(usize, usize);

fn main() -> AppExit {
    let options = Options::parse();
    if !options.wants_window() {
        if let Some(path) = options.screenshot {
            eprintln!("cannot write {}: a screenshot needs a display", path.display());
            return AppExit::error();
        }
        run_script(u64::from(options.frames).max(LEAST_TICKS));
        return AppExit::Success;
    }
    let mut app = stage::app("bevy_gjk: rollback", &options);
    app.insert_resource(stage::Ready(true)).insert_resource(Time::<Fixed>::from_hz(60.0));
    app.insert_resource(Session { peers: [Peer::new(0), Peer::new(1)], delay: 8, is_paused: false });
    app.add_systems(Startup, spawn)
        .add_systems(FixedUpdate, advance)
        .add_systems(Update, (press_keys, draw, tell));
    app.run()
}

fn spawn(mut commands: Commands) {
    commands.spawn(look::camera_2d());
    let legend = [(look::PLAYER, "players"), (look::TOUCHING, "touches"), (RETRACTED, "retracted")];
    let what =
        "Two peers predict each other's inputs, go back when they were wrong, and present each event once";
    spawn_label(&mut commands, what, "D: delay   Space: pause", &legend);
    for (peer, left) in [(0, 3.0), (1, 52.0)] {
        for line in 0..LINES {
            let top = Val::Px(440.0 + 22.0 * line as f32);
            let place =
                Node { position_type: PositionType::Absolute, left: Val::Percent(left), top, ..default() };
            commands.spawn((Line(peer, line), words("", 15.0, look::TEXT), place));
        }
    }
}

fn press_keys(keys: Res<ButtonInput<KeyCode>>, mut session: ResMut<Session>) {
    if keys.just_pressed(KeyCode::KeyD) {
        session.delay = (session.delay + 2) % (MAX_DELAY + 2);
    }
    session.is_paused ^= keys.just_pressed(KeyCode::Space);
}

fn advance(mut session: ResMut<Session>) {
    let Session { peers, delay, is_paused } = &mut *session;
    if !*is_paused {
        peers.iter_mut().for_each(|peer| peer.advance(*delay));
    }
}

fn draw(session: Res<Session>, mut gizmos: Gizmos) {
    for (peer, middle) in session.peers.iter().zip([Vec2::new(-310.0, 130.0), Vec2::new(310.0, 130.0)]) {
        gizmos.rect_2d(middle, 2.0 * (ROOM + RADIUS), look::WALL);
        let collisions = peer.world.resource::<Collisions>();
        for (index, (&body, [at, _])) in peer.bodies.iter().zip(&peer.game.0).enumerate() {
            let touches = collisions.entities_colliding_with(body).next().is_some();
            let color = if index < 2 { look::PLAYER } else { look::DIM };
            gizmos.circle_2d(middle + at, RADIUS, if touches { look::TOUCHING } else { color });
            gizmos.circle_2d(middle + at, 6.0, color);
        }
    }
}

fn tell(
    session: Res<Session>,
    mut lines: Query<(&Line, &mut Text, &mut TextColor), Without<Status>>,
    mut status: Query<&mut Text, With<Status>>,
) {
    for (line, mut text, mut color) in &mut lines {
        let Some(&(is_retracted, (tick, starts, [a, b]))) = session.peers[line.0].stream.get(line.1) else {
            continue;
        };
        let what = if starts { "touches" } else { "leaves" };
        text.0 = format!("tick {tick}: {a} {what} {b}{}", if is_retracted { ", retracted" } else { "" });
        color.0 = if is_retracted { RETRACTED } else { look::TEXT };
    }
    let Some(tick) = confirmed(&session.peers) else { return };
    let sums = session.peers.each_ref().map(|peer| peer.history[&tick].collisions.checksum());
    let is = if sums[0] == sums[1] { "=" } else { "differs from" };
    let [one, other] = session.peers.each_ref().map(|peer| peer.rollbacks);
    for mut text in &mut status {
        text.0 = format!(
            "delay {} ticks; {one} and {other} rollbacks; tick {tick}: {:016x} {is} {:016x}",
            session.delay, sums[0], sums[1]
        );
    }
}
