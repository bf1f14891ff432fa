//! Hints: each wrapper passes on every optional answer of [`Support`] that its shape gives.
//!
//! A [`Probe`] answers each method with a value of its own, which no default would compute from the others.
//! The tests compare each answer of a wrapper with what the wrapper has to make of that value; a hint that is
//! lost on the way falls back to its default, whose value differs.
//!
//! Where a wrapper has no law for a hint (the zonotope of a sweep), or computes it from the support function, the
//! test asserts that value instead, with the reason beside it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use gjk::support::TransformCache;
use gjk::support::hints::{Core, Plane, Size, SmallPolygon, Vertex, VertexRefs, Zonotope};
use gjk::*;

use crate::common::dynamic::contact;

/// A shape whose answers contradict each other on purpose. All values are multiples of 1/16 and small, so that
/// sums and products with powers of two are exact.
struct Probe {
    /// Added to each value, to tell two probes apart.
    shift: f32,
    zonotope: bool,
    half_space: bool,
    polygon: ConvexPolygon,
    /// How often the probe was asked for its polygon.
    polygons_filled: AtomicUsize,
}

impl Probe {
    const ID: u32 = 5;

    fn new(shift: f32) -> Self {
        let polygon = ConvexPolygon::regular(1.0, 5).unwrap();
        Self { shift, zonotope: false, half_space: false, polygon, polygons_filled: AtomicUsize::new(0) }
    }

    fn with_zonotope() -> Self {
        Self { zonotope: true, ..Self::new(0.0) }
    }

    fn with_half_space() -> Self {
        Self { half_space: true, ..Self::new(0.0) }
    }

    /// The zonotope of the probe; its edges are longer by 1 where the map is applied by the probe itself.
    fn edges(added: f32) -> Zonotope<Vec2> {
        let edges = [Vec2::new(37.0 + added, 0.0), Vec2::new(0.0, 41.0 + added), Vec2::ZERO];
        Zonotope { edges, count: 2 }
    }

    /// The vertex that the probe returns for an id; it has those below 16.
    fn vertex(&self, id: u32) -> Vertex<Vec2> {
        let point = Vec2::new(23.0, id as f32) + self.shift;
        Vertex { point: if id < 16 { point } else { Vec2::NAN }, id }
    }
}

impl Support<Vec2> for Probe {
    fn support(&self, _direction: Vec2) -> Vec2 {
        Vec2::new(3.0, 5.0) + self.shift
    }
    fn core(&self) -> Core<Vec2> {
        // The default would say `false`.
        let may_be_zonotope = !self.half_space;
        Core { may_be_zonotope, ..Core::new(Vec2::new(2.0, 3.0) + self.shift, 0.5 + self.shift) }
    }
    fn size(&self) -> Size<Vec2> {
        Size {
            half_extents: Vec2::new(7.0, 11.0) + self.shift,
            bounding_radius: 13.0 + self.shift,
            inscribed_radius: 0.25 + self.shift,
        }
    }
    fn core_support(&self, _direction: Vec2) -> Vertex<Vec2> {
        Vertex { point: Vec2::new(17.0, 19.0) + self.shift, id: Self::ID }
    }
    fn resolve_vertices(&self, refs: &VertexRefs<Vec2>) -> [Vertex<Vec2>; 4] {
        // Distinguishes directions by their sign, to notice one that was not transformed.
        let sign = match refs {
            VertexRefs::Ids(ids) => return ids.map(|id| self.vertex(id)),
            VertexRefs::Directions([first, ..]) => first.x.signum(),
            VertexRefs::Mixed(_) => 0.0,
        };
        [61, 62, 63, 64].map(|id| Vertex { point: Vec2::new(29.0 + sign, id as f32) + self.shift, id })
    }
    fn closed_form(
        &self,
        map: Option<&Affine2>,
        polygon: Option<&mut SmallPolygon>,
    ) -> Option<Zonotope<Vec2>> {
        if let Some(polygon) = polygon {
            self.polygons_filled.fetch_add(1, Ordering::Relaxed);
            assert_eq!(self.polygon.closed_form(map, Some(polygon)), None);
        }
        let mut zonotope = self.zonotope.then_some(Self::edges(0.0))?;
        if let Some(map) = map {
            zonotope.edges = Self::edges(1.0).edges.map(|edge| map.matrix2 * edge);
        }
        Some(zonotope)
    }
    fn support_interval(&self, direction: Vec2) -> [f32; 2] {
        [-53.0 - self.shift, 59.0 + self.shift].map(|value| value * direction.length())
    }
    fn support_feature(&self, _direction: Vec2, tolerance: f32, visit: &mut dyn FnMut(Vertex<Vec2>)) {
        for id in [6, 7] {
            visit(Vertex { point: Vec2::new(71.0 + tolerance, id as f32) + self.shift, id });
        }
    }
    fn half_space(&self) -> Option<Plane<Vec2>> {
        let point = DVec2::new(73.0, 79.0);
        self.half_space.then_some(Plane { point, normal: DVec2::Y })
    }
}

