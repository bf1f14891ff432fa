//! What shows why: the overlay, the rules that keep two colliders apart, and measurements.

#[cfg(feature = "diagnostics")]
mod diagnostics;
#[cfg(feature = "overlay")]
pub(crate) mod overlay;
#[cfg(feature = "remote")]
pub mod remote;
mod rules;

#[cfg(feature = "diagnostics")]
pub use diagnostics::{CollisionDiagnostic, CollisionDiagnosticsPlugin};
#[cfg(feature = "overlay")]
pub use overlay::{
    ColliderGizmo, CollisionGizmos, CollisionOverlayKey, OverlayCategory, OverlayCategoryKeys,
};
pub use rules::{ApartReason, CollisionRules, WhyApart};
