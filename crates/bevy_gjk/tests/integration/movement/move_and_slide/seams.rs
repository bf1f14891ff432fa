//! A move over a flat floor of many parts is the move over one rectangle, whatever its clearance when it begins.

use bevy_math::{UVec2, UVec3};
use gjk::{Circle, Rectangle};

use super::world::{World, at, pose};
use crate::common::prelude::*;

const SKIN: f32 = 0.01;
/// One in this many moves may differ: far from the origin, a move that begins at the skin may catch on an edge.
const ONE_OF: u32 = 3000;
/// The number of moves over each floor.
const MOVES_PER_FLOOR: u32 = 40;
/// The number of floors in each dimension.
const FLOORS: u32 = 1250;

/// A flat floor: its top is at y = 0, and one of its lower corners at x = z = 0.
struct Floor {
    side: f32,
    /// The number of cells along x and z.
    cells: [u32; 2],
    /// What a floor of its own placement stands for: rotated, mirrored, far away.
    frame: Affine3A,
    /// Which of the kinds of floors of the dimension it is.
    kind: u32,
}

/// The floors and shapes of a dimension.
trait Floors: Spatial {
    /// The widest floor, in cells along z.
    const MAX_DEPTH: u32;
    /// The number of kinds of floors.
    const KINDS: u32;
    const SEED: u64;

    fn rotation(random: &mut Random) -> Quat;
    fn shape(random: &mut Random, size: f32) -> Self::Collider;
    fn grid(floor: &Floor) -> Self::Collider;
    /// Returns a floor that is one collider, other than a grid and a compound.
    fn mesh(floor: &Floor, kind: u32, random: &mut Random) -> Self::Collider;
}

impl Floors for Dim2 {
    const MAX_DEPTH: u32 = 1;
    const KINDS: u32 = 6;
    const SEED: u64 = 0x5ea3;

    fn rotation(random: &mut Random) -> Quat {
        Quat::from_rotation_z(random.range(-3.2, 3.2))
    }

    fn shape(random: &mut Random, size: f32) -> dim2::Collider {
        match random.below(4) {
            0 => dim2::Collider::circle(0.5 * size),
            1 => dim2::Collider::capsule(0.25 * size, 0.5 * size),
            2 => dim2::Collider::rectangle(size, random.range(0.3, 1.0) * size),
            _ => dim2::Collider::hull((0..7).map(|_| point(random, 0.5 * size).truncate())),
        }
    }

    fn grid(floor: &Floor) -> dim2::Collider {
        let mut grid =
            dim2::CellGrid::new(UVec2::new(floor.cells[0], 1), floor.side, [dim2::CellKind::full()]);
        for x in 0..floor.cells[0] {
            grid.set(UVec2::new(x, 0), 1).unwrap();
        }
        dim2::Collider::Grid(grid)
    }

    fn mesh(floor: &Floor, kind: u32, random: &mut Random) -> dim2::Collider {
        let Floor { side, cells: [count, _], .. } = *floor;
        let at = |x: u32, y: f32| Vec2::new(x as f32 * side, y);
        let top = (0..=count).map(|x| at(x, 0.0));
        match kind {
            0 => dim2::Collider::polyline(top),
            1 => {
                // A comb, which is cut into its teeth and what is between them.
                let below = (0..=count).rev().map(|x| at(x, -side * random.range(0.2, 1.0)));
                dim2::Collider::outline(top.chain(below))
            }
            _ => {
                let triangles = (0..count).flat_map(|x| {
                    let [a, b, c, d] = [2 * x, 2 * x + 1, 2 * x + 2, 2 * x + 3];
                    [[a, b, c], [b, d, c]]
                });
                dim2::Collider::tri_mesh(top.flat_map(|top| [top, top - Vec2::Y * side]), triangles)
            }
        }
    }
}

impl Floors for Dim3 {
    const MAX_DEPTH: u32 = 5;
    const KINDS: u32 = 5;
    const SEED: u64 = 0x5ea4;

    fn rotation(random: &mut Random) -> Quat {
        let mut angle = || random.range(-3.2, 3.2);
        Quat::from_euler(EulerRot::XYZ, angle(), angle(), angle())
    }

    fn shape(random: &mut Random, size: f32) -> dim3::Collider {
        match random.below(4) {
            0 => dim3::Collider::sphere(0.5 * size),
            1 => dim3::Collider::capsule(0.25 * size, 0.5 * size),
            2 => dim3::Collider::cuboid(size, random.range(0.3, 1.0) * size, random.range(0.3, 1.0) * size),
            _ => dim3::Collider::hull((0..9).map(|_| point(random, 0.5 * size))),
        }
    }

    fn grid(floor: &Floor) -> dim3::Collider {
        let [width, depth] = floor.cells;
        let mut grid = dim3::CellGrid::new(UVec3::new(width, 1, depth), floor.side, [dim3::CellKind::full()]);
        for cell in 0..width * depth {
            grid.set(UVec3::new(cell % width, 0, cell / width), 1).unwrap();
        }
        dim3::Collider::Grid(grid)
    }

