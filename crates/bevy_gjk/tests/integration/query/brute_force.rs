//! Queries agree with brute force over all colliders in ten thousand random worlds.

use bevy_gjk::queries::QueryShape;
use gjk::Space;

use crate::common::prelude::*;

/// The constructors of a dimension that the test needs.
trait Place: Spatial {
    fn convex(random: &mut Random) -> Self::Collider;
}

impl Place for Dim2 {
    fn convex(random: &mut Random) -> dim2::Collider {
        let [a, b] = [(); 2].map(|()| random.range(0.1, 1.0));
        match random.below(6) {
            0 => dim2::Collider::circle(a),
            1 => dim2::Collider::rectangle(a, 2.0 * b),
            2 => dim2::Collider::capsule(0.5 * a, b),
            3 => dim2::Collider::segment(Vec2::new(-a, b), Vec2::new(b, 0.0)),
            4 => dim2::Collider::regular_polygon(a, 3 + random.below(5)),
            _ => dim2::Collider::ellipse(a, b),
        }
    }
}

impl Place for Dim3 {
    fn convex(random: &mut Random) -> dim3::Collider {
        let [a, b] = [(); 2].map(|()| random.range(0.1, 1.0));
        match random.below(6) {
            0 => dim3::Collider::sphere(a),
            1 => dim3::Collider::cuboid(a, 2.0 * b, a + b),
            2 => dim3::Collider::capsule(0.5 * a, b),
            3 => dim3::Collider::cylinder(a, b),
            4 => {
                let last = Vec3::new(-b, a, 0.5);
                dim3::Collider::hull([Vec3::X * a, Vec3::Y * b, Vec3::Z, Vec3::NEG_ONE * a, last])
            }
            _ => dim3::Collider::cone(a, b),
        }
    }
}

fn transform(random: &mut Random, half: f32) -> Transform {
    let mut at = point(random, half);
    // If colliders share a plane, answers may be equal.
    if random.below(4) == 0 {
        at = at.round();
    }
    let turn = Quat::from_rotation_z(random.range(-3.0, 3.0));
    let scale = [(); 3].map(|()| if random.below(3) == 0 { random.range(-2.0, 2.0) } else { 1.0 });
    at_point(at).with_rotation(turn).with_scale(Vec3::from_array(scale))
}

/// Returns a random shape, sometimes of several parts.
fn collider<D: Place>(random: &mut Random) -> D::Collider {
    if random.below(6) != 0 {
        return D::convex(random);
    }
    let part = |random: &mut Random| (transform(random, 1.0), D::convex(random)).into();
    D::compound((0..1 + random.below(9)).map(|_| part(random)).collect())
}

fn layers(random: &mut Random) -> CollisionLayers {
    CollisionLayers::new(LayerMask(1 << random.below(3)), LayerMask(1 + random.below(7)))
}

fn spawn<D: Place>(app: &mut App, random: &mut Random, half: f32) -> Entity {
    let entity = app.spawn((collider::<D>(random), transform(random, half)));
    if random.below(2) == 0 {
        app.insert(entity, layers(random));
    }
    if random.below(5) == 0 {
        app.insert(entity, ProximityMargin(random.range(0.0, 2.0)));
    }
    entity
}

/// A collider in the world.
struct Known<D: Dimension> {
    entity: Entity,
    pieces: Pieces<D>,
    layers: CollisionLayers,
    exceptions: Vec<Entity>,
}

fn all_known<D: Dimension>(app: &mut App) -> Vec<Known<D>> {
    let mut query = app.world_mut().query::<(
        Entity,
        &D::Collider,
        &GlobalTransform,
        Option<&CollisionLayers>,
        Option<&CollisionExceptions>,
    )>();
    let mut all: Vec<_> = query
        .iter(app.world())
        .map(|(entity, collider, place, layers, exceptions)| Known {
            entity,
            pieces: pieces::<D>(collider, place),
            layers: layers.copied().unwrap_or_default(),
            exceptions: exceptions.map_or(Vec::new(), |exceptions| exceptions.0.clone()),
        })
        .collect();
    all.sort_by_key(|known| known.entity.index_u32());
    all
}

/// The answers of a query: the entity, with the distance or the time.
type Answers = Vec<(Entity, f32)>;

fn sorted(mut answers: Answers) -> Answers {
    answers.sort_by(|one, two| one.1.total_cmp(&two.1).then(one.0.index_u32().cmp(&two.0.index_u32())));
    answers
}

fn entities(answers: &Answers) -> Vec<u32> {
    let mut entities: Vec<_> = answers.iter().map(|answer| answer.0.index_u32()).collect();
    entities.sort_unstable();
    entities
}

