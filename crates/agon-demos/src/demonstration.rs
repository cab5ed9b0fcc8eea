//! One recorded trial, as training data sees it.

use crate::DemosError;
use agon_core::{Action, Event, Instance, NOISE_NOTE, ObservationRecord, Point, STRATEGY_NOTE, Stage, Totals, Usage, Verdict};
use agon_record::Run;

/// A scored trial: what was seen, what was done.
#[derive(Clone, Debug)]
pub struct Demonstration {
    /// Its place in the run's plan.
    pub trial: u32,
    pub repeat: u32,
    pub agent: String,
    pub instance: Instance,
    /// Which strategy an oracle followed.
    pub strategy: Option<String>,
    pub turns: Vec<Turn>,
    /// What was to be seen after the last action.
    pub last: ObservationRecord,
    /// Of a task in stages.
    pub stages: Vec<Stage>,
    pub score: f64,
    /// Steps, times and what models came to.
    pub totals: Totals,
    pub passed: bool,
}

/// What the agent saw at one moment, and what it did then.
#[derive(Clone, Debug)]
pub struct Turn {
    /// What it was told with the observation.
    pub message: String,
    pub observation: ObservationRecord,
    /// The action as the agent's text has it.
    pub action: String,
    /// The action as it was recorded.
    pub taken: Action,
    /// The points that the action's labels stood for, in their order.
    pub points: Vec<Point>,
    /// Milliseconds since the trial began.
    pub at_ms: f64,
    /// Whether the action was a random one.
    pub is_noise: bool,
}

impl Demonstration {
    /// Reads the attempt that counts.
    pub fn read(run: &Run, trial: u32, attempt: u32) -> Result<Self, DemosError> {
        let problem = |problem: &str| DemosError::Trial { run: run.folder().into(), trial, problem: problem.into() };
        let log = run.attempt(trial, attempt)?;
        let header = log.header().cloned().ok_or_else(|| problem("its log has no header"))?;
        let limits = header.instance.limits.clone();
        let budget = |step: u32| limits.left(step, 0.0, &Usage::default());
        let (mut strategy, mut turns, mut verdict) = (None, Vec::new(), None);
        let (mut seen, mut message, mut is_noise) = (None, budget(0).message(None, false), false);
        for event in log.events {
            match event {
                Event::Began { observation } => seen = Some(observation),
                Event::Note { kind, content } if kind == STRATEGY_NOTE => strategy = content.as_str().map(str::to_owned),
                Event::Note { kind, .. } if kind == NOISE_NOTE => is_noise = true,
                Event::Step(step) => {
                    let observation = seen.take().ok_or_else(|| problem("it acts before it begins"))?;
                    let next = budget(step.step).message(step.message().as_deref(), step.output.is_some());
                    let message = std::mem::replace(&mut message, next);
                    let (action, at_ms) = (text_of(&step.action), step.at_ms);
                    turns.push(Turn { message, observation, action, taken: step.action, points: step.points, at_ms, is_noise });
                    (seen, is_noise) = (Some(step.observation), false);
                }
                Event::Closed { verdict: Verdict::Scored(marks), totals, .. } => verdict = Some((marks, totals)),
                _ => {}
            }
        }
        let (marks, totals) = verdict.ok_or_else(|| problem("it has no score"))?;
        Ok(Self {
            trial,
            repeat: header.repeat,
            agent: header.agent,
            instance: header.instance,
            strategy,
            turns,
            last: seen.unwrap_or_default(),
            stages: marks.stages,
            score: marks.score,
            totals,
            passed: marks.passed,
        })
    }
}

/// An action as an agent writes it: a call in the form the brief teaches, anything else as JSON.
fn text_of(action: &Action) -> String {
    match action {
        Action::Call { .. } | Action::Text { .. } => action.summary(),
        other => serde_json::to_string(other).unwrap_or_default(),
    }
}
