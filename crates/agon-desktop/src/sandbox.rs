//! What a trial's processes can see and do: bubblewrap sandboxes over one private folder.
//!
//! Several views of the same folder, each with a PID namespace of its own. The desk's own processes have the X server's socket and the
//! folder of the buses. The programs have HOME, the task's files and the run folder with the state channels; the buses' folder
//! they can read, and their X socket is the filter's. The agent's shell has HOME and the task's files, and no display. The examiner
//! reads HOME and changes nothing; a probe has a copy of HOME to itself. None has a network, and none sees more of the machine
//! than its programs, or is told a path of it.

use agon_reap::{Keeper, Tag};
use agon_sandbox::{Arguments, Confined, Job, Outcome, Pipes, Sandbox};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};
use tokio::net::UnixListener;

/// HOME as the trial's processes see it.
pub const HOME: &str = "/home/user";
/// The task's files as the trial's processes see them.
pub const TASK: &str = "/task";
/// The run folder as the programs see it.
pub const RUN: &str = "/run/desk";
/// Sockets and settings of the desk's own processes, as they and the programs see them; only the former can change anything there.
pub(crate) const SESSION: &str = "/run/session";
/// Where the copier writes.
pub(crate) const COPY: &str = "/copy";
/// The display: to programs the filter's, to the desk's own processes the X server's.
pub(crate) const DISPLAY: &str = ":0";
/// The filter's display, to the desk's own processes.
pub(crate) const FILTERED_DISPLAY: &str = ":1";

/// The session bus, in its folder.
pub(crate) const BUS: &str = "bus";
/// The accessibility bus's rules, in the same folder, and where its launcher looks for them.
pub(crate) const ACCESSIBILITY_RULES: &str = "accessibility.xml";
const INSTALLED_ACCESSIBILITY_RULES: &str = "/usr/share/defaults/at-spi2/accessibility.conf";

/// What the clock says where a program can be told, and when the task's files were last changed: 1 January 2026, 09:00 UTC,
/// as in web pages. The kernel's clock and the times of files that are written during a trial remain the machine's.
const CLOCK_SECS: u64 = 1_767_258_000;

const X_SOCKETS: &str = "/tmp/.X11-unix";
/// Beside /usr and /etc: what programs of a distribution keep elsewhere and cannot do without.
const SYSTEM_DATA: [&str; 2] = ["/var/cache/fontconfig", "/var/lib/texmf"];
const TMP_BYTES: u64 = 512 << 20;

/// Parts of the store: HOME and the task's files; sockets and settings of the desk; copies that probes work on.
const FILES: &str = "files";
const DESK: &str = "desk";
const COPIES: &str = "copies";

/// How much each may hold.
pub(crate) const FILES_BYTES: u64 = 512 << 20;
const PARTS: [(&str, u64); 3] = [(FILES, FILES_BYTES), (DESK, 256 << 20), (COPIES, 1 << 30)];

/// What a process may have: enough for real programs, not enough to take the machine along. All of a desk's processes and
/// threads count as one user's.
const LIMITS: [&str; 4] = ["--nproc=1024", "--fsize=1073741824", "--core=0", "--data=6442450944"];
/// Only for commands: web engines inside programs reserve far more address space than they use.
const COMMAND_LIMITS: [&str; 1] = ["--as=4294967296"];

/// Which processes a sandbox is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View<'a> {
    /// The display, the window manager and the buses.
    Desk,
    Programs,
    Shell,
    Examiner,
    /// The examiner, with a folder to copy HOME into.
    Copier(&'a str),
    /// A probe, with such a copy in HOME's place.
    Probe(&'a str),
}

/// A command that is waited for.
pub(crate) struct Command<'a> {
    pub(crate) argv: &'a [&'a str],
    pub(crate) stdin: &'a [u8],
    pub(crate) timeout: Duration,
    /// Of either stream no more than this is kept.
    pub(crate) most_bytes: usize,
}

/// The sandbox of one desk, with its views.
#[derive(Debug)]
pub(crate) struct DeskSandbox {
    sandbox: Sandbox,
    /// Host paths that the programs need, and the examiner with them.
    read_only: Vec<PathBuf>,
}

