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