/// Asserts that both answers are equal, up to the rounding of distances.
fn assert_same(what: &str, found: &Answers, expected: &Answers) {
    assert_eq!(entities(found), entities(expected), "{what}: {found:?} {expected:?}");
    for (found, expected) in found.iter().zip(expected) {
        assert!((found.1 - expected.1).abs() <= 1e-5, "{what}: {found:?} {expected:?}");
    }
}

/// Asserts that an answer is among the best ones.
fn assert_best(what: &str, found: Option<(Entity, f32)>, expected: &Answers) {
    match (found, expected.first()) {
        (None, None) => {}
        (Some(found), Some(best)) => {
            assert_eq!(found.1, best.1, "{what}");
            assert_eq!(found.0, best.0, "{what}: of equals the lowest index");
        }
        _ => panic!("{what}: {found:?} {expected:?}"),
    }
}

/// The filters under test, as the query takes them and as a predicate.
fn asks<D: Dimension>(kind: u32, known: &Known<D>, all: &[Known<D>], excluded: &[Entity]) -> bool {
    let own = &all[0];
    match kind {
        0 => true,
        1 => known.layers.memberships.overlaps(LayerMask(0b011)),
        2 => known.layers.interacts_with(CollisionLayers::new(LayerMask(0b010), LayerMask(0b101))),
        3 => !excluded.contains(&known.entity),
        4 => known.entity.index_u32() % 3 != 1,
        _ => {
            known.entity != own.entity
                && known.layers.interacts_with(own.layers)
                && !known.exceptions.contains(&own.entity)
                && !own.exceptions.contains(&known.entity)
        }
    }
}

#[derive(Default, Debug)]
struct Tally {
    worlds: u32,
    answers: usize,
    casts: usize,
}

fn check<D: Place>(app: &mut App, random: &mut Random, half: f32, tally: &mut Tally)
where
    PlacedShape<D>: QueryShape<D>,
{
    let all = all_known::<D>(app);
    let query = app.query::<D>();
    let still = D::Vector::ZERO;
    for _ in 0..2 {
        let excluded: Vec<_> = all.iter().skip(1).step_by(2).map(|known| known.entity).collect();
        let matches = |entity: Entity| entity.index_u32() % 3 != 1;
        let kind = random.below(6);
        let filter = match kind {
            0 | 4 => QueryFilter::ALL,
            1 => QueryFilter::ALL.in_layers(LayerMask(0b011)),
            2 => QueryFilter::ALL.with_layers(CollisionLayers::new(LayerMask(0b010), LayerMask(0b101))),
            3 => QueryFilter::ALL.excluding(&excluded),
            _ => QueryFilter::of(all[0].entity),
        };
        let filter = filter.matching(|entity| kind != 4 || matches(entity));
        let asked: Vec<_> = all.iter().filter(|known| asks(kind, known, &all, &excluded)).collect();

        let origin = D::vector(point(random, 1.5 * half));
        // Sometimes along an axis.
        let direction = match random.below(4) {
            0 => D::Vector::axis(random.below(D::Vector::DIMENSION as u32) as usize),
            1 => D::vector(point(random, 3.0)),
            _ => D::vector(point(random, half)) - origin,
        };
        let length = direction.dot(direction).sqrt();
        let direction = D::Direction::try_from(direction).unwrap();
        let unit: D::Vector = direction.into();
        let limit = if random.below(3) == 0 { f32::INFINITY } else { random.range(0.0, 2.0 * half) };

        let expected = sorted(
            asked
                .iter()
                .filter_map(|known| {
                    let times = known.pieces.iter().filter_map(|piece| {
                        gjk::ray_cast(piece, origin, unit, limit.min(f32::MAX)).map(|hit| hit.distance)
                    });
                    Some((known.entity, times.reduce(f32::min)?))
                })
                .collect(),
        );
        let mut hits = Vec::new();
        query.cast_ray_all(origin, direction, limit, &filter, &mut hits);
        let found = hits.iter().map(|hit| (hit.entity, hit.distance)).collect();
        assert_same("rays", &found, &expected);
        let first = query.cast_ray(origin, direction, limit, &filter);
        assert_best("ray", first.map(|hit| (hit.entity, hit.distance)), &found);
        tally.answers += found.len();

        let shape = collider::<D>(random);
        let place = GlobalTransform::from(transform(random, half));
        let own = pieces::<D>(&shape, &place);
        let shape = &PlacedShape::<D>::new(&shape, place).unwrap();
        // Each part of the shape against each part of the collider.
        let pairs = |known: &Known<D>| -> Vec<_> {
            let pair =
                |one: &_| known.pieces.iter().map(|two| (Clone::clone(one), two.clone())).collect::<Vec<_>>();
            own.iter().flat_map(pair).collect()
        };
        let limit = if random.below(3) == 0 { f32::INFINITY } else { random.range(0.0, 3.0) };
        let reach = limit * length;
        let expected = sorted(
            asked
                .iter()
                .filter_map(|known| {
                    let times = pairs(known).into_iter().filter_map(|(one, two)| {
                        gjk::cast(&one, unit, &two, still, reach.min(f32::MAX)).map(|hit| hit.time)
                    });
                    Some((known.entity, times.reduce(f32::min)?))
                })
                .collect(),
        );
        let mut hits = Vec::new();
        query.cast_shape_all(shape, direction, reach, &filter, &mut hits);
        let found = hits.iter().map(|hit| (hit.entity, hit.distance)).collect();
        assert_same("casts", &found, &expected);
        let first = query.cast_shape(shape, direction, reach, &filter);
        assert_best("cast", first.map(|hit| (hit.entity, hit.distance)), &found);
        tally.casts += found.len();

        let depth = |known: &Known<D>| {
            let depths =
                pairs(known).into_iter().filter_map(|(one, two)| Some(gjk::contact(&one, &two)?.depth));
            depths.reduce(f32::max)
        };
        let expected: Answers =
            asked.iter().filter_map(|known| Some((known.entity, depth(known)?))).collect();
        let mut found = Vec::new();
        query.intersections_with_shape(shape, &filter, |entity| found.push((entity, 0.0)));
        assert_eq!(entities(&found), entities(&expected));
        assert_eq!(query.intersects(shape, &filter), !expected.is_empty());
        let mut contacts = Vec::new();
        query.contacts_with_shape(shape, &filter, |entity, contact| contacts.push((entity, contact.depth)));
        assert_same("contacts", &sorted(contacts), &sorted(expected));

        let contains =
            |known: &&&Known<D>| known.pieces.iter().any(|piece| gjk::contains_point(piece, origin));
        let expected: Answers = asked.iter().filter(contains).map(|known| (known.entity, 0.0)).collect();
        let mut found = Vec::new();
        query.intersections_with_point(origin, &filter, |entity| found.push((entity, 0.0)));
        assert_same("points", &found, &expected);
        assert_eq!(query.containing(origin, &filter), expected.first().map(|answer| answer.0));

        let distance = |known: &Known<D>| {
            let distances = pairs(known).into_iter().map(|(one, two)| distance(&one, &two));
            distances.reduce(f32::min).unwrap()
        };
        let expected = asked.iter().map(|known| (known.entity, distance(known)));
        let expected = sorted(expected.filter(|answer| answer.1 <= limit).collect());
        let mut found = Vec::new();
        query.nearest_each(shape, limit, &filter, |near| found.push((near.entity, near.distance)));
        assert_same("near", &sorted(found), &expected);
        let first = query.nearest(shape, limit, &filter);
        assert_best("nearest", first.map(|near| (near.entity, near.distance)), &expected);
        let count = random.below(5) as usize;
        let mut few = Vec::new();
        query.nearest_n(shape, count, limit, &filter, &mut few);
        let found: Answers = few.iter().map(|near| (near.entity, near.distance)).collect();
        assert_eq!(found, expected[..count.min(expected.len())]);
    }
    tally.worlds += 1;
}

