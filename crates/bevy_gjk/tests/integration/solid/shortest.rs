//! Ways out of outlines and closed meshes beside a search over directions by brute force: a way out ends where the body
//! just touches, its point is on the boundary, and no other way is shorter by more than 1 % in 2D and 5 % in 3D, but
//! for few. `WAYS_OUT` is the number of cases, `WAYS_SEED` a seed, and with `WAYS_SHOW` each fault is printed.

use super::areas::star;
use super::meshes::ClosedMesh;
use crate::common::prelude::*;
use gjk::Contact;

/// The gap and the overlap that a way out may leave, relative to the size of the pair.
const TOUCHING: f32 = 2e-5;

/// What went wrong, and how often.
#[derive(Debug, Default)]
struct Rates {
    contacts: u32,
    longer: u32,
    gaps: u32,
    overlaps: u32,
    points_off: u32,
    capped: u32,
}

impl Rates {
    /// Fails if more than one in `one_of` ways is not the shortest, or if any leaves a gap or an overlap.
    fn check(&self, one_of: u32) {
        assert_eq!((self.gaps, self.overlaps), (0, 0), "{self:?}");
        assert!(self.longer * one_of <= self.contacts, "{self:?}");
        // At the tip of a notch all points around it are inside.
        assert!(self.points_off <= 1 + self.contacts / 200, "{self:?}");
    }
}

struct Case<D: Dimension> {
    outer: PlacedShape<D>,
    body: D::Collider,
    at: Vec3,
    rotation: Quat,
    /// The longest side of the body and of the outer shape.
    sizes: [f32; 2],
}

impl<D: Dimension> Case<D> {
    fn body_at(&self, at: Vec3) -> PlacedShape<D> {
        PlacedShape::new(&self.body, at_point(at).with_rotation(self.rotation)).unwrap()
    }

    fn meets(&self, at: Vec3) -> bool {
        self.outer.pair(&self.body_at(at)).intersects()
    }

    /// Looks for a way out in a direction that is shorter than a length.
    fn shorter(&self, direction: Vec3, length: f32, steps: u32) -> Option<f32> {
        (1..=steps)
            .map(|step| length * step as f32 / steps as f32)
            .find(|&way| !self.meets(self.at + direction * way))
    }
}

fn check<D: PointOf>(case: &Case<D>, directions: &[Vec3], tolerance: f32, rates: &mut Rates, name: &str)
where
    D::Vector: Into3,
{
    let Some(contact): Option<Contact<D::Vector>> = case.outer.pair(&case.body_at(case.at)).contact() else {
        assert!(!case.meets(case.at), "{name}: touches without a contact at {}", case.at);
        return;
    };
    rates.contacts += 1;
    rates.capped += u32::from(contact.status != gjk::Status::Converged);
    let [size, _] = case.sizes;
    let slack = TOUCHING * (size + contact.depth) + 8.0 * f32::EPSILON * case.at.abs().max_element();
    let way = contact.normal.into3();
    let tell = |what: &str, count: &mut u32| {
        *count += 1;
        if std::env::var("WAYS_SHOW").is_ok() {
            println!("{name}: {what} at {} {:?}: {contact:?}", case.at, case.rotation);
        }
    };
    // Between two walls there may be no room to move on.
    let left = case.outer.pair(&case.body_at(case.at + way * contact.depth)).contact();
    let left = left.map_or(0.0, |contact| contact.depth);
    if left > slack {
        tell(&format!("overlap of {left} for {slack}"), &mut rates.overlaps);
    } else if contact.depth > slack && !case.meets(case.at + way * (contact.depth - slack)) {
        tell("gap", &mut rates.gaps);
    }
    let point = |at: Vec3| PlacedShape::<D>::new(&D::point(), at_point(at)).unwrap();
    let on_outer = contact.on_a.into3();
    let is_in = |direction: &Vec3| case.outer.pair(&point(on_outer + *direction * slack * 2.0)).intersects();
    // At a thin edge, few directions lead inside.
    if directions.iter().all(is_in) || !directions.iter().any(is_in) {
        tell("point off", &mut rates.points_off);
    }
    let shorter = directions
        .iter()
        .filter_map(|&direction| {
            case.shorter(direction, (contact.depth - 2.0 * slack) / (1.0 + tolerance), 24)
                .map(|length| (length, direction))
        })
        .min_by(|one, two| one.0.total_cmp(&two.0));
    if let Some((length, direction)) = shorter {
        tell(&format!("shorter {length} along {direction}"), &mut rates.longer);
    }
}

