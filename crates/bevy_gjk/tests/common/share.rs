//! A share of many similar cases: the gate runs some of them, `.ci/long cases` all.

/// Takes one of a number of cases, evenly; with `CASES=all` in the environment, each.
pub struct Share {
    one_of: u32,
    seen: u32,
}

impl Share {
    /// Takes the first of every `cases` cases. Choose a number that has no divisor in common with the lengths of the
    /// loops, so that each value of a loop is used.
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
