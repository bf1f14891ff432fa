//! A shape of any family, at its own origin or not, made of the numbers of a source.

use gjk::*;

/// Where the numbers of a shape come from.
pub trait Numbers {
    /// Returns an integer from 0 to `count - 1`.
    fn below(&mut self, count: u64) -> u64;
    /// Returns a length.
    fn size(&mut self) -> f32;
    /// Returns an angle up to `most`.
    fn angle(&mut self, most: f32) -> f32;
    fn coordinate(&mut self) -> f32;

    fn vec2(&mut self) -> Vec2 {
        Vec2::new(self.coordinate(), self.coordinate())
    }
    fn vec3(&mut self) -> Vec3 {
        self.vec2().extend(self.coordinate())
    }
    fn sizes2(&mut self) -> Vec2 {
        Vec2::new(self.size(), self.size())
    }
    fn sizes3(&mut self) -> Vec3 {
        self.sizes2().extend(self.size())
    }
}

/// Returns the shape, or a point in place of one that its numbers make invalid.
fn or_point<V: Vector + 'static, S: Support<V> + 'static, E>(
    shape: Result<S, E>,
    point: V,
) -> Box<dyn Support<V>> {
    shape.map_or_else(|_| Box::new(Point::new([point])) as Box<dyn Support<V>>, |shape| Box::new(shape))
}

pub fn shape_2d(from: &mut dyn Numbers) -> Box<dyn Support<Vec2>> {
    match from.below(17) {
        0 => Box::new(Circle::new(from.size())),
        1 => Box::new(Ellipse::from_half_size(from.sizes2())),
        2 => Box::new(Rectangle::from_half_size(from.sizes2())),
        3 => Box::new(Capsule2::new(from.size(), from.size())),
        4 => Box::new(Triangle::new([from.vec2(), from.vec2(), from.vec2()])),
        5 => Box::new(Segment::new([from.vec2(), from.vec2()])),
        6 => Box::new(Rhombus { half_diagonals: from.sizes2() }),
        7 => Box::new(Rectangle::from_half_size(from.sizes2()).rounded(from.size())),
        8 => Box::new(Circle::new(from.size()).swept(from.vec2())),
        9 => Box::new(Segment::new([from.vec2(), from.vec2()]).minkowski_sum(Circle::new(from.size()))),
        10 => Box::new(Point::new([from.vec2()]).hull_with(Circle::new(from.size()))),
        11 => or_point(CircularSector::new(from.size(), from.angle(1.5)), from.vec2()),
        12 => or_point(CircularSegment::new(from.size(), from.angle(3.0)), from.vec2()),
        13 => {
            let sides = 3 + from.below(20) as usize;
            or_point(ConvexPolygon::regular(from.size(), sides), from.vec2())
        }
        14 => {
            let polygon = ConvexPolygon::regular(from.size(), 5).map(|polygon| polygon.rounded(from.size()));
            or_point(polygon, from.vec2())
        }
        15 => Box::new(Rectangle::from_half_size(from.sizes2() * Vec2::new(1.0, 1e-3))),
        _ => or_point(ConvexPolygon::hull([(); 7].map(|()| from.vec2())), from.vec2()),
    }
}

pub fn shape_3d(from: &mut dyn Numbers) -> Box<dyn Support<Vec3>> {
    match from.below(20) {
        0 => Box::new(Sphere::new(from.size())),
        1 => Box::new(Ellipsoid::from_half_size(from.sizes3())),
        2 => Box::new(Cuboid::from_half_size(from.sizes3())),
        3 => Box::new(Capsule3::new(from.size(), from.size())),
        4 => Box::new(Cylinder { radius: from.size(), half_height: from.size() }),
        5 => Box::new(Cone { radius: from.size(), half_height: from.size() }),
        6 => Box::new(ConicalFrustum {
            radius_top: from.size(),
            radius_bottom: from.size(),
            half_height: from.size(),
        }),
        7 => Box::new(Triangle::new([from.vec3(), from.vec3(), from.vec3()])),
        8 => Box::new(Tetrahedron::new([from.vec3(), from.vec3(), from.vec3(), from.vec3()])),
        9 => Box::new(Extrusion { base: Circle::new(from.size()), half_depth: from.size() }),
        10 => {
            let sector = CircularSector::new(from.size(), from.angle(1.5));
            or_point(sector.map(|base| Extrusion { base, half_depth: from.size() }), from.vec3())
        }
        11 => Box::new(Cuboid::from_half_size(from.sizes3()).swept(from.vec3()).rounded(from.size())),
        12 => Box::new(Cylinder { radius: from.size(), half_height: from.size() }.rounded(from.size())),
        13 => Box::new(Segment::new([from.vec3(), from.vec3()])),
        14 => Box::new(Segment::new([from.vec3(), from.vec3()]).hull_with(Sphere::new(from.size()))),
        15 => Box::new(Cuboid::from_half_size(from.sizes3()).minkowski_sum(Cone::new(from.size(), 1.0))),
        16 => Box::new(Point::new([from.vec3()])),
        17 => Box::new(Cuboid::from_half_size(from.sizes3() * Vec3::new(1.0, 1e-3, 1e-3))),
        18 => or_point(Hull::new([(); 40].map(|()| from.vec3().normalize_or_zero())), from.vec3()),
        _ => or_point(Hull::new([(); 9].map(|()| from.vec3())), from.vec3()),
    }
}
