//! rapier, through `bevy_rapier`. Lean is bare sensors, without bodies and without writing back; collision-only the
//! same in `SimulationMode::CollisionOnly`; contacts the same again with colliders that are no sensors; default is
//! all of the plugin, with kinematic bodies as sensors.

pub mod plane;
pub mod space;
