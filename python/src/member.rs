//! One episode after the other, counted and marked: what an environment and each member of a vector have in common.

use crate::errors::{Failure, guarded};
use crate::setup::{Setup, Start};
use agon_core::{Action, Call, Ending, Limit, Status};
use agon_gym::{Canvas, Episode, mark};
use pyo3::Py;
use serde_json::Value;
use std::cell::RefCell;

thread_local! {
    /// For pictures narrower than the observation space. One for each thread rather than for each member: it stays in the
    /// processor's cache, which all of theirs would not.
    static SCRATCH: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

pub(crate) struct Member {
    setup: Py<Setup>,
    phase: Phase,
}

enum Phase {
    New,
    Playing { episode: Box<Episode>, steps: u32 },
    Over { episode: Box<Episode>, steps: u32 },
    Closed,
}

/// An episode at one moment.
pub(crate) struct Saved {
    pub(crate) episode: Episode,
    pub(crate) steps: u32,
    pub(crate) is_over: bool,
}

/// What a step came to, without the observation.
pub(crate) struct Outcome {
    pub(crate) status: Status,
    pub(crate) feedback: Option<String>,
    pub(crate) terminated: bool,
    pub(crate) truncated: bool,
    /// Known at the end.
    pub(crate) success: Option<bool>,
    pub(crate) steps_left: u32,
}

impl Outcome {
    pub(crate) fn reward(&self) -> f64 {
        f64::from(u8::from(self.success == Some(true)))
    }
}

impl Member {
    pub(crate) fn new(setup: Py<Setup>) -> Self {
        Self { setup, phase: Phase::New }
    }

    pub(crate) fn setup(&self) -> &Setup {
        self.setup.get()
    }

    pub(crate) fn close(&mut self) {
        self.phase = Phase::Closed;
    }

    /// Sets a new episode. If that fails there is none.
    pub(crate) fn reset(&mut self, start: &Start) -> Result<(), Failure> {
        if matches!(self.phase, Phase::Closed) {
            return Err(Failure::Closed);
        }
        self.phase = Phase::New;
        let episode = guarded(|| self.setup.get().start(start))?;
        let ((width, height), (most_width, most_height)) = (episode.puzzle().frame_size(), self.setup().size);
        if width > most_width || height > most_height {
            return Err(Failure::Broken(format!(
                "{start} gives a frame of {width}×{height}, but the observation space holds {most_width}×{most_height}: \
                 the pictures differ too much in shape"
            )));
        }
        self.phase = Phase::Playing { episode: Box::new(episode), steps: 0 };
        Ok(())
    }

    /// The episode as it is now, to come back to.
    pub(crate) fn snapshot(&self) -> Result<Saved, Failure> {
        let episode = self.episode()?;
        let copy = guarded(|| episode.copy().ok_or_else(|| Failure::Broken("there is no memory for a copy".into())))?;
        let (steps, is_over) = match self.phase {
            Phase::Over { steps, .. } => (steps, true),
            Phase::Playing { steps, .. } => (steps, false),
            Phase::New | Phase::Closed => (0, false),
        };
        Ok(Saved { episode: copy, steps, is_over })
    }

    /// Goes on from a written state, so many steps into its episode.
    pub(crate) fn load(&mut self, state: Value, steps: u32, is_over: bool) -> Result<(), Failure> {
        let is_stopped = state["stopped"] == true;
        self.reset(&Start::State(state))?;
        let Phase::Playing { mut episode, .. } = std::mem::replace(&mut self.phase, Phase::New) else { return Ok(()) };
        if is_stopped {
            episode.act(&Call::bare("stop").into());
        }
        self.phase = if is_over { Phase::Over { episode, steps } } else { Phase::Playing { episode, steps } };
        Ok(())
    }

    /// Goes on from a snapshot, which may be come back to again.
    pub(crate) fn restore(&mut self, saved: &Saved) -> Result<(), Failure> {
        if matches!(self.phase, Phase::Closed) {
            return Err(Failure::Closed);
        }
        let copy = guarded(|| saved.episode.copy().ok_or_else(|| Failure::Broken("there is no memory for a copy".into())))?;
        let (episode, steps) = (Box::new(copy), saved.steps);
        self.phase = if saved.is_over { Phase::Over { episode, steps } } else { Phase::Playing { episode, steps } };
        Ok(())
    }

    pub(crate) fn act(&mut self, action: &Action) -> Result<Outcome, Failure> {
        // Taken out: a world that panics is not put back.
        let (mut episode, steps) = match std::mem::replace(&mut self.phase, Phase::New) {
            Phase::Playing { episode, steps } => (episode, steps + 1),
            other => {
                let failure = match other {
                    Phase::Closed => Failure::Closed,
                    Phase::Over { .. } => Failure::ResetNeeded("the episode is over; call reset() before the next step()"),
                    _ => Failure::ResetNeeded("there is no episode yet; call reset() before step()"),
                };
                self.phase = other;
                return Err(failure);
            }
        };
        let setup = self.setup.get();
        let outcome = guarded(|| {
            let reaction = episode.act(action);
            let terminated = episode.stopped();
            let truncated = !terminated && steps >= setup.max_steps;
            let ending = if terminated { Ending::Stopped } else { Ending::Truncated { limit: Limit::Steps } };
            let success = (terminated || truncated)
                .then(|| mark(setup.kind, &episode.evidence(), &ending).is_some_and(|marks| marks.passed));
            Ok(Outcome {
                status: reaction.status,
                feedback: episode.told(reaction),
                terminated,
                truncated,
                success,
                steps_left: setup.max_steps.saturating_sub(steps),
            })
        })?;
        let over = outcome.terminated || outcome.truncated;
        self.phase = if over { Phase::Over { episode, steps } } else { Phase::Playing { episode, steps } };
        Ok(outcome)
    }

    /// The episode under way or just ended.
    pub(crate) fn episode(&self) -> Result<&Episode, Failure> {
        match &self.phase {
            Phase::Playing { episode, .. } | Phase::Over { episode, .. } => Ok(episode),
            Phase::Closed => Err(Failure::Closed),
            Phase::New => Err(Failure::ResetNeeded("there is no episode yet; call reset() first")),
        }
    }

    pub(crate) fn steps_left(&self) -> u32 {
        match self.phase {
            Phase::Playing { steps, .. } | Phase::Over { steps, .. } => self.setup().max_steps.saturating_sub(steps),
            _ => self.setup().max_steps,
        }
    }

    /// A new frame of the observation space's size; a smaller picture is in its upper left corner, on black, so that
    /// pixel coordinates hold.
    pub(crate) fn draw(&self) -> Result<Vec<u8>, Failure> {
        let mut pixels = vec![0; self.setup().frame_bytes()];
        self.draw_into(&mut pixels)?;
        Ok(pixels)
    }

    /// The solved state, drawn like any frame, for worlds that have such a picture.
    pub(crate) fn draw_goal(&self) -> Result<Option<Vec<u8>>, Failure> {
        let Some(goal) = guarded(|| Ok(self.episode()?.puzzle().goal()))? else { return Ok(None) };
        let mut pixels = vec![0; self.setup().frame_bytes()];
        draw_into(goal.as_ref(), self.setup().size, &mut pixels)?;
        Ok(Some(pixels))
    }

    /// As [`Member::draw`], in a place that is not ours.
    pub(crate) fn draw_into(&self, place: &mut [u8]) -> Result<(), Failure> {
        draw_into(self.episode()?.puzzle(), self.setup().size, place)
    }

    pub(crate) fn state(&self) -> Result<Value, Failure> {
        let episode = self.episode()?;
        guarded(|| Ok(episode.evidence()))
    }
}

fn draw_into(puzzle: &dyn agon_gym::Puzzle, size: (u32, u32), place: &mut [u8]) -> Result<(), Failure> {
    let (width, height) = puzzle.frame_size();
    debug_assert!(width <= size.0 && height <= size.1, "a reset has looked at this");
    let bytes = width as usize * height as usize * 3;
    guarded(|| {
        // A picture as wide as the frame is a piece of it.
        if width == size.0
            && let Some((upper, lower)) = place.split_at_mut_checked(bytes)
            && let Some(mut canvas) = Canvas::over(width, height, upper)
        {
            puzzle.draw(&mut canvas);
            lower.fill(0);
            return Ok(());
        }
        SCRATCH.with_borrow_mut(|scratch| {
            scratch.resize(bytes, 0);
            if let Some(mut canvas) = Canvas::over(width, height, scratch) {
                puzzle.draw(&mut canvas);
                fit(&canvas, size.0, place);
            }
        });
        Ok(())
    })
}

fn fit(canvas: &Canvas, width: u32, place: &mut [u8]) {
    let (from, to) = (canvas.width() as usize * 3, width as usize * 3);
    let lines = canvas.pixels().chunks_exact(from).map(Some).chain(std::iter::repeat(None));
    for (row, line) in place.chunks_exact_mut(to).zip(lines) {
        let (left, right) = row.split_at_mut(line.map_or(0, <[u8]>::len));
        left.copy_from_slice(line.unwrap_or_default());
        right.fill(0);
    }
}
