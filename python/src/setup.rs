//! What an environment is made from: a world, a preset, settings; and what follows from them.

use crate::convert;
use crate::errors::{Failure, guarded};
use crate::suites;
use agon_core::{Function, InstanceId, Space, Suite as _, TaskId};
use agon_gym::{Episode, Form, GymSuite, Kind};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::fmt;
use std::sync::OnceLock;

/// How many seeds are tried to learn how large arguments and frames get, where one does not tell.
const PROBES: u64 = 12;

/// Where an episode starts.
pub(crate) enum Start {
    Instance(u64),
    /// As a world's state is written, ours or the published environment's.
    State(Value),
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Instance(seed) => write!(f, "seed {seed}"),
            Self::State(_) => f.write_str("init_state"),
        }
    }
}

/// Everything about an environment that does not change from episode to episode.
#[pyclass(frozen, module = "agon._native")]
pub(crate) struct Setup {
    pub(crate) task: TaskId,
    pub(crate) kind: &'static dyn Kind,
    pub(crate) settings: Map<String, Value>,
    defaults: Map<String, Value>,
    /// Width and height of frames in the observation space.
    pub(crate) size: (u32, u32),
    pub(crate) form: Form,
    pub(crate) max_steps: u32,
    functions: Vec<Function>,
}

impl Setup {
    fn make(
        world: &str,
        preset: &str,
        given: Map<String, Value>,
        max_steps: Option<u32>,
        folder: Option<&str>,
    ) -> Result<Self, Failure> {
        let suite = suite()?;
        let kind = known_world(world)?;
        let (task, mut settings, steps) = match folder {
            Some(folder) => {
                let found = suites::choose(folder, world, preset)?;
                (found.task, found.settings, found.steps)
            }
            None => {
                let task = TaskId::new(format!("gym/{world}/{preset}"));
                let Some(card) = suite.tasks().iter().find(|card| card.id == task) else {
                    let known: Vec<&str> = presets(suite, world).map(|(name, _)| name).collect();
                    return Err(Failure::Value(format!("{world} has no preset {preset:?}; it knows: {}", known.join(", "))));
                };
                (task, Map::new(), card.limits.steps)
            }
        };
        settings.extend(given);
        if let Some(need) = kind.needs().into_iter().find(|need| need.found.is_none()) {
            return Err(Failure::Broken(format!("{world} needs {}, which is not here: {}", need.name, need.remedy)));
        }
        let max_steps = max_steps.or(steps).unwrap_or(u32::MAX);
        let defaults = suite.settings(&task).map_err(|error| Failure::Value(error.to_string()))?;
        let start = |seed: u64| {
            let id = InstanceId { task: task.clone(), seed };
            suite.episode(&id, &settings).map_err(|error| Failure::of(error, &settings, &defaults))
        };
        let first = start(0)?;
        let (mut size, mut functions) = (first.puzzle().frame_size(), first.functions().to_vec());
        // Pictures of a user's own may have any shape.
        let own_data = settings.iter().any(|(key, value)| value != "" && names_files(key, &defaults));
        if own_data || kind.functions_vary() {
            for seed in 1..PROBES {
                // Where episodes come from a file, there may be fewer.
                let Ok(episode) = start(seed) else { break };
                let (width, height) = episode.puzzle().frame_size();
                size = (size.0.max(width), size.1.max(height));
                widen(&mut functions, episode.functions());
            }
        }
        if own_data {
            // Whatever their shape, they fit into a square of the longer side.
            let side = settings.get("frame_px").or(defaults.get("frame_px")).and_then(Value::as_u64).unwrap_or(0);
            let side = u32::try_from(side).unwrap_or(0);
            size = (size.0.max(side), size.1.max(side));
        }
        let form = first.switches().observation;
        Ok(Self { task, kind, settings, defaults, size, form, max_steps, functions })
    }

    pub(crate) fn start(&self, start: &Start) -> Result<Episode, Failure> {
        let (seed, settings) = match start {
            Start::Instance(seed) => (*seed, Cow::Borrowed(&self.settings)),
            Start::State(state) => {
                let mut settings = self.settings.clone();
                settings.insert("init_state".into(), state.clone());
                (0, Cow::Owned(settings))
            }
        };
        let id = InstanceId { task: self.task.clone(), seed };
        suite()?.episode(&id, &settings).map_err(|error| Failure::of(error, &settings, &self.defaults))
    }

    pub(crate) fn frame_bytes(&self) -> usize {
        self.size.0 as usize * self.size.1 as usize * 3
    }
}

