//! The faces that hits are on.

use crate::collider::Dimension;
use crate::detection::SurfaceFace;
use crate::query::{CastHit, CollisionQuery, Nearby, RayHit};

/// Implements the method for a hit with a point and a normal of the collider.
macro_rules! face_of_hit {
    ($hit:ident, $point:ident, $examples:literal) => {
        impl<D: Dimension> $hit<D> {
            /// Returns the face of the collider at the point: the triangle of a mesh with the weights of its corners,
            /// the side of a box, the face of a hull, the cell of a grid. `None` if the collider no longer takes part.
            ///
            /// It is computed only when you ask for it, by the same query as the hit. The collider has to be where it
            /// was when it was hit.
            #[doc = $examples]
            #[doc(alias("triangle", "feature", "UV", "barycentric"))]
            pub fn face(&self, query: &CollisionQuery<D>) -> Option<SurfaceFace<D>> {
                query.get(self.entity)?.face(self.part, self.$point, self.normal)
            }
        }
    };
}

face_of_hit!(
    RayHit,
    point,
    "
```
# use bevy_ecs::prelude::*;
use bevy_gjk::{dim3::prelude::*, gjk::{Vec2, Vec3}};
use bevy_math::Dir3;

/// Returns the texture coordinates of a mesh where a shot hits it.
fn uv(query: &CollisionQuery, from: Vec3, direction: Dir3, triangles: &[[Vec2; 3]]) -> Option<Vec2> {
    let hit = query.cast_ray(from, direction, 100.0, &QueryFilter::ALL)?;
    let face = hit.face(query)?;
    let corners = triangles.get(face.source.index as usize)?;
    Some(corners.iter().zip(face.barycentric?).map(|(&uv, weight)| uv * weight).sum())
}
```"
);
face_of_hit!(CastHit, point, "See [`RayHit::face`] for an example.");
face_of_hit!(Nearby, on_collider, "See [`RayHit::face`] for an example.");
