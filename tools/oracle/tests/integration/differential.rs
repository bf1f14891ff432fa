//! The differential test of the accelerations against the reference algorithms, on all families of cases.
//!
//! `cargo run --release -p oracle -- 20000` runs the same on more cases, among all other queries.

use oracle::case::Dimension;
use oracle::check::{Score, differential};
use oracle::family::{Dice, FAMILIES};

/// The number of cases of each family, each with nine frames of a motion.
const CASES: u64 = 400;

/// Runs the differential test on all families.
fn run(dimension: Dimension) {
    let mut report = String::new();
    for family in FAMILIES {
        for number in 0..CASES {
            let case = family.case(dimension, 7, number);
            let Score { faults, detail, .. } = differential::compare(&case, &mut Dice::new(7, number));
            if !faults.is_empty() {
                report += &format!("{}, case {number}: {faults:?}\n{detail}", family.name);
            }
        }
    }
    assert!(report.is_empty(), "{dimension:?}\n{report}");
}

#[test]
fn accelerations_in_2d_agree_with_the_reference() {
    run(Dimension::Plane);
}

#[test]
fn accelerations_in_3d_agree_with_the_reference() {
    run(Dimension::Space);
}
