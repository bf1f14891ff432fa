//! Tests of the judges of each kind of query: right answers pass, wrong ones fail.

use gjk::{Vec2, Vec3};
use glam::{DVec3, Mat3};
use oracle::case::{Case, Dimension, Form};
use oracle::check::{Known, Score, bounds, casts, differential, half_spaces, manifolds, points, rays, warm};
use oracle::subject::{Answers, Witness, query_observed as query_reference};

const DIM3: Dimension = Dimension::Space;

#[track_caller]
fn passes(score: Score) {
    assert!(score.faults.is_empty() && !score.undecided && score.worst < 0.5, "{score:?}");
}

#[track_caller]
fn fails(score: Score, fault: &str) {
    assert!(score.faults.contains(&fault), "no {fault}: {score:?}");
}

/// Creates a case of a cube of half side one at the origin and another shape.
fn case(b: Form, at: Vec3) -> Case {
    Case { dimension: DIM3, a: Form::Box(Vec3::ONE).here(), b: b.at(at) }
}

#[test]
fn answers_with_a_cache_are_judged_like_others() {
    let case = case(Form::Ball(0.5), Vec3::new(2.0, 0.0, 0.0));
    let known = Known::new(&case);
    passes(warm::judge(&known, &known.answers));
    fails(warm::judge(&known, &Answers { intersects: true, ..known.answers }), "verdict");
    let mut far = known.answers;
    far.closest.as_mut().unwrap().length += 1e-3;
    fails(warm::judge(&known, &far), "distance");
}

#[test]
fn differential_answers_are_compared_with_the_reference() {
    let apart = case(Form::Ball(0.5), Vec3::new(2.0, 0.0, 0.0));
    let right = query_reference(&apart);
    let judge = |answers: Answers| differential::Judge::new(&apart, right).judge(&answers);
    let changed = |change: fn(&mut Witness)| {
        let mut answers = right;
        change(answers.closest.as_mut().unwrap());
        judge(answers)
    };
    passes(judge(right));
    fails(judge(Answers { intersects: true, ..right }), "verdict");
    fails(judge(Answers { closest: None, ..right }), "verdict");
    fails(changed(|found| found.length += 1e-3), "distance");
    fails(changed(|found| found.normal = DVec3::new(0.8, 0.6, 0.0)), "normal");
    fails(changed(|found| found.on_a.y += 1e-3), "span");
    fails(changed(|found| (found.on_a.y, found.on_b.y) = (0.1, 0.1)), "witness");
    // Other points of parallel faces are right, too.
    let parallel = case(Form::Box(Vec3::ONE), Vec3::new(3.0, 0.0, 0.0));
    let right = query_reference(&parallel);
    let mut moved = right;
    let found = moved.closest.as_mut().unwrap();
    (found.on_a.y, found.on_b.y) = (0.9, 0.9);
    passes(differential::Judge::new(&parallel, right).judge(&moved));

    let overlap = case(Form::Ball(0.5), Vec3::new(1.4, 0.0, 0.0));
    let right = query_reference(&overlap);
    let judge = |answers: Answers| differential::Judge::new(&overlap, right).judge(&answers);
    let changed = |change: fn(&mut Witness)| {
        let mut answers = right;
        change(answers.contact.as_mut().unwrap());
        judge(answers)
    };
    passes(judge(right));
    fails(judge(Answers { contact: None, ..right }), "verdict");
    fails(changed(|found| found.length += 1e-3), "depth");
    fails(changed(|found| found.normal = DVec3::Y), "push");
    fails(changed(|found| found.on_b.z += 1e-3), "contact span");
    fails(changed(|found| (found.on_a.y, found.on_b.y) = (0.1, 0.1)), "contact");
}

