//! The world of a Harbor task: a shell and files over a root folder of the trial's own, and the tests that come after.

use super::folder::TaskFile;
use super::sandbox::{HarborSandbox, View};
use super::task::Environment;
use crate::network::{PORT, Proxy};
use agon_core::{Artifact, BoxFuture, Capabilities, Door, Evidence, Fault, Observation, Request, Status, Step, Surface, World};
use agon_reap::{Folder, Keeper};
use agon_sandbox::{Command, Loopback, NotRead, Outcome, file_command, in_background};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

/// Everything that one trial needs.
#[derive(Clone, Debug)]
pub struct HarborOpening {
    pub(super) environment: Arc<Environment>,
}

struct HarborWorld {
    sandbox: HarborSandbox,
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

/// Prepares the environment, and gives the world.
pub async fn open(opening: HarborOpening, keeper: &Keeper) -> Result<Box<dyn World>, Fault> {
    let environment = opening.environment;
    let folder = keeper.folder().map_err(Fault::world)?;
    let recipe = &environment.recipe;
    let image = (recipe.workdir.as_str(), recipe.has_python);
    let loopback = if environment.hosts.is_empty() { Loopback::None } else { Loopback::Shared };
    let sandbox = HarborSandbox::new(folder.path(), environment.bounds, image, loopback, keeper).await;
    let sandbox = sandbox.map_err(Fault::world)?;
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
    Ok(Box::new(HarborWorld { sandbox, environment, evidence: None, artifacts: Vec::new(), proxy, folder: Some(folder) }))
}

impl HarborWorld {
    /// Commands start in the working folder, or in the root where the agent has removed it.
    async fn run(&self, argv: &[&str], stdin: &[u8], timeout: Duration) -> Result<Outcome, Fault> {
        let environment = &self.environment;
        let argv = started_in(&environment.recipe.workdir, argv);
        let argv: Vec<&str> = argv.iter().map(String::as_str).collect();
        let command = Command { argv: &argv, stdin, timeout, most_bytes: SHELL_BYTES };
        self.sandbox.exec(View::Agent, &environment.variables, command).await.map_err(Fault::world)
    }

    async fn perform(&mut self, request: &Request) -> Result<Step, Fault> {
        let (mut status, mut output) = (Status::Executed, None);
        match request {
            Request::Wait(time) => tokio::time::sleep(*time).await,
            Request::Shell { command, limit } => {
                output = Some(self.run(&["bash", "-c", command], &[], *limit).await?.output(*limit));
            }
            request => match file_command(request, &self.environment.recipe.workdir) {
                Some((argv, stdin)) => {
                    let argv: Vec<&str> = argv.iter().map(String::as_str).collect();
                    let done = self.run(&argv, stdin, FILES_TIMEOUT).await?.output(FILES_TIMEOUT);
                    status = if done.succeeded() { Status::Executed } else { Status::Blocked };
                    output = Some(done);
                }
                None => status = Status::NoSurface,
            },
        }
        Ok(Step { status, output, feedback: self.sandbox.memory_notice(), ..Step::executed(Observation::default()) })
    }

    /// Nothing of the agent's runs any more. What it made is kept, then the tests run over it.
    async fn gather(&mut self) -> Result<Evidence, Fault> {
        let network = self.proxy.take().map(|proxy| proxy.told());
        let not_kept = self.collect_work().await?;
        let environment = self.environment.clone();
        let script = format!("/tests/{}", environment.test_script);
        let argv = started_in(&environment.recipe.workdir, &["/usr/bin/bash", &script]);
        let argv: Vec<&str> = argv.iter().map(String::as_str).collect();
        let limit = environment.tests_timeout;
        let command = Command { argv: &argv, stdin: &[], timeout: limit, most_bytes: TESTS_BYTES };
        let outcome = self.sandbox.exec(View::Tests, &environment.tests_variables, command).await.map_err(Fault::world)?;
        let logs = self.sandbox.logs().map_err(Fault::world)?;
        let rewards = REWARD_FILES.iter().find_map(|name| match logs.read(name, REWARD_BYTES) {
            Err(NotRead::Missing) => None,
            Err(problem) => Some(json!({"file": name, "problem": format!("{name} is {problem}")})),
            Ok(content) if content.size > REWARD_BYTES => Some(json!({"file": name, "problem": format!("{name} is too long")})),
            Ok(content) => Some(json!({"file": name, "text": String::from_utf8_lossy(&content.bytes)})),
        });
        let rewards = rewards.unwrap_or_else(|| json!({"file": null, "problem": "the tests wrote no reward"}));
        let found = in_background(move || logs.all()).await?;
        let logs = self.sandbox.logs().map_err(Fault::world)?;
        let kept =
            found.files.keys().filter_map(|path| Some(Artifact::file(format!("verifier/{path}"), logs.open_file(path).ok()?)));
        self.artifacts.extend(kept);
        let (stdout, stderr) = (outcome.stdout_text(), outcome.stderr_text());
        let tests = json!({"exit": outcome.exit, "stdout": stdout, "stderr": stderr, "rewards": rewards});
        Ok(Evidence(json!({"tests": tests, "not_kept": not_kept, "network": network})))
    }

    /// Keeps the files of the working folder that are not as they were given, and names those that cannot be kept.
    async fn collect_work(&mut self) -> Result<Map<String, Value>, Fault> {
        let root = self.sandbox.root().map_err(Fault::world)?;
        let workdir = self.environment.recipe.workdir.trim_start_matches('/').to_owned();
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
            self.sandbox.close().await;
            let Some(folder) = self.folder.take() else { return Ok(()) };
            let removed = tokio::task::spawn_blocking(move || folder.remove()).await;
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
