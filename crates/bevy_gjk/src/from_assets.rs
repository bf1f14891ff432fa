//! Colliders from assets: meshes, scenes of meshes, and sprites.
//!
//! Each source has a component that is inserted beside the mesh, the scene or the sprite, and a plugin whose system
//! updates the collider when that component, its source or the asset behind it changes. Changes of assets are read
//! from asset events, so that nothing is polled.

mod asset_changes;
#[cfg(feature = "meshes")]
mod mesh;
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
