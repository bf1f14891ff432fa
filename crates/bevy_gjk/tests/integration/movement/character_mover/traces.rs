//! The trace of a character says what it did, and why it is stuck.

use bevy_gjk::trace::{MoveEvent, MoveTrace, StepRefusal, SweepPurpose};

use super::prelude::*;

/// A person at the origin of a floor, whose moves are recorded.
fn person_on_floor() -> (Level<Dim3>, Entity) {
    let mut level = Level::<Dim3>::new();
    let floor = level.floor();
    level.app.insert(floor, Name::new("floor"));
    let character = level.character(mover(), person(), at_xy(0.0, SOLE));
    level.app.insert(character, MoveTrace::<Dim3>::default());
    (level, character)
}

fn named_cuboid(level: &mut Level<Dim3>, name: &'static str, center: Vec3, size: Vec3) -> Entity {
    let entity = level.cuboid(center, size);
    level.app.insert(entity, Name::new(name));
    entity
}

/// Runs a frame in which a character is to go this way, and returns the trace.
fn traced(level: &mut Level<Dim3>, character: Entity, way: Vec3) -> MoveTrace<Dim3> {
    level.step(character, way);
    level.get(character)
}

/// Walks one metre to the right, and returns the trace.
fn walk(level: &mut Level<Dim3>, character: Entity) -> MoveTrace<Dim3> {
    traced(level, character, Vec3::new(1.0, -0.05, 0.0))
}

fn blockers(trace: &MoveTrace<Dim3>) -> Vec<Entity> {
    trace.blockers().collect()
}

#[track_caller]
fn assert_says(text: &str, words: &[&str]) {
    words.iter().for_each(|word| assert!(text.contains(word), "not {word:?}: {text}"));
}

#[test]
fn a_trace_says_that_a_step_is_too_high() {
    let (mut level, character) = person_on_floor();
    let block = named_cuboid(&mut level, "block", Vec3::new(1.0, 0.5, 0.0), Vec3::new(1.0, 1.0, 4.0));
    let trace = walk(&mut level, character);
    assert_eq!(trace.end(), Some(MoveEnd::Blocked));
    assert_eq!(trace.step_refusal(), Some(StepRefusal::TooHigh(block)));
    assert_eq!(blockers(&trace), [block]);
    let text = trace.to_string();
    let first = text.lines().next().unwrap();
    assert!(first.starts_with("It is blocked: "), "{text}");
    assert_says(first, &["\"block\" is in the way.", "it is too high"]);
    // The attempt is recorded, and marked as not taken.
    let sweeps = trace.events().iter().filter_map(MoveEvent::sweep);
    let attempt: Vec<_> = sweeps.filter(|sweep| sweep.is_of_step()).collect();
    let ends = [&attempt[0], attempt.last().unwrap()];
    assert_eq!(ends.map(|sweep| sweep.purpose), [SweepPurpose::StepUp, SweepPurpose::StepDown]);
    assert!(attempt.iter().all(|sweep| !sweep.is_taken));
    assert_near(attempt[0].moved.y, 0.3, 1e-6);
}

#[test]
fn a_trace_says_that_no_step_is_tried_in_the_air() {
    let (mut level, character) = person_on_floor();
    let block = named_cuboid(&mut level, "block", Vec3::new(1.0, 2.0, 0.0), Vec3::new(1.0, 4.0, 4.0));
    level.set(character, at_xy(0.0, SOLE + 1.0));
    level.step(character, Vec3::new(0.0, 0.01, 0.0));
    let trace = walk(&mut level, character);
    assert_eq!(trace.end(), Some(MoveEnd::Arrived));
    assert!(trace.to_string().starts_with("It arrived; "), "{trace}");
    assert!(trace.summary().to_string().ends_with("\"block\" turned its motion."), "it fell on: {trace}");
    let trace = traced(&mut level, character, Vec3::X);
    assert_eq!(blockers(&trace), [block], "{trace}");
    assert!(trace.summary().to_string().ends_with("so no step was tried."), "{trace}");
}

