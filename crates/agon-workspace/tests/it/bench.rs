//! A suite of one task, and trials of it without a run.

use agon_container::EngineChoice;
use agon_core::{
    Artifact, ArtifactContent, ArtifactHash, ArtifactRef, Case, CommandOutput, Ending, Evidence, Fault, Frame, FrameRef,
    Instance, InstanceId, Marks, Observation, Request, Settings, Step, Suite, TaskId, Trace, TrialRecord, World,
};
use agon_reap::Keeper;
use agon_taskfile::{TaskFileSuite, TaskFolder};
use agon_testkit::Podman;
use agon_workspace::WorkspaceKind;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

pub(crate) const SUITE: &str = "name = \"mine\"\nversion = \"1\"\nabout = \"A.\"\nworld = \"workspace\"\n";
pub(crate) const TASK: &str = include_str!("total.toml");

/// A machine with a folder for its trials.
pub(crate) struct Bench {
    pub(crate) folder: TempDir,
    pub(crate) state: TempDir,
    pub(crate) suite: Arc<TaskFileSuite>,
    settings: Settings,
}

/// One trial.
pub(crate) struct Trial<'a> {
    bench: &'a Bench,
    pub(crate) world: Box<dyn World>,
    pub(crate) instance: Instance,
}

/// Files of a trial, in memory.
#[derive(Default)]
struct Kept(Vec<(ArtifactRef, Vec<u8>)>);

impl Bench {
    pub(crate) fn new() -> Self {
        Self::with(TASK)
    }

    /// With a task of this text.
    pub(crate) fn with(task: &str) -> Self {
        Self::with_engine(task, EngineChoice::new(None), Settings::new())
    }

    /// With commands that run in containers of the image that an engine for tests has.
    pub(crate) fn contained(engine: &Podman) -> Self {
        let settings = Settings::from_iter([("container".to_owned(), Podman::IMAGE.into())]);
        Self::with_engine(TASK, EngineChoice::new(Some(engine.socket())), settings)
    }

    pub(crate) fn with_engine(task: &str, engine: EngineChoice, settings: Settings) -> Self {
        let (state, folder) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        let keeper = Keeper::open(state.path(), folder.path()).unwrap();
        let open = move |opening| {
            let keeper = keeper.clone();
            Box::pin(async move { agon_workspace::open(opening, &keeper).await }) as agon_core::BoxFuture<'static, _>
        };
        let suite = TaskFileSuite::new(&files(task), Arc::new(WorkspaceKind::new(Arc::new(open), Arc::new(engine)))).unwrap();
        Self { folder, state, suite: Arc::new(suite), settings }
    }

    /// What is wrong with a task of this text.
    pub(crate) fn problem(task: &str) -> String {
        let closed = |_| Box::pin(async { Err(Fault::world("nobody sits here")) }) as agon_core::BoxFuture<'static, _>;
        let read = TaskFileSuite::new(&files(task), Arc::new(WorkspaceKind::new(Arc::new(closed), Arc::default())));
        read.err().unwrap().to_string()
    }

    pub(crate) async fn trial(&self) -> Trial<'_> {
        let id = InstanceId { task: TaskId::new("mine/work/total"), seed: 0 };
        let instance = self.suite.instance(&id, &self.settings).unwrap();
        let world = self.suite.open(&instance).await.unwrap();
        Trial { bench: self, world, instance }
    }

    /// Why a trial cannot be opened.
    pub(crate) async fn open_fault(&self, id: &InstanceId) -> String {
        let instance = self.suite.instance(id, &self.settings).unwrap();
        self.suite.open(&instance).await.map(|_| ()).unwrap_err().to_string()
    }

    /// What becomes of a trial in which this is all that the agent runs.
    pub(crate) async fn marks_after(&self, command: &str) -> (CommandOutput, Marks) {
        let mut trial = self.trial().await;
        let output = trial.shell(command).await;
        (output, trial.marks().await.unwrap())
    }
}

fn files(task: &str) -> TaskFolder {
    TaskFolder::embedded("mine", &[]).with(&[("suite.toml", SUITE), ("work/total.toml", task)])
}

impl Trial<'_> {
    pub(crate) async fn act(&mut self, request: Request) -> Step {
        self.world.act(&request).await.unwrap()
    }

    pub(crate) async fn shell(&mut self, command: &str) -> CommandOutput {
        let limit = Duration::from_secs(60);
        self.act(Request::Shell { command: command.into(), limit }).await.output.unwrap()
    }

    pub(crate) async fn evidence(&mut self) -> Evidence {
        self.world.door().evidence().await.unwrap()
    }

    /// What the grader finds once the agent has said that it is done.
    pub(crate) async fn marks(&mut self) -> Result<Marks, Fault> {
        let evidence = self.world.door().evidence().await?;
        let mut kept = Kept::default();
        for artifact in self.world.door().artifacts().await? {
            kept.keep(artifact);
        }
        let artifacts: Vec<ArtifactRef> = kept.0.iter().map(|(kept, _)| kept.clone()).collect();
        let case = Case { artifacts: &artifacts, record: &kept, ..Case::new(&self.instance, &evidence, &Ending::Done) };
        self.bench.suite.grader(&self.instance).unwrap().mark(&case).await
    }
}

impl Kept {
    fn keep(&mut self, artifact: Artifact) {
        let mut bytes = Vec::new();
        match artifact.content {
            ArtifactContent::Bytes(all) => bytes = all,
            ArtifactContent::Path(path) => bytes = std::fs::read(path).unwrap(),
            ArtifactContent::File(file) => {
                File::from(file.try_clone().unwrap()).read_to_end(&mut bytes).map(drop).unwrap();
            }
        }
        let number = u8::try_from(self.0.len() % 256).unwrap();
        let kept =
            ArtifactRef { name: artifact.name, hash: ArtifactHash::new([number; 32]), bytes: bytes.len() as u64, mime: None };
        self.0.push((kept, bytes));
    }
}

impl TrialRecord for Kept {
    fn trace(&self) -> Result<Trace, Fault> {
        Ok(Trace::default())
    }

    fn frame(&self, _: &FrameRef) -> Result<Vec<u8>, Fault> {
        Err(Fault::world("there are no frames"))
    }

    fn artifact(&self, artifact: &ArtifactRef) -> Result<Box<dyn Read + Send>, Fault> {
        let found = self.0.iter().find(|(kept, _)| kept.name == artifact.name);
        let found = found.ok_or_else(|| Fault::world(io::Error::from(io::ErrorKind::NotFound)))?;
        Ok(Box::new(Cursor::new(found.1.clone())))
    }
}

/// What a step shows.
pub(crate) fn text(observation: &Observation) -> &str {
    assert_eq!(observation.frames, Vec::<Frame>::new());
    observation.text.as_deref().unwrap_or_default()
}
