//! Fading lines along the paths of players.

use std::collections::VecDeque;

use bevy::prelude::*;

use crate::look;

/// Draws the positions of an entity in the last frames.
#[derive(Component, Clone, Debug, Default)]
pub struct Trail(VecDeque<Vec3>);

/// The number of frames that are drawn.
const FRAMES: usize = 200;

/// Adds the system that draws the trails.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, draw);
}

fn draw(mut trails: Query<(&Transform, &mut Trail)>, mut gizmos: Gizmos) {
    for (transform, mut trail) in &mut trails {
        if trail.0.back() != Some(&transform.translation) {
            trail.0.push_back(transform.translation);
        }
        if trail.0.len() > FRAMES {
            trail.0.pop_front();
        }
        let points = trail.0.iter().enumerate();
        gizmos.linestrip_gradient(points.map(|(index, &point)| {
            let age = (trail.0.len() - index) as f32 / FRAMES as f32;
            (point, look::PLAYER.with_alpha(1.0 - age))
        }));
    }
}