#[test]
fn a_trace_says_why_a_step_is_not_climbed() {
    let (mut level, character) = person_on_floor();
    level.cuboid(Vec3::new(1.5, 0.125, 0.0), Vec3::new(2.0, 0.25, 4.0));
    let lintel = level.cuboid(Vec3::Y * (2.0 * SOLE + 0.1 + 0.5), Vec3::new(4.0, 1.0, 4.0));
    let trace = walk(&mut level, character);
    assert_eq!(trace.step_refusal(), Some(StepRefusal::NoRoomAbove(lintel)), "{trace}");
    assert_says(&trace.to_string(), &["no room above: "]);

    let (mut level, character) = person_on_floor();
    // A roof of 60 degrees, whose eaves are 0.2 above the floor.
    let turn = Quat::from_rotation_z(60f32.to_radians());
    let center = Vec3::new(0.6, 0.2, 0.0) + turn * Vec3::new(2.0, -0.5, 0.0);
    let roof = level.obstacle(dim3::Collider::cuboid(4.0, 1.0, 4.0), at_point(center).with_rotation(turn));
    level.cuboid(Vec3::new(0.55, 0.1, 0.0), Vec3::new(0.1, 0.2, 4.0));
    let refusals = [(); 4].map(|()| walk(&mut level, character).step_refusal());
    assert!(refusals.contains(&Some(StepRefusal::TooSteep(roof))), "{refusals:?}");

    let mut level = Level::<Dim3>::new();
    // A floor that ends at a rail; behind it there is a pit.
    level.cuboid(Vec3::new(-5.0, -0.5, 0.0), Vec3::new(11.0, 1.0, 4.0));
    let rail = level.cuboid(Vec3::new(0.475, 0.1, 0.0), Vec3::new(0.05, 0.2, 4.0));
    let character = level.character(mover(), person(), at_xy(-0.5, SOLE));
    level.app.insert(character, MoveTrace::<Dim3>::default());
    let trace = traced(&mut level, character, Vec3::new(2.0, -0.05, 0.0));
    assert_eq!(trace.step_refusal(), Some(StepRefusal::NoGround), "{trace}");
    assert_says(&trace.to_string(), &["nothing to stand on"]);
    assert_eq!(blockers(&trace), [rail]);
}

#[test]
fn a_trace_of_a_step_leads_over_its_edge() {
    let (mut level, character) = person_on_floor();
    let step = level.cuboid(Vec3::new(1.5, 0.125, 0.0), Vec3::new(2.0, 0.25, 4.0));
    let trace = walk(&mut level, character);
    assert_eq!((trace.end(), trace.step_refusal()), (Some(MoveEnd::Arrived), None), "{trace}");
    let taken = trace.events().iter().find_map(|event| match event {
        MoveEvent::Step(step) => step.to.map(|to| (step.obstacle, to)),
        _ => None,
    });
    let (obstacle, to) = taken.unwrap();
    assert_eq!(obstacle, step);
    assert_near(to.y, SOLE + 0.25, 1e-3);
    // The slide along the edge is given up for it.
    let mut walks = trace.events().iter().filter_map(MoveEvent::sweep);
    let last = walks.rfind(|sweep| sweep.purpose == SweepPurpose::Walk && sweep.is_taken).unwrap();
    assert!(last.hit.is_some_and(|hit| hit.entity == step), "{trace}");
    assert_near(trace.translation(), level.place(character), 1e-6);
}

#[test]
fn a_trace_says_what_stops_a_character_in_a_corner() {
    let (mut level, character) = person_on_floor();
    let east = named_cuboid(&mut level, "east", Vec3::new(1.0, 2.0, 0.0), Vec3::new(1.0, 4.0, 8.0));
    let north = named_cuboid(&mut level, "north", Vec3::new(0.0, 2.0, 1.0), Vec3::new(8.0, 4.0, 1.0));
    let trace = traced(&mut level, character, Vec3::new(2.0, -0.05, 1.9));
    assert_eq!(trace.end(), Some(MoveEnd::Blocked), "{trace}");
    assert_eq!(BTreeSet::from_iter(blockers(&trace)), BTreeSet::from([east, north]), "{trace}");
    assert_eq!(blockers(&trace).len(), 2);
    let text = trace.to_string();
    let first = text.lines().next().unwrap();
    assert_says(first, &["\"east\"", "\"north\"", " are in the way"]);
    assert!(!first.contains("\"floor\""), "the ground is not in the way: {text}");
}

