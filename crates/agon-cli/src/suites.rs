//! Which suites there are: those built into this binary, and those of folders. The only place that names concrete ones.

use crate::home::keeper;
use crate::ui::Ui;
use agon_chain::published::{PublishedFile, PublishedSuite};
use agon_container::EngineChoice;
use agon_core::{BoxFuture, Evidence, Fault, Instance, Suite, World};
use agon_desktop::world::{self, DeskOpening};
use agon_desktop::{DesktopKind, science};
use agon_gym::GymSuite;
use agon_record::{Run, SuiteEntry};
use agon_run::Suites;
use agon_suitefolder::{PackKey, PresetSuite, TaskFileError, TaskFolder, is_pack};
use agon_taskfile::{TaskFileSuite, WorldKind};
use agon_web::{WebKind, WebOptions};
use agon_workspace::harbor::{self, HarborFolder, HarborOpening, HarborSuite};
use agon_workspace::{WorkspaceKind, WorkspaceOpening, exam};
use anyhow::{Context as _, bail};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a folder's `suite.toml` may call its world.
const WORLDS: &str = "desktop, gym, web, workspace";

type ReadFolder = fn() -> Result<TaskFolder, TaskFileError>;

/// The suites of folders that are built into this binary, by name.
const BUILT_IN: [(&str, ReadFolder); 4] =
    [("chain", agon_chain::folder), ("exam", exam::folder), ("science", science::folder), ("web", agon_web::folder)];

/// The suites that a command works with: the built-in ones, and those of these folders.
#[derive(Clone, Debug, Default)]
pub(crate) struct SuiteFolders {
    folders: Vec<PathBuf>,
    engine: Arc<EngineChoice>,
}

impl SuiteFolders {
    /// `socket` is that of the container engine, where the user names one.
    pub(crate) fn new(folders: Vec<PathBuf>, socket: Option<PathBuf>) -> Self {
        let mut all = Self { folders: Vec::new(), engine: Arc::new(EngineChoice::new(socket)) };
        all.extend(folders);
        all
    }

    /// The container engine that the user has.
    pub(crate) fn engine(&self) -> &EngineChoice {
        &self.engine
    }

    /// A folder that is given twice counts once, however its path is written.
    pub(crate) fn extend(&mut self, folders: impl IntoIterator<Item = PathBuf>) {
        for folder in folders {
            let place = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
            let is_same = |other: &PathBuf| place(other) == place(&folder);
            if !self.folders.iter().any(is_same) {
                self.folders.push(folder);
            }
        }
    }

    /// Takes patterns that are paths, such as `./my-suite/first/*`: the folder of the suite is one more to work with, and what remains is
    /// a pattern like any other.
    pub(crate) fn take_paths(&mut self, patterns: &mut [String]) -> anyhow::Result<()> {
        for pattern in patterns.iter_mut().filter(|pattern| is_path(pattern)) {
            let (folder, rest) = split(pattern)?;
            let name = name_of(&folder)?;
            *pattern = if rest.is_empty() { name } else { format!("{name}/{rest}") };
            self.extend([folder]);
        }
        Ok(())
    }

    /// What another `agon` is started with to have the same.
    pub(crate) fn flags(&self) -> Vec<OsString> {
        let suites = self.folders.iter().map(|folder| ("--suite", folder.as_path()));
        let socket = self.engine.socket().map(|socket| ("--container-socket", socket));
        suites.chain(socket).flat_map(|(flag, path)| [OsString::from(flag), path.into()]).collect()
    }

