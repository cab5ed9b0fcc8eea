//! The world of a Harbor task: a shell and files over a root folder of the trial's own, and the tests that come after.

use super::container::HarborContainers;
use super::folder::TaskFile;
use super::sandbox::{HarborRunner, HarborSandbox, View};
use super::task::Environment;
use crate::network::{PORT, Proxy};
use agon_container::Engine;
use agon_core::{Artifact, BoxFuture, Capabilities, Door, Evidence, Fault, Observation, Request, Status, Step, Surface, World};
use agon_reap::{Folder, Keeper};
use agon_sandbox::{Command, Loopback, NotRead, Outcome, Runner, TrialFolder, file_command, in_background};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashSet};
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// Everything that one trial needs.
#[derive(Clone, Debug)]
pub struct HarborOpening {
    pub(super) environment: Arc<Environment>,
    /// The engine of the container that the task is set in, if it is set in one.
    pub(super) engine: Option<Engine>,
}

struct HarborWorld {
    // Dropped before what it runs over.
    agent: Box<dyn Runner>,
    place: Place,
    /// Where commands start.
    workdir: String,
    environment: Arc<Environment>,
    evidence: Option<Evidence>,
    artifacts: Vec<Artifact>,
    proxy: Option<Proxy>,
    folder: Option<Folder>,
}

const SHELL_BYTES: usize = 64 * 1024;
const TESTS_BYTES: usize = 256 * 1024;
const REWARD_BYTES: u64 = 64 * 1024;
const FILES_TIMEOUT: Duration = Duration::from_secs(20);
/// For clearing and reading what was left.
const READ_ALLOWANCE: Duration = Duration::from_secs(60);
/// `reward.json` comes first, as Harbor has it.
const REWARD_FILES: [&str; 2] = ["reward.json", "reward.txt"];

/// What a trial's commands run over.
enum Place {
    Sandbox(Arc<HarborSandbox>),
    Containers(Box<HarborContainers>),
}

/// Prepares the environment, and gives the world.
pub async fn open(opening: HarborOpening, keeper: &Keeper) -> Result<Box<dyn World>, Fault> {
    match opening.engine {
        Some(engine) => open_container(opening.environment, &engine, keeper).await,
        None => open_sandbox(opening.environment, keeper).await,
    }
}

async fn open_container(environment: Arc<Environment>, engine: &Engine, keeper: &Keeper) -> Result<Box<dyn World>, Fault> {
    let folder = keeper.folder().map_err(Fault::world)?;
    let containers = HarborContainers::new(folder.path(), environment.clone(), engine, keeper).await.map_err(Fault::world)?;
    let agent = Box::new(containers.agent().await.map_err(Fault::world)?);
    let workdir = containers.workdir().to_owned();
    let place = Place::Containers(Box::new(containers));
    let (evidence, artifacts, proxy, folder) = (None, Vec::new(), None, Some(folder));
    Ok(Box::new(HarborWorld { agent, place, workdir, environment, evidence, artifacts, proxy, folder }))
}

async fn open_sandbox(environment: Arc<Environment>, keeper: &Keeper) -> Result<Box<dyn World>, Fault> {
    let folder = keeper.folder().map_err(Fault::world)?;
    let recipe = &environment.recipe;
    let image = (recipe.workdir.as_str(), recipe.has_python);
    let loopback = if environment.hosts.is_empty() { Loopback::None } else { Loopback::Shared };
    let sandbox = HarborSandbox::new(folder.path(), environment.bounds, image, loopback, keeper).await;
    let sandbox = Arc::new(sandbox.map_err(Fault::world)?);
    let named = |path: &str, error: std::io::Error| Fault::world(format!("{path}: {error}"));
    for (path, file) in &environment.context {
        sandbox.give(path, file).map_err(|error| named(path, error))?;
    }
    for (path, file) in &environment.tests {
        sandbox.hide(path, file).map_err(|error| named(path, error))?;
    }
    let limit = environment.build_timeout;
    let argv = ["/bin/sh", "-c", &recipe.script];
    let command = Command { argv: &argv, stdin: &[], timeout: limit, most_bytes: SHELL_BYTES };
    let prepared = sandbox.exec(View::Preparation, &BTreeMap::new(), command).await.map_err(Fault::world)?;
    if prepared.exit != Some(0) {
        return Err(Fault::world(format!("the environment could not be prepared: {}", prepared.output(limit).message())));
    }
    let proxy = match loopback {
        Loopback::None => None,
        Loopback::Shared => {
            let listener = sandbox.listen(PORT).await.map_err(Fault::world)?;
            Some(Proxy::start(listener, environment.hosts.clone()).map_err(Fault::world)?)
        }
    };
    let variables = environment.variables.clone();
    let agent = Box::new(HarborRunner { sandbox: sandbox.clone(), view: View::Agent, variables });
    let (place, workdir) = (Place::Sandbox(sandbox), recipe.workdir.clone());
    let (evidence, artifacts, folder) = (None, Vec::new(), Some(folder));
    Ok(Box::new(HarborWorld { agent, place, workdir, environment, evidence, artifacts, proxy, folder }))
}

