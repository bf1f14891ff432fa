//! The panel: the settings, and a table of the steps.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui::{
    self, Button, ComboBox, Grid, LayerId, Panel, RichText, ScrollArea, Slider, Ui, UiBuilder,
};
use bevy_egui::{EguiContexts, egui::Color32};
use bevy_gjk::{Dim2, Dim3};
use bevy_gjk_debugger::{CollisionStepper, CollisionStepperGizmos, CollisionTrace, StepperQuestion};

use super::Tab;
use super::bodies::{Body, Kinds, Pair, Start};

/// The width of the panel, in logical pixels.
pub const WIDTH: f32 = 400.0;

/// What the panel shows and edits in a dimension.
#[derive(SystemParam)]
pub struct Shown<'w, 's, D: Kinds> {
    stepper: ResMut<'w, CollisionStepper<D>>,
    trace: Res<'w, CollisionTrace<D>>,
    pairs: Query<'w, 's, &'static mut Pair<D>>,
}

pub fn show(
    mut contexts: EguiContexts,
    mut tab: ResMut<Tab>,
    mut bodies: Query<&mut Body>,
    mut plane: Shown<Dim2>,
    mut space: Shown<Dim3>,
    store: Res<GizmoConfigStore>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let screen = UiBuilder::new().layer_id(LayerId::background()).max_rect(context.viewport_rect());
    let mut screen = Ui::new(context, "screen".into(), screen);
    let colors = store.config::<CollisionStepperGizmos>().1;
    Panel::left("stepper").exact_size(WIDTH).show(&mut screen, |ui| {
        ui.add_space(4.0);
        let mut chosen = *tab;
        ui.horizontal(|ui| {
            ui.selectable_value(&mut chosen, Tab::Plane, "2D");
            ui.selectable_value(&mut chosen, Tab::Space, "3D");
        });
        if chosen != *tab {
            *tab = chosen;
        }
        ui.separator();
        match *tab {
            Tab::Plane => contents(ui, &mut plane, &mut bodies, colors),
            Tab::Space => contents(ui, &mut space, &mut bodies, colors),
        }
    });
    Ok(())
}

fn contents<D: Kinds>(
    ui: &mut Ui,
    shown: &mut Shown<D>,
    bodies: &mut Query<&mut Body>,
    colors: &CollisionStepperGizmos,
) {
    let Ok(mut pair) = shown.pairs.single_mut() else { return };
    let sides = [("A", colors.a), ("B", colors.b)];
    Grid::new("shapes").num_columns(if D::TAB == Tab::Space { 5 } else { 4 }).show(ui, |ui| {
        for (entity, (name, color)) in pair.entities.into_iter().zip(sides) {
            let Ok(mut body) = bodies.get_mut(entity) else { continue };
            let mut edited = body.clone();
            ui.label(RichText::new(name).color(color32(color)).strong());
            edit::<D>(ui, name, &mut edited);
            ui.end_row();
            body.set_if_neq(edited);
        }
    });
    ui.horizontal(|ui| {
        for start in Start::ALL {
            if ui.button(format!("{start:?}").to_lowercase()).clicked() {
                pair.start = Some(start);
            }
        }
    });
    ui.separator();
    let mut stepper = shown.stepper.clone();
    controls(ui, &mut stepper);
    ui.separator();
    table(ui, &mut stepper, &shown.trace);
    shown.stepper.set_if_neq(stepper);
}

/// Shows a row with the settings of a shape.
fn edit<D: Kinds>(ui: &mut Ui, name: &str, body: &mut Body) {
    let kinds = D::kinds();
    ComboBox::from_id_salt(name).width(96.0).selected_text(kinds[body.kind].0).show_ui(ui, |ui| {
        for (index, (kind, _)) in kinds.iter().enumerate() {
            ui.selectable_value(&mut body.kind, index, *kind);
        }
    });
    let angle = |ui: &mut Ui, value: &mut f32, prefix| {
        let mut degrees = value.to_degrees();
        ui.add(egui::DragValue::new(&mut degrees).prefix(prefix).suffix("°").fixed_decimals(0));
        *value = degrees.to_radians();
    };
    angle(ui, &mut body.turn, "turn ");
    if D::TAB == Tab::Space {
        angle(ui, &mut body.tilt, "tilt ");
    }
    ui.horizontal(|ui| {
        for (value, prefix) in [(&mut body.stretch.x, "× "), (&mut body.stretch.y, "")] {
            ui.add(
                egui::DragValue::new(value).prefix(prefix).speed(0.01).range(-3.0..=3.0).fixed_decimals(2),
            );
        }
    });
}

fn controls<D: Kinds>(ui: &mut Ui, stepper: &mut CollisionStepper<D>) {
    let last = stepper.count().saturating_sub(1);
    ui.horizontal(|ui| {
        if ui.button("first").clicked() {
            stepper.step = 0;
        }
        if ui.button("back").clicked() {
            stepper.back();
        }
        if ui.button(if stepper.playing { "pause" } else { "play" }).clicked() {
            stepper.play_or_pause();
        }
        if ui.button("forward").clicked() {
            stepper.forward();
        }
        if ui.button("last").on_hover_text("shows the last step also while the shapes move").clicked() {
            stepper.step = usize::MAX;
        }
        ui.checkbox(&mut stepper.frozen, "freeze");
    });
    ui.horizontal(|ui| {
        let mut step = stepper.current() + 1;
        let slider = ui.add(Slider::new(&mut step, 1..=last + 1).text(format!("of {}", last + 1)));
        if slider.changed() {
            stepper.step = step - 1;
        }
        ui.add(egui::DragValue::new(&mut stepper.speed).prefix("speed ").range(0.1..=20.0).speed(0.05));
    });
    ui.horizontal(|ui| {
        ui.label("query:");
        ui.selectable_value(&mut stepper.question, StepperQuestion::Contact, "contact");
        ui.selectable_value(&mut stepper.question, StepperQuestion::Distance, "distance");
    });
}

fn table<D: Kinds>(ui: &mut Ui, stepper: &mut CollisionStepper<D>, trace: &CollisionTrace<D>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new("Steps").strong());
        if ui.button("print to the terminal").clicked() {
            info!("\n{}", trace.steps());
        }
    });
    let current = stepper.current();
    // Scrolls to the current step.
    let seen = ui.id().with("seen");
    let moved = ui.data_mut(|data| {
        let before = data.get_temp::<usize>(seen);
        data.insert_temp(seen, current);
        before != Some(current)
    });
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for (index, entry) in trace.steps().entries().enumerate() {
            let number =
                if entry.begins { format!("{} {}. ", entry.algorithm, entry.round) } else { String::new() };
            let words = RichText::new(format!("{number}{}", entry.step)).size(12.0);
            let row = ui.add(Button::selectable(index == current, words).wrap());
            if row.clicked() {
                stepper.step = index;
            }
            if moved && index == current {
                row.scroll_to_me(None);
            }
        }
    });
}

fn color32(color: Color) -> Color32 {
    let [red, green, blue, _] = color.to_srgba().to_u8_array();
    Color32::from_rgb(red, green, blue)
}
