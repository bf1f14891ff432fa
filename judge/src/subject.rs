//! What the crate answers to a case.

use gjk::{
    Affine2, Affine3A, ConvexPolygon, Hull, Point, Query, Segment, Space, Status, Step, Support, Tetrahedron,
    Triangle, Vec2, Vec3, Vector,
};
use glam::{DVec3, Mat2};

use crate::case::{Case, Dimension, Form, Shape};

/// The crate's answers, widened to `f64`.
#[derive(Clone, Copy, Debug)]
pub struct Answers {
    /// The answer to `intersects`.
    pub intersects: bool,
    /// The answer to `closest_points`.
    pub closest: Option<Witness>,
    /// The answer to `contact`.
    pub contact: Option<Witness>,
    /// The most support pairs that a question took.
    pub supports: usize,
    /// A question ended at its limit of steps, and says so.
    pub capped: bool,
}

/// Two points, a direction and a length.
#[derive(Clone, Copy, Debug)]
pub struct Witness {
    /// The point on the first shape.
    pub on_a: DVec3,
    /// The point on the second shape.
    pub on_b: DVec3,
    /// The direction from the first to the second.
    pub normal: DVec3,
    /// The distance or the depth.
    pub length: f64,
}

/// Asks the crate.
pub fn ask(case: &Case) -> Answers {
    match case.dimension {
        Dimension::Plane => {
            let wide = |v: Vec2| v.as_dvec2().extend(0.0);
            questions(&*plane(&case.a), &*plane(&case.b), wide)
        }
        Dimension::Space => questions(&*space(&case.a), &*space(&case.b), |v: Vec3| v.as_dvec3()),
    }
}

fn questions<V: Space + Vector<Scalar = f32>>(
    a: &dyn Support<V>,
    b: &dyn Support<V>,
    wide: impl Fn(V) -> DVec3,
) -> Answers {
    let (mut of_closest, mut of_contact) = (0, 0);
    let closest = Query::new(a, b).observe(count(&mut of_closest)).closest_points();
    let contact = Query::new(a, b).observe(count(&mut of_contact)).contact();
    let statuses = [closest.map(|found| found.status), contact.map(|found| found.status)];
    let witness = |on_a, on_b, normal, length: f32| Witness {
        on_a: wide(on_a),
        on_b: wide(on_b),
        normal: wide(normal),
        length: length.into(),
    };
    Answers {
        intersects: gjk::intersects(a, b),
        closest: closest.map(|found| witness(found.on_a, found.on_b, found.normal, found.distance)),
        contact: contact.map(|found| witness(found.on_a, found.on_b, found.normal, found.depth)),
        supports: of_closest.max(of_contact),
        capped: statuses.contains(&Some(Status::IterationCap)),
    }
}

/// An observer that counts support pairs.
fn count<V: Vector>(total: &mut usize) -> impl FnMut(Step<'_, V>) {
    move |step| *total += usize::from(matches!(step, Step::Support { .. }))
}

fn plane(shape: &Shape) -> Box<dyn Support<Vec2>> {
    let (x, y) = (shape.matrix.x_axis.truncate(), shape.matrix.y_axis.truncate());
    let map = Affine2 { matrix2: Mat2::from_cols(x, y), translation: shape.translation.truncate() };
    let corners = |points: &[Vec3]| points.iter().map(|point| point.truncate()).collect::<Vec<_>>();
    match &shape.form {
        &Form::Ball(radius) => place(gjk::Circle::new(radius), map),
        Form::Ellipsoid(half_size) => place(gjk::Ellipse::new(half_size.x, half_size.y), map),
        Form::Box(half_size) => place(gjk::Rectangle::from_half_size(half_size.truncate()), map),
        &Form::Capsule { half_length, radius } => place(gjk::Capsule2::new(half_length, radius), map),
        Form::Points(points) => of_points(&corners(points), map),
        Form::Polygon(points) => match ConvexPolygon::hull(corners(points)) {
            Ok(polygon) => place(polygon, map),
            Err(_) => of_points(&corners(points), map),
        },
        Form::Cylinder { .. } | Form::Cone { .. } => panic!("{:?} lives in space", shape.form),
    }
}

fn space(shape: &Shape) -> Box<dyn Support<Vec3>> {
    let map = Affine3A { matrix3: shape.matrix.into(), translation: shape.translation.into() };
    match &shape.form {
        &Form::Ball(radius) => place(gjk::Sphere::new(radius), map),
        Form::Ellipsoid(half_size) => place(gjk::Ellipsoid::from_half_size(*half_size), map),
        Form::Box(half_size) => place(gjk::Cuboid::from_half_size(*half_size), map),
        &Form::Capsule { half_length, radius } => place(gjk::Capsule3::new(half_length, radius), map),
        &Form::Cylinder { radius, half_height } => place(gjk::Cylinder { radius, half_height }, map),
        &Form::Cone { radius, half_height } => place(gjk::Cone { radius, half_height }, map),
        Form::Points(points) => match points[..] {
            [a, b, c, d] => place(Tetrahedron::new([a, b, c, d]), map),
            _ => of_points(points, map),
        },
        Form::Polygon(_) => panic!("{:?} lives in the plane", shape.form),
    }
}

fn of_points<V: Vector + 'static>(points: &[V], map: V::Affine) -> Box<dyn Support<V>> {
    match *points {
        [a] => place(Point::new([a]), map),
        [a, b] => place(Segment::new([a, b]), map),
        [a, b, c] => place(Triangle::new([a, b, c]), map),
        _ => place(Hull::new(points.iter().copied()).expect("finite points"), map),
    }
}

/// A shape that is not moved at all is asked as it is, not under the identity.
fn place<V: Vector + 'static>(shape: impl Support<V> + 'static, map: V::Affine) -> Box<dyn Support<V>> {
    if map == gjk::Affine::IDENTITY { Box::new(shape) } else { Box::new(shape.placed(map)) }
}
