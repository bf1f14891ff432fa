//! A guide for implementors: a custom shape in three steps.
//!
//! The example is a tent, the hull of five corners, with a radius all around it.
//!
//! # Step 1: one method
//! Return the point of the shape that lies farthest along a direction. The shape then takes part in every question,
//! placed, swept and combined in every way.
//!
//! ```
//! use gjk::{Affine3A, Sphere, Support, Vec3};
//!
//! struct Tent {
//!     corners: [Vec3; 5],
//!     radius: f32,
//! }
//!
//! impl Tent {
//!     fn farthest(&self, direction: Vec3) -> usize {
//!         let along = self.corners.map(|corner| corner.dot(direction));
//!         (1..5).fold(0, |best, index| if along[index] > along[best] { index } else { best })
//!     }
//! }
//!
//! impl Support<Vec3> for Tent {
//!     fn support(&self, direction: Vec3) -> Vec3 {
//!         self.corners[self.farthest(direction)] + direction.normalize() * self.radius
//!     }
//! }
//!
//! let floor = [(1.0, 1.5), (-1.0, 1.5), (-1.0, -1.5), (1.0, -1.5)].map(|(x, z)| Vec3::new(x, -0.75, z));
//! let tent = Tent {
//!     corners: [floor[0], floor[1], floor[2], floor[3], Vec3::new(0.0, 0.75, 0.0)],
//!     radius: 0.25,
//! };
//! let ball = Sphere::new(0.5).placed(Affine3A::from_translation(Vec3::new(0.0, 2.0, 0.0)));
//! let closest = gjk::closest_points(&tent, &ball).unwrap();
//! assert!((closest.distance - 0.5).abs() < 1e-5);
//! assert!((tent.aabb().max - Vec3::new(1.25, 1.0, 1.75)).length() < 1e-5);
//! ```
//!
//! # Step 2: a radius, the sizes, and vertices with ids
//! Everything beyond `support` is a [hint](crate::support::hints). A shape that is the same on all sides of a smaller
//! one tells this *core* and its radius. The algorithms then search the core, here a polytope instead of a curved
//! surface, and add the radius exactly. Its vertices get ids, by which a [`SimplexCache`](crate::SimplexCache) finds
//! them again in the next frame; and the sizes save the six support points that the default asks for.
//!
//! ```
//! # struct Tent { corners: [gjk::Vec3; 5], radius: f32 }
//! # impl Tent {
//! #     fn farthest(&self, direction: Vec3) -> usize {
//! #         let along = self.corners.map(|corner| corner.dot(direction));
//! #         (1..5).fold(0, |best, index| if along[index] > along[best] { index } else { best })
//! #     }
//! # }
//! use gjk::support::hints::{Core, Size, Vertex, VertexRefs};
//! use gjk::{Affine3A, Query, SimplexCache, Sphere, Support, Vec3};
//!
//! impl Support<Vec3> for Tent {
//!     fn support(&self, direction: Vec3) -> Vec3 {
//!         self.corners[self.farthest(direction)] + direction.normalize() * self.radius
//!     }
//!     fn core(&self) -> Core<Vec3> {
//!         Core::new(Vec3::ZERO, self.radius)
//!     }
//!     fn size(&self) -> Size<Vec3> {
//!         Size {
//!             half_extents: self.corners[0].abs() + self.radius,
//!             bounding_radius: self.corners[0].length() + self.radius,
//!             inscribed_radius: self.radius,
//!         }
//!     }
//!     // The core has no radius: the vertex alone.
//!     fn core_support(&self, direction: Vec3) -> Vertex<Vec3> {
//!         let index = self.farthest(direction);
//!         Vertex { point: self.corners[index], id: index as u32 }
//!     }
//!     fn resolve_vertices(&self, refs: &VertexRefs<Vec3>) -> [Vertex<Vec3>; 4] {
//!         refs.resolve(self, |id| self.corners.get(id as usize).copied())
//!     }
//! }
//!
//! # let floor = [(1.0, 1.5), (-1.0, 1.5), (-1.0, -1.5), (1.0, -1.5)].map(|(x, z)| Vec3::new(x, -0.75, z));
//! # let tent = Tent {
//! #     corners: [floor[0], floor[1], floor[2], floor[3], Vec3::new(0.0, 0.75, 0.0)],
//! #     radius: 0.25,
//! # };
//! let mut cache = SimplexCache::default();
//! for frame in 0..10 {
//!     let height = 2.0 + 0.01 * frame as f32;
//!     let ball = Sphere::new(0.5).placed(Affine3A::from_translation(Vec3::new(0.0, height, 0.0)));
//!     let closest = Query::new(&tent, &ball).cache(&mut cache).closest_points().unwrap();
//!     assert!((closest.distance - (height - 1.5)).abs() < 1e-6);
//! }
//! ```
//!
//! # Step 3: supporting features
//! A contact manifold is clipped from the faces and edges that meet. A shape that visits all vertices of the feature
//! along a direction, not the farthest alone, gets manifolds of several points, on which it rests without tipping.
//!
//! ```
//! # use gjk::support::hints::{Core, Size, Vertex, VertexRefs};
//! # use gjk::{Affine3A, Cuboid, Support, Vec3};
//! # struct Tent { corners: [Vec3; 5], radius: f32 }
//! # impl Tent {
//! #     fn farthest(&self, direction: Vec3) -> usize {
//! #         let along = self.corners.map(|corner| corner.dot(direction));
//! #         (1..5).fold(0, |best, index| if along[index] > along[best] { index } else { best })
//! #     }
//! # }
//! impl Support<Vec3> for Tent {
//! #     fn support(&self, direction: Vec3) -> Vec3 {
//! #         self.corners[self.farthest(direction)] + direction.normalize() * self.radius
//! #     }
//! #     fn core(&self) -> Core<Vec3> {
//! #         Core::new(Vec3::ZERO, self.radius)
//! #     }
//! #     fn core_support(&self, direction: Vec3) -> Vertex<Vec3> {
//! #         let index = self.farthest(direction);
//! #         Vertex { point: self.corners[index], id: index as u32 }
//! #     }
//!     // ... the methods of step 2, and:
//!     fn support_feature(&self, direction: Vec3, tolerance: f32, visit: &mut dyn FnMut(Vertex<Vec3>)) {
//!         let farthest = self.core_support(direction).point;
//!         for (id, &point) in (0..).zip(&self.corners) {
//!             if (farthest - point).dot(direction) <= tolerance {
//!                 visit(Vertex { point, id });
//!             }
//!         }
//!     }
//! }
//!
//! # let floor = [(1.0, 1.5), (-1.0, 1.5), (-1.0, -1.5), (1.0, -1.5)].map(|(x, z)| Vec3::new(x, -0.75, z));
//! # let tent = Tent {
//! #     corners: [floor[0], floor[1], floor[2], floor[3], Vec3::new(0.0, 0.75, 0.0)],
//! #     radius: 0.25,
//! # };
//! let ground = Cuboid::new(20.0, 2.0, 20.0).placed(Affine3A::from_translation(Vec3::Y * -1.99));
//! assert_eq!(gjk::manifold(&tent, &ground).unwrap().points().len(), 4);
//! ```
//!
//! # What each step buys
//! Two tents at 256 random places, in eight frames of a slow motion. The figures are ratios of instructions counted by
//! Callgrind; `cargo bench -p gjk --bench custom_shape` prints those of times, which are about the same.
//!
//! | question | step 1 | step 2 | step 3 |
//! |---|---|---|---|
//! | [`contact`](crate::contact) | 1 | 2.3 times as fast | 2.3 |
//! | [`closest_points`](crate::closest_points) with a cache | 1 | 5.8 times as fast | 5.8 |
//! | [`manifold`](crate::manifold) | 1 | 2.4 times as fast | 2.1 |
//! | points of the manifold of two tents, bottom on bottom | 1 | 1 | 4 |
//!
//! # Wrappers
//! A shape around another shape, or an enum of shapes, should pass on all hints of its shapes.
//! [`forward_support!`](crate::forward_support) implements all methods of [`Support`](crate::Support) that way.
