//! The binary in a place of its own, and runs as libraries see them.

use agon_core::{AgentMaker, Event, StepRecord, Suite};
use agon_record::{AgentEntry, Host, Manifest, Run, RunWriter, SuiteEntry};
use agon_run::{Outcome, Progress, RunConfig, RunError, Runner, Spent, Stop, Suites, Todo, plan};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

/// Four quick worlds, for tests that are about something else than worlds: eight tasks.
pub(crate) const FOUR: [&str; 4] = ["gym/jigsaw", "gym/matchstick-rotation", "gym/maze-2d", "gym/sliding-block"];

pub(crate) struct TestFolder {
    folder: tempfile::TempDir,
    physics: bool,
}

impl TestFolder {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap(), physics: false }
    }

    /// With the physics library, if this machine has it. Elsewhere it is hidden: what is tested must not depend on it, nor
    /// wait for it a thousand times.
    pub(crate) fn with_physics() -> Self {
        Self { physics: true, ..Self::new() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The binary, with this place as its working directory and state folder.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_agon"));
        command.args(args).current_dir(self.folder.path()).env("AGON_STATE", self.path("state")).env("TMPDIR", self.tmp());
        command.env("AGON_CACHE", self.path("cache"));
        if !self.physics {
            command.env("AGON_MUJOCO", self.path("no-physics"));
        }
        command
    }

    pub(crate) fn tmp(&self) -> PathBuf {
        let tmp = self.path("tmp");
        std::fs::create_dir_all(&tmp).unwrap();
        tmp
    }

    pub(crate) fn agon(&self, args: &[&str]) -> Done {
        Done::of(self.command(args).output().unwrap())
    }

    /// Runs a task and expects it to finish without faults; an agent may crash before its first step.
    pub(crate) fn run(&self, args: &[&str], out: &str) -> Run {
        let done = self.agon(&[&["run", "--out", out], args].concat());
        assert!(done.code == 0 || done.code == 3 && done.err.contains("never took a step"), "{}", done.err);
        self.open(out)
    }

    pub(crate) fn open(&self, out: &str) -> Run {
        Run::open(&self.path(out)).unwrap()
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }
}

