//! Motion without physics, written in scene files: things drift, spin and breathe.

use bevy::prelude::*;

/// Moves steadily, and turns back at the sides of a room around the origin.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[type_path = "examples"]
pub struct Drift {
    /// Units a second.
    pub velocity: Vec3,
    /// Half the sides of the room.
    pub room: Vec3,
}

/// Turns steadily, by this many radians a second about each axis.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[type_path = "examples"]
pub struct Spin(pub Vec3);

/// Stretches and shrinks along each axis in turn.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[type_path = "examples"]
pub struct Breathe {
    /// The scale about which it does.
    pub rest: Vec3,
    /// By how much of it.
    pub amount: Vec3,
    /// Radians a second.
    pub rate: f32,
    /// Radians so far.
    pub phase: f32,
}

/// Registers the components and moves what has them.
pub struct MotionPlugin;

impl Plugin for MotionPlugin {
    fn build(&self, app: &mut App) {
        app.register_type::<Drift>().register_type::<Spin>().register_type::<Breathe>();
        app.add_systems(Update, (drift, spin, breathe));
    }
}

/// Moves everything with [`Drift`].
pub fn drift(mut movers: Query<(&mut Transform, &mut Drift)>, time: Res<Time>) {
    for (mut transform, mut drift) in &mut movers {
        transform.translation += drift.velocity * time.delta_secs();
        for axis in 0..3 {
            let beyond = transform.translation[axis].abs() > drift.room[axis];
            if beyond && transform.translation[axis] * drift.velocity[axis] > 0.0 {
                drift.velocity[axis] = -drift.velocity[axis];
            }
        }
    }
}

/// Turns everything with [`Spin`].
pub fn spin(mut spinners: Query<(&mut Transform, &Spin)>, time: Res<Time>) {
    for (mut transform, spin) in &mut spinners {
        let turn = Quat::from_scaled_axis(spin.0 * time.delta_secs());
        transform.rotation = (turn * transform.rotation).normalize();
    }
}

/// Stretches everything with [`Breathe`].
pub fn breathe(mut breathers: Query<(&mut Transform, &mut Breathe)>, time: Res<Time>) {
    for (mut transform, mut breathe) in &mut breathers {
        breathe.phase += breathe.rate * time.delta_secs();
        let phase = breathe.phase;
        let waves = Vec3::new(phase.sin(), (phase + 2.1).sin(), (phase + 4.2).sin());
        transform.scale = breathe.rest * (Vec3::ONE + breathe.amount * waves);
    }
}
