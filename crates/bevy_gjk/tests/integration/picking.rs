//! Pointers pick colliders. The tests supply the rays, in place of a window and a mouse.

use bevy_camera::Camera;
use bevy_camera::visibility::{InheritedVisibility, RenderLayers};
use bevy_gjk::picking::{CollisionPickingCamera, CollisionPickingSettings};
use bevy_picking::Pickable;
use bevy_picking::backend::PointerHits;
use bevy_picking::backend::ray::{RayId, RayMap};
use bevy_picking::pointer::PointerId;
use bevy_shape::Ray3d;

use crate::common::histories::{HISTORIES, Scene, after};
use crate::common::prelude::*;

/// Returns an app with a camera.
fn app() -> (App, Entity) {
    let mut app = common::app();
    app.add_plugins((dim2::CollisionPickingPlugin::default(), dim3::CollisionPickingPlugin::default()));
    app.init_resource::<RayMap>();
    let camera = app.spawn(Camera::default());
    (app, camera)
}

/// Sets the ray of a mouse pointer.
fn point(app: &mut App, camera: Entity, origin: Vec3, direction: Vec3) {
    let ray = Ray3d::new(origin, Dir3::new(direction).unwrap());
    app.resource_mut::<RayMap>().map.insert(RayId::new(camera, PointerId::Mouse), ray);
}

/// Returns the picked entities with depth and point, sorted by depth alone, as Bevy does it: ties keep their order.
fn picks(app: &mut App) -> Vec<(Entity, f32, Vec3)> {
    app.resource_mut::<Messages<PointerHits>>().clear();
    app.world_mut().run_schedule(PreUpdate);
    let hits = app.drain::<PointerHits>().into_iter().flat_map(|hits| hits.picks);
    let mut picks: Vec<_> = hits.map(|(entity, hit)| (entity, hit.depth, hit.position.unwrap())).collect();
    picks.sort_by(|one, two| one.1.total_cmp(&two.1));
    picks
}

/// Returns entities in the order in which hits at the same depth come: the one that is drawn last comes first.
fn as_drawn(entities: &[Entity]) -> Vec<Entity> {
    let mut entities = entities.to_vec();
    entities.sort_by(|one, two| two.cmp(one));
    entities
}

fn entities(app: &mut App) -> Vec<Entity> {
    picks(app).into_iter().map(|pick| pick.0).collect()
}

#[test]
fn the_upper_collider_comes_first_in_2d() {
    let (mut app, camera) = app();
    let at = |z: f32| Transform::from_xyz(1.0, 0.0, z);
    let low = app.spawn((dim2::Collider::circle(2.0), at(-3.0)));
    let high = app.spawn((dim2::Collider::rectangle(1.0, 1.0), at(5.0)));
    app.spawn((dim2::Collider::circle(1.0), at_x(9.0)));
    app.update();
    point(&mut app, camera, Vec3::new(1.25, 0.25, 1000.0), Vec3::NEG_Z);
    let hit = |z: f32| Vec3::new(1.25, 0.25, z);
    assert_eq!(picks(&mut app), [(high, 995.0, hit(5.0)), (low, 1003.0, hit(-3.0))]);
    // Points beside the small one.
    point(&mut app, camera, Vec3::new(2.5, 0.0, 1000.0), Vec3::NEG_Z);
    assert_eq!(entities(&mut app), [low]);
    // Colliders behind the camera are not picked.
    point(&mut app, camera, Vec3::new(1.0, 0.0, 0.0), Vec3::NEG_Z);
    assert_eq!(entities(&mut app), [low]);
}

#[test]
fn an_oblique_ray_hits_each_2d_collider_in_its_z_plane() {
    let (mut app, camera) = app();
    let mut spawn = |x: f32, z: f32| app.spawn((dim2::Collider::circle(0.5), Transform::from_xyz(x, 0.0, z)));
    let at_once = spawn(2.0, 8.0);
    let below = spawn(10.0, 0.0);
    // The ray passes high above this one.
    let _passed = spawn(4.0, 0.0);
    app.update();
    point(&mut app, camera, Vec3::new(0.0, 0.0, 10.0), Vec3::new(1.0, 0.0, -1.0));
    let picked = picks(&mut app);
    assert_eq!(picked.iter().map(|pick| pick.0).collect::<Vec<_>>(), [at_once, below]);
    assert!((picked[1].1 - 200_f32.sqrt()).abs() < 1e-4);
    assert!(picked[1].2.distance(Vec3::X * 10.0) < 1e-5);
    // A ray parallel to the planes hits none.
    point(&mut app, camera, Vec3::new(0.0, 0.0, 0.0), Vec3::X);
    assert_eq!(entities(&mut app), []);
}

#[test]
fn a_ray_picks_all_3d_colliders_along_it() {
    let (mut app, camera) = app();
    let near = app.spawn((dim3::Collider::sphere(1.0), Transform::from_xyz(0.0, 0.0, -5.0)));
    let far = app.spawn((dim3::Collider::cuboid(2.0, 2.0, 2.0), Transform::from_xyz(0.0, 0.0, -9.0)));
    app.update();
    point(&mut app, camera, Vec3::ZERO, Vec3::NEG_Z);
    assert_eq!(picks(&mut app), [(near, 4.0, Vec3::Z * -4.0), (far, 8.0, Vec3::Z * -8.0)]);
}

