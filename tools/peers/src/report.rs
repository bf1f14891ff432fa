//! The output: the table, its summary, and a CSV file of the measurements.

mod csv;
mod line;
mod summary;
mod table;

pub use csv::csv;
pub use line::{Line, lines};
pub use summary::summary;
pub use table::{Style, baselines, table};