#[test]
fn bounds_that_are_too_small_or_too_large_fail() {
    let body = Form::Ball(1.0).at(Vec3::X * 3.0).body(DIM3);
    let (min, max) = (DVec3::new(2.0, -1.0, -1.0), DVec3::new(4.0, 1.0, 1.0));
    let (origin, half_extents) = (DVec3::X * 3.0, DVec3::ONE);
    let right = bounds::Answer { min, max, half_extents, origin, inscribed_radius: 1.0 };
    let judge = |answer: bounds::Answer| bounds::judge(&body, &answer);
    passes(judge(right));
    passes(judge(bounds::Answer { half_extents: DVec3::splat(1.5), ..right }));
    fails(judge(bounds::Answer { max: max - DVec3::Y * 1e-5, ..right }), "too small");
    fails(judge(bounds::Answer { min: min - DVec3::Z * 1e-4, ..right }), "too large");
    fails(judge(bounds::Answer { max: max.with_x(f64::NAN), ..right }), "too large");
    fails(judge(bounds::Answer { half_extents: DVec3::new(1.0, 0.9, 1.0), ..right }), "extents");
    let inner = |answer: bounds::Answer| bounds::judge_inner(&body, &answer, DIM3);
    passes(inner(right));
    passes(inner(bounds::Answer { inscribed_radius: 0.0, origin: DVec3::ZERO, ..right }));
    fails(inner(bounds::Answer { inscribed_radius: 1.0001, ..right }), "inner ball");
    fails(inner(bounds::Answer { origin: DVec3::X * 3.001, ..right }), "inner ball");
}

#[test]
fn wrong_point_answers_fail_inside_and_outside() {
    let body = Form::Box(Vec3::ONE).here().body(DIM3);
    let judge = |point: Vec3, answer: points::Answer| points::judge(DIM3, &body, point, &answer);
    let (outside, inside) = (Vec3::new(1.0, 3.0, 0.5), Vec3::new(0.5, 0.9, 0.0));
    let nearest = DVec3::new(1.0, 1.0, 0.5);
    let right = points::Answer { contains: false, nearest, distance: 2.0 };
    passes(judge(outside, right));
    fails(judge(outside, points::Answer { contains: true, ..right }), "verdict");
    fails(judge(outside, points::Answer { distance: 2.001, ..right }), "distance");
    fails(judge(outside, points::Answer { nearest: nearest.with_x(0.0), ..right }), "nearest");
    fails(judge(outside, points::Answer { nearest: nearest.with_y(1.001), ..right }), "outside");
    let within = points::Answer { contains: true, nearest: inside.as_dvec3(), distance: 0.0 };
    passes(judge(inside, within));
    fails(judge(inside, points::Answer { contains: false, distance: 0.1, ..within }), "verdict");
    fails(judge(inside, points::Answer { distance: 0.1, ..within }), "agreement");
}

#[test]
fn early_late_and_missed_ray_hits_fail() {
    let body = Form::Ball(1.0).here().body(DIM3);
    let ray = rays::Ray { origin: Vec3::new(-3.0, 0.6, 0.0), direction: Vec3::X * 7.0, max: 10.0 };
    let judge = |hit: Option<rays::Hit>| rays::judge(DIM3, &body, &ray, hit.as_ref());
    let point = DVec3::new(-0.8, 0.6, 0.0);
    let origin = f64::from(ray.origin.y);
    let right = rays::Hit { point, normal: point, distance: 3.0 - (1.0 - origin * origin).sqrt() };
    passes(judge(Some(right)));
    fails(judge(None), "missed");
    fails(judge(Some(rays::Hit { distance: 2.1, ..right })), "apart");
    fails(judge(Some(rays::Hit { distance: 2.3, ..right })), "late");
    fails(judge(Some(rays::Hit { distance: 0.0, ..right })), "apart");
    fails(judge(Some(rays::Hit { distance: 3.8, normal: -point, ..right })), "recedes");
    fails(judge(Some(rays::Hit { distance: 11.0, ..right })), "form");
    fails(judge(Some(rays::Hit { normal: DVec3::NEG_X, ..right })), "normal");
    fails(judge(Some(rays::Hit { point: DVec3::NEG_X, ..right })), "point");
    let beside = rays::Ray { origin: Vec3::new(-3.0, 1.1, 0.0), ..ray };
    passes(rays::judge(DIM3, &body, &beside, None));
    fails(rays::judge(DIM3, &body, &beside, Some(&right)), "apart");
    let short = rays::Ray { max: 2.0, ..ray };
    passes(rays::judge(DIM3, &body, &short, None));
    // Both answers are right where the ray grazes.
    let grazing = rays::Ray { origin: Vec3::new(-3.0, 0.999_999, 0.0), ..ray };
    passes(rays::judge(DIM3, &body, &grazing, None));
    let top = rays::Hit { point: DVec3::Y, normal: DVec3::Y, distance: 3.0 };
    passes(rays::judge(DIM3, &body, &grazing, Some(&top)));
    // A ray that passes a thousandth inside must hit.
    let deeper = rays::Ray { origin: Vec3::new(-3.0, 0.999, 0.0), ..ray };
    fails(rays::judge(DIM3, &body, &deeper, None), "missed");
    let inside = rays::Ray { origin: Vec3::new(0.0, 0.6, 0.0), ..ray };
    let at_once = rays::Hit { point: DVec3::new(0.0, origin, 0.0), normal: DVec3::Y, distance: 0.0 };
    passes(rays::judge(DIM3, &body, &inside, Some(&at_once)));
    let wrong_way = rays::Hit { normal: DVec3::X, ..at_once };
    fails(rays::judge(DIM3, &body, &inside, Some(&wrong_way)), "normal");
}

