//! The proof of law 3: every task's oracle passes, doing nothing fails, near-misses fail where they should.

use crate::sitting::{OwnedCase, mark};
use crate::{MemoryRecorder, Sitting, SittingResult, Stop, Timeouts, sit};
use agon_core::{
    Action, Agent, AgentMaker, Event, Instance, InstanceId, Judging, Placement, Script, Settings, StepRecord, Suite, TaskId,
    Verdict,
};
use serde::Serialize;
use std::sync::Arc;

/// How thoroughly to prove.
#[derive(Clone)]
pub struct ProofOptions {
    /// Settings of the tasks.
    pub settings: Settings,
    /// Seeds per task, from 0 on.
    pub instances: u32,
    /// Sittings of the random agent per instance.
    pub random_sittings: u32,
    /// Agents that must fail: nobody may pass by doing nothing, and hardly by chance.
    pub noop: Arc<dyn AgentMaker>,
    /// The agent that acts at random.
    pub random: Arc<dyn AgentMaker>,
    /// How long worlds and graders may take.
    pub timeouts: Timeouts,
    /// Who answers the questions of judged checks. Without a judge these checks are left out, and so are near-misses that must fail on one.
    pub judging: Judging,
}

/// What was proven of one task.
#[derive(Clone, Debug, Serialize)]
pub struct TaskProof {
    /// The task.
    pub task: TaskId,
    /// On how many instances.
    pub instances: u32,
    /// In how many sittings.
    pub sittings: u32,
    /// The strategies of its oracle.
    pub strategies: Vec<String>,
    /// How many near-misses were made.
    pub near_misses: u32,
    /// How many near-misses were not made, because only a judge could tell them.
    #[serde(skip_serializing_if = "is_zero")]
    pub unjudged: u32,
    /// What does not hold.
    pub findings: Vec<ProofFinding>,
}

/// A rule that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProofFinding {
    /// Where it does not hold.
    pub instance: InstanceId,
    /// The rule, in a few words.
    pub rule: &'static str,
    /// What was seen instead.
    pub detail: String,
}

/// Random play may pass now and then where an answer has few forms; more often, and the task tests nothing. A single pass is luck.
const RANDOM_MAY_PASS: f64 = 0.2;

impl TaskProof {
    /// Whether nothing was found.
    pub fn holds(&self) -> bool {
        self.findings.is_empty()
    }
}

/// Proves one task on several instances.
pub async fn prove(suite: &Arc<dyn Suite>, task: &TaskId, options: &ProofOptions) -> TaskProof {
    let strategies = suite.strategies(task);
    let variants = suite.variants(task).and_then(|variants| u32::try_from(variants).ok());
    let options = &ProofOptions { instances: options.instances.min(variants.unwrap_or(u32::MAX)), ..options.clone() };
    let mut proof = TaskProof {
        task: task.clone(),
        instances: options.instances,
        sittings: 0,
        strategies: strategies.clone(),
        near_misses: 0,
        unjudged: 0,
        findings: Vec::new(),
    };
    let mut random_passes = 0;
    for seed in 0..u64::from(options.instances) {
        let id = InstanceId { task: task.clone(), seed };
        let set = suite.instance(&id, &options.settings);
        let instance = match set {
            Ok(instance) => Arc::new(instance),
            Err(error) => {
                proof.findings.push(ProofFinding { instance: id, rule: "can be set", detail: error.to_string() });
                continue;
            }
        };
        let mut prover = Prover { suite, instance, options, proof: &mut proof, first_look: String::new() };
        if strategies.is_empty() {
            prover.finding("has an oracle", "the task names no strategy");
        }
        prover.check_oracles(&strategies).await;
        prover.check_failures(&mut random_passes).await;
        prover.check_attempts().await;
    }
    let random_sittings = options.instances * options.random_sittings;
    if f64::from(random_passes) > (RANDOM_MAY_PASS * f64::from(random_sittings)).max(1.0) {
        let instance = InstanceId { task: task.clone(), seed: 0 };
        let detail = format!("random play passed {random_passes} of {random_sittings} times");
        proof.findings.push(ProofFinding { instance, rule: "random fails", detail });
    }
    proof
}

