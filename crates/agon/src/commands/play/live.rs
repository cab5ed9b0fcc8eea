//! A real screen between steps: people want to see a clock tick while they think. Only steps are recorded.

use agon_desktop::display::Display;
use agon_server::play::PlaySession;
use std::path::PathBuf;
use std::time::Duration;

/// Ten pictures a second are enough to work with, and leave the program the processor.
const BETWEEN: Duration = Duration::from_millis(100);

/// Shows the screen behind an X server's socket as long as it is there.
pub(super) fn watch(socket: PathBuf, session: PlaySession) {
    session.go_live();
    std::thread::spawn(move || {
        let Ok(display) = Display::connect(&socket) else { return };
        // The socket goes with the trial.
        while socket.exists() {
            if session.is_watched() {
                let Ok(image) = display.capture() else { return };
                session.show(image);
            }
            std::thread::sleep(BETWEEN);
        }
    });
}
