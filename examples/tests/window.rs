//! Reactions to collisions despawn what was spawned or changed in the same frame, while Bevy draws it in a window. Nothing
//! may abort, whatever the order in which plugins and systems are added, and nothing is drawn a frame later than it would
//! be without collisions.
//!
//! `.ci/window` runs it on a virtual display. Each case is a process of its own, because a process opens a window once.

use std::process::{Command, ExitCode};
use std::time::Duration;

use bevy::ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::sprite_render::{AlphaMode2d, SpriteMeshMaterial};
use bevy::time::TimeUpdateStrategy;
use bevy::winit::WinitSettings;
use bevy_gjk::{
    CollisionEvent, CollisionLayers, CollisionPlugin, CollisionStarted, CollisionSystems, Collisions, Dim2,
    Dim3, Dimension, collision_layers, dim2, dim3,
};

/// How many frames a case runs, and how many of them pass before everything is loaded.
const FRAMES: u32 = 40;
const WARM_UP: u32 = 5;
/// One fixed step of Bevy: each frame has one.
const FRAME: Duration = Duration::from_micros(15_625);

/// The order in which the parts of an app are added.
#[derive(Clone, Copy, Debug)]
enum Order {
    BevyFirst,
    CollisionsBeforeBevy,
    SystemsBeforeAll,
}

/// What despawns.
#[derive(Clone, Copy, Debug)]
enum Reaction {
    AfterEvents,
    AfterNarrowPhase,
    Observer,
}

use Order::{BevyFirst, CollisionsBeforeBevy, SystemsBeforeAll};
use Reaction::{AfterEvents, AfterNarrowPhase, Observer};

/// The schedule of the plugin and of the reaction.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::enum_variant_names, reason = "the names of Bevy's schedules")]
enum Place {
    PostUpdate,
    FixedUpdate,
    FixedPostUpdate,
}

impl Place {
    fn label(self) -> InternedScheduleLabel {
        match self {
            Self::PostUpdate => PostUpdate.intern(),
            Self::FixedUpdate => FixedUpdate.intern(),
            Self::FixedPostUpdate => FixedPostUpdate.intern(),
        }
    }
}

type Case = (Order, Reaction, Place);

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for place in [Place::PostUpdate, Place::FixedUpdate, Place::FixedPostUpdate] {
        for order in [BevyFirst, CollisionsBeforeBevy, SystemsBeforeAll] {
            cases.extend([AfterEvents, AfterNarrowPhase, Observer].map(|reaction| (order, reaction, place)));
        }
    }
    cases
}

fn main() -> ExitCode {
    match std::env::args().nth(1).map(|case| case.parse::<usize>()) {
        None => run_all(),
        Some(Ok(case)) if case < cases().len() => exit_code(despawn_all(cases()[case])),
        Some(_) => exit_code(compare_drawing_order()),
    }
}

fn exit_code(exit: AppExit) -> ExitCode {
    match exit {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(_) => ExitCode::FAILURE,
    }
}

