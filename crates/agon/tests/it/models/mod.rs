//! Models at the seat, against a stand-in for their services.

mod ablations;
mod again;
mod bad_days;
mod contexts;
mod forged;
mod good_days;
mod judges;
mod keys;
pub(crate) mod player;
mod services;

use crate::support::{Done, TestFolder};
use agon_testkit::standin::{Keep, Script, StandIn};
use std::process::Command;

/// A key that must never be seen again.
pub(crate) const PLANTED_KEY: &str = "sk-planted-0123456789abcdef";

/// A server in this process, and the binary's folder.
pub(crate) struct Table {
    pub(crate) server: StandIn,
    pub(crate) place: TestFolder,
}

impl Table {
    pub(crate) fn new(script: Script) -> Self {
        Self { server: StandIn::start_apart(script, Keep::All).unwrap(), place: TestFolder::new() }
    }

    /// Lets a model of a provider sit mazes in their text form, with little patience.
    pub(crate) fn sit(&self, provider: &str, more: &[&str]) -> Done {
        let model = format!("{provider}/player");
        let usual = ["run", "gym/maze-2d/easy@0-2", "-m", &model, "--set", "observation=text", "--out", "r"];
        let patience = ["-M", "backoff_secs=0.01", "--retries", "0", "-n", "4"];
        let retries: &[&str] = if more.iter().any(|word| word.starts_with("retries=")) { &[] } else { &["-M", "retries=6"] };
        self.agon(&[&usual[..], &patience, retries, more].concat())
    }

    /// The same folder before another server.
    pub(crate) fn with(self, script: Script) -> Self {
        Self { server: StandIn::start_apart(script, Keep::All).unwrap(), ..self }
    }

    pub(crate) fn agon(&self, args: &[&str]) -> Done {
        Done::of(self.command(args).output().unwrap())
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = self.place.command(args);
        for provider in ["OPENAI", "ANTHROPIC", "GEMINI", "OPENROUTER", "VLLM", "XAI", "DEEPSEEK"] {
            command.env(format!("{provider}_BASE_URL"), self.server.url()).env(format!("{provider}_API_KEY"), PLANTED_KEY);
        }
        command
    }

    /// How many of the trials passed, and how many are void.
    pub(crate) fn outcome(&self) -> (usize, usize) {
        let results = self.place.open("r").results();
        let rows: Vec<_> = results.iter().map(|result| result.row.clone().unwrap()).collect();
        (rows.iter().filter(|row| row.passed).count(), rows.iter().filter(|row| !row.is_scored()).count())
    }
}
