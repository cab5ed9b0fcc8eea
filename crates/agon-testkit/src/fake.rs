//! A suite that breaks on command.

use agon_core::{
    Action, Agent, AgentError, AgentMaker, Artifact, BoxFuture, Brief, Call, Capabilities, Case, CheckpointRule, Difficulty,
    Door, Evidence, Fault, Function, Grader, Instance, InstanceId, Limits, Marks, NearMiss, Observation, Placement, Proof,
    Request, Script, Seat, Settings, Step, Suite, SuiteCard, SuiteError, Surface, TaskCard, TaskId, Weight, World,
};
use agon_grade::{StageMarks, all_of, check, staged};
use serde_json::json;
use std::io::Read as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// The tasks: `sound`, and one for each way a world or grader can break.
pub const FAULTS: [&str; 8] =
    ["open-error", "observe-panic", "act-error", "act-panic", "act-hang", "door-error", "grader-error", "grader-panic"];

const GOAL: u64 = 3;

/// One sound task and one for each of [`FAULTS`]; `heals` counts down the breaks before a broken task works.
pub struct FakeSuite {
    card: SuiteCard,
    tasks: Vec<TaskCard>,
    breaks_left: Arc<AtomicU32>,
    close_fault: Option<CloseFault>,
    weight: Weight,
    open: OpenWorlds,
    hands_in: bool,
    checkpoints: CheckpointRule,
}

/// How every world of a suite breaks when it is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseFault {
    Error,
    Panic,
    Hang,
}

/// How many worlds of a suite are open, and how many were at most. Clones share the count.
#[derive(Clone, Debug, Default)]
pub struct OpenWorlds(Arc<(AtomicU32, AtomicU32)>);

impl OpenWorlds {
    pub fn now(&self) -> u32 {
        self.0.0.load(Ordering::SeqCst)
    }

    pub fn most(&self) -> u32 {
        self.0.1.load(Ordering::SeqCst)
    }

    fn add(&self) {
        let open = self.0.0.fetch_add(1, Ordering::SeqCst) + 1;
        self.0.1.fetch_max(open, Ordering::SeqCst);
    }
}

impl FakeSuite {
    /// A suite whose broken tasks stay broken.
    pub fn new() -> Self {
        Self::healing_after(u32::MAX)
    }

    /// A suite whose broken tasks break this many times in all and then work.
    pub fn healing_after(breaks: u32) -> Self {
        let card = |name: &str| TaskCard {
            id: TaskId::new(format!("fake/{name}")),
            title: name.into(),
            about: "Tick three times.".into(),
            difficulty: Difficulty::Easy,
            tags: Vec::new(),
            limits: Limits { wall_secs: Some(60.0), ..Limits::steps(10) },
        };
        Self {
            card: SuiteCard { name: "fake".into(), version: "1".into(), about: "Breaks on command.".into(), source: None },
            tasks: ["sound"].iter().chain(&FAULTS).map(|name| card(name)).collect(),
            breaks_left: Arc::new(AtomicU32::new(breaks)),
            close_fault: None,
            weight: Weight::default(),
            open: OpenWorlds::default(),
            hands_in: false,
            checkpoints: CheckpointRule::WhenAsked,
        }
    }

    /// The same suite, whose worlds break when they are closed.
    pub fn breaking_when_closed(self, fault: CloseFault) -> Self {
        Self { close_fault: Some(fault), ..self }
    }

    /// The same suite, whose worlds hand in a file with every tick and one with the evidence, and whose grader reads the last.
    pub fn handing_in(self) -> Self {
        Self { hands_in: true, ..self }
    }

    /// The same suite, whose worlds' states are recorded after every step and whose grader has a stage for each tick.
    pub fn with_checkpoints(self) -> Self {
        Self { checkpoints: CheckpointRule::EveryStep, ..self }
    }

    /// The same suite, each trial of which takes this much of the machine.
    pub fn weighing(self, weight: Weight) -> Self {
        Self { weight, ..self }
    }

    /// Counts the worlds that were opened and not yet closed.
    pub fn open_worlds(&self) -> OpenWorlds {
        self.open.clone()
    }

    /// The way this instance breaks now, if it does; counts the break.
    fn breaks(&self, instance: &Instance) -> Option<&'static str> {
        let name = instance.id.task.as_str().strip_prefix("fake/")?;
        let fault = FAULTS.into_iter().find(|fault| *fault == name)?;
        let left = self.breaks_left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| match left {
            0 => None,
            u32::MAX => Some(left),
            left => Some(left - 1),
        });
        left.is_ok().then_some(fault)
    }
}

