//! From a kind and its settings to a maker of agents.

use crate::confine::can_confine;
use crate::{
    Claw, ClawConfig, Confinement, FrameForm, Harness, HarnessFile, ModelConfig, Models, Noop, Oracle, Process, Random, Replay,
};
use agon_core::AgentMaker;
use agon_mcp::{Coordinates, ServeSettings};
use agon_reap::{Keeper, ReapError};
use agon_record::{AgentEntry, RecordError};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The kinds there are, with what they take.
pub const KINDS: [(&str, &str); 9] = [
    ("oracle", "the task's own solver; oracle:STRATEGY, or a mix: oracle:shortest=2,padded:12-18~0.1=1"),
    ("noop", "hands the world in untouched"),
    ("random", "random actions over what the brief declares"),
    (PERSON, "a person in a browser, let in by an access code; person:LABEL for each of several"),
    ("replay", "plays a recorded run again; replay:RUN, agent=\"LABEL\""),
    ("model", "a model over an API; model:PROVIDER/MODEL, or -m PROVIDER/MODEL and settings with -M KEY=VALUE"),
    (
        "claw",
        "the reference harness around a model: tools, sub-agents, compaction; claw:PROVIDER/MODEL, and settings with -M KEY=VALUE",
    ),
    (
        "cli",
        "a coding agent's own command line over MCP; cli:codex:MODEL, cli:gemini:MODEL, cli:FILE.toml:MODEL, base_url=\"URL\", coordinates=\"pixels\"|\"thousand\", sandbox=true|false, pass_env=[\"NAME\"]",
    ),
    (
        "process",
        "an external program over stdin and stdout; process:COMMAND, frames=\"path\"|\"base64\"|\"none\", sandbox=true|false, pass_env=[\"NAME\"]",
    ),
];

/// The label and kind of whoever plays in the terminal.
pub const PERSON: &str = "person";
/// The label and kind of whoever comes from outside, over MCP or HTTP.
pub const EXTERNAL: &str = "external";

