//! One trial's sandbox: a store of files, a user of its own, and commands that run over it, each with a view of its own.

use crate::arguments::Arguments;
use crate::confined::{Confined, Pipes};
use crate::files::TrialFolder;
use crate::outcome::Outcome;
use crate::store::{Loopback, Store};
use crate::system_calls;
use agon_reap::{Keeper, Tag};
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Component, Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// When the files of a task were last changed, and what programs that ask for a date to write are told: 1 January 2026, 09:00 UTC, as in
/// web pages. The kernel's clock and the times of files that are written during a trial remain the machine's.
pub const CLOCK_SECS: u64 = 1_767_258_000;

/// The part of the store with the lists of users and groups that processes see.
const SYSTEM: &str = "system";
const SYSTEM_BYTES: u64 = 1 << 20;
const USERS_FILE: &str = "passwd";
const GROUPS_FILE: &str = "group";

/// When we are root, each sandbox has a user of its own, from a range that no system gives out.
const FIRST_USER: u32 = 60_600;
const USERS: u32 = 500;
static NEXT_USER: AtomicU32 = AtomicU32::new(0);

/// A trial's private folder, and who may use it. Its parts are named by whoever makes it.
#[derive(Debug)]
pub struct Sandbox {
    store: Store,
    /// On the machine's disk, for the arguments of commands.
    root: PathBuf,
    commands: AtomicU32,
    user: User,
    keeper: Keeper,
}

/// Who the processes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct User {
    pub uid: u32,
    pub gid: u32,
    /// Whether we are root, and they are not.
    pub is_lent: bool,
}

/// A command that is waited for.
#[derive(Clone, Copy, Debug)]
pub struct Command<'a> {
    pub argv: &'a [&'a str],
    pub stdin: &'a [u8],
    /// It is ended after this.
    pub timeout: Duration,
    /// Of either stream no more than this is kept.
    pub most_bytes: usize,
}

/// A command with what it sees and what it may have.
pub struct Job<'a> {
    pub view: Arguments,
    /// Options of `prlimit`.
    pub limits: &'a [&'a str],
    pub command: Command<'a>,
}

impl Sandbox {
    /// Lays out an empty folder of the machine, with parts of these names and sizes in bytes. `home` is where the user's HOME will be
    /// seen.
    pub async fn new(root: &Path, parts: &[(&str, u64)], home: &str, keeper: &Keeper) -> io::Result<Self> {
        Self::with_loopback(root, parts, home, Loopback::None, keeper).await
    }

    /// The same with a loopback that views may share ([`Arguments::share_loopback`]).
    pub async fn with_loopback(
        root: &Path,
        parts: &[(&str, u64)],
        home: &str,
        loopback: Loopback,
        keeper: &Keeper,
    ) -> io::Result<Self> {
        let parts = [parts, &[(SYSTEM, SYSTEM_BYTES)]].concat();
        let store = Store::new(root, &parts, loopback, keeper).await?;
        let user = User::new();
        let sandbox = Self { store, root: root.into(), commands: AtomicU32::new(0), user, keeper: keeper.clone() };
        let system = sandbox.outside(SYSTEM);
        let (users, groups) = user.files(home);
        fs::write(system.join(USERS_FILE), users)?;
        fs::write(system.join(GROUPS_FILE), groups)?;
        for (number, filter) in system_calls::filters()?.iter().enumerate() {
            fs::write(root.join(format!("filter-{number}")), filter)?;
        }
        Ok(sandbox)
    }

    /// A listener of this process on a port of the loopback that views share.
    pub async fn listen(&self, port: u16) -> io::Result<std::net::TcpListener> {
        crate::loopback::listen(self.store.entrance_to_network(), port).await
    }

    /// A place in the store as arguments of a view name it.
    pub fn within(&self, place: &str) -> PathBuf {
        self.store.within(place)
    }

    /// The same place as this process sees it. What is in it may be an agent's: read it by [`Sandbox::read`].
    pub fn outside(&self, place: &str) -> PathBuf {
        self.store.outside(place)
    }

    /// A place as a folder whose files are read without following links and without waiting.
    pub fn read(&self, place: &str) -> io::Result<TrialFolder> {
        TrialFolder::open(&self.outside(place))
    }

