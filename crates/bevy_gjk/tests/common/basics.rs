//! What most tests import beside the names of the plugin. Tests of one dimension add its prelude, all others take
//! [`prelude`](super::prelude).

pub use std::collections::{BTreeMap, BTreeSet};

pub use bevy_app::{App, PostUpdate, PreUpdate};
pub use bevy_ecs::entity_disabling::Disabled;
pub use bevy_ecs::message::Messages;
pub use bevy_ecs::observer::Observer;
pub use bevy_ecs::prelude::*;
pub use bevy_ecs::schedule::{ScheduleLabel, SingleThreadedExecutor};
pub use bevy_ecs::system::RunSystemOnce;
pub use bevy_gjk::{Dim2, Dim3, Dimension, dim2, dim3};
pub use bevy_math::{Affine2, Affine3A, DMat3, DVec2, DVec3, Dir2, Dir3, EulerRot, Mat3, Quat, Vec2, Vec3};
pub use bevy_transform::components::{GlobalTransform, Transform};
pub use gjk::{Placed, Support, Vector};

pub(crate) use crate::common;

pub use super::dimension::{Pieces, Spatial, pieces, point};
pub(crate) use super::rows::in_both_dimensions;
pub use super::rows::{Note, assert_near, each, each2, each3};
pub use super::warnings::{assert_one_warning, assert_warnings, warnings};
pub use super::world::{AppWorld, is_below};
pub use super::{
    FrameEvents, NOTHING, Random, Share, StepApp, Story, anywhere, app, app_with, at_point, at_x, at_xy,
    below_origin, ends, finished, frame_events, pair, play, play_in, set, single_threaded, starts, step,
    step2, without_contacts,
};
