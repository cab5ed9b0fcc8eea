//! What a trial's processes can see and do: bubblewrap sandboxes over one private folder.
//!
//! Several views of the same folder. The desk's own processes have HOME, the task's files, the display and the run folder with
//! the state channels. The agent's shell has all that but the run folder, in a PID namespace of its own. The examiner reads
//! HOME and changes nothing; a probe has a copy of HOME to itself. None has a network, and none sees more of the machine than
//! its programs.

use agon_reap::Mark;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Component, Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::process::Command;

/// HOME as the trial's processes see it.
pub const HOME: &str = "/home/user";
/// The task's files as the trial's processes see them.
pub const TASK: &str = "/task";
/// Where the copier writes.
pub(crate) const COPY: &str = "/copy";
/// The display as the trial's processes see it.
pub(crate) const DISPLAY: &str = ":0";

const X_SOCKETS: &str = "/tmp/.X11-unix";
const SYSTEM: [&str; 5] = ["/bin", "/sbin", "/lib", "/lib32", "/lib64"];
/// Beside /usr and /etc: what programs of a distribution keep elsewhere and cannot do without.
const SYSTEM_DATA: [&str; 2] = ["/var/cache/fontconfig", "/var/lib/texmf"];
const TMP_BYTES: u64 = 1 << 30;

/// What a process may have: enough for real programs, not enough to take the machine along. All of a desk's processes and
/// threads count as one user's.
const LIMITS: [&str; 3] = ["--nproc=1024", "--fsize=2147483648", "--core=0"];
/// Only for commands: web engines inside programs reserve far more address space than they use.
const COMMAND_LIMITS: [&str; 1] = ["--as=4294967296"];

/// When we are root, each desk has a user of its own, from a range that no system gives out.
const FIRST_USER: u32 = 60_600;
const USERS: u32 = 500;
static NEXT_USER: AtomicU32 = AtomicU32::new(0);

