//! Presets from folders: suites of one's own, as `--suite FOLDER` of the command line reads them.

use crate::errors::{Failure, guarded};
use agon_core::{Settings, Suite as _, TaskId};
use agon_gym::GymSuite;
use agon_suitefolder::{PresetSuite, TaskFolder};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::path::Path;
use std::sync::Arc;

/// A preset of a folder: the gym's task that it is made from, and what it changes.
pub(crate) struct FolderPreset {
    /// `mazes/tiny`.
    name: String,
    title: String,
    about: String,
    pub(crate) task: TaskId,
    pub(crate) settings: Settings,
    pub(crate) steps: Option<u32>,
}

impl FolderPreset {
    /// The world that it is a preset of.
    fn world(&self) -> &str {
        self.task.as_str().split('/').nth(1).unwrap_or_default()
    }

    /// Whether somebody means it: by its whole name, or by the part behind the folder.
    fn is_called(&self, name: &str) -> bool {
        self.name == name || self.name.rsplit('/').next() == Some(name)
    }
}

/// The suite's name, and every preset of it.
fn read(folder: &str) -> Result<(String, Vec<FolderPreset>), Failure> {
    if !Path::new(folder).is_dir() {
        return Err(Failure::Missing(format!("there is no folder {folder}: a suite is a folder with a suite.toml")));
    }
    let value = |error: &dyn std::fmt::Display| Failure::Value(error.to_string());
    let files = TaskFolder::read(Path::new(folder)).map_err(|error| value(&error))?;
    let suite = files.suite().map_err(|error| value(&error))?;
    if suite.world != "gym" {
        let problem = format!("its world is {:?}, and environments are made of gym suites only; `agon run` sits it", suite.world);
        return Err(value(&files.error("suite.toml", &problem)));
    }
    let gym = GymSuite::new().map_err(|error| Failure::Broken(error.to_string()))?;
    let presets = PresetSuite::new(&files, Arc::new(gym)).map_err(|error| value(&error))?;
    let mut found = Vec::new();
    for card in presets.tasks() {
        let (task, settings) = presets.base(&card.id).map_err(|error| value(&error))?;
        let name = card.id.as_str().split_once('/').map_or("", |(_, name)| name);
        found.push(FolderPreset {
            name: name.into(),
            title: card.title.clone(),
            about: card.about.clone(),
            task: task.clone(),
            settings: settings.clone(),
            steps: card.limits.steps,
        });
    }
    Ok((suite.name, found))
}

/// The preset of a world that a folder has under a name.
pub(crate) fn choose(folder: &str, world: &str, preset: &str) -> Result<FolderPreset, Failure> {
    let (_, presets) = read(folder)?;
    let (own, others): (Vec<_>, Vec<_>) = presets.into_iter().partition(|found| found.world() == world);
    let names = |presets: &[FolderPreset]| presets.iter().map(|found| found.name.clone()).collect::<Vec<_>>().join(", ");
    if own.is_empty() {
        let worlds: Vec<String> = others.iter().map(|found| format!("{} of {}", found.name, found.world())).collect();
        return Err(Failure::Value(format!("the suite in {folder} has no preset of {world}; it has {}", worlds.join(", "))));
    }
    let known = names(&own);
    let mut called: Vec<FolderPreset> = own.into_iter().filter(|found| found.is_called(preset)).collect();
    match (called.pop(), called.is_empty()) {
        (Some(found), true) => Ok(found),
        (None, _) => Err(Failure::Value(format!("the suite in {folder} has no preset {preset:?} of {world}; it knows: {known}"))),
        (Some(last), false) => {
            called.push(last);
            Err(Failure::Value(format!("{preset:?} may be any of {} in {folder}: write the whole name", names(&called))))
        }
    }
}

/// A folder's suite: its name, and its presets with their worlds, titles, descriptions and step limits.
#[pyfunction]
pub(crate) fn suite_presets<'py>(py: Python<'py>, folder: &str) -> PyResult<(String, Bound<'py, PyList>)> {
    let (name, presets) = py.detach(|| guarded(|| read(folder)))?;
    let list = PyList::empty(py);
    for preset in presets {
        let entry = PyDict::new(py);
        entry.set_item("name", &preset.name)?;
        entry.set_item("world", preset.world())?;
        entry.set_item("title", &preset.title)?;
        entry.set_item("about", &preset.about)?;
        entry.set_item("max_steps", preset.steps)?;
        list.append(entry)?;
    }
    Ok((name, list))
}
