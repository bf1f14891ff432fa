//! What comes of it: the table, its sums, and the file of measurements.

mod csv;
mod line;
mod summary;
mod table;

pub use csv::csv;
pub use line::{Line, lines};
pub use summary::summary;
pub use table::{Style, floors, table};
