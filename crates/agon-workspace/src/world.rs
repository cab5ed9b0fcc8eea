//! The workspace world: one trial's folder behind the surfaces of a seat.

use crate::network::{NamedHost, PORT, Proxy};
use crate::sandbox::{HOME, Hidden, Layout, OUTPUT, SandboxRunner, View, WorkspaceSandbox};
use crate::screen::{ScreenOpening, WorkspaceScreen};
use agon_container::{Container, Engine};
use agon_core::{
    Args, Artifact, BoxFuture, Capabilities, CommandOutput, Door, Evidence, Fault, LiveScreen, Observation, Region, Request,
    Status, Step, Surface, World,
};
use agon_reap::{Folder, Keeper};
use agon_sandbox::{Command, Found, Loopback, Outcome, Runner, collect_files, file_command, in_background};
use agon_taskfile::{Opening, Probe};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::Duration;

/// What a workspace's processes may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Bounds {
    /// Of all processes together.
    pub memory_mib: u32,
    /// Of all files in the workspace together.
    pub disk_mib: u32,
    /// With their threads.
    pub processes: u32,
}

/// Everything that one trial's workspace needs.
#[derive(Clone, Debug)]
pub struct WorkspaceOpening {
    pub bounds: Bounds,
    /// A command that prepares it before the agent comes.
    pub start: Option<String>,
    /// The hosts that the agent's commands may reach.
    pub network: Vec<NamedHost>,
    pub screen: Option<ScreenOpening>,
    /// Where the agent's commands run, if not in sandboxes of this machine's programs.
    pub container: Option<ContainerOpening>,
    /// What the task file says; its files lie in the workspace.
    pub trial: Opening,
}

/// A container for the agent's commands.
#[derive(Clone, Debug)]
pub struct ContainerOpening {
    pub engine: Engine,
    pub image: String,
    pub cores: f64,
}

struct WorkspaceWorld {
    // Dropped before what they run over.
    screen: Option<WorkspaceScreen>,
    commands: Box<dyn Runner>,
    sandbox: Arc<WorkspaceSandbox>,
    opening: WorkspaceOpening,
    /// What the agent is told before its first action.
    given: String,
    evidence: Option<Evidence>,
    artifacts: Vec<Artifact>,
    /// The way to the named hosts, as long as the agent is there.
    proxy: Option<Proxy>,
    folder: Option<Folder>,
}

/// More of either stream than this is left off: nobody reads it, and a model pays for it.
const SHELL_BYTES: usize = 64 * 1024;
/// More that a probe prints is left off: it goes into the trial's record.
const PROBE_BYTES: usize = 1024 * 1024;
const FILES_TIMEOUT: Duration = Duration::from_secs(20);
const SERVICE_TIMEOUT: Duration = Duration::from_secs(120);
const START_TIMEOUT: Duration = Duration::from_secs(300);
/// For copying files and reading what was left, at each probe.
const COPY_ALLOWANCE: Duration = Duration::from_secs(60);
/// A file takes whole pages, and one for its entry.
const PAGE_BYTES: u64 = 4096;
/// How the sandbox's last program says that the next one is not there, with status 127.
const NOT_THERE: &[u8] = b"prlimit: ";
/// So many files are listed to the agent at the start.
const MOST_LISTED: usize = 40;

impl Default for Bounds {
    fn default() -> Self {
        Self { memory_mib: 4096, disk_mib: 512, processes: 512 }
    }
}

impl Bounds {
    pub(crate) fn sound(self) -> Result<(), String> {
        let within = |what: &str, value: u32, most: u32| {
            let is_sound = (16..=most).contains(&value);
            if is_sound { Ok(()) } else { Err(format!("bounds: `{what}` is not between 16 and {most}")) }
        };
        within("memory_mib", self.memory_mib, 65536)?;
        within("disk_mib", self.disk_mib, 16384)?;
        within("processes", self.processes, 8192)
    }
}

