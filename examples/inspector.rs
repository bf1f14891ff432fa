//! Colliders edited live: choose one in the panel, change its shape, its transform or its layers, and see the
//! outlines and the contacts follow; what is no convex shape turns red, and the terminal says why. The overlay
//! itself is edited below. Press F1 to hide and show it, 1 to 9 for its categories.
//!
//! There is nothing here for the panel's sake: the components are reflected, and `bevy-inspector-egui` edits
//! whatever is.
//!
//!     cargo example inspector --features panels

use bevy::ecs::component::Mutable;
use bevy::prelude::*;
use bevy_egui::egui::{CollapsingHeader, LayerId, Panel, ScrollArea, Ui, UiBuilder};
use bevy_egui::{EguiContext, EguiPlugin, EguiPrimaryContextPass, PrimaryEguiContext};
use bevy_gjk::dim2::prelude::*;
use bevy_inspector_egui::DefaultInspectorConfigPlugin;
use bevy_inspector_egui::bevy_inspector::ui_for_value;
use examples::cli::Options;
use examples::{overlay_keys, stage};

/// The entity in the panel.
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
    app.add_systems(Startup, spawn).add_systems(Update, mark_chosen.run_if(resource_changed::<Chosen>)).run()
}

fn spawn(mut commands: Commands) {
    // What there is stands to the left of the panel.
    commands.spawn((Camera2d, Transform::from_xyz(180.0, 0.0, 0.0)));
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
            CollisionLayers::default(),
            ProximityMargin::default(),
        ));
        if name == "capsule" {
            let entity = entity.id();
            commands.insert_resource(Chosen(entity));
        }
    }
}

/// The overlay draws the chosen one in a colour of its own.
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
    Panel::right("inspector").exact_size(400.0).show(&mut screen, |ui| {
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
            edit::<Collider>("Collider", chosen, ui, world);
            edit::<Transform>("Transform", chosen, ui, world);
            edit::<CollisionLayers>("CollisionLayers", chosen, ui, world);
            edit::<ProximityMargin>("ProximityMargin", chosen, ui, world);
            edit_overlay(ui, world);
        });
    });
}

/// Shows a component for editing, and writes it back where it was edited.
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
