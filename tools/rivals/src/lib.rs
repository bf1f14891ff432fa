//! Whole frames of a Bevy app that only wants to know what touches: `bevy_gjk` beside avian 0.8 and
//! `bevy_rapier` 0.37 on Bevy 0.20, headless, on the same bodies in the same frames. In this directory (with
//! `--ignore-rust-version` before the `--` if Rust is older than the 1.97.1 that the crate `bevy` declares; 1.95
//! builds it):
//!
//! ```sh
//! cargo run --release                          # all tables, a first look: a few minutes
//! cargo run --release -- --full                # all sizes to 50k, one thread and two: up to an hour
//! cargo run --release -- --only "mixed 3D"     # the rows whose names have all these words
//! cargo run --release -- --sizes 100000 --only balls
//! cargo run --release -- moves                 # move and slide, and characters
//! cargo run --release -- facts                 # how they behave, and what is right
//! cargo run --release -- growth ../../docs/rivals.svg
//! cargo run --release -- paces                 # all move equally far: is there a cliff?
//! cargo run --release -- phases                # where the time of our frames goes
//! ```
//!
//! `--csv FILE` and `--markdown FILE` write the same tables, `--readme ../../docs/performance.md` that of the project,
//! `--seconds S` measures longer. The first build takes some 20 minutes on two cores. It needs Linux for the memory,
//! nothing else.
//!
//! # The engines
//! | name | setting |
//! |---|---|
//! | `none` | the empty app: Bevy, our mover, transform propagation |
//! | `gjk touches` | the default: yes or no, with the contact of each beginning |
//! | `gjk contacts` | all contacts are read in every frame |
//! | `avian lean` | the fewest plugins, kinematic sensors, no margins, no recycling; avian always makes contacts |
//! | `avian default` | `PhysicsPlugins`, the same entities |
//! | `rapier lean` | bare sensors, nothing is written back: yes or no |
//! | `rapier collision-only` | the same in `SimulationMode::CollisionOnly` |
//! | `rapier contacts` | the same, not sensors; no prediction, no recycling, so that contacts are those of now |
//! | `rapier default` | the whole plugin, kinematic sensors |
//!
//! Each is a file in [`engines`]. rapier's feature `parallel` is a matter of the build: on one thread it costs
//! rapier 6 % and more for circles, on two it is what a user would turn on. So the rows with one thread are
//! measured without it, and those with two by a second build, if one is given (only rapier is built again):
//!
//! ```sh
//! cargo build --release --features rapier-parallel && cp target/release/rivals target/rivals-parallel
//! cargo run --release -- --full --parallel target/rivals-parallel
//! ```
//!
//! # The scenes
//! *balls*: circles or spheres of radius 0.5, moving by 0.02 to 0.08 a frame. *mixed*: circles, capsules,
//! boxes and polygons, or cuboids, capsules, cylinders and hulls of 16 points, moving and turning. Both are so
//! dense that each touches about one other. *still*: mixed shapes at rest, which do not meet each other, and
//! 100 in motion.
//!
//! # How it is measured
//! - All engines of a row live in one process and take turns of six frames, after one that is not counted.
//!   Each round begins with another, and a sample counts relative to the others of its round.
//! - Wall time is that of `app.update()`; processor time is of all threads. With one worker thread Bevy's
//!   parallel loops are plain loops; with two, the waiting main thread helps.
//! - After three rounds all pairs that touch are held against an oracle in `f64` (`../oracle`), every one.
//! - Spawning is timed with the first update, memory in a process for each engine. Allocations are counted in
//!   frames that are not timed.
//!
//! # Moves
//! `moves` asks `move_and_slide` of this project, avian's `MoveAndSlide` and rapier's `move_shape` the same questions: a
//! crowd of capsules walks among obstacles, turned and scaled, and goes on from where ours came to. avian's lean setting
//! is without depenetration. Trees are built before, and are not a part of a move. All ways are judged by the oracle.
//! The components that move characters are measured by whole frames; avian has none.
//!
//! # Where things are
//! * [`shape`], [`course`], [`scene`]: what is in the frames.
//! * [`engine`], [`engines`], [`arena`], [`touches`]: who looks at them.
//! * [`frames`], [`births`], [`memory`]: what is measured; [`stopwatch`], [`statistics`], [`allocations`]: how.
//! * [`truth`], [`verdict`]: who is right.
//! * [`row`], [`worker`], [`wire`], [`options`], [`report`], [`mod@versions`]: the program.
//! * [`mover`], [`moves`]: move and slide.
//! * [`facts`], [`growth`], [`paces`], [`phases`]: programs of their own.

pub mod allocations;
pub mod arena;
pub mod births;
pub mod course;
pub mod engine;
pub mod engines;
pub mod facts;
pub mod frames;
pub mod growth;
pub mod memory;
pub mod mover;
pub mod moves;
pub mod options;
pub mod paces;
pub mod phases;
pub mod report;
pub mod row;
pub mod scene;
pub mod shape;
pub mod statistics;
pub mod stopwatch;
pub mod touches;
pub mod truth;
pub mod verdict;
pub mod versions;
pub mod wire;
pub mod worker;
