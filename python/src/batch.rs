//! The native half of a vector environment: members that act and draw side by side, without the interpreter.

use crate::convert;
use crate::episode::{Opening, info_of, text_of};
use crate::errors::Failure;
use crate::member::{Member, Outcome};
use crate::setup::{Setup, Start};
use agon_core::Action;
use numpy::{PyArray1, PyArray4, PyArrayMethods as _};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Far more than a machine can hold, few enough that a slip of the keyboard is told.
const MAX_MEMBERS: usize = 65_536;
/// Solvers and generators search deep; the default of two megabytes is for shallower things.
const STACK_BYTES: usize = 8 << 20;

#[pyclass(frozen, module = "agon._native")]
pub(crate) struct Batch {
    setup: Py<Setup>,
    threads: usize,
    members: Mutex<Vec<Member>>,
    pool: Mutex<Option<(u32, Arc<ThreadPool>)>>,
}

/// What one member is to do in a step.
enum Task {
    Reset(u64),
    Act(Action),
    /// Not even to be drawn: what is there of it is still right.
    Rest,
    /// Only to be drawn.
    Show,
}

/// What it did.
enum Done {
    Reset(Opening),
    Acted(Outcome),
    Nothing,
}

type Report = Result<(Done, Option<String>), Failure>;

impl Batch {
    /// Does every member's task and draws it into their part of `frames`. All are done even if
    /// one fails; the first failure is told.
    fn run(&self, tasks: Vec<Task>, frames: Option<&mut [u8]>) -> Result<Vec<(Done, Option<String>)>, Failure> {
        let frame_bytes = self.setup.get().frame_bytes();
        let mut guard = self.lock();
        let members = guard.as_mut_slice();
        let places: Vec<Option<&mut [u8]>> = match frames {
            Some(frames) => frames.chunks_exact_mut(frame_bytes).map(Some).collect(),
            None => members.iter().map(|_| None).collect(),
        };
        let count = members.len();
        // So many at a time that nobody waits long for the last, and that light worlds are not spent on taking turns.
        let share = (count / (8 * self.threads)).max(1);
        let jobs = Mutex::new(members.iter_mut().zip(tasks).zip(places).enumerate());
        let reports = Mutex::new(Vec::with_capacity(count));
        let work = || loop {
            let mine: Vec<_> = locked(&jobs).by_ref().take(share).collect();
            if mine.is_empty() {
                break;
            }
            let done = mine.into_iter().map(|(index, ((member, task), place))| (index, run_one(member, task, place)));
            let done: Vec<(usize, Report)> = done.collect();
            locked(&reports).extend(done);
        };
        match self.pool()? {
            // The calling thread does its part, and has done some of it before the others are awake.
            Some(pool) => pool.in_place_scope(|scope| {
                for _ in 1..self.threads {
                    scope.spawn(|_| work());
                }
                work();
            }),
            None => work(),
        }
        let mut reports = reports.into_inner().unwrap_or_else(PoisonError::into_inner);
        reports.sort_unstable_by_key(|(index, _)| *index);
        reports.into_iter().map(|(_, report)| report).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Member>> {
        locked(&self.members)
    }

    /// The other threads of this process. A forked child has none of its parent's, so it makes its own.
    fn pool(&self) -> Result<Option<Arc<ThreadPool>>, Failure> {
        if self.threads == 1 {
            return Ok(None);
        }
        let mut kept = locked(&self.pool);
        let process = std::process::id();
        if let Some((owner, pool)) = kept.as_ref()
            && *owner == process
        {
            return Ok(Some(pool.clone()));
        }
        let made = ThreadPoolBuilder::new().num_threads(self.threads - 1).stack_size(STACK_BYTES).build();
        let pool = Arc::new(made.map_err(|error| Failure::Broken(format!("threads could not be started: {error}")))?);
        // A parent's pool would wait for threads that do not exist here.
        std::mem::forget(kept.replace((process, pool.clone())));
        Ok(Some(pool))
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn run_one(member: &mut Member, task: Task, place: Option<&mut [u8]>) -> Report {
    let done = match task {
        Task::Rest => return Ok((Done::Nothing, None)),
        Task::Show => Done::Nothing,
        Task::Reset(seed) => {
            member.reset(&Start::Instance(seed))?;
            Done::Reset(Opening::of(member)?)
        }
        Task::Act(action) => Done::Acted(member.act(&action)?),
    };
    if let Some(place) = place {
        member.draw_into(place)?;
    }
    let text = if member.setup().form.has_text() { text_of(member)? } else { None };
    Ok((done, text))
}

type StepParts<'py> = (
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<bool>>,
    Vec<Option<Bound<'py, PyDict>>>,
    Vec<Option<String>>,
);

#[pymethods]
impl Batch {
    #[new]
    fn new(setup: &Bound<'_, Setup>, members: usize, threads: usize) -> PyResult<Self> {
        if !(1..=MAX_MEMBERS).contains(&members) {
            return Err(PyValueError::new_err(format!("num_envs must be between 1 and {MAX_MEMBERS}, got {members}")));
        }
        if !(1..=1024).contains(&threads) {
            return Err(PyValueError::new_err(format!("threads must be between 1 and 1024, got {threads}")));
        }
        let threads = threads.min(members);
        let members = (0..members).map(|_| Member::new(setup.clone().unbind())).collect();
        Ok(Self { setup: setup.clone().unbind(), threads, members: Mutex::new(members), pool: Mutex::new(None) })
    }

    /// One step: where a seed is given the member starts anew with it, elsewhere it performs its action; without actions
    /// it rests, and is drawn again if `redraw` says so. A value that is no action costs its member a step and nobody else
    /// anything. Frames go into an array of members, height, width and three.
    ///
    /// Returns rewards, terminations, truncations, infos and texts; what rests has no info.
    fn step<'py>(
        &self,
        py: Python<'py>,
        actions: Option<Vec<Bound<'py, PyAny>>>,
        seeds: Vec<Option<u64>>,
        frames: Option<&Bound<'py, PyArray4<u8>>>,
        redraw: bool,
    ) -> PyResult<StepParts<'py>> {
        let count = py.detach(|| self.lock().len());
        let given = actions.as_ref().map_or(count, Vec::len);
        if given != count || seeds.len() != count {
            let seeds = seeds.len();
            return Err(PyValueError::new_err(format!("expected {count} actions and seeds, got {given} and {seeds}")));
        }
        let mut tasks = Vec::with_capacity(count);
        for (index, seed) in seeds.into_iter().enumerate() {
            tasks.push(match (seed, &actions) {
                (Some(seed), _) => Task::Reset(seed),
                (None, Some(actions)) => Task::Act(convert::action_or_unread(&actions[index])?),
                (None, None) if redraw => Task::Show,
                (None, None) => Task::Rest,
            });
        }
        let mut frames = frames.map(|frames| frames.try_readwrite()).transpose()?;
        let frames = match frames.as_mut() {
            Some(frames) => {
                let place = frames.as_slice_mut()?;
                if place.len() != count * self.setup.get().frame_bytes() {
                    return Err(PyTypeError::new_err("the frames have another shape than the observation space"));
                }
                Some(place)
            }
            None => None,
        };
        let reports = py.detach(|| self.run(tasks, frames))?;
        let (mut rewards, mut terminated, mut truncated) = (vec![0.0; count], vec![false; count], vec![false; count]);
        let (mut infos, mut texts) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for (index, (done, text)) in reports.into_iter().enumerate() {
            infos.push(match done {
                Done::Nothing => None,
                Done::Reset(opening) => Some(opening.python(py, self.setup.get())?),
                Done::Acted(outcome) => {
                    (rewards[index], terminated[index]) = (outcome.reward(), outcome.terminated);
                    truncated[index] = outcome.truncated;
                    Some(info_of(py, &outcome)?)
                }
            });
            texts.push(text);
        }
        let terminated = PyArray1::from_vec(py, terminated);
        Ok((PyArray1::from_vec(py, rewards), terminated, PyArray1::from_vec(py, truncated), infos, texts))
    }

    /// The frame of one member's present state.
    fn render<'py>(&self, py: Python<'py>, member: usize) -> PyResult<Bound<'py, PyAny>> {
        let pixels = py.detach(|| match self.lock().get(member) {
            Some(member) => member.draw(),
            None => Err(Failure::Value(format!("there is no member {member}"))),
        })?;
        Ok(crate::episode::frame(py, self.setup.get(), pixels)?.into_any())
    }

    fn close(&self, py: Python<'_>) {
        py.detach(|| {
            for member in self.lock().iter_mut() {
                member.close();
            }
        });
    }
}
