//! The peers, one file each. Each converts poses and shapes to its own format, runs the queries as an
//! experienced user would, and converts the results to answers.

pub mod box2d;
pub mod box3d;
#[cfg(feature = "jolt")]
pub mod jolt;
pub mod ours;
pub mod parry;

use oracle::case::Dimension;

use crate::bench::BenchmarkGroup;

/// Adds the benchmarks of all peers that have the workload's dimension, ours first.
pub fn add(group: &mut BenchmarkGroup) {
    ours::add(group);
    parry::add(group);
    match group.workload.dimension {
        Dimension::Plane => box2d::add(group),
        Dimension::Space => {
            box3d::add(group);
            #[cfg(feature = "jolt")]
            jolt::add(group);
        }
    }
}
