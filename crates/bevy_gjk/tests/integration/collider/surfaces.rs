//! Meshes, polylines and height fields behave like the union of their faces, under any transform.

use bevy::mesh::{Indices, Mesh, MeshBuilder, PlaneMeshBuilder, VertexAttributeValues};
use gjk::{Aabb, Affine};

use crate::common::prelude::*;

/// Returns the shape as the systems test it.
type ConvexOf<D> = <<D as Dimension>::Collider as Shape<D>>::ConvexShape;

fn prepared<D: Dimension>(collider: &D::Collider) -> ConvexOf<D> {
    collider.prepare().unwrap().convex().unwrap().clone()
}

/// A surface, and each of its faces as a separate collider.
type Made<D> = (<D as Dimension>::Collider, Vec<<D as Dimension>::Collider>);

/// Compares random surfaces, or areas, below sheared parents with queries on each of their faces. The contact with an
/// area leads out of all of it.
fn agrees<D: Dimension>(
    is_area: bool,
    surface: fn(&mut Random) -> Made<D>,
    shape: fn(&mut Random) -> D::Collider,
) {
    let mut random = Random(5);
    let (mut touching, mut near, mut apart) = (0, 0, 0);
    for round in each(0..300) {
        let mut app = app();
        let (surface, faces) = surface(&mut random);
        let other = shape(&mut random);
        let place = |random: &mut Random, collider: D::Collider, app: &mut App| {
            let parent = anywhere::<D>(random, 0.3, false);
            let child = anywhere::<D>(random, 0.3, round % 9 == 0);
            let parent = app.spawn(parent);
            app.spawn((collider, child, ChildOf(parent), ProximityMargin(0.3)))
        };
        let one = place(&mut random, surface, &mut app);
        let two = place(&mut random, other.clone(), &mut app);
        app.update();
        let at = |entity| D::affine(app.get::<GlobalTransform>(entity));
        let (mut depth, mut distance): (Option<f32>, f32) = (None, f32::MAX);
        let other = prepared::<D>(&other);
        let other = Placed::new(&other, at(two));
        let mut around: Option<Aabb<D::Vector>> = None;
        for face in &faces {
            let face = prepared::<D>(face);
            let face = Placed::new(&face, at(one));
            around = Some(around.map_or(face.aabb(), |all| all.union(face.aabb())));
            if let Some(contact) = gjk::contact(&face, &other) {
                depth = Some(depth.map_or(contact.depth, |depth| depth.max(contact.depth)));
            } else if let Some(closest) = gjk::closest_points(&face, &other) {
                distance = distance.min(closest.distance);
            }
        }
        let collisions = app.resource::<Collisions<D>>();
        // All faces are within the AABB.
        let (around, bounds) = (around.unwrap(), collisions.colliders().get(one).unwrap().bounds());
        assert_eq!(around.union(bounds), bounds);
        let close = |one: f32, two: f32| (one - two).abs() < 1e-5;
        let found = collisions.get(one, two).map(|touch| touch.contact());
        match (depth, found, collisions.get_proximity(one, two)) {
            (Some(depth), Some(found), None) => {
                touching += 1;
                if is_area {
                    assert!(found.depth >= depth - 1e-5, "{} {depth}", found.depth);
                    let way = <D::Vector as Vector>::Affine::from_translation(found.normal * found.depth);
                    let moved = Placed::new(&other, way);
                    for face in &faces {
                        let face = prepared::<D>(face);
                        let left = gjk::contact(&Placed::new(&face, at(one)), &moved);
                        assert!(left.is_none_or(|left| left.depth < 1e-4), "{found:?} {left:?}");
                    }
                } else {
                    assert!(close(found.depth, depth), "{} {depth}", found.depth);
                }
                let manifold = collisions.get(one, two).and_then(|touch| touch.manifold());
                assert!(close(manifold.unwrap().contact.depth, found.depth));
            }
            (None, None, Some(found)) => {
                near += 1;
                assert!(close(found.closest.distance, distance), "{found:?} {distance}");
            }
            (None, None, None) => {
                apart += 1;
                assert!(distance > 0.3 - 1e-6, "{distance}");
            }
            differ => assert!(depth.unwrap_or(distance) < 1e-6, "{differ:?}"),
        }
        // Warm-started, in another run.
        app.update();
        let expected = depth.is_some_and(|depth| depth > 1e-6) || (depth.is_some() && distance > 0.0);
        assert_eq!(app.resource::<Collisions<D>>().contains(one, two), expected, "{depth:?} {distance}");
    }
    assert!(touching > 40 && near > 20 && apart > 20, "{touching} {near} {apart}");
}

