//! Changes the colour of things to orange while they touch another.

use bevy::prelude::*;
use bevy_gjk::dim2;

/// The materials of a thing: while it is touching another, and while it is not.
#[derive(Component)]
pub struct Tint<M: Asset> {
    /// The material while it touches nothing.
    pub apart: Handle<M>,
    /// The material while it touches another.
    pub touching: Handle<M>,
}

/// Changes the materials in 2D. Runs in `Update`, so it shows the collisions of the previous frame.
pub fn tint_2d(
    collisions: Res<dim2::Collisions>,
    mut things: Query<(Entity, &Tint<ColorMaterial>, &mut MeshMaterial2d<ColorMaterial>)>,
) {
    for (entity, tint, mut material) in &mut things {
        let touches = collisions.entities_colliding_with(entity).next().is_some();
        let wanted = if touches { &tint.touching } else { &tint.apart };
        if material.0 != *wanted {
            material.0 = wanted.clone();
        }
    }
}

/// Changes the materials in 3D. Runs in `Update`, so it shows the collisions of the previous frame.
#[cfg(feature = "3d")]
pub fn tint_3d(
    collisions: Res<bevy_gjk::dim3::Collisions>,
    mut things: Query<(Entity, &Tint<StandardMaterial>, &mut MeshMaterial3d<StandardMaterial>)>,
) {
    for (entity, tint, mut material) in &mut things {
        let touches = collisions.entities_colliding_with(entity).next().is_some();
        let wanted = if touches { &tint.touching } else { &tint.apart };
        if material.0 != *wanted {
            material.0 = wanted.clone();
        }
    }
}
