//! The drawing of the trace.

use super::*;

/// Returns the points that were drawn in a color.
fn in_color(app: &App, color: bevy_color::Color) -> Vec<Vec3> {
    drawn(app).into_iter().filter(|(_, drawn)| *drawn == color.into()).map(|(at, _)| at).collect()
}

#[test]
fn the_minkowski_difference_is_drawn_beside_the_pair_to_scale() {
    let (mut app, _) = squares();
    let colors = CollisionStepperGizmos::default();
    let around = |points: &[Vec3]| {
        let min = points.iter().copied().reduce(Vec3::min).unwrap();
        (min, points.iter().copied().reduce(Vec3::max).unwrap())
    };
    let (frame_min, frame_max) = around(&in_color(&app, colors.frame));
    assert!(frame_min.x > -3.0, "right of the pair: {frame_min}");
    assert!(frame_max.x < 13.34 && frame_max.y < 10.0 && frame_min.y > -10.0, "in view");
    let difference = in_color(&app, colors.difference);
    let (min, max) = around(&difference);
    let (min, max) = (min.truncate(), max.truncate());
    assert!(min.cmpge(frame_min.truncate()).all() && max.cmple(frame_max.truncate()).all());
    // At a given place, each corner of the difference is a corner of one shape minus a corner of the other.
    stepper(&mut app).place = StepperPlace::World { origin: Vec3::new(2.0, 1.0, 0.0), scale: 0.5 };
    app.update();
    let square = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)].map(|(x, y)| Vec2::new(-6.0 + x, y));
    let corner = |index: u32| Vec2::from_angle(index as f32 * 1.256_637_1).perp() * 1.5;
    let pentagon = [0, 1, 2, 3, 4].map(|index| Vec2::new(-4.8, 0.7) + corner(index));
    let corners: Vec<_> =
        square.iter().flat_map(|a| pentagon.map(|b| Vec2::new(2.0, 1.0) + (*a - b) * 0.5)).collect();
    let difference: Vec<_> = in_color(&app, colors.difference).iter().map(|point| point.truncate()).collect();
    let is_corner = |point: &&Vec2| corners.iter().any(|corner| corner.distance(**point) < 1e-4);
    // The other points belong to labels.
    assert!(difference.iter().filter(is_corner).count() >= 9);
}

#[test]
fn each_step_is_drawn_in_its_colors() {
    use bevy_gjk::gjk::trace::Step;
    let (mut app, _) = squares();
    let colors = CollisionStepperGizmos::default();
    let kinds: Vec<_> = trace(&app)
        .steps()
        .steps()
        .map(|step| match step {
            Step::Support { .. } => colors.support,
            Step::Simplex { .. } => colors.simplex,
            Step::Facet { .. } | Step::EpaStop(_) => colors.polytope,
            Step::GjkStop(_) => colors.simplex,
        })
        .collect();
    let mut amounts = Vec::new();
    for (step, color) in kinds.into_iter().enumerate() {
        stepper(&mut app).step = step;
        app.update();
        // The legend is always drawn: count the additional points.
        amounts.push(in_color(&app, color).len());
    }
    let legend = {
        stepper(&mut app).step = 0;
        app.update();
        [colors.simplex, colors.polytope].map(|color| in_color(&app, color).len())
    };
    assert_eq!(legend[1], 0, "no polytope at first");
    assert!(amounts.iter().all(|&amount| amount > legend[0]), "{amounts:?} {legend:?}");
}

#[test]
fn the_text_names_the_rule_that_keeps_two_overlapping_shapes_apart() {
    let (mut app, [a, b]) = squares();
    let color = CollisionStepperGizmos::default().rule;
    let rules = |app: &App| (trace(app).why_apart().map(|why| why.reason), in_color(app, color).len());
    assert_eq!(rules(&app), (None, 0), "they touch");
    app.insert(a, CollisionExceptions::of([b]));
    app.update();
    let (reason, short) = rules(&app);
    assert_eq!(reason, Some(ApartReason::Exception { of: a, listed: b }));
    assert!(short > 100 && trace(&app).contact().is_some(), "the geometry is still shown");
    // The text of layers that refuse in both directions is longer.
    let layers = |number| CollisionLayers::new(LayerMask::layer(number), LayerMask::layer(number));
    app.insert(a, layers(1));
    app.insert(b, layers(2));
    app.update();
    let (reason, long) = rules(&app);
    assert!(matches!(reason, Some(ApartReason::Layers { .. })) && long > short, "{reason:?} {short} {long}");
    // A disabled collider has no geometry to show, but the reason is known.
    app.insert(a, ColliderDisabled);
    app.update();
    assert_eq!((trace(&app).pair(), rules(&app)), (None, (Some(ApartReason::Disabled(a)), 0)));
    app.remove::<(ColliderDisabled, CollisionLayers, CollisionExceptions)>(a);
    app.remove::<CollisionLayers>(b);
    set_far(&mut app, b);
    assert!(matches!(rules(&app), (Some(ApartReason::Aabbs { .. }), 0)), "no rule");
}

/// Moves an entity far away.
fn set_far(app: &mut App, entity: Entity) {
    set(app, entity, at_xy(6.0, 5.0));
    app.update();
}
