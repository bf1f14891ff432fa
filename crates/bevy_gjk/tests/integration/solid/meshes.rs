//! Closed meshes for the tests.

use bevy_gjk::dim3;
use gjk::{DVec3, Vec3};

/// The vertices and the triangles of a closed mesh, turned outwards.
#[derive(Clone, Debug, Default)]
pub struct ClosedMesh {
    pub vertices: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
    /// Whether only its first twelve triangles are between inside and outside.
    pub is_filled: bool,
}

/// A cube around the origin.
pub fn rock(half: f32) -> dim3::Collider {
    ClosedMesh::cuboid(Vec3::splat(-half), Vec3::splat(half)).collider()
}

impl ClosedMesh {
    pub fn collider(&self) -> dim3::Collider {
        dim3::Collider::solid(self.vertices.iter().copied(), self.triangles.iter().copied())
    }

    pub fn cuboid(min: Vec3, max: Vec3) -> Self {
        let outline = [[min.x, min.y], [max.x, min.y], [max.x, max.y], [min.x, max.y]];
        Self::prism(&outline, min.z, max.z, &[[0, 1, 2], [0, 2, 3]])
    }

    /// A counterclockwise outline with its triangles, between two heights along z.
    pub fn prism(outline: &[[f32; 2]], low: f32, high: f32, caps: &[[u32; 3]]) -> Self {
        let count = outline.len() as u32;
        let at = |z: f32| outline.iter().map(move |&[x, y]| Vec3::new(x, y, z));
        let vertices = at(low).chain(at(high)).collect();
        let mut triangles = Vec::new();
        for &[a, b, c] in caps {
            triangles.extend([[a, c, b], [a + count, b + count, c + count]]);
        }
        for index in 0..count {
            let next = (index + 1) % count;
            triangles.extend([[index, next, next + count], [index, next + count, index + count]]);
        }
        Self { vertices, triangles, is_filled: false }
    }

    /// A star with this many tips around the z axis.
    pub fn star(tips: u32, inner: f32, height: f32) -> Self {
        let corner = |index: u32| {
            let radius = if index.is_multiple_of(2) { 1.0 } else { inner };
            let angle = core::f32::consts::PI * index as f32 / tips as f32;
            [radius * angle.cos(), radius * angle.sin()]
        };
        let mut outline: Vec<_> = (0..2 * tips).map(corner).collect();
        outline.push([0.0, 0.0]);
        let center = 2 * tips;
        let caps: Vec<_> = (0..center).map(|index| [center, index, (index + 1) % center]).collect();
        let mut star = Self::prism(&outline, -height, height, &caps);
        // The center is on no side.
        let all = center + 1;
        star.triangles = caps
            .iter()
            .flat_map(|&[a, b, c]| [[a, c, b], [a + all, b + all, c + all]])
            .chain((0..center).flat_map(|index| {
                let next = (index + 1) % center;
                [[index, next, next + all], [index, next + all, index + all]]
            }))
            .collect();
        star
    }

    /// A torus around the y axis.
    pub fn torus(major: f32, minor: f32, around: u32, across: u32) -> Self {
        Self::tube(around, across, |u, v| {
            let ring = major + minor * v.cos();
            Vec3::new(ring * u.cos(), minor * v.sin(), ring * u.sin())
        })
    }

