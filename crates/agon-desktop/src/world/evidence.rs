//! What is known of a desk after the agent has left.

use super::{DesktopWorld, QUIET, SETTLE, programs};
use crate::desk::Part;
use crate::science::collect_files;
use agon_core::{Evidence, Fault};
use serde_json::{Map, Value, json};
use std::time::{Duration, Instant};

const ENDING: Duration = Duration::from_secs(20);
/// From here on an exit status tells a signal.
const KILLED: i32 = 128;
const LOOK_AGAIN: Duration = Duration::from_millis(5);

impl DesktopWorld {
    /// Which programs the agent has closed: they have ended by themselves, with whatever status. One that was killed or has crashed makes
    /// the trial void, as any other part that ends; the fault names it.
    pub(super) fn closed(&self) -> Result<Vec<bool>, Fault> {
        let programs = programs(&self.opening);
        let mut closed = vec![false; programs.len()];
        let mut gone = Vec::new();
        for end in self.desk.ended() {
            match end.part {
                Part::Program(place) if (0..KILLED).contains(&end.exit) => closed[place] = true,
                _ => gone.push(end),
            }
        }
        let Some(end) = gone.into_iter().min_by_key(|end| end.part) else {
            // A program may take the end of its screen for its own.
            if closed.contains(&true) {
                self.desk.display().sync().map_err(Fault::world)?;
            }
            return Ok(closed);
        };
        let name = match end.part {
            Part::Program(place) => programs[place].0.title().to_owned(),
            part => part.to_string(),
        };
        Err(Fault::world(format!("{name} has gone (exit status {})", end.exit)))
    }

    /// The agent has left: what it still holds is let go, and then nothing is to change any more.
    pub(super) async fn gather(&mut self) -> Result<Evidence, Fault> {
        self.closed()?;
        self.desk.let_go().await.map_err(Fault::world)?;
        self.desk.display().settle(QUIET, SETTLE).await.map_err(Fault::world)?;
        let closed = self.closed()?;
        let mut states = Vec::new();
        for (place, (program, setup)) in programs(&self.opening).into_iter().enumerate() {
            let mut state = if closed[place] { Value::Null } else { program.state(&self.desk).await? };
            if state["running"] == false {
                self.wait_for_end(place).await?;
                state = Value::Null;
            }
            // Somebody who saves their work and closes the program has done it all the same.
            if let Value::Object(more) = program.examine(&self.desk, setup).await? {
                match &mut state {
                    Value::Object(state) => state.extend(more),
                    state if !more.is_empty() => *state = Value::Object(more),
                    _ => {}
                }
            }
            states.push((program.name(), state));
        }
        self.desk.verify().await.map_err(Fault::world)?;
        let files = collect_files(self.desk.home(), &self.opening.keep);
        let mut probes = Map::new();
        for probe in &self.opening.probes {
            probes.insert(probe.name.clone(), self.desk.probe(probe).await.map_err(Fault::world)?);
        }
        let state = states.remove(0).1;
        let beside: Map<String, Value> = states.into_iter().map(|(name, state)| (name.to_owned(), state)).collect();
        Ok(Evidence(json!({"state": state, "beside": beside, "files": files, "probes": probes})))
    }

    /// A program that does not run any more was closed or was killed, and which it was is told a moment later.
    async fn wait_for_end(&self, place: usize) -> Result<(), Fault> {
        let deadline = Instant::now() + ENDING;
        while !self.closed()?[place] {
            if Instant::now() >= deadline {
                let name = programs(&self.opening)[place].0.title();
                return Err(Fault::world(format!("{name} tells nothing and does not end")));
            }
            tokio::time::sleep(LOOK_AGAIN).await;
        }
        Ok(())
    }
}
