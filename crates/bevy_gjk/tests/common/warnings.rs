//! Captures the warnings that an app logs.

use std::io::Write;
use std::sync::{Arc, Mutex};

use bevy_log::tracing::Dispatch;
use bevy_log::tracing_subscriber::fmt;

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

// Not generic, so that the subscriber is compiled once and not for each caller.
impl Log {
    /// Returns a subscriber that writes into this log.
    fn subscriber(&self) -> Dispatch {
        let log = self.clone();
        Dispatch::new(fmt().with_ansi(false).without_time().with_writer(move || log.clone()).finish())
    }

    fn warnings(&self) -> Vec<String> {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        text.lines().filter(|line| line.contains("WARN")).map(str::to_owned).collect()
    }
}

/// Runs a function and returns the warnings that it logged. The systems have to run on this thread.
pub fn warnings(run: impl FnOnce()) -> Vec<String> {
    let log = Log::default();
    bevy_log::tracing::dispatcher::with_default(&log.subscriber(), run);
    log.warnings()
}

/// Asserts that there is one warning, which contains all of these words.
#[track_caller]
pub fn assert_one_warning(lines: &[String], words: &[&str]) {
    let missing: Vec<_> =
        words.iter().filter(|&&word| !lines.iter().all(|line| line.contains(word))).collect();
    assert!(lines.len() == 1 && missing.is_empty(), "missing {missing:?} in {lines:#?}");
}

/// Asserts that there is one warning for each name, with its cause.
#[track_caller]
pub fn assert_warnings<'a>(lines: &[String], expected: impl ExactSizeIterator<Item = (&'a str, &'a str)>) {
    assert_eq!(lines.len(), expected.len(), "{lines:#?}");
    for (name, cause) in expected {
        let quoted = format!("\"{name}\"");
        let is_reported = lines.iter().any(|line| line.contains(&quoted) && line.contains(cause));
        assert!(is_reported, "{name}, {cause}: {lines:#?}");
    }
}
