//! One trial's computer: X server, window manager and buses in one sandbox, HOME and the programs in another.

mod launch;
mod needs;
mod probe;
mod program;
mod shell;
mod strangers;

pub use agon_screen::{Ended, Part};
pub use launch::Launch;
pub(crate) use needs::remedy;
pub use needs::{limits, needs};
pub(crate) use probe::COPY_TIMEOUT;
pub(crate) use shell::{EXAMINER_TIMEOUT, FILES_TIMEOUT};

use crate::DeskError;
use crate::sandbox::{DeskSandbox, View};
use crate::tree::Applications;
use agon_core::{Input, LiveScreen};
use agon_reap::{Folder, Keeper};
use agon_sandbox::{Census, MemoryWatch, Spared, TrialFolder};
use agon_screen::display::Display;
use agon_screen::{Crew, Screen, words};
use program::Expected;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How to set one up.
#[derive(Clone, Debug)]
pub struct DeskOptions {
    pub width: u32,
    pub height: u32,
    pub launch: Launch,
    /// Programs that share the screen and HOME with it.
    pub beside: Vec<Launch>,
}

/// A running desk. Dropping it ends all its processes and removes its folder.
pub struct Desk {
    expected: Vec<Expected>,
    /// The applications that are read on the accessibility bus, once all have started.
    applications: Option<Applications>,
    start: Option<Census>,
    watch: Arc<MemoryWatch>,
    files: TrialFolder,
    // Dropped in this order: programs would complain about the end of their screen, and all processes end before their folder goes.
    programs: Crew,
    screen: Screen,
    sandbox: DeskSandbox,
    home: PathBuf,
    task: PathBuf,
    run: PathBuf,
    keeper: Keeper,
    folder: Option<Folder>,
}

impl DeskOptions {
    /// With the screen that most tasks have.
    pub fn new(launch: Launch) -> Self {
        Self { width: 1920, height: 1080, launch, beside: Vec::new() }
    }

    /// The program, then those beside it.
    fn launches(&self) -> impl DoubleEndedIterator<Item = &Launch> {
        std::iter::once(&self.launch).chain(&self.beside)
    }
}

/// What a desk's processes may take together.
pub(crate) const MEMORY_BYTES: u64 = 4 << 30;

impl Desk {
    /// Starts everything and waits until the program shows its window.
    pub async fn start(options: DeskOptions, keeper: &Keeper) -> Result<Self, DeskError> {
        let mut desk = Self::set_up(options, keeper).await?;
        desk.open(0).await?;
        Ok(desk)
    }

    /// Starts everything but the programs: [`Desk::open`] starts each.
    pub async fn set_up(options: DeskOptions, keeper: &Keeper) -> Result<Self, DeskError> {
        options.launches().try_for_each(Launch::check)?;
        let folder = keeper.folder().map_err(|error| DeskError::Folder(error.to_string()))?;
        let unlaid = |error: io::Error| DeskError::Folder(error.to_string());
        let sandbox = lay_out(&folder, &options, keeper).await.map_err(unlaid)?;
        let files = TrialFolder::open(&sandbox.home()).map_err(unlaid)?;
        let watch = MemoryWatch::start(MEMORY_BYTES);
        let size = (options.width, options.height);
        let programs = async {
            let not_started =
                |error: io::Error| DeskError::NotStarted { program: "the sandbox".into(), problem: error.to_string() };
            let tag = keeper.tag();
            let view = (sandbox.arguments(View::Programs, &tag), tag);
            Crew::start(sandbox.inner(), view, commands(&options), (&watch, Spared::No)).await.map_err(not_started)
        };
        let (screen, programs) = tokio::try_join!(Screen::start(sandbox.inner(), size, keeper, &watch), programs)?;
        let (home, task, run) = (sandbox.home(), sandbox.task(), sandbox.run());
        let expected = options.launches().map(Expected::new).collect();
        let (keeper, folder) = (keeper.clone(), Some(folder));
        let (applications, start) = (None, None);
        Ok(Self { expected, applications, start, watch, files, programs, screen, sandbox, home, task, run, keeper, folder })
    }