    /// Makes a folder that is the processes' own.
    pub fn make_folder(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir(folder)?;
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
        self.hand_over(folder)
    }

    /// Writes a file that is the processes' own below a folder, before any of them runs; `changed` is when it was last changed.
    pub fn write(&self, folder: &Path, file: &Path, content: &[u8], changed: SystemTime) -> io::Result<()> {
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
        File::options().write(true).open(&path)?.set_modified(changed)?;
        self.hand_over(&path)
    }

    /// Writes a file of the task's, last changed at [`CLOCK_SECS`].
    pub fn lay_down(&self, folder: &Path, file: &Path, content: &[u8]) -> io::Result<()> {
        self.write(folder, file, content, UNIX_EPOCH + Duration::from_secs(CLOCK_SECS))
    }

    /// Who the processes are.
    pub fn user(&self) -> User {
        self.user
    }

    /// Makes the processes' user own a path.
    pub fn hand_over(&self, path: &Path) -> io::Result<()> {
        if self.user.is_lent { chown(path, Some(self.user.uid), Some(self.user.gid)) } else { Ok(()) }
    }

    /// A number that no other call of this sandbox gets.
    pub fn next_number(&self) -> u32 {
        self.commands.fetch_add(1, Ordering::Relaxed)
    }

    /// What every view begins with: namespaces of its own without a network, and the system, which can only be read.
    pub fn base_view(&self, hostname: &str) -> Arguments {
        self.view_over(None, hostname)
    }

    /// The same with a place in the store for everything that is not the system: what processes write anywhere stays there.
    pub fn base_view_over(&self, place: &str, hostname: &str) -> Arguments {
        self.view_over(Some(place), hostname)
    }

    fn view_over(&self, root: Option<&str>, hostname: &str) -> Arguments {
        let mut line = Arguments::default();
        // An ordinary user needs a user namespace for the others. Root can do without, and the runner is then known by its
        // own number inside, as the buses of a desktop want it.
        let spaces = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"];
        line.add(if self.user.is_lent { &spaces } else { &["--unshare-all"] });
        line.add(&["--die-with-parent", "--new-session", "--info-fd", "5", "--hostname", hostname]);
        if let Some(place) = root {
            line.bind("--bind", &self.within(place), "/");
        }
        line.system();
        // Tasks and their solutions are in our own binary.
        if let Ok(own) = std::env::current_exe().and_then(fs::canonicalize)
            && own.starts_with("/usr")
        {
            line.bind("--ro-bind", Path::new("/dev/null"), own);
        }
        let system = self.within(SYSTEM);
        line.bind("--ro-bind", &system.join(USERS_FILE), "/etc/passwd").bind(
            "--ro-bind",
            &system.join(GROUPS_FILE),
            "/etc/group",
        );
        line.add(&["--proc", "/proc", "--dev", "/dev"]);
        line
    }

    /// Starts a command in a process group of its own. The variables of its view are all it has.
    pub async fn start(&self, view: Arguments, limits: &[&str], argv: &[&str], tag: Tag) -> io::Result<(Confined, Pipes)> {
        // Bubblewrap is the first process inside, where anybody may read its command line: paths of the machine go by a file.
        let arguments = self.root.join(format!("arguments-{}", self.next_number()));
        let has_filters = view.has_filters;
        let entrance = if view.shares_loopback { self.store.entrance_with_network() } else { self.store.entrance() };
        fs::write(&arguments, view.into_bytes())?;
        // The kernel sends bubblewrap's death signal when the thread that started it ends, which may be long before this
        // process does. So a shell stands between; descriptor 5 is for bubblewrap's own report.
        let mut command = tokio::process::Command::new("/bin/sh");
        let opened = if has_filters { "exec 7<\"$1/filter-0\" 8<\"$1/filter-1\"; " } else { "" };
        let script = format!("{opened}exec 6<\"$2\"; rm -f \"$2\"; shift 2; \"$@\" 5>&2; exit \"$?\"");
        command.args(["-c", &script, "sandbox"]).args([&self.root, &arguments]);
        command.args(entrance).args(["bwrap", "--args", "6", "--"]);
        command.args(self.user.first_words()).arg("prlimit").args(limits).arg("--").args(argv);
        // Our own variables may hold keys, and the first process's can be read inside.
        command.process_group(0).env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").env(Tag::VARIABLE, tag.value());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Confined::start(command, &self.keeper, tag).await
    }

