//! The tables of tolerances of both crates are complete, and right about where each constant is.

use std::fs;
use std::path::{Path, PathBuf};

/// A crate with a table of its tolerances in the head of a file.
struct Crate {
    name: &'static str,
    /// The file with the table. Its own constants are named in its head instead.
    table: &'static str,
    /// Floating-point constants that are no tolerances, with the beginning of the path of their file.
    exceptions: &'static [(&'static str, &'static [&'static str])],
    /// What these folders draw is measured in pixels and letters.
    drawing: &'static [&'static str],
    /// With no more constants than these, the test has not understood the sources.
    least_count: usize,
}

const GJK: Crate = Crate {
    name: "gjk",
    table: "math/tolerance.rs",
    // Directions, the steps of a code, and what the table names as `Vector::EPSILON`.
    exceptions: &[
        ("math/vector.rs", &["EPSILON"]),
        ("query/face_normal.rs", &["EIGHTH"]),
        ("gjk/simplex_cache.rs", &["STEPS"]),
        ("shape/inscribed.rs", &["RAY"]),
        ("shape/revolution.rs", &["DIAGONAL", "OCTAGON"]),
    ],
    drawing: &[],
    least_count: 40,
};

const BEVY_GJK: Crate = Crate {
    name: "bevy_gjk",
    table: "tolerance.rs",
    // Tuning constants, which change no answer, marks, directions, and sizes of what is drawn.
    exceptions: &[
        (
            "detection/broad_phase/dynamic_pairs/neighbor_list/fat_aabb.rs",
            &["MAX_RUNS", "MAX_GROWTH", "SLACK"],
        ),
        ("detection/broad_phase/dynamic_pairs/sweep_and_prune/grid.rs", &["COLUMN_WIDTHS", "MIN_COLUMNS"]),
        ("collider/bvh/packed.rs", &["MAX_GROWTH"]),
        ("query/log.rs", &["MAX_LENGTH"]),
        ("collider/exit_search/straight.rs", &["TURN"]),
        ("collider/bvh.rs", &["END_SEARCH"]),
        ("collider/dim2", &["HORIZON"]),
        ("collider/dim3/wireframe.rs", &["PLANES", "SIDES"]),
    ],
    drawing: &["debug/overlay"],
    least_count: 30,
};

/// A file of a table, and the names and literals listed for it.
struct Section {
    file: String,
    names: Vec<String>,
    literals: Vec<String>,
}

impl Crate {
    fn source(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates").join(self.name).join("src")
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.source().join(file))
            .unwrap_or_else(|error| panic!("the table of `{}` names `{file}`: {error}", self.name))
    }

    /// Returns the sections of the table.
    fn sections(&self) -> Vec<Section> {
        let mut sections: Vec<Section> = Vec::new();
        for row in self.read(self.table).lines().filter_map(|line| line.strip_prefix("//! | ")) {
            let cells: Vec<&str> = row.trim_end_matches('|').split('|').map(str::trim).collect();
            match cells[..] {
                ["constant", ..] => {}
                [file, "", "", ""] => {
                    let file = quoted(file).next().unwrap().to_owned();
                    sections.push(Section { file, names: Vec::new(), literals: Vec::new() });
                }
                ["literal", value, _, _] => {
                    let literal = quoted(value).next().unwrap_or_else(|| value.split(',').next().unwrap());
                    sections.last_mut().unwrap().literals.push(literal.to_owned());
                }
                [names, _, _, _] => {
                    sections.last_mut().unwrap().names.extend(quoted(names).map(str::to_owned));
                }
                _ => panic!("a row of four cells is expected: {row}"),
            }
        }
        let rows = |section: &Section| section.names.len() + section.literals.len();
        assert!(sections.len() > 20, "the table of `{}` has {} files", self.name, sections.len());
        assert!(sections.iter().map(rows).sum::<usize>() > 30, "the table of `{}` is short", self.name);
        sections
    }

    /// Returns whether a constant is no tolerance.
    fn is_exception(&self, file: &str, name: &str) -> bool {
        self.exceptions.iter().any(|(path, names)| file.starts_with(path) && names.contains(&name))
    }
}

/// Returns the parts of a text between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Returns the name of a constant with a floating-point type that is defined in a line, if there is one.
fn float_constant(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let definition = match line.strip_prefix("pub") {
        Some(visible) => visible.trim_start_matches(|letter| letter != ' ').trim_start(),
        None => line,
    };
    let (name, rest) = definition.strip_prefix("const ")?.split_once(':')?;
    let kind = rest.split('=').next()?;
    // Functions may be `const`, too.
    let is_constant = !name.contains(' ');
    let is_float = ["f32", "f64", "Vec2", "Vec3", "Scalar"].iter().any(|float| kind.contains(float));
    (is_constant && is_float).then_some(name)
}

/// Returns the names of the floating-point constants that a file defines.
fn float_constants(text: &str) -> Vec<&str> {
    text.lines().filter_map(float_constant).collect()
}

/// Calls a function with the path of each source file within a folder, relative to `root`, and its text.
fn for_each_file(root: &Path, folder: &Path, visit: &mut impl FnMut(&str, &str)) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            for_each_file(root, &path, visit);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            visit(&name, &fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn the_tables_name_files_that_define_their_constants() {
    for of in [GJK, BEVY_GJK] {
        for Section { file, names, literals } in of.sections() {
            let text = of.read(&file);
            assert!(!(names.is_empty() && literals.is_empty()), "nothing is listed under `{file}`");
            for name in names {
                assert!(float_constants(&text).contains(&&*name), "`{file}` does not define `{name}`");
            }
            for literal in literals {
                assert!(text.contains(&literal), "`{file}` does not contain {literal}");
            }
        }
    }
}

#[test]
fn each_tolerance_of_gjk_has_a_name_of_its_own() {
    let mut names: Vec<String> = GJK.sections().into_iter().flat_map(|section| section.names).collect();
    names.sort();
    for pair in names.windows(2) {
        assert!(pair[0] != pair[1], "the table lists `{}` twice", pair[0]);
    }
}

#[test]
fn the_tables_list_every_floating_point_constant() {
    for of in [GJK, BEVY_GJK] {
        let (sections, root) = (of.sections(), of.source());
        let mut count = 0;
        let mut used = Vec::new();
        for_each_file(&root, &root, &mut |file, text| {
            if of.drawing.iter().any(|folder| file.starts_with(folder)) {
                return;
            }
            for name in float_constants(text) {
                count += 1;
                let is_listed = if file == of.table {
                    text.contains(&format!("[`{name}`]"))
                } else {
                    let mut of_file = sections.iter().filter(|section| section.file == file);
                    of_file.any(|section| section.names.iter().any(|listed| listed == name))
                };
                let is_exception = of.is_exception(file, name);
                if is_exception {
                    used.push(name.to_owned());
                }
                assert!(
                    is_listed != is_exception,
                    "`{}` of `{}/{file}` needs either a row in `{}` or an exception",
                    name,
                    of.name,
                    of.table
                );
            }
        });
        assert!(count > of.least_count, "found {count} constants");
        for name in of.exceptions.iter().flat_map(|(_, names)| *names) {
            assert!(used.iter().any(|used| used == name), "no file of `{}` defines `{name}`", of.name);
        }
    }
}
