//! The geometry of colliders: on their boundary, closed, as large as they are.

use bevy_gjk::geometry::{Geometry, GeometryDetail, GeometryError};
use bevy_gjk::queries::QueryShape;
use bevy_gjk::shape::{Aabb, Shape};
use bevy_gjk::{ColliderError, Dim2, Dim3, Dimension, dim2, dim3};
use bevy_math::{EulerRot, Quat, UVec2, UVec3, Vec2, Vec3};
use bevy_transform::components::{GlobalTransform, Transform};
use core::ops::ControlFlow;
use gjk::{DVec2, DVec3, Point, Query, Support, Vector};
use std::collections::BTreeMap;

use crate::common::{Random, samples};

/// A square with round corners: |x|³ + |y|³ ≤ 1, turned about y in 3D.
struct Superellipse;

impl Support<Vec2> for Superellipse {
    fn support(&self, direction: Vec2) -> Vec2 {
        let direction = direction.try_normalize().unwrap_or(Vec2::X);
        let root = direction.abs().map(f32::sqrt).copysign(direction);
        root / root.abs().powf(3.0).element_sum().cbrt()
    }
}

impl Support<Vec3> for Superellipse {
    fn support(&self, direction: Vec3) -> Vec3 {
        let direction = direction.try_normalize().unwrap_or(Vec3::X);
        let root = direction.abs().map(f32::sqrt).copysign(direction);
        root / root.abs().powf(3.0).element_sum().cbrt()
    }
}

/// Maps of all kinds: turned, stretched, mirrored, sheared, flat, far away.
fn maps() -> [GlobalTransform; 6] {
    let turn = Quat::from_euler(EulerRot::XYZ, 0.3, 0.5, 0.7);
    let stretched = Transform::from_scale(Vec3::new(3.0, 0.5, -1.0)).with_rotation(turn);
    let in_plane = Transform::from_rotation(Quat::from_rotation_z(0.7)).with_scale(Vec3::new(2.0, -0.5, 1.0));
    [
        GlobalTransform::IDENTITY,
        Transform::from_xyz(-3.0, 2.0, 1.0).with_rotation(turn).into(),
        stretched.into(),
        GlobalTransform::from(stretched) * Transform::from_rotation(turn),
        GlobalTransform::from(in_plane) * Transform::from_scale(Vec3::new(0.0, 1.0, 1.0)),
        Transform::from_xyz(3e4, -1e4, 2e4).with_rotation(turn).into(),
    ]
}

/// Asserts that all points are on the boundary of a part, and that the geometry reaches as far as each part does.
fn assert_is_on_boundary<D: Dimension>(
    shape: &impl QueryShape<D>,
    geometry: &Geometry<D>,
    tolerance: f32,
    what: &str,
) {
    let mut extent = 0_f32;
    let _ = shape.each_part(&mut |part| {
        let Aabb { min, max } = part.aabb();
        extent = extent.max(max.max(-min).max_element());
        ControlFlow::Continue(())
    });
    let rounding = f64::from(4e-6 * extent);
    let points: Vec<_> =
        geometry.outlines().chain(geometry.lines()).flatten().chain(geometry.vertices()).collect();
    for &&point in &points {
        let mut least = f64::INFINITY;
        let _ = shape.each_part(&mut |part| {
            let found = Query::new(&Point::new([point]), part).signed_distance(D::Vector::ZERO.widen());
            least = least.min(found.map_or(f64::INFINITY, |found| found.distance.abs()));
            ControlFlow::Continue(())
        });
        assert!(least <= rounding, "{what}: {point:?} is {least} from the boundary");
    }
    let mut random = Random(7);
    for _ in 0..200 {
        let numbers = [0; 3].map(|_| random.range(-1.0, 1.0));
        let direction = D::Vector::from_fn(|axis| numbers[axis]);
        let length = direction.dot(direction).sqrt();
        let reach = |point: D::Vector| point.dot(direction) / length;
        let mut farthest = f32::MIN;
        let _ = shape.each_part(&mut |part| {
            farthest = farthest.max(reach(part.support(direction)));
            ControlFlow::Continue(())
        });
        let own = points.iter().map(|&&point| reach(point)).fold(f32::MIN, f32::max);
        let slack = tolerance + rounding as f32;
        assert!((farthest - own).abs() <= slack, "{what} reaches {farthest}, its geometry {own}");
    }
}

