//! The rooms of the source: each imports only from those above it, and detection knows nothing of the ECS but entities.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms in the order of a frame of data. What is not here is what users see of them.
const ROOMS: [&str; 13] = [
    "collider",
    "ecs",
    "detection",
    "events",
    "query",
    "movement",
    "state",
    "frame",
    "debug",
    "assets",
    "picking",
    "plugin",
    "recording",
];

/// What detection may import of Bevy: data, and where it is kept.
const DATA: [&str; 12] = [
    "bevy_ecs::prelude::Entity",
    "bevy_ecs::prelude::Resource",
    "bevy_math::BVec4A",
    "bevy_math::Vec4",
    "bevy_platform::collections::HashTable",
    "bevy_platform::hash::FixedHasher",
    "bevy_platform::sync::atomic::AtomicU64",
    "bevy_platform::sync::atomic::Ordering",
    "bevy_reflect::Reflect",
    "bevy_reflect::ReflectDeserialize",
    "bevy_reflect::ReflectSerialize",
    "bevy_transform::components::GlobalTransform",
];

/// Returns all source files below a folder.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// Returns the code of a file without comments and without its tests.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    code.lines().map(|line| line.split("//").next().unwrap()).collect::<Vec<_>>().join("\n")
}

/// Returns the paths that a tree of imports names: `a::{b, c::d}` are `a::b` and `a::c::d`.
fn expand(tree: &str) -> Vec<String> {
    let Some((head, rest)) = tree.split_once('{') else { return vec![tree.trim().to_string()] };
    let body = rest.rsplit_once('}').unwrap().0;
    let (mut depth, mut start, mut branches) = (0, 0, Vec::new());
    for (at, character) in body.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                branches.push(&body[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    branches.push(&body[start..]);
    let branches = branches.into_iter().filter(|branch| !branch.trim().is_empty());
    branches.flat_map(|branch| expand(&format!("{}{}", head.trim(), branch.trim()))).collect()
}

/// Returns all paths of a file that begin with a crate: those of its imports, and those in its code.
fn paths(code: &str, root: &str) -> BTreeSet<String> {
    let imports = code.match_indices("use ").filter(|(at, _)| !code[..*at].ends_with(char::is_alphanumeric));
    let trees = imports.filter_map(|(at, word)| code[at + word.len()..].split_once(';'));
    let trees = trees.map(|(tree, _)| tree).filter(|tree| tree.starts_with(root));
    let mut found: BTreeSet<String> = trees.flat_map(expand).collect();
    for (at, _) in code.match_indices(root) {
        let end = code[at..].find(|it: char| !(it.is_alphanumeric() || it == '_' || it == ':'));
        found.insert(code[at..end.map_or(code.len(), |end| at + end)].to_string());
    }
    // The heads of trees of imports.
    found.retain(|path| !path.ends_with("::"));
    found
}

pub fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Returns the files of a room, without those of tests.
fn room(name: &str) -> Vec<PathBuf> {
    let mut all = vec![source().join(name).with_extension("rs")];
    if source().join(name).is_dir() {
        all.extend(files(&source().join(name)));
    }
    all.retain(|path| {
        !path.components().any(|part| ["tests", "tests.rs"].iter().any(|it| part.as_os_str() == *it))
    });
    all
}

#[test]
fn each_room_imports_only_from_those_above_it() {
    let mut imports = 0;
    for (index, name) in ROOMS.iter().enumerate() {
        for file in room(name) {
            for path in paths(&code(&file), "crate::") {
                let target = path.split("::").nth(1).unwrap();
                let Some(other) = ROOMS.iter().position(|room| *room == target) else { continue };
                assert!(other <= index, "{} imports {path}, which is below {name}", file.display());
                imports += usize::from(other < index);
            }
        }
    }
    assert!(imports > 300, "only {imports} imports were found");
}

#[test]
fn detection_knows_of_the_ecs_only_entities() {
    let mut found = BTreeSet::new();
    for file in room("detection") {
        for path in paths(&code(&file), "bevy_") {
            // `Resource` is how an app holds it; tasks are threads.
            let is_data = DATA.contains(&path.as_str()) || path.starts_with("bevy_tasks::");
            assert!(is_data || !path.contains("::"), "{} imports {path}", file.display());
            found.insert(path);
        }
    }
    assert!(found.contains("bevy_ecs::prelude::Entity"));
}

#[test]
fn trees_of_imports_are_expanded() {
    assert_eq!(expand("a::{b, c::{d, e as f}, }"), ["a::b", "a::c::d", "a::c::e as f"]);
    assert_eq!(expand(" a::b "), ["a::b"]);
}
