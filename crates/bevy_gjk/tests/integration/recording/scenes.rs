//! Scenes with all that a recording holds, in which little is left of the state: grids, solids, hierarchies, filters,
//! movers of the game.

use bevy_ecs::system::SystemParam;
use bevy_gjk::recording::{
    CollisionRecorder, CollisionRecorderPlugin, CollisionReplay, Recordable, RecordedEvent, RecordedKind,
    Recording, ReplayDifference, ReplayRun,
};
use bevy_gjk::{CollisionFilter, CollisionSystems, ContactFilter, FilteredContact, detect_collisions};

use crate::common::prelude::*;

/// The run of the scene.
#[derive(Resource, Default)]
struct Run(u64);

/// Refuses pairs that are the same for a while.
#[derive(SystemParam)]
struct Moody<'w> {
    run: Res<'w, Run>,
}

impl CollisionFilter for Moody<'_> {
    fn allows(&self, a: Entity, b: Entity) -> bool {
        !(u64::from(a.index_u32() * 7 + b.index_u32()) + self.run.0 / 20).is_multiple_of(5)
    }
}

impl<D: Dimension> ContactFilter<D> for Moody<'_> {
    fn allows(&self, contact: &FilteredContact<D>) -> bool {
        contact.contact.depth < 0.3
    }
}

/// What the game moves by a `ColliderMover`.
#[derive(Component)]
struct Lift;

fn lift<D: Spatial>(run: Res<Run>, lifts: Query<Entity, With<Lift>>, mut mover: ColliderMover<D>) {
    for entity in &lifts {
        mover.place(entity, at_xy(1.0, (run.0 as f32 * 0.05).sin()));
    }
}

/// Returns a scene with a recorder.
fn scene<D: Spatial + Recordable>(random: &mut Random) -> App {
    let plugin = CollisionPlugin::<D>::default().with_filter::<Moody>().with_contact_filter::<Moody>();
    let mut app = app_with((plugin, CollisionRecorderPlugin::<D>::ring(64 << 20)));
    app.init_resource::<Run>().add_systems(PostUpdate, lift::<D>.in_set(CollisionSystems::Movers));
    app.finish();
    app.spawn((D::half_space(Vec3::Y, 0.0), at_xy(0.0, -4.0)));
    for index in 0..12 {
        let place = Transform::from_translation(point(random, 4.0));
        let mut entity = app.world_mut().spawn((D::ball(0.6), place, Name::new("ball")));
        if index % 3 == 0 {
            entity.insert((SweptCollider::default(), ProximityMargin(0.5)));
        }
    }
    app.spawn((D::cuboid(Vec3::new(2.0, 0.3, 2.0)), Lift, at_xy(1.0, 0.0)));
    app.spawn((D::cuboid(Vec3::new(0.3, 0.6, 0.3)), CharacterMover::<D>::default(), at_xy(1.0, 2.0)));
    // A ship of two hulls whose own entity has no collider, and a compound below an entity without one.
    let ship = app.world_mut().spawn((at_x(-2.0), Visitor, NoSelfCollision)).id();
    for x in [-0.5, 0.5] {
        let hull = app.spawn((D::ball(0.5), at_x(x)));
        app.world_mut().entity_mut(ship).add_child(hull);
    }
    let compound = app.world_mut().spawn((CompoundCollider, at_xy(0.0, 1.0))).id();
    for x in [-0.7, 0.7] {
        let part = app.spawn((D::cuboid(Vec3::splat(0.4)), at_x(x)));
        app.world_mut().entity_mut(compound).add_child(part);
    }
    app.world_mut().entity_mut(ship).add_child(compound);
    app
}

/// What moves by itself.
#[derive(Component)]
struct Visitor;

