//! Times and counts among Bevy's diagnostics, measured only if the plugin is added.

use bevy_app::FixedPostUpdate;
use bevy_diagnostic::{DiagnosticPath, DiagnosticsStore};
use bevy_gjk::diagnostics::{CollisionDiagnostic as Measure, CollisionDiagnosticsPlugin};
use bevy_gjk::dim2::prelude::*;
use bevy_gjk::{CollisionPlugins, detect_collisions};

use crate::common::basics::*;

fn app() -> App {
    app_with(CollisionPlugins)
}

fn value(app: &App, measure: Measure) -> Option<f64> {
    app.resource::<DiagnosticsStore>().get(&measure.path::<Dim2>())?.value()
}

/// Spawns three circles in a row that touch, one near the last, one far away, and a sphere.
fn populate(app: &mut App) -> Entity {
    let mut row = |x: f32, margin: f32| {
        let circle = (Collider::circle(1.0), ProximityMargin(margin), at_x(x));
        app.spawn(circle)
    };
    let first = row(0.0, 0.0);
    for (x, margin) in [(1.5, 0.0), (3.0, 0.0), (5.5, 1.0), (99.0, 0.0)] {
        row(x, margin);
    }
    app.spawn(dim3::Collider::sphere(1.0));
    first
}

#[test]
fn counts_describe_the_last_frame() {
    let mut app = app();
    let first = populate(&mut app);
    app.update();
    let counts = |app: &App| {
        [Measure::Colliders, Measure::Candidates, Measure::Tests, Measure::Touching, Measure::Near]
            .map(|measure| value(app, measure).unwrap())
    };
    assert_eq!(counts(&app), [5.0, 3.0, 3.0, 2.0, 1.0]);
    app.update();
    assert_eq!(counts(&app), [5.0, 0.0, 0.0, 2.0, 1.0], "nothing moved");
    app.update_at(first, at_x(0.1));
    // No test is needed: the inscribed circles overlap.
    assert_eq!(counts(&app), [5.0, 1.0, 0.0, 2.0, 1.0], "only its own pair is found");
    app.despawn(first);
    app.update();
    assert_eq!(counts(&app), [4.0, 0.0, 0.0, 1.0, 1.0]);
    let spheres = app.resource::<DiagnosticsStore>().get(&Measure::Colliders.path::<Dim3>());
    assert_eq!(spheres.unwrap().value(), Some(1.0));
}

#[test]
fn times_belong_to_the_phase_that_took_them() {
    fn slow(_: Query<Entity>) {
        std::thread::sleep(core::time::Duration::from_millis(30));
    }
    /// A slow filter.
    #[derive(bevy_ecs::system::SystemParam)]
    struct Slow<'w, 's>(Query<'w, 's, Entity>);
    impl CollisionFilter for Slow<'_, '_> {
        fn allows(&self, _: Entity, _: Entity) -> bool {
            slow(self.0);
            true
        }
    }
    let mut app = app_with((
        CollisionPlugin::default().with_filter::<Slow>(),
        dim3::CollisionPlugin::default(),
        CollisionDiagnosticsPlugin::<Dim2>::default(),
    ));
    populate(&mut app);
    // A system of the app between the phases does not count.
    app.add_systems(PostUpdate, slow.after(CollisionSystems::Prepare).before(CollisionSystems::Events));
    app.update();
    let time = |measure| value(&app, measure).unwrap();
    // The filter was asked about three pairs.
    assert!(time(Measure::Filter) >= 90.0, "{} ms", time(Measure::Filter));
    assert!(time(Measure::Total) >= time(Measure::Filter) + time(Measure::NarrowPhase));
    assert!(time(Measure::Prepare) > 0.0 && time(Measure::NarrowPhase) > 0.0);
    let others = time(Measure::Total) - time(Measure::Filter);
    assert!(others < 30.0, "{others} ms");
}

#[test]
fn nothing_is_measured_without_the_plugin() {
    let mut app = common::app();
    populate(&mut app);
    app.update();
    assert!(app.world().get_resource::<DiagnosticsStore>().is_none());
}

#[test]
fn disabled_diagnostics_are_not_measured_and_iterations_are_off_by_default() {
    let diagnostics = CollisionDiagnosticsPlugin::<Dim2>::default().with_iterations();
    let mut app = app_with((CollisionPlugin::default(), diagnostics));
    populate(&mut app);
    let mut store = app.resource_mut::<DiagnosticsStore>();
    store.get_mut(&Measure::Near.path::<Dim2>()).unwrap().is_enabled = false;
    app.update();
    assert_eq!(value(&app, Measure::Near), None);
    assert!((1.0..10.0).contains(&value(&app, Measure::Iterations).unwrap()));
    let mut app = self::app();
    populate(&mut app);
    app.update();
    assert_eq!(value(&app, Measure::Iterations), None);
}

#[test]
fn runs_on_demand_count_if_the_schedule_did_not_run() {
    let mut app = app_with((
        CollisionPlugin::in_schedule(FixedPostUpdate),
        CollisionDiagnosticsPlugin::<Dim2>::default(),
    ));
    populate(&mut app);
    app.update();
    assert_eq!((value(&app, Measure::Colliders), value(&app, Measure::Total)), (Some(0.0), Some(0.0)));
    detect_collisions(app.world_mut());
    app.update();
    assert_eq!(value(&app, Measure::Colliders), Some(5.0));
    assert!(value(&app, Measure::Total).unwrap() > 0.0);
}

#[test]
fn each_dimension_has_its_own_paths() {
    assert_eq!(Measure::NarrowPhase.path::<Dim2>(), DiagnosticPath::new("collision/2d/narrow_phase"));
    assert_eq!(Measure::NarrowPhase.path::<Dim3>(), DiagnosticPath::new("collision/3d/narrow_phase"));
    let app = app();
    let store = app.resource::<DiagnosticsStore>();
    for measure in Measure::ALL {
        assert!(store.get(&measure.path::<Dim2>()).is_some() && store.get(&measure.path::<Dim3>()).is_some());
    }
}