/// Which processes a sandbox is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View<'a> {
    Desk,
    Shell,
    Examiner,
    /// The examiner, with a folder to copy HOME into.
    Copier(&'a Path),
    /// A probe, with such a copy in HOME's place.
    Probe(&'a Path),
}

/// The private folder of one trial, and who may use it.
#[derive(Debug)]
pub(crate) struct Sandbox {
    root: PathBuf,
    uid: u32,
    gid: u32,
    is_root: bool,
    /// Host paths that the program needs, and the examiner with it.
    read_only: Vec<PathBuf>,
}

impl Sandbox {
    /// Lays out a folder.
    pub(crate) fn new(root: &Path, read_only: Vec<PathBuf>) -> io::Result<Self> {
        let (mut uid, mut gid) = (rustix::process::getuid().as_raw(), rustix::process::getgid().as_raw());
        let is_root = uid == 0;
        if is_root {
            uid = FIRST_USER + std::process::id().wrapping_add(NEXT_USER.fetch_add(1, Ordering::Relaxed)) % USERS;
            gid = uid;
        }
        let sandbox = Self { root: root.into(), uid, gid, is_root, read_only };
        for folder in [sandbox.home(), sandbox.task(), sandbox.run(), sandbox.x_sockets()] {
            sandbox.make_folder(&folder)?;
        }
        fs::write(sandbox.users(), format!("user:x:{uid}:{gid}:user:{HOME}:/bin/bash\n"))?;
        fs::write(sandbox.groups(), format!("user:x:{gid}:\n"))?;
        Ok(sandbox)
    }

    pub(crate) fn home(&self) -> PathBuf {
        self.root.join("home")
    }

    pub(crate) fn task(&self) -> PathBuf {
        self.root.join("task")
    }

    pub(crate) fn run(&self) -> PathBuf {
        self.root.join("run")
    }

    pub(crate) fn x_socket(&self) -> PathBuf {
        self.x_sockets().join("X0")
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
        self.hand_over(&path)
    }

    /// A command inside the sandbox, in a process group of its own. Where it is started it first writes a JSON object to
    /// stderr that tells the number of the sandbox's first process; what follows is the command's.
    pub(crate) fn command<S: AsRef<str>>(&self, view: View<'_>, mark: &Mark, argv: &[S]) -> Command {
        // The kernel sends bubblewrap's death signal when the thread that started it ends, which may be long before this
        // process does. So a shell stands between; descriptor 5 is for bubblewrap's own report.
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "\"$@\" 5>&2; exit \"$?\"", "desk", "bwrap"]);
        command.args(self.arguments(view, mark)).args(argv.iter().map(AsRef::as_ref));
        command.process_group(0).env(Mark::VARIABLE, mark.value());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn arguments(&self, view: View<'_>, mark: &Mark) -> Vec<OsString> {
        let mut line = Line::default();
        // An ordinary user needs a user namespace for the others. Root can do without, and the runner is then known by its
        // own number inside, as the buses want it.
        let spaces = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"];
        line.add(if self.is_root { &spaces } else { &["--unshare-all"] });
        line.add(&["--die-with-parent", "--new-session", "--info-fd", "5", "--hostname", "desk"]);
        line.add(&["--ro-bind", "/usr", "/usr", "--ro-bind", "/etc", "/etc"]);
        // Tasks and their solutions are in our own binary.
        if let Ok(own) = std::env::current_exe().and_then(fs::canonicalize)
            && own.starts_with("/usr")
        {
            line.bind("--ro-bind", Path::new("/dev/null"), own);
        }
        line.bind("--ro-bind", &self.users(), "/etc/passwd").bind("--ro-bind", &self.groups(), "/etc/group");
        for path in SYSTEM.map(Path::new) {
            match fs::read_link(path) {
                Ok(target) => line.bind("--symlink", &target, path),
                Err(_) => line.bind("--ro-bind-try", path, path),
            };
        }
        line.add(&["--proc", "/proc", "--dev", "/dev"]);
        for path in ["/tmp", "/dev/shm"] {
            line.add(&["--size", &TMP_BYTES.to_string(), "--perms", "1777", "--tmpfs", path]);
        }
        for path in SYSTEM_DATA {
            line.place("--ro-bind-try", Path::new(path), path);
        }
        let is_agents = matches!(view, View::Desk | View::Shell);
        let how = if is_agents { "--bind" } else { "--ro-bind" };
        match view {
            View::Probe(copy) => line.place("--bind", copy, HOME),
            _ => line.place(how, &self.home(), HOME),
        };
        line.place(how, &self.task(), TASK);
        if let View::Copier(copy) = view {
            line.place("--bind", copy, COPY);
        }
        if is_agents {
            line.place("--bind", &self.x_sockets(), X_SOCKETS);
        }
        if view == View::Desk {
            line.place("--bind", &self.run(), self.run());
        }
        if view != View::Shell {
            for path in &self.read_only {
                line.place("--ro-bind", path, path);
            }
        }
        line.add(&["--remount-ro", "/"]);
        let is_examiners = matches!(view, View::Examiner | View::Copier(_));
        line.add(&["--chdir", if is_examiners { "/tmp" } else { HOME }, "--clearenv"]);
        for (name, value) in self.environment(view, mark) {
            line.add(&["--setenv", name, &value]);
        }
        if self.is_root {
            line.add(&["setpriv", "--reuid", &self.uid.to_string(), "--regid", &self.gid.to_string(), "--clear-groups"]);
            line.add(&["--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"]);
        }
        line.add(&["prlimit"]).add(&LIMITS);
        if view != View::Desk {
            line.add(&COMMAND_LIMITS);
        }
        line.add(&["--"]);
        line.0
    }

    fn environment(&self, view: View<'_>, mark: &Mark) -> Vec<(&'static str, String)> {
        let mut variables = vec![
            ("HOME", HOME.to_owned()),
            ("USER", "user".to_owned()),
            ("LOGNAME", "user".to_owned()),
            ("PATH", "/usr/bin:/bin".to_owned()),
            ("LANG", "C.UTF-8".to_owned()),
            ("TZ", "UTC".to_owned()),
            (Mark::VARIABLE, mark.value().to_owned()),
        ];
        if matches!(view, View::Desk | View::Shell) {
            variables.push(("DISPLAY", DISPLAY.to_owned()));
        }
        if view == View::Desk {
            variables.extend([
                ("XDG_RUNTIME_DIR", self.run().display().to_string()),
                ("XDG_SESSION_TYPE", "x11".to_owned()),
                ("DBUS_SESSION_BUS_ADDRESS", format!("unix:path={}", self.run().join("bus").display())),
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

    fn x_sockets(&self) -> PathBuf {
        self.root.join("x11")
    }

    fn users(&self) -> PathBuf {
        self.root.join("passwd")
    }

    fn groups(&self) -> PathBuf {
        self.root.join("group")
    }
}

/// Arguments of bubblewrap, as they grow.
#[derive(Default)]
struct Line(Vec<OsString>);

impl Line {
    fn add(&mut self, words: &[&str]) -> &mut Self {
        self.0.extend(words.iter().map(OsString::from));
        self
    }

    fn bind(&mut self, how: &str, from: &Path, to: impl AsRef<Path>) -> &mut Self {
        self.0.extend([how.into(), from.into(), to.as_ref().into()]);
        self
    }

    /// Binds at a path whose parents may not be there yet. Made by bubblewrap itself they would be closed to others.
    fn place(&mut self, how: &str, from: &Path, to: impl AsRef<Path>) -> &mut Self {
        let to = to.as_ref();
        let mut parents: Vec<&Path> = to.ancestors().skip(1).filter(|path| path.parent().is_some()).collect();
        parents.reverse();
        for parent in parents.into_iter().filter(|path| *path != Path::new("/tmp")) {
            self.add(&["--perms", "0755", "--dir"]);
            self.0.push(parent.into());
        }
        self.bind(how, from, to)
    }
}
