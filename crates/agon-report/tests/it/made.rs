//! Made-up runs, written with the record's own writer.

use agon_core::{
    Action, Brief, Call, Cause, Check, Ending, Event, Evidence, FORMAT_VERSION, Fault, Frame, Header, Image, Instance,
    InstanceId, Limit, Limits, Marks, Observation, Recorder as _, Status, StepRecord, Surface, Totals, Usage, Verdict,
};
use agon_record::{Ablation, AgentEntry, Host, Manifest, PlannedTrial, Row, Run, RunWriter, SuiteEntry, Variant};
use serde_json::{Map, json};
use std::path::Path;

/// A run to be written, trial by trial.
pub(crate) struct Book {
    name: String,
    suite_version: String,
    agents: Vec<String>,
    trials: Vec<(PlannedTrial, Vec<Attempt>)>,
    ablation: Option<Ablation>,
}

#[derive(Clone)]
pub(crate) struct Attempt {
    pub(crate) verdict: Verdict,
    pub(crate) ending: Option<Ending>,
    pub(crate) totals: Totals,
    pub(crate) instruction: String,
    /// What comes between the first observation and the evidence; made up from the totals where empty.
    pub(crate) events: Vec<Event>,
    /// The screen at first and after each step.
    pub(crate) frames: Vec<Image>,
}

/// A run on disk that goes away with this.
pub(crate) struct Written {
    pub(crate) run: Run,
    _folder: tempfile::TempDir,
}

impl Book {
    pub(crate) fn new(name: &str, agents: &[&str]) -> Self {
        let agents = agents.iter().map(|agent| (*agent).to_owned()).collect();
        Self { name: name.into(), suite_version: "0.1.0".into(), agents, trials: Vec::new(), ablation: None }
    }

    pub(crate) fn suite_version(mut self, version: &str) -> Self {
        self.suite_version = version.into();
        self
    }

    /// Plans a trial; without attempts it stays missing.
    pub(crate) fn trial(&mut self, agent: &str, instance: &str, repeat: u32, attempts: Vec<Attempt>) {
        let trial = self.trials.len() as u32;
        let instance = instance.parse().unwrap();
        self.trials.push((PlannedTrial { trial, agent: agent.into(), instance, repeat, variant: None }, attempts));
    }

    /// Plans a trial of each variant, with the attempts that `made` gives it.
    pub(crate) fn varied(&mut self, ablation: &Ablation, base: &str, instance: &str, made: impl Fn(&Variant) -> Vec<Attempt>) {
        self.ablation = Some(ablation.clone());
        for variant in ablation.variants() {
            let agent = variant.agent_label(base);
            if !self.agents.contains(&agent) {
                self.agents.push(agent.clone());
            }
            self.trial(&agent, instance, 0, made(&variant));
            if let Some((planned, _)) = self.trials.last_mut() {
                planned.variant = Some(variant.label.clone());
            }
        }
    }

    pub(crate) fn write(&self) -> Written {
        let folder = tempfile::tempdir().unwrap();
        self.write_to(folder.path());
        Written { run: Run::open(folder.path()).unwrap(), _folder: folder }
    }

    pub(crate) fn write_to(&self, folder: &Path) {
        let plan: Vec<PlannedTrial> = self.trials.iter().map(|(planned, _)| planned.clone()).collect();
        let mut writer = RunWriter::create(folder, &self.manifest(), &plan).unwrap();
        for (planned, attempts) in &self.trials {
            let mut previous = None;
            for (attempt, number) in attempts.iter().zip(1..) {
                previous = Some(self.write_attempt(&mut writer, planned, attempt, number, previous));
            }
        }
    }

