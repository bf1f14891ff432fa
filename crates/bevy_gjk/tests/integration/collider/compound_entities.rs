//! Several entities as one collider.

use bevy_gjk::dim2::prelude::*;
use bevy_gjk::queries::SourcePart;

use crate::common::basics::*;

/// Spawns a ship with disks of radius 1 at the given places and none at its center.
fn ship<const N: usize>(app: &mut App, places: [f32; N]) -> (Entity, [Entity; N]) {
    let ship = app.spawn(CompoundCollider);
    let part = |x: f32| app.spawn((Collider::circle(1.0), at_x(x), ChildOf(ship)));
    (ship, places.map(part))
}

fn rock(app: &mut App, x: f32) -> Entity {
    app.spawn((Collider::circle(1.0), at_x(x)))
}

fn touching(app: &App, one: Entity, two: Entity) -> Option<[Entity; 2]> {
    let parts = app.resource::<Collisions>().get(one, two).and_then(|touch| touch.touching_parts())?;
    Some(parts.map(|part| part.entity))
}

#[test]
fn a_compound_touches_once_whichever_part_touches() {
    let mut app = app();
    // The parts overlap, but parts of one compound do not touch each other.
    let (ship, [left, middle, right]) = ship(&mut app, [-1.5, 0.0, 1.5]);
    let rock = rock(&mut app, -4.0);
    let touch = pair(ship, rock);
    assert_eq!(step2(&mut app), NOTHING);
    assert_eq!(app.step_at(rock, at_x(-3.0)).0, [touch]);
    assert_eq!(touching(&app, ship, rock), Some([left, rock]));
    assert_eq!(touching(&app, rock, ship), Some([rock, left]));
    for (x, part) in [(-0.5, middle), (0.2, middle), (2.0, right), (3.2, right)] {
        assert_eq!(app.step_at(rock, at_x(x)), NOTHING);
        assert_eq!(touching(&app, ship, rock), Some([part, rock]), "{x}");
    }
    let collisions = app.resource::<Collisions>();
    assert_eq!(collisions.iter().count(), 1);
    assert_eq!(collisions.collisions_with(ship).map(|touch| touch.other).collect::<Vec<_>>(), [rock]);
    assert_eq!(collisions.collisions_with(right).count(), 0);
    assert_eq!(app.step_at(rock, at_x(3.6)), (vec![], vec![(touch, EndReason::Separated)]));
    // The ship moves as one.
    assert_eq!(app.step_at(ship, at_x(1.0)).0, [touch]);
}

#[derive(Resource, Default)]
struct Received(Vec<(Entity, Entity)>);

#[test]
fn observers_of_the_compound_receive_its_events() {
    let mut app = app();
    app.init_resource::<Received>();
    let (ship, parts) = ship(&mut app, [-1.5, 1.5]);
    for entity in [ship, parts[0], parts[1]] {
        app.observe(
            entity,
            |hit: On<CollisionStarted>, collisions: Res<Collisions>, mut received: ResMut<Received>| {
                let [part, _] =
                    collisions.get(hit.entity, hit.other).and_then(|touch| touch.touching_parts()).unwrap();
                received.0.push((hit.entity, part.entity));
            },
        );
    }
    rock(&mut app, 2.0);
    app.update();
    assert_eq!(app.resource::<Received>().0, [(ship, parts[1])]);
}

#[test]
fn parts_may_be_added_removed_and_moved() {
    let mut app = app();
    let (ship, [part]) = ship(&mut app, [-5.0]);
    let rock = rock(&mut app, 5.2);
    let touch = pair(ship, rock);
    step2(&mut app);
    // A turret turns with a joint that has no shape.
    let joint = app.spawn((Transform::default(), ChildOf(ship)));
    let turret = app.spawn((Collider::circle(0.5), at_xy(0.0, 4.0), ChildOf(joint)));
    let quarter = Transform::from_rotation(Quat::from_rotation_z(-core::f32::consts::FRAC_PI_2));
    let separated = (vec![], vec![(touch, EndReason::Separated)]);
    for _ in 0..3 {
        app.step_at(joint, Transform::IDENTITY);
        assert_eq!(app.step_at(joint, quarter).0, [touch]);
        assert_eq!(touching(&app, ship, rock), Some([turret, rock]));
        assert_eq!(app.step_at(joint, Transform::IDENTITY), separated);
    }
    app.step_at(joint, quarter);
    // The shape is edited, removed and inserted again.
    assert_eq!(app.step_with(turret, Collider::circle(0.01)), separated);
    assert_eq!(app.step_with(turret, Collider::rectangle(1.0, 1.0)).0, [touch]);
    assert_eq!(app.step_with(turret, ColliderDisabled), separated);
    app.remove::<ColliderDisabled>(turret);
    assert_eq!(step2(&mut app).0, [touch]);
    assert_eq!(app.step_with(turret, Disabled), separated);
    app.remove::<Disabled>(turret);
    assert_eq!(step2(&mut app).0, [touch]);
    // Detached from the ship, the turret is a collider of its own.
    app.world_mut().entity_mut(turret).remove::<ChildOf>().insert(at_x(4.0));
    let (started, ended) = step2(&mut app);
    assert_eq!((started, ended), (vec![pair(turret, rock)], vec![(touch, EndReason::Separated)]));
    app.despawn(turret);
    step2(&mut app);
    assert_eq!(app.step_at(part, at_x(4.0)).0, [touch]);
    app.despawn(part);
    let without_shape = (vec![], vec![(touch, EndReason::Removed)]);
    assert_eq!(step2(&mut app), without_shape, "the compound has no shape left");
}