    /// Runs a command and waits for it and all that it started. `watch` is told the sandbox's first process; what it returns is kept
    /// until the end.
    pub async fn exec<W>(&self, job: Job<'_>, tag: Tag, watch: impl FnOnce(u32) -> W) -> io::Result<Outcome> {
        let Command { argv, stdin, timeout, most_bytes } = job.command;
        let (confined, pipes) = self.start(job.view, job.limits, argv, tag).await?;
        let _watched = watch(confined.first);
        Outcome::of(confined, pipes, stdin, timeout, most_bytes).await
    }

    /// Ends the process that holds the folder's file systems, which last no longer than this value from then on.
    pub async fn close(&self) {
        self.store.close().await;
    }
}

impl User {
    fn new() -> Self {
        let (uid, gid) = (rustix::process::getuid().as_raw(), rustix::process::getgid().as_raw());
        match uid {
            0 => {
                let lent = FIRST_USER + std::process::id().wrapping_add(NEXT_USER.fetch_add(1, Ordering::Relaxed)) % USERS;
                Self { uid: lent, gid: lent, is_lent: true }
            }
            _ => Self { uid, gid, is_lent: false },
        }
    }

    /// The lists of users and groups that processes see.
    pub fn files(self, home: &str) -> (String, String) {
        let Self { uid, gid, .. } = self;
        (format!("user:x:{uid}:{gid}:user:{home}:/bin/bash\n"), format!("user:x:{gid}:\n"))
    }

    /// What runs inside before everything else: it gives up rights.
    fn first_words(self) -> Vec<String> {
        if !self.is_lent {
            return Vec::new();
        }
        let (uid, gid) = (self.uid.to_string(), self.gid.to_string());
        let mut words = ["setpriv", "--reuid", &uid, "--regid", &gid, "--clear-groups"].map(str::to_owned).to_vec();
        words.extend(["--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"].map(str::to_owned));
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: [&str; 1] = ["--nproc=64"];

    fn view(sandbox: &Sandbox) -> Arguments {
        let mut view = sandbox.base_view("test");
        view.memory("/tmp", 1 << 20, "1777").place("--bind", &sandbox.within("files/home"), "/home/user");
        view.remount_read_only("/").add(&["--chdir", "/home/user"]).only_variables([("PATH", "/usr/bin:/bin")]);
        view
    }

    fn job<'a>(sandbox: &Sandbox, argv: &'a [&'a str], stdin: &'a [u8]) -> Job<'a> {
        let command = Command { argv, stdin, timeout: Duration::from_secs(60), most_bytes: 1000 };
        Job { view: view(sandbox), limits: &LIMITS, command }
    }

    #[tokio::test]
    async fn commands_share_the_files_and_nothing_else() {
        let (state, temporary) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let keeper = Keeper::open(state.path(), temporary.path()).unwrap();
        let folder = keeper.folder().unwrap();
        let sandbox = Sandbox::new(folder.path(), &[("files", 1 << 20)], "/home/user", &keeper).await.unwrap();
        let home = sandbox.outside("files/home");
        sandbox.make_folder(&home).unwrap();
        sandbox.write(&home, Path::new("in/given.txt"), b"given", UNIX_EPOCH).unwrap();
        assert!(sandbox.write(&home, Path::new("../out.txt"), b"", UNIX_EPOCH).is_err());

        let mut watched = None;
        let copy = job(&sandbox, &["sh", "-c", "cat in/given.txt - > made.txt; id -un; ls /root || echo none; exit 3"], b" more");
        let outcome = sandbox.exec(copy, keeper.tag(), |first| watched = Some(first)).await.unwrap();
        assert_eq!((outcome.exit, outcome.stdout_text().as_ref()), (Some(3), "user\nnone\n"));
        assert!(watched.is_some());
        let made = sandbox.read("files/home").unwrap().read("made.txt", 100).unwrap();
        assert_eq!(made.bytes, b"given more");
        sandbox.close().await;
        drop(sandbox);
        assert!(!home.exists(), "the files went with it");
    }
}
