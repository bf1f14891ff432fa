//! A share of many similar cases: the gate runs some of them, `.ci/long cases` all.

/// Takes one of a number of cases, evenly; with `CASES=all` in the environment, each.
pub struct Share {
    one_of: u32,
    seen: u32,
}

impl Share {
    /// Takes the first case, and one of so many from then on. The number has no divisor in common with those of the loops, so
    /// that each of their values is taken.
    pub fn one_of(cases: u32) -> Self {
        let all = std::env::var("CASES").is_ok_and(|cases| cases == "all");
        Self { one_of: if all { 1 } else { cases }, seen: 0 }
    }

    /// Returns whether the next case is taken.
    pub fn takes_next(&mut self) -> bool {
        self.seen += 1;
        (self.seen - 1).is_multiple_of(self.one_of)
    }
}
