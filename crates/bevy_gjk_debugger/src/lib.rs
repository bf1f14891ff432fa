//! Shows the collision tests of [`bevy_gjk`] step by step, drawn in the game itself: GJK and EPA on any pair of colliders,
//! and the last move of any character.
//!
//! Everything is built on the public API of [`bevy_gjk`] and on [`gjk::trace`], so that it also shows how to write a debugger of
//! one's own.
//!
//! # The stepper
//! ```
//! use bevy_app::prelude::*;
//! use bevy_gjk::dim2::prelude::*;
//! use bevy_gjk_debugger::dim2::prelude::*;
//! use bevy_input::keyboard::KeyCode;
//!
//! let mut app = App::new();
//! # app.add_plugins(bevy_transform::TransformPlugin);
//! app.add_plugins((CollisionPlugin::default(), CollisionStepperPlugin::default()));
//! app.insert_resource(CollisionOverlayKey(Some(KeyCode::F1)));
//! app.insert_resource(CollisionStepperKeys::STANDARD);
//! ```
//!
//! 1. **F1 shows the overlay** of `bevy_gjk`. If an outline is not where the sprite or the model is, the `Transform` or the
//!    shape is wrong, and there is nothing to step through.
//! 2. **F2 steps through the pair at the cursor.** The stepper draws the Minkowski difference of the two shapes,
//!    the set of all points of A minus all points of B. The shapes touch exactly if this set contains the origin,
//!    the white cross. The distance from the cross to the boundary is the penetration depth if the cross is inside,
//!    and the distance of the shapes if it is outside. Shapes with a radius are drawn by their cores: they touch if
//!    the difference reaches the circle around the cross.
//! 3. **Full stop and comma go one step forward and back.** Each step computes the support points of both shapes
//!    along the arrow `d`. Dashed lines join these two vertices, for example `a3` and `b1`, to the point `w` of the
//!    difference that they make; a vertex in the wrong place is visible there. If `w` does not reach the origin, a
//!    separating axis is found: GJK stops, and the shapes are apart. If the simplex contains the origin, the shapes
//!    touch, and EPA expands its polytope until no facet is nearer to the origin. That facet gives the normal and
//!    the depth of the contact.
//! 4. **F4 freezes the picture** while the game goes on or is paused.
//! 5. **F6 steps through the last move of the character at the cursor**, from its
//!    [`MoveTrace`](bevy_gjk::trace::MoveTrace): how far it went, what it met, and why a step was refused.
//!
//! An observer can freeze a touch that lasts for a single frame:
//!
//! ```
//! # use bevy_ecs::prelude::*;
//! use bevy_gjk::dim2::prelude::*;
//! use bevy_gjk_debugger::dim2::prelude::*;
//!
//! fn catch(touch: On<CollisionStarted>, mut stepper: ResMut<CollisionStepper>) {
//!     if !stepper.frozen && touch.contact.depth > 10.0 {
//!         stepper.show(touch.entity, touch.other);
//!         stepper.frozen = true;
//!     }
//! }
//! # bevy_ecs::prelude::Observer::new(catch);
//! ```
//!
//! Printing the [`CollisionTrace`] gives the same steps in numbers, for a bug report. A pair that is excluded by
//! layers or by a filter is never tested by the systems; the stepper says which rule excludes it, and shows how its test
//! would run.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod stepper;

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

/// Compiles the code of the README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
