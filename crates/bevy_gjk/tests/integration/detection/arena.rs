//! The events of the arena agree, one by one, with a test of all pairs that does not use GJK.
//!
//! The reference is a search for separating axes in `f64`: two convex sets are apart by the largest gap between
//! their projections over all directions, and overlap by its negative. A direction in 2D is an angle, so the
//! largest gap is found by sampling the angle densely and refining around the best samples.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use bevy::asset::AssetPlugin;
use bevy::math::{DAffine2, DMat2, DVec2};
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::world_serialization::{DynamicWorldRoot, WorldInstanceReady, WorldSerializationPlugin};
use bevy_gjk::dim2::prelude::*;

#[path = "../../../../../examples/common/motion.rs"]
#[allow(dead_code)]
mod motion;

const FRAMES: u32 = 300;

#[derive(Resource, Default)]
struct Ready(bool);

#[test]
fn the_events_of_the_arena_agree_with_brute_force() {
    let mut app = arena();
    let mut touching = BTreeMap::new();
    let (mut started, mut ended) = (0, 0);
    for frame in 0..FRAMES {
        app.update();
        let before = std::mem::replace(&mut touching, brute_force(&mut app));
        let messages = app.world_mut().resource_mut::<Messages<CollisionEvent>>().drain().collect::<Vec<_>>();
        let mut begun: BTreeMap<_, _> = touching.clone();
        begun.retain(|pair, _| !before.contains_key(pair));
        let mut over: BTreeMap<_, _> = before;
        over.retain(|pair, _| !touching.contains_key(pair));
        for event in messages {
            match event {
                CollisionEvent::Started { a, b, contact, .. } => {
                    started += 1;
                    let depth = begun.remove(&[a, b]);
                    let depth = depth.unwrap_or_else(|| panic!("frame {frame}: {a} and {b} do not touch"));
                    assert!(
                        (f64::from(contact.depth) - depth).abs() < 1e-3,
                        "frame {frame}: {contact:?}, {depth}"
                    );
                }
                CollisionEvent::Ended { a, b, reason } => {
                    ended += 1;
                    assert_eq!(reason, EndReason::Separated);
                    assert!(over.remove(&[a, b]).is_some(), "frame {frame}: {a} and {b} have not parted");
                }
            }
        }
        assert!(begun.is_empty() && over.is_empty(), "frame {frame}: no events for {begun:?}, {over:?}");
    }
    assert!(started > 100 && ended > 80, "{started} began, {ended} ended: nothing much happens");
}

/// Returns the arena as the example runs it, without drawing, once its scene is loaded.
fn arena() -> App {
    let mut app = App::new();
    let file_path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets").into();
    app.add_plugins((
        MinimalPlugins,
        TransformPlugin,
        AssetPlugin { file_path, ..default() },
        WorldSerializationPlugin,
        CollisionPlugin::default(),
        motion::MotionPlugin,
    ));
    app.register_type::<Name>().register_type::<Transform>().init_resource::<Ready>();
    app.add_observer(|_: On<WorldInstanceReady>, mut ready: ResMut<Ready>| ready.0 = true);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::ZERO));
    app.finish();
    app.cleanup();
    let scene = app.world().resource::<AssetServer>().load("arena.scn.ron");
    app.world_mut().spawn(DynamicWorldRoot(scene));
    let patience = Instant::now() + Duration::from_secs(60);
    while !app.world().resource::<Ready>().0 {
        assert!(Instant::now() < patience, "the scene does not load");
        app.update();
        std::thread::sleep(Duration::from_millis(1));
    }
    // The reference starts from the touches that exist before the compared frames.
    app.world_mut().resource_mut::<Messages<CollisionEvent>>().clear();
    app.world_mut().run_system_cached(forget_touches).unwrap();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_nanos(16_666_667)));
    app
}

/// Removes every collider for one update, so that all touches start again in the first frame.
fn forget_touches(world: &mut World) {
    let colliders: Vec<_> = world.query_filtered::<Entity, With<Collider>>().iter(world).collect();
    for &entity in &colliders {
        world.entity_mut(entity).insert(ColliderDisabled);
    }
    world.run_schedule(PostUpdate);
    world.resource_mut::<Messages<CollisionEvent>>().clear();
    for &entity in &colliders {
        world.entity_mut(entity).remove::<ColliderDisabled>();
    }
}