#[test]
fn a_trace_is_empty_without_a_motion_and_without_a_run() {
    let (mut level, character) = person_on_floor();
    let trace: MoveTrace<Dim3> = level.get(character);
    assert!(trace.is_empty() && trace.end().is_none());
    assert_eq!(trace.to_string(), "No move is recorded.\n");
    level.walk(character, Vec3::ZERO, 3);
    let trace: MoveTrace<Dim3> = level.get(character);
    assert!(trace.is_empty() && trace.end() == Some(MoveEnd::Arrived), "{trace}");
    assert!(trace.to_string().starts_with("It was not to go anywhere"), "{trace}");
    assert!(!walk(&mut level, character).is_empty());
}

#[test]
fn a_trace_says_why_a_character_is_not_moved() {
    let (mut level, character) = person_on_floor();
    level.app.insert(character, ColliderDisabled);
    assert_eq!(walk(&mut level, character).to_string(), "It was not moved: its collider is disabled.\n");
    level.app.remove::<ColliderDisabled>(character);
    level.app.insert(character, CharacterMover { up: Vec3::ZERO, ..mover() });
    assert_eq!(walk(&mut level, character).to_string(), "It was not moved: its up is zero or not finite.\n");
    level.app.insert(character, mover());
    assert!(!walk(&mut level, character).is_empty());
}

#[test]
fn a_trace_says_what_carries_and_what_crushes() {
    let (mut level, character) = person_on_floor();
    let lift = named_cuboid(&mut level, "lift", Vec3::new(0.0, 0.05, 0.0), Vec3::new(3.0, 0.1, 3.0));
    level.app.update();
    level.step(character, Vec3::ZERO);
    level.set(lift, at_xy(0.0, 0.25));
    let trace = traced(&mut level, character, Vec3::ZERO);
    let Some(MoveEvent::Pushed(push)) = trace.events().first() else { panic!("{trace}") };
    assert_eq!((push.ground, push.end), (Some(lift), MoveEnd::Arrived), "{trace}");
    assert_near(push.moved.y, 0.2, 1e-4);
    assert_says(&trace.to_string(), &["\"lift\" carries it by (0, 0.200, 0)"]);
    let ceiling = named_cuboid(&mut level, "ceiling", Vec3::new(0.0, 3.0, 0.0), Vec3::new(3.0, 1.0, 3.0));
    level.app.update();
    level.set(lift, at_xy(0.0, 0.75));
    let trace = traced(&mut level, character, Vec3::ZERO);
    let Some(MoveEnd::Crushed(pair)) = trace.end() else { panic!("{trace}") };
    assert!(pair.contains(&lift) && pair.contains(&ceiling));
    assert_says(&trace.to_string(), &["\"lift\"", "\"ceiling\"", "leave it no room"]);
}

#[test]
fn a_trace_in_2d_tells_a_fall_through_a_one_way_platform() {
    let mut level = Level::<Dim2>::new();
    level.obstacle(dim2::Collider::rectangle(200.0, 16.0), at_xy(0.0, -8.0));
    let platform = level.one_way(dim2::Collider::rectangle(64.0, 4.0), at_xy(0.0, 32.0));
    let mover = CharacterMover::for_height(20.0).with_skin(0.1);
    let hero = level.character(mover, dim2::Collider::rectangle(12.0, 20.0), at_xy(0.0, 10.1));
    level.app.insert(hero, MoveTrace::<Dim2>::default());
    // Up through it, in one move.
    level.step(hero, Vec2::Y * 60.0);
    let trace: MoveTrace<Dim2> = level.get(hero);
    assert_eq!(trace.end(), Some(MoveEnd::Arrived), "{trace}");
    let sweeps = trace.events().iter().filter_map(MoveEvent::sweep);
    let passes = sweeps.filter(|sweep| sweep.response == Some(MoveResponse::Pass));
    assert_eq!(passes.count(), 1, "{trace}");
    assert_says(&trace.to_string(), &["and passes through"]);
    // Down onto it.
    level.step(hero, Vec2::Y * -60.0);
    let trace: MoveTrace<Dim2> = level.get(hero);
    assert_says(&trace.to_string(), &[&platform.to_string()]);
    assert_near(trace.translation().y, 34.0 + 10.1, 1e-3);
}

