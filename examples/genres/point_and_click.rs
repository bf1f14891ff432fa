//! Point and click: what is under the mouse lights up by its exact shape, furniture is dragged where there is room for it
//! and goes back where there is none, and a lamp is switched. Needs the feature `picking`.
//! The mouse drags, R turns what is dragged, F1 shows the colliders.

use bevy::prelude::*;
use bevy_gjk::dim2::prelude::*;

collision_layers! { enum Layer { Wall, Furniture } }

#[derive(Component)]
struct Furniture {
    color: Color,
    is_hovered: bool,
    drag: Option<Drag>,
}

/// A drag that is under way.
struct Drag {
    /// Where the furniture stood.
    home: Transform,
    /// From the pointer to the center of the furniture.
    offset: Vec2,
    has_room: bool,
}

fn main() {
    App::new()
        .add_plugins((
            DefaultPlugins,
            CollisionPlugin::default().with_overlay(false),
            CollisionPickingPlugin::default(),
        ))
        .insert_resource(ClearColor(Color::srgb(0.16, 0.14, 0.13)))
        .add_systems(Startup, spawn)
        .add_systems(Update, (turn, test_room, paint).chain())
        .run();
}

fn spawn(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    commands.spawn(Camera2d);
    commands.spawn(Text::new("drag the furniture; R turns it; click the lamp; F1 colliders"));
    let mut wall = |x: f32, y: f32, width: f32, height: f32| {
        let look = Sprite::from_color(Color::srgb(0.66, 0.62, 0.58), Vec2::new(width, height));
        let layers = CollisionLayers::new(Layer::Wall, Layer::Furniture);
        commands.spawn((Collider::rectangle(width, height), layers, look, Transform::from_xyz(x, y, 0.0)));
    };
    wall(100.0, 210.0, 20.0, 180.0);
    for side in [-1.0, 1.0] {
        wall(0.0, 310.0 * side, 1100.0, 20.0);
        wall(540.0 * side, 0.0, 20.0, 600.0);
    }
    // A concave piece is a compound of convex parts; the mouse reaches into its corner.
    let (seat, arm, at) = (Rectangle::new(240.0, 80.0), Rectangle::new(80.0, 180.0), Vec2::new(-80.0, -50.0));
    let sofa = Collider::compound([
        (Transform::IDENTITY, Collider::from(seat)),
        (Transform::from_translation(at.extend(0.0)), Collider::from(arm)),
    ]);
    let mut sofa_look = Mesh::from(seat);
    sofa_look.merge(&Mesh::from(arm).translated_by(at.extend(0.0))).expect("both have the same attributes");
    let (bed, table, shelf) = (Rectangle::new(150.0, 220.0), Circle::new(60.0), Rectangle::new(220.0, 50.0));
    let pieces = [
        (sofa, sofa_look, Vec2::new(-340.0, 180.0)),
        (bed.into(), bed.into(), Vec2::new(0.0, 120.0)),
        (table.into(), table.into(), Vec2::new(300.0, 100.0)),
        (shelf.into(), shelf.into(), Vec2::new(-300.0, -230.0)),
    ];
    for (index, (shape, mesh, at)) in pieces.into_iter().enumerate() {
        let color = Color::hsl(90.0 * index as f32, 0.35, 0.5);
        let look = (Mesh2d(meshes.add(mesh)), MeshMaterial2d(materials.add(color)));
        let layers = CollisionLayers::new(Layer::Furniture, LayerMask::ALL);
        let piece = Furniture { color, is_hovered: false, drag: None };
        commands
            .spawn((piece, shape, layers, look, Transform::from_translation(at.extend(1.0))))
            .observe(enter)
            .observe(leave)
            .observe(take)
            .observe(drag)
            .observe(drop);
    }
    let lamp = Circle::new(26.0);
    commands
        .spawn((
            (Collider::from(lamp), Transform::from_xyz(470.0, -240.0, 1.0)),
            (Mesh2d(meshes.add(lamp)), MeshMaterial2d(materials.add(Color::srgb(1.0, 0.95, 0.6)))),
        ))
        .observe(|_: On<PointerClick>, mut light: ResMut<ClearColor>| {
            let is_dark = light.0.luminance() < 0.05;
            light.0 = if is_dark { Color::srgb(0.42, 0.37, 0.3) } else { Color::srgb(0.16, 0.14, 0.13) };
        });
}

fn enter(over: On<PointerOver>, mut all: Query<&mut Furniture>) {
    all.get_mut(over.entity).into_iter().for_each(|mut piece| piece.is_hovered = true);
}

fn leave(out: On<PointerOut>, mut all: Query<&mut Furniture>) {
    all.get_mut(out.entity).into_iter().for_each(|mut piece| piece.is_hovered = false);
}

fn take(start: On<PointerDragStart>, mut all: Query<(&mut Furniture, &mut Transform)>) {
    let (Ok((mut piece, mut place)), Some(at)) = (all.get_mut(start.entity), start.hit.position) else {
        return;
    };
    piece.drag = Some(Drag { home: *place, offset: (place.translation - at).truncate(), has_room: true });
    place.translation.z = 2.0;
}

fn drag(
    drag: On<PointerDrag>,
    mut all: Query<(&Furniture, &mut Transform)>,
    camera: Single<(&Camera, &GlobalTransform)>,
) {
    let Ok((piece, mut place)) = all.get_mut(drag.entity) else { return };
    let at = camera.0.viewport_to_world_2d(camera.1, drag.pointer.position);
    if let (Some(drag), Ok(at)) = (&piece.drag, at) {
        place.translation = (at + drag.offset).extend(2.0);
    }
}

/// Leaves the furniture where it is if there is room, and puts it back if there is none.
fn drop(end: On<PointerDragEnd>, mut all: Query<(&mut Furniture, &mut Transform)>) {
    let Ok((mut piece, mut place)) = all.get_mut(end.entity) else { return };
    if let Some(drag) = piece.drag.take() {
        *place = if drag.has_room { *place } else { drag.home };
        place.translation.z = 1.0;
    }
}

fn turn(mut all: Query<(&mut Furniture, &mut Transform)>, keys: Res<ButtonInput<KeyCode>>) {
    for (mut piece, mut place) in &mut all {
        if let Some(drag) = piece.drag.as_mut().filter(|_| keys.just_pressed(KeyCode::KeyR)) {
            place.rotate_z(45f32.to_radians());
            drag.offset = Vec2::from_angle(45f32.to_radians()).rotate(drag.offset);
        }
    }
}

/// Asks whether there is room for what is dragged, among all colliders but its own.
fn test_room(mut all: Query<(Entity, &mut Furniture, &Collider, &Transform)>, query: CollisionQuery) {
    for (entity, mut piece, collider, place) in &mut all {
        if let (Some(drag), Ok(shape)) = (&mut piece.drag, collider.placed(*place)) {
            drag.has_room = !query.intersects(&shape, &QueryFilter::of(entity));
        }
    }
}

fn paint(
    all: Query<(&Furniture, &MeshMaterial2d<ColorMaterial>)>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    for (piece, material) in &all {
        let color = match &piece.drag {
            Some(drag) if drag.has_room => Color::srgba(0.4, 0.9, 0.5, 0.8),
            Some(_) => Color::srgba(0.95, 0.3, 0.3, 0.8),
            None if piece.is_hovered => piece.color.lighter(0.15),
            None => piece.color,
        };
        if let Some(mut material) = materials.get_mut(material) {
            material.color = color;
        }
    }
}
