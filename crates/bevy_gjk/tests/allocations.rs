//! In steady state a frame allocates nothing of its own, however much moves.

#[path = "common/random.rs"]
#[allow(dead_code, reason = "a part is enough here")]
mod random;

use bevy_app::{App, PostUpdate};
use bevy_ecs::message::Messages;
use bevy_ecs::prelude::{ChildOf, Entity, ResMut, With};
use bevy_ecs::schedule::SingleThreadedExecutor;
use bevy_ecs::system::SystemState;
use bevy_gjk::{
    CollisionEvent, CollisionPlugin, CollisionQuery, Collisions, CompoundCollider, Dim2, Dim3, Dimension,
    LayerMask, ProximityEvent, QueryFilter, SweptCollider, dim2, dim3,
};
use bevy_math::{Quat, Vec2, Vec3};
use bevy_transform::components::{GlobalTransform, Transform};
use random::Random;

fn spawn_many<D: Dimension>(shape: fn(u32, &mut Random) -> D::Collider) -> App {
    // Without the propagation of transforms, since Bevy's systems allocate.
    let mut app = App::new();
    // Without observers, since these take a command, for which Bevy allocates.
    app.add_plugins(CollisionPlugin::<D>::default());
    app.add_systems(PostUpdate, |mut near: ResMut<Messages<ProximityEvent<D>>>| near.clear());
    app.edit_schedule(PostUpdate, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
    let mut random = Random(1);
    for index in 0..300 {
        let collider = shape(index, &mut random);
        app.world_mut().spawn((collider, bevy_gjk::ProximityMargin(0.1)));
    }
    app
}

/// Moves all colliders, some a little and some far.
fn shake(app: &mut App, random: &mut Random) {
    let mut all = app.world_mut().query::<&mut GlobalTransform>();
    for mut place in all.iter_mut(app.world_mut()) {
        let mut part = || random.range(-6.0, 6.0);
        *place = Transform::from_translation(Vec3::new(part(), part(), part() * 0.2)).into();
    }
}

/// Runs a frame and returns its allocations.
fn run_frame<D: Dimension>(app: &mut App) -> u64 {
    let counted = allocation_counter::measure(|| app.world_mut().run_schedule(PostUpdate));
    app.world_mut().clear_trackers();
    app.world_mut().resource_mut::<Messages<CollisionEvent<D>>>().clear();
    counted.count_total
}

/// Returns the number of allocations of many queries, after a first run that fills the buffers, and the number of
/// answers.
fn allocations_of_queries<D: Dimension>(mut app: App, point: fn(Vec3) -> D::Vector) -> (u64, usize) {
    let mut random = Random(3);
    let mut state = SystemState::<CollisionQuery<D>>::new(app.world_mut());
    let (mut hits, mut casts, mut few) =
        (Vec::with_capacity(300), Vec::with_capacity(300), Vec::with_capacity(300));
    let (mut most, mut found) = (0, 0);
    for run in 0..20 {
        shake(&mut app, &mut random);
        run_frame::<D>(&mut app);
        let query = state.get(app.world()).unwrap();
        let own = [Entity::PLACEHOLDER];
        let any = |_| true;
        let filter = QueryFilter::ALL.in_layers(LayerMask::ALL).excluding(own).matching(any);
        let counted = allocation_counter::measure(|| {
            for _ in 0..20 {
                let [origin, direction] = [(); 2].map(|()| {
                    let mut part = || random.range(-6.0, 6.0);
                    point(Vec3::new(part(), part(), part()))
                });
                let direction = D::Direction::try_from(direction).unwrap();
                let shape = gjk::Ball::<D::Vector>::new(1.0);
                query.cast_ray_all(origin, direction, 20.0, &filter, &mut hits);
                query.cast_shape_all(&shape, direction, 12.0, &filter, &mut casts);
                query.nearest_n(&shape, 10, 5.0, &filter, &mut few);
                found += hits.len() + casts.len() + few.len();
                found += usize::from(query.cast_ray(origin, direction, 20.0, &filter).is_some());
                found += usize::from(query.cast_shape(&shape, direction, 12.0, &filter).is_some());
                found += usize::from(query.nearest(&shape, 5.0, &filter).is_some());
                query.contacts_with_shape(&shape, &filter, |_, _| found += 1);
                query.intersections_with_point(origin, &filter, |_| found += 1);
            }
        });
        // The first run fills the buffers.
        if run > 0 {
            most = most.max(counted.count_total);
        }
    }
    (most, found)
}

fn allocations_of_a_frame<D: Dimension>(mut app: App) -> (u64, usize) {
    let mut random = Random(2);
    // Enough frames for each collider to reach its maximal number of pairs.
    let mut frame = |_| {
        shake(&mut app, &mut random);
        run_frame::<D>(&mut app)
    };
    (0..1000).for_each(|count| _ = frame(count));
    let most = (0..20).map(frame).max().unwrap();
    (most, app.world().resource::<Collisions<D>>().iter().count())
}

/// Returns the allocations of Bevy for a schedule with a system that does nothing.
fn allocations_of_bevy() -> u64 {
    let mut app = App::new();
    app.add_systems(PostUpdate, || ());
    app.edit_schedule(PostUpdate, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
    app.world_mut().run_schedule(PostUpdate);
    allocation_counter::measure(|| app.world_mut().run_schedule(PostUpdate)).count_total
}

fn assert_frames_allocate_nothing<D: Dimension>(shape: fn(u32, &mut Random) -> D::Collider) {
    let (allocations, touches) = allocations_of_a_frame::<D>(spawn_many::<D>(shape));
    assert!(touches > 100);
    assert_eq!(allocations, allocations_of_bevy());
}

#[test]
fn a_frame_in_2d_allocates_nothing() {
    assert_frames_allocate_nothing::<Dim2>(|index, random| match index % 3 {
        0 => dim2::Collider::circle(random.range(0.2, 0.6)),
        1 => dim2::Collider::rectangle(0.5, random.range(0.2, 1.0)),
        _ => dim2::Collider::regular_polygon(0.5, 7),
    });
}

#[test]
fn a_frame_in_3d_allocates_nothing() {
    assert_frames_allocate_nothing::<Dim3>(|index, random| match index % 6 {
        0 => dim3::Collider::sphere(random.range(0.2, 0.6)),
        1 => dim3::Collider::cuboid(0.5, random.range(0.2, 1.0), 0.7),
        2 => dim3::Collider::cylinder(0.5, 1.0),
        3 => dim3::Collider::rounded(dim3::Collider::cuboid(0.5, 0.2, 0.3), 0.1),
        4 => dim3::Collider::height_field([0.0, 0.2, 0.1, 0.0, 0.3, 0.0], 3, Vec2::ONE),
        _ => dim3::Collider::compound(
            [-0.3, 0.3]
                .map(|x| (Transform::from_xyz(x, 0.0, 0.0), dim3::Collider::sphere(random.range(0.1, 0.4)))),
        ),
    });
}

#[test]
fn swept_colliders_allocate_nothing() {
    let mut app = spawn_many::<Dim2>(|_, random| dim2::Collider::rectangle(0.5, random.range(0.2, 1.0)));
    let all: Vec<_> =
        app.world_mut().query::<(Entity, &dim2::Collider)>().iter(app.world()).map(|it| it.0).collect();
    app.world_mut().insert_batch(all.into_iter().map(|entity| (entity, SweptCollider::default())));
    let mut allocations = 0;
    for frame in 0..40_u32 {
        // Back and forth on the same paths, turning half of the time.
        let mut random = Random(u64::from(frame % 4));
        shake(&mut app, &mut random);
        if frame % 4 < 2 {
            let mut places = app.world_mut().query::<&mut GlobalTransform>();
            for mut place in places.iter_mut(app.world_mut()) {
                *place = *place * Transform::from_rotation(Quat::from_rotation_z(random.range(-3.0, 3.0)));
            }
        }
        let counted = run_frame::<Dim2>(&mut app);
        allocations += if frame >= 20 { counted } else { 0 };
    }
    assert!(app.world().resource::<Collisions<Dim2>>().iter().any(|touch| touch.time < 1.0));
    assert_eq!(allocations, 20 * allocations_of_bevy());
}

/// Compounds of entities whose parts move relative to each other.
#[test]
fn moving_compound_parts_allocate_nothing() {
    let mut app = spawn_many::<Dim2>(|_, _| dim2::Collider::circle(0.5));
    let mut parts = Vec::new();
    for _ in 0..20 {
        let compound = app.world_mut().spawn(CompoundCollider).id();
        let square = dim2::Collider::regular_polygon(0.5, 12);
        parts.extend((0..5).map(|_| app.world_mut().spawn((square.clone(), ChildOf(compound))).id()));
    }
    let mut random = Random(3);
    let mut frame = |app: &mut App| {
        shake(app, &mut random);
        for &part in &parts {
            let at = Vec3::new(random.range(-1.0, 1.0), random.range(-1.0, 1.0), 0.0);
            app.world_mut().get_mut::<Transform>(part).unwrap().translation = at;
        }
        run_frame::<Dim2>(app)
    };
    for _ in 0..1000 {
        frame(&mut app);
    }
    let most = (0..20).map(|_| frame(&mut app)).max();
    let held = app.world().resource::<Collisions<Dim2>>();
    assert_eq!(held.colliders().iter().count(), 320);
    assert_eq!(most, Some(allocations_of_bevy()));
}

/// Characters that walk to and fro over steps, on platforms that move and turn, and into each other.
#[test]
fn characters_allocate_nothing() {
    let mut app = spawn_many::<Dim3>(|_, _| dim3::Collider::cuboid(2.0, 0.2, 2.0));
    let mut random = Random(5);
    let mut obstacles = Vec::new();
    let mut all = app.world_mut().query_filtered::<(Entity, &mut GlobalTransform), With<dim3::Collider>>();
    for (index, (entity, mut place)) in all.iter_mut(app.world_mut()).enumerate() {
        let at = Vec3::new(random.range(-8.0, 8.0), random.range(-0.2, 0.2), random.range(-8.0, 8.0));
        *place = Transform::from_translation(at).into();
        if index % 4 == 0 {
            obstacles.push((entity, at));
        }
    }
    let characters: Vec<_> = (0..40)
        .map(|_| {
            let place = Transform::from_xyz(random.range(-6.0, 6.0), 2.0, random.range(-6.0, 6.0));
            let shape = dim3::Collider::capsule(0.3, 1.0);
            app.world_mut()
                .spawn((dim3::CharacterMover::default(), shape, place, GlobalTransform::from(place)))
                .id()
        })
        .collect();
    let (mut allocations, mut grounded) = (0, 0);
    for frame in 0..1000_u32 {
        let phase = (frame % 100) as f32 * core::f32::consts::TAU / 100.0;
        for &(entity, at) in &obstacles {
            let place = Transform::from_translation(at + Vec3::new(phase.sin(), 0.0, phase.cos()) * 0.5)
                .with_rotation(Quat::from_rotation_y(phase));
            *app.world_mut().get_mut::<GlobalTransform>(entity).unwrap() = place.into();
        }
        for (index, &character) in characters.iter().enumerate() {
            let heading = Quat::from_rotation_y(index as f32) * Vec3::X * phase.cos();
            app.world_mut().get_mut::<dim3::MoverMotion>(character).unwrap().displacement =
                heading * 0.05 - Vec3::Y * 0.05;
        }
        let counted = run_frame::<Dim3>(&mut app);
        allocations += if frame >= 900 { counted } else { 0 };
        let states = characters.iter().map(|&entity| app.world().get::<dim3::MoverState>(entity).unwrap());
        grounded += states.filter(|state| state.is_grounded()).count();
    }
    assert!(grounded > 10_000, "{grounded}");
    assert_eq!(allocations, 100 * allocations_of_bevy());
}

#[test]
fn queries_allocate_nothing() {
    let app = spawn_many::<Dim2>(|_, random| dim2::Collider::circle(random.range(0.2, 0.6)));
    let (allocations, found) = allocations_of_queries::<Dim2>(app, Vec3::truncate);
    assert!(found > 10_000, "{found}");
    assert_eq!(allocations, 0);
    let app = spawn_many::<Dim3>(|_, random| dim3::Collider::cuboid(0.5, random.range(0.2, 1.0), 0.7));
    let (allocations, found) = allocations_of_queries::<Dim3>(app, |at| at);
    assert!(found > 10_000, "{found}");
    assert_eq!(allocations, 0);
}

/// Saving in the memory of an old state, and restoring it, once both have been done.
#[test]
fn a_state_is_saved_without_an_allocation() {
    let mut app = spawn_many::<Dim2>(|_, random| dim2::Collider::circle(random.range(0.2, 0.6)));
    let mut random = Random(9);
    let mut state = dim2::CollisionState::default();
    let (mut allocations, mut pairs) = (0, 0);
    for run in 0..60 {
        shake(&mut app, &mut random);
        run_frame::<Dim2>(&mut app);
        let collisions = app.world().resource::<Collisions<Dim2>>();
        let saved = allocation_counter::measure(|| collisions.save_into(&mut state));
        if run >= 40 {
            allocations += saved.count_total;
            pairs += state.pair_count();
        }
    }
    assert!(pairs > 1_000, "{pairs}");
    assert_eq!(allocations, 0);
}
