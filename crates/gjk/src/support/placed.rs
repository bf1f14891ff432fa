//! A shape under an affine map `x ↦ M·x + t`, whose support along `d` is `M·s(Mᵀ·d) + t`.
//!
//! The convex radius survives a similarity, under which spheres stay spheres. Under any other map, the radius
//! becomes part of the core, whose surface is then curved.

use crate::math::{Affine, Plane, Scalar, Vector, Wide, unit};
use crate::support::hints::{Core, Size, SmallPolygon, Vertex, VertexRefs, Zonotope};
use crate::support::transform_cache::scaled;
use crate::support::{Support, TransformCache};

/// A shape under an affine map `x ↦ M·x + t`, which places it in the world.
///
/// ```
/// use gjk::{Affine2, Circle, Support, Vec2};
///
/// // A circle under a scale of (2, 1) is the ellipse, not a larger circle.
/// let ellipse = Circle::new(1.0).placed(Affine2::from_scale(Vec2::new(2.0, 1.0)));
/// assert_eq!(ellipse.support(Vec2::X), Vec2::new(2.0, 0.0));
/// assert_eq!(ellipse.support(Vec2::Y), Vec2::new(0.0, 1.0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Placed<S, V: Vector> {
    shape: S,
    affine: V::Affine,
    /// The image of the origin of the shape's core.
    origin: V,
    /// The rounding error of that origin, added to each vertex: far from the world's origin, it is large beside the
    /// shape.
    origin_error: V,
    /// The convex radius under a similarity; 0 under any other map, under which the core includes it.
    convex_radius: V::Scalar,
    /// Whether the convex radius stays one under the map, because the map is a similarity or the radius is 0. Otherwise
    /// the core includes what becomes of it.
    keeps_radius: bool,
    may_be_zonotope: bool,
    /// The scale factor of the map, if it is known to be a similarity.
    scale: Option<V::Scalar>,
    cache: Option<TransformCache<V>>,
}

impl<V: Vector, S: Support<V>> Placed<S, V> {
    /// Places a shape.
    #[inline]
    pub fn new(shape: S, affine: V::Affine) -> Self {
        let core = shape.core();
        if core.convex_radius == V::Scalar::ZERO {
            return Self::without_radius(shape, affine, core);
        }
        let scale = affine.similarity();
        Self {
            convex_radius: scale.map_or(V::Scalar::ZERO, |scale| core.convex_radius * scale),
            keeps_radius: scale.is_some(),
            scale,
            ..Self::without_radius(shape, affine, core)
        }
    }

    /// Places a shape by an isometry, without checking that the map is one.
    #[inline]
    pub fn placed_rigidly(shape: S, rigid: V::Affine) -> Self {
        let core = shape.core();
        Self {
            convex_radius: core.convex_radius,
            scale: Some(V::Scalar::ONE),
            ..Self::without_radius(shape, rigid, core)
        }
    }

    /// Places a shape as [`new`](Self::new) does, by a cache computed for this shape and for this map or one that
    /// differs by its translation alone, without checking that.
    #[inline(always)]
    pub fn with_cache(shape: S, affine: V::Affine, cache: &TransformCache<V>) -> Self {
        let &TransformCache { convex_radius, keeps_radius, may_be_zonotope, is_centered, .. } = cache;
        let (origin, origin_error) = if is_centered {
            (affine.translation(), V::ZERO)
        } else {
            image_and_error(&affine, shape.core().origin)
        };
        let (scale, cache) = (None, Some(*cache));
        Self {
            shape,
            affine,
            origin,
            origin_error,
            convex_radius,
            keeps_radius,
            may_be_zonotope,
            scale,
            cache,
        }
    }

    /// Places a shape as one without a convex radius.
    #[inline(always)]
    fn without_radius(shape: S, affine: V::Affine, core: Core<V>) -> Self {
        let (origin, origin_error) = image_and_error(&affine, core.origin);
        Self {
            shape,
            affine,
            origin,
            origin_error,
            convex_radius: V::Scalar::ZERO,
            keeps_radius: true,
            may_be_zonotope: core.may_be_zonotope,
            scale: None,
            cache: None,
        }
    }