/// Asserts that each edge belongs to two triangles, which have it in opposite directions.
fn assert_is_closed<D: Dimension>(geometry: &Geometry<D>, what: &str) {
    let mut balance = BTreeMap::new();
    for &[a, b, c] in geometry.triangles() {
        for [from, to] in [[a, b], [b, c], [c, a]] {
            *balance.entry([from.min(to), from.max(to)]).or_insert(0) += if from < to { 1 } else { -1 };
        }
    }
    assert!(!balance.is_empty(), "{what} has no triangle");
    let open = balance.values().filter(|&&balance| balance != 0).count();
    assert_eq!(open, 0, "{what} has open edges");
}

/// Returns how often the triangles wind around a point, in `f64`: the sum of their solid angles.
fn winding(geometry: &Geometry<Dim3>, point: Vec3) -> f64 {
    let solid_angle = |triangle: &[u32; 3]| {
        let [a, b, c] =
            triangle.map(|vertex| geometry.vertices()[vertex as usize].as_dvec3() - point.as_dvec3());
        let lengths = [a.length(), b.length(), c.length()];
        let below = lengths.iter().product::<f64>()
            + a.dot(b) * lengths[2]
            + b.dot(c) * lengths[0]
            + c.dot(a) * lengths[1];
        2.0 * a.dot(b.cross(c)).atan2(below)
    };
    geometry.triangles().iter().map(solid_angle).sum::<f64>() / (4.0 * core::f64::consts::PI)
}

/// Returns the volume in 3D, by the triangles.
fn volume(geometry: &Geometry<Dim3>) -> f64 {
    let corners =
        |triangle: &[u32; 3]| triangle.map(|vertex| geometry.vertices()[vertex as usize].as_dvec3());
    geometry.triangles().iter().map(corners).map(|[a, b, c]: [DVec3; 3]| a.dot(b.cross(c)) / 6.0).sum()
}

/// Returns the area in 2D by the triangles, and by the outlines.
fn areas(geometry: &Geometry<Dim2>) -> [f64; 2] {
    let corners =
        |triangle: &[u32; 3]| triangle.map(|vertex| geometry.vertices()[vertex as usize].as_dvec2());
    let triangles =
        geometry.triangles().iter().map(corners).map(|[a, b, c]: [DVec2; 3]| (b - a).perp_dot(c - a) / 2.0);
    let around = |outline: &[Vec2]| {
        let next = outline.iter().cycle().skip(1);
        outline.iter().zip(next).map(|(one, two)| one.as_dvec2().perp_dot(two.as_dvec2()) / 2.0).sum::<f64>()
    };
    [triangles.sum(), geometry.outlines().map(around).sum()]
}

#[test]
fn the_geometry_of_every_2d_collider_is_on_its_boundary() {
    let mut geometry = Geometry::default();
    let custom = dim2::Collider::custom(Superellipse);
    for collider in samples::all_2d().into_iter().chain([custom]) {
        if matches!(collider, dim2::Collider::HalfSpace { .. }) {
            continue;
        }
        for (map, tolerance) in
            maps().into_iter().flat_map(|map| [0.1, 0.003].map(|tolerance| (map, tolerance)))
        {
            let what = format!("{collider:?} by {map:?} within {tolerance}");
            let Ok(placed) = collider.placed(map) else { continue };
            geometry.fill(&placed, tolerance).unwrap_or_else(|error| panic!("{what}: {error}"));
            let flat = matches!(&collider, dim2::Collider::Grid(_) | dim2::Collider::Outline { .. });
            if flat && geometry.triangles().is_empty() {
                continue;
            }
            assert_is_on_boundary(&placed, &geometry, tolerance, &what);
            let [triangles, outlines] = areas(&geometry);
            // Two triangles of the mesh of the samples cover each other.
            let is_area = !matches!(collider, dim2::Collider::TriMesh { .. });
            let slack = 1e-4 * (triangles.abs() + 1.0) + f64::from(map.translation().length()) * 1e-5;
            assert!(!is_area || (triangles - outlines).abs() < slack, "{what}: {triangles} {outlines}");
        }
    }
}