/// Changes the scene before a run.
fn change<D: Spatial>(app: &mut App, random: &mut Random) {
    app.resource_mut::<Run>().0 += 1;
    let mut moving = app
        .world_mut()
        .query_filtered::<Entity, Or<(With<Visitor>, (With<D::Collider>, Without<ChildOf>))>>();
    let moving: Vec<_> = moving.iter(app.world()).collect();
    for &entity in &moving {
        if random.below(3) > 0 {
            continue;
        }
        let mut transform = *app.get::<Transform>(entity);
        transform.translation =
            (transform.translation + point(random, 0.5)).clamp(Vec3::splat(-4.0), Vec3::splat(4.0));
        transform.rotate_z(random.range(-0.2, 0.2));
        app.insert(entity, transform);
    }
    let entity = moving[random.below(moving.len() as u32) as usize];
    match random.below(60) {
        0 if !app.world().entity(entity).contains::<Visitor>() => app.despawn(entity),
        1 | 2 => _ = app.spawn((D::ball(0.5), Transform::from_translation(point(random, 4.0)))),
        3 => app.insert(entity, ColliderDisabled),
        4 => app.remove::<ColliderDisabled>(entity),
        5 => app.insert(entity, Disabled),
        6 => app.remove::<D::Collider>(entity),
        7 => app.insert(entity, D::capsule(0.3, 1.0)),
        8 => app.get_mut::<Transform>(entity).translation.x = f32::NAN,
        9 => app.insert(entity, CollisionExceptions::of([moving[0]])),
        10 => detect_collisions(app.world_mut()),
        11 => app.insert(entity, CollisionLayers::new(LayerMask(1), LayerMask(2))),
        12 | 13 => app.insert(entity, CollisionSpace(1)),
        14 | 15 => app.remove::<CollisionSpace>(entity),
        _ => {}
    }
    // What is disabled is found by no query, and comes back.
    let mut disabled = app.world_mut().query_filtered::<Entity, With<Disabled>>();
    if let Some(entity) = disabled.iter(app.world()).next().filter(|_| random.below(20) == 0) {
        app.remove::<Disabled>(entity);
    }
    for &entity in &moving {
        if let Some(mut transform) = app.world_mut().get_mut::<Transform>(entity)
            && transform.translation.is_nan()
            && random.below(5) == 0
        {
            transform.translation = Vec3::ZERO;
        }
        if let Some(mut motion) = app.world_mut().get_mut::<MoverMotion<D>>(entity) {
            motion.displacement = D::vector(point(random, 0.2) - Vec3::Y * 0.1);
        }
    }
}

/// Returns the recording of a scene as a file.
pub fn recorded_file<D: Spatial + Recordable>(seed: u64, runs: u32) -> Vec<u8> {
    let mut random = Random(seed);
    let mut app = scene::<D>(&mut random);
    for _ in 0..runs {
        change::<D>(&mut app, &mut random);
        app.update();
    }
    CollisionRecorder::<D>::file(app.world_mut())
}

fn recorded_scene<D: Spatial + Recordable>(seed: u64, runs: u32) -> Recording<D> {
    Recording::read(recorded_file::<D>(seed, runs)).unwrap()
}

fn a_scene_is_played_to_the_bit<D: Spatial + Recordable>() {
    for seed in 1..=3 {
        let mut app = CollisionReplay::app(recorded_scene::<D>(seed, 1200));
        let mut runs = 0;
        while let Some(played) = CollisionReplay::<D>::step(app.world_mut()).unwrap() {
            if let Some(difference) = &played.difference {
                let text = CollisionReplay::<D>::text(app.world(), difference);
                panic!("seed {seed}, run {}: {text}\n{difference:#?}", played.run);
            }
            runs += 1;
        }
        assert!(runs >= 1200, "{runs}");
    }
}

fn any_run_is_found_from_any_other<D: Spatial + Recordable>() {
    let recording = std::sync::Arc::new(recorded_scene::<D>(4, 700));
    let mut straight = CollisionReplay::app(recording.clone());
    let mut sums = Vec::new();
    while CollisionReplay::<D>::step(straight.world_mut()).unwrap().is_some() {
        sums.push(straight.resource::<Collisions<D>>().iter().count());
    }
    let mut app = CollisionReplay::app(recording);
    let mut random = Random(9);
    for _ in 0..12 {
        let run = random.below(sums.len() as u32);
        CollisionReplay::<D>::seek(app.world_mut(), run.into()).unwrap();
        assert_eq!(app.resource::<CollisionReplay<D>>().next_run(), u64::from(run) + 1);
        assert_eq!(app.resource::<Collisions<D>>().iter().count(), sums[run as usize], "{run}");
    }
}

fn a_planted_change_is_found_at_its_first_run<D: Spatial + Recordable>() {
    let recording = recorded_scene::<D>(5, 600);
    let mut first = None;
    recording
        .each_run(|run| {
            let is_touch = |event: &RecordedEvent| event.is_started && event.kind == RecordedKind::Touch;
            if run.run > 300 && run.events.iter().any(is_touch) {
                first.get_or_insert(run.run);
            }
            true
        })
        .unwrap();
    let first = first.unwrap();
    // From this run on, all shapes are others.
    let mut app = CollisionReplay::app(recording);
    let plant = move |replay: Res<CollisionReplay<D>>, mut colliders: Query<&mut D::Collider>| {
        if replay.next_run() > first {
            colliders.iter_mut().for_each(|mut collider| *collider = D::ball(0.7));
        }
    };
    app.add_systems(ReplayRun, plant.before(CollisionSystems::Prepare));
    loop {
        let played = CollisionReplay::<D>::step(app.world_mut()).unwrap().unwrap();
        assert!(played.run <= first, "the change was not found");
        if let Some(difference) = played.difference {
            assert_eq!(played.run, first, "{difference}");
            assert!(matches!(difference, ReplayDifference::Event { .. } | ReplayDifference::Character(_)));
            break;
        }
    }
}

