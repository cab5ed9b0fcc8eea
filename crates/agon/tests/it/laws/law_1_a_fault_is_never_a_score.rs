use crate::support::{TestFolder, hasty, run_with};
use agon_agents::Oracle;
use agon_core::{Agent, AgentError, AgentMaker, BoxFuture, Call, Cause, Ending, Fault, Limit, Placement, Seat, Usage};
use agon_report::Summary;
use agon_testkit::{FAULTS, FakeSuite};
use std::sync::Arc;

fn oracle() -> Arc<dyn AgentMaker> {
    Arc::new(Oracle::new(None).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn worlds_and_graders_that_break_are_void_retried_and_counted() {
    let place = TestFolder::new();
    let (run, outcome) = run_with(&place.path("r"), FakeSuite::new(), vec![("oracle", oracle())], hasty(&["fake"])).await;
    let outcome = outcome.unwrap();
    assert_eq!((outcome.passed, outcome.failed, outcome.void), (1, 0, FAULTS.len() as u32));
    for (planned, result) in run.plan().iter().zip(run.results()) {
        let row = result.row.expect("every trial has a result");
        let task = planned.instance.task.as_str();
        if task == "fake/sound" {
            assert!(row.passed && result.attempts == 1);
            continue;
        }
        let fault = row.void.expect("a cause");
        assert_eq!(fault.cause, if task.contains("grader") { Cause::Grader } else { Cause::World }, "{task}");
        // Before the agent's first action nothing can be its doing; what its actions break again in a fresh world is.
        let before = ["fake/open-error", "fake/observe-panic"].contains(&task);
        let attempts = if before { 3 } else { 1 };
        assert_eq!((row.score, result.attempts, fault.provoked), (None, attempts, !before), "{task}");
        for attempt in 1..=attempts {
            assert!(!run.attempt(planned.trial, attempt).unwrap().events.is_empty(), "attempt {attempt} of {task} is kept");
        }
    }
    let summary = Summary::of(&run);
    assert_eq!((summary.counts.planned, summary.counts.scored, summary.counts.void), (9, 1, 8));
    assert_eq!(summary.voids.len(), 8, "each is listed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fault_that_passes_costs_retries_and_nothing_else() {
    let place = TestFolder::new();
    let suite = FakeSuite::healing_after(1);
    let (run, outcome) = run_with(&place.path("r"), suite, vec![("oracle", oracle())], hasty(&["fake/act-panic"])).await;
    assert_eq!(outcome.unwrap().passed, 1);
    assert_eq!(run.rows().len(), 2, "the void attempt is kept");
    assert!(run.rows()[0].void.as_ref().is_some_and(|fault| !fault.provoked), "a fresh world did not break: an outage");
    assert!(run.results()[0].row.as_ref().unwrap().passed);
}

struct Panics;
impl AgentMaker for Panics {
    fn make(&self, _: &Placement<'_>) -> Result<Box<dyn Agent>, Fault> {
        Ok(Box::new(Self))
    }
}
impl Agent for Panics {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>> {
        Box::pin(async move {
            seat.act(Call::bare("tick").into()).await?;
            panic!("a bug of our own");
        })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_in_our_own_agent_code_is_void() {
    let place = TestFolder::new();
    let (run, outcome) =
        run_with(&place.path("r"), FakeSuite::new(), vec![("a", Arc::new(Panics))], hasty(&["fake/sound"])).await;
    assert_eq!(outcome.unwrap().void, 1);
    let fault = run.results()[0].row.clone().unwrap().void.unwrap();
    assert_eq!((fault.cause, fault.detail.contains("a bug of our own")), (Cause::Agent, true));
}

/// Spends a dollar and ticks three times.
struct Spender;
impl AgentMaker for Spender {
    fn make(&self, _: &Placement<'_>) -> Result<Box<dyn Agent>, Fault> {
        Ok(Box::new(Self))
    }
}
impl Agent for Spender {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>> {
        Box::pin(async move {
            seat.spend(None, &Usage { tokens_in: 900, tokens_out: 100, cost_usd: 1.0, ..Usage::default() })?;
            for _ in 0..3 {
                seat.act(Call::bare("tick").into()).await?;
            }
            Ok(())
        })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operators_empty_purse_is_void_and_the_agents_is_a_score() {
    let place = TestFolder::new();
    let spender = || -> Vec<(&'static str, Arc<dyn AgentMaker>)> { vec![("s", Arc::new(Spender))] };
    let mut config = hasty(&["fake/sound"]);
    (config.instances, config.parallel, config.max_cost_usd) = (5, 1, Some(2.0));
    let (run, outcome) = run_with(&place.path("operator"), FakeSuite::new(), spender(), config).await;
    let outcome = outcome.unwrap();
    assert_eq!((outcome.passed, outcome.void), (2, 3));
    assert_eq!(Summary::of(&run).voids[0].cause, Cause::Budget);

    let mut config = hasty(&["fake/sound"]);
    config.limits.tokens = Some(1000);
    let (run, outcome) = run_with(&place.path("agent"), FakeSuite::new(), spender(), config).await;
    assert_eq!(outcome.unwrap().failed, 1, "an agent that uses up its own budget is scored as it stands");
    let ending = run.results()[0].row.clone().unwrap().ending;
    assert_eq!(ending, Some(Ending::Truncated { limit: Limit::Tokens }));
}

/// A world of the real gym that runs out of disk: the run stops, says so, and can be resumed.
#[test]
fn a_full_disk_stops_the_run_with_a_clear_word_and_no_corrupt_record() {
    let place = TestFolder::new();
    let disk = place.path("disk");
    std::fs::create_dir_all(&disk).unwrap();
    let agon = env!("CARGO_BIN_EXE_agon");
    let folder = disk.display();
    // A small disk of our own in a mount namespace of our own. What was written on it is copied out before it goes.
    let script = format!(
        "mount -t tmpfs -o size=1m tmpfs {folder} && {agon} run gym/sliding-block/hard -a oracle --instances 60 --out {folder}/r; \
         code=$?; cp -r {folder}/r {}; exit $code",
        place.path("copy").display()
    );
    let mut command = std::process::Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "sh", "-c", &script]).env("AGON_STATE", place.path("state"));
    let done = crate::support::Done::of(command.output().unwrap());
    assert_eq!(done.code, 3, "{}", done.err);
    assert!(done.err.contains("the disk is full"), "{}", done.err);
    assert!(done.err.contains("agon resume"), "{}", done.err);

    let run = place.open("copy");
    assert_eq!(run.plan().len(), 60);
    for row in run.rows().iter().filter(|row| !row.seal.is_empty()) {
        assert!(row.passed, "what is recorded is sound: {row:?}");
        run.attempt(row.trial, row.attempt).unwrap();
    }
    let done = place.agon(&["resume", "copy"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(place.open("copy").results().iter().all(|result| result.row.as_ref().is_some_and(|row| row.passed)));
}
