//! Where things lie on this machine, and which suites and agents there are. The only place that names concrete suites.

use crate::ui::Ui;
use agon_core::{AgentMaker, BoxFuture, Fault, Suite, World};
use agon_desktop::science::{Opening, ScienceOptions, ScienceSuite, TaskFolder};
use agon_desktop::{Desk, programs, world};
use agon_gym::GymSuite;
use agon_reap::{Keeper, ReapError};
use agon_record::{AgentEntry, Problem, Run};
use agon_run::Suites;
use agon_web::{WebOptions, WebSuite};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Sees every desk that is opened, before the agent does.
pub(crate) type Watch = Arc<dyn Fn(&Desk) + Send + Sync>;

/// Every suite built into this binary.
pub(crate) fn suites() -> anyhow::Result<Suites> {
    suites_watched(Arc::new(|_| {}))
}

/// The same, with somebody who watches the desks.
pub(crate) fn suites_watched(watch: Watch) -> anyhow::Result<Suites> {
    let gym: Arc<dyn Suite> = Arc::new(GymSuite::new()?);
    let web: Arc<dyn Suite> = Arc::new(WebSuite::new(WebOptions::new(Box::new(keeper)))?);
    Ok(Suites::new([gym, web, Arc::new(science(watch)?)]))
}

/// The science suite; `AGON_SCIENCE_TASKS` names a folder of task files to take instead of the built-in ones.
fn science(watch: Watch) -> anyhow::Result<ScienceSuite> {
    let open = Arc::new(move |opening| open_desk(opening, watch.clone()));
    let folder = std::env::var_os("AGON_SCIENCE_TASKS").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    Ok(match folder {
        Some(folder) => ScienceSuite::of_folder(&TaskFolder::read(&folder)?, programs::ALL, open)?,
        None => ScienceSuite::new(ScienceOptions::new(programs::ALL, open))?,
    })
}

fn open_desk(opening: Opening, watch: Watch) -> BoxFuture<'static, Result<Box<dyn World>, Fault>> {
    Box::pin(async move { world::open_watched(opening, &keeper().map_err(Fault::world)?, &*watch).await })
}

/// Tells what in the user's own data could not be used.
pub(crate) fn say_warnings(ui: &Ui) {
    for warning in agon_gym::data_warnings() {
        ui.say(&format!("warning: {warning}"));
    }
}

/// The agents of a run, by label. Those outside do not see the folder of its record.
pub(crate) fn agents(entries: &[AgentEntry], record: Option<&Path>) -> anyhow::Result<BTreeMap<String, Arc<dyn AgentMaker>>> {
    entries.iter().map(|entry| Ok((entry.label.clone(), agon_agents::make(entry, record, keeper)?))).collect()
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
    let variable = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    variable("AGON_STATE")
        .or_else(|| variable("XDG_STATE_HOME").map(|folder| folder.join("agon")))
        .or_else(|| variable("HOME").map(|home| home.join(".local/state/agon")))
        .unwrap_or_else(|| std::env::temp_dir().join("agon-state"))
}
