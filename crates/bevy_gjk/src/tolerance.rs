//! The tolerances of the crate, and where their values come from.
//!
//! Those of the geometry are in `math/tolerance.rs` of `gjk`; what the tests of pairs need is there. Here are those of
//! AABBs, queries and movement. None is an absolute length, apart from the ends of the range of numbers: each is relative
//! to a size, to a coordinate or to another tolerance, or a pure number such as a sine. An *ulp* is a unit in the last
//! place of the largest coordinate that a move can lead to.
//!
//! Each constant stays in the file that uses it, and is listed here. Tuning constants, which change the speed and no
//! answer, are not, and neither are the sizes of what is drawn. `tools/oracle/tests/integration/tolerances.rs` compares
//! this list with the source.
//!
//! # AABBs and proxies
//! | constant | value | unit | reason |
//! |---|---|---|---|
//! | `collider/aabb.rs` | | | |
//! | `TOUCH_PADDING` | 1e-6 | extent | four times the share of a shape in the touching distance |
//! | `ROUNDING_PADDING` | 4 `f32::EPSILON` | coordinate | the sums that place a corner |
//! | literal | `f32::EPSILON` | coordinate | the sum with a margin |
//! | `collider/bvh/aabb_query.rs` | | | |
//! | `SAFETY` | 1 - 1e-6 | distance | a few roundings keep a lower bound a lower bound |
//! | `ROUNDING` | 4e-6 | coordinate | the roundings of a box that is mapped back, beside those of boxes in the world |
//! | `collider/composite/search.rs` | | | |
//! | `MAX_STRETCH` | 100 | ratio | of a map that stretches more, the inverse is not exact enough for that |
//! | `collider/grid/from_polygons.rs` | | | |
//! | `CONVEX` | 1/256 | area of the cell | a pixel of a tile of 16 by 16: what is drawn by hand is not more exact |
//! | `NO_AREA` | 1e-4 | area of the cell | a line, a point, the overlap with the cell beside |
//! | `collider/grid/parts.rs` | | | |
//! | `SLACK` | 0.01 | cell | how far a shape may be from its cell, and more |
//! | `collider/grid/placed_kind.rs` | | | |
//! | `CELL_TOLERANCE` | 1e-4 | cell | the rounding of the description of a kind |
//! | `QUARTER_TURN_ROUNDING` | 1e-6 | ratio | what a quarter turn of a quaternion is off by |
//! | `collider/solid/in_solid.rs` | | | |
//! | `ON_FACE` | 2e-6 | size of the set | a point that is in a part up to the tolerance of touching |
//! | `BEHIND` | 1e-5 | size of a face | tuned: more than the rounding of a face, less than what is thin |
//! | `NEAR_EXTREME` | 0.999 | half extent | what touches a wall is not in it |
//! | `OUT` | 4 | touching distance | two support points, and the rounding of the way |
//! | `AHEAD` | 256 | touching distance | much more than `OUT` |
//! | `collider/solid/exit.rs` | | | |
//! | `MIDDLES` | 0.5, 0.9, 0.999 | face | behind its rim may be the outside |
//! | `EXACT` | 1e-5 | length of the way | rounding |
//! | `COARSE` | 1.2 | part that is cut off | more than what a region loses |
//! | `collider/solid/interior.rs` | | | |
//! | `BEHIND` | 0.5 | distance of a face | tuned: where the plane of the face is the cut |
//! | `FAR`, `CUT_OFF` | 1.25, 0.1 | distance of a face | tuned: what is much farther than the nearest face bounds no way out |
//! | `COARSE_2D`, `COARSE_3D` | 0.008, 0.035 | distance of a face | tuned: round regions, within 1 % in 2D and 5 % in 3D |
//! | `ON_FACE` | 1e-6 | size of the region | a point on a face has no region around it |
//! | `collider/solid/placed_face.rs` | | | |
//! | `BEHIND` | 1e-4 | sine | a corner of a face behind a plane: more than the rounding of a point on it |
//! | `BEFORE`, `TO_MIDDLE` | 1e-5, 0.1 | size of a face, way to its middle | tuned: whether two shells touch before a face |
//! | `ENTERED` | 1e-6 | sine | what a normal may be off by |
//! | `POINT_ROUNDING` | 4e-6 | coordinate | the rounding of the hit of a ray that is ten times as long |
//! | `detection/proxies/compute_proxy.rs` | | | |
//! | literal | `4.0 * f32::EPSILON` | coordinate | the boundary of a half-space, placed |
//! | `detection/proxies/proxy.rs` | | | |
//! | `MAX_COORDINATE` | 1e18 | length | the surface areas of AABBs stay in the range of `f32` |
//! | `SPHERE_TOLERANCE` | 3e-5 | sum of radii | rounding, and the tolerances of the exact tests |
//! | `MIN_SQUARE` | 1e-30 | square | smaller squares have lost digits to underflow |
//! | `frame/read_world/not_placed.rs` | | | |
//! | `ROUNDING` | 1e-4 | column of a map | products of transforms that make the identity |
//! | `detection/proxies/swept_motion.rs` | | | |
//! | literal | `4.0 * f32::EPSILON` | scale | two rotations of one size |
//! | `detection/broad_phase/dynamic_pairs/sweep_and_prune/grid.rs` | | | |
//! | `ROUNDING` | 1.5 · 2²³ | integer | the sum with it rounds to an integer |
//! | `MAX_INTEGER` | 2²² - 1 | integer | beyond it that sum is not exact |
//!
//! # The shortest exit
//! | constant | value | unit | reason |
//! |---|---|---|---|
//! | `collider/exit_search/exit_planes.rs` | | | |
//! | `SAME_POINT` | 1e-5 | size of the pair | some hundred roundings of support points |
//! | `SAME_NORMAL` | 1 - 1e-9 | cosine | rounding of two normals |
//! | `DEPENDENT` | 1e-4 | length of a vector | a plane through nearly collinear points has no direction |
//! | `collider/exit_search.rs` | | | |
//! | `SLACK` | 1/16 | displacement | round shapes may come nearer than the planes that are tried |
//! | `LEAST_GAIN` | 0.25 | accuracy | tuned: an exit is short enough |
//! | `collider/exit_search/nodes.rs` | | | |
//! | `SAME_NODE` | 1e-7 | displacement | rounding |
//! | `SAME_NORMAL` | 1e-5 | length of a unit vector | rounding of two normals |
//! | `HOLDS` | 1e-9 | displacement | a plane that pushes less does not push |
//! | `collider/exit_search/constraints.rs` | | | |
//! | `PARALLEL` | 1e-3 | sine | a solution a thousand violations away is none |
//! | `ROUNDING` | 1e-14 | length of the vectors | some ten roundings of `f64` |
//! | `NEGLIGIBLE` | 1e-6 | length of the vectors | more than half the square of `PARALLEL` |
//! | `collider/exit_search/space.rs` | | | |
//! | `ACCURACY` | 1/256 | displacement | tuned: a shorter exit is not searched for |
//!
//! # Tests and queries
//! | constant | value | unit | reason |
//! |---|---|---|---|
//! | `detection/narrow_phase/swept/turning.rs` | | | |
//! | `RELATIVE_TOLERANCE` | 1e-4 | size of the smaller part | tuned: the gap at which advancement stops |
//! | `ROTATION_TOLERANCE` | 1/512 | rotational bound | tuned: the same for fast rotations |
//! | `query/leaving.rs` | | | |
//! | `SEPARATION_ERROR` | 2 | touching distance | a plane that separates shapes that touch |
//! | `query/part_cast.rs` | | | |
//! | `GRAZING` | 1e-6 | sine | what the normals of touching shapes may be off by |
//! | `PLACE_ROUNDING` | 2 `f32::EPSILON` | coordinate and way | the places of two parts of one floor, and the direction |
//! | `TOUCH_ROUNDING` | `f32::EPSILON` | coordinate | the rounding of a point is √3/2 of this at most |
//! | `TOUCHED` | 1e-5 | sum of the extents | more than the touching distance, and the rounding of a way out |
//!
//! # Movement
//! | constant | value | unit | reason |
//! |---|---|---|---|
//! | `movement/clearance.rs` | | | |
//! | `SKIN_PER_TOUCH` | 4 | touching distance | three are left when a tolerance of one is used up |
//! | `SKIN_PER_ULP` | 8 | ulp | rounding never makes shapes touch |
//! | `TOLERANCE_PER_ULP` | 2 | ulp | more than the rounding of a translation, √3/2 |
//! | `TOLERANCE_PER_SKIN` | 1/1024 | skin | faces whose heights differ by less are one floor |
//! | `FACE_ANGLE` | 1e-3 | radian | half its square of a radius is the touching distance |
//! | `CLOSING_ROUNDING` | 1e-7 | motion | a motion along a surface, by the rounding of an `f32` normal |
//! | literal | `2.0 * self.ulp` | ulp | the sums that make the AABB of a motion |
//! | `movement/obstacles.rs` | | | |
//! | `ROUNDING` | 1e-6 | distance | ten roundings of `f32` |
//! | `movement/sweep.rs` | | | |
//! | `ACCURACY` | 1/16 | tolerance of the clearance | a limit is reached |
//! | `ACCURACY_OF_MIN` | 1/4096 | tolerance of the clearance | which part is hit first |
//! | `movement/slide.rs` | | | |
//! | `STILL` | 1e-9 | wanted motion | rounding of the projection |
//! | `movement/push_out.rs` | | | |
//! | `LEAST_GAIN` | 1/512 | displacement | tuned: a push is short enough |
//! | `MAX_SIZES` | 4 | longest side of the shape | a longer way out of what does not contain its center is none |
//! | `movement/rounding.rs` | | | |
//! | `NEGLIGIBLE` | 1e-6 | ulp | rounding of `f64`, not of the translation |
//!
//! # Characters
//! The *rise* is the component of a unit normal along the up direction.
//!
//! | constant | value | unit | reason |
//! |---|---|---|---|
//! | `movement/character/checked_settings.rs` | | | |
//! | `SLOPE_TOLERANCE` | 1e-4 | cosine | rounding of transforms and normals |
//! | `MIN_COSINE_OF_DESCENT` | 0.01 | cosine | where walls are ground, the way down would be endless |
//! | `movement/character/ground.rs` | | | |
//! | `SAME_DIRECTION` | 1e-9 | 1 - cosine | rounding of two unit vectors |
//! | `MIN_COSINE` | 1e-6 | cosine | a normal that is horizontal up to rounding is no ground |
//! | `movement/character/slide_policies.rs` | | | |
//! | `VANISHING` | 1e-6 | sine | a shorter part of a unit normal has no direction |
//! | `movement/room.rs` | | | |
//! | `ROOM_SLACK` | 2 | tolerance of the clearance | where a shape stands, and the rounding of another placement |
//! | `movement/character/edge_ahead.rs` | | | |
//! | `PIECE`, `MAX_PIECES` | 0.25, 1024 | width of the character, count | tuned: a walk ahead in pieces |
//! | `LEAST_STEP` | 1/256 | pieces | tuned: the place of an edge |
//! | `movement/character/surface_tests.rs` | | | |
//! | `SKIN_SLACK` | 2 | tolerance of the clearance | rounding of where it stands, and of the planes of a sweep |
//! | `movement/character/touched_parts.rs` | | | |
//! | `UPRIGHT` | 1e-6 | rise | the walls of a shaft hold no character by their rounding |
//! | `CEILING` | cos 45° | cosine | a steeper surface above is a wall |
//! | `SAME_RISE` | 1e-6 | rise | rounding of two normals |
//! | `movement/character/walk.rs` | | | |
//! | `MIN_RISE_TO_LAND` | 0.1 | rise | on less of a ledge, a fall goes on |
//! | `MIN_RISE_TO_STAND` | 0.004 | rise | on less of a ledge, there is no standing |
//! | `LEAST_GAIN` | 1e-3 | motion that is left | a step has to lead farther |
//! | `GAIN_ROUNDING` | 4 | ulp | a gain that is rounding; of a step, with the height that it wins |
//! | `HEIGHT_SLACK` | 4 | tolerance of the clearance | a step or a drop of exactly the limit |
//! | `movement/character/one_move.rs` | | | |
//! | `REACH_OF_PUSH` | 0.25 | half extent | tuned: most pushes are shorter; parts beyond are searched for when they are needed |
//! | `ARC_PER_CARRY` | 1.5 | displacement by the ground | tuned: the same for what the ground asks for |
//! | `movement/character/platform_moves.rs` | | | |
//! | `ROUNDING` | 16 | ulp | the products of transforms by which a collider moves along with a parent |
//! | `MAX_STRAIN` | 0.5 | size | a greater change of size in a run has no rate |
//! | `movement/character/platform_sweep.rs` | | | |
//! | `ADVANCE_SLACK` | 0.5 | skin | between two advances, a clearance falls no deeper than half of this |
//! | `movement/character/overlaps.rs` | | | |
//! | `SAME_PLACE` | 4 | ulp | the direction between centers is rounding |
//! | `TIE` | 1e-9 | length of a unit vector | rounding |
//! | `movement/character/carry.rs` | | | |
//! | `ROUNDING` | 4 | ulp | ground that only seems to move |
//!
//! # Explanations
//! | constant | value | unit | reason |
//! |---|---|---|---|
//! | `debug/rules/causes.rs` | | | |
//! | `SKINS_AWAY` | 2 | skin | a character keeps one skin, and a little more at an edge |
//! | `FLAT` | 1e-6 | length of the other axis | the rounding of a quarter turn out of the plane |
//!
//! # Shapes from other data
//! | constant | value | unit | reason |
//! |---|---|---|---|
//! | `collider/dim3/solid/repair.rs` | | | |
//! | `SAME_VERTEX` | 1e-6 | size of the mesh | the rounding of sines where a mesh closes around an axis |
//! | `collider/dim3/primitives.rs` | | | |
//! | literal | `f32::EPSILON` | volume of three unit normals | planes without a common corner |
//! | `assets/mesh/fit.rs` | | | |
//! | `ROUNDING` | 1e-6 | half extent | a center this near to the origin is there |
