//! One trial's screen: X server, window manager and buses, started and ended together.

use crate::ScreenError;
use crate::buses::{self, BUS_RULES, LAUNCHER_NAME, REGISTRY_NAME};
use crate::crew::{Crew, Ended, LAUNCHER, Part, REGISTRY, words};
use crate::display::{Display, Window};
use crate::folders::{BUS, DISPLAY, FILTERED_DISPLAY, Folders, SESSION};
use crate::input::InputDevices;
use crate::live::LiveView;
use crate::needs;
use crate::x_filter::Filter;
use agon_core::{Input, LiveScreen};
use agon_reap::Keeper;
use agon_sandbox::{MemoryWatch, Sandbox, Spared};
use std::future::Future;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

/// A running screen. Dropping it ends all its processes, though not the programs that are shown on it.
pub struct Screen {
    hands: Mutex<InputDevices>,
    display: Display,
    session: zbus::Connection,
    accessibility: String,
    /// Where the X server listens for us; programs have another socket.
    x_socket: PathBuf,
    own: Crew,
    _filter: Filter,
}

const WINDOW_MANAGER_RULES: &str = "openbox.xml";
/// Each part takes a fraction of a second where nothing else is going on.
const PART_TIMEOUT: Duration = Duration::from_secs(30);
/// A loaded machine takes its time to start a big program.
const PROGRAM_TIMEOUT: Duration = Duration::from_secs(120);
const LOOK_AGAIN: Duration = Duration::from_millis(4);

impl Screen {
    /// Starts one in a sandbox whose [`Folders`] are made. Its processes count in `watch`, but are not ended by it: the server holds what
    /// programs give it to draw, and where that is too much, they are the ones to end.
    pub async fn start(
        sandbox: &Sandbox,
        size: (u32, u32),
        keeper: &Keeper,
        watch: &Arc<MemoryWatch>,
    ) -> Result<Self, ScreenError> {
        needs::check()?;
        let folders = Folders(sandbox);
        let unlaid = |error: io::Error| ScreenError::Folder(error.to_string());
        sandbox
            .lay_down(&folders.session(), Path::new(WINDOW_MANAGER_RULES), include_bytes!("rules/openbox.xml"))
            .map_err(unlaid)?;
        buses::lay_down_rules(folders).map_err(unlaid)?;
        let tag = keeper.tag();
        let not_started =
            |error: io::Error| ScreenError::NotStarted { program: "the sandbox".into(), problem: error.to_string() };
        let view = (folders.own_view(&tag), tag);
        let mut own = Crew::start(sandbox, view, own_parts(size), (watch, Spared::Yes)).await.map_err(not_started)?;

        own.begin(Part::Display).await?;
        own.begin(Part::Bus).await?;
        let x_socket = folders.x_socket();
        let display = until(&[&own], "the X server", PART_TIMEOUT, || connect_display(&x_socket)).await?;
        let filter = Filter::start(&display, x_socket.clone(), folders.listen_for_programs().map_err(unlaid)?)?;
        let address = format!("unix:path={}", folders.session().join(BUS).display());
        let session = until(&[&own], "the session bus", PART_TIMEOUT, || buses::connect(&address)).await?;

        own.begin(Part::WindowManager).await?;
        own.begin(Part::Accessibility).await?;
        let asked = || buses::accessibility_address(&session);
        let accessibility = until(&[&own], "the accessibility bus", PART_TIMEOUT, asked).await?;
        let accessibility = folders.address_from_outside(&accessibility);
        own.begin(Part::Registry).await?;
        let managed = || async { display.is_managed().ok()?.then_some(()) };
        until(&[&own], "the window manager", PART_TIMEOUT, managed).await?;
        let bus = until(&[&own], "the accessibility bus", PART_TIMEOUT, || buses::connect(&accessibility)).await?;
        let registered = || buses::has_owner(&bus, REGISTRY_NAME);
        until(&[&own], "the accessibility registry", PART_TIMEOUT, registered).await?;
        buses::close_names(folders, [&session, &bus]).await?;
        let hands = Mutex::new(InputDevices::new(&display)?);
        Ok(Self { hands, display, session, accessibility, x_socket, own, _filter: filter })
    }

    pub fn display(&self) -> &Display {
        &self.display
    }

    /// Itself between steps.
    pub fn live(&self) -> Arc<dyn LiveScreen> {
        Arc::new(LiveView::new(self.x_socket.clone()))
    }

    /// The session bus that programs are on.
    pub fn session_bus(&self) -> &zbus::Connection {
        &self.session
    }

    /// Where the AT-SPI bus listens.
    pub fn accessibility_address(&self) -> &str {
        &self.accessibility
    }

    /// Performs what pointer and keyboard can.
    pub async fn input(&self, input: &Input) -> Result<(), ScreenError> {
        self.hands.lock().await.perform(&self.display, input).await?;
        Ok(self.display.wait_for_manager().await?)
    }

    /// Lets go of every key and button that is held.
    pub async fn let_go(&self) -> Result<(), ScreenError> {
        Ok(self.hands.lock().await.let_go(&self.display)?)
    }

    /// The windows that are there now, for [`Screen::wait_for_window`].
    pub fn window_ids(&self) -> Result<Vec<u32>, ScreenError> {
        Ok(self.display.windows()?.iter().map(|window| window.id).collect())
    }

