//! Shape casts: the time of impact is the first at which the shapes touch, against formulas for spheres and
//! boxes and against the distance along the way for the others.

use gjk::support::hints::{Core, Size, Vertex, VertexRefs};
use gjk::*;

use crate::common::dynamic::{cast, closest_points, contact, query};
use crate::common::{Rng, at};

/// A shape under a translation without rounding, since its origin is in `f64`.
struct Moved<'s, S: ?Sized>(&'s S, DVec3);

impl<S: Support<Vec3> + ?Sized> Support<DVec3> for Moved<'_, S> {
    fn support(&self, direction: DVec3) -> DVec3 {
        self.core().origin
            + self.core_support(direction).point
            + direction.normalize() * self.core().convex_radius
    }
    fn core(&self) -> Core<DVec3> {
        let Core { origin, convex_radius, .. } = self.0.core();
        Core::new(origin.as_dvec3() + self.1, convex_radius.into())
    }
    fn core_support(&self, direction: DVec3) -> Vertex<DVec3> {
        let vertex = self.0.core_support(direction.as_vec3());
        Vertex { point: vertex.point.as_dvec3(), id: vertex.id }
    }
    fn resolve_vertices(&self, refs: &VertexRefs<DVec3>) -> [Vertex<DVec3>; 4] {
        refs.resolve(self, |id| Some(Vertex::with_ids(self.0, [id; 4])[0].point.as_dvec3()))
    }
    fn size(&self) -> Size<DVec3> {
        let Size { half_extents, bounding_radius, inscribed_radius } = self.0.size();
        Size {
            half_extents: half_extents.as_dvec3(),
            bounding_radius: bounding_radius.into(),
            inscribed_radius: inscribed_radius.into(),
        }
    }
}

#[test]
fn spheres_touch_when_their_centers_are_two_radii_apart() {
    let mut rng = Rng(7);
    let mut hits = 0;
    for _ in 0..2000 {
        let (ra, rb) = (rng.real(0.1, 2.0), rng.real(0.1, 2.0));
        let (pa, pb, va, vb) = (rng.vec3(5.0), rng.vec3(5.0), rng.vec3(3.0), rng.vec3(3.0));
        // About towards each other, so that most casts hit.
        let vb = vb + (pa - pb);
        let (p, v) = (pb.as_dvec3() - pa.as_dvec3(), vb.as_dvec3() - va.as_dvec3());
        let radius = f64::from(ra) + f64::from(rb);
        let half = p.dot(v);
        let root = half * half - v.dot(v) * (p.dot(p) - radius * radius);
        let time = (-half - root.sqrt()) / v.dot(v);
        let hit = cast(&at(Sphere::new(ra), pa), va, &at(Sphere::new(rb), pb), vb, 4.0);
        match hit {
            Some(hit) if p.length() <= radius => assert_eq!(hit.time, 0.0),
            Some(hit) => {
                hits += 1;
                assert!((f64::from(hit.time) - time).abs() < 1e-6, "{hit:?} {time}");
                let normal = (p + v * time) / radius;
                assert!(hit.contact.normal.as_dvec3().distance(normal) < 1e-5);
                assert!(hit.contact.on_a.distance(hit.contact.on_b) < 1e-5);
            }
            None => assert!(!(root > 1e-5 && (0.0..4.0 - 1e-5).contains(&time)), "{time} {root}"),
        }
    }
    assert!(hits > 300);
}

