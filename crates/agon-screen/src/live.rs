//! The screen between steps, over a connection of its own: whoever watches does not hold up a step.

use crate::display::Display;
use agon_core::{Image, LiveScreen};
use std::path::PathBuf;
use std::sync::OnceLock;

pub(crate) struct LiveView {
    x_socket: PathBuf,
    /// Connected to when somebody looks for the first time.
    display: OnceLock<Option<Display>>,
}

impl LiveView {
    pub(crate) fn new(x_socket: PathBuf) -> Self {
        Self { x_socket, display: OnceLock::new() }
    }
}

impl LiveScreen for LiveView {
    fn capture(&self) -> Option<Image> {
        // The socket goes with the trial.
        if !self.x_socket.exists() {
            return None;
        }
        self.display.get_or_init(|| Display::connect(&self.x_socket).ok()).as_ref()?.capture().ok()
    }
}