fn distance<V: Space>(one: &impl Support<V>, two: &impl Support<V>) -> V::Scalar {
    gjk::closest_points(one, two).map_or(gjk::Scalar::ZERO, |closest| closest.distance)
}

/// Checks worlds, and that there are more answers and casts than these.
fn worlds<D: Place>(seed: u64, least_answers: usize, least_casts: usize)
where
    PlacedShape<D>: QueryShape<D>,
{
    let mut random = Random(seed);
    let mut tally = Tally::default();
    while tally.worlds < 5000 {
        let mut app = app();
        let half = random.range(1.0, 12.0);
        // Some colliders become static and enter the tree, the others stay in the sweep and prune.
        let still = random.below(40);
        let movers = 1 + random.below(30);
        let mut all: Vec<_> = (0..still + movers).map(|_| spawn::<D>(&mut app, &mut random, half)).collect();
        let except = CollisionExceptions::of([all[random.below(all.len() as u32) as usize]]);
        app.insert(all[0], except);
        for _ in 0..40 {
            // In some frames nothing moves.
            if random.below(8) != 0 {
                for &mover in &all[still as usize..] {
                    set(&mut app, mover, transform(&mut random, half));
                }
            }
            if random.below(4) == 0 {
                let index = random.below(all.len() as u32) as usize;
                app.world_mut().despawn(all[index]);
                all[index] = spawn::<D>(&mut app, &mut random, half);
            }
            app.update();
            check::<D>(&mut app, &mut random, half, &mut tally);
        }
    }
    assert!(tally.answers > least_answers && tally.casts > least_casts, "{tally:?}");
}

#[test]
fn queries_agree_with_brute_force_in_5000_worlds_in_2d() {
    worlds::<Dim2>(1, 10_000, 20_000);
}

#[test]
fn queries_agree_with_brute_force_in_5000_worlds_in_3d() {
    worlds::<Dim3>(2, 2_000, 10_000);
}
