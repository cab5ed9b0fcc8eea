//! A coding agent's own command line at the seat: started with a prompt and the address of an MCP server that is the seat, run until
//! it ends by itself or the trial does.
//!
//! What it does at the seat is recorded as for any other agent. What it says of itself (tokens, tool calls, its own logs) goes into the
//! record as notes, and what it says it spent counts as claimed.

mod events;
mod file;

pub use file::{HarnessFile, HarnessFileError};

use crate::Confinement;
use crate::spec::exists;
use agon_core::{
    Action, Agent, AgentError, AgentMaker, BoxFuture, Cause, Fault, InstanceId, Placement, Seat, Settings, Suite, TaskId,
    Unsuitable,
};
use agon_mcp::{Departure, ServeSettings, SharedSeat, serve_http};
use agon_reap::{Keeper, Tag};
use events::Report;
use file::Values;
use serde_json::json;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};

/// Of either stream so much is kept.
const MOST_OUTPUT_BYTES: usize = 4 << 20;
/// Of each of its own logs so much is kept, and of no more than these.
const MOST_LOG_BYTES: u64 = 256 << 10;
const MOST_LOGS: usize = 20;
/// How long it may take beyond its own thinking time: it starts, waits for worlds, and ends.
const SLACK: Duration = Duration::from_secs(1800);
/// How long it may take to end once the trial is over.
const GRACE: Duration = Duration::from_secs(5);

/// Starts a command line for every trial.
#[derive(Clone)]
pub struct Harness {
    pub file: Arc<HarnessFile>,
    /// What the model is called, and where its service is; the key is read from the variable that the file names.
    pub model: String,
    pub base_url: String,
    pub serve: ServeSettings,
    pub keeper: Keeper,
    pub confinement: Confinement,
}

impl AgentMaker for Harness {
    fn make(&self, _: &Placement<'_>) -> Result<Box<dyn Agent>, Fault> {
        self.confinement
            .check()
            .map_err(|problem| Fault::new(Cause::Agent, format!("the agent's sandbox cannot be made: {problem}")))?;
        Ok(Box::new(Sitting(self.clone())))
    }

    fn suits(&self, suite: &dyn Suite, task: &TaskId) -> Result<(), Unsuitable> {
        let id = InstanceId { task: task.clone(), seed: 0 };
        // A task that cannot be set so is told by whoever sets it.
        let Ok(instance) = suite.instance(&id, &Settings::new()) else { return Ok(()) };
        match self.file.surfaces.iter().find(|surface| !instance.brief.surfaces.contains(surface)) {
            Some(surface) => Err(Unsuitable(format!("it works by the {} alone, which {task} does not offer", surface.word()))),
            None => Ok(()),
        }
    }
}

struct Sitting(Harness);

impl Agent for Sitting {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>> {
        Box::pin(self.0.run(seat))
    }
}

impl Harness {
    async fn run(&self, seat: &mut dyn Seat) -> Result<(), AgentError> {
        let fault = |detail: String| AgentError::Fault(Fault::new(Cause::Agent, detail));
        let folder = self.keeper.folder().map_err(|error| fault(error.to_string()))?;
        let (shared, mut attendant) = SharedSeat::new(seat.brief().clone());
        let server = serve_http(shared.clone(), self.serve, 0).await.map_err(|error| fault(error.to_string()))?;
        let budget = seat.turn().budget.clone();
        let home = folder.path().display().to_string();
        let key = std::env::var(&self.file.key_env).unwrap_or_else(|_| "none".into());
        let values = Values {
            prompt: prompt(&seat.brief().prompt()),
            brief: seat.brief().prompt(),
            mcp_url: server.mcp_url(),
            api_url: server.api_url(),
            model: self.model.clone(),
            base_url: self.base_url.clone(),
            key,
            home: home.clone(),
            steps: budget.steps.unwrap_or(1000),
        };
        for (path, text) in &self.file.files {
            let path = folder.path().join(path);
            let made = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, values.fill(text)));
            made.map_err(|error| fault(format!("{}: {error}", path.display())))?;
        }
        let argv: Vec<String> = self.file.argv.iter().map(|word| values.fill(word)).collect();
        let (program, args) = argv.split_first().ok_or_else(|| fault("its `argv` is empty".into()))?;
        if !exists(program) {
            return Err(fault(format!("{program:?} is not installed; install it with: {}", self.file.install)));
        }
        let tag = self.keeper.tag();
        let mut command = self.confinement.command(program, args, Some(folder.path()));
        command.env("HOME", &home).current_dir(folder.path()).env(Tag::VARIABLE, tag.value());
        command.envs(self.file.env.iter().map(|(name, value)| (name, values.fill(value))));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0).kill_on_drop(true);
        let mut child = command.spawn().map_err(|error| fault(format!("{program:?} could not be started: {error}")))?;
        let group = child.id().map(|id| self.keeper.group(id, tag)).transpose().map_err(|error| fault(error.to_string()))?;
        let (stdout, stderr) = (keep(child.stdout.take()), keep(child.stderr.take()));
        if let Some(mut stdin) = child.stdin.take() {
            let text = values.fill(&self.file.stdin);
            // A program that does not read its input is nobody's fault.
            tokio::spawn(async move { stdin.write_all(text.as_bytes()).await });
        }
        let limit = budget.wall_secs.and_then(|secs| Duration::try_from_secs_f64(secs).ok()).unwrap_or_default() + SLACK;
        let ended = tokio::spawn(async move {
            let status = tokio::time::timeout(limit, child.wait()).await;
            shared.leave(match &status {
                Ok(_) => Departure::Left,
                Err(_) => Departure::Crashed(format!("it did not end within {} s", limit.as_secs())),
            });
            (child, status.ok().and_then(Result::ok))
        });
        let mut left = attendant.attend(seat).await;
        // It may still have a last word to say to its own log.
        let gone = tokio::time::timeout(GRACE, ended).await;
        drop(group);
        server.finish().await;
        let status = gone.ok().and_then(Result::ok).and_then(|(_child, status)| status);
        let (stdout, stderr) = (joined(stdout).await, joined(stderr).await);
        let report = self.file.report(&stdout);
        let [stdout, stderr] = [stdout, stderr].map(|bytes| values.without_key(&String::from_utf8_lossy(&bytes)));
        let logs = logs(folder.path(), &self.file.logs).into_iter().map(|(name, text)| (name, values.without_key(&text)));
        tell(seat, &report, status, (&stdout, &stderr), &logs.collect::<Vec<_>>())?;
        if seat.turn().ending.is_none() && left.is_ok() {
            left = match status {
                // A command line that has come to its end hands in by that.
                Some(status) if status.success() => seat.act(Action::Done).await.map(drop).map_err(AgentError::from),
                status => Err(AgentError::Crashed(ended_badly(status, &stderr))),
            };
        }
        left
    }
}

