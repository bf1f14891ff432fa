//! A game of its own state, which is written to a world: what a netcode rolls back.

use std::collections::HashMap;

use bevy_app::FixedPostUpdate;
use bevy_ecs::entity::{EntityHashMap, MapEntities};
use bevy_ecs::system::SystemParam;
use bevy_gjk::detect_collisions;
use bevy_gjk::state::{CollisionPast, CollisionPastPlugin, CollisionState};
use bevy_time::Time;
use core::time::Duration;

use crate::common::prelude::*;

/// The name of an entity, which it keeps when it comes back.
#[derive(Component, Clone, Copy)]
pub struct Name(pub u64);

#[derive(Resource, Default)]
struct Tick(u64);

/// Refuses some pairs at times.
#[derive(SystemParam)]
pub struct Moody<'w, 's> {
    names: Query<'w, 's, &'static Name>,
    tick: Res<'w, Tick>,
}

impl CollisionFilter for Moody<'_, '_> {
    fn allows(&self, a: Entity, b: Entity) -> bool {
        let [a, b] = [a, b].map(|entity| self.names.get(entity).map_or(0, |name| name.0));
        !(a + b + self.tick.0 / 7).is_multiple_of(13)
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Ball,
    Box,
    Compound,
    /// A root with two children.
    Tree,
    Platform,
    Character,
}

#[derive(Clone)]
struct Body<D: Dimension> {
    kind: Kind,
    size: f32,
    place: Transform,
    velocity: Vec3,
    spin: f32,
    layers: CollisionLayers,
    space: CollisionSpace,
    margin: f32,
    is_swept: bool,
    is_disabled: bool,
    motion: Vec3,
    state: Option<MoverState<D>>,
}

/// The state of the game: all of it is in here.
#[derive(Clone)]
pub struct Game<D: Dimension> {
    bodies: BTreeMap<u64, Body<D>>,
    next: u64,
    /// How far bodies are from the origin at most.
    reach: f32,
    /// Whether bodies come and go.
    changes_population: bool,
}

impl<D: Spatial> Game<D> {
    pub fn new(random: &mut Random, changes_population: bool) -> Self {
        Self::with_names_from(0, random, changes_population)
    }

    /// Returns a game whose names begin with a number.
    pub fn with_names_from(first: u64, random: &mut Random, changes_population: bool) -> Self {
        let mut game = Self {
            bodies: BTreeMap::new(),
            next: first,
            reach: if D::Vector::DIMENSION == 2 { 7.0 } else { 3.5 },
            changes_population,
        };
        let kinds = [Kind::Ball, Kind::Box, Kind::Compound, Kind::Tree, Kind::Platform, Kind::Character];
        for count in 0..34 {
            let kind = if count < 12 { kinds[count % 6] } else { kinds[random.below(4) as usize] };
            game.spawn(kind, random);
        }
        game
    }

    fn spawn(&mut self, kind: Kind, random: &mut Random) {
        let is_still = kind != Kind::Platform && random.below(3) == 0;
        let mut place = at_point(point(random, self.reach));
        let mut velocity = point(random, 0.4);
        if random.below(6) == 0 {
            velocity *= 8.0;
        }
        let spin = random.range(-0.2, 0.2) * f32::from(random.below(2) as u8);
        if kind == Kind::Character || D::Vector::DIMENSION == 2 {
            place.translation.z *= 0.1;
        }
        let size = if is_still { random.range(0.8, 2.5) } else { random.range(0.3, 1.0) };
        let body = Body {
            kind,
            size: if kind == Kind::Platform { 2.5 } else { size },
            place,
            velocity: if is_still { Vec3::ZERO } else { velocity },
            spin: if is_still { 0.0 } else { spin },
            layers: CollisionLayers::default(),
            space: CollisionSpace::DEFAULT,
            margin: 0.0,
            is_swept: random.below(4) == 0,
            is_disabled: false,
            motion: Vec3::ZERO,
            state: None,
        };
        self.bodies.insert(self.next, body);
        self.next += 1;
    }

    /// Returns the bodies of several games in one. Each game is in two spaces of its own.
    pub fn union(games: &[Self]) -> Self {
        let bodies = (0..).zip(games).flat_map(|(index, game)| {
            game.bodies.iter().map(move |(&name, body)| {
                let space = CollisionSpace(2 * index + body.space.0);
                (name, Body { space, ..body.clone() })
            })
        });
        Self { bodies: bodies.collect(), ..games[0].clone() }
    }

