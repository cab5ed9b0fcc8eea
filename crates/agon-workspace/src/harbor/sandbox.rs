//! What the processes of a Harbor task see: a root folder of the trial's own, with the machine's programs mounted into it.
//!
//! Preparation, agent and tests work on the same root, one after the other: what was written anywhere but in the system is still there
//! for the next. Before each command, names that belong to the system are cleared of what the last one may have put there, and before
//! the tests come, `/tests`, `/logs` and the settings of test runners in the root are, too.

use super::folder::TaskFile;
use super::recipe::{CONTEXT, IMAGE_PROGRAMS, programs};
use crate::network;
use crate::world::Bounds;
use agon_core::BoxFuture;
use agon_reap::{Keeper, Tag};
use agon_sandbox::{Arguments, Command, Job, Loopback, MemoryWatch, Outcome, Runner, Sandbox, Spared, TMP_BYTES, TrialFolder};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

pub(super) const HOME: &str = "/root";
const HOST: &str = "workspace";
/// Parts of the store, and places in them.
const FILES: &str = "files";
const ROOT: &str = "files/root";
const HIDDEN: &str = "hidden";
const CONTEXT_FILES: &str = "hidden/context";
const TESTS: &str = "hidden/tests";
const TOOLS: &str = "hidden/tools";
const LOGS: &str = "logs";
const VERIFIER_LOGS: &str = "logs/verifier";
pub(super) const HIDDEN_BYTES: u64 = 1 << 30;
pub(super) const LOGS_BYTES: u64 = 64 << 20;
/// Where tests find their own `python3`.
pub(super) const TOOLS_SEEN: &str = "/run/tools";

/// What is mounted into the root for every command, and what bubblewrap links or mounts as the machine has it.
const MOUNTED: [&str; 5] = ["usr", "etc", "proc", "dev", "run"];
const LINKED: [&str; 5] = ["bin", "sbin", "lib", "lib32", "lib64"];
/// What is there for the tests only.
const TESTS_OWN: [&str; 3] = ["tests", "logs", "solution"];
/// Where test runners look for settings on their way from `/tests` to the root.
const RUNNERS_OWN: [&str; 8] =
    ["pytest.ini", ".pytest.ini", "pytest.toml", "pyproject.toml", "tox.ini", "setup.cfg", "setup.py", "conftest.py"];

/// Modules of the folder that commands start in come last, so that none of them stands in for one of Python's own.
pub(super) const PYTHON: &str = r#"#!/bin/sh
last='import sys; sys.path[:1] = sys.path[:1] if sys.path[0] else []; import os; sys.path.append(os.getcwd())'
case "$1" in
  -c) shift; exec /usr/bin/python3 -c "$last; exec(compile(sys.argv.pop(1), '<string>', 'exec'))" "$@";;
  -m) shift; exec /usr/bin/python3 -c "$last; import runpy; del sys.argv[0]; runpy.run_module(sys.argv[0], run_name='__main__', alter_sys=True)" "$@";;
esac
exec /usr/bin/python3 "$@"
"#;

/// Which processes a sandbox is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum View {
    Preparation,
    Agent,
    Tests,
}

/// Commands of one view, in a sandbox each.
pub(super) struct HarborRunner {
    pub(super) sandbox: Arc<HarborSandbox>,
    pub(super) view: View,
    pub(super) variables: BTreeMap<String, String>,
}

/// The sandbox of one trial.
#[derive(Debug)]
pub(super) struct HarborSandbox {
    sandbox: Sandbox,
    limits: Vec<String>,
    watch: Arc<MemoryWatch>,
    keeper: Keeper,
    workdir: String,
    has_python: bool,
    loopback: Loopback,
}

