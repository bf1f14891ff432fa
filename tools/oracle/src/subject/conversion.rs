//! Conversion of the shapes of a case to those of `gjk`.

use gjk::support::TransformCache;
use gjk::{
    Affine, Affine2, Affine3A, CircularSector, CircularSegment, ConvexPolygon, Extrusion, Hull, Placed,
    Point, Scalar, Segment, Space, Support, Tetrahedron, Triangle, Vec2, Vec3, Vector,
};
use glam::{DVec3, Mat2, Mat3};

use crate::case::{Form, Shape};

/// A vector type of `gjk`, and the conversions from and to the types of a case.
pub trait Native: Space + Vector<Scalar = f32> + 'static {
    /// Converts a vector; 2D drops its z.
    fn from_vec3(v: Vec3) -> Self;
    /// Converts to a 3D `f64` vector; in 2D, z is zero.
    fn to_dvec3(self) -> DVec3;
    /// Converts an affine map.
    fn affine(matrix: Mat3, translation: Vec3) -> Self::Affine;
    /// Converts a shape.
    fn shape(shape: &Shape) -> Boxed<Self>;
}

impl Native for Vec2 {
    fn from_vec3(v: Vec3) -> Self {
        v.truncate()
    }
    fn to_dvec3(self) -> DVec3 {
        self.as_dvec2().extend(0.0)
    }
    fn affine(matrix: Mat3, translation: Vec3) -> Affine2 {
        let (x, y) = (matrix.x_axis.truncate(), matrix.y_axis.truncate());
        Affine2 { matrix2: Mat2::from_cols(x, y), translation: translation.truncate() }
    }
    fn shape(shape: &Shape) -> Boxed<Self> {
        shape_2d(&shape.form, Self::affine(shape.matrix, shape.translation))
    }
}

impl Native for Vec3 {
    fn from_vec3(v: Vec3) -> Self {
        v
    }
    fn to_dvec3(self) -> DVec3 {
        self.as_dvec3()
    }
    fn affine(matrix: Mat3, translation: Vec3) -> Affine3A {
        Affine3A { matrix3: matrix.into(), translation: translation.into() }
    }
    fn shape(shape: &Shape) -> Boxed<Self> {
        shape_3d(&shape.form, Self::affine(shape.matrix, shape.translation))
    }
}

fn shape_2d(form: &Form, map: Affine2) -> Boxed<Vec2> {
    let corners = |points: &[Vec3]| points.iter().map(|point| point.truncate()).collect::<Vec<_>>();
    match form {
        &Form::Ball(radius) => place(gjk::Circle::new(radius), map),
        Form::Ellipsoid(half_size) => place(gjk::Ellipse::new(half_size.x, half_size.y), map),
        Form::Box(half_size) => place(gjk::Rectangle::from_half_size(half_size.truncate()), map),
        &Form::Capsule { half_length, radius } => place(gjk::Capsule2::new(half_length, radius), map),
        Form::Points(points) => from_points(&corners(points), map),
        Form::Polygon(points) => match ConvexPolygon::hull(corners(points)) {
            Ok(polygon) => place(polygon, map),
            Err(_) => from_points(&corners(points), map),
        },
        Form::Rhombus(half_diagonals) => {
            place(gjk::Rhombus { half_diagonals: half_diagonals.truncate() }, map)
        }
        &Form::Sector { radius, half_angle } => {
            place(CircularSector::new(radius, half_angle).expect("up to half a disc"), map)
        }
        &Form::Segment { radius, half_angle } => {
            place(CircularSegment::new(radius, half_angle).expect("finite sizes"), map)
        }
        Form::Cylinder { .. } | Form::Cone { .. } | Form::Frustum { .. } | Form::Extrusion { .. } => {
            panic!("{form:?} exists in 3D only")
        }
        _ => composed(form, map),
    }
}

fn shape_3d(form: &Form, map: Affine3A) -> Boxed<Vec3> {
    match form {
        &Form::Ball(radius) => place(gjk::Sphere::new(radius), map),
        Form::Ellipsoid(half_size) => place(gjk::Ellipsoid::from_half_size(*half_size), map),
        Form::Box(half_size) => place(gjk::Cuboid::from_half_size(*half_size), map),
        &Form::Capsule { half_length, radius } => place(gjk::Capsule3::new(half_length, radius), map),
        &Form::Cylinder { radius, half_height } => place(gjk::Cylinder { radius, half_height }, map),
        &Form::Cone { radius, half_height } => place(gjk::Cone { radius, half_height }, map),
        &Form::Frustum { radius_top, radius_bottom, half_height } => {
            place(gjk::ConicalFrustum { radius_top, radius_bottom, half_height }, map)
        }
        Form::Points(points) => match points[..] {
            [a, b, c, d] => place(Tetrahedron::new([a, b, c, d]), map),
            _ => from_points(points, map),
        },
        Form::Extrusion { base, half_depth } => {
            place(Extrusion { base: shape_2d(base, Affine2::IDENTITY), half_depth: *half_depth }, map)
        }
        Form::Polygon(_) | Form::Rhombus(_) | Form::Sector { .. } | Form::Segment { .. } => {
            panic!("{form:?} exists in 2D only")
        }
        _ => composed(form, map),
    }
}

/// Converts a form that is composed of other shapes.
fn composed<V: Native>(form: &Form, map: V::Affine) -> Boxed<V> {
    let inner = |form: &Form| V::shape(&form.clone().here());
    match form {
        Form::Rounded(form, radius) => place(inner(form).rounded(*radius), map),
        Form::Swept(form, way) => place(inner(form).swept(V::from_vec3(*way)), map),
        Form::HullOfTwo(one, other) => place(V::shape(one).hull_with(V::shape(other)), map),
        Form::MinkowskiSum(one, other) => place(V::shape(one).minkowski_sum(V::shape(other)), map),
        _ => panic!("{form:?} is not composed of other shapes"),
    }
}

fn from_points<V: Vector + 'static>(points: &[V], map: V::Affine) -> Boxed<V> {
    match *points {
        [a] => place(Point::new([a]), map),
        [a, b] => place(Segment::new([a, b]), map),
        [a, b, c] => place(Triangle::new([a, b, c]), map),
        _ => place(Hull::new(points.iter().copied()).expect("finite points"), map),
    }
}

/// Boxes a shape under an affine map. A shape under the identity is not wrapped, and about half of the others get a
/// [`TransformCache`], so that all three ways of placing a shape are tested.
pub(crate) fn place<V: Vector + 'static>(shape: impl Support<V> + 'static, map: V::Affine) -> Boxed<V> {
    let turned = map.column(0).element(0).widen();
    if map == Affine::IDENTITY {
        Box::new(shape)
    } else if (turned * 1e5) as i64 % 2 == 0 {
        Box::new(Placed::new(shape, map))
    } else {
        let fit = TransformCache::new(&shape, &map);
        Box::new(Placed::with_cache(shape, map, &fit))
    }
}

/// A shape of any type.
pub type Boxed<V> = Box<dyn Support<V>>;
