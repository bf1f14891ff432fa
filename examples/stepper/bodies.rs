//! The two shapes that are examined.

use std::marker::PhantomData;
use std::str::FromStr;

use bevy::prelude::*;
use bevy_gjk::gjk::{self, Support};
use bevy_gjk::shape::Shape;
use bevy_gjk::{ColliderGizmo, Dim2, Dim3, Dimension, dim2, dim3};
use bevy_gjk_debugger::CollisionStepper;

use super::{Options, Tab};

/// A dimension and its shapes.
pub trait Kinds: Dimension {
    /// The tab of the dimension.
    const TAB: Tab;
    /// The typical size of the shapes.
    const UNIT: f32;
    /// The names of the initial shapes.
    const FIRST: [usize; 2];

    /// All shapes, by name.
    fn kinds() -> Vec<(&'static str, Self::Collider)>;

    /// Returns the filled shape, if there is one.
    fn mesh(collider: &Self::Collider) -> Option<Mesh>;
}

impl Kinds for Dim2 {
    const TAB: Tab = Tab::Plane;
    const UNIT: f32 = 100.0;
    const FIRST: [usize; 2] = [5, 2];

    fn kinds() -> Vec<(&'static str, dim2::Collider)> {
        use dim2::Collider;
        let half = |x| (Transform::from_xyz(x, 0.0, 0.0), Collider::capsule(25.0, 140.0));
        vec![
            ("circle", Collider::circle(100.0)),
            ("ellipse", Collider::ellipse(120.0, 60.0)),
            ("rectangle", Collider::rectangle(200.0, 110.0)),
            ("capsule", Collider::capsule(50.0, 140.0)),
            ("triangle", {
                Collider::triangle(Vec2::new(-80.0, -70.0), Vec2::new(100.0, -30.0), Vec2::new(-10.0, 90.0))
            }),
            ("pentagon", Collider::regular_polygon(110.0, 5)),
            ("16-gon", Collider::regular_polygon(100.0, 16)),
            ("sector", Collider::CircularSector { radius: 130.0, half_angle: 0.6 }),
            ("half disc", Collider::CircularSegment { radius: 100.0, half_angle: 1.57 }),
            ("segment", Collider::segment(Vec2::new(-90.0, 0.0), Vec2::new(90.0, 0.0))),
            ("two capsules", Collider::compound([half(-60.0), half(60.0)])),
        ]
    }

    fn mesh(collider: &dim2::Collider) -> Option<Mesh> {
        collider.geometry(0.002 * Self::UNIT).ok().map(|geometry| Mesh::from(&geometry))
    }
}

impl Kinds for Dim3 {
    const TAB: Tab = Tab::Space;
    const UNIT: f32 = 1.0;
    const FIRST: [usize; 2] = [2, 4];

    fn kinds() -> Vec<(&'static str, dim3::Collider)> {
        use dim3::Collider;
        let corners = [Vec3::new(-0.9, -0.6, -0.6), Vec3::new(0.9, -0.6, -0.6)];
        let gem = (0..24).map(|index| {
            let (height, angle) = (index as f32 / 11.5 - 1.0, index as f32 * 2.4);
            (Vec2::from_angle(angle) * (1.0 - height * height).sqrt()).extend(height)
        });
        let bar = |x| (Transform::from_xyz(x, 0.0, 0.0), Collider::cuboid(0.4, 1.6, 0.4));
        vec![
            ("sphere", Collider::sphere(1.0)),
            ("ellipsoid", Collider::ellipsoid(1.2, 0.6, 0.8)),
            ("cuboid", Collider::cuboid(1.6, 1.2, 1.0)),
            ("capsule", Collider::capsule(0.5, 1.2)),
            ("cone", Collider::cone(0.9, 1.6)),
            ("cylinder", Collider::cylinder(0.7, 1.4)),
            ("tetrahedron", {
                Collider::tetrahedron(corners[0], corners[1], Vec3::new(0.0, -0.6, 0.9), Vec3::Y)
            }),
            ("gem", Collider::hull(gem)),
            ("triangle", Collider::triangle(corners[0], corners[1], Vec3::Y)),
            ("two bars", Collider::compound([bar(-0.6), bar(0.6)])),
        ]
    }

    fn mesh(collider: &dim3::Collider) -> Option<Mesh> {
        collider.geometry(0.002 * Self::UNIT).ok().map(|geometry| Mesh::from(&geometry))
    }
}

/// The initial position of the two shapes relative to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Start {
    Apart,
    Touching,
    #[default]
    Overlapping,
    Deep,
}

impl Start {
    /// All initial positions.
    pub const ALL: [Self; 4] = [Self::Apart, Self::Touching, Self::Overlapping, Self::Deep];

    /// Returns the position of the second shape relative to the first.
    fn offset(self) -> Vec2 {
        match self {
            Self::Apart | Self::Touching => Vec2::new(1.5, 1.7),
            Self::Overlapping => Vec2::new(0.8, 1.0),
            Self::Deep => Vec2::new(0.1, 0.15),
        }
    }
}

impl FromStr for Start {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let named = |start: &Self| format!("{start:?}").eq_ignore_ascii_case(name);
        Self::ALL.into_iter().find(named).ok_or_else(|| format!("unknown start: {name}"))
    }
}

