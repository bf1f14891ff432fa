//! `gjk` against the oracle: every family and every kind of query, some 16,000 cases.

use oracle::case::Dimension;
use oracle::examine::examine;
use oracle::family::FAMILIES;
use oracle::tally::{Tally, checks, head};

/// The number of cases of each family in each dimension.
const CASES: u64 = 300;

/// Runs and judges all queries on all families.
fn run(dimension: Dimension) {
    let (mut table, mut second) = (head(), checks::head());
    let (mut all, mut faulty) = (Tally::default(), 0);
    for family in FAMILIES {
        let mut tally = Tally::default();
        for number in 0..CASES {
            let examined = examine(&family.case(dimension, 1, number), 1, number);
            faulty += u64::from(!examined.faults().is_empty());
            tally.add(number, &examined);
        }
        table += &format!("\n{:<32}{tally}", family.name);
        second += &format!("\n{:<32}{}", family.name, tally.checks);
        for (number, faults) in &tally.first {
            table += &format!("\n   case {number}: {faults}");
        }
        all.merge(tally);
    }
    let undecided = all.undecided + all.checks.undecided();
    assert!(undecided * 100 < all.cases, "the oracle is undecided too often\n{table}\n{second}");
    assert_eq!(faulty, 0, "see `cargo run --release -p oracle -- --family NAME --case N`\n{table}\n{second}");
}

#[test]
fn answers_in_2d_agree_with_the_oracle() {
    run(Dimension::Plane);
}

#[test]
fn answers_in_3d_agree_with_the_oracle() {
    run(Dimension::Space);
}