#[test]
fn the_geometry_of_every_3d_collider_is_on_its_boundary() {
    let mut geometry = Geometry::default();
    let custom = dim3::Collider::custom(Superellipse);
    for collider in samples::all_3d().into_iter().chain([custom]) {
        if matches!(collider, dim3::Collider::HalfSpace { .. }) {
            continue;
        }
        for (map, tolerance) in
            maps().into_iter().flat_map(|map| [0.1, 0.01].map(|tolerance| (map, tolerance)))
        {
            let what = format!("{collider:?} by {map:?} within {tolerance}");
            let Ok(placed) = collider.placed(map) else { continue };
            geometry.fill(&placed, tolerance).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_is_on_boundary(&placed, &geometry, tolerance, &what);
            let is_flat = map.affine().matrix3.determinant() == 0.0;
            let has_volume = !is_flat && volume(&geometry).abs() > 1e-3 && map.translation().length() < 100.0;
            let is_surface =
                matches!(collider, dim3::Collider::TriMesh { .. } | dim3::Collider::HeightField { .. });
            if has_volume
                && !is_surface
                && !matches!(collider, dim3::Collider::Triangle { .. } | dim3::Collider::Hull { .. })
            {
                assert_is_closed(&geometry, &what);
                assert!(volume(&geometry) > 0.0, "{what} is turned inside out");
            }
        }
    }
}

#[test]
fn a_lattice_of_points_has_the_geometry_of_its_hull() {
    let lattice = (0..216).map(|at| Vec3::new((at % 6) as f32, (at / 6 % 6) as f32, (at / 36) as f32));
    let hull = dim3::Collider::hull(lattice);
    for map in [maps()[0], maps()[1], maps()[3]] {
        let mut geometry = Geometry::default();
        geometry.fill(&hull.placed(map).unwrap(), 1e-4).unwrap();
        assert_is_closed(&geometry, "the lattice");
        let expected = f64::from(map.affine().matrix3.determinant().abs()) * 125.0;
        assert!((volume(&geometry) / expected - 1.0).abs() < 1e-4, "{} for {expected}", volume(&geometry));
    }
}

#[test]
fn volumes_and_areas_converge() {
    use core::f64::consts::PI;
    use dim3::Collider as C;
    let rounded = C::rounded(C::cuboid(2.0, 2.0, 2.0), 0.5);
    let of_rounded = 8.0 + 24.0 * 0.5 + 12.0 * 2.0 * PI * 0.25 / 4.0 + 4.0 / 3.0 * PI * 0.125;
    for (collider, exact) in [
        (C::sphere(1.0), 4.0 / 3.0 * PI),
        (C::ellipsoid(1.0, 2.0, 3.0), 8.0 * PI),
        (C::cylinder(1.0, 2.0), 2.0 * PI),
        (C::cone(1.0, 3.0), PI),
        (C::capsule(1.0, 2.0), (2.0 + 4.0 / 3.0) * PI),
        (rounded, of_rounded),
    ] {
        let mut last = f64::INFINITY;
        for tolerance in [0.1, 0.01, 0.001] {
            let geometry = collider.geometry(tolerance).unwrap();
            let lacking = exact - volume(&geometry);
            // No more than the tolerance times the surface, which is at most eight times the volume here.
            assert!(lacking > 0.0 && lacking < 8.0 * exact * f64::from(tolerance), "{collider:?}: {lacking}");
            assert!(lacking < 0.3 * last, "{collider:?}: {lacking} after {last}");
            last = lacking;
        }
    }
    for tolerance in [0.1, 0.01, 0.001] {
        let [triangles, outlines] = areas(&dim2::Collider::circle(1.0).geometry(tolerance).unwrap());
        assert!(
            (triangles - outlines).abs() < 1e-6
                && (0.0..7.0 * f64::from(tolerance)).contains(&(PI - triangles))
        );
    }
}

