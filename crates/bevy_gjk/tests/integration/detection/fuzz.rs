//! Random edits of every public component, good and bad: nothing panics, and each touch and each nearness
//! begins once and ends once.
//!
//! `GJK_EDITS=1000000 cargo test --test integration detection::fuzz` makes a million.

use bevy_gjk::dim2::Collider as Flat;
use bevy_gjk::dim3::Collider as Solid;

use crate::common::prelude::*;

const CROWD: usize = 40;

/// Returns mostly ordinary numbers, and sometimes extreme or invalid ones.
fn number(random: &mut Random) -> f32 {
    match random.below(150) {
        0 => f32::NAN,
        1 => f32::INFINITY,
        2 => f32::MAX,
        3 => -random.range(0.0, 2.0),
        4 => 0.0,
        5 => f32::MIN_POSITIVE,
        6 => 1e-40,
        7 => random.range(1e15, 1e25),
        8 => random.range(1e-12, 1e-6),
        _ => random.range(0.1, 2.0),
    }
}

fn point(random: &mut Random) -> Vec3 {
    let mut coordinate = || number(random) * if random.below(2) == 0 { 1.0 } else { -1.0 };
    Vec3::new(coordinate(), coordinate(), coordinate())
}

fn points(random: &mut Random) -> Vec<Vec3> {
    let mut points: Vec<_> = (0..random.below(9)).map(|_| point(random)).collect();
    if let Some(&first) = points.first().filter(|_| random.below(4) == 0) {
        points.push(first);
    }
    points
}

fn flat(random: &mut Random) -> Flat {
    let corner = |random: &mut Random| point(random).truncate();
    match random.below(12) {
        0 => Flat::circle(number(random)),
        1 => Flat::ellipse(number(random), number(random)),
        2 => Flat::rectangle(number(random), number(random)),
        3 => Flat::segment(corner(random), corner(random)),
        4 => Flat::capsule(number(random), number(random)),
        5 => Flat::triangle(corner(random), corner(random), corner(random)),
        6 => Flat::regular_polygon(number(random), random.below(9)),
        7 => Flat::polygon(points(random).into_iter().map(Vec3::truncate)),
        8 => Flat::hull(points(random).into_iter().map(Vec3::truncate)),
        9 => Flat::CircularSector { radius: number(random), half_angle: number(random) },
        10 => Flat::CircularSegment { radius: number(random), half_angle: number(random) },
        _ => Flat::custom(gjk::Rectangle::from_half_size(Vec2::new(number(random), number(random)))),
    }
}

fn solid(random: &mut Random) -> Solid {
    match random.below(9) {
        0 => Solid::sphere(number(random)),
        1 => Solid::cuboid(number(random), number(random), number(random)),
        2 => Solid::capsule(number(random), number(random)),
        3 => Solid::cylinder(number(random), number(random)),
        4 => Solid::cone(number(random), number(random)),
        5 => Solid::hull(points(random)),
        6 => Solid::segment(point(random), point(random)),
        7 => Solid::extrusion(flat(random), number(random)),
        _ => Solid::custom(gjk::Cuboid::from_half_size(point(random))),
    }
}

fn transform(random: &mut Random) -> Transform {
    let rotation = match random.below(30) {
        0 => Quat::from_xyzw(number(random), number(random), number(random), number(random)),
        _ => Quat::from_euler(EulerRot::XYZ, random.range(-3.0, 3.0), random.range(-3.0, 3.0), 0.5),
    };
    let scale = if random.below(3) == 0 { point(random) } else { Vec3::ONE };
    Transform { translation: point(random) * 3.0, rotation, scale }
}

