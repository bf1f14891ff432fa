//! What a closed mesh of 100,000 triangles costs: making it, asking whether a point is inside, and a frame of 100 balls in and around
//! it, beside the same triangles without an inside. And what a contact with one of 20,000 triangles costs: the way out.
//!
//!     cargo bench --bench solids

#[allow(dead_code)]
mod common;

use std::hint::black_box;
use std::time::Instant;

use bevy_app::App;
use bevy_app::prelude::*;
use bevy_ecs::schedule::SingleThreadedExecutor;
use bevy_gjk::dim3::prelude::*;
use bevy_math::Vec3;
use bevy_transform::prelude::*;

use common::{Random, cpu_time};

/// The rows and columns of the rock, two triangles each, and those of the one for contacts.
const SIZE: [u32; 2] = [224, 224];
const SIZE_FOR_CONTACTS: [u32; 2] = [80, 128];
const BALLS: u32 = 100;
const FRAMES: u32 = 200;

/// A rock: a sphere of latitudes with bumps.
fn rock([rows, columns]: [u32; 2]) -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let point = |row: u32, column: u32| {
        let latitude = core::f32::consts::PI * (row as f32 / rows as f32 - 0.5);
        let longitude = core::f32::consts::TAU * column as f32 / columns as f32;
        let is_pole = row == 0 || row == rows;
        let ring = if is_pole { 0.0 } else { latitude.cos() };
        let direction = Vec3::new(ring * longitude.cos(), latitude.sin(), ring * longitude.sin());
        direction * (10.0 + if is_pole { 0.0 } else { (9.0 * longitude).sin() * (7.0 * latitude).cos() })
    };
    let vertices = (0..=rows).flat_map(|row| (0..columns).map(move |column| point(row, column))).collect();
    let at = |row: u32, column: u32| row * columns + column % columns;
    let quads = (0..rows).flat_map(|row| (0..columns).map(move |column| [row, column]));
    let triangles = quads.flat_map(|[row, column]| {
        let [a, b, c, d] =
            [at(row, column), at(row + 1, column), at(row + 1, column + 1), at(row, column + 1)];
        [[a, b, c], [a, c, d]]
    });
    (vertices, triangles.collect())
}

/// Returns how long a frame takes in which all balls move, in microseconds, and how many touch at last.
fn frames(rock: Collider) -> (f64, usize) {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TransformPlugin, CollisionPlugin::default()));
    app.edit_schedule(PostUpdate, |schedule| _ = schedule.set_executor(SingleThreadedExecutor::new()));
    app.world_mut().spawn((rock, Transform::default()));
    let mut random = Random(5);
    let balls: Vec<_> = (0..BALLS)
        .map(|_| {
            let place = Transform::from_translation(random.point(20.0));
            app.world_mut().spawn((Collider::sphere(0.4), place)).id()
        })
        .collect();
    let mut frame = |app: &mut App| {
        for &ball in &balls {
            let step = random.point(0.2);
            app.world_mut().get_mut::<Transform>(ball).unwrap().translation += step;
        }
        let start = cpu_time();
        app.update();
        (cpu_time() - start).as_secs_f64() * 1e6
    };
    (0..40).for_each(|_| _ = frame(&mut app));
    let mut times: Vec<f64> = (0..FRAMES).map(|_| frame(&mut app)).collect();
    times.sort_by(f64::total_cmp);
    (times[times.len() / 2], app.world().resource::<Collisions>().iter().count())
}

/// Prints how long the contacts of bodies of one size take that are anywhere in the rock and around it.
fn contacts(rock: &PlacedShape, size: f32) {
    let mut random = Random(11);
    let bodies = [
        Collider::sphere(0.5 * size),
        Collider::cuboid(size, 0.6 * size, 0.8 * size),
        Collider::capsule(0.25 * size, 0.5 * size),
    ];
    let mut times = Vec::new();
    let mut capped = 0;
    for body in bodies.iter().cycle().take(300) {
        let body = body.placed(Transform::from_translation(random.point(20.0))).unwrap();
        // The least of three is what it takes on a quiet machine.
        let measure = || {
            let start = Instant::now();
            let contact = black_box(rock.pair(&body).contact());
            (start.elapsed().as_secs_f64() * 1e6, contact)
        };
        let [(one, contact), (two, _), (three, _)] = [(); 3].map(|()| measure());
        let time = one.min(two).min(three);
        if let Some(contact) = contact {
            times.push(time);
            capped += u32::from(contact.status != gjk::Status::Converged);
        }
    }
    times.sort_by(f64::total_cmp);
    let (count, worst) = (times.len(), times[times.len() - 1]);
    let (mean, median) = (times.iter().sum::<f64>() / count as f64, times[count / 2]);
    println!(
        "a contact of a body of {size}: {mean:.0} us in the mean, {median:.0} in the median, {worst:.0} at worst; {capped} of {count} capped"
    );
}

fn main() {
    let (vertices, triangles) = rock(SIZE);
    println!("{} triangles", triangles.len());
    let solid = Collider::solid(vertices.clone(), triangles.clone());
    let surface = Collider::tri_mesh(vertices, triangles);
    for (name, collider) in [("an inside", &solid), ("a surface", &surface)] {
        let start = Instant::now();
        black_box(collider.placed(Transform::IDENTITY).unwrap());
        println!("with {name}: made in {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    }
    let placed = solid.placed(Transform::from_rotation(bevy_math::Quat::from_rotation_y(0.3))).unwrap();
    let mut random = Random(7);
    let points: Vec<_> = (0..20_000)
        .map(|_| Collider::sphere(0.0).placed(Transform::from_translation(random.point(22.0))).unwrap())
        .collect();
    let start = cpu_time();
    let inside = points.iter().filter(|point| black_box(placed.pair(point).intersects())).count();
    let each = (cpu_time() - start).as_secs_f64() * 1e6 / points.len() as f64;
    println!("is a point inside: {each:.2} us, {inside} of {} are", points.len());
    for _ in 0..2 {
        for (name, collider) in [("an inside", &solid), ("a surface", &surface)] {
            let (time, touching) = frames(collider.clone());
            println!("a frame of {BALLS} balls, with {name}: {time:.0} us, {touching} touch");
        }
    }
    let (vertices, triangles) = rock(SIZE_FOR_CONTACTS);
    println!("{} triangles", triangles.len());
    let placed = Collider::solid(vertices, triangles).placed(Transform::IDENTITY).unwrap();
    for size in [0.33, 1.0, 3.3] {
        contacts(&placed, size);
    }
}