impl DeskSandbox {
    /// Lays out a folder.
    pub(crate) async fn new(root: &Path, read_only: Vec<PathBuf>, keeper: &Keeper) -> io::Result<Self> {
        let sandbox = Sandbox::new(root, &PARTS, HOME, keeper).await?;
        for place in [home(), task(), run(), session(), x_sockets(), filtered_x_sockets()] {
            sandbox.make_folder(&sandbox.outside(&place))?;
        }
        Ok(Self { sandbox, read_only })
    }

    /// Ends the process that holds the folder's file systems.
    pub(crate) async fn close(&mut self) {
        self.sandbox.close().await;
    }

    /// HOME as this process sees it. What is in it is the agent's: read it by [`agon_sandbox::TrialFolder`].
    pub(crate) fn home(&self) -> PathBuf {
        self.sandbox.outside(&home())
    }

    pub(crate) fn task(&self) -> PathBuf {
        self.sandbox.outside(&task())
    }

    pub(crate) fn run(&self) -> PathBuf {
        self.sandbox.outside(&run())
    }

    pub(crate) fn session(&self) -> PathBuf {
        self.sandbox.outside(&session())
    }

    pub(crate) fn x_socket(&self) -> PathBuf {
        self.sandbox.outside(&x_sockets()).join("X0")
    }

    /// Where programs connect to their display, and the desk's own processes to the same one as [`FILTERED_DISPLAY`].
    pub(crate) fn listen_for_programs(&self) -> io::Result<UnixListener> {
        let socket = self.sandbox.outside(&filtered_x_sockets()).join("X0");
        let listener = UnixListener::bind(&socket)?;
        self.sandbox.hand_over(&socket)?;
        fs::hard_link(&socket, self.sandbox.outside(&x_sockets()).join("X1"))?;
        Ok(listener)
    }

    /// A folder for a copy of HOME, as this process sees it, and its name for [`View::Copier`] and [`View::Probe`].
    pub(crate) fn make_copy(&self) -> io::Result<(PathBuf, String)> {
        let name = format!("{COPIES}/{}", self.sandbox.next_number());
        let folder = self.sandbox.outside(&name);
        self.sandbox.make_folder(&folder)?;
        Ok((folder, name))
    }

    /// An address of a bus as the desk's processes are told it, as this process has to call it.
    pub(crate) fn address_from_outside(&self, address: &str) -> String {
        address.replace(&format!("unix:path={SESSION}/"), &format!("unix:path={}/", self.session().display()))
    }

    /// Lays a file into one of the folders before anybody else is there.
    pub(crate) fn lay_down(&self, folder: &Path, file: &Path, content: &[u8]) -> io::Result<()> {
        self.sandbox.write(folder, file, content, UNIX_EPOCH + Duration::from_secs(CLOCK_SECS))
    }

    /// Starts processes with a view.
    pub(crate) async fn start(&self, view: View<'_>, tag: Tag, argv: &[&str]) -> io::Result<(Confined, Pipes)> {
        self.sandbox.start(self.arguments(view, &tag), &limits(view), argv, tag).await
    }

    /// Runs a command with a view and waits for it; `watch` is as for [`Sandbox::exec`].
    pub(crate) async fn exec<W>(
        &self,
        view: View<'_>,
        tag: Tag,
        command: Command<'_>,
        watch: impl FnOnce(u32) -> W,
    ) -> io::Result<Outcome> {
        let Command { argv, stdin, timeout, most_bytes } = command;
        let (arguments, limits) = (self.arguments(view, &tag), limits(view));
        self.sandbox.exec(Job { view: arguments, limits: &limits, argv, stdin, timeout, most_bytes }, tag, watch).await
    }

    fn arguments(&self, view: View<'_>, tag: &Tag) -> Arguments {
        let mut line = self.sandbox.base_view("desk");
        for path in ["/tmp", "/dev/shm"] {
            line.memory(path, TMP_BYTES, "1777");
        }
        for path in SYSTEM_DATA {
            line.place("--ro-bind-try", Path::new(path), path);
        }
        self.place_folders(&mut line, view);
        line.remount_read_only("/");
        let has_home = !matches!(view, View::Desk | View::Examiner | View::Copier(_));
        line.add(&["--chdir", if has_home { HOME } else { "/tmp" }]);
        let variables = Self::environment(view, tag);
        line.only_variables(variables.iter().map(|(name, value)| (*name, value.as_str())));
        line
    }

