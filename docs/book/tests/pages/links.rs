//! Every chapter is in the summary and is compiled, and every link and every path into the repository leads somewhere.

use std::fs;
use std::path::{Path, PathBuf};

/// Where the project would be once it is published. Until then, no page may name these addresses.
const NOT_PUBLISHED: [&str; 5] = [
    "github.com/bevy-gjk",
    "docs.rs/gjk",
    "docs.rs/bevy_gjk",
    "crates.io/crates/gjk",
    "crates.io/crates/bevy_gjk",
];
/// How a path into the repository begins.
const FOLDERS: [&str; 5] = ["crates/", "docs/", "examples/", "tools/", ".ci/"];

#[test]
fn every_chapter_is_in_the_summary_and_is_compiled() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR"));
    let summary = read(&book.join("src/SUMMARY.md"));
    let compiled = read(&book.join("chapters.rs"));
    let compiled: Vec<&str> = compiled.split_whitespace().collect();
    let mut count = 0;
    for chapter in pages(&book.join("src")) {
        let name = chapter.file_stem().unwrap().to_str().unwrap();
        if name != "SUMMARY" {
            assert!(summary.contains(&format!("]({name}.md)")), "{name} is not in SUMMARY.md");
            assert!(compiled.contains(&name), "{name} is not in chapters.rs");
            count += 1;
        }
    }
    assert_eq!(summary.matches("](").count(), count);
}

#[test]
fn every_link_into_the_repository_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut broken = Vec::new();
    for file in all_pages(&root) {
        let text = read(&file);
        for target in links(&text).into_iter().filter(|target| !target.contains("://")) {
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let page = if path.is_empty() { file.clone() } else { file.parent().unwrap().join(path) };
            if !page.exists() || !anchor.is_empty() && !anchors(&read(&page)).iter().any(|it| it == anchor) {
                broken.push(format!("{}: {target}", file.display()));
            }
        }
    }
    assert!(broken.is_empty(), "broken links:\n{}", broken.join("\n"));
}

#[test]
fn every_path_that_a_page_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut missing = Vec::new();
    for file in all_pages(&root) {
        let text = read(&file);
        // What is between backticks, without what follows a command.
        let codes = prose(&text).flat_map(|line| line.split('`').skip(1).step_by(2));
        for path in codes.filter_map(|code| code.split(' ').next()).filter(|path| !path.contains('*')) {
            if FOLDERS.iter().any(|folder| path.starts_with(folder)) && !root.join(path).exists() {
                missing.push(format!("{}: {path}", file.display()));
            }
        }
    }
    assert!(missing.is_empty(), "missing:\n{}", missing.join("\n"));
}

#[test]
fn no_page_names_an_address_at_which_nothing_is_published() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = all_pages(&root);
    files.push(root.join("Cargo.toml"));
    files.extend(
        ["gjk", "bevy_gjk"].iter().flat_map(|name| {
            ["Cargo.toml", "src/lib.rs"].map(|file| root.join("crates").join(name).join(file))
        }),
    );
    for file in files {
        let text = read(&file);
        let named = NOT_PUBLISHED.iter().find(|address| text.contains(*address));
        assert_eq!(named, None, "{}", file.display());
    }
}

/// Returns all pages that a user or a contributor reads first.
fn all_pages(root: &Path) -> Vec<PathBuf> {
    let mut files = pages(&root.join("docs/book/src"));
    files.extend(pages(&root.join("docs")));
    files.extend(pages(&root.join("examples/genres")));
    files.extend(
        ["README.md", "crates/gjk/README.md", "crates/bevy_gjk/README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
            .map(|name| root.join(name)),
    );
    files
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the Markdown files of a folder.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

/// Returns the lines of a page that are not code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// Returns the targets of all links and pictures of a page.
fn links(text: &str) -> Vec<&str> {
    let starts = prose(text).flat_map(|line| line.split("](").skip(1));
    starts.filter_map(|rest| rest.split_once(')')).map(|(target, _)| target).collect()
}

/// Returns the anchors of the headings of a page, as mdBook and GitHub make them.
fn anchors(text: &str) -> Vec<String> {
    let titles =
        prose(text).filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let slug = |title: &str| {
        let kept = title.chars().filter(|it| it.is_alphanumeric() || matches!(it, ' ' | '-' | '_'));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    };
    titles.map(slug).collect()
}