impl HarborSandbox {
    pub(super) async fn new(
        folder: &Path,
        bounds: Bounds,
        (workdir, has_python): (&str, bool),
        loopback: Loopback,
        keeper: &Keeper,
    ) -> io::Result<Self> {
        let bytes = u64::from(bounds.disk_mib) << 20;
        let parts = [(FILES, bytes), (HIDDEN, HIDDEN_BYTES), (LOGS, LOGS_BYTES)];
        let sandbox = Sandbox::with_loopback(folder, &parts, HOME, loopback, keeper).await?;
        for place in [ROOT, CONTEXT_FILES, TESTS, TOOLS, VERIFIER_LOGS] {
            sandbox.make_folder(&sandbox.outside(place))?;
        }
        let root = sandbox.outside(ROOT);
        for name in ["root", "home", "opt", "srv", "mnt", "var", "tmp", "var/tmp", "var/log"] {
            let place = root.join(name);
            sandbox.make_folder(&place)?;
            let mode = if name.ends_with("tmp") { 0o1777 } else { 0o755 };
            fs::set_permissions(&place, fs::Permissions::from_mode(mode))?;
        }
        open_up(&root)?;
        let limits = crate::sandbox::limits(bounds);
        let watch = MemoryWatch::start(u64::from(bounds.memory_mib) << 20);
        let made = Self { sandbox, limits, watch, keeper: keeper.clone(), workdir: workdir.to_owned(), has_python, loopback };
        for name in ["python3", "python"] {
            made.lay_down(TOOLS, name, &TaskFile { bytes: PYTHON.into(), is_executable: true })?;
        }
        Ok(made)
    }

    /// Lays down a file that preparation copies from.
    pub(super) fn give(&self, path: &str, file: &TaskFile) -> io::Result<()> {
        self.lay_down(CONTEXT_FILES, path, file)
    }

    /// Lays down a file that only tests see.
    pub(super) fn hide(&self, path: &str, file: &TaskFile) -> io::Result<()> {
        self.lay_down(TESTS, path, file)
    }

    fn lay_down(&self, place: &str, path: &str, file: &TaskFile) -> io::Result<()> {
        lay_down(&self.sandbox, place, path, file)
    }

    /// What the agent left, below the root.
    pub(super) fn root(&self) -> io::Result<TrialFolder> {
        self.sandbox.read(ROOT)
    }

    /// What the tests left in `/logs/verifier`.
    pub(super) fn logs(&self) -> io::Result<TrialFolder> {
        self.sandbox.read(VERIFIER_LOGS)
    }

    /// Runs a command and waits for it and all that it has started.
    pub(super) async fn exec(
        &self,
        view: View,
        variables: &BTreeMap<String, String>,
        command: Command<'_>,
    ) -> io::Result<Outcome> {
        self.clear(view).await?;
        let tag = self.keeper.tag();
        let limits: Vec<&str> = self.limits.iter().map(String::as_str).collect();
        let job = Job { view: self.arguments(view, variables, &tag), limits: &limits, command };
        self.sandbox.exec(job, tag, |first| self.watch.add(first, Spared::No)).await
    }

    /// A listener of this process on a port that the agent's commands find.
    pub(super) async fn listen(&self, port: u16) -> io::Result<std::net::TcpListener> {
        self.sandbox.listen(port).await
    }

    pub(super) async fn close(&self) {
        self.sandbox.close().await;
    }

    /// Takes away what the last command put where the system goes. Nothing of the trial runs now, so nothing changes in between.
    async fn clear(&self, view: View) -> io::Result<()> {
        let (root, workdir) = (self.sandbox.outside(ROOT), self.workdir.clone());
        let aside = self.sandbox.outside(&format!("{FILES}/aside-{}", self.sandbox.next_number()));
        tokio::task::spawn_blocking(move || {
            open_up(&root)?;
            let is_folder = |name: &&&str| fs::symlink_metadata(root.join(name)).is_ok_and(|data| data.is_dir());
            // What lies in a folder that is mounted over is seen by nobody.
            let others = MOUNTED.iter().filter(|name| !is_folder(name));
            others.chain(&LINKED).try_for_each(|name| take_away(&root.join(name), &aside))?;
            if view != View::Tests {
                return Ok(());
            }
            TESTS_OWN.iter().chain(&RUNNERS_OWN).try_for_each(|name| take_away(&root.join(name), &aside))?;
            open_up_below(&root, &workdir)
        })
        .await?
    }