/// The map of [`Placed`]: a half turn, a scale by 2 and a translation. All of its products are exact.
const MAP: Affine2 =
    Affine2 { matrix2: Mat2::from_cols(Vec2::new(-2.0, 0.0), Vec2::new(0.0, -2.0)), translation: SHIFT };
const SHIFT: Vec2 = Vec2::new(256.0, 512.0);
const RADIUS: f32 = 0.125;
/// A direction of length 5, along no axis of symmetry.
const DIRECTION: Vec2 = Vec2::new(3.0, 4.0);
const REFS: VertexRefs<Vec2> = VertexRefs::Directions([DIRECTION; 4]);

fn feature(shape: &dyn Support<Vec2>, tolerance: f32) -> Vec<Vertex<Vec2>> {
    let mut vertices = Vec::new();
    shape.support_feature(DIRECTION, tolerance, &mut |vertex| vertices.push(vertex));
    vertices
}

fn vertex(x: f32, y: f32, id: u32) -> Vertex<Vec2> {
    Vertex { point: Vec2::new(x, y), id }
}

/// Returns the four vertices that the probe returns for directions with this sign along x.
fn resolved(sign: f32) -> [Vertex<Vec2>; 4] {
    [61, 62, 63, 64].map(|id| vertex(29.0 + sign, id as f32, id))
}

/// Returns how often a contact query asks the probe in a wrapper for its small polygon.
fn polygons_filled<S: Support<Vec2>>(shape: &S, probe: impl Fn(&S) -> &Probe) -> usize {
    let count = || probe(shape).polygons_filled.load(Ordering::Relaxed);
    let before = count();
    // At the same place, so that their bounding spheres decide nothing.
    let hexagon = ConvexPolygon::regular(1.0, 6).unwrap();
    let _ = contact(shape, &hexagon.placed(Affine2::from_translation(shape.core().origin)));
    count() - before
}

/// Asserts that a shape answers everything as the probe itself does.
fn assert_all_forwarded(name: &str, wrap: impl Fn(Probe) -> Box<dyn Support<Vec2>>) {
    let (probe, wrapped) = (Probe::new(0.0), wrap(Probe::new(0.0)));
    assert_eq!(wrapped.support(DIRECTION), probe.support(DIRECTION), "{name}: support");
    assert_eq!(wrapped.core(), probe.core(), "{name}: core");
    assert_eq!(wrapped.size(), probe.size(), "{name}: size");
    assert_eq!(wrapped.core_support(DIRECTION), probe.core_support(DIRECTION), "{name}: core_support");
    assert_eq!(wrapped.resolve_vertices(&REFS), probe.resolve_vertices(&REFS), "{name}: resolve_vertices");
    assert_eq!(Vertex::with_ids(&*wrapped, [9; 4]), [probe.vertex(9); 4], "{name}: resolve_vertices");
    let interval = probe.support_interval(DIRECTION);
    assert_eq!(wrapped.support_interval(DIRECTION), interval, "{name}: support_interval");
    assert_eq!(feature(&*wrapped, 0.5), feature(&probe, 0.5), "{name}: support_feature");
    assert_eq!(wrapped.aabb(), probe.aabb(), "{name}: aabb");
    let wrapped_zonotope = wrap(Probe::with_zonotope());
    assert_eq!(wrapped_zonotope.closed_form(None, None), Some(Probe::edges(0.0)), "{name}: closed_form");
    let mapped = wrapped_zonotope.closed_form(Some(&Affine2::IDENTITY), None);
    assert_eq!(mapped, Some(Probe::edges(1.0)), "{name}: closed_form");
    let wrapped = wrap(Probe::with_half_space());
    assert_eq!(wrapped.half_space(), Probe::with_half_space().half_space(), "{name}: half_space");
}