    /// Returns the attempt's seal, which the next one names.
    fn write_attempt(
        &self,
        writer: &mut RunWriter,
        planned: &PlannedTrial,
        attempt: &Attempt,
        number: u32,
        previous: Option<String>,
    ) -> String {
        let mut log = writer.attempts().open(self.header(planned, attempt, number), previous, true).unwrap();
        let mut frames = attempt.frames.iter();
        let mut observe = |log: &mut agon_record::AttemptWriter| match frames.next() {
            Some(image) => log.keep(&Observation::frame(Frame::screen(image.clone()))),
            None => log.keep(&Observation::text("nothing to see")),
        };
        let observation = observe(&mut log);
        log.write(&Event::Began { observation }).unwrap();
        for event in if attempt.events.is_empty() { moves(&attempt.totals) } else { attempt.events.clone() } {
            let event = match event {
                Event::Step(step) => Event::Step(StepRecord { observation: observe(&mut log), ..step }),
                other => other,
            };
            log.write(&event).unwrap();
        }
        let evidence = Evidence(json!({ "at": [3, 4], "goal": [7, 1] }));
        log.write(&Event::Evidence { evidence, artifacts: Vec::new(), refused: Vec::new() }).unwrap();
        let (verdict, ending, totals) = (attempt.verdict.clone(), attempt.ending.clone(), attempt.totals.clone());
        let row = Row::new(planned.trial, number, &verdict, ending.as_ref(), &totals);
        log.write(&Event::Closed { verdict, ending, totals }).unwrap();
        log.frames().settle().unwrap();
        writer.add_result(&Row { seal: log.seal(), ..row }).unwrap();
        log.seal()
    }

    fn header(&self, planned: &PlannedTrial, attempt: &Attempt, number: u32) -> Header {
        let brief = Brief {
            title: "Maze 2D".into(),
            instruction: attempt.instruction.clone(),
            surfaces: vec![Surface::Screen, Surface::Calls],
            ..Brief::default()
        };
        let id: InstanceId = planned.instance.clone();
        Header {
            format: FORMAT_VERSION,
            trial: planned.trial,
            attempt: number,
            agent: planned.agent.clone(),
            repeat: planned.repeat,
            suite_version: self.suite_version.clone(),
            instance: Instance { id, settings: Map::new(), limits: Limits::steps(20), brief, start: None },
            started: "2026-08-01T09:00:00Z".into(),
        }
    }

    /// Those of the trials, or the gym where there are none.
    fn suites(&self) -> Vec<SuiteEntry> {
        let mut names: Vec<&str> = self.trials.iter().map(|(planned, _)| planned.instance.task.suite()).collect();
        names.push("gym");
        names.sort_unstable();
        names.dedup();
        names
            .into_iter()
            .map(|name| SuiteEntry { name: name.into(), version: self.suite_version.clone(), source: None })
            .collect()
    }

    fn manifest(&self) -> Manifest {
        let agent = |label: &String| AgentEntry {
            label: label.clone(),
            kind: if label.contains("model") { "model" } else { "script" }.into(),
            version: "1".into(),
            settings: Map::new(),
        };
        Manifest {
            format: FORMAT_VERSION,
            name: self.name.clone(),
            created: "2026-08-01T09:00:00Z".into(),
            agon_version: "0.1.0".into(),
            commit: "0123456789abcdef0123".into(),
            host: Host {
                system: "Linux".into(),
                kernel: "6".into(),
                processor: "A processor".into(),
                cores: 2,
                memory_mib: 8192,
            },
            suites: self.suites(),
            agents: self.agents.iter().map(agent).collect(),
            trials: self.trials.len() as u32,
            config: match &self.ablation {
                None => json!({ "repeats": 2, "seeds": "0..10", "attempts": 3 }),
                Some(ablation) => json!({ "ablation": ablation }),
            },
            config_hash: "fedcba9876543210".into(),
        }
    }
}

pub(crate) fn scored(passed: bool, steps: u32) -> Attempt {
    let check = |name: &str, passed: bool, expected: &str, seen: &str| Check {
        name: name.into(),
        passed,
        score: if passed { 1.0 } else { 0.0 },
        expected: expected.into(),
        seen: seen.into(),
        evidence: "/at".into(),
    };
    let checks = vec![
        check("stopped", true, "the agent stops", "stopped"),
        check("reached", passed, "at (7, 1)", if passed { "at (7, 1)" } else { "at (3, 4)" }),
    ];
    let score = if passed { 1.0 } else { 0.25 };
    attempt(Verdict::Scored(Marks::new(score, passed, checks)), Some(Ending::Stopped), steps)
}

