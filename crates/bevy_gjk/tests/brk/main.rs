//! Scratch binary: the break tests alone, which compiles faster than all.
#![allow(dead_code, unused_imports)]
#[path = "../common/mod.rs"]
mod common;
#[path = "../integration/break_help.rs"]
mod break_help;
#[path = "../integration/break_queries.rs"]
mod break_queries;
#[path = "../integration/break_movers.rs"]
mod break_movers;
#[path = "../integration/break_events.rs"]
mod break_events;
#[path = "../integration/break_more.rs"]
mod break_more;
// TEMP
#[path = "../integration/collider/moving_parts.rs"] mod moving_parts;
#[path = "../integration/movement/character_mover/level.rs"] mod level;
#[path = "../integration/movement/character_mover/one_way_areas.rs"] mod one_way_areas;
#[path = "../integration/movement/character_mover/one_way.rs"] mod one_way;
#[path = "../integration/movement/character_mover/drops.rs"] mod drops;
#[path = "../integration/movement/character_mover/platforms.rs"] mod platforms;
#[path = "../integration/solid/meshes.rs"] mod meshes;
#[path = "../integration/solid/moves.rs"] mod moves;
#[path = "../integration/movement/character_mover/person.rs"] mod person;
#[path = "../integration/movement/character_mover/walker.rs"] mod walker;
