//! The programs that tasks are set in. One file (or folder) each: how it is started, and how its internal state is read.

mod channel;
pub mod chimerax;
pub mod coq;
pub mod grass;
mod hands;
pub mod kalgebra;
pub mod lean;
mod nodes;
pub mod ordinary;
pub mod pymol;
mod qt;
pub mod stellarium;
pub mod texstudio;
mod texts;
pub mod theorems;
mod workbench;

use crate::desk::remedy;
use crate::{Desk, Launch};
use agon_core::{BoxFuture, Fault, Need};
use agon_taskfile::Problem;
use serde_json::Value;
use std::path::PathBuf;
use std::time::Duration;

/// A program. It knows nothing of tasks.
pub trait Program: Send + Sync {
    /// `kalgebra`: what task files call it.
    fn name(&self) -> &'static str;

    /// `KAlgebra`: what briefs call it.
    fn title(&self) -> &'static str;

    /// What the machine must have for it, and whether it has it.
    fn needs(&self) -> Vec<Need>;

    /// How it is started for a task. `setup` is what the task file says under `[setup]`; `Err` says what is wrong with it.
    fn launch(&self, setup: &toml::Table) -> Result<Launch, Problem>;

    /// Brings a program that shows its window into the task's start state (a tab, a loaded file), and waits until it is there.
    fn prepare<'a>(&'a self, desk: &'a Desk, setup: &'a toml::Table) -> BoxFuture<'a, Result<(), Fault>>;

    /// The program's internal state as plain JSON, read through its private channel. It must not change anything. What each
    /// part means is documented in the program's own file.
    fn state<'a>(&'a self, desk: &'a Desk) -> BoxFuture<'a, Result<Value, Fault>>;

    /// Files of the machine that it runs by itself at any time, by their names: what else is started on the desk is the agent's
    /// doing, and ends when the agent is done.
    fn helpers(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether its user can have it run any command: then one that kills the program itself is the agent's too.
    fn runs_commands(&self) -> bool {
        false
    }

    /// Whether its user opens further programs with it: then whatever registers on the accessibility bus is shown to the agent.
    fn starts_others(&self) -> bool {
        false
    }

    /// The longest that [`Self::state`] may take by limits of its own.
    fn state_limit(&self) -> Duration {
        channel::ANSWER
    }

    /// The longest that [`Self::examine`] may take by limits of its own.
    fn examine_limit(&self, _setup: &toml::Table) -> Duration {
        Duration::ZERO
    }

    /// What is only found out by working on what the agent has made, once it has left: a proof checked, a document compiled. An object whose
    /// parts belong to the state beside those of [`Self::state`], or are all of it where the agent has closed the program.
    fn examine<'a>(&'a self, _desk: &'a Desk, _setup: &'a toml::Table) -> BoxFuture<'a, Result<Value, Fault>> {
        Box::pin(async { Ok(Value::Object(serde_json::Map::new())) })
    }
}

/// Every program that tasks may be set in.
pub const ALL: &[&dyn Program] = &[
    &chimerax::ChimeraX,
    &coq::Coq,
    &grass::Grass,
    &kalgebra::KAlgebra,
    &lean::Lean,
    &pymol::PyMol,
    &stellarium::Stellarium,
    &texstudio::TeXstudio,
    &ordinary::ARCHIVER,
    &ordinary::CALC,
    &ordinary::EDITOR,
    &ordinary::FILES,
    &ordinary::GIMP,
    &ordinary::IMPRESS,
    &ordinary::TERMINAL,
    &ordinary::WRITER,
];

/// A program that runs whatever commands its user likes gets a sandbox of its own, which has neither the state channels nor the
/// processes of the others. Its user namespace keeps it from reaching them through `/proc`.
fn apart(command: Vec<String>) -> Vec<String> {
    let script = "mkdir -p \"$XDG_RUNTIME_DIR/state\" && exec bwrap --dev-bind / / --tmpfs \"$XDG_RUNTIME_DIR/state\" \
                  --unshare-pid --die-with-parent -- \"$@\"";
    ["sh", "-c", script, "sh"].map(str::to_owned).into_iter().chain(command).collect()
}

/// Whether a program is on this machine, where sandboxes look for it.
fn need(program: &str, package: &str) -> Need {
    let found = ["/usr/bin", "/bin"].iter().map(|folder| PathBuf::from(folder).join(program)).find(|path| path.is_file());
    let found = found.map(|path| path.display().to_string());
    Need { name: program.into(), found, remedy: remedy(package), tasks: Vec::new() }
}