    /// A tube that is closed along both parameters.
    pub fn tube(around: u32, across: u32, point: impl Fn(f32, f32) -> Vec3) -> Self {
        let turn = |index: u32, count: u32| core::f32::consts::TAU * index as f32 / count as f32;
        let mut mesh = Self::default();
        for i in 0..around {
            for j in 0..across {
                mesh.vertices.push(point(turn(i, around), turn(j, across)));
                let at = |i: u32, j: u32| i % around * across + j % across;
                let [a, b, c, d] = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
                mesh.triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
        mesh.turned_outwards()
    }

    /// A ball with bumps: a sphere of latitudes whose radius depends on the direction.
    pub fn bumpy_ball(around: u32, rows: u32, bumps: f32) -> Self {
        let mut mesh = Self::default();
        let point = |latitude: f32, longitude: f32| {
            let direction =
                Vec3::new(latitude.cos() * longitude.cos(), latitude.sin(), latitude.cos() * longitude.sin());
            direction * (1.0 + bumps * (5.0 * longitude).sin() * (3.0 * latitude).cos())
        };
        for row in 0..=rows {
            let latitude = core::f32::consts::PI * (row as f32 / rows as f32 - 0.5);
            for column in 0..around {
                let longitude = core::f32::consts::TAU * column as f32 / around as f32;
                // The poles are one point each, many times.
                let pole = Vec3::Y * if row == 0 { -1.0 } else { 1.0 };
                let is_pole = row == 0 || row == rows;
                mesh.vertices.push(if is_pole { pole } else { point(latitude, longitude) });
                if row < rows {
                    let at = |row: u32, column: u32| row * around + column % around;
                    let [a, b, c, d] =
                        [at(row, column), at(row + 1, column), at(row + 1, column + 1), at(row, column + 1)];
                    mesh.triangles.extend([[a, b, c], [a, c, d]]);
                }
            }
        }
        mesh.turned_outwards()
    }

    /// All shells of both.
    pub fn with(mut self, other: Self) -> Self {
        let first = self.vertices.len() as u32;
        self.vertices.extend(other.vertices);
        self.triangles.extend(other.triangles.iter().map(|triangle| triangle.map(|index| index + first)));
        self
    }

    pub fn turned(mut self) -> Self {
        self.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
        self
    }

    pub fn moved(mut self, scale: f32, by: Vec3) -> Self {
        self.vertices.iter_mut().for_each(|vertex| *vertex = *vertex * scale + by);
        self
    }

    fn turned_outwards(self) -> Self {
        if self.volume() < 0.0 { self.turned() } else { self }
    }

    fn volume(&self) -> f64 {
        let corners =
            self.triangles.iter().map(|triangle| triangle.map(|at| self.vertices[at as usize].as_dvec3()));
        corners.map(|[a, b, c]| a.dot(b.cross(c))).sum()
    }

    /// The winding number around a point, by the solid angles of the triangles (van Oosterom, Strackee, 1983).
    pub fn winding(&self, point: DVec3) -> f64 {
        let angle = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|at| self.vertices[at as usize].as_dvec3() - point);
            let lengths = [a, b, c].map(DVec3::length);
            let denominator = lengths[0] * lengths[1] * lengths[2]
                + a.dot(b) * lengths[2]
                + b.dot(c) * lengths[0]
                + c.dot(a) * lengths[1];
            2.0 * a.dot(b.cross(c)).atan2(denominator)
        };
        self.triangles.iter().map(angle).sum::<f64>() / (4.0 * core::f64::consts::PI)
    }

    /// The distance of a point from the nearest triangle that does not have the inside on both of its sides.
    pub fn distance(&self, point: DVec3) -> f64 {
        let count = if self.is_filled { 12 } else { self.triangles.len() };
        let distance = |triangle: &[u32; 3]| {
            let corners = triangle.map(|at| self.vertices[at as usize].as_dvec3());
            point.distance(nearest_on_triangle(point, corners))
        };
        self.triangles[..count].iter().map(distance).fold(f64::INFINITY, f64::min)
    }