#[test]
fn a_shape_has_no_more_triangles_than_it_needs() {
    let count =
        |collider: dim3::Collider, tolerance: f32| collider.geometry(tolerance).unwrap().triangles().len();
    assert_eq!(count(dim3::Collider::cuboid(1.0, 2.0, 3.0), 1e-6), 12);
    assert_eq!(count(dim3::Collider::tetrahedron(Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z), 1e-6), 4);
    assert_eq!(count(dim3::Collider::triangle(Vec3::ZERO, Vec3::X, Vec3::Y), 1e-6), 1);
    // The best has about five times radius / tolerance.
    let sphere = count(dim3::Collider::sphere(1.0), 1e-3);
    assert!((4_000..12_000).contains(&sphere), "{sphere}");
    let cylinder = count(dim3::Collider::cylinder(1.0, 1.0), 1e-3);
    assert!((150..700).contains(&cylinder), "{cylinder}");
    // Larger than the shape, it still is a body.
    assert_eq!(count(dim3::Collider::sphere(1.0), 50.0), 4);
    assert_eq!(dim2::Collider::circle(1.0).geometry(50.0).unwrap().lines().count(), 1);
}

#[test]
fn bad_tolerances_are_errors_that_cost_no_memory() {
    let ball = dim3::Collider::sphere(1.0);
    for tolerance in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let error = ball.geometry(tolerance).unwrap_err();
        let GeometryError::Tolerance(found) = error else { panic!("{error}") };
        assert_eq!(found.to_bits(), tolerance.to_bits());
    }
    for (tolerance, least) in [(1e-9, 1e9), (1e-30, 1e30_f64.min(u64::MAX as f64))] {
        for collider in
            [ball.clone(), dim3::Collider::ellipsoid(1.0, 3.0, 0.2), dim3::Collider::custom(Superellipse)]
        {
            let error = collider.geometry(tolerance).unwrap_err();
            let GeometryError::TooManyTriangles(count) = error else { panic!("{error}") };
            assert!(count as f64 >= least, "{collider:?} would have {count} triangles within {tolerance}");
        }
        let error = dim2::Collider::circle(1.0).geometry(1e-18).unwrap_err();
        let GeometryError::TooManyTriangles(count) = error else { panic!("{error}") };
        assert!((1e9..1e10).contains(&(count as f64)), "{count}");
    }
    // What has corners has no more of them, however small the tolerance is.
    let box_ = dim3::Collider::cuboid(1.0, 2.0, 3.0).placed(maps()[1]).unwrap();
    let mut geometry = Geometry::default();
    geometry.fill(&box_, 1e-30).unwrap();
    assert_eq!(geometry.triangles().len(), 12);
}

#[test]
fn what_has_no_geometry_is_an_error_and_leaves_nothing() {
    let mut geometry = Geometry::<Dim3>::default();
    geometry.fill(&gjk::Sphere::new(1.0), 0.1).unwrap();
    let nan = |_: Vec3| Vec3::NAN;
    struct Bad(fn(Vec3) -> Vec3);
    impl Support<Vec3> for Bad {
        fn support(&self, direction: Vec3) -> Vec3 {
            (self.0)(direction)
        }
    }
    assert_eq!(geometry.fill(&Bad(nan), 0.1), Err(GeometryError::NotFinite));
    assert!(geometry.vertices().is_empty() && geometry.triangles().is_empty());
    // Not convex, and no support function at all: some answer comes, in time.
    let twisted = |direction: Vec3| {
        let Vec3 { x, y, z } = direction;
        (Vec3::new(y, z, x) * 7.0).fract() - Vec3::new(z, x, y) * 2.0
    };
    let _ = geometry.fill(&Bad(twisted), 0.01);
    let invalid = dim2::Collider::polygon([Vec2::ZERO]);
    assert!(matches!(invalid.geometry(0.1), Err(GeometryError::Collider(ColliderError::Shape(_)))));
    let ground = dim3::Collider::half_space(Vec3::Y, 0.0);
    assert_eq!(ground.geometry(0.1).unwrap_err(), GeometryError::Endless);
    let bounds = Aabb { min: Vec3::splat(f32::NAN), max: Vec3::ONE };
    let detail = GeometryDetail { tolerance: 0.1, half_space_bounds: Some(bounds) };
    assert_eq!(ground.geometry(detail).unwrap_err(), GeometryError::Endless);
}

