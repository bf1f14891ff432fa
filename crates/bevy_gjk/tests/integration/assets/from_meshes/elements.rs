//! Colliders cover what is drawn of a mesh: not the vertices that nothing uses, nor the elements that cannot be drawn.

use super::*;

pub(super) const SHAPES: [ColliderFromMesh; 5] = [
    ColliderFromMesh::Hull,
    ColliderFromMesh::Box,
    ColliderFromMesh::Ball,
    ColliderFromMesh::Capsule,
    ColliderFromMesh::Triangles,
];

/// A mesh of this topology.
pub(super) fn shaped(topology: PrimitiveTopology, positions: &[[f32; 3]], indices: Option<Indices>) -> Mesh {
    let mesh = Mesh::new(topology, RenderAssetUsages::default())
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions.to_vec());
    match indices {
        Some(indices) => mesh.with_inserted_indices(indices),
        None => mesh,
    }
}

fn list(positions: &[[f32; 3]], indices: &[u32]) -> Mesh {
    shaped(PrimitiveTopology::TriangleList, positions, Some(Indices::U32(indices.to_vec())))
}

fn narrow(indices: &[u16]) -> Option<Indices> {
    Some(Indices::U16(indices.to_vec()))
}

/// The colliders that a mesh makes with each shape in both dimensions, and the warnings about them.
type Made = (Vec<Option<dim2::Collider>>, Vec<Option<Collider>>, Vec<String>);

fn make(app: &mut App, mesh: &Mesh) -> Made {
    let handle = add(app, mesh.clone());
    let flat = SHAPES.map(|shape| app.spawn((Name::new("it"), Mesh2d(handle.clone()), shape)));
    let solid = SHAPES.map(|shape| app.spawn((Name::new("it"), Mesh3d(handle.clone()), shape)));
    // Marked as changed a few times: a warning is not repeated.
    let lines = warnings(|| {
        for _ in 0..3 {
            let _ = app.resource_mut::<Assets<Mesh>>().get_mut(&handle).as_deref_mut();
            app.update();
        }
    });
    let flat_colliders = flat.map(|entity| app.world().get(entity).cloned()).to_vec();
    let solid_colliders = solid.map(|entity| app.world().get(entity).cloned()).to_vec();
    flat.into_iter().chain(solid).for_each(|entity| app.despawn(entity));
    (flat_colliders, solid_colliders, lines.into_iter().filter(|line| line.contains("collider")).collect())
}

const SQUARE: [[f32; 3]; 4] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.5], [0.0, 1.0, 0.0]];

/// The square and some further vertices.
fn square_and(further: &[[f32; 3]]) -> Vec<[f32; 3]> {
    SQUARE.iter().chain(further).copied().collect()
}

#[test]
fn vertices_that_nothing_uses_do_not_count() {
    let (mut app, _) = app();
    let clean = make(&mut app, &list(&SQUARE, &[0, 1, 2, 0, 2, 3]));
    assert!(clean.0.iter().all(Option::is_some) && clean.1.iter().all(Option::is_some), "{clean:?}");
    assert!(clean.2.is_empty(), "{clean:?}");
    let far = square_and(&[[100.0, 0.0, 0.0], [0.0, -50.0, 70.0]]);
    let nan = square_and(&[[f32::NAN; 3], [0.0, f32::INFINITY, 0.0]]);
    for positions in [&far, &nan] {
        assert_eq!(make(&mut app, &list(positions, &[0, 1, 2, 0, 2, 3])), clean);
        let short = shaped(PrimitiveTopology::TriangleList, positions, narrow(&[0, 1, 2, 0, 2, 3]));
        assert_eq!(make(&mut app, &short), clean);
    }
    // The others keep their order when unused vertices precede them.
    let first: Vec<_> = [[100.0, 0.0, 0.0]].into_iter().chain(SQUARE).collect();
    assert_eq!(make(&mut app, &list(&first, &[1, 2, 3, 1, 3, 4])), clean);
    // A corner of a triangle with two corners at the same place is drawn nowhere. The triangles are still numbered as
    // in the mesh.
    let collapsed = make(&mut app, &list(&far, &[0, 1, 2, 4, 4, 5, 0, 2, 3]));
    assert_eq!((&collapsed.0[..4], &collapsed.1[..4]), (&clean.0[..4], &clean.1[..4]));
    let Some(Collider::TriMesh { triangles, .. }) = &collapsed.1[4] else { panic!("{collapsed:?}") };
    assert_eq!((triangles.len(), &collapsed.2), (3, &clean.2));
    // If there is nothing else, it counts.
    let line = make(&mut app, &list(&far, &[0, 1, 1]));
    let Some(Collider::Hull { points }) = &line.1[0] else { panic!("{line:?}") };
    assert_eq!((points.len(), line.2.len()), (2, 0));
}

