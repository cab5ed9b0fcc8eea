use crate::support::TestFolder;
use agon_agents::{Noop, Random};
use agon_core::{
    Agent, BoxFuture, Case, Fault, Grader, Instance, InstanceId, Marks, Proof, Settings, Suite, SuiteCard, SuiteError, TaskCard,
    TaskId, World,
};
use agon_run::{ProofOptions, Timeouts, prove};
use agon_testkit::{FakeSuite, ToySuite};
use std::sync::Arc;

#[test]
fn the_gym_proves_itself() {
    let place = TestFolder::with_physics();
    let done = place.agon(&["check", "gym", "--instances", "3", "--random", "3", "--json"]);
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
    let proof = done.json();
    assert_eq!(proof["broken"], 0);
    let tasks = proof["proofs"].as_array().unwrap();
    let skipped = proof["skipped"].as_array().unwrap();
    assert_eq!(
        tasks.len() + skipped.len(),
        4 * agon_gym::kinds().len() + 2,
        "four presets of every world, and two of photographs"
    );
    assert!(skipped.iter().all(|task| task.as_str().unwrap().starts_with("gym/fetch-")), "{skipped:?}");
    assert!(tasks.iter().all(|task| task["near_misses"].as_u64().unwrap() >= 6));
}

#[test]
fn the_text_forms_prove_themselves_too() {
    let place = TestFolder::new();
    let done = place.agon(&[
        "check",
        "gym/matchstick-equation",
        "gym/maze-2d",
        "gym/patch-reassembly",
        "gym/sliding-block",
        "--set",
        "observation=text",
        "--set",
        "goal=true",
        "--instances",
        "2",
    ]);
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
}

fn options() -> ProofOptions {
    ProofOptions {
        settings: Settings::new(),
        instances: 2,
        random_sittings: 4,
        noop: Arc::new(Noop),
        random: Arc::new(Random),
        timeouts: Timeouts::default(),
        judging: agon_core::Judging::LeftOut,
    }
}

#[tokio::test]
async fn a_world_with_every_surface_proves_itself() {
    let suite: Arc<dyn Suite> = Arc::new(ToySuite::default());
    let proof = prove(&suite, &TaskId::new("toy/notebook"), &options()).await;
    assert!(proof.findings.is_empty(), "{:?}", proof.findings);
    assert_eq!((proof.strategies.len(), proof.near_misses), (3, 8));
}

/// The fake suite with one thing spoilt.
struct Spoilt {
    suite: FakeSuite,
    how: &'static str,
}

struct Generous;
impl Grader for Generous {
    fn mark<'a>(&'a self, _: &'a Case<'a>) -> BoxFuture<'a, Result<Marks, Fault>> {
        Box::pin(async { Ok(agon_grade::all_of(vec![agon_grade::check("ticks", true)])) })
    }
}

impl Suite for Spoilt {
    fn card(&self) -> &SuiteCard {
        self.suite.card()
    }
    fn tasks(&self) -> &[TaskCard] {
        self.suite.tasks()
    }
    fn settings(&self, task: &TaskId) -> Result<Settings, SuiteError> {
        self.suite.settings(task)
    }
    fn instance(&self, id: &InstanceId, settings: &Settings) -> Result<Instance, SuiteError> {
        let mut instance = self.suite.instance(id, settings)?;
        if self.how == "leaks" {
            instance.brief.instruction.push_str(" The answer is XYZZY.");
        }
        Ok(instance)
    }
    fn open<'a>(&'a self, instance: &'a Instance) -> BoxFuture<'a, Result<Box<dyn World>, Fault>> {
        self.suite.open(instance)
    }
    fn grader(&self, instance: &Instance) -> Result<Arc<dyn Grader>, SuiteError> {
        if self.how == "generous" { Ok(Arc::new(Generous)) } else { self.suite.grader(instance) }
    }
    fn strategies(&self, task: &TaskId) -> Vec<String> {
        self.suite.strategies(task)
    }
    fn oracle(&self, instance: &Instance, strategy: &str, seed: u64) -> Result<Box<dyn Agent>, SuiteError> {
        if self.how == "unsolvable" {
            return Ok(Box::new(agon_core::Script::new(vec![agon_core::Action::Done])));
        }
        self.suite.oracle(instance, strategy, seed)
    }
    fn proof(&self, instance: &Instance) -> Result<Proof, SuiteError> {
        let mut proof = self.suite.proof(instance)?;
        match self.how {
            "leaks" => proof.secrets.push("XYZZY".into()),
            "no near-misses" => proof.near_misses.clear(),
            _ => {}
        }
        Ok(proof)
    }
}

/// The proof itself must be able to fail, on the rule that is broken and on no other.
#[tokio::test(flavor = "multi_thread")]
async fn the_proof_finds_what_is_spoilt() {
    for (how, rules) in [
        ("nothing", vec![]),
        ("generous", vec!["doing nothing fails", "near-miss fails", "random fails"]),
        ("unsolvable", vec!["oracle passes"]),
        ("leaks", vec!["gives nothing away"]),
        ("no near-misses", vec!["has near-misses"]),
    ] {
        let suite: Arc<dyn Suite> = Arc::new(Spoilt { suite: FakeSuite::new(), how });
        let proof = prove(&suite, &TaskId::new("fake/sound"), &options()).await;
        let mut found: Vec<&str> = proof.findings.iter().map(|finding| finding.rule).collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, rules, "{how}: {:?}", proof.findings);
    }
}