#[test]
fn disabling_removing_and_despawning_a_compound_ends_its_touches() {
    let mut app = app();
    let (ship, _) = ship(&mut app, [-1.5, 1.5]);
    let rock = rock(&mut app, 1.5);
    // While it is disabled, the parts are no colliders of their own.
    let disabled = ends(ship, rock, EndReason::Disabled);
    let story: Story = &[
        ("a ship beside a rock", &|_| (), starts(ship, rock)),
        ("ours disables it", &|app| app.insert(ship, ColliderDisabled), disabled.clone()),
        ("ours no longer does", &|app| app.remove::<ColliderDisabled>(ship), starts(ship, rock)),
        ("Bevy's disables it", &|app| app.insert(ship, Disabled), disabled),
        ("Bevy's no longer does", &|app| app.remove::<Disabled>(ship), starts(ship, rock)),
        ("it is despawned", &|app| app.despawn(ship), ends(ship, rock, EndReason::Despawned)),
    ];
    play(&mut app, story);
}

#[test]
fn inserting_a_compound_joins_colliders_and_removing_it_separates_them() {
    let mut app = app();
    let (ship, [one, two]) = ship(&mut app, [-0.5, 0.5]);
    app.world_mut().entity_mut(ship).insert(Collider::circle(0.1)).remove::<CompoundCollider>();
    let rock = rock(&mut app, 2.0);
    let sorted = |mut pairs: Vec<[Entity; 2]>| {
        pairs.sort();
        pairs
    };
    let parts = sorted(vec![pair(one, two), pair(ship, one), pair(ship, two), pair(two, rock)]);
    assert_eq!(sorted(step2(&mut app).0), parts);
    let (started, ended) = app.step_with(ship, CompoundCollider);
    assert_eq!(started, [pair(ship, rock)]);
    assert!(ended.iter().all(|(_, reason)| *reason == EndReason::Removed), "{ended:?}");
    assert_eq!(sorted(ended.into_iter().map(|(pair, _)| pair).collect()), parts);
    app.remove::<CompoundCollider>(ship);
    let (started, ended) = step2(&mut app);
    assert_eq!((sorted(started), ended), (parts, vec![(pair(ship, rock), EndReason::Separated)]));
}

#[test]
fn the_settings_of_the_compound_apply_to_its_parts() {
    let mut app = app();
    let (ship, [part]) = ship(&mut app, [0.0]);
    let rock = rock(&mut app, 2.5);
    app.step_with(part, ProximityMargin(9.0));
    let near = |app: &App| app.resource::<Collisions>().get_proximity(ship, rock).is_some();
    assert!(!near(&app));
    app.step_with(ship, ProximityMargin(1.0));
    assert!(near(&app));
    set(&mut app, rock, at_x(1.5));
    app.insert(part, CollisionLayers::new(LayerMask::NONE, LayerMask::NONE));
    assert_eq!(step2(&mut app).0, [pair(ship, rock)]);
    app.insert(ship, CollisionLayers::new(LayerMask::NONE, LayerMask::NONE));
    assert_eq!(step2(&mut app).1, [(pair(ship, rock), EndReason::Filtered)]);
}

