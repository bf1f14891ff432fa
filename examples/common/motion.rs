//! Motion without physics, described in scene files: drifting, spinning and pulsating.

use bevy::prelude::*;

/// Moves at a constant velocity, and is reflected at the sides of a box around the origin.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[type_path = "examples"]
pub struct Drift {
    /// The velocity, in units per second.
    pub velocity: Vec3,
    /// Half the size of the box.
    pub room: Vec3,
}

/// Rotates at a constant rate about each axis, in radians per second.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[type_path = "examples"]
pub struct Spin(pub Vec3);

/// Stretches and shrinks along each axis in turn.
#[derive(Component, Clone, Debug, Default, PartialEq, Reflect)]
#[reflect(Component, Default, Clone, PartialEq)]
#[type_path = "examples"]
pub struct Breathe {
    /// The mean scale.
    pub rest: Vec3,
    /// The amplitude, relative to the mean scale.
    pub amount: Vec3,
    /// The angular frequency, in radians per second.
    pub rate: f32,
    /// The current phase, in radians.
    pub phase: f32,
}

/// Registers the components and adds the systems that move them.
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