#[test]
fn ignored_hidden_and_other_layered_colliders_are_not_picked() {
    let (mut app, camera) = app();
    let mut spawn = || app.spawn(dim3::Collider::sphere(1.0));
    let [plain, ignored, hidden, elsewhere] = [(); 4].map(|()| spawn());
    let world = app.world_mut();
    world.entity_mut(ignored).insert(Pickable::IGNORE);
    world.entity_mut(hidden).insert(InheritedVisibility::HIDDEN);
    world.entity_mut(elsewhere).insert(RenderLayers::layer(3));
    app.update();
    point(&mut app, camera, Vec3::Z * 5.0, Vec3::NEG_Z);
    assert_eq!(entities(&mut app), [plain]);
    app.insert(camera, RenderLayers::layer(3));
    assert_eq!(entities(&mut app), [elsewhere]);
}

#[test]
fn markers_can_be_required() {
    let (mut app, camera) = app();
    let marked = app.spawn((dim3::Collider::sphere(1.0), Pickable::default()));
    app.spawn(dim3::Collider::sphere(1.0));
    app.update();
    app.resource_mut::<CollisionPickingSettings>().require_markers = true;
    point(&mut app, camera, Vec3::Z * 5.0, Vec3::NEG_Z);
    assert_eq!(entities(&mut app), []);
    app.insert(camera, CollisionPickingCamera);
    assert_eq!(entities(&mut app), [marked]);
}

#[test]
fn hits_at_the_same_depth_keep_their_order_while_colliders_move() {
    let (mut app, camera) = app();
    let at = |index: u32| at_x(0.1 * index as f32);
    for count in [1, 17, 18, 19, 20, 40] {
        let rectangles: Vec<_> =
            (0..count).map(|index| app.spawn((dim2::Collider::rectangle(20.0, 20.0), at(index)))).collect();
        let cuboids: Vec<_> =
            (0..count).map(|index| app.spawn((dim3::Collider::cuboid(20.0, 20.0, 2.0), at(index)))).collect();
        app.update();
        point(&mut app, camera, Vec3::new(0.5, 0.5, 100.0), Vec3::NEG_Z);
        for frame in 0..60 {
            // The upper faces of the cuboids lie in one plane.
            let expected = [as_drawn(&cuboids), as_drawn(&rectangles)].concat();
            assert_eq!(entities(&mut app), expected, "{count} colliders, frame {frame}");
            let moved = frame % count;
            for entity in [rectangles[moved as usize], cuboids[moved as usize]] {
                let mut place = at(moved);
                place.translation.x += 0.01 * frame as f32;
                set(&mut app, entity, place);
            }
            app.update();
        }
        rectangles.iter().chain(&cuboids).for_each(|&entity| app.despawn(entity));
    }
}

#[test]
fn of_two_cameras_the_first_entity_comes_first() {
    let (mut app, camera) = app();
    let more: Vec<_> = (1..9).map(|_| app.spawn(Camera::default())).collect();
    let cameras = [vec![camera], more].concat();
    app.spawn(dim2::Collider::circle(1.0));
    app.spawn(dim3::Collider::sphere(1.0));
    app.update();
    for shift in 0..9 {
        app.resource_mut::<RayMap>().map.clear();
        for index in 0..9 {
            point(&mut app, cameras[(index * 4 + shift) % 9], Vec3::Z * 5.0, Vec3::NEG_Z);
        }
        app.world_mut().run_schedule(PreUpdate);
        let asked: Vec<_> = app.drain().iter().map(|hits: &PointerHits| hits.picks[0].1.camera).collect();
        // All of 2D, then all of 3D.
        assert_eq!(asked, [cameras.clone(), cameras.clone()].concat());
    }
}

/// Compares what a pointer finds on a grid of equal shapes, many of which it hits at the same depth.
fn picks_are_the_same_after_each_history<D: Dimension>(grid: impl Fn(&mut Random) -> (D::Collider, Vec3)) {
    for seed in 0..12 {
        let mut random = Random(seed);
        let scene: Vec<_> = (0..60).map(|_| grid(&mut random)).collect();
        let scene: Vec<_> = scene.into_iter().map(|(shape, at)| (shape, at_point(at))).collect();
        let scene: &Scene<D> = &scene;
        let mut expected = None;
        for history in 0..HISTORIES {
            let (mut app, _) = after::<D>(history, scene, &mut random);
            app.add_plugins(picking::CollisionPickingPlugin::<D>::default()).init_resource::<RayMap>();
            let camera = app.spawn(Camera::default());
            let found: Vec<_> = (0..25)
                .flat_map(|index| {
                    let cell = Vec3::new((index % 5) as f32 - 1.75, (index / 5) as f32 - 1.75, 100.0);
                    point(&mut app, camera, cell, Vec3::NEG_Z);
                    picks(&mut app)
                })
                .collect();
            let expected = expected.get_or_insert_with(|| found.clone());
            assert_eq!(found, *expected, "seed {seed}, history {history}");
            assert!(found.array_windows().all(|[one, two]| {
                one.2.truncate() != two.2.truncate() || one.1 != two.1 || one.0 > two.0
            }));
        }
    }
}

#[test]
fn picks_do_not_depend_on_the_past() {
    let cell = |random: &mut Random| Vec3::from_array([(); 3].map(|()| random.below(5) as f32 - 2.0));
    picks_are_the_same_after_each_history::<Dim2>(|random| {
        (dim2::Collider::rectangle(1.0, 2.0), cell(random) * Vec3::new(1.0, 1.0, 0.5))
    });
    let cuboid = || dim3::Collider::cuboid(1.0, 2.0, 1.0);
    picks_are_the_same_after_each_history::<Dim3>(|random| (cuboid(), cell(random)));
}