#[test]
fn a_half_space_is_cut_off_at_a_box() {
    let bounds = Aabb { min: Vec3::new(-2.0, -1.0, -3.0), max: Vec3::new(2.0, 1.0, 3.0) };
    let detail = GeometryDetail { tolerance: 0.01, half_space_bounds: Some(bounds) };
    let mut geometry = Geometry::default();
    for (normal, offset, expected) in [
        (Vec3::Y, 0.5, 4.0 * 6.0 * 1.5),
        (Vec3::NEG_X, 0.0, 2.0 * 2.0 * 6.0),
        (Vec3::new(1.0, 1.0, 0.0), 0.0, 24.0),
        (Vec3::ONE, 100.0, 48.0),
        (Vec3::ONE, -100.0, 0.0),
    ] {
        let plane = dim3::Collider::half_space(normal, offset);
        geometry.fill(&plane.placed(Transform::IDENTITY).unwrap(), detail).unwrap();
        assert!((volume(&geometry) - expected).abs() < 1e-4, "{normal} {offset}: {}", volume(&geometry));
        for &vertex in geometry.vertices() {
            assert!(vertex.cmpge(bounds.min).all() && vertex.cmple(bounds.max).all());
            assert!(vertex.dot(normal) <= offset + 1e-5);
        }
    }
    // In the world, where the transform puts it.
    let raised = dim3::Collider::half_space(Vec3::Y, 0.0).placed(Transform::from_xyz(0.0, 0.5, 0.0)).unwrap();
    geometry.fill(&raised, detail).unwrap();
    assert!((volume(&geometry) - 36.0).abs() < 1e-4);
    let bounds = Aabb { min: Vec2::splat(-1.0), max: Vec2::ONE };
    let detail = GeometryDetail { tolerance: 0.01, half_space_bounds: Some(bounds) };
    let area = dim2::Collider::half_space(Vec2::new(1.0, 1.0), 0.0).geometry(detail).unwrap();
    assert_eq!(areas(&area), [2.0; 2]);
}

/// A grid of full cells, slabs, slopes and columns, at random.
fn random_cells(kinds: u32) -> dim3::CellGrid {
    use bevy_gjk::grid::CellKind;
    let kinds_of_cells: [CellKind<Dim3>; 6] = [
        CellKind::<Dim3>::full(),
        CellKind::<Dim3>::lower_half(),
        CellKind::<Dim3>::upper_half(),
        CellKind::<Dim3>::slope(),
        CellKind::<Dim3>::slope().turned(1),
        CellKind::new(dim3::Collider::cylinder(0.4, 1.0)),
    ];
    let mut grid = dim3::CellGrid::new(UVec3::new(5, 4, 3), 0.3, kinds_of_cells);
    let mut random = Random(3);
    for at in 0..60 {
        let kind = (random.range(0.0, 1.0) * 1.6 * kinds as f32) as u16;
        let kind = if u32::from(kind) > kinds { 0 } else { kind };
        grid.set(UVec3::new(at % 5, at / 5 % 4, at / 20), kind).unwrap();
    }
    grid
}

#[test]
fn the_outer_faces_of_a_grid_enclose_its_cells() {
    let full = random_cells(1);
    let geometry = dim3::Collider::Grid(full.clone()).geometry(0.01).unwrap();
    assert_is_closed(&geometry, "a grid of full cells");
    let cells = full.filled().count() as f64;
    assert!((volume(&geometry) - cells * 0.027).abs() < 1e-6);
    let faces = full.filled().flat_map(|(cell, _)| {
        let sides = Vec3::AXES.into_iter().flat_map(|axis| [axis, -axis]);
        sides.map(move |side| (cell.as_ivec3() + side.as_ivec3()).as_uvec3())
    });
    let outer = faces.filter(|&cell| full.get(cell) == 0).count();
    assert_eq!(geometry.triangles().len(), 2 * outer);
    assert!(outer < 6 * full.filled().count());
}