#[test]
fn references_boxes_and_arcs_pass_on_every_hint() {
    assert_all_forwarded("&S", |probe| {
        let probe: &'static Probe = Box::leak(Box::new(probe));
        Box::new(probe)
    });
    assert_all_forwarded("Box", |probe| Box::new(Box::new(probe)));
    assert_all_forwarded("Arc", |probe| Box::new(Arc::new(probe)));
    let probe = Probe::new(0.0);
    assert_eq!(polygons_filled(&&probe, |shape| shape), 1);
    assert_eq!(polygons_filled(&Box::new(Probe::new(0.0)), |shape| shape), 1);
    assert_eq!(polygons_filled(&Arc::new(Probe::new(0.0)), |shape| shape), 1);
}

#[test]
fn a_placed_shape_transforms_every_hint() {
    let probe = Probe::new(0.0);
    let cache = TransformCache::new(&probe, &MAP);
    for placed in [(&probe).placed(MAP), Placed::with_cache(&probe, MAP, &cache)] {
        assert_eq!(placed.support(DIRECTION), SHIFT - Vec2::new(6.0, 10.0));
        let core = Core::new(SHIFT - Vec2::new(4.0, 6.0), 1.0);
        assert_eq!(placed.core(), Core { may_be_zonotope: true, ..core });
        let size = Size { half_extents: Vec2::new(14.0, 22.0), bounding_radius: 26.0, inscribed_radius: 0.5 };
        assert_eq!(placed.size(), size);
        assert_eq!(placed.core_support(DIRECTION), vertex(-34.0, -38.0, Probe::ID));
        assert_eq!(Vertex::with_ids(&placed, [9; 4]), [vertex(-46.0, -18.0, 9); 4]);
        // The half turn reaches the directions as well.
        let expected = resolved(-1.0).map(|Vertex { point, id }| Vertex { point: point * -2.0, id });
        assert_eq!(placed.resolve_vertices(&REFS), expected);
        assert_eq!(polygons_filled(&placed, |placed| placed.shape()), 1);
        let shift = SHIFT.dot(DIRECTION);
        assert_eq!(placed.support_interval(DIRECTION), [shift - 530.0, shift + 590.0]);
        // From the extents along the axes, for the AABB of a transformed box is not tight.
        assert_eq!(placed.aabb(), Aabb { min: SHIFT - 106.0, max: SHIFT + 118.0 });
        // The tolerance is measured by the product with the direction, which the map keeps.
        let expected = [6, 7].map(|id| vertex(-143.0, -2.0 * id as f32, id));
        assert_eq!(feature(&placed, 0.5), expected);
    }
}

