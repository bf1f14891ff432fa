//! Of several reasons why an entity takes no part, the first in the order of the variants of [`ApartReason`] is told.

use super::*;

/// What may keep an entity from taking part, in the order of the variants of [`ApartReason`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Obstacle {
    Despawned,
    NoCollider,
    NoTransform,
    PartOfCompound,
    EmptyCompound,
    Disabled,
    Invalid,
}

const OBSTACLES: [Obstacle; 7] = {
    use Obstacle::*;
    [Despawned, NoCollider, NoTransform, PartOfCompound, EmptyCompound, Disabled, Invalid]
};

/// How an entity that is tested is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Single,
    /// The head of a compound, with a collider of its own or with a part.
    Head {
        has_own_collider: bool,
    },
}

/// Spawns an entity that each of the obstacles keeps from taking part, or returns `None` if they exclude each other.
fn spawn_with_obstacles(
    world: &mut World,
    role: Role,
    obstacles: &[Obstacle],
    by_component: bool,
) -> Option<Entity> {
    let has = |obstacle| obstacles.contains(&obstacle);
    let ball = || dim2::Collider::circle(if has(Obstacle::Invalid) { -1.0 } else { 1.0 });
    let is_head = role != Role::Single;
    let has_own_collider = role != Role::Head { has_own_collider: false };
    if is_head && (has(Obstacle::NoCollider) || has(Obstacle::Invalid))
        || !is_head && has(Obstacle::EmptyCompound)
    {
        // A head is a collider. Its invalid parts are left out, and it is empty without a valid one.
        return None;
    }
    let mut entity = world.spawn(Transform::default());
    if is_head {
        entity.insert(CompoundCollider);
    }
    if has_own_collider && !has(Obstacle::NoCollider) && !has(Obstacle::EmptyCompound) {
        entity.insert(ball());
    }
    if has(Obstacle::Disabled) && by_component {
        entity.insert(ColliderDisabled);
    } else if has(Obstacle::Disabled) {
        entity.insert(Disabled);
    }
    let entity = entity.id();
    if is_head && !has_own_collider && !has(Obstacle::EmptyCompound) {
        world.spawn((dim2::Collider::circle(1.0), Transform::default(), ChildOf(entity)));
    }
    if has(Obstacle::PartOfCompound) {
        let root = world.spawn((CompoundCollider, Transform::default(), dim2::Collider::circle(0.5))).id();
        world.entity_mut(entity).insert(ChildOf(root));
    }
    if has(Obstacle::NoTransform) {
        world.entity_mut(entity).remove::<GlobalTransform>();
    }
    if has(Obstacle::Despawned) {
        world.despawn(entity);
    }
    Some(entity)
}

/// Returns the obstacle that a reason tells of.
fn obstacle(reason: Option<ApartReason>) -> Option<Obstacle> {
    Some(match reason? {
        ApartReason::Despawned(_) => Obstacle::Despawned,
        ApartReason::NoCollider(_) => Obstacle::NoCollider,
        ApartReason::NoTransform(_) => Obstacle::NoTransform,
        ApartReason::PartOfCompound { .. } => Obstacle::PartOfCompound,
        ApartReason::EmptyCompound(_) => Obstacle::EmptyCompound,
        ApartReason::Disabled(_) => Obstacle::Disabled,
        ApartReason::Invalid { .. } => Obstacle::Invalid,
        other => panic!("{other:?}"),
    })
}

/// Any set of reasons, of single colliders and of the heads of compounds, gives the first of them; and so it is for two
/// entities, the first of which is asked about first.
#[test]
fn of_several_reasons_the_first_variant_is_told() {
    let roles = [Role::Single, Role::Head { has_own_collider: true }, Role::Head { has_own_collider: false }];
    for (role, by_component) in roles.into_iter().flat_map(|role| [(role, true), (role, false)]) {
        let mut app = app::<Dim2>();
        let other = app.spawn(dim2::Collider::circle(1.0));
        let mut all = Vec::new();
        for set in 0..1_u32 << OBSTACLES.len() {
            let obstacles: Vec<_> = OBSTACLES
                .into_iter()
                .enumerate()
                .filter(|(bit, _)| set >> bit & 1 == 1)
                .map(|(_, it)| it)
                .collect();
            if let Some(entity) = spawn_with_obstacles(app.world_mut(), role, &obstacles, by_component) {
                all.push((entity, obstacles));
            }
        }
        // Also after the state of the last run is kept.
        for _ in 0..2 {
            app.update();
            let pairs: Vec<_> = all.iter().map(|&(entity, _)| [entity, other]).collect();
            for ((entity, obstacles), reason) in all.iter().zip(why::<Dim2>(&mut app, &pairs)) {
                let found = obstacle(reason);
                assert_eq!(found.as_ref(), obstacles.first(), "{role:?} {entity} {obstacles:?}: {reason:?}");
            }
            let pairs: Vec<_> =
                all.iter().flat_map(|(one, _)| all.iter().map(move |(two, _)| [*one, *two])).collect();
            let reasons = why::<Dim2>(&mut app, &pairs);
            let expected =
                all.iter().flat_map(|(_, one)| all.iter().map(move |(_, two)| one.first().or(two.first())));
            for ((pair, reason), expected) in pairs.iter().zip(reasons).zip(expected) {
                if let Some(expected) = expected {
                    assert_eq!(obstacle(reason), Some(*expected), "{pair:?}: {reason:?}");
                }
            }
        }
    }
}

#[test]
fn a_part_names_its_compound_only_if_it_is_a_valid_part() {
    let mut app = app::<Dim2>();
    let root = app.spawn(CompoundCollider);
    let other = app.spawn(dim2::Collider::circle(1.0));
    let part = |app: &mut App, collider| app.spawn((collider, ChildOf(root)));
    let valid = part(&mut app, dim2::Collider::circle(1.0));
    let invalid = part(&mut app, dim2::Collider::circle(-1.0));
    let endless = part(&mut app, dim2::Collider::half_space(Vec2::Y, 0.0));
    let disabled = part(&mut app, dim2::Collider::circle(1.0));
    app.update_with(disabled, ColliderDisabled);
    for (part, compound) in [(valid, Some(root)), (invalid, None), (endless, None), (disabled, None)] {
        let expected = ApartReason::PartOfCompound { part, compound };
        assert_eq!(why_one::<Dim2>(&mut app, part, other), Some(expected));
    }
    app.insert(invalid, dim2::Collider::circle(1.0));
    app.remove::<GlobalTransform>(valid);
    app.update();
    let expected = ApartReason::PartOfCompound { part: invalid, compound: Some(root) };
    assert_eq!(why_one::<Dim2>(&mut app, invalid, other), Some(expected));
    assert_eq!(why_one::<Dim2>(&mut app, valid, other), Some(ApartReason::NoTransform(valid)));
}
