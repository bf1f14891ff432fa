//! The table of tolerances in `math/tolerance.rs` is complete and right about where they are.

use std::fs;
use std::path::{Path, PathBuf};

/// The file with the table.
const TABLE: &str = "math/tolerance.rs";

/// Constants that are floating-point numbers but no tolerances: directions and the steps of a code.
const NO_TOLERANCES: [(&str, &str); 5] = [
    ("query/face_normal.rs", "EIGHTH"),
    ("reference/simplex_cache.rs", "STEPS"),
    ("shape/inscribed.rs", "RAY"),
    ("shape/revolution.rs", "DIAGONAL"),
    ("shape/revolution.rs", "OCTAGON"),
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// A file of the table, and the names and literals listed for it.
struct Section {
    file: String,
    names: Vec<String>,
    literals: Vec<String>,
}

/// Returns the parts of a text between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Returns the sections of the table in the head of its file.
fn table() -> Vec<Section> {
    let text = fs::read_to_string(source().join(TABLE)).unwrap();
    let mut sections: Vec<Section> = Vec::new();
    for row in text.lines().filter_map(|line| line.strip_prefix("//! | ")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let (name, value) = (cells[0], cells[1]);
        if let Some(file) = quoted(name).next().filter(|name| name.ends_with(".rs")) {
            sections.push(Section { file: file.into(), names: Vec::new(), literals: Vec::new() });
        } else if name == "literal" {
            sections.last_mut().unwrap().literals.push(value.split(',').next().unwrap().into());
        } else if name != "constant" {
            sections.last_mut().unwrap().names.extend(quoted(name).map(String::from));
        }
    }
    sections
}

/// Returns the name of a constant with a floating-point type that is defined in a line, if there is one.
fn float_constant(line: &str) -> Option<&str> {
    let definition = match line.strip_prefix("pub") {
        Some(rest) => rest.split_once("const ").filter(|(scope, _)| !scope.contains('='))?.1,
        None => line.strip_prefix("const ")?,
    };
    let (name, rest) = definition.split_once(':')?;
    let kind = rest.split('=').next()?;
    ["f32", "f64", "Vec2", "Vec3", "Scalar"].iter().any(|float| kind.contains(float)).then_some(name)
}

/// Returns the floating-point constants at the top level of a file, without those of its tests.
fn float_constants(text: &str) -> Vec<&str> {
    text.lines().take_while(|line| !line.starts_with("#[cfg(test)]")).filter_map(float_constant).collect()
}

/// Calls a function with the path of each source file within `src`, and its text.
fn for_each_file(folder: &Path, visit: &mut impl FnMut(&str, &str)) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            for_each_file(&path, visit);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(source()).unwrap().to_str().unwrap().replace('\\', "/");
            visit(&name, &fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn the_table_names_files_that_define_its_constants() {
    let sections = table();
    assert!(sections.len() > 20, "the table has {} files", sections.len());
    for Section { file, names, literals } in sections {
        let text = fs::read_to_string(source().join(&file));
        let text = text.unwrap_or_else(|error| panic!("the table names `{file}`: {error}"));
        assert!(!(names.is_empty() && literals.is_empty()), "nothing is listed under `{file}`");
        for name in names {
            assert!(float_constants(&text).contains(&&*name), "`{file}` does not define `{name}`");
        }
        for literal in literals {
            assert!(text.contains(&literal), "`{file}` does not contain {literal}");
        }
    }
}

#[test]
fn each_tolerance_has_a_name_of_its_own() {
    let mut names: Vec<String> = table().into_iter().flat_map(|section| section.names).collect();
    names.sort();
    for pair in names.windows(2) {
        assert!(pair[0] != pair[1], "the table lists `{}` twice", pair[0]);
    }
}

#[test]
fn the_table_lists_every_floating_point_constant() {
    let sections = table();
    let mut count = 0;
    for_each_file(&source(), &mut |file, text| {
        for name in float_constants(text) {
            count += 1;
            let is_listed = match file {
                // Its own constants are documented where they are, and named in its head.
                TABLE => text.contains(&format!("[`{name}`]")),
                _ => sections
                    .iter()
                    .any(|section| section.file == file && section.names.iter().any(|listed| listed == name)),
            };
            assert!(
                is_listed || NO_TOLERANCES.contains(&(file, name)),
                "the table in `{TABLE}` lacks `{name}` of `{file}`"
            );
        }
    });
    assert!(count > 40, "found {count} constants");
    for (file, name) in NO_TOLERANCES {
        let text = fs::read_to_string(source().join(file)).unwrap();
        assert!(float_constants(&text).contains(&name), "`{file}` does not define `{name}`");
    }
}
