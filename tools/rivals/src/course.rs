//! How bodies move: by this crate's own system, which writes `Transform` as a game does.

use bevy::prelude::*;

/// Where a body is and how it goes on, each frame the same way until it meets a wall. Engines may write
/// `Transform`; nobody but us writes this, so all of them see the same frames.
#[derive(Component, Clone, Debug)]
pub struct Course {
    /// Where it is.
    pub place: Transform,
    /// How far it moves in a frame.
    pub velocity: Vec3,
    /// How far it turns in a frame, if it does.
    pub turn: Option<Quat>,
}

/// The room in which the centres of the bodies stay: half its sides. In the plane z is zero.
#[derive(Resource, Clone, Copy)]
pub struct Room(pub Vec3);

impl Course {
    /// The next frame. Walls throw the centre back.
    pub fn step(&mut self, room: Room) {
        let mut next = self.place.translation + self.velocity;
        for axis in 0..3 {
            let wall = room.0[axis];
            if next[axis].abs() > wall {
                next[axis] = 2.0 * wall.copysign(next[axis]) - next[axis];
                self.velocity[axis] = -self.velocity[axis];
            }
        }
        self.place.translation = next;
        if let Some(turn) = self.turn {
            self.place.rotation = (turn * self.place.rotation).normalize();
        }
    }
}

/// Moves all bodies by a frame.
pub fn advance(mut bodies: Query<(&mut Course, &mut Transform)>, room: Res<Room>) {
    for (mut course, mut transform) in &mut bodies {
        course.step(*room);
        transform.translation = course.place.translation;
        if course.turn.is_some() {
            transform.rotation = course.place.rotation;
        }
    }
}
