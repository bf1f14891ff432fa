//! Lists in the documentation of the source that say they are complete.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::rooms::{files, source};

fn text_of(path: &str) -> String {
    fs::read_to_string(source().join(path)).unwrap()
}

/// Returns the rows of the tables in doc comments.
fn rows(text: &str) -> Vec<&str> {
    let is_row = |line: &&str| line.starts_with("/// |") || line.starts_with("//! |");
    text.lines().filter(is_row).collect()
}

/// Returns all source files with their paths in the crate.
fn sources() -> Vec<(String, String)> {
    let named = |path: &PathBuf| path.strip_prefix(source()).unwrap().to_str().unwrap().replace('\\', "/");
    files(&source()).iter().map(|path| (named(path), fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn the_documentation_of_the_plugin_lists_all_its_resources_and_messages() {
    // Of other plugins, which an app adds by itself.
    const OTHERS: [&str; 6] =
        ["assets", "picking.rs", "recording/", "state/", "ecs/feature_plugins.rs", "events/despawned.rs"];
    const ADDS: [&str; 4] =
        ["init_resource::<", "resource_or_init::<", "add_message::<", "insert_retext_of("];
    let text = text_of("plugin.rs");
    let rows = rows(&text).join(" ");
    let mut added = BTreeSet::new();
    for (name, text) in sources() {
        if OTHERS.iter().any(|other| name.starts_with(other)) {
            continue;
        }
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let types = ADDS.iter().filter_map(|add| Some(line.split_once(add)?.1));
            let end = |rest: &str| rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
            added.extend(types.map(|rest| rest[..end(rest)].to_owned()));
        }
    }
    // The clock of the phases.
    assert!(added.remove("Self") && added.insert("Clock".to_owned()));
    assert!(added.contains("MoverRuns") && added.contains("CellEvent"), "{added:?}");
    let unlisted: Vec<_> = added.iter().filter(|name| !rows.contains(name.as_str())).collect();
    assert!(unlisted.is_empty(), "{unlisted:?}");
}

#[test]
fn the_table_of_the_pipeline_lists_all_systems_of_the_plugin() {
    let (plugin, pipeline) = (text_of("plugin.rs"), text_of("frame/pipeline.rs"));
    let rows = rows(&pipeline).join(" ");
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let before = |at: usize| plugin[..at].rsplit(|c| !is_name(c)).next().unwrap();
    let with_dimension = plugin.match_indices("::<D").map(|(at, _)| before(at));
    let is_system = |name: &&str| {
        name.starts_with(char::is_lowercase)
            && !["timed", "install", "has_characters", "register_type"].contains(name)
    };
    let systems: BTreeSet<_> = with_dimension.filter(is_system).collect();
    assert!(systems.len() > 8, "{systems:?}");
    let unlisted: Vec<_> = systems.iter().filter(|name| !rows.contains(*name)).collect();
    assert!(unlisted.is_empty(), "{unlisted:?}");
}

#[test]
fn the_head_of_the_filters_lists_all_files_that_use_one() {
    const USES: [&str; 4] =
        ["CollisionExceptions", "NoSelfCollision", "InheritedQueries", "filter.exceptions()"];
    let head = text_of("collider/filter.rs");
    let rows = rows(&head).join(" ");
    let mut unlisted = Vec::new();
    for (name, text) in sources() {
        // Hidden lines of examples prepare them.
        let mut lines = text.lines().filter(|line| !line.trim_start().starts_with("/// #"));
        if !name.starts_with("collider/filter")
            && lines.any(|line| USES.iter().any(|used| line.contains(used)))
            && !rows.contains(&format!("`{name}`"))
        {
            unlisted.push(name);
        }
    }
    assert!(unlisted.is_empty(), "{unlisted:?}");
}