    /// Takes from a union of games what a tick has made of the bodies of this one.
    pub fn take_from(&mut self, union: &Self) {
        for (name, body) in &mut self.bodies {
            *body = Body { space: body.space, ..union.bodies[name].clone() };
        }
    }

    /// Advances the game by one tick: a function of the state, the tick and the seed.
    pub fn step(&mut self, tick: u64, seed: u64) {
        let mut random = Random(seed.wrapping_mul(7919).wrapping_add(tick * 104_729));
        (0..8).for_each(|_| _ = random.next());
        let reach = self.reach;
        for body in self.bodies.values_mut() {
            if body.kind == Kind::Character {
                body.motion = point(&mut random, 0.4) - Vec3::Y * 0.15;
                if body.place.translation.length() > 2.0 * reach {
                    body.place.translation = point(&mut random, 0.5 * reach);
                }
                continue;
            }
            body.place.translation += body.velocity;
            for (at, velocity) in
                body.place.translation.as_mut().iter_mut().zip(AsMut::<[f32; 3]>::as_mut(&mut body.velocity))
            {
                if at.abs() > reach {
                    *velocity = -at.signum() * velocity.abs();
                }
            }
            if body.spin != 0.0 {
                body.place.rotation *= Quat::from_rotation_z(body.spin);
            }
            match random.below(150) {
                0 => body.size = random.range(0.3, 1.5),
                1 => body.is_disabled = !body.is_disabled,
                2 => body.margin = random.range(0.0, 1.0),
                3 => body.margin = 0.0,
                4 => body.is_swept = !body.is_swept,
                5 => body.layers = CollisionLayers::new(LayerMask::layer(random.below(3)), LayerMask::ALL),
                6 => body.place.scale = Vec3::new(random.range(-1.5, 1.5), 1.0, 1.0),
                7 => body.velocity = point(&mut random, 0.5),
                8 => body.place.translation.x = f32::NAN,
                9 => body.space.0 ^= 1,
                _ if body.place.translation.x.is_nan() => body.place.translation.x = 0.0,
                _ => {}
            }
        }
        if self.changes_population && random.below(3) == 0 {
            let kinds = [Kind::Ball, Kind::Box, Kind::Compound, Kind::Tree, Kind::Character, Kind::Platform];
            self.spawn(kinds[random.below(6) as usize], &mut random);
            let index = random.below(self.bodies.len() as u32) as usize;
            let id = *self.bodies.keys().nth(index).unwrap();
            self.bodies.remove(&id);
        }
    }

    fn map_entities(&mut self, map: &mut EntityHashMap<Entity>) {
        self.bodies
            .values_mut()
            .filter_map(|body| body.state.as_mut())
            .for_each(|state| state.map_entities(map));
    }
}

impl<D: Spatial> Body<D> {
    fn collider(&self) -> D::Collider {
        let part = |x: f32, shape| ColliderPart { transform: at_x(x * self.size), shape };
        match self.kind {
            Kind::Ball => D::ball(self.size),
            Kind::Box | Kind::Tree => D::cuboid(Vec3::splat(self.size)),
            Kind::Platform => D::cuboid(Vec3::new(self.size, 0.3, self.size)),
            Kind::Character => D::cuboid(Vec3::new(0.3, 0.6, 0.3)),
            Kind::Compound => D::compound(vec![
                part(-0.7, D::ball(0.6 * self.size)),
                part(0.7, D::cuboid(Vec3::splat(0.5 * self.size))),
            ]),
        }
    }
}

/// A world with the game in it, and the names of its entities.
pub struct Played<D: Spatial> {
    pub app: App,
    pub game: Game<D>,
    /// The entities by their names.
    pub ids: BTreeMap<u64, Entity>,
    /// The names of all entities that there ever were.
    pub names: HashMap<Entity, u64>,
    is_keyed: bool,
    /// Whether collisions are detected in `FixedPostUpdate`.
    is_fixed: bool,
    random: Random,
}

/// What becomes of the entities when the game goes back.
#[derive(Clone, Copy, PartialEq)]
pub enum Comeback {
    /// They stay.
    None,
    /// Some come back under other ids.
    Some,
    /// All come back in another app, so that nothing is left but the state.
    InNewApp,
}

/// Returns an app for the game.
fn app_for<D: Spatial>(is_fixed: bool) -> App {
    let plugin = match is_fixed {
        true => CollisionPlugin::<D>::in_schedule(FixedPostUpdate),
        false => CollisionPlugin::<D>::default(),
    };
    let mut app = app_with((plugin.with_filter::<Moody>(), CollisionPastPlugin::<D>::new(KEPT_TICKS)));
    app.init_resource::<Tick>().insert_resource(Time::<()>::default());
    // What begins to be swept has a path from where it was in the run before.
    app.resource_mut::<Collisions<D>>().keep_previous_places();
    app
}

/// The number of ticks whose places are kept.
const KEPT_TICKS: usize = 9;

/// A moment of the game that can be restored.
#[derive(Clone)]
pub struct Moment<D: Dimension> {
    pub tick: u64,
    game: Game<D>,
    pub state: CollisionState<D>,
    ids: BTreeMap<u64, Entity>,
}

impl<D: Spatial> Played<D> {
    pub fn new(game: Game<D>, [is_keyed, is_fixed]: [bool; 2], seed: u64) -> Self {
        let (app, ids, names) = (app_for::<D>(is_fixed), BTreeMap::new(), HashMap::new());
        Self { app, game, ids, names, is_keyed, is_fixed, random: Random(seed) }
    }

