//! Colliders from assets: meshes, scenes of meshes, and sprites.
//!
//! Each source has a component that is inserted beside the mesh, the scene or the sprite, and a plugin whose system
//! updates the collider when that component, its source or the asset behind it changes. Changes of assets are read
//! from asset events, so that nothing is polled.

mod asset_changes;
#[cfg(feature = "meshes")]
mod drawn;
#[cfg(feature = "meshes")]
mod mesh;
#[cfg(feature = "meshes")]
mod scene;
mod source;
#[cfg(feature = "sprites")]
mod sprite;

use bevy_app::App;
use bevy_log::warn;

use crate::collider::{Dim2, Dim3, Dimension};
use crate::detection::Collisions;
#[cfg(feature = "meshes")]
pub use mesh::{ColliderFromMesh, MeshColliderPlugin, MeshDimension};
#[cfg(feature = "meshes")]
pub use scene::CollidersFromScene;
pub use source::ColliderAssetSystems;
#[cfg(feature = "sprites")]
pub use sprite::{ColliderFromSprite, SpriteColliderPlugin};

/// Warns of a plugin whose colliders take no part, because there is no collision plugin at all. If that of the other
/// dimension is there, it warns of the first collider.
fn warn_without_detection<D: Dimension>(app: &App, plugin: &str) {
    let world = app.world();
    if !(world.contains_resource::<Collisions<Dim2>>() || world.contains_resource::<Collisions<Dim3>>()) {
        let name = D::NAME;
        warn!("the {plugin} of {name} has no effect on collisions: add the {name} CollisionPlugin");
    }
}