impl Place {
    /// What runs the tests, once nothing of the agent's runs any more.
    async fn tests(&self, environment: &Environment) -> io::Result<Box<dyn Runner>> {
        match self {
            Self::Sandbox(sandbox) => {
                let (sandbox, variables) = (sandbox.clone(), environment.tests_variables.clone());
                Ok(Box::new(HarborRunner { sandbox, view: View::Tests, variables }))
            }
            Self::Containers(containers) => Ok(Box::new(containers.tests().await?)),
        }
    }

    /// What the agent left, below the root.
    fn root(&self) -> io::Result<TrialFolder> {
        match self {
            Self::Sandbox(sandbox) => sandbox.root(),
            Self::Containers(containers) => containers.root(),
        }
    }

    /// What the tests left in `/logs/verifier`.
    fn logs(&self) -> io::Result<TrialFolder> {
        match self {
            Self::Sandbox(sandbox) => sandbox.logs(),
            Self::Containers(containers) => containers.logs(),
        }
    }

    async fn close(&self) {
        match self {
            Self::Sandbox(sandbox) => sandbox.close().await,
            Self::Containers(containers) => containers.close().await,
        }
    }
}

impl HarborWorld {
    /// Commands start in the working folder, or in the root where the agent has removed it.
    async fn run(&self, argv: &[&str], stdin: &[u8], timeout: Duration) -> Result<Outcome, Fault> {
        let argv = started_in(&self.workdir, argv);
        let argv: Vec<&str> = argv.iter().map(String::as_str).collect();
        self.agent.exec(Command { argv: &argv, stdin, timeout, most_bytes: SHELL_BYTES }).await.map_err(Fault::world)
    }

    async fn perform(&mut self, request: &Request) -> Result<Step, Fault> {
        let (mut status, mut output) = (Status::Executed, None);
        match request {
            Request::Wait(time) => tokio::time::sleep(*time).await,
            Request::Shell { command, limit } => {
                output = Some(self.run(&["bash", "-c", command], &[], *limit).await?.output(*limit));
            }
            request => match file_command(request, &self.workdir) {
                Some((argv, stdin)) => {
                    let argv: Vec<&str> = argv.iter().map(String::as_str).collect();
                    let done = self.run(&argv, stdin, FILES_TIMEOUT).await?.output(FILES_TIMEOUT);
                    status = if done.succeeded() { Status::Executed } else { Status::Blocked };
                    output = Some(done);
                }
                None => status = Status::NoSurface,
            },
        }
        Ok(Step { status, output, feedback: self.agent.notice(), ..Step::executed(Observation::default()) })
    }

    /// Nothing of the agent's runs any more. What it made is kept, then the tests run over it.
    async fn gather(&mut self) -> Result<Evidence, Fault> {
        self.agent.close().await.map_err(Fault::world)?;
        let network = self.proxy.take().map(|proxy| proxy.told());
        let not_kept = self.collect_work().await?;
        let environment = self.environment.clone();
        let script = format!("/tests/{}", environment.test_script);
        let argv = started_in(&self.workdir, &["bash", &script]);
        let argv: Vec<&str> = argv.iter().map(String::as_str).collect();
        let limit = environment.tests_timeout;
        let command = Command { argv: &argv, stdin: &[], timeout: limit, most_bytes: TESTS_BYTES };
        let mut runner = self.place.tests(&environment).await.map_err(Fault::world)?;
        let outcome = runner.exec(command).await.map_err(Fault::world)?;
        runner.close().await.map_err(Fault::world)?;
        let logs = self.place.logs().map_err(Fault::world)?;
        let rewards = REWARD_FILES.iter().find_map(|name| match logs.read(name, REWARD_BYTES) {
            Err(NotRead::Missing) => None,
            Err(problem) => Some(json!({"file": name, "problem": format!("{name} is {problem}")})),
            Ok(content) if content.size > REWARD_BYTES => Some(json!({"file": name, "problem": format!("{name} is too long")})),
            Ok(content) => Some(json!({"file": name, "text": String::from_utf8_lossy(&content.bytes)})),
        });
        let rewards = rewards.unwrap_or_else(|| json!({"file": null, "problem": "the tests wrote no reward"}));
        let found = in_background(move || logs.all()).await?;
        let logs = self.place.logs().map_err(Fault::world)?;
        let kept =
            found.files.keys().filter_map(|path| Some(Artifact::file(format!("verifier/{path}"), logs.open_file(path).ok()?)));
        self.artifacts.extend(kept);
        let (stdout, stderr) = (outcome.stdout_text(), outcome.stderr_text());
        let tests = json!({"exit": outcome.exit, "stdout": stdout, "stderr": stderr, "rewards": rewards});
        let mut evidence = json!({"tests": tests, "not_kept": not_kept, "network": network});
        if let Some(container) = self.agent.described() {
            evidence["container"] = container;
        }
        Ok(Evidence(evidence))
    }

