//! The mouse: dragging and rotating shapes, and rotating the view.

use bevy::camera::Viewport;
use bevy::ecs::system::SystemParam;
use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::input::EguiWantsInput;
use bevy_gjk::{Dim2, Dim3};

use super::bodies::{Body, Pair};
use super::panel::WIDTH;
use super::{Shows, Tab};

/// A camera that orbits around the origin.
#[derive(Component)]
pub struct Orbit {
    yaw: f32,
    pitch: f32,
}

impl Default for Orbit {
    fn default() -> Self {
        Self { yaw: 0.35, pitch: 0.35 }
    }
}

/// The shape that is dragged.
#[derive(Resource, Default)]
struct Held(Option<Entity>);

pub fn plugin(app: &mut App) {
    app.init_resource::<Held>();
    app.add_systems(Update, (beside_the_panel, (drag, turn, look_around).run_if(not_over_the_panel)));
}

fn not_over_the_panel(egui: Res<EguiWantsInput>, held: Res<Held>) -> bool {
    held.0.is_some() || !egui.wants_any_pointer_input()
}

/// Restricts the cameras to the part of the window beside the panel.
fn beside_the_panel(
    window: Single<&Window, With<PrimaryWindow>>,
    mut cameras: Query<&mut Camera, With<Shows>>,
) {
    let size = window.physical_size();
    let left = ((WIDTH * window.scale_factor()) as u32).min(size.x.saturating_sub(1));
    let physical_size = UVec2::new(size.x - left, size.y.max(1));
    for mut camera in &mut cameras {
        if camera.viewport.as_ref().is_none_or(|viewport| viewport.physical_size != physical_size) {
            let physical_position = UVec2::new(left, 0);
            camera.viewport = Some(Viewport { physical_position, physical_size, ..default() });
        }
    }
}

/// The tab that is shown, its shapes and its cameras.
#[derive(SystemParam)]
struct Stage<'w, 's> {
    tab: Res<'w, Tab>,
    plane: Query<'w, 's, &'static Pair<Dim2>>,
    space: Query<'w, 's, &'static Pair<Dim3>>,
    cameras: Query<'w, 's, (&'static Camera, &'static GlobalTransform, &'static Shows)>,
}

impl Stage<'_, '_> {
    fn camera(&self) -> Option<(&Camera, &GlobalTransform)> {
        self.cameras.iter().find(|(.., shows)| shows.0 == *self.tab).map(|(camera, view, _)| (camera, view))
    }

    /// Returns the shape nearest to the cursor.
    fn nearest(&self, cursor: Vec2, place: impl Fn(Entity) -> Option<Vec3>) -> Option<Entity> {
        let (camera, view) = self.camera()?;
        let bodies = match *self.tab {
            Tab::Plane => self.plane.single().ok()?.entities,
            Tab::Space => self.space.single().ok()?.entities,
        };
        let distance = |entity: &Entity| {
            let pixel = place(*entity).and_then(|place| camera.world_to_viewport(view, place).ok());
            pixel.map_or(f32::MAX, |pixel| pixel.distance(cursor))
        };
        bodies.into_iter().min_by(|one, two| distance(one).total_cmp(&distance(two)))
    }
}

/// Returns the point under the cursor, in the plane through a given point that faces the camera.
fn on_plane(camera: &Camera, transform: &GlobalTransform, cursor: Vec2, point: Vec3) -> Option<Vec3> {
    let ray = camera.viewport_to_world(transform, cursor).ok()?;
    Some(
        ray.origin
            + *ray.direction * ray.intersect_plane(point, InfinitePlane3d::new(*transform.forward()))?,
    )
}

fn drag(
    stage: Stage,
    window: Single<&Window, With<PrimaryWindow>>,
    buttons: Res<ButtonInput<MouseButton>>,
    mut bodies: Query<&mut Transform, With<Body>>,
    mut held: ResMut<Held>,
    mut before: Local<Option<Vec2>>,
) {
    let cursor = window.cursor_position();
    let last = std::mem::replace(&mut *before, cursor);
    if !buttons.pressed(MouseButton::Left) {
        held.0 = None;
        return;
    }
    let (Some((camera, view)), Some(cursor), Some(last)) = (stage.camera(), cursor, last) else { return };
    if buttons.just_pressed(MouseButton::Left) {
        held.0 = stage.nearest(cursor, |entity| bodies.get(entity).ok().map(|it| it.translation));
    }
    let Some(mut transform) = held.0.and_then(|entity| bodies.get_mut(entity).ok()) else { return };
    let place = transform.translation;
    if let (Some(from), Some(to)) =
        (on_plane(camera, view, last, place), on_plane(camera, view, cursor, place))
    {
        transform.translation += to - from;
    }
}

/// Rotates the shape nearest to the cursor with the wheel.
fn turn(
    stage: Stage,
    window: Single<&Window, With<PrimaryWindow>>,
    scroll: Res<AccumulatedMouseScroll>,
    mut bodies: Query<(&Transform, &mut Body)>,
) {
    let Some(cursor) = window.cursor_position().filter(|_| scroll.delta.y != 0.0) else { return };
    let nearest = stage.nearest(cursor, |entity| bodies.get(entity).ok().map(|(it, _)| it.translation));
    if let Some((_, mut body)) = nearest.and_then(|entity| bodies.get_mut(entity).ok()) {
        body.turn += 0.05 * scroll.delta.y.signum();
    }
}

fn look_around(
    tab: Res<Tab>,
    buttons: Res<ButtonInput<MouseButton>>,
    motion: Res<AccumulatedMouseMotion>,
    mut cameras: Query<(&mut Transform, &mut Orbit)>,
) {
    let held = *tab == Tab::Space && buttons.pressed(MouseButton::Right);
    for (mut transform, mut orbit) in &mut cameras {
        if held && motion.delta != Vec2::ZERO {
            orbit.yaw -= 0.006 * motion.delta.x;
            orbit.pitch = (orbit.pitch + 0.006 * motion.delta.y).clamp(-1.5, 1.5);
        }
        if orbit.is_changed() {
            let rotation = Quat::from_rotation_y(orbit.yaw) * Quat::from_rotation_x(-orbit.pitch);
            // The shapes are drawn on the left, their Minkowski difference on the right.
            let middle = rotation * Vec3::new(1.9, 0.0, 0.0) + Vec3::new(0.3, 0.4, 0.0);
            *transform =
                Transform::from_translation(middle + rotation * Vec3::Z * 7.0).with_rotation(rotation);
        }
    }
}