/// A crowd over random ground, with steps, walls and a lift, each with a trace or none.
fn states_of_a_crowd(is_traced: bool) -> Vec<(Vec3, MoverState<Dim3>)> {
    let mut level = Level::<Dim3>::new();
    let mut random = Random(7);
    level.floor();
    let mut range = |half: f32| random.range(-half, half);
    for _ in 0..120 {
        let size = Vec3::new(1.0 + range(0.9), 0.5 + range(0.45), 1.0 + range(0.9));
        let turn = Quat::from_rotation_y(range(3.0)) * Quat::from_rotation_x(range(0.6));
        let place = Transform::from_xyz(range(8.0), range(0.4), range(8.0)).with_rotation(turn);
        level.obstacle(dim3::Collider::cuboid(size.x, size.y, size.z), place);
    }
    let lift = level.cuboid(Vec3::ZERO, Vec3::new(4.0, 0.5, 4.0));
    let mut spawn = |_| level.spawn((mover(), person(), Transform::from_xyz(range(6.0), 2.0, range(6.0))));
    let people: Vec<Entity> = (0..20).map(&mut spawn).collect();
    if is_traced {
        people.iter().for_each(|&entity| level.app.insert(entity, MoveTrace::<Dim3>::default()));
    }
    let mut events = 0;
    for frame in 0..120 {
        let phase = frame as f32 * 0.1;
        level.set(lift, at_xy(0.0, 0.5 * phase.sin()).with_rotation(Quat::from_rotation_y(phase)));
        for (index, &entity) in people.iter().enumerate() {
            let way = Quat::from_rotation_y(index as f32 + 0.01 * frame as f32) * Vec3::new(0.12, -0.08, 0.0);
            level.change(entity, |motion: &mut dim3::MoverMotion| motion.displacement = way);
        }
        level.app.update();
        if is_traced {
            let count = |&entity: &Entity| level.app.get::<MoveTrace<Dim3>>(entity).events().len();
            events += people.iter().map(count).sum::<usize>();
        }
    }
    assert_eq!(events > 5_000, is_traced, "{events}");
    people.into_iter().map(|entity| (level.place(entity), level.state(entity))).collect()
}

#[test]
fn traced_characters_go_the_same_way_to_the_bit() {
    assert_eq!(states_of_a_crowd(false), states_of_a_crowd(true));
}

#[test]
fn the_sweeps_of_a_trace_lead_from_the_start_to_the_place() {
    let (mut level, character) = person_on_floor();
    let mut random = Random(11);
    for _ in 0..60 {
        let at = Vec3::new(random.range(-4.0, 4.0), random.range(0.0, 0.3), random.range(-4.0, 4.0));
        level.cuboid(at, Vec3::new(1.0, random.range(0.1, 0.8), 1.0));
    }
    let mut steps = 0;
    for frame in 0..300 {
        let heading = Quat::from_rotation_y(0.05 * frame as f32) * Vec3::X;
        let trace = traced(&mut level, character, heading * 0.2 - Vec3::Y * 0.05);
        let mut place = trace.start();
        for event in trace.events() {
            match event {
                MoveEvent::Swept(sweep) if sweep.is_taken => {
                    assert_near(sweep.from, place, 1e-5);
                    place = sweep.to();
                }
                MoveEvent::Pushed(push) => place = push.from + push.moved,
                MoveEvent::Step(step) => steps += u32::from(step.to.is_some()),
                _ => {}
            }
        }
        assert_near(place, trace.translation(), 1e-5 + 0.01 * SKIN);
        assert_near(trace.translation(), level.place(character), 1e-6);
        assert!(trace.to_string().is_ascii());
    }
    assert!(steps > 3, "{steps}");
}
