//! The log of events, by name.

use bevy::prelude::*;
use bevy_gjk::{CollisionEvent, Collisions, Dimension};

use crate::label::Status;
use crate::stage::{Ending, FrameCount, Headless};

/// How often something began and ended.
#[derive(Resource, Default)]
pub struct Tally {
    /// Touches that began.
    pub started: u32,
    /// Touches that ended.
    pub ended: u32,
}

/// Logs each event with both names, the point and the depth; at the end a summary.
pub fn plugin<D: Dimension>(app: &mut App) {
    app.init_resource::<Tally>();
    app.add_systems(PostUpdate, log_events::<D>.after(bevy_gjk::CollisionSystems::Events));
    app.add_systems(Last, print_summary.after(Ending).run_if(on_message::<AppExit>));
}

/// Writes on the screen how many touch now, and how often that began and ended.
pub fn show_count<D: Dimension>(
    collisions: Res<Collisions<D>>,
    tally: Res<Tally>,
    mut status: Query<&mut Text, With<Status>>,
) {
    for mut text in &mut status {
        if tally.started > 0 {
            let now = collisions.iter().count();
            text.0 = format!("{now} touch now; {} began, {} ended", tally.started, tally.ended);
        }
    }
}

fn log_events<D: Dimension>(
    mut events: MessageReader<CollisionEvent<D>>,
    names: Query<NameOrEntity>,
    frame: Res<FrameCount>,
    mut tally: ResMut<Tally>,
    headless: Option<Res<Headless>>,
) {
    let name = |entity| match names.get(entity) {
        Ok(it) => it.to_string(),
        Err(_) => format!("{entity} (gone)"),
    };
    for event in events.read() {
        let line = match *event {
            CollisionEvent::Started { a, b, contact, .. } => {
                tally.started += 1;
                let point: Vec<_> = D::coordinates(contact.on_a)
                    .iter()
                    .take(<D::Vector as bevy_gjk::gjk::Vector>::DIMENSION)
                    .map(|coordinate| format!("{coordinate:.2}"))
                    .collect();
                format!(
                    "{} touches {} at ({}), {:.3} deep",
                    name(a),
                    name(b),
                    point.join(", "),
                    contact.depth
                )
            }
            CollisionEvent::Ended { a, b, reason } => {
                tally.ended += 1;
                format!("{} leaves {}: {reason:?}", name(a), name(b))
            }
        };
        match headless {
            Some(_) => println!("frame {:3}: {line}", frame.0),
            None => info!("{line}"),
        }
    }
}

fn print_summary(frame: Res<FrameCount>, tally: Res<Tally>) {
    println!("{} frames, {} touches began, {} ended.", frame.0, tally.started, tally.ended);
}