/// An agent that cannot be made as asked.
#[derive(Debug, thiserror::Error)]
pub enum SpecError {
    #[error("there is no agent kind {kind:?}; there are: {known}")]
    UnknownKind { kind: String, known: String },
    #[error("agent {label}: {problem}")]
    Setting { label: String, problem: String },
    #[error("the register of running things cannot be opened")]
    Register(#[from] ReapError),
    #[error("agent {label} cannot replay")]
    Replay {
        label: String,
        #[source]
        source: RecordError,
    },
}

/// Whether agents of a kind ask models through us: then every call is in the record, and replies can be given out again from there.
pub fn asks_models(kind: &str) -> bool {
    matches!(kind, "model" | "claw")
}

/// Reads `kind` or `kind:argument`, as the command line has it.
pub fn parse(text: &str) -> AgentEntry {
    let (kind, argument) = match text.split_once(':') {
        Some((kind, argument)) => (kind, Some(argument)),
        None => (text, None),
    };
    let mut settings = Map::new();
    if let Some(argument) = argument {
        let key = match kind {
            "cli" => "harness",
            "process" => "command",
            "replay" => "run",
            PERSON => "participant",
            "model" | "claw" => "model",
            _ => "strategy",
        };
        let (argument, model) = match argument.split_once(':') {
            Some((harness, model)) if kind == "cli" => (harness, Some(model)),
            _ => (argument, None),
        };
        settings.insert(key.into(), argument.into());
        settings.extend(model.map(|model| ("model".to_owned(), model.into())));
    }
    AgentEntry { label: text.into(), kind: kind.into(), version: env!("CARGO_PKG_VERSION").into(), settings }
}

/// The maker behind an entry. The keeper is asked for only by agents that start processes; `private` are folders that these are not
/// to see: that of the run, and those of suites.
pub fn make(
    entry: &AgentEntry,
    private: &[PathBuf],
    keeper: impl FnOnce() -> Result<Keeper, ReapError>,
) -> Result<Arc<dyn AgentMaker>, SpecError> {
    let mut settings = Settings { label: &entry.label, left: entry.settings.clone() };
    let maker: Arc<dyn AgentMaker> = match entry.kind.as_str() {
        "oracle" => {
            let mix = settings.text("strategy")?;
            Arc::new(Oracle::new(mix.as_deref()).map_err(|problem| settings.wrong(problem.to_string()))?)
        }
        "noop" => Arc::new(Noop),
        "random" => Arc::new(Random),
        "replay" => {
            let run = settings.text("run")?.ok_or_else(|| settings.wrong("say which run: replay:RUN"))?;
            let agent = settings.text("agent")?;
            let replay = Replay::open(Path::new(&run), agent.as_deref());
            Arc::new(replay.map_err(|source| SpecError::Replay { label: entry.label.clone(), source })?)
        }
        "model" => {
            let config =
                ModelConfig::read(&std::mem::take(&mut settings.left)).map_err(|problem| settings.wrong(problem.to_string()))?;
            Arc::new(Models::new(config).map_err(|problem| settings.wrong(problem.to_string()))?)
        }
        "claw" => {
            let config =
                ClawConfig::read(&std::mem::take(&mut settings.left)).map_err(|problem| settings.wrong(problem.to_string()))?;
            Arc::new(Claw::new(config).map_err(|problem| settings.wrong(problem.to_string()))?)
        }
        "process" => {
            let (command, frames, keeper) = (settings.command()?, settings.frames()?, keeper()?);
            let confinement = settings.confinement(&keeper, private)?;
            Arc::new(Process::new(command, frames, keeper, confinement))
        }
        "cli" => {
            let keeper = keeper()?;
            let name =
                settings.text("harness")?.ok_or_else(|| settings.wrong("say which: cli:codex:MODEL, or cli:FILE.toml:MODEL"))?;
            let file = HarnessFile::find(&name).map_err(|problem| settings.wrong(problem.to_string()))?;
            let model = settings.text("model")?.ok_or_else(|| settings.wrong("say which model it is to use: cli:NAME:MODEL"))?;
            let base_url = settings.text("base_url")?.unwrap_or_else(|| file.base_url.clone());
            let serve = settings.serve()?;
            let confinement = settings.confinement(&keeper, private)?;
            if !exists(&file.argv[0]) {
                return Err(settings.wrong(format!("{} is not installed; install it with: {}", file.argv[0], file.install)));
            }
            Arc::new(Harness { file: Arc::new(file), model, base_url, serve, keeper, confinement })
        }
        PERSON => return Err(settings.wrong("a person can only sit with `agon run`, `agon resume` or `agon play`")),
        EXTERNAL => return Err(settings.wrong("an agent from outside cannot be started by a run; use `agon serve`")),
        kind => {
            let known = KINDS.map(|(name, _)| name).join(", ");
            return Err(SpecError::UnknownKind { kind: kind.into(), known });
        }
    };
    settings.finish()?;
    Ok(maker)
}

/// The settings of one agent; each is taken once, and none may be left.
struct Settings<'a> {
    label: &'a str,
    left: Map<String, Value>,
}

