//! What is known of a desk after the agent has left.

use super::{DesktopWorld, programs};
use crate::desk::{COPY_TIMEOUT, Part};
use agon_core::{Evidence, Fault};
use agon_sandbox::{collect_files, in_background};
use serde_json::{Map, Value, json};
use std::time::{Duration, Instant};

const ENDING: Duration = Duration::from_secs(20);
/// From here on an exit status tells a signal.
const KILLED: i32 = 128;
/// How a program ends that breaks down over what it was told to do: SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE and SIGSEGV.
const CRASHED: [i32; 6] = [KILLED + 4, KILLED + 5, KILLED + 6, KILLED + 7, KILLED + 8, KILLED + 11];
const LOOK_AGAIN: Duration = Duration::from_millis(5);

impl DesktopWorld {
    /// Which programs the agent has closed: they have ended by themselves, with whatever status, have crashed over what they were told to do, or
    /// have taken all the memory there is. One that was killed makes the trial void, as any other part that ends; the fault names it.
    pub(super) fn closed(&self) -> Result<Vec<bool>, Fault> {
        let programs = programs(&self.opening);
        let mut closed = vec![false; programs.len()];
        let mut gone = Vec::new();
        for end in self.desk.ended() {
            match end.part {
                Part::Program(place)
                    if (0..KILLED).contains(&end.exit) || CRASHED.contains(&end.exit) || self.desk.ran_out_of_memory() =>
                {
                    closed[place] = true;
                }
                _ => gone.push(end),
            }
        }
        let Some(end) = gone.into_iter().min_by_key(|end| end.part) else {
            // A program may take the end of its screen for its own.
            if closed.contains(&true) {
                self.desk.display().sync().map_err(|error| self.blamed(Fault::world(error), None))?;
            }
            return Ok(closed);
        };
        let name = match end.part {
            Part::Program(place) => programs[place].0.title().to_owned(),
            part => part.to_string(),
        };
        Err(self.blamed(Fault::world(format!("{name} has gone (exit status {})", end.exit)), Some(end.part)))
    }

    /// A fault is the agent's own where a process that it has started could have brought it about. What has ended is named where it is known.
    pub(super) fn blamed(&self, fault: Fault, part: Option<Part>) -> Fault {
        let programs = programs(&self.opening);
        let by_itself = matches!(part, Some(Part::Program(place)) if programs[place].0.runs_commands());
        let is_provoked = by_itself || self.had_strangers || self.desk.had_strangers(&self.helpers());
        if is_provoked { fault.provoked() } else { fault }
    }

    pub(super) fn helpers(&self) -> Vec<&'static str> {
        programs(&self.opening).iter().flat_map(|(program, _)| program.helpers().iter().copied()).collect()
    }

    /// The longest that [`Self::gather`] may take by limits of its own.
    pub(super) fn reading_limit(&self) -> Duration {
        let program = |(program, setup): &(&dyn crate::Program, &toml::Table)| {
            program.state_limit() + program.examine_limit(setup) + ENDING
        };
        let programs: Duration = programs(&self.opening).iter().map(program).sum();
        let probe = |secs: f64| Duration::try_from_secs_f64(secs).unwrap_or_default() + 2 * COPY_TIMEOUT;
        programs + self.opening.trial.probes.iter().map(|own| probe(own.timeout_secs)).sum::<Duration>()
    }

    /// The agent has left: what it still holds is let go, and what it has started ends. The programs' states are read; then everything on the
    /// desk ends, and what lies in HOME changes no more while it is read.
    pub(super) async fn gather(&mut self) -> Result<Evidence, Fault> {
        self.closed()?;
        self.desk.screen().let_go().await.map_err(Fault::world)?;
        self.desk.screen().settle().await.map_err(Fault::world)?;
        self.had_strangers |= self.desk.had_strangers(&self.helpers());
        self.desk.end_strangers(self.helpers()).await?;
        let states = self.states().await?;
        self.desk.screen().verify().await.map_err(Fault::world)?;
        self.closed()?;
        self.desk.finish().await;
        self.with_files(states).await
    }

    /// The same between two steps of the agent: nothing is let go, nothing ends.
    pub(super) async fn read_in_passing(&self) -> Result<Evidence, Fault> {
        self.desk.screen().settle().await.map_err(Fault::world)?;
        let states = self.states().await?;
        self.with_files(states).await
    }

    /// The state of each program, null where the agent has closed it.
    async fn states(&self) -> Result<Vec<(&'static str, Value)>, Fault> {
        let closed = self.closed()?;
        let mut states = Vec::new();
        for (place, (program, _)) in programs(&self.opening).into_iter().enumerate() {
            let mut state = if closed[place] { Value::Null } else { program.state(&self.desk).await? };
            if state["running"] == false {
                self.wait_for_end(place).await?;
                state = Value::Null;
            }
            states.push((program.name(), state));
        }
        Ok(states)
    }

    /// The states with what is found out from the files that lie in HOME now.
    async fn with_files(&self, mut states: Vec<(&'static str, Value)>) -> Result<Evidence, Fault> {
        for ((program, setup), (_, state)) in programs(&self.opening).into_iter().zip(&mut states) {
            // Somebody who saves their work and closes the program has done it all the same.
            if let Value::Object(more) = program.examine(&self.desk, setup).await? {
                match state {
                    Value::Object(state) => state.extend(more),
                    state if !more.is_empty() => *state = Value::Object(more),
                    _ => {}
                }
            }
        }
        let (home, keep) = (self.desk.files().clone(), self.opening.trial.keep.clone());
        let (files, odd) = in_background(move || collect_files(&home, &keep)).await?;
        let mut probes = Map::new();
        for probe in &self.opening.trial.probes {
            let outcome = self.desk.probe(probe, &self.opening.trial.reference).await;
            probes.insert(probe.name.clone(), outcome.map_err(Fault::world)?);
        }
        let state = states.remove(0).1;
        let beside: Map<String, Value> = states.into_iter().map(|(name, state)| (name.to_owned(), state)).collect();
        let mut evidence = json!({"state": state, "beside": beside, "files": files, "probes": probes});
        if !odd.is_empty() {
            evidence["not_read"] = odd.into();
        }
        Ok(Evidence(evidence))
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