#[test]
fn unused_vertices_of_a_compressed_mesh_do_not_count() {
    let (mut app, _) = app();
    let mut mesh = list(&square_and(&[[100.0, 0.0, 0.0]]), &[0, 1, 2, 0, 2, 3]);
    mesh.compress_positions().unwrap();
    for (shape, collider) in SHAPES.into_iter().zip(make(&mut app, &mesh).1) {
        let entity = app.spawn(collider.unwrap());
        app.update();
        let bounds = app.resource::<Collisions>().colliders().get(entity).unwrap().bounds();
        assert!(bounds.max.x < 2.0 && bounds.min.x > -1.0, "{shape:?}: {bounds:?}");
    }
}

#[test]
fn primitives_with_a_common_buffer_do_not_touch() {
    let (mut app, _) = app();
    let both: Vec<_> = SQUARE.into_iter().chain(SQUARE.map(|[x, y, z]| [x + 9.0, y, z])).collect();
    for shape in SHAPES {
        let [left, right] = [&[0, 1, 2, 0, 2, 3], &[4, 5, 6, 4, 6, 7]].map(|indices| {
            let mesh = add(&mut app, list(&both, indices));
            let solid = app.spawn((Mesh3d(mesh.clone()), shape));
            (solid, app.spawn((Mesh2d(mesh), shape)))
        });
        app.update();
        assert!(!app.resource::<Collisions>().contains(left.0, right.0), "{shape:?}");
        assert!(!app.resource::<dim2::Collisions>().contains(left.1, right.1), "{shape:?}");
    }
}

