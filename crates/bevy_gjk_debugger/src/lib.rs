#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "recorder")]
mod player;
mod stepper;

#[cfg(feature = "recorder")]
pub use player::{RecordingMark, RecordingPlayer, RecordingPlayerPlugin};
pub use stepper::{
    CollisionStepper, CollisionStepperGizmos, CollisionStepperKeys, CollisionStepperPlugin, CollisionTrace,
    StepThrough, StepperPlace, StepperQuestion,
};

/// Defines the aliases of a dimension, and its prelude.
macro_rules! dimension_module {
    ($module:ident, $dimension:ident, $name:literal) => {
        #[doc = concat!("The debugger in ", $name, ".")]
        pub mod $module {
            use bevy_gjk::$dimension;

            #[doc = concat!("Adds the ", $name, " [`CollisionStepper`] to an app.")]
            pub type CollisionStepperPlugin = crate::CollisionStepperPlugin<$dimension>;
            #[doc = concat!("A resource: shows the test of a pair of ", $name, " colliders step by step.")]
            pub type CollisionStepper = crate::CollisionStepper<$dimension>;
            #[doc = concat!("A resource: the recorded steps of the ", $name, " [`CollisionStepper`].")]
            pub type CollisionTrace = crate::CollisionTrace<$dimension>;

            #[doc = concat!("The names that most ", $name, " code needs.")]
            pub mod prelude {
                pub use super::{CollisionStepper, CollisionStepperPlugin, CollisionTrace};
                pub use crate::{CollisionStepperKeys, StepThrough};
            }
        }
    };
}

dimension_module!(dim2, Dim2, "2D");
dimension_module!(dim3, Dim3, "3D");
