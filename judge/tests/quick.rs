//! The crate against the oracle: every family, some 20,000 cases.

use judge::case::Dimension;
use judge::family::FAMILIES;
use judge::subject::ask;
use judge::tally::{Tally, head};
use judge::verdict::judge;

const CASES: u64 = 500;

fn run(dimension: Dimension) {
    let mut table = head();
    let mut all = Tally::default();
    for family in FAMILIES {
        let mut tally = Tally::default();
        for number in 0..CASES {
            let case = family.case(dimension, 1, number);
            let answers = ask(&case);
            tally.add(number, &judge(&case, &answers), &answers);
        }
        table += &format!("\n{:<32}{tally}", family.name);
        for (number, faults) in &tally.first {
            table += &format!("\n   case {number}: {}", faults.join(", "));
        }
        all.merge(tally);
    }
    assert!(all.undecided * 100 < all.cases, "the oracle is undecided too often\n{table}");
    assert_eq!(all.faulty, 0, "see `cargo run --release -p judge -- --family NAME --case N`\n{table}");
}

#[test]
fn plane() {
    run(Dimension::Plane);
}

#[test]
fn space() {
    run(Dimension::Space);
}
