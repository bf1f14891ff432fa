//! Benchmarks of every query about pairs of shapes on seeded poses; the pairs are in `pairs_2d.rs` and
//! `pairs_3d.rs`.
//!
//! ```sh
//! cargo bench -p gjk -- box                                   # every pair with a box: under a minute
//! cargo bench -p gjk --bench pairs_3d -- contact/hull --save-baseline before
//! cargo bench -p gjk --bench pairs_3d -- contact/hull --baseline before
//! ```
//!
//! A time is that of one query, including the placing of both shapes: the mean over all poses of a set.
//! `tools/peers` measures how that compares with other crates.

mod poses;
mod queries;
#[path = "../../tests/common/rng.rs"]
mod rng;

use std::time::Duration;

use criterion::Criterion;

pub use queries::bench_pair;

/// Returns a configuration that measures each query for less than a second, unless the command line says otherwise.
pub fn criterion() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(400))
        .sample_size(20)
        .without_plots()
        .configure_from_args()
}