    /// Keeps the files of the working folder that are not as they were given, and names those that cannot be kept.
    async fn collect_work(&mut self) -> Result<Map<String, Value>, Fault> {
        let root = self.place.root().map_err(Fault::world)?;
        let workdir = self.workdir.trim_start_matches('/').to_owned();
        let given: HashSet<blake3::Hash> =
            self.environment.context.values().map(|file: &TaskFile| blake3::hash(&file.bytes)).collect();
        let (artifacts, not_kept) = in_background(move || {
            let found = root.all_below(&workdir);
            let (mut artifacts, mut not_kept) = (Vec::new(), Map::new());
            for path in found.files.keys() {
                match root.open_file(path) {
                    Ok(file) if is_given(&file, &given) => {}
                    Ok(file) => artifacts.push(Artifact::file(format!("work/{path}"), file)),
                    Err(problem) => drop(not_kept.insert(path.clone(), problem.to_string().into())),
                }
            }
            not_kept.extend(found.odd.into_iter().map(|(path, problem)| (path, problem.into())));
            if found.left_off > 0 {
                not_kept.insert("…".into(), format!("{} more", found.left_off).into());
            }
            (artifacts, not_kept)
        })
        .await?;
        self.artifacts = artifacts;
        Ok(not_kept)
    }
}

/// Whether a file holds what the task gave; it stands at its beginning afterwards.
fn is_given(file: &std::fs::File, given: &HashSet<blake3::Hash>) -> bool {
    use std::io::Seek as _;
    let mut hasher = blake3::Hasher::new();
    let mut reader = file;
    let is_read = hasher.update_reader(&mut reader).is_ok();
    let is_back = reader.rewind().is_ok();
    is_read && is_back && given.contains(&hasher.finalize())
}

/// A command that starts in a folder of the agent's, which may be gone.
fn started_in(folder: &str, argv: &[&str]) -> Vec<String> {
    let script = "cd -- \"$1\" 2>/dev/null || cd /; shift; exec \"$@\"";
    ["/bin/sh", "-c", script, "sh", folder].iter().chain(argv).map(|word| (*word).to_owned()).collect()
}

impl World for HarborWorld {
    fn capabilities(&self) -> Capabilities {
        Capabilities { surfaces: vec![Surface::Shell, Surface::Files], screen: None, pages: false }
    }

    fn observe(&mut self) -> BoxFuture<'_, Result<Observation, Fault>> {
        Box::pin(async { Ok(Observation::default()) })
    }

    fn act<'a>(&'a mut self, request: &'a Request) -> BoxFuture<'a, Result<Step, Fault>> {
        Box::pin(self.perform(request))
    }

    fn allowance(&self, request: &Request) -> Duration {
        match request {
            Request::ReadFile { .. } | Request::WriteFile { .. } | Request::ListFiles { .. } => FILES_TIMEOUT,
            request => request.time(),
        }
    }

    fn door(&mut self) -> &mut dyn Door {
        self
    }

    fn close(&mut self) -> BoxFuture<'_, Result<(), Fault>> {
        Box::pin(async move {
            self.artifacts.clear();
            self.proxy = None;
            let ended = self.agent.close().await.map_err(Fault::world);
            self.place.close().await;
            let Some(folder) = self.folder.take() else { return ended };
            let removed = tokio::task::spawn_blocking(move || folder.remove()).await;
            ended?;
            removed.map_err(Fault::world)?.map_err(Fault::world)
        })
    }
}

impl Door for HarborWorld {
    fn evidence(&mut self) -> BoxFuture<'_, Result<Evidence, Fault>> {
        Box::pin(async move {
            if self.evidence.is_none() {
                self.evidence = Some(self.gather().await?);
            }
            Ok(self.evidence.clone().unwrap_or_default())
        })
    }

    fn artifacts(&mut self) -> BoxFuture<'_, Result<Vec<Artifact>, Fault>> {
        Box::pin(async move { Ok(std::mem::take(&mut self.artifacts)) })
    }

    fn allowance(&self) -> Duration {
        self.environment.tests_timeout + READ_ALLOWANCE
    }
}