    /// The parts of the trial's folder that a view has.
    fn place_folders(&self, line: &mut Arguments, view: View<'_>) {
        if view == View::Desk {
            line.place("--bind", &self.sandbox.within(&x_sockets()), X_SOCKETS);
            line.place("--bind", &self.sandbox.within(&session()), SESSION);
            if Path::new(INSTALLED_ACCESSIBILITY_RULES).exists() {
                let rules = self.sandbox.within(&session()).join(ACCESSIBILITY_RULES);
                line.bind("--ro-bind", &rules, INSTALLED_ACCESSIBILITY_RULES);
            }
            return;
        }
        let is_agents = matches!(view, View::Programs | View::Shell);
        let how = if is_agents { "--bind" } else { "--ro-bind" };
        match view {
            View::Probe(copy) => line.place("--bind", &self.sandbox.within(copy), HOME),
            _ => line.place(how, &self.sandbox.within(&home()), HOME),
        };
        line.place(how, &self.sandbox.within(&task()), TASK);
        if let View::Copier(copy) = view {
            line.place("--bind", &self.sandbox.within(copy), COPY);
        }
        if view == View::Programs {
            line.place("--ro-bind", &self.sandbox.within(&filtered_x_sockets()), X_SOCKETS);
            line.place("--ro-bind", &self.sandbox.within(&session()), SESSION);
            line.place("--bind", &self.sandbox.within(&run()), RUN);
        }
        if view != View::Shell {
            for path in &self.read_only {
                line.place("--ro-bind", path, path);
            }
        }
    }

    fn environment(view: View<'_>, tag: &Tag) -> Vec<(&'static str, String)> {
        // What the desk's own processes write down would show in HOME, which they do not have.
        let home = if view == View::Desk { "/tmp" } else { HOME };
        let mut variables = vec![
            ("HOME", home.to_owned()),
            ("USER", "user".to_owned()),
            ("LOGNAME", "user".to_owned()),
            ("PATH", "/usr/bin:/bin".to_owned()),
            ("LANG", "C.UTF-8".to_owned()),
            ("TZ", "UTC".to_owned()),
            // For TeX's \today and log, and whatever else follows that convention.
            ("SOURCE_DATE_EPOCH", CLOCK_SECS.to_string()),
            ("FORCE_SOURCE_DATE", "1".to_owned()),
            (Tag::VARIABLE, tag.value().to_owned()),
        ];
        let runtime = if view == View::Desk { SESSION } else { RUN };
        if matches!(view, View::Desk | View::Programs) {
            variables.extend([
                ("DISPLAY", DISPLAY.to_owned()),
                ("XDG_RUNTIME_DIR", runtime.to_owned()),
                ("XDG_SESSION_TYPE", "x11".to_owned()),
                ("DBUS_SESSION_BUS_ADDRESS", format!("unix:path={SESSION}/{BUS}")),
                ("GSETTINGS_BACKEND", "memory".to_owned()),
                ("QT_ACCESSIBILITY", "1".to_owned()),
                ("QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1".to_owned()),
            ]);
        }
        variables
    }
}

fn limits(view: View<'_>) -> Vec<&'static str> {
    let mut limits = LIMITS.to_vec();
    if !matches!(view, View::Desk | View::Programs) {
        limits.extend(COMMAND_LIMITS);
    }
    limits
}

// Places in the store.

fn home() -> String {
    format!("{FILES}/home")
}

fn task() -> String {
    format!("{FILES}/task")
}

fn run() -> String {
    format!("{DESK}/run")
}

fn session() -> String {
    format!("{DESK}/session")
}

fn x_sockets() -> String {
    format!("{DESK}/x11")
}

fn filtered_x_sockets() -> String {
    format!("{DESK}/filtered-x11")
}