#[test]
fn casts_with_a_wrong_time_or_contact_fail() {
    let case = case(Form::Ball(0.5), Vec3::new(4.0, 0.25, 0.0));
    let known = Known::new(&case);
    let motion = casts::Motion { of_a: Vec3::X, of_b: Vec3::NEG_X, max: 2.0 };
    let judge = |hit: Option<casts::Hit>| casts::judge(&known, &motion, hit.as_ref());
    let point = DVec3::new(2.25, 0.25, 0.0);
    let contact = Witness { on_a: point, on_b: point, normal: DVec3::X, length: 0.0 };
    let right = casts::Hit { time: 1.25, contact };
    let with = |contact: Witness| Some(casts::Hit { contact, ..right });
    passes(judge(Some(right)));
    fails(judge(None), "missed");
    fails(judge(Some(casts::Hit { time: 1.2, ..right })), "apart");
    fails(judge(Some(casts::Hit { time: 1.3, ..right })), "late");
    fails(judge(with(Witness { on_a: DVec3::new(2.25, 1.25, 0.0), ..contact })), "outside");
    fails(judge(with(Witness { on_a: DVec3::new(2.25, 0.26, 0.0), ..contact })), "points");
    fails(judge(with(Witness { normal: DVec3::NEG_X, ..contact })), "normal");
    fails(judge(with(Witness { length: 0.1, ..contact })), "form");
}

#[test]
fn casts_that_overlap_at_the_start_are_judged_as_contacts() {
    let case = case(Form::Ball(0.5), Vec3::new(1.25, 0.0, 0.0));
    let known = Known::new(&case);
    let motion = casts::Motion { of_a: Vec3::X, of_b: Vec3::Y, max: 2.0 };
    let judge = |hit: Option<casts::Hit>| casts::judge(&known, &motion, hit.as_ref());
    let contact = known.answers.contact.unwrap();
    passes(judge(Some(casts::Hit { time: 0.0, contact })));
    fails(judge(None), "missed");
    fails(judge(Some(casts::Hit { time: 0.1, contact })), "late");
    let shallow = Witness { length: 0.1, ..contact };
    fails(judge(Some(casts::Hit { time: 0.0, contact: shallow })), "depth");
}

#[test]
fn manifolds_are_judged_point_by_point() {
    let case = case(Form::Box(Vec3::splat(0.5)), Vec3::new(0.25, 1.45, 0.0));
    let known = Known::new(&case);
    let contact = known.answers.contact.unwrap();
    let corner = |x: f64, z: f64| Witness {
        on_a: DVec3::new(x, 1.0, z),
        on_b: DVec3::new(x, f64::from(1.45f32) - 0.5, z),
        normal: DVec3::Y,
        length: 1.5 - f64::from(1.45f32),
    };
    let points = [corner(-0.25, -0.5), corner(-0.25, 0.5), corner(0.75, -0.5), corner(0.75, 0.5)];
    let judge = |points: &[Witness]| {
        manifolds::judge(
            &known,
            Some(&manifolds::Answer { contact, points: points.to_vec(), tolerance: 0.01 }),
        )
    };
    passes(judge(&points));
    passes(judge(&points[..1]));
    fails(judge(&[]), "count");
    fails(judge(&[points[0]; 5]), "count");
    fails(manifolds::judge(&known, None), "verdict");
    let changed = |change: &dyn Fn(&mut Witness)| {
        let mut points = points;
        change(&mut points[2]);
        judge(&points)
    };
    fails(changed(&|point| point.length += 1e-3), "depth");
    fails(changed(&|point| point.on_b.x -= 0.1), "aside");
    fails(changed(&|point| (point.on_a.x, point.on_b.x) = (0.76, 0.76)), "outside");
    fails(changed(&|point| (point.on_b.y, point.length) = (1.0, 0.0)), "shallow");
    fails(changed(&|point| (point.on_b.y, point.length) = (0.9, 0.1)), "deeper");
    let turned = manifolds::Answer {
        contact: Witness { normal: DVec3::X, ..contact },
        points: points.to_vec(),
        tolerance: 0.01,
    };
    fails(manifolds::judge(&known, Some(&turned)), "contact");
}