    pub(crate) fn open(&self) -> anyhow::Result<Suites> {
        let gym: Arc<dyn Suite> = Arc::new(GymSuite::new()?);
        let mut given = BTreeMap::new();
        let mut outside: BTreeMap<String, &Path> = BTreeMap::new();
        for path in &self.folders {
            let suite: Arc<dyn Suite> = if HarborFolder::is_one(path) {
                Arc::new(HarborSuite::new(&HarborFolder::read(path)?, Arc::new(open_harbor), self.engine.clone()))
            } else if PublishedFile::is_one(path) {
                Arc::new(PublishedSuite::new(PublishedFile::read(path)?))
            } else {
                self.of_folder(&read(path)?, &gym)?
            };
            let name = suite.card().name.clone();
            if let Some(other) = outside.insert(name.clone(), path) {
                bail!("{} and {} are both called {name}; rename one in its suite.toml", other.display(), path.display());
            }
            given.insert(name, suite);
        }
        // A folder takes the place of a built-in suite of its name: whoever works on that one tries it without a build.
        let mut all = Suites::new([gym.clone()].into_iter().chain(given.into_values()));
        for (name, folder) in BUILT_IN.into_iter().filter(|(name, _)| !outside.contains_key(*name)) {
            let (folders, gym) = (self.clone(), gym.clone());
            all.add(name.to_owned(), move || folders.built_in(folder, &gym));
        }
        Ok(all)
    }

    #[expect(clippy::expect_used, reason = "what is built in is the same on every machine, and read by the tests")]
    fn built_in(&self, folder: ReadFolder, gym: &Arc<dyn Suite>) -> Arc<dyn Suite> {
        folder().map_err(Into::into).and_then(|folder| self.of_folder(&folder, gym)).expect("built-in suites can be read")
    }

    /// The suites that a run was made with: folders are found again where they were, unless one of ours has their name.
    pub(crate) fn open_for(&self, run: &Run) -> anyhow::Result<Suites> {
        let mut all = self.clone();
        let given: Vec<String> = self.folders.iter().map(|folder| name_of(folder)).collect::<anyhow::Result<_>>()?;
        for SuiteEntry { name, source, .. } in &run.manifest().suites {
            let Some(source) = source else { continue };
            if given.contains(name) {
                continue;
            }
            let folder = PathBuf::from(&source.folder);
            if !is_suite(&folder) && !folder.is_file() {
                bail!(
                    "the suite {name} of {} lay in {}, where it is no more; say where it is with --suite FOLDER",
                    run.folder().display(),
                    folder.display()
                );
            }
            all.extend([folder]);
        }
        all.open()
    }

    fn of_folder(&self, folder: &TaskFolder, gym: &Arc<dyn Suite>) -> anyhow::Result<Arc<dyn Suite>> {
        if folder.suite()?.world == "gym" {
            return Ok(Arc::new(PresetSuite::new(folder, gym.clone())?));
        }
        let kind_of = |world: &str| -> Option<Arc<dyn WorldKind>> {
            Some(match world {
                "desktop" => Arc::new(DesktopKind::new(Arc::new(open_desk))),
                "web" => {
                    let options = WebOptions { site: agon_web::site(folder), ..WebOptions::new(Box::new(keeper)) };
                    Arc::new(WebKind::new(options))
                }
                "workspace" => Arc::new(WorkspaceKind::new(Arc::new(open_workspace), self.engine.clone())),
                _ => return None,
            })
        };
        Ok(Arc::new(TaskFileSuite::of_kinds(folder, &kind_of, WORLDS)?))
    }

    /// Their folders, which agents are not to see: answers lie in them. Built-in suites, which are read later, have none.
    pub(crate) fn private_folders(suites: &Suites) -> Vec<PathBuf> {
        suites.iter_read().filter_map(|suite| suite.card().source.as_ref()).map(|source| PathBuf::from(&source.folder)).collect()
    }
}

/// What has changed in the folders of a run's suites since the run was begun.
/// How far a state is on its way, as its suite tells; see [`Suite::progress`].
pub(crate) fn progress_of(suites: &Suites) -> impl Fn(&Instance, &Evidence) -> Option<f64> + Sync + '_ {
    |instance, evidence| suites.get(instance.id.task.suite()).ok()?.progress(instance, evidence)
}

