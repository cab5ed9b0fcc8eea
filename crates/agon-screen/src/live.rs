//! The screen between steps, over a connection of its own: whoever watches does not hold up a step.

use crate::display::Display;
use agon_core::{Image, LiveScreen};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

pub(crate) struct LiveView {
    x_socket: PathBuf,
    /// Connected to when somebody looks, and anew after a connection has failed.
    display: Mutex<Option<Display>>,
}

impl LiveView {
    pub(crate) fn new(x_socket: PathBuf) -> Self {
        Self { x_socket, display: Mutex::new(None) }
    }
}

impl LiveScreen for LiveView {
    fn capture(&self) -> Option<Image> {
        // The socket goes with the trial.
        if !self.x_socket.exists() {
            return None;
        }
        let mut display = self.display.lock().unwrap_or_else(PoisonError::into_inner);
        if display.is_none() {
            *display = Display::connect(&self.x_socket).ok();
        }
        let image = display.as_ref()?.capture().ok();
        if image.is_none() {
            *display = None;
        }
        image
    }
}