/// Beside the winding number, which does not know how the faces were made.
#[test]
fn the_faces_of_grids_solids_and_areas_wind_once_around_what_is_inside() {
    let frame = dim2::Collider::outlines([
        vec![Vec2::ZERO, Vec2::X * 4.0, Vec2::new(3.0, 2.0), Vec2::splat(4.0), Vec2::new(1.0, 4.0)],
        vec![Vec2::splat(1.2), Vec2::new(2.0, 1.0), Vec2::new(1.4, 2.0)],
    ]);
    let tetrahedron = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    let rock = dim3::Collider::solid(
        [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z].map(|corner| corner * 3.0),
        tetrahedron,
    );
    let colliders = [dim3::Collider::Grid(random_cells(6)), dim3::Collider::extrusion(frame, 2.0), rock];
    for (collider, map) in colliders.iter().flat_map(|collider| maps().map(|map| (collider, map))) {
        if map.affine().matrix3.determinant() == 0.0 || map.translation().length() > 100.0 {
            continue;
        }
        let placed = collider.placed(map).unwrap();
        let mut geometry = Geometry::default();
        geometry.fill(&placed, 1e-3).unwrap();
        let bounds = geometry
            .vertices()
            .iter()
            .fold([Vec3::MAX, Vec3::MIN], |[min, max], &vertex| [min.min(vertex), max.max(vertex)]);
        let mut random = Random(11);
        let mut counts = [0, 0];
        for _ in 0..600 {
            let point =
                Vec3::from([0, 1, 2].map(|axis: usize| random.range(bounds[0][axis], bounds[1][axis])));
            let near = [0; 20].map(|_| {
                let offset = Vec3::from([0; 3].map(|_| random.range(-1.0, 1.0)));
                offset.normalize_or_zero() * 4e-3
            });
            let contains = |point: Vec3| {
                let probe = dim3::Collider::sphere(0.0).placed(Transform::from_translation(point)).unwrap();
                placed.pair(&probe).intersects()
            };
            let inside = contains(point);
            let is_clear = near.iter().all(|&offset| contains(point + offset) == inside);
            if is_clear {
                let turns = winding(&geometry, point);
                assert!(
                    (turns - f64::from(u8::from(inside))).abs() < 0.01,
                    "{collider:?} {point}: {turns}, {inside}"
                );
                counts[usize::from(inside)] += 1;
            }
        }
        assert!(counts[0] > 10 && counts[1] > 10, "{counts:?}");
    }
}

#[test]
fn outlines_go_around_areas_and_holes() {
    use bevy_gjk::grid::CellKind;
    let square = |half: f32| [(-half, -half), (half, -half), (half, half), (-half, half)].map(Vec2::from);
    let frame = dim2::Collider::outlines([square(2.0), square(1.0)]).geometry(0.01).unwrap();
    let lengths: Vec<_> = frame.outlines().map(<[_]>::len).collect();
    assert_eq!((lengths, areas(&frame)), (vec![4, 4], [12.0; 2]));
    // Two cells that meet at a corner, each with an outline of its own; a row of cells has four corners.
    let mut grid = dim2::CellGrid::new(
        UVec2::new(6, 2),
        0.7,
        [CellKind::<Dim2>::full(), CellKind::<Dim2>::lower_half()],
    );
    for (x, y) in [(0, 0), (1, 1), (3, 0), (4, 0), (5, 0)] {
        grid.set(UVec2::new(x, y), 1).unwrap();
    }
    let geometry = dim2::Collider::Grid(grid.clone()).geometry(0.01).unwrap();
    assert_eq!(geometry.outlines().map(<[_]>::len).collect::<Vec<_>>(), [4, 4, 4]);
    assert!(areas(&geometry).iter().all(|area| (area - 5.0 * 0.49).abs() < 1e-6));
    // Half a cell beside a whole one: a step.
    grid.set(UVec2::new(2, 0), 2).unwrap();
    let geometry = dim2::Collider::Grid(grid).geometry(0.01).unwrap();
    assert!(geometry.outlines().any(|outline| outline.len() == 6));
    assert!(areas(&geometry).iter().all(|area| (area - 5.5 * 0.49).abs() < 1e-6), "{:?}", areas(&geometry));
}

