//! Compiles and runs the code of the book's chapters, as documentation tests: `cargo test -p book`.

#![allow(clippy::doc_markdown, reason = "names of crates stand in the prose of a book as they are")]

/// Makes an empty module for each chapter, whose documentation is the chapter.
macro_rules! chapters {
    ($($name:ident)*) => {
        $(
            #[doc = include_str!(concat!("src/", stringify!($name), ".md"))]
            pub mod $name {}
        )*
    };
}

chapters! {
    start
    concepts
    events
    layers
    several_worlds
    queries
    fast_movers
    characters
    moving
    outlines
    solids
    tile_maps
    map_editors
    images_and_models
    geometry
    recipes
    debugging
    gjk_and_epa
    custom_shapes
    performance
    determinism
    rollback
    migration
    glossary
    layout
}

/// Compiles the code of the README of the repository.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub mod readme {}