/// Meshes with elements that cannot be drawn, what is left without those, and what the warning says.
fn flawed() -> Vec<(Mesh, Mesh, &'static str)> {
    use PrimitiveTopology::{LineList, LineStrip, PointList, TriangleList, TriangleStrip};
    let nan = square_and(&[[5.0, 5.0, 0.0], [f32::NAN, 0.0, 0.0]]);
    let infinite = square_and(&[[0.0, f32::NEG_INFINITY, 0.0]]);
    let square = list(&SQUARE, &[0, 1, 2, 0, 2, 3]);
    let triangle = list(&SQUARE[..3], &[0, 1, 2]);
    let lines = shaped(LineList, &SQUARE[..3], narrow(&[0, 1, 1, 2]));
    let strip = |corners: Option<Indices>, positions: &[[f32; 3]]| shaped(TriangleStrip, positions, corners);
    vec![
        (
            list(&SQUARE, &[0, 1, 2, 2, 3, 0, 0, 1, 9]),
            list(&SQUARE, &[0, 1, 2, 2, 3, 0]),
            "1 of its 3 triangles cannot be used; the first is triangle 2: vertex 9 does not exist, as the mesh has 4",
        ),
        (
            list(&square_and(&[[50.0, 0.0, 0.0]]), &[u32::MAX, 1, 2, 0, 1, 2, 4, 7, 8, 0, 2, 3]),
            square.clone(),
            "2 of its 4 triangles cannot be used; the first is triangle 0: vertex 4294967295 does not exist",
        ),
        (
            shaped(TriangleList, &SQUARE, narrow(&[0, 1, 2, 0, 2, 3, 0, 1, u16::MAX])),
            square.clone(),
            "triangle 2: vertex 65535 does not exist, as the mesh has 4 vertices",
        ),
        // The other corners of such a triangle are not drawn either.
        (
            list(&nan, &[0, 1, 2, 3, 4, 5, 0, 2, 3]),
            square.clone(),
            "triangle 1: the position of vertex 5 is NaN or infinite",
        ),
        (
            list(&infinite, &[4, 1, 2, 0, 1, 2, 0, 2, 3]),
            square.clone(),
            "triangle 0: the position of vertex 4 is NaN or infinite",
        ),
        (
            list(&square_and(&[[50.0, 0.0, 0.0]]), &[0, 1, 2, 0, 2, 3, 4, 4]),
            square,
            "1 of its 3 triangles cannot be used; the first is triangle 2: its list of corners ends after 2",
        ),
        // Without indices each vertex is a corner.
        (
            shaped(TriangleList, &SQUARE, None),
            triangle.clone(),
            "triangle 1: its list of corners ends after 1",
        ),
        (
            strip(narrow(&[0, 1, 2, 3, 4, 3, 1, 0]), &infinite),
            list(&SQUARE, &[0, 1, 2, 1, 2, 3, 3, 1, 0]),
            "3 of its 6 triangles cannot be used; the first is triangle 2: the position of vertex 4",
        ),
        (
            strip(None, &nan),
            list(&nan, &[0, 1, 2, 1, 2, 3, 2, 3, 4]),
            "1 of its 4 triangles cannot be used; the first is triangle 3: the position of vertex 5",
        ),
        (
            shaped(LineList, &SQUARE, narrow(&[0, 1, 8, 3, 1, 2])),
            lines.clone(),
            "1 of its 3 lines cannot be used; the first is line 1: vertex 8 does not exist",
        ),
        (
            shaped(LineStrip, &SQUARE, narrow(&[0, 1, 2, 7, 3])),
            lines,
            "2 of its 4 lines cannot be used; the first is line 2: vertex 7",
        ),
        (
            shaped(PointList, &nan, None),
            shaped(PointList, &nan[..5], None),
            "1 of its 6 points cannot be used; the first is point 5: the position of vertex 5",
        ),
    ]
}

#[test]
fn what_can_be_drawn_of_a_flawed_mesh_collides_and_one_warning_tells_what_is_left_out() {
    let (mut app, _) = app();
    for (mesh, clean, cause) in flawed() {
        let (flat, solid, lines) = make(&mut app, &mesh);
        let (clean_flat, clean_solid, clean_lines) = make(&mut app, &clean);
        assert_eq!((flat, solid), (clean_flat, clean_solid), "{cause}");
        // Lines and points make no triangles, which is another warning in each dimension.
        let has_triangles = clean_lines.is_empty();
        assert!(clean_lines.iter().all(|line| line.contains("no triangles")), "{clean_lines:#?}");
        let ours = lines.iter().filter(|line| line.contains(cause) && line.contains("\"it\"")).count();
        assert_eq!((ours, lines.len()), (if has_triangles { 10 } else { 8 }, 10), "{cause}: {lines:#?}");
    }
}

#[test]
fn strips_end_at_the_restart_index() {
    use PrimitiveTopology::{LineStrip, TriangleStrip};
    let (mut app, _) = app();
    let other = square_and(&SQUARE.map(|[x, y, z]| [x + 9.0, y, z]));
    let corners = [0, 1, 2, 3, u32::MAX, 4, 5, 6, u32::MAX, 7, 0];
    let narrow_corners =
        narrow(&corners.map(|corner| if corner == u32::MAX { u16::MAX } else { corner as u16 }));
    for indices in [narrow_corners, Some(Indices::U32(corners.to_vec()))] {
        let made = make(&mut app, &shaped(TriangleStrip, &other, indices.clone()));
        assert_eq!(made, make(&mut app, &list(&other, &[0, 1, 2, 1, 2, 3, 4, 5, 6])));
        assert!(made.2.is_empty());
        let made = make(&mut app, &shaped(LineStrip, &other, indices));
        let lines = narrow(&[0, 1, 1, 2, 2, 3, 4, 5, 5, 6, 7, 0]);
        let separate = make(&mut app, &shaped(PrimitiveTopology::LineList, &other, lines));
        assert_eq!((made.0, made.1), (separate.0, separate.1));
    }
}

