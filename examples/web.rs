//! The examples that the page of `tools/web` shows, in one module for all: most of its bytes are Bevy's. The page says by the
//! `id` of its canvas which example to run.

use bevy::prelude::*;

#[path = "arena.rs"]
mod arena;
#[path = "bullets.rs"]
mod bullets;
#[path = "layers.rs"]
mod layers;
#[path = "platformer.rs"]
mod platformer;
#[path = "queries.rs"]
mod queries;
#[path = "stepper.rs"]
mod stepper;
#[path = "top_down.rs"]
mod top_down;
#[path = "triggers.rs"]
mod triggers;
#[path = "walker.rs"]
mod walker;

fn main() -> AppExit {
    let name = canvas_id().expect("the page has no canvas");
    match name.as_str() {
        "arena" => arena::main(),
        "bullets" => bullets::main(),
        "layers" => layers::main(),
        "platformer" => platformer::main(),
        "queries" => queries::main(),
        "stepper" => stepper::main(),
        "top_down" => top_down::main(),
        "triggers" => triggers::main(),
        "walker" => walker::main(),
        _ => panic!("the canvas has the id {name:?}, which is no example of this module"),
    }
}

/// Returns the `id` of the page's canvas.
fn canvas_id() -> Option<String> {
    Some(web_sys::window()?.document()?.query_selector("canvas").ok()??.id())
}