/// Runs each case in a process of its own and reports those that failed.
fn run_all() -> ExitCode {
    let names: Vec<_> =
        cases().iter().map(|case| format!("{case:?}")).chain(["drawing order".into()]).collect();
    let mut failed = 0;
    for (case, name) in names.iter().enumerate() {
        let run = std::env::current_exe().and_then(|path| Command::new(path).arg(case.to_string()).output());
        match run {
            Ok(run) if run.status.success() => println!("ok      {name}"),
            Ok(run) => {
                failed += 1;
                println!("FAILED  {name}: {}\n{}", run.status, String::from_utf8_lossy(&run.stderr));
            }
            Err(error) => {
                failed += 1;
                println!("FAILED  {name}: {error}");
            }
        }
    }
    println!("{} of {} cases failed", failed, names.len());
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

collision_layers! {
    enum Layer { Target, Shot }
}

/// Something that the first collision despawns, with its label in the user interface.
#[derive(Component, Clone)]
struct Shot {
    born: u32,
    label: Option<Entity>,
}

/// What touches nothing, and has to be drawn in the frame in which it is spawned.
#[derive(Component, Clone)]
struct Bystander {
    born: u32,
}

#[derive(Resource, Default)]
struct Frame(u32);

/// Shoots in each frame, lets the reaction despawn what hits, and looks at what is drawn.
fn despawn_all((order, reaction, place): Case) -> AppExit {
    let bevy = |app: &mut App| _ = app.add_plugins(DefaultPlugins);
    let collisions = |app: &mut App| {
        app.add_plugins(CollisionPlugin::<Dim2>::in_schedule(place.label()));
        app.add_plugins(CollisionPlugin::<Dim3>::in_schedule(place.label()));
    };
    let systems = |app: &mut App| {
        let in_events = (react_to_events::<Dim2>, react_to_events::<Dim3>);
        let in_touches = (react_to_touches::<Dim2>, react_to_touches::<Dim3>);
        match reaction {
            AfterEvents => app.add_systems(place.label(), in_events.after(CollisionSystems::Events)),
            AfterNarrowPhase => {
                app.add_systems(place.label(), in_touches.after(CollisionSystems::NarrowPhase))
            }
            Observer => app.add_observer(observe::<Dim2>).add_observer(observe::<Dim3>),
        };
        app.add_systems(PreUpdate, (end_bystanders, hit_late, shoot).chain());
        app.add_systems(Last, (check, end).chain());
    };
    let mut app = App::new();
    let parts: [&dyn Fn(&mut App); 3] = match order {
        BevyFirst => [&bevy, &collisions, &systems],
        CollisionsBeforeBevy => [&collisions, &systems, &bevy],
        SystemsBeforeAll => [&systems, &bevy, &collisions],
    };
    parts.into_iter().for_each(|add| add(&mut app));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME))
        .insert_resource(WinitSettings::continuous());
    app.init_resource::<Frame>().add_systems(Startup, set_stage);
    app.run()
}

fn set_stage(mut commands: Commands) {
    commands.spawn((Camera3d::default(), Transform::from_xyz(0.0, 0.0, 400.0)));
    let over = Camera { order: 1, clear_color: ClearColorConfig::None, ..default() };
    commands.spawn((Camera2d, over, IsDefaultUiCamera));
    // What the shots hit.
    let layers = CollisionLayers::new(Layer::Target, Layer::Shot);
    commands.spawn((dim2::Collider::circle(20.0), layers));
    commands.spawn((dim3::Collider::sphere(20.0), layers));
}

/// The assets of what is drawn.
#[derive(SystemParam)]
struct Drawing<'w> {
    meshes: ResMut<'w, Assets<Mesh>>,
    colors: ResMut<'w, Assets<ColorMaterial>>,
    materials: ResMut<'w, Assets<StandardMaterial>>,
}

impl Drawing<'_> {
    /// Spawns one collider of each dimension for each kind of thing that is drawn: sprites, meshes and text in 2D, meshes
    /// and lights in 3D, and all of them as children of the collider.
    fn spawn_kinds(&mut self, commands: &mut Commands, at: Vec3, marker: &(impl Component + Clone)) {
        let flat = (Mesh2d(self.meshes.add(Circle::new(4.0))), MeshMaterial2d(self.colors.add(Color::WHITE)));
        let solid = (
            Mesh3d(self.meshes.add(Sphere::new(4.0))),
            MeshMaterial3d(self.materials.add(StandardMaterial::default())),
        );
        let sprite = || Sprite::from_color(Color::WHITE, Vec2::splat(8.0));
        let kinds: [&dyn Fn(&mut EntityCommands); 7] = [
            &|it| _ = it.insert(sprite()),
            &|it| _ = it.insert(flat.clone()),
            &|it| _ = it.insert(Text2d::new("shot")),
            &|it| _ = it.insert(solid.clone()),
            &|it| _ = it.insert(PointLight::default()),
            &|it| _ = it.insert(SpotLight::default()),
            &|it| {
                let parts = children![sprite(), Text2d::new("part"), solid.clone(), PointLight::default()];
                it.insert((Visibility::default(), parts));
            },
        ];
        for draw in kinds {
            let flat = commands.spawn((dim2::Collider::circle(1.0), Transform::from_translation(at))).id();
            let solid = commands.spawn((dim3::Collider::sphere(1.0), Transform::from_translation(at))).id();
            for entity in [flat, solid] {
                let layers = CollisionLayers::new(Layer::Shot, Layer::Target);
                draw(commands.entity(entity).insert((marker.clone(), layers)));
            }
        }
    }
}