#[test]
fn a_placed_shape_transforms_zonotopes_and_half_spaces() {
    let probe = Probe::with_zonotope();
    let cache = TransformCache::new(&probe, &MAP);
    let mut expected = Probe::edges(1.0);
    expected.edges = expected.edges.map(|edge| edge * -2.0);
    for placed in [(&probe).placed(MAP), Placed::with_cache(&probe, MAP, &cache)] {
        assert_eq!(placed.closed_form(None, None), Some(expected));
        let mut twice = expected;
        twice.edges = twice.edges.map(|edge| edge * -2.0);
        assert_eq!(placed.closed_form(Some(&MAP), None), Some(twice));
        // Around the origin of the core, from the edges and the convex radius.
        let (origin, half_extents) = (SHIFT - Vec2::new(4.0, 6.0), Vec2::new(77.0, 85.0));
        assert_eq!(placed.aabb(), Aabb { min: origin - half_extents, max: origin + half_extents });
    }
    let probe = Probe::with_half_space();
    let cache = TransformCache::new(&probe, &MAP);
    for placed in
        [(&probe).placed(MAP), (&probe).placed_rigidly(MAP), Placed::with_cache(&probe, MAP, &cache)]
    {
        assert!(!placed.core().may_be_zonotope);
    }

    let plane = Probe::with_half_space().placed(MAP).half_space().unwrap();
    assert_eq!(plane.normal, DVec2::NEG_Y);
    assert_eq!(plane.point.y, f64::from(SHIFT.y) - 158.0);
}

#[test]
fn a_rounded_shape_passes_on_every_hint() {
    let rounded = Probe::new(0.0).rounded(RADIUS);
    assert_eq!(rounded.support(Vec2::X), Vec2::new(3.125, 5.0));
    assert_eq!(rounded.core(), Core { may_be_zonotope: true, ..Core::new(Vec2::new(2.0, 3.0), 0.625) });
    let half_extents = Vec2::new(7.125, 11.125);
    assert_eq!(rounded.size(), Size { half_extents, bounding_radius: 13.125, inscribed_radius: 0.375 });
    assert_eq!(rounded.core_support(DIRECTION), vertex(17.0, 19.0, Probe::ID));
    assert_eq!(Vertex::with_ids(&rounded, [9; 4]), [vertex(23.0, 9.0, 9); 4]);
    assert_eq!(rounded.resolve_vertices(&REFS), resolved(1.0));
    assert_eq!(polygons_filled(&rounded, |rounded| &rounded.shape), 1);
    assert_eq!(feature(&rounded, 0.5), [vertex(71.5, 6.0, 6), vertex(71.5, 7.0, 7)]);
    assert_eq!(rounded.support_interval(DIRECTION), [-265.625, 295.625]);
    assert_eq!(rounded.aabb(), Aabb { min: Vec2::splat(-53.125), max: Vec2::splat(59.125) });

    let rounded = Probe::with_zonotope().rounded(RADIUS);
    assert_eq!(rounded.closed_form(None, None), Some(Probe::edges(0.0)));
    assert_eq!(rounded.closed_form(Some(&Affine2::IDENTITY), None), Some(Probe::edges(1.0)));
    assert!(!Probe::with_half_space().rounded(RADIUS).core().may_be_zonotope);
    let plane = Probe::with_half_space().rounded(RADIUS).half_space().unwrap();
    assert_eq!(plane, Plane { point: DVec2::new(73.0, 79.125), normal: DVec2::Y });
}

