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
        app.world_mut().despawn(gone);
        run_until(&mut app, |app| {
            collider(app, tent).is_some() && server.load_state(app.get::<Mesh3d>(lost).id()).is_failed()
        });
        (0..3).for_each(|_| app.update());
    });
    assert_eq!(corners(&app, tent), [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]);
    assert_eq!(collider(&app, lost), None);
    let ours = |lines: &[String]| -> Vec<String> {
        lines.iter().filter(|line| line.contains("collider")).cloned().collect()
    };
    let lines = ours(&lines);
    assert_eq!(lines.len(), 1, "{lines:#?}");
    assert!(lines[0].contains("\"lost.corners\" gets no collider"), "{lines:#?}");
    assert!(lines[0].contains("was not loaded"), "{lines:#?}");
    // An entity that is spawned after the loading failed is reported, too.
    let lines = warnings(|| {
        let late = spawn(&mut app, "lost.corners");
        run_until(&mut app, |app| server.load_state(app.get::<Mesh3d>(late).id()).is_failed());
        (0..3).for_each(|_| app.update());
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
    let faults = [
        ("without", list(), "it has no vertex positions"),
        ("empty", mesh([]), "it has no vertex positions"),
        ("nan", mesh([Vec3::ZERO, Vec3::NAN]), "NaN"),
        ("moved", given_away, "RenderAssetUsages::MAIN_WORLD"),
    ];
    let mut handles = Vec::new();
    let lines = warnings(|| {
        for (name, mesh, _) in faults.clone() {
            let handle = add(&mut app, mesh);
            app.spawn((Name::new(name), Mesh3d(handle.clone()), ColliderFromMesh::Hull));
            handles.push(handle);
        }
        app.spawn((Name::new("nothing"), Mesh3d::default(), ColliderFromMesh::Hull));
        for _ in 0..3 {
            // Marked as changed in each frame, and still invalid.
            for handle in &handles {
                let _ = app.world_mut().resource_mut::<Assets<Mesh>>().get_mut(handle).as_deref_mut();
            }
            app.update();
        }
    });
    assert_eq!(lines.len(), faults.len() + 1, "{lines:#?}");
    for (name, _, cause) in faults.iter().chain([&("nothing", list(), "there is no such asset")]) {
        let is_reported =
            lines.iter().any(|line| line.contains(&format!("\"{name}\"")) && line.contains(cause));
        assert!(is_reported, "{name}: {lines:#?}");
    }
    // Meshes with unreadable positions.
    let float = MeshVertexAttribute::new("Vertex_Position", 0, VertexFormat::Float32x4);
    let float = list().with_inserted_attribute(float, vec![[0.0; 4]; 3]);
    let mut boundless = Mesh::from(Cuboid::default());
    boundless.compress_positions().unwrap();
    boundless.final_aabb = None;
    let lines = warnings(|| {
        for (name, mesh) in [("float", float), ("boundless", boundless)] {
            let mesh = Mesh3d(add(&mut app, mesh));
            app.spawn((Name::new(name), mesh, ColliderFromMesh::Hull));
        }
        app.update();
    });
    for (name, cause) in [("float", "Float32x4"), ("boundless", "final_aabb")] {
        let is_reported =
            lines.iter().any(|line| line.contains(&format!("\"{name}\"")) && line.contains(cause));
        assert!(is_reported && lines.len() == 2, "{name}: {lines:#?}");
    }
    // Meshes without triangles, or with indices out of range.
    let points = Mesh::new(PrimitiveTopology::PointList, RenderAssetUsages::default());
    let points = points.with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, vec![[0.0; 3]; 3]);
    let wrong = mesh([Vec3::ZERO, Vec3::X, Vec3::Y]).with_inserted_indices(Indices::U16(vec![0, 1, 7]));
    let lines = warnings(|| {
        for (name, mesh) in [("points", points), ("wrong", wrong)] {
            let mesh = Mesh3d(add(&mut app, mesh));
            app.spawn((Name::new(name), mesh, ColliderFromMesh::Triangles));
        }
        app.update();
    });
    assert!(
        lines.len() == 2 && lines[0].contains("no triangles") && lines[1].contains("does not exist"),
        "{lines:#?}"
    );
    // Fixed, and invalid again.
    let set = |app: &mut App, mesh: Mesh| {
        *app.world_mut().resource_mut::<Assets<Mesh>>().get_mut(&handles[1]).unwrap() = mesh;
        warnings(|| app.update())
    };
    assert!(set(&mut app, Cuboid::default().into()).is_empty());
    let lines = set(&mut app, mesh([]));
    assert!(lines.len() == 1 && lines[0].contains("keeps its collider"), "{lines:#?}");
}

#[test]
fn the_plugin_warns_if_the_app_has_no_meshes() {
    let mut app = common::app();
    app.add_plugins(dim3::MeshColliderPlugin::default());
    let lines = warnings(|| {
        app.finish();
        app.update();
    });
    assert!(lines.len() == 1 && lines[0].contains("no assets of type Mesh"), "{lines:#?}");
}
