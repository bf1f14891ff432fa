//! A macro that forwards every method of [`Support`](super::Support) to another shape, so that no hint is lost.

/// Implements all methods of [`Support`](crate::Support) by forwarding them to another shape.
///
/// The arguments are the attribute for each method, the vector type, and a macro that finds the other shape. It is
/// called as `find!(self, shape => answer)`, and has to bind `shape` to a reference and evaluate `answer`. A wrapper
/// that uses this macro cannot forget a method.
///
/// ```
/// use gjk::{Circle, Rectangle, Support, Vec2, forward_support};
///
/// enum Shape {
///     Circle(Circle),
///     Rectangle(Rectangle),
/// }
///
/// macro_rules! dispatch {
///     ($self:ident, $shape:ident => $answer:expr) => {
///         match $self {
///             Self::Circle($shape) => $answer,
///             Self::Rectangle($shape) => $answer,
///         }
///     };
/// }
///
/// impl Support<Vec2> for Shape {
///     forward_support!(#[inline] Vec2, dispatch);
/// }
///
/// assert_eq!(Shape::Circle(Circle::new(2.0)).core().convex_radius, 2.0);
/// ```
#[macro_export]
macro_rules! forward_support {
    (#[$attribute:meta] $vector:ty, $find:ident) => {
        #[$attribute]
        fn support(&self, direction: $vector) -> $vector {
            $find!(self, shape => $crate::Support::<$vector>::support(shape, direction))
        }
        #[$attribute]
        fn core(&self) -> $crate::support::hints::Core<$vector> {
            $find!(self, shape => $crate::Support::<$vector>::core(shape))
        }
        #[$attribute]
        fn size(&self) -> $crate::support::hints::Size<$vector> {
            $find!(self, shape => $crate::Support::<$vector>::size(shape))
        }
        #[$attribute]
        fn core_support(&self, direction: $vector) -> $crate::support::hints::Vertex<$vector> {
            $find!(self, shape => $crate::Support::<$vector>::core_support(shape, direction))
        }
        #[$attribute]
        fn resolve_vertices(&self, refs: &$crate::support::hints::VertexRefs<$vector>) -> [$crate::support::hints::Vertex<$vector>; 4] {
            $find!(self, shape => $crate::Support::<$vector>::resolve_vertices(shape, refs))
        }
        #[$attribute]
        fn closed_form(
            &self,
            map: Option<&<$vector as $crate::Vector>::Affine>,
            polygon: Option<&mut $crate::support::hints::SmallPolygon>,
        ) -> Option<$crate::support::hints::Zonotope<$vector>> {
            $find!(self, shape => $crate::Support::<$vector>::closed_form(shape, map, polygon))
        }
        #[$attribute]
        fn support_interval(&self, direction: $vector) -> [<$vector as $crate::Vector>::Scalar; 2] {
            $find!(self, shape => $crate::Support::<$vector>::support_interval(shape, direction))
        }
        #[$attribute]
        fn support_feature(
            &self,
            direction: $vector,
            tolerance: <$vector as $crate::Vector>::Scalar,
            visit: &mut dyn FnMut($crate::support::hints::Vertex<$vector>),
        ) {
            $find!(self, shape => $crate::Support::<$vector>::support_feature(shape, direction, tolerance, visit));
        }
        #[$attribute]
        fn half_space(&self) -> Option<$crate::support::hints::Plane<$vector>> {
            $find!(self, shape => $crate::Support::<$vector>::half_space(shape))
        }
    };
}