pub(crate) struct Done {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Done {
    pub(crate) fn of(output: Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Self { code: output.status.code().unwrap_or(-1), out: text(&output.stdout), err: text(&output.stderr) }
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {}\n{}", self.out, self.err))
    }
}

struct Quiet;
impl Progress for Quiet {}

/// A run through the library, with any suite and agents.
pub(crate) async fn run_with(
    folder: &Path,
    suite: impl Suite + 'static,
    agents: Vec<(&str, Arc<dyn AgentMaker>)>,
    config: RunConfig,
) -> (Run, Result<Outcome, RunError>) {
    let suite: Arc<dyn Suite> = Arc::new(suite);
    let suites = Suites::new([suite]);
    let entry = |label: &&str| AgentEntry {
        label: (*label).into(),
        kind: "test".into(),
        version: "0".into(),
        settings: Default::default(),
    };
    let config = RunConfig { agents: agents.iter().map(|(label, _)| entry(label)).collect(), ..config };
    let plan = plan(&suites, &config).unwrap();
    let manifest = Manifest {
        format: agon_core::FORMAT_VERSION,
        name: "test".into(),
        created: String::new(),
        agon_version: String::new(),
        commit: String::new(),
        host: Host::default(),
        suites: suites
            .iter()
            .map(|suite| suite.card())
            .map(|card| SuiteEntry { name: card.name.clone(), version: card.version.clone(), source: None })
            .collect(),
        agents: config.agents.clone(),
        trials: plan.len() as u32,
        config: serde_json::to_value(&config).unwrap(),
        config_hash: String::new(),
    };
    let writer = RunWriter::create(folder, &manifest, &plan).unwrap();
    let agents: BTreeMap<String, Arc<dyn AgentMaker>> = agents.into_iter().map(|(l, a)| (l.to_owned(), a)).collect();
    let runner = Runner { suites, agents, config, spent: Spent::default(), judging: agon_core::Judging::LeftOut };
    let todo = plan.into_iter().map(Todo::first).collect();
    let outcome = runner.run(writer, todo, &Stop::new(), &mut Quiet).await;
    (Run::open(folder).unwrap(), outcome)
}

/// Quick retries and short patience, for worlds that break.
pub(crate) fn hasty(tasks: &[&str]) -> RunConfig {
    RunConfig {
        tasks: tasks.iter().map(|t| (*t).to_owned()).collect(),
        instances: 1,
        backoff_secs: 0.01,
        world_timeout_secs: 0.5,
        ..RunConfig::default()
    }
}

/// What happened in an attempt, without the times.
pub(crate) fn timeless(run: &Run, trial: u32, attempt: u32) -> Vec<Event> {
    let events = run.attempt(trial, attempt).unwrap().events;
    events
        .into_iter()
        .map(|event| match event {
            Event::Opened(mut header) => {
                header.started = String::new();
                Event::Opened(header)
            }
            Event::Step(step) => Event::Step(StepRecord { at_ms: 0.0, world_ms: 0.0, ..step }),
            Event::Closed { verdict, ending, mut totals } => {
                totals.wall_secs = 0.0;
                totals.world_secs = 0.0;
                Event::Closed { verdict, ending, totals }
            }
            other => other,
        })
        .collect()
}

/// Waits for something that another process brings about.
pub(crate) fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let patience = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while !holds() {
        assert!(std::time::Instant::now() < patience, "waited in vain for {what}");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// Makes the hashes of a changed log fit again, as a forger with time would; `run` is the hash of another manifest and plan. Gives
/// the new seal.
pub(crate) fn reseal(log: &Path, run: Option<&str>) -> String {
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let text = std::fs::read_to_string(log).unwrap();
    let mut lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let key = [7; 32];
    lines[0]["key_hash"] = hex(blake3::hash(&key).as_bytes()).into();
    if let Some(run) = run {
        lines[0]["run"] = run.into();
    }
    if let Some(last) = lines.last_mut() {
        last["key"] = hex(&key).into();
    }
    let (mut hash, mut written) = ([0; 32], String::new());
    for line in &mut lines {
        line.as_object_mut().unwrap().remove("chain");
        let line = line.to_string();
        let body = line.strip_suffix('}').unwrap();
        let mut hasher = blake3::Hasher::new_keyed(&key);
        hash = *hasher.update(&hash).update(body.as_bytes()).finalize().as_bytes();
        written.push_str(&format!("{body},\"chain\":\"{}\"}}\n", hex(&hash[..16])));
    }
    std::fs::write(log, written).unwrap();
    hex(&hash[..16])
}

/// The same for a whole run whose manifest was changed: its own hash, the logs and the index.
pub(crate) fn rebind(run: &Path) {
    let read = |name: &str| std::fs::read_to_string(run.join(name)).unwrap();
    let mut manifest: serde_json::Value = serde_json::from_str(&read("run.json")).unwrap();
    let plan: Vec<serde_json::Value> = read("plan.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let config = manifest["config"].clone();
    let mut agents = config["agents"].clone();
    for agent in agents.as_array_mut().unwrap() {
        agent["settings"].as_object_mut().unwrap().remove("effective");
    }
    let asked = serde_json::json!({
        "seed": config["seed"], "agents": agents, "settings": config["settings"], "limits": config["limits"], "plan": plan,
    });
    manifest["config_hash"] = blake3::hash(asked.to_string().as_bytes()).to_hex()[..16].into();
    std::fs::write(run.join("run.json"), format!("{manifest:#}\n")).unwrap();
    let mut hasher = blake3::Hasher::new();
    for name in ["run.json", "plan.jsonl"] {
        let bytes = read(name).into_bytes();
        hasher.update(&(bytes.len() as u64).to_le_bytes()).update(&bytes);
    }
    let hash = hasher.finalize().to_hex()[..32].to_owned();
    std::fs::remove_file(run.join("results.jsonl")).unwrap();
    for (trial, attempt) in Run::open(run).unwrap().attempts_on_disk().unwrap() {
        reseal(&run.join(format!("trials/{:04}/{trial:06}-{attempt}.jsonl", trial / 1000)), Some(&hash));
    }
}
