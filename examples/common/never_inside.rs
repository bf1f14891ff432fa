//! Nobody is ever inside anything: what the examples of movers promise, checked in every frame.

use bevy::prelude::*;
use bevy_gjk::{
    CharacterMover, CollisionSystems, Collisions, Dimension, MoveEnd, MoverState, OneWayPlatform,
};

use crate::stage::{Ending, Headless};

/// What was found so far.
#[derive(Resource, Default)]
pub struct Findings {
    /// How many moves were checked.
    pub moves: u64,
    /// How many of them were squeezed between two things, and so could not help being inside one.
    pub crushed: u64,
    /// How many ended inside something.
    pub inside: u64,
}

/// Adds the check. A run without a window fails if somebody was inside something; its summary says so.
pub fn plugin<D: Dimension>(app: &mut App) {
    app.init_resource::<Findings>();
    app.add_systems(PostUpdate, check::<D>.after(CollisionSystems::Events));
    app.add_systems(Last, sum_up.after(Ending).run_if(on_message::<AppExit>));
}

/// A mover keeps its skin between itself and what is solid, so it touches nothing but what it may pass through.
fn check<D: Dimension>(
    collisions: Res<Collisions<D>>,
    movers: Query<(Entity, &MoverState<D>), With<CharacterMover<D>>>,
    one_way: Query<(), With<OneWayPlatform<D>>>,
    names: Query<NameOrEntity>,
    mut findings: ResMut<Findings>,
) {
    for (mover, state) in &movers {
        findings.moves += 1;
        if matches!(state.end, MoveEnd::Crushed(_)) {
            findings.crushed += 1;
            continue;
        }
        for touch in collisions.collisions_with(mover).filter(|touch| !one_way.contains(touch.other)) {
            findings.inside += 1;
            let name = |entity| names.get(entity).map_or_else(|_| entity.to_string(), |it| it.to_string());
            error!("{} is {} deep in {}", name(mover), touch.contact().depth, name(touch.other));
        }
    }
}

fn sum_up(findings: Res<Findings>, headless: Option<Res<Headless>>, mut exit: MessageWriter<AppExit>) {
    let Findings { moves, crushed, inside } = *findings;
    println!("{moves} moves: {inside} ended inside something, {crushed} were crushed.");
    if headless.is_some() && inside > 0 {
        exit.write(AppExit::error());
    }
}