#[test]
fn boxes_touch_when_their_intervals_overlap_along_the_last_axis() {
    let mut rng = Rng(11);
    let mut hits = 0;
    for _ in 0..2000 {
        let (ha, hb) = (rng.vec3(1.0).abs(), rng.vec3(1.0).abs());
        let (pa, pb) = (rng.vec3(5.0), rng.vec3(5.0));
        let v = pa - pb + rng.vec3(1.0);
        // Along each axis the boxes overlap during an interval of time.
        let (mut from, mut to, mut axis) = (0.0, f64::INFINITY, None);
        for i in 0..3 {
            let (p, v) = (f64::from(pb[i]) - f64::from(pa[i]), f64::from(v[i]));
            let sum = f64::from(ha[i]) + f64::from(hb[i]);
            let enter = (-sum * v.signum() - p) / v;
            if enter > from {
                (from, axis) = (enter, Some(i));
            }
            to = to.min((sum * v.signum() - p) / v);
        }
        let a = at(Cuboid::from_half_size(ha), pa);
        let b = at(Cuboid::from_half_size(hb), pb);
        match (cast(&a, Vec3::ZERO, &b, v, 1e3), axis) {
            (Some(hit), None) => assert!(hit.time == 0.0),
            (Some(hit), Some(i)) => {
                assert!(to > from - 1e-6);
                assert!((f64::from(hit.time) - from).abs() < 1e-5 * (1.0 + from), "{hit:?} {from}");
                if to - from > 1e-2 {
                    hits += 1;
                    assert!((hit.contact.normal[i] + v[i].signum()).abs() < 1e-4, "{hit:?} along {i}");
                }
            }
            (None, _) => assert!(to < from + 1e-6, "{from} {to}"),
        }
    }
    assert!(hits > 100);
}

#[test]
fn shapes_touch_at_the_time_of_impact_and_are_separated_before() {
    let mut rng = Rng(23);
    let (mut hits, mut misses) = (0, 0);
    for case in 0..3000 {
        let (a, b) = (rng.shape_3d(4.0), rng.shape_3d(4.0));
        let velocity = a.core().origin - b.core().origin + rng.vec3(2.0);
        let distance = |time: f64| {
            closest_points(&Moved(&*a, DVec3::ZERO), &Moved(&*b, velocity.as_dvec3() * time))
                .map_or(0.0, |found| found.distance)
        };
        match cast(&*a, Vec3::ZERO, &*b, velocity, 2.0) {
            Some(hit) => {
                let time = f64::from(hit.time);
                let late = distance(time);
                assert!(late < 3e-6, "{case}: still {late} apart at {time}");
                assert_ne!(hit.contact.status, Status::NotFinite);
                if time == 0.0 {
                    continue;
                }
                hits += 1;
                // From the start up to a hundredth of the way before the impact.
                for part in [0.0, 0.3, 0.6, 0.9, 0.99] {
                    assert!(distance(time * part) > 0.0, "{case}: the shapes touch before {time}");
                }
                let contact = hit.contact;
                assert!((contact.normal.length() - 1.0).abs() < 1e-5);
                assert!(contact.normal.dot(velocity) < 0.0, "{case}: {hit:?}");
                assert!(contact.on_a.distance(contact.on_b) < 1e-4, "{case}: {hit:?}");
                // The normal is a separating axis just before the impact, so the overlap along it is about 0.
                let (first, second) = (Moved(&*a, DVec3::ZERO), { Moved(&*b, velocity.as_dvec3() * time) });
                let normal = contact.normal.as_dvec3();
                let overlap = (first.support(normal) - second.support(-normal)).dot(normal);
                assert!(overlap < 1e-4, "{case}: {overlap} {hit:?}");
            }
            None => {
                misses += 1;
                for step in 0..=40 {
                    let time = f64::from(step) / 20.0;
                    assert!(distance(time) > 0.0, "{case}: the shapes touch at {time}");
                }
            }
        }
    }
    assert!(hits > 300 && misses > 300, "{hits} {misses}");
}

#[test]
fn casts_in_2d_end_on_the_boundary() {
    let mut rng = Rng(5);
    let mut hits = 0;
    for case in 0..3000 {
        let (a, b) = (rng.shape_2d(4.0), rng.shape_2d(4.0));
        let va = rng.vec2(5.0);
        let vb = va + a.core().origin - b.core().origin + rng.vec2(2.0);
        let Some(hit) = cast(&*a, va, &*b, vb, 2.0) else { continue };
        if hit.time == 0.0 {
            continue;
        }
        hits += 1;
        let contact = hit.contact;
        assert!(contact.on_a.distance(contact.on_b) < 1e-4, "{case}: {hit:?}");
        assert!(contact.normal.dot(vb - va) < 0.0, "{case}: {hit:?}");
        let moved = |time: f32| {
            let later = |v: Vec2| Affine2::from_translation(v * time);
            closest_points(&(&*a).placed(later(va)), &(&*b).placed(later(vb))).map_or(0.0, |c| c.distance)
        };
        assert!(moved(hit.time) < 1e-5 && moved(hit.time * 0.98) > 0.0, "{case}: {hit:?}");
    }
    assert!(hits > 300);
}

