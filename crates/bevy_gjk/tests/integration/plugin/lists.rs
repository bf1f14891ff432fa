//! Lists in the documentation of the source that say they are complete.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::prelude::*;

fn source(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(path)).unwrap()
}

/// Returns the rows of the tables in doc comments.
fn rows(text: &str) -> Vec<&str> {
    let is_row = |line: &&str| line.starts_with("/// |") || line.starts_with("//! |");
    text.lines().filter(is_row).collect()
}

/// Returns the types of this crate in the name of a type, without the dimensions.
fn own_types(name: &str) -> impl Iterator<Item = &str> {
    let paths = name.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
    let own = paths.filter(|path| path.starts_with("bevy_gjk::"));
    own.filter_map(|path| path.rsplit("::").next()).filter(|name| !["Dim2", "Dim3"].contains(name))
}

/// Returns the types of this crate that the names of an app's resources have.
fn resources(app: &App) -> BTreeSet<String> {
    let world = app.world();
    let components = world.components().iter_registered();
    let resources = components.filter(|component| world.get_resource_by_id(component.id()).is_some());
    resources
        .flat_map(|it| own_types(&it.name().to_string()).map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

#[test]
fn the_documentation_of_the_plugin_lists_all_its_resources_and_messages() {
    let text = source("plugin.rs");
    let rows = rows(&text).join(" ");
    for plugin in [dim3::CollisionPlugin::default(), dim3::CollisionPlugin::in_schedule(FixedPostUpdate)] {
        let mut app = App::new();
        app.add_plugins(plugin);
        app.finish();
        let resources = resources(&app);
        assert!(resources.contains("MoverRuns") && resources.contains("CellEvent"), "{resources:?}");
        let unlisted: Vec<_> = resources.iter().filter(|name| !rows.contains(name.as_str())).collect();
        assert!(unlisted.is_empty(), "{unlisted:?}");
    }
}

#[test]
fn the_table_of_the_pipeline_lists_all_systems_of_the_plugin() {
    let (plugin, pipeline) = (source("plugin.rs"), source("frame/pipeline.rs"));
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

/// Returns all source files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn the_head_of_the_filters_lists_all_files_that_use_one() {
    const USES: [&str; 4] =
        ["CollisionExceptions", "NoSelfCollision", "SelfCollisionGroups", "filter.exceptions()"];
    let head = source("collider/filter.rs");
    let rows = rows(&head).join(" ");
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut unlisted = Vec::new();
    for path in files(&src) {
        let text = fs::read_to_string(&path).unwrap();
        // Hidden lines of examples prepare them.
        let mut lines = text.lines().filter(|line| !line.trim_start().starts_with("/// #"));
        let name = path.strip_prefix(&src).unwrap().to_str().unwrap().replace('\\', "/");
        if !name.starts_with("collider/filter")
            && lines.any(|line| USES.iter().any(|used| line.contains(used)))
            && !rows.contains(&format!("`{name}`"))
        {
            unlisted.push(name);
        }
    }
    assert!(unlisted.is_empty(), "{unlisted:?}");
}
