//! What a trial's processes can see and do: bubblewrap sandboxes over one private folder.
//!
//! Several views of the same folder, each with a PID namespace of its own. The desk's own processes have the X server's socket and the
//! folder of the buses. The programs have HOME, the task's files and the run folder with the state channels; the buses' folder
//! they can read, and their X socket is the filter's. The agent's shell has HOME and the task's files, and no display. The examiner
//! reads HOME and changes nothing; a probe has a copy of HOME to itself. None has a network, and none sees more of the machine
//! than its programs, or is told a path of it.

use agon_reap::{Keeper, Tag};
use agon_sandbox::{Arguments, Store};
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Component, Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, UNIX_EPOCH};
use tokio::net::UnixListener;
use tokio::process::Command;

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

/// When we are root, each desk has a user of its own, from a range that no system gives out.
const FIRST_USER: u32 = 60_600;
const USERS: u32 = 500;
static NEXT_USER: AtomicU32 = AtomicU32::new(0);

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

/// The private folder of one trial, and who may use it.
#[derive(Debug)]
pub(crate) struct Sandbox {
    store: Store,
    /// On the machine's disk, for the arguments of commands.
    root: PathBuf,
    commands: AtomicU32,
    uid: u32,
    gid: u32,
    is_root: bool,
    /// Host paths that the programs need, and the examiner with them.
    read_only: Vec<PathBuf>,
}

impl Sandbox {
    /// Lays out a folder.
    pub(crate) async fn new(root: &Path, read_only: Vec<PathBuf>, keeper: &Keeper) -> io::Result<Self> {
        let (mut uid, mut gid) = (rustix::process::getuid().as_raw(), rustix::process::getgid().as_raw());
        let is_root = uid == 0;
        if is_root {
            uid = FIRST_USER + std::process::id().wrapping_add(NEXT_USER.fetch_add(1, Ordering::Relaxed)) % USERS;
            gid = uid;
        }
        let store = Store::new(root, &PARTS, keeper).await?;
        let sandbox = Self { store, root: root.into(), commands: AtomicU32::new(0), uid, gid, is_root, read_only };
        for place in [home(), task(), run(), session(), x_sockets(), filtered_x_sockets()] {
            sandbox.make_folder(&sandbox.store.outside(&place))?;
        }
        fs::write(sandbox.store.outside(&users()), format!("user:x:{uid}:{gid}:user:{HOME}:/bin/bash\n"))?;
        fs::write(sandbox.store.outside(&groups()), format!("user:x:{gid}:\n"))?;
        Ok(sandbox)
    }

    /// Ends the namespace that the folder's file systems are in.
    pub(crate) async fn close(&mut self) {
        self.store.close().await;
    }

    /// HOME as this process sees it. What is in it is the agent's: read it by [`agon_sandbox::TrialFolder`].
    pub(crate) fn home(&self) -> PathBuf {
        self.store.outside(&home())
    }

    pub(crate) fn task(&self) -> PathBuf {
        self.store.outside(&task())
    }

    pub(crate) fn run(&self) -> PathBuf {
        self.store.outside(&run())
    }

    pub(crate) fn session(&self) -> PathBuf {
        self.store.outside(&session())
    }

    pub(crate) fn x_socket(&self) -> PathBuf {
        self.store.outside(&x_sockets()).join("X0")
    }

    /// Where programs connect to their display, and the desk's own processes to the same one as [`FILTERED_DISPLAY`].
    pub(crate) fn listen_for_programs(&self) -> io::Result<UnixListener> {
        let socket = self.store.outside(&filtered_x_sockets()).join("X0");
        let listener = UnixListener::bind(&socket)?;
        self.hand_over(&socket)?;
        fs::hard_link(&socket, self.store.outside(&x_sockets()).join("X1"))?;
        Ok(listener)
    }

    /// A folder for a copy of HOME, as this process sees it, and its name for [`View::Copier`] and [`View::Probe`].
    pub(crate) fn make_copy(&self) -> io::Result<(PathBuf, String)> {
        let name = format!("{COPIES}/{}", self.commands.fetch_add(1, Ordering::Relaxed));
        let folder = self.store.outside(&name);
        self.make_folder(&folder)?;
        Ok((folder, name))
    }

    /// An address of a bus as the desk's processes are told it, as this process has to call it.
    pub(crate) fn address_from_outside(&self, address: &str) -> String {
        address.replace(&format!("unix:path={SESSION}/"), &format!("unix:path={}/", self.session().display()))
    }

    /// Makes a folder that is the trial's own.
    pub(crate) fn make_folder(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir(folder)?;
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
        self.hand_over(folder)
    }

