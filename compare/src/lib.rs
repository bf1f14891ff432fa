//! The questions of `gjk`, asked of it and of its peers on the same poses: how long they take, and who is
//! right. The README says how to run it and how it is judged.
//!
//! * [`shape`], [`pose`], [`mod@mix`], [`workload`]: what is asked about.
//! * [`question`]: what is asked; with a mix of poses it makes a row of the table.
//! * [`peers`]: who is asked, a file each; [`floors`]: the least that any of them must do.
//! * [`mod@bench`], [`job`]: how they enter the rows.
//! * [`timing`]: how long it takes them.
//! * [`verdict`], [`oracle`]: whether they are right.
//! * [`report`]: the table and its sums; [`mod@versions`]: of whom.
//!
//! [`growth`] is a program of its own: the cost of a question against the number of vertices, as a picture.

pub mod bench;
pub mod dice;
pub mod floors;
pub mod growth;
pub mod job;
pub mod mix;
pub mod options;
pub mod oracle;
pub mod peers;
pub mod pose;
pub mod question;
pub mod report;
pub mod shape;
pub mod timing;
pub mod verdict;
pub mod versions;
pub mod workload;