/// A vector with three coordinates, of which the last one is 0 in 2D.
pub trait Into3 {
    fn into3(self) -> Vec3;
}
impl Into3 for Vec2 {
    fn into3(self) -> Vec3 {
        self.extend(0.0)
    }
}
impl Into3 for Vec3 {
    fn into3(self) -> Vec3 {
        self
    }
}

trait PointOf: Dimension {
    fn point() -> Self::Collider;
    fn vector(from: Vec3) -> Self::Vector;
}
impl PointOf for Dim2 {
    fn point() -> dim2::Collider {
        dim2::Collider::circle(0.0)
    }
    fn vector(from: Vec3) -> Vec2 {
        from.truncate()
    }
}
impl PointOf for Dim3 {
    fn point() -> dim3::Collider {
        dim3::Collider::sphere(0.0)
    }
    fn vector(from: Vec3) -> Vec3 {
        from
    }
}

fn time_of_contact<D: Dimension>(case: &Case<D>) -> std::time::Duration {
    let start = std::time::Instant::now();
    std::hint::black_box(case.outer.pair(&case.body_at(case.at)).contact());
    start.elapsed()
}

fn print_rates(what: &str, rates: &Rates, mut times: Vec<(std::time::Duration, String)>) {
    times.sort();
    let [median, worst] = [times.len() / 2, times.len() - 1].map(|index| &times[index]);
    println!("{what}: {rates:?}; a contact takes {:?}, at worst {:?}", median.0, worst.0);
    if std::env::var("WAYS_SHOW").is_ok() {
        times.iter().rev().take(8).for_each(|(time, name)| println!("{time:?}: {name}"));
    }
}

pub fn number(name: &str, default: u32) -> u32 {
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(default)
}

/// A random outline, some ten units wide.
fn outline(random: &mut Random) -> (&'static str, Vec<Vec<Vec2>>) {
    let square = vec![Vec2::ZERO, Vec2::new(10.0, 0.0), Vec2::splat(10.0), Vec2::new(0.0, 10.0)];
    let mut inner = || Vec2::new(random.range(1.0, 9.0), random.range(1.0, 9.0));
    match random_choice(&mut inner) {
        0 => {
            let triangle = vec![inner(), inner(), inner()];
            ("a triangular hole", vec![square, triangle])
        }
        1 => {
            let (tip, width) = (inner(), 0.2 + 0.1 * inner().x);
            let notch = vec![
                Vec2::ZERO,
                Vec2::new(tip.x - width, 0.0),
                tip,
                Vec2::new(tip.x + width, 0.0),
                Vec2::new(10.0, 0.0),
                Vec2::splat(10.0),
                Vec2::new(0.0, 10.0),
            ];
            ("a notch", vec![notch])
        }
        _ => {
            let corners = 5 + random.below(12);
            let outer = star(random, Vec2::splat(5.0), [1.5, 7.0], corners);
            match random.below(3) {
                0 => ("a star", vec![outer]),
                1 => ("a ring", vec![outer, star(random, Vec2::splat(5.0), [0.5, 1.4], 6)]),
                _ => ("two stars", vec![outer, star(random, Vec2::new(7.0, 6.0), [0.5, 3.0], 7)]),
            }
        }
    }
}

fn random_choice(inner: &mut impl FnMut() -> Vec2) -> u32 {
    (inner().x * 1e4) as u32 % 3
}

/// Returns the longest side of a body: a few are larger than what they are in.
fn size(random: &mut Random) -> f32 {
    0.1 * 20.0_f32.powf(random.unit()) * if random.below(6) == 0 { 10.0 } else { 1.0 }
}

