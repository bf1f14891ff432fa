//! A level for characters: obstacles at rest with room between them.

use bevy::prelude::*;
use oracle::case::{Dimension, Form};
use oracle::family::Dice;

use super::{Body, Role, Scene, mixed};
use crate::course::Room;

/// The distance of neighboring obstacles in 2D and in 3D, before they are shifted: a character fits between most of them.
const SPACING: [f32; 2] = [3.0, 2.0];
/// By how much an obstacle is shifted along each axis, at most.
const SHIFT: f32 = 0.5;
/// The least and the largest scale.
const SCALE: [f32; 2] = [0.6, 1.8];

/// Makes a level: so many obstacles, turned and scaled, and a floor below all of them.
///
/// Boxes and hulls have another scale along each axis. Round shapes have one scale: under others some engines replace
/// them by hulls, and then not all of them have the same obstacles.
pub fn level(dimension: Dimension, count: usize) -> Scene {
    let is_flat = dimension == Dimension::Plane;
    let dice = &mut Dice::new(count as u64, if is_flat { 12 } else { 13 });
    let axes = if is_flat { 2.0 } else { 3.0 };
    let row = (count as f32).powf(1.0 / axes).ceil() as usize;
    let half = Vec3::splat(row as f32 * spacing(dimension) * 0.5);
    let room = Room(if is_flat { half.with_z(0.0) } else { half });
    let mut bodies: Vec<Body> = (0..count).map(|index| obstacle(dice, dimension, index, row)).collect();
    let thickness = 1.0;
    let floor = Form::Box(Vec3::new(half.x + 5.0, thickness, if is_flat { 0.0 } else { half.z + 5.0 }));
    let place = Transform::from_xyz(0.0, -half.y - thickness, 0.0);
    bodies.push(Body { shape: floor, role: Role::Still, place, course: None });
    Scene { dimension, room, bodies }
}

fn spacing(dimension: Dimension) -> f32 {
    SPACING[usize::from(dimension == Dimension::Space)]
}

fn obstacle(dice: &mut Dice, dimension: Dimension, index: usize, row: usize) -> Body {
    let is_flat = dimension == Dimension::Plane;
    let middle = (row as f32 - 1.0) * 0.5;
    let cell = [index % row, index / row % row, index / (row * row)].map(|axis| axis as f32 - middle);
    let cell = Vec3::from(cell) * spacing(dimension);
    let cell = if is_flat { cell.with_z(0.0) } else { cell };
    let shape = if dice.once_in(4) { Form::Ball(0.5) } else { mixed::shape(dice, dimension) };
    let axis = if is_flat { Vec3::Z } else { dice.direction(dimension) };
    // Some are not turned, so that faces are aligned.
    let angle = if dice.once_in(4) { 0.0 } else { dice.between(-3.0, 3.0) };
    let mut scale = || dice.between(SCALE[0], SCALE[1]);
    let scale = match shape {
        Form::Box(_) | Form::Points(_) => Vec3::new(scale(), scale(), scale()),
        _ => Vec3::splat(scale()),
    };
    let place = Transform {
        translation: cell + dice.vector(dimension) * SHIFT,
        rotation: Quat::from_axis_angle(axis, angle),
        scale,
    };
    Body { shape, role: Role::Still, place, course: None }
}