fn edit(app: &mut App, all: &mut [Entity], random: &mut Random) {
    let index = random.below(CROWD as u32) as usize;
    let other = all[random.below(CROWD as u32) as usize];
    let world = app.world_mut();
    if random.below(40) == 0 || !world.entities().contains(all[index]) {
        // A child may have been despawned with its parent.
        world.try_despawn(all[index]).ok();
        let spawned = match random.below(3) {
            0 => world.spawn(flat(random)),
            1 => world.spawn(solid(random)),
            _ => world.spawn((flat(random), solid(random), transform(random))),
        };
        all[index] = spawned.id();
        return;
    }
    let may_hang = world.entities().contains(other) && !is_below(world, other, all[index]);
    let mut entity = world.entity_mut(all[index]);
    match random.below(60) {
        0 | 39..=42 => _ = entity.insert(flat(random)),
        1 | 43..=46 => _ = entity.insert(solid(random)),
        2 => _ = entity.remove::<Flat>(),
        3 => _ = entity.remove::<Solid>(),
        4 => _ = entity.get_mut::<Flat>().map(|mut it| *it = flat(random)),
        5 => _ = entity.get_mut::<Solid>().map(|mut it| *it = solid(random)),
        6 => _ = entity.insert(CollisionLayers::new(random.next() & 7, LayerMask(random.next() & 7))),
        7 | 38 => _ = entity.remove::<CollisionLayers>(),
        8 => _ = entity.insert(ProximityMargin(number(random))),
        9 => _ = entity.remove::<ProximityMargin>(),
        10 | 11 => {}
        12 => _ = entity.insert(CollisionExceptions::of([other, Entity::PLACEHOLDER])),
        13 => _ = entity.remove::<CollisionExceptions>(),
        14 => _ = entity.insert(NoSelfCollision),
        15 => _ = entity.remove::<NoSelfCollision>(),
        16 => _ = entity.insert(ColliderDisabled),
        17 | 30..=33 => _ = entity.remove::<ColliderDisabled>(),
        18 => _ = entity.insert(Disabled),
        19 | 34..=37 => _ = entity.remove::<Disabled>(),
        20 => _ = entity.insert(BubbleCollisions),
        21 => _ = entity.remove::<BubbleCollisions>(),
        22 if may_hang => _ = entity.insert(ChildOf(other)),
        23 => _ = entity.remove::<ChildOf>(),
        24 => _ = entity.insert(Transform::IDENTITY),
        25 => _ = entity.remove::<Transform>(),
        26 => _ = entity.remove_with_requires::<Flat>(),
        27 => _ = entity.insert(GlobalTransform::from(Affine3A::from_scale(point(random)))),
        28 => _ = entity.remove::<GlobalTransform>(),
        47 | 48 => _ = entity.insert(SweptCollider::default()),
        49 => _ = entity.remove::<SweptCollider>(),
        50 => _ = entity.get_mut::<SweptCollider>().map(|mut it| it.reset()),
        _ => _ = entity.insert(transform(random)),
    }
}

type Pairs = BTreeSet<[Entity; 2]>;

/// Runs a frame and checks that the events agree with the resource.
fn check<D: Dimension>(app: &mut App, touching: &mut Pairs, near: &mut Pairs) -> usize {
    let mut count = 0;
    let mut keep = |pairs: &mut Pairs, pair: [Entity; 2], started: bool| {
        let changed = if started { pairs.insert(pair) } else { pairs.remove(&pair) };
        assert!(changed, "{pair:?} began or ended twice");
        count += 1;
    };
    for event in app.resource_mut::<Messages<CollisionEvent<D>>>().drain() {
        keep(touching, event.entities(), event.is_started());
    }
    for event in app.resource_mut::<Messages<ProximityEvent<D>>>().drain() {
        keep(near, event.entities(), event.is_started());
    }
    let held = app.resource::<Collisions<D>>();
    assert_eq!(held.iter().map(|it| [it.entity, it.other]).collect::<Pairs>(), *touching);
    assert_eq!(held.proximities().map(|it| [it.entity, it.other]).collect::<Pairs>(), *near);
    for touch in held.iter() {
        assert!(
            held.get(touch.entity, touch.other)
                .and_then(|touch| touch.manifold())
                .is_none_or(|it| !it.points().is_empty())
        );
    }
    count
}

#[test]
fn random_edits_of_everything_never_panic() {
    let edits: usize = std::env::var("GJK_EDITS").map_or(100_000, |edits| edits.parse().unwrap());
    let mut app = app();
    let mut random = Random(1234);
    let mut all: Vec<_> = (0..CROWD).map(|_| app.world_mut().spawn_empty().id()).collect();
    let mut pairs = [const { Pairs::new() }; 4];
    let (mut events, mut done) = (0, 0);
    while done < edits {
        // The number of edits per frame varies widely.
        for _ in 0..[2, 20, 400][random.below(3) as usize] {
            edit(&mut app, &mut all, &mut random);
            done += 1;
        }
        if random.below(10) == 0 {
            detect_collisions(app.world_mut());
        }
        app.update();
        let [flat, flat_near, solid, solid_near] = &mut pairs;
        events += check::<Dim2>(&mut app, flat, flat_near) + check::<Dim3>(&mut app, solid, solid_near);
    }
    assert!(events > edits / 20, "{events}");
    // At the end all are despawned, and all touches end.
    for entity in all {
        app.world_mut().try_despawn(entity).ok();
    }
    step::<Dim2>(&mut app);
    assert_eq!(app.resource::<Collisions<Dim2>>().iter().count(), 0);
    assert_eq!(app.resource::<Collisions<Dim3>>().iter().count(), 0);
}
