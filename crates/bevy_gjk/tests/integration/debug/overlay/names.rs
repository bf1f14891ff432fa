//! Names beside the outlines, on request.

use super::*;

fn names_only() -> CollisionGizmos {
    CollisionGizmos { names: true, ..nothing() }
}

#[test]
fn names_are_off_until_they_are_asked_for() {
    assert!(!CollisionGizmos::default().names);
    let color = CollisionGizmos::default().name_color;
    let mut app = shown(CollisionGizmos::default());
    app.spawn((Name::new("ball"), dim2::Collider::circle(1.0)));
    assert_eq!(count(&mut app, color), 0);
    switch_on(&mut app, names_only());
    assert!(count(&mut app, color) > 0);
}

#[test]
fn a_longer_name_has_more_lines_and_stands_above_its_collider() {
    let lines = |name: Option<&str>| {
        let mut app = shown(names_only());
        let ball = app.spawn((dim2::Collider::circle(1.0), at_xy(2.0, -1.0)));
        if let Some(name) = name {
            app.insert(ball, Name::new(name.to_string()));
        }
        let points = drawn(&mut app);
        let [low, high] = [f32::min as fn(_, _) -> _, f32::max]
            .map(|end| points.iter().map(|(point, _)| point.y).reduce(end).expect("something is drawn"));
        // The collider reaches up to 0, and a pixel is 0.036 at this distance.
        assert!(low > -0.01 && high < 1.5, "{low} {high}");
        let sum: f32 = points.iter().map(|(point, _)| point.x).sum();
        assert!((sum / points.len() as f32 - 2.0).abs() < 0.5, "in the middle");
        points.len()
    };
    let (short, long, id) = (lines(Some("ball")), lines(Some("ball ball ball")), lines(None));
    assert!(long > 2 * short && id > 0, "{short} {long} {id}");
}

#[test]
fn hidden_unbounded_and_unseen_colliders_have_no_name_on_the_screen() {
    let mut app = shown(names_only());
    app.spawn((Name::new("hidden"), dim2::Collider::circle(1.0), ColliderGizmo::HIDDEN));
    app.spawn((Name::new("ground"), dim2::Collider::half_space(Vec2::Y, 0.0)));
    app.spawn((Name::new("far"), dim2::Collider::circle(1.0), at_x(500.0)));
    app.spawn((Name::new("off"), dim2::Collider::circle(1.0), ColliderDisabled));
    app.spawn((Name::new("bad"), dim2::Collider::circle(-1.0)));
    assert!(drawn(&mut app).is_empty());
}

#[test]
fn names_do_not_overlap() {
    let mut app = shown(names_only());
    app.spawn((Name::new("one"), dim2::Collider::circle(1.0)));
    let one = drawn(&mut app).len();
    app.spawn((Name::new("one"), dim2::Collider::circle(1.0), at_x(0.01)));
    assert_eq!(drawn(&mut app).len(), one);
    app.spawn((Name::new("one"), dim2::Collider::circle(1.0), at_x(5.0)));
    assert_eq!(drawn(&mut app).len(), 2 * one);
}