pub(crate) fn changed(run: &Run, suites: &Suites) -> Vec<String> {
    let is_same = |entry: &&SuiteEntry| {
        let now = suites.get(&entry.name).ok().and_then(|suite| suite.card().source.clone());
        now.map(|source| source.hash) == entry.source.as_ref().map(|source| source.hash.clone())
    };
    let changed = run.manifest().suites.iter().filter(|entry| !is_same(entry));
    let told = |entry: &SuiteEntry| match suites.get(&entry.name).ok().and_then(|suite| suite.card().source.as_ref()) {
        Some(source) => format!("the suite {} in {} is not as it was when this run was begun", entry.name, source.folder),
        None => format!("the suite {} came from a folder when this run was begun, and is now the built-in one", entry.name),
    };
    changed.map(told).collect()
}

/// Says what [`changed`] finds, for commands that go on all the same.
pub(crate) fn say_changed(run: &Run, suites: &Suites, ui: &Ui) {
    for problem in changed(run, suites) {
        ui.say(&format!("warning: {problem}"));
    }
}

/// The variable with the key of packs, 64 hexadecimal digits.
const PACK_KEY: &str = "AGON_PACK_KEY";

/// Whether a folder holds a suite, ours or in Harbor's layout.
fn is_suite(folder: &Path) -> bool {
    folder.join("suite.toml").is_file() || HarborFolder::is_one(folder) || PublishedFile::is_one(folder)
}

/// What the suite of a folder or a pack is called.
fn name_of(place: &Path) -> anyhow::Result<String> {
    if HarborFolder::is_one(place) {
        return Ok(HarborFolder::read(place)?.name().to_owned());
    }
    if PublishedFile::is_one(place) {
        return Ok(PublishedSuite::new(PublishedFile::read(place)?).card().name.clone());
    }
    Ok(read(place)?.suite()?.name)
}

/// Reads a suite's folder, or a pack of one.
fn read(place: &Path) -> anyhow::Result<TaskFolder> {
    if !place.is_file() {
        return Ok(TaskFolder::read(place)?);
    }
    let bytes = fs::read(place).with_context(|| format!("{} cannot be read", place.display()))?;
    if !is_pack(&bytes) {
        bail!("{} is neither a suite's folder nor a pack that `agon pack` has made", place.display());
    }
    let key = std::env::var(PACK_KEY).ok().map(|text| text.parse::<PackKey>()).transpose().context(PACK_KEY)?;
    Ok(TaskFolder::unlock(place, &bytes, key.as_ref())?)
}

fn open_desk(opening: DeskOpening) -> BoxFuture<'static, Result<Box<dyn World>, Fault>> {
    Box::pin(async move { world::open(opening, &keeper().map_err(Fault::world)?).await })
}

fn open_workspace(opening: WorkspaceOpening) -> BoxFuture<'static, Result<Box<dyn World>, Fault>> {
    Box::pin(async move { agon_workspace::open(opening, &keeper().map_err(Fault::world)?).await })
}

fn open_harbor(opening: HarborOpening) -> BoxFuture<'static, Result<Box<dyn World>, Fault>> {
    Box::pin(async move { harbor::open(opening, &keeper().map_err(Fault::world)?).await })
}

fn is_path(pattern: &str) -> bool {
    pattern.starts_with('/') || pattern.starts_with("./") || pattern.starts_with("../") || [".", ".."].contains(&pattern)
}

/// The folder of the suite, and what comes after it.
fn split(pattern: &str) -> anyhow::Result<(PathBuf, String)> {
    let mut folder = PathBuf::new();
    let mut parts = Path::new(pattern).components();
    while let Some(part) = parts.next() {
        folder.push(part);
        if is_suite(&folder) {
            let rest = parts.as_path().to_str().with_context(|| format!("{pattern:?} is not UTF-8"))?;
            // Shells complete the names of files.
            let rest = match rest.split_once('@') {
                Some((task, seeds)) => format!("{}@{seeds}", task.trim_end_matches(".toml")),
                None => rest.trim_end_matches(".toml").to_owned(),
            };
            return Ok((folder, rest));
        }
    }
    bail!(
        "no folder on the path {pattern} holds a suite.toml or tasks in Harbor's layout; `agon new suite {pattern}` writes a first one"
    )
}
