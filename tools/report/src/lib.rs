//! What the tools that measure share.
//!
//! * [`stopwatch`]: wall time and processor time.
//! * [`statistics`]: medians, on a machine that others use, too.
//! * [`table`]: tables in Markdown.
//! * [`plot`]: plots in SVG, with logarithmic axes.
//! * [`versions`]: the versions of what is compared.

pub mod plot;
pub mod statistics;
pub mod stopwatch;
pub mod table;
pub mod versions;