fn two_peers_differ_in_the_tick_in_which_one_loses_an_input<D: Spatial + Recordable>() {
    let peer = |loses: bool| {
        let mut app =
            app_with((CollisionPlugin::<D>::default(), CollisionRecorderPlugin::<D>::ring(1 << 20)));
        app.finish();
        if loses {
            // Other ids than those of the first peer.
            (0..30).for_each(|_| _ = app.spawn(()));
        }
        let [one, two, three] =
            [0.0, 5.0, 20.0].map(|x| app.spawn((D::ball(1.0), CollisionOrder(x as u64), at_x(x))));
        for tick in 0..200u64 {
            app.resource_mut::<CollisionRecorder<D>>().begin_tick(1000 + tick);
            let x = if tick == 150 && loses { 4.0 } else { 1.5 + (tick % 3) as f32 };
            set(&mut app, two, at_x(x));
            set(&mut app, three, at_x(20.0 + tick as f32));
            let _ = one;
            app.update();
        }
        Recording::<D>::read(CollisionRecorder::<D>::file(app.world_mut())).unwrap()
    };
    assert_eq!(peer(false).first_difference(peer(false)).unwrap(), None);
    let difference = peer(false).first_difference(peer(true)).unwrap().unwrap();
    assert_eq!(difference.tick, 1150);
    let text = difference.to_string();
    assert!(
        text.contains("the collider with key 0 and the collider with key 5 touch in the first state"),
        "{text}"
    );
}

in_both_dimensions!(
    a_scene_is_played_to_the_bit,
    any_run_is_found_from_any_other,
    a_planted_change_is_found_at_its_first_run,
    two_peers_differ_in_the_tick_in_which_one_loses_an_input,
);

/// A grid whose cells are written, a solid mesh and an outline.
#[test]
fn grids_solids_and_outlines_are_played_to_the_bit() {
    use bevy_gjk::dim2::Collider as Flat;
    let mut random = Random(7);
    let mut app =
        app_with((CollisionPlugin::<Dim2>::default(), CollisionRecorderPlugin::<Dim2>::ring(64 << 20)));
    app.finish();
    let samples = common::samples::all_2d();
    for (index, shape) in samples.into_iter().filter(|it| !matches!(it, Flat::Custom(_))).enumerate() {
        app.spawn((shape, at_xy((index % 6) as f32, (index / 6) as f32)));
    }
    let mut movers = app.world_mut().query::<&mut Transform>();
    for _ in 0..600 {
        let world = app.world_mut();
        for mut transform in movers.iter_mut(world) {
            if random.below(4) == 0 {
                transform.translation = (transform.translation + point(&mut random, 0.4))
                    .clamp(Vec3::splat(-4.0), Vec3::splat(8.0));
            }
        }
        app.update();
    }
    let recording = Recording::<Dim2>::read(CollisionRecorder::<Dim2>::file(app.world_mut())).unwrap();
    let mut replay = CollisionReplay::app(recording);
    while let Some(played) = CollisionReplay::<Dim2>::step(replay.world_mut()).unwrap() {
        assert_eq!(played.difference, None, "run {}", played.run);
    }
}

#[test]
fn solids_and_all_other_shapes_of_3d_are_played_to_the_bit() {
    use bevy_gjk::dim3::Collider;
    let mut random = Random(8);
    let mut app =
        app_with((CollisionPlugin::<Dim3>::default(), CollisionRecorderPlugin::<Dim3>::ring(64 << 20)));
    app.finish();
    let samples = common::samples::all_3d();
    for (index, shape) in samples.into_iter().filter(|it| !matches!(it, Collider::Custom(_))).enumerate() {
        let index = index as f32;
        app.spawn((shape, Transform::from_xyz(index % 3.0, (index / 3.0) % 3.0, index / 9.0)));
    }
    let mut movers = app.world_mut().query::<&mut Transform>();
    for _ in 0..300 {
        let world = app.world_mut();
        for mut transform in movers.iter_mut(world) {
            if random.below(4) == 0 {
                transform.translation = (transform.translation + point(&mut random, 0.4))
                    .clamp(Vec3::splat(-1.0), Vec3::splat(4.0));
            }
        }
        app.update();
    }
    let recording = Recording::<Dim3>::read(CollisionRecorder::<Dim3>::file(app.world_mut())).unwrap();
    let mut replay = CollisionReplay::app(recording);
    while let Some(played) = CollisionReplay::<Dim3>::step(replay.world_mut()).unwrap() {
        assert_eq!(played.difference, None, "run {}", played.run);
    }
}
