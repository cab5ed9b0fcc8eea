//! One environment's native half.

use crate::convert;
use crate::errors::{Failure, guarded};
use crate::member::{Member, Outcome, Saved};
use crate::setup::{self, Setup, Start};
use agon_core::{Action, TaskId};
use agon_gym::Form;
use numpy::{PyArray1, PyArray3, PyArrayMethods as _};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A solver pads to any length it is asked for.
const MAX_LENGTH: usize = 100_000;

/// One episode after the other. Every method releases the interpreter while the world works.
#[pyclass(frozen, module = "agon._native")]
pub(crate) struct Episode {
    pub(crate) setup: Py<Setup>,
    member: Mutex<Member>,
}

/// An observation before it is handed to Python.
pub(crate) struct Seen {
    /// Where it was not drawn into an array already.
    image: Option<Vec<u8>>,
    text: Option<String>,
}

impl Seen {
    /// What is seen of a member; its picture is drawn into the place, if there is one.
    fn of(member: &Member, place: Option<&mut [u8]>) -> Result<Self, Failure> {
        let form = member.setup().form;
        let image = match place {
            Some(place) => member.draw_into(place).map(|()| None)?,
            None => form.has_image().then(|| member.draw()).transpose()?,
        };
        let text = if form.has_text() { text_of(member)? } else { None };
        Ok(Self { image, text })
    }

    /// With the picture in an array of its own, or in the one that it was drawn into.
    fn python<'py>(self, py: Python<'py>, setup: &Setup, drawn: Option<Frame<'py>>) -> PyResult<Bound<'py, PyAny>> {
        let image = self.image.map(|pixels| frame(py, setup, pixels)).transpose()?.or(drawn);
        let text = |text: Option<String>| PyString::new(py, text.as_deref().unwrap_or_default()).into_any();
        match (setup.form, image) {
            (Form::Image, Some(image)) => Ok(image.into_any()),
            (Form::Both, Some(image)) => {
                let both = PyDict::new(py);
                both.set_item(intern!(py, "image"), image)?;
                both.set_item(intern!(py, "text"), text(self.text))?;
                Ok(both.into_any())
            }
            _ => Ok(text(self.text)),
        }
    }
}

pub(crate) fn text_of(member: &Member) -> Result<Option<String>, Failure> {
    let puzzle = member.episode()?.puzzle();
    guarded(|| Ok(puzzle.text()))
}

/// An array of height, width and three.
pub(crate) type Frame<'py> = Bound<'py, PyArray3<u8>>;

/// Pixels as such an array; the bytes are moved, not copied.
pub(crate) fn frame<'py>(py: Python<'py>, setup: &Setup, pixels: Vec<u8>) -> PyResult<Frame<'py>> {
    let (width, height) = setup.size;
    PyArray1::from_vec(py, pixels).reshape([height as usize, width as usize, 3])
}

/// What an agent may know after a step, as `info`.
pub(crate) fn info_of<'py>(py: Python<'py>, outcome: &Outcome) -> PyResult<Bound<'py, PyDict>> {
    let info = PyDict::new(py);
    info.set_item(intern!(py, "status"), PyString::intern(py, outcome.status.word()))?;
    info.set_item(intern!(py, "feedback"), outcome.feedback.as_deref().unwrap_or_default())?;
    info.set_item(intern!(py, "steps_left"), outcome.steps_left)?;
    if let Some(success) = outcome.success {
        info.set_item(intern!(py, "success"), success)?;
    }
    Ok(info)
}

/// What an agent may know at the start: the prompt, and with the goal switch the goal.
pub(crate) struct Opening {
    prompt: String,
    goal: Option<Vec<u8>>,
    goal_text: Option<String>,
    steps_left: u32,
}

impl Opening {
    pub(crate) fn of(member: &Member) -> Result<Self, Failure> {
        let (episode, form) = (member.episode()?, member.setup().form);
        let prompt = guarded(|| Ok(episode.brief(member.setup().kind.title()).prompt()))?;
        let mut opening = Self { prompt, goal: None, goal_text: None, steps_left: member.steps_left() };
        if episode.switches().goal {
            opening.goal = if form.has_image() { member.draw_goal()? } else { None };
            opening.goal_text = guarded(|| Ok(form.has_text().then(|| episode.puzzle().goal()?.text()).flatten()))?;
        }
        Ok(opening)
    }