#[test]
fn lines_and_surfaces_are_there_as_they_were_given() {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::ONE];
    let chain = dim3::Collider::closed_polyline(corners).geometry(0.1).unwrap();
    assert_eq!(chain.lines().collect::<Vec<_>>(), [[corners[0], corners[1], corners[2], corners[0]]]);
    let mesh = dim3::Collider::tri_mesh(corners, [[0, 1, 2], [2, 1, 0]]).geometry(0.1).unwrap();
    assert_eq!((mesh.vertices(), mesh.triangles()), (&corners[..], &[[0, 1, 2], [2, 1, 0]][..]));
    // A hole takes the six triangles at its point; what is left faces up, under a mirror, too.
    let mut heights = vec![0.0; 16];
    heights[5] = f32::NAN;
    let field = dim3::Collider::height_field(heights, 4, Vec2::splat(3.0));
    for scale in [Vec3::ONE, Vec3::new(-1.0, 1.0, 1.0)] {
        let mut geometry = Geometry::default();
        geometry.fill(&field.placed(Transform::from_scale(scale)).unwrap(), 0.1).unwrap();
        assert_eq!((geometry.triangles().len(), geometry.vertices().len()), (12, 15));
        for triangle in geometry.triangles() {
            let [a, b, c] = triangle.map(|vertex| geometry.vertices()[vertex as usize]);
            assert!((b - a).cross(c - a).y > 0.0);
        }
    }
}

#[test]
fn local_geometry_does_not_depend_on_the_place() {
    let collider = dim3::Collider::capsule(0.5, 2.0);
    let shape = collider.prepare().unwrap();
    let mut local = Geometry::default();
    local.fill_local(&shape, 0.01).unwrap();
    assert_eq!(local.vertices(), collider.geometry(0.01).unwrap().vertices());
    let map = Transform::from_xyz(1.0, 2.0, 3.0);
    let mut world = Geometry::default();
    world.fill(&collider.placed(map).unwrap(), 0.01).unwrap();
    let moved: Vec<_> = local.vertices().iter().map(|&vertex| vertex + map.translation).collect();
    assert!(world.vertices().iter().zip(&moved).all(|(one, two)| one.distance(*two) < 1e-6));
    assert_eq!(world.triangles(), local.triangles());
    // Filled again, in the same memory.
    let before = (world.vertices().as_ptr(), world.triangles().as_ptr());
    world.fill(&collider.placed(map).unwrap(), 0.01).unwrap();
    assert_eq!(before, (world.vertices().as_ptr(), world.triangles().as_ptr()));
}

#[cfg(feature = "meshes")]
#[test]
fn a_mesh_is_smooth_where_the_collider_is_round() {
    use bevy::mesh::Mesh;
    let normals = |collider: dim3::Collider| {
        let mesh = Mesh::from(&collider.geometry(0.01).unwrap());
        let normals = mesh.attribute(Mesh::ATTRIBUTE_NORMAL).unwrap().as_float3().unwrap().to_vec();
        let places = mesh.attribute(Mesh::ATTRIBUTE_POSITION).unwrap().as_float3().unwrap().to_vec();
        places.into_iter().map(Vec3::from).zip(normals.into_iter().map(Vec3::from)).collect::<Vec<_>>()
    };
    let ball = normals(dim3::Collider::sphere(2.0));
    assert!(ball.iter().all(|(place, normal)| place.normalize().dot(*normal) > 0.99), "{ball:?}");
    let crate_ = normals(dim3::Collider::cuboid(1.0, 1.0, 1.0));
    assert_eq!(crate_.len(), 24);
    assert!(crate_.iter().all(|(_, normal)| normal.abs().max_element() == 1.0));
    let area = Mesh::from(&dim2::Collider::circle(1.0).geometry(0.01).unwrap());
    assert!(area.count_vertices() > 10 && area.indices().is_some());
}
