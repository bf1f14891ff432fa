//! What the pages of the book say about files: links, and code that is copied from examples.

mod copies;
mod links;