/// Returns all touching pairs with their depths.
fn brute_force(app: &mut App) -> BTreeMap<[Entity; 2], f64> {
    let world = app.world_mut();
    let mut bodies: Vec<_> = world
        .query::<(Entity, &Collider, &GlobalTransform)>()
        .iter(world)
        .map(|(entity, collider, transform)| (entity, Body::new(collider, transform)))
        .collect();
    bodies.sort_by_key(|(entity, _)| entity.index());
    let mut touching = BTreeMap::new();
    for (index, (a, one)) in bodies.iter().enumerate() {
        for (b, two) in &bodies[index + 1..] {
            let gap = largest_gap(one, two);
            if gap <= 0.0 {
                touching.insert([*a, *b], -gap);
            }
        }
    }
    touching
}

/// A shape, given by its support function.
struct Body {
    collider: Collider,
    affine: DAffine2,
}

impl Body {
    fn new(collider: &Collider, transform: &GlobalTransform) -> Self {
        let affine = transform.affine();
        let column = |column: Vec3A| column.truncate().as_dvec2();
        let matrix = DMat2::from_cols(column(affine.matrix3.x_axis), column(affine.matrix3.y_axis));
        let affine = DAffine2::from_mat2_translation(matrix, column(affine.translation));
        Self { collider: collider.clone(), affine }
    }

    /// Returns the largest dot product of a point of the body and a direction.
    fn reach(&self, direction: DVec2) -> f64 {
        let local = self.affine.matrix2.transpose() * direction;
        let farthest = |corners: &mut dyn Iterator<Item = DVec2>| {
            corners.map(|corner| corner.dot(local)).fold(f64::NEG_INFINITY, f64::max)
        };
        let of_center = match &self.collider {
            Collider::Circle { radius } => f64::from(*radius) * local.length(),
            Collider::Ellipse { half_size } => (half_size.as_dvec2() * local).length(),
            Collider::Rectangle { half_size } => half_size.as_dvec2().dot(local.abs()),
            Collider::Capsule { half_length, radius } => {
                f64::from(*half_length) * local.y.abs() + f64::from(*radius) * local.length()
            }
            Collider::Segment { a, b } => farthest(&mut [*a, *b].into_iter().map(Vec2::as_dvec2)),
            Collider::Triangle { corners } => farthest(&mut corners.iter().map(|corner| corner.as_dvec2())),
            Collider::Polygon { corners } => farthest(&mut corners.iter().map(|corner| corner.as_dvec2())),
            Collider::RegularPolygon { circumradius, sides } => {
                let corner = |index: u32| {
                    let angle = f64::from(index) / f64::from(*sides) * std::f64::consts::TAU;
                    DVec2::new(-angle.sin(), angle.cos()) * f64::from(*circumradius)
                };
                farthest(&mut (0..*sides).map(corner))
            }
            other => panic!("the arena has no {other:?}"),
        };
        of_center + self.affine.translation.dot(direction)
    }
}

/// Returns the distance of two bodies, or minus their depth.
fn largest_gap(one: &Body, two: &Body) -> f64 {
    let gap = |angle: f64| {
        let direction = DVec2::from_angle(angle);
        -two.reach(-direction) - one.reach(direction)
    };
    const SAMPLES: usize = 256;
    let step = std::f64::consts::TAU / SAMPLES as f64;
    let samples: Vec<f64> = (0..SAMPLES).map(|index| gap(index as f64 * step)).collect();
    let best = samples.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // No gap grows by more than the bodies' extent times the angle, so that distant bodies need no refinement.
    let extent = one.reach(DVec2::X) + one.reach(-DVec2::X) + two.reach(DVec2::X) + two.reach(-DVec2::X);
    let extent =
        extent + one.reach(DVec2::Y) + one.reach(-DVec2::Y) + two.reach(DVec2::Y) + two.reach(-DVec2::Y);
    if best > 0.0 {
        return best;
    }
    let hills = (0..SAMPLES).filter(|&index| {
        let around = [samples[(index + SAMPLES - 1) % SAMPLES], samples[(index + 1) % SAMPLES]];
        samples[index] >= around[0].max(around[1]) && samples[index] > best - extent * step
    });
    hills
        .map(|index| maximum_between(&gap, (index as f64 - 1.0) * step, (index as f64 + 1.0) * step))
        .fold(best, f64::max)
}

/// Returns the maximum of a unimodal function between two angles, by golden-section search.
fn maximum_between(gap: &dyn Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    let golden = 0.5 * (5f64.sqrt() - 1.0);
    for _ in 0..60 {
        let (left, right) = (high - golden * (high - low), low + golden * (high - low));
        if gap(left) < gap(right) { low = left } else { high = right }
    }
    gap(0.5 * (low + high))
}