    /// Lays a file into one of the folders before anybody else is there.
    pub(crate) fn lay_down(&self, folder: &Path, file: &Path, content: &[u8]) -> io::Result<()> {
        if !file.components().all(|part| matches!(part, Component::Normal(_))) {
            let problem = format!("{} is not below its folder", file.display());
            return Err(io::Error::new(io::ErrorKind::InvalidInput, problem));
        }
        let mut parent = folder.to_owned();
        for part in file.parent().into_iter().flat_map(Path::components) {
            parent.push(part);
            if !parent.exists() {
                fs::create_dir(&parent)?;
                self.hand_over(&parent)?;
            }
        }
        let path = folder.join(file);
        fs::write(&path, content)?;
        File::options().write(true).open(&path)?.set_modified(UNIX_EPOCH + Duration::from_secs(CLOCK_SECS))?;
        self.hand_over(&path)
    }

    /// A command inside the sandbox, in a process group of its own. Where it is started it first writes a JSON object to
    /// stderr that tells the number of the sandbox's first process; what follows is the command's.
    pub(crate) fn command<S: AsRef<str>>(&self, view: View<'_>, tag: &Tag, argv: &[S]) -> io::Result<Command> {
        // Bubblewrap is the first process inside, where anybody may read its command line: paths of the machine go by a file.
        let arguments = self.root.join(format!("arguments-{}", self.commands.fetch_add(1, Ordering::Relaxed)));
        fs::write(&arguments, self.arguments(view, tag).into_bytes())?;
        // The kernel sends bubblewrap's death signal when the thread that started it ends, which may be long before this
        // process does. So a shell stands between; descriptor 5 is for bubblewrap's own report.
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "exec 6<\"$1\"; rm -f \"$1\"; shift; \"$@\" 5>&2; exit \"$?\"", "desk"]).arg(arguments);
        command.args(self.store.entrance()).args(["bwrap", "--args", "6", "--"]);
        command.args(self.first_words(view)).args(argv.iter().map(AsRef::as_ref));
        // Our own variables may hold keys, and the first process's can be read inside.
        command.process_group(0).env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").env(Tag::VARIABLE, tag.value());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Ok(command)
    }

    fn arguments(&self, view: View<'_>, tag: &Tag) -> Arguments {
        let mut line = Arguments::default();
        // An ordinary user needs a user namespace for the others. Root can do without, and the runner is then known by its
        // own number inside, as the buses want it.
        let spaces = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"];
        line.add(if self.is_root { &spaces } else { &["--unshare-all"] });
        line.add(&["--die-with-parent", "--new-session", "--info-fd", "5", "--hostname", "desk"]);
        line.system();
        // Tasks and their solutions are in our own binary.
        if let Ok(own) = std::env::current_exe().and_then(fs::canonicalize)
            && own.starts_with("/usr")
        {
            line.bind("--ro-bind", Path::new("/dev/null"), own);
        }
        line.bind("--ro-bind", &self.store.within(&users()), "/etc/passwd");
        line.bind("--ro-bind", &self.store.within(&groups()), "/etc/group");
        line.add(&["--proc", "/proc", "--dev", "/dev"]);
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
            line.place("--bind", &self.store.within(&x_sockets()), X_SOCKETS);
            line.place("--bind", &self.store.within(&session()), SESSION);
            if Path::new(INSTALLED_ACCESSIBILITY_RULES).exists() {
                let rules = self.store.within(&session()).join(ACCESSIBILITY_RULES);
                line.bind("--ro-bind", &rules, INSTALLED_ACCESSIBILITY_RULES);
            }
            return;
        }
        let is_agents = matches!(view, View::Programs | View::Shell);
        let how = if is_agents { "--bind" } else { "--ro-bind" };
        match view {
            View::Probe(copy) => line.place("--bind", &self.store.within(copy), HOME),
            _ => line.place(how, &self.store.within(&home()), HOME),
        };
        line.place(how, &self.store.within(&task()), TASK);
        if let View::Copier(copy) = view {
            line.place("--bind", &self.store.within(copy), COPY);
        }
        if view == View::Programs {
            line.place("--ro-bind", &self.store.within(&filtered_x_sockets()), X_SOCKETS);
            line.place("--ro-bind", &self.store.within(&session()), SESSION);
            line.place("--bind", &self.store.within(&run()), RUN);
        }
        if view != View::Shell {
            for path in &self.read_only {
                line.place("--ro-bind", path, path);
            }
        }
    }

    /// What runs inside before the command itself: it gives up rights and takes limits.
    fn first_words(&self, view: View<'_>) -> Vec<String> {
        let mut words = Vec::new();
        if self.is_root {
            let (uid, gid) = (self.uid.to_string(), self.gid.to_string());
            words.extend(["setpriv", "--reuid", &uid, "--regid", &gid, "--clear-groups"].map(str::to_owned));
            words.extend(["--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"].map(str::to_owned));
        }
        words.push("prlimit".to_owned());
        words.extend(LIMITS.map(str::to_owned));
        if !matches!(view, View::Desk | View::Programs) {
            words.extend(COMMAND_LIMITS.map(str::to_owned));
        }
        words.push("--".to_owned());
        words
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

    fn hand_over(&self, path: &Path) -> io::Result<()> {
        if self.is_root { chown(path, Some(self.uid), Some(self.gid)) } else { Ok(()) }
    }
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

fn users() -> String {
    format!("{DESK}/passwd")
}

fn groups() -> String {
    format!("{DESK}/group")
}
