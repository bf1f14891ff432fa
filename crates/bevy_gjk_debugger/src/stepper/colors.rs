//! The colors of the stepper.

use bevy_color::Color;
use bevy_gizmos::config::GizmoConfigGroup;
use bevy_reflect::{Reflect, std_traits::ReflectDefault};

/// The colors of the [`CollisionStepper`](super::CollisionStepper) and the sizes of its text and marks: the
/// extension of a [`GizmoConfig`](bevy_gizmos::config::GizmoConfig) in Bevy's
/// [`GizmoConfigStore`](bevy_gizmos::config::GizmoConfigStore).
#[derive(Clone, Debug, PartialEq, Reflect, GizmoConfigGroup)]
#[type_path = "bevy_gjk_debugger"]
#[reflect(Default, Clone, Debug, PartialEq)]
pub struct CollisionStepperGizmos {
    /// The first shape, its vertices, and the lines to them.
    pub a: Color,
    /// The second shape.
    pub b: Color,
    /// The boundary of the Minkowski difference.
    pub difference: Color,
    /// The origin of the difference, and the sum of the radii around it.
    pub origin: Color,
    /// GJK's simplex.
    pub simplex: Color,
    /// The vertices that the last step removed from the simplex.
    pub dropped: Color,
    /// The search direction.
    pub direction: Color,
    /// The support point in that direction.
    pub support: Color,
    /// The point of the simplex that is nearest to the origin, and the result.
    pub nearest: Color,
    /// EPA's polytope.
    pub polytope: Color,
    /// The facet of the polytope that is nearest to the origin.
    pub facet: Color,
    /// The text.
    pub words: Color,
    /// The text that says which rule keeps the two apart.
    pub rule: Color,
    /// The frame around the difference.
    pub frame: Color,
    /// The height of capital letters in pixels.
    pub text_size: f32,
    /// The size of points and arrows on the screen, relative to the default.
    pub mark_size: f32,
}

impl Default for CollisionStepperGizmos {
    fn default() -> Self {
        Self {
            a: Color::srgb(0.35, 0.75, 1.0),
            b: Color::srgb(1.0, 0.6, 0.2),
            difference: Color::srgb(0.62, 0.60, 0.70),
            origin: Color::WHITE,
            simplex: Color::srgb(1.0, 0.92, 0.25),
            dropped: Color::srgb(0.55, 0.50, 0.20),
            direction: Color::srgb(0.95, 0.35, 0.95),
            support: Color::srgb(1.0, 0.35, 0.35),
            nearest: Color::srgb(0.35, 1.0, 0.45),
            polytope: Color::srgb(0.25, 0.80, 0.75),
            facet: Color::srgb(0.85, 1.0, 0.35),
            words: Color::srgb(0.92, 0.94, 0.96),
            rule: Color::srgb(1.0, 0.50, 0.70),
            frame: Color::srgb(0.40, 0.42, 0.48),
            text_size: 10.0,
            mark_size: 1.0,
        }
    }
}
