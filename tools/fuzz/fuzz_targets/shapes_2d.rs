//! Pairs of 2D shapes.
#![no_main]

// Each target uses one of the two dimensions.
#[allow(dead_code)]
#[path = "../../../crates/gjk/tests/common/any_shape.rs"]
mod any_shape;
#[allow(dead_code)]
#[path = "../../../crates/gjk/tests/common/raw_shapes.rs"]
mod raw_shapes;

libfuzzer_sys::fuzz_target!(|data: &[u8]| raw_shapes::RawShapes::new(data).query_pair_2d());
