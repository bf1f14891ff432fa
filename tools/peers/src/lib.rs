//! Benchmarks `gjk` beside its peers with the same queries on the same poses, and checks all answers. The
//! README says how to run it and what is measured.
//!
//! * [`shape`], [`pose`], [`mod@pose_set`], [`workload`]: the shapes and their poses.
//! * [`query`]: the kinds of queries; a query on a pose set is a row of the table.
//! * [`peers`]: the peers, one file each; [`mod@baseline`]: the work that none of them can avoid.
//! * [`mod@bench`], [`job`]: the benchmarks.
//! * [`timing`]: how they are timed.
//! * [`accuracy`], [`ground_truth`]: whether their answers are right.
//! * [`report`]: the table and its summary; [`mod@versions`]: the versions of the peers.
//!
//! [`growth`] belongs to a program of its own, which plots the time of a query against the number of
//! vertices.

pub mod accuracy;
pub mod baseline;
pub mod bench;
pub mod ground_truth;
pub mod growth;
pub mod job;
pub mod options;
pub mod peers;
pub mod pose;
pub mod pose_set;
pub mod query;
pub mod report;
pub mod rng;
pub mod shape;
pub mod timing;
pub mod versions;
pub mod workload;