/// A shape, as the panel describes it; its position is in its `Transform`.
#[derive(Component, Clone, PartialEq, Debug)]
pub struct Body {
    /// The index of the kind of shape.
    pub kind: usize,
    /// The rotation about z, in radians.
    pub turn: f32,
    /// The rotation about x, applied before that about z, in radians; 0 in 2D.
    pub tilt: f32,
    pub stretch: Vec2,
}

/// The two shapes of a dimension.
#[derive(Component)]
pub struct Pair<D: Dimension> {
    pub entities: [Entity; 2],
    /// The relative position into which to move them, if any.
    pub start: Option<Start>,
    dimension: PhantomData<D>,
}

pub fn plugin<D: Kinds>(app: &mut App) {
    app.add_systems(Update, (shape::<D>, begin::<D>, outline::<D>).chain());
}

/// Spawns the two shapes, as the command line says.
pub fn spawn<D: Kinds>(options: &Options) -> impl FnMut(Commands, ResMut<CollisionStepper<D>>) + use<D> {
    let named = |name: &String| D::kinds().iter().position(|(kind, _)| kind == name);
    let mut kinds = D::FIRST;
    for (kind, name) in kinds.iter_mut().zip(&options.shapes) {
        *kind = named(name).unwrap_or(*kind);
    }
    let (start, step) = (options.start, options.step.max(1) - 1);
    move |mut commands, mut stepper| {
        stepper.step = step;
        let turns = [(0.2, 0.0), (0.5, 0.4)];
        let mut number = 0;
        let entities = kinds.map(|kind| {
            let (turn, tilt) = turns[number];
            number += 1;
            let tilt = if D::TAB == Tab::Space { tilt } else { 0.0 };
            let name = Name::new(if number == 1 { "first" } else { "second" });
            commands.spawn((name, Body { kind, turn, tilt, stretch: Vec2::ONE }, Transform::default())).id()
        });
        commands.spawn(Pair::<D> { entities, start: Some(start), dimension: PhantomData });
    }
}

/// Updates the colliders to the settings of the panel.
fn shape<D: Kinds>(
    pairs: Query<&Pair<D>>,
    mut bodies: Query<(&Body, &mut Transform, Option<&D::Collider>), Changed<Body>>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut flat: ResMut<Assets<ColorMaterial>>,
    mut solid: ResMut<Assets<StandardMaterial>>,
) {
    let colors = [Color::srgba(0.2, 0.45, 0.6, 0.35), Color::srgba(0.6, 0.35, 0.1, 0.35)];
    for (entity, color) in pairs.iter().flat_map(|pair| pair.entities).zip(colors) {
        let Ok((body, mut transform, before)) = bodies.get_mut(entity) else { continue };
        transform.rotation = Quat::from_rotation_z(body.turn) * Quat::from_rotation_x(body.tilt);
        transform.scale = body.stretch.extend(1.0);
        let (_, collider) = D::kinds().swap_remove(body.kind);
        if before == Some(&collider) {
            continue;
        }
        let mut entity = commands.entity(entity);
        entity.remove::<(Mesh2d, Mesh3d)>();
        if let Some(mesh) = D::mesh(&collider) {
            let mesh = meshes.add(mesh);
            match D::TAB {
                Tab::Plane => entity.insert((Mesh2d(mesh), MeshMaterial2d(flat.add(color)))),
                Tab::Space => {
                    let material = solid.add(StandardMaterial {
                        base_color: color,
                        alpha_mode: AlphaMode::Blend,
                        ..default()
                    });
                    entity.insert((Mesh3d(mesh), MeshMaterial3d(material)))
                }
            };
        }
        entity.insert(collider);
    }
}

/// Lets the overlay draw a compound, since the stepper only draws the parts that it examines.
fn outline<D: Kinds>(
    tab: Res<Tab>,
    bodies: Query<(Entity, &D::Collider, Option<&ColliderGizmo>), With<Body>>,
    mut commands: Commands,
) {
    for (entity, collider, before) in &bodies {
        let composed = collider.prepare().is_ok_and(|form| form.convex().is_none());
        let gizmo = ColliderGizmo { visible: composed && *tab == D::TAB, color: None };
        if before != Some(&gizmo) {
            commands.entity(entity).insert(gizmo);
        }
    }
}

/// Moves the two shapes into the relative position that was chosen.
fn begin<D: Kinds>(mut pairs: Query<&mut Pair<D>>, mut bodies: Query<(&mut Transform, &Body)>) {
    for mut pair in &mut pairs {
        let Some(start) = pair.start.take() else { continue };
        let Ok([(mut first, one), (mut second, two)]) = bodies.get_many_mut(pair.entities) else { continue };
        first.translation = Vec3::ZERO;
        second.translation = start.offset().extend(0.1 * one.tilt.max(two.tilt)) * D::UNIT;
        if start != Start::Touching {
            continue;
        }
        // Closes the distance between the two, whatever shapes they are.
        let placed = |transform: &Transform, body: &Body| {
            let form = D::kinds().swap_remove(body.kind).1.prepare().ok()?;
            Some(form.convex()?.clone().placed(D::affine(&GlobalTransform::from(*transform))))
        };
        if let (Some(a), Some(b)) = (placed(&first, one), placed(&second, two))
            && let Some(closest) = gjk::closest_points(&a, &b)
        {
            let normal = Vec3::from_array(D::coordinates(closest.normal));
            second.translation -= normal * closest.distance;
        }
    }
}
