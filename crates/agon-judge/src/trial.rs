//! A recorded trial as a judge looks at it.

use agon_core::{Action, ArtifactRef, Check, Ending, Event, Frame, FrameRef, Image, ObservationRecord, StepRecord, Verdict};
use agon_image::{decode, encode, shrink};
use agon_model::{Abilities, Fit, Part, Picture};
use agon_record::{RecordError, Run, frame_file};
use agon_report::modes::{Course, Finding, findings};
use serde_json::Value;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

/// What is shown of an answer, and of all handed-in files together.
pub(crate) const MOST_ANSWER_CHARS: usize = 40_000;
const MOST_FILE_CHARS: usize = 20_000;
/// What is shown of one step is between these, so that all steps together are not more than a judge can read.
const LEAST_STEP_CHARS: usize = 80;
const MOST_STEP_CHARS: usize = 1500;

/// What is shown of a text that was to be seen.
const MOST_VIEW_CHARS: usize = 6000;

/// What a judge can see of pictures.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Eyes {
    pub(crate) sees: bool,
    /// The largest picture that its service keeps as it is.
    fit: Option<Fit>,
}

impl Eyes {
    /// Of `PROVIDER/MODEL`.
    pub(crate) fn of(model: &str) -> Self {
        let abilities = Abilities::of_name(model);
        Self { sees: abilities.sees(), fit: abilities.fit() }
    }
}

/// What was to be seen after a step, or at the start.
#[derive(Clone, Debug, Default)]
pub(crate) struct View {
    pub(crate) screen: Option<FrameRef>,
    /// What the world should show, where the task tells it by a picture.
    pub(crate) goal: Option<FrameRef>,
    /// Where there is no screen: what was to be read.
    pub(crate) text: Option<String>,
}

/// One step.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) number: u32,
    pub(crate) action: String,
    /// How it was taken, and what the world said about it.
    pub(crate) said: String,
    pub(crate) view: View,
}

/// All that a judge may look at.
#[derive(Clone, Debug)]
pub(crate) struct Trial {
    pub(crate) task: String,
    pub(crate) instruction: String,
    pub(crate) rules: String,
    pub(crate) start: View,
    pub(crate) steps: Vec<Step>,
    /// The last one that was handed in.
    pub(crate) answer: Option<String>,
    pub(crate) ending: String,
    pub(crate) checks: Vec<Check>,
    pub(crate) findings: Vec<Finding>,
    /// Names of files that were handed in, with what they say where they are texts.
    pub(crate) files: Vec<(String, Option<String>)>,
    frames: PathBuf,
}

impl Trial {
    /// Reads an attempt and the files it handed in.
    pub(crate) fn read(run: &Run, trial: u32, attempt: u32) -> Result<Self, String> {
        let log = run.attempt(trial, attempt).map_err(|error: RecordError| error.to_fault().detail)?;
        let header = log.header().ok_or("its log has no beginning")?;
        let (instance, brief) = (&header.instance.id, &header.instance.brief);
        let mut read = Self {
            task: instance.to_string(),
            instruction: brief.instruction.clone(),
            rules: brief.rules.clone(),
            start: View::default(),
            steps: Vec::new(),
            answer: None,
            ending: String::new(),
            checks: Vec::new(),
            findings: Course::of(&log.events).map(|course| findings(&course)).unwrap_or_default(),
            files: Vec::new(),
            frames: run.folder().to_owned(),
        };
        let mut left = MOST_FILE_CHARS;
        for event in &log.events {
            match event {
                Event::Began { observation } => read.start = View::of(observation),
                Event::Step(step) => {
                    if let Action::Answer { value } = &step.action {
                        read.answer = Some(value.as_str().map_or_else(|| value.to_string(), str::to_owned));
                    }
                    read.take_files(run, &step.artifacts, &mut left);
                    read.steps.push(Step::of(step));
                }
                Event::Evidence { artifacts, .. } => read.take_files(run, artifacts, &mut left),
                Event::Closed { verdict, ending, .. } => {
                    read.ending = ending.as_ref().map_or_else(|| "the agent never sat".into(), ending_text);
                    if let Verdict::Scored(marks) = verdict {
                        read.checks = marks.checks.clone();
                    }
                }
                _ => {}
            }
        }
        read.answer = read.answer.map(|answer| clip(&answer, MOST_ANSWER_CHARS)).filter(|answer| !answer.trim().is_empty());
        Ok(read)
    }

