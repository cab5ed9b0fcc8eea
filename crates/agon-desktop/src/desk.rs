//! One trial's computer: X server, window manager and buses in one sandbox, HOME and the programs in another.

mod buses;
mod launch;
mod needs;
mod parts;
mod probe;
mod program;
mod shell;
mod strangers;

pub use launch::Launch;
pub(crate) use needs::remedy;
pub use needs::{limits, needs};
pub use parts::{Ended, Part};
pub(crate) use probe::COPY_TIMEOUT;
pub(crate) use shell::{EXAMINER_TIMEOUT, FILES_TIMEOUT};

use crate::display::{Display, DisplayError};
use crate::input::InputDevices;
use crate::sandbox::{BUS, DeskSandbox};
use crate::tree::Applications;
use crate::x_filter::Filter;
use agon_core::{Fault, Input};
use agon_reap::{Folder, Keeper};
use agon_sandbox::{Census, MemoryWatch, TrialFolder};
use buses::{LAUNCHER_NAME, REGISTRY_NAME};
use parts::Parts;
use program::Expected;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;

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
    hands: Mutex<InputDevices>,
    display: Display,
    session: zbus::Connection,
    accessibility: String,
    programs: Vec<Expected>,
    /// The applications that are read on the accessibility bus, once all have started.
    applications: Option<Applications>,
    start: Option<Census>,
    watch: Arc<MemoryWatch>,
    files: TrialFolder,
    // Dropped in this order: the processes end before their folder goes.
    parts: Parts,
    _filter: Filter,
    sandbox: DeskSandbox,
    home: PathBuf,
    task: PathBuf,
    run: PathBuf,
    keeper: Keeper,
    folder: Option<Folder>,
}

