//! What a trial's processes can see and do: bubblewrap sandboxes over one private folder.
//!
//! Several views of the same folder, each with a PID namespace of its own. The programs have HOME, the task's files, the run folder
//! with the state channels, and what they need of the screen, whose own processes have a view of agon-screen's. The agent's shell has
//! HOME and the task's files, and no display. The examiner reads HOME and changes nothing; a probe has a copy of HOME to itself, and a
//! verifier reads one beside the reference. None has a network, and none sees more of the machine than its programs, or is told a path of it.

use agon_reap::{Keeper, Tag};
use agon_sandbox::{Arguments, Command, Job, Outcome, Sandbox, TMP_BYTES};
use agon_screen::{Folders, LIMITS};
use std::io;
use std::path::{Path, PathBuf};

/// HOME as the trial's processes see it.
pub const HOME: &str = "/home/user";
/// The task's files as the trial's processes see them.
pub const TASK: &str = "/task";
/// What a verifier sees in its HOME: what the agent has left, and what it is held against.
const OUTPUT: &str = "output";
const REFERENCE: &str = "reference";
/// Where the copier writes.
pub(crate) const COPY: &str = "/copy";
/// Parts of the store: HOME and the task's files; copies that probes work on.
const FILES: &str = "files";
const COPIES: &str = "copies";

/// How much each may hold.
pub(crate) const FILES_BYTES: u64 = 512 << 20;
const PARTS: [(&str, u64); 3] = [(FILES, FILES_BYTES), Folders::PART, (COPIES, 1 << 30)];

/// Only for commands: web engines inside programs reserve far more address space than they use.
const COMMAND_LIMITS: [&str; 1] = ["--as=4294967296"];

/// Which processes a sandbox is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View<'a> {
    Programs,
    Shell,
    Examiner,
    /// The examiner, with a folder to copy HOME into.
    Copier(&'a str),
    /// A probe, with such a copy in HOME's place.
    Probe(&'a str),
    /// A verifier, in a fresh HOME with such a copy as `output/` and the reference: settings that the agent has left do not count there.
    Verifier {
        copy: &'a str,
        reference: &'a str,
    },
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
        Folders(&sandbox).make()?;
        for place in [home(), task()] {
            sandbox.make_folder(&sandbox.outside(&place))?;
        }
        Ok(Self { sandbox, read_only })
    }

    /// For what is not a command: the screen, the programs, and files that are laid down before.
    pub(crate) fn inner(&self) -> &Sandbox {
        &self.sandbox
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
        Folders(&self.sandbox).run()
    }

    /// A folder for a copy of HOME, as this process sees it, and its name for [`View::Copier`] and [`View::Probe`].
    pub(crate) fn make_copy(&self) -> io::Result<(PathBuf, String)> {
        let name = format!("{COPIES}/{}", self.sandbox.next_number());
        let folder = self.sandbox.outside(&name);
        self.sandbox.make_folder(&folder)?;
        Ok((folder, name))
    }

    /// The same with these files in it, by their paths below it.
    pub(crate) fn make_folder_of(&self, files: &[(PathBuf, Vec<u8>)]) -> io::Result<(PathBuf, String)> {
        let (folder, name) = self.make_copy()?;
        files.iter().try_for_each(|(path, content)| self.sandbox.lay_down(&folder, path, content))?;
        Ok((folder, name))
    }

    /// Runs a command with a view and waits for it; `watch` is as for [`Sandbox::exec`].
    pub(crate) async fn exec<W>(
        &self,
        view: View<'_>,
        tag: Tag,
        command: Command<'_>,
        watch: impl FnOnce(u32) -> W,
    ) -> io::Result<Outcome> {
        let limits = [&LIMITS[..], &COMMAND_LIMITS].concat();
        self.sandbox.exec(Job { view: self.arguments(view, &tag), limits: &limits, command }, tag, watch).await
    }

    pub(crate) fn arguments(&self, view: View<'_>, tag: &Tag) -> Arguments {
        let mut line = self.sandbox.base_view("desk");
        line.system_data();
        self.place_folders(&mut line, view);
        line.remount_read_only("/");
        let is_at_home = !matches!(view, View::Examiner | View::Copier(_));
        line.add(&["--chdir", if is_at_home { HOME } else { "/tmp" }]);
        match view {
            View::Programs => Folders(&self.sandbox).set_variables(&mut line, HOME, tag),
            _ => line.variables(HOME, tag, []),
        };
        line
    }

    /// The parts of the trial's folder that a view has.
    fn place_folders(&self, line: &mut Arguments, view: View<'_>) {
        let is_agents = matches!(view, View::Programs | View::Shell);
        let how = if is_agents { "--bind" } else { "--ro-bind" };
        match view {
            View::Probe(copy) => line.place("--bind", &self.sandbox.within(copy), HOME),
            View::Verifier { copy, reference } => {
                let home = Path::new(HOME);
                line.memory(home, TMP_BYTES, "0777");
                line.bind("--ro-bind", &self.sandbox.within(copy), home.join(OUTPUT));
                line.bind("--ro-bind", &self.sandbox.within(reference), home.join(REFERENCE))
            }
            _ => line.place(how, &self.sandbox.within(&home()), HOME),
        };
        line.place(how, &self.sandbox.within(&task()), TASK);
        if let View::Copier(copy) = view {
            line.place("--bind", &self.sandbox.within(copy), COPY);
        }
        if view == View::Programs {
            Folders(&self.sandbox).share(line);
        }
        if view != View::Shell {
            for path in &self.read_only {
                line.place("--ro-bind", path, path);
            }
        }
    }
}

// Places in the store.

fn home() -> String {
    format!("{FILES}/home")
}

fn task() -> String {
    format!("{FILES}/task")
}