#[test]
fn a_mesh_of_which_nothing_can_be_drawn_makes_no_collider_and_the_warning_names_the_vertex() {
    let (mut app, _) = app();
    let mut positions = square_and(&[[0.0, f32::NAN, 0.0]]);
    let cases = [
        (
            list(&positions, &[4, 1, 2, 0, 1, 4]),
            "2 of its 2 triangles cannot be used; the first is triangle 0: the position of vertex 4",
        ),
        (list(&positions, &[3, 2, 77]), "triangle 0: vertex 77 does not exist, as the mesh has 5 vertices"),
        (list(&positions, &[]), "its indices make no triangles, lines or points"),
        (mesh([Vec3::ZERO, Vec3::X, Vec3::NAN]), "triangle 0: the position of vertex 2 is NaN"),
    ];
    for (mesh, cause) in cases {
        let (flat, solid, lines) = make(&mut app, &mesh);
        assert!(flat.iter().all(Option::is_none) && solid.iter().all(Option::is_none), "{cause}");
        assert!(lines.len() == 10 && lines.iter().all(|line| line.contains(cause)), "{cause}: {lines:#?}");
        assert!(lines.iter().all(|line| line.contains("\"it\" gets no collider")), "{lines:#?}");
    }
    // A mesh is mended, and flawed again.
    let handle = add(&mut app, list(&positions, &[0, 1, 2, 0, 1, 4]));
    let it = app.spawn((Mesh3d(handle.clone()), ColliderFromMesh::Box));
    let set = |app: &mut App, mesh: Mesh| {
        *app.resource_mut::<Assets<Mesh>>().get_mut(&handle).unwrap() = mesh;
        warnings(|| app.update()).len()
    };
    assert_eq!(set(&mut app, list(&positions, &[0, 1, 2, 0, 1, 4])), 1);
    positions[4] = [0.0, 3.0, 0.0];
    assert_eq!(set(&mut app, list(&positions, &[0, 1, 2, 0, 1, 4])), 0);
    assert!(collider(&app, it).is_some());
    assert_eq!(set(&mut app, list(&positions, &[0, 1, 2, 0, 1, 5])), 1);
}

#[test]
fn other_attributes_do_not_matter() {
    let (mut app, _) = app();
    let square = list(&SQUARE, &[0, 1, 2, 0, 2, 3]);
    let clean = make(&mut app, &square);
    let normal = MeshVertexAttribute::new("Vertex_Normal", 1, VertexFormat::Float32x2);
    let odd = square
        .with_inserted_attribute(normal, vec![[f32::NAN; 2]; 2])
        .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, vec![[f32::INFINITY; 2]; 9]);
    assert_eq!(make(&mut app, &odd), clean);
}

#[test]
fn balls_and_capsules_enclose_meshes_whose_squares_exceed_the_range() {
    let (mut app, _) = app();
    let (_, solid, lines) =
        make(&mut app, &list(&SQUARE.map(|at| at.map(|x| x * 1e25)), &[0, 1, 2, 0, 2, 3]));
    assert!(lines.is_empty(), "{lines:#?}");
    let Some(Collider::Rounded { radius, .. }) = &solid[2] else { panic!("{solid:?}") };
    assert!((radius / 0.75e25 - 1.0).abs() < 1e-6, "{radius}");
    assert!(solid[3].is_some());
}