/// A turret that is itself a compound becomes a part of the ship.
#[test]
fn the_topmost_compound_owns_nested_compounds() {
    let mut app = app();
    let (ship, [_]) = ship(&mut app, [0.0]);
    let turret = app.spawn((CompoundCollider, at_x(3.0), ChildOf(ship)));
    let gun = app.spawn((Collider::circle(1.0), at_x(3.0), ChildOf(turret)));
    let rock = rock(&mut app, 6.5);
    assert_eq!(step2(&mut app).0, [pair(ship, rock)]);
    assert_eq!(touching(&app, ship, rock), Some([gun, rock]));
    app.remove::<ChildOf>(turret);
    let (started, ended) = app.step_at(turret, at_x(3.0));
    assert_eq!((started, ended.len()), (vec![pair(turret, rock)], 1));
}

#[test]
fn an_invalid_part_is_left_out_and_warned_of_once() {
    let mut app = single_threaded();
    let (ship, [good, bad]) = ship(&mut app, [-1.5, 1.5]);
    app.insert(bad, (Name::new("bad"), Collider::circle(-1.0)));
    let [left, right] = [-2.0, 2.0].map(|x| rock(&mut app, x));
    let mut started = vec![];
    let lines = warnings(|| {
        for _ in 0..3 {
            started.extend(step2(&mut app).0);
        }
    });
    assert_eq!(started, [pair(ship, left)]);
    assert_one_warning(&lines, &["\"bad\"", "negative"]);
    assert_eq!(app.step_with(bad, Collider::circle(1.0)).0, [pair(ship, right)]);
    // A part at NaN is invalid, too, and a half-space cannot be a part.
    let lines = warnings(|| {
        assert_eq!(app.step_at(bad, at_x(f32::NAN)).1, [(pair(ship, right), EndReason::Separated)]);
        step2(&mut app);
        app.insert(good, Collider::half_space(Vec2::Y, 0.0));
        assert_eq!(step2(&mut app).1, [(pair(ship, left), EndReason::Removed)]);
    });
    assert_eq!(lines.len(), 2, "{lines:#?}");
    assert_eq!(app.step_at(bad, at_x(1.5)).0, [pair(ship, right)]);
}

/// A compound of entities equals a compound in one component, wherever its parts are placed.
#[test]
fn a_compound_of_entities_equals_a_compound_collider() {
    let mut random = Random(13);
    let anywhere = |random: &mut Random| anywhere::<Dim3>(random, 1.0, false);
    let mut touching = 0;
    for round in 0..100 {
        let mut app = app();
        let place = anywhere(&mut random);
        let compound = app.spawn((CompoundCollider, place));
        let mut parts = Vec::new();
        for _ in 0..1 + random.below(8) {
            let shape = match random.below(3) {
                0 => dim3::Collider::cuboid(0.5, random.unit(), 0.3),
                1 => dim3::Collider::cone(random.unit(), 0.5),
                _ => dim3::Collider::polyline([(); 9].map(|()| point(&mut random, 0.5) + 0.5)),
            };
            let at = anywhere(&mut random);
            app.spawn((shape.clone(), at, ChildOf(compound)));
            parts.push((at, shape));
        }
        let single = app.spawn((dim3::Collider::compound(parts), place));
        let ball = app.spawn((dim3::Collider::sphere(1.0), anywhere(&mut random)));
        step::<Dim3>(&mut app);
        let collisions = app.resource::<dim3::Collisions>();
        let [one, two] =
            [compound, single].map(|entity| collisions.get(entity, ball).map(|touch| touch.contact()));
        touching += usize::from(one.is_some());
        assert_eq!(one.is_some(), two.is_some(), "{round}");
        if let (Some(one), Some(two)) = (one, two) {
            assert!((one.depth - two.depth).abs() < 1e-5, "{round}: {} {}", one.depth, two.depth);
        }
    }
    assert!(touching > 20, "{touching}");
}

/// A card is turned over: a part in front of it is seen beside it.
#[test]
fn a_part_in_front_of_a_turned_card_collides_where_it_is_drawn() {
    let mut app = app();
    let card = app.spawn(CompoundCollider);
    let part = app.spawn((Collider::circle(0.5), Transform::from_xyz(1.0, 0.0, 5.0), ChildOf(card)));
    let rocks = [21.0, 25.0, 19.0].map(|x| app.spawn((Collider::circle(0.5), at_x(x))));
    let mut expected = Vec::new();
    // Seen from the front, edge-on, and from behind.
    for (turn, rock) in [0.0, 0.5, 1.0].map(|turn| turn * core::f32::consts::PI).into_iter().zip(rocks) {
        let place = at_x(20.0).with_rotation(Quat::from_rotation_y(turn));
        set(&mut app, card, place);
        let ended = expected.drain(..).map(|pair| (pair, EndReason::Separated)).collect();
        expected.push(pair(card, rock));
        assert_eq!(step2(&mut app), (expected.clone(), ended), "{turn}");
        assert_eq!(touching(&app, card, rock), Some([part, rock]));
        let drawn = app.get::<GlobalTransform>(part).translation();
        let collisions = app.resource::<Collisions>();
        let contact = collisions.get(card, rock).map(|touch| touch.contact()).unwrap();
        let at = app.get::<Transform>(rock).translation.x;
        assert_near(contact.depth, 0.5 + 0.5 * turn.cos().abs() - (drawn.x - at).abs(), 1e-5);
    }
}