struct Prover<'a> {
    suite: &'a Arc<dyn Suite>,
    instance: Arc<Instance>,
    options: &'a ProofOptions,
    proof: &'a mut TaskProof,
    /// What the first observation says in words, seen by who did nothing.
    first_look: String,
}

impl Prover<'_> {
    fn finding(&mut self, rule: &'static str, detail: impl Into<String>) {
        self.proof.findings.push(ProofFinding { instance: self.instance.id.clone(), rule, detail: detail.into() });
    }

    /// Every strategy passes, twice with the same bytes where the suite promises that, and its evidence is marked the same again.
    async fn check_oracles(&mut self, strategies: &[String]) {
        for strategy in strategies {
            let mut traces = Vec::new();
            let sittings = if self.suite.is_exact(&self.instance.id.task) { 2 } else { 1 };
            for _ in 0..sittings {
                let oracle = match self.suite.oracle(&self.instance, strategy, 1) {
                    Ok(oracle) => oracle,
                    Err(error) => return self.finding("oracle passes", format!("{strategy}: {error}")),
                };
                let (sat, recorder) = self.sit(oracle, MemoryRecorder::with_frames()).await;
                if !sat.verdict.passed() {
                    self.finding("oracle passes", format!("{strategy}: {}", describe(&sat.verdict)));
                }
                self.check_marking_again(sat).await;
                traces.push(trace(&recorder.events()));
            }
            if traces.iter().any(|trace| *trace != traces[0]) {
                self.finding("same seed, same bytes", format!("two sittings with strategy {strategy} differ"));
            }
        }
        match self.suite.instance(&self.instance.id, &self.options.settings) {
            Ok(again) if again == *self.instance => {}
            _ => self.finding("same seed, same bytes", "setting the instance twice gives two different ones"),
        }
    }

    /// Doing nothing fails; random play is counted.
    async fn check_failures(&mut self, random_passes: &mut u32) {
        match self.make(&self.options.noop.clone(), 0) {
            Err(detail) => self.finding("doing nothing fails", detail),
            Ok(noop) => {
                let (sat, recorder) = self.sit(noop, MemoryRecorder::default()).await;
                self.first_look = first_look(&recorder.events());
                if !matches!(&sat.verdict, Verdict::Scored(marks) if !marks.passed) {
                    self.finding("doing nothing fails", describe(&sat.verdict));
                }
            }
        }
        for seed in 0..self.options.random_sittings {
            match self.make(&self.options.random.clone(), u64::from(seed)) {
                Err(detail) => self.finding("random fails", detail),
                Ok(random) => {
                    let (sat, _) = self.sit(random, MemoryRecorder::default()).await;
                    *random_passes += u32::from(sat.verdict.passed());
                    if sat.verdict.is_void() {
                        self.finding("random fails", describe(&sat.verdict));
                    }
                }
            }
        }
    }

    /// Near-misses fail on their check, other valid ways pass, and nothing is given away.
    async fn check_attempts(&mut self) {
        let material = match self.suite.proof(&self.instance) {
            Ok(material) => material,
            Err(error) => return self.finding("has near-misses", error.to_string()),
        };
        if material.near_misses.is_empty() {
            self.finding("has near-misses", "the task lists none");
        }
        let is_left_out = matches!(self.options.judging, Judging::LeftOut);
        for miss in material.near_misses {
            if is_left_out && material.judged.contains(&miss.fails) {
                self.proof.unjudged += 1;
                continue;
            }
            self.proof.near_misses += 1;
            let verdict = self.attempt(&miss.name, miss.actions).await;
            let caught = matches!(&verdict, Verdict::Scored(marks)
                if !marks.passed && marks.check(&miss.fails).is_some_and(|check| !check.passed));
            if !caught {
                let detail = format!("{:?} should fail on {}: {}", miss.name, miss.fails, describe(&verdict));
                self.finding("near-miss fails", detail);
            }
        }
        for (name, actions) in material.alternatives {
            let verdict = self.attempt(&name, actions).await;
            if !verdict.passed() {
                self.finding("other ways pass", format!("{name:?}: {}", describe(&verdict)));
            }
        }
        self.check_secrets(&material.secrets);
    }

    /// Neither the brief nor the first observation's text holds a reference value.
    fn check_secrets(&mut self, secrets: &[String]) {
        let mut shown = serde_json::to_string(&self.instance.brief).unwrap_or_default();
        shown.push_str(&self.instance.brief.prompt());
        shown.push_str(&self.first_look);
        for secret in secrets.iter().filter(|secret| !secret.is_empty() && shown.contains(secret.as_str())) {
            self.finding("gives nothing away", format!("the brief or the first observation holds {secret:?}"));
        }
    }

    async fn check_marking_again(&mut self, sat: SittingResult) {
        let SittingResult { verdict, ending, totals, evidence, answer, recorder } = sat;
        let (Some(collected), Some(ending), Verdict::Scored(first)) = (evidence, ending, verdict) else { return };
        let record = recorder.reader();
        let case = OwnedCase { instance: self.instance.clone(), collected, answer, ending, steps: totals.steps, record };
        match mark(self.suite, case, self.options.timeouts.grade).await {
            Ok(again) if again == first => {}
            Ok(_) => self.finding("marking is idempotent", "marking the same evidence twice gives two results"),
            Err(fault) => self.finding("marking is idempotent", fault.to_string()),
        }
    }

    fn make(&self, maker: &Arc<dyn AgentMaker>, seed: u64) -> Result<Box<dyn Agent>, String> {
        let place = Placement { suite: self.suite.as_ref(), instance: &self.instance, repeat: 0, seed };
        maker.make(&place).map_err(|fault| fault.to_string())
    }

    /// Makes an attempt with the suite's agent for it, or with its actions.
    async fn attempt(&mut self, name: &str, actions: Vec<Action>) -> Verdict {
        let agent = self.suite.attempt(&self.instance, name).unwrap_or_else(|| Box::new(Script::new(actions)));
        self.sit(agent, MemoryRecorder::default()).await.0.verdict
    }

    async fn sit(&mut self, mut agent: Box<dyn Agent>, recorder: MemoryRecorder) -> (SittingResult, MemoryRecorder) {
        self.proof.sittings += 1;
        let sitting = Sitting {
            suite: self.suite.clone(),
            instance: self.instance.clone(),
            keep_frames: recorder.hashes_frames(),
            recorder: Box::new(recorder.clone()),
            timeouts: self.options.timeouts,
            judging: self.options.judging.clone(),
            stop: Stop::new().watch(),
        };
        (sit(sitting, agent.as_mut()).await, recorder)
    }
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

fn first_look(events: &[Event]) -> String {
    let mut shown = String::new();
    for event in events {
        if let Event::Began { observation } = event {
            shown.push_str(observation.text.as_deref().unwrap_or_default());
            shown.push_str(&serde_json::to_string(&observation.tree).unwrap_or_default());
        }
    }
    shown
}

/// The events without the times in them.
fn trace(events: &[Event]) -> Vec<Event> {
    let timeless = |event: &Event| match event {
        Event::Step(step) => Event::Step(StepRecord { at_ms: 0.0, world_ms: 0.0, ..step.clone() }),
        other => other.clone(),
    };
    events.iter().map(timeless).collect()
}

fn describe(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Void(fault) => format!("void, {fault}"),
        Verdict::Scored(marks) if marks.passed => "it passed".into(),
        Verdict::Scored(marks) => {
            let why = |c: &agon_core::Check| format!("{} (expected {}, seen {})", c.name, c.expected, c.seen);
            format!("it failed on {}", marks.checks.iter().filter(|c| !c.passed).map(why).collect::<Vec<_>>().join("; "))
        }
    }
}