    /// The number of the last step; 0 is the start.
    pub(crate) fn last_step(&self) -> u32 {
        self.steps.last().map_or(0, |step| step.number)
    }

    /// What was to be seen in the end.
    pub(crate) fn end(&self) -> &View {
        self.steps.last().map_or(&self.start, |step| &step.view)
    }

    /// The task as every judge is told it. It is ours, not the agent's.
    pub(crate) fn told(&self) -> String {
        let rules = if self.rules.is_empty() { String::new() } else { format!("\n\n{}", self.rules) };
        format!("The task that the agent was given ({}):\n{}{rules}", self.task, self.instruction)
    }

    /// The steps in at most about so many characters.
    pub(crate) fn transcript(&self, most_chars: usize) -> String {
        let room = (most_chars / self.steps.len().max(1)).clamp(LEAST_STEP_CHARS, MOST_STEP_CHARS);
        let shown = most_chars / room;
        let left_out = self.steps.len().saturating_sub(shown);
        // The beginning tells the plan and the end what came of it; of a very long middle something is left out.
        let (first, last) = (shown / 3, shown - shown / 3);
        let mut text = String::new();
        if let Some(start) = &self.start.text {
            let _ = writeln!(text, "step 0, the start:\n{}", clip(start, MOST_STEP_CHARS));
        }
        let mut before = self.start.text.as_deref();
        for (place, step) in self.steps.iter().enumerate() {
            if left_out > 0 && place == first {
                let until = self.steps.len() - last;
                let _ = writeln!(text, "(steps {} to {} are left out here)", step.number, self.steps[until - 1].number);
            }
            if left_out == 0 || place < first || place >= self.steps.len() - last {
                let mut line = format!("step {}: {}", step.number, clip(&step.action, room / 2));
                if !step.said.is_empty() {
                    let _ = write!(line, "\n  {}", clip(&step.said, room / 2));
                }
                if step.view.text.as_deref() != before
                    && let Some(seen) = &step.view.text
                {
                    let _ = write!(line, "\n  seen then: {}", clip(seen, room / 2));
                }
                text.push_str(&line);
                text.push('\n');
            }
            before = step.view.text.as_deref();
        }
        if self.steps.is_empty() {
            text.push_str("The agent took no step.\n");
        }
        text
    }

    /// How it ended: the ending, the answer and the files.
    pub(crate) fn outcome(&self) -> String {
        let mut text = format!("How it ended: {}\n", self.ending);
        match &self.answer {
            Some(answer) => {
                let _ = writeln!(text, "The answer that the agent handed in:\n{answer}");
            }
            None => text.push_str("The agent handed in no answer.\n"),
        }
        for (name, content) in &self.files {
            match content {
                Some(content) => {
                    let _ = writeln!(text, "It handed in the file {name}:\n{content}");
                }
                None => {
                    let _ = writeln!(text, "It handed in the file {name}, which is no text or too long to be shown.");
                }
            }
        }
        text
    }

    /// What was to be seen in the end, with the goal where the task shows one.
    pub(crate) fn last_view(&self, eyes: &Eyes) -> Result<Vec<Part>, String> {
        let mut parts = Vec::new();
        if let Some(goal) = self.end().goal.as_ref().filter(|_| eyes.sees) {
            parts.extend([Part::text("The goal, as the task shows it:"), Part::Image(self.picture(goal, eyes)?)]);
        }
        parts.extend(self.shown("In the end", self.end(), eyes)?);
        Ok(parts)
    }