/// Lays out the workspace, prepares it, and gives the world.
pub async fn open(opening: WorkspaceOpening, keeper: &Keeper) -> Result<Box<dyn World>, Fault> {
    let folder = keeper.folder().map_err(Fault::world)?;
    let loopback = if opening.network.is_empty() { Loopback::None } else { Loopback::Shared };
    let (has_screen, has_container) = (opening.screen.is_some(), opening.container.is_some());
    let layout = Layout { bounds: opening.bounds, has_screen, loopback, has_container };
    let sandbox = Arc::new(WorkspaceSandbox::new(folder.path(), layout, keeper).await.map_err(Fault::world)?);
    for (path, content) in &opening.trial.files {
        sandbox.lay_down(path, content).map_err(|error| Fault::world(format!("{}: {error}", path.display())))?;
    }
    let hidden = [(Hidden::Reference, &opening.trial.reference), (Hidden::Given, &opening.trial.given)];
    for (kind, files) in hidden {
        for (path, content) in files {
            sandbox.hide(kind, path, content).map_err(Fault::world)?;
        }
    }
    if let Some(start) = &opening.start {
        let argv = ["bash", "-c", start];
        let command = Command { argv: &argv, stdin: &[], timeout: START_TIMEOUT, most_bytes: SHELL_BYTES };
        let outcome = sandbox.exec(View::Start, command).await.map_err(Fault::world)?;
        if outcome.exit != Some(0) {
            return Err(Fault::world(format!("the task's own preparation failed: {}", outcome.output(START_TIMEOUT).message())));
        }
    }
    let given = listed(&sandbox)?;
    let commands: Box<dyn Runner> = match &opening.container {
        Some(container) => Box::new(open_container(&sandbox, container).await?),
        None => Box::new(SandboxRunner(sandbox.clone())),
    };
    let screen = match &opening.screen {
        Some(screen) => Some(WorkspaceScreen::start(&sandbox, screen, keeper).await?),
        None => None,
    };
    let folder = Some(folder);
    let proxy = match loopback {
        Loopback::None => None,
        Loopback::Shared => {
            let listener = sandbox.listen(PORT).await.map_err(Fault::world)?;
            Some(Proxy::start(listener, opening.network.clone()).map_err(Fault::world)?)
        }
    };
    Ok(Box::new(WorkspaceWorld {
        screen,
        commands,
        sandbox,
        opening,
        given,
        evidence: None,
        artifacts: Vec::new(),
        proxy,
        folder,
    }))
}

/// The container, once it has shown that it can run an agent's commands.
async fn open_container(sandbox: &WorkspaceSandbox, opening: &ContainerOpening) -> Result<Container, Fault> {
    let ContainerOpening { engine, image, cores } = opening;
    let container = sandbox.container(engine, image, *cores).await.map_err(Fault::world)?;
    let argv = ["bash", "-c", "cat /dev/null && : > /home/user/output/.tried && rm /home/user/output/.tried"];
    let command = Command { argv: &argv, stdin: &[], timeout: START_TIMEOUT, most_bytes: SHELL_BYTES };
    let outcome = container.exec(command).await.map_err(Fault::world)?;
    match outcome.exit {
        Some(0) => Ok(container),
        _ => {
            Err(Fault::world(format!("no command can be run in the image {image}: {}", outcome.output(START_TIMEOUT).message())))
        }
    }
}

/// The files that the agent finds.
fn listed(sandbox: &WorkspaceSandbox) -> Result<String, Fault> {
    let files = sandbox.given_files().map_err(Fault::world)?;
    let mut lines: Vec<String> = files.iter().take(MOST_LISTED).map(|(path, bytes)| format!("{path} ({bytes} bytes)")).collect();
    lines.extend((files.len() > MOST_LISTED).then(|| format!("and {} more", files.len() - MOST_LISTED)));
    Ok(match lines.is_empty() {
        true => "The workspace is empty.".into(),
        false => format!("The workspace holds:\n{}", lines.join("\n")),
    })
}

impl WorkspaceWorld {
    /// Runs a command of the agent's.
    async fn run(&self, argv: &[&str], stdin: &[u8], timeout: Duration) -> Result<Outcome, Fault> {
        self.commands.exec(Command { argv, stdin, timeout, most_bytes: SHELL_BYTES }).await.map_err(Fault::world)
    }

    async fn perform(&mut self, request: &Request) -> Result<Step, Fault> {
        let (mut status, mut output, mut zoom) = (Status::Executed, None, None);
        let mut notice = None;
        match request {
            Request::Wait(time) => tokio::time::sleep(*time).await,
            Request::Shell { command, limit } => {
                let outcome = match &mut self.screen {
                    None => self.run(&["bash", "-c", command], &[], *limit).await?,
                    Some(screen) => {
                        let (outcome, told) = screen.shell(&self.sandbox, command, *limit, SHELL_BYTES).await?;
                        notice = told.map(str::to_owned);
                        outcome
                    }
                };
                output = Some(outcome.output(*limit));
            }
            Request::Input(input) if let Some(screen) = &mut self.screen => screen.input(input).await?,
            Request::Zoom(region) if self.screen.is_some() => zoom = Some(*region),
            Request::Call { name, args } => output = Some(self.call(name, args).await?),
            request => match file_command(request, HOME) {
                Some((argv, stdin)) => {
                    let argv: Vec<&str> = argv.iter().map(String::as_str).collect();
                    let done = self.run(&argv, stdin, FILES_TIMEOUT).await?.output(FILES_TIMEOUT);
                    status = if done.succeeded() { Status::Executed } else { Status::Blocked };
                    output = Some(done);
                }
                None => status = Status::NoSurface,
            },
        }
        let told: Vec<String> = notice.into_iter().chain(self.commands.notice()).collect();
        let feedback = (!told.is_empty()).then(|| told.join(" "));
        Ok(Step { status, output, feedback, ..Step::executed(self.look(zoom).await?) })
    }

