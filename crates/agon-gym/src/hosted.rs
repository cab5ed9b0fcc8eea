//! A gym episode as a [`World`]: the synchronous episode runs on a blocking thread, so that one that hangs or panics
//! costs its own trial and nothing else.

use crate::{Episode, Kind};
use agon_core::{BoxFuture, Capabilities, Cause, Door, Evidence, Fault, Observation, Request, Status, Step, Surface, World};
use serde_json::Value;

/// Hosts an episode. While a call runs, the episode is away on its thread; if the call never returns, so does it, and
/// the world stays broken.
pub(crate) struct Hosted {
    episode: Option<Episode>,
    kind: &'static dyn Kind,
    draw: bool,
    /// The goal is shown at the first look only.
    looked: bool,
}

impl Hosted {
    pub(crate) fn new(episode: Episode, kind: &'static dyn Kind) -> Self {
        Self { episode: Some(episode), kind, draw: true, looked: false }
    }

    async fn run<T: Send + 'static>(&mut self, work: impl FnOnce(&mut Episode) -> T + Send + 'static) -> Result<T, Fault> {
        let mut episode = self.episode.take().ok_or_else(|| Fault::world("the episode was lost in an earlier call"))?;
        let (episode, result) = blocking(move || {
            let result = work(&mut episode);
            (episode, result)
        })
        .await?;
        self.episode = Some(episode);
        Ok(result)
    }
}

/// A world that breaks its own rules is at fault, whoever called it: what was done in it counts neither for nor against the agent.
fn held_to_rules(kind: &dyn Kind, before: &Value, after: &Value, status: Status) -> Result<(), Fault> {
    let broken = match status {
        Status::Executed => kind.broken_rule(before, after),
        _ if before != after => Some("a call that was not executed changed the state".to_owned()),
        _ => None,
    };
    broken.map_or(Ok(()), |rule| Err(Fault::world(format!("{} broke its own rules: {rule}", kind.name()))))
}

/// Runs world code where it may block; a panic in it becomes a fault.
pub(crate) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Fault> {
    tokio::task::spawn_blocking(work).await.map_err(|error| match error.try_into_panic() {
        Ok(panic) => Fault::panicked(Cause::World, panic.as_ref()),
        Err(error) => Fault::world(format!("the world's thread was stopped: {error}")),
    })
}

impl World for Hosted {
    fn capabilities(&self) -> Capabilities {
        Capabilities { surfaces: vec![Surface::Calls], ..Capabilities::default() }
    }

    fn observe(&mut self) -> BoxFuture<'_, Result<Observation, Fault>> {
        let (draw, first) = (self.draw, !std::mem::replace(&mut self.looked, true));
        Box::pin(self.run(move |episode| episode.observe(draw, first)))
    }

    fn act<'a>(&'a mut self, request: &'a Request) -> BoxFuture<'a, Result<Step, Fault>> {
        let (request, kind, draw) = (request.clone(), self.kind, self.draw);
        Box::pin(async move {
            let step = self.run(move |episode| -> Result<Step, Fault> {
                let before = episode.puzzle().state();
                let reaction = episode.perform(&request);
                held_to_rules(kind, &before, &episode.puzzle().state(), reaction.status)?;
                Ok(Step {
                    status: reaction.status,
                    feedback: episode.told(reaction),
                    ended: episode.stopped(),
                    ..Step::executed(episode.observe(draw, false))
                })
            });
            step.await?
        })
    }

    fn door(&mut self) -> &mut dyn Door {
        self
    }

    fn skip_frames(&mut self) {
        self.draw = false;
    }
}

