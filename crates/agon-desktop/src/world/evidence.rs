//! What is known of a desk after the agent has left.

use super::{DesktopWorld, QUIET, SETTLE, programs};
use crate::desk::Part;
use crate::science::collect_files;
use agon_core::{Evidence, Fault};
use serde_json::{Map, Value, json};

impl DesktopWorld {
    /// Which programs the agent has closed in their own way. Any other end makes the trial void, and names what has gone.
    pub(super) fn closed(&self) -> Result<Vec<bool>, Fault> {
        let programs = programs(&self.opening);
        let mut closed = vec![false; programs.len()];
        let mut gone = Vec::new();
        for end in self.desk.ended() {
            match end.part {
                Part::Program(place) if end.exit == 0 => closed[place] = true,
                _ => gone.push(end),
            }
        }
        let Some(end) = gone.into_iter().min_by_key(|end| end.part) else { return Ok(closed) };
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
        for ((program, setup), closed) in programs(&self.opening).into_iter().zip(&closed) {
            let mut state = if *closed { Value::Null } else { program.state(&self.desk).await? };
            if let Some(state) = state.as_object_mut()
                && let Value::Object(more) = program.examine(&self.desk, setup).await?
            {
                state.extend(more);
            }
            states.push((program.name(), state));
        }
        let files = collect_files(self.desk.home(), &self.opening.keep);
        let mut probes = Map::new();
        for probe in &self.opening.probes {
            probes.insert(probe.name.clone(), self.desk.probe(probe).await.map_err(Fault::world)?);
        }
        let state = states.remove(0).1;
        let beside: Map<String, Value> = states.into_iter().map(|(name, state)| (name.to_owned(), state)).collect();
        Ok(Evidence(json!({"state": state, "closed": closed[0], "beside": beside, "files": files, "probes": probes})))
    }
}
