//! This project: as it is, which tells what touches, and with all contacts read in every frame.

pub mod plane;
pub mod space;
