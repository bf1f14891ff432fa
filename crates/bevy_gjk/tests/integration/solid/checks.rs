//! What is wrong with a mesh that is to be a solid is said, and where.

use bevy_gjk::ColliderError;

use super::meshes::ClosedMesh;
use crate::common::prelude::*;

fn error(mesh: &ClosedMesh) -> Option<ColliderError> {
    let solid = mesh.collider();
    solid.placed(Transform::IDENTITY).err()
}

fn cube() -> ClosedMesh {
    ClosedMesh::cuboid(Vec3::splat(-1.0), Vec3::splat(1.0))
}

#[test]
fn all_samples_are_valid() {
    for (name, mesh) in ClosedMesh::samples() {
        assert_eq!(error(&mesh), None, "{name}");
    }
}

#[test]
fn a_missing_triangle_leaves_open_edges() {
    for (name, mesh) in ClosedMesh::samples() {
        for missing in [0, mesh.triangles.len() / 2, mesh.triangles.len() - 1] {
            let mut mesh = mesh.clone();
            let [a, b, c] = mesh.triangles.remove(missing).map(|at| mesh.vertices[at as usize]);
            if a == b || b == c || c == a {
                continue;
            }
            let Some(ColliderError::OpenEdge { triangle, edge }) = error(&mesh) else {
                panic!("{name} without {missing}: {:?}", error(&mesh));
            };
            let ends = edge.map(|at| mesh.vertices[at as usize]);
            assert!(ends.iter().all(|end| [a, b, c].contains(end)), "{name}: {ends:?}");
            let corners = mesh.triangles[triangle as usize].map(|at| mesh.vertices[at as usize]);
            assert!(ends.iter().all(|end| corners.contains(end)));
        }
    }
}

#[test]
fn a_triangle_that_is_turned_round_is_named_and_can_be_repaired() {
    for (name, mesh) in ClosedMesh::samples() {
        let turned = mesh.triangles.len() / 3;
        let mut wrong = mesh.clone();
        wrong.triangles[turned].swap(1, 2);
        let [a, b, c] = mesh.triangles[turned].map(|at| mesh.vertices[at as usize]);
        if a == b || b == c || c == a {
            continue;
        }
        let Some(ColliderError::TurnedTriangle(pair)) = error(&wrong) else {
            panic!("{name}: {:?}", error(&wrong))
        };
        assert!(pair.contains(&(turned as u32)), "{name}: {pair:?} for {turned}");
        let repaired = dim3::Collider::repaired_solid(wrong.vertices.clone(), wrong.triangles.clone());
        repaired.placed(Transform::IDENTITY).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn any_triangles_may_be_turned_round_and_are_repaired() {
    let mut random = Random(2);
    for (name, mesh) in ClosedMesh::samples().into_iter().take(12) {
        let mut wrong = mesh.clone();
        for triangle in &mut wrong.triangles {
            if random.unit() < 0.5 {
                triangle.swap(0, 2);
            }
        }
        let repaired = dim3::Collider::repaired_solid(wrong.vertices.clone(), wrong.triangles.clone());
        let repaired = repaired.placed(Transform::IDENTITY).unwrap_or_else(|error| panic!("{name}: {error}"));
        for _ in 0..100 {
            let at = Vec3::new(random.range(-2.0, 2.0), random.range(-2.0, 2.0), random.range(-2.0, 2.0));
            if mesh.distance(at.as_dvec3()) > 1e-4 {
                let point = dim3::Collider::sphere(0.0).placed(at_point(at)).unwrap();
                let inside = mesh.winding(at.as_dvec3()).round() != 0.0;
                assert_eq!(repaired.pair(&point).intersects(), inside, "{name} {at}");
            }
        }
    }
}

#[test]
fn shells_that_cross_are_an_error() {
    let crossing = |by: Vec3| error(&cube().with(cube().moved(1.0, by)));
    for by in [Vec3::ONE, Vec3::new(1.0, 0.5, 0.25), Vec3::new(1.5, 0.0, 0.0), Vec3::new(0.5, 0.5, 0.5)] {
        let found = crossing(by);
        assert!(matches!(found, Some(ColliderError::CrossingTriangles(_))), "{by}: {found:?}");
    }
    // They only touch.
    for by in [Vec3::X * 2.0, Vec3::new(2.0, 1.0, 0.5), Vec3::splat(2.0), Vec3::new(2.0, 2.0, 0.0)] {
        assert_eq!(crossing(by), None, "{by}");
    }
    let folded = {
        let mut mesh = ClosedMesh::bumpy_ball(24, 12, 0.0);
        let vertex = mesh.vertices.iter().position(|at| at.x > 0.9).unwrap();
        mesh.vertices[vertex] = Vec3::X * -3.0;
        mesh
    };
    assert!(matches!(error(&folded), Some(ColliderError::CrossingTriangles(_))), "{:?}", error(&folded));
}

#[test]
fn what_is_no_mesh_or_encloses_nothing_is_an_error() {
    let shape = |vertices: Vec<Vec3>, triangles: Vec<[u32; 3]>| {
        error(&ClosedMesh { vertices, triangles, is_filled: false })
    };
    assert_eq!(shape(vec![], vec![]), Some(ColliderError::NoFaces));
    assert_eq!(shape(vec![Vec3::X], vec![]), Some(ColliderError::NoFaces));
    assert_eq!(shape(vec![Vec3::X], vec![[0, 0, 1]]), Some(ColliderError::NoSuchVertex(0)));
    let nan = shape(vec![Vec3::X, Vec3::NAN, Vec3::Y], vec![[0, 1, 2], [0, 2, 1]]);
    assert_eq!(nan, Some(gjk::ShapeError::CornerNotFinite(1).into()));
    let flat = shape(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2], [0, 2, 1]]);
    assert_eq!(flat, Some(ColliderError::NoVolume));
    let point = shape(vec![Vec3::ONE; 3], vec![[0, 1, 2], [0, 2, 1]]);
    assert_eq!(point, Some(ColliderError::NoVolume));
}

