//! A `SubApp` for each room works as an app of its own does.

use bevy_app::AppLabel;
use bevy_gjk::state::CollisionState;

use crate::common::prelude::*;

#[derive(AppLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Room(u32);

/// What moves by itself.
#[derive(Component)]
struct Motion(Vec3);

fn go(mut moving: Query<(&mut Transform, &mut Motion)>) {
    for (mut place, mut motion) in &mut moving {
        place.translation += motion.0;
        if place.translation.length() > 5.0 {
            motion.0 = -motion.0;
        }
    }
}

fn walk<D: Spatial>(mut motions: Query<&mut MoverMotion<D>>) {
    motions.iter_mut().for_each(|mut motion| motion.displacement = D::vector(Vec3::new(0.02, -0.05, 0.0)));
}

/// What a room has seen of its touches, by an observer.
#[derive(Resource, Default)]
struct Seen(Vec<String>);

/// Returns an app with a room in it, whose things are those of a seed.
fn room<D: Spatial>(mut app: App, seed: u64) -> App {
    app.init_resource::<Seen>().add_systems(bevy_app::Update, (go, walk::<D>));
    app.add_observer(|hit: On<CollisionStarted<D>>, mut seen: ResMut<Seen>| {
        let line = format!("{} {}: {:?}", hit.entity, hit.other, hit.contact);
        seen.0.push(line);
    });
    let mut random = Random(seed);
    app.spawn((D::cuboid(Vec3::new(9.0, 0.5, 9.0)), at_xy(0.0, -1.5)));
    app.spawn((D::capsule(0.3, 0.6), CharacterMover::<D>::default()));
    for _ in 0..20 {
        let (place, motion) = (at_point(point(&mut random, 4.0)), Motion(point(&mut random, 0.3)));
        app.spawn((D::ball(0.5), place, motion));
    }
    app
}

/// Returns what happened in a frame of a room, and what is there after it.
fn report<D: Spatial>(world: &mut World) -> Vec<String> {
    let mut lines = core::mem::take(&mut world.resource_mut::<Seen>().0);
    // The messages of the last two frames.
    let events = world.resource::<Messages<CollisionEvent<D>>>();
    lines.extend(events.get_cursor().read(events).map(|event| format!("{event:?}")));
    let collisions = world.resource::<Collisions<D>>();
    lines.extend(collisions.iter().map(|touch| format!("{touch:?}")));
    let hit = |query: CollisionQuery<D>| {
        query
            .nearest(&gjk::Point::new([D::vector(Vec3::Y)]), 9.0, &QueryFilter::ALL)
            .map(|near| format!("{near:?}"))
    };
    lines.extend(world.run_system_once(hit).unwrap());
    let mut characters = world.query::<(&Transform, &MoverState<D>)>();
    lines.extend(characters.iter(world).map(|(at, state)| format!("{at:?} {state:?}")));
    lines
}

fn rooms_in_sub_apps_are_those_in_apps_of_their_own<D: Spatial>() {
    let new = |seed| room::<D>(finished(app()), seed);
    let mut alone = [1, 2, 3].map(new);
    let mut main = app();
    for seed in [1, 2, 3] {
        main.insert_sub_app(Room(seed), core::mem::take(new(seed.into()).main_mut()));
    }
    // The app of all rooms has colliders, too.
    main.spawn(D::ball(1.0));
    main.spawn(D::ball(1.0));
    let mut saved: Vec<CollisionState<D>> = Vec::new();
    let mut count = 0;
    for frame in 0..60 {
        main.update();
        alone.iter_mut().for_each(App::update);
        for (seed, alone) in (1..).zip(&mut alone) {
            let own = main.sub_app_mut(Room(seed)).world_mut();
            let lines = report::<D>(own);
            assert_eq!(lines, report::<D>(alone.world_mut()), "frame {frame} of room {seed}");
            count += lines.len();
            let state = own.resource::<Collisions<D>>().save();
            assert_eq!(state.checksum(), alone.save::<D>().checksum());
            if frame == 20 {
                saved.push(state);
            } else if frame == 40 {
                let state = &saved[seed as usize - 1];
                own.resource_scope(|world, mut collisions: Mut<Collisions<D>>| {
                    collisions.restore(state, world.entities()).unwrap();
                });
                alone.restore(state).unwrap();
            }
        }
        assert_eq!(main.resource::<Collisions<D>>().iter().count(), 1);
    }
    assert!(count > 2000, "{count}");
    let room = main.remove_sub_app(Room(2));
    assert!(room.is_some());
    main.update();
}

in_both_dimensions!(rooms_in_sub_apps_are_those_in_apps_of_their_own);

#[cfg(feature = "overlay")]
#[test]
fn a_room_in_a_sub_app_draws_its_overlay() {
    use core::any::TypeId;

    use bevy_asset::Assets;
    use bevy_gizmos::prelude::*;
    use bevy_gizmos::{GizmoAsset, GizmoHandles};

    use crate::common::screen;

    let mut room = room::<Dim2>(screen::app(), 5);
    room.spawn(screen::camera_at(Transform::from_xyz(0.0, 0.0, 20.0)));
    room.resource_mut::<GizmoConfigStore>().config_mut::<CollisionGizmos>().0.enabled = true;
    let mut main = app();
    main.insert_sub_app(Room(0), core::mem::take(room.main_mut()));
    main.updates(3);
    let world = main.sub_app(Room(0)).world();
    let handle =
        world.resource::<GizmoHandles>().handles()[&TypeId::of::<CollisionGizmos>()].clone().unwrap();
    let drawn = world.resource::<Assets<GizmoAsset>>().get(&handle).unwrap().buffer();
    assert!(drawn.strip_positions.len() > 100);
}
