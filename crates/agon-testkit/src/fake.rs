//! A suite that breaks on command.

use agon_core::{
    Action, Agent, AgentError, AgentMaker, BoxFuture, Brief, Call, Capabilities, Case, Difficulty, Door, Evidence, Fault,
    Function, Grader, Instance, InstanceId, Limits, Marks, NearMiss, Observation, Placement, Proof, Request, Script, Seat,
    Settings, Status, Step, Suite, SuiteCard, SuiteError, Surface, TaskCard, TaskId, World,
};
use agon_grade::{all_of, check};
use serde_json::json;
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
        }
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
            Ok(Box::new(Counter { ticks: 0, fault }) as Box<dyn World>)
        })
    }

    fn grader(&self, instance: &Instance) -> Result<Arc<dyn Grader>, SuiteError> {
        let fault = Some(instance).filter(|i| i.id.task.as_str().contains("grader")).and_then(|i| self.breaks(i));
        Ok(Arc::new(CounterGrader { fault }))
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
            Ok(Step { status: Status::Executed, feedback: Some("Ticked.".into()), observation, ended: false })
        })
    }

    fn door(&mut self) -> &mut dyn Door {
        self
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
}

struct CounterGrader {
    fault: Option<&'static str>,
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
