//! The web world: one trial's page behind the surfaces of a seat.

use crate::apps::App;
use crate::browsers::fault;
use crate::page::{Page, PageError};
use agon_core::{
    Args, BoxFuture, Capabilities, CommandOutput, Door, Evidence, Fault, Frame, Input, Observation, Region, Request, Step,
    Surface, Tree, World,
};
use agon_taskfile::ObservationMode;
use serde_json::{Value, json};
use std::time::Duration;

/// App time that passes with every step.
pub(crate) const STEP_MS: f64 = 100.0;

/// A page that an agent sits at.
pub(crate) struct WebWorld {
    page: Page,
    shows_screen: bool,
    shows_tree: bool,
    answering: Option<Answering>,
    /// Something is being asked of the page.
    busy: bool,
}

/// What answers the functions of an application, and what its page was given.
pub(crate) struct Answering {
    pub(crate) app: &'static dyn App,
    pub(crate) start: Option<Value>,
}

impl WebWorld {
    /// `shows` is nothing for an agent that does not see the page.
    pub(crate) fn new(page: Page, shows: Option<ObservationMode>, answering: Option<Answering>) -> Self {
        let (shows_screen, shows_tree) = shows.map_or((false, false), |shows| (shows.screen(), shows.tree()));
        Self { page, shows_screen, shows_tree, answering, busy: false }
    }

    /// The tree is read while the screen is drawn: they keep different threads of the browser busy.
    async fn look(&self) -> Result<Observation, PageError> {
        let (screen, tree) = tokio::try_join!(self.screen(), self.tree())?;
        Ok(Observation { frames: screen.into_iter().collect(), tree, ..Observation::default() })
    }

    /// The page learns of a wheel's scrolling with the next frame that is drawn, so the tree is read after that; and it is scaled while a part is drawn.
    async fn look_in_turn(&self, zoom: Option<Region>) -> Result<Observation, PageError> {
        let mut frames: Vec<Frame> = self.screen().await?.into_iter().collect();
        if let (Some(region), true) = (zoom, self.shows_screen) {
            frames.push(Frame { name: "zoom", image: self.page.screenshot(Some(region)).await?.into() });
        }
        Ok(Observation { frames, tree: self.tree().await?, ..Observation::default() })
    }

    async fn screen(&self) -> Result<Option<Frame>, PageError> {
        if self.shows_screen { Ok(Some(Frame::screen(self.page.screenshot(None).await?))) } else { Ok(None) }
    }

    async fn tree(&self) -> Result<Option<Tree>, PageError> {
        if self.shows_tree { Ok(Some(self.page.tree().await?)) } else { Ok(None) }
    }

    async fn perform(&mut self, request: &Request) -> Result<Step, PageError> {
        let (mut app_ms, mut zoom, mut refusal) = (STEP_MS, None, None);
        match request {
            Request::Input(input) => self.page.input(input).await?,
            Request::Navigate(to) => refusal = self.page.navigate(to).await?,
            Request::Wait(time) => app_ms = time.as_secs_f64() * 1000.0,
            Request::Zoom(region) => zoom = Some(*region),
            Request::Call { name, args } => return self.call(name, args).await,
            request => return Err(PageError::NotOffered(format!("{request:?}"))),
        }
        self.page.settle(app_ms).await?;
        let observation = match request {
            Request::Input(Input::Scroll { .. }) | Request::Zoom(_) => self.look_in_turn(zoom).await?,
            _ => self.look().await?,
        };
        Ok(match refusal {
            None => Step::executed(observation),
            Some(refusal) => Step::refused(refusal, observation),
        })
    }
}

impl WebWorld {
    /// Lets the application answer; its page is not touched.
    async fn call(&mut self, name: &str, args: &Args) -> Result<Step, PageError> {
        let Some(Answering { app, start }) = &self.answering else { return Err(PageError::NotOffered(name.to_owned())) };
        let output =
            CommandOutput { stdout: app.call(start.as_ref(), name, args), exit_code: Some(0), ..CommandOutput::default() };
        let observation = self.look().await?;
        Ok(Step { output: Some(output), ..Step::executed(observation) })
    }
}

impl World for WebWorld {
    fn capabilities(&self) -> Capabilities {
        let surfaces = vec![Surface::Screen, Surface::Tree, Surface::Calls];
        Capabilities { surfaces, screen: Some(self.page.size()), pages: true }
    }

    fn observe(&mut self) -> BoxFuture<'_, Result<Observation, Fault>> {
        Box::pin(async move {
            self.busy = true;
            let seen = match self.page.settle(STEP_MS).await {
                Ok(()) => self.look().await,
                Err(error) => Err(error),
            };
            self.busy = false;
            seen.map_err(|error| fault(self.page.running(), error))
        })
    }

    fn act<'a>(&'a mut self, request: &'a Request) -> BoxFuture<'a, Result<Step, Fault>> {
        Box::pin(async move {
            self.busy = true;
            let step = self.perform(request).await;
            self.busy = false;
            step.map_err(|error| fault(self.page.running(), error))
        })
    }

    /// Applications that simulate may need several times the time that passes in them.
    fn allowance(&self, request: &Request) -> Duration {
        request.time() * 6
    }

    fn door(&mut self) -> &mut dyn Door {
        self
    }

    fn close(&mut self) -> BoxFuture<'_, Result<(), Fault>> {
        Box::pin(async move {
            self.busy = true;
            let closed = self.page.close().await;
            self.busy = false;
            closed.map_err(|error| fault(self.page.running(), error))
        })
    }

    fn skip_frames(&mut self) {
        self.shows_screen = false;
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

    fn checkpoint(&mut self) -> BoxFuture<'_, Result<Option<Evidence>, Fault>> {
        Box::pin(async move { self.evidence().await.map(Some) })
    }
}
