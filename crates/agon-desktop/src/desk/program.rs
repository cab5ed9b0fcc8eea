//! Starting the desk's programs, one after the other, each with its place on the screen.

use super::{Desk, Launch, Part};
use crate::DeskError;
use agon_core::Region;

/// What a program is to show.
pub(super) struct Expected {
    command: String,
    window: String,
}

impl Expected {
    pub(super) fn new(launch: &Launch) -> Self {
        Self { command: launch.command.first().cloned().unwrap_or_default(), window: launch.window.clone() }
    }
}

impl Desk {
    /// Starts one of the programs by its place, 0 being the task's own, and waits until its window is there and has the keyboard.
    pub async fn open(&mut self, place: usize) -> Result<(), DeskError> {
        let part = Part::Program(place);
        let before = self.screen.window_ids()?;
        self.programs.begin(part).await?;
        let Some(expected) = self.expected.get(place) else { return Err(DeskError::Gone(part.to_string())) };
        self.screen.wait_for_window(&before, &expected.command, &expected.window, &[&self.programs]).await
    }

    /// Puts several programs side by side, the first on the left: what the tree shows of one, no other covers. Programs choose
    /// their own places while they start, so this comes when they are ready.
    pub async fn arrange(&self) -> Result<(), DeskError> {
        for (place, expected) in self.expected.iter().enumerate().filter(|_| self.expected.len() > 1) {
            let column = self.column(place);
            let arranged = || async {
                let windows = self.display().windows().ok()?;
                let own = windows.iter().find(|window| window.title.contains(&expected.window))?;
                self.display().is_at(own, column).ok()?.then_some(())
            };
            self.screen.until(&[&self.programs], "a place on the screen", arranged).await?;
        }
        Ok(())
    }

    fn column(&self, place: usize) -> Region {
        let (width, height) = self.display().size();
        let each = (f64::from(width) / self.expected.len() as f64).floor();
        Region { x: each * place as f64, y: 0.0, width: each, height: f64::from(height) }
    }
}
