//! avian: always with contacts. Lean is the fewest plugins that find touches, once a frame in `PostUpdate`;
//! default is the whole group in `FixedPostUpdate`, as in its book.

pub mod plane;
pub mod space;
