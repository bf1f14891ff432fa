//! Ways out of convex solids beside the contacts of their hulls, which are exact: also where a scale of 0 flattens the
//! solid, so that it has no inside. `WAYS_OUT` is the number of cases, `WAYS_SEED` a seed.

use super::meshes::ClosedMesh;
use super::shortest::{Into3, body2, body3, frame, number, random_rotation};
use crate::common::prelude::*;

/// The gap and the overlap that a way out may leave, relative to the size of the pair.
const TOUCHING: f32 = 2e-5;
/// The largest size of a solid and a body.
const SIZE: f32 = 6.0;

/// Returns the corners of a random convex polygon, some four units wide.
fn corners(random: &mut Random) -> Vec<Vec2> {
    let stretch = Vec2::new(random.range(0.6, 2.0), random.range(0.6, 2.0));
    let mut angles: Vec<f32> =
        (0..3 + random.below(9)).map(|_| random.range(0.0, core::f32::consts::TAU)).collect();
    angles.sort_by(f32::total_cmp);
    angles.into_iter().map(|angle| Vec2::from_angle(angle) * stretch).collect()
}

/// Returns the polygon as triangles around its middle.
fn fan(corners: &[Vec2]) -> dim2::Collider {
    let count = corners.len() as u32;
    let middle = corners.iter().sum::<Vec2>() / count as f32;
    let triangles = (0..count).map(|index| [index, (index + 1) % count, count]);
    dim2::Collider::tri_mesh(corners.iter().copied().chain([middle]), triangles)
}

fn solid2(random: &mut Random) -> [dim2::Collider; 2] {
    let corners = corners(random);
    let solid = if random.below(2) == 0 { dim2::Collider::outline(corners.clone()) } else { fan(&corners) };
    [solid, dim2::Collider::hull(corners)]
}

fn solid3(random: &mut Random) -> [dim3::Collider; 2] {
    let (corners, half_depth) = (corners(random), random.range(0.2, 2.0));
    let ends = corners.iter().flat_map(|corner| [corner.extend(half_depth), corner.extend(-half_depth)]);
    match random.below(3) {
        0 => {
            let half = Vec3::new(random.range(0.2, 2.0), random.range(0.2, 2.0), half_depth);
            let mesh = ClosedMesh::cuboid(-half, half);
            [mesh.collider(), dim3::Collider::hull(mesh.vertices)]
        }
        1 => [dim3::Collider::Extrusion { base: fan(&corners), half_depth }, dim3::Collider::hull(ends)],
        _ => [
            dim3::Collider::Extrusion { base: dim2::Collider::outline(corners.clone()), half_depth },
            dim3::Collider::hull(ends),
        ],
    }
}

/// Compares the contacts of random bodies with random solids, of which some are flattened, with those of the hulls of
/// the solids.
fn judge<D: Dimension>(
    solid: fn(&mut Random) -> [D::Collider; 2],
    body: fn(&mut Random) -> (D::Collider, f32),
    turn: fn(&mut Random) -> Quat,
    tolerance: f32,
) where
    D::Vector: Into3,
{
    let mut random = Random(number("WAYS_SEED", 7).into());
    let (mut contacts, mut longer) = (0, 0);
    while contacts < number("WAYS_OUT", 300) {
        let [solid, hull] = solid(&mut random);
        let turned = turn(&mut random);
        let mut frame = frame(&mut random, turned);
        if random.below(8) == 0 {
            frame.scale.x = 0.0;
        }
        let Ok(solid) = PlacedShape::<D>::new(&solid, frame) else { continue };
        let hull = PlacedShape::<D>::new(&hull, frame).unwrap();
        let (body, size) = body(&mut random);
        if size > SIZE {
            continue;
        }
        let at = frame.translation + offset::<D>(&mut random);
        let place = Transform::from_rotation(turn(&mut random)).with_scale(scale(&mut random));
        let body_at = |at| PlacedShape::<D>::new(&body, place.with_translation(at));
        let here = body_at(at).unwrap();
        let (found, exact) = (solid.pair(&here).contact(), hull.pair(&here).contact());
        let exact = exact.map_or(0.0, |contact| contact.depth);
        let slack = TOUCHING * (SIZE + size) + 8.0 * f32::EPSILON * at.abs().max_element();
        let case = format!("{frame:?} {solid:?} {body:?} {at} {place:?}: {found:?} for {exact}");
        let Some(found) = found else {
            assert!(exact <= slack, "no contact of {case}");
            continue;
        };
        contacts += 1;
        let end = body_at(at + found.normal.into3() * found.depth).unwrap();
        let left = hull.pair(&end).contact().map_or(0.0, |contact| contact.depth);
        assert!(left <= slack, "overlap of {left} after {case}");
        assert!(found.depth >= exact - slack, "too short: {case}");
        let is_longer = found.depth > exact * (1.0 + tolerance) + slack;
        assert!(
            !is_longer || found.status != gjk::Status::Converged,
            "longer, and not said to be so: {case}"
        );
        longer += u32::from(is_longer);
    }
    println!("{}: {longer} of {contacts} ways are longer", D::NAME);
    assert!(longer * 200 <= contacts, "{longer} of {contacts}");
}

/// Returns the scale of a body: often one under which what is round becomes an ellipse.
fn scale(random: &mut Random) -> Vec3 {
    let mut side = || random.range(0.2, 1.0) * if random.below(3) == 0 { -1.0 } else { 1.0 };
    let sides = Vec3::new(side(), side(), side());
    if random.below(2) == 0 { Vec3::ONE } else { sides }
}

/// Returns a random way from the middle of a solid to that of a body.
fn offset<D: Dimension>(random: &mut Random) -> Vec3 {
    let mut along = || random.range(-2.5, 2.5);
    Vec3::new(along(), along(), if D::NAME == "2D" { 0.0 } else { along() })
}

#[test]
fn ways_out_of_convex_outlines_are_the_contacts_of_their_hulls() {
    judge::<Dim2>(solid2, body2, |random| Quat::from_rotation_z(random.range(0.0, 6.3)), 0.01);
}

#[test]
fn ways_out_of_convex_meshes_are_the_contacts_of_their_hulls() {
    judge::<Dim3>(solid3, body3, random_rotation, 0.05);
}