impl Door for Hosted {
    fn evidence(&mut self) -> BoxFuture<'_, Result<Evidence, Fault>> {
        Box::pin(self.run(|episode| Evidence(episode.evidence())))
    }

    fn checkpoint(&mut self) -> BoxFuture<'_, Result<Option<Evidence>, Fault>> {
        Box::pin(self.run(|episode| Some(Evidence(episode.evidence()))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Canvas, Effect, Form, NearMissCalls, ParamError, Puzzle, Solve, Switches};
    use agon_core::{Args, Call, Function, Offer};
    use agon_grade::CheckBuilder;
    use serde_json::{Map, json};
    use std::time::Duration;

    /// A puzzle with bugs: one of its functions panics, another never returns, one jumps, and one says that it is blocked and acts.
    struct Buggy {
        at: i64,
    }

    /// Its description says that it counts up, one by one.
    struct BuggyKind;

    impl Kind for BuggyKind {
        fn name(&self) -> &'static str {
            "buggy"
        }
        fn published_name(&self) -> &'static str {
            "buggy"
        }
        fn title(&self) -> &'static str {
            "Buggy"
        }
        fn about(&self) -> &'static str {
            "It has bugs."
        }
        fn params(&self) -> Map<String, Value> {
            Map::new()
        }
        fn strategies(&self) -> &'static [&'static str] {
            &["only"]
        }
        fn broken_rule(&self, before: &Value, after: &Value) -> Option<String> {
            let (before, after) = (before["at"].as_i64()?, after["at"].as_i64()?);
            (after > before + 1).then(|| format!("it went from {before} to {after} at once"))
        }
        fn start(&self, _: &Map<String, Value>, _: u64) -> Result<Box<dyn Puzzle>, ParamError> {
            Ok(Box::new(Buggy { at: 0 }))
        }
        fn restore(&self, _: &Map<String, Value>, _: &Value) -> Result<Box<dyn Puzzle>, ParamError> {
            Ok(Box::new(Buggy { at: 0 }))
        }
        fn mark(&self, _: &Value) -> Option<Vec<CheckBuilder>> {
            None
        }
    }

    impl Puzzle for Buggy {
        fn copy(&self) -> Option<Box<dyn Puzzle>> {
            Some(Box::new(Self { at: self.at }))
        }
        fn functions(&self) -> Vec<Function> {
            ["fine", "panic", "hang", "jump", "deny"].map(|name| Function::new(name, "It has a bug.", vec![])).into()
        }
        fn instruction(&self, _: Form) -> String {
            String::new()
        }
        fn examples(&self) -> Vec<(String, Call)> {
            Vec::new()
        }
        fn apply(&mut self, function: &str, _: &Args) -> Effect {
            match function {
                "panic" => panic!("a bug in the world"),
                "hang" => loop {
                    std::thread::park();
                },
                "jump" => {
                    self.at += 2;
                    Effect::Executed("it counted.".into())
                }
                "deny" => {
                    self.at += 1;
                    Effect::Blocked("it does not count here.".into())
                }
                _ => {
                    self.at += 1;
                    Effect::Executed("it counted.".into())
                }
            }
        }
        fn draw(&self, _: &mut Canvas) {}
        fn frame_size(&self) -> (u32, u32) {
            (1, 1)
        }
        fn state(&self) -> Value {
            json!({"at": self.at})
        }
        fn situation(&self) -> Value {
            json!({})
        }
        fn solve(&self, _: &mut Solve<'_>) -> Vec<Call> {
            Vec::new()
        }
        fn near_misses(&self) -> Vec<NearMissCalls> {
            Vec::new()
        }
    }

    fn call(name: &str) -> Request {
        let functions = Buggy { at: 0 }.functions();
        let offer = Offer { surfaces: &[Surface::Calls], functions: &functions, ..Offer::default() };
        Request::check(&Call::bare(name).into(), &offer).unwrap()
    }

    fn hosted() -> Hosted {
        Hosted::new(Episode::new(Box::new(Buggy { at: 0 }), Switches::default()), &BuggyKind)
    }

    #[tokio::test]
    async fn a_world_that_breaks_its_own_rules_is_at_fault() {
        let mut world = hosted();
        assert_eq!(world.act(&call("fine")).await.unwrap().status, Status::Executed);
        let fault = world.act(&call("jump")).await.unwrap_err();
        assert_eq!(fault.detail, "buggy broke its own rules: it went from 1 to 3 at once");
        let fault = hosted().act(&call("deny")).await.unwrap_err();
        assert_eq!(fault.detail, "buggy broke its own rules: a call that was not executed changed the state");
    }

    #[tokio::test]
    async fn a_panic_in_a_puzzle_is_a_fault_of_the_world() {
        let mut world = hosted();
        assert_eq!(world.act(&call("fine")).await.unwrap().status, Status::Executed);
        let fault = world.act(&call("panic")).await.unwrap_err();
        assert_eq!((fault.cause, fault.detail.as_str()), (Cause::World, "the world panicked: a bug in the world"));
        assert!(world.act(&call("fine")).await.is_err(), "it stays broken");
    }

    #[test]
    fn a_puzzle_that_never_returns_keeps_its_own_thread_only() {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build().unwrap();
        runtime.block_on(async {
            let mut world = hosted();
            let waited = tokio::time::timeout(Duration::from_millis(50), world.act(&call("hang"))).await;
            assert!(waited.is_err(), "the only worker is free to notice");
            assert!(world.observe().await.is_err(), "and the world is lost");
            assert!(hosted().observe().await.is_ok(), "but others are not");
        });
        runtime.shutdown_background();
    }
}