/// Random hierarchies, each twice: as a compound, and as colliders of their own. The cards are turned, moved
/// and tilted frame by frame; their parts are added, removed and disabled.
#[test]
fn parts_are_placed_like_colliders_of_their_own() {
    fn turn(random: &mut Random) -> Quat {
        let half = core::f32::consts::FRAC_PI_2;
        let mut angle = || match random.below(4) {
            0 => 0.0,
            1 => half * random.below(4) as f32,
            _ => random.range(-3.2, 3.2),
        };
        Quat::from_euler(EulerRot::XYZ, angle(), angle(), angle())
    }
    fn place(random: &mut Random, reach: f32) -> Transform {
        let mut range = |by: f32| random.range(-by, by);
        let translation = Vec3::new(range(reach), range(reach), range(reach));
        let scale = Vec3::new(range(1.5), range(1.5), range(1.5));
        let mut place = Transform { translation, rotation: turn(random), scale };
        match random.below(8) {
            0 => place.scale.x = 0.0,
            1..4 => place.scale = Vec3::ONE,
            4 => place.translation.z = 0.0,
            5 => place.rotation = Quat::from_rotation_z(random.range(-3.2, 3.2)),
            _ => {}
        }
        place
    }
    let (mut random, mut touches, mut tilted) = (Random(31), 0, 0);
    for round in 0..60 {
        let mut app = app();
        let [of_wholes, of_parts, of_probes] = [1_u32, 2, 4];
        let layers = CollisionLayers::new(of_parts, of_probes);
        let top = app.spawn(place(&mut random, 1.0));
        let card = (CompoundCollider, CollisionLayers::new(of_wholes, of_probes), place(&mut random, 1.0));
        let card = app.spawn((card, ChildOf(top)));
        let twin = app.spawn((*app.get::<Transform>(card), ChildOf(top)));
        // Each entity below the card, with its twin below the other card.
        let mut all = vec![[card, twin]];
        for _ in 0..2 + random.below(8) {
            let [above, above_twin] = all[random.below(all.len() as u32) as usize];
            let at = place(&mut random, 2.0);
            let shape = match random.below(3) {
                0 => Collider::circle(0.1 + 0.5 * random.unit()),
                1 => Collider::rectangle(0.1 + random.unit(), 0.1 + random.unit()),
                _ => Collider::capsule(0.2, 0.1 + random.unit()),
            };
            let part = app.spawn((at, ChildOf(above)));
            let twin = app.spawn((at, layers, ChildOf(above_twin)));
            if random.below(4) > 0 {
                app.insert(part, shape.clone());
                app.insert(twin, shape);
            }
            all.push([part, twin]);
        }
        if random.below(2) == 0 {
            let shape = Collider::rectangle(1.0, 2.0);
            app.insert(card, shape.clone());
            app.insert(twin, (shape, layers));
        }
        let probe_layers = CollisionLayers::new(of_probes, of_wholes | of_parts);
        let probes: Vec<_> = (0..12)
            .map(|_| {
                let at = at_xy(random.range(-4.0, 4.0), random.range(-4.0, 4.0));
                app.spawn((Collider::circle(0.3), probe_layers, at))
            })
            .collect();
        for frame in 0..12 {
            match random.below(6) {
                0 => set(&mut app, top, place(&mut random, 1.0)),
                1 | 2 => {
                    let mut at = *app.get::<Transform>(card);
                    at.rotation = Quat::from_rotation_y(random.range(0.0, 1.0)) * at.rotation;
                    all[0].into_iter().for_each(|entity| set(&mut app, entity, at));
                }
                3 => {
                    let at = place(&mut random, 1.0);
                    all[0].into_iter().for_each(|entity| set(&mut app, entity, at));
                }
                4 => {
                    let at = place(&mut random, 2.0);
                    let both = all[1 + random.below(all.len() as u32 - 1) as usize];
                    both.into_iter().for_each(|entity| set(&mut app, entity, at));
                }
                _ => {
                    let both = all[1 + random.below(all.len() as u32 - 1) as usize];
                    for entity in both {
                        let mut entity = app.world_mut().entity_mut(entity);
                        match entity.contains::<ColliderDisabled>() {
                            true => _ = entity.remove::<ColliderDisabled>(),
                            false => _ = entity.insert(ColliderDisabled),
                        }
                    }
                }
            }
            app.update();
            let axes = app.get::<GlobalTransform>(card).affine().matrix3;
            tilted += u32::from(axes.z_axis.x != 0.0);
            let collisions = app.resource::<Collisions>();
            for &probe in &probes {
                let depth = |entity| collisions.get(entity, probe).map(|touch| touch.contact().depth);
                let deepest = all.iter().filter_map(|&[_, twin]| depth(twin)).reduce(f32::max);
                let found = depth(card);
                touches += u32::from(deepest.is_some());
                // A shallow touch may be lost to the rounding of the two products of transforms.
                let difference = (found.unwrap_or(0.0) - deepest.unwrap_or(0.0)).abs();
                assert!(difference < 1e-4, "round {round}, frame {frame}: {found:?} {deepest:?}");
            }
        }
    }
    assert!(touches > 200 && tilted > 200, "{touches} {tilted}");
}