fn shoot(mut commands: Commands, mut drawing: Drawing, frame: Res<Frame>) {
    let born = frame.0;
    // Some hit in this frame, some in the next one; each of the two kinds has a label, which is as old.
    for x in [10.0, 100.0] {
        let node = Node { width: Val::Px(80.0), overflow: Overflow::clip(), ..default() };
        let parts = children![(Text::new("label"), Label), ImageNode::solid_color(Color::WHITE)];
        let label = Some(commands.spawn((node, parts)).id());
        drawing.spawn_kinds(&mut commands, Vec3::X * x, &Shot { born, label });
    }
    drawing.spawn_kinds(&mut commands, Vec3::new(-100.0, 50.0, 0.0), &Bystander { born });
}

/// Moves and changes the shots of the last frame, so that they hit.
fn hit_late(
    mut shots: Query<(&mut Transform, Option<&mut Sprite>, Option<&mut Text2d>), With<Shot>>,
    mut labels: Query<&mut Text>,
    frame: Res<Frame>,
) {
    for (mut place, sprite, text) in &mut shots {
        place.translation.x = 10.0;
        if let Some(mut sprite) = sprite {
            sprite.color = Color::BLACK;
        }
        if let Some(mut text) = text {
            text.0 = format!("frame {}", frame.0);
        }
    }
    labels.iter_mut().for_each(|mut label| label.0 = format!("frame {}", frame.0));
}

fn end_bystanders(bystanders: Query<Entity, With<Bystander>>, mut commands: Commands) {
    bystanders.iter().for_each(|entity| commands.entity(entity).despawn());
}

/// Despawns a shot with its label.
fn despawn(entity: Entity, shots: &Query<&Shot>, commands: &mut Commands) {
    if let Ok(shot) = shots.get(entity) {
        [Some(entity), shot.label].into_iter().flatten().for_each(|it| commands.entity(it).try_despawn());
    }
}

fn react_to_events<D: Dimension>(
    mut events: MessageReader<CollisionEvent<D>>,
    shots: Query<&Shot>,
    mut commands: Commands,
) {
    for event in events.read().filter(|event| event.is_started()) {
        event.entities().into_iter().for_each(|entity| despawn(entity, &shots, &mut commands));
    }
}

fn react_to_touches<D: Dimension>(
    collisions: Res<Collisions<D>>,
    shots: Query<&Shot>,
    mut commands: Commands,
) {
    for touch in collisions.iter() {
        [touch.entity, touch.other].into_iter().for_each(|entity| despawn(entity, &shots, &mut commands));
    }
}

fn observe<D: Dimension>(hit: On<CollisionStarted<D>>, shots: Query<&Shot>, mut commands: Commands) {
    despawn(hit.entity, &shots, &mut commands);
}

