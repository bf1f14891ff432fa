//! Failures are reported, and resolved as soon as the cause is fixed.

use super::*;
use crate::common;

#[test]
fn asset_files_are_awaited_reloaded_and_reported() {
    let (mut app, dir) = app();
    dir.insert_asset_text(Path::new("tent.corners"), "-1 0 0  1 0 0  0 1 0");
    let server = app.resource::<AssetServer>().clone();
    let spawn = |app: &mut App, path: &'static str| {
        let mesh = Mesh3d(server.load(path));
        app.spawn((Name::new(path), mesh, ColliderFromMesh::Hull))
    };
    let tent = spawn(&mut app, "tent.corners");
    let gone = spawn(&mut app, "tent.corners");
    let lost = spawn(&mut app, "lost.corners");
    let lines = warnings(|| {
        app.update();
        app.despawn(gone);
        run_until(&mut app, |app| {
            collider(app, tent).is_some() && server.load_state(app.get::<Mesh3d>(lost).id()).is_failed()
        });
        app.updates(3);
    });
    assert_eq!(corners(&app, tent), [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]);
    assert_eq!(collider(&app, lost), None);
    let ours = |lines: &[String]| -> Vec<String> {
        lines.iter().filter(|line| line.contains("collider")).cloned().collect()
    };
    assert_one_warning(&ours(&lines), &["\"lost.corners\" gets no collider", "was not loaded"]);
    // An entity that is spawned after the loading failed is reported, too.
    let lines = warnings(|| {
        let late = spawn(&mut app, "lost.corners");
        run_until(&mut app, |app| server.load_state(app.get::<Mesh3d>(late).id()).is_failed());
        app.updates(3);
    });
    assert_eq!(ours(&lines).len(), 1, "{lines:#?}");

    // The files are fixed.
    dir.insert_asset_text(Path::new("tent.corners"), "-1 0 0  1 0 0  0 2 0");
    dir.insert_asset_text(Path::new("lost.corners"), "0 0 0  1 1 1");
    server.reload("tent.corners");
    server.reload("lost.corners");
    run_until(&mut app, |app| corners(app, tent)[1][1] == 2.0 && collider(app, lost).is_some());
    assert_eq!(corners(&app, lost).len(), 2);
}

#[test]
fn a_mesh_without_a_collider_is_warned_of_once_until_it_is_fixed() {
    let (mut app, _) = app();
    let list = || Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default());
    let mut given_away = Mesh::from(Cuboid::default());
    given_away.take_gpu_data().unwrap();
    // Unreadable positions.
    let float = MeshVertexAttribute::new("Vertex_Position", 0, VertexFormat::Float32x4);
    let float = list().with_inserted_attribute(float, vec![[0.0; 4]; 3]);
    let mut boundless = Mesh::from(Cuboid::default());
    boundless.compress_positions().unwrap();
    boundless.final_aabb = None;
    let points = Mesh::new(PrimitiveTopology::PointList, RenderAssetUsages::default());
    let points = points.with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, vec![[0.0; 3]; 3]);
    let wrong = mesh([Vec3::ZERO, Vec3::X, Vec3::Y]).with_inserted_indices(Indices::U16(vec![0, 1, 7]));
    use ColliderFromMesh::{Hull, Triangles};
    let faults = [
        ("without", list(), Hull, "it has no vertex positions"),
        ("empty", mesh([]), Hull, "it has no vertex positions"),
        ("nan", mesh([Vec3::ZERO, Vec3::NAN]), Hull, "NaN"),
        ("moved", given_away, Hull, "RenderAssetUsages::MAIN_WORLD"),
        ("float", float, Hull, "Float32x4"),
        ("boundless", boundless, Hull, "final_aabb"),
        ("points", points, Triangles, "no triangles"),
        ("wrong", wrong, Triangles, "does not exist"),
    ];
    let mut expected: Vec<_> = faults.iter().map(|&(name, _, _, cause)| (name, cause)).collect();
    expected.push(("nothing", "there is no such asset"));
    let mut handles = Vec::new();
    let lines = warnings(|| {
        for (name, mesh, shape, _) in faults {
            let handle = add(&mut app, mesh);
            app.spawn((Name::new(name), Mesh3d(handle.clone()), shape));
            handles.push(handle);
        }
        app.spawn((Name::new("nothing"), Mesh3d::default(), Hull));
        for _ in 0..3 {
            // Marked as changed in each frame, and still invalid.
            for handle in &handles {
                let _ = app.resource_mut::<Assets<Mesh>>().get_mut(handle).as_deref_mut();
            }
            app.update();
        }
    });
    assert_warnings(&lines, expected.into_iter());
    // Fixed, and invalid again.
    let set = |app: &mut App, mesh: Mesh| {
        *app.resource_mut::<Assets<Mesh>>().get_mut(&handles[1]).unwrap() = mesh;
        warnings(|| app.update())
    };
    assert!(set(&mut app, Cuboid::default().into()).is_empty());
    let lines = set(&mut app, mesh([]));
    assert_one_warning(&lines, &["keeps its collider"]);
}

#[test]
fn the_plugin_warns_if_the_app_has_no_meshes() {
    let mut app = common::app();
    app.add_plugins(dim3::MeshColliderPlugin::default());
    let lines = warnings(|| {
        app.finish();
        app.update();
    });
    assert_one_warning(&lines, &["no assets of type Mesh"]);
}
