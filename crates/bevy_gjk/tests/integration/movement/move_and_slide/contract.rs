//! The contract of a move, judged in `f64` on random scenes of hundreds of obstacles of all kinds.
//!
//! - The clearance to each part after the move, and everywhere on the way, is at least what it was before or the
//!   skin, up to the tolerance.
//! - What is left of the motion on the way is a part of the wanted one, in its direction.
//! - A push out of overlaps is no longer than the shortest displacement that clears all of them, if that one leads into
//!   nothing else.
//! - What the move gave up of the wanted motion was pressed against what it touched: the difference is a sum of
//!   non-negative multiples of the normals of touched parts, which is the condition of the nearest allowed motion.
//!
//! `MOVES` in the environment sets how many moves are judged in each dimension.

mod oracle;
mod scenes;

use ::oracle::case::{self, Form};

use self::oracle::{Judge, Solid, Tally, Way};
use scenes::{Judged, Piece, linear};

use super::world::{World, pose, wide};
use crate::common::prelude::*;

const SKIN: f32 = 0.01;
/// So many obstacles are in a scene.
const OBSTACLES: u32 = 250;
/// So many moves are made in a scene.
const MOVES_PER_SCENE: u32 = 200;
const MOVES_PER_SHAPE: u32 = 10;

/// Makes some moves of one shape.
fn walk<D: Judged>(
    world: &mut World<D>,
    random: &mut Random,
    solids: &[Solid],
    tally: &mut Tally,
    (shape, form): (&dyn Support<D::Vector>, Form),
) {
    let matrix = if random.below(3) == 0 { linear::<D>(random) } else { Mat3::IDENTITY };
    let mut at = point_in::<D>(random);
    let mut heading = point(random, 1.0);
    let length = match random.below(10) {
        0..7 => random.range(0.01, 0.3),
        7..9 => random.range(0.5, 5.0),
        _ => 50.0,
    };
    for index in 0..MOVES_PER_SHAPE {
        // Far outside there is nothing to touch.
        if at.length() > 20.0 * D::HALF {
            return;
        }
        let placement = pose::<D>(Affine3A::from_mat3_translation(matrix, at));
        let placed: Placed<_, D::Vector> = shape.placed(placement);
        let body = form.clone().placed(matrix, at).body(D::KIND);
        let overlaps = world.ask(|query, _| query.intersects(&placed, &QueryFilter::ALL));
        let note = format!("{form:?} {matrix:?} {at:?} {index}");
        let mut judge = Judge::<D> { solids, body, tally, note, _dimension: Default::default() };
        // Mostly, a start inside of something is pushed out, which is judged as well.
        if overlaps && random.below(4) != 0 {
            let pushed = world.push(shape, placement);
            judge.tally.pushed += 1;
            match pushed.end {
                MoveEnd::Arrived => {
                    let end = wide::<D>(pushed.translation) - judge.body.position;
                    judge.judge_clearance(&Way { points: vec![], end, left: DVec3::ZERO }, true);
                    judge.judge_push(end);
                    at = wide::<D>(pushed.translation).as_vec3();
                    continue;
                }
                _ => judge.tally.crushed += 1,
            }
            return;
        }
        heading = (heading + point(random, 0.4)).normalize_or_zero();
        let motion = D::vector(heading * length);
        let (moved, hits) = world.slide(shape, placement, motion);
        judge.note += &format!(" {motion:?} {moved:?}");
        judge.tally.moves += 1;
        judge.tally.hits += hits.len() as u32;
        judge.tally.steps += moved.steps;
        let count = match moved.end {
            MoveEnd::Arrived => &mut judge.tally.arrived,
            MoveEnd::Blocked => &mut judge.tally.blocked,
            MoveEnd::Buried => &mut judge.tally.buried,
            MoveEnd::OutOfSteps => &mut judge.tally.out_of_steps,
            end => panic!("{end:?}"),
        };
        *count += 1;
        let points = [(DVec3::ZERO, wide::<D>(motion))]
            .into_iter()
            .chain(hits.iter().map(|hit| (wide::<D>(hit.moved), wide::<D>(hit.remaining))));
        let end = wide::<D>(moved.translation) - judge.body.position;
        let way = Way { points: points.collect(), end, left: wide::<D>(moved.remaining) };
        judge.judge_clearance(&way, false);
        // Which way out of an overlap is the shortest may be ambiguous.
        if !overlaps {
            judge.judge_use(&way, moved.end == MoveEnd::Blocked);
        }
        at = wide::<D>(moved.translation).as_vec3();
    }
}

/// Returns a random point of a scene.
fn point_in<D: Judged>(random: &mut Random) -> Vec3 {
    let at = point(random, D::HALF);
    if D::KIND == case::Dimension::Plane { at.with_z(0.0) } else { at }
}

fn scene<D: Judged>(random: &mut Random) -> (World<D>, Vec<Solid>) {
    let mut world = World::<D>::new(SKIN);
    let mut solids = Vec::new();
    for _ in 0..OBSTACLES {
        let (collider, pieces) = D::obstacle(random);
        let mut at = point_in::<D>(random);
        if random.below(4) == 0 {
            at = at.round();
        }
        let place = Affine3A::from_mat3_translation(linear::<D>(random), at);
        solids.extend(pieces.iter().map(|piece| Solid::new::<D>(piece, place)));
        world.spawn_sheared(collider, place);
    }
    (world, solids)
}

in_both_dimensions!(random_moves_keep_the_contract);

fn random_moves_keep_the_contract<D: Judged>() {
    let moves = std::env::var("MOVES").ok().and_then(|moves| moves.parse().ok()).unwrap_or(3_000);
    let mut tally = Tally::default();
    let mut random = Random(D::SEED);
    while tally.moves < moves {
        let (mut world, mut solids) = scene::<D>(&mut random);
        if random.below(2) == 0 {
            world.spawn(D::half_space(Vec3::Y, 0.0), Transform::IDENTITY);
            solids.push(Solid::new::<D>(&Piece::HalfSpace(Vec3::Y), Affine3A::IDENTITY));
        }
        let goal = tally.moves + MOVES_PER_SCENE;
        while tally.moves < goal {
            let size = Vec3::from_array([(); 3].map(|()| random.range(0.1, 0.6)));
            let (kind, before) = (random.next(), tally.moves);
            let (shape, form) = D::mover(kind, size);
            walk(&mut world, &mut random, &solids, &mut tally, (&*shape, form));
            if tally.moves == before && tally.pushed > 100 * moves {
                break;
            }
        }
    }
    println!("{} {tally:?}", D::NAME);
    assert!(tally.hits > tally.moves / 4 && tally.blocked > 0 && tally.uses > tally.moves / 2, "{tally:?}");
    assert_eq!(tally.violations, 0, "{tally:?}");
    // A slide of more than 32 straight pieces is rare.
    assert!(tally.out_of_steps <= tally.moves / 10_000, "{tally:?}");
}