/// Returns where an outline or a mesh is: as it is, or turned, far away, and stretched or mirrored.
pub fn frame(random: &mut Random, turn: Quat) -> Transform {
    let mut side = || random.range(0.3, 1.5) * if random.below(3) == 0 { -1.0 } else { 1.0 };
    let scale = Vec3::new(side(), side(), side());
    let place = Vec3::new(random.range(-50.0, 50.0), random.range(-50.0, 50.0), 0.0);
    match random.below(4) {
        0 | 1 => Transform::IDENTITY,
        2 => at_point(place).with_rotation(turn),
        _ => Transform::from_rotation(turn).with_scale(scale),
    }
}

pub fn body2(random: &mut Random) -> (dim2::Collider, f32) {
    let size = size(random);
    let body = match random.below(6) {
        5 => dim2::Collider::hull((0..3).map(|index| Vec2::new(0.5, 0.2) * (index as f32 - 1.0) * size)),
        0 => dim2::Collider::circle(0.5 * size),
        1 => dim2::Collider::rectangle(size, size * random.range(0.1, 1.0)),
        2 => dim2::Collider::capsule(0.3 * size, 0.4 * size),
        3 => dim2::Collider::hull(
            (0..6).map(|_| Vec2::new(random.range(-0.5, 0.5), random.range(-0.5, 0.5)) * size),
        ),
        _ => dim2::Collider::circle(0.0),
    };
    (body, size)
}

/// Returns a body of several convex parts: a star, a fan of triangles, or a compound.
fn parts2(random: &mut Random) -> (dim2::Collider, f32) {
    let size = size(random);
    let corners = 3 + random.below(7);
    let star = star(random, Vec2::ZERO, [0.1 * size, 0.5 * size], corners);
    let body = match random.below(3) {
        0 => dim2::Collider::outline(star),
        1 => dim2::Collider::tri_mesh(
            star.into_iter().chain([Vec2::ZERO]),
            (0..corners).map(|index| [index, (index + 1) % corners, corners]),
        ),
        _ => dim2::Collider::compound((0..2 + random.below(3)).map(|_| {
            let at = at_xy(random.range(-0.5, 0.5) * size, random.range(-0.5, 0.5) * size);
            let width = 0.1 + 0.4 * random.unit();
            let part = match random.below(2) {
                0 => dim2::Collider::rectangle(size * width, 0.3 * size),
                _ => dim2::Collider::circle(0.5 * size * width),
            };
            (at, part)
        })),
    };
    (body, size)
}

/// Returns directions all around in 2D.
fn directions2() -> Vec<Vec3> {
    (0..144)
        .map(|index| Vec2::from_angle(index as f32 / 144.0 * core::f32::consts::TAU).extend(0.0))
        .collect()
}

/// Judges ways of random bodies out of random outlines.
fn judge_outlines(what: &str, body: impl Fn(&mut Random) -> (dim2::Collider, f32), cases: u32, one_of: u32) {
    let mut random = Random(number("WAYS_SEED", 7).into());
    let directions = directions2();
    let mut rates = Rates::default();
    let mut times = vec![];
    while rates.contacts < cases {
        let (name, contours) = outline(&mut random);
        let turn = Quat::from_rotation_z(random.range(0.0, 6.3));
        let frame = frame(&mut random, turn);
        let Ok(outer) = dim2::Collider::outlines(contours.clone()).placed(frame) else { continue };
        for _ in 0..4 {
            let (body, size) = body(&mut random);
            let at = frame * Vec3::new(random.range(-1.0, 11.0), random.range(-1.0, 11.0), 0.0);
            let rotation = Quat::from_rotation_z(random.range(0.0, 6.3));
            let case =
                Case::<Dim2> { outer: outer.clone(), body: body.clone(), at, rotation, sizes: [size, 12.0] };
            let name = format!("{name} {frame:?} {contours:?} {body:?}");
            times.push((time_of_contact(&case), name.clone()));
            check(&case, &directions, 0.01, &mut rates, &name);
        }
    }
    print_rates(what, &rates, times);
    rates.check(one_of);
}

