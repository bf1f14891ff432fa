//! One collider of each kind. A variant without one makes the tests that use them fail, with its name.

use bevy_gjk::grid::CellKind;
use bevy_gjk::{CollisionLayers, Dim2, Dim3, LayerMask, OneWayPlatform, dim2, dim3};
use bevy_math::{UVec2, UVec3, Vec2, Vec3};
use bevy_reflect::{TypeInfo, Typed};
use bevy_transform::components::Transform;

/// Returns every kind of 2D collider that a file can hold.
pub fn all_2d() -> Vec<dim2::Collider> {
    use dim2::Collider as C;
    let all = vec![
        C::circle(0.25),
        C::ellipse(0.5, 3.0),
        C::rectangle(4.0, 1.0),
        C::segment(Vec2::new(-1.0, 0.5), Vec2::X),
        C::capsule(0.25, 2.0),
        C::triangle(Vec2::ZERO, Vec2::X, Vec2::Y),
        C::regular_polygon(1.5, 6),
        C::polygon([Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y]),
        C::hull([Vec2::ZERO, Vec2::X, Vec2::ONE]),
        C::CircularSector { radius: 1.0, half_angle: 0.5 },
        C::CircularSegment { radius: 2.0, half_angle: 1.0 },
        C::half_space(Vec2::Y, 3.0),
        C::tri_mesh([Vec2::ZERO, Vec2::X, Vec2::ONE], [[0, 1, 2], [2, 1, 0]]),
        C::outline([Vec2::ZERO, Vec2::X, Vec2::new(0.2, 0.2), Vec2::Y]),
        C::closed_polyline([Vec2::ZERO, Vec2::X, Vec2::ONE]),
        C::outlines([
            vec![Vec2::ZERO, Vec2::X * 4.0, Vec2::splat(4.0), Vec2::Y * 4.0],
            vec![Vec2::ONE, Vec2::new(2.0, 1.0), Vec2::new(1.0, 2.0)],
        ]),
        C::compound([
            (Transform::from_xyz(1.0, 2.0, 0.0), C::polyline([Vec2::ZERO, Vec2::X])),
            (Transform::IDENTITY, C::compound([(Transform::default(), C::circle(1.0))])),
        ]),
        C::rounded(C::rectangle(2.0, 1.0), 0.25),
        C::Grid(grid_2d()),
    ];
    assert_covers::<C>(&all);
    all
}

/// Returns every kind of 3D collider that a file can hold.
pub fn all_3d() -> Vec<dim3::Collider> {
    use dim3::Collider as C;
    let all = vec![
        C::sphere(0.25),
        C::ellipsoid(0.5, 1.0, 3.0),
        C::cuboid(4.0, 1.0, 2.0),
        C::segment(Vec3::new(-1.0, 0.5, 0.0), Vec3::X),
        C::capsule(0.25, 2.0),
        C::cylinder(1.0, 0.5),
        C::cone(1.0, 0.5),
        C::ConicalFrustum { radius_top: 0.5, radius_bottom: 1.0, half_height: 2.0 },
        C::triangle(Vec3::ZERO, Vec3::X, Vec3::Y),
        C::tetrahedron(Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z),
        C::hull([Vec3::ZERO, Vec3::X, Vec3::ONE]),
        C::extrusion(dim2::Collider::regular_polygon(1.0, 5), 2.0),
        C::half_space(Vec3::Y, 3.0),
        C::tri_mesh([Vec3::ZERO, Vec3::X, Vec3::ONE], [[0, 1, 2]]),
        C::solid([Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z], [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]),
        C::height_field([0.0, 1.0, 2.0, 3.0, 4.0, 5.0], 3, Vec2::new(2.0, 1.0)),
        C::polyline([Vec3::ZERO, Vec3::X, Vec3::Y]),
        C::compound([(Transform::from_xyz(1.0, 2.0, 0.0), C::rounded(C::cone(1.0, 2.0), 0.1))]),
        C::rounded(C::cylinder(1.0, 2.0), 0.25),
        C::Grid(grid_3d()),
    ];
    assert_covers::<C>(&all);
    all
}

/// Asserts that each variant is present but `Custom`, whose function no file can hold.
fn assert_covers<C: Typed + bevy_reflect::enums::Enum>(all: &[C]) {
    let TypeInfo::Enum(info) = C::type_info() else { unreachable!("colliders are enums") };
    for name in info.iter().map(bevy_reflect::enums::VariantInfo::name).filter(|&name| name != "Custom") {
        assert!(all.iter().any(|collider| collider.variant_name() == name), "no sample of {name}");
    }
}

fn grid_2d() -> dim2::CellGrid {
    let belt = CellKind { surface_velocity: Vec2::X, tag: 3, reports: true, ..CellKind::<Dim2>::full() };
    let layers = Some(CollisionLayers::new(LayerMask::layer(2), LayerMask::ALL));
    let branch =
        CellKind { one_way: Some(OneWayPlatform::default()), layers, ..CellKind::<Dim2>::upper_half() };
    let mut grid =
        dim2::CellGrid::new(UVec2::new(3, 2), 0.5, [belt, branch, CellKind::<Dim2>::slope().turned(1)]);
    for (x, kind) in [(0, 1), (1, 2), (2, 3)] {
        grid.set(UVec2::new(x, 1), kind).unwrap();
    }
    grid
}

fn grid_3d() -> dim3::CellGrid {
    let mut grid = dim3::CellGrid::new(UVec3::new(2, 3, 2), 1.0, [CellKind::<Dim3>::slope().mirrored_x()]);
    grid.set(UVec3::new(1, 2, 1), 1).unwrap();
    grid
}
