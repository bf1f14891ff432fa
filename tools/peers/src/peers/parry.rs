//! parry, the collision library of rapier and avian: two versions, two dimensions, and two sets of functions.
//!
//! The functions of `query` dispatch on the types of the shapes at run time. Those of `query::details` take
//! shapes of known types and are faster; they appear as "typed".
//!
//! The four crates have the same names, but their types are unrelated. So the queries and the shapes of each
//! dimension are written once, and each file is compiled against the crate that the module above imports as
//! `parry`.

mod dim2_v027;
mod dim2_v031;
mod dim3_v027;
mod dim3_v031;

use oracle::case::Dimension;

use crate::bench::BenchmarkGroup;

/// Adds all queries of both versions.
pub fn add(group: &mut BenchmarkGroup) {
    match group.workload.dimension {
        Dimension::Plane => {
            dim2_v031::add(group);
            dim2_v027::add(group);
        }
        Dimension::Space => {
            dim3_v031::add(group);
            dim3_v027::add(group);
        }
    }
}