fn point2(random: &mut Random) -> Vec2 {
    Vec2::new(random.range(-1.0, 1.0), random.range(-1.0, 1.0))
}

fn shape2(random: &mut Random) -> dim2::Collider {
    let size = random.range(0.05, 0.5);
    match random.below(4) {
        0 => dim2::Collider::circle(size),
        1 => dim2::Collider::rectangle(size, 0.5),
        2 => dim2::Collider::rounded(dim2::Collider::regular_polygon(size, 5), 0.1),
        _ => dim2::Collider::hull([(); 5].map(|()| point2(random) * 0.5)),
    }
}

fn shape3(random: &mut Random) -> dim3::Collider {
    let size = random.range(0.05, 0.5);
    match random.below(4) {
        0 => dim3::Collider::sphere(size),
        1 => dim3::Collider::cuboid(size, 0.5, 0.25),
        2 => dim3::Collider::rounded(dim3::Collider::cone(size, 0.4), 0.1),
        _ => dim3::Collider::hull([(); 6].map(|()| point(random, 1.0) * 0.5)),
    }
}

/// Returns random faces between a few corners: some degenerate to a segment or a point, and some repeated.
fn faces<const N: usize>(random: &mut Random, vertices: u32) -> Vec<[u32; N]> {
    (0..1 + random.below(60)).map(|_| [(); N].map(|()| random.below(vertices))).collect()
}

#[test]
fn a_3d_mesh_equals_its_triangles() {
    agrees::<Dim3>(
        false,
        |random| {
            let vertices: Vec<_> = (0..12).map(|_| point(random, 1.0)).collect();
            let triangles = faces::<3>(random, 12);
            let face = |face: &[u32; 3]| {
                let [a, b, c] = face.map(|index| vertices[index as usize]);
                dim3::Collider::triangle(a, b, c)
            };
            let each = triangles.iter().map(face).collect();
            (dim3::Collider::tri_mesh(vertices, triangles), each)
        },
        shape3,
    );
}

#[test]
fn a_2d_mesh_equals_its_triangles() {
    agrees::<Dim2>(
        true,
        |random| {
            let vertices: Vec<_> = (0..40).map(|_| point2(random)).collect();
            let triangles: Vec<_> = faces::<1>(random, 38).into_iter().map(|[i]| [i, i + 1, i + 2]).collect();
            let face = |face: &[u32; 3]| {
                let [a, b, c] = face.map(|index| vertices[index as usize] * 0.5);
                dim2::Collider::triangle(a, b, c)
            };
            let each = triangles.iter().map(face).collect();
            (dim2::Collider::tri_mesh(vertices.into_iter().map(|at| at * 0.5), triangles), each)
        },
        shape2,
    );
}

#[test]
fn a_polyline_equals_its_segments() {
    agrees::<Dim2>(
        false,
        |random| {
            let mut vertices: Vec<_> = (0..2 + random.below(50)).map(|_| point2(random)).collect();
            vertices.push(vertices[0]);
            let each = vertices.windows(2).map(|ends| dim2::Collider::segment(ends[0], ends[1])).collect();
            vertices.pop();
            (dim2::Collider::closed_polyline(vertices), each)
        },
        shape2,
    );
    agrees::<Dim3>(
        false,
        |random| {
            let vertices: Vec<_> = (0..2 + random.below(50)).map(|_| point(random, 1.0)).collect();
            let each = vertices.windows(2).map(|ends| dim3::Collider::segment(ends[0], ends[1])).collect();
            (dim3::Collider::polyline(vertices), each)
        },
        shape3,
    );
}

/// A random height grid with access to its corners.
struct Field {
    heights: Vec<f32>,
    columns: u32,
    rows: u32,
    size: Vec2,
}

impl Field {
    fn random(random: &mut Random) -> Self {
        let (columns, rows) = (2 + random.below(9), 2 + random.below(9));
        let heights = (0..columns * rows).map(|_| random.range(-0.5, 0.5)).collect();
        Self { heights, columns, rows, size: Vec2::new(random.range(0.5, 2.0), random.range(0.5, 2.0)) }
    }

    fn collider(&self) -> dim3::Collider {
        dim3::Collider::height_field(self.heights.iter().copied(), self.columns, self.size)
    }

    fn corner(&self, column: u32, row: u32) -> Vec3 {
        let part = |at: u32, count: u32| at as f32 / (count - 1) as f32 - 0.5;
        let height = self.heights[(row * self.columns + column) as usize];
        Vec3::new(part(column, self.columns) * self.size.x, height, part(row, self.rows) * self.size.y)
    }