    /// One view as parts of a message; nothing where there is nothing that this judge can see.
    pub(crate) fn shown(&self, when: &str, view: &View, eyes: &Eyes) -> Result<Vec<Part>, String> {
        Ok(match (&view.screen, &view.text) {
            (Some(screen), _) if eyes.sees => {
                vec![Part::text(format!("{when}, the screen:")), Part::Image(self.picture(screen, eyes)?)]
            }
            (None, Some(text)) => vec![Part::text(format!("{when}, what was to be read:\n{}", clip(text, MOST_VIEW_CHARS)))],
            _ => Vec::new(),
        })
    }

    /// A frame as a file that a model takes.
    pub(crate) fn picture(&self, frame: &FrameRef, eyes: &Eyes) -> Result<Picture, String> {
        let image = self.frame(frame)?;
        let size = eyes.fit.map_or((image.width, image.height), |fit| fit.size(image.width, image.height));
        let small = shrink(&image, size.0, size.1).map_err(|error| error.to_string())?;
        let bytes = encode(&small).map_err(|error| error.to_string())?;
        Ok(Picture { hash: frame.hash, media: "image/png".into(), bytes: Arc::from(bytes.as_ref()) })
    }

    /// A frame, held against the hash that names it.
    pub(crate) fn frame(&self, frame: &FrameRef) -> Result<Image, String> {
        let path = frame_file(&self.frames, frame);
        let bytes = std::fs::read(&path).map_err(|error| format!("the frame {} cannot be read: {error}", frame.hash))?;
        let image = decode(&bytes).map_err(|error| format!("the frame {} cannot be read: {error}", frame.hash))?;
        // Named by its pixels where the world drew them, and by its file where it came as one.
        let is_file = || Image::png(frame.width, frame.height, bytes.clone()).hash() == frame.hash;
        match image.hash() == frame.hash || is_file() {
            true => Ok(image),
            false => Err(format!("the frame {} is another picture than the one that was seen", frame.hash)),
        }
    }

    fn take_files(&mut self, run: &Run, artifacts: &[ArtifactRef], left: &mut usize) {
        for artifact in artifacts {
            let is_known = self.files.iter().any(|(name, _)| *name == artifact.name);
            if is_known {
                continue;
            }
            let small = artifact.bytes <= *left as u64 && run.check_artifact(artifact).is_ok();
            let content = small.then(|| std::fs::read_to_string(run.artifact_path(artifact)).ok()).flatten();
            *left -= content.as_ref().map_or(0, String::len).min(*left);
            self.files.push((artifact.name.clone(), content));
        }
    }
}

impl View {
    fn of(observation: &ObservationRecord) -> Self {
        let named = |name: &str| observation.frames.iter().find(|frame| frame.name == name).cloned();
        let screen = named(Frame::SCREEN);
        let text = observation.text.clone().or_else(|| observation.tree.as_ref().map(|tree| tree.outline()));
        Self { text: if screen.is_some() { None } else { text }, goal: named(Frame::GOAL), screen }
    }

    /// Whether there is anything to see.
    pub(crate) fn is_empty(&self) -> bool {
        self.screen.is_none() && self.text.is_none()
    }
}

impl Step {
    fn of(step: &StepRecord) -> Self {
        let how = match step.status {
            agon_core::Status::Executed => String::new(),
            other => format!("({}) ", serde_json::to_value(other).ok().as_ref().and_then(Value::as_str).unwrap_or_default()),
        };
        let said = format!("{how}{}", step.message().unwrap_or_default());
        Self { number: step.step, action: step.action.summary(), said: said.trim().to_owned(), view: View::of(&step.observation) }
    }
}

/// Its first characters, and how many are missing.
pub(crate) fn clip(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    format!("{} … ({} more characters)", text.chars().take(most).collect::<String>(), count - most)
}

fn ending_text(ending: &Ending) -> String {
    match ending {
        Ending::Stopped => "the world ended it, mostly because the agent called stop".into(),
        Ending::Done => "the agent said that it was done".into(),
        Ending::Failed { reason } => format!("the agent gave up: {}", clip(reason, MOST_STEP_CHARS)),
        Ending::Truncated { limit } => format!("a limit was reached: {limit}"),
        Ending::Left => "the agent left without finishing".into(),
        Ending::Crashed { detail } => format!("the agent broke down: {}", clip(detail, MOST_STEP_CHARS)),
    }
}