#[pymethods]
impl Setup {
    #[new]
    #[pyo3(signature = (world, preset, settings, max_steps=None, suite=None))]
    fn new(
        py: Python<'_>,
        world: &str,
        preset: &str,
        settings: &Bound<'_, PyDict>,
        max_steps: Option<u32>,
        suite: Option<&str>,
    ) -> PyResult<Self> {
        let settings = convert::settings(settings)?;
        if max_steps == Some(0) {
            return Err(Failure::Value("max_steps must be at least 1".into()).into());
        }
        Ok(py.detach(|| guarded(|| Self::make(world, preset, settings, max_steps, suite)))?)
    }

    #[getter]
    fn world(&self) -> &'static str {
        self.kind.name()
    }

    #[getter]
    fn title(&self) -> &'static str {
        self.kind.title()
    }

    #[getter]
    fn about(&self) -> &'static str {
        self.kind.about()
    }

    #[getter]
    fn strategies(&self) -> Vec<&'static str> {
        self.kind.strategies().to_vec()
    }

    #[getter]
    fn max_steps(&self) -> u32 {
        self.max_steps
    }

    /// Every setting with its value: the preset's, the given ones, the defaults.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut all = self.defaults.clone();
        all.extend(self.settings.clone());
        convert::python(py, &Value::Object(all))
    }

    /// `"image"`, `"text"` or `"both"`.
    #[getter]
    fn observation(&self) -> &'static str {
        match self.form {
            Form::Image => "image",
            Form::Text => "text",
            Form::Both => "both",
        }
    }

    /// Height, width, channels.
    #[getter]
    fn frame_shape(&self) -> (u32, u32, u32) {
        (self.size.1, self.size.0, 3)
    }

    /// The functions of the action space, `stop` included.
    #[getter]
    fn functions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        functions(py, &self.functions)
    }
}

pub(crate) fn functions<'py>(py: Python<'py>, functions: &[Function]) -> PyResult<Bound<'py, PyAny>> {
    let value = serde_json::to_value(functions).map_err(|error| Failure::Broken(error.to_string()))?;
    convert::python(py, &value)
}

/// Every world: its name, title, presets with their step limits, strategies, and what this machine lacks for it.
#[pyfunction]
pub(crate) fn worlds(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let suite = suite()?;
    let list = PyList::empty(py);
    for kind in agon_gym::kinds() {
        let world = PyDict::new(py);
        world.set_item("name", kind.name())?;
        world.set_item("title", kind.title())?;
        world.set_item("about", kind.about())?;
        world.set_item("strategies", kind.strategies())?;
        let known = PyDict::new(py);
        for (preset, steps) in presets(suite, kind.name()) {
            known.set_item(preset, steps)?;
        }
        world.set_item("presets", known)?;
        let lacks = kind.needs().into_iter().find(|need| need.found.is_none());
        world.set_item("lacks", lacks.map(|need| format!("{}: {}", need.name, need.remedy)))?;
        list.append(world)?;
    }
    Ok(list)
}

fn suite() -> Result<&'static GymSuite, Failure> {
    static SUITE: OnceLock<Result<GymSuite, String>> = OnceLock::new();
    SUITE
        .get_or_init(|| GymSuite::new().map_err(|error| error.to_string()))
        .as_ref()
        .map_err(|error| Failure::Broken(error.clone()))
}

fn presets<'s>(suite: &'s GymSuite, world: &'s str) -> impl Iterator<Item = (&'s str, Option<u32>)> {
    suite.tasks().iter().filter_map(move |card| {
        let (of, preset) = card.id.as_str().strip_prefix("gym/")?.split_once('/')?;
        (of == world).then_some((preset, card.limits.steps))
    })
}

fn known_world(name: &str) -> Result<&'static dyn Kind, Failure> {
    agon_gym::kind(name).ok_or_else(|| {
        let known: Vec<&str> = agon_gym::kinds().iter().map(|kind| kind.name()).collect();
        Failure::Value(format!("there is no world {name:?}; there are: {}", known.join(", ")))
    })
}

/// Settings that are empty by default name files and folders.
pub(crate) fn names_files(key: &str, defaults: &Map<String, Value>) -> bool {
    defaults.get(key).is_some_and(|default| default == "")
}

/// Makes the integer arguments of `wide` hold those of `other` too.
fn widen(wide: &mut [Function], other: &[Function]) {
    for (mine, theirs) in wide.iter_mut().zip(other) {
        for (mine, theirs) in mine.params.iter_mut().zip(&theirs.params) {
            if let (Space::Integer { min, max }, Space::Integer { min: low, max: high }) = (&mut mine.space, &theirs.space) {
                (*min, *max) = ((*min).min(*low), (*max).max(*high));
            }
        }
    }
}