    fn mesh(floor: &Floor, kind: u32, random: &mut Random) -> dim3::Collider {
        let Floor { side, cells: [width, depth], .. } = *floor;
        let size = Vec2::new(width as f32, depth as f32) * side;
        if kind == 0 {
            let heights = vec![0.0; ((width + 1) * (depth + 1)) as usize];
            let field = dim3::Collider::height_field(heights, width + 1, size);
            let place = Transform::from_xyz(0.5 * size.x, 0.0, 0.5 * size.y);
            return dim3::Collider::compound([(place, field)]);
        }
        let columns = 0..=width;
        let vertices =
            (0..=depth).flat_map(|z| columns.clone().map(move |x| Vec3::new(x as f32, 0.0, z as f32) * side));
        let triangles = (0..width * depth).flat_map(|cell| {
            let a = cell / width * (width + 1) + cell % width;
            let [b, c, d] = [a + 1, a + width + 1, a + width + 2];
            if random.below(2) == 0 { [[a, c, b], [b, c, d]] } else { [[a, c, d], [a, d, b]] }
        });
        dim3::Collider::tri_mesh(vertices, triangles.collect::<Vec<_>>())
    }
}

impl Floor {
    fn random<D: Floors>(random: &mut Random) -> Self {
        let side = 0.05 * 100f32.powf(random.unit());
        let count = 10 * 100f32.powf(random.unit()) as u32;
        let cells = [count, 1 + random.below(D::MAX_DEPTH)];
        let place = [Vec3::ZERO, point(random, 10.0), point(random, 1000.0)][random.below(3) as usize];
        let (turn, mirror) = match random.below(3) {
            0 => (Quat::IDENTITY, Vec3::ONE),
            1 => (D::rotation(random), Vec3::ONE),
            _ => (D::rotation(random), Vec3::new(-1.0, 1.0, 1.0)),
        };
        Self {
            side,
            cells,
            kind: random.below(D::KINDS),
            frame: Affine3A::from_scale_rotation_translation(mirror, turn, place),
        }
    }

    fn size(&self) -> Vec3 {
        Vec3::new(self.cells[0] as f32, 1.0, self.cells[1] as f32) * self.side
    }

    fn reach(&self) -> f32 {
        self.frame.translation.abs().max_element() + self.size().length()
    }

    /// Returns whether the corners of the parts are rounded by less than the tolerance of a move: those of meshes are
    /// summed far from their origin.
    fn is_flat(&self) -> bool {
        self.kind < 3 || self.reach() < 100.0
    }

    /// Returns the world with the floor made of parts, and that with one box.
    fn worlds<D: Floors>(&self, random: &mut Random) -> [World<D>; 2] {
        let mut worlds = [World::<D>::new(SKIN), World::<D>::new(SKIN)];
        let below = |at: Vec3| self.frame * Affine3A::from_translation(at);
        let [parts, whole] = &mut worlds;
        let cell = |index: u32| {
            let corner = Vec3::new((index % self.cells[0]) as f32, -1.0, (index / self.cells[0]) as f32);
            (corner + 0.5) * self.side
        };
        let cells = 0..self.cells[0] * self.cells[1];
        let cube = || D::cuboid(Vec3::splat(0.5 * self.side));
        match self.kind {
            0 => {
                parts.spawn_sheared(D::grid(self), below(Vec3::Y * -self.side));
            }
            1 => cells.for_each(|index| {
                parts.spawn_sheared(cube(), below(cell(index)));
            }),
            2 => {
                let part = |index| (at_point(cell(index)), cube()).into();
                parts.spawn_sheared(D::compound(cells.map(part).collect()), self.frame);
            }
            _ => {
                parts.spawn_sheared(D::mesh(self, self.kind - 3, random), self.frame);
            }
        }
        let center = self.size() * Vec3::new(0.5, -0.5, 0.5);
        whole.spawn_sheared(D::cuboid(0.5 * self.size()), below(center));
        worlds
    }

