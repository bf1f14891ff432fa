//! Edits colliders live: choose one in the panel, change its shape, its transform or its layers, and see the
//! outlines and the contacts follow. A shape that is not convex turns red, and the terminal says why. The
//! overlay's settings are edited below. Press F1 to hide and show it, 1 to 9 for its categories.
//!
//! No code is specific to the panel: the components are reflected, so `bevy-inspector-egui` can edit them.
//!
//!     cargo example inspector --features panels

use bevy::ecs::component::Mutable;
use bevy::prelude::*;
use bevy_egui::egui::{CollapsingHeader, Color32, Grid, Label, LayerId, Panel, ScrollArea, Ui, UiBuilder};
use bevy_egui::{EguiContext, EguiPlugin, EguiPrimaryContextPass, PrimaryEguiContext};
use bevy_gjk::dim2::prelude::*;
use bevy_inspector_egui::DefaultInspectorConfigPlugin;
use bevy_inspector_egui::bevy_inspector::ui_for_value;
use examples::cli::Options;
use examples::label::spawn_label;
use examples::{look, overlay_keys, stage};

collision_layers! {
    /// Only the first layers have names here; the others are not changed.
    enum Layer {
        Ground,
        Player,
        Enemy,
        Shot,
        Item,
    }
}

const LAYERS: [Layer; 5] = [Layer::Ground, Layer::Player, Layer::Enemy, Layer::Shot, Layer::Item];

/// The entity that is edited in the panel.
#[derive(Resource)]
struct Chosen(Entity);

fn main() -> AppExit {
    let options = Options::parse();
    let mut app = stage::app("bevy_gjk: inspector", &options);
    app.add_plugins((CollisionPlugin::default(), overlay_keys::plugin));
    if !app.world().contains_resource::<stage::Headless>() {
        app.add_plugins((EguiPlugin::default(), DefaultInspectorConfigPlugin));
        app.add_systems(EguiPrimaryContextPass, show_panel);
    }
    app.insert_resource(stage::Ready(true));
    app.add_systems(Startup, spawn);
    app.add_systems(Update, (mark_chosen.run_if(resource_changed::<Chosen>), dress)).run()
}

/// The width of the panel, in pixels.
const PANEL: f32 = 400.0;

fn spawn(mut commands: Commands) {
    // The scene is drawn to the left of the panel.
    commands.spawn((Camera2d, Transform::from_xyz(180.0, 34.0, 0.0)));
    let [none, touches, ..] = overlay_keys::legend();
    let invalid = (CollisionGizmos::default().invalid_color, "invalid (not convex)");
    let words = spawn_label(
        &mut commands,
        "Collider components, edited while the app runs",
        "F1 overlay: 1 shapes  2 boxes  3 contacts  4 normals  5 depths  6 near  9 layers",
        &[(Color::WHITE, "selected"), none, touches, invalid],
    );
    commands.entity(words).entry::<Node>().and_modify(|mut words| words.right = Val::Px(PANEL));
    let triangle =
        Collider::triangle(Vec2::new(-70.0, -60.0), Vec2::new(80.0, -40.0), Vec2::new(-10.0, 90.0));
    let dart = [Vec2::new(0.0, 70.0), Vec2::new(-60.0, -60.0), Vec2::new(0.0, -20.0), Vec2::new(60.0, -60.0)];
    let shapes = [
        ("rectangle", Collider::rectangle(220.0, 120.0), Vec2::new(-180.0, 60.0), 0.3),
        ("capsule", Collider::capsule(40.0, 140.0), Vec2::new(-50.0, 110.0), 1.1),
        ("hexagon", Collider::regular_polygon(80.0, 6), Vec2::new(140.0, 150.0), 0.0),
        ("triangle", triangle, Vec2::new(-260.0, -150.0), 0.0),
        ("circle", Collider::circle(70.0), Vec2::new(20.0, -130.0), 0.0),
        ("not convex", Collider::polygon(dart), Vec2::new(220.0, -140.0), 0.0),
    ];
    for (name, collider, place, angle) in shapes {
        let transform =
            Transform::from_translation(place.extend(0.0)).with_rotation(Quat::from_rotation_z(angle));
        let entity = commands.spawn((
            Name::new(name),
            collider,
            transform,
            CollisionLayers::new([Layer::Player, Layer::Enemy], LayerMask::ALL),
            ProximityMargin::default(),
        ));
        if name == "capsule" {
            let entity = entity.id();
            commands.insert_resource(Chosen(entity));
        }
    }
}

/// Gives each collider a filled shape whenever it is edited, except those that are not convex.
fn dress(
    edited: Query<(Entity, &Collider), Changed<Collider>>,
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    for (entity, collider) in &edited {
        let mesh = collider.geometry(0.2).map(|geometry| meshes.add(Mesh::from(&geometry)));
        let color = materials.add(look::varied(entity.index_u32() as usize));
        commands.entity(entity).insert((Mesh2d(mesh.unwrap_or_default()), MeshMaterial2d(color)));
    }
}