pub(crate) fn truncated(steps: u32) -> Attempt {
    Attempt { ending: Some(Ending::Truncated { limit: Limit::Steps }), ..scored(false, steps) }
}

pub(crate) fn void(cause: Cause, detail: &str) -> Attempt {
    attempt(Verdict::Void(Fault::new(cause, detail)), None, 1)
}

/// The same with tokens and costs that are only the agent's word.
pub(crate) fn claimed(mut attempt: Attempt) -> Attempt {
    attempt.totals.usage_claimed = true;
    attempt
}

/// A fault that the agent's own actions bring about.
pub(crate) fn provoked(detail: &str) -> Attempt {
    let fault = Fault { provoked: true, ..Fault::new(Cause::World, detail) };
    attempt(Verdict::Void(fault), None, 1)
}

fn attempt(verdict: Verdict, ending: Option<Ending>, steps: u32) -> Attempt {
    let usage = Usage { tokens_in: 1000 * u64::from(steps), tokens_out: 50, cost_usd: 0.01, ..Usage::default() };
    let totals = Totals {
        steps,
        wall_secs: f64::from(steps) / 2.0,
        world_secs: 0.1,
        usage,
        actions: [("move".to_owned(), steps.saturating_sub(1)), ("stop".to_owned(), 1)].into(),
        rejected: u32::from(steps > 5),
        frames: steps,
        ..Totals::default()
    };
    let instruction = "Move the red dot to the green field, then stop.".into();
    Attempt { verdict, ending, totals, instruction, events: Vec::new(), frames: Vec::new() }
}

/// Steps of the number that the totals tell.
fn moves(totals: &Totals) -> Vec<Event> {
    let action = |step: u32| Action::from(if step == totals.steps { Call::bare("stop") } else { Call::new("move", 0) });
    (1..=totals.steps).map(|step| Event::Step(step_of(step, action(step), Status::Executed, "The dot moved."))).collect()
}

pub(crate) fn step_of(step: u32, action: Action, status: Status, feedback: &str) -> StepRecord {
    StepRecord {
        feedback: Some(feedback.into()),
        at_ms: f64::from(step) * 500.0,
        world_ms: 2.0,
        ..StepRecord::new(step, action, status)
    }
}

/// Two agents, two tasks of two instances, two repeats; one void, one missing, one retried.
pub(crate) fn small() -> Book {
    let mut book = Book::new("small", &["oracle", "model-a"]);
    for repeat in 0..2 {
        for instance in ["gym/maze-2d/easy@1", "gym/maze-2d/easy@2", "gym/maze-2d/hard@1", "gym/maze-2d/hard@2"] {
            book.trial("oracle", instance, repeat, vec![scored(true, 4)]);
            let attempts = match (instance, repeat) {
                ("gym/maze-2d/hard@1", 0) => {
                    vec![void(Cause::Model, "overloaded"), void(Cause::Model, "still \"overloaded\", sorry")]
                }
                ("gym/maze-2d/hard@2", 1) => vec![],
                ("gym/maze-2d/easy@2", 0) => vec![void(Cause::World, "the window died"), scored(true, 6)],
                ("gym/maze-2d/hard@1", 1) => vec![truncated(20)],
                (_, 0) => vec![scored(false, 8)],
                _ => vec![scored(true, 5)],
            };
            book.trial("model-a", instance, repeat, attempts);
        }
    }
    book
}

/// One agent whose models were measured, and one that told of its own.
pub(crate) fn half_claimed() -> Book {
    let mut book = Book::new("claims", &["model-a", "outside"]);
    for instance in ["gym/maze-2d/easy@1", "gym/maze-2d/easy@2"] {
        book.trial("model-a", instance, 0, vec![scored(true, 4)]);
        book.trial("outside", instance, 0, vec![claimed(scored(true, 4))]);
    }
    book
}