    /// Returns whether a random move over the floor is the same in both worlds.
    fn judge<D: Floors>(&self, worlds: &mut [World<D>; 2], random: &mut Random) -> Result<(), String> {
        let size =
            self.size().x * [0.3, 0.01, 0.001, 0.0003][random.below(4) as usize] * random.range(0.3, 1.0);
        let size = size.max(0.05);
        let shape = D::shape(random, size);
        let convex = shape.prepare().unwrap();
        let convex = convex.convex().unwrap();
        let turn = if random.below(3) == 0 { Quat::IDENTITY } else { D::rotation(random) };
        let lowest = {
            let turned: Placed<_, D::Vector> = convex.placed(pose::<D>(Affine3A::from_quat(turn)));
            turned.support(D::vector(Vec3::NEG_Y)).element(1)
        };
        let skin = [0.0, random.range(0.0, SKIN), SKIN, random.range(SKIN, 4.0 * SKIN)];
        let clearance = skin[random.below(4) as usize];
        let [from, to] = [(); 2].map(|()| {
            let mut margin =
                |length: f32| random.range(size.min(0.4 * length), length - size.min(0.4 * length));
            Vec3::new(margin(self.size().x), 0.0, margin(self.size().z))
        });
        let start = from + Vec3::Y * (clearance - lowest);
        let along = if D::MAX_DEPTH == 1 { (to - from) * Vec3::X } else { to - from };
        let press = [0.0, 0.001, 1e-6, random.range(0.0, along.length())][random.below(4) as usize];
        let motion = self.frame.transform_vector3(along - Vec3::Y * press);
        let place = self.frame * Affine3A::from_rotation_translation(turn, start);
        let [parts, whole] =
            worlds.each_mut().map(|world| world.slide(convex, pose::<D>(place), D::vector(motion)).0);
        let reach = self.reach();
        let tolerance = (SKIN / 1024.0).max(8.0 * f32::EPSILON * reach) + 1e-6 * size;
        let difference = parts.moved - whole.moved;
        let off = difference.dot(difference).sqrt();
        (parts.end == whole.end && off <= tolerance).then_some(()).ok_or_else(|| {
            format!(
                "{shape:?} {turn} from {start} by {along} and {press} down, {clearance} above: {parts:?}, not \
                 {whole:?}, off by {off}"
            )
        })
    }
}

in_both_dimensions!(a_move_over_parts_is_the_move_over_one_box);

/// Judges a share of 50,000 moves, less those over meshes that are too far away.
fn a_move_over_parts_is_the_move_over_one_box<D: Floors>() {
    let mut share = Share::one_of(29);
    let mut failures = Vec::new();
    let mut moves = 0;
    for floor in (0..FLOORS).filter(|_| share.takes_next()) {
        let mut random = Random(D::SEED + u64::from(floor));
        random.next();
        let flat = Floor::random::<D>(&mut random);
        if !flat.is_flat() {
            continue;
        }
        let mut worlds = flat.worlds::<D>(&mut random);
        for index in 0..MOVES_PER_FLOOR {
            moves += 1;
            if let Err(failure) = flat.judge(&mut worlds, &mut random) {
                failures.push(format!("floor {floor} ({:?}), move {index}: {failure}", flat.cells));
            }
        }
    }
    println!("{} of {moves} moves differ", failures.len());
    let most = moves / ONE_OF;
    assert!(failures.len() as u32 <= most, "{:#?}", &failures[..failures.len().min(20)]);
}

/// A ball that stood on a row of tiles exactly rose by 3.4 over 20 units, and a box that was a little above by 9.5.
#[test]
fn a_shape_that_stands_nearer_than_the_skin_does_not_climb_the_seams_of_a_floor() {
    let floor = Floor { side: 1.0, cells: [600, 1], frame: Affine3A::IDENTITY, kind: 0 };
    let mut of_cells = World::<Dim2>::new(SKIN);
    of_cells.spawn(Dim2::grid(&floor), Transform::IDENTITY);
    let mut of_entities = World::<Dim2>::new(SKIN);
    for x in 0..600 {
        of_entities.spawn(dim2::Collider::rectangle(1.0, 1.0), at_xy(x as f32 + 0.5, 0.5));
    }
    for mut world in [of_cells, of_entities] {
        let lengths = [1.0, 2.0, 5.0, 20.0, 500.0];
        for (length, above) in each2(lengths, [0.0, 0.001, 0.006, 0.009_95, SKIN]) {
            let (motion, place) = (Vec2::new(length, -0.001), Vec2::new(3.3, 1.6 + above));
            let ball = world.slide(&Circle::new(0.6), at(place), motion).0;
            let square = world.slide(&Rectangle::new(0.8, 1.2), at(place), motion).0;
            for moved in [ball, square] {
                let off = moved.translation - place - Vec2::X * length;
                assert!(moved.end == MoveEnd::Arrived && off.abs().max_element() < 2e-4, "{moved:?}");
            }
        }
    }
}

/// What rises above the plane of the floor is kept at the skin, and what lies below its edge is none of its surface.
#[test]
fn a_wall_and_a_step_on_a_floor_that_is_nearer_than_the_skin_keep_the_skin() {
    let mut world = World::<Dim2>::new(SKIN);
    for x in 0..10 {
        world.spawn(dim2::Collider::rectangle(1.0, 1.0), at_xy(x as f32 + 0.5, 0.5));
    }
    world.spawn(dim2::Collider::rectangle(1.0, 1.0), at_xy(8.5, 1.5));
    let (moved, _) = world.slide(&Circle::new(0.5), at(Vec2::new(2.3, 1.5)), Vec2::new(10.0, -0.001));
    assert_near(moved.translation.x, 8.0 - 0.5 - SKIN, 1e-4);
    assert_near(moved.translation.y, 1.5, 1e-4);
}