    pub(crate) fn python<'py>(self, py: Python<'py>, setup: &Setup) -> PyResult<Bound<'py, PyDict>> {
        let info = PyDict::new(py);
        info.set_item(intern!(py, "prompt"), self.prompt)?;
        info.set_item(intern!(py, "steps_left"), self.steps_left)?;
        if let Some(goal) = self.goal {
            info.set_item(intern!(py, "goal"), frame(py, setup, goal)?)?;
        }
        if let Some(text) = self.goal_text {
            info.set_item(intern!(py, "goal_text"), text)?;
        }
        Ok(info)
    }
}

impl Episode {
    /// Only ever locked without the interpreter: a thread that waited for the lock with it would block the one inside.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Member> {
        self.member.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One step with an action that was read from whatever form it had, drawn into an array or into a new one.
    pub(crate) fn perform<'py>(&self, py: Python<'py>, action: &Action, drawn: Option<Frame<'py>>) -> PyResult<StepParts<'py>> {
        let setup = self.setup.get();
        let drawn = drawn.filter(|_| setup.form.has_image());
        let mut lent = drawn.as_ref().map(|frame| frame.try_readwrite()).transpose()?;
        let place = lent.as_mut().map(|frame| frame.as_slice_mut()).transpose()?;
        if place.as_ref().is_some_and(|place| place.len() != setup.frame_bytes()) {
            return Err(PyTypeError::new_err("the frame has another shape than the observation space"));
        }
        let (seen, outcome) = py.detach(|| {
            let mut member = self.lock();
            let outcome = member.act(action)?;
            Ok::<_, Failure>((Seen::of(&member, place)?, outcome))
        })?;
        drop(lent);
        let info = info_of(py, &outcome)?;
        Ok((seen.python(py, setup, drawn)?, outcome.reward(), outcome.terminated, outcome.truncated, info))
    }
}

impl Episode {
    fn make(py: Python<'_>, setup: &Py<Setup>) -> Self {
        Self { member: Mutex::new(Member::new(setup.clone_ref(py))), setup: setup.clone_ref(py) }
    }

    fn begin<'py>(&self, py: Python<'py>, start: &Start) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyDict>)> {
        let (seen, opening) = py.detach(|| {
            let mut member = self.lock();
            member.reset(start)?;
            Ok::<_, Failure>((Seen::of(&member, None)?, Opening::of(&member)?))
        })?;
        Ok((seen.python(py, self.setup.get(), None)?, opening.python(py, self.setup.get())?))
    }
}

/// An episode at one moment, kept to come back to.
#[pyclass(frozen, module = "agon._native")]
pub(crate) struct Snapshot {
    task: TaskId,
    saved: Mutex<Saved>,
}

pub(crate) type StepParts<'py> = (Bound<'py, PyAny>, f64, bool, bool, Bound<'py, PyDict>);

#[pymethods]
impl Episode {
    #[new]
    fn new(setup: &Bound<'_, Setup>) -> Self {
        Self::make(setup.py(), setup.as_unbound())
    }