    /// Adds to the place of the shape what rounding took from the translation of the map: at most some units in its
    /// last place.
    ///
    /// Shapes that meet in coordinates of their own keep meeting wherever these are placed, however their translations
    /// are rounded.
    ///
    /// ```
    /// use gjk::{Affine2, Rectangle, Support, Vec2};
    ///
    /// // Two tiles of 0.1 in a row at 1,000: their centers are 1000.05 and 1000.15, which are not `f32` numbers.
    /// let tile = |x: f64| {
    ///     let rounded = Affine2::from_translation(Vec2::new(x as f32, 0.0));
    ///     let error = Vec2::new((x - f64::from(x as f32)) as f32, 0.0);
    ///     Rectangle::new(0.1, 0.1).placed(rounded).with_translation_error(error)
    /// };
    /// assert!(gjk::intersects(&tile(1000.05), &tile(1000.15)));
    /// // Without it, the two are rounded apart.
    /// let rounded = |x: f32| Rectangle::new(0.1, 0.1).placed(Affine2::from_translation(Vec2::new(x, 0.0)));
    /// assert!(!gjk::intersects(&rounded(1000.05), &rounded(1000.15)));
    /// ```
    #[inline]
    #[must_use]
    pub fn with_translation_error(mut self, error: V) -> Self {
        self.origin_error = self.origin_error + error;
        self
    }

    /// Returns the shape before the map.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// Returns the map, whose translation is rounded: see [`with_translation_error`](Self::with_translation_error).
    pub fn affine(&self) -> &V::Affine {
        &self.affine
    }
}

impl<S: Clone, V: Vector> Placed<&S, V> {
    /// Returns the same shape at the same place, with a clone of what is placed.
    pub fn cloned(&self) -> Placed<S, V> {
        let &Self { affine, origin, origin_error, convex_radius, keeps_radius, .. } = self;
        let &Self { may_be_zonotope, scale, cache, .. } = self;
        let shape = self.shape.clone();
        Placed {
            shape,
            affine,
            origin,
            origin_error,
            convex_radius,
            keeps_radius,
            may_be_zonotope,
            scale,
            cache,
        }
    }
}

/// Returns the image of a point under a map, and its rounding error.
#[inline(always)]
fn image_and_error<V: Vector>(affine: &V::Affine, inner: V) -> (V, V) {
    if inner == V::ZERO {
        return (affine.translation(), V::ZERO);
    }
    let mut shift = V::Wide::ZERO;
    for index in 0..V::DIMENSION {
        shift += affine.column(index).widen() * inner.element(index).widen();
    }
    // The rounded sum lies within the shift of the translation, so their difference is exact in `f64`, and with the
    // error nothing of the shift is lost, however far away.
    let translation = affine.translation().widen();
    let origin = V::narrow(translation + shift);
    (origin, V::narrow(shift - (origin.widen() - translation)))
}

impl<V: Vector, S: Support<V>> Support<V> for Placed<S, V> {
    #[inline]
    fn support(&self, direction: V) -> V {
        let inner = self.shape.support(self.affine.transposed(direction));
        self.affine.apply(inner)
    }
    #[inline(always)]
    fn core(&self) -> Core<V> {
        let &Self { origin, convex_radius, may_be_zonotope, .. } = self;
        Core { origin, convex_radius, may_be_zonotope }
    }

    #[inline(always)]
    fn size(&self) -> Size<V> {
        let mut size = match &self.cache {
            Some(cache) => cache.size,
            None => scaled(&self.affine, self.shape.size(), self.scale),
        };
        if self.origin_error != V::ZERO {
            // The spheres are centered on the exact origin, not on the rounded one.
            size.bounding_radius = V::Scalar::INFINITY;
            size.inscribed_radius = V::Scalar::ZERO;
        }
        size
    }

