//! The command line of the examples.

use std::path::PathBuf;

use argh::FromArgs;

/// An example of collision detection. Without options it opens a window; without a display it runs a fixed number of
/// frames and prints what happened.
#[derive(FromArgs, Clone, Debug)]
pub struct Options {
    /// write a screenshot to this PNG file after --frames frames, and exit
    #[argh(option)]
    pub screenshot: Option<PathBuf>,

    /// how many frames to run without a window or until the screenshot (300)
    #[argh(option, default = "300")]
    pub frames: u32,

    /// run without a window even where there is a display
    #[argh(switch)]
    pub headless: bool,

    /// the scene file to load, from the folder assets
    #[argh(option)]
    pub scene: Option<String>,
}

impl Options {
    /// Parses the command line; prints the help and exits if it is asked for or the options are wrong.
    pub fn parse() -> Self {
        // A browser has no command line.
        if cfg!(target_arch = "wasm32") {
            return Self { screenshot: None, frames: 300, headless: false, scene: None };
        }
        argh::from_env()
    }

    /// Returns whether to open a window; prints a message if that is not possible.
    pub fn wants_window(&self) -> bool {
        if self.headless {
            return false;
        }
        let display = has_display();
        if !display {
            println!("No display found: running {} frames without a window.", self.frames);
        }
        display
    }
}

/// Returns whether a window can be opened.
fn has_display() -> bool {
    #[cfg(all(unix, not(target_os = "macos")))]
    {
        let Some(display) = std::env::var("DISPLAY").ok().filter(|display| !display.is_empty()) else {
            return false;
        };
        // A local display is a socket with a listening process; a remote one cannot be checked.
        let Some(number) = display.strip_prefix(':') else { return true };
        let number = number.split('.').next().unwrap_or(number);
        std::os::unix::net::UnixStream::connect(format!("/tmp/.X11-unix/X{number}")).is_ok()
    }
    #[cfg(not(all(unix, not(target_os = "macos"))))]
    {
        true
    }
}