    /// What the screen shows, if there is one.
    async fn look(&self, zoom: Option<Region>) -> Result<Observation, Fault> {
        match &self.screen {
            Some(screen) => screen.look(zoom).await,
            None => Ok(Observation::default()),
        }
    }

    /// What has ended tells more than the fault it led to.
    fn blamed(&self, fault: Fault) -> Fault {
        self.screen.as_ref().map_or_else(|| fault.clone(), |screen| screen.blamed(fault.clone()))
    }

    /// Lets one of the task's functions answer.
    async fn call(&self, name: &str, args: &Args) -> Result<CommandOutput, Fault> {
        let service = self.opening.trial.services.iter().find(|service| service.name == name);
        let service = service.ok_or_else(|| Fault::world(format!("the task has no function {name:?}")))?;
        let given = (0..service.function().params.len()).map(|place| args.text(place));
        let argv: Vec<&str> = service.argv.iter().map(String::as_str).chain(given).collect();
        let (stdin, timeout) = (service.stdin.as_bytes(), SERVICE_TIMEOUT);
        let command = Command { argv: &argv, stdin, timeout, most_bytes: SHELL_BYTES };
        let outcome = self.sandbox.exec(View::Service, command).await.map_err(Fault::world)?;
        Ok(outcome.output(timeout))
    }

    /// Nothing of the agent's runs any more: every command, or the session of a screen, has ended with all that was started there. What lies
    /// in `output/` is handed in, and probes work on copies of it.
    async fn gather(&mut self) -> Result<Evidence, Fault> {
        if let Some(screen) = &mut self.screen {
            screen.finish().await;
        }
        self.commands.close().await.map_err(Fault::world)?;
        let network = self.proxy.take().map(|proxy| proxy.told());
        let output = self.sandbox.output().map_err(Fault::world)?;
        let found = in_background(move || output.all()).await?;
        let mut not_read: Map<String, Value> = Map::new();
        let handed_in = self.collect(&found, &mut not_read)?;
        let (home, keep) = (self.sandbox.home().map_err(Fault::world)?, self.opening.trial.keep.clone());
        let (files, odd) = in_background(move || collect_files(&home, &keep)).await?;
        not_read.extend(odd);
        let mut probes = Map::new();
        for probe in self.opening.trial.probes.clone() {
            let outcome = self.probe(&probe, &handed_in, &mut not_read).await?;
            probes.insert(probe.name.clone(), outcome);
        }
        let state = json!({"output": found.files, "left_off": found.left_off, "not_read": not_read});
        let mut evidence = json!({"state": state, "files": files, "probes": probes});
        if let Some(network) = network {
            evidence["network"] = network;
        }
        if let Some(container) = self.commands.described() {
            evidence["container"] = container;
        }
        Ok(Evidence(evidence))
    }

    /// Keeps the files that were handed in, and gives their paths; what is none is named.
    fn collect(&mut self, found: &Found, not_read: &mut Map<String, Value>) -> Result<Vec<String>, Fault> {
        let output = self.sandbox.output().map_err(Fault::world)?;
        let disk_mib = self.opening.bounds.disk_mib;
        let (mut handed_in, mut room) = (Vec::new(), u64::from(disk_mib) << 20);
        for (path, bytes) in &found.files {
            let name = format!("{OUTPUT}/{path}");
            // Holes in files took no room, but a copy's do.
            let Some(left) = room.checked_sub(bytes.saturating_add(2 * PAGE_BYTES)) else {
                not_read.insert(name, format!("is too much: the files are larger together than {disk_mib} MiB").into());
                continue;
            };
            match output.open_file(path) {
                Ok(file) => {
                    self.artifacts.push(Artifact::file(name, file));
                    handed_in.push(path.clone());
                    room = left;
                }
                Err(problem) => drop(not_read.insert(name, problem.to_string().into())),
            }
        }
        let odd = found.odd.iter().map(|(path, problem)| (format!("{OUTPUT}/{path}"), Value::from(problem.clone())));
        not_read.extend(odd);
        Ok(handed_in)
    }