#[test]
fn huge_tiny_and_far_meshes_have_an_inside_or_an_error() {
    for (scale, by) in [(1e-20, 0.0), (1e-6, 0.0), (1e6, 0.0), (1e15, 0.0), (1.0, 1e5), (1e-3, 10.0)] {
        let mesh = cube().moved(scale, Vec3::splat(by));
        let solid = dim3::Collider::solid(mesh.vertices, mesh.triangles);
        let Ok(solid) = solid.placed(Transform::IDENTITY) else { continue };
        let at = |offset: f32| {
            let place = at_point(Vec3::splat(by) + Vec3::new(offset, 0.25, -0.5) * scale);
            dim3::Collider::sphere(0.0).placed(place).unwrap()
        };
        assert!(solid.pair(&at(0.5)).intersects(), "{scale} {by}");
        assert!(!solid.pair(&at(1.5)).intersects(), "{scale} {by}");
        let contact = solid.pair(&at(0.5)).contact().unwrap();
        assert!((contact.depth / scale - 0.5).abs() < 0.05, "{scale} {by}: {contact:?}");
    }
}

/// A flattened solid has no inside, and its faces are still touched.
#[test]
fn a_flattened_solid_is_a_surface() {
    let mesh = cube();
    let solid = dim3::Collider::solid(mesh.vertices, mesh.triangles);
    let flat = solid.placed(Transform::from_scale(Vec3::new(1.0, 0.0, 1.0))).unwrap();
    let ball = |y: f32| dim3::Collider::sphere(0.1).placed(at_xy(0.0, y)).unwrap();
    assert!(flat.pair(&ball(0.05)).intersects());
    assert!(flat.pair(&ball(0.05)).contact().is_some());
    assert!(!flat.pair(&ball(0.2)).intersects());
}

/// A fan of slivers has boxes that all overlap; a soup of large triangles crosses everywhere.
#[test]
fn meshes_of_overlapping_boxes_are_checked_in_time() {
    // Quadratic checks would take minutes.
    let count = 10_000;
    let angle = |index: u32| core::f32::consts::TAU * index as f32 / count as f32;
    let outline: Vec<_> = (0..count).map(|index| [angle(index).cos(), angle(index).sin()]).collect();
    let caps: Vec<_> = (1..count - 1).map(|index| [0, index, index + 1]).collect();
    let disc = ClosedMesh::prism(&outline, 0.0, 1.0, &caps);
    assert_eq!(error(&disc), None);
    assert_eq!(error(&disc.clone().with(cube().moved(1.0, Vec3::X * 9.0))), None);
    let mut random = Random(4);
    let mut soup = ClosedMesh::default();
    for _ in 0..2_500 {
        let by = Vec3::new(random.range(-0.5, 0.5), random.range(-0.5, 0.5), random.range(-0.5, 0.5));
        soup = soup.with(cube().moved(1.0, by));
    }
    assert!(matches!(error(&soup), Some(ColliderError::CrossingTriangles(_))));
}
