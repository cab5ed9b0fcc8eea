//! What the commands of a trial see: bubblewrap sandboxes over one private folder, or for the agent's own a container.
//!
//! The agent's commands have the whole workspace, of which `input/` and `software/` can only be read. A probe has the files that were
//! handed in, as a copy of its own in a fresh workspace: with the files that are given to it, or, for a verifier, with the reference.
//! None has a network (but for the loopback with the proxy, where a task opens hosts to the agent), and none sees more of the machine than
//! its programs. In a workspace with a screen the agent's commands have one view together (`session.rs`), with the screen's display and
//! buses; otherwise none has either.

use crate::network;
use crate::session;
use crate::world::Bounds;
use agon_container::{Access, Container, ContainerSettings, Engine, Mount, Part, RunAs, make_part};
use agon_core::BoxFuture;
use agon_reap::{Keeper, Tag};
use agon_sandbox::{
    Arguments, Command, Confined, Job, Loopback, MemoryWatch, Outcome, Pipes, Runner, Sandbox, Spared, TMP_BYTES, TrialFolder,
    Watched, user_variables,
};
use agon_screen::Folders;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;

/// The workspace as its processes see it.
pub(crate) const HOME: &str = "/home/user";
const INPUT: &str = "input";
const SOFTWARE: &str = "software";
pub(crate) const OUTPUT: &str = "output";
/// Folders of the workspace that are mounted into it.
const FOLDERS: [&str; 3] = [INPUT, SOFTWARE, OUTPUT];

/// Parts of the store: the workspace, what nobody but probes sees, and the copies that probes work on.
const FILES: &str = "files";
const HIDDEN: &str = "hidden";
const COPIES: &str = "copies";
const HIDDEN_BYTES: u64 = 1 << 30;
/// Where commands of a session and their pipes lie.
const COMMANDS: &str = "commands";
const COMMANDS_BYTES: u64 = 16 << 20;
/// The command of a container and its pipes.
const CONTAINER: &str = "container";

/// Which processes a sandbox is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View<'a> {
    /// The task's own preparation, which may write everywhere.
    Start,
    Agent,
    /// All of the agent's commands and programs together, with the screen.
    Session,
    /// One of the task's functions: it reads the workspace and changes nothing.
    Service,
    /// A probe, with the copy of this name for `output/`.
    Probe(&'a str),
    /// The same with the reference.
    Verifier(&'a str),
}

/// What only probes see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hidden {
    /// For verifiers.
    Reference,
    /// For other probes: inputs that programs which were handed in are tried on.
    Given,
}

/// What a workspace is made for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub(crate) bounds: Bounds,
    pub(crate) has_screen: bool,
    pub(crate) loopback: Loopback,
    /// Whether the agent's commands run in a container: then the machine's own processes see the workspace, to mount it from there.
    pub(crate) has_container: bool,
}

/// The sandbox of one workspace, with its views.
#[derive(Debug)]
pub(crate) struct WorkspaceSandbox {
    sandbox: Sandbox,
    layout: Layout,
    limits: Vec<String>,
    watch: Arc<MemoryWatch>,
    keeper: Keeper,
    /// The trial's folder on the machine, and the part of it with the workspace where a container has that.
    root: PathBuf,
    part: Option<Part>,
}

/// The agent's commands in a sandbox each.
pub(crate) struct SandboxRunner(pub(crate) Arc<WorkspaceSandbox>);

impl WorkspaceSandbox {
    /// Lays out an empty folder of the machine.
    pub(crate) async fn new(root: &Path, layout: Layout, keeper: &Keeper) -> io::Result<Self> {
        let Layout { bounds, has_screen, loopback, has_container } = layout;
        let bytes = u64::from(bounds.disk_mib) << 20;
        let mut parts = vec![(HIDDEN, HIDDEN_BYTES), (COPIES, bytes)];
        let part = if has_container { Some(make_part(&root.join(FILES), bytes)?) } else { None };
        if part.is_none() {
            parts.push((FILES, bytes));
        }
        if has_screen {
            parts.extend([Folders::PART, (COMMANDS, COMMANDS_BYTES)]);
        }
        let sandbox = Sandbox::with_loopback(root, &parts, HOME, loopback, keeper).await?;
        if has_screen {
            Folders(&sandbox).make()?;
        }
        let folders = [place(""), place(INPUT), place(SOFTWARE), place(OUTPUT), Hidden::Reference.place(), Hidden::Given.place()];
        for folder in folders {
            sandbox.make_folder(&sandbox.outside(&folder))?;
        }
        let home = sandbox.outside(&place(""));
        for folder in FOLDERS {
            sandbox.make_folder(&home.join(folder))?;
        }
        let limits = limits(bounds);
        let watch = MemoryWatch::start(u64::from(bounds.memory_mib) << 20);
        Ok(Self { sandbox, layout, limits, watch, keeper: keeper.clone(), root: root.into(), part })
    }