#[test]
fn no_way_out_of_an_outline_is_shorter() {
    judge_outlines("outlines", body2, number("WAYS_OUT", 300), 200);
}

#[test]
fn no_way_of_several_parts_out_of_an_outline_is_shorter() {
    judge_outlines("parts in outlines", parts2, number("WAYS_OUT", 300) / 3, 50);
}

pub fn random_rotation(random: &mut Random) -> Quat {
    let mut angle = || random.range(0.0, 6.3);
    Quat::from_euler(EulerRot::XYZ, angle(), angle(), angle())
}

fn mesh(random: &mut Random) -> (&'static str, ClosedMesh) {
    match random.below(6) {
        0 => ("a bumpy ball", ClosedMesh::bumpy_ball(24, 12, random.range(0.0, 0.4)).moved(3.0, Vec3::ZERO)),
        1 => ("a torus", ClosedMesh::torus(2.5, random.range(0.5, 1.5), 16, 10)),
        2 => (
            "a star",
            ClosedMesh::star(5 + random.below(3), random.range(0.2, 0.8), 0.5).moved(3.0, Vec3::ZERO),
        ),
        3 => {
            let hole = ClosedMesh::star(3 + random.below(3), random.range(0.3, 0.8), 0.7).turned();
            let hole = hole.moved(random.range(0.5, 1.5), Vec3::new(random.range(-1.0, 1.0), 0.3, -0.2));
            ("a cavity", ClosedMesh::cuboid(Vec3::splat(-3.0), Vec3::splat(3.0)).with(hole))
        }
        4 => ("a cuboid", ClosedMesh::cuboid(Vec3::new(-3.0, -2.0, -1.0), Vec3::new(3.0, 2.0, 1.0))),
        _ => ("a fine ball", ClosedMesh::bumpy_ball(60, 30, random.range(0.0, 0.3)).moved(3.0, Vec3::ZERO)),
    }
}

pub fn body3(random: &mut Random) -> (dim3::Collider, f32) {
    let size = size(random);
    let mut corner =
        || Vec3::new(random.range(-0.5, 0.5), random.range(-0.5, 0.5), random.range(-0.5, 0.5)) * size;
    let hull: Vec<_> = (0..8).map(|_| corner()).collect();
    let body = match random.below(8) {
        6 => dim3::Collider::cuboid(size, 0.0, 0.3 * size),
        7 => dim3::Collider::segment(Vec3::ZERO, Vec3::X * size),
        0 => dim3::Collider::sphere(0.5 * size),
        1 => dim3::Collider::cuboid(size, size * random.range(0.1, 1.0), size * random.range(0.1, 1.0)),
        2 => dim3::Collider::capsule(0.3 * size, 0.4 * size),
        3 => dim3::Collider::hull(hull),
        4 => dim3::Collider::cylinder(0.3 * size, 0.5 * size),
        _ => dim3::Collider::sphere(0.0),
    };
    (body, size)
}

/// Returns a body of several convex parts: a closed mesh or a compound.
fn parts3(random: &mut Random) -> (dim3::Collider, f32) {
    let size = size(random);
    let mut along = || random.range(-0.5, 0.5) * size;
    let corners = [(); 4].map(|()| Vec3::new(along(), along(), along()));
    let [a, b, c, d] = corners;
    let inward = (b - a).cross(c - a).dot(d - a) < 0.0;
    let tetrahedron = ClosedMesh {
        vertices: corners.to_vec(),
        triangles: vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
        is_filled: false,
    };
    let body = match random.below(4) {
        0 => if inward { tetrahedron.turned() } else { tetrahedron }.collider(),
        1 => ClosedMesh::cuboid(Vec3::splat(-0.5 * size), Vec3::new(0.5, 0.3, 0.1) * size).collider(),
        2 => ClosedMesh::star(5, 0.3 + 0.5 * random.unit(), 0.4).moved(0.5 * size, Vec3::ZERO).collider(),
        _ => dim3::Collider::compound((0..2 + random.below(2)).map(|_| {
            let mut along = || random.range(-0.5, 0.5) * size;
            let at = Transform::from_xyz(along(), along(), along());
            let width = size * (0.1 + 0.4 * random.unit());
            let part = match random.below(2) {
                0 => dim3::Collider::cuboid(width, 0.5 * size, 0.3 * size),
                _ => dim3::Collider::sphere(0.5 * width),
            };
            (at, part)
        })),
    };
    (body, size)
}