impl Default for FakeSuite {
    fn default() -> Self {
        Self::new()
    }
}

impl Suite for FakeSuite {
    fn card(&self) -> &SuiteCard {
        &self.card
    }

    fn tasks(&self) -> &[TaskCard] {
        &self.tasks
    }

    fn settings(&self, _: &TaskId) -> Result<Settings, SuiteError> {
        Ok(Settings::new())
    }

    fn instance(&self, id: &InstanceId, _: &Settings) -> Result<Instance, SuiteError> {
        let card = self.tasks.iter().find(|card| card.id == id.task).ok_or_else(|| SuiteError::UnknownTask(id.task.clone()))?;
        Ok(Instance {
            id: id.clone(),
            settings: Settings::new(),
            limits: card.limits.clone(),
            brief: Brief {
                title: card.title.clone(),
                instruction: "Tick three times, then say done.".into(),
                surfaces: vec![Surface::Calls],
                functions: vec![Function::new("tick", "Tick once.", vec![])],
                ..Brief::default()
            },
            start: None,
        })
    }

    fn open<'a>(&'a self, instance: &'a Instance) -> BoxFuture<'a, Result<Box<dyn World>, Fault>> {
        // A grader's fault is its own; every other is the world's.
        let fault = Some(instance).filter(|i| !i.id.task.as_str().contains("grader")).and_then(|i| self.breaks(i));
        Box::pin(async move {
            if fault == Some("open-error") {
                return Err(Fault::world("the fake world would not open"));
            }
            self.open.add();
            let (close_fault, open, hands_in) = (self.close_fault, self.open.clone(), self.hands_in);
            Ok(Box::new(Counter { ticks: 0, fault, close_fault, is_closed: false, open, hands_in }) as Box<dyn World>)
        })
    }

    fn grader(&self, instance: &Instance) -> Result<Arc<dyn Grader>, SuiteError> {
        let fault = Some(instance).filter(|i| i.id.task.as_str().contains("grader")).and_then(|i| self.breaks(i));
        let (reads_file, has_stages) = (self.hands_in, self.checkpoints == CheckpointRule::EveryStep);
        Ok(Arc::new(CounterGrader { fault, reads_file, has_stages }))
    }

    fn checkpoints(&self, _: &Instance) -> CheckpointRule {
        self.checkpoints
    }

    fn weight(&self, _: &TaskId) -> Weight {
        self.weight
    }

    fn strategies(&self, _: &TaskId) -> Vec<String> {
        vec!["plain".into()]
    }

    fn oracle(&self, _: &Instance, _: &str, _: u64) -> Result<Box<dyn Agent>, SuiteError> {
        Ok(Box::new(Script::new(ticks(GOAL))))
    }

    fn proof(&self, _: &Instance) -> Result<Proof, SuiteError> {
        let miss = |name: &str, count| NearMiss { name: name.into(), actions: ticks(count), fails: "ticks".into() };
        Ok(Proof { near_misses: vec![miss("one short", GOAL - 1), miss("one over", GOAL + 1)], ..Proof::default() })
    }
}

fn ticks(count: u64) -> Vec<Action> {
    (0..count).map(|_| Call::bare("tick").into()).chain([Action::Done]).collect()
}

struct Counter {
    ticks: u64,
    fault: Option<&'static str>,
    close_fault: Option<CloseFault>,
    is_closed: bool,
    open: OpenWorlds,
    hands_in: bool,
}

impl World for Counter {
    fn capabilities(&self) -> Capabilities {
        Capabilities { surfaces: vec![Surface::Calls], ..Capabilities::default() }
    }

    #[expect(clippy::panic, reason = "this is what it is for")]
    fn observe(&mut self) -> BoxFuture<'_, Result<Observation, Fault>> {
        Box::pin(async move {
            if self.fault == Some("observe-panic") {
                panic!("the fake world panicked when looked at");
            }
            Ok(Observation::text("0 ticks"))
        })
    }

    #[expect(clippy::panic, reason = "this is what it is for")]
    fn act<'a>(&'a mut self, _: &'a Request) -> BoxFuture<'a, Result<Step, Fault>> {
        Box::pin(async move {
            match self.fault {
                Some("act-error") => return Err(Fault::world("the fake world broke")),
                Some("act-panic") => panic!("the fake world panicked"),
                Some("act-hang") => std::future::pending().await,
                _ => {}
            }
            self.ticks += 1;
            let observation = Observation::text(format!("{} ticks", self.ticks));
            let file = self.hands_in.then(|| Artifact::bytes(format!("{}.txt", self.ticks), self.ticks.to_string().into()));
            let artifacts = file.into_iter().collect();
            Ok(Step { feedback: Some("Ticked.".into()), artifacts, ..Step::executed(observation) })
        })
    }

    fn door(&mut self) -> &mut dyn Door {
        self
    }

    #[expect(clippy::panic, reason = "this is what it is for")]
    fn close(&mut self) -> BoxFuture<'_, Result<(), Fault>> {
        Box::pin(async move {
            match self.close_fault {
                Some(CloseFault::Error) => return Err(Fault::world("the fake world would not close")),
                Some(CloseFault::Panic) => panic!("the fake world panicked when closed"),
                Some(CloseFault::Hang) => std::future::pending().await,
                None => {}
            }
            if !std::mem::replace(&mut self.is_closed, true) {
                self.open.0.0.fetch_sub(1, Ordering::SeqCst);
            }
            Ok(())
        })
    }
}