    /// Writes the game to the world. New entities are spawned in random order if they have keys.
    fn write(&mut self, with_states: bool) {
        let Self { app, game, ids, names, is_keyed, random, .. } = self;
        let world = app.world_mut();
        ids.retain(|id, entity| game.bodies.contains_key(id) || !world.despawn(*entity));
        let mut missing: Vec<u64> = game.bodies.keys().copied().filter(|id| !ids.contains_key(id)).collect();
        for last in (1..missing.len()).rev().filter(|_| *is_keyed) {
            missing.swap(last, random.below(last as u32 + 1) as usize);
        }
        for &id in &missing {
            let body = &game.bodies[&id];
            let mut entity = world.spawn((Name(id), body.place));
            if *is_keyed {
                entity.insert(CollisionOrder(id));
            }
            match body.kind {
                Kind::Tree => {
                    entity.insert(CompoundCollider);
                    for x in [-1.0, 1.0] {
                        entity.with_child((D::ball(0.5), at_x(x)));
                    }
                }
                Kind::Platform if id % 3 == 0 => _ = entity.insert(OneWayPlatform::<D>::default()),
                Kind::Platform if id % 3 == 1 => {
                    entity.insert(SurfaceVelocity::<D>::new(D::vector(Vec3::new(0.3, 0.0, -0.2))));
                }
                Kind::Character => _ = entity.insert(CharacterMover::<D>::default()),
                _ => {}
            }
            ids.insert(id, entity.id());
            names.insert(entity.id(), id);
        }
        for (id, body) in &game.bodies {
            let mut entity = world.entity_mut(ids[id]);
            if entity.get::<Transform>() != Some(&body.place) {
                entity.insert(body.place);
            }
            let collider = body.collider();
            if body.kind != Kind::Tree && entity.get::<D::Collider>() != Some(&collider) {
                entity.insert(collider);
            }
            if entity.get::<CollisionLayers>() != Some(&body.layers) {
                entity.insert(body.layers);
            }
            let space = entity.get::<CollisionSpace>().copied();
            if space.unwrap_or_default() != body.space {
                entity.insert(body.space);
            }
            if entity.get::<ProximityMargin>().map_or(0.0, |margin| margin.0) != body.margin {
                entity.insert(ProximityMargin(body.margin));
            }
            if entity.contains::<SweptCollider>() != body.is_swept {
                match body.is_swept {
                    true => entity.insert(SweptCollider::default()),
                    false => entity.remove::<SweptCollider>(),
                };
            }
            if entity.contains::<ColliderDisabled>() != body.is_disabled {
                match body.is_disabled {
                    true => entity.insert(ColliderDisabled),
                    false => entity.remove::<ColliderDisabled>(),
                };
            }
            if body.kind == Kind::Character {
                entity.insert(MoverMotion::<D>::new(D::vector(body.motion)));
                if with_states {
                    entity.insert(body.state.clone().unwrap_or_default());
                }
            }
        }
    }

    /// Plays one tick, and tells all that happened in it, with the names of the entities.
    pub fn tick(&mut self, tick: u64, seed: u64) -> Vec<String> {
        self.game.step(tick, seed);
        self.show(tick)
    }

