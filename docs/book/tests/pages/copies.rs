//! Code that a page shows from a file of the repository, and that cannot be compiled as part of the book, is what the file says.

use std::fs;
use std::path::Path;

/// How such a piece of code begins, before the path of the file.
const FENCE: &str = "```rust,ignore\n// examples/";

#[test]
fn code_that_is_copied_from_examples_is_up_to_date() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(book.join("src/map_editors.md")).unwrap();
    let pieces: Vec<_> = page.split(FENCE).skip(1).collect();
    for piece in &pieces {
        let (path, rest) = piece.split_once('\n').unwrap();
        let code = rest.split_once("```").unwrap().0;
        let file = fs::read_to_string(book.join("../../examples").join(path)).unwrap();
        assert!(code == file, "copy examples/{path} into map_editors.md");
    }
    assert_eq!(pieces.len(), 4);
}
