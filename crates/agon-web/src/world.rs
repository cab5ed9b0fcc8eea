//! The web world: one trial's page behind the surfaces of a seat.

use crate::browsers::fault;
use crate::input::Refusal;
use crate::page::{Page, PageError};
use agon_core::{Action, BoxFuture, Door, Evidence, Fault, Frame, Observation, Region, Status, Step, World};
use serde_json::json;

/// App time that passes with every step.
pub(crate) const STEP_MS: f64 = 100.0;
/// The longest single wait.
pub(crate) const MAX_WAIT_SECS: f64 = 10.0;

/// A page that an agent sits at.
pub(crate) struct WebWorld {
    page: Page,
    shows: Shows,
    /// Something is being asked of the page.
    busy: bool,
}

/// What an observation holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shows {
    pub(crate) screen: bool,
    pub(crate) tree: bool,
}

impl WebWorld {
    pub(crate) fn new(page: Page, shows: Shows) -> Self {
        Self { page, shows, busy: false }
    }

    async fn look(&mut self, zoom: Option<Region>) -> Result<Observation, PageError> {
        let mut observation = Observation::default();
        if self.shows.screen {
            observation.frames.push(Frame::screen(self.page.screenshot(None).await?));
            if let Some(region) = zoom {
                let image = self.page.screenshot(Some(region)).await?;
                observation.frames.push(Frame { name: "zoom", image: image.into() });
            }
        }
        if self.shows.tree {
            observation.tree = Some(self.page.tree().await?);
        }
        Ok(observation)
    }

    async fn perform(&mut self, action: &Action) -> Result<Step, PageError> {
        let (mut app_ms, mut zoom) = (STEP_MS, None);
        let refusal = match action {
            Action::Navigate { to } => self.page.navigate(to).await?,
            Action::Wait { secs } if !(0.0..=MAX_WAIT_SECS).contains(secs) => {
                let feedback = format!("A wait takes from 0 to {MAX_WAIT_SECS} seconds.");
                Some(Refusal { status: Status::BadArguments, feedback })
            }
            Action::Wait { secs } => {
                app_ms = secs * 1000.0;
                None
            }
            Action::Zoom { region } => match self.page.part(region) {
                Ok(part) => {
                    zoom = Some(part);
                    None
                }
                Err(refusal) => Some(refusal),
            },
            action => self.page.input(action).await?,
        };
        // A refused action takes its time like any other: agents cannot stop the clock by talking nonsense.
        self.page.settle(app_ms).await?;
        let observation = self.look(zoom).await?;
        let (status, feedback) = match refusal {
            None => (Status::Executed, None),
            Some(Refusal { status, feedback }) => (status, Some(feedback)),
        };
        Ok(Step { status, feedback, observation, ended: false })
    }
}

impl World for WebWorld {
    fn observe(&mut self) -> BoxFuture<'_, Result<Observation, Fault>> {
        Box::pin(async move {
            self.busy = true;
            let seen = match self.page.settle(STEP_MS).await {
                Ok(()) => self.look(None).await,
                Err(error) => Err(error),
            };
            self.busy = false;
            seen.map_err(|error| fault(self.page.running(), error))
        })
    }

    fn act<'a>(&'a mut self, action: &'a Action) -> BoxFuture<'a, Result<Step, Fault>> {
        Box::pin(async move {
            self.busy = true;
            let step = self.perform(action).await;
            self.busy = false;
            step.map_err(|error| fault(self.page.running(), error))
        })
    }

    fn door(&mut self) -> &mut dyn Door {
        self
    }

    fn skip_frames(&mut self) {
        self.shows.screen = false;
    }
}

impl Drop for WebWorld {
    /// Given up in the middle of a question: whoever asked has waited long enough. The browser gets no more pages.
    fn drop(&mut self) {
        if self.busy {
            self.page.running().condemn();
        }
    }
}

impl Door for WebWorld {
    fn evidence(&mut self) -> BoxFuture<'_, Result<Evidence, Fault>> {
        Box::pin(async move {
            let state = self.page.state().await.map_err(|error| fault(self.page.running(), error))?;
            Ok(Evidence(json!({"state": state})))
        })
    }
}