    /// Plays one tick with the bodies as they are.
    pub fn show(&mut self, tick: u64) -> Vec<String> {
        self.write(false);
        let mut time = Time::<()>::default();
        time.advance_to(Duration::from_millis(tick * 16));
        time.advance_by(Duration::from_millis(16));
        let world = self.app.world_mut();
        world.insert_resource(time);
        world.resource_mut::<Tick>().0 = tick;
        world.resource_mut::<CollisionPast<D>>().begin_tick(tick);
        world.resource_mut::<Messages<CollisionEvent<D>>>().clear();
        world.resource_mut::<Messages<ProximityEvent<D>>>().clear();
        if tick.is_multiple_of(5) {
            detect_collisions(world);
        } else if self.is_fixed {
            world.run_schedule(FixedPostUpdate);
            world.clear_trackers();
        } else {
            self.app.update();
        }
        for (id, body) in &mut self.game.bodies {
            if body.kind == Kind::Character {
                body.place = *self.app.get::<Transform>(self.ids[id]);
                body.state = Some(self.app.get::<MoverState<D>>(self.ids[id]).clone());
            }
        }
        self.report()
    }

    fn report(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        let names = &self.names;
        let name = |entity: Entity| names[&entity];
        let world = self.app.world();
        let mut cursor = world.resource::<Messages<CollisionEvent<D>>>().get_cursor();
        for event in cursor.read(world.resource::<Messages<CollisionEvent<D>>>()) {
            lines.push(match *event {
                CollisionEvent::Started { a, b, contact, time } => {
                    format!("{} meets {} at {time}: {contact:?}", name(a), name(b))
                }
                CollisionEvent::Ended { a, b, reason } => {
                    format!("{} leaves {}: {reason:?}", name(a), name(b))
                }
            });
        }
        let mut cursor = world.resource::<Messages<ProximityEvent<D>>>().get_cursor();
        for event in cursor.read(world.resource::<Messages<ProximityEvent<D>>>()) {
            lines.push(match *event {
                ProximityEvent::Started { a, b, closest } => {
                    format!("{} nears {}: {closest:?}", name(a), name(b))
                }
                ProximityEvent::Ended { a, b, reason } => {
                    format!("{} is not near {}: {reason:?}", name(a), name(b))
                }
            });
        }
        let collisions = world.resource::<Collisions<D>>();
        let mut present = Vec::new();
        for touch in collisions.iter() {
            let Touch { entity, other, time, since, runs, .. } = touch;
            let contact = touch.contact();
            let [a, b] = [entity, other].map(name);
            present.push(format!("{a} touches {b} for {runs} since {since:?}, {time}: {contact:?}"));
        }
        for near in collisions.proximities() {
            let Proximity { entity, other, since, runs, closest } = near;
            let [a, b] = [entity, other].map(name);
            present.push(format!("{a} is near {b} for {runs} since {since:?}: {closest:?}"));
        }
        if !self.is_keyed {
            present.sort();
        }
        lines.append(&mut present);
        for (id, body) in &self.game.bodies {
            if let Some(state) = &body.state {
                let ground = state.ground.map(|ground| (name(ground.entity), ground.point));
                let at = body.place.translation;
                lines.push(format!("{id} is at {at} on {ground:?}, {:?}, {:?}", state.carried, state.pushed));
            }
        }
        lines
    }

    pub fn moment(&self, tick: u64) -> Moment<D> {
        let state = self.app.save();
        Moment { tick, game: self.game.clone(), state, ids: self.ids.clone() }
    }

    /// Goes back to a moment.
    pub fn restore(&mut self, moment: &Moment<D>, comeback: Comeback) {
        let random = &mut self.random;
        match comeback {
            Comeback::None => {}
            Comeback::Some => {
                let world = self.app.world_mut();
                self.ids.retain(|_, entity| random.below(4) > 0 || !world.despawn(*entity));
            }
            Comeback::InNewApp => {
                self.app = app_for::<D>(self.is_fixed);
                self.ids.clear();
                // Other ids than those in the first app.
                (0..random.below(40)).for_each(|_| _ = self.app.spawn(()));
            }
        }
        let Moment { game, mut state, ids, .. } = moment.clone();
        self.game = game;
        // First the entities, so that their new ids are known.
        self.write(false);
        let mut map: EntityHashMap<Entity> = ids.iter().map(|(id, &entity)| (entity, self.ids[id])).collect();
        self.game.map_entities(&mut map);
        self.write(true);
        state.map_entities(&mut map);
        self.app.restore(&state).unwrap();
    }
}