#[test]
fn a_cast_of_overlapping_shapes_returns_their_contact() {
    let a = Cuboid::new(2.0, 2.0, 2.0);
    let b = at(a, Vec3::new(1.5, 0.25, 0.0));
    let hit = cast(&a, Vec3::ZERO, &b, Vec3::X, 1.0).unwrap();
    assert_eq!((hit.time, hit.contact), (0.0, contact(&a, &b).unwrap()));
}

#[test]
fn a_fast_bullet_does_not_tunnel_through_a_thin_plate() {
    let plate = Cuboid::new(1.0, 1.0, 1e-4);
    let bullet = at(Sphere::new(1e-3), Vec3::new(0.1, 0.2, -500.0));
    let hit = cast(&bullet, Vec3::Z * 1000.0, &plate, Vec3::ZERO, 1.0).unwrap();
    assert!((hit.time - 0.499_998_95).abs() < 1e-7, "{hit:?}");
    assert!(hit.contact.normal.distance(Vec3::Z) < 1e-6);
    // The time ends before the impact, or the bullet never comes closer.
    assert!(cast(&bullet, Vec3::Z * 1000.0, &plate, Vec3::ZERO, 0.499).is_none());
    assert!(cast(&bullet, Vec3::Z * -1000.0, &plate, Vec3::ZERO, 1.0).is_none());
    assert!(cast(&bullet, Vec3::ZERO, &plate, Vec3::ZERO, f32::INFINITY).is_none());
}

#[test]
fn a_grazing_cast_hits_within_the_radii_and_misses_beyond() {
    let ball = Circle::new(1.0);
    for (height, hits) in [(1.999_99, true), (2.000_01, false)] {
        let other = at(ball, Vec2::new(-5.0, height));
        let hit = cast(&ball, Vec2::ZERO, &other, Vec2::X, 10.0);
        assert_eq!(hit.is_some(), hits, "{hit:?}");
    }
}

#[test]
fn a_cache_does_not_change_the_time_of_impact() {
    let mut rng = Rng(31);
    let mut cache = SimplexCache::default();
    for case in 0..1000 {
        let (a, b) = (rng.shape_3d(3.0), rng.shape_3d(3.0));
        let velocity = rng.vec3(8.0);
        let cold = cast(&*a, Vec3::ZERO, &*b, velocity, 2.0);
        let warm = query(&*a, &*b).cache(&mut cache).cast(Vec3::ZERO, velocity, 2.0);
        match (cold, warm) {
            (Some(cold), Some(warm)) => {
                assert!((cold.time - warm.time).abs() < 1e-4, "{case}: {cold:?} {warm:?}");
            }
            (None, None) => {}
            _ => panic!("{case}: {cold:?} {warm:?}"),
        }
    }
}

#[test]
fn casts_with_nan_or_infinity_end() {
    let ball = at(Sphere::new(1.0), Vec3::X * 5.0);
    let cuboid = Cuboid::new(1.0, 1.0, 1.0);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let bad_ball = at(Sphere::new(1.0), Vec3::X * bad);
        assert!(cast(&cuboid, Vec3::ZERO, &bad_ball, Vec3::NEG_X, 10.0).is_none());
        if let Some(hit) = cast(&cuboid, Vec3::ZERO, &ball, Vec3::NEG_X * bad, 10.0) {
            assert!(hit.time.is_finite());
        }
    }
    assert!(cast(&cuboid, Vec3::ZERO, &ball, Vec3::NEG_X, f32::NAN).is_none());
    assert!(cast(&cuboid, Vec3::ZERO, &ball, Vec3::NEG_X, f32::INFINITY).is_some());
}