#[test]
fn a_swept_shape_passes_on_every_hint() {
    let translation = Vec2::new(6.0, 8.0);
    let swept = Probe::new(0.0).swept(translation);
    assert_eq!(swept.support(DIRECTION), Vec2::new(9.0, 13.0));
    assert_eq!(swept.support(-DIRECTION), Vec2::new(3.0, 5.0));
    assert_eq!(swept.core(), Core::new(Vec2::new(2.0, 3.0), 0.5));
    let half_extents = Vec2::new(10.0, 15.0);
    assert_eq!(swept.size(), Size { half_extents, bounding_radius: 23.0, inscribed_radius: 0.25 });
    // The lowest bit of an id tells the end of the sweep from its start.
    assert_eq!(swept.core_support(DIRECTION), vertex(23.0, 27.0, 11));
    assert_eq!(swept.core_support(-DIRECTION), vertex(17.0, 19.0, 10));
    let ends = Vertex::with_ids(&swept, [18, 19, 40, 41]);
    assert_eq!(ends[..2], [vertex(23.0, 9.0, 18), vertex(29.0, 17.0, 19)]);
    assert!(!ends[2].point.is_finite() && !ends[3].point.is_finite());
    // Vertex by vertex, since each may belong to the start or the end.
    assert_eq!(swept.resolve_vertices(&VertexRefs::Ids([19; 4])), [vertex(29.0, 17.0, 19); 4]);
    assert_eq!(swept.resolve_vertices(&REFS), [vertex(23.0, 27.0, 11); 4]);
    let ends = [vertex(71.5, 6.0, 12), vertex(77.5, 14.0, 13), vertex(71.5, 7.0, 14), vertex(77.5, 15.0, 15)];
    assert_eq!(feature(&swept, 0.5), ends);
    assert_eq!(swept.support_interval(DIRECTION), [-265.0, 345.0]);
    assert_eq!(swept.support_interval(-DIRECTION), [-315.0, 295.0]);
    assert_eq!(swept.aabb(), Aabb { min: Vec2::splat(-53.0), max: Vec2::new(65.0, 67.0) });
    // A swept polygon has other edges than the polygon, and its center is not the origin.
    assert_eq!(polygons_filled(&swept, |swept| &swept.shape), 0);
    assert_eq!(Zonotope::of(&Probe::with_zonotope().swept(translation)), None);
    let plane = Probe::with_half_space().swept(translation).half_space().unwrap();
    assert_eq!(plane, Plane { point: DVec2::new(79.0, 87.0), normal: DVec2::Y });
    let plane = Probe::with_half_space().swept(-translation).half_space().unwrap();
    assert_eq!(plane, Plane { point: DVec2::new(73.0, 79.0), normal: DVec2::Y });
}

#[test]
fn a_minkowski_sum_adds_every_hint_of_both_shapes() {
    let sum = Probe::new(0.0).minkowski_sum(Probe::new(1.0));
    assert_eq!(sum.support(DIRECTION), Vec2::new(7.0, 11.0));
    assert_eq!(Support::<Vec2>::core(&sum), Core::new(Vec2::new(5.0, 7.0), 2.0));
    let half_extents = Vec2::new(15.0, 23.0);
    assert_eq!(sum.size(), Size { half_extents, bounding_radius: 27.0, inscribed_radius: 1.5 });
    assert_eq!(sum.core_support(DIRECTION), vertex(35.0, 39.0, 5 << 16 | 5));
    assert!(!Vertex::with_ids(&sum, [9 << 16 | 20; 4])[0].point.is_finite());
    // Vertex by vertex, by the two halves of the id.
    let id = 9 << 16 | 4;
    assert_eq!(sum.resolve_vertices(&VertexRefs::Ids([id; 4])), [vertex(47.0, 14.0, id); 4]);
    assert_eq!(sum.resolve_vertices(&REFS), [vertex(35.0, 39.0, 5 << 16 | 5); 4]);
    let sums = [[6, 6], [6, 7], [7, 6], [7, 7]];
    let sums = sums.map(|[a, b]: [u32; 2]| vertex(144.0, (a + b + 1) as f32, a << 16 | b));
    assert_eq!(feature(&sum, 0.5), sums);
    assert_eq!(sum.support_interval(DIRECTION), [-535.0, 595.0]);
    assert_eq!(sum.aabb(), Aabb { min: Vec2::splat(-107.0), max: Vec2::splat(119.0) });
    // The sum of two polygons has the edges of both, more than a zonotope of this crate can have.
    assert_eq!(polygons_filled(&sum, |sum| &sum.one) + polygons_filled(&sum, |sum| &sum.other), 0);
    let zonotopes = Probe::with_zonotope().minkowski_sum(Probe::with_zonotope());
    assert_eq!(Zonotope::<Vec2>::of(&zonotopes), None);
    let expected = Some(Plane { point: DVec2::new(77.0, 85.0), normal: DVec2::Y });
    assert_eq!(Probe::with_half_space().minkowski_sum(Probe::new(1.0)).half_space(), expected);
    assert_eq!(Probe::new(1.0).minkowski_sum(Probe::with_half_space()).half_space(), expected);
}

