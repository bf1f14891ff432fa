//! The log of collision events, with the names of the entities.

use bevy::prelude::*;
use bevy_gjk::{CollisionEvent, Collisions, Dimension};

use crate::label::Status;
use crate::stage::{Ending, FrameCount, Headless};

/// The number of touches that started and ended.
#[derive(Resource, Default)]
pub struct Tally {
    /// The number of touches that started.
    pub started: u32,
    /// The number of touches that ended.
    pub ended: u32,
}

/// Logs each event with both names, the point and the depth, and a summary at the end.
pub fn plugin<D: Dimension>(app: &mut App) {
    app.init_resource::<Tally>();
    app.add_systems(PostUpdate, log_events::<D>.after(bevy_gjk::CollisionSystems::Events));
    app.add_systems(Last, print_summary.after(Ending).run_if(on_message::<AppExit>));
}

/// Shows the number of current touches, and how many have started and ended.
pub fn show_count<D: Dimension>(
    collisions: Res<Collisions<D>>,
    tally: Res<Tally>,
    mut status: Query<&mut Text, With<Status>>,
) {
    for mut text in &mut status {
        if tally.started > 0 {
            let now = collisions.iter().count();
            text.0 = format!("{now} pairs touch; {} touches started, {} ended", tally.started, tally.ended);
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
        Err(_) => format!("{entity} (despawned)"),
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
    println!("{} frames, {} touches started, {} ended.", frame.0, tally.started, tally.ended);
}
