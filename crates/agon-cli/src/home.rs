//! Where things lie on this machine, and which agents there are.

use crate::people::is_person;
use crate::ui::Ui;
use agon_core::AgentMaker;
use agon_reap::{Keeper, ReapError};
use agon_record::{AgentEntry, Problem, Run};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Tells what in the user's own data could not be used.
pub(crate) fn say_warnings(ui: &Ui) {
    for warning in agon_gym::data_warnings() {
        ui.say(&format!("warning: {warning}"));
    }
}

/// The agents of a run, by label, but for people: they are let in when the run begins. Those outside do not see these folders.
pub(crate) fn agents(entries: &[AgentEntry], private: &[PathBuf]) -> anyhow::Result<BTreeMap<String, Arc<dyn AgentMaker>>> {
    let made = entries.iter().filter(|entry| !is_person(entry));
    made.map(|entry| Ok((entry.label.clone(), agon_agents::make(entry, private, keeper)?))).collect()
}

/// A run's problems as texts.
pub(crate) fn problems(run: &Run) -> Vec<String> {
    run.problems().iter().chain(run.index_problems()).map(Problem::to_string).collect()
}

/// How many problems of a record are named before they are counted.
const NAMED_PROBLEMS: usize = 10;

/// Names what in a run's folder is not as the run wrote it.
pub(crate) fn say_problems(run: &Run, ui: &Ui) {
    let problems = problems(run);
    for problem in problems.iter().take(NAMED_PROBLEMS) {
        ui.say(&format!("warning: {}/{problem}", run.folder().display()));
    }
    if problems.len() > NAMED_PROBLEMS {
        ui.say(&format!("warning: and {} more", problems.len() - NAMED_PROBLEMS));
    }
    if !problems.is_empty() {
        ui.say("warning: this record is not as its run wrote it; what is named above is not counted");
    }
}

/// The register of processes and folders that this process owns.
pub(crate) fn keeper() -> Result<Keeper, ReapError> {
    Keeper::open(&state_folder(), &std::env::temp_dir())
}

/// `AGON_STATE`, else the usual place for a user's state.
pub(crate) fn state_folder() -> PathBuf {
    user_folder("AGON_STATE", "XDG_STATE_HOME", ".local/state").unwrap_or_else(|| std::env::temp_dir().join("agon-state"))
}

/// `AGON_CACHE`, else the usual place for what a user's programs can fetch again.
pub(crate) fn cache_folder() -> PathBuf {
    user_folder("AGON_CACHE", "XDG_CACHE_HOME", ".cache").unwrap_or_else(|| std::env::temp_dir().join("agon-cache"))
}

fn user_folder(own: &str, shared: &str, below_home: &str) -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    variable(own)
        .or_else(|| variable(shared).map(|folder| folder.join("agon")))
        .or_else(|| variable("HOME").map(|home| home.join(below_home).join("agon")))
}
