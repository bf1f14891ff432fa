//! Collider components and the checked shapes made from them, generic over the dimension.
//!
//! The components that hold a description are [`dim2::Collider`](crate::dim2::Collider) and
//! [`dim3::Collider`](crate::dim3::Collider). [`Shape::prepare`] checks a description and makes a [`ColliderShape`]:
//! one convex shape, or a [`CompositeShape`] of many in a bounding volume hierarchy. [`Dimension`] is what the rest of
//! the plugin needs from 2D or 3D. The optional components of a collider are in [`components`], [`layers`] and
//! [`filter`].

pub(crate) mod aabb;
mod bounding_volumes;
pub(crate) mod bvh;
pub(crate) mod components;
mod composite;
mod content;
mod convert;
mod convex_shapes;
mod custom;
pub(crate) mod dim2;
pub(crate) mod dim3;
mod dimension;
mod error;
pub(crate) mod exit_search;
mod filter;
pub(crate) mod geometry;
mod grid;
mod interpolation;
mod layer_names;
mod layers;
mod limits;
mod missing_plugin;
mod part;
mod platforms;
mod rounded;
mod shape;
mod shared_constructors;
pub(crate) mod solid;

pub use bounding_volumes::BoundingVolumes;
pub use components::*;
pub use composite::CompositeShape;
pub(crate) use composite::{CellRules, Child, LayersOfKinds, SearchVisitor, Simplices};
pub(crate) use content::ContentHash;
pub use convert::BevyAabb;
pub use convex_shapes::Convex;
pub(crate) use convex_shapes::{checked, convex_shapes};
pub use custom::{Custom, CustomShape};
pub use dim2::Dim2;
pub use dim3::Dim3;
#[cfg(feature = "overlay")]
pub use dimension::Pen;
#[cfg(any(feature = "overlay", feature = "picking"))]
pub(crate) use dimension::to_vec3;
pub use dimension::{AffineOf, Dimension, Shape};
pub(crate) use dimension::{has_same_linear_part, is_finite};
pub use error::ColliderError;
pub use filter::{CollisionFilter, ContactFilter, FilteredContact};
pub use grid::{CellGrid, CellKind, Cells, GridCell, GridError};
pub(crate) use grid::{GridFlaw, GridParts};
pub(crate) use interpolation::{between2, between3, change2, change3};
pub use layer_names::LayerNames;
pub use layers::LayerMask;
pub(crate) use limits::part_count;
pub(crate) use missing_plugin::{PluginSearch, add_plugin};
pub use part::ColliderPart;
pub(crate) use part::compound;
pub use platforms::{OneWayPlatform, SurfaceVelocity};
pub use rounded::RoundedShape;
pub(crate) use rounded::rounded;
pub use shape::{ColliderShape, ConvexOf, PlacedPart};