    /// The trial's HOME as this process, and no other, sees it; inside it is `/home/user`. Agents reach it, and may put links there
    /// that lead anywhere: read what they wrote with [`Desk::files`] or [`Desk::read_file`].
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// HOME, to be read.
    pub fn files(&self) -> &TrialFolder {
        &self.files
    }

    /// The task's files as this process sees them; inside they are at `/task`. Open to agents as HOME is.
    pub fn task(&self) -> &Path {
        &self.task
    }

    /// A folder for state channels, as this process sees it; inside it is at [`crate::RUN`]. The programs' sandbox has it; the
    /// agent's shell has not.
    pub fn run(&self) -> &Path {
        &self.run
    }

    pub fn screen(&self) -> &Screen {
        &self.screen
    }

    pub fn display(&self) -> &Display {
        self.screen.display()
    }

    /// The screen between steps.
    pub(crate) fn live_screen(&self) -> Arc<dyn LiveScreen> {
        self.screen.live()
    }

    /// The session bus that the program is on.
    pub fn session_bus(&self) -> &zbus::Connection {
        self.screen.session_bus()
    }

    /// Where the AT-SPI bus listens.
    pub fn accessibility_address(&self) -> &str {
        self.screen.accessibility_address()
    }

    /// Performs what pointer and keyboard can.
    pub async fn input(&self, input: &Input) -> Result<(), DeskError> {
        self.screen.input(input).await
    }

    /// What has ended that should not have: first of the screen, then of the programs. A program that an agent may close is the caller's to
    /// judge.
    pub fn ended(&self) -> Vec<Ended> {
        [self.screen.ended(), self.programs.ended()].concat()
    }

    pub fn is_alive(&self) -> bool {
        self.ended().is_empty()
    }

    /// `Err` names a part that has ended: where several have, the one that the others needed.
    pub fn check(&self) -> Result<(), DeskError> {
        self.ended().iter().min_by_key(|end| end.part).map_or(Ok(()), |end| Err(DeskError::Gone(end.part.to_string())))
    }

    /// Ends all its processes and removes its folder, as dropping it does, and says so where the folder stays.
    pub(crate) async fn close(&mut self) -> Result<(), DeskError> {
        self.finish().await;
        self.sandbox.close().await;
        let Some(folder) = self.folder.take() else { return Ok(()) };
        let removed = tokio::task::spawn_blocking(move || folder.remove()).await;
        let left = |problem: &dyn std::fmt::Display| DeskError::Folder(problem.to_string());
        removed.map_err(|error| left(&error))?.map_err(|error| left(&error))
    }

    /// The end of what the desk's processes have printed, for people who look for a fault.
    pub fn log(&self) -> String {
        [self.screen.log(), self.programs.log()].concat()
    }
}

async fn lay_out(folder: &Folder, options: &DeskOptions, keeper: &Keeper) -> io::Result<DeskSandbox> {
    let read_only = options.launches().flat_map(|launch| launch.read_only.iter().cloned()).collect();
    let sandbox = DeskSandbox::new(folder.path(), read_only, keeper).await?;
    // The first program's come last: where two want the same file, it has its way.
    for (path, content) in options.launches().rev().flat_map(|launch| &launch.files) {
        sandbox.inner().lay_down(&sandbox.home(), path, content)?;
    }
    Ok(sandbox)
}

/// How each program is started.
fn commands(options: &DeskOptions) -> Vec<(Part, String)> {
    let command = |launch: &Launch| {
        let variables = launch.environment.iter().map(|(name, value)| format!("{name}={value}"));
        words(std::iter::once("env".to_owned()).chain(variables).chain(launch.command.iter().cloned()))
    };
    options.launches().enumerate().map(|(place, launch)| (Part::Program(place), command(launch))).collect()
}