impl Door for Counter {
    fn evidence(&mut self) -> BoxFuture<'_, Result<Evidence, Fault>> {
        Box::pin(async move {
            if self.fault == Some("door-error") {
                return Err(Fault::world("the fake door is stuck"));
            }
            Ok(Evidence(json!({"ticks": self.ticks})))
        })
    }

    fn artifacts(&mut self) -> BoxFuture<'_, Result<Vec<Artifact>, Fault>> {
        Box::pin(async move {
            let count = self.hands_in.then(|| Artifact::bytes("count.txt", self.ticks.to_string().into()));
            Ok(count.into_iter().collect())
        })
    }

    fn checkpoint(&mut self) -> BoxFuture<'_, Result<Option<Evidence>, Fault>> {
        Box::pin(async move { Ok(Some(Evidence(json!({"ticks": self.ticks})))) })
    }
}

struct CounterGrader {
    fault: Option<&'static str>,
    reads_file: bool,
    has_stages: bool,
}

impl CounterGrader {
    /// What the file says that was handed in with the evidence.
    fn read(case: &Case<'_>) -> Result<u64, Fault> {
        let wrong = |problem: &dyn std::fmt::Display| Fault::new(agon_core::Cause::Grader, problem);
        let file = case.artifacts.first().ok_or_else(|| wrong(&"no file was handed in"))?;
        let mut text = String::new();
        case.record.artifact(file)?.read_to_string(&mut text).map_err(|error| wrong(&error))?;
        text.parse().map_err(|error| wrong(&error))
    }

    fn stages(case: &Case<'_>) -> Result<Marks, Fault> {
        let trace = case.record.trace()?;
        let stage = |goal: u64| {
            let reached = |evidence: &Evidence| evidence.0["ticks"].as_u64().unwrap_or_default() >= goal;
            let marks = all_of(vec![check("ticks", reached(case.evidence)).expected(goal).seen(trace.steps.len()).at("/ticks")]);
            StageMarks { name: format!("tick {goal}"), marks, first_passed_at_step: trace.first_passed(reached) }
        };
        Ok(staged((1..=GOAL).map(stage).collect()))
    }
}

impl Grader for CounterGrader {
    #[expect(clippy::panic, reason = "this is what it is for")]
    fn mark<'a>(&'a self, case: &'a Case<'a>) -> BoxFuture<'a, Result<Marks, Fault>> {
        Box::pin(async move {
            match self.fault {
                Some("grader-panic") => panic!("the fake grader panicked"),
                Some(_) => return Err(Fault::new(agon_core::Cause::Grader, "the fake grader lost its pencil")),
                None => {}
            }
            if self.has_stages {
                return Self::stages(case);
            }
            if self.reads_file {
                let seen = Self::read(case)?;
                return Ok(all_of(vec![check("file", seen == GOAL).expected(GOAL).seen(seen).at("count.txt")]));
            }
            let seen = case.evidence.0["ticks"].as_u64().unwrap_or_default();
            Ok(all_of(vec![check("ticks", seen == GOAL).expected(GOAL).seen(seen).at("/ticks")]))
        })
    }
}

/// An agent that sleeps before each of its steps, as one does that waits for a model.
#[derive(Clone, Copy)]
pub struct Sleeper {
    pub steps: u32,
    pub sleep: Duration,
}

impl AgentMaker for Sleeper {
    fn make(&self, _: &Placement<'_>) -> Result<Box<dyn Agent>, Fault> {
        Ok(Box::new(*self))
    }
}

impl Agent for Sleeper {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>> {
        Box::pin(async move {
            for _ in 0..self.steps {
                tokio::time::sleep(self.sleep).await;
                seat.act(Call::bare("tick").into()).await?;
            }
            Ok(())
        })
    }

    fn looks(&self) -> bool {
        false
    }
}