    /// A container for the agent's commands, over the same folders as the view of an agent.
    pub(crate) async fn container(&self, engine: &Engine, image: &str, cores: f64) -> io::Result<Container> {
        let part = self.part.as_ref().ok_or_else(|| io::Error::other("the workspace is not made for a container"))?;
        let within = |folder: &str| self.sandbox.within(&place(folder));
        let inside = |folder: &str| format!("{HOME}/{folder}");
        let Bounds { memory_mib, disk_mib, processes } = self.layout.bounds;
        let settings = ContainerSettings {
            image: image.into(),
            run_as: RunAs::Trial(self.sandbox.user()),
            home: HOME.into(),
            workdir: HOME.into(),
            variables: user_variables(HOME).into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            mounts: vec![
                Mount::new(within(""), HOME, Access::Write),
                Mount::new(within(INPUT), inside(INPUT), Access::Read),
                Mount::new(within(SOFTWARE), inside(SOFTWARE), Access::Read),
                Mount::new(within(OUTPUT), inside(OUTPUT), Access::Write),
            ],
            memory_folders: ["/tmp", "/var/tmp", "/dev/shm"].map(|folder| (folder.to_owned(), TMP_BYTES)).into(),
            memory_bytes: u64::from(memory_mib) << 20,
            processes,
            cores,
            disk_bytes: u64::from(disk_mib) << 20,
        };
        Ok(Container::create(engine, settings, &self.root.join(CONTAINER), &[part], &self.watch, &self.keeper).await?)
    }

    /// Lays a file into the workspace before anybody is there: below `input/`, `software/` or `output/`, or beside them.
    pub(crate) fn lay_down(&self, path: &Path, content: &[u8]) -> io::Result<()> {
        let folder = FOLDERS.into_iter().find_map(|folder| Some((folder, path.strip_prefix(folder).ok()?)));
        let (folder, path) = folder.unwrap_or(("", path));
        self.write(&place(folder), path, content)
    }

    /// Lays down a file that the agent never sees.
    pub(crate) fn hide(&self, kind: Hidden, path: &Path, content: &[u8]) -> io::Result<()> {
        self.write(&kind.place(), path, content)
    }

    fn write(&self, folder: &str, path: &Path, content: &[u8]) -> io::Result<()> {
        self.sandbox.lay_down(&self.sandbox.outside(folder), path, content)
    }

    /// For the screen, and what counts as its processes' memory.
    pub(crate) fn for_screen(&self) -> (&Sandbox, &Arc<MemoryWatch>) {
        (&self.sandbox, &self.watch)
    }

    /// A folder for a command of a session, which sees it by its number.
    pub(crate) fn make_command_folder(&self) -> io::Result<(u32, PathBuf)> {
        let number = self.sandbox.next_number();
        let folder = self.sandbox.outside(&format!("{COMMANDS}/{number}"));
        self.sandbox.make_folder(&folder)?;
        Ok((number, folder))
    }

    pub(crate) fn write_command(&self, folder: &Path, name: &str, command: &str) -> io::Result<()> {
        self.sandbox.lay_down(folder, Path::new(name), command.as_bytes())
    }

    pub(crate) fn hand_over(&self, path: &Path) -> io::Result<()> {
        self.sandbox.hand_over(path)
    }

    /// The workspace without what is mounted into it.
    pub(crate) fn home(&self) -> io::Result<TrialFolder> {
        self.sandbox.read(&place(""))
    }

    /// The files that are there for the agent, with their sizes.
    pub(crate) fn given_files(&self) -> io::Result<BTreeMap<String, u64>> {
        let mut all = self.home()?.all().files;
        for folder in FOLDERS {
            let files = self.sandbox.read(&place(folder))?.all().files;
            all.extend(files.into_iter().map(|(path, bytes)| (format!("{folder}/{path}"), bytes)));
        }
        Ok(all)
    }

    /// What is handed in.
    pub(crate) fn output(&self) -> io::Result<TrialFolder> {
        self.sandbox.read(&place(OUTPUT))
    }

    /// What a copy holds.
    pub(crate) fn copied(&self, copy: &str) -> io::Result<TrialFolder> {
        self.sandbox.read(copy)
    }

    /// Copies files out of `output/` into a folder for a probe, and gives its name for [`View`]. What is no regular file stays behind.
    pub(crate) fn copy_output(&self, files: &[String]) -> io::Result<String> {
        let name = format!("{COPIES}/{}", self.sandbox.next_number());
        let folder = self.sandbox.outside(&name);
        self.sandbox.make_folder(&folder)?;
        let output = self.output()?;
        for path in files {
            let Ok(mut from) = output.open_file(path) else { continue };
            let to = folder.join(path);
            self.sandbox.write(&folder, Path::new(path), b"", UNIX_EPOCH)?;
            io::copy(&mut from, &mut File::options().write(true).open(&to)?)?;
            let mode = from.metadata()?.permissions().mode() & 0o755 | 0o600;
            fs::set_permissions(&to, fs::Permissions::from_mode(mode))?;
        }
        Ok(name)
    }