#[test]
fn half_space_answers_are_judged_in_closed_form() {
    let half_space = half_spaces::PlacedHalfSpace {
        normal: Vec3::Y * 2.0,
        offset: 2.0,
        matrix: Mat3::from_diagonal(Vec3::new(3.0, 0.5, 1.0)),
        translation: Vec3::Y * 0.5,
    };
    assert_eq!(half_space.boundary(), (DVec3::Y, 1.0));
    let body = Form::Ball(0.5).at(Vec3::Y * 3.0).body(DIM3);
    let motion = half_spaces::Motion { velocity: Vec3::NEG_Y * 3.0, origin: Vec3::Y * 2.0, max: 2.0 };
    let at = |on_a: f64, on_b: f64, length: f64| Witness {
        on_a: DVec3::Y * on_a,
        on_b: DVec3::Y * on_b,
        normal: DVec3::Y,
        length,
    };
    let right = half_spaces::Answers {
        intersects: false,
        closest: Some(at(1.0, 2.5, 1.5)),
        contact: None,
        manifold: None,
        cast: Some((0.5, at(1.0, 1.0, 0.0))),
        ray: Some((1.0, DVec3::Y)),
        point: (false, DVec3::Y),
    };
    let judge =
        |answers: half_spaces::Answers| half_spaces::judge(DIM3, &body, &half_space, &motion, &answers);
    passes(judge(right.clone()));
    fails(judge(half_spaces::Answers { intersects: true, ..right.clone() }), "verdict");
    fails(judge(half_spaces::Answers { contact: right.closest, ..right.clone() }), "agreement");
    fails(judge(half_spaces::Answers { closest: Some(at(1.0, 2.5, 1.4)), ..right.clone() }), "length");
    fails(judge(half_spaces::Answers { closest: Some(at(1.1, 2.5, 1.5)), ..right.clone() }), "boundary");
    fails(judge(half_spaces::Answers { cast: None, ..right.clone() }), "cast missed");
    fails(judge(half_spaces::Answers { cast: Some((0.4, at(1.0, 1.3, 0.0))), ..right.clone() }), "cast time");
    fails(judge(half_spaces::Answers { ray: None, ..right.clone() }), "ray missed");
    fails(judge(half_spaces::Answers { ray: Some((0.9, DVec3::Y)), ..right.clone() }), "ray distance");
    fails(judge(half_spaces::Answers { ray: Some((1.0, DVec3::X)), ..right.clone() }), "ray normal");
    fails(judge(half_spaces::Answers { point: (true, DVec3::Y * 2.0), ..right.clone() }), "contains");
    fails(judge(half_spaces::Answers { point: (false, DVec3::Y * 1.1), ..right }), "nearest");
}

/// Judges the answer of `gjk` to a 2D ray cast.
#[test]
fn a_ray_cast_of_gjk_in_2d_passes() {
    let shape = gjk::Circle::new(1.0);
    let hit = gjk::ray_cast(&shape, Vec2::new(-3.0, 0.6), Vec2::X, 10.0).unwrap();
    let found = rays::Hit {
        point: hit.point.as_dvec2().extend(0.0),
        normal: hit.normal.as_dvec2().extend(0.0),
        distance: hit.distance.into(),
    };
    let ray = rays::Ray { origin: Vec3::new(-3.0, 0.6, 0.0), direction: Vec3::X, max: 10.0 };
    let body = Form::Ball(1.0).here().body(Dimension::Plane);
    passes(rays::judge(Dimension::Plane, &body, &ray, Some(&found)));
}