#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    #[error("{program} is not installed: install the Debian package {package}")]
    Missing { program: String, package: String },
    #[error("the desk's folder: {0}")]
    Folder(String),
    #[error("{program} could not be started: {problem}")]
    NotStarted { program: String, problem: String },
    #[error("{what} was not ready within {secs} s")]
    NotReady { what: String, secs: u64 },
    #[error("{0} has gone")]
    Gone(String),
    #[error(transparent)]
    Display(#[from] DisplayError),
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
/// Each takes a fraction of a second where nothing else is going on.
const PART_TIMEOUT: Duration = Duration::from_secs(30);

impl Desk {
    /// Starts everything and waits until the program shows its window.
    pub async fn start(options: DeskOptions, keeper: &Keeper) -> Result<Self, DeskError> {
        let mut desk = Self::set_up(options, keeper).await?;
        desk.open(0).await?;
        Ok(desk)
    }

    /// Starts everything but the programs: [`Desk::open`] starts each.
    pub async fn set_up(options: DeskOptions, keeper: &Keeper) -> Result<Self, DeskError> {
        options.launches().try_for_each(needs::check)?;
        let folder = keeper.folder().map_err(|error| DeskError::Folder(error.to_string()))?;
        let unlaid = |error: io::Error| DeskError::Folder(error.to_string());
        let sandbox = lay_out(&folder, &options, keeper).await.map_err(unlaid)?;
        let files = TrialFolder::open(&sandbox.home()).map_err(unlaid)?;
        let watch = MemoryWatch::start(MEMORY_BYTES);
        let not_started = |error: io::Error| DeskError::NotStarted { program: "the sandbox".into(), problem: error.to_string() };
        let mut parts = Parts::start(&sandbox, &options, keeper, &watch).await.map_err(not_started)?;

        parts.begin(Part::Display).await?;
        parts.begin(Part::Bus).await?;
        let socket = sandbox.x_socket();
        let display = parts.until("the X server", PART_TIMEOUT, || connect_display(&socket)).await?;
        let filter = Filter::start(&display, socket, sandbox.listen_for_programs().map_err(unlaid)?)?;
        let address = format!("unix:path={}", sandbox.session().join(BUS).display());
        let session = parts.until("the session bus", PART_TIMEOUT, || buses::connect(&address)).await?;

        parts.begin(Part::WindowManager).await?;
        parts.begin(Part::Accessibility).await?;
        let asked = || buses::accessibility_address(&session);
        let accessibility = parts.until("the accessibility bus", PART_TIMEOUT, asked).await?;
        let accessibility = sandbox.address_from_outside(&accessibility);
        parts.begin(Part::Registry).await?;
        let managed = || async { display.is_managed().ok()?.then_some(()) };
        parts.until("the window manager", PART_TIMEOUT, managed).await?;
        let bus = parts.until("the accessibility bus", PART_TIMEOUT, || buses::connect(&accessibility)).await?;
        let registered = || buses::has_owner(&bus, REGISTRY_NAME);
        parts.until("the accessibility registry", PART_TIMEOUT, registered).await?;
        buses::close_names(&sandbox, [&session, &bus]).await?;

        let hands = Mutex::new(InputDevices::new(&display)?);
        let (home, task, run) = (sandbox.home(), sandbox.task(), sandbox.run());
        let programs = options.launches().map(Expected::new).collect();
        let keeper = keeper.clone();
        Ok(Self {
            hands,
            display,
            session,
            accessibility,
            programs,
            applications: None,
            start: None,
            watch,
            files,
            parts,
            _filter: filter,
            sandbox,
            home,
            task,
            run,
            keeper,
            folder: Some(folder),
        })
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

    pub fn display(&self) -> &Display {
        &self.display
    }

    /// Where the X server listens, for other connections than [`Desk::display`]. Programs have another socket.
    pub fn x_socket(&self) -> PathBuf {
        self.sandbox.x_socket()
    }

    /// The session bus that the program is on.
    pub fn session_bus(&self) -> &zbus::Connection {
        &self.session
    }

    /// Where the AT-SPI bus listens.
    pub fn accessibility_address(&self) -> &str {
        &self.accessibility
    }

    /// Performs what pointer and keyboard can.
    pub async fn input(&self, input: &Input) -> Result<(), DeskError> {
        self.hands.lock().await.perform(&self.display, input).await?;
        Ok(self.display.wait_for_manager().await?)
    }

    /// Lets go of every key and button that is held.
    pub async fn let_go(&self) -> Result<(), DeskError> {
        Ok(self.hands.lock().await.let_go(&self.display)?)
    }

    /// What has ended that should not have, in order. A program that an agent may close is the caller's to judge.
    pub fn ended(&self) -> Vec<Ended> {
        self.parts.ended()
    }

    pub fn is_alive(&self) -> bool {
        self.ended().is_empty()
    }

    /// `Err` names a part that has ended: where several have, the one that the others needed.
    pub fn check(&self) -> Result<(), DeskError> {
        self.ended().iter().min_by_key(|end| end.part).map_or(Ok(()), |end| Err(DeskError::Gone(end.part.to_string())))
    }

    /// Asks every part that evidence is read through whether it is there, for an end is told a moment later than it shows.
    pub(crate) async fn verify(&self) -> Result<(), DeskError> {
        self.display.sync()?;
        let gone = |part: Part| DeskError::Gone(part.to_string());
        buses::has_owner(&self.session, LAUNCHER_NAME).await.ok_or_else(|| gone(Part::Accessibility))?;
        let bus = buses::connect(&self.accessibility).await.ok_or_else(|| gone(Part::Accessibility))?;
        buses::has_owner(&bus, REGISTRY_NAME).await.ok_or_else(|| gone(Part::Registry))
    }

    /// Ends all its processes and removes its folder, as dropping it does, and says so where the folder stays.
    pub(crate) async fn close(&mut self) -> Result<(), DeskError> {
        self.parts.finish().await;
        self.sandbox.close().await;
        let Some(folder) = self.folder.take() else { return Ok(()) };
        let removed = tokio::task::spawn_blocking(move || folder.remove()).await;
        let left = |problem: &dyn std::fmt::Display| DeskError::Folder(problem.to_string());
        removed.map_err(|error| left(&error))?.map_err(|error| left(&error))
    }

    /// The end of what the desk's processes have printed, for people who look for a fault.
    pub fn log(&self) -> String {
        self.parts.log()
    }
}

async fn lay_out(folder: &Folder, options: &DeskOptions, keeper: &Keeper) -> io::Result<DeskSandbox> {
    let read_only = options.launches().flat_map(|launch| launch.read_only.iter().cloned()).collect();
    let sandbox = DeskSandbox::new(folder.path(), read_only, keeper).await?;
    sandbox.lay_down(&sandbox.session(), Path::new(parts::WINDOW_MANAGER_RULES), include_bytes!("desk/openbox.xml"))?;
    buses::lay_down_rules(&sandbox)?;
    // The first program's come last: where two want the same file, it has its way.
    for (path, content) in options.launches().rev().flat_map(|launch| &launch.files) {
        sandbox.lay_down(&sandbox.home(), path, content)?;
    }
    Ok(sandbox)
}

async fn connect_display(socket: &Path) -> Option<Display> {
    let socket = socket.to_owned();
    tokio::task::spawn_blocking(move || Display::connect(&socket).ok()).await.ok()?
}

impl From<DeskError> for Fault {
    fn from(error: DeskError) -> Self {
        Self::world(error)
    }
}
