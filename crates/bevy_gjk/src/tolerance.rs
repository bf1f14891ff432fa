//! The tolerances of the crate, and where their values come from.
//!
//! Those of the geometry are in `math/tolerance.rs` of `gjk`; what the tests of pairs need is there. Here are those of
//! AABBs, queries and movement. None is an absolute length, apart from the ends of the range of numbers: each is relative
//! to a size, to a coordinate or to another tolerance, or a pure number such as a sine. An *ulp* is a unit in the last
//! place of the largest coordinate that a move can lead to.
//!
//! Each constant stays in the file that uses it, and is listed here. Tuning constants, which change the speed and no
//! answer, are not, and neither are the sizes of what is drawn; the test below has their list.
//!
//! # AABBs and proxies
//! | constant | value | unit | reason |
//! |---|---|---|---|
//! | `aabb.rs` | | | |
//! | `TOUCH_PADDING` | 1e-6 | extent | four times the share of a shape in the touching distance |
//! | `ROUNDING_PADDING` | 4 `f32::EPSILON` | coordinate | the sums that place a corner |
//! | literal | `f32::EPSILON` | coordinate | the sum with a margin |
//! | `collider/composite.rs` | | | |
//! | `TOUCH_PADDING` | 2e-6 | half extent | as in `aabb.rs` |
//! | `ROUNDING_PADDING` | 8 `f32::EPSILON` | coordinate | the sums that map an AABB and place a shape |
//! | `proxies/compute_proxy.rs` | | | |
//! | literal | `4.0 * f32::EPSILON` | coordinate | the boundary of a half-space, placed |
//! | `proxies/proxy.rs` | | | |
//! | `MAX_COORDINATE` | 1e18 | length | the surface areas of AABBs stay in the range of `f32` |
//! | `SPHERE_TOLERANCE` | 3e-5 | sum of radii | rounding, and the tolerances of the exact tests |
//! | `MIN_SQUARE` | 1e-30 | square | smaller squares have lost digits to underflow |
//! | `proxies/swept_motion.rs` | | | |
//! | literal | `4.0 * f32::EPSILON` | scale | two rotations of one size |
//! | `broad_phase/aabb_query.rs` | | | |
//! | `SAFETY` | 1 - 1e-6 | distance | a few roundings keep a lower bound a lower bound |
//! | `broad_phase/sweep_and_prune/grid.rs` | | | |
//! | `ROUNDING` | 1.5 · 2²³ | integer | the sum with it rounds to an integer |
//! | `MAX_INTEGER` | 2²² - 1 | integer | beyond it that sum is not exact |
//!
//! # Tests and queries
//! | constant | value | unit | reason |
//! |---|---|---|---|
//! | `narrow_phase/swept/advance.rs` | | | |
//! | `RELATIVE_TOLERANCE` | 1e-4 | size of the smaller part | tuned: the gap at which advancement stops |
//! | `ROTATION_TOLERANCE` | 1/512 | rotational bound | tuned: the same for fast rotations |
//! | `query/parts.rs` | | | |
//! | `GRAZING` | 1e-6 | sine | what the normals of touching shapes may be off by |
//! | `query/ray.rs` | | | |
//! | `MIN_LENGTH`, `MAX_LENGTH` | 1e-37, 1e37 | length | reciprocals are finite and normal |
//!
//! # Movement
//! | constant | value | unit | reason |
//! |---|---|---|---|
//! | `mover/clearance.rs` | | | |
//! | `SKIN_PER_TOUCH` | 4 | touching distance | three are left when a tolerance of one is used up |
//! | `SKIN_PER_ULP` | 8 | ulp | rounding never makes shapes touch |
//! | `TOLERANCE_PER_ULP` | 2 | ulp | more than the rounding of a translation, √3/2 |
//! | `TOLERANCE_PER_SKIN` | 1/1024 | skin | faces whose heights differ by less are one floor |
//! | literal | `2.0 * self.ulp` | ulp | the sums that make the AABB of a motion |
//! | `mover/obstacles.rs` | | | |
//! | `ROUNDING` | 1e-6 | distance | ten roundings of `f32` |
//! | `mover/sweep.rs` | | | |
//! | `ACCURACY` | 1/16 | tolerance of the clearance | a limit is reached |
//! | `mover/slide.rs` | | | |
//! | `STILL` | 1e-9 | wanted motion | rounding of the projection |
//! | `mover/constraints.rs` | | | |
//! | `PARALLEL` | 1e-3 | sine | a solution a thousand violations away is none |
//! | `ROUNDING` | 1e-14 | length of the vectors | some ten roundings of `f64` |
//! | `NEGLIGIBLE` | 1e-6 | length of the vectors | more than half the square of `PARALLEL` |
//! | `mover/push_out.rs` | | | |
//! | `LEAST_GAIN` | 1/512 | displacement | tuned: a push is short enough |
//! | `mover/rounding.rs` | | | |
//! | `NEGLIGIBLE` | 1e-6 | ulp | rounding of `f64`, not of the translation |
//!
//! # Characters
//! The *rise* is the component of a unit normal along the up direction.
//!
//! | constant | value | unit | reason |
//! |---|---|---|---|
//! | `mover/character/checked_settings.rs` | | | |
//! | `SLOPE_TOLERANCE` | 1e-4 | cosine | rounding of transforms and normals |
//! | `mover/character/ground.rs` | | | |
//! | `SAME_DIRECTION` | 1e-9 | 1 - cosine | rounding of two unit vectors |
//! | `MIN_COSINE` | 1e-6 | cosine | a normal that is horizontal up to rounding is no ground |
//! | `mover/character/slide_policies.rs` | | | |
//! | `VANISHING` | 1e-6 | sine | a shorter part of a unit normal has no direction |
//! | `mover/character/touched_parts.rs` | | | |
//! | `CEILING` | cos 45° | cosine | a steeper surface above is a wall |
//! | `mover/character/walk.rs` | | | |
//! | `MIN_RISE_TO_LAND` | 0.1 | rise | on less of a ledge, a fall goes on |
//! | `MIN_RISE_TO_STAND` | 0.004 | rise | on less of a ledge, there is no standing |
//! | `LEAST_GAIN` | 1e-3 | motion that is left | a step has to lead farther |
//! | `GAIN_ROUNDING` | 4 | ulp | a gain that is rounding |
//! | `LEAST_DESCENT` | 1e-3 | fall | who falls by less is wedged |
//! | `mover/character/platforms.rs` | | | |
//! | `LEAST_ADVANCE` | 1/64 | time of a run | advancement goes on near a surface |
//! | `ARC_PER_CHORD` | π/2 | length | an arc of less than half a turn |
//! | `SAME_PLACE` | 4 | ulp | the direction between centers is rounding |
//! | `TIE` | 1e-9 | length of a unit vector | rounding |
//! | `mover/character/run.rs` | | | |
//! | `ROUNDING` | 4 | ulp | ground that only seems to move |
//!
//! # Shapes from other data
//! | constant | value | unit | reason |
//! |---|---|---|---|
//! | `dim3/primitives.rs` | | | |
//! | literal | `f32::EPSILON` | volume of three unit normals | planes without a common corner |
//! | `from_assets/mesh/fit.rs` | | | |
//! | `ROUNDING` | 1e-6 | half extent | a center this near to the origin is there |

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    /// Floats that are no tolerances: tuning constants, which change no answer, and sizes of what is drawn.
    const NOT_LISTED: [(&str, &[&str]); 6] = [
        ("broad_phase/neighbor_list.rs", &["MAX_RUNS", "MAX_GROWTH", "SLACK"]),
        ("broad_phase/sweep_and_prune/grid.rs", &["COLUMN_WIDTHS", "MIN_COLUMNS"]),
        ("broad_phase/tree.rs", &["MAX_GROWTH"]),
        ("query/log.rs", &["MAX_LENGTH"]),
        ("dim2", &["FLATNESS", "HORIZON"]),
        ("dim3/boundary.rs", &["FLATNESS"]),
    ];
    /// What these draw is measured in pixels and letters.
    const DRAWING: [&str; 2] = ["overlay", "stepper"];

    fn src() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
    }

    /// Returns what is in backticks.
    fn quoted(cell: &str) -> impl Iterator<Item = &str> {
        cell.split('`').skip(1).step_by(2)
    }

    /// Returns the rows of the tables above, as the file and the first two cells.
    fn rows() -> Vec<(&'static str, &'static str, &'static str)> {
        let mut file = "";
        let mut rows = Vec::new();
        for row in include_str!("tolerance.rs").lines().filter_map(|line| line.strip_prefix("//! | ")) {
            let cells: Vec<_> = row.trim_end_matches('|').split('|').map(str::trim).collect();
            match cells[..] {
                ["constant", ..] => {}
                [name, "", "", ""] => file = quoted(name).next().unwrap(),
                [constant, value, _, _] => rows.push((file, constant, value)),
                _ => panic!("a row of four cells is expected: {row}"),
            }
        }
        rows
    }

    /// Returns the names of the float constants that a file defines.
    fn float_constants(source: &str) -> impl Iterator<Item = &str> {
        source.lines().filter_map(|line| {
            let line = line.trim_start();
            let line = match line.strip_prefix("pub") {
                Some(visible) => visible.trim_start_matches(|letter| letter != ' ').trim_start(),
                None => line,
            };
            let (name, rest) = line.strip_prefix("const ")?.split_once(':')?;
            let kind = rest.split('=').next()?;
            // Functions may be `const`, too.
            let is_constant = !name.contains(' ') && (kind.contains("f32") || kind.contains("f64"));
            is_constant.then_some(name)
        })
    }

    fn each_file(folder: &Path, visit: &mut impl FnMut(&str, &str)) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                each_file(&path, visit);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let parts = path.strip_prefix(src()).unwrap().components();
                let name: Vec<_> = parts.map(|part| part.as_os_str().to_str().unwrap()).collect();
                visit(&name.join("/"), &fs::read_to_string(&path).unwrap());
            }
        }
    }

    #[test]
    fn every_row_names_a_file_and_what_it_contains() {
        let rows = rows();
        assert!(rows.len() > 30, "{}", rows.len());
        for (file, constant, value) in rows {
            let source =
                fs::read_to_string(src().join(file)).unwrap_or_else(|_| panic!("there is no {file}"));
            if constant == "literal" {
                let literal = quoted(value).next().unwrap();
                assert!(source.contains(literal), "{file} does not contain {literal}");
            }
            for name in quoted(constant) {
                let is_defined = float_constants(&source).any(|defined| defined == name);
                assert!(is_defined, "{file} does not define {name}");
            }
        }
    }

    #[test]
    fn every_float_constant_has_a_row() {
        let rows = rows();
        let mut count = 0;
        each_file(&src(), &mut |file, source| {
            if DRAWING.iter().any(|folder| file.starts_with(folder)) {
                return;
            }
            for name in float_constants(source) {
                count += 1;
                let has_row = rows
                    .iter()
                    .any(|(of, constant, _)| *of == file && quoted(constant).any(|listed| listed == name));
                let is_excepted =
                    NOT_LISTED.iter().any(|(of, names)| file.starts_with(of) && names.contains(&name));
                assert!(
                    has_row != is_excepted,
                    "{file}: {name} needs a row above, or an entry in `NOT_LISTED`"
                );
            }
        });
        assert!(count > 30, "{count}");
    }
}
