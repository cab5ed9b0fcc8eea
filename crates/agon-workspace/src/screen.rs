//! A workspace's screen: the display, the session whose programs are shown on it, and what an agent sees of both.

use crate::sandbox::WorkspaceSandbox;
use crate::session::Session;
use agon_core::{Fault, Input, LiveScreen, Observation, Region};
use agon_reap::Keeper;
use agon_sandbox::Outcome;
use agon_screen::tree::Reader;
use agon_screen::{Looking, Screen};
use agon_taskfile::{ObservationMode, View};
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;

/// What a task's screen shows at the start.
#[derive(Clone, Debug)]
pub struct ScreenOpening {
    pub view: View,
    pub open: Vec<Opened>,
}

/// A program that is there before the agent is.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opened {
    /// For the shell.
    pub command: String,
    /// It is there when a window whose title contains this is shown.
    pub window: String,
}

/// A screen and its session.
pub(crate) struct WorkspaceScreen {
    // Dropped in this order: programs would complain about the end of their screen.
    session: Option<Session>,
    screen: Screen,
    reader: Reader,
    looking: Looking,
    /// Commands of the agent's have run in the session: a fault of the screen may then be its doing.
    has_run: bool,
}

/// What an agent is told when it has ended the session, or its programs have.
const SESSION_ENDED: &str = "The session has ended, and with it every program in it. The next command starts a new one.";

impl WorkspaceScreen {
    /// Starts the screen and opens the task's programs, one after the other; the last has the keyboard.
    pub(crate) async fn start(sandbox: &WorkspaceSandbox, opening: &ScreenOpening, keeper: &Keeper) -> Result<Self, Fault> {
        let (inner, watch) = sandbox.for_screen();
        let screen = Screen::start(inner, opening.view.screen, keeper, watch).await?;
        let reader = Reader::connect(screen.accessibility_address()).await.map_err(Fault::world)?;
        let shows = opening.view.shows;
        let looking = Looking { picture: shows.screen(), tree: shows.tree(), labels: shows == ObservationMode::Labels };
        let session = Session::start(sandbox).await.map_err(Fault::world)?;
        let mut own = Self { session: Some(session), screen, reader, looking, has_run: false };
        for program in &opening.open {
            own.open(sandbox, program).await?;
        }
        Ok(own)
    }

    async fn open(&mut self, sandbox: &WorkspaceSandbox, program: &Opened) -> Result<(), Fault> {
        let Opened { command, window } = program;
        let Some(session) = &mut self.session else { return Err(Fault::world("the session has gone")) };
        let before = self.screen.window_ids()?;
        let number = session.open(sandbox, command).await.map_err(Fault::world)?;
        let shown = tokio::select! {
            shown = self.screen.wait_for_window(&before, command, window, &[]) => shown.map_err(Fault::from),
            status = session.report(number) => {
                let status = status.map_or("its session".to_owned(), |status| format!("status {status}"));
                Err(Fault::world(format!("{command:?} ended with {status} before it showed a window")))
            }
        };
        let said = session.last_lines();
        shown.map_err(|fault| if said.is_empty() { fault } else { Fault::world(format!("{}; it said {said:?}", fault.detail)) })
    }

    /// The screen between steps.
    pub(crate) fn live_screen(&self) -> Arc<dyn LiveScreen> {
        self.screen.live()
    }

    pub(crate) async fn input(&mut self, input: &Input) -> Result<(), Fault> {
        Ok(self.screen.input(input).await?)
    }

    /// Runs an agent's command in the session, or in a new one where that has ended; what else the agent is told.
    pub(crate) async fn shell(
        &mut self,
        sandbox: &WorkspaceSandbox,
        command: &str,
        limit: Duration,
        most: usize,
    ) -> Result<(Outcome, Option<&'static str>), Fault> {
        self.has_run = true;
        if self.session.as_ref().is_none_or(Session::has_ended) {
            self.end_session().await;
            self.session = Some(Session::start(sandbox).await.map_err(Fault::world)?);
        }
        let Some(session) = &mut self.session else { return Err(Fault::world("the session has gone")) };
        let ran = session.run(sandbox, command, limit, most).await.map_err(Fault::world)?;
        Ok((ran.outcome, ran.session_ended.then_some(SESSION_ENDED)))
    }

    pub(crate) async fn look(&self, zoom: Option<Region>) -> Result<Observation, Fault> {
        Ok(self.screen.look(&self.reader, self.looking, zoom).await?)
    }

    /// Draws no pictures from here on.
    pub(crate) fn skip_frames(&mut self) {
        self.looking.picture = false;
    }

    /// A fault of the world, or what has ended and led to it. It is the agent's own where a process of its could have brought it about.
    pub(crate) fn blamed(&self, fault: Fault) -> Fault {
        let fault = self.screen.check().err().map_or(fault, Fault::from);
        if self.has_run { fault.provoked() } else { fault }
    }

    /// Ends all programs, and then the screen; nothing of them runs any more when this returns.
    pub(crate) async fn finish(&mut self) {
        self.end_session().await;
        self.screen.finish().await;
    }

    async fn end_session(&mut self) {
        if let Some(session) = self.session.take() {
            // A thread that could not be had has dropped it all the same.
            let _ = tokio::task::spawn_blocking(move || drop(session)).await;
        }
    }
}
