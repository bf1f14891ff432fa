//! Checks in every frame that no character is inside a solid collider, as the character movers promise.

use bevy::prelude::*;
use bevy_gjk::{
    CharacterMover, CollisionSystems, Collisions, Dimension, MoveEnd, MoverState, OneWayPlatform,
};

use crate::stage::{Ending, Headless};

/// The results so far.
#[derive(Resource, Default)]
pub struct Findings {
    /// The number of moves that were checked.
    pub moves: u64,
    /// The number of moves in which the character was crushed between two things, so that it had to be inside
    /// one.
    pub crushed: u64,
    /// The number of other moves that ended inside something.
    pub inside: u64,
}

/// The kinds of a grid's cells that a character may be inside of: one-way sides, and what is to be collected.
#[derive(Component, Clone, Debug, Default)]
pub struct Passable(pub Vec<u16>);

/// Adds the check. A run without a window fails if a character was inside something; its summary says so.
pub fn plugin<D: Dimension>(app: &mut App) {
    app.init_resource::<Findings>();
    app.add_systems(PostUpdate, check::<D>.after(CollisionSystems::Events));
    app.add_systems(Last, sum_up.after(Ending).run_if(on_message::<AppExit>));
}

/// A mover keeps its skin between itself and solid colliders, so it only touches what it may pass through.
fn check<D: Dimension>(
    collisions: Res<Collisions<D>>,
    movers: Query<(Entity, &MoverState<D>), With<CharacterMover<D>>>,
    one_way: Query<(), With<OneWayPlatform<D>>>,
    grids: Query<&Passable>,
    mut parts: Local<Vec<[u32; 2]>>,
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
            if let Ok(Passable(kinds)) = grids.get(touch.other) {
                touch.all_touching_parts(&mut parts);
                let cell = |part| collisions.colliders().get(touch.other)?.cell(part);
                if parts.iter().all(|&[_, part]| cell(part).is_none_or(|cell| kinds.contains(&cell.kind))) {
                    continue;
                }
            }
            findings.inside += 1;
            let name = |entity| names.get(entity).map_or_else(|_| entity.to_string(), |it| it.to_string());
            error!("{} is {} deep in {}", name(mover), touch.contact().depth, name(touch.other));
        }
    }
}

fn sum_up(findings: Res<Findings>, headless: Option<Res<Headless>>, mut exit: MessageWriter<AppExit>) {
    let Findings { moves, crushed, inside } = *findings;
    println!("{moves} moves: {inside} ended inside a collider, {crushed} were crushed.");
    if headless.is_some() && inside > 0 {
        exit.write(AppExit::error());
    }
}