    /// Returns the height at a place, given as fractions of the size, by interpolation between three corners.
    fn height(&self, x: f32, z: f32) -> f32 {
        let (x, z) = (x * (self.columns - 1) as f32, z * (self.rows - 1) as f32);
        let (column, row) = ((x as u32).min(self.columns - 2), (z as u32).min(self.rows - 2));
        let (x, z) = (x - column as f32, z - row as f32);
        let at = |by: u32, down: u32| self.corner(column + by, row + down).y;
        if x + z < 1.0 {
            at(0, 0) + x * (at(1, 0) - at(0, 0)) + z * (at(0, 1) - at(0, 0))
        } else {
            at(1, 1) + (1.0 - x) * (at(0, 1) - at(1, 1)) + (1.0 - z) * (at(1, 0) - at(1, 1))
        }
    }
}

#[test]
fn a_height_field_equals_its_triangles() {
    agrees::<Dim3>(
        false,
        |random| {
            let field = Field::random(random);
            let mut triangles = Vec::new();
            for (row, column) in each2(0..field.rows - 1, 0..field.columns - 1) {
                let at = |by, down| field.corner(column + by, row + down);
                triangles.push(dim3::Collider::triangle(at(0, 0), at(1, 0), at(0, 1)));
                triangles.push(dim3::Collider::triangle(at(1, 1), at(1, 0), at(0, 1)));
            }
            (field.collider(), triangles)
        },
        shape3,
    );
}

/// A vertical segment touches a terrain exactly if it extends from above the interpolated height to below.
#[test]
fn a_vertical_segment_touches_a_height_field_at_its_height() {
    let mut random = Random(3);
    for _ in 0..20 {
        let mut app = app();
        let field = Field::random(&mut random);
        // The segments are children of the field, so that they shear with it.
        let placed = anywhere::<Dim3>(&mut random, 3.0, false);
        let ground = app.spawn((field.collider(), placed));
        let mut lines = Vec::new();
        for _ in 0..50 {
            let (x, z) = (random.unit(), random.unit());
            let height = field.height(x, z);
            let (below, above) = (random.range(-0.1, 0.5), random.range(-0.1, 0.5));
            let foot = (Vec2::new(x, z) - 0.5) * field.size;
            let at = |y| Vec3::new(foot.x, y, foot.y);
            if below + above < 0.0 || below.abs().min(above.abs()) < 1e-4 {
                continue;
            }
            let line = dim3::Collider::segment(at(height - below), at(height + above));
            lines.push((app.spawn((line, ChildOf(ground))), below > 0.0 && above > 0.0));
        }
        app.update();
        let collisions = app.resource::<dim3::Collisions>();
        for (line, touches) in lines {
            assert_eq!(collisions.contains(ground, line), touches);
        }
    }
}

/// The drawn mesh and the height field are the same surface: a collider touches both or neither.
#[test]
fn a_height_field_equals_bevys_plane_mesh() {
    let mut random = Random(9);
    let (columns, rows, size) = (7, 5, Vec2::new(3.0, 2.0));
    let heights: Vec<_> = (0..columns * rows).map(|_| random.range(0.0, 0.5)).collect();
    let plane = PlaneMeshBuilder::from_size(size).subdivisions(0);
    let plane = PlaneMeshBuilder { subdivisions_x: columns - 2, subdivisions_z: rows - 2, ..plane }.build();
    let Some(VertexAttributeValues::Float32x3(points)) = plane.attribute(Mesh::ATTRIBUTE_POSITION) else {
        panic!("planes have positions")
    };
    let Some(Indices::U32(indices)) = plane.indices() else { panic!("planes have indices") };
    let raised = points.iter().zip(&heights).map(|(&[x, _, z], &y)| Vec3::new(x, y, z));
    let triangles = indices.chunks(3).map(|it| [it[0], it[1], it[2]]);
    let mut app = app();
    let mesh = app.spawn(dim3::Collider::tri_mesh(raised, triangles));
    let field = app.spawn(dim3::Collider::height_field(heights, columns, size));
    let balls: Vec<_> = (0..200)
        .map(|_| {
            let at = Vec3::new(random.range(-1.5, 1.5), random.range(-0.2, 0.7), random.range(-1.0, 1.0));
            let ball = (dim3::Collider::sphere(0.1), Transform::from_translation(at), ProximityMargin(0.1));
            app.spawn(ball)
        })
        .collect();
    app.update();
    let collisions = app.resource::<dim3::Collisions>();
    let mut touching = 0;
    for ball in balls {
        let [one, two] = [mesh, field].map(|it| collisions.get(ball, it).map(|touch| touch.contact()));
        touching += usize::from(one.is_some());
        assert_eq!(one.map(|it| it.depth), two.map(|it| it.depth));
        let [one, two] = [mesh, field].map(|it| collisions.get_proximity(ball, it));
        assert_eq!(one.map(|it| it.closest.distance), two.map(|it| it.closest.distance));
    }
    assert!(touching > 40, "{touching}");
    // The two surfaces coincide.
    assert!(collisions.contains(mesh, field));
}