    /// Twenty-one meshes: convex and concave, with tunnels, of several bodies, with cavities and bodies in cavities.
    pub fn samples() -> Vec<(&'static str, Self)> {
        let cube = |side: f32| Self::cuboid(Vec3::splat(-side), Vec3::splat(side));
        let l_shape = [[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]];
        let l_caps = [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]];
        let u_shape = [
            [-2.0, -2.0],
            [2.0, -2.0],
            [2.0, 2.0],
            [1.0, 2.0],
            [1.0, -1.0],
            [-1.0, -1.0],
            [-1.0, 2.0],
            [-2.0, 2.0],
        ];
        let u_caps = [[0, 1, 4], [0, 4, 5], [1, 2, 3], [1, 3, 4], [0, 5, 6], [0, 6, 7]];
        let knot = Self::tube(96, 8, |u, v| {
            let center = |u: f32| {
                let ring = 2.0 + (3.0 * u).cos();
                Vec3::new(ring * (2.0 * u).cos(), (3.0 * u).sin(), ring * (2.0 * u).sin())
            };
            let ahead = (center(u + 0.01) - center(u)).normalize();
            let side = ahead.cross(Vec3::Y).normalize();
            center(u) + (side * v.cos() + side.cross(ahead) * v.sin()) * 0.35
        });
        let tetrahedron = Self {
            vertices: vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z],
            triangles: vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
            is_filled: false,
        };
        let ball = Self::bumpy_ball(24, 12, 0.0);
        vec![
            ("cube", cube(1.0)),
            ("cube turned inwards", cube(1.0).turned()),
            ("tetrahedron", tetrahedron.clone()),
            ("L", Self::prism(&l_shape, 0.0, 1.0, &l_caps)),
            ("U", Self::prism(&u_shape, -0.5, 0.5, &u_caps)),
            ("star", Self::star(5, 0.4, 0.5)),
            ("sharp star", Self::star(9, 0.1, 2.0)),
            ("torus", Self::torus(2.0, 0.7, 24, 12)),
            ("thin torus", Self::torus(3.0, 0.1, 48, 6)),
            ("knot", knot.clone()),
            ("ball", ball.clone()),
            ("bumpy ball", Self::bumpy_ball(60, 30, 0.25)),
            ("cube with a cavity", cube(2.0).with(cube(1.0).turned())),
            ("cube with a body in its cavity", cube(3.0).with(cube(2.0).turned()).with(cube(1.0))),
            ("cavity turned all round", cube(2.0).turned().with(cube(1.0))),
            ("ball in a cube, filled", Self { is_filled: true, ..cube(2.0).with(ball.clone()) }),
            ("cube in a cavity, turned inwards", cube(3.0).with(cube(2.0).turned()).with(cube(1.0).turned())),
            (
                "two balls",
                ball.clone().moved(1.0, Vec3::X * 1.5).with(ball.clone().moved(1.0, Vec3::X * -1.5)),
            ),
            ("cubes side by side", cube(1.0).with(cube(1.0).moved(1.0, Vec3::new(2.0, 0.5, 0.0)))),
            (
                "a wall with three bubbles",
                (0..3).fold(
                    Self::cuboid(Vec3::new(-4.0, -1.0, -1.0), Vec3::new(4.0, 1.0, 1.0)),
                    |wall, index| {
                        wall.with(ball.clone().turned().moved(0.6, Vec3::X * (index as f32 * 2.5 - 2.5)))
                    },
                ),
            ),
            ("a knot in a cavity", cube(5.0).with(cube(4.0).turned()).with(knot)),
        ]
    }
}

/// The point of a triangle that is nearest to another one (Ericson, *Real-Time Collision Detection*, 5.1.5).
fn nearest_on_triangle(point: DVec3, [a, b, c]: [DVec3; 3]) -> DVec3 {
    let on_segment = |from: DVec3, to: DVec3| {
        let way = to - from;
        from + way * ((point - from).dot(way) / way.length_squared()).clamp(0.0, 1.0)
    };
    let normal = (b - a).cross(c - a);
    let foot = point - normal * ((point - a).dot(normal) / normal.length_squared());
    let is_beside =
        [[a, b], [b, c], [c, a]].map(|[from, to]| (to - from).cross(foot - from).dot(normal) < 0.0);
    if !is_beside.contains(&true) {
        return foot;
    }
    let candidates = [[a, b], [b, c], [c, a]].map(|[from, to]| on_segment(from, to));
    candidates.into_iter().min_by(|one, two| point.distance(*one).total_cmp(&point.distance(*two))).unwrap()
}
