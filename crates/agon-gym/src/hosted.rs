//! A gym episode as a [`World`]: the synchronous episode runs on a blocking thread, so that one that hangs or panics
//! costs its own trial and nothing else.

use crate::Episode;
use agon_core::{Action, BoxFuture, Cause, Door, Evidence, Fault, Observation, Step, World};

/// Hosts an episode. While a call runs, the episode is away on its thread; if the call never returns, so does it, and
/// the world stays broken.
pub(crate) struct Hosted {
    episode: Option<Episode>,
    draw: bool,
}

impl Hosted {
    pub(crate) fn new(episode: Episode) -> Self {
        Self { episode: Some(episode), draw: true }
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

/// Runs world code where it may block; a panic in it becomes a fault.
pub(crate) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Fault> {
    tokio::task::spawn_blocking(work).await.map_err(|error| match error.try_into_panic() {
        Ok(panic) => Fault::panicked(Cause::World, panic.as_ref()),
        Err(error) => Fault::world(format!("the world's thread was stopped: {error}")),
    })
}

impl World for Hosted {
    fn observe(&mut self) -> BoxFuture<'_, Result<Observation, Fault>> {
        let draw = self.draw;
        Box::pin(self.run(move |episode| episode.observe(draw, true)))
    }

    fn act<'a>(&'a mut self, action: &'a Action) -> BoxFuture<'a, Result<Step, Fault>> {
        let (action, draw) = (action.clone(), self.draw);
        Box::pin(self.run(move |episode| {
            let reaction = episode.act(&action);
            Step {
                status: reaction.status,
                feedback: episode.tells(reaction.status).then_some(reaction.feedback),
                observation: episode.observe(draw, false),
                ended: episode.stopped(),
            }
        }))
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Canvas, Effect, Form, NearMissCalls, Puzzle, Solve, Switches};
    use agon_core::{Args, Call, Function, Status};
    use serde_json::{Value, json};
    use std::time::Duration;

    /// A puzzle with a bug: one of its functions panics, another never returns.
    struct Buggy;

    impl Puzzle for Buggy {
        fn functions(&self) -> Vec<Function> {
            ["fine", "panic", "hang"].map(|name| Function::new(name, "It has a bug.", vec![])).into()
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
                _ => Effect::Executed("fine.".into()),
            }
        }
        fn draw(&self, _: &mut Canvas) {}
        fn frame_size(&self) -> (u32, u32) {
            (1, 1)
        }
        fn state(&self) -> Value {
            json!({})
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

    fn hosted() -> Hosted {
        Hosted::new(Episode::new(Box::new(Buggy), Switches::default()))
    }

    #[tokio::test]
    async fn a_panic_in_a_puzzle_is_a_fault_of_the_world() {
        let mut world = hosted();
        assert_eq!(world.act(&Call::bare("fine").into()).await.unwrap().status, Status::Executed);
        let fault = world.act(&Call::bare("panic").into()).await.unwrap_err();
        assert_eq!((fault.cause, fault.detail.as_str()), (Cause::World, "the world panicked: a bug in the world"));
        assert!(world.act(&Call::bare("fine").into()).await.is_err(), "it stays broken");
    }

    #[test]
    fn a_puzzle_that_never_returns_keeps_its_own_thread_only() {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_time().build().unwrap();
        runtime.block_on(async {
            let mut world = hosted();
            let action = Call::bare("hang").into();
            let waited = tokio::time::timeout(Duration::from_millis(50), world.act(&action)).await;
            assert!(waited.is_err(), "the only worker is free to notice");
            assert!(world.observe().await.is_err(), "and the world is lost");
            assert!(hosted().observe().await.is_ok(), "but others are not");
        });
        runtime.shutdown_background();
    }
}
