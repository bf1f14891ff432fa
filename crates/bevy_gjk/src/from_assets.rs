//! Colliders from what is on screen already: meshes, scenes of meshes, sprites.
//!
//! Each kind has a component that stands beside the thing it is made from, and a plugin whose system runs
//! when that thing, the component or the asset behind them changes. Nothing is polled: assets tell by events
//! that they came, changed or failed.

#[cfg(feature = "meshes")]
mod mesh;
mod news;
#[cfg(feature = "meshes")]
mod scene;
mod source;
#[cfg(feature = "sprites")]
mod sprite;

#[cfg(feature = "meshes")]
pub use mesh::{ColliderFromMesh, MeshColliderPlugin, MeshDimension};
#[cfg(feature = "meshes")]
pub use scene::CollidersFromScene;
pub use source::ColliderAssetSystems;
#[cfg(feature = "sprites")]
pub use sprite::{ColliderFromSprite, SpriteColliderPlugin};