#[test]
fn the_hull_of_two_combines_every_hint_of_both_shapes() {
    // Of one convex radius, so that the vertices keep their ids.
    let (near, far) = (Probe::new(0.0), Probe::new(0.0).placed(Affine2::from_translation(SHIFT)));
    let hull = near.hull_with(far);
    assert_eq!(Support::<Vec2>::core(&hull), Core::new(Vec2::new(2.0, 3.0), 0.5));
    // The lowest bit of an id tells the second shape from the first.
    assert_eq!(hull.core_support(DIRECTION), vertex(273.0, 531.0, 11));
    assert_eq!(hull.core_support(-DIRECTION), vertex(17.0, 19.0, 10));
    assert_eq!(hull.support(Vec2::X), Vec2::new(275.5, 534.0));
    let ends = Vertex::with_ids(&hull, [18, 19, 40, 41]);
    assert_eq!(ends[..2], [vertex(23.0, 9.0, 18), vertex(279.0, 521.0, 19)]);
    assert!(!ends[2].point.is_finite() && !ends[3].point.is_finite());
    // Vertex by vertex, since each may belong to either shape.
    assert_eq!(hull.resolve_vertices(&VertexRefs::Ids([19; 4])), [vertex(279.0, 521.0, 19); 4]);
    assert_eq!(hull.resolve_vertices(&REFS), [vertex(273.0, 531.0, 11); 4]);
    // All four vertices of the two features pass the tolerance, for they lie beyond the farthest vertex.
    let all = [vertex(71.5, 6.0, 12), vertex(71.5, 7.0, 14), vertex(72.5, 7.0, 13), vertex(72.5, 8.0, 15)];
    assert_eq!(feature(&near_and_far(), 0.5), all);
    // The half extents are from the support function. The spheres are around the origin of the first shape.
    let size = Support::<Vec2>::size(&hull);
    assert_eq!(size.half_extents, SHIFT * 0.5 + 0.5);
    assert_eq!((size.bounding_radius, size.inscribed_radius), (SHIFT.length() + 13.0, 0.25));
    let (small, large) =
        (Probe::new(0.0), Probe::new(4.0).placed(Affine2::from_translation(Vec2::new(-1.0, -4.0))));
    let size = Support::<Vec2>::size(&small.hull_with(large));
    assert_eq!((size.bounding_radius, size.inscribed_radius), (20.0, 1.25));
    // From that of the first to that of the second, which is moved.
    assert_eq!(hull.support_interval(Vec2::X), [-53.0, 59.0 + SHIFT.x]);
    assert_eq!(hull.support_interval(Vec2::NEG_X), [-53.0 - SHIFT.x, 59.0]);
    // A hull has edges of neither shape.
    assert_eq!(polygons_filled(&hull, |hull| &hull.one), 0);
    assert_eq!(polygons_filled(&hull, |hull| hull.other.shape()), 0);
    let zonotopes = Probe::with_zonotope().hull_with(Probe::with_zonotope());
    assert_eq!(Zonotope::<Vec2>::of(&zonotopes), None);
    let expected = Some(Plane { point: DVec2::new(73.0, 79.0), normal: DVec2::Y });
    assert_eq!(Probe::with_half_space().hull_with(Probe::new(1.0)).half_space(), expected);
    assert_eq!(Probe::new(1.0).hull_with(Probe::with_half_space()).half_space(), expected);
}

/// A hull of two shapes of one origin, so that both features lie within the tolerance.
fn near_and_far() -> impl Support<Vec2> {
    Probe::new(0.0).hull_with(Probe::new(0.0).placed(Affine2::from_translation(Vec2::ONE)))
}
