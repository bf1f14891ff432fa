//! The same scene, reached by different histories: the same entities in the same places, while the trees, the table of
//! colliders and the contact graph are in other states.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_gjk::Dimension;
use bevy_transform::components::Transform;

use super::{Random, app, set};

/// The number of histories.
pub const HISTORIES: u32 = 6;

/// Enough frames for colliders that stay to become static.
const IDLE_FRAMES: usize = 80;

/// The colliders of a scene and where they are in the end.
pub type Scene<D> = [(<D as Dimension>::Collider, Transform)];

/// Returns an app with the scene after one of the histories, and the entities of the scene: the same in each.
pub fn after<D: Dimension>(history: u32, scene: &Scene<D>, random: &mut Random) -> (App, Vec<Entity>) {
    let mut app = app();
    let entities: Vec<_> = scene.iter().map(|(_, place)| app.world_mut().spawn(*place).id()).collect();
    let mut order: Vec<_> = (0..scene.len()).collect();
    if history > 0 {
        shuffle(&mut order, random);
    }
    let mut passers = Vec::new();
    for &index in &order {
        if history >= 4 && random.below(2) == 0 {
            passers.push(app.world_mut().spawn((scene[index].0.clone(), elsewhere(random))).id());
        }
        app.world_mut().entity_mut(entities[index]).insert(scene[index].0.clone());
        // Some come later than others.
        if history >= 3 && random.below(4) == 0 {
            app.update();
        }
    }
    app.update();
    match history {
        0 => {}
        1 => idle(&mut app),
        _ => {
            wander::<D>(&mut app, &entities, scene, random);
            for passer in passers {
                app.world_mut().despawn(passer);
            }
        }
    }
    if history == 5 {
        idle(&mut app);
        // One of the static ones begins to move, far within the frame in which it is compared.
        let moved = random.below(scene.len() as u32) as usize;
        set(&mut app, entities[moved], elsewhere(random));
        app.update();
        set(&mut app, entities[moved], scene[moved].1);
    }
    app.update();
    (app, entities)
}

/// Moves colliders to and fro, each frame some others; in the end all are in their places.
fn wander<D: Dimension>(app: &mut App, entities: &[Entity], scene: &Scene<D>, random: &mut Random) {
    let mut order: Vec<_> = (0..scene.len()).collect();
    shuffle(&mut order, random);
    for group in order.chunks(4) {
        for &index in group {
            set(app, entities[index], elsewhere(random));
        }
        app.update();
    }
    shuffle(&mut order, random);
    for group in order.chunks(5) {
        for &index in group {
            set(app, entities[index], scene[index].1);
        }
        app.update();
    }
}

fn idle(app: &mut App) {
    for _ in 0..IDLE_FRAMES {
        app.update();
    }
}

fn elsewhere(random: &mut Random) -> Transform {
    let mut coordinate = || random.range(-9.0, 9.0);
    Transform::from_xyz(coordinate(), coordinate(), coordinate())
}

fn shuffle(order: &mut [usize], random: &mut Random) {
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last as u32 + 1) as usize);
    }
}
