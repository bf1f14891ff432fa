//! Every question about pairs of shapes, on seeded poses; the pairs are in `plane.rs` and `space.rs`.
//!
//! ```sh
//! cargo bench -p gjk -- box                                   # all that has a box in it: under a minute
//! cargo bench -p gjk --bench space -- contact/hull --save-baseline before
//! cargo bench -p gjk --bench space -- contact/hull --baseline before
//! ```
//!
//! A time is that of one question, placing both shapes included: the mean over all poses of a mix. How that
//! compares with other crates is measured in `compare/`.

mod batches;
#[path = "../../tests/common/mod.rs"]
mod dice;
mod poses;
mod questions;

use std::time::Duration;

use criterion::Criterion;

pub use questions::ask;

/// Measures each question for less than a second. The command line has the last word.
pub fn criterion() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(400))
        .sample_size(20)
        .without_plots()
        .configure_from_args()
}