    fn reset<'py>(&self, py: Python<'py>, seed: u64) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyDict>)> {
        self.begin(py, &Start::Instance(seed))
    }

    /// Starts in a written state.
    fn reset_to<'py>(&self, py: Python<'py>, state: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyDict>)> {
        self.begin(py, &Start::State(convert::json(state)?))
    }

    /// The episode at this moment, to come back to.
    fn snapshot(&self, py: Python<'_>) -> PyResult<Snapshot> {
        let saved = py.detach(|| self.lock().snapshot())?;
        Ok(Snapshot { task: self.setup.get().task.clone(), saved: Mutex::new(saved) })
    }

    /// Goes on from a snapshot of an environment of the same world and preset, and gives its observation.
    fn restore<'py>(&self, py: Python<'py>, snapshot: &Bound<'py, Snapshot>) -> PyResult<Bound<'py, PyAny>> {
        let (snapshot, task) = (snapshot.get(), &self.setup.get().task);
        if snapshot.task != *task {
            return Err(Failure::Value(format!("the snapshot is of {}, and this is {task}", snapshot.task)).into());
        }
        let seen = py.detach(|| {
            let mut member = self.lock();
            member.restore(&snapshot.saved.lock().unwrap_or_else(PoisonError::into_inner))?;
            Seen::of(&member, None)
        })?;
        seen.python(py, self.setup.get(), None)
    }

    /// What [`Episode::load`] takes, or None where there is no episode.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Option<(Bound<'py, PyAny>, u32, bool)>> {
        let saved = py.detach(|| {
            let member = self.lock();
            if member.episode().is_err() { Ok(None) } else { member.snapshot().map(Some) }
        })?;
        saved.map(|saved| Ok((convert::python(py, &saved.episode.evidence())?, saved.steps, saved.is_over))).transpose()
    }

    /// Goes on from a written state, so many steps into its episode.
    fn load(&self, py: Python<'_>, state: &Bound<'_, PyAny>, steps: u32, is_over: bool) -> PyResult<()> {
        let state = convert::json(state)?;
        Ok(py.detach(|| self.lock().load(state, steps, is_over))?)
    }

    /// A second episode in the same state.
    fn copy(&self, py: Python<'_>) -> PyResult<Self> {
        let copy = Self::make(py, &self.setup);
        py.detach(|| {
            let member = self.lock();
            if member.episode().is_err() { Ok(()) } else { copy.lock().restore(&member.snapshot()?) }
        })?;
        Ok(copy)
    }

    /// One step. Its picture goes into `frame` where one is given, which then is the observation or part of it.
    #[pyo3(signature = (action, frame=None))]
    fn step<'py>(&self, py: Python<'py>, action: &Bound<'py, PyAny>, frame: Option<Frame<'py>>) -> PyResult<StepParts<'py>> {
        self.perform(py, &convert::action(action)?, frame)
    }

    /// The frame of the present state, whatever form observations have.
    fn render<'py>(&self, py: Python<'py>) -> PyResult<Frame<'py>> {
        let pixels = py.detach(|| self.lock().draw())?;
        frame(py, self.setup.get(), pixels)
    }

    /// The solved state as a frame, or None for worlds that have no such picture.
    fn goal_image<'py>(&self, py: Python<'py>) -> PyResult<Option<Frame<'py>>> {
        let pixels = py.detach(|| self.lock().draw_goal())?;
        pixels.map(|pixels| frame(py, self.setup.get(), pixels)).transpose()
    }

    /// The present state as text, or None for worlds that have no such form.
    fn text(&self, py: Python<'_>) -> PyResult<Option<String>> {
        Ok(py.detach(|| text_of(&self.lock()))?)
    }

    fn prompt(&self, py: Python<'_>) -> PyResult<String> {
        let title = self.setup.get().kind.title();
        Ok(py.detach(|| {
            let member = self.lock();
            let episode = member.episode()?;
            guarded(|| Ok(episode.brief(title).prompt()))
        })?)
    }

    /// The functions of this very episode.
    fn functions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let functions = py.detach(|| Ok::<_, Failure>(self.lock().episode()?.functions().to_vec()))?;
        setup::functions(py, &functions)
    }

    /// The calls that lead from the present state to the goal, `stop` included.
    #[pyo3(signature = (strategy=None, length=None, seed=0))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        strategy: Option<&str>,
        length: Option<usize>,
        seed: u64,
    ) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
        let known = self.setup.get().kind.strategies();
        let strategy = strategy.or(known.first().copied()).unwrap_or_default();
        if !known.contains(&strategy) {
            let world = self.setup.get().kind.name();
            return Err(Failure::Value(format!("{world} has no strategy {strategy:?}; it knows: {}", known.join(", "))).into());
        }
        if length.is_some_and(|length| length > MAX_LENGTH) {
            return Err(Failure::Value(format!("length must be at most {MAX_LENGTH}")).into());
        }
        let calls = py.detach(|| {
            let member = self.lock();
            let (episode, left) = (member.episode()?, member.steps_left());
            guarded(|| Ok(episode.solve_within(strategy, length, seed, Some(left))))
        })?;
        calls.into_iter().map(|call| Ok((call.name, convert::python(py, &call.args)?))).collect()
    }

    /// The state as graders see it.
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let state = py.detach(|| self.lock().state())?;
        convert::python(py, &state)
    }

    fn close(&self, py: Python<'_>) {
        py.detach(|| self.lock().close());
    }
}
