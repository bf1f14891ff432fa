//! The explanation why two entities do not touch agrees with the detection, whatever rule keeps them apart.

mod reasons;
mod texts;

use bevy_ecs::system::SystemParam;
use bevy_gjk::grid::{CellGrid, CellKind};
use bevy_math::UVec2;
use bevy_transform::TransformPlugin;

use crate::common::prelude::*;

/// The colliders of a dimension that the tests need.
trait Kinds: Spatial {
    fn random(random: &mut Random) -> Self::Collider;
    fn spawn_of_other_dimension(world: &mut World) -> Entity;
}

impl Kinds for Dim2 {
    fn random(random: &mut Random) -> dim2::Collider {
        let [a, b] = [(); 2].map(|()| random.range(0.2, 0.9));
        match random.below(7) {
            0 => dim2::Collider::circle(a),
            1 => dim2::Collider::rectangle(a, 2.0 * b),
            2 => dim2::Collider::regular_polygon(a, 5),
            3 => dim2::Collider::polyline([Vec2::new(-a, 0.0), Vec2::new(0.0, b), Vec2::new(a, -b)]),
            4 => dim2::Collider::ellipse(a, 0.5 * b),
            5 => dim2::Collider::compound([
                (at_x(a), dim2::Collider::circle(b)),
                (at_xy(-a, b), dim2::Collider::rectangle(a, a)),
            ]),
            _ => dim2::Collider::capsule(0.4 * a, b),
        }
    }
    fn spawn_of_other_dimension(world: &mut World) -> Entity {
        world.spawn(dim3::Collider::sphere(1.0)).id()
    }
}

impl Kinds for Dim3 {
    fn random(random: &mut Random) -> dim3::Collider {
        let [a, b] = [(); 2].map(|()| random.range(0.4, 1.5));
        match random.below(6) {
            0 => dim3::Collider::sphere(a),
            1 => dim3::Collider::cuboid(a, 2.0 * b, a),
            2 => dim3::Collider::cylinder(a, b),
            3 => {
                let corners = [Vec3::ZERO, Vec3::X * a, Vec3::Y * b, Vec3::new(1.0, 1.0, a)];
                dim3::Collider::tri_mesh(corners, [[0, 1, 2], [1, 3, 2]])
            }
            4 => dim3::Collider::cone(a, b),
            _ => dim3::Collider::capsule(0.4 * a, b),
        }
    }
    fn spawn_of_other_dimension(world: &mut World) -> Entity {
        world.spawn(dim2::Collider::circle(1.0)).id()
    }
}

#[derive(Component, Clone, Copy, PartialEq)]
struct Team(u32);

