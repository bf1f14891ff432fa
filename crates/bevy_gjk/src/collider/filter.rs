//! Collision filters beyond layers: self-collision groups, exceptions for single pairs, and user-defined filters.
//!
//! These are the components and traits. Layers, groups and exceptions are applied where the pairs of the broad phase become
//! candidates, in `Collector::push` (`detection/narrow_phase/candidates.rs`), and compared in
//! `InteractionFilter::filter_reason` (`detection/proxies/settings.rs`). The filters of the app are applied to the
//! candidates, in `detection/narrow_phase/apply_user_filters.rs` and `detection/narrow_phase/apply_contact_filter.rs`.
//!
//! The places for a new component beside a collider:
//!
//! | file | what |
//! |---|---|
//! | its own, and `collider.rs` | the component; its exports and the preludes, in `components` |
//! | `plugin/components.rs` | a row: its reflection, and the warnings of one without a collider, and of one on a part of a compound |
//! | `detection/proxies/settings.rs` | a field of `ColliderSettings`, which the table stores by `PlacedCollider::update_settings`, and `of` |
//! | `frame/read_world/rows.rs` | the columns, both queries and where their items are destructured, `SettingsRefs`, `changed_rows` |
//!
//! Of one that filters pairs also:
//!
//! | file | what |
//! |---|---|
//! | `detection/proxies/settings.rs` | a field of `BeyondLayers`; `update`, `add_to`, `only_layers` and `reason_beyond_layers` of `InteractionFilter`; a `FilterReason` |
//! | `frame/self_collision.rs`, `frame/read_world.rs`, `frame/read_world/removal.rs` | if it acts on what is below its entity: how it is found, and when it has to be found again |
//! | `debug/rules.rs`, `debug/rules/apart_reason.rs` | its explanation: `reason`; a variant, its entities and its text |
//! | `plugin.rs`, `plugin/missing_partners/table.rs`, `plugin/missing_partners/beside_colliders.rs` | if it may stand above its colliders, or lists entities: its reflection, and warnings of its own |
//! | `lib.rs`, `detection/end_reason.rs`, `detection/proxies/placed.rs`, `query/filter.rs`, `movement/character/settings.rs` | the docs that say which filters count |
//!
//! A test compares this list with the files that use the components above. The tests that list all components fail by
//! themselves.

mod contact;
mod exceptions;
mod self_collision;
mod user;

pub use contact::{ContactFilter, FilteredContact};
pub use exceptions::CollisionExceptions;
pub use self_collision::NoSelfCollision;
pub use user::CollisionFilter;
