//! What really touches: every pair that may, by the oracle in `f64`.

use std::collections::{HashMap, HashSet};

use bevy::math::{DVec3, IVec3, Mat3, Vec3};
use bevy::prelude::Transform;
use oracle::case::{Form, Shape as Placed};
use oracle::distance::{Body as Set, Pair as Sets, nearest, signed_depth_of};

use crate::course::Room;
use crate::scene::{Body, Role, Scene};

/// Two bodies by their numbers in the scene, the lower one first.
pub type Pair = [u32; 2];

/// Nobody is asked about pairs that are nearer than this to touching, on either side.
pub const GRAZE: f64 = 1e-5;

/// How near the oracle's distances come to the exact ones: far less than [`GRAZE`].
const TOLERANCE: f64 = 1e-8;

/// The frames of a scene, without any app.
pub struct Model {
    scene: Scene,
    reach: Vec<f32>,
}

impl Model {
    /// The scene before its first frame.
    pub fn new(scene: Scene) -> Self {
        // The sphere around the box of a shape that is not turned.
        let reach =
            |body: &Body| body.shape.clone().here().body(scene.dimension).half_sides().length() as f32;
        let reach = scene.bodies.iter().map(reach).collect();
        Self { scene, reach }
    }

    /// The next frame.
    pub fn step(&mut self) {
        let room: Room = self.scene.room;
        for body in &mut self.scene.bodies {
            if let Some(course) = &mut body.course {
                course.step(room);
                body.place = course.place;
            }
        }
    }

    /// Which pairs touch, of those that are wanted.
    pub fn touching(&self) -> HashSet<Pair> {
        self.candidates().into_iter().filter(|&pair| self.touches(pair)).collect()
    }

    /// Whether a pair is so near to touching, on either side, that no answer is wrong.
    pub fn grazes(&self, pair: Pair) -> bool {
        let [one, other] = pair.map(|number| self.set(number));
        let depth = signed_depth_of(&Sets::of(one, other), self.scene.dimension);
        depth.low <= GRAZE && depth.high >= -GRAZE
    }

    /// Pairs whose bounding balls touch, from a grid.
    fn candidates(&self) -> Vec<Pair> {
        let widest = self.reach.iter().copied().fold(0.0, f32::max);
        let cell = |place: Vec3| (place / (2.01 * widest)).floor().as_ivec3();
        let mut grid = HashMap::<IVec3, Vec<u32>>::new();
        for (number, body) in self.scene.bodies.iter().enumerate() {
            grid.entry(cell(body.place.translation)).or_default().push(number as u32);
        }
        let mut pairs = Vec::new();
        for (number, body) in self.scene.bodies.iter().enumerate() {
            // Two at rest are nobody's business, and a pair is found from one of its ends.
            if body.role == Role::Still {
                continue;
            }
            let home = cell(body.place.translation);
            for near in (0..27).map(|at| home + IVec3::new(at % 3 - 1, at / 3 % 3 - 1, at / 9 - 1)) {
                for &other in grid.get(&near).into_iter().flatten() {
                    let rests = self.scene.bodies[other as usize].role == Role::Still;
                    if (rests || other < number as u32) && self.may_touch([other, number as u32]) {
                        pairs.push([other, number as u32]);
                    }
                }
            }
        }
        for pair in &mut pairs {
            pair.sort_unstable();
        }
        pairs
    }

    fn may_touch(&self, pair: Pair) -> bool {
        let [one, other] = pair.map(|number| self.reach[number as usize]);
        self.offset(pair).length() <= f64::from(one) + f64::from(other) + GRAZE
    }

    fn offset(&self, pair: Pair) -> DVec3 {
        let [one, other] = pair.map(|number| self.place(number).translation.as_dvec3());
        other - one
    }

    fn place(&self, number: u32) -> &Transform {
        &self.scene.bodies[number as usize].place
    }

    fn touches(&self, pair: Pair) -> bool {
        let shapes = pair.map(|number| &self.scene.bodies[number as usize].shape);
        if let [Form::Ball(one), Form::Ball(other)] = shapes {
            return self.offset(pair).length() <= f64::from(*one) + f64::from(*other);
        }
        let [one, other] = pair.map(|number| self.set(number));
        // Radii are exact when they are added last.
        let (cores, radii) = Sets::of(one, other).without_balls(self.scene.dimension);
        nearest(&cores, TOLERANCE).low + radii >= -TOLERANCE
    }

    fn set(&self, number: u32) -> Set {
        let place = self.place(number);
        let form = self.scene.bodies[number as usize].shape.clone();
        let placed = Placed { form, matrix: Mat3::from_quat(place.rotation), translation: place.translation };
        placed.body(self.scene.dimension)
    }
}

#[cfg(test)]
mod tests {
    use oracle::case::Dimension;

    use super::*;
    use crate::arena::Arena;
    use crate::engine::NONE;
    use crate::scene::Kind;

    /// The grid leaves nothing out.
    #[test]
    fn all_pairs_are_asked_about() {
        for (kind, dimension) in [
            (Kind::Balls, Dimension::Plane),
            (Kind::Mixed, Dimension::Plane),
            (Kind::Mixed, Dimension::Space),
            (Kind::Still, Dimension::Plane),
        ] {
            let mut model = Model::new(Scene::new(kind, dimension, 150));
            model.step();
            let count = model.scene.bodies.len() as u32;
            let moves = |number: u32| model.scene.bodies[number as usize].role == Role::Mover;
            let all = (0..count).flat_map(|other| (0..other).map(move |one| [one, other]));
            let expected: HashSet<Pair> =
                all.filter(|&pair| pair.into_iter().any(moves) && model.touches(pair)).collect();
            assert!(expected.len() > 5, "{kind:?}: {} pairs touch", expected.len());
            assert_eq!(model.touching(), expected, "{kind:?}");
        }
    }

    /// What is judged is what the engines saw.
    #[test]
    fn an_app_shows_the_same_frames() {
        let scene = || Scene::new(Kind::Mixed, Dimension::Space, 20);
        let mut arena = Arena::new(&NONE, &scene(), 1);
        arena.spawn(&scene());
        let mut model = Model::new(scene());
        for _ in 0..30 {
            arena.app.update();
            model.step();
        }
        for (entity, body) in arena.entities.iter().zip(&model.scene.bodies) {
            assert_eq!(arena.app.world().get(*entity), Some(&body.place));
        }
    }

    #[test]
    fn grazing_is_near_touching() {
        let mut scene = Scene::new(Kind::Balls, Dimension::Plane, 2);
        let mut grazes = |gap: f32| {
            for (body, x) in scene.bodies.iter_mut().zip([0.0, 1.0 + gap]) {
                body.place = Transform::from_xyz(x, 0.0, 0.0);
            }
            let bodies = scene.bodies.clone();
            let scene = Scene { bodies, dimension: scene.dimension, room: scene.room };
            Model::new(scene).grazes([0, 1])
        };
        assert!(grazes(4e-6) && grazes(-4e-6));
        assert!(!grazes(4e-5) && !grazes(-4e-5));
    }
}
