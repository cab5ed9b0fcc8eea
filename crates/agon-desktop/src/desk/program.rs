//! Starting the desk's programs, one after the other, each with its place on the screen.

use super::Launch;
use super::{Desk, DeskError, Part};
use crate::display::Window;
use agon_core::Region;
use std::time::Duration;

/// What a program is to show.
pub(super) struct Expected {
    command: String,
    window: String,
}

/// A loaded machine takes its time to start a big program.
const TIMEOUT: Duration = Duration::from_secs(120);

impl Expected {
    pub(super) fn new(launch: &Launch) -> Self {
        Self { command: launch.command.first().cloned().unwrap_or_default(), window: launch.window.clone() }
    }
}

impl Desk {
    /// Starts one of the programs by its place, 0 being the task's own, and waits until its window is there and has the
    /// keyboard: what is typed before would be lost.
    pub async fn open(&mut self, place: usize) -> Result<(), DeskError> {
        let part = Part::Program(place);
        let before: Vec<u32> = self.display.windows()?.iter().map(|window| window.id).collect();
        self.parts.begin(part).await?;
        let Some(expected) = self.programs.get(place) else { return Err(DeskError::Gone(part.to_string())) };
        let what = format!("a window of {:?} with {:?} in its title", expected.command, expected.window);
        let is_new = |window: &&Window| !before.contains(&window.id);
        let shown = || async {
            let windows = self.display.windows().ok()?;
            let own = windows.iter().filter(is_new).find(|window| window.title.contains(&expected.window))?;
            // A window manager does not give a new program the keyboard while another one is being typed in.
            if windows.iter().any(|window| window.is_active && !is_new(&window)) {
                self.display.activate(own.id).ok()?;
            }
            windows.iter().filter(is_new).any(|window| window.is_active).then_some(())
        };
        self.parts.until(&what, TIMEOUT, shown).await
    }

    /// Puts several programs side by side, the first on the left: what the tree shows of one, no other covers. Programs choose
    /// their own places while they start, so this comes when they are ready.
    pub async fn arrange(&self) -> Result<(), DeskError> {
        for (place, expected) in self.programs.iter().enumerate().filter(|_| self.programs.len() > 1) {
            let column = self.column(place);
            let arranged = || async {
                let windows = self.display.windows().ok()?;
                let own = windows.iter().find(|window| window.title.contains(&expected.window))?;
                self.display.is_at(own, column).ok()?.then_some(())
            };
            self.parts.until("a place on the screen", TIMEOUT, arranged).await?;
        }
        Ok(())
    }

    fn column(&self, place: usize) -> Region {
        let (width, height) = self.display.size();
        let each = (f64::from(width) / self.programs.len() as f64).floor();
        Region { x: each * place as f64, y: 0.0, width: each, height: f64::from(height) }
    }
}
