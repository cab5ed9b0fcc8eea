//! Listens to what is asked of the run from outside, and lets its agents wait while it is paused.

use crate::Stop;
use agon_core::{Action, Agent, AgentError, BoxFuture, Brief, LiveScreen, Seat, SeatError, Turn, Usage};
use agon_record::Control;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How often the file is looked at; a person who pauses a run does not notice less.
const LOOK_EVERY: Duration = Duration::from_millis(300);

/// Follows what is asked of the run in a folder, until it is asked to stop.
pub(crate) async fn listen(folder: PathBuf, stop: Stop, paused: watch::Sender<bool>) {
    let mut ticks = tokio::time::interval(LOOK_EVERY);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let asked = Control::read(&folder);
        // A paused run that is stopped does not go on in between.
        if asked == Control::Stop {
            return stop.ask();
        }
        let is_paused = asked == Control::Pause;
        paused.send_if_modified(|paused| std::mem::replace(paused, is_paused) != is_paused);
    }
}

/// An agent that takes no step while the run is paused.
pub(crate) struct Pausable {
    pub(crate) agent: Box<dyn Agent>,
    pub(crate) paused: watch::Receiver<bool>,
}

impl Agent for Pausable {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>> {
        Box::pin(async move {
            let mut seat = PausableSeat { seat, paused: self.paused.clone() };
            self.agent.sit(&mut seat).await
        })
    }

    fn looks(&self) -> bool {
        self.agent.looks()
    }

    fn last_note(&mut self) -> BoxFuture<'_, Option<(String, Value)>> {
        self.agent.last_note()
    }
}

struct PausableSeat<'a> {
    seat: &'a mut dyn Seat,
    paused: watch::Receiver<bool>,
}

impl Seat for PausableSeat<'_> {
    fn brief(&self) -> &Brief {
        self.seat.brief()
    }

    fn turn(&self) -> &Turn {
        self.seat.turn()
    }

    fn act(&mut self, action: Action) -> BoxFuture<'_, Result<&Turn, SeatError>> {
        if !*self.paused.borrow() {
            return self.seat.act(action);
        }
        Box::pin(async move {
            // Waiting for the operator is not the agent's time.
            self.seat.pause();
            // An error means that nobody can pause the run any more.
            let _ = self.paused.wait_for(|paused| !paused).await;
            self.seat.resume(0.0);
            self.seat.act(action).await
        })
    }

    fn spend(&mut self, who: Option<&str>, usage: &Usage) -> Result<(), SeatError> {
        self.seat.spend(who, usage)
    }

    fn claim(&mut self, usage: &Usage) -> Result<(), SeatError> {
        self.seat.claim(usage)
    }

    fn pause(&mut self) {
        self.seat.pause();
    }

    fn resume(&mut self, own_secs: f64) {
        self.seat.resume(own_secs);
    }

    fn start_clock(&mut self) {
        self.seat.start_clock();
    }

    fn live_screen(&self) -> Option<Arc<dyn LiveScreen>> {
        self.seat.live_screen()
    }

    fn note(&mut self, kind: &str, content: Value) -> Result<(), SeatError> {
        self.seat.note(kind, content)
    }

    fn log(&mut self, kind: &str, content: Value) -> Result<(), SeatError> {
        self.seat.log(kind, content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// Writes down what is asked of it, and ends the trial with the first action.
    struct Noting(Arc<Mutex<Vec<&'static str>>>);

    impl Seat for Noting {
        fn brief(&self) -> &Brief {
            unreachable!("nobody asks")
        }

        fn turn(&self) -> &Turn {
            unreachable!("nobody looks")
        }

        fn act(&mut self, _: Action) -> BoxFuture<'_, Result<&Turn, SeatError>> {
            self.0.lock().unwrap().push("act");
            Box::pin(async { Err(SeatError::Ended(agon_core::Ending::Done)) })
        }

        fn spend(&mut self, _: Option<&str>, _: &Usage) -> Result<(), SeatError> {
            Ok(())
        }

        fn note(&mut self, _: &str, _: Value) -> Result<(), SeatError> {
            Ok(())
        }

        fn pause(&mut self) {
            self.0.lock().unwrap().push("pause");
        }

        fn resume(&mut self, own_secs: f64) {
            assert_eq!(own_secs, 0.0);
            self.0.lock().unwrap().push("resume");
        }

        fn start_clock(&mut self) {
            self.0.lock().unwrap().push("start clock");
        }

        fn live_screen(&self) -> Option<Arc<dyn LiveScreen>> {
            Some(Arc::new(Dark))
        }
    }

    struct Dark;

    impl LiveScreen for Dark {
        fn capture(&self) -> Option<agon_core::Image> {
            None
        }
    }

    #[test]
    fn people_keep_their_clock_and_their_live_screen() {
        let noted = Arc::new(Mutex::new(Vec::new()));
        let mut inner = Noting(noted.clone());
        let mut seat = PausableSeat { seat: &mut inner, paused: watch::Sender::new(false).subscribe() };
        seat.start_clock();
        assert_eq!(*noted.lock().unwrap(), ["start clock"]);
        assert!(seat.live_screen().is_some());
    }

    #[tokio::test]
    async fn a_paused_step_waits_and_costs_no_time() {
        let paused = watch::Sender::new(true);
        let noted = Arc::new(Mutex::new(Vec::new()));
        let mut inner = Noting(noted.clone());
        let mut seat = PausableSeat { seat: &mut inner, paused: paused.subscribe() };
        let go_on = async {
            noted.lock().unwrap().push("go on");
            paused.send_replace(false);
        };
        let (acted, ()) = tokio::join!(seat.act(Action::Done), go_on);
        assert!(acted.is_err());
        assert_eq!(*noted.lock().unwrap(), ["pause", "go on", "resume", "act"]);
    }

    #[tokio::test]
    async fn what_is_asked_in_the_folder_is_heard() {
        let folder = tempfile::tempdir().unwrap();
        let (stop, paused) = (Stop::new(), watch::Sender::new(false));
        let (mut stopped, mut is_paused) = (stop.watch(), paused.subscribe());
        let listener = tokio::spawn(listen(folder.path().to_owned(), stop, paused));
        Control::Pause.write(folder.path()).unwrap();
        is_paused.wait_for(|paused| *paused).await.unwrap();
        Control::Go.write(folder.path()).unwrap();
        is_paused.wait_for(|paused| !*paused).await.unwrap();
        Control::Stop.write(folder.path()).unwrap();
        stopped.wait_for(|stop| *stop).await.unwrap();
        listener.await.unwrap();
    }
}