/// Whether the renderer draws what has a sprite or a mesh.
type Drawn = (&'static ViewVisibility, Has<Mesh2d>, Has<MeshMaterial2d<SpriteMeshMaterial>>, Has<Sprite>);

/// Fails if a shot outlived its hit, or if something is not drawn in the frame in which it was spawned.
fn check(
    shots: Query<&Shot>,
    bystanders: Query<(Entity, &Bystander, Drawn), Or<(With<Sprite>, With<Mesh2d>, With<Mesh3d>)>>,
    frame: Res<Frame>,
) {
    if frame.0 < WARM_UP {
        return;
    }
    for shot in &shots {
        assert_eq!(shot.born, frame.0, "a shot of an earlier frame has not been despawned");
    }
    assert_eq!(shots.iter().count(), 14, "the half of the shots that has not hit yet");
    assert_eq!(bystanders.iter().count(), 6);
    for (entity, bystander, (is_visible, has_mesh, has_material, is_sprite)) in &bystanders {
        assert_eq!(bystander.born, frame.0);
        let is_drawn = is_visible.get() && (!is_sprite || has_mesh && has_material);
        assert!(is_drawn, "{entity} is not drawn in the frame in which it was spawned");
    }
}

fn end(mut frame: ResMut<Frame>, mut exit: MessageWriter<AppExit>) {
    frame.0 += 1;
    if frame.0 == FRAMES {
        exit.write(AppExit::Success);
    }
}

/// The colors of overlapping sprites, in the order in which they are spawned.
const COLORS: [Color; 3] =
    [Color::srgb(1.0, 0.0, 0.0), Color::srgb(0.0, 1.0, 0.0), Color::srgb(0.0, 0.0, 1.0)];

/// Spawns sprites in one place, and meshes in another, all at the same depth, and fails unless those are on top that come
/// last in the order of entities: picking relies on it.
fn compare_drawing_order() -> AppExit {
    let mut app = App::new();
    app.add_plugins(DefaultPlugins).insert_resource(WinitSettings::continuous()).init_resource::<Frame>();
    app.add_systems(Update, (take_screenshot, spawn_overlapping).chain());
    app.run()
}

fn spawn_overlapping(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<ColorMaterial>>,
    mut assets: Local<Option<(Handle<Mesh>, [Handle<ColorMaterial>; 3])>>,
    frame: Res<Frame>,
) {
    let (square, materials) = assets.get_or_insert_with(|| {
        commands.spawn(Camera2d);
        // Blended like sprites: what is opaque is drawn in the order of meshes and materials.
        let blended = |color| ColorMaterial { color, alpha_mode: AlphaMode2d::Blend, ..default() };
        (meshes.add(Rectangle::new(100.0, 100.0)), COLORS.map(|color| materials.add(blended(color))))
    });
    // What has to wait for its material is drawn on top of what has not.
    if frame.0 != WARM_UP {
        return;
    }
    for (color, material) in COLORS.into_iter().zip(materials) {
        commands
            .spawn((Sprite::from_color(color, Vec2::splat(100.0)), Transform::from_xyz(-100.0, 0.0, 0.0)));
        let mesh = (Mesh2d(square.clone()), MeshMaterial2d(material.clone()));
        commands.spawn((mesh, Transform::from_xyz(100.0, 0.0, 0.0)));
    }
}

fn take_screenshot(
    sprites: Query<(Entity, &Sprite)>,
    flat: Query<(Entity, &MeshMaterial2d<ColorMaterial>)>,
    materials: Res<Assets<ColorMaterial>>,
    mut frame: ResMut<Frame>,
    mut commands: Commands,
) {
    frame.0 += 1;
    // By then all pipelines are compiled, in the background.
    if frame.0 != 5 * FRAMES {
        return;
    }
    let sprite = sprites.iter().max_by_key(|(entity, _)| *entity).map(|(_, sprite)| sprite.color);
    let mesh = flat.iter().max_by_key(|(entity, _)| *entity);
    let mesh = mesh.and_then(|(_, material)| materials.get(material)).map(|material| material.color);
    let check = move |captured: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>| {
        let (width, height) = (captured.image.width(), captured.image.height());
        for (name, x, expected) in [("sprite", width / 2 - 100, sprite), ("mesh", width / 2 + 100, mesh)] {
            let found = captured.image.get_color_at(x, height / 2).ok().map(|color| color.to_srgba());
            assert_eq!(found, expected.map(|color| color.to_srgba()), "the {name} on top");
        }
        exit.write(AppExit::Success);
    };
    commands.spawn(Screenshot::primary_window()).observe(check);
}
