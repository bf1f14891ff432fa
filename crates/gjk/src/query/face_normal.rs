//! The normal of the face at a point of a shape, found by ray casts.
//!
//! At an edge or a vertex, a contact has a normal between those of the faces that meet there. Seen along this normal,
//! the surface is a height field: over a plane perpendicular to the normal through the point, the height at `t` is the
//! least of all `slopeᵢ · t` of the faces. Rays that are cast against the normal, a little beside the point, measure
//! it. The flattest of the faces is the one whose normal is nearest.
//!
//! In 2D, rays on both sides find both faces. In 3D, rays all around find most faces: the height at `t` is that of the
//! face whose slope lies farthest along `-t`. Between two of them, a ray perpendicular to the difference of their
//! slopes finds another one, or shows that there is none.

use glam::DVec2;

use crate::math::{Scalar, Wide, ops};
use crate::query::manifold::Clip;
use crate::query::{Space, ray_cast};
use crate::support::Support;

/// The distance of the rays from the point, as a part of the shape's half size: far above the precision of contacts.
const OFFSET: f64 = 1.0 / 64.0;
/// The least distance, in roundings of the point's coordinates.
const OFFSET_ROUNDINGS: f64 = 4096.0;
/// How far the height of a face may be from what its slopes tell, as a part of the offset: beyond an edge, it is
/// farther.
const FLATNESS: f64 = 1.0 / 8192.0;
/// The steepest slope of a face. On steeper ones, heights are not precise.
const MAX_SLOPE: f64 = 32.0;
/// Faces whose slopes differ by less count as one.
const SAME_SLOPE: f64 = 5e-3;
/// How often faces are searched for between two, and then between these and what was found.
const MAX_DEPTH: u32 = 4;
/// The number of directions of the first rays in 3D, all around.
const DIRECTIONS: usize = 8;
/// The cosine and the sine of the angle between two of them.
const EIGHTH: DVec2 = DVec2::splat(core::f64::consts::FRAC_1_SQRT_2);
/// The cosine and the sine of the angle between two rays to the same face.
const TURN: DVec2 = DVec2::new(0.9998, 0.02);

/// Returns the outward unit normal of the face of a shape at a point of its surface.
///
/// `normal` is an outward unit normal at that point, such as that of a contact: the `normal` for the first shape of a
/// query and `-normal` for the second. Of several faces that meet at the point, it is the one whose normal is nearest
/// to the given one.
///
/// The answer is the given normal on smooth surfaces, such as those of spheres, capsules, ellipsoids and everything
/// with a convex radius; where a flat shape is met edge-on; and for a point. Where a curved surface ends at an edge, as
/// the side of a cylinder does, it counts as a face. Faces narrower than a fiftieth of the shape may be missed, and
/// those that are nearly perpendicular to the normal. On a half-space, it is the normal of the boundary.
///
/// Needs nothing but the support function, so it is the same for shapes of your own. It takes three ray casts inside of
/// a face, and some thirty at an edge in 3D.
///
/// ```
/// use gjk::{Affine2, Circle, Rectangle, Support, Vec2};
///
/// let box_ = Rectangle::new(2.0, 2.0);
/// let ball = Circle::new(1.0).placed(Affine2::from_translation(Vec2::new(1.5, 1.75)));
/// let contact = gjk::contact(&ball, &box_).unwrap();
/// // The ball meets the corner, from above rather than from the side.
/// assert_eq!(contact.on_b, Vec2::ONE);
/// assert!((contact.normal - Vec2::new(-0.55, -0.83)).length() < 0.01);
/// assert_eq!(gjk::face_normal(&box_, contact.on_b, -contact.normal), Vec2::Y);
/// ```
#[doc(alias("surface normal", "impact normal"))]
pub fn face_normal<V: Space>(shape: &(impl Support<V> + ?Sized), point: V, normal: V) -> V {
    if let Some(plane) = shape.half_space() {
        return V::narrow(plane.normal);
    }
    let half_size = shape.size().half_extents.max_element().widen();
    let coordinate = point.max(-point).max_element().widen();
    let offset = (OFFSET * half_size).max(OFFSET_ROUNDINGS * V::EPSILON * coordinate);
    // A normal that is much shorter or longer than a unit vector is none.
    let square = normal.dot(normal).widen();
    let is_valid = point.is_finite() && offset.is_finite() && square > 0.5 && square < 2.0;
    // Everything with a radius is smooth. The comparison is also false for a NaN.
    if !(is_valid && half_size > 0.0 && shape.core().convex_radius.widen() <= 0.0) {
        return normal;
    }
    let wide = normal.widen() * (1.0 / ops::f64::sqrt(square));
    let surface = Surface { shape, point, normal: wide, tangents: V::Wide::tangents(wide), offset };
    surface.nearest_face().map_or(normal, |face| V::narrow(face.normal))
}

/// The surface of a shape around a point, as a height field over the plane perpendicular to an outward normal.
struct Surface<'s, V: Space, S: ?Sized> {
    shape: &'s S,
    point: V,
    normal: V::Wide,
    /// The axes of the plane; in 2D, the second is zero.
    tangents: [V::Wide; 2],
    /// The distance of the rays from the point.
    offset: f64,
}

/// A face at the point.
#[derive(Clone, Copy)]
struct Face<W> {
    normal: W,
    /// The slope of its plane along both tangents.
    slope: DVec2,
}

/// Where a ray meets the surface.
#[derive(Clone, Copy)]
struct Hit<W> {
    height: f64,
    normal: W,
}