/// Gives the chosen collider a colour of its own in the overlay.
fn mark_chosen(chosen: Res<Chosen>, marked: Query<Entity, With<ColliderGizmo>>, mut commands: Commands) {
    for entity in &marked {
        commands.entity(entity).remove::<ColliderGizmo>();
    }
    commands.entity(chosen.0).insert(ColliderGizmo::colored(Color::WHITE));
}

fn show_panel(world: &mut World) {
    let context = world.query_filtered::<&mut EguiContext, With<PrimaryEguiContext>>().single_mut(world);
    let Ok(context) = context.map(|mut context| context.get_mut().clone()) else { return };
    let mut named = world.query_filtered::<(Entity, &Name), With<Collider>>();
    let mut named: Vec<_> = named.iter(world).map(|(entity, name)| (entity, name.to_string())).collect();
    named.sort();
    let screen = UiBuilder::new().layer_id(LayerId::background()).max_rect(context.viewport_rect());
    let mut screen = Ui::new(context, "screen".into(), screen);
    Panel::right("inspector").exact_size(PANEL).show(&mut screen, |ui| {
        ScrollArea::vertical().show(ui, |ui| {
            let mut chosen = world.resource::<Chosen>().0;
            ui.horizontal_wrapped(|ui| {
                for (entity, name) in named {
                    ui.selectable_value(&mut chosen, entity, name);
                }
            });
            if chosen != world.resource::<Chosen>().0 {
                world.insert_resource(Chosen(chosen));
            }
            ui.separator();
            show_touches(chosen, ui, world);
            edit::<Collider>("Collider", chosen, ui, world);
            edit::<Transform>("Transform", chosen, ui, world);
            edit_layers(chosen, ui, world);
            edit::<ProximityMargin>("ProximityMargin", chosen, ui, world);
            edit_overlay(ui, world);
        });
    });
}

/// Shows a component for editing, and writes it back if it was edited.
fn edit<C: Component<Mutability = Mutable> + Reflect + Clone>(
    title: &str,
    entity: Entity,
    ui: &mut Ui,
    world: &mut World,
) {
    let Some(mut value) = world.get::<C>(entity).cloned() else { return };
    section(title, ui, |ui| {
        if ui_for_value(&mut value, ui, world) {
            world.entity_mut(entity).insert(value);
        }
    });
}

/// Lists what the chosen collider touches, or why it is invalid.
fn show_touches(chosen: Entity, ui: &mut Ui, world: &World) {
    section("Collisions", ui, |ui| {
        let collisions = world.resource::<Collisions>();
        if let Some(error) = collisions.error_of(chosen) {
            ui.colored_label(Color32::from_rgb(230, 40, 90), format!("ignored: {error}"));
        }
        Grid::new("touches").num_columns(4).spacing([18.0, 4.0]).striped(true).show(ui, |ui| {
            for heading in ["touches", "depth", "normal", "point"] {
                ui.strong(heading);
            }
            ui.end_row();
            for touch in collisions.collisions_with(chosen) {
                let contact = touch.contact();
                ui.label(world.get::<Name>(touch.other).map_or("?", Name::as_str));
                ui.label(format!("{:.1}", contact.depth));
                ui.label(format!("{:.2}, {:.2}", contact.normal.x, contact.normal.y));
                ui.label(format!("{:.0}, {:.0}", contact.on_a.x, contact.on_a.y));
                ui.end_row();
            }
        });
    });
}

/// Shows the layers by name: those of the chosen collider, and those with which it collides.
fn edit_layers(chosen: Entity, ui: &mut Ui, world: &mut World) {
    let Some(layers) = world.get::<CollisionLayers>(chosen).copied() else { return };
    let mut edited = layers;
    section("CollisionLayers", ui, |ui| {
        for (title, mask) in [("is a", &mut edited.memberships), ("collides with", &mut edited.filters)] {
            ui.horizontal(|ui| {
                ui.add_sized([44.0, 18.0], Label::new(title));
                for layer in LAYERS {
                    let bit = LayerMask::from(layer);
                    if ui.selectable_label(mask.overlaps(bit), format!("{layer:?}")).clicked() {
                        mask.0 ^= bit.0;
                    }
                }
            });
        }
    });
    if edited != layers {
        world.entity_mut(chosen).insert(edited);
    }
}

fn edit_overlay(ui: &mut Ui, world: &mut World) {
    let mut overlay = world.resource::<GizmoConfigStore>().config::<CollisionGizmos>().1.clone();
    section("CollisionGizmos", ui, |ui| {
        if ui_for_value(&mut overlay, ui, world) {
            *world.resource_mut::<GizmoConfigStore>().config_mut::<CollisionGizmos>().1 = overlay;
        }
    });
}

fn section(title: &str, ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    CollapsingHeader::new(title).default_open(true).show(ui, contents);
}