/// A swept card keeps its path while it begins to tilt out of the 2D plane.
#[test]
fn a_card_that_begins_to_tilt_is_swept_along_its_own_path() {
    for tilt in [0.0, 1e-3] {
        let mut app = app();
        let quarter = Quat::from_rotation_z(core::f32::consts::FRAC_PI_2);
        let card = app.spawn((CompoundCollider, SweptCollider::default(), Transform::from_rotation(quarter)));
        app.spawn((Collider::circle(0.2), Transform::from_xyz(3.0, 0.0, 1.0), ChildOf(card)));
        // The place that the part would pass if it moved between the two projections.
        let bystanders = [(-2.1, 2.1), (2.1, 2.1), (-3.0, 0.0), (3.0, 0.0)]
            .map(|(x, y)| app.spawn((Collider::circle(0.5), at_xy(x, y))));
        assert_eq!(step2(&mut app), NOTHING);
        let turned = Transform::from_rotation(Quat::from_rotation_y(tilt) * quarter);
        assert_eq!(app.step_at(card, turned.with_translation(0.01 * Vec3::X)), NOTHING);
        // It touches a collider in its path while it is tilted, and afterwards.
        let walls = [5.0, 15.0].map(|x| app.spawn((Collider::rectangle(0.01, 10.0), at_xy(x, 3.0))));
        bystanders.into_iter().for_each(|it| app.despawn(it));
        step2(&mut app);
        assert_eq!(app.step_at(card, turned.with_translation(10.0 * Vec3::X)).0, [pair(card, walls[0])]);
        set(&mut app, card, Transform::from_rotation(quarter).with_translation(20.0 * Vec3::X));
        let expected = (vec![pair(card, walls[1])], vec![(pair(card, walls[0]), EndReason::Separated)]);
        assert_eq!(step2(&mut app), expected, "{tilt}");
    }
}

/// The touching part is a triangle of one of several meshes.
#[test]
fn a_touching_part_is_indexed_within_its_own_collider() {
    let mut app = app();
    let compound = app.spawn(CompoundCollider);
    let mesh = |app: &mut App, x: f32| {
        let corner = |i: u32| Vec3::new(i as f32, 0.0, (i % 2) as f32);
        let strip = dim3::Collider::tri_mesh((0..12).map(corner), (0..10).map(|i| [i, i + 1, i + 2]));
        app.spawn((strip, at_x(x), ChildOf(compound)))
    };
    let [_, second] = [0.0, 20.0].map(|x| mesh(&mut app, x));
    let ball = app.spawn((dim3::Collider::sphere(0.1), Transform::from_xyz(24.0, 0.05, 0.4)));
    app.update();
    let parts =
        app.resource::<dim3::Collisions>().get(compound, ball).and_then(|touch| touch.touching_parts());
    let expected = [SourcePart { entity: second, index: 3 }, SourcePart { entity: ball, index: 0 }];
    assert_eq!(parts, Some(expected));
    // A query numbers the parts of the whole union; the first mesh has ten triangles.
    let colliders = app.resource::<dim3::Collisions>().colliders();
    assert_eq!(colliders.get(compound).unwrap().source_of_part(13), expected[0]);
    assert_eq!(colliders.get(ball).unwrap().source_of_part(0), expected[1]);
}
