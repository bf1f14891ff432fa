//! Contacts are computed when they are read: the same bits however often, and without an effect on the next run.

use bevy_gjk::queries::TouchContact;
use dim2::prelude::*;

use crate::common::basics::*;

#[test]
fn the_contact_of_a_lasting_touch_is_that_of_the_last_run() {
    let mut app = app();
    let zone = app.spawn(Collider::circle(1.0));
    let walker = app.spawn((Collider::circle(1.0), at_x(1.5)));
    let depth = |app: &App| app.resource::<Collisions>().get(zone, walker).unwrap().contact().depth;
    assert_eq!(step2(&mut app), starts(zone, walker));
    assert!((depth(&app) - 0.5).abs() < 1e-6);
    // Their inscribed spheres overlap, so that the pair is not tested again.
    for x in [1.0, 0.25, 1.9] {
        assert_eq!(app.step_at(walker, at_x(x)), NOTHING);
        assert!((depth(&app) - (2.0 - x)).abs() < 1e-6, "{x}");
    }
    assert_eq!(app.step_at(walker, at_x(2.1)), ends(zone, walker, EndReason::Separated));
    assert!(app.resource::<Collisions>().get(zone, walker).is_none());
}

/// How a run reads contacts.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Read {
    Never,
    Some,
    All,
}

/// Moves shapes about, and returns the events of all frames and the contacts of the last one.
fn run<D: Dimension>(
    read: Read,
    shape: &dyn Fn(&mut Random) -> D::Collider,
    space: Vec3,
) -> (Vec<Vec<bevy_gjk::CollisionEvent<D>>>, Vec<TouchContact<D>>) {
    let mut app = app();
    let (mut random, mut reader) = (Random(33), Random(7));
    let all: Vec<_> = (0..150).map(|_| app.spawn(shape(&mut random))).collect();
    let mut frames = Vec::new();
    let mut contacts = Vec::new();
    for frame in 0..60 {
        for &entity in &all {
            // In some frames little moves, so that touches last.
            if frame % 3 == 0 || random.below(4) == 0 {
                let mut place = anywhere::<D>(&mut random, 4.0, false);
                place.translation *= space;
                set(&mut app, entity, place);
            }
        }
        frames.push(step::<D>(&mut app));
        let collisions = app.resource::<bevy_gjk::Collisions<D>>();
        match read {
            Read::Never => {}
            Read::Some => {
                for touch in collisions.iter().filter(|_| reader.below(3) == 0) {
                    assert_eq!(touch.contact(), touch.contact());
                }
            }
            Read::All => {
                collisions.contacts(&mut contacts);
                for TouchContact { a, b, contact, .. } in &contacts {
                    assert_eq!(collisions.get(*b, *a).unwrap().contact().flipped(), *contact);
                }
                assert_eq!(collisions.iter().count(), contacts.len());
            }
        }
    }
    app.resource::<bevy_gjk::Collisions<D>>().contacts(&mut contacts);
    (frames, contacts)
}

#[test]
fn reading_contacts_changes_neither_events_nor_contacts() {
    let flat = |random: &mut Random| match random.below(4) {
        0 => Collider::circle(random.range(0.2, 1.0)),
        1 => Collider::rectangle(random.range(0.2, 2.0), random.range(0.2, 2.0)),
        2 => Collider::capsule(random.range(0.1, 0.5), random.range(0.2, 2.0)),
        _ => Collider::regular_polygon(random.range(0.2, 1.0), 3 + random.below(6)),
    };
    let solid = |random: &mut Random| match random.below(4) {
        0 => dim3::Collider::sphere(random.range(0.2, 1.0)),
        1 => dim3::Collider::cuboid(random.range(0.2, 2.0), random.range(0.2, 2.0), random.range(0.2, 2.0)),
        2 => dim3::Collider::cylinder(random.range(0.2, 1.0), random.range(0.2, 2.0)),
        _ => dim3::Collider::cone(random.range(0.2, 1.0), random.range(0.2, 2.0)),
    };
    let [plane, space] = [Vec3::new(1.0, 1.0, 0.0), Vec3::splat(0.5)];
    let in_2d = |read| run::<Dim2>(read, &flat, plane);
    let in_3d = |read| run::<Dim3>(read, &solid, space);
    let never = (in_2d(Read::Never), in_3d(Read::Never));
    assert!(never.0.1.len() > 50 && never.1.1.len() > 50);
    for read in [Read::Some, Read::All] {
        assert!(in_2d(read) == never.0, "{read:?} in 2D");
        assert!(in_3d(read) == never.1, "{read:?} in 3D");
    }
}

/// Enough touches that they are read on all threads.
#[test]
fn many_contacts_are_read_as_one_by_one() {
    let mut app = app_with(CollisionPlugin::default());
    for index in 0..1500_u16 {
        let [x, y] = [index % 40, index / 40].map(|at| 0.9 * f32::from(at));
        app.spawn((Collider::regular_polygon(0.5, 5), at_xy(x, y)));
    }
    app.update();
    let collisions = app.resource::<Collisions>();
    let mut contacts = Vec::new();
    collisions.contacts(&mut contacts);
    assert!(contacts.len() > 1500);
    for (read, touch) in contacts.iter().zip(collisions.iter()) {
        assert_eq!(([read.a, read.b], read.contact), ([touch.entity, touch.other], touch.contact()));
    }
}