/// Returns directions all around, about as far from each other.
fn directions3() -> Vec<Vec3> {
    let direction = |index: u16| {
        let (index, height) = (f32::from(index), 1.0 - (2.0 * f32::from(index) + 1.0) / 400.0);
        let ring = Vec2::from_angle(2.399_963_3 * index) * (1.0 - height * height).sqrt();
        Vec3::new(ring.x, height, ring.y)
    };
    (0..400).map(direction).collect()
}

/// Judges ways of random bodies out of random closed meshes.
fn judge_meshes(what: &str, body: impl Fn(&mut Random) -> (dim3::Collider, f32), cases: u32, one_of: u32) {
    let mut random = Random(number("WAYS_SEED", 7).into());
    let directions = directions3();
    let mut rates = Rates::default();
    let mut times = vec![];
    while rates.contacts < cases {
        let (name, mesh) = mesh(&mut random);
        let turn = random_rotation(&mut random);
        let frame = frame(&mut random, turn);
        let Ok(outer) = mesh.collider().placed(frame) else { continue };
        for _ in 0..4 {
            let (body, size) = body(&mut random);
            let mut along = || random.range(-3.3, 3.3);
            let at = frame * Vec3::new(along(), along(), along());
            let rotation = random_rotation(&mut random);
            let case =
                Case::<Dim3> { outer: outer.clone(), body: body.clone(), at, rotation, sizes: [size, 6.0] };
            let name = format!("{name} {frame:?} {body:?}");
            times.push((time_of_contact(&case), name.clone()));
            check(&case, &directions, 0.05, &mut rates, &name);
        }
    }
    print_rates(what, &rates, times);
    rates.check(one_of);
}

#[test]
fn no_way_out_of_a_closed_mesh_is_shorter() {
    judge_meshes("meshes", body3, number("WAYS_OUT", 300) / 6, 20);
}

#[test]
fn no_way_of_several_parts_out_of_a_closed_mesh_is_shorter() {
    judge_meshes("parts in meshes", parts3, number("WAYS_OUT", 300) / 15, 10);
}

/// What pushes are judged by.
struct Pushes<D: Dimension> {
    level: fn(&mut Random) -> (String, D::Collider),
    /// The corners of a box around levels.
    around: [f32; 2],
    body: fn(&mut Random) -> (D::Collider, f32),
    turn: fn(&mut Random) -> Quat,
    /// The directions in which a shorter push is searched, and by how much longer than it a push may be.
    directions: Vec<Vec3>,
    tolerance: f32,
    /// At most one of this many pushes may be longer than another way out, or find none.
    one_of: u32,
}