    async fn probe(&mut self, probe: &Probe, handed_in: &[String], not_read: &mut Map<String, Value>) -> Result<Value, Fault> {
        let failed = |problem: String| Fault::world(format!("the probe {:?}: {problem}", probe.name));
        let copy = self.sandbox.copy_output(handed_in).map_err(|error| failed(error.to_string()))?;
        let limit = Duration::try_from_secs_f64(probe.timeout_secs).map_err(|error| failed(error.to_string()))?;
        let view = if probe.sees_reference { View::Verifier(&copy) } else { View::Probe(&copy) };
        let argv: Vec<&str> = probe.argv.iter().map(String::as_str).collect();
        let command = Command { argv: &argv, stdin: probe.stdin.as_bytes(), timeout: limit, most_bytes: PROBE_BYTES };
        let outcome = self.sandbox.exec(view, command).await.map_err(|error| failed(error.to_string()))?;
        if outcome.exit == Some(127) && outcome.stderr.starts_with(NOT_THERE) {
            return Err(failed(outcome.stderr_text().trim().to_owned()));
        }
        let folder = self.sandbox.copied(&copy).map_err(Fault::world)?;
        for path in &probe.keep {
            let name = format!("probe/{}/{path}", probe.name);
            match folder.open_file(path) {
                Ok(file) => self.artifacts.push(Artifact::file(name, file)),
                Err(problem) => drop(not_read.insert(name, problem.to_string().into())),
            }
        }
        self.sandbox.remove_copy(&copy).map_err(|error| failed(error.to_string()))?;
        Ok(json!({"exit": outcome.exit, "stdout": outcome.stdout_text(), "stderr": outcome.stderr_text()}))
    }
}

impl World for WorkspaceWorld {
    fn capabilities(&self) -> Capabilities {
        let mut surfaces = vec![Surface::Calls, Surface::Shell, Surface::Files];
        let screen = self.opening.screen.as_ref().map(|screen| screen.view.screen);
        if screen.is_some() {
            surfaces.extend([Surface::Screen, Surface::Tree]);
        }
        Capabilities { surfaces, screen, pages: false }
    }

    fn observe(&mut self) -> BoxFuture<'_, Result<Observation, Fault>> {
        Box::pin(async {
            let seen = self.look(None).await.map_err(|fault| self.blamed(fault))?;
            Ok(Observation { text: Some(self.given.clone()), ..seen })
        })
    }

    fn act<'a>(&'a mut self, request: &'a Request) -> BoxFuture<'a, Result<Step, Fault>> {
        Box::pin(async move {
            let step = self.perform(request).await;
            step.map_err(|fault| self.blamed(fault))
        })
    }

    fn allowance(&self, request: &Request) -> Duration {
        match request {
            Request::Call { .. } => SERVICE_TIMEOUT,
            Request::ReadFile { .. } | Request::WriteFile { .. } | Request::ListFiles { .. } => FILES_TIMEOUT,
            request => request.time(),
        }
    }

    fn door(&mut self) -> &mut dyn Door {
        self
    }

    fn skip_frames(&mut self) {
        if let Some(screen) = &mut self.screen {
            screen.skip_frames();
        }
    }

    fn close(&mut self) -> BoxFuture<'_, Result<(), Fault>> {
        Box::pin(async move {
            self.artifacts.clear();
            self.proxy = None;
            if let Some(screen) = &mut self.screen {
                screen.finish().await;
            }
            let ended = self.commands.close().await;
            self.sandbox.close().await;
            let Some(folder) = self.folder.take() else { return ended.map_err(Fault::world) };
            let removed = tokio::task::spawn_blocking(move || folder.remove()).await;
            ended.map_err(Fault::world)?;
            removed.map_err(Fault::world)?.map_err(Fault::world)
        })
    }

    fn live_screen(&self) -> Option<Arc<dyn LiveScreen>> {
        Some(self.screen.as_ref()?.live_screen())
    }
}

impl Door for WorkspaceWorld {
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
        let probe = |probe: &Probe| Duration::try_from_secs_f64(probe.timeout_secs).unwrap_or_default() + COPY_ALLOWANCE;
        self.opening.trial.probes.iter().map(probe).sum::<Duration>() + COPY_ALLOWANCE
    }
}