/// A collider inside a closed surface, or below a terrain, does not touch it.
#[test]
fn surfaces_have_no_inside() {
    let mut app = app();
    let square = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y].map(|at| 8.0 * at - 4.0);
    let fence = app.spawn(dim2::Collider::closed_polyline(square));
    let inside = app.spawn(dim2::Collider::circle(1.0));
    let across = app.spawn((dim2::Collider::circle(1.0), at_x(4.5)));
    let ground = app.spawn(dim3::Collider::height_field([0.0; 9], 3, Vec2::splat(9.0)));
    let ball = |y| (dim3::Collider::sphere(1.0), Transform::from_xyz(0.3, y, 0.2));
    let [below, through] = [-1.5, -0.5].map(|y| app.spawn(ball(y)));
    app.update();
    let flat = app.resource::<dim2::Collisions>();
    assert!(flat.contains(fence, across) && !flat.contains(fence, inside));
    let solid = app.resource::<dim3::Collisions>();
    assert!(solid.contains(ground, through) && !solid.contains(ground, below));
    assert_eq!(solid.get(ground, through).map(|touch| touch.contact()).unwrap().depth, 0.5);
}

/// In 2D, in 3D, and in a closed mesh, repaired or not.
#[test]
fn a_vertex_that_no_triangle_uses_may_be_anything() {
    for unused in each([f32::NAN, f32::INFINITY, f32::NEG_INFINITY]) {
        let corners =
            [Vec3::splat(unused), Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z, Vec3::new(1.0, unused, 0.0)];
        let faces = [[1, 3, 2], [1, 2, 4], [2, 3, 4], [3, 1, 4]];
        let flat = dim2::Collider::tri_mesh(corners.map(Vec3::truncate), faces);
        assert!(Shape::<Dim2>::prepare(&flat).is_ok());
        let probe = dim3::Collider::sphere(0.01).placed(Transform::from_xyz(0.2, 0.2, 0.0)).unwrap();
        for mesh in [
            dim3::Collider::tri_mesh(corners, faces),
            dim3::Collider::solid(corners, faces),
            dim3::Collider::repaired_solid(corners, faces),
        ] {
            let placed = mesh.placed(Transform::IDENTITY).unwrap();
            assert!(placed.pair(&probe).intersects());
        }
    }
}

#[test]
fn invalid_surfaces_give_errors_that_name_the_cause() {
    let error = |collider: dim3::Collider| Shape::<Dim3>::prepare(&collider).unwrap_err().to_string();
    let mesh = |vertices: &[Vec3], triangles: &[[u32; 3]]| {
        error(dim3::Collider::tri_mesh(vertices.iter().copied(), triangles.iter().copied()))
    };
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y];
    assert_eq!(mesh(&corners, &[]), "a mesh without triangles");
    assert_eq!(mesh(&corners, &[[0, 1, 2], [0, 1, 3]]), "triangle 1 has a vertex that does not exist");
    assert_eq!(mesh(&[Vec3::ZERO, Vec3::NAN], &[[0, 1, 0]]), "corner 1 is NaN or infinite");
    assert_eq!(error(dim3::Collider::polyline([Vec3::X])), "a polyline of 1 vertices, fewer than 2");
    assert_eq!(error(dim3::Collider::polyline([])), "a polyline of 0 vertices, fewer than 2");
    let field = |heights: &[f32], columns, size| {
        error(dim3::Collider::height_field(heights.iter().copied(), columns, size))
    };
    for (count, columns) in each([(0, 0), (4, 0), (4, 1), (4, 4), (5, 2), (3, 2)]) {
        let error = field(&vec![0.0; count], columns, Vec2::ONE);
        assert!(error.contains("heights do not make two rows or more"), "{error}");
    }
    let infinite = [0.0, 0.0, 0.0, f32::INFINITY];
    assert_eq!(field(&infinite, 2, Vec2::ONE), "height 3 is infinite; only a NaN makes a hole");
    assert_eq!(field(&[0.0; 4], 2, Vec2::new(1.0, -1.0)), "a size is negative");
    assert_eq!(field(&[0.0; 4], 2, Vec2::INFINITY), "a size is NaN or infinite");
    let flat = dim2::Collider::tri_mesh([Vec2::ZERO], [[0, 1, 0]]);
    assert!(Shape::<Dim2>::prepare(&flat).is_err());
}