/// Refuses pairs of one team.
#[derive(SystemParam)]
struct Teams<'w, 's>(Query<'w, 's, &'static Team>);

impl CollisionFilter for Teams<'_, '_> {
    fn allows(&self, a: Entity, b: Entity) -> bool {
        !self.0.get(a).is_ok_and(|one| self.0.get(b).is_ok_and(|two| one == two))
    }
}

#[derive(Component)]
struct Hollow;

/// Refuses all contacts of hollow entities.
#[derive(SystemParam)]
struct HollowContacts<'w, 's>(Query<'w, 's, (), With<Hollow>>);

impl<D: Dimension> ContactFilter<D> for HollowContacts<'_, '_> {
    fn is_concerned(&self, a: Entity, b: Entity) -> bool {
        self.0.contains(a) || self.0.contains(b)
    }
    fn allows(&self, _: &FilteredContact<D>) -> bool {
        false
    }
}

fn app<D: Dimension>() -> App {
    let plugin = CollisionPlugin::<D>::default().with_filter::<Teams>();
    app_with(plugin.with_contact_filter::<HollowContacts>())
}

/// Returns why each of the pairs is apart.
fn why<D: Dimension>(app: &mut App, pairs: &[[Entity; 2]]) -> Vec<Option<ApartReason>> {
    let pairs = pairs.to_vec();
    let ask = move |rules: CollisionRules<D>| -> Vec<_> {
        pairs.iter().map(|&[a, b]| rules.why_apart(a, b).map(|why| why.reason)).collect()
    };
    app.world_mut().run_system_once(ask).unwrap()
}

/// Returns why two entities are apart.
fn why_one<D: Dimension>(app: &mut App, a: Entity, b: Entity) -> Option<ApartReason> {
    why::<D>(app, &[[a, b]])[0]
}

/// What the components alone say of a pair.
enum Expected {
    Rule(ApartReason),
    /// Both belong to one team. The filter is only asked about pairs whose bounding volumes meet.
    OneTeam,
    /// Nothing but their shapes decides, unless their contact is refused.
    Shapes {
        hollow: bool,
    },
}

/// Applies the rules to the components of two entities, in the plainest way.
fn expected<D: Dimension>(world: &World, [a, b]: [Entity; 2]) -> Expected {
    for entity in [a, b] {
        if let Some(reason) = why_absent::<D>(world, entity) {
            return Expected::Rule(reason);
        }
    }
    if a == b {
        return Expected::Rule(ApartReason::SameEntity);
    }
    let layers = [a, b].map(|entity| world.get::<CollisionLayers>(entity).copied().unwrap_or_default());
    let [one, two] = layers;
    if one.memberships.0 & two.filters.0 == 0 || two.memberships.0 & one.filters.0 == 0 {
        return Expected::Rule(ApartReason::Layers { entities: [a, b], layers });
    }
    for [of, listed] in [[a, b], [b, a]] {
        if world.get::<CollisionExceptions>(of).is_some_and(|list| list.0.contains(&listed)) {
            return Expected::Rule(ApartReason::Exception { of, listed });
        }
    }
    let group_of = |entity: Entity| {
        let mut group = None;
        let mut next = Some(entity);
        while let Some(entity) = next {
            group = world.get::<NoSelfCollision>(entity).map(|_| entity).or(group);
            next = world.get::<ChildOf>(entity).map(ChildOf::parent);
        }
        group
    };
    if let (Some(group), Some(other)) = (group_of(a), group_of(b))
        && group == other
    {
        return Expected::Rule(ApartReason::NoSelfCollision { group });
    }
    if let (Some(one), Some(two)) = (world.get::<Team>(a), world.get::<Team>(b))
        && one == two
    {
        return Expected::OneTeam;
    }
    Expected::Shapes { hollow: [a, b].iter().any(|&entity| world.get::<Hollow>(entity).is_some()) }
}

/// Returns why an entity takes no part.
fn why_absent<D: Dimension>(world: &World, entity: Entity) -> Option<ApartReason> {
    use ApartReason::{NoCollider, OtherDimension};
    let Ok(components) = world.get_entity(entity) else { return Some(ApartReason::Despawned(entity)) };
    let Some(collider) = components.get::<D::Collider>() else {
        let other = components.contains::<dim2::Collider>() || components.contains::<dim3::Collider>();
        return Some(if other { OtherDimension(entity) } else { NoCollider(entity) });
    };
    if components.contains::<ColliderDisabled>() || components.contains::<Disabled>() {
        return Some(ApartReason::Disabled(entity));
    }
    let transform = *components.get::<GlobalTransform>().unwrap();
    let error = PlacedShape::<D>::new(collider, transform).err()?;
    Some(ApartReason::Invalid { entity, error })
}

/// Returns the distance of the shapes of two entities; 0 if they meet.
fn distance<D: Dimension>(world: &World, pair: [Entity; 2]) -> f32 {
    let [a, b] = pair.map(|entity| {
        let transform = *world.get::<GlobalTransform>(entity).unwrap();
        PlacedShape::<D>::new(world.get::<D::Collider>(entity).unwrap(), transform).unwrap()
    });
    a.pair(&b).distance()
}

fn anywhere(random: &mut Random) -> Transform {
    let at = point(random, 3.0);
    at_point(at).with_rotation(Quat::from_rotation_z(random.range(-3.0, 3.0)))
}

/// Changes what an entity is in one respect, or returns another entity.
fn edit<D: Kinds>(world: &mut World, random: &mut Random, all: &mut [Entity], index: usize) {
    let entity = all[index];
    let other = all[random.below(all.len() as u32) as usize];
    let layers = CollisionLayers::new(1 << random.below(3), random.below(8));
    if world.get_entity(entity).is_err() || random.below(8) == 0 {
        _ = world.try_despawn(entity);
        all[index] = match random.below(12) {
            0 => D::spawn_of_other_dimension(world),
            1 => world.spawn(Transform::default()).id(),
            2 => world.spawn((D::ball(-1.0), Transform::default())).id(),
            kind => {
                let mut spawned = world.spawn((D::random(random), anywhere(random)));
                if kind == 3 {
                    spawned.insert(Hollow);
                }
                spawned.id()
            }
        };
        return;
    }
    let mut entity = world.entity_mut(entity);
    if !entity.contains::<D::Collider>() {
        return;
    }
    match random.below(12) {
        0 => _ = entity.insert(layers),
        1 => _ = entity.remove::<CollisionLayers>(),
        2 => _ = entity.insert(CollisionExceptions::of([other])),
        3 => _ = entity.insert(Team(random.below(3))),
        4 => _ = entity.insert(NoSelfCollision),
        // Whatever is disabled hides all other rules.
        5 if random.below(6) == 0 => _ = entity.insert(ColliderDisabled),
        6 if random.below(6) == 0 => _ = entity.insert(Disabled),
        7 => _ = entity.remove::<(CollisionExceptions, Team, NoSelfCollision, ColliderDisabled, Disabled)>(),
        // Only a group: a child moves with its parent.
        8 if other.index_u32() < entity.id().index_u32() => {
            entity.insert(ChildOf(other));
            if let Ok(mut parent) = world.get_entity_mut(other)
                && random.below(2) == 0
            {
                parent.insert(NoSelfCollision);
            }
        }
        9 => _ = entity.remove::<ChildOf>(),
        10 if random.below(4) == 0 => _ = entity.insert(at_x(f32::NAN)),
        _ => _ = entity.insert(anywhere(random)),
    }
}

/// Returns the name of the variant.
fn name(reason: Option<ApartReason>) -> String {
    let text = format!("{reason:?}");
    let text = text.strip_prefix("Some(").unwrap_or(&text);
    text.chars().take_while(|letter| letter.is_alphabetic()).collect()
}

/// Compares the explanation of each pair with the rules and the shapes, in a world in which everything changes.
fn check_random_world<D: Kinds>() {
    let mut random = Random(35);
    let mut app = app::<D>();
    let mut all: Vec<Entity> = (0..40).map(|_| app.world_mut().spawn_empty().id()).collect();
    let mut counts = BTreeMap::<String, usize>::new();
    let mut touching = BTreeSet::new();
    for index in 0..all.len() {
        app.despawn(all[index]);
        edit::<D>(app.world_mut(), &mut random, &mut all, index);
    }
    for frame in 0..60 {
        for _ in 0..12 {
            let index = random.below(all.len() as u32) as usize;
            edit::<D>(app.world_mut(), &mut random, &mut all, index);
        }
        for event in step::<D>(&mut app) {
            match event {
                CollisionEvent::Started { a, b, .. } => touching.insert([a, b]),
                CollisionEvent::Ended { a, b, .. } => touching.remove(&[a, b]),
            };
        }
        let pairs: Vec<[Entity; 2]> = all.iter().flat_map(|&a| all.iter().map(move |&b| [a, b])).collect();
        let reasons = why::<D>(&mut app, &pairs);
        for (&pair, reason) in pairs.iter().zip(reasons) {
            let world = app.world();
            let held = world.resource::<Collisions<D>>().contains(pair[0], pair[1]);
            assert_eq!(held, touching.contains(&common::pair(pair[0], pair[1])), "frame {frame}: {pair:?}");
            assert_eq!(reason.is_none(), held, "frame {frame}: {pair:?} {reason:?}");
            let expected = expected::<D>(world, pair);
            let meets = || distance::<D>(world, pair) == 0.0;
            let apart = |reason: Option<ApartReason>| {
                use ApartReason::{Aabbs, Shapes};
                let Some(Aabbs { distance: found, .. } | Shapes { distance: found }) = reason else {
                    return false;
                };
                let distance = distance::<D>(world, pair);
                distance > 0.0 && (found - distance).abs() < 1e-4
            };
            let agrees = match expected {
                Expected::Rule(rule) => reason == Some(rule),
                Expected::OneTeam => {
                    reason == Some(ApartReason::CollisionFilter) || !meets() && apart(reason)
                }
                Expected::Shapes { hollow } if meets() => {
                    reason == hollow.then_some(ApartReason::ContactFilter)
                }
                Expected::Shapes { .. } => apart(reason),
            };
            assert!(agrees, "frame {frame}: {pair:?} {reason:?}");
            assert_eq!(reason.is_some_and(|reason| reason.is_rule()), reason.is_some() && !apart(reason));
            *counts.entry(name(reason)).or_default() += 1;
        }
    }
    let names = "None Despawned NoCollider OtherDimension Disabled Invalid SameEntity Layers Exception \
        NoSelfCollision CollisionFilter ContactFilter Aabbs Shapes";
    for name in names.split(' ') {
        let count = counts.get(name).copied().unwrap_or(0);
        assert!(count >= 20 || name == "Despawned", "too few of {name}: {counts:?}");
    }
}

#[test]
fn each_answer_agrees_with_the_rules_and_the_shapes() {
    check_random_world::<Dim2>();
    check_random_world::<Dim3>();
}

#[test]
fn an_entity_that_takes_no_part_is_named_with_the_cause() {
    let mut app = app::<Dim2>();
    let circle = || dim2::Collider::circle(1.0);
    let a = app.spawn(circle());
    app.update();
    let b = app.spawn(circle());
    assert_eq!(why_one::<Dim2>(&mut app, a, b), Some(ApartReason::NotSeen(b)));
    app.update();
    assert_eq!(why_one::<Dim2>(&mut app, a, b), None);
    app.remove::<GlobalTransform>(b);
    app.update();
    assert_eq!(why_one::<Dim2>(&mut app, b, a), Some(ApartReason::NoTransform(b)));
    app.despawn(b);
    app.update();
    assert_eq!(why_one::<Dim2>(&mut app, a, b), Some(ApartReason::Despawned(b)));
    // Another entity with the same index.
    let c = app.spawn(circle());
    app.update();
    assert_eq!(why::<Dim2>(&mut app, &[[a, b], [a, c]]), [Some(ApartReason::Despawned(b)), None]);
}

#[derive(Component)]
struct Asleep;

#[test]
fn any_disabling_component_counts() {
    let mut app = app::<Dim2>();
    app.world_mut().register_disabling_component::<Asleep>();
    let [a, b] = [(); 2].map(|()| app.spawn(dim2::Collider::circle(1.0)));
    app.update();
    app.update_with(b, Asleep);
    assert_eq!(why_one::<Dim2>(&mut app, a, b), Some(ApartReason::Disabled(b)));
    app.remove::<Asleep>(b);
    app.update();
    assert_eq!(why_one::<Dim2>(&mut app, a, b), None);
}

#[test]
fn a_part_of_a_compound_refers_to_the_compound() {
    let mut app = app::<Dim3>();
    let ball = || (dim3::Collider::sphere(1.0), Transform::default());
    let root = app.spawn(CompoundCollider);
    let other = app.spawn(ball());
    app.update();
    assert_eq!(why_one::<Dim3>(&mut app, root, other), Some(ApartReason::EmptyCompound(root)));
    let part = app.spawn((ball(), ChildOf(root)));
    let broken = app.spawn((dim3::Collider::sphere(-1.0), ChildOf(root)));
    app.update();
    let reasons = why::<Dim3>(&mut app, &[[root, other], [part, other], [other, broken]]);
    let expected = [
        None,
        Some(ApartReason::PartOfCompound { part, compound: Some(root) }),
        Some(ApartReason::PartOfCompound { part: broken, compound: None }),
    ];
    assert_eq!(reasons, expected);
    app.update_with(root, ColliderDisabled);
    assert_eq!(why_one::<Dim3>(&mut app, root, other), Some(ApartReason::Disabled(root)));
}

#[test]
fn a_swept_collider_is_explained_by_its_way() {
    let mut app = app::<Dim2>();
    let wall = app.spawn(dim2::Collider::rectangle(0.1, 4.0));
    let bullet = app.spawn((dim2::Collider::circle(0.1), SweptCollider::default(), at_x(-5.0)));
    app.update();
    app.update_with(bullet, at_x(5.0));
    assert_eq!(why_one::<Dim2>(&mut app, bullet, wall), None);
    app.update();
    assert_eq!(name(why_one::<Dim2>(&mut app, bullet, wall)), "Aabbs");
    // The way passes the wall, though its bounding box meets it.
    app.update_with(bullet, at_xy(-1.0, 9.0));
    assert_eq!(name(why_one::<Dim2>(&mut app, bullet, wall)), "Shapes");
    app.update_with(bullet, at_x(-9.0));
    assert_eq!(name(why_one::<Dim2>(&mut app, bullet, wall)), "Aabbs");
}

#[test]
fn a_pair_that_no_phase_has_tested_is_reported() {
    let mut app = App::new();
    let plugin = CollisionPlugin::<Dim2>::default().without(CollisionSystems::BroadPhase);
    app.add_plugins((TransformPlugin, plugin));
    let [a, b] = [(); 2].map(|()| app.spawn(dim2::Collider::circle(1.0)));
    app.update();
    assert_eq!(why_one::<Dim2>(&mut app, a, b), Some(ApartReason::Untested));
}

#[test]
fn a_system_with_mutable_access_to_colliders_can_ask() {
    let ask = |mut all: Query<(&mut dim2::Collider, &mut Transform, &mut CollisionLayers)>,
               rules: CollisionRules<Dim2>| {
        for (_, mut transform, mut layers) in &mut all {
            transform.translation.x += 1.0;
            layers.filters = LayerMask::NONE;
        }
        rules.why_apart(Entity::PLACEHOLDER, Entity::PLACEHOLDER)
    };
    let reason = app::<Dim2>().world_mut().run_system_once(ask).unwrap();
    assert_eq!(reason.map(|why| why.reason), Some(ApartReason::Despawned(Entity::PLACEHOLDER)));
}

#[test]
fn cells_whose_layers_refuse_what_overlaps_them_are_the_reason() {
    let [ground, coins] = [0, 3].map(LayerMask::layer);
    let coin = CellKind { layers: Some(CollisionLayers::new(coins, coins)), ..CellKind::<Dim2>::full() };
    let mut cells = CellGrid::<Dim2>::new(UVec2::new(9, 1), 1.0, [coin, CellKind::<Dim2>::full()]);
    cells.set(UVec2::new(2, 0), 1).unwrap();
    cells.set(UVec2::new(8, 0), 2).unwrap();
    let mut app = app::<Dim2>();
    let grid = app.spawn((dim2::Collider::Grid(cells), Transform::IDENTITY));
    let ball = (dim2::Collider::circle(0.4), CollisionLayers::new(ground, ground), at_xy(2.5, 0.5));
    let ball = app.spawn(ball);
    for moved in [false, true] {
        app.update();
        for [one, two] in [[grid, ball], [ball, grid]] {
            let reason = why_one::<Dim2>(&mut app, one, two);
            match moved {
                false => assert_eq!(reason, Some(ApartReason::CellLayers { grid, other: ball })),
                true => assert_eq!(name(reason), "Shapes"),
            }
        }
        // Between the cells.
        set(&mut app, ball, at_xy(5.5, 0.5));
    }
}