impl Settings<'_> {
    fn wrong(&self, problem: impl Into<String>) -> SpecError {
        SpecError::Setting { label: self.label.into(), problem: problem.into() }
    }

    fn text(&mut self, key: &str) -> Result<Option<String>, SpecError> {
        match self.left.remove(key) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(self.wrong(format!("{key} must be a string, got {other}"))),
        }
    }

    fn flag(&mut self, key: &str) -> Result<bool, SpecError> {
        match self.left.remove(key) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(flag),
            Some(other) => Err(self.wrong(format!("{key} must be true or false, got {other}"))),
        }
    }

    fn words(&mut self, key: &str) -> Result<Vec<String>, SpecError> {
        let value = self.left.remove(key).unwrap_or_else(|| Value::Array(Vec::new()));
        serde_json::from_value(value).map_err(|_| self.wrong(format!("{key} must be a list of strings")))
    }

    /// What a program of the operator's is kept from.
    fn confinement(&mut self, keeper: &Keeper, private: &[PathBuf]) -> Result<Confinement, SpecError> {
        let mut hidden = keeper.private_folders();
        hidden.extend(private.iter().filter_map(|folder| std::path::absolute(folder).ok()));
        let confinement = Confinement { sandbox: self.flag("sandbox")?, hidden, pass_env: self.words("pass_env")? };
        if confinement.sandbox && !can_confine() {
            return Err(self.wrong("bubblewrap (bwrap) does not work here: install it, or say --no-sandbox"));
        }
        Ok(confinement)
    }

    /// How a seat is served over MCP.
    fn serve(&mut self) -> Result<ServeSettings, SpecError> {
        let coordinates = match self.text("coordinates")?.as_deref() {
            None | Some("pixels") => Coordinates::Pixels,
            Some("thousand") => Coordinates::Thousand,
            Some(other) => return Err(self.wrong(format!("coordinates must be pixels or thousand, got {other:?}"))),
        };
        Ok(ServeSettings { coordinates, ..ServeSettings::default() })
    }

    /// A list is run as it is; a string goes through a shell, as people expect of a command line.
    fn command(&mut self) -> Result<Vec<String>, SpecError> {
        let words: Vec<String> = match self.left.remove("command") {
            Some(Value::String(line)) if !line.trim().is_empty() => vec!["sh".into(), "-c".into(), format!("exec {line}")],
            Some(Value::Array(words)) => {
                let strings: Option<_> = words.iter().map(|w| w.as_str().map(str::to_owned)).collect();
                strings.ok_or_else(|| self.wrong("the words of its command must be strings"))?
            }
            _ => Vec::new(),
        };
        let Some(first) = words.last().and_then(|line| line.strip_prefix("exec ")).or(words.first().map(String::as_str)) else {
            return Err(self.wrong("say what to run: process:COMMAND"));
        };
        // Found out now and not by a thousand trials. What a shell would have to interpret is left to the shell.
        let program = first.split_whitespace().next().unwrap_or_default();
        let plain = program.chars().all(|c| c.is_alphanumeric() || "/._-+".contains(c));
        if plain && !exists(program) {
            return Err(self.wrong(format!("there is no program {program:?}")));
        }
        Ok(words)
    }

    fn frames(&mut self) -> Result<FrameForm, SpecError> {
        match self.text("frames")?.as_deref() {
            None | Some("path") => Ok(FrameForm::Path),
            Some("base64") => Ok(FrameForm::Base64),
            Some("none") => Ok(FrameForm::None),
            Some(other) => Err(self.wrong(format!("frames must be path, base64 or none, got {other:?}"))),
        }
    }

    fn finish(self) -> Result<(), SpecError> {
        match self.left.keys().next() {
            None => Ok(()),
            Some(key) => Err(self.wrong(format!("there is no setting {key:?}"))),
        }
    }
}

/// Whether a program can be found the way the system would look for it.
pub(crate) fn exists(program: &str) -> bool {
    if program.contains('/') {
        return Path::new(program).is_file();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_are_read_and_faults_in_them_named() {
        let folder = std::env::temp_dir();
        let keeper = || Keeper::open(&folder.join("agon-spec-test"), &folder);
        let problem = |text: &str| make(&parse(text), &[], keeper).err().map(|e| e.to_string()).unwrap_or_default();
        for text in ["oracle", "oracle:padded:18", "oracle:*~0.1,padded:9-12=3", "noop", "random", "process:python3 x.py"] {
            assert_eq!(problem(text), "", "{text}");
        }
        assert!(problem("oracel").contains("no agent kind \"oracel\"; there are: oracle, noop"));
        assert!(problem("oracle:padded:x").contains("agent oracle:padded:x: the length \"x\" of padded cannot be read"));
        assert!(problem("process").contains("say what to run"));
        assert!(problem("process:no-such-program --x").contains("there is no program \"no-such-program\""));
        assert_eq!(problem("process:$SHELL -c true"), "", "what a shell must read is left to it");
        assert!(problem("noop:3").contains("no setting \"strategy\""));
        assert!(problem("replay:nowhere").contains("cannot replay"));
    }
}