/// What it is told.
fn prompt(brief: &str) -> String {
    format!(
        "{brief}\n\nThe computer that the task speaks of is not the one you run on: you reach it only by the tools of the MCP server `agon` \
         (their names may begin with `agon`, `mcp_agon_` or `mcp__agon__`). Use no other tools for the work. When it is finished, call the tool \
         `done` of that server."
    )
}

/// Writes down what it said of itself.
fn tell(
    seat: &mut dyn Seat,
    report: &Report,
    status: Option<ExitStatus>,
    (stdout, stderr): (&str, &str),
    logs: &[(String, String)],
) -> Result<(), AgentError> {
    let exit = status.and_then(|status| status.code());
    seat.log(
        "harness",
        json!({
            "exit": exit,
            "events": report.events,
            "tool_calls": report.calls,
            "stdout": stdout,
            "stderr": stderr,
        }),
    )?;
    for (name, text) in logs {
        seat.log("harness_log", json!({"name": name, "text": text}))?;
    }
    // What it spent counts even where the trial is over, and ends nothing that has ended.
    if let Some(usage) = &report.usage
        && seat.turn().ending.is_none()
    {
        seat.claim(usage)?;
    } else if let Some(usage) = &report.usage {
        seat.log("harness_usage", json!(usage))?;
    }
    Ok(())
}

fn ended_badly(status: Option<ExitStatus>, stderr: &str) -> String {
    let last = stderr.trim().lines().next_back().unwrap_or("none");
    status.map_or_else(
        || format!("it was ended; last words: {last}"),
        |status| format!("it ended with {status}; last words: {last}"),
    )
}

/// Reads a stream to its end, and keeps the beginning.
fn keep(stream: Option<impl AsyncRead + Unpin + Send + 'static>) -> tokio::task::JoinHandle<Vec<u8>> {
    tokio::spawn(async move {
        let (mut kept, mut piece) = (Vec::new(), vec![0; 64 * 1024]);
        let Some(mut stream) = stream else { return kept };
        while let Ok(length @ 1..) = stream.read(&mut piece).await {
            let room = (MOST_OUTPUT_BYTES - kept.len()).min(length);
            kept.extend_from_slice(&piece[..room]);
        }
        kept
    })
}

async fn joined(reading: tokio::task::JoinHandle<Vec<u8>>) -> Vec<u8> {
    tokio::time::timeout(GRACE, reading).await.ok().and_then(Result::ok).unwrap_or_default()
}

/// Its own logs: files, and all files of folders, below its home.
fn logs(home: &Path, wanted: &[String]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for path in wanted {
        collect(home, Path::new(path), &mut found);
    }
    found
}

fn collect(home: &Path, path: &Path, found: &mut Vec<(String, String)>) {
    let place = home.join(path);
    let Ok(data) = fs::symlink_metadata(&place) else { return };
    if data.is_dir() {
        let mut names: Vec<_> = fs::read_dir(&place).into_iter().flatten().flatten().map(|entry| entry.file_name()).collect();
        names.sort();
        names.iter().for_each(|name| collect(home, &path.join(name), found));
    } else if data.is_file() && found.len() < MOST_LOGS {
        let mut bytes = Vec::new();
        let read = File::open(&place).and_then(|file| file.take(MOST_LOG_BYTES).read_to_end(&mut bytes));
        if read.is_ok() {
            found.push((path.display().to_string(), String::from_utf8_lossy(&bytes).into_owned()));
        }
    }
}
