//! The desktop world: one trial's desk behind the surfaces of a seat.

mod evidence;

use crate::desk::{EXAMINER_TIMEOUT, FILES_TIMEOUT};
use crate::programs::Program;
use crate::tree::Reader;
use crate::{Desk, DeskError, DeskOptions};
use agon_core::{
    Args, BoxFuture, Capabilities, CommandOutput, Door, Evidence, Fault, LiveScreen, Observation, Region, Request, Status, Step,
    Surface, World,
};
use agon_reap::Keeper;
use agon_sandbox::Outcome;
use agon_screen::Looking;
use agon_taskfile::{ObservationMode, Opening, Problem, View};
use std::sync::Arc;
use std::time::Duration;
use toml::Table;

/// Everything that one trial's desk needs.
///
/// Beside what [`Opening`] says, its evidence has `beside`: the states of the programs there, by their names. `not_read` names those of the
/// files that are links, pipes or other than regular files.
#[derive(Clone)]
pub struct DeskOpening {
    pub program: &'static dyn Program,
    pub setup: Table,
    /// Programs beside it on the same desk, with their set-ups.
    pub beside: Vec<(&'static dyn Program, Table)>,
    pub view: View,
    /// What the task file says; its files lie in HOME beyond what the programs lay down themselves.
    pub trial: Opening,
}

struct DesktopWorld {
    desk: Desk,
    reader: Reader,
    opening: DeskOpening,
    shows_screen: bool,
    /// The stages before the trial's start are being played.
    shows_everything: bool,
    /// Processes of the agent's own have been on the desk.
    had_strangers: bool,
    evidence: Option<Evidence>,
}

/// Starts the desk, lets the program come to the task's start state, and gives the world.
pub async fn open(opening: DeskOpening, keeper: &Keeper) -> Result<Box<dyn World>, Fault> {
    let mut launch = opening.program.launch(&opening.setup).map_err(Fault::world)?;
    launch.files.extend(opening.trial.files.iter().cloned());
    let beside: Result<_, Problem> = opening.beside.iter().map(|(program, setup)| program.launch(setup)).collect();
    let beside = beside.map_err(Fault::world)?;
    let (width, height) = opening.view.screen;
    let mut desk = Desk::set_up(DeskOptions { width, height, launch, beside }, keeper).await.map_err(Fault::world)?;
    let reader = match start(&mut desk, &opening).await {
        Ok(reader) => reader,
        // What has ended tells more than the error it led to.
        Err(fault) => return Err(desk.check().err().map_or(fault, Fault::world)),
    };
    let shows_screen = opening.view.shows.screen();
    let (shows_everything, had_strangers, evidence) = (false, false, None);
    Ok(Box::new(DesktopWorld { desk, reader, opening, shows_screen, shows_everything, had_strangers, evidence }))
}

async fn start(desk: &mut Desk, opening: &DeskOpening) -> Result<Reader, Fault> {
    // One after the other, the task's own last: each has the keyboard while it is prepared, and this one keeps it.
    for (place, (program, setup)) in programs(opening).into_iter().enumerate().rev() {
        desk.open(place).await.map_err(Fault::world)?;
        program.prepare(desk, setup).await?;
    }
    desk.arrange().await.map_err(Fault::world)?;
    desk.settle_down().await?;
    // A program that an agent opens is part of what it sees. States are read from those that were there at the start all the same.
    let opens_more = programs(opening).iter().any(|(program, _)| program.starts_others());
    if opens_more { desk.reader_of_all().await } else { desk.reader().await }
}

/// The task's own program, then those beside it.
fn programs(opening: &DeskOpening) -> Vec<(&'static dyn Program, &Table)> {
    let own = std::iter::once((opening.program, &opening.setup));
    own.chain(opening.beside.iter().map(|(program, setup)| (*program, setup))).collect()
}

impl DesktopWorld {
    async fn look(&mut self, zoom: Option<Region>) -> Result<Observation, DeskError> {
        let shows = self.opening.view.shows;
        let (tree, labels) = (shows.tree() || self.shows_everything, shows == ObservationMode::Labels);
        let looking = Looking { picture: self.shows_screen, tree, labels };
        self.desk.screen().look(&self.reader, looking, zoom).await
    }