    #[inline(always)]
    fn core_support(&self, direction: V) -> Vertex<V> {
        let inner = self.affine.transposed(direction);
        let mut vertex = self.shape.core_support(inner);
        if !self.keeps_radius {
            // The sphere around each vertex became an ellipsoid, whose surface is part of the core.
            vertex = Vertex::without_id(vertex.point + unit(inner) * self.shape.core().convex_radius);
        }
        Vertex { point: self.affine.linear(vertex.point) + self.origin_error, id: vertex.id }
    }

    // Inlined so that vertices that are not needed are not computed.
    #[inline(always)]
    fn resolve_vertices(&self, refs: &VertexRefs<V>) -> [Vertex<V>; 4] {
        if !self.keeps_radius {
            return refs.resolve(self, |_| None);
        }
        let vertices =
            self.shape.resolve_vertices(&refs.map_directions(|direction| self.affine.transposed(direction)));
        vertices
            .map(|Vertex { point, id }| Vertex { point: self.affine.linear(point) + self.origin_error, id })
    }

    #[inline(always)]
    fn closed_form(
        &self,
        map: Option<&V::Affine>,
        mut polygon: Option<&mut SmallPolygon>,
    ) -> Option<Zonotope<V>> {
        if !self.keeps_radius {
            return None;
        }
        let mut zonotope = self.shape.closed_form(Some(&self.affine), polygon.as_deref_mut());
        if self.origin_error != V::ZERO {
            // The center of a zonotope is the origin of its core.
            zonotope = None;
            if let Some(polygon) = polygon.as_deref_mut() {
                polygon.translate([0, 1].map(|index| self.origin_error.element(index).widen() as f32).into());
            }
        }
        let Some(map) = map else { return zonotope };
        if let Some(polygon) = polygon
            && let Some([x, y]) = map.columns_2d()
        {
            polygon.map(x, y);
        }
        zonotope.map(|zonotope| zonotope.mapped(map))
    }

    #[inline]
    fn support_interval(&self, direction: V) -> [V::Scalar; 2] {
        let [least, most] = self.shape.support_interval(self.affine.transposed(direction));
        let shift = self.affine.translation().dot(direction);
        [least + shift, most + shift]
    }

    #[inline(always)]
    fn support_feature(&self, direction: V, tolerance: V::Scalar, visit: &mut dyn FnMut(Vertex<V>)) {
        let inner = self.affine.transposed(direction);
        let radius = if self.keeps_radius { V::ZERO } else { unit(inner) * self.shape.core().convex_radius };
        // d·M·x = Mᵀd·x: the tolerance is the same before and after the map.
        self.shape.support_feature(inner, tolerance, &mut |vertex| {
            visit(Vertex {
                point: self.affine.linear(vertex.point + radius) + self.origin_error,
                id: vertex.id,
            });
        });
    }

    #[inline(always)]
    fn half_space(&self) -> Option<Plane<V>> {
        self.shape.half_space().map(|plane| self.affine.plane(plane))
    }
}

/// The serialized form of a placed shape, without the fields that are computed from the map.
#[cfg(feature = "serde")]
mod stored {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::math::Vector;
    use crate::support::{Placed, Support};

    #[derive(Serialize, Deserialize)]
    #[serde(rename = "Placed")]
    struct Stored<S, A> {
        shape: S,
        affine: A,
    }

    impl<S: Serialize, V: Vector<Affine: Serialize>> Serialize for Placed<S, V> {
        fn serialize<T: Serializer>(&self, serializer: T) -> Result<T::Ok, T::Error> {
            Stored { shape: &self.shape, affine: &self.affine }.serialize(serializer)
        }
    }

    impl<'de, S, V> Deserialize<'de> for Placed<S, V>
    where
        S: Support<V> + Deserialize<'de>,
        V: Vector<Affine: Deserialize<'de>>,
    {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            Stored::deserialize(deserializer).map(|Stored { shape, affine }| Self::new(shape, affine))
        }
    }
}
