//! What a recorder keeps, writes and notes, and what it does when it cannot.

use bevy_ecs::name::Name;
use bevy_gjk::dim2::prelude::*;
use bevy_gjk::queries::QueryShape;
use bevy_gjk::recording::{CollisionReplay, RecordedKind, RecordedQueryKind, RecordedRun, Recording};

use crate::common::basics::*;

/// Returns an app with a recorder, whose systems run on the thread that captures warnings.
fn recorded(plugin: CollisionRecorderPlugin) -> App {
    let mut app = single_threaded();
    app.add_plugins(plugin);
    finished(app)
}

fn recording(app: &mut App) -> Recording<Dim2> {
    Recording::read(CollisionRecorder::file(app.world_mut())).unwrap()
}

fn runs(recording: &Recording<Dim2>) -> Vec<RecordedRun> {
    let mut runs = Vec::new();
    recording
        .each_run(|run| {
            runs.push(run);
            true
        })
        .unwrap();
    runs
}

#[test]
fn notes_ticks_events_and_queries_are_those_of_their_runs() {
    fn look(query: CollisionQuery) {
        query.cast_ray(Vec2::new(-9.0, 0.0), Dir2::X, 100.0, &QueryFilter::ALL);
        let ball = gjk::Circle::new(0.5).placed(Affine2::from_translation(Vec2::new(0.0, 50.0)));
        query.cast_shape(&ball, Dir2::Y, 3.0, &QueryFilter::ALL);
        query.nearest(&ball, 100.0, &QueryFilter::ALL);
        let low = gjk::Circle::new(0.5).placed(Affine2::from_translation(Vec2::new(0.75, 0.0)));
        query.intersections_with_shape(&low, &QueryFilter::ALL, |_| ());
        assert!(!query.intersects(&ball, &QueryFilter::ALL));
        let _: &dyn QueryShape<Dim2> = &ball;
    }
    let mut app = recorded(CollisionRecorderPlugin::ring(1 << 20));
    let [a, b] = [0.0, 5.0].map(|x| app.spawn((Collider::circle(1.0), at_x(x))));
    app.update();
    let mut recorder = app.resource_mut::<CollisionRecorder>();
    recorder.begin_tick(40);
    recorder.note("here it comes");
    set(&mut app, b, at_x(1.5));
    app.update();
    app.world_mut().run_system_cached(look).unwrap();
    let runs = runs(&recording(&mut app));
    assert_eq!(runs.iter().map(|run| run.tick).collect::<Vec<_>>(), [0, 40]);
    assert_eq!(runs[1].notes, ["here it comes"]);
    let [event] = runs[1].events[..] else { panic!("{runs:#?}") };
    assert_eq!((event.kind, event.is_started, event.entities), (RecordedKind::Touch, true, pair(a, b)));
    assert_eq!(event.depth, 0.5);
    let [ray, cast, nearest, overlaps @ .., nothing] = &runs[1].queries[..] else { panic!("{runs:#?}") };
    assert_eq!((ray.kind, cast.kind), (RecordedQueryKind::Ray, RecordedQueryKind::Cast));
    assert_eq!((nearest.kind, nearest.hit.map(|hit| hit.distance)), (RecordedQueryKind::Nearest, Some(48.5)));
    // The question, and both answers.
    let found: Vec<_> = overlaps.iter().map(|overlap| overlap.hit.map(|hit| hit.entity)).collect();
    assert!(overlaps.iter().all(|overlap| overlap.kind == RecordedQueryKind::Overlap));
    assert!(found[0].is_none() && found.len() == 3 && [a, b].iter().all(|it| found.contains(&Some(*it))));
    assert_eq!(
        (nothing.kind, nothing.from, nothing.hit),
        (RecordedQueryKind::Overlap, [0.0, 50.0, 0.0], None)
    );
    let hit = ray.hit.unwrap();
    assert_eq!((hit.entity, hit.distance, cast.hit), (a, 8.0, None));
    assert_eq!(runs[0].queries, []);
}