    fn arguments(&self, view: View, variables: &BTreeMap<String, String>, tag: &Tag) -> Arguments {
        let within = |place: &str| self.sandbox.within(place);
        let mut line = self.sandbox.base_view_over(ROOT, HOST);
        for path in ["/run", "/dev/shm"] {
            line.memory(path, TMP_BYTES, "1777");
        }
        if self.has_python && !Path::new("/usr/bin/python").exists() {
            line.place("--symlink", Path::new("/usr/bin/python3"), format!("{IMAGE_PROGRAMS}/python"));
        }
        let mut path = programs();
        let mut all = variables.clone();
        match view {
            View::Preparation => {
                line.place("--ro-bind", &within(CONTEXT_FILES), CONTEXT);
            }
            View::Agent if self.loopback == Loopback::Shared => {
                line.share_loopback();
                all.extend(network::variables().into_iter().map(|(name, value)| (name.to_owned(), value)));
            }
            View::Agent => {}
            View::Tests => {
                line.place("--ro-bind", &within(TESTS), "/tests").place("--ro-bind", &within(TOOLS), TOOLS_SEEN);
                line.place("--bind", &within(VERIFIER_LOGS), "/logs/verifier");
                // Programs are the system's: none that the agent has put into a folder of the task's path.
                all.remove("PATH");
                path = format!("{TOOLS_SEEN}:{path}");
                all.insert("PYTHONNOUSERSITE".into(), "1".into());
            }
        }
        line.refuse_system_calls();
        let given = [("HOME", HOME), ("USER", "user"), ("LANG", "C.UTF-8"), ("TZ", "UTC"), ("PATH", &path)];
        let given = given.into_iter().filter(|(name, _)| !all.contains_key(*name));
        let own = all.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        line.only_variables(given.chain(own).chain([(Tag::VARIABLE, tag.value())]));
        line
    }
}

impl Runner for HarborRunner {
    fn exec<'a>(&'a self, command: Command<'a>) -> BoxFuture<'a, io::Result<Outcome>> {
        Box::pin(self.sandbox.exec(self.view, &self.variables, command))
    }

    fn notice(&self) -> Option<String> {
        self.sandbox.watch.told()
    }

    /// Every command has ended already, with all that it had started.
    fn close(&mut self) -> BoxFuture<'_, io::Result<()>> {
        Box::pin(async { Ok(()) })
    }
}

/// Lays a file of the task's into a place of the store.
pub(super) fn lay_down(sandbox: &Sandbox, place: &str, path: &str, file: &TaskFile) -> io::Result<()> {
    let folder = sandbox.outside(place);
    sandbox.lay_down(&folder, Path::new(path), &file.bytes)?;
    let mode = if file.is_executable { 0o755 } else { 0o644 };
    fs::set_permissions(folder.join(path), fs::Permissions::from_mode(mode))
}

/// Opens the folders on the way to the working folder: their owner may have closed them, even to itself.
pub(super) fn open_up_below(root: &Path, workdir: &str) -> io::Result<()> {
    let mut place = root.to_owned();
    for part in Path::new(workdir.trim_start_matches('/')) {
        place.push(part);
        if !fs::symlink_metadata(&place).is_ok_and(|data| data.is_dir()) {
            break;
        }
        open_up(&place)?;
    }
    Ok(())
}

/// Removes a path, or moves a folder with something in it out of everybody's sight: emptying it could take long.
fn take_away(place: &Path, aside: &Path) -> io::Result<()> {
    match fs::symlink_metadata(place) {
        Ok(data) if !data.is_dir() => fs::remove_file(place),
        Ok(_) if fs::remove_dir(place).is_ok() => Ok(()),
        Ok(_) => {
            open_up(place)?;
            fs::create_dir_all(aside)?;
            fs::rename(place, aside.join(place.file_name().unwrap_or_default()))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

fn open_up(folder: &Path) -> io::Result<()> {
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755))
}