    async fn perform(&mut self, request: &Request) -> Result<Step, DeskError> {
        let mut zoom = None;
        let (mut status, mut output) = (Status::Executed, None);
        match request {
            Request::Input(input) => self.desk.input(input).await?,
            Request::Wait(time) => tokio::time::sleep(*time).await,
            Request::Zoom(region) => zoom = Some(*region),
            Request::Shell { command, limit } => output = Some(self.desk.shell(command, *limit).await?.output(*limit)),
            Request::Call { name, args } => output = Some(self.call(name, args).await?),
            Request::ReadFile { .. } | Request::WriteFile { .. } | Request::ListFiles { .. } => {
                (status, output) = on_files(self.desk.on_files(request).await?);
            }
            Request::Navigate(_) => status = Status::NoSurface,
        }
        let observation = self.look(zoom).await?;
        Ok(Step { status, output, feedback: self.desk.memory_notice(), ..Step::executed(observation) })
    }

    /// Lets one of the task's functions answer.
    async fn call(&self, name: &str, args: &Args) -> Result<CommandOutput, DeskError> {
        let Some(service) = self.opening.trial.services.iter().find(|service| service.name == name) else {
            return Err(DeskError::NotStarted { program: name.into(), problem: "the task has no such function".into() });
        };
        let given = (0..service.function().params.len()).map(|place| args.text(place));
        let argv: Vec<&str> = service.argv.iter().map(String::as_str).chain(given).collect();
        let outcome = self.desk.examine(&argv, service.stdin.as_bytes()).await?;
        Ok(outcome.output(EXAMINER_TIMEOUT))
    }
}

impl World for DesktopWorld {
    fn capabilities(&self) -> Capabilities {
        let surfaces = vec![Surface::Screen, Surface::Tree, Surface::Calls, Surface::Shell, Surface::Files];
        Capabilities { surfaces, screen: Some(self.opening.view.screen), pages: false }
    }

    fn observe(&mut self) -> BoxFuture<'_, Result<Observation, Fault>> {
        Box::pin(async move {
            self.closed()?;
            self.look(None).await.map_err(Fault::world)
        })
    }

    fn act<'a>(&'a mut self, request: &'a Request) -> BoxFuture<'a, Result<Step, Fault>> {
        Box::pin(async move {
            self.had_strangers |= self.desk.had_strangers(&self.helpers());
            let step = self.perform(request).await;
            // What has ended tells more than the error it led to.
            self.closed()?;
            step.map_err(|error| self.blamed(Fault::world(error), None))
        })
    }

    fn allowance(&self, request: &Request) -> Duration {
        match request {
            Request::Call { .. } => EXAMINER_TIMEOUT,
            Request::ReadFile { .. } | Request::WriteFile { .. } | Request::ListFiles { .. } => FILES_TIMEOUT,
            request => request.time(),
        }
    }

    fn door(&mut self) -> &mut dyn Door {
        self
    }

    fn close(&mut self) -> BoxFuture<'_, Result<(), Fault>> {
        Box::pin(async move { self.desk.close().await.map_err(Fault::world) })
    }

    fn skip_frames(&mut self) {
        self.shows_screen = false;
    }

    fn show_everything(&mut self, everything: bool) {
        self.shows_everything = everything;
    }

    fn live_screen(&self) -> Option<Arc<dyn LiveScreen>> {
        Some(self.desk.live_screen())
    }
}

impl Door for DesktopWorld {
    /// Read once: a program that goes on by itself would tell another state each time.
    fn evidence(&mut self) -> BoxFuture<'_, Result<Evidence, Fault>> {
        Box::pin(async move {
            if self.evidence.is_none() {
                let gathered = self.gather().await;
                if !self.desk.is_finished() {
                    self.closed()?;
                }
                self.evidence = Some(gathered.map_err(|fault| self.blamed(fault, None))?);
            }
            Ok(self.evidence.clone().unwrap_or_default())
        })
    }

    /// What an agent does goes on meanwhile: a file that is being saved is read as it is at that moment.
    fn checkpoint(&mut self) -> BoxFuture<'_, Result<Option<Evidence>, Fault>> {
        Box::pin(async move {
            let read = self.read_in_passing().await;
            // What has ended tells more than the error it led to.
            self.closed()?;
            read.map(Some).map_err(|fault| self.blamed(fault, None))
        })
    }

    fn allowance(&self) -> Duration {
        self.reading_limit()
    }
}

/// What a command on files came to.
fn on_files(outcome: Outcome) -> (Status, Option<CommandOutput>) {
    let output = outcome.output(FILES_TIMEOUT);
    let status = if output.succeeded() { Status::Executed } else { Status::Blocked };
    (status, Some(output))
}
