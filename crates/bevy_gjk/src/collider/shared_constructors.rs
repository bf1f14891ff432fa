//! What the colliders of both dimensions share: the constructors of shapes that have no dimension of their own.

/// Implements the constructors that 2D and 3D share, and the access to a grid; the literals say in the docs which of
/// the two it is, what bounds a half-space, and what a mesh is.
macro_rules! shared_constructors {
    ($dimension:ty, $vector:ty, $number:literal, $boundary:literal, $mesh:literal) => {
        impl Collider {
            /// Creates a line segment between two points.
            pub const fn segment(a: $vector, b: $vector) -> Self {
                Self::Segment { a, b }
            }

            /// Creates a capsule along y from its radius and the full length of its straight part, as in `bevy_shape`.
            pub const fn capsule(radius: f32, length: f32) -> Self {
                Self::Capsule { half_length: length * 0.5, radius }
            }

            /// Creates a triangle.
            pub const fn triangle(a: $vector, b: $vector, c: $vector) -> Self {
                Self::Triangle { corners: [a, b, c] }
            }

            /// Creates the convex hull of points in any order.
            pub fn hull(points: impl IntoIterator<Item = $vector>) -> Self {
                Self::Hull { points: points.into_iter().collect() }
            }

            #[doc = concat!(
                "Creates the half-space of all points `x` with `normal · x ≤ offset`, on the inner side of a ", $boundary, "."
            )]
            pub const fn half_space(normal: $vector, offset: f32) -> Self {
                Self::HalfSpace { normal, offset }
            }

            #[doc = concat!("Creates a ", $mesh, " from vertices and the indices of the three vertices of each triangle.")]
            pub fn tri_mesh(
                vertices: impl IntoIterator<Item = $vector>,
                triangles: impl IntoIterator<Item = [u32; 3]>,
            ) -> Self {
                let (vertices, triangles) = (vertices.into_iter().collect(), triangles.into_iter().collect());
                Self::TriMesh { vertices, triangles }
            }

            /// Creates an open polyline.
            pub fn polyline(vertices: impl IntoIterator<Item = $vector>) -> Self {
                Self::Polyline { vertices: vertices.into_iter().collect(), closed: false }
            }

            /// Creates a closed polyline: a segment joins the last point to the first.
            pub fn closed_polyline(vertices: impl IntoIterator<Item = $vector>) -> Self {
                Self::Polyline { vertices: vertices.into_iter().collect(), closed: true }
            }

            /// Creates the set of all points within a radius of a shape: a box with round edges, a thick line.
            pub fn rounded(shape: impl Into<Self>, radius: f32) -> Self {
                let part = ColliderPart { transform: Transform::IDENTITY, shape: shape.into() };
                Self::Rounded { parts: vec![part], radius }
            }

            /// Creates the union of several shapes, each placed by a transform like that of a child entity.
            pub fn compound(parts: impl IntoIterator<Item = impl Into<ColliderPart<Self>>>) -> Self {
                Self::Compound { parts: parts.into_iter().map(Into::into).collect() }
            }

            /// Creates a user-defined shape from its support function. See [`CustomShape`], and [`gjk::guide`] for the
            /// hints that a shape may add: contact manifolds of several points need `support_feature`.
            pub fn custom(shape: impl Support<$vector> + Send + Sync + 'static) -> Self {
                Self::Custom(CustomShape::new(shape))
            }

            /// Returns the geometry of the collider in its local coordinates: in 3D the triangles of its surface, in
            /// 2D the outlines and triangles of its area, as precise as the tolerance says. For those in the world,
            /// or to use buffers again, see [`Geometry`].
            ///
            /// # Errors
            /// See [`GeometryError`]: among others, the collider is checked as that of an entity would be.
            ///
            /// ```
            #[doc = concat!("use bevy_gjk::dim", $number, "::Collider;")]
            ///
            /// let geometry = Collider::capsule(0.5, 2.0).geometry(0.01)?;
            /// assert!(geometry.vertices().iter().all(|vertex| vertex.length() < 1.501));
            /// # Ok::<_, bevy_gjk::geometry::GeometryError>(())
            /// ```
            #[doc(alias("mesh", "triangulate", "vertices"))]
            pub fn geometry(
                &self,
                detail: impl Into<GeometryDetail<$dimension>>,
            ) -> Result<Geometry<$dimension>, GeometryError> {
                let mut geometry = Geometry::default();
                geometry.fill_local(&self.prepare()?, detail)?;
                Ok(geometry)
            }

            /// Returns the grid, if it is one.
            ///
            /// ```
            #[doc = concat!("# use bevy_math::UVec", $number, " as Cell;")]
            #[doc = concat!("use bevy_gjk::dim", $number, "::{CellGrid, CellKind, Collider};")]
            ///
            /// let mut level = Collider::Grid(CellGrid::new(Cell::splat(8), 1.0, [CellKind::full()]));
            /// if let Some(grid) = level.as_grid_mut() {
            ///     grid.set(Cell::ZERO, 1)?;
            /// }
            /// assert_eq!(level.as_grid().map(|grid| grid.get(Cell::ZERO)), Some(1));
            #[doc = concat!("# Ok::<_, bevy_gjk::grid::GridError<bevy_gjk::Dim", $number, ">>(())")]
            /// ```
            pub fn as_grid(&self) -> Option<&CellGrid<$dimension>> {
                match self {
                    Self::Grid(grid) => Some(grid),
                    _ => None,
                }
            }

            /// Returns the grid, if it is one, to write cells. The component counts as changed then, whether or not a
            /// cell is written: of others, ask for [`as_grid`](Self::as_grid) first.
            pub fn as_grid_mut(&mut self) -> Option<&mut CellGrid<$dimension>> {
                match self {
                    Self::Grid(grid) => Some(grid),
                    _ => None,
                }
            }
        }
    };
}

/// Implements `From` for each primitive of `bevy_shape`.
macro_rules! from_primitives {
    ($($primitive:ident($it:ident) => $collider:expr;)*) => {
        $(impl From<$primitive> for Collider {
            fn from($it: $primitive) -> Self {
                $collider
            }
        })*
    };
}

pub(crate) use {from_primitives, shared_constructors};