impl<V: Space, S: Support<V> + ?Sized> Surface<'_, V, S> {
    /// Returns the flattest face at the point, or `None` if there is none, or if the point lies inside of one.
    fn nearest_face(&self) -> Option<Face<V::Wide>> {
        let mut nearest = None;
        let mut faces = [None; DIRECTIONS];
        let mut direction = self.inward();
        let (count, turn) = if V::DIMENSION == 2 { (2, DVec2::NEG_X) } else { (DIRECTIONS, EIGHTH) };
        for face in faces.iter_mut().take(count) {
            *face = self.face_towards(direction);
            keep_flatter(&mut nearest, *face);
            // Inside of a face or a smooth surface, nothing else meets it.
            if face.is_some_and(|face| face.slope.length_squared() < SAME_SLOPE * SAME_SLOPE) {
                return None;
            }
            direction = turn.rotate(direction);
        }
        if V::DIMENSION == 3 {
            for (index, one) in faces.iter().enumerate() {
                if let (&Some(one), Some(two)) = (one, faces[(index + 1) % DIRECTIONS]) {
                    self.search_between(one, two, MAX_DEPTH, &mut nearest);
                }
            }
        }
        nearest
    }

    /// Looks for more faces between two, which are in counterclockwise order around the normal.
    fn search_between(
        &self,
        one: Face<V::Wide>,
        two: Face<V::Wide>,
        depth: u32,
        nearest: &mut Option<Face<V::Wide>>,
    ) {
        let side = two.slope - one.slope;
        let length = side.length();
        if depth == 0 || !(length > SAME_SLOPE) {
            return;
        }
        // The faces fall towards it, both as much.
        let outward = side.perp() / length;
        if let Some(face) = self.face_towards(outward)
            && face.slope.dot(outward) < one.slope.dot(outward) - SAME_SLOPE
        {
            keep_flatter(nearest, Some(face));
            self.search_between(one, face, depth - 1, nearest);
            self.search_between(face, two, depth - 1, nearest);
        }
    }

    /// Returns a direction in which the shape extends from the point. Rays in other directions may miss it.
    fn inward(&self) -> DVec2 {
        let mut direction = DVec2::X;
        if V::DIMENSION == 2 {
            return direction;
        }
        let mut sum = V::Wide::ZERO;
        for _ in 0..DIRECTIONS {
            let support = self.shape.support(V::narrow(self.along(direction)));
            sum += support.widen() - self.point.widen();
            direction = EIGHTH.rotate(direction);
        }
        DVec2::from_array(self.tangents.map(|tangent| tangent.dot(sum))).normalize_or(DVec2::X)
    }

    /// Returns the face that lies in a direction from the point, or `None` if there is none.
    fn face_towards(&self, direction: DVec2) -> Option<Face<V::Wide>> {
        let [half, full] = [0.5, 1.0].map(|part| part * self.offset);
        let (near, far) = (self.hit(direction, half)?, self.hit(direction, full)?);
        let [near_slope, far_slope] = [near, far].map(|hit| self.slope_of(hit.normal));
        // A face that begins at an edge may be curved: the slope at the point is extrapolated.
        let slope = 2.0 * near_slope - far_slope;
        let steepness = slope.length();
        // A surface that is as flat at the point, and only bends away from there, has no edge at the point.
        if steepness < (near_slope - slope).length() {
            return None;
        }
        let tolerance = FLATNESS * self.offset * (1.0 + steepness);
        // On a face whose slope changes evenly, that halfway is the mean.
        let is_smooth =
            |direction: DVec2, height: f64| (height - near_slope.dot(direction) * full).abs() <= tolerance;
        // The normal of a ray that meets an edge may be any between those of the faces. To both sides, these lie lower.
        let is_face = steepness <= MAX_SLOPE
            && is_smooth(direction, far.height)
            && [TURN.rotate(direction), DVec2::new(TURN.x, -TURN.y).rotate(direction)]
                .into_iter()
                .any(|turned| self.hit(turned, full).is_some_and(|hit| is_smooth(turned, hit.height)));
        is_face.then(|| {
            let is_flat = near.normal == far.normal;
            let normal =
                (self.normal - self.along(slope)) * (1.0 / ops::f64::sqrt(1.0 + slope.length_squared()));
            Face { normal: if is_flat { far.normal } else { normal }, slope }
        })
    }

    /// Casts a ray to the surface at a distance from the point. Returns `None` if there is no surface.
    fn hit(&self, direction: DVec2, distance: f64) -> Option<Hit<V::Wide>> {
        let above = self.offset;
        let point = self.point.widen();
        let from = V::narrow(point + self.along(direction) * distance + self.normal * above);
        let max = V::Scalar::narrow(above * (2.0 + MAX_SLOPE));
        let hit = ray_cast(self.shape, from, V::narrow(-self.normal), max)?;
        let height = self.normal.dot(from.widen() - point) - hit.distance.widen();
        Some(Hit { height, normal: hit.normal.widen() })
    }

    /// Returns the tangential vector with these coordinates.
    fn along(&self, coordinates: DVec2) -> V::Wide {
        self.tangents[0] * coordinates.x + self.tangents[1] * coordinates.y
    }

    /// Returns the slope of a plane with this normal.
    fn slope_of(&self, normal: V::Wide) -> DVec2 {
        -DVec2::from_array(self.tangents.map(|tangent| tangent.dot(normal))) / self.normal.dot(normal)
    }
}

/// Keeps the flatter one of two faces.
fn keep_flatter<W: Copy>(nearest: &mut Option<Face<W>>, face: Option<Face<W>>) {
    let steepness = |face: &Option<Face<W>>| face.map_or(f64::INFINITY, |face| face.slope.length_squared());
    if steepness(&face) < steepness(nearest) {
        *nearest = face;
    }
}