    /// Waits until a program that was started after `before` shows a window with this in its title and has the keyboard: what is typed
    /// before would be lost. `programs` are the sandboxes in which nothing is to end meanwhile.
    pub async fn wait_for_window(
        &self,
        before: &[u32],
        program: &str,
        title: &str,
        programs: &[&Crew],
    ) -> Result<(), ScreenError> {
        let what = format!("a window of {program:?} with {title:?} in its title");
        let is_new = |window: &&Window| !before.contains(&window.id);
        let shown = || async {
            let windows = self.display.windows().ok()?;
            let own = windows.iter().filter(is_new).find(|window| window.title.contains(title))?;
            // A window manager does not give a new program the keyboard while another one is being typed in.
            if windows.iter().any(|window| window.is_active && !is_new(&window)) {
                self.display.activate(own.id).ok()?;
            }
            windows.iter().filter(is_new).any(|window| window.is_active).then_some(())
        };
        self.until(programs, &what, shown).await
    }

    /// Asks again and again until there is an answer, a part of the screen or of `programs` has ended or the time for a program is up.
    pub async fn until<T, F>(&self, programs: &[&Crew], what: &str, probe: impl FnMut() -> F) -> Result<T, ScreenError>
    where
        F: Future<Output = Option<T>>,
    {
        let crews: Vec<&Crew> = std::iter::once(&self.own).chain(programs.iter().copied()).collect();
        until(&crews, what, PROGRAM_TIMEOUT, probe).await
    }

    /// Its parts that have ended, in order.
    pub fn ended(&self) -> Vec<Ended> {
        self.own.ended()
    }

    /// `Err` names a part that has ended: where several have, the one that the others needed.
    pub fn check(&self) -> Result<(), ScreenError> {
        self.ended().iter().min_by_key(|end| end.part).map_or(Ok(()), |end| Err(ScreenError::Gone(end.part.to_string())))
    }

    /// Asks every part that is read through whether it is there, for an end is told a moment later than it shows.
    pub async fn verify(&self) -> Result<(), ScreenError> {
        self.display.sync()?;
        let gone = |part: Part| ScreenError::Gone(part.to_string());
        buses::has_owner(&self.session, LAUNCHER_NAME).await.ok_or_else(|| gone(Part::Accessibility))?;
        let bus = buses::connect(&self.accessibility).await.ok_or_else(|| gone(Part::Accessibility))?;
        buses::has_owner(&bus, REGISTRY_NAME).await.ok_or_else(|| gone(Part::Registry))
    }

    /// Ends it, and returns when the last of its processes has gone. Programs that are shown on it would complain: they end before.
    pub async fn finish(&mut self) {
        self.own.finish().await;
    }

    pub fn is_finished(&self) -> bool {
        self.own.is_finished()
    }

    /// The end of what its processes have printed, for people who look for a fault.
    pub fn log(&self) -> String {
        self.own.log()
    }
}

/// Asks again and again until there is an answer, a part has ended or the time is up. Nothing is to end meanwhile.
async fn until<T, F>(crews: &[&Crew], what: &str, most: Duration, mut probe: impl FnMut() -> F) -> Result<T, ScreenError>
where
    F: Future<Output = Option<T>>,
{
    let deadline = Instant::now() + most;
    loop {
        crews.iter().try_for_each(|crew| crew.check_start())?;
        // A probe may itself hang where a process is stopped.
        match tokio::time::timeout_at(deadline.into(), probe()).await {
            Ok(Some(answer)) => return Ok(answer),
            Ok(None) if Instant::now() < deadline => tokio::time::sleep(LOOK_AGAIN).await,
            _ => return Err(ScreenError::NotReady { what: what.into(), secs: most.as_secs() }),
        }
    }
}

async fn connect_display(socket: &Path) -> Option<Display> {
    let socket = socket.to_owned();
    tokio::task::spawn_blocking(move || Display::connect(&socket).ok()).await.ok()?
}

/// How each part is started.
fn own_parts((width, height): (u32, u32)) -> Vec<(Part, String)> {
    let file = |name: &str| format!("{SESSION}/{name}");
    let size = format!("{width}x{height}x24");
    let xvfb = ["Xvfb", DISPLAY, "-screen", "0", &size, "-dpi", "96", "-nolisten", "tcp", "-noreset", "-ac", "-s", "0"];
    let bus = ["dbus-daemon", "--nofork", "--nopidfile", "--nosyslog"].map(str::to_owned).into_iter();
    let bus = bus.chain([format!("--config-file={}", file(BUS_RULES)), format!("--address=unix:path={}", file(BUS))]);
    let manager = ["openbox", "--sm-disable", "--config-file", &file(WINDOW_MANAGER_RULES)].map(str::to_owned);
    let launcher = [LAUNCHER, "--launch-immediately", "--a11y=1"];
    // It presses keys for whoever asks it on its bus, so it has the programs' display, where it cannot.
    let display = format!("DISPLAY={FILTERED_DISPLAY}");
    let registry = ["env", &display, REGISTRY, &format!("--dbus-name={REGISTRY_NAME}")].map(str::to_owned);
    vec![
        (Part::Display, words(xvfb)),
        (Part::Bus, words(bus)),
        (Part::WindowManager, words(manager)),
        (Part::Accessibility, words(launcher)),
        (Part::Registry, words(registry)),
    ]
}
