//! Logs as Inspect writes and `inspect view` reads them: `inspect/AGENT.eval`, one for each agent, a sample for each trial. An instance
//! that was sat several times is one sample in several epochs.

use super::atif::function_of;
use crate::files::Draft;
use crate::{Demonstration, DemosError};
use agon_core::ObservationRecord;
use agon_record::Run;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// The version of the log format.
const VERSION: u32 = 2;
/// What the score is called.
const SCORER: &str = "agon";

/// The logs of a run, by agent. Those that are there already are left as they are.
pub(crate) struct Logs<'r> {
    run: &'r Run,
    folder: PathBuf,
    logs: BTreeMap<String, Option<Log>>,
}

struct Log {
    draft: Draft,
    zip: ZipWriter<BufWriter<File>>,
    summaries: Vec<Value>,
    ids: BTreeSet<String>,
    scores: Vec<f64>,
    passed: usize,
}

impl<'r> Logs<'r> {
    pub(crate) fn new(folder: PathBuf, run: &'r Run) -> Self {
        Self { run, folder, logs: BTreeMap::new() }
    }

    /// Adds a trial, with its pictures inside.
    pub(crate) fn write(&mut self, demonstration: &Demonstration) -> Result<(), DemosError> {
        let agent = demonstration.agent.clone();
        if !self.logs.contains_key(&agent) {
            let name: String = agent.chars().map(|c| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' }).collect();
            let path = self.folder.join(format!("{name}.eval"));
            let log = if path.exists() { None } else { Some(Log::create(path, &spec(self.run, &agent, &[]))?) };
            self.logs.insert(agent.clone(), log);
        }
        let Some(Some(log)) = self.logs.get_mut(&agent) else { return Ok(()) };
        let sample = sample(self.run, demonstration)?;
        let id = demonstration.instance.id.to_string();
        log.add(&format!("samples/{id}_epoch_{}.json", demonstration.repeat + 1), &sample)?;
        let mut summary = json!({ "completed": true, "message_count": sample["messages"].as_array().map_or(0, Vec::len) });
        for key in ["id", "epoch", "input", "target", "metadata", "scores", "model_usage", "role_usage"] {
            summary[key] = sample[key].clone();
        }
        log.summaries.push(summary);
        log.ids.insert(id);
        log.scores.push(demonstration.score);
        log.passed += usize::from(demonstration.passed);
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<(), DemosError> {
        for (agent, log) in self.logs {
            if let Some(log) = log {
                let ids: Vec<String> = log.ids.iter().cloned().collect();
                log.finish(&spec(self.run, &agent, &ids), self.run)?;
            }
        }
        Ok(())
    }
}

impl Log {
    fn create(path: PathBuf, start: &Value) -> Result<Self, DemosError> {
        let (draft, file) = Draft::create(path)?;
        let (summaries, ids, scores) = (Vec::new(), BTreeSet::new(), Vec::new());
        let mut log = Self { draft, zip: ZipWriter::new(file), summaries, ids, scores, passed: 0 };
        log.add("_journal/start.json", &json!({ "version": VERSION, "eval": start, "plan": plan() }))?;
        Ok(log)
    }

    fn add(&mut self, name: &str, content: &Value) -> Result<(), DemosError> {
        let written = self.zip.start_file(name, SimpleFileOptions::default()).map_err(std::io::Error::from);
        let written = written.and_then(|()| self.zip.write_all(content.to_string().as_bytes()));
        written.map_err(DemosError::write(&self.draft.path))
    }

    fn finish(mut self, spec: &Value, run: &Run) -> Result<(), DemosError> {
        let count = self.scores.len();
        let mean = |sum: f64| sum / count.max(1) as f64;
        let metric = |name: &str, value: f64| json!({ "name": name, "value": value, "params": {} });
        let accuracy = metric("accuracy", mean(self.passed as f64));
        let score = metric("mean", mean(self.scores.iter().sum()));
        let (created, summaries) = (run.manifest().created.clone(), std::mem::take(&mut self.summaries));
        self.add("summaries.json", &summaries.into())?;
        let header = json!({
            "version": VERSION,
            "status": "success",
            "eval": spec,
            "plan": plan(),
            "results": {
                "total_samples": count,
                "completed_samples": count,
                "scores": [{ "name": SCORER, "scorer": SCORER, "params": {}, "metrics": { "accuracy": accuracy, "mean": score } }],
            },
            "stats": { "started_at": created, "completed_at": created, "model_usage": {} },
        });
        self.add("header.json", &header)?;
        let mut file = self.zip.finish().map_err(|error| DemosError::write(&self.draft.path)(error.into()))?;
        file.flush().map_err(DemosError::write(&self.draft.path))?;
        self.draft.finish()
    }
}

fn plan() -> Value {
    json!({ "name": "plan", "steps": [], "config": {} })
}

/// What was evaluated.
fn spec(run: &Run, agent: &str, ids: &[String]) -> Value {
    let manifest = run.manifest();
    let suites: Vec<&str> = manifest.suites.iter().map(|suite| suite.name.as_str()).collect();
    let hash = &manifest.config_hash;
    json!({
        "eval_id": format!("{hash}-{agent}"),
        "run_id": hash,
        "created": manifest.created,
        "task": format!("agon/{}", suites.join("+")),
        "task_id": hash,
        "task_version": 0,
        "dataset": { "name": suites.join("+"), "samples": ids.len(), "sample_ids": ids },
        "model": agent,
        "config": {},
        "packages": { "agon": manifest.agon_version },
        "metadata": { "agon_run": manifest.name, "suites": manifest.suites },
    })
}

fn sample(run: &Run, demonstration: &Demonstration) -> Result<Value, DemosError> {
    let mut attachments = Map::new();
    let prompt = demonstration.instance.brief.prompt();
    let first = demonstration.turns.first().map_or(&demonstration.last, |turn| &turn.observation);
    let mut content = vec![json!({ "type": "text", "text": prompt })];
    content.extend(seen_parts(run, first, None, &mut attachments)?);
    let mut messages = vec![json!({ "role": "user", "content": content })];
    for (index, turn) in demonstration.turns.iter().enumerate() {
        let id = format!("call_{}", index + 1);
        let (function, arguments) = function_of(&turn.taken);
        let call = json!({ "id": id, "function": function, "arguments": arguments, "type": "function" });
        messages.push(json!({ "role": "assistant", "content": turn.action, "tool_calls": [call], "model": demonstration.agent }));
        let next = demonstration.turns.get(index + 1);
        let seen = next.map_or(&demonstration.last, |next| &next.observation);
        let content = seen_parts(run, seen, next.map(|next| next.message.as_str()), &mut attachments)?;
        messages.push(json!({ "role": "tool", "content": content, "tool_call_id": id, "function": function }));
    }
    let stages: Vec<Value> =
        demonstration.stages.iter().map(|stage| json!({ "name": stage.name, "passed": stage.passed })).collect();
    let metadata = json!({ "passed": demonstration.passed, "stages": stages, "steps": demonstration.turns.len() });
    let completion = demonstration.turns.last().map_or("", |turn| turn.action.as_str());
    let choice = json!({ "message": { "role": "assistant", "content": completion }, "stop_reason": "stop" });
    Ok(json!({
        "id": demonstration.instance.id.to_string(),
        "epoch": demonstration.repeat + 1,
        "input": prompt,
        "target": "",
        "messages": messages,
        "output": { "model": demonstration.agent, "choices": [choice], "completion": completion },
        "scores": { SCORER: { "value": demonstration.score, "metadata": metadata } },
        "metadata": { "task": demonstration.instance.id.task, "seed": demonstration.instance.id.seed, "trial": demonstration.trial },
        "store": {},
        "events": [],
        "model_usage": {},
        "attachments": attachments,
    }))
}

/// What was to be seen; pictures are kept once in a sample and named where they are shown.
fn seen_parts(
    run: &Run,
    seen: &ObservationRecord,
    message: Option<&str>,
    attachments: &mut Map<String, Value>,
) -> Result<Vec<Value>, DemosError> {
    let texts = message.into_iter().chain(seen.text.as_deref()).filter(|text| !text.is_empty());
    let mut parts: Vec<Value> = texts.map(|text| json!({ "type": "text", "text": text })).collect();
    for frame in &seen.frames {
        let hash = frame.hash.to_string();
        if !attachments.contains_key(&hash) {
            let path = run.frame_path(frame);
            let bytes = fs::read(&path).map_err(DemosError::read(&path))?;
            let url = format!("data:{};base64,{}", super::media_type(frame), STANDARD.encode(bytes));
            attachments.insert(hash.clone(), url.into());
        }
        parts.push(json!({ "type": "image", "image": format!("attachment://{hash}"), "detail": "auto" }));
    }
    Ok(parts)
}
