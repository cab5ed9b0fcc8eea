//! A real container engine for tests: Podman, with storage and a socket of its own, and an image of a few of this machine's programs.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// An engine. It ends, with all its containers, when it is dropped.
pub struct Podman {
    service: Child,
    runtime: &'static str,
    folder: Storage,
}

/// Its folder. What Podman has mounted there goes with it.
struct Storage(TempDir);

/// What the image has; their libraries come with them.
const PROGRAMS: [&str; 49] = [
    "awk", "base64", "bash", "basename", "cat", "chmod", "chown", "cp", "cut", "date", "dd", "dirname", "env", "find", "grep",
    "head", "id", "ln", "ls", "mkdir", "mkfifo", "mknod", "mount", "mv", "nohup", "printf", "prlimit", "python3", "rm", "rmdir",
    "sed", "seq", "setpriv", "setsid", "sh", "sleep", "sort", "stat", "tail", "tee", "timeout", "touch", "tr", "true",
    "truncate", "umount", "unshare", "wc", "yes",
];
/// Runtimes that are tried, the first one's choice being Podman's own.
const RUNTIMES: [&str; 2] = ["", "runc"];
const STARTING: Duration = Duration::from_secs(60);

impl Podman {
    /// The name of its image.
    pub const IMAGE: &'static str = "localhost/agon-test:1";

    /// Starts one; `None`, with a line that says why, where that cannot be done.
    pub fn start() -> Option<Self> {
        // The one thing that a skipped test has to say.
        Self::try_start().inspect_err(|why| drop(writeln!(std::io::stderr(), "skipped: {why}"))).ok()
    }

    fn try_start() -> Result<Self, String> {
        if !rustix::process::getuid().is_root() {
            return Err("the tests of containers are made for root".into());
        }
        let version = Command::new("podman").arg("--version").output();
        version.map_err(|error| format!("podman is not there ({error})"))?;
        let folder = Storage(TempDir::new().map_err(|error| error.to_string())?);
        let image = write_image(folder.0.path())?;
        let import = |runtime| said(podman(folder.0.path(), runtime).arg("import").arg(&image).arg(Self::IMAGE));
        let limits = ["--ulimit=nofile=1024:1024", "--ulimit=nproc=1024:1024", "--network=none", "--rm", Self::IMAGE, "true"];
        let run = |runtime| said(podman(folder.0.path(), runtime).arg("run").args(limits));
        let mut problem = String::new();
        for runtime in RUNTIMES {
            match import(runtime).and_then(|_| run(runtime)) {
                Ok(_) => return Self { runtime, service: service(folder.0.path(), runtime)?, folder }.wait(),
                Err(why) => problem = why,
            }
        }
        Err(format!("podman cannot run a container here: {problem}"))
    }

    /// Where it listens.
    pub fn socket(&self) -> PathBuf {
        self.folder.0.path().join(SOCKET)
    }

    /// The names of all its containers, ended ones included.
    pub fn containers(&self) -> Vec<String> {
        let listed = said(podman(self.folder.0.path(), self.runtime).args(["ps", "--all", "--format", "{{.Names}}"]));
        listed.unwrap_or_else(|problem| problem).lines().map(str::to_owned).collect()
    }

    /// Ends the service, as a crash would; containers go on without it.
    pub fn stop_service(&mut self) {
        let _ = self.service.kill();
        let _ = self.service.wait();
    }

    /// Starts the service again.
    pub fn start_service(&mut self) {
        self.stop_service();
        if let Ok(service) = service(self.folder.0.path(), self.runtime) {
            self.service = service;
            self.wait_for_socket();
        }
    }

    fn wait(self) -> Result<Self, String> {
        if self.wait_for_socket() { Ok(self) } else { Err("podman's service does not answer".into()) }
    }

    fn wait_for_socket(&self) -> bool {
        let deadline = Instant::now() + STARTING;
        while UnixStream::connect(self.socket()).is_err() {
            if Instant::now() >= deadline {
                return false;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        true
    }
}

impl Drop for Podman {
    fn drop(&mut self) {
        self.stop_service();
        let _ = podman(self.folder.0.path(), self.runtime).args(["rm", "--all", "--force", "--time=0"]).output();
    }
}

impl Drop for Storage {
    fn drop(&mut self) {
        let storage = self.0.path().join(STORAGE).join("overlay");
        let _ = Command::new("umount").arg("--lazy").arg(storage).stderr(Stdio::null()).status();
    }
}

const SOCKET: &str = "podman.sock";
const STORAGE: &str = "storage";

fn podman(folder: &Path, runtime: &str) -> Command {
    let mut command = Command::new("podman");
    command.arg("--root").arg(folder.join(STORAGE)).arg("--runroot").arg(folder.join("run"));
    command.args(["--cgroup-manager=cgroupfs", "--events-backend=file"]);
    if !runtime.is_empty() {
        command.args(["--runtime", runtime]);
    }
    command.stdin(Stdio::null());
    command
}

fn service(folder: &Path, runtime: &str) -> Result<Child, String> {
    let socket = format!("unix://{}", folder.join(SOCKET).display());
    let mut service = podman(folder, runtime);
    service.args(["system", "service", "--time=0", &socket]).stdout(Stdio::null()).stderr(Stdio::null());
    service.spawn().map_err(|error| error.to_string())
}

/// What a command prints; `Err` where it fails.
fn said(command: &mut Command) -> Result<String, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{program}: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(format!("{program}: {}", text(&output.stderr))) }
}

/// An archive of a root folder.
fn write_image(folder: &Path) -> Result<PathBuf, String> {
    let base = folder.join("base");
    let made = |made: std::io::Result<()>| made.map_err(|error| error.to_string());
    for place in ["etc", "home", "root", "srv", "tmp", "var/tmp", "proc", "sys", "dev", "run", "usr/bin", "usr/sbin"] {
        made(fs::create_dir_all(base.join(place)))?;
    }
    // A file system that is mounted there gets the rights of the image's folder.
    for place in ["tmp", "var/tmp"] {
        made(fs::set_permissions(base.join(place), fs::Permissions::from_mode(0o1777)))?;
    }
    for name in ["bin", "sbin", "lib", "lib64"] {
        made(symlink(format!("usr/{name}"), base.join(name)))?;
    }
    let mut files: BTreeSet<String> = BTreeSet::new();
    for program in PROGRAMS.iter().map(|program| format!("/usr/bin/{program}")).filter(|path| Path::new(path).exists()) {
        let libraries = said(Command::new("ldd").arg(&program))?;
        files.extend(libraries.split_whitespace().filter(|word| word.starts_with('/')).map(in_usr));
        files.insert(in_usr(&program));
    }
    // Python's own modules, of the version that `python3` is.
    let modules = said(Command::new("/usr/bin/python3").args(["-c", "import os; print(os.path.dirname(os.__file__))"]))?;
    files.insert(in_usr(&modules));
    let image = folder.join("image.tar");
    said(Command::new("tar").args(["--dereference", "-C", "/", "-cf"]).arg(&image).args(&files))?;
    said(Command::new("tar").arg("-rf").arg(&image).arg("-C").arg(&base).arg("."))?;
    Ok(image)
}

/// A path below /usr, where everything lies, without its first slash.
fn in_usr(path: &str) -> String {
    let path = path.trim_start_matches('/');
    if path.starts_with("usr/") { path.to_owned() } else { format!("usr/{path}") }
}