#[test]
fn a_ring_forgets_the_first_runs_and_begins_with_a_keyframe() {
    let budget = 64 << 10;
    let mut app = recorded(CollisionRecorderPlugin::ring(budget));
    let balls: Vec<_> = (0..50).map(|index| app.spawn((Collider::circle(0.4), at_x(index as f32)))).collect();
    let mut random = Random(1);
    for _ in 0..1500 {
        for &ball in &balls {
            app.get_mut::<Transform>(ball).translation.y = random.range(-3.0, 3.0);
        }
        app.update();
    }
    let file = CollisionRecorder::file(app.world_mut());
    assert!(file.len() < 2 * budget, "{}", file.len());
    let recording = Recording::<Dim2>::read(file).unwrap();
    assert!(recording.runs().start > 0 && recording.runs().end == 1500, "{:?}", recording.runs());
    let mut replay = CollisionReplay::app(recording);
    let mut count = 0;
    while let Some(played) = CollisionReplay::<Dim2>::step(replay.world_mut()).unwrap() {
        assert_eq!(played.difference, None, "{}", played.run);
        count += 1;
    }
    assert!(count > 50, "{count}");
}

#[test]
fn a_ring_is_written_when_the_game_asks_for_it_and_a_stream_from_the_start() {
    let folder = std::env::temp_dir().join(format!("gjkrec-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let [ring, stream] = ["ring", "stream"].map(|name| folder.join(name).with_extension("gjkrec"));
    let mut app = recorded(CollisionRecorderPlugin::ring(1 << 20));
    app.spawn((Collider::circle(1.0), Name::new("ball")));
    app.updates(5);
    app.resource_mut::<CollisionRecorder>().write(&ring);
    app.update();
    drop(app);
    assert_eq!(Recording::<Dim2>::read(std::fs::read(&ring).unwrap()).unwrap().runs(), 0..6);

    let mut app = recorded(CollisionRecorderPlugin::to_file(&stream));
    app.spawn(Collider::circle(1.0));
    app.updates(200);
    // The thread may not have come to the first chunk yet.
    if let Ok(so_far) = Recording::<Dim2>::read(std::fs::read(&stream).unwrap()) {
        assert!(so_far.runs().end <= 200);
    }
    drop(app);
    // The last run is handed over when the next one begins.
    assert_eq!(Recording::<Dim2>::read(std::fs::read(&stream).unwrap()).unwrap().runs(), 0..199);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_recorder_that_cannot_record_warns_once_and_the_game_goes_on() {
    let go_on = |plugin: CollisionRecorderPlugin| {
        let mut touches = 0;
        let lines = warnings(|| {
            let mut app = recorded(plugin);
            app.spawn(Collider::circle(1.0));
            app.spawn((Collider::circle(1.0), at_x(1.0)));
            app.updates(3);
            app.resource_mut::<CollisionRecorder>().note("nothing");
            assert!(!app.resource::<CollisionRecorder>().is_recording());
            assert!(CollisionRecorder::file(app.world_mut()).is_empty());
            touches = app.resource::<Collisions>().iter().count();
        });
        assert_eq!(touches, 1);
        lines
    };
    assert_one_warning(&go_on(CollisionRecorderPlugin::ring(0)), &["nothing is recorded", "budget of 0"]);
    let nowhere = "/no folder of this name/stream.gjkrec";
    assert_one_warning(&go_on(CollisionRecorderPlugin::to_file(nowhere)), &["nothing is recorded", nowhere]);
}

#[test]
fn a_shape_of_ones_own_is_its_aabb_and_its_events_are_not_compared() {
    /// All points with |x| + |y| ≤ 1.
    struct Diamond;
    impl Support<Vec2> for Diamond {
        fn support(&self, direction: Vec2) -> Vec2 {
            let x = direction.x.abs() > direction.y.abs();
            if x { Vec2::X.copysign(direction) } else { Vec2::new(0.0, 1f32.copysign(direction.y)) }
        }
    }
    let mut app = recorded(CollisionRecorderPlugin::ring(1 << 20));
    let diamond = app.spawn(Collider::custom(Diamond));
    // The AABB touches, and the diamond does not.
    app.spawn((Collider::circle(0.3), at_xy(0.9, 0.9)));
    app.updates(3);
    let mut replay = CollisionReplay::app(recording(&mut app));
    while let Some(played) = CollisionReplay::<Dim2>::step(replay.world_mut()).unwrap() {
        assert_eq!(played.difference, None);
    }
    let own = replay.resource::<CollisionReplay<Dim2>>().entity(diamond).unwrap();
    let aabb = replay.query::<Dim2>().get(own).unwrap().bounds();
    assert!(aabb.min.abs_diff_eq(Vec2::NEG_ONE, 1e-5) && aabb.max.abs_diff_eq(Vec2::ONE, 1e-5), "{aabb:?}");
}