    /// Makes room for the next copy.
    pub(crate) fn remove_copy(&self, name: &str) -> io::Result<()> {
        agon_reap::remove_tree(&self.sandbox.outside(name))
    }

    /// Runs a command with a view and waits for it and all that it has started.
    pub(crate) async fn exec(&self, view: View<'_>, command: Command<'_>) -> io::Result<Outcome> {
        let tag = self.keeper.tag();
        let job = Job { view: self.arguments(view, &tag), limits: &self.limits(), command };
        self.sandbox.exec(job, tag, |first| self.watch.add(first, Spared::No)).await
    }

    /// A listener of this process on a port that the agent's commands find.
    pub(crate) async fn listen(&self, port: u16) -> io::Result<std::net::TcpListener> {
        self.sandbox.listen(port).await
    }

    /// Starts processes with a view that go on until the first value is dropped.
    pub(crate) async fn start(&self, view: View<'_>, argv: &[&str]) -> io::Result<(Confined, Pipes, Watched)> {
        let tag = self.keeper.tag();
        let (confined, pipes) = self.sandbox.start(self.arguments(view, &tag), &self.limits(), argv, tag).await?;
        let watched = self.watch.add(confined.first, Spared::No);
        Ok((confined, pipes, watched))
    }

    fn limits(&self) -> Vec<&str> {
        self.limits.iter().map(String::as_str).collect()
    }

    pub(crate) async fn close(&self) {
        self.sandbox.close().await;
    }

    fn arguments(&self, view: View<'_>, tag: &Tag) -> Arguments {
        let mut line = self.sandbox.base_view("workspace");
        line.system_data();
        let home = PathBuf::from(HOME);
        let within = |place: &str| self.sandbox.within(place);
        let may_write = matches!(view, View::Start);
        match view {
            View::Start | View::Agent | View::Session => line.place("--bind", &within(&place("")), &home),
            View::Service => line.place("--ro-bind", &within(&place("")), &home),
            // A fresh one: whatever the agent has prepared beside its output, such as settings of shells and interpreters, is not there.
            View::Probe(_) | View::Verifier(_) => line.memory(&home, TMP_BYTES, "0777"),
        };
        for folder in [INPUT, SOFTWARE] {
            let how = if may_write { "--bind" } else { "--ro-bind" };
            line.bind(how, &within(&place(folder)), home.join(folder));
        }
        match view {
            View::Start | View::Agent | View::Session => line.bind("--bind", &within(&place(OUTPUT)), home.join(OUTPUT)),
            View::Service => line.bind("--ro-bind", &within(&place(OUTPUT)), home.join(OUTPUT)),
            View::Probe(copy) => line.bind("--bind", &within(copy), home.join(OUTPUT)).bind(
                "--ro-bind",
                &within(&Hidden::Given.place()),
                home.join("given"),
            ),
            View::Verifier(copy) => line.bind("--ro-bind", &within(copy), home.join(OUTPUT)).bind(
                "--ro-bind",
                &within(&Hidden::Reference.place()),
                home.join("reference"),
            ),
        };
        let screen = Folders(&self.sandbox);
        if view == View::Session {
            screen.share(&mut line);
            line.place("--ro-bind", &within(COMMANDS), session::COMMANDS);
        }
        line.remount_read_only("/").add(&["--chdir", HOME]).refuse_system_calls();
        match view {
            View::Session => screen.set_variables(&mut line, HOME, tag),
            _ => line.variables(HOME, tag, []),
        };
        if matches!(view, View::Agent | View::Session) && self.layout.loopback == Loopback::Shared {
            line.share_loopback();
            for (name, value) in network::variables() {
                line.add(&["--setenv", name, &value]);
            }
        }
        line
    }
}

impl Runner for SandboxRunner {
    fn exec<'a>(&'a self, command: Command<'a>) -> BoxFuture<'a, io::Result<Outcome>> {
        Box::pin(self.0.exec(View::Agent, command))
    }

    fn notice(&self) -> Option<String> {
        self.0.watch.told()
    }

    /// Every command has ended already, with all that it had started.
    fn close(&mut self) -> BoxFuture<'_, io::Result<()>> {
        Box::pin(async { Ok(()) })
    }
}

impl Hidden {
    fn place(self) -> String {
        match self {
            Self::Reference => format!("{HIDDEN}/reference"),
            Self::Given => format!("{HIDDEN}/given"),
        }
    }
}

/// What each process may take, as `prlimit` is told.
pub(crate) fn limits(bounds: Bounds) -> Vec<String> {
    vec![
        format!("--nproc={}", bounds.processes),
        format!("--fsize={}", u64::from(bounds.disk_mib) << 20),
        format!("--as={}", u64::from(bounds.memory_mib).saturating_mul(4) << 20),
        "--core=0".into(),
    ]
}

/// A folder of the workspace in the store; the workspace itself by an empty name. What is mounted into it lies beside it.
fn place(folder: &str) -> String {
    format!("{FILES}/{}", if folder.is_empty() { "home" } else { folder })
}
