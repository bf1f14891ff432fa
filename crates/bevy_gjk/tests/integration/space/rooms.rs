//! A thousand rooms at one place are a thousand rooms side by side.

use crate::common::prelude::*;

/// The number of rooms, and of balls that move in each.
const ROOMS: u32 = 1000;
const BALLS: u32 = 6;
/// The length of a side of a room.
const SIZE: f32 = 8.0;

/// Returns where a ball is in its room in a frame.
fn place(room: u32, ball: u32, frame: u32) -> Vec3 {
    let mut random = Random((room * BALLS + ball).into());
    let [start, speed] = [point(&mut random, 0.4 * SIZE), point(&mut random, 0.3)];
    let end = start + speed * frame as f32;
    // To and fro between the walls, at coordinates that are exact in each of the rooms.
    let folded = end.map(|at| (at + 0.5 * SIZE).rem_euclid(2.0 * SIZE));
    folded.map(|at| ((at.min(2.0 * SIZE - at) - 0.5 * SIZE) * 64.0).round() / 64.0)
}

struct Rooms<D: Spatial> {
    app: App,
    balls: Vec<Entity>,
    /// The room of each entity, and what it is in that room.
    names: BTreeMap<Entity, (u32, u32)>,
    /// The distance of neighboring rooms.
    apart: f32,
    dimension: core::marker::PhantomData<D>,
}

impl<D: Spatial> Rooms<D> {
    fn new(apart: f32) -> Self {
        let mut app = app();
        let (mut balls, mut names) = (Vec::new(), BTreeMap::new());
        for room in 0..ROOMS {
            let at = at_x(apart * room as f32);
            let space = CollisionSpace(if apart == 0.0 { room } else { 0 });
            let root = app.spawn((at, space));
            names.insert(root, (room, u32::MAX));
            let walls = [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::NEG_Y];
            for (wall, side) in (BALLS..).zip(walls) {
                let half_size = 0.5 * (Vec3::ONE - side.abs()) * SIZE + 0.25 * side.abs();
                let place = at_point(0.5 * SIZE * side);
                names.insert(app.spawn((D::cuboid(half_size), place, ChildOf(root))), (room, wall));
            }
            for ball in 0..BALLS {
                let entity = app.spawn((D::ball(0.375), at_point(place(room, ball, 0)), ChildOf(root)));
                names.insert(entity, (room, ball));
                balls.push(entity);
            }
        }
        Self { app, balls, names, apart, dimension: core::marker::PhantomData }
    }

    /// Moves all balls, and returns the events by names, sorted.
    fn frame(&mut self, frame: u32) -> Vec<String> {
        for &entity in &self.balls {
            let (room, ball) = self.names[&entity];
            set(&mut self.app, entity, at_point(place(room, ball, frame)));
        }
        let names = &self.names;
        let mut lines: Vec<_> = step::<D>(&mut self.app)
            .into_iter()
            .map(|event| match event {
                CollisionEvent::Started { a, b, .. } => format!("{:?} meets {:?}", names[&a], names[&b]),
                CollisionEvent::Ended { a, b, reason } => {
                    format!("{:?} leaves {:?}: {reason:?}", names[&a], names[&b])
                }
            })
            .collect();
        lines.sort_unstable();
        lines
    }

    /// Asks in some rooms what a ray hits, and what is nearest to a point.
    fn answers(&mut self, frame: u32) -> Vec<String> {
        let Self { app, names, apart, .. } = self;
        let query = app.query::<D>();
        let rooms = (0..ROOMS).step_by(37);
        let answer = |room: u32| {
            let filter = match *apart == 0.0 {
                true => QueryFilter::ALL.in_space(CollisionSpace(room)),
                false => QueryFilter::ALL,
            };
            let origin = place(room, room % BALLS, frame + 7) + *apart * room as f32 * Vec3::X;
            let direction = D::Direction::try_from(D::vector(Vec3::new(1.0, 0.3, 0.0))).ok().unwrap();
            let hit =
                query.cast_ray(D::vector(origin), direction, SIZE, &filter).map(|hit| names[&hit.entity]);
            let point = gjk::Point::new([D::vector(origin)]);
            let near = query.nearest(&point, SIZE, &filter).map(|near| names[&near.entity]);
            format!("{room}: {hit:?}, {near:?}")
        };
        rooms.map(answer).collect()
    }
}

fn a_thousand_rooms_at_one_place_are_those_side_by_side<D: Spatial>() {
    let [mut at_one_place, mut side_by_side] = [0.0, 16.0].map(Rooms::<D>::new);
    let mut count = 0;
    for frame in 0..24 {
        // At first all walls are dynamic, then static.
        let [one, other] = [&mut at_one_place, &mut side_by_side].map(|rooms| rooms.frame(frame));
        assert_eq!(one, other, "frame {frame}");
        count += one.len();
        let [one, other] = [&mut at_one_place, &mut side_by_side].map(|rooms| rooms.answers(frame));
        assert_eq!(one, other);
    }
    assert!(count > 1500, "{count}");
}

in_both_dimensions!(a_thousand_rooms_at_one_place_are_those_side_by_side);