impl<D: PointOf> Pushes<D>
where
    D::Vector: Into3,
{
    /// A push leaves the skin, and is no longer than four sizes of the body unless the center of the body is inside.
    /// The center passes through nothing that it enters from the open.
    fn judge(&self, what: &str, cases: u32) {
        let mut random = Random(number("WAYS_SEED", 7).into());
        let settings = MoveSettings::default();
        let (mut pushes, mut longer, mut inside, mut held) = (0, 0, 0, 0);
        while pushes < cases {
            let (name, collider) = (self.level)(&mut random);
            let turn = (self.turn)(&mut random);
            let frame = frame(&mut random, turn);
            let Ok(outer) = PlacedShape::<D>::new(&collider, frame) else { continue };
            let mut app = app();
            app.spawn((collider, frame));
            let query = app.query_after_update::<D>();
            for _ in 0..4 {
                let (body, size) = (self.body)(&mut random);
                let mut along = || random.range(self.around[0], self.around[1]);
                let at = frame * D::vector(Vec3::new(along(), along(), along())).into3();
                let rotation = (self.turn)(&mut random);
                let case = Case::<D> { outer: outer.clone(), body, at, rotation, sizes: [size, 12.0] };
                let clearance = |at: Vec3| case.outer.pair(&case.body_at(at)).distance();
                let shape = case.body.prepare().unwrap();
                let shape = shape.convex().unwrap();
                let pose = D::affine(&at_point(at).with_rotation(rotation).into());
                if clearance(at) >= settings.skin || shape.size().half_extents.max_element() == 0.0 {
                    continue;
                }
                pushes += 1;
                let pushed = query.depenetrate(shape, pose, &settings, &QueryFilter::ALL);
                let least = settings.skin * (1.0 - 1.0 / 256.0) - 8.0 * f32::EPSILON * at.abs().max_element();
                let bounds = shape.placed(pose).aabb();
                let center = (bounds.min + bounds.max) * 0.5;
                let is_in = |at: D::Vector| query.containing(at, &QueryFilter::ALL).is_some();
                let size_of_body = (bounds.max - bounds.min).max_element();
                let limit = if is_in(center) { f32::INFINITY } else { 4.0 * size_of_body };
                let passes = |way: Vec3| {
                    let mut was_out = false;
                    (0..=32).any(|step| {
                        let inside = is_in(center + D::vector(way) * (step as f32 / 32.0));
                        was_out |= !inside;
                        was_out && inside
                    })
                };
                let arrived = pushed.end == MoveEnd::Arrived;
                let length = if arrived { pushed.pushed.into3().length() } else { limit.min(30.0) };
                let most = (length - 4e-4 * size.max(1.0)) / (1.0 + self.tolerance);
                let shorter = self.directions.iter().find_map(|&direction| {
                    let ways = (1..=24).map(|step| direction * most * (step as f32 / 24.0));
                    ways.into_iter().find(|&way| clearance(at + way) >= settings.skin && !passes(way))
                });
                let is_inside = arrived && clearance(at + pushed.pushed.into3()) < least;
                inside += u32::from(is_inside);
                longer += u32::from(arrived && shorter.is_some());
                held += u32::from(!arrived && shorter.is_some());
                if std::env::var("WAYS_SHOW").is_ok() && (is_inside || shorter.is_some()) {
                    let of_shorter = shorter.map(Vec3::length);
                    println!(
                        "push: {name} {frame:?} {:?} at {at} {rotation}: {pushed:?}, inside {is_inside}, shorter \
                         {shorter:?} {of_shorter:?}",
                        case.body,
                    );
                }
            }
        }
        println!("pushes out of {what}: {pushes}, {longer} longer, {inside} not out, {held} held");
        assert_eq!(inside, 0);
        assert!((longer + held) * self.one_of <= pushes, "{longer} longer and {held} held of {pushes}");
    }
}

#[test]
fn no_push_out_of_an_outline_is_shorter() {
    let pushes = Pushes::<Dim2> {
        level: |random| {
            let (name, contours) = outline(random);
            (format!("{name} {contours:?}"), dim2::Collider::outlines(contours))
        },
        around: [-1.0, 11.0],
        body: body2,
        turn: |random| Quat::from_rotation_z(random.range(0.0, 6.3)),
        directions: directions2(),
        tolerance: 0.01,
        one_of: 50,
    };
    pushes.judge("outlines", number("WAYS_OUT", 300) / 3);
}

#[test]
fn no_push_out_of_a_closed_mesh_is_shorter() {
    let pushes = Pushes::<Dim3> {
        level: |random| {
            let (name, mesh) = mesh(random);
            (name.into(), mesh.collider())
        },
        around: [-3.3, 3.3],
        body: body3,
        turn: random_rotation,
        directions: directions3(),
        tolerance: 0.05,
        one_of: 20,
    };
    pushes.judge("closed meshes", number("WAYS_OUT", 300) / 6);
}
