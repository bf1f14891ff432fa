//! Shapes made of raw bit patterns (NaN, infinities, subnormals and all else), and every query about a pair of
//! them. Shared by the test `extreme_values` and the fuzz targets.

use gjk::*;

use super::any_shape::{self, Numbers};

/// Reads numbers and shapes from bytes; reads zeros once they are used up.
pub struct RawShapes<'d> {
    data: &'d [u8],
    /// Whether no number read so far is NaN, infinite or 1e9 and more, whose products leave the range of `f32`.
    pub moderate: bool,
}

impl<'d> RawShapes<'d> {
    pub fn new(data: &'d [u8]) -> Self {
        Self { data, moderate: true }
    }

    fn byte(&mut self) -> u8 {
        let (first, rest) = self.data.split_first().unwrap_or((&0, &[]));
        self.data = rest;
        *first
    }

    fn real(&mut self) -> f32 {
        let number = f32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()]);
        self.moderate &= number.abs() < 1e9;
        number
    }

    fn shape_2d(&mut self) -> Box<dyn Support<Vec2>> {
        let kind = self.byte();
        let map = Affine2::from_mat2_translation(Mat2::from_cols(self.vec2(), self.vec2()), self.vec2());
        let map = if kind & 0x40 == 0 { map } else { Affine2::from_translation(map.translation) };
        let shape = match kind % 16 {
            0 => Box::new(HalfSpace::new(self.vec2(), self.real())),
            _ => any_shape::shape_2d(self),
        };
        if kind & 0x80 == 0 { Box::new(shape.placed(map)) } else { shape }
    }

    fn shape_3d(&mut self) -> Box<dyn Support<Vec3>> {
        let kind = self.byte();
        let columns = Mat3::from_cols(self.vec3(), self.vec3(), self.vec3());
        let map = Affine3A::from_mat3_translation(columns, self.vec3());
        let map = if kind & 0x40 == 0 { map } else { Affine3A::from_translation(self.vec3()) };
        let shape = match kind % 16 {
            0 => Box::new(HalfSpace::new(self.vec3(), self.real())),
            _ => any_shape::shape_3d(self),
        };
        if kind & 0x80 == 0 { Box::new(shape.placed(map)) } else { shape }
    }

    /// Runs every query about a pair of 2D shapes.
    pub fn query_pair_2d(mut self) {
        let (a, b) = (self.shape_2d(), self.shape_2d());
        let (velocity, max) = (self.vec2(), self.real());
        query_all(&*a, &*b, velocity, max, self.moderate);
    }

    /// Runs every query about a pair of 3D shapes.
    pub fn query_pair_3d(mut self) {
        let (a, b) = (self.shape_3d(), self.shape_3d());
        let (velocity, max) = (self.vec3(), self.real());
        query_all(&*a, &*b, velocity, max, self.moderate);
    }
}

impl Numbers for RawShapes<'_> {
    fn below(&mut self, count: u64) -> u64 {
        u64::from(self.byte()) % count
    }
    fn size(&mut self) -> f32 {
        self.real()
    }
    fn angle(&mut self, _most: f32) -> f32 {
        self.real()
    }
    fn coordinate(&mut self) -> f32 {
        self.real()
    }
}

/// Runs every query, and checks that the answers about moderate numbers are finite.
pub fn query_all<V: Space + Vector<Scalar = f32>>(
    a: &dyn Support<V>,
    b: &dyn Support<V>,
    velocity: V,
    max: f32,
    moderate: bool,
) {
    let mut cache = SimplexCache::default();
    for _ in 0..2 {
        let _ = Query::new(a, b).cache(&mut cache).intersects();
        let closest = Query::new(a, b).cache(&mut cache).closest_points();
        let contact = Query::new(a, b).cache(&mut cache).contact();
        let hit = Query::new(a, b).cache(&mut cache).cast(velocity, V::ZERO, max);
        let manifold = Query::new(a, b).cache(&mut cache).manifold();
        if !moderate {
            continue;
        }
        if let Some(found) = closest {
            assert!(found.on_a.is_finite() && found.on_b.is_finite(), "{found:?}");
            assert!(found.normal.is_finite() && found.distance.is_finite(), "{found:?}");
        }
        for found in contact.into_iter().chain(hit.map(|hit| hit.contact)) {
            assert!(found.on_a.is_finite() && found.on_b.is_finite(), "{found:?}");
            assert!(found.normal.is_finite() && found.depth.is_finite(), "{found:?}");
        }
        for point in manifold.iter().flat_map(Manifold::points) {
            assert!(point.on_a.is_finite() && point.on_b.is_finite() && point.depth.is_finite());
        }
    }
    let point = a.support(velocity);
    let _ = contains_point(b, point);
    let nearest = nearest_point(b, point);
    let hit = ray_cast(b, point, velocity, max);
    if moderate && point.is_finite() {
        assert!(nearest.point.is_finite() && nearest.distance.is_finite(), "{nearest:?}");
        assert!(hit.is_none_or(|hit| hit.point.is_finite() && hit.normal.is_finite()), "{hit:?}");
    }
    let _ = a.aabb();
}
