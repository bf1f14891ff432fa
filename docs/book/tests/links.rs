//! Every chapter is in the summary and is compiled, and every link into the repository leads somewhere.

use std::fs;
use std::path::{Path, PathBuf};

/// Addresses under which files of the repository are found once it is published.
const PUBLISHED: [&str; 2] =
    ["https://github.com/bevy-gjk/gjk/blob/main/", "https://raw.githubusercontent.com/bevy-gjk/gjk/main/"];

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
    let mut files = pages(&root.join("docs/book/src"));
    files.extend(pages(&root.join("docs")));
    files.extend(["README.md", "CONTRIBUTING.md"].map(|name| root.join(name)));
    let mut broken = Vec::new();
    for file in files {
        let text = read(&file);
        for target in links(&text) {
            let published = PUBLISHED.iter().find_map(|address| target.strip_prefix(address));
            let (folder, target) = match published {
                Some(path) => (root.as_path(), path),
                None if target.contains("://") => continue,
                None => (file.parent().unwrap(), target),
            };
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let page = if path.is_empty() { file.clone() } else { folder.join(path) };
            if !page.exists() || !anchor.is_empty() && !anchors(&read(&page)).iter().any(|it| it == anchor) {
                broken.push(format!("{}: {target}", file.display()));
            }
        }
    }
    assert!(broken.is_empty(), "broken links:\n{}", broken.join("\n"));
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
